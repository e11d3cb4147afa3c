"""From one source's witnesses to its Expression: patch, layout, outline, footnotes, model.

References are found and resolved later, when all expressions are there (``parser.citations.resolve``).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from corpus import model
from corpus.registry import ExpressionEntry
from parser.layout.events import DraftDefinition, LayoutError, ParsedLayout, TableBlock
from parser.layout.footnotes import BoundNote, FoundMark, bind
from parser.layout.outline import Outline, OutlineNode, outline
from parser.layout.source import Source
from parser.layout.subject_index import headword_table, read_locator
from parser.text.coverage import Ledger
from parser.text.patches import Patch, apply_patches
from parser.text.tracked import LineIndex, TrackedText, Witness
from parser.witnesses.readings import WitnessError, readings


class ParseError(ValueError):
    """A text that cannot be read; the message names the witness and the line."""


@dataclass(frozen=True)
class SourceTexts:
    """What a source is read from: witnesses by siglum, patches by siglum, lexicon texts by name."""

    witnesses: Mapping[str, Witness]
    patches: Mapping[str, tuple[Patch, ...]]
    lexicons: Mapping[str, str]


def parse(source: Source, entry: ExpressionEntry, raws: SourceTexts) -> model.Expression:
    """Read one source. Raises ParseError, PatchError or UnreadError, each naming the place."""
    base = raws.witnesses[entry.witnesses[0]]
    text = apply_patches(base, TrackedText.of(base.text), raws.patches.get(base.siglum, ()))
    lines = LineIndex(base)
    try:
        reading = source.layout(text, raws.witnesses, raws.lexicons)
        tree = outline(reading.flow)
        notes, marks = bind(tree, source.note_sign)
    except LayoutError as error:
        raise ParseError(f"{base.siglum}: line {lines.line(error.origin)}: {error}") from error
    ledger = _account(base, reading, tree, notes)
    maker = _Maker(source, lines, notes, marks)
    definitions = tuple(maker.definition(draft) for draft in reading.definitions)
    also = [row for siglum, spans in reading.also for row in Ledger(raws.witnesses[siglum], spans).coverage()]
    expression = model.Expression(
        key=entry.key,
        language=entry.language,
        work=entry.work,
        edition=entry.edition,
        title=entry.title,
        laws=tuple(maker.provision(law) for law in tree.laws),
        parts=tuple(
            model.Part(p.key, p.title.text, p.level, p.laws, tuple(maker.prose(block) for block in p.blocks))
            for p in reading.parts
        ),
        definitions=definitions,
        notes=maker.notes(),
        index=_index(source, reading, definitions, lines),
        coverage=(*ledger.coverage(), *also),
    )
    return replace(expression, readings=_second_readings(source, raws.witnesses, expression, maker))


def _second_readings(
    source: Source, witnesses: Mapping[str, Witness], expression: model.Expression, maker: _Maker
) -> tuple[model.WitnessReading, ...]:
    """What the further witnesses of a source have at the passages of its expression. Raises ParseError."""
    try:
        return tuple(
            reading
            for siglum, pages in source.second.items()
            for reading in readings(
                expression, maker.texts, siglum, _unmarked(pages(witnesses[siglum]), source.note_sign)
            )
        )
    except WitnessError as error:
        raise ParseError(str(error)) from error


class _Maker:
    """Turns nodes and bound notes into model values, giving marks and emphasis their final offsets."""

    def __init__(
        self, source: Source, lines: LineIndex, notes: tuple[BoundNote, ...], marks: tuple[FoundMark, ...]
    ) -> None:
        self._source = source
        self._lines = lines
        self._notes = notes
        self._keys = _note_keys(notes)
        self.texts: list[tuple[TrackedText, model.PassageKey | None]] = []
        """Every text that was made into a paragraph of a provision or note, with its key; every other without."""
        self._marks: defaultdict[model.PassageKey, list[tuple[int, int]]] = defaultdict(list)
        for mark in marks:
            self._marks[mark.key].append((mark.at, mark.note))

    def provision(self, node: OutlineNode) -> model.Provision:
        texts = [t for t in (node.label, node.heading, *_texts(node.blocks), *_texts(node.closing)) if t]
        children = tuple(self.provision(child) for child in node.children)
        own = [self._lines.lines(text) for text in texts]
        spans = own or [child.source for child in children]
        return model.Provision(
            id=node.id,
            printed=node.label.text,
            source=_lines_around(spans),
            heading=self._marked(node.heading, node.key("heading", 0)) if node.heading else None,
            blocks=self._blocks(node, "blocks", node.blocks),
            children=children,
            closing=self._blocks(node, "closing", node.closing),
            pages=tuple(node.pages),
            label_emendations=self._lines.emendations(node.label) if node.label else (),
        )

    def _blocks(
        self, node: OutlineNode, field: str, blocks: Iterable[TrackedText | TableBlock]
    ) -> tuple[model.Block, ...]:
        return tuple(
            self.table(block) if isinstance(block, TableBlock) else self._marked(block, node.key(field, index))
            for index, block in enumerate(blocks)
            # A damaged book has tables without a word.
            if not isinstance(block, TableBlock) or block.caption or any(cell for row in block.rows for cell in row)
        )

    def _marked(self, text: TrackedText, key: model.PassageKey) -> model.Prose:
        return self.prose(text, self._marks.get(key, ()), key)

    def prose(
        self, text: TrackedText, marks: Iterable[tuple[int, int]] = (), key: model.PassageKey | None = None
    ) -> model.Prose:
        places = [(at, self._keys[note]) for at, note in marks]
        emphasis: list[tuple[int, int]] = []
        if self._source.emphasis is not None:
            text, emphasis, places = _take_emphasis(text, self._source.emphasis, places)
        self.texts.append((text, key))
        return model.Prose(
            text.text,
            self._lines.lines(text),
            tuple(model.NoteMark(at, key) for at, key in places),
            self._lines.emendations(text),
            tuple(emphasis),
        )

    def table(self, grid: TableBlock) -> model.Table:
        cells = [cell for row in grid.rows for cell in row if cell]
        caption = [grid.caption] if grid.caption else []
        self.texts += [(text, None) for text in (*caption, *cells)]
        spans = [self._lines.lines(text) for text in (*caption, *cells)]
        width = max(len(row) for row in grid.rows)
        rows = tuple((*(cell.text for cell in row), *("" for _ in range(width - len(row)))) for row in grid.rows)
        return model.Table(
            rows,
            _lines_around(spans),
            grid.caption.text if grid.caption else "",
            grid.header,
            tuple(e for text in (*caption, *cells) for e in self._lines.emendations(text) if e.printed != model.LOST),
        )

    def definition(self, draft: DraftDefinition) -> model.Definition:
        # A damaged book has headwords whose words are lost, and senses of a number alone.
        senses = tuple(sense for sense in draft.senses if sense.text.origins)
        return model.Definition(
            self.prose(draft.headword),
            tuple(model.Sense(sense.number, self.prose(sense.text)) for sense in senses),
            tuple(self.definition(sub) for sub in draft.subs),
        )

    def notes(self) -> tuple[model.Note, ...]:
        out = []
        for key, bound in zip(self._keys, self._notes, strict=True):
            inner: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
            for block, at, note in bound.inner:
                inner[block].append((at, note))
            blocks = tuple(self.prose(text, inner[n], (key, "note", n)) for n, text in enumerate(bound.blocks))
            origin = self._source.note_origin(bound.marker, " ".join(block.text for block in blocks))
            anchors = tuple(str(anchor) for anchor in bound.anchors)
            lines = _lines_around([block.source for block in blocks])
            out.append(model.Note(key, bound.marker, blocks, anchors, origin, lines, bound.doubtful))
        return tuple(out)


def _lines_around(spans: Sequence[model.Lines]) -> model.Lines:
    return model.Lines(spans[0].witness, min(span.first for span in spans), max(span.last for span in spans))


def _unmarked(pages: Iterable[str], note_sign: re.Pattern[str]) -> tuple[str, ...]:
    """Pages of a further witness without note marks, as the paragraphs are that they are laid beside."""
    return tuple(re.sub(rf"\s*{note_sign.pattern}", "", page) for page in pages)


def _note_keys(notes: Iterable[BoundNote]) -> tuple[str, ...]:
    """``<first anchor>#fn<n>``, n counting the notes of that anchor."""
    count: Counter[str] = Counter()
    keys = []
    for note in notes:
        anchor = str(note.anchors[0])
        count[anchor] += 1
        keys.append(f"{anchor}#fn{count[anchor]}")
    return tuple(keys)


