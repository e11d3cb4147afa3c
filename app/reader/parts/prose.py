"""Paragraphs, notes, tables and definitions of any text as HTML for one reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import decomposition

from markupsafe import Markup

from app.i18n.words import line_words
from app.reader.context import PageContext
from app.reader.text.capitals import capitals, lowered_spans
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.hyphens import HYPHEN, hyphen_places
from app.reader.text.markup import MarkupSpan, apply_spans, correction_marks, element_span, plain, table
from corpus.model import Block, Definition, Lines, Note, Prose, Provision, Reference, Table, Where

BodyAddress = tuple[str, str, int]
"""Where a block of a text's body is: expression, place, number of the block."""
Mention = tuple[int, int, str]
"""Start and end of a defined word, and the address of its definition."""


def blocks_of(key: str, provision: Provision, *, closing: bool) -> Iterator[tuple[BodyAddress, Block]]:
    """The blocks of a provision's body with their addresses: those before its parts, or those after (``closing``)."""
    blocks = provision.closing if closing else provision.blocks
    first = len(provision.blocks) if closing else 0
    return (((key, str(provision.id), number), block) for number, block in enumerate(blocks, first))


def first_mentions(
    page: PageContext, blocks: Iterable[tuple[BodyAddress, Block]]
) -> Mapping[BodyAddress, Sequence[Mention]]:
    """The defined words to explain on a page: of each text every word once, outside citations.

    ``blocks`` are those of the page in reading order.
    """
    found: defaultdict[BodyAddress, list[Mention]] = defaultdict(list)
    explained: set[tuple[str, str]] = set()
    for address, block in blocks:
        if not isinstance(block, Prose):
            continue
        key, place, number = address
        anchors = [r.anchor for r in page.library.references(key, place)]
        cited = [(a.start, a.end) for a in anchors if (a.where, a.block) == ("body", number)]
        for start, end, definition in page.services.defined_terms(key).find(block.text, place):
            free = all(end <= first or last <= start for first, last in cited)
            if free and (key, definition) not in explained:
                explained.add((key, definition))
                found[address].append((start, end, definition))
    return found


