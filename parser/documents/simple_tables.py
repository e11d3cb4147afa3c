"""Tables that Markdown sets by blanks and lines of dashes (pandoc's simple tables), in the form with bars."""

from __future__ import annotations

import re
from collections.abc import Sequence

_DASHES = re.compile(r"[ \t]*-{2,}(?:[ \t]+-{2,})+[ \t]*")
_COLUMN = re.compile(r"-{2,}")


def with_bars(text: str) -> str:
    r"""The text with such tables in the form with bars; no line moves.

    A line of dashes in several pieces says where the columns are. The line above it heads the table; without one the
    table has no head, and a further line of dashes, or an empty line, ends it.

    >>> print(with_bars("Ord\n\n  KP    8    10\n  ----  ---  ---\n  15    0-1  0-2\n\nOrd"))
    Ord
    <BLANKLINE>
    |KP|8|10|
    |---|---|---|
    |15|0-1|0-2|
    <BLANKLINE>
    Ord
    """
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        if not _DASHES.fullmatch(lines[at]) or at == 0:
            at += 1
            continue
        starts = [match.start() for match in _COLUMN.finditer(lines[at])]
        stop = next((n for n in range(at + 1, len(lines)) if not lines[n].strip() or _DASHES.fullmatch(lines[n])), None)
        if stop is None or stop == at + 1 or "|" in "".join(lines[at - 1 : stop]):
            at += 1
            continue
        # Without a head the empty line above makes room for one.
        lines[at - 1] = _row(lines[at - 1], starts)
        lines[at] = "|" + "---|" * len(starts)
        lines[at + 1 : stop] = [_row(line, starts) for line in lines[at + 1 : stop]]
        if _DASHES.fullmatch(lines[stop]):
            lines[stop] = ""
        at = stop + 1
    return "\n".join(lines)


def _row(line: str, starts: Sequence[int]) -> str:
    stops = [*starts[1:], max(len(line), starts[-1])]
    first = (0, stops[0]), *zip(starts[1:], stops[1:], strict=True)
    return "|" + "".join(f"{line[start:stop].strip()}|" for start, stop in first)
