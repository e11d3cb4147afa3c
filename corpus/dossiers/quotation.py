"""Take a quotation from the library or the register, and find later what has changed in its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from corpus.dossiers.dossier import Quotation, QuotedBlock, plain_text, text_hash
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Block, Definition, Lines, Note, PassageKey, Provision, Table
from corpus.precedents.decision import Decision
from corpus.text import WordChange, word_diff
from corpus.uris import expression_date

PRECEDENTS = "precedents"
QuotationFate = Literal["same", "changed", "gone", "tampered"]


@dataclass(frozen=True)
class QuotationCheck:
    """What became of a quotation's source. ``changes`` lead from the frozen words to today's.

    ``tampered`` means that the words in the dossier's own file are not those that were taken.
    """

    fate: QuotationFate
    changes: tuple[WordChange, ...] = ()


@dataclass(frozen=True)
class QuotedPassage:
    """A block of a quotation and the passage of the text that it is; None for a table and a heading alone.

    ``number`` is that of the provision that begins with the block, empty elsewhere.
    """

    block: QuotedBlock
    key: PassageKey | None = None
    number: str = ""


class NoSuchPlaceError(ValueError):
    """Nothing to quote there."""


def quote(library: Library, expression: str, place: str) -> Quotation:
    """The literal words of a provision with all below it, a definition or a note. Raises NoSuchPlaceError."""
    entry = library.entry(expression)
    place, passages = _passages(library, expression, place)
    pieces = tuple(passage.block for passage in passages)
    if provision := library.provision(expression, place):
        source = _extent(provision)
        kind, cited = "provision", provision.id.printed(entry.language)
    elif definition := library.definition(expression, place):
        source = definition.headword.source
        kind, cited = "definition", definition.headword.text
    else:
        note = library.note(expression, place)
        if note is None:
            raise NoSuchPlaceError(f"{expression} has no {place}")
        source = note.source
        anchor = ProvisionId.of(note.anchors[0]).printed(entry.language)
        kind, cited = "note", f"{anchor}, {note.marker}"
    return Quotation(
        kind=kind,  # type: ignore[arg-type]
        expression=expression,
        place=place,
        edition=entry.edition,
        dated=expression_date(entry, library.registry).isoformat(),
        title=entry.title,
        cited=cited,
        standing=entry.standing,
        source=source,
        pieces=pieces,
        sha256=text_hash(pieces),
    )


def quoted_passages(library: Library, expression: str, place: str) -> tuple[QuotedPassage, ...]:
    """The blocks that ``quote`` takes, each with its place. Raises NoSuchPlaceError."""
    return _passages(library, expression, place)[1]


def quote_case(decision: Decision) -> Quotation:
    """A whole decision of the register."""
    pieces = tuple(_case(decision))
    return Quotation(
        kind="precedent",
        expression=PRECEDENTS,
        place=decision.key,
        edition=decision.laws_edition,
        dated=decision.played.isoformat() if decision.played else "",
        title=", ".join(part for part in (decision.instance, decision.event) if part),
        cited=decision.number,
        standing="invented" if decision.invented else "decided",
        source=Lines(decision.name, 0, 0),
        pieces=pieces,
        sha256=text_hash(pieces),
    )


def check(quotation: Quotation, library: Library, decisions: Mapping[str, Decision]) -> QuotationCheck:
    """Compare a frozen quotation with the words of its source now."""
    if text_hash(quotation.pieces) != quotation.sha256:
        return QuotationCheck("tampered")
    try:
        today = _today(quotation, library, decisions)
    except (NoSuchPlaceError, ValueError):
        return QuotationCheck("gone")
    if today.sha256 == quotation.sha256:
        return QuotationCheck("same")
    return QuotationCheck("changed", word_diff(plain_text(quotation.pieces), plain_text(today.pieces)))


def _today(quotation: Quotation, library: Library, decisions: Mapping[str, Decision]) -> Quotation:
    if quotation.kind != "precedent":
        return quote(library, quotation.expression, quotation.place)
    if quotation.place not in decisions:
        raise NoSuchPlaceError(quotation.place)
    return quote_case(decisions[quotation.place])


def _passages(library: Library, expression: str, place: str) -> tuple[str, tuple[QuotedPassage, ...]]:
    """The place as the text has it, and its blocks. Raises NoSuchPlaceError."""
    if provision := library.provision(expression, place):
        return place, tuple(_provision(library, expression, provision))
    if definition := library.definition(expression, place):
        # A reader may have written the headword in another case; the address is the book's own.
        found = (address for address, _ in library[expression].all_definitions())
        place = next(address for address in found if address.casefold() == place.casefold())
        return place, tuple(_definition(definition, place))
    if note := library.note(expression, place):
        return place, tuple(_note(note))
    raise NoSuchPlaceError(f"{expression} has no {place}")


def _provision(library: Library, expression: str, provision: Provision) -> Iterator[QuotedPassage]:
    language, place = library.entry(expression).language, str(provision.id)
    label = provision.id.printed(language)
    heading = provision.heading.text if provision.heading else ""
    pieces = [_located(place, number, block) for number, block in enumerate(provision.own_blocks)]
    before, after = pieces[: len(provision.blocks)], pieces[len(provision.blocks) :]
    worded = bool(before) and not before[0].block.rows
    first = before[0].block.text if worded else ""
    key: PassageKey | None = (place, "body", 0) if worded else None
    yield QuotedPassage(QuotedBlock(label=label, heading=heading, text=first), key, place)
    yield from before[1 if worded else 0 :]
    for child in provision.children:
        yield from _provision(library, expression, child)
    yield from after
    for note in library.notes(expression, provision.id):
        # A note with several anchors is quoted where it is first called for.
        if note.anchors[0] == place:
            yield from _note(note)


def _located(place: str, number: int, block: Block) -> QuotedPassage:
    if isinstance(block, Table):
        return QuotedPassage(QuotedBlock(heading=block.caption, rows=block.rows, header=block.header))
    return QuotedPassage(QuotedBlock(text=block.text), (place, "body", number))


def _definition(definition: Definition, address: str) -> Iterator[QuotedPassage]:
    for number, sense in enumerate(definition.senses):
        label = f"{sense.number}." if sense.number else ""
        block = QuotedBlock(label=label, heading="" if number else definition.headword.text, text=sense.prose.text)
        yield QuotedPassage(block, (address, "definition", number))
    if not definition.senses:
        yield QuotedPassage(QuotedBlock(heading=definition.headword.text))
    for sub in definition.subs:
        yield from _definition(sub, f"{address}/{sub.headword.text}")


def _note(note: Note) -> Iterator[QuotedPassage]:
    for number, block in enumerate(note.blocks):
        yield QuotedPassage(
            QuotedBlock(mark="" if number else note.marker, text=block.text), (note.key, "note", number)
        )


def _case(decision: Decision) -> Iterator[QuotedBlock]:
    for section in decision.sections:
        texts = section.paragraphs or ("",)
        yield QuotedBlock(heading=section.title, text=texts[0])
        yield from (QuotedBlock(text=text) for text in texts[1:])


def _extent(provision: Provision) -> Lines:
    """The lines of a provision and all below it, in the witness it begins in."""
    own = [part.source for part in provision.walk() if part.source.witness == provision.source.witness]
    return Lines(provision.source.witness, min(lines.first for lines in own), max(lines.last for lines in own))
