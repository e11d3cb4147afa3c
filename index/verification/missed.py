"""What looks like a citation and is read by no grammar of the laws: told, so that nothing is left out in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.languages import CAPITALS, LETTERS
from index.verification.labels import LEVEL_WORDS
from parser.lang.numerals import number_words
from parser.lang.words import LANGUAGES, any_of, every_word

_ALPHA = f"A-Za-z{CAPITALS}{LETTERS}"
_BLANK = r"[ \u00a0\u202f]{0,2}"
_NUMBERED = rf"(?:{_BLANK}(?:nr|no|num|nummer|number)(?!\w)\.?)"
_TEAMS = set(every_word("team_signs"))
_BEFORE = {
    word.rstrip(".")
    for field in ("signs", "short_signs", "title_signs", "law_words")
    for word in every_word(field)
    if word != "§"
}
# "lov nr. 16 C 2", "pgf. 16 C 2", "art. 16": a sign of any language, short or long, before a number.
SIGN = re.compile(rf"(?<![\w§]){any_of(_BEFORE)}(?![{_ALPHA}])\.?{_NUMBERED}?{_BLANK}(?=X?[1-9])", re.IGNORECASE)
_PLAIN = re.compile(
    rf"(?<![\w§]){any_of(_BEFORE - _TEAMS)}(?![{_ALPHA}])\.?{_NUMBERED}{_BLANK}[1-9]\d{{0,2}}(?!\w)", re.IGNORECASE
)
_SECTION = re.compile(rf"(?:(?<!\w)\d{{1,3}}{_BLANK}[a-z]?{_BLANK})?§+(?:{_BLANK}[^\s.,;:()§]{{1,20}}){{0,2}}")
_WRITTEN = any_of(word for word in number_words(LANGUAGES) if len(word) > len("ett"))
_LONG = any_of(word for word in _BEFORE - _TEAMS if len(word) > len("lover") or word in every_word("law_words"))
_IN_WORDS = re.compile(
    rf"(?<![\w§]){_LONG}{_NUMBERED}?\s+"
    rf"(?:{_WRITTEN}(?:\s+[A-Za-z](?!\w))?(?:\s\d(?!\d))?"
    rf"|(?-i:[IVXLC]{{2,7}}(?:{_BLANK}[A-Z](?!\w))?))(?!\w)",
    re.IGNORECASE,
)
_SUBSECTION = re.compile(
    rf"(?<!\w){any_of(word.rstrip('.') for word in every_word('subsection'))}(?!\w)\.?{_BLANK}[1-9]\d?(?![\w%])",
    re.IGNORECASE,
)
_SEP = r"\s?[.,/_:·-]?\s{0,2}"
_LETTERED = re.compile(rf"{SIGN.pattern}[1-9]\d{{0,2}}[A-Z]\w*", re.IGNORECASE)
_BARE = re.compile(
    r"(?<![\w§.,/♠♥♦♣:-])(?:"
    # A call or a card has no figure behind its letter.
    r"(?:[1-7][AB]|[1-7][E-GI-MO-RT-Z]|[89][A-Z]|[1-9]\d[A-Z])(?:[1-9]\d?|\([1-9]\d?\))(?:\.?\(?[a-z]{1,5}(?!\w)\)?)?"
    r"|[1-9]\d?\s?[(\[][A-Z][)\]](?:\s?[(\[][1-9]\d?[)\]])?"
    rf"|(?:1[1-9]|[2-9]\d){_SEP}[A-KLMP-RX-Z]{_SEP}[(\[]?[1-9]\d?[)\]]?(?![.,:/-]\d)"
    r"|(?<=\()[1-9]\d? [A-Z] [1-9]\d?(?: [a-z])?(?=[);,])"
    # "90 B, nr. 9", "64, litra G": a word for a level.
    rf"|[1-9]\d?(?:\s?[A-Z](?:['’]?s)?{_SEP}{LEVEL_WORDS}(?!\w)\.?\s?[1-9]\d?|(?:['’]?s)?{_SEP}{LEVEL_WORDS}(?!\w)\.?\s?[A-Z])"
    # Neither letters of the seats nor those of the suits.
    r"|(?:1[1-9]|[2-9]\d)[A-KLMP-RX-Z])(?![^\W_]|[♠♥♦♣=+]|-\d)"
)


def missed(text: str, place: re.Pattern[str] | None) -> Iterator[tuple[int, int, bool]]:
    """Where something looks like a citation, and whether a sign or a word before it makes it one.

    ``place`` is what stands before numbers of tables, boards and pages (``DecisionLexicon.numbers``).

    >>> [("§ XVI C af 90B9"[start:end], signed) for start, end, signed in missed("§ XVI C af 90B9", None)]
    [('§ XVI C', True), ('90B9', False)]
    """
    for pattern in (_SECTION, _IN_WORDS, _PLAIN, _LETTERED, _SUBSECTION):
        for match in pattern.finditer(text):
            yield *match.span(), True
    for match in _BARE.finditer(text):
        if place is None or not place.search(text[max(0, match.start() - 60) : match.start()]):
            yield *match.span(), False
