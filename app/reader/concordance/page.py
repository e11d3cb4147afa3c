"""The concordance as a page: what each rule of one edition became in another, and where its tables disagree.

A list can be narrowed to one number and to one kind of change; what it shows can be taken along as CSV.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from app.i18n.words import count
from app.reader.concordance.answer import number_answer
from app.reader.concordance.lists import CLASH, DOUBT, LISTED_RELATIONS, ConcordanceLists, clashes, listed
from app.reader.concordance.numbers import NumberLinks
from app.reader.context import Page, PageContext
from app.reader.parts.frame import problems
from app.reader.parts.tables import chips
from app.reader.text.html import tag
from corpus.alignment.concordance import ConcordanceTable
from index.comparison.concordance_entries import ConcordanceEntry, entries


def concordance_page(page: PageContext) -> Page:
    """A pair of editions, a box for one number, and the list."""
    words, tables = page.words, _tables(page)
    table = next((table for table in tables if page.state.pair == f"{table.old}-{table.new}"), None)
    pairs = ", ".join(f"{table.old}–{table.new}" for table in tables)
    refused = words["con_no_edition"].format(given=page.state.pair, editions=pairs) if page.state.pair else ""
    chosen = table or tables[0]
    lists = ConcordanceLists(page, chosen, number_answer(page, (chosen.old, chosen.new)))
    title = f"{words['concordance']} {lists.name}"
    html = page.render(
        "concordance.html",
        problems=problems(page),
        refused="" if table else refused,
        title=title,
        intro=_intro(lists),
        pairs=_pairs(page, tables, chosen),
        answer=lists.answer.html,
        kinds=_narrow(lists),
        list=clashes(lists) if lists.kind == CLASH else listed(lists),
    )
    return Page(f"{title} · Lovbro", html)


def _tables(page: PageContext) -> list[ConcordanceTable]:
    """The tables, first those between texts that are held."""
    texts = NumberLinks(page).texts
    return sorted(page.services.concordance.tables, key=lambda t: (not (texts(t.old) and texts(t.new)), t.old, t.new))


def whole_book(page: PageContext) -> Markup:
    """The lists between the texts that are held, as links from another page."""
    table = _tables(page)[0]
    title = page.words["cmp_editions"].format(old=table.old, new=table.new)
    lists = replace(page, state=page.state.to(view="concordance", query="", kind=""))
    return tag("h2", title) + _choice(lists, title, _kinds(lists, entries(table)), None)


def _intro(lists: ConcordanceLists) -> str:
    words, (old, new) = lists.page.words, lists.pair
    intro = words["con_intro"].format(old=old, new=new)
    return f"{intro} {words['con_opens']}" if lists.numbers.texts(old) and lists.numbers.texts(new) else intro


def _pairs(page: PageContext, tables: list[ConcordanceTable], chosen: ConcordanceTable) -> Markup:
    """The pairs of editions as links; the kind of change is kept, but contradictions need an edition between."""
    kind = "" if page.state.kind == CLASH else page.state.kind
    choices = []
    for table in tables:
        pair = "" if table is tables[0] else f"{table.old}-{table.new}"
        choices.append((page.link.go(pair=pair, kind=kind), f"{table.old}–{table.new}", table is chosen))
    return chips(page.words["con_pairs"], choices)


def _narrow(lists: ConcordanceLists) -> Markup:
    """The kinds of change as links; of one number only those that there are."""
    page = lists.page
    kinds = _kinds(page, lists.entries)
    kinds.append((DOUBT, page.words[f"rel_{DOUBT}"], sum(map(lists.unsure, lists.entries))))
    if lists.via:
        kinds.append((CLASH, page.words["con_clash"], len(lists.settled)))
    shown = [kind for kind in kinds if kind[2] or kind[0] == lists.kind or not lists.answer.places]
    return _choice(page, page.words["filter"], shown, lists.kind)


def _kinds(page: PageContext, found: Sequence[ConcordanceEntry]) -> list[tuple[str, str, int]]:
    """Key, name and number of rules of every kind of change, all together first; a rule may be of two kinds."""
    counts = Counter(kind for entry in found for kind in entry.kinds)
    named = ((kind, page.words[f"rel_{kind}"], counts[kind]) for kind in LISTED_RELATIONS)
    return [("", page.words["con_all"], len(found)), *named]


def _choice(page: PageContext, label: str, kinds: list[tuple[str, str, int]], chosen: str | None) -> Markup:
    ui, go = page.state.ui, page.link.go
    return chips(label, ((go(kind=kind), f"{name} ({count(n, ui)})", kind == chosen) for kind, name, n in kinds))
