"""An invented fifth text of three laws, with its registry and its source: what a new text has to bring, and no more.

It is written in a layout of its own ("LOV 1 | heading", "A) ", "1) "), so that the shared machinery is proved on
something it was not made for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace

from corpus.model import Expression, Prose
from corpus.registry import Registry, read_registry
from parser.layout.events import (
    DraftDefinition,
    DraftPart,
    DraftSense,
    FootnoteText,
    LawHeading,
    LayoutEvent,
    ListItem,
    PageBreak,
    Paragraph,
    ParsedLayout,
    TableBlock,
)
from parser.layout.source import Source
from parser.pipeline import SourceTexts, parse
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText, Witness

KEY = "da-2099"

TEXT = """\
KAPITEL Om kortene
LOV 1 | Kortene
Der bruges 52 kort, se lov 3A*.
A) Farverne
1) Spar & hjerter er <majors>.
2) Ruder og klør, se A1 ovenfor:
a) ruder;
b) klør.
Farverne står i orden.
* Kun i holdturnering, jf. lov 2.
[side 7]
LOV 2 | Makkere
Makkere sidder overfor hinanden (se lov 1A2).
KAPITEL Om spillet
LOV 3 | Stik
A) Udspil
Der spilles med uret.
TABEL stik | point
7 | 10
8 | 20
ORD stik: fire kort.
"""

# Words and signs that only show where something begins.
_LAYOUT = re.compile(r"^(?:KAPITEL|TABEL|ORD)\b|^\[side \d+\]|(?<=^ORD stik):|(?<=^TABEL stik )\||(?<=^\d )\|", re.M)

EXPRESSION_BLOCK = f"""
[[edition]]
work = "laws"
edition = "2099"
from = 2099-01-01

[[expression]]
key = "{KEY}"
language = "da"
work = "laws"
edition = "2099"
title = "Opfundne love 2099"
short = "Opfundet"
cites = "2099"
standing = "not-in-force"
witnesses = ["{KEY}-page"]
"""


FINNISH_KEY = "fi-2099"
FINNISH_TEXT = (
    TEXT.replace("se lov", "ks. laki")
    .replace("jf. lov", "vrt. laki")
    .replace("se A1 ovenfor", "ks. A1 yllä")
    # What a Finn would find it by; the signs that only guide the layout stay.
    .replace("Makkere sidder overfor hinanden", "Pelaajat istuvat vastakkain")
)
FINNISH_BLOCK = EXPRESSION_BLOCK.replace(KEY, FINNISH_KEY).replace('language = "da"', 'language = "fi"')

CONCORDANCE = """\
law_2017,law_2099,place,content,note,note_da,note_nb,note_sv
1,1,same,revised,three laws left of 93,tre love tilbage af 93,tre lover igjen av 93,tre lagar kvar av 93
4,2,moved,same,,,,
44,3,moved,same,,,,
""" + "".join(f"{law},,dropped,,,,,\n" for law in range(2, 94) if law not in (4, 44))


def registry() -> Registry:
    """A registry that holds the invented text alone."""
    return read_registry(tomllib.loads(EXPRESSION_BLOCK))


def read(text: TrackedText, witnesses: Mapping[str, Witness], lexicons: Mapping[str, str]) -> ParsedLayout:
    rows = list(_lines(text))
    noise = tuple(Noise(*match.span(), "layout") for match in _LAYOUT.finditer(text.text))
    return ParsedLayout(tuple(_flow(rows)), tuple(_definitions(rows)), tuple(_parts(rows)), noise=noise)


SOURCE = Source(KEY, read, note_sign=re.compile(r"(?P<mark>\*)"), default_origin="federation")
FINNISH_SOURCE = replace(SOURCE, key=FINNISH_KEY)


def expression() -> Expression:
    """The invented text as read, references found and not resolved."""
    witness = Witness(f"{KEY}-page", TEXT)
    return parse(SOURCE, registry()[KEY], SourceTexts({witness.siglum: witness}, {}, {}))


def _lines(text: TrackedText) -> Iterator[TrackedText]:
    for match in re.finditer(r"[^\n]+", text.text):
        yield text[match.start() : match.end()]


def _flow(rows: list[TrackedText]) -> Iterator[LayoutEvent]:
    grid: list[tuple[TrackedText, ...]] = []
    for row in rows:
        if grid and not re.match(r"\d+ \| ", row.text):
            yield TableBlock(tuple(grid))
            grid = []
        if match := re.match(r"LOV (\d+) \| ", row.text):
            yield LawHeading(match[1], row[: match.end()], row[match.end() :])
        elif match := re.match(r"([A-Z])\) ", row.text):
            yield ListItem(match[1], row[: match.end() - 1], heading=row[match.end() :])
        elif match := re.match(r"(\d|[a-z])\) ", row.text):
            yield ListItem(match[1], row[: match.end() - 1], text=row[match.end() :])
        elif match := re.match(r"\* ", row.text):
            yield FootnoteText("*", row[:1], row[2:])
        elif match := re.match(r"\[side (\d+)\]", row.text):
            yield PageBreak(match[1])
        elif row.text.startswith("TABEL ") or grid:
            grid.append(tuple(_cells(row)))
        elif not row.text.startswith(("KAPITEL ", "ORD ")):
            yield Paragraph(row)


def _cells(row: TrackedText) -> Iterator[TrackedText]:
    at = 6 if row.text.startswith("TABEL ") else 0
    for match in re.finditer(r"[^|]+", row.text[at:]):
        yield row[at + match.start() : at + match.end()].strip()


def _definitions(rows: list[TrackedText]) -> Iterator[DraftDefinition]:
    for row in rows:
        if match := re.match(r"ORD (\w+): ", row.text):
            yield DraftDefinition(row[4 : match.end() - 2], (DraftSense(None, row[match.end() :]),))


def _parts(rows: list[TrackedText]) -> Iterator[DraftPart]:
    laws: dict[int, list[str]] = {}
    titles: list[TrackedText] = []
    for row in rows:
        if row.text.startswith("KAPITEL "):
            titles.append(row[8:])
        elif match := re.match(r"LOV (\d+)", row.text):
            laws.setdefault(len(titles) - 1, []).append(match[1])
    for number, title in enumerate(titles):
        yield DraftPart(f"chapter-{number + 1}", title, "chapter", tuple(laws.get(number, ())))


def prose_of(blocks: object) -> list[str]:
    """The texts of blocks that are prose."""
    assert isinstance(blocks, tuple)
    return [block.text for block in blocks if isinstance(block, Prose)]
