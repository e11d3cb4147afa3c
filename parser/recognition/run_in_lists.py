"""Lists that run on within a paragraph: "... if one of these holds: (a) The card is ... (b) The card is ...", and a
first number behind the heading of its letter: "A. Use of information. 1. A player may ...", with "2." on its own line.

A sentence may hold "(a)" and "(b)" too. They are lists where a book has many such and hardly any that begin a
paragraph, since every law book has lists of small letters; a first number is one where the second begins the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from corpus.ids import ROMANS
from parser.lang.words import any_of
from parser.recognition.laws import law_starts
from parser.recognition.rows import BookRow
from parser.recognition.sections import law_section
from parser.recognition.words import JOINING

_RUNS, _BEGUN = 8, 0.2  # lists within paragraphs that are a rule, and lists that begin one, as a share of them
_JOIN = any_of(JOINING)
_ITEM = re.compile(rf"(?:\s+{_JOIN})?\s+\(([a-z]|[ivx]{{2,4}})\)(?=\s+(\S))", re.IGNORECASE)
_ENDED = tuple(".:;,!?)]⁰¹²³⁴⁵⁶⁷⁸⁹*")
_FIRST_ITEM = re.compile(r"(?<=[.:;!?)])\s+1([.):])\s+(?=\S)")


def with_lists_apart(rows: Sequence[BookRow]) -> tuple[BookRow, ...]:
    """The rows, in such a book with the members of lists as rows of their own."""
    starts = law_starts(rows)
    if not starts:
        return tuple(rows)
    laws = law_section(rows, starts)
    own = range(laws.first, laws.stop)
    cuts = {at: [place] for at, place in _first_numbers(rows, own)}
    items = {at: found for at in own if (found := _items(rows[at]))}
    begun = sum(
        any(len(one.atoms) == 1 and one.atoms[0] == "a" and not one.bare for one in rows[at].labels) for at in own
    )
    if len(items) >= _RUNS and begun <= _BEGUN * len(items):
        for at, found in items.items():
            cuts.setdefault(at, []).extend(found)
    return tuple(piece for at, row in enumerate(rows) for piece in _cut(row, sorted(cuts.get(at, ()))))


def _items(row: BookRow) -> list[int]:
    """Where the members of a list begin within a paragraph, that of its beginning not counted; none for one alone."""
    one = row.paragraph
    if one is None or one.noise or one.contents:
        return []
    found: list[int] = []
    letter = "a" if any(label.atoms[-1] == "a" and not label.bare for label in row.labels) else ""
    roman = ""
    count = int(bool(letter))
    for match in _ITEM.finditer(one.text):
        value = match[1]
        if not (one.text.endswith(_ENDED, 0, match.start()) or (letter and value != "i" and match[2].isupper())):
            continue
        if roman and value in ROMANS and ROMANS.index(value) == ROMANS.index(roman) + 1:
            roman = value
        elif value == (chr(ord(letter) + 1) if letter else "a"):
            letter, roman = value, ""
        elif letter and value == "i":
            roman = value
        else:
            continue
        found.append(one.text.index("(", match.start()))
        count += 1
    return found if count > 1 else []


def _first_numbers(rows: Sequence[BookRow], own: range) -> Iterator[tuple[int, int]]:
    """(row, place) of first numbers within a paragraph, the next of which begins the paragraph behind it."""
    kept = [at for at in own if (one := rows[at].paragraph) is None or not one.noise]
    for at, behind in pairwise(kept):
        one, other = rows[at].paragraph, rows[behind].paragraph
        if (
            one is None
            or other is None
            or not any(label.atoms[0] == "2" and not label.bare for label in rows[behind].labels)
        ):
            continue
        sign = re.match(r"2([.):])", f"{other.label} {other.text}".strip())
        found = _FIRST_ITEM.search(one.text)
        if sign and found and found[1] == sign[1] and not any("1" in label.atoms for label in rows[at].labels):
            yield at, one.text.index("1", found.start())


def _cut(row: BookRow, places: Sequence[int]) -> Iterator[BookRow]:
    one = row.paragraph
    if one is None or not places:
        yield row
        return
    for start, stop in pairwise([0, *places, len(one.text)]):
        last = stop == len(one.text)
        anchors = tuple((at - start, key) for at, key in one.anchors if start <= at < stop or (last and at == stop))
        piece = replace(one, text=one.text[start:stop].rstrip(), anchors=anchors)
        if start:
            piece = replace(piece, label="", bold=0, lead=0)
        yield replace(
            row, block=replace(piece, bold=min(piece.bold, len(piece.text)), lead=min(piece.lead, len(piece.text)))
        )
