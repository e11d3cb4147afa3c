"""Headings that run into their text where no type tells them apart, as in plain text: "A KORTENES RANG Kortene i hver
farve ...", "A Kortenes rang Kortene i hver farve ...".

Capitals show where a heading ends by themselves. In sentence case the only sign is a capital in the middle of a
sentence; it counts where most labelled paragraphs of a depth have one near their beginning, and for words that the
book does not write with a capital anywhere else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from parser.recognition.rows import BookRow
from parser.recognition.sequence import RowReading

_REACH = 110  # characters that a heading may have
_SHORT = 40  # characters; a shorter paragraph has no heading and text
_HABIT = 0.5  # of the paragraphs of a depth
_STOPPED = 8  # headings with a stop that make a habit
_ENOUGH = 3  # paragraphs that make one
_LEAST = 3  # letters of a heading in capitals
_SURE = 8  # letters of one with which the words behind it may go on: "VESENTLIGE OPPLYSNINGER at opplysningene er"
_INNER = re.compile(r"(?<=[^\W\d_A-ZÆØÅÄÖ,.;:])[)?!]?\s(?=[A-ZÆØÅÄÖ])")
_SENTENCE = re.compile(r"([^.?!:]{3,110}(?:[.?!:](?=\s+[A-ZÆØÅÄÖ(§\d\"”“«»])|[.?!:]\Z))")
_MANY, _NEARLY, _FEW_LETTERS = 20, 0.9, 40
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_CAPITALS = re.compile(r"(?:[^\sa-zæøåäöéü]+\s+)+(?=\S*[a-zæøåäöéü])")


def run_in_headings(rows: Sequence[BookRow], readings: Sequence[RowReading | None]) -> dict[int, int]:
    """Place of a labelled row in ``rows`` -> offset in its text at which its heading ends and its text begins."""
    by_depth: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    short: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for at, reading in enumerate(readings):
        one = rows[at].paragraph
        if reading is None or reading.label is None or one is None or len(reading.path) == 1 or one.heading or one.bold:
            continue
        words = one.text[reading.label.end :]
        if words.strip():
            short[len(reading.path)].append((at, reading.label.end, words))
        if len(words) >= _SHORT:
            by_depth[len(reading.path)].append((at, reading.label.end, words))
    names = frozenset(_names(rows))
    everything = [one for found in by_depth.values() for one in found]
    capitals = {at: start + end for at, start, words in everything if (end := _end_of_capitals(words, names))}
    if len(capitals) >= _ENOUGH:
        whole = (one for found in short.values() for one in found if _is_capital(one[2]))
        return capitals | {at: start + len(words) for at, start, words in whole}
    out: dict[int, int] = {}
    for depth, found in by_depth.items():
        if stopped := _stopped(found, short[depth]):
            out |= stopped
            continue
        inner = {at: start + end for at, start, words in found if (end := _inner_capital(words, names))}
        if len(inner) >= max(_ENOUGH, _HABIT * len(found)):
            out |= inner
    return out


def stops_of_headings(rows: Sequence[BookRow], readings: Sequence[RowReading | None], run_in: Mapping[int, int]) -> str:
    """The sign that the book sets behind headings that run into their text, bold ones and ``run_in``; "" for none.

    Headings have no stop of their own, so where nearly all of these end in one it only parts them from the text.
    """
    ends: Counter[str] = Counter()
    for row, reading in zip(rows, readings, strict=True):
        one = row.paragraph
        if one is None or reading is None or reading.label is None or not reading.label.end < one.bold < len(one.text):
            continue
        ends[one.text[: one.bold].rstrip()[-1:]] += 1
    for at, end in run_in.items():
        one, reading = rows[at].paragraph, readings[at]
        if one is not None and reading is not None:
            ends[one.text[:end].rstrip()[-1:]] += 1
    marks = sum(ends[mark] for mark in "?!")
    sign, count = max(((sign, ends[sign]) for sign in ".:"), key=lambda pair: pair[1])
    return sign if count >= _STOPPED and count > 0.8 * (ends.total() - marks) else ""


def _names(rows: Sequence[BookRow]) -> Iterator[str]:
    """Words that are written with a capital within a sentence: names and abbreviations."""
    for row in rows:
        yield from (
            match[0]
            for found in _INNER.finditer(row.text, _REACH)
            if (match := _WORD.match(row.text, found.end())) is not None
        )


def _stopped(found: Sequence[tuple[int, int, str]], everything: Sequence[tuple[int, int, str]]) -> dict[int, int]:
    """The ends of headings that end in a stop, where nearly all paragraphs of a depth begin with so few words."""
    ends = {at: (start, match.end(1)) for at, start, words in everything if (match := _SENTENCE.match(words))}
    lengths = sorted(end for _, end in ends.values())
    enough = len(found) >= _MANY and len(ends) >= _NEARLY * len(everything)
    if not enough or lengths[len(lengths) // 2] > _FEW_LETTERS:
        return {}
    return {at: start + end for at, (start, end) in ends.items()}


def _inner_capital(words: str, names: frozenset[str]) -> int | None:
    """Where the first word that begins a sentence without the end of another before it begins.

    >>> _inner_capital("Kortenes rang Kortene i hver farve", frozenset()), _inner_capital("Når Nord spiller", {"Nord"})
    (14, None)
    """
    for match in _INNER.finditer(words[:_REACH]):
        word = _WORD.match(words, match.end())
        if word is not None and word[0] not in names and not (word[0].isupper() and len(word[0]) > 1):
            return match.end()
    return None


def _end_of_capitals(words: str, names: frozenset[str]) -> int | None:
    """Where the words behind a heading in capitals begin.

    >>> _end_of_capitals("KORTENES RANG I hver farve", frozenset()), _end_of_capitals("TL skal straks", frozenset())
    (14, None)
    """
    match = _CAPITALS.match(words)
    if match is None:
        return None
    kept = list(re.finditer(r"\S+\s+", match[0]))
    # "REGLER TL skal", "RANG I hver": a word that is always in capitals may begin the text.
    if words[match.end()].islower():
        if kept[-1][0].strip() in names | {"I", "Å"}:
            kept.pop()
        elif _letters(kept) < _SURE:
            return None
    return kept[-1].end() if _letters(kept) >= _LEAST else None


def _is_capital(words: str) -> bool:
    """True for words in capitals whole, a heading with nothing but paragraphs of its own below."""
    return words.isupper() and sum(char.isalpha() for char in words) >= _LEAST


def _letters(words: Sequence[re.Match[str]]) -> int:
    return sum(char.isalpha() for one in words for char in one[0])
