"""The table to an edition that no table reaches: proposed from the words, kept in the library until it is read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.review import TableReview
from corpus.alignment.review_folder import ReviewFolder
from corpus.library import Library
from corpus.model import Expression
from corpus.own_texts import OwnTexts
from parser.alignment.editions import EditionRow, compare_editions, edition_table, rows_of
from parser.alignment.parallel import Pairing
from parser.alignment.propose import Weights, propose
from parser.citations.resolve import resolve

WEIGHTS = "alignment-weights.tsv"


@dataclass(frozen=True)
class ProposedTable:
    """A table that nobody has read, and its rows as they were found."""

    review: TableReview
    rows: tuple[EditionRow, ...]

    @property
    def doubtful(self) -> tuple[EditionRow, ...]:
        """The rows at which a person should look first."""
        return tuple(row for row in self.rows if row.doubtful)

    def added_to(self, tables: Concordance) -> Concordance:
        """The tables with this one."""
        return Concordance((*tables.tables, self.review.table))


@dataclass(frozen=True)
class RenewedTable:
    """The table ``name`` after a mended file of its text: cases that are ``renewed``, how many a person has read.

    Rows that a person has read lead to the numbers ``unfit``, which the text has no more.
    """

    name: str
    renewed: tuple[str, ...]
    reviewed: int
    unfit: tuple[str, ...]


def renewed_table(
    new: Expression, library: Library, tables: Concordance, folder: ReviewFolder, key: str
) -> tuple[TableReview, TableReview] | None:
    """(The table proposed from a mended file of the text ``key``, the one of the library renewed by it).

    None where no table of the library was proposed from that text. Nothing is written. Raises ConcordanceFileError.
    """
    today = library.registry.current_edition(new.work)
    name = f"{today}-{new.edition}"
    if not folder.is_own(name) or (before := folder.proposal(name, key)) is None:
        return None
    proposed = proposed_table(new, library, tables)
    if proposed is None:
        return None
    proposal = proposed.review
    return proposal, folder.open(name).renewed(before, proposal)


def table_folder() -> ReviewFolder:
    """The tables of the library, over those that come with Lovbro."""
    return ReviewFolder(OwnTexts.open().tables, shipped_table)


def shipped_table(name: str) -> str | None:
    """The text of a table that comes with Lovbro; None where there is none of that name."""
    return store.load_concordance(name) if name in store.concordance_names() else None


def with_table(tables: Concordance, review: TableReview) -> Concordance:
    """The tables with this one in place of the one of its name."""
    return Concordance((*(one for one in tables.tables if f"{one.old}-{one.new}" != review.name), review.table))


def table_change(before: TableReview, after: TableReview, new: Expression) -> RenewedTable:
    """What a renewed table says that it did not say before."""
    old = {case.key: case.rows for case in before.cases()}
    cases = after.cases()
    changed = tuple(case.key for case in cases if old.get(case.key) != case.rows)
    gone = tuple(old.keys() - {case.key for case in cases})
    numbers = {str(one.id) for one in new.walk()}
    reviewed = sum(case.is_reviewed for case in cases)
    return RenewedTable(after.name, (*changed, *sorted(gone)), reviewed, after.unfit(numbers))


def proposed_table(new: Expression, library: Library, tables: Concordance) -> ProposedTable | None:
    """The table from today's edition to that of ``new``; None where today's is not older, or no text of it is held."""
    today = library.registry.current_edition(new.work)
    known = [one for one in library.of_work(new.work, today) if one.key != new.key]
    if not known or new.edition <= today:
        return None
    # Its own citations are found as if it were of today: no table is needed for that.
    lone = resolve([replace(new, key=known[0].key, edition=today)], library.registry, tables, ())[0]
    same = next((one for one in known if one.language == new.language), None)
    if same is not None:
        rows = compare_editions(same, lone)
    else:
        pairing = Pairing.of(
            lone, known, {one.key: library.entry(one.key).wid or {} for one in known}, store.load_terms()
        )
        proposals = propose(pairing, Weights.read(store.load_lexicon(WEIGHTS)))
        rows = rows_of(proposals, pairing.target.keys)
    return ProposedTable(edition_table(rows, today, new.edition), rows)
