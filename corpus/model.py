"""The values that parsing makes and every other part reads: expressions, provisions, notes, references.

All are frozen and hold tuples. Text is plain; everything that points into a text (note marks, emendations,
references, emphasis) is kept apart as character offsets, start included and end excluded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from corpus.evidence import Evidence
from corpus.ids import ProvisionId

Where = Literal["body", "heading", "definition", "note"]
ReferenceForm = Literal["single", "list", "range", "relative", "external"]
ReferenceStatus = Literal[
    "exact", "revised", "moved", "split", "merged", "dropped", "dangling", "suspect", "not-held", "other-document"
]
Origin = Literal["original", "translator", "federation"]
PassageKey = tuple[str, Where, int]
"""(place, where, block) of a paragraph, as in ``Anchor``."""
PartLevel = Literal["foreword", "introduction", "rules", "chapter", "group", "title"]


@dataclass(frozen=True, order=True)
class Lines:
    """A run of lines in a witness, 1-based, both included."""

    witness: str
    first: int
    last: int


@dataclass(frozen=True)
class Emendation:
    """A correction we made: ``text[start:end]`` is ``corrected``; the witness has ``printed`` instead.

    ``rule`` names the rule or ``patch``; ``witness`` and ``line`` give the place of the printed form.
    ``corrected`` may be empty (something removed), then start == end.
    """

    start: int
    end: int
    printed: str
    corrected: str
    rule: str
    witness: str
    line: int
    doubtful: bool = False


@dataclass(frozen=True)
class NoteMark:
    """A footnote mark that stood at offset ``at`` (after the character before it); ``note`` is Note.key."""

    at: int
    note: str


@dataclass(frozen=True)
class Prose:
    """One paragraph of running text (or one heading), repaired, without label and note marks."""

    text: str
    source: Lines
    marks: tuple[NoteMark, ...] = ()
    emendations: tuple[Emendation, ...] = ()
    emphasis: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Table:
    """A table: rows of cells, all rows equally long; the first ``header`` rows are column headings.

    A cell that the witness lost is the string ``LOST``; it is shown as lost, never filled in.
    """

    rows: tuple[tuple[str, ...], ...]
    source: Lines
    caption: str = ""
    header: int = 1
    emendations: tuple[Emendation, ...] = ()


LOST = "\u2026?"
Block = Prose | Table


@dataclass(frozen=True)
class TextPassage:
    """One paragraph, heading, sense or note paragraph of an expression, with its place.

    ``place``, ``where`` and ``block`` as in ``Anchor``; ``provision`` is the one it belongs to, for a note its first
    anchor, for a definition None.
    """

    place: str
    where: Where
    block: int
    prose: Prose
    provision: ProvisionId | None

    @property
    def key(self) -> PassageKey:
        """What identifies the passage in an expression: place, part of it and block."""
        return self.place, self.where, self.block


@dataclass(frozen=True)
class Provision:
    """A law or anything addressable under it. ``blocks`` come before the children, ``closing`` after them."""

    id: ProvisionId
    printed: str
    source: Lines
    heading: Prose | None = None
    blocks: tuple[Block, ...] = ()
    children: tuple[Provision, ...] = ()
    closing: tuple[Block, ...] = ()
    pages: tuple[str, ...] = ()
    label_emendations: tuple[Emendation, ...] = ()

    def walk(self) -> Iterator[Provision]:
        """This provision and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def own_blocks(self) -> tuple[Block, ...]:
        """Blocks before and after the children; Anchor.block counts through these."""
        return self.blocks + self.closing

    def passages(self) -> Iterator[TextPassage]:
        """Its heading, if any, and its own paragraphs."""
        if self.heading:
            yield TextPassage(str(self.id), "heading", 0, self.heading, self.id)
        for number, block in enumerate(self.own_blocks):
            if isinstance(block, Prose):
                yield TextPassage(str(self.id), "body", number, block, self.id)

    @property
    def emendations(self) -> tuple[Emendation, ...]:
        """The corrections in its heading and own blocks; those of the label are ``label_emendations``."""
        return tuple(e for block in (self.heading, *self.own_blocks) if block is not None for e in block.emendations)

    @property
    def label_as_printed(self) -> str:
        """The label as the witness prints it: "E" for 27C of nb-1997, "" where the page lost it."""
        label = self.printed
        for change in reversed(self.label_emendations):
            label = label[: change.start] + change.printed + label[change.end :]
        return label

    @property
    def text(self) -> str:
        """Own text only: paragraphs separated by a line feed, without children, heading and tables."""
        return "\n".join(block.text for block in self.own_blocks if isinstance(block, Prose))


@dataclass(frozen=True)
class Note:
    """A footnote. ``key`` is unique in its expression; ``anchors`` are provision ids, in document order.

    ``doubtful``: the witness prints the note without a mark, and where it is called is a guess.
    """

    key: str
    marker: str
    blocks: tuple[Prose, ...]
    anchors: tuple[str, ...]
    origin: Origin
    source: Lines
    doubtful: bool = False

    def passages(self) -> Iterator[TextPassage]:
        """Its paragraphs."""
        for number, block in enumerate(self.blocks):
            yield TextPassage(self.key, "note", number, block, ProvisionId.of(self.anchors[0]))

    @property
    def text(self) -> str:
        """The note's blocks, a line each."""
        return "\n".join(block.text for block in self.blocks)


