"""What a book has beside its laws: definitions in aligned columns, forewords and introductions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from app.reader.context import Page, PageContext
from app.reader.law import LawPage, element_id
from app.reader.parts.frame import contents, day_notice, problems
from app.reader.parts.prose import ProseRenderer, first_mentions
from app.reader.text.capitals import capitals, sentence_case
from app.reader.text.html import tag


def definitions_page(page: PageContext) -> Page:
    """All definitions, those of one concept in one row; the one that the address names is marked."""
    reader = LawPage(page)
    headword = page.state.place.partition(":")[2]
    html = page.render(
        "definitions.html",
        contents=contents(page, None),
        problems=problems(page),
        notice=day_notice(page),
        reader=reader,
        rows=[_row(page, reader, places) for places in _rows(page, reader.columns)],
    )
    title = sentence_case(headword) or page.words["definitions"]
    return Page(f"{title} · Lovbro", html, element_id(page.state.place) if headword else "")


def part_page(page: PageContext) -> Page:
    """A foreword, an introduction or another part that is no law."""
    key, wanted = page.state.by, page.state.place.partition(":")[2]
    part = next((p for p in page.library[key].parts if p.key == wanted), None)
    blocks = [((key, f"part:{wanted}", number), block) for number, block in enumerate(part.blocks if part else ())]
    body = ProseRenderer(page, first_mentions(page, blocks)).blocks(blocks)
    title = part.title if part else page.words["contents"]
    html = page.render(
        "part.html",
        contents=contents(page, None),
        problems=problems(page),
        title=capitals(title),
        body=body if part else tag("p", page.words["no_part"], class_="none"),
    )
    return Page(f"{sentence_case(title)} · Lovbro", html)


def _rows(page: PageContext, columns: Sequence[str]) -> Iterator[Mapping[str, tuple[str, ...]]]:
    """Definitions by concept: the first column's order, then what only later columns define."""
    seen: set[tuple[str, str]] = set()
    for key in columns:
        for definition in page.library[key].definitions:
            if (key, definition.address) in seen:
                continue
            stored = page.services.alignment.row_of(key, definition.address)
            held = {k: tuple(cell.id for cell in stored.of(k)) for k in columns if stored.of(k)} if stored else {}
            row = held or {key: (definition.address,)}
            seen |= {(k, place) for k, places in row.items() for place in places}
            yield row


def _row(page: PageContext, reader: LawPage, places: Mapping[str, tuple[str, ...]]) -> Markup:
    named = any(page.state.place.casefold() == place.casefold() for place in places.get(page.state.by, ()))
    anchor = page.state.place if named else next(iter(places.values()))[0]
    cells = (_cell(page, reader, key, places.get(key, ())) for key in reader.columns)
    css = "row def here" if named else "row def"
    return tag("div", tag("span", class_="num"), *cells, class_=css, id=element_id(anchor))


def _cell(page: PageContext, reader: LawPage, key: str, places: Sequence[str]) -> Markup:
    """The definitions of one concept in one text, or that it has none."""
    pieces = []
    for place in places:
        definition = page.library.definition(key, place)
        if definition is not None:
            body = (reader.prose.definition(key, place, definition), reader.prose.source(definition.headword.source))
            cite = f"{page.library[key].title}, {definition.headword.text}"
            pieces.append(tag("div", *body, class_="piece", data_cite=cite))
    inner = pieces or [reader.absent(page.words["not_defined"])]
    language = page.entry(key).language
    return tag("div", *inner, class_=f"cell{reader.shown(key)}", data_key=key, lang=language)
