"""Word by word: the text beside its source, a witness beside another, two texts of one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape

from app.reader.context import PageContext
from app.reader.law import LawPage
from app.reader.status import sheet
from app.reader.text.word_diff import marked, printed
from corpus.model import Prose, Provision, Where

WitnessWording = tuple[str, str]
"""A paragraph before and after."""


def wording(desk: PageContext, reader: LawPage) -> Iterator[str]:
    """What can be compared word by word at the open law, folded, under one heading."""
    found = [*_sources(desk, reader), *_witnesses(desk, reader), *_texts(desk, reader)]
    if found:
        yield f"<h2>{escape(desk.say['cmp_words'])}</h2>"
        yield from found


def _sources(desk: PageContext, reader: LawPage) -> Iterator[str]:
    """The corrections of every column: the source as printed, and the text that is shown."""
    for key in reader.columns:
        title = desk.say["cmp_source"].format(witness=desk.entry(key).witnesses[0], text=desk.entry(key).short)
        rows = _rows(desk, key, _places(reader, key), partial(_mended, desk, key))
        if rows:
            yield _folded(desk, title, rows)


def _mended(desk: PageContext, key: str, place: str) -> Iterator[WitnessWording]:
    for _, _, prose in _proses(desk, key, place):
        yield printed(prose), prose.text


def _witnesses(desk: PageContext, reader: LawPage) -> Iterator[str]:
    """Each further witness of a column beside the first, and beside the text that is shown."""
    for key in reader.columns:
        base, *others = desk.entry(key).witnesses
        for siglum in others:
            places = _places(reader, key)
            if not any(r.witness == siglum for place in places for r in desk.room.readings.at(key, place)):
                yield from _out_of_reach(desk, key, siglum)
                continue
            for title, before in (("cmp_witnesses", printed), ("cmp_witness_text", _shown)):
                words = desk.say[title].format(witness=base, text=desk.entry(key).short, other=siglum)
                rows = _rows(desk, key, places, partial(_beside, desk, key, siglum, before))
                yield _folded(desk, words, rows)


def _shown(prose: Prose) -> str:
    return prose.text


def _out_of_reach(desk: PageContext, key: str, siglum: str) -> Iterator[str]:
    """From where to where a witness reaches; nothing of one that is listed but has no readings."""
    reach = [place for place in desk.room.readings.reach(key, siglum) if "#" not in place]
    if reach:
        first, last = (desk.link.cite(key, place) for place in (reach[0], reach[-1]))
        words = desk.say["cmp_reach"].format(witness=siglum, first=first, last=last)
        yield f'<p class="say">{escape(words)}</p>'


def _beside(
    desk: PageContext, key: str, siglum: str, before: Callable[[Prose], str], place: str
) -> Iterator[WitnessWording]:
    """The paragraphs of a place and its notes that a witness has, each with the witness's words."""
    read = {
        (r.place, r.where, r.block): r.text
        for here in (place, *(note.key for note in desk.library.notes(key, place)))
        for r in desk.room.readings.at(key, here)
        if r.witness == siglum
    }
    for name, (where, block), prose in _proses(desk, key, place):
        if (name, where, block) in read:
            yield before(prose), read[name, where, block]


def _proses(desk: PageContext, key: str, place: str) -> Iterator[tuple[str, tuple[Where, int], Prose]]:
    """The paragraphs of a provision, then those of its notes: name of the place, where and which, text."""
    provision = desk.library.provision(key, place)
    if provision is not None:
        yield from ((place, spot, prose) for spot, prose in _own(provision))
    for note in desk.library.notes(key, place):
        if note.anchors[0] == place:
            yield from ((note.key, ("note", number), block) for number, block in enumerate(note.blocks))


def _own(provision: Provision) -> Iterator[tuple[tuple[Where, int], Prose]]:
    if provision.heading:
        yield ("heading", 0), provision.heading
    for number, block in enumerate(provision.own_blocks):
        if isinstance(block, Prose):
            yield ("body", number), block


def _texts(desk: PageContext, reader: LawPage) -> Iterator[str]:
    """Texts of the lead's language beside it."""
    for key in reader.columns:
        if key != reader.lead and desk.entry(key).language == desk.entry(reader.lead).language:
            title = f"{desk.entry(reader.lead).short} → {desk.entry(key).short}"
            yield _folded(desk, title, list(_between(desk, reader, key)))


def _between(desk: PageContext, reader: LawPage, key: str) -> Iterator[list[str]]:
    for row in reader.rows:
        mine = desk.library.provision(reader.lead, row.place) if row.owner == reader.lead else None
        for piece in row.cells.get(key, ()) if mine and not row.closing else ():
            theirs = desk.library.provision(key, piece.place)
            found = marked(mine.text, theirs.text) if mine and theirs else ""
            if found:
                places = f"{desk.link.anchor(reader.lead, row.place)} → {desk.link.anchor(key, piece.place)}"
                yield [places, f'<span lang="{desk.entry(key).language}">{found}</span>']


def _places(reader: LawPage, key: str) -> list[str]:
    """The provisions of a text that stand in the rows of the open law, each once."""
    pieces = (p for row in reader.rows if not row.closing for p in row.cells.get(key, ()) if not p.elsewhere)
    return list(dict.fromkeys(piece.place for piece in pieces))


def _rows(
    desk: PageContext, key: str, places: Iterable[str], wordings: Callable[[str], Iterable[WitnessWording]]
) -> list[list[str]]:
    """A row for every paragraph whose two wordings differ."""
    return [
        [desk.link.anchor(key, place), f'<span lang="{desk.entry(key).language}">{found}</span>']
        for place in places
        for before, after in wordings(place)
        if (found := marked(before, after))
    ]


def _folded(desk: PageContext, title: str, rows: list[list[str]]) -> str:
    """A table that can be unfolded; one line that says so where nothing differs."""
    if not rows:
        return f'<p class="say">{escape(title)}: {escape(desk.say["cmp_same_words"])}</p>'
    table = sheet(title, [desk.say["c_place"], desk.say["cmp_words"]], rows)
    return f'<details class="words"><summary>{escape(title)} ({len(rows)})</summary>{table}</details>'
