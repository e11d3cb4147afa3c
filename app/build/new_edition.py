"""The table to an edition that no table reaches: proposed from the words, kept in the library until it is read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.concordance_files import read_table
from corpus.library import Library
from corpus.model import Expression
from parser.alignment.editions import EditionRow, compare_editions, edition_table, rows_of
from parser.alignment.parallel import Pairing
from parser.alignment.propose import Weights, propose
from parser.citations.resolve import resolve

WEIGHTS = "alignment-weights.tsv"


@dataclass(frozen=True)
class ProposedTable:
    """A table by its name (``2017-2027``), its rows and its text."""

    name: str
    rows: tuple[EditionRow, ...]
    text: str

    @property
    def doubtful(self) -> tuple[EditionRow, ...]:
        """The rows at which a person should look first."""
        return tuple(row for row in self.rows if row.doubtful)

    def added_to(self, tables: Concordance) -> Concordance:
        """The tables with this one."""
        return Concordance((*tables.tables, read_table(self.name, self.text)))


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
    return ProposedTable(f"{today}-{new.edition}", rows, edition_table(rows, today, new.edition))
