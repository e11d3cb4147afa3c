"""The term table: what a thing is called in each language, where it is dealt with, and what must be known of the word.

``data/concordance/terms.csv`` is read here and nowhere else (``corpus.store.load_terms``). A language takes part when
the table has a column with its code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from corpus.ids import BadIdError, ProvisionId
from corpus.languages import CODES
from corpus.schema import FormatError, Loader

FALSE_FRIEND = "FALSE FRIEND"
TRAP = "TRAP"
_MARK = re.compile(rf"({FALSE_FRIEND}|{TRAP})[:,]\s*")


class TermError(FormatError):
    """The term table lacks a column or a cell, or a cell is wrong."""


@dataclass(frozen=True)
class Term:
    """A concept. ``names`` are the books' own words by language, ``also`` synonyms, inflections and everyday words.

    ``places`` are (expression key, provision id); an empty key means the laws in force. ``note`` is the English note as
    the table has it, ``notes`` the notes by language without the mark; ``warning`` is that mark: ``FALSE_FRIEND``,
    ``TRAP`` or empty.
    """

    key: str
    names: Mapping[str, tuple[str, ...]]
    also: Mapping[str, tuple[str, ...]]
    places: tuple[tuple[str, str], ...]
    note: str
    notes: Mapping[str, str]
    warning: str = ""

    def forms(self, language: str) -> tuple[str, ...]:
        """All names in a language, the books' own first; none for a language without a column."""
        return (*self.names.get(language, ()), *self.also.get(language, ()))

    @property
    def false_friend(self) -> bool:
        """True where the words look alike and mean different things."""
        return self.warning == FALSE_FRIEND


def read_terms(table: str) -> tuple[Term, ...]:
    """The rows of ``terms.csv``, in its order; comment lines begin with #. Raises TermError naming the row.

    >>> read_terms("concept,da,da_also,laws_2017,note\\npass,pas,passe,22; dbf-2008:30,TRAP: one s")[0].places
    (('', '22'), ('dbf-2008', '30'))
    """
    load = Loader("data/concordance/terms.csv", TermError)
    rows = load.records(table, ",", ("concept", "laws_2017", "note"))
    languages = [code for code in CODES if rows and code in rows[0][1]]
    load.demand((f"{code}_also" for code in languages), rows[0][1] if rows else {}, "line 1")
    terms: dict[str, Term] = {}
    for number, row in rows:
        term = _term(row, languages, load, f"line {number}")
        if not term.key or term.key in terms:
            raise load.fault("twice" if term.key else "absent", f"line {number}", expected="concept", found=term.key)
        terms[term.key] = term
    return tuple(terms.values())


def _term(row: Mapping[str, str], languages: list[str], load: Loader, line: str) -> Term:
    places = tuple(place_of(value) for value in cell_values(row["laws_2017"]))
    for _, place in places:
        try:
            ProvisionId.of(place)
        except BadIdError as error:
            raise load.fault("value", line, found=place, cause=str(error)) from error
    notes = {code: row.get("note" if code == "en" else f"note_{code}", "") for code in languages}
    mark = _MARK.match(row["note"])
    return Term(
        key=row["concept"],
        names={code: cell_values(row[code]) for code in languages},
        also={code: cell_values(row[f"{code}_also"]) for code in languages},
        places=places,
        note=row["note"],
        notes={code: _MARK.sub("", note, count=1) for code, note in notes.items()},
        warning=mark[1] if mark else "",
    )


def cell_values(cell: str) -> tuple[str, ...]:
    """The values of a cell, which semicolons separate.

    >>> cell_values("pas; pasmelding")
    ('pas', 'pasmelding')
    """
    return tuple(value.strip() for value in cell.split(";") if value.strip())


def place_of(address: str) -> tuple[str, str]:
    """(expression key, place) of a cell; without an expression its key is empty.

    >>> place_of("dbf-2008:212"), place_of("16C2")
    (('dbf-2008', '212'), ('', '16C2'))
    """
    key, _, place = address.rpartition(":")
    return key, place
