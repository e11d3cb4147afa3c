"""The aligned rows: what corresponds to what across languages and editions, and why a cell is empty.

One row per provision of the 2017 laws; each provision of every expression is in exactly one row. A provision
that corresponds to several rows is in the first and names the others in ``also``. Rules of a federation and
definitions follow as rows of their own. ``data/aligned/laws.xml`` is this table; ``write`` and ``read`` keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from corpus.ids import BadIdError, ProvisionId
from corpus.schema import Between, FormatError, Loader

if TYPE_CHECKING:
    from lxml import etree

NAMESPACE = "https://lovbro.example/aligned/1"
CellRelation = Literal["same", "revised", "moved", "split", "merged", "only-in", "overlay"]
RowKind = Literal["provision", "regulation", "definition"]
GapReason = Literal["new", "within", "elsewhere", "no-entry"]
SURE_FROM = 0.7
ALONE = ("only-in", "overlay")


class AlignedFileError(FormatError):
    """A table of aligned rows that cannot be read."""


@dataclass(frozen=True)
class AlignedCell:
    """A provision (or definition) in a row. ``confidence`` runs from 0 to 1; below SURE_FROM a person should look.

    ``relation`` is read from the edition of this cell to the row: 1997 § 16B1 is *moved* in the row 16D2a. ``changed``
    is True when what the rule orders is not the same in the two, wherever it went.
    """

    expression: str
    id: str
    relation: CellRelation
    method: str
    confidence: float
    also: tuple[str, ...] = ()
    note: str = ""
    changed: bool = False

    @property
    def unsure(self) -> bool:
        """True where nobody should rely on the cell without reading both texts."""
        return self.confidence < SURE_FROM

    @property
    def place(self) -> str:
        """Where the rule went, whether or not it changed; empty for what has no counterpart in another edition."""
        return "" if self.relation in ALONE else "same" if self.relation == "revised" else self.relation

    @property
    def content(self) -> str:
        """``same`` or ``revised``; empty where there is nothing to compare."""
        return "" if self.relation in ALONE else "revised" if self.changed else "same"


@dataclass(frozen=True)
class Gap:
    """An empty cell and why: ``new`` (no such rule in that edition), ``within`` (part of ``ids``),
    ``elsewhere`` (its counterparts ``ids`` are in another row), ``no-entry`` (a term that is not defined there)."""

    expression: str
    reason: GapReason
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class AlignedRow:
    """``key`` is a 2017 id, or ``expression:id`` for what 2017 has not, or ``term:<concept>``.

    ``law`` is the law under which a reader looks for the row (empty for definitions and free-standing rules).
    """

    key: str
    kind: RowKind
    law: str
    cells: tuple[AlignedCell, ...]
    gaps: tuple[Gap, ...] = ()

    def of(self, expression: str) -> tuple[AlignedCell, ...]:
        """The cells of one expression."""
        return tuple(cell for cell in self.cells if cell.expression == expression)

    def gap(self, expression: str) -> Gap | None:
        """Why an expression has no cell in this row; None where it has one."""
        return next((gap for gap in self.gaps if gap.expression == expression), None)


@dataclass(frozen=True)
class Alignment:
    """All rows, with look-ups by provision."""

    rows: tuple[AlignedRow, ...]

    def only(self, keys: Iterable[str]) -> Alignment:
        """The rows with the cells of some expressions and of no other; itself where it has no other."""
        kept = frozenset(keys)
        held = {cell.expression for row in self.rows for cell in row.cells}
        if kept.issuperset(held | {gap.expression for row in self.rows for gap in row.gaps}):
            return self
        rows = (
            replace(
                row,
                cells=tuple(cell for cell in row.cells if cell.expression in kept),
                gaps=tuple(gap for gap in row.gaps if gap.expression in kept),
            )
            for row in self.rows
        )
        return Alignment(tuple(row for row in rows if row.cells))

    def row_of(self, expression: str, place: str) -> AlignedRow | None:
        """The row that has a provision."""
        return self._row_of.get((expression, place))

    def rows_of_law(self, law: str) -> tuple[AlignedRow, ...]:
        """The rows a reader sees at a law, DBf's rules for it last."""
        return tuple(row for row in self.rows if row.law == law)

    def row(self, key: str) -> AlignedRow | None:
        """The row with a key; None when there is none."""
        return self._by_key.get(key)

    def cell(self, expression: str, place: str) -> AlignedCell | None:
        """The cell of a provision or definition, in whichever row it is."""
        home = self.row_of(expression, place)
        return next((cell for cell in home.of(expression) if cell.id == place), None) if home else None

    def counterparts(self, expression: str, place: str, other: str) -> tuple[AlignedCell, ...]:
        """The cells of ``other`` that correspond to a provision, also through ``also``."""
        home, mine = self.row_of(expression, place), self.cell(expression, place)
        if home is None or mine is None:
            return ()
        found = [cell for key in (home.key, *mine.also) if (row := self.row(key)) for cell in self.held(row, other)]
        return tuple(dict.fromkeys(found))

    def held(self, row: AlignedRow, expression: str) -> tuple[AlignedCell, ...]:
        """The cells of an expression that correspond to a row: those in it, then those that name it."""
        return (*row.of(expression), *self._also.get((row.key, expression), ()))

    def pairs(self) -> Iterator[tuple[AlignedCell, AlignedCell]]:
        """Every alignment between two expressions once, the earlier cell first."""
        for row in self.rows:
            cells = [*row.cells, *(c for (key, _), also in self._also.items() if key == row.key for c in also)]
            for number, one in enumerate(cells):
                for other in cells[number + 1 :]:
                    if one.expression != other.expression:
                        yield (one, other)

    @cached_property
    def _row_of(self) -> dict[tuple[str, str], AlignedRow]:
        return {(cell.expression, cell.id): row for row in self.rows for cell in row.cells}

    @cached_property
    def _by_key(self) -> dict[str, AlignedRow]:
        return {row.key: row for row in self.rows}

    @cached_property
    def _also(self) -> dict[tuple[str, str], tuple[AlignedCell, ...]]:
        out: dict[tuple[str, str], tuple[AlignedCell, ...]] = {}
        for row in self.rows:
            for cell in row.cells:
                for key in cell.also:
                    out[key, cell.expression] = (*out.get((key, cell.expression), ()), cell)
        return out