def _take_emphasis(
    text: TrackedText, sign: re.Pattern[str], places: list[tuple[int, str]]
) -> tuple[TrackedText, list[tuple[int, int]], list[tuple[int, str]]]:
    """Take emphasis signs out: ``sign`` has a group ``words``; note marks behind a sign move with the text."""
    spans: list[tuple[int, int]] = []
    for match in reversed(list(sign.finditer(text.text))):
        (start, end), (first, last) = match.span(), match.span("words")
        text = text.reshape(last, end, "").reshape(start, first, "")
        before, after = first - start, end - last
        places = [(at - before * (at > start) - after * (at >= end), key) for at, key in places]
        spans = [(a - before - after, b - before - after) for a, b in spans]
        spans.insert(0, (start, last - before))
    return text, spans, places


def _texts(blocks: Iterable[TrackedText | TableBlock]) -> list[TrackedText]:
    out: list[TrackedText] = []
    for block in blocks:
        if isinstance(block, TableBlock):
            out += [cell for row in block.rows for cell in row if cell]
        else:
            out.append(block)
    return out


def _account(base: Witness, reading: ParsedLayout, tree: Outline, notes: tuple[BoundNote, ...]) -> Ledger:
    ledger = Ledger(base, reading.noise)
    for law in tree.laws:
        _claim_node(ledger, law)
    for note in notes:
        ledger.claim("note", *note.labels, *note.blocks)
    for draft in reading.definitions:
        _claim_definition(ledger, draft)
    for part in reading.parts:
        ledger.claim("heading", part.title)
        ledger.claim("text", *part.blocks)
    ledger.claim("index", *(row.row for row in reading.index))
    ledger.claim("contents", *reading.contents)
    return ledger


