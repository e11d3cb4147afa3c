"""The concordance as a page: what each rule of one edition became in another, and where its tables disagree.

A list can be narrowed to one number and to one kind of change; what it shows can be taken along as CSV.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from html import escape

from app.i18n.words import count
from app.reader.concordance.answer import asked
from app.reader.concordance.lists import CLASH, DOUBT, KINDS, ConcordanceLists, clashes, listed
from app.reader.concordance.numbers import NumberLinks
from app.reader.context import Page, PageContext
from app.reader.filters import chip
from app.reader.parts.frame import problems
from corpus.alignment.concordance import ConcordanceTable
from index.comparison.concordance_entries import entries


def concordance_page(desk: PageContext) -> Page:
    """A pair of editions, a box for one number, and the list."""
    table, bad = _table(desk)
    lists = ConcordanceLists(desk, table, asked(desk, (table.old, table.new)))
    title = f"{desk.say['concordance']} {lists.name}"
    parts = [
        problems(desk),
        bad,
        f"<h1>{escape(title)}</h1>",
        _intro(lists),
        _pairs(desk, table),
        _form(desk),
        lists.asked.html,
        _narrow(lists),
        clashes(lists) if lists.kind == CLASH else listed(lists),
    ]
    return Page(f"{title} · Lovbro", f'<div class="plain status concord">{"".join(parts)}</div>')


def _table(desk: PageContext) -> tuple[ConcordanceTable, str]:
    """The table asked for, else that between the texts held, and what to say when there is no such table."""
    tables = _tables(desk)
    wanted = desk.state.pair
    found = next((table for table in tables if wanted == f"{table.old}-{table.new}"), None)
    if found or not wanted:
        return found or tables[0], ""
    pairs = ", ".join(f"{table.old}–{table.new}" for table in tables)
    words = desk.say["con_no_edition"].format(given=wanted, editions=pairs)
    return tables[0], f'<div class="notice bad" role="alert"><p>{escape(words)}</p></div>'


def _tables(desk: PageContext) -> list[ConcordanceTable]:
    """The tables, first those between texts that are held."""
    numbers = NumberLinks(desk)
    return sorted(
        desk.room.concordance.tables, key=lambda t: (not (numbers.texts(t.old) and numbers.texts(t.new)), t.old, t.new)
    )


def whole_book(desk: PageContext) -> str:
    """The lists between the texts that are held, as links from another page."""
    table = _tables(desk)[0]
    title = desk.say["cmp_editions"].format(old=table.old, new=table.new)
    there = replace(desk, state=desk.state.to(view="concordance", query="", kind=""))
    counts: Counter[str] = Counter(entry.relation for entry in entries(table))
    return f"<h2>{escape(title)}</h2>{_choice(there, title, _kinds(there, counts), None)}"


def _intro(lists: ConcordanceLists) -> str:
    say, (old, new) = lists.desk.say, lists.pair
    both = lists.numbers.texts(old) and lists.numbers.texts(new)
    said = [say["con_intro"].format(old=old, new=new), *([say["con_opens"]] if both else [])]
    return f'<p class="ui">{escape(" ".join(said))}</p>'


def _pairs(desk: PageContext, chosen: ConcordanceTable) -> str:
    default = _tables(desk)[0]
    links = "".join(
        chip(
            desk.link.go(pair="" if table is default else f"{table.old}-{table.new}", kind=_kept(desk)),
            f"{table.old}–{table.new}",
            table is chosen,
        )
        for table in _tables(desk)
    )
    return f'<nav class="chips" aria-label="{escape(desk.say["con_pairs"], quote=True)}"><span>{links}</span></nav>'


def _kept(desk: PageContext) -> str:
    """The kind of change that another pair of editions has too: contradictions need an edition between."""
    return "" if desk.state.kind == CLASH else desk.state.kind


def _form(desk: PageContext) -> str:
    """A box for one number. Its list shows every kind of change."""
    say, state = desk.say, desk.state
    base = desk.link.go(query="Q", kind="")
    clear = f'<a href="{desk.link.go(query="")}">{escape(say["con_whole"])}</a>' if state.query else ""
    return (
        f'<form class="narrow" data-base="{base}" action="" method="get"><label>{escape(say["con_ask"])} '
        f'<input type="search" name="q" value="{escape(state.query, quote=True)}" maxlength="60"'
        f' placeholder="{escape(say["con_hint"], quote=True)}"></label>'
        f'<button type="submit">{escape(say["show"])}</button>{clear}</form>'
    )


def _narrow(lists: ConcordanceLists) -> str:
    """The kinds of change as links; of one number only those that there are."""
    desk = lists.desk
    counts: Counter[str] = Counter(entry.relation for entry in lists.entries)
    kinds = _kinds(desk, counts)
    kinds.append((DOUBT, desk.say[f"rel_{DOUBT}"], sum(map(lists.unsure, lists.entries))))
    if lists.via:
        kinds.append((CLASH, desk.say["con_clash"], len(lists.settled)))
    shown = [kind for kind in kinds if kind[2] or kind[0] == lists.kind or not lists.asked.places]
    return _choice(desk, desk.say["filter"], shown, lists.kind)


def _kinds(desk: PageContext, counts: Counter[str]) -> list[tuple[str, str, int]]:
    """Key, name and number of rules of every kind of change, all together first."""
    return [
        ("", desk.say["con_all"], counts.total()),
        *((kind, desk.say[f"rel_{kind}"], counts[kind]) for kind in KINDS),
    ]


def _choice(desk: PageContext, label: str, kinds: list[tuple[str, str, int]], chosen: str | None) -> str:
    chips = "".join(
        chip(desk.link.go(kind=kind), f"{name} ({count(number, desk.state.ui)})", kind == chosen)
        for kind, name, number in kinds
    )
    return f'<nav class="chips" aria-label="{escape(label, quote=True)}"><span>{chips}</span></nav>'