def decisive_cell(one: AlignedCell, other: AlignedCell) -> AlignedCell:
    """Of two cells that correspond the one whose relation holds between them: that which is not itself the row.

    1997 § 16B1 *moved* to the row in which 2017 § 16D2a is the *same*: between the two it is *moved*.
    """
    return other if one.relation == "same" != other.relation else one


def write(alignment: Alignment) -> bytes:
    """The table as XML, the same bytes for the same rows."""
    from lxml import etree

    root = etree.Element(_tag("aligned"), nsmap={None: NAMESPACE})  # type: ignore[dict-item]
    for row in alignment.rows:
        element = etree.SubElement(root, _tag("row"), key=row.key, kind=row.kind)
        if row.law:
            element.set("law", row.law)
        for cell in row.cells:
            found = etree.SubElement(element, _tag("cell"), expression=cell.expression, id=cell.id)
            if not cell.id.startswith("def:"):
                found.set("eId", ProvisionId.of(cell.id).eid)
            found.set("relation", cell.relation)
            found.set("method", cell.method)
            found.set("confidence", f"{cell.confidence:.2f}")
            if cell.also:
                found.set("also", "|".join(cell.also))
            if cell.note:
                found.set("note", cell.note)
            if cell.place:
                found.set("place", cell.place)
                found.set("content", cell.content)
        for gap in row.gaps:
            empty = etree.SubElement(element, _tag("gap"), expression=gap.expression, reason=gap.reason)
            if gap.ids:
                empty.set("ids", "|".join(gap.ids))
    etree.indent(root, space=" ")
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def read(content: bytes) -> Alignment:
    """The rows of ``data/aligned/laws.xml``, whatever the bytes. Raises AlignedFileError."""
    from lxml import etree  # a start that finds the rows in the cache reads no XML

    load = Loader("data/aligned/laws.xml", AlignedFileError)
    try:
        root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True))
    except (etree.XMLSyntaxError, ValueError) as error:
        raise load.fault("syntax", cause=str(error)) from error
    if root.tag != _tag("aligned"):
        raise load.fault("foreign")
    return Alignment(tuple(_read_row(row, load, f"row[{n}]") for n, row in enumerate(root.iterfind(_tag("row")), 1)))


def _read_row(element: etree._Element, load: Loader, place: str) -> AlignedRow:
    found = _attributes(element, ("key", "kind"), load, place)
    return AlignedRow(
        found["key"],
        load.convert(found["kind"], RowKind, place),  # type: ignore[arg-type]
        found.get("law", ""),
        tuple(_read_cell(cell, load, place) for cell in element.iterfind(_tag("cell"))),
        tuple(_read_gap(gap, load, place) for gap in element.iterfind(_tag("gap"))),
    )


def _read_cell(cell: etree._Element, load: Loader, place: str) -> AlignedCell:
    found = _attributes(cell, ("expression", "id", "relation", "method", "confidence"), load, place)
    try:
        if not found["id"].startswith("def:"):
            ProvisionId.of(found["id"])
    except BadIdError as error:
        raise load.fault("value", place, found=found["id"], cause=str(error)) from error
    return AlignedCell(
        found["expression"],
        found["id"],
        load.convert(found["relation"], CellRelation, place),  # type: ignore[arg-type]
        found["method"],
        load.number(found["confidence"], place, Between(0, 1)),
        _split(found.get("also")),
        found.get("note", ""),
        found.get("content") == "revised",
    )


def _read_gap(gap: etree._Element, load: Loader, place: str) -> Gap:
    found = _attributes(gap, ("expression", "reason"), load, place)
    reason: GapReason = load.convert(found["reason"], GapReason, place)  # type: ignore[arg-type]
    return Gap(found["expression"], reason, _split(found.get("ids")))


def _attributes(element: etree._Element, needed: tuple[str, ...], load: Loader, place: str) -> dict[str, str]:
    found = {str(name): str(value) for name, value in element.attrib.items()}
    load.demand(needed, found, place)
    return found


def _split(value: str | None) -> tuple[str, ...]:
    return tuple(value.split("|")) if value else ()


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
