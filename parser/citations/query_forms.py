"""Citations as people type them, put into the one form that ``parser.citations.query`` reads.

"TL 40B2", "lov nr. 16C", "se § 16 litra c, stk. 2", "16 c:2" and "paragraf seksten c" are the words of laws, letters
and court books; what is left of them is a sign, a number and labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from parser.citations.query import LONGEST_CITATION, SIGNS
from parser.lang.numerals import number_words
from parser.lang.words import LANGUAGES, any_of, every_word

_BEFORE = any_of(("#", *every_word("typed_before")))
_LEVELS = any_of(every_word("typed_levels"))

_PREFIXED = re.compile(
    rf"\s*(?P<before>(?:(?:{_BEFORE}|(?P<sign>§+|{SIGNS}))\s*[.:]?(?:\s+|(?=[\d§#x])))+)(?P<rest>x?\s?\d.*|§.*)",
    re.IGNORECASE,
)
_SIGN = re.compile(rf"§+|{SIGNS}", re.IGNORECASE)
"""The signs among what is before a number: a reader that forgets a group when it is repeated finds the last by this."""
_LEVEL = re.compile(rf"(?<=[\da-z)])\s*,?\s*\b(?:{_LEVELS})\b\s*\.?\s*(?=\(?(?:[a-z]|\d{{1,2}})\b)", re.IGNORECASE)
_SCATTERED = re.compile(
    r"(?P<law>x?\d{1,3})(?P<s1>\s?[-,/:.]?\s?)(?P<letter>[a-k])(?:(?P<s2>\s?[-,/:.]?\s?)(?P<number>\d{1,2})"
    r"(?:(?P<s3>\s?[-,/:.]?\s?)(?P<point>[a-k])(?:(?P<s4>\s?[-,/:.]?\s?)(?P<roman>[ivx]{1,4}))?)?)?",
    re.IGNORECASE,
)
_SPACED = re.compile(r"(?<!\w)x\s+(?=\d)", re.IGNORECASE)
_NUMBER_WORDS = number_words(LANGUAGES)
_IN_WORDS = re.compile(
    rf"\s*(?P<sign>§|{SIGNS})\s+(?P<word>[^\W\d]+(?:-[^\W\d]+)?)(?P<rest>(?:\s+(?:[a-z]|\d{{1,2}}))*)\s*",
    re.IGNORECASE,
)
_DEEP = r"\d{1,3}\s?[A-Ha-h](?![^\W\d_])[\s().]{0,2}(?:\d{1,2}(?:\s?\(?[a-z]\)?(?![^\W_]))?(?!\d))?"
_EMBEDDED = re.compile(
    rf"(?<!\w)(?:§+\s*x?(?:{_DEEP}|\d{{1,3}}(?!\w))|(?i:{SIGNS})\s+x?{_DEEP}"
    r"|X?\d{1,3}[A-Z](?:\d{1,2}[a-z]?)?(?!\w)|[Xx]?(?:[89]|[1-9]\d{1,2})[a-h](?![^\W\d])(?:\d{1,2}[a-h]?)?(?!\w))"
)


def normalise_query(text: str) -> str:
    """A citation in the form that ``parser.citations.query`` reads; what is no citation comes back as it is.

    >>> normalise_query("TL 40 b:2"), normalise_query("lag sexton c")
    ('§ 40b2', 'lag 16c')
    """
    if len(text) > LONGEST_CITATION:
        return text
    text = _in_figures(text)
    if not any(char.isdigit() for char in text):
        return text
    bare = _SPACED.sub("x", _LEVEL.sub(" ", text))
    prefixed = _PREFIXED.fullmatch(bare)
    if prefixed is None:
        return _joined(bare)
    return f"{prefixed['sign'] or '§'} {_joined(prefixed['rest'].lstrip('§ '))}"


def find_embedded(text: str) -> tuple[str, str] | None:
    """A citation in the middle of words, and the words around it; None when there is none.

    Without a sign it is written as the books write it, "16C" or "40B2", or in small letters where it can be no bid:
    "12c1e" and "27b", but not "3c".

    >>> find_embedded("hvad betyder § 16C her"), find_embedded("hvad siger 27b1 om det")
    (('§ 16C ', 'hvad betyder her'), ('27b1', 'hvad siger om det'))
    >>> find_embedded("syd meldte 3c uden for tur")
    """
    match = _EMBEDDED.search(text) if len(text) <= LONGEST_CITATION else None
    if match is None:
        return None
    return match.group(), " ".join((text[: match.start()] + text[match.end() :]).split())


def _in_figures(text: str) -> str:
    """A number in words behind a sign, "lag sexton c", in figures; only where nothing else follows."""
    match = _IN_WORDS.fullmatch(text)
    number = _NUMBER_WORDS.get(match["word"].lower()) if match else None
    return text if match is None or number is None else f"{match['sign']} {number}{match['rest']}"


def _joined(text: str) -> str:
    """A citation whose levels are separated by hyphens, commas or colons, "86-B-1", without them."""
    match = _SCATTERED.fullmatch(text.strip(" .?!:;,"))
    if match is None:
        return text
    return "".join(part or "" for part in match.group("law", "letter", "number", "point", "roman"))


PATTERNS: Mapping[str, re.Pattern[str]] = {
    "prefixed": _PREFIXED,
    "prefixSign": _SIGN,
    "level": _LEVEL,
    "scattered": _SCATTERED,
    "spaced": _SPACED,
    "inWords": _IN_WORDS,
    "embedded": _EMBEDDED,
}
"""The patterns by name, for a reader that is not written in Python."""
