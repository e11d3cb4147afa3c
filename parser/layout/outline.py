"""Depth and ids from the look of the labels, by a rank table and the rule that every list counts upwards.

A label is accepted only where it continues an open list or begins a new one directly below the provision now
open. Anything else stops the build with the place: broken numbering of a source is mended by a recorded patch,
never here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from corpus.ids import Level, ProvisionId, follows
from corpus.model import PassageKey
from parser.layout.events import (
    FootnoteText,
    LawHeading,
    LayoutError,
    LayoutEvent,
    ListItem,
    PageBreak,
    Paragraph,
    TableBlock,
)
from parser.text.tracked import TrackedText

FIRST = {Level.UPPER: "A", Level.DIGIT: "1", Level.LOWER: "a", Level.ROMAN: "i"}


class OutlineError(LayoutError):
    """A label that neither continues a list nor begins one."""


@dataclass
class OutlineNode:
    """A provision while it is being put together."""

    id: ProvisionId
    label: TrackedText
    heading: TrackedText | None
    blocks: list[TrackedText | TableBlock] = field(default_factory=list)
    closing: list[TrackedText | TableBlock] = field(default_factory=list)
    children: list[OutlineNode] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)

    def key(self, name: str, index: int) -> PassageKey:
        """The key of the paragraph that ``heading``, ``blocks[index]`` or ``closing[index]`` becomes."""
        if name == "heading":
            return str(self.id), "heading", 0
        return str(self.id), "body", index + (len(self.blocks) if name == "closing" else 0)


@dataclass(frozen=True)
class Outline:
    """The tree, and the notes with the point of the flow at which each is printed.

    ``order`` lists every text-bearing place in reading order as ``(node, field, index)`` and, between them, the
    notes, so that footnotes can be bound by what precedes them.
    """

    laws: tuple[OutlineNode, ...]
    order: tuple[tuple[OutlineNode, str, int] | FootnoteText | PageBreak, ...]


def outline(flow: Iterable[LayoutEvent]) -> Outline:
    """Build the tree of one text. Raises OutlineError at a label that does not fit."""
    return _Builder().run(flow)


class _Builder:
    def __init__(self) -> None:
        self.laws: list[OutlineNode] = []
        self.open: list[OutlineNode] = []
        self.order: list[tuple[OutlineNode, str, int] | FootnoteText | PageBreak] = []
        self.page = ""

    def run(self, flow: Iterable[LayoutEvent]) -> Outline:
        for piece in flow:
            if isinstance(piece, LawHeading):
                self._head(piece)
            elif isinstance(piece, ListItem):
                self._item(piece)
            elif isinstance(piece, Paragraph):
                self._block(piece.text, piece.of)
            elif isinstance(piece, TableBlock):
                self._block(piece, piece.of)
            else:
                if isinstance(piece, PageBreak):
                    self.page = piece.label
                self.order.append(piece)
        return Outline(tuple(self.laws), tuple(self.order))

    def _head(self, head: LawHeading) -> None:
        node = OutlineNode(ProvisionId.of(head.number), head.label, head.heading)
        if any(law.id == node.id for law in self.laws):
            raise OutlineError(f"law {head.number} comes twice", _origin(head.label, head.heading))
        self.laws.append(node)
        self._enter([node])

    def _item(self, item: ListItem) -> None:
        depth = self._depth(item)
        parent = self.open[depth - 1]
        node = OutlineNode(parent.id.child(item.value), item.label, item.heading)
        parent.children.append(node)
        self._enter([*self.open[:depth], node])
        if item.text:
            self._block(item.text, None)

    def _enter(self, open_nodes: list[OutlineNode]) -> None:
        self.open = open_nodes
        node = open_nodes[-1]
        if self.page:
            node.pages.append(self.page)
        if node.heading:
            self.order.append((node, "heading", 0))

    def _block(self, block: TrackedText | TableBlock, of: Level | None) -> None:
        if not self.open:
            raise OutlineError("text before the first law", _origin(block if isinstance(block, TrackedText) else None))
        if of is not None and len(self.open) < int(of):
            raise OutlineError(f"no open provision at level {of.name}", _origin(_first_text(block)))
        node = self.open[-1] if of is None else self.open[int(of) - 1]
        name = "closing" if node.children else "blocks"
        blocks = getattr(node, name)
        blocks.append(block)
        if self.page and self.page not in node.pages:
            node.pages.append(self.page)
        self.order.append((node, name, len(blocks) - 1))

    def _depth(self, item: ListItem) -> int:
        """How many provisions stay open above ``item``: the innermost list that it continues or begins."""
        depths = range(len(self.open), 0, -1) if item.level is None else (int(item.level) - 1,)
        for depth in depths:
            if depth <= len(self.open) and _fits(item, self.open[depth - 1]):
                return depth
        place = str(self.open[-1].id) if self.open else "the start"
        origin = _origin(item.label, item.heading, item.text)
        raise OutlineError(f"label {item.value!r} does not follow {place}", origin)


def _fits(item: ListItem, parent: OutlineNode) -> bool:
    level = Level(len(parent.id.parts) + 1) if len(parent.id.parts) < int(Level.ROMAN) else None
    if level is None or (item.level is None and item.value.isdigit() != (level is Level.DIGIT)):
        return False
    if item.gap:
        return True
    if parent.children:
        return follows(item.value, parent.children[-1].id.parts[-1], level is Level.ROMAN)
    if item.level is not None:
        return item.value in FIRST.values()
    # After (h) the label (i) is the next letter; anywhere else below a letter it opens a roman list (sv 80B2).
    return item.value == FIRST[level] and not (level is Level.ROMAN and parent.id.parts[-1] == "h")


def _first_text(block: TrackedText | TableBlock) -> TrackedText | None:
    if isinstance(block, TrackedText):
        return block
    return next((cell for row in block.rows for cell in row if cell), None)


def _origin(*texts: TrackedText | None) -> int:
    return next((text.origins[0] for text in texts if text is not None and text.origins), 0)
