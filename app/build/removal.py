"""A text that is taken out of the library: its files go, what a person did about it waits until it is added again."""

from __future__ import annotations

from dataclasses import dataclass

from app.build.addition import demand_text
from app.build.new_edition import table_folder
from corpus import store
from corpus.own_texts import OwnTexts
from corpus.schema import FormatError


@dataclass(frozen=True)
class RemovedText:
    """What waits of a text that was taken out: decisions, and tables with how many of their numbers are reviewed."""

    decisions: int
    tables: tuple[tuple[str, int], ...]


def remove_text(key: str) -> RemovedText:
    """Take a text out of the library, be it damaged; what a person did about it waits until it is added again.

    Its decisions and the tables of an edition that no text has any more are set aside. Raises AdditionError, OSError.
    """
    own = OwnTexts.open()
    demand_text(key, own.path, own.all_keys())
    own.remove(key)
    try:
        decisions = len(own.decisions(key))
    except FormatError:
        decisions = 0  # a damaged record waits as it is
    folder = table_folder()
    tables = []
    for name in _tables_of_nobody(own):
        try:
            reviewed = sum(case.is_reviewed for case in folder.open(name).cases())
        except FormatError:
            reviewed = 0
        folder.set_aside(name)
        tables.append((name, reviewed))
    return RemovedText(decisions, tuple(tables))


def _tables_of_nobody(own: OwnTexts) -> tuple[str, ...]:
    """The tables of the library to editions that no text has or cites; none where a damaged text may."""
    held = {edition for table in store.shipped_tables().tables for edition in (table.old, table.new)}
    try:
        for one in own.all_keys():
            block = own.block(one)["expression"][0]
            held |= {block["edition"], block["cites"]}
    except (FormatError, LookupError, TypeError):
        return ()
    return tuple(name for name in own.table_names() if not held.issuperset(name.split("-")))
