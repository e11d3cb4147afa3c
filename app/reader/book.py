"""What a book has beside its laws: definitions in aligned columns, forewords and introductions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from app.reader.context import Page, PageContext
from app.reader.law import LawPage, element_id
from app.reader.parts.frame import contents, notice, problems
from app.reader.parts.prose import ProseRenderer
from app.reader.text.markup import table
from corpus.model import Part, Table


def definitions_page(desk: PageContext) -> Page:
    """All definitions, those of one concept in one row; the one that the address names is marked."""
    reader = LawPage(desk)
    rows = list(_rows(desk, reader.columns))
    body = "".join(_row(desk, reader, places) for places in rows)
    words = desk.state.place.partition(":")[2]
    title = words or desk.say["definitions"]
    html = (
        f'<div class="split">{contents(desk, None)}<article aria-labelledby="law-title">{problems(desk)}{notice(desk)}'
        f'<h1 id="law-title" class="over-title">{escape(desk.say["definitions"])}</h1>{reader.switch()}'
        f'<div class="grid defs" data-on="{escape(reader.on)}"'
        f' style="--n:{len(reader.columns)}">{reader.head()}{body}</div>'
        "</article></div>"
    )
    return Page(f"{title} · Lovbro", html, element_id(desk.state.place) if words else "")


def part_page(desk: PageContext) -> Page:
    """A foreword, an introduction or another part that is no law."""
    key = desk.state.by
    wanted = desk.state.place.partition(":")[2]
    part = next((p for p in desk.library[key].parts if p.key == wanted), None)
    title = part.title if part else desk.say["contents"]
    inner = _part(desk, key, part) if part else f'<p class="none">{escape(desk.say["no_part"])}</p>'
    html = (
        f'<div class="split">{contents(desk, None)}<article aria-labelledby="law-title">{problems(desk)}'
        f'<div class="prose" lang="{desk.entry(key).language}"><p class="over-head">{escape(desk.entry(key).short)}'
        f'{desk.standing(key)}</p><h1 id="law-title">{escape(title)}</h1>{inner}</div></article></div>'
    )
    return Page(f"{title} · Lovbro", html)


def _part(desk: PageContext, key: str, part: Part) -> str:
    setter = ProseRenderer(desk)
    return "".join(
        table(block, desk.entry(key).language)
        if isinstance(block, Table)
        else f"<p>{setter.prose(key, f'part:{part.key}', 'body', number, block)}</p>"
        for number, block in enumerate(part.blocks)
    )


def _rows(desk: PageContext, columns: Sequence[str]) -> Iterator[dict[str, tuple[str, ...]]]:
    """Definitions by concept: the first column's order, then what only later columns define."""
    seen: set[tuple[str, str]] = set()
    for key in columns:
        for definition in desk.library[key].definitions:
            if (key, definition.address) in seen:
                continue
            stored = desk.room.alignment.row_of(key, definition.address)
            held = {k: tuple(cell.id for cell in stored.of(k)) for k in columns if stored.of(k)} if stored else {}
            row = held or {key: (definition.address,)}
            seen |= {(k, place) for k, places in row.items() for place in places}
            yield row


def _row(desk: PageContext, reader: LawPage, places: dict[str, tuple[str, ...]]) -> str:
    here = any(desk.state.place.casefold() == place.casefold() for place in places.get(desk.state.by, ()))
    first = next(iter(places.values()))[0]
    anchor = desk.state.place if here else first
    cells = "".join(_cell(desk, reader, key, places.get(key, ())) for key in reader.columns)
    mark = " here" if here else ""
    return f'<div class="row def{mark}" id="{element_id(anchor)}"><span class="num"></span>{cells}</div>'


def _cell(desk: PageContext, reader: LawPage, key: str, places: Sequence[str]) -> str:
    entry = desk.entry(key)
    pieces = []
    for place in places:
        definition = desk.library.definition(key, place)
        if definition is not None:
            cite = escape(f"{desk.library[key].title}, {definition.headword.text}", quote=True)
            lines = definition.headword.source
            body = reader.set.definition(key, place, definition) + reader.set.source(lines)
            pieces.append(f'<div class="piece" data-cite="{cite}">{body}</div>')
    inner = "".join(pieces) or f'<p class="none" lang="{desk.state.ui}">{escape(desk.say["not_defined"])}</p>'
    return f'<div class="cell{reader.shown(key)}" data-key="{escape(key)}" lang="{entry.language}">{inner}</div>'
