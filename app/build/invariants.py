"""What every build must hold, whatever the sources: no law, no provision and no row is lost in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.alignment.concordance import Concordance, ConcordanceTable
from corpus.alignment.rows import Alignment
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression
from corpus.paths.faults import path_faults
from corpus.paths.ruling_path import RulingPath, TableSituations


class InvariantError(ValueError):
    """Sources that contradict each other; nothing was written."""


@dataclass(frozen=True)
class LostRows:
    """Provisions that the stored alignment has in a row and a new one has not, in the order of the stored one."""

    places: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        shown = ", ".join(f"{expression}:{place}" for expression, place in self.places[:3])
        more = ", ..." if len(self.places) > 3 else ""
        return f"{len(self.places)} provisions would lose their row ({shown}{more})"


def demand_all_laws(expression: Expression, concordance: Concordance) -> None:
    """Raises InvariantError where a text of the laws lacks a law that the tables have in its edition."""
    held = {law.id.law for law in expression.laws}
    missing = {ProvisionId.of(place) for place in concordance.numbers(expression.edition) if place not in held}
    if expression.work == "laws" and (laws := sorted(place for place in missing if place.parent is None)):
        raise InvariantError(f"{expression.key}: data/concordance has law {laws[0]}, which the text has not")


def demand_all_rows(library: Library, concordance: Concordance) -> None:
    """Every provision of an edition has a row in each table of it, or is above or under one that has; "new" and
    "dropped" are rows. Raises InvariantError naming the first that has none: a table that was cut off.
    """
    for table in concordance.tables:
        for expression in library.expressions:
            if expression.work == "laws" and expression.edition in (table.old, table.new):
                for place in _without_row(library, expression, table):
                    name = f"data/concordance/{table.old}-{table.new}.csv"
                    raise InvariantError(f"{name} has no row for {place}, which {expression.key} has: is it cut off?")
    _demand_same_laws(concordance)


def demand_sound_paths(
    library: Library, situations: TableSituations, paths: Sequence[RulingPath], reviewed: Mapping[str, str]
) -> None:
    """Raises InvariantError naming the first fault of the ruling paths, and how many there are."""
    if faults := path_faults(situations, paths, library, reviewed):
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise InvariantError(f"{faults[0]}{more}")


def lost_rows(stored: Alignment, made: Alignment, kept: Iterable[str]) -> LostRows | None:
    """What of the expressions that are ``kept`` stood in a row and does not any more; None when nothing is lost."""
    found = {(cell.expression, cell.id) for row in made.rows for cell in row.cells}
    still = set(kept)
    had = ((cell.expression, cell.id) for row in stored.rows for cell in row.cells if cell.expression in still)
    lost = tuple(place for place in had if place not in found)
    return LostRows(lost) if lost else None


def _without_row(library: Library, expression: Expression, table: ConcordanceTable) -> Iterator[str]:
    listed = _listed(table)[expression.edition]
    near = listed | {str(ProvisionId(place.parts[:n])) for place in map(ProvisionId.of, listed) for n in range(1, 6)}
    for provision in expression.walk():
        place = ProvisionId.of(library.wid(expression.key, str(provision.id)))
        above = (str(ProvisionId(place.parts[:n])) for n in range(1, len(place.parts)))
        if str(place) not in near and not any(one in listed for one in above):
            yield str(place)


def _demand_same_laws(concordance: Concordance) -> None:
    """A table names every law of the edition it begins with that another table has: no text of 2007 is held that could
    show a table cut off.
    """
    for table in concordance.tables:
        others = {law for one in concordance.tables for law in _laws(one, table.old)}
        if missing := sorted(others - _laws(table, table.old), key=lambda law: ProvisionId.of(law).sort_key):
            name = f"data/concordance/{table.old}-{table.new}.csv"
            raise InvariantError(
                f"{name} has no law {missing[0]}, which another table of {table.old} has: is it cut off?"
            )


def _laws(table: ConcordanceTable, edition: str) -> set[str]:
    return {ProvisionId.of(place).law for place in _listed(table).get(edition, ())}


def _listed(table: ConcordanceTable) -> Mapping[str, set[str]]:
    """The numbers that a table names, by edition; a footnote stands for its provision."""
    old = {row.old.rstrip("*") for row in table.rows if row.old}
    return {table.old: old, table.new: {row.new.rstrip("*") for row in table.rows if row.new}}
