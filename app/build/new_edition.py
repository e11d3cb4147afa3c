"""The table to an edition that no table reaches: proposed from the words, kept in the library until it is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from app.build.alignment_weights import alignment_weights
from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.review import TableReview, write_review
from corpus.alignment.review_folder import ReviewFolder
from corpus.library import Library
from corpus.model import Expression
from corpus.own_texts import OwnTexts
from corpus.registry import ExpressionEntry
from parser.alignment.editions import EditionRow, compare_editions, edition_table, rows_from, rows_of
from parser.alignment.parallel import Pairing
from parser.alignment.propose import propose
from parser.citations.resolve import resolve


@dataclass(frozen=True)
class ProposedTable:
    """A table that nobody has read, and its rows as they were found."""

    review: TableReview
    rows: tuple[EditionRow, ...]

    @property
    def doubtful(self) -> tuple[EditionRow, ...]:
        """The rows at which a person should look first."""
        return tuple(row for row in self.rows if row.doubtful)


@dataclass(frozen=True)
class RenewedTable:
    """The table ``name`` after a mended file of its text: cases that are ``renewed``, how many a person has read.

    Rows that a person has read lead to the numbers ``unfit``, which the text has no more.
    """

    name: str
    renewed: tuple[str, ...]
    reviewed: int
    unfit: tuple[str, ...]


@dataclass(frozen=True)
class TablePlan:
    """What becomes of the number table of an added text: ``proposed``, ``renewed`` from the mended text, or neither.

    ``tables`` are all tables with that one; ``renewed`` is the new proposal and the table of the library renewed by it.
    """

    tables: Concordance
    proposed: ProposedTable | None = None
    renewed: tuple[TableReview, TableReview] | None = None

    @property
    def proposal(self) -> TableReview | None:
        """What is proposed from the text as it is now."""
        return self.renewed[0] if self.renewed else self.proposed.review if self.proposed else None

    def change(self, folder: ReviewFolder, text: Expression) -> RenewedTable | None:
        """What the renewed table says that the one of the library does not."""
        return _change(folder.open(self.renewed[1].name), self.renewed[1], text) if self.renewed else None

    @contextmanager
    def written(self, own: OwnTexts, folder: ReviewFolder, key: str) -> Iterator[None]:
        """The table is in the library within ``with``; where anything fails there, it is as it was."""
        before = folder.documents_of(self.renewed[0].name) if self.renewed else {}
        try:
            if self.proposed:
                own.save_table(self.proposed.review.name, write_review(self.proposed.review))
            if self.renewed:
                folder.renew(self.renewed[0], key)
            yield
        except BaseException:
            if self.proposed:
                own.remove_table(self.proposed.review.name)
            if self.renewed:
                folder.put_back(self.renewed[0].name, before)
            raise


def planned_table(
    text: Expression, entry: ExpressionEntry, others: Library, tables: Concordance, folder: ReviewFolder
) -> TablePlan:
    """What becomes of the table of a text as it was read, beside ``others``. Writes nothing.

    Raises ConcordanceFileError for a damaged table of the library.
    """
    if entry.work != "laws":
        return TablePlan(tables)
    if entry.edition not in tables.editions:
        proposed = proposed_table(text, others, tables)
        return TablePlan(Concordance((*tables.tables, proposed.review.table)) if proposed else tables, proposed)
    renewed = _renewed(text, others, tables, folder, entry.key)
    if renewed is None:
        return TablePlan(tables)
    kept = (one for one in tables.tables if f"{one.old}-{one.new}" != renewed[1].name)
    return TablePlan(Concordance((*kept, renewed[1].table)), renewed=renewed)


def _renewed(
    new: Expression, library: Library, tables: Concordance, folder: ReviewFolder, key: str
) -> tuple[TableReview, TableReview] | None:
    """(The table proposed from a mended file of the text ``key``, the one of the library renewed by it).

    None where no table of the library was proposed from that text. Nothing is written. Raises ConcordanceFileError.
    """
    today = store.shipped_registry().current_edition(new.work)
    name = table_name(new.edition, today)
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


def _change(before: TableReview, after: TableReview, new: Expression) -> RenewedTable:
    """What a renewed table says that it did not say before."""
    old = {case.key: case.rows for case in before.cases()}
    cases = after.cases()
    changed = tuple(case.key for case in cases if old.get(case.key) != case.rows)
    gone = tuple(old.keys() - {case.key for case in cases})
    numbers = {str(one.id) for one in new.walk()}
    reviewed = sum(case.is_reviewed for case in cases)
    return RenewedTable(
        after.name, (*changed, *sorted(gone)), reviewed, after.unfit(numbers, new.edition == after.editions[0])
    )


def proposed_table(new: Expression, library: Library, tables: Concordance) -> ProposedTable | None:
    """The table between today's edition and that of ``new``, from the older of the two to the newer; None where both
    are one, or no text of today is held. Today's is that which comes with Lovbro."""
    today = store.shipped_registry().current_edition(new.work)
    known = [one for one in library.of_work(new.work, today) if one.key != new.key]
    if not known or new.edition == today:
        return None
    # Its own citations are found as if it were of today: no table is needed for that.
    lone = resolve([replace(new, key=known[0].key, edition=today)], library.registry, tables, ())[0]
    same = next((one for one in known if one.language == new.language), None)
    is_older = new.edition < today
    if same is not None:
        rows = compare_editions(lone, same) if is_older else compare_editions(same, lone)
    else:
        pairing = Pairing.of(
            lone, known, {one.key: library.entry(one.key).wid or {} for one in known}, store.load_terms()
        )
        proposals = propose(pairing, alignment_weights())
        rows = (rows_from if is_older else rows_of)(proposals, pairing.target.keys)
    return ProposedTable(edition_table(rows, *sorted((today, new.edition))), rows)


def table_name(edition: str, today: str) -> str:
    """The name of the table between an edition and today's.

    >>> table_name("2003", "2017"), table_name("2027", "2017")
    ('2003-2017', '2017-2027')
    """
    return "-".join(sorted((edition, today)))
