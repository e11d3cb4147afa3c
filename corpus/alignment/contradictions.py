"""What was decided where the concordance tables contradict each other: read from ``data/concordance/settled.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from corpus.alignment.concordance import Contradiction
from corpus.alignment.table_row import TRANSLATED
from corpus.schema import FormatError, Loader

FILE = "data/concordance/settled.toml"
Holds = Literal["direct", "both", "doubt"]

# How a reason quotes: the first part of a text's key, the provision, the words (``nb 9A2b1 «words as printed»``).
QUOTATION = re.compile(r"\b(?P<text>[a-z]+) (?P<place>\S+) «(?P<words>[^»]+)»")


class SettledError(FormatError):
    """An entry is malformed, or list and tables are out of step."""


@dataclass(frozen=True)
class Settlement:
    """A contradiction and which table holds: the ``direct`` one, ``both`` (a difference in detail), or ``doubt``.

    ``translations`` are the reason by language; ``reason`` is in English.
    """

    contradiction: Contradiction
    holds: Holds
    reason: str
    translations: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True)
class SettledEntry:
    """One ``[[settled]]`` block as written; ``id`` is the number in the older edition."""

    id: str
    holds: Holds
    reason: str
    reason_da: str
    reason_nb: str
    reason_sv: str


@dataclass(frozen=True)
class _SettledTable:
    settled: tuple[SettledEntry, ...] = ()


def read_settled(table: Mapping[str, Any]) -> Mapping[str, SettledEntry]:
    """The blocks of parsed TOML by their ids. Raises SettledError naming the bad block."""
    load = Loader(FILE, SettledError)
    blocks: dict[str, SettledEntry] = {}
    for number, block in enumerate(load.convert(table, _SettledTable).settled, 1):
        if block.id in blocks:
            raise load.fault("twice", f"settled[{number}]", found=block.id)
        blocks[block.id] = block
    return blocks


def settled_contradictions(contradictions: Iterable[Contradiction], table: Mapping[str, Any]) -> tuple[Settlement, ...]:
    """Every contradiction with its decision. Raises SettledError naming what is missing, double or no longer there."""
    load = Loader(FILE, SettledError)
    blocks = dict(read_settled(table))
    out = []
    for found in contradictions:
        if found.id not in blocks:
            raise load.fault("unsettled", found=f"{found.id} ({found.old}-{found.new})")
        block = blocks.pop(found.id)
        translations = {language: vars(block)[f"reason_{language}"] for language in TRANSLATED}
        out.append(Settlement(found, block.holds, block.reason, translations))
    if blocks:
        raise load.fault("settled", found=", ".join(blocks))
    return tuple(out)
