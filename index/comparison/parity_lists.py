"""The parity report without what is noise one by one: what recurs at many rules becomes one line with their places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace

from index.comparison.parity import FindingKey, ParityFinding, ParityKind

HABIT = 5
"""A reference that one text leaves out at so many rules is how its translators cite, not a fault of each rule."""
FEDERATION = "(federation)"
_SIDES = (0, 1)
CitingHabit = tuple[str, str, int, str]
"""The two texts, which of them cites (0 or 1), and the target that the other leaves out."""


def citing_habits(findings: Iterable[ParityFinding]) -> frozenset[CitingHabit]:
    """The targets that only one of two texts cites at ``HABIT`` rules or more."""
    rows: defaultdict[CitingHabit, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.kind == "reference":
            for side, targets in zip(_SIDES, (finding.one_has, finding.other_has), strict=True):
                for target in targets:
                    rows[finding.one, finding.other, side, target].add(finding.row)
    return frozenset(habit for habit, at in rows.items() if len(at) >= HABIT)


def condensed(
    findings: Iterable[ParityFinding], habits: Collection[CitingHabit], kept: Collection[FindingKey] = ()
) -> tuple[ParityFinding, ...]:
    """The findings without numbers, and behind them a line for each habit and for the notes of a federation.

    Numbers differ where one text writes "de fire spillere" and the other "spelarna". A line is a ``reference-habit``
    (row ``cites:12C1``) or a ``federation-note`` (row ``notes:federation``); what a text has are the places, as rows.
    A finding whose key is in ``kept``, since a person judged it, is left as it is.
    """
    out: list[ParityFinding] = []
    lines: defaultdict[tuple[str, ParityKind, str, str], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for finding in findings:
        if finding.key in kept:
            out.append(finding)
        elif finding.kind != "number":
            left: list[tuple[str, ...]] = []
            for side, has in zip(_SIDES, (finding.one_has, finding.other_has), strict=True):
                folded = {item: line for item in has if (line := _line(finding, side, item, habits))}
                for row, kind in dict.fromkeys(folded.values()):
                    lines[row, kind, finding.one, finding.other][side].append(finding.row)
                left.append(tuple(item for item in has if item not in folded))
            if any(left):
                out.append(replace(finding, one_has=left[0], other_has=left[1]))
    for (row, kind, one, other), (mine, theirs) in lines.items():
        out.append(ParityFinding(row, kind, one, other, tuple(mine), tuple(theirs)))
    return tuple(out)


def _line(
    finding: ParityFinding, side: int, item: str, habits: Collection[CitingHabit]
) -> tuple[str, ParityKind] | None:
    """The row and kind of the line that an item of a finding belongs to."""
    if finding.kind == "reference" and (finding.one, finding.other, side, item) in habits:
        return f"cites:{item}", "reference-habit"
    if finding.kind == "note" and item.endswith(FEDERATION):
        return "notes:federation", "federation-note"
    return None
