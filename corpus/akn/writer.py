"""Expression to Akoma Ntoso 3.0, always the same bytes for the same values.

Laws are ``section``, letters ``subsection``, numbers ``paragraph``, small letters ``point``, romans nested
``point``. What the standard has no place for (source lines, status of a reference) are attributes in the name
space ``urn:lovbro:akn``, which the schema allows everywhere; the evidence of references is in the metadata.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lxml import etree

from corpus import model, uris
from corpus.akn.inline import LB, RANK_EMPHASIS, AknError, Stretch, fill, lb, name
from corpus.akn.metadata import EVIDENCE, write_evidence, write_meta
from corpus.akn.references import LinkBase, corrigenda, detached_corrigenda, reference_stretches
from corpus.ids import Level
from corpus.registry import ExpressionEntry, Registry

TAGS = {
    Level.LAW: "section",
    Level.UPPER: "subsection",
    Level.DIGIT: "paragraph",
    Level.LOWER: "point",
    Level.ROMAN: "point",
}
# Chapters and groups have no numbers in our books; their depth decides the element.
PART_TAGS = ("part", "chapter", "subpart", "subchapter")
DEFINITIONS = "definitions"
INDEX = "index"

# Elements that hold other elements only, so that line feeds and indents in them are no text.
_STRUCTURE = frozenset(
    name(tag)
    for tag in (
        *("akomaNtoso", "act", "meta", "identification", "FRBRWork", "FRBRExpression", "FRBRManifestation"),
        *("references", "notes", "proprietary", "preface", "body", "container", "content", "intro", "wrapUp"),
        *(*PART_TAGS, *TAGS.values(), "hcontainer", "blockList", "item", "table", "tr", "th", "td"),
    )
) | {EVIDENCE}


def write(expression: model.Expression, registry: Registry) -> bytes:
    """The XML of an expression, UTF-8 with a final line feed. Raises AknError where a value has no place in it."""
    return _Writer(expression, registry).run()


class _Writer:
    def __init__(self, expression: model.Expression, registry: Registry) -> None:
        self.expression = expression
        self.registry = registry
        self.entry: ExpressionEntry = registry[expression.key]
        self.links = LinkBase(expression.work, expression.edition, self.entry.witnesses[0])
        self.notes = {note.key: note for note in expression.notes}
        self.waiting = dict(self.notes)
        self.references: defaultdict[tuple[str, bool, int], list[model.Reference]] = defaultdict(list)
        for reference in expression.references:
            anchor = reference.anchor
            self.references[anchor.place, anchor.where == "heading", anchor.block].append(reference)
        self.counts: defaultdict[str, int] = defaultdict(int)
        self.root = etree.fromstring(f'<akomaNtoso xmlns="{uris.AKN}" xmlns:lb="{LB}"/>')
        self.act = etree.SubElement(self.root, name("act"), {"name": expression.work})
        self.meta = write_meta(self.act, expression, registry)

    def run(self) -> bytes:
        self._preface(self.act)
        body = etree.SubElement(self.act, name("body"))
        if self.expression.definitions:
            self._definitions(body)
        self._laws(body)
        if self.expression.index:
            self._index(body)
        self._loose_notes()
        if any(self.references.values()):
            lost = next(group for group in self.references.values() if group)[0]
            raise AknError(f"{self.expression.key}: the reference {lost.printed!r} in {lost.anchor} stands in no text")
        _indent(self.root, "\n")
        return etree.tostring(self.root, encoding="UTF-8", xml_declaration=True) + b"\n"

    def _preface(self, act: etree._Element) -> None:
        loose = [part for part in self.expression.parts if not part.laws]
        if not loose:
            return
        preface = etree.SubElement(act, name("preface"))
        for part in loose:
            box = etree.SubElement(
                preface, name("container"), {"name": part.level, "eId": uris.eid(f"part:{part.key}")}
            )
            _write_title(box, "p", part)
            self._blocks(box, f"part:{part.key}", part.blocks, 0)

    def _laws(self, body: etree._Element) -> None:
        """Laws in order, inside the chapters and groups that hold them."""
        parts = [part for part in self.expression.parts if part.laws]
        open_parts: list[tuple[model.Part, etree._Element]] = []
        started: set[str] = set()
        for law in self.expression.laws:
            number = law.id.law
            while open_parts and number not in open_parts[-1][0].laws:
                open_parts.pop()
            for part in sorted((p for p in parts if number in p.laws), key=lambda p: -len(p.laws)):
                if any(part is opened for opened, _ in open_parts):
                    continue
                if part.key in started:
                    raise AknError(f"{self.expression.key}: part {part.key!r} does not hold an unbroken run of laws")
                started.add(part.key)
                parent = open_parts[-1][1] if open_parts else body
                open_parts.append((part, self._part(parent, part, len(open_parts))))
            self._provision(open_parts[-1][1] if open_parts else body, law)
        if len(started) != len(parts):
            raise AknError(f"{self.expression.key}: {[p.key for p in parts if p.key not in started]} hold no law of it")

    def _part(self, parent: etree._Element, part: model.Part, depth: int) -> etree._Element:
        attributes = {"eId": uris.eid(f"part:{part.key}"), lb("level"): part.level}
        element = etree.SubElement(parent, name(PART_TAGS[depth]), attributes)
        _write_title(element, "heading", part)
        if part.blocks:
            self._blocks(etree.SubElement(element, name("intro")), f"part:{part.key}", part.blocks, 0)
        return element

    def _provision(self, parent: etree._Element, provision: model.Provision) -> None:
        place = str(provision.id)
        attributes = {
            "eId": provision.id.eid,
            "wId": uris.wid(self.entry, provision.id),
            lb("lines"): self.links.lines(provision.source),
        }
        if provision.pages:
            attributes[lb("pages")] = " ".join(uris.token(page) for page in provision.pages)
        element = etree.SubElement(parent, name(TAGS[provision.id.level]), attributes)
        if provision.printed or provision.label_emendations:
            self._text(etree.SubElement(element, name("num")), provision.printed, provision.label_emendations)
        if provision.heading is not None:
            self._prose(etree.SubElement(element, name("heading")), provision.heading, place, "heading", 0)
        leaf = not provision.children and not provision.closing
        if provision.blocks:
            box = etree.SubElement(element, name("content" if leaf else "intro"))
            self._blocks(box, place, provision.blocks, 0)
        for child in provision.children:
            self._provision(element, child)
        if provision.closing:
            box = etree.SubElement(element, name("wrapUp"))
            self._blocks(box, place, provision.closing, len(provision.blocks))

    def _blocks(self, parent: etree._Element, place: str, blocks: Sequence[model.Block], first: int) -> None:
        for number, block in enumerate(blocks, first):
            if isinstance(block, model.Table):
                self._table(parent, place, block)
            else:
                self._prose(etree.SubElement(parent, name("p")), block, place, "body", number)

    def _table(self, parent: etree._Element, place: str, table: model.Table) -> None:
        attributes = {
            "eId": self._next(place, "table"),
            lb("lines"): self.links.lines(table.source),
            lb("header"): str(table.header),
        }
        element = etree.SubElement(parent, name("table"), attributes)
        if table.caption or table.emendations:
            caption = etree.SubElement(element, name("caption"))
            fill(caption, table.caption, ())
            detached_corrigenda(caption, table.emendations, self.links)
        for number, row in enumerate(table.rows):
            line = etree.SubElement(element, name("tr"))
            for cell in row:
                box = etree.SubElement(line, name("th" if number < table.header else "td"))
                fill(etree.SubElement(box, name("p")), cell, ())

    def _prose(self, element: etree._Element, prose: model.Prose, place: str, where: model.Where, block: int) -> None:
        """One text with everything that points into it."""
        element.set(lb("lines"), self.links.lines(prose.source))
        self._fill(element, prose, place, where, block)

    def _fill(self, element: etree._Element, prose: model.Prose, place: str, where: model.Where, block: int) -> None:
        references = self.references.pop((place, where == "heading", block), [])
        named = [(self._next(place, "ref"), reference) for reference in sorted(references, key=_by_offset)]
        for eid, reference in named:
            if reference.evidence:
                write_evidence(self.meta, eid, reference.evidence)
        stretches = reference_stretches(prose.text, named, self.links)
        stretches += [Stretch(start, end, RANK_EMPHASIS, "i") for start, end in prose.emphasis]
        stretches += corrigenda(prose.emendations, self.links)
        for mark in prose.marks:
            content = self._note_or_mark(mark.note)
            stretches.append(Stretch(mark.at, mark.at, 0, "authorialNote", content=content))
        fill(element, prose.text, stretches)

    def _text(self, element: etree._Element, text: str, emendations: Iterable[model.Emendation]) -> None:
        fill(element, text, corrigenda(emendations, self.links))

    def _note_or_mark(self, key: str) -> etree._Element:
        """The note itself at its first mark, a pointer to it at the others."""
        note = self.waiting.pop(key, None)
        if note is not None:
            return self._note("authorialNote", note)
        if key not in self.notes:
            raise AknError(f"{self.expression.key}: a mark calls note {key}, which is not there")
        attributes = {"href": f"#{uris.eid(key)}", "marker": self.notes[key].marker}
        return etree.Element(name("noteRef"), attributes)

    def _note(self, tag: str, note: model.Note) -> etree._Element:
        attributes = {
            "eId": uris.eid(note.key),
            "marker": note.marker,
            lb("origin"): note.origin,
            lb("anchors"): " ".join(note.anchors),
            lb("lines"): self.links.lines(note.source),
        }
        if note.doubtful:
            attributes[lb("doubtful")] = "true"
        element = etree.Element(name(tag), attributes)
        for number, block in enumerate(note.blocks):
            self._prose(etree.SubElement(element, name("p")), block, note.key, "note", number)
        return element

    def _loose_notes(self) -> None:
        """Notes without a mark in running text (called from a table) go with the metadata."""
        if not self.waiting:
            return
        box = etree.Element(name("notes"), {"source": "#lovbro"})
        while self.waiting:
            note = self.waiting.pop(next(iter(self.waiting)))
            box.append(self._note("note", note))
        self.meta.insert(len(self.meta) - 1, box)

    def _definitions(self, body: etree._Element) -> None:
        section = etree.SubElement(body, name("section"), {"eId": DEFINITIONS, "class": DEFINITIONS})
        content = etree.SubElement(section, name("content"))
        listed = etree.SubElement(content, name("blockList"), {"eId": f"{DEFINITIONS}__list"})
        for definition in self.expression.definitions:
            self._definition(listed, definition, definition.address)

    def _definition(self, parent: etree._Element, definition: model.Definition, address: str) -> None:
        eid = uris.eid(address)
        item = etree.SubElement(parent, name("item"), {"eId": eid})
        heading = etree.SubElement(item, name("heading"), {lb("lines"): self.links.lines(definition.headword.source)})
        term = etree.SubElement(heading, name("term"), {"eId": f"{eid}__term", "refersTo": f"#concept_{eid}"})
        self._fill(term, definition.headword, address, "heading", 0)
        for number, sense in enumerate(definition.senses):
            box = item
            if sense.number is not None:
                # Senses printed one after the other share a list.
                last = item[-1]
                if last.tag != name("blockList") or last.get("class") != "senses":
                    last = etree.SubElement(item, name("blockList"), {"class": "senses"})
                box = etree.SubElement(last, name("item"))
                etree.SubElement(box, name("num")).text = str(sense.number)
            p = etree.SubElement(box, name("p"), {lb("lines"): self.links.lines(sense.prose.source)})
            self._fill(etree.SubElement(p, name("def")), sense.prose, address, "definition", number)
        if definition.subs:
            listed = etree.SubElement(item, name("blockList"), {"class": "subs"})
            for sub in definition.subs:
                self._definition(listed, sub, f"{address}/{sub.headword.text}")
        if len(item) == 1:
            # The schema wants a block in every item; a headword may have none (only sub-entries define it).
            etree.SubElement(item, name("p"), {"class": "empty"})

    def _index(self, body: etree._Element) -> None:
        box = etree.SubElement(body, name("hcontainer"), {"name": INDEX, "eId": INDEX})
        content = etree.SubElement(box, name("content"))
        listed = etree.SubElement(content, name("blockList"), {"eId": f"{INDEX}__list"})
        for entry in self.expression.index:
            self._index_entry(listed, entry)

    def _index_entry(self, parent: etree._Element, entry: model.IndexEntry) -> None:
        item = etree.SubElement(parent, name("item"), {lb("line"): str(entry.line)})
        p = etree.SubElement(item, name("p"))
        rows = [("entry", entry.entry), ("sub", entry.sub)]
        rows += [("locator", locator) for locator in entry.locators] + [("see", see) for see in entry.see]
        for kind, words in rows:
            fill(etree.SubElement(p, name("span"), {"class": kind}), words, ())
        for target in entry.targets:
            etree.SubElement(p, name("ref"), {"class": "target", "href": f"#{uris.eid(target)}"})

    def _next(self, place: str, kind: str) -> str:
        stem = f"{uris.eid(place)}__{kind}"
        self.counts[stem] += 1
        return f"{stem}_{self.counts[stem]}"


def in_reading_order(expression: model.Expression) -> model.Expression:
    """The same expression with parts, notes and references in the order in which the XML holds them."""
    writer_order = _Order(expression)
    return replace(
        expression,
        parts=tuple(sorted(expression.parts, key=writer_order.part)),
        notes=tuple(sorted(expression.notes, key=lambda note: writer_order.note(note.key))),
        references=tuple(sorted(expression.references, key=writer_order.reference)),
    )


class _Order:
    """Numbers the texts of an expression as the XML has them: a note follows the text that calls it first."""

    def __init__(self, expression: model.Expression) -> None:
        self._laws = {law.id.law: n for n, law in enumerate(expression.laws)}
        self._notes = {note.key: note for note in expression.notes}
        self._met: dict[str, int] = {}
        self._texts: dict[tuple[str, bool, int], int] = {}
        for address, definition in expression.all_definitions():
            self._see(address, "heading", 0, definition.headword)
            for number, sense in enumerate(definition.senses):
                self._see(address, "definition", number, sense.prose)
        for law in expression.laws:
            self._provision(law)
        for note in expression.notes:
            self._meet(note.key)

    def part(self, part: model.Part) -> tuple[int, int]:
        if not part.laws:
            return -1, 0
        return min(self._laws.get(law, 0) for law in part.laws), -len(part.laws)

    def note(self, key: str) -> int:
        return self._met[key]

    def reference(self, reference: model.Reference) -> tuple[int, int, int]:
        anchor = reference.anchor
        text = self._texts.get((anchor.place, anchor.where == "heading", anchor.block), len(self._texts))
        return text, *_by_offset(reference)

    def _provision(self, provision: model.Provision) -> None:
        place = str(provision.id)
        if provision.heading is not None:
            self._see(place, "heading", 0, provision.heading)
        for number, block in enumerate(provision.blocks):
            self._see(place, "body", number, block)
        for child in provision.children:
            self._provision(child)
        for number, block in enumerate(provision.closing, len(provision.blocks)):
            self._see(place, "body", number, block)

    def _see(self, place: str, where: model.Where, block: int, text: model.Block) -> None:
        if isinstance(text, model.Table):
            return
        self._texts[place, where == "heading", block] = len(self._texts)
        for mark in sorted(text.marks, key=lambda mark: mark.at):
            self._meet(mark.note)

    def _meet(self, key: str) -> None:
        if key in self._met or key not in self._notes:
            return
        self._met[key] = len(self._met)
        for number, block in enumerate(self._notes[key].blocks):
            self._see(key, "note", number, block)


def _write_title(parent: etree._Element, tag: str, part: model.Part) -> None:
    attributes = {"class": "title"} if tag == "p" else {}
    fill(etree.SubElement(parent, name(tag), attributes), part.title, ())


def _by_offset(reference: model.Reference) -> tuple[int, int]:
    return reference.anchor.start, -reference.anchor.end


def _indent(element: etree._Element, lead: str) -> None:
    """Line feeds and indents inside elements that hold elements only."""
    if element.tag not in _STRUCTURE or not len(element):
        return
    element.text = lead + " "
    for child in element:
        _indent(child, lead + " ")
        child.tail = lead + " "
    element[-1].tail = lead
