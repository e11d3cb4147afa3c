"""Word by word: the text beside its source, a witness beside another, two texts of one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from markupsafe import Markup

from app.reader.context import PageContext
from app.reader.law import LawPage
from app.reader.parts.tables import sheet
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.word_diff import marked, printed
from corpus.model import Prose, TextPassage

WitnessWording = tuple[str, str]
"""A paragraph before and after."""


def witness_differences(page: PageContext, reader: LawPage) -> Iterator[Markup]:
    """What can be compared word by word at the open law, folded, under one heading."""
    found = [*_sources(page, reader), *_witnesses(page, reader), *_texts(page, reader)]
    if found:
        yield tag("h2", page.words["cmp_words"])
        yield from found


def _sources(page: PageContext, reader: LawPage) -> Iterator[Markup]:
    """The corrections of every column: the source as printed, and the text that is shown."""
    for key in reader.columns:
        title = page.words["cmp_source"].format(witness=page.entry(key).witnesses[0], text=page.entry(key).short)
        rows = _rows(page, key, _places(reader, key), partial(_mended, page, key))
        if rows:
            yield _folded(page, title, rows)


def _mended(page: PageContext, key: str, place: str) -> Iterator[WitnessWording]:
    for passage in _passages(page, key, place):
        yield printed(passage.prose), passage.prose.text


def _witnesses(page: PageContext, reader: LawPage) -> Iterator[Markup]:
    """Each further witness of a column beside the first, and beside the text that is shown."""
    for key in reader.columns:
        base, *others = page.entry(key).witnesses
        for siglum in others:
            places = _places(reader, key)
            if not any(r.witness == siglum for place in places for r in page.services.readings.at(key, place)):
                yield from _out_of_reach(page, key, siglum)
                continue
            for title, before in (("cmp_witnesses", printed), ("cmp_witness_text", _shown)):
                words = page.words[title].format(witness=base, text=page.entry(key).short, other=siglum)
                rows = _rows(page, key, places, partial(_beside, page, key, siglum, before))
                yield _folded(page, words, rows)


def _shown(prose: Prose) -> str:
    return prose.text


def _out_of_reach(page: PageContext, key: str, siglum: str) -> Iterator[Markup]:
    """From where to where a witness reaches; nothing of one that is listed but has no readings."""
    reach = [place for place in page.services.readings.reach(key, siglum) if "#" not in place]
    if reach:
        first, last = (page.link.cite(key, place) for place in (reach[0], reach[-1]))
        words = page.words["cmp_reach"].format(witness=siglum, first=first, last=last)
        yield tag("p", words, class_="say")


def _beside(
    page: PageContext, key: str, siglum: str, before: Callable[[Prose], str], place: str
) -> Iterator[WitnessWording]:
    """The paragraphs of a place and its notes that a witness has, each with the witness's words."""
    read = {
        r.key: r.text
        for own in (place, *(note.key for note in page.library.notes(key, place)))
        for r in page.services.readings.at(key, own)
        if r.witness == siglum
    }
    for passage in _passages(page, key, place):
        if passage.key in read:
            yield before(passage.prose), read[passage.key]


def _passages(page: PageContext, key: str, place: str) -> Iterator[TextPassage]:
    """The paragraphs of a provision, then those of its notes."""
    provision = page.library.provision(key, place)
    if provision is not None:
        yield from provision.passages()
    for note in page.library.notes(key, place):
        if note.anchors[0] == place:
            yield from note.passages()


def _texts(page: PageContext, reader: LawPage) -> Iterator[Markup]:
    """Texts of the lead's language beside it."""
    for key in reader.columns:
        if key != reader.lead and page.entry(key).language == page.entry(reader.lead).language:
            title = f"{page.entry(reader.lead).short} → {page.entry(key).short}"
            yield _folded(page, title, list(_between(page, reader, key)))


def _between(page: PageContext, reader: LawPage, key: str) -> Iterator[list[Markup]]:
    for row in reader.rows:
        mine = page.library.provision(reader.lead, row.place) if row.owner == reader.lead else None
        for piece in row.cells.get(key, ()) if mine and not row.closing else ():
            theirs = page.library.provision(key, piece.place)
            found = marked(mine.text, theirs.text) if mine and theirs else NOTHING
            if found:
                places = (page.link.anchor(reader.lead, row.place), page.link.anchor(key, piece.place))
                yield [join(places, " → "), tag("span", found, lang=page.entry(key).language)]


def _places(reader: LawPage, key: str) -> list[str]:
    """The provisions of a text in the rows of the open law, each once."""
    pieces = (p for row in reader.rows if not row.closing for p in row.cells.get(key, ()) if not p.elsewhere)
    return list(dict.fromkeys(piece.place for piece in pieces))


def _rows(
    page: PageContext, key: str, places: Iterable[str], wordings: Callable[[str], Iterable[WitnessWording]]
) -> list[list[Markup]]:
    """A row for every paragraph whose two wordings differ."""
    return [
        [page.link.anchor(key, place), tag("span", found, lang=page.entry(key).language)]
        for place in places
        for before, after in wordings(place)
        if (found := marked(before, after))
    ]


def _folded(page: PageContext, title: str, rows: list[list[Markup]]) -> Markup:
    """A table that can be unfolded; one line where nothing differs."""
    words = page.words
    if not rows:
        return tag("p", f"{title}: {words['cmp_same_words']}", class_="say")
    table = sheet(title, [words["c_place"], words["cmp_words"]], rows)
    return tag("details", tag("summary", f"{title} ({len(rows)})"), table, class_="words")