@dataclass(frozen=True)
class ProseRenderer:
    """What a text consists of as HTML, with its links and, when the reader wants them, its corrections.

    ``explained`` are the defined words that are links, as ``first_mentions`` returns them.
    """

    page: PageContext
    explained: Mapping[BodyAddress, Sequence[Mention]] = field(default_factory=dict)

    def blocks(self, blocks: Iterable[tuple[BodyAddress, Block]]) -> Markup:
        """The blocks of a body, in their order."""
        return join(
            table(block, self.page.entry(key).language)
            if isinstance(block, Table)
            else tag("p", self.prose(key, place, "body", number, block))
            for (key, place, number), block in blocks
        )

    def prose(self, key: str, place: str, where: Where, block: int, prose: Prose) -> Markup:
        """One paragraph with its links, note marks, emphasis and, when the reader wants them, corrections."""
        spans, hyphens = self.page.link.spans(key, place, where, block), []
        if where == "heading":
            spans += lowered_spans(prose.text)
            language = self.page.entry(key).language
            hyphens = [place for place in hyphen_places(prose.text, language) if not _within_link(place, spans)]
        if where == "body":
            spans += [self._explanation(key, mention) for mention in self.explained.get((key, place, block), ())]
        spans += [element_span(start, end, 3, "em") for start, end in prose.emphasis]
        points = [(mark.at, self.mark(key, mark.note)) for mark in prose.marks]
        points += [(place, HYPHEN) for place in hyphens]
        if self.page.state.corrections:
            more, places = correction_marks(prose.emendations, self.page.words)
            spans, points = spans + more, points + places
        return apply_spans(prose.text, spans, points)

    def mark(self, key: str, note_key: str) -> Markup:
        """The mark of a footnote in the text, with the note's first words."""
        note = self.page.library.note(key, note_key)
        marker = note.marker if note else "*"
        tip = plain(note.blocks, 300) if note else ""
        label = f"{self.page.words['note']} {marker}"
        if note and note.doubtful:
            label, marker = f"{label} ({self.page.words['note_place_doubtful']})", f"{marker}?"
        kind = "nm high" if all("super" in decomposition(sign) for sign in marker) else "nm"
        return tag("sup", marker, class_=kind, tabindex="0", aria_label=label, role="note", data_tip=tip)

    def note(self, key: str, note: Note) -> Markup:
        """A footnote under its provision, with its mark and whose note it is."""
        words = self.page.words
        origin = "" if note.origin == "original" else f" · {words['origin_' + note.origin]}"
        doubt = f" · {words['note_place_doubtful']}" if note.doubtful else ""
        head = tag("b", f"{words['note']} {note.marker}{origin}{doubt}", lang=self.page.state.ui)
        body = (tag("p", self.prose(key, note.key, "note", n, block)) for n, block in enumerate(note.blocks))
        return tag("div", head, *body, class_="note")

    def source(self, lines: Lines, pages: Sequence[str] = ()) -> Markup:
        """Where a text is in its witness, for those who want to check it, and a button that copies it."""
        words = self.page.words
        where = line_words(lines.first, lines.last, self.page.state.ui)
        pages_ = f" · {words['page']} {', '.join(pages)}" if pages else ""
        origin = tag("span", f"{lines.witness} · {where}{pages_}")
        copy = NOTHING if self.page.contents_at else copy_button(self.page)
        return tag("div", copy, origin, class_="aside", lang=self.page.state.ui)

    def definition(self, key: str, place: str, definition: Definition) -> Markup:
        """A definition: headword, numbered senses, sub-entries under their head."""
        word = self.prose(key, place, "heading", 0, definition.headword)
        return self.page.render(
            "definition.html",
            headword=word,
            senses=[
                (sense.number, self.prose(key, place, "definition", number, sense.prose))
                for number, sense in enumerate(definition.senses)
            ],
            subs=[self.definition(key, f"{place}/{sub.headword.text}", sub) for sub in definition.subs],
        )

    def _explanation(self, key: str, mention: Mention) -> MarkupSpan:
        """A defined word as a quiet link to its definition."""
        start, end, address = mention
        href, preview = self.page.link.place_href(key, address), self.page.link.preview_attributes(key, address)
        return element_span(start, end, 0, "a", class_="word", href=href, **preview)


def _within_link(place: int, spans: Iterable[MarkupSpan]) -> bool:
    return any(span.rank == 0 and span.start < place < span.end for span in spans)


def copy_button(page: PageContext) -> Markup:
    """The button that copies a piece of text with its source."""
    copy = {"type": "button", "class": "copy", "data-copy": "piece", "data-copied": page.words["copied"]}
    return tag("button", page.words["copy"], **copy)


def link_with_heading(page: PageContext, key: str, place: str) -> Markup:
    """A link to a place with its headings beside it; a definition is named by its headword already."""
    link = page.link.anchor(key, place)
    head = "" if place.startswith("def:") else page.link.preview(key, place)[0]
    return join([link, tag("span", capitals(head), lang=page.entry(key).language)], " ") if head else link


def quotable(page: PageContext, key: str, place: str, shown: Markup) -> Markup:
    """What names a place, marked so that ``page.js`` can put the place into the open case from here."""
    return tag("span", shown, data_key=key, data_cite=page.link.cite(key, place), data_place=place)


def cited_words(reference: Reference, *, gloss: bool = True) -> str:
    """The words of a reference as the book prints them, as plain text: ``se § 86B (angående holdkampe)``."""
    words = f"{reference.signal} {reference.printed}".strip()
    return f"{words} ({reference.gloss})" if gloss and reference.gloss else words