def _claim_node(ledger: Ledger, node: OutlineNode) -> None:
    blocks = (*node.blocks, *node.closing)
    ledger.claim("heading" if node.heading else "text", node.label)
    ledger.claim("heading", node.heading, *(block.caption for block in blocks if isinstance(block, TableBlock)))
    ledger.claim("text", *_texts(blocks))
    for child in node.children:
        _claim_node(ledger, child)


def _claim_definition(ledger: Ledger, draft: DraftDefinition) -> None:
    ledger.claim("heading", draft.headword)
    ledger.claim("text", *(sense.text for sense in draft.senses))
    for sub in draft.subs:
        _claim_definition(ledger, sub)


def _index(
    source: Source, reading: ParsedLayout, definitions: tuple[model.Definition, ...], lines: LineIndex
) -> tuple[model.IndexEntry, ...]:
    addresses = [a for d in definitions for a in (d.address, *(f"{d.address}/{s.headword.text}" for s in d.subs))]
    heads = headword_table(addresses)
    entries = []
    for row in reading.index:
        found = (read_locator(text, row.sub or row.entry, source.index_words, heads) for text in row.locators)
        targets = tuple(chain.from_iterable(found))
        entries.append(model.IndexEntry(row.entry, row.sub, row.locators, targets, row.see, lines.lines(row.row).first))
    return tuple(entries)
