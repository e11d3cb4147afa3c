"""The Swedish text as the tests of it share it: witness, lines, layout and whole expression, each read once."""

from __future__ import annotations

from functools import cache

from corpus.model import Expression
from corpus.store import load_registry
from parser.layout.events import ParsedLayout
from parser.pipeline import SourceTexts, parse
from parser.sources.sv_2017 import SOURCE, read
from parser.text.tracked import Witness
from tests.support import witnesses
from tests.support.witnesses import mended, patches

SIGLUM = "sv-2017-preliminary"


def witness() -> Witness:
    return witnesses.witness(SIGLUM)


def source_lines() -> list[str]:
    """Line n of the witness is ``source_lines()[n]``."""
    return ["", *witness().text.split("\n")]


@cache
def reading() -> ParsedLayout:
    return read(mended(witness()), {}, {})


@cache
def expression() -> Expression:
    return parsed(witness())


def parsed(base: Witness, corrected: bool = True) -> Expression:
    """``base`` read with or without the recorded corrections of the Swedish text."""
    raws = SourceTexts({SIGLUM: base}, {SIGLUM: patches(SIGLUM)} if corrected else {}, {})
    return parse(SOURCE, load_registry()["sv-2017"], raws)
