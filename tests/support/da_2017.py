"""The Danish laws of 2017 as the tests of them share them: witnesses, reading and whole expression, read once."""

from __future__ import annotations

from functools import cache

from corpus.model import Expression
from corpus.store import load_lexicon, load_registry
from parser.layout.events import LawHeading, ListItem, PageBreak, ParsedLayout, TableBlock
from parser.pipeline import SourceTexts, parse
from parser.sources.da_2017.book import SOURCE, read
from parser.text.tracked import TrackedText
from tests.support.witnesses import mended, patches, witness

OCR, VIEWER = "da-2017-ocr", "da-2017-viewer"


@cache
def lexicons() -> dict[str, str]:
    return {name: load_lexicon(name) for name in SOURCE.lexicons}


@cache
def reading() -> ParsedLayout:
    witnesses = {siglum: witness(siglum) for siglum in (OCR, VIEWER)}
    return read(mended(witness(OCR)), witnesses, lexicons())


@cache
def expression() -> Expression:
    raws = SourceTexts(
        {siglum: witness(siglum) for siglum in (OCR, VIEWER)},
        {OCR: patches(OCR)},
        lexicons(),
    )
    return parse(SOURCE, load_registry()["da-2017"], raws)


def texts(found: ParsedLayout) -> list[TrackedText]:
    """Every running text of a reading in printed order, tables left out."""
    out = [text for part in found.parts for text in part.blocks]
    out += [text for draft in found.definitions for text in (draft.headword, *(s.text for s in draft.senses))]
    for piece in found.flow:
        if isinstance(piece, LawHeading):
            out.append(piece.heading)
        elif isinstance(piece, ListItem):
            out += [text for text in (piece.heading, piece.text) if text]
        elif not isinstance(piece, PageBreak | TableBlock):
            out.append(piece.text)
    return out
