"""Plain text of any kind: names safe for files, text safe for XML, where sentences end, what differs by words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from corpus.languages import CAPITALS

CLAUSE_ENDS = ".;:?!"

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Translates figures to those that are set above the line."""
LOWERED = {raised: figure for figure, raised in RAISED.items()}

_TRANSLITERATED = str.maketrans({"æ": "ae", "ø": "oe", "å": "aa", "ä": "ae", "ö": "oe", "ð": "d", "þ": "th", "ß": "ss"})
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)")
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def slug(words: str, fallback: str) -> str:
    """A name that is safe for a file or folder everywhere: lower-case ascii, digits and hyphens, at most 60.

    ``fallback`` is returned when nothing is left.

    >>> slug("../23-AU-4 Ærø", "x")
    '23-au-4-aeroe'
    """
    plain = unicodedata.normalize("NFKD", words.casefold().translate(_TRANSLITERATED))
    name = re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")[:60].strip("-")
    return f"case-{name}" if _RESERVED.fullmatch(name) else name or fallback


def xml_safe(text: str) -> str:
    """The text with the characters that XML cannot hold replaced by U+FFFD.

    >>> xml_safe("a\\x00b")
    'a�b'
    """
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)


def without_surrogates(text: str) -> str:
    r"""The text with halves of characters, which no file and no page can hold, replaced by U+FFFD.

    >>> without_surrogates("a\ud800b")
    'a�b'
    """
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def printable(name: str) -> str:
    r"""A name of a file as it may be shown: what a terminal takes for a command, or is no character, is U+FFFD.

    >>> printable("a\x1b[31m\udcff.txt")
    'a�[31m�.txt'
    """
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)


def excerpt(words: str, longest: int = 80) -> str:
    """The beginning of words that a message quotes, in one line; what is no character of a text is U+FFFD.

    >>> excerpt("x" * 5000, 5)
    'xxxx…'
    """
    line = printable(" ".join(words[: 4 * longest].split()))
    return line if len(line) <= longest and len(words) <= 4 * longest else line[: longest - 1] + "…"


def sentences(
    text: str, *, ends: str = ".!?", before: str = f"A-Z{CAPITALS}(", abbreviations: Sequence[str] = ()
) -> tuple[str, ...]:
    """The sentences of a text without blanks around them; a line end always ends one.

    A sentence ends with one of ``ends`` and white space if what follows is in the character class ``before`` (anything
    when that is empty). A full stop after one of ``abbreviations`` (``Language.abbreviations``) ends none.

    >>> sentences("Se dog jf. DBf. Spillet er slut: ja.", abbreviations=("jf",))
    ('Se dog jf. DBf.', 'Spillet er slut: ja.')
    """
    pieces = (piece.strip() for piece in _boundary(ends, before, tuple(abbreviations)).split(text))
    return tuple(piece for piece in pieces if piece)


def tokens(text: str) -> list[str]:
    """Words, runs of white space and single signs, which together are the text.

    >>> tokens("16 C, stk.")
    ['16', ' ', 'C', ',', ' ', 'stk', '.']
    """
    return _TOKEN.findall(text)


@dataclass(frozen=True)
class WordChange:
    """A run of words: ``equal``, ``old`` (in the older wording only) or ``new`` (in the newer one only)."""

    kind: Literal["equal", "old", "new"]
    text: str


def word_diff(old: str, new: str) -> tuple[WordChange, ...]:
    """What leads from one wording to another: whole words, white space and signs; an old run before its new one.

    >>> [(change.kind, change.text) for change in word_diff("må spille", "skal spille")]
    [('old', 'må'), ('new', 'skal'), ('equal', ' spille')]
    """
    return tuple(_changes(tokens(old), tokens(new)))


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[WordChange]:
    from rapidfuzz.distance import Levenshtein  # a start that compares nothing need not wait for it

    for step in Levenshtein.opcodes(old, new):
        gone, come = "".join(old[step.src_start : step.src_end]), "".join(new[step.dest_start : step.dest_end])
        if step.tag == "equal":
            yield WordChange("equal", gone)
        else:
            yield from (WordChange("old", gone),) if gone else ()
            yield from (WordChange("new", come),) if come else ()


def common_start(one: str, other: str) -> int:
    """How many characters both begin with.

    >>> common_start("spelar", "spelade")
    5
    """
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@lru_cache(maxsize=64)
def _boundary(ends: str, before: str, abbreviations: tuple[str, ...]) -> re.Pattern[str]:
    short = "".join(rf"(?<!\b{re.escape(word)}\.)" for word in abbreviations)
    return re.compile(rf"(?<=[{re.escape(ends)}]){short}\s+" + (rf"(?=[{before}])" if before else "") + r"|\n")
