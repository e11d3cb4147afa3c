"""The Swedish text as the tests of it share it: witness, lines, layout and whole expression, each read once."""

from __future__ import annotations

from functools import cache

from corpus.model import Expression
from corpus.store import load_patches, load_registry, read_raw
from parser.layout.events import Reading
from parser.pipeline import Raws, parse
from parser.sources.sv_2017 import SOURCE, read
from parser.text.patches import Patch, apply_patches, read_patches
from parser.text.tracked import Mapped, Witness

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
def reading() -> Reading:
    return read(apply_patches(witness(), Mapped.of(witness().text), patches()), {}, {})


@cache
def expression() -> Expression:
    return parsed(witness())


def parsed(base: Witness, mended: bool = True) -> Expression:
    """``base`` read with or without the recorded corrections of the Swedish text."""
    raws = Raws({SIGLUM: base}, {SIGLUM: patches()} if mended else {}, {})
    return parse(SOURCE, load_registry()["sv-2017"], raws)
