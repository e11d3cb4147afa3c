"""To which open provision a paragraph without label belongs: by its left edge where edges tell, else by the list
around it.

A list that goes on below a paragraph keeps it; only the words behind a list may close it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parser.documents.stream import StreamParagraph, StreamTable
from parser.recognition.rows import BookRow
from parser.recognition.sequence import Path, RowReading, common_length

_TOLERANCE = 4.0  # points by which left edges of one depth may differ


@dataclass(frozen=True)
class Owner:
    """The provision that a row belongs to, and those that were possible too; ``sure``: an edge or the list decided."""

    path: Path
    sure: bool
    others: tuple[Path, ...] = ()


def owners(
    rows: Sequence[BookRow], readings: Sequence[RowReading | None], plain: Sequence[int], headed: Mapping[Path, bool]
) -> dict[int, Owner]:
    """The owner of each of the rows ``plain``; ``headed`` says which provisions have a heading."""
    out: dict[int, Owner] = {}
    wanted = set(plain)
    edges: dict[Path, float] = {}
    labels: dict[Path, float] = {}
    words: dict[Path, float] = {}  # where the words below a label stand that has none beside it
    closed: Path | None = None
    last: int | None = None
    bare = False  # the last label stood alone on its line: what comes next is its words
    for at, reading in enumerate(readings):
        if reading is None:
            continue
        if reading.label is not None:
            one = rows[at].paragraph
            edges[reading.path] = (one.hang if len(reading.path) == 1 else one.indent) if one is not None else 0.0
            labels[reading.path] = one.hang if one is not None else 0.0
            closed, last, bare = None, at, not rows[at].words_after(reading.label)
        elif at in wanted:
            path = closed if closed is not None else reading.path
            found = _owner(
                rows,
                readings,
                at,
                path,
                headed,
                (edges, labels, words),
                follows_label=last == at - 1 and (bare or headed.get(path, False)),
            )
            out[at] = found
            closed = found.path
            if found.sure and last == at - 1 and isinstance(block := rows[at].block, StreamParagraph):
                words.setdefault(found.path, block.indent)
    return out


def _owner(
    rows: Sequence[BookRow],
    readings: Sequence[RowReading | None],
    at: int,
    path: Path,
    headed: Mapping[Path, bool],
    columns: tuple[Mapping[Path, float], Mapping[Path, float], Mapping[Path, float]],
    follows_label: bool,
) -> Owner:
    following = next((r for r in readings[at + 1 :] if r is not None and r.label is not None), None)
    lowest = common_length(path, following.path) + 1 if following is not None and following.path[0] == path[0] else 1
    possible = [path[:depth] for depth in range(min(lowest, len(path)), len(path) + 1)]
    if len(possible) == 1 or follows_label:
        return Owner(path, True)
    block = rows[at].block
    edges, labels, words = columns
    edge = block.indent if isinstance(block, StreamParagraph) else None
    known = [one for one in possible if edges.get(one, -1.0) >= 0]
    if edge is not None and len({round(edges[one] / _TOLERANCE) for one in known}) == len(known) > 1:
        # Below the words of its provision, or below the label of it, which may be the column of words of the one above.
        off = {
            one: min(
                abs(words.get(one, edges[one]) - edge), abs(edges[one] - edge), abs(labels[one] - edge) + _TOLERANCE
            )
            for one in known
        }
        best = min(known, key=lambda one: off[one])
        return Owner(best, off[best] < _TOLERANCE, tuple(one for one in possible if one != best))
    if isinstance(block, StreamTable):
        return Owner(path, True)
    # No edge tells: words behind the last item of a list close the list, words below a heading belong to it.
    likely = path if headed.get(path, False) else path[:-1] if path[:-1] in possible else path
    return Owner(likely, False, tuple(one for one in possible if one != likely))