@dataclass(frozen=True)
class Sense:
    """One sense of a definition; ``number`` is None where the text has no numbered senses."""

    number: int | None
    prose: Prose


@dataclass(frozen=True)
class Definition:
    """A headword with its senses and, for "Bestraffning", its sub-entries (addressed ``def:Head/Sub``)."""

    headword: Prose
    senses: tuple[Sense, ...]
    subs: tuple[Definition, ...] = ()

    @property
    def address(self) -> str:
        """Its place: ``def:`` and the headword."""
        return f"def:{self.headword.text}"

    def walk(self, address: str) -> Iterator[tuple[str, Definition]]:
        """The definition and its sub-entries at any depth with their addresses; ``address`` is its own."""
        yield address, self
        for sub in self.subs:
            yield from sub.walk(f"{address}/{sub.headword.text}")

    @property
    def own_text(self) -> str:
        """Its senses, a line each, without the definitions below it."""
        return "\n".join((f"{s.number}. " if s.number else "") + s.prose.text for s in self.senses)

    @property
    def text(self) -> str:
        """Its senses and the definitions below it, a line each."""
        return "\n".join([self.own_text, *(f"{sub.headword.text} {sub.text}" for sub in self.subs)])


@dataclass(frozen=True)
class Part:
    """A chapter, group, foreword or introduction. ``laws`` are the law numbers it holds, if any."""

    key: str
    title: str
    level: PartLevel
    laws: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True)
class IndexEntry:
    """A row of the book's own subject index. ``locators`` are as printed, ``targets`` what they mean.

    A target is a provision id, ``def:<headword>``, ``part:<key>`` or ``note:<law>#<ordinal>``.
    """

    entry: str
    sub: str
    locators: tuple[str, ...]
    targets: tuple[str, ...]
    see: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Coverage:
    """What one source line was used as: ``text``, ``heading``, ``note``, ``index``, ``contents``, ``noise:<why>``."""

    witness: str
    line: int
    used_as: str


@dataclass(frozen=True, order=True)
class Target:
    """Where a reference points: ``work`` is ``laws`` or ``dbf``; ``id`` a provision id or ``def:<headword>``."""

    work: str
    edition: str
    id: str


@dataclass(frozen=True)
class Anchor:
    """The place of a citation. ``place`` is a provision id, ``def:<headword>`` or a Note.key.

    ``block`` counts the place's own blocks (senses in a definition, 0 in a heading);
    the words are ``text[start:end]`` of that block.
    """

    place: str
    where: Where
    block: int
    start: int
    end: int


@dataclass(frozen=True)
class Reference:
    """A citation and what it means. ``current`` are today's ids (2017 laws; a DBf rule's own ids).

    ``gloss`` are the words that explain the number; ``signal`` the word before it; ``evidence`` holds
    the reasons for a status other than ``exact``; ``likely`` are the ids probably meant when ``suspect``.
    """

    anchor: Anchor
    printed: str
    targets: tuple[Target, ...]
    form: ReferenceForm
    status: ReferenceStatus
    current: tuple[str, ...] = ()
    gloss: str = ""
    signal: str = ""
    negated: bool = False
    likely: tuple[str, ...] = ()
    evidence: Evidence = ()


@dataclass(frozen=True)
class WitnessReading:
    """The words of a second witness where the base text has a paragraph; ``block`` counts as in Anchor.

    ``place`` is a provision's id or a Note.key.
    """

    expression: str
    witness: str
    place: str
    where: Where
    block: int
    text: str

    @property
    def key(self) -> PassageKey:
        """The passage that it reads: place, part of it and block."""
        return self.place, self.where, self.block


@dataclass(frozen=True)
class Expression:
    """One language of one edition, complete: the unit of one XML file."""

    key: str
    language: str
    work: str
    edition: str
    title: str
    laws: tuple[Provision, ...]
    parts: tuple[Part, ...] = ()
    definitions: tuple[Definition, ...] = ()
    notes: tuple[Note, ...] = ()
    index: tuple[IndexEntry, ...] = ()
    references: tuple[Reference, ...] = ()
    coverage: tuple[Coverage, ...] = field(default=(), repr=False)
    readings: tuple[WitnessReading, ...] = field(default=(), repr=False)

    def walk(self) -> Iterator[Provision]:
        """Every provision, in document order."""
        for law in self.laws:
            yield from law.walk()

    def all_definitions(self) -> Iterator[tuple[str, Definition]]:
        """Every definition and sub-entry with its address, sub-entries after their head."""
        for definition in self.definitions:
            yield from definition.walk(definition.address)

    def passages(self) -> Iterator[TextPassage]:
        """Every running text with its place: definitions, then provisions, then notes, each in document order."""
        for address, definition in self.all_definitions():
            for number, sense in enumerate(definition.senses):
                yield TextPassage(address, "definition", number, sense.prose, None)
        for provision in self.walk():
            yield from provision.passages()
        for note in self.notes:
            yield from note.passages()
