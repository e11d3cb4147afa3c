"""Outcome, unanimity and deposit of all decisions, by year of play and by law: a page, and rows for a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from markupsafe import Markup

from app.i18n.words import UiLanguage, count, words
from app.reader.parts.decision_lists import coverage, waiting_words
from app.reader.text.capitals import capitals
from app.reader.text.html import NOTHING, render, tag
from corpus.library import Library
from corpus.model import Expression
from corpus.precedents.decision import OUTCOMES, Deposit
from corpus.registry import LAWS, Registry
from index.precedents.casebook import COUNTED, Casebook, StatisticsRow, register_statistics

STATISTICS = "statistics"
"""The ``kind`` of the page's address, which keeps it apart from the list."""

_VALUES: Mapping[str, Mapping[str, str]] = {
    "outcome": {value: f"desk_outcome_{value}" for value in OUTCOMES if value},
    "unanimous": {value: f"desk_unanimous_{value}" for value in ("yes", "no")},
    "deposit": {value: f"desk_deposit_{value}" for value in get_args(Deposit) if value},
}
_LABELS = {"outcome": "desk_outcome", "unanimous": "desk_unanimity", "deposit": "desk_deposit"}


@dataclass(frozen=True)
class _Group:
    """A row: its name, its decisions, and how many of them have each value, the unknown last in each field."""

    name: Markup
    decisions: str
    counts: Sequence[str]


def statistics_page(casebook: Casebook, library: Library, ui: UiLanguage) -> Markup:
    """The page, by the laws of the edition in force: in a text in the reader's language where there is one."""
    edition = library.registry.current_edition(LAWS)
    laws = min(library.of_work(LAWS, edition), key=lambda one: one.language != ui, default=None)
    names, found = words(ui), register_statistics(casebook, edition)
    values = {field: _occurring(found, field) for field in COUNTED}
    groups: defaultdict[str, dict[str, dict[str, Mapping[str, int]]]] = defaultdict(lambda: defaultdict(dict))
    for row in found:
        groups[row.by][row.group][row.field] = row.counts
    tables = [
        (title, [_row(_name(by, group, laws, ui), counts, values, ui) for group, counts in groups[by].items()])
        for by, title in (
            ("all", ""),
            ("year", names["desk_by_year"]),
            ("law", names["desk_by_law"].format(edition=edition)),
        )
        if by in groups
    ]
    return render(
        "decision_statistics.html",
        words=names,
        heads=[(names[_LABELS[field]], [names[_VALUES[field][value]] for value in values[field]]) for field in COUNTED],
        tables=tables,
        coverage=coverage(casebook.reach, ui),
        waiting=waiting_words(casebook.reach, ui),
        back=f"?view=precedents&ui={ui}",
    )


def statistics_rows(casebook: Casebook, registry: Registry) -> Iterator[dict[str, str | int]]:
    """The same for a table file, a row for each count; group and value are empty where they are unknown."""
    for row in register_statistics(casebook, registry.current_edition(LAWS)):
        for value, number in row.counts.items():
            yield {"by": row.by, "group": row.group, "field": row.field, "value": value, "count": number}


def _occurring(rows: Sequence[StatisticsRow], field: str) -> list[str]:
    """The values of a field that any decision has, in the order of the forms: an empty column tells nobody anything."""
    there = {value for row in rows if row.field == field for value in row.counts}
    return [value for value in _VALUES[field] if value in there]


def _row(
    name: Markup, counts: Mapping[str, Mapping[str, int]], values: Mapping[str, Sequence[str]], ui: UiLanguage
) -> _Group:
    cells = [(value, counts[field].get(value, 0)) for field in COUNTED for value in (*values[field], "")]
    # How many are unknown is always said, also when none is; any other value that nobody has is a quiet dash.
    shown = [count(number, ui) if number or not value else "–" for value, number in cells]
    return _Group(name, count(sum(counts["outcome"].values()), ui), shown)


def _name(by: str, group: str, laws: Expression | None, ui: UiLanguage) -> Markup:
    names = words(ui)
    if by == "all":
        return Markup.escape(names["desk_all_decisions"])
    if by == "year":
        return Markup.escape(group or names["desk_no_year"])
    law = next((law for law in laws.laws if str(law.id) == group), None) if laws else None
    if laws is None or law is None:
        return Markup.escape(group or names["desk_no_law"])
    number = tag("a", law.id.printed(laws.language), href=f"?view=precedents&law={group}&by={laws.key}&ui={ui}")
    heading = capitals(law.heading.text) if law.heading else NOTHING
    return number + " " + tag("span", heading, lang=laws.language)


def statistics_link(ui: UiLanguage) -> Markup:
    """A line that leads from the list to the page."""
    return tag(
        "p", tag("a", words(ui)["desk_statistics"], href=f"?view=precedents&kind={STATISTICS}&ui={ui}"), class_="reach"
    )
