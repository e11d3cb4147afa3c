"""How a plain text is typed, as its lines tell: wrapped or not, how wide, what is set in, where lists begin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.languages import CAPITALS, LETTERS
from parser.documents.joining import word_counts
from parser.documents.label_words import DOTTED, KIND
from parser.documents.plain_pages import SourceLine
from parser.lang.words import any_of, every_word

_LONG, _STRAY = 160, 0.02  # characters: a text with longer lines has one paragraph a line, unless they are strays
WHOLE = re.compile(r"X?\d{1,3}[A-Z](?:\d{1,2}(?:[a-z][ivx]{0,4})?)?(?:\s{2,}|\Z)")  # "16C2a    Når"
LABEL = re.compile(
    r"(?:§§?\s*X?\d|X?\d{1,3}\s?§|" + DOTTED + r"\s"
    rf"|{any_of(every_word('law_words'))}\s+X?\d"
    r"|\(?(?:[A-Z]|[a-z]|\d{1,3}|[ivx]{1,5})[.):](?:\s|\(|\Z)|\([a-z\d]{1,4}\)\s|"
    rf"{WHOLE.pattern}|"
    rf"\(?[ivx]{{1,5}}\)(?=[A-Z{CAPITALS}\d])|"
    r"\(?[⁰¹²³⁴-⁹*†‡]+\d?\)?\s|\[\^?\w{1,4}\]|[-•–]\s|[A-Z]\s{2,})|" + KIND,
    re.IGNORECASE,
)
CITATION = re.compile(rf"\s*§§?\s*X?\d{{1,3}}(?:\s?[A-Z])?\d?[a-z]?(?:[,;)]|\.\)|\s+[a-z{LETTERS}]|\)?\.\Z)")
UNDERLINE = re.compile(r"\s*([=~_*─═-])\1{3,}\s*\Z")
_OPENER = re.compile(rf"\s*(\(?)([1aA])([.)])\s+(?=[A-Z{CAPITALS}]|(?<=[)]\s)\w)")
_NEAR = 40  # lines from the first member of a list to the second
HEADWORD = re.compile(r"\s*[^\W\d][^.:;]{1,60}?(:|\s[–-]|(?=\t))\s")
_WITHIN = re.compile(r"(?<=[^\W\d_,] )([^\W\d_]{2,})\b")
_MEMBERS = 8  # headwords that show a list of terms
_OFTEN = 3  # times that a word stands within sentences
_UNDERLINED, _NEARLY = 5, 0.9  # headings above one line of signs, of all places where it stands
_FULL = 0.8  # of the widest line: a longer one may go on below
_TELLING, _RARE = 50, 0.03  # lines that tell how full lines are that go on, and the share of them that is not


def is_wrapped(lines: Sequence[SourceLine]) -> bool:
    """True where paragraphs go over several lines: hardly a line is long, and many end near one edge."""
    lengths = sorted(len(line.text) for line in lines if line.text.strip())
    if not lengths or sum(length > _LONG for length in lengths) > _STRAY * len(lengths):
        return False
    edge = lengths[int(len(lengths) * 0.95)]
    return edge >= 40 and sum(length > 0.8 * edge for length in lengths) > 0.25 * len(lengths)


@dataclass(frozen=True)
class TypedHabits:
    """How a text is typed: ``first`` blanks before the first line of a paragraph, ``widest`` the longest line; a line
    that with the next word is shorter than ``full`` ends its paragraph."""

    wrapped: bool
    spaced: bool
    first: int
    widest: int
    full: float
    known: Mapping[str, int]
    small: frozenset[str]
    """Words, with a capital, that have none within sentences."""
    lists: frozenset[int]
    """Numbers of the lines that begin a list, whose second member begins a line further down."""
    set_in: frozenset[int]
    """Blanks before the first line of some paragraphs that go on further to the left."""
    entries: frozenset[str]
    """The signs behind the headwords of lists of terms."""
    underlines: frozenset[str] = frozenset()
    """Lines of signs that stand below headings, each as long as all others, however long the heading is."""

    @classmethod
    def of(cls, lines: Sequence[SourceLine]) -> TypedHabits:
        wrapped, spaced = is_wrapped(lines), _is_spaced(lines)
        first = _first_edge(lines) if wrapped and not spaced else 0
        longest = _LONG if wrapped else max((len(line.text) for line in lines), default=0)
        lengths = sorted(len(line.text) for line in lines if line.text.strip() and len(line.text) <= longest)
        # Contents and notes may be wider than the columns of the text.
        filled = sorted(len(a.text) for a, b in _gone_on(lines) if len(a.text) <= longest)
        lengths = filled if len(filled) >= _TELLING else lengths
        # A line or two may be longer than all others.
        widest = lengths[int(0.99 * (len(lengths) - 1))] if lengths else 0
        words = (word for line in lines for word in re.findall(r"[\w-]+", line.text))
        return cls(
            wrapped,
            spaced,
            first,
            widest,
            _full(lines, widest),
            word_counts(words),
            _small(lines),
            _lists(lines),
            _set_in(lines),
            _entries(lines, widest),
            _underlines(lines),
        )


def _underlines(lines: Sequence[SourceLine]) -> frozenset[str]:
    """The lines of signs that a text sets right below lines of their own which end as headings do."""
    rules, below = Counter[str](), Counter[str]()
    before = ("", "")
    for line in lines:
        words = line.text.strip()
        if UNDERLINE.match(line.text):
            rules[words] += 1
            below[words] += not before[0] and is_bare(before[1])
        before = before[1], words
    return frozenset(rule for rule, n in below.items() if n >= _UNDERLINED and n >= _NEARLY * rules[rule])


def is_bare(words: str) -> bool:
    """True for words that end as a heading does, without a stop.

    >>> is_bare("§ 1 KORTENE"), is_bare("Et kort.")
    (True, False)
    """
    return bool(words) and words[-1] not in ".:;,"


def _small(lines: Sequence[SourceLine]) -> frozenset[str]:
    within = Counter(match[1] for line in lines for match in _WITHIN.finditer(line.text))
    return frozenset(
        word.capitalize()
        for word, n in within.items()
        if word.islower() and n >= _OFTEN and not within[word.capitalize()]
    )


def _lists(lines: Sequence[SourceLine]) -> frozenset[int]:
    """The numbers of lines that begin with the first label of a list, the second one at most some lines below."""
    found: set[int] = set()
    for at, line in enumerate(lines):
        match = _OPENER.match(line.text)
        if match is None:
            continue
        second = re.compile(rf"\s*{re.escape(match[1])}{chr(ord(match[2]) + 1)}{re.escape(match[3])}\s")
        first = re.compile(rf"\s*{re.escape(match[1] + match[2] + match[3])}\s")
        for below in lines[at + 1 : at + _NEAR]:
            if second.match(below.text):
                found.add(line.number)
            if second.match(below.text) or first.match(below.text):
                break
    return frozenset(found)


def _set_in(lines: Sequence[SourceLine]) -> frozenset[int]:
    """The edges of lines whose sentences nearly all go on further to the left."""
    pairs = [(a.edge, b.edge) for a, b in _gone_on(lines) if a.edge]
    back = Counter(edge for edge, below in pairs if below < edge)
    every = Counter(edge for edge, _ in pairs)
    return frozenset(edge for edge, count in back.items() if count >= _OFTEN and count > _FULL * every[edge])


def _entries(lines: Sequence[SourceLine], widest: int) -> frozenset[str]:
    """The signs behind words with a capital that begin lines at the edge below short lines which end a sentence."""
    found = Counter(
        match[1]
        for a, b in pairwise(lines)
        if ending(a) in ".!?)" and len(a.text) < _FULL * widest and not b.edge and b.text[:1].isupper()
        if a.text.strip() and (match := HEADWORD.match(b.text))
    )
    return frozenset(sign for sign, count in found.items() if count >= _MEMBERS)


def _full(lines: Sequence[SourceLine], widest: int) -> float:
    """How long lines that go on below are with the next word, hardly any shorter."""
    sums = sorted(len(a.text) + 1 + len(b.text.split()[0]) for a, b in _gone_on(lines))
    usual = sums[int(_RARE * len(sums))] if len(sums) >= _TELLING else 0
    return max(_FULL * widest, usual)


def _gone_on(lines: Sequence[SourceLine]) -> Iterator[tuple[SourceLine, SourceLine]]:
    """Each line with the one below that goes on with its sentence."""
    for a, b in pairwise(lines):
        if b.text.lstrip()[:1].islower() and a.text.strip() and not LABEL.match(b.text.lstrip()) and a.page == b.page:
            yield a, b


def _is_spaced(lines: Sequence[SourceLine]) -> bool:
    """True where an empty line parts all paragraphs: what looks like a label in another place is none."""
    pairs = [(a, b) for a, b in pairwise(lines) if LABEL.match(b.text.lstrip()) and not CITATION.match(b.text)]
    return len(pairs) > 3 and sum(not a.text.strip() for a, _ in pairs) > 0.9 * len(pairs)


def _first_edge(lines: Sequence[SourceLine]) -> int:
    """Blanks before the first line of every paragraph, where all others begin at the edge; 0 where nothing says so.

    Evidence: labels stand behind those blanks, hardly ever at the edge, and what goes on behind a full line is back at
    it. A short line, as in an index, is followed by another entry, wherever that stands.
    """
    labelled = [line.edge for line in lines if LABEL.match(line.text.lstrip())]
    inner = [edge for edge in labelled if edge]
    if len(inner) < 8 or len(inner) < 0.9 * len(labelled):
        return 0
    first = min(inner)
    full = _FULL * max(len(line.text) for line in lines)
    begun = [b for a, b in pairwise(lines) if a.edge == first and len(a.text) > full and b.text.strip()]
    back = sum(line.edge == 0 for line in begun)
    on = sum(line.edge not in (0, first) for line in begun)
    return first if back > 8 and on < 0.05 * len(begun) else 0


def ending(line: SourceLine) -> str:
    """The last sign of a line but for those of notes."""
    return line.text.rstrip(" ⁰¹²³⁴⁵⁶⁷⁸⁹")[-1:]
