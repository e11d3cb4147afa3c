"""The Swedish text as the tests of it share it: witness, lines, layout and whole expression, each read once."""

from __future__ import annotations

from functools import cache

from corpus.model import Expression
from corpus.store import load_patches, load_registry, read_raw
from parser.layout.events import ParsedLayout
from parser.pipeline import SourceTexts, parse
from parser.sources.sv_2017 import SOURCE, read
from parser.text.patches import Patch, apply_patches, read_patches
from parser.text.tracked import TrackedText, Witness

SIGLUM = "sv-2017-preliminary"


@cache
def witness() -> Witness:
    return Witness(SIGLUM, read_raw(SIGLUM))


@cache
def patches() -> tuple[Patch, ...]:
    return read_patches(SIGLUM, load_patches(SIGLUM))


def source_lines() -> list[str]:
    """Line n of the witness is ``source_lines()[n]``."""
    return ["", *witness().text.split("\n")]


@cache
def reading() -> ParsedLayout:
    return read(apply_patches(witness(), TrackedText.of(witness().text), patches()), {}, {})


@cache
def expression() -> Expression:
    return parsed(witness())


def parsed(base: Witness, mended: bool = True) -> Expression:
    """``base`` read with or without the recorded corrections of the Swedish text."""
    raws = SourceTexts({SIGLUM: base}, {SIGLUM: patches()} if mended else {}, {})
    return parse(SOURCE, load_registry()["sv-2017"], raws)
