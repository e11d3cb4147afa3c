"""A concordance table as readers use it: one entry a rule, in book order, and what leads over the editions between."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from corpus.alignment.concordance import Concordance, ConcordanceTable, agree
from corpus.alignment.table_row import NOTE, ConcordanceRow, Relation
from corpus.ids import ProvisionId


@dataclass(frozen=True)
class ConcordanceEntry:
    """A rule of the older edition with all the places it went to; without ``old`` a rule that the newer one added."""

    old: str
    rows: tuple[ConcordanceRow, ...]

    @property
    def relation(self) -> Relation:
        """What became of the older number, as its first row has it."""
        return self.rows[0].relation

    @property
    def revised(self) -> bool:
        """True when what the rule orders changed, wherever it went."""
        return any(row.revised for row in self.rows)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of change under which the entry is found: where it went, and ``revised`` when its content changed.

        ``same`` is a rule that changed in neither.
        """
        where = self.rows[0].place
        return (*((where,) if where != "same" or not self.revised else ()), *(("revised",) if self.revised else ()))

    @property
    def place(self) -> str:
        """The number by which the entry is found in the book; a footnote is at its provision."""
        return (self.old or self.rows[0].new).removesuffix(NOTE)

    @property
    def footnote(self) -> bool:
        """True for the number of a footnote."""
        return self.old.endswith(NOTE)

    @property
    def homes(self) -> tuple[str, ...]:
        """The newer numbers, in the order of the table."""
        return tuple(row.new for row in self.rows if row.new)

    @property
    def unsure(self) -> bool:
        """True when any row is in doubt."""
        return any(row.unsure for row in self.rows)

    @property
    def notes(self) -> tuple[str, ...]:
        """What editors wrote beside its rows, each note once."""
        return tuple(dict.fromkeys(row.note for row in self.rows if row.note))

    @cached_property
    def sort_key(self) -> tuple[object, ...]:
        """Law by law: the rules of the older edition, then what the newer one added under that number."""
        place = ProvisionId.of(self.place)
        return (ProvisionId.of(place.law).sort_key, not self.old, place.sort_key, self.footnote)

    def at(self, place: str, *, newer: bool) -> bool:
        """True when the entry is at a place of the older or of the newer edition, or below it."""
        own = self.homes if newer else [self.old.removesuffix(NOTE)] if self.old else []
        return any(ProvisionId.of(place).contains(ProvisionId.of(one)) for one in own)


@dataclass(frozen=True)
class IndirectPassage:
    """From one edition to another (``ends``) over the numbers of one between (``via``, ``halfway``).

    ``agrees`` is False where the table that joins the two directly leads to other rules; ``unsure`` where the numbers
    of the edition between are in doubt.
    """

    via: str
    halfway: tuple[str, ...]
    ends: tuple[str, ...]
    agrees: bool
    unsure: bool


def entries(table: ConcordanceTable) -> tuple[ConcordanceEntry, ...]:
    """The rules of a table in book order: ``81C2`` before ``81C10``."""
    olds: dict[str, list[ConcordanceRow]] = {}
    news: dict[str, list[ConcordanceRow]] = {}
    for row in table.rows:
        (olds if row.old else news).setdefault(row.old or row.new, []).append(row)
    found = [ConcordanceEntry(rows[0].old, tuple(rows)) for group in (olds, news) for rows in group.values()]
    return tuple(sorted(found, key=lambda entry: entry.sort_key))


def merged_with(table: ConcordanceTable, entry: ConcordanceEntry) -> tuple[str, ...]:
    """The other rules that went with a merged one into the same place."""
    if entry.relation != "merged":
        return ()
    beside = (row.old for row in table.rows if row.new in entry.homes and row.relation == "merged")
    return tuple(old for old in dict.fromkeys(beside) if old != entry.old)


def indirect_passages(
    concordance: Concordance, edition_from: str, place: str, edition_to: str
) -> tuple[IndirectPassage, ...]:
    """From a place to another edition over each edition between, without the table that joins the two directly."""
    straight = concordance.forward(edition_from, place, edition_to).ids
    found = []
    for via in concordance.between(edition_from, edition_to):
        first = concordance.forward(edition_from, place, via)
        halfway, ends = concordance.over(edition_from, place, via, edition_to)
        # A part that the table does not list is in doubt; a part of what was dropped was dropped.
        found.append(
            IndirectPassage(via, halfway, ends, agree(straight, ends), first.unsure and bool(halfway or not first.part))
        )
    return tuple(found)
