"""The words of one expression in reading order: what a quotation is looked for in.

A law with all below it is one run of words, so that a quotation may go on from a rule to its parts; so is each
definition, note and foreword. Runs do not touch each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from corpus.ids import ProvisionId
from corpus.model import Block, Expression, Prose, Provision
from index.quotations.typography import WordToken, text_tokens

BlockKind = Literal["body", "heading", "definition", "note", "part", "table"]
RUN_END = WordToken("\0", 0, 0)


@dataclass(frozen=True)
class WordBlock:
    """One paragraph, heading or row of a table. ``place`` is a provision id, ``def:<headword>``, a Note.key or
    ``part:<key>``; ``number`` the provision that it belongs to, None for what belongs to none; ``shared`` are the
    others that call the same note."""

    place: str
    kind: BlockKind
    text: str
    number: ProvisionId | None
    shared: tuple[ProvisionId, ...] = ()


@dataclass(frozen=True)
class WordStream:
    """All words of an expression: ``tokens[i]`` is in ``blocks[block_of[i]]``; runs are parted by ``RUN_END``."""

    expression: str
    language: str
    blocks: tuple[WordBlock, ...]
    tokens: tuple[WordToken, ...]
    block_of: tuple[int, ...]

    @classmethod
    def of(cls, expression: Expression) -> WordStream:
        """The words of an expression."""
        blocks: list[WordBlock] = []
        tokens: list[WordToken] = []
        block_of: list[int] = []
        for run in _runs(expression):
            for block in run:
                found = text_tokens(block.text)
                tokens += found
                block_of += [len(blocks)] * len(found)
                blocks.append(block)
            tokens.append(RUN_END)
            block_of.append(len(blocks) - 1)
        return cls(expression.key, expression.language, tuple(blocks), tuple(tokens), tuple(block_of))

    @cached_property
    def positions(self) -> Mapping[str, tuple[int, ...]]:
        """Where each word is, in small letters."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for at, token in enumerate(self.tokens):
            if token.is_word:
                found[token.form.lower()].append(at)
        return {word: tuple(places) for word, places in found.items()}

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word as it is spelled."""
        return frozenset(token.form for token in self.tokens if token.is_word)

    @cached_property
    def extents(self) -> Mapping[str, tuple[int, int]]:
        """By place the first token of its words, and the one behind the last; a rule's with all below it, no heading.

        A text box of a rule that has no words is left out.
        """
        found: dict[str, tuple[int, int]] = {}
        for at, token in enumerate(self.tokens):
            block = self.blocks[self.block_of[at]]
            if token is RUN_END or block.kind == "heading":
                continue
            places = [block.place]
            if block.number is not None and block.kind in ("body", "table"):
                parts = block.number.parts
                places = [str(ProvisionId(parts[:depth])) for depth in range(1, len(parts) + 1)]
            for place in places:
                found[place] = (found[place][0] if place in found else at, at + 1)
        return found

    def begins_block(self, at: int) -> bool:
        """True at the first token of a block."""
        return at == 0 or self.tokens[at - 1] is RUN_END or self.block_of[at] != self.block_of[at - 1]

    def ends_block(self, at: int) -> bool:
        """True behind the last token of a block."""
        return at >= len(self.tokens) or self.tokens[at] is RUN_END or self.begins_block(at)

    def block_end(self, at: int) -> int:
        """The token behind the block that holds ``at``."""
        while not self.ends_block(at + 1):
            at += 1
        return at + 1

    def text(self, start: int, end: int) -> str:
        """The words from one token to another as the text has them; blocks are parted by a line feed."""
        pieces: list[str] = []
        at = start
        while at < end:
            last = min(self.block_end(at), end)
            block = self.blocks[self.block_of[at]]
            pieces.append(block.text[self.tokens[at].start : self.tokens[last - 1].end])
            at = last
        return "\n".join(pieces)


def _runs(expression: Expression) -> Iterator[list[WordBlock]]:
    for part in expression.parts:
        place = f"part:{part.key}"
        yield [WordBlock(place, "part", part.title, None), *_blocks(place, "part", part.blocks, None)]
    for definition in expression.definitions:
        run: list[WordBlock] = []
        for address, one in definition.walk(definition.address):
            run.append(WordBlock(address, "heading", one.headword.text, None))
            run += [WordBlock(address, "definition", sense.prose.text, None) for sense in one.senses]
        yield run
    for law in expression.laws:
        yield list(_provision(law))
    for note in expression.notes:
        number, *shared = map(ProvisionId.of, note.anchors) if note.anchors else (None,)
        yield [WordBlock(note.key, "note", block.text, number, tuple(shared)) for block in note.blocks]


def _provision(provision: Provision) -> Iterator[WordBlock]:
    place = str(provision.id)
    if provision.heading:
        yield WordBlock(place, "heading", provision.heading.text, provision.id)
    yield from _blocks(place, "body", provision.blocks, provision.id)
    for child in provision.children:
        yield from _provision(child)
    yield from _blocks(place, "body", provision.closing, provision.id)


def _blocks(place: str, kind: BlockKind, blocks: tuple[Block, ...], number: ProvisionId | None) -> Iterator[WordBlock]:
    for block in blocks:
        if isinstance(block, Prose):
            yield WordBlock(place, kind, block.text, number)
        else:
            # A row is what is quoted whole.
            rows = ("\n".join(filter(None, row)) for row in ((block.caption,), *block.rows))
            yield from (WordBlock(place, "table", row, number) for row in rows if row)
