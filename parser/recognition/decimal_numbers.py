"""Books that write whole numbers as figures alone: "16.3.2.1" for § 16 C 2 a, "16.3" above it.

The letters are those of the scheme in which all texts are numbered (``corpus.ids.Level``): the second figure is a
capital, the third stays, the fourth is a small letter, the fifth a roman. No single number tells this; a book does in
which paragraphs begin with such numbers, nearly always a higher one than the one before, and hardly ever with a letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from corpus.ids import ProvisionId
from parser.recognition.rows import BookRow
from parser.recognition.sequence import Path
from parser.recognition.words import SHORT_FORM

_ENOUGH, _LAWS = 12, 3  # numbers, and laws that have any, which make such a book
_HEADING = 120  # characters
_RISING = 0.9  # of the numbers, those that are higher than the one before
_LETTERS = 0.2  # the most letters that begin paragraphs, beside each number


def with_decimal_numbers(rows: Sequence[BookRow]) -> tuple[BookRow, ...]:
    """The rows, in such a book with the numbers that they begin with read as decimal ones."""
    told = [replace(row, decimal=True) for row in rows]
    paths = [_path(row) for row in told]
    whole = [path for path in paths if len(path) > 1]
    if len(whole) < _ENOUGH or len({path[0] for path in whole}) < _LAWS:
        return tuple(rows)
    keys = [ProvisionId(path).sort_key for path in whole]
    rising = sum(a < b for a, b in pairwise(keys))
    if rising < _RISING * (len(keys) - 1) or sum(map(_is_lettered, rows)) > _LETTERS * len(whole):
        return tuple(rows)
    decimal = _decimal_rows(rows, paths)
    return tuple(told[at] if at in decimal else row for at, row in enumerate(rows))


def _path(row: BookRow) -> Path:
    """The number that a row begins with, read as a decimal one; () for none."""
    one = row.paragraph
    return row.labels[0].atoms if one is not None and not one.contents and row.labels else ()


def _is_lettered(row: BookRow) -> bool:
    """True for a paragraph that begins with a letter in capitals, or a whole number that has one."""
    return any(atom.isupper() and atom.isalpha() and not label.bare for label in row.labels for atom in label.atoms[:2])


def _decimal_rows(rows: Sequence[BookRow], paths: Sequence[Path]) -> frozenset[int]:
    """The rows with such a number, and those of laws above them: headings that begin with numbers up to theirs."""
    found: set[int] = set()
    last, heads = "", list[tuple[int, str]]()
    for at, path in enumerate(paths):
        if len(path) == 1 and _may_head(rows[at]):
            heads.append((at, path[0]))
        elif len(path) > 1 and path[0] != last:
            found.update(_rising(heads, last, path[0]))
            last, heads = path[0], []
        if len(path) > 1:
            found.add(at)
    following = str(int(last.lstrip("X")) + 1)
    return frozenset(found.union(_rising(heads, last, following)))


def _may_head(row: BookRow) -> bool:
    words = row.words_after(row.labels[0])
    return len(words) < _HEADING and (words[-1:] not in tuple(".:;,") or SHORT_FORM.search(words) is not None)


def _rising(heads: Sequence[tuple[int, str]], last: str, law: str) -> Iterator[int]:
    """From below upwards, the rows of laws behind ``last`` whose numbers go up to ``law``."""
    above = ""
    for at, number in reversed(heads):
        is_below = _is_before(number, above) if above else number == law or _is_before(number, law)
        if is_below and (not last or _is_before(last, number)):
            above = number
            yield at


def _is_before(one: str, other: str) -> bool:
    return ProvisionId((one,)) < ProvisionId((other,))
