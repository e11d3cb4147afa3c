"""Take a quotation from the library or the register, and find later what has changed in its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from corpus.dossiers.dossier import Quotation, QuotedBlock, plain_text, text_hash
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Block, Definition, Lines, Note, Provision, Table
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


class NoSuchPlaceError(ValueError):
    """Nothing to quote there."""


def quote(library: Library, expression: str, place: str) -> Quotation:
    """The literal words of a provision with all below it, a definition or a note. Raises NoSuchPlaceError."""
    entry = library.entry(expression)
    if provision := library.provision(expression, place):
        pieces, source = tuple(_provision(library, expression, provision)), _extent(provision)
        kind, cited = "provision", provision.id.printed(entry.language)
    elif definition := library.definition(expression, place):
        pieces, source = tuple(_definition(definition)), definition.headword.source
        # A reader may have written the headword in another case; the address is the book's own.
        found = (address for address, _ in library[expression].all_definitions())
        place = next(address for address in found if address.casefold() == place.casefold())
        kind, cited = "definition", definition.headword.text
    elif note := library.note(expression, place):
        pieces, source = tuple(_note(note)), note.source
        anchor = ProvisionId.of(note.anchors[0]).printed(entry.language)
        kind, cited = "note", f"{anchor}, {note.marker}"
    else:
        raise NoSuchPlaceError(f"{expression} has no {place}")
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


def _provision(library: Library, expression: str, provision: Provision) -> Iterator[QuotedBlock]:
    language = library.entry(expression).language
    label = provision.id.printed(language)
    heading = provision.heading.text if provision.heading else ""
    pieces = [_block(block) for block in provision.blocks]
    first = pieces[0] if pieces and not pieces[0].rows else QuotedBlock()
    yield QuotedBlock(label=label, heading=heading, text=first.text)
    yield from pieces[1 if pieces and not pieces[0].rows else 0 :]
    for child in provision.children:
        yield from _provision(library, expression, child)
    yield from (_block(block) for block in provision.closing)
    for note in library.notes(expression, provision.id):
        # A note with several anchors is quoted where it is first called for.
        if note.anchors[0] == str(provision.id):
            yield from _note(note)


def _block(block: Block) -> QuotedBlock:
    if isinstance(block, Table):
        return QuotedBlock(heading=block.caption, rows=block.rows, header=block.header)
    return QuotedBlock(text=block.text)


def _definition(definition: Definition) -> Iterator[QuotedBlock]:
    for number, sense in enumerate(definition.senses):
        label = f"{sense.number}." if sense.number else ""
        yield QuotedBlock(label=label, heading="" if number else definition.headword.text, text=sense.prose.text)
    if not definition.senses:
        yield QuotedBlock(heading=definition.headword.text)
    for sub in definition.subs:
        yield from _definition(sub)


def _note(note: Note) -> Iterator[QuotedBlock]:
    for number, block in enumerate(note.blocks):
        yield QuotedBlock(mark="" if number else note.marker, text=block.text)


def _case(decision: Decision) -> Iterator[QuotedBlock]:
    for section in decision.sections:
        texts = section.paragraphs or ("",)
        yield QuotedBlock(heading=section.title, text=texts[0])
        yield from (QuotedBlock(text=text) for text in texts[1:])


def _extent(provision: Provision) -> Lines:
    """The lines of a provision and all below it, in the witness it begins in."""
    own = [part.source for part in provision.walk() if part.source.witness == provision.source.witness]
    return Lines(provision.source.witness, min(lines.first for lines in own), max(lines.last for lines in own))
