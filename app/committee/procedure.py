"""The procedure of an appeal, composed from the provisions themselves: a step is a provision, word for word.

The order of the phases is data (``data/lexicon/procedure.toml``); nothing is added, shortened or reworded.
A length of time in a step is pointed out, and called a deadline only where the sentence itself sets one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from corpus.ids import is_provision_id
from corpus.library import Library
from corpus.model import Provision
from corpus.schema import Between, FilledText, FormatError, Loader, TextList
from corpus.text import sentences


@dataclass(frozen=True)
class TimeLimit:
    """A length of time as the provision puts it: ``30 minutter``. ``deadline`` when its sentence sets one."""

    words: str
    deadline: bool


@dataclass(frozen=True)
class ProcedureStep:
    """A provision with words of its own. ``headings`` are those above and of it, the law's first."""

    expression: str
    place: str
    cited: str
    headings: tuple[str, ...]
    text: str
    times: tuple[TimeLimit, ...]


@dataclass(frozen=True)
class ProcedurePhase:
    """The steps of one phase; ``name`` is the end of a key of ``words.tsv`` (``desk_phase_right``)."""

    name: str
    steps: tuple[ProcedureStep, ...]


@dataclass(frozen=True)
class DeadlineRule:
    """A time limit: what it is counted from, and the (work, place) that set it, the first held one counting.

    ``extended`` lengthens it to the next start, ``at_least`` holds the shortest; both may be None.
    """

    name: str
    start: str
    provisions: tuple[tuple[str, str], ...]
    extended: tuple[str, str] | None = None
    at_least: tuple[str, str] | None = None


@dataclass(frozen=True)
class ProcedureOrder:
    """``procedure.toml`` made ready; ``phases`` are their names with the places of each work.

    ``steps`` are those that a committee ticks with their (work, place), ``units`` minutes by the beginning of a word.
    """

    phases: Sequence[tuple[str, Mapping[str, Sequence[str]]]]
    whole: Mapping[str, Sequence[str]]
    times: Mapping[str, re.Pattern[str]]
    deadlines: Mapping[str, re.Pattern[str]]
    conditions: Mapping[str, frozenset[str]]
    limits: tuple[DeadlineRule, ...]
    steps: Mapping[str, tuple[tuple[str, str], ...]]
    units: Mapping[str, int]


class ProcedureOrderError(FormatError):
    """``procedure.toml`` cannot be read."""


@dataclass(frozen=True)
class _DeadlineTable:
    name: FilledText
    start: FilledText
    provisions: TextList
    extended: str = ""
    at_least: str = ""


@dataclass(frozen=True)
class _OrderTable:
    phase: tuple[Mapping[str, FilledText | TextList], ...]
    whole: Mapping[str, TextList]
    times: Mapping[str, FilledText]
    conditions: Mapping[str, tuple[str, ...]]
    deadlines: Mapping[str, FilledText]
    units: Mapping[str, Annotated[int, Between(1, 100_000)]]
    deadline: tuple[_DeadlineTable, ...]
    steps: Mapping[str, TextList]


def read_order(text: str) -> ProcedureOrder:
    """The order of phases from the text of ``procedure.toml``. Raises ProcedureOrderError naming the place."""
    load = Loader("data/lexicon/procedure.toml", ProcedureOrderError)
    table = load.convert(load.toml(text.encode()), _OrderTable)
    for name in ("deadlines", "conditions"):
        load.demand(table.times, vars(table)[name], name)
    times, deadlines = (
        {code: load.pattern(rule, f"{name}.{code}", re.IGNORECASE) for code, rule in vars(table)[name].items()}
        for name in ("times", "deadlines")
    )
    for code, pattern in times.items():
        load.demand(("bound",), pattern.groupindex, f"times.{code}")
    return ProcedureOrder(
        tuple(_phase(row, load, f"phase[{number}]") for number, row in enumerate(table.phase, 1)),
        table.whole,
        times,
        deadlines,
        {language: frozenset(words) for language, words in table.conditions.items()},
        tuple(_limit(row, load, f"deadline[{number}]") for number, row in enumerate(table.deadline, 1)),
        {name: tuple(_place(one, load, f"steps.{name}") for one in places) for name, places in table.steps.items()},
        table.units,
    )


def _limit(row: _DeadlineTable, load: Loader, place: str) -> DeadlineRule:
    extended, at_least = (_place(one, load, place) if one else None for one in (row.extended, row.at_least))
    return DeadlineRule(
        row.name, row.start, tuple(_place(one, load, place) for one in row.provisions), extended, at_least
    )


def _place(typed: str, load: Loader, place: str) -> tuple[str, str]:
    """``dbf:X92A1`` as its work and its place."""
    work, colon, number = typed.partition(":")
    if not (colon and work and is_provision_id(number)):
        raise load.fault("kind", place, expected="work:place", found=typed)
    return work, number


def _phase(row: Mapping[str, FilledText | TextList], load: Loader, place: str) -> tuple[str, Mapping[str, TextList]]:
    load.demand(("name",), row, place)
    works = {}
    for work, places in row.items():
        if isinstance(places, str) != (work == "name"):
            expected, found = ("text", "list") if work == "name" else ("list", "text")
            raise load.fault("kind", f"{place}.{work}", expected=expected, found=found)
        if not isinstance(places, str):
            works[work] = places
    return str(row["name"]), works


def procedure(library: Library, order: ProcedureOrder, expressions: Mapping[str, str]) -> tuple[ProcedurePhase, ...]:
    """The phases, with the steps from the expression chosen for each work (``{"laws": "da-2017", "dbf": ...}``).

    A phase that no chosen expression has anything for is left out.
    """
    phases = (ProcedurePhase(name, tuple(_steps(library, order, row, expressions))) for name, row in order.phases)
    return tuple(phase for phase in phases if phase.steps)


def time_limits(text: str, language: str, order: ProcedureOrder) -> tuple[TimeLimit, ...]:
    """Every length of time in a text, in its own words."""
    found = []
    for sentence in sentences(text):
        sets = order.deadlines[language].search(sentence) is not None
        for match in order.times[language].finditer(sentence):
            bound = (match["bound"] or "").casefold()
            found.append(TimeLimit(match.group(), sets and bound not in order.conditions[language]))
    return tuple(found)


def divided_vote(typed: str) -> tuple[int, int] | None:
    """The votes on both sides as typed; None for other words.

    >>> divided_vote("2-1"), divided_vote("enstemmig")
    ((2, 1), None)
    """
    match = re.fullmatch(r"\s*(\d{1,2})\s*[-–:]\s*(\d{1,2})\s*", typed)
    return (int(match[1]), int(match[2])) if match else None


def _steps(
    library: Library, order: ProcedureOrder, row: Mapping[str, Sequence[str]], expressions: Mapping[str, str]
) -> Iterator[ProcedureStep]:
    for work, expression in expressions.items():
        for place in row.get(work, ()):
            provision = library.provision(expression, place)
            if provision is not None:
                # A whole law in a phase means its own words; its letters are shared out by name.
                worded = provision.walk() if provision.id.parent else (provision,)
                yield from (_step(library, order, expression, one) for one in worded if one.text)


def _step(library: Library, order: ProcedureOrder, expression: str, provision: Provision) -> ProcedureStep:
    language = library.entry(expression).language
    headings = tuple(heading for _, heading in library.heading_path(expression, provision.id) if heading)
    return ProcedureStep(
        expression=expression,
        place=str(provision.id),
        cited=provision.id.printed(language),
        headings=headings,
        text=provision.text,
        times=time_limits(provision.text, language, order),
    )
