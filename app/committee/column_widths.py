"""How wide the columns of a table in a Word file are, by what stands in them: Word gives all the same width."""

from __future__ import annotations

from collections.abc import Sequence

# Widths in ems of the usual serifs, as bold, which is the wider.
_NARROW, _LETTER, _CAPITAL, _WIDE = 0.32, 0.5, 0.72, 0.92
_NARROW_SIGNS, _WIDE_SIGNS = frozenset("ijlftrI .,:;!'|/()[]-’\N{NO-BREAK SPACE}"), frozenset("mwMW%@–—")
_LONGEST_WORD = 13.0  # ems; a longer word is broken


def text_width(words: str) -> float:
    """About how wide the words are on one line, in ems.

    >>> text_width("ill"), text_width("Nord")
    (0.96, 2.04)
    """
    return round(sum(map(_sign_width, words)), 2)


def column_widths(rows: Sequence[Sequence[str]], room: float, padding: float) -> list[float]:
    """The width of each column in ems, together at most ``room``; ``padding`` is what the edges of a cell take.

    Each has its longest word at least. What is left goes to the narrowest first, which then stand on one line, and the
    widest share the rest. A table of little words is not drawn out.

    >>> column_widths([("Dato", "7. marts"), ("Formand", "Ib")], 40, 1)
    [4.96, 4.7]
    """
    count = max(len(row) for row in rows)
    lines = [[line for row in rows if n < len(row) for line in row[n].splitlines()] for n in range(count)]
    whole = [max(map(text_width, column), default=1.0) + padding for column in lines]
    words = [max((text_width(word) for line in column for word in line.split()), default=1.0) for column in lines]
    least = [min(word, _LONGEST_WORD) + padding for word in words]
    if sum(least) >= room:
        return [room * width / sum(least) for width in least]
    given, spare = list(least), room - sum(least)
    for left, n in zip(range(count, 0, -1), sorted(range(count), key=lambda n: whole[n] - least[n]), strict=True):
        more = max(min(whole[n] - least[n], spare / left), 0.0)
        given[n], spare = round(least[n] + more, 2), spare - more
    return given


def _sign_width(sign: str) -> float:
    if sign in _NARROW_SIGNS:
        return _NARROW
    if sign in _WIDE_SIGNS:
        return _WIDE
    return _CAPITAL if sign.isupper() or not (sign.isalnum() or sign.isascii()) else _LETTER
