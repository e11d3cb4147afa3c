"""Witnesses as the tests of the sources share them: raw texts and recorded corrections, each read once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from corpus.model import Expression, Prose
from corpus.store import load_patches, read_raw
from parser.text.patches import Patch, apply_patches, read_patches
from parser.text.tracked import TrackedText, Witness


@cache
def witness(siglum: str) -> Witness:
    """The raw text of a witness."""
    return Witness(siglum, read_raw(siglum))


@cache
def patches(siglum: str) -> tuple[Patch, ...]:
    """The recorded corrections of a witness."""
    return read_patches(siglum, load_patches(siglum))


def mended(base: Witness) -> TrackedText:
    """``base`` with the corrections recorded for its siglum."""
    return apply_patches(base, TrackedText.of(base.text), patches(base.siglum))


def running_text(expression: Expression) -> Iterator[Prose]:
    """Every piece of running text: headings and paragraphs of the laws, definitions, notes, parts."""
    for provision in expression.walk():
        yield from (provision.heading,) if provision.heading else ()
        yield from (block for block in provision.own_blocks if isinstance(block, Prose))
    for _, definition in expression.all_definitions():
        yield from (definition.headword, *(sense.prose for sense in definition.senses))
    yield from (block for note in expression.notes for block in note.blocks)
    yield from (block for part in expression.parts for block in part.blocks if isinstance(block, Prose))
