"""The edition drill: how well the table between two editions of one language is proposed.

    python -m tests.accuracy.edition_drill [--seed N]... [--held-out] [--losses]

An invented edition (``tests.support.invented_edition``) is laid beside da-2017. Nothing was tuned on the seeds of
``--held-out``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from corpus import store
from corpus.library import Library
from corpus.model import Expression
from parser.alignment.editions import EditionRow, compare_editions
from parser.citations.resolve import resolve
from tests.support.invented_edition import InventedEdition, invented_edition

SEEDS, HELD_OUT = (2027, 11, 7, 19, 42), (101, 202, 303)
TEXT, RULES = "da-2017", "dbf-2008"
PLACES, CHANGES = 0.97, 0.95


@dataclass(frozen=True)
class Drill:
    """Pairs proposed, pairs of the script and pairs in both; the same of changed pairs; faults not marked doubtful.

    ``carried`` of ``cited`` citations in DBf's rules lead where the script says, or are marked doubtful.
    """

    proposed: int
    known: int
    right: int
    told: int
    changed: int
    both: int
    cited: int
    carried: int
    doubtful: int
    faults: tuple[str, ...]
    doubts: tuple[str, ...]

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.proposed + self.known)

    @property
    def precision(self) -> float:
        return self.both / self.told if self.told else 1.0

    @property
    def recall(self) -> float:
        return self.both / self.changed if self.changed else 1.0

    @property
    def good(self) -> bool:
        """True when every bound of the drill is held."""
        exact = not self.faults and self.carried == self.cited
        return self.f1 >= PLACES and min(self.precision, self.recall) >= CHANGES and exact

    def __str__(self) -> str:
        return (
            f"places F1 {self.f1:.4f} ({self.right} of {self.proposed} proposed, {self.known} known)  "
            f"changed P {self.precision:.3f} R {self.recall:.3f} ({self.both} of {self.changed})  "
            f"DBf {self.carried}/{self.cited}  doubtful rows {self.doubtful}  unmarked faults {len(self.faults)}"
        )


def drill(library: Library, seed: int) -> Drill:
    """Make the edition of a seed, propose its table, compare."""
    old = library[TEXT]
    edition = invented_edition(old, seed)
    rows = compare_editions(old, with_references(edition.expression, library))
    return judged(rows, edition, library)


def with_references(new: Expression, library: Library) -> Expression:
    """The new text with what it cites in itself."""
    lone = replace(new, key=TEXT, edition="2017")
    return resolve([lone], library.registry, store.load_tables(), ())[0]


def judged(rows: tuple[EditionRow, ...], edition: InventedEdition, library: Library) -> Drill:
    """The rows beside what the script did."""
    known = {(old, new) for old, news in edition.became.items() for new in news}
    proposed = {(row.old, row.new): row for row in rows if row.old and row.new}
    told = {pair for pair, row in proposed.items() if row.revised}
    changed = edition.revised
    faults = tuple(_faults(rows, edition, known))
    cited = [
        place
        for reference in library[RULES].references
        for target in reference.targets
        if target.work == "laws"
        for place in reference.current
        if place in edition.became
    ]
    by_old: dict[str, list[EditionRow]] = {}
    for row in rows:
        by_old.setdefault(row.old, []).append(row)
    carried = sum(
        {row.new for row in by_old.get(place, ()) if row.new} == set(edition.became[place])
        or any(row.doubtful for row in by_old.get(place, ()))
        for place in cited
    )
    doubts = tuple(f"{row.old} -> {row.new} {row.place} {row.confidence:.2f}" for row in rows if row.doubtful)
    return Drill(
        len(proposed),
        len(known),
        len(known & proposed.keys()),
        len(told),
        len(changed),
        len(told & changed),
        len(cited),
        carried,
        len(doubts),
        faults,
        doubts,
    )


def _faults(rows: tuple[EditionRow, ...], edition: InventedEdition, known: set[tuple[str, str]]) -> Iterator[str]:
    """What is wrong in a row that is not marked doubtful."""
    for row in rows:
        if row.doubtful:
            continue
        if row.old and row.new and (row.old, row.new) not in known:
            yield f"{row.old} -> {row.new} ({row.confidence:.2f}), where it is {edition.became[row.old]}"
        elif not row.new and edition.became[row.old]:
            yield f"{row.old} dropped, where it is {edition.became[row.old]}"
        elif not row.old and row.new not in edition.added:
            yield f"{row.new} new, where it was {[o for o, news in edition.became.items() if row.new in news]}"
        elif row.old and row.new and row.revised != ((row.old, row.new) in edition.revised):
            yield f"{row.old} -> {row.new} {'' if row.revised else 'not '}told as changed"


def main() -> int:
    """Print a line a seed; 1 where a bound is not held."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, action="append")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--losses", action="store_true")
    wanted = parser.parse_args()
    library = store.load_library()
    failed = 0
    for seed in wanted.seed or (HELD_OUT if wanted.held_out else SEEDS):
        found = drill(library, seed)
        failed += not found.good
        print(f"{seed:6} {'  ' if found.good else '! '}{found}", flush=True)
        if wanted.losses:
            print("\n".join(f"         {fault}" for fault in found.faults))
            print("\n".join(f"         doubtful: {doubt}" for doubt in found.doubts[:40]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
