"""What stands around a text: the head of the page, contents of the book, tools, notices and problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape

from app.i18n.words import LANGUAGES, UI_LANGUAGES, day
from app.reader.address import SIZES, VIEWS, ViewName, default_columns
from app.reader.context import PageContext
from corpus.ids import ProvisionId, is_provision_id
from corpus.model import Part, Provision
from corpus.registry import Edition

# The committee's three pages stand under one name in the head of the page.
COMMITTEE: tuple[ViewName, ...] = ("dossier", "precedents", "procedure")
# The concordance is reached from the comparison, under whose name it stands there.
_UNDER: Mapping[ViewName, ViewName] = {"concordance": "compare", **dict.fromkeys(COMMITTEE[1:], COMMITTEE[0])}
_SHOWN_VIEWS = tuple(view for view in VIEWS if view != "search" and view not in _UNDER)


def header(desk: PageContext) -> str:
    """Name, search box, pages and language: the same on every page."""
    say, state, link = desk.say, desk.state, desk.link
    here = _UNDER.get(state.view, state.view)
    views = "".join(
        f'<a href="{link.go(view=view, query="")}"{" aria-current=page" if view == here else ""}>'
        f"{escape(say[view])}</a>"
        for view in _SHOWN_VIEWS
    )
    languages = "".join(
        f'<a href="{link.go(ui=ui)}" lang="{ui}" hreflang="{ui}"{" aria-current=true" if ui == state.ui else ""}'
        f' title="{LANGUAGES[ui]}">{ui}</a>'
        for ui in UI_LANGUAGES
    )
    box = (
        f'<a class="skip" href="#main">{escape(say["skip"])}</a>'
        f'<a class="brand" href="{link.go(view="read", query="", place="1")}"'
        f' title="{escape(say["tagline"], quote=True)}">'
        f"Lov<i>bro</i></a>"
        f'<form class="jump" role="search" action="" method="get" data-base="{link.go(view="search", query="Q")}">'
        f'<input type="search" name="q" value="{escape(state.query, quote=True)}" autocomplete="off" spellcheck="false"'
        f' maxlength="500" aria-label="{escape(say["search_label"], quote=True)}"'
        f' placeholder="{escape(say["search_hint"], quote=True)}"><div class="pop"></div>'
        '<p class="sr" role="status"></p></form>'
    )
    # At the table there is room for the text and the search alone; one link there leads back to the whole page.
    if state.table and state.view == "read":
        return box
    return (
        f'{box}<nav class="views" aria-label="{escape(say["views"], quote=True)}">{views}</nav>'
        f'<nav class="tongues" aria-label="{escape(say["language"], quote=True)}">{languages}</nav>'
    )


def problems(desk: PageContext) -> str:
    """What in the address was not understood, in words."""
    items = "".join(
        f"<p>{escape(desk.say[p.key].format(given=p.given, text=p.text, near=p.near))}</p>" for p in desk.state.problems
    )
    return f'<div class="notice bad" role="alert">{items}</div>' if items else ""


def notice(desk: PageContext) -> str:
    """For a chosen day: which laws were in force, and that we do not hold them if we do not."""
    when = desk.state.played
    if when is None:
        return ""
    say, ui = desk.say, desk.state.ui
    editions = [e.edition for e in desk.library.registry.editions if e.work == "laws" and _covers(e, when)]
    clear = f'<a href="{desk.link.go(played=None)}">{escape(say["date_clear"])}</a>'
    if not editions:
        return f'<div class="notice"><p>{escape(say["date_unknown"].format(day=day(when, ui)))} {clear}</p></div>'
    told = "date_later" if when > date.today() else "date_in_force"
    words = say[told].format(day=day(when, ui), edition=editions[0])
    if desk.library.of_work("laws", editions[0]):
        return f'<div class="notice"><p>{escape(words)} {clear}</p></div>'
    words += " " + say["date_not_held"]
    return f'<div class="notice"><p>{escape(words)} {_number_then(desk, editions[0])}{clear}</p></div>'


def _number_then(desk: PageContext, edition: str) -> str:
    """A link to what the open place was in an edition that is not held."""
    state, now = desk.state, desk.entry(desk.state.by).edition
    if not is_provision_id(state.place) or not desk.room.concordance.joins(edition, now):
        return ""
    # A table leads from the older edition to the newer; the open text may be either.
    href = desk.link.go(view="concordance", query=state.place, pair="-".join(sorted((edition, now))))
    words = desk.say["date_number"].format(cite=desk.link.cite(state.by, state.place), edition=edition, now=now)
    return f'<a href="{href}">{escape(words)}</a> · '


def _covers(edition: Edition, when: date) -> bool:
    start, end = edition.from_date, edition.to_date
    return (start is None or start <= when) and (end is None or when <= end)


def toolbar(desk: PageContext, law: Provision, corrections: int) -> str:
    """Where in the book this is, and what can be done with it."""
    say, state, link = desk.say, desk.state, desk.link
    at_table = f'<a class="at-table" href="{link.go(table=SIZES[1])}">{escape(say["at_table"])}</a>'
    tools = [f'<button type="button" data-copy="law">{escape(say["copy"])}</button>']
    if corrections or state.corrections:
        label = say["corrections_off"] if state.corrections else say["corrections_on"].format(count=corrections)
        tools.append(f'<a href="{link.go(corrections=not state.corrections)}">{escape(label)}</a>')
    tools.append(f'<a href="{link.go(view="dossier")}">{escape(say["to_dossier"])}</a>')
    tools.append(f'<button type="button" data-print="1">{escape(say["print"])}</button>')
    crumbs = " › ".join(escape(part.title) for part in desk.library.part_of(state.by, law.id.law))
    return (
        f'<div class="tools">{steps(desk, law)}<span class="crumbs" '
        f'lang="{desk.entry(state.by).language}">{crumbs}</span>{choose_columns(desk)}{at_table}'
        f"{_tools(tools, say['more_tools'])}</div>"
    )


def _tools(tools: Sequence[str], more: str) -> str:
    """What is used now and then: in a row on a desk, in a menu on a phone, where the law itself comes first."""
    items = "".join(f"<li>{tool}</li>" for tool in tools)
    return (
        f'<span class="on-desk">{"".join(tools)}</span>'
        f'<details class="menu on-phone"><summary>{escape(more)}</summary><div><ul>{items}</ul></div></details>'
    )


def steps(desk: PageContext, law: Provision) -> str:
    """The laws before and after the open one."""
    laws = desk.library[desk.state.by].laws
    at = next(n for n, other in enumerate(laws) if other.id == law.id)
    found = []
    if at > 0:
        found.append(_step(desk, laws[at - 1], "←", desk.say["previous"], "prev"))
    if at + 1 < len(laws):
        found.append(_step(desk, laws[at + 1], "→", desk.say["next"], "next"))
    return f'<span class="steps">{"".join(found)}</span>'


def _step(desk: PageContext, law: Provision, arrow: str, word: str, rel: str) -> str:
    cite = desk.link.cite(desk.state.by, str(law.id))
    title = f"{word}: {cite} {law.heading.text if law.heading else ''}"
    label = f"{arrow} {cite}" if rel == "prev" else f"{cite} {arrow}"
    href = desk.link.go(place=str(law.id))
    return f'<a rel="{rel}" href="{href}" title="{escape(title, quote=True)}">{escape(label)}</a>'


def choose_columns(desk: PageContext) -> str:
    """The texts to show beside each other, and whose numbers lead."""
    state, say = desk.state, desk.say
    rows = []
    for key in desk.library.registry.keys:
        shown = key in state.columns
        left = tuple(k for k in state.columns if k != key) if shown else (*state.columns, key)[:4]
        lead = state.by if state.by in left else (left or default_columns(desk.library.registry, state.ui))[0]
        href = desk.link.go(columns=left, by=lead, on="") if left else desk.link.go()
        box = "☑" if shown else "☐"
        rows.append(
            f'<li><a href="{href}" role="checkbox" aria-checked="{str(shown).lower()}"><span'
            f' aria-hidden="true">{box}</span> '
            f"{escape(desk.entry(key).short)}</a>{desk.standing(key)}</li>"
        )
    played = state.played.isoformat() if state.played else ""
    form = (
        f'<form class="narrow" data-base="{desk.link.go(played=None)}" action="" method="get">'
        f"<label>{escape(say['played_on'])} "
        f'<input type="date" name="date" value="{played}"></label>'
        f'<button type="submit">{escape(say["show"])}</button></form>'
    )
    return (
        f'<details class="menu"><summary>{escape(say["columns"])}</summary>'
        f"<div><ul>{''.join(rows)}</ul>{form}</div></details>"
    )


def contents(desk: PageContext, law: Provision | None) -> str:
    """The book's contents, open where the reader is, with the letters of the open law."""
    key = desk.state.by
    parts = [part for part in desk.library[key].parts if part.laws]
    held = {number for part in parts for number in part.laws}
    rest = tuple(str(p.id) for p in desk.library[key].laws if str(p.id) not in held)
    leaves = _leaves(parts)
    blocks = [_front(desk)]
    if rest:
        blocks.append(_chapter(desk, desk.library[key].title, rest, law, always=not leaves))
    above = ""
    for leaf in leaves:
        chapter = next((p.title for p in parts if set(leaf.laws) < set(p.laws)), "")
        if chapter and chapter != above:
            blocks.append(f'<p class="chap">{escape(chapter)}</p>')
        above = chapter
        blocks.append(_chapter(desk, leaf.title, leaf.laws, law))
    say = desk.say
    title = escape(say["contents"], quote=True)
    return (
        f'<nav class="toc" aria-label="{title}"><details class="book" open><summary>{title}</summary>'
        f'<div lang="{desk.entry(key).language}">{"".join(blocks)}</div></details></nav>'
    )


