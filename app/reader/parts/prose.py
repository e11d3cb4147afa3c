"""Paragraphs, notes, tables and definitions of any text, set as HTML for one reader."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.reader.context import PageContext
from app.reader.text.markup import MarkupSpan, apply_spans, correction_inks, plain, table
from corpus.model import Definition, Lines, Note, Prose, Provision, Reference, Table, Where


class ProseRenderer:
    """Sets what a text consists of, with its links and, when asked for, its corrections."""

    def __init__(self, desk: PageContext) -> None:
        self.desk = desk
        self._explained: set[tuple[str, str]] = set()

    def blocks(self, key: str, provision: Provision, *, closing: bool) -> str:
        blocks = provision.closing if closing else provision.blocks
        first = len(provision.blocks) if closing else 0
        out = []
        for number, block in enumerate(blocks, first):
            if isinstance(block, Table):
                out.append(table(block, self.desk.entry(key).language))
            else:
                out.append(f"<p>{self.prose(key, str(provision.id), 'body', number, block)}</p>")
        return "".join(out)

    def prose(self, key: str, place: str, where: Where, block: int, prose: Prose) -> str:
        """One paragraph with its links, note marks, emphasis and, when asked for, corrections."""
        inks = self.desk.link.inks(key, place, where, block)
        if where == "body":
            inks += self.defined(key, prose.text, inks)
        inks += [MarkupSpan(start, end, "<em>", "</em>", 3) for start, end in prose.emphasis]
        points = [(mark.at, self.mark(key, mark.note)) for mark in prose.marks]
        if self.desk.state.corrections:
            more, places = correction_inks(prose.emendations, self.desk.say)
            inks, points = inks + more, points + places
        return apply_spans(prose.text, inks, points)

    def defined(self, key: str, text: str, links: Sequence[MarkupSpan]) -> list[MarkupSpan]:
        """Defined words as quiet links, each once on a page and text, never inside another link."""
        found = []
        for start, end, address in self.desk.room.defined(key).find(text):
            free = all(end <= link.start or link.end <= start for link in links)
            if free and (key, address) not in self._explained:
                self._explained.add((key, address))
                href, tip = self.desk.link.place_href(key, address), self.desk.link.tip(key, address)
                found.append(MarkupSpan(start, end, f'<a class="word" href="{href}"{tip}>', "</a>", 0))
        return found

    def mark(self, key: str, note_key: str) -> str:
        note = self.desk.library.note(key, note_key)
        marker = escape(note.marker if note else "*")
        label = escape(f"{self.desk.say['note']} {marker}", quote=True)
        tip = escape(plain(note.blocks, 300), quote=True) if note else ""
        return f'<sup class="nm" tabindex="0" aria-label="{label}" role="note" data-tip="{tip}">{marker}</sup>'

    def note(self, key: str, note: Note) -> str:
        """A footnote where it stands, smaller, with its mark and whose note it is."""
        body = "".join(f"<p>{self.prose(key, note.key, 'note', n, block)}</p>" for n, block in enumerate(note.blocks))
        origin = "" if note.origin == "original" else f" · {self.desk.say['origin_' + note.origin]}"
        head = escape(f"{self.desk.say['note']} {note.marker}{origin}")
        return f'<div class="note"><b lang="{self.desk.state.ui}">{head}</b>{body}</div>'

    def source(self, lines: Lines, pages: Sequence[str] = ()) -> str:
        """Where a text stands in its witness, for those who want to check it, and a button that copies it."""
        say = self.desk.say
        key = "line" if lines.first == lines.last else "lines"
        where = say[key].format(first=lines.first, last=lines.last)
        page = f" · {say['page']} {', '.join(pages)}" if pages else ""
        words = escape(f"{lines.witness} · {where}{page}")
        copied = escape(say["copied"], quote=True)
        return (
            f'<div class="aside" lang="{self.desk.state.ui}"><button type="button" class="copy" data-copy="piece"'
            f' data-copied="{copied}">{escape(say["copy"])}</button><span>{words}</span></div>'
        )

    def definition(self, key: str, place: str, definition: Definition) -> str:
        """A definition: headword, numbered senses, sub-entries under their head."""
        word = self.prose(key, place, "heading", 0, definition.headword)
        senses = "".join(
            f"<p>{f'<b class=sense>{sense.number}.</b> ' if sense.number else ''}"
            f"{self.prose(key, place, 'definition', number, sense.prose)}</p>"
            for number, sense in enumerate(definition.senses)
        )
        subs = "".join(
            f'<div class="sub">{self.definition(key, f"{place}/{sub.headword.text}", sub)}</div>'
            for sub in definition.subs
        )
        return f"<h2>{capitals(definition.headword.text, word)}</h2>{senses}{subs}"


def capitals(text: str, inner: str) -> str:
    """Headings that a book prints in capitals are set as small capitals; the letters stay as printed."""
    return f'<span class="caps">{inner}</span>' if text.isupper() else inner


def named(desk: PageContext, key: str, place: str) -> str:
    """A link to a place with its headings beside it; a definition is named by its headword already."""
    head = "" if place.startswith("def:") else desk.link.preview(key, place)[0]
    heading = f' <span lang="{desk.entry(key).language}">{capitals(head, escape(head))}</span>' if head else ""
    return desk.link.anchor(key, place) + heading


def cited_words(reference: Reference, *, gloss: bool = True) -> str:
    """The words of a reference as the book prints them, as plain text: ``se § 86B (angående holdkampe)``."""
    words = f"{reference.signal} {reference.printed}".strip()
    return f"{words} ({reference.gloss})" if gloss and reference.gloss else words
