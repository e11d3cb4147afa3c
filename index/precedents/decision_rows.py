"""What the index of decisions keeps of each: its tables in SQL, the rows of a decision, and filters as conditions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, NamedTuple

from corpus.precedents.decision import DECISIVE, CitationFinding, Decision, DecisionHead
from corpus.stemming import stem
from index.precedents.filters import STEMMED, TELLABLE, DecisionFilter, searched_text, written_words

FORMAT = "2"
"""Changes with the tables below, with ``DecisionHead`` and ``folded``: an index of another format is made again."""

_UNANIMITY = {True: "yes", False: "no", None: ""}
HEAD = tuple(field.name for field in fields(DecisionHead))
TABLES = """
create table about (name text primary key, value text);
create table cases (id integer primary key autoincrement, key text unique, stamp text, damaged integer, sort integer,
  year text, folded_number text, number text, name text, language text, instance text, played text, event text,
  outcome text, unanimous text, deposit text, laws_edition text, basis text, invented integer, problems text,
  summary text);
create index newest on cases (damaged, sort, key);
create index counted on cases (damaged, year, outcome, unanimous, deposit, instance, invented, sort);
create index numbered on cases (folded_number);
create table citations (id integer, n integer, work text, own text, cited text, printed text, finding text,
  decisive integer, primary key (id, n)) without rowid;
create index citing on citations (work, own, cited);
create virtual table searched using fts5 (
  words, content='', tokenize='ascii', detail='none', columnsize=0, prefix='1 2 3'
);
"""
Row = tuple[Any, ...]
STEM = "\N{CURRENCY SIGN}"
"""Begins an indexed word that is a stem: no word of a text has it."""


class RegisterNumber(NamedTuple):
    """A number as decisions cite it: of a work, in the edition of their own; empty where that is unknown."""

    work: str
    edition: str
    cited: str


class IndexedCitation(NamedTuple):
    """A citation; ``case`` numbers its decision, ``decisive`` is True for one where cases are decided, not argued."""

    case: int
    number: RegisterNumber
    printed: str
    finding: CitationFinding
    decisive: bool


@dataclass(frozen=True)
class Dialect:
    """What a kind of database calls things. ``numbers`` and ``wanted`` are queries whose one value is a list in JSON:
    the numbers in it, and its rows of four texts as ``work, own, cited, named``. ``match`` gives the condition on
    ``cases`` and its value for a word typed, as ``written_words`` has it, each.
    """

    numbers: str
    wanted: str
    match: Callable[[list[tuple[str, str]]], tuple[str, str]]


def _fts5(words: list[tuple[str, str]]) -> tuple[str, str]:
    # Words of letters and digits alone: nothing in them is syntax between quotation marks.
    terms = []
    for word, written in words:
        stems = sorted({stem(written, language) for language in STEMMED}) if written else []
        terms.append(" OR ".join((f'"{word}"*', *(f'"{STEM}{one}"' for one in stems))))
    query = " AND ".join(f"({term})" for term in terms)
    return "cases.id in (select rowid from searched where searched match ?)", query


SQLITE = Dialect(
    "select value from json_each(?)",
    "select json_extract(value, '$[0]') as work, json_extract(value, '$[1]') as own, "
    "json_extract(value, '$[2]') as cited, json_extract(value, '$[3]') as named from json_each(?)",
    _fts5,
)


def condition(only: DecisionFilter, dialect: Dialect) -> tuple[str, tuple[object, ...]]:
    """The condition of a filter on ``cases``, with its values."""
    parts: list[tuple[str, object]] = []
    for name in ("instance", "outcome", "deposit"):
        if wanted := getattr(only, name):
            parts.append((f"{name} = ?", wanted))
    if only.unanimous is not None:
        parts.append(("unanimous = ?", _UNANIMITY[only.unanimous]))
    parts += [(f"{name} = ?", "") for name in TELLABLE if name in only.untold]
    if only.since:
        parts.append(("sort <= ?", -only.since.toordinal()))
    if only.until:
        parts.append(("sort between ? and 0", -only.until.toordinal()))
    if words := list(dict.fromkeys(written_words(only.words))):
        parts.append(dialect.match(words))
    return " and ".join(["damaged = 0", *(part for part, _ in parts)]), tuple(value for _, value in parts)


def indexed_words(decision: Decision) -> tuple[frozenset[str], frozenset[str]]:
    """The words by which a decision is found, folded; and those of letters alone as written, for their stems."""
    words = frozenset(written_words(searched_text(decision)))
    return frozenset(word for word, _ in words), frozenset(written for _, written in words if written)


def stem_words(written: Iterable[str], language: str) -> frozenset[str]:
    """The stems of words as written in a language, each after ``STEM``; none in a language without."""
    return frozenset(STEM + stem(word, language) for word in written) if language in STEMMED else frozenset()


def row_of(decision: Decision) -> dict[str, object]:
    """The columns of a decision, but for key and stamp."""
    head = decision.head
    columns: dict[str, object] = {name: getattr(head, name) for name in HEAD if name != "key"}
    return {
        **columns,
        "sort": head.newest_first[0],
        "year": str(head.played.year) if head.played else "",
        "folded_number": head.number.casefold(),
        "played": head.played.isoformat() if head.played else "",
        "unanimous": _UNANIMITY[head.unanimous],
        "invented": int(head.invented),
        "problems": json.dumps(head.problems),
    }


def head_of(row: Row) -> DecisionHead:
    """The head of a decision from the columns ``HEAD`` of its row."""
    value = dict(zip(HEAD, row, strict=True))
    return DecisionHead(
        **value
        | {
            "played": date.fromisoformat(value["played"]) if value["played"] else None,
            "unanimous": {"yes": True, "no": False}.get(value["unanimous"]),
            "invented": bool(value["invented"]),
            "problems": tuple(json.loads(value["problems"])),
        }
    )


def storable(value: object) -> object:
    """A value as no database refuses it: what is no letter, as a byte of a command line may be, is in no decision.

    >>> storable("16C\\udcff\\0"), storable(7)
    ('16C?\ufffd', 7)
    """
    return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd") if isinstance(value, str) else value


def citation_rows(decision: Decision, case: int | None) -> Iterator[Row]:
    """A row for each number that a decision cites, those of its decisive sections marked."""
    number = 0
    for one in decision.citations:
        decisive = decision.sections[one.section].kind in DECISIVE
        for cited in one.ids:
            number += 1
            yield case, number, one.work, decision.edition(one.work), cited, one.printed, one.finding, int(decisive)