def _front(desk: PageContext) -> str:
    """Forewords and the like, and the definitions."""
    expression = desk.library[desk.state.by]
    items = [
        (f"part:{part.key}", _heading(part.title)) for part in expression.parts if part.blocks and part.level != "title"
    ]
    if expression.definitions:
        items.append(("def", _heading(desk.say["definitions"])))
    here = desk.state.place.partition(":")[0] if desk.state.place.startswith("def") else desk.state.place
    links = "".join(
        f'<li{" aria-current=true" if place == here else ""}><a href="{desk.link.go(place=place)}">{name}</a></li>'
        for place, name in items
    )
    return f"<ol>{links}</ol>" if links else ""


def _leaves(parts: list[Part]) -> list[Part]:
    """Parts without smaller parts in them; a part's laws that no smaller part holds stay with it."""
    out = []
    for number, part in enumerate(parts):
        inner = {law for later in parts[number + 1 :] if set(later.laws) < set(part.laws) for law in later.laws}
        own = tuple(law for law in part.laws if law not in inner)
        if own:
            out.append(Part(part.key, part.title, part.level, own))
    return sorted(out, key=lambda part: ProvisionId.of(part.laws[0]).sort_key)


def _chapter(
    desk: PageContext, title: str, laws: tuple[str, ...], here: Provision | None, *, always: bool = False
) -> str:
    inside = here is not None and str(here.id) in laws
    items = "".join(_entry(desk, number, here) for number in laws)
    opened = " open" if inside or always else ""
    return f"<details{opened}><summary>{escape(title)}</summary><ol>{items}</ol></details>"


def _entry(desk: PageContext, number: str, here: Provision | None) -> str:
    law = desk.library.provision(desk.state.by, number)
    if law is None:
        return ""
    heading = _heading(law.heading.text if law.heading else "")
    current = here is not None and law.id == here.id
    letters = "".join(
        f'<li><a href="{desk.link.go(place=str(child.id))}">{escape(child.id.parts[-1])} '
        f"{_heading(child.heading.text)}</a></li>"
        for child in law.children
        if current and child.heading
    )
    nested = f"<ol>{letters}</ol>" if letters else ""
    mark = ' aria-current="true"' if current else ""
    return f'<li{mark}><a href="{desk.link.go(place=number)}"><b>{escape(number)}</b> {heading}</a>{nested}</li>'


def _heading(text: str) -> str:
    return f'<span class="caps">{escape(text)}</span>' if text.isupper() else f"<span>{escape(text)}</span>"
