"""Alignment by what is known: identities inside an edition, the concordance between editions, the term table.

The proposal for a text that has no table yet is in ``parser.alignment.propose``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from corpus.alignment.concordance import Concordance
from corpus.alignment.rows import AlignedCell, AlignedRow, Alignment, CellRelation, Gap
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression
from corpus.registry import LAWS
from corpus.terms import Term

SURE, INFERRED, DOUBTFUL = 1.0, 0.9, 0.5


def align(library: Library, concordance: Concordance, terms: Iterable[Term]) -> Alignment:
    """All rows: the laws of today, what only older editions have, federations' rules, definitions."""
    today = library.registry.current_edition(LAWS)
    current = [e for e in library.expressions if e.work == LAWS and e.edition == today]
    older = [e for e in library.expressions if e.work == LAWS and e.edition != today]
    homes = _current_homes(library, current)
    cells: defaultdict[str, list[AlignedCell]] = defaultdict(list)
    for expression in current:
        for provision in expression.walk():
            place = str(provision.id)
            key = library.wid(expression.key, place)
            relation: CellRelation = "same" if key == place else "moved"
            cells[key].append(AlignedCell(expression.key, place, relation, "number" if key == place else "wid", SURE))
    strays: defaultdict[str, list[AlignedRow]] = defaultdict(list)
    for expression in older:
        _place_older(expression, homes, concordance, today, cells, strays)
    rows = [
        row
        for key in ("", *homes)
        for row in (*([_row(key, cells[key], library, concordance)] if key else ()), *strays[key])
    ]
    rows = list(_with_overlays(rows, library))
    return Alignment((*rows, *_definition_rows(library, terms)))


def _current_homes(library: Library, current: Iterable[Expression]) -> tuple[str, ...]:
    """The identities of today's provisions, in the order of the numbers."""
    keys = {library.wid(e.key, str(p.id)) for e in current for p in e.walk()}
    return tuple(sorted(keys, key=lambda key: ProvisionId.of(key).sort_key))


def _place_older(
    expression: Expression,
    homes: tuple[str, ...],
    concordance: Concordance,
    today: str,
    cells: dict[str, list[AlignedCell]],
    strays: dict[str, list[AlignedRow]],
) -> None:
    """Put each provision of an older edition into the row of its first counterpart, or into a row of its own."""
    known, last = frozenset(homes), ""
    for provision in expression.walk():
        place = str(provision.id)
        cell = partial(AlignedCell, expression.key, place)
        passage = concordance.forward(expression.edition, place, today)
        found = [] if passage.part else _nearest_first(place, [key for key in passage.ids if key in known])
        if found:
            confidence = DOUBTFUL if passage.unsure else SURE
            relation = cast(CellRelation, passage.relation)
            also = tuple(found[1:])
            cells[found[0]].append(cell(relation, "concordance", confidence, also, passage.note, passage.revised))
            last = found[0]
        else:
            confidence = DOUBTFUL if passage.unsure else SURE if passage.listed else INFERRED
            stray = cell("only-in", "concordance", confidence, note=passage.note)
            law = ProvisionId.of(last).law if last else provision.id.law
            strays[last].append(AlignedRow(f"{expression.key}:{place}", "provision", law, (stray,)))


def _nearest_first(place: str, targets: list[str]) -> list[str]:
    """The targets with the row first in which a reader looks: the same number, for a whole law its own law."""
    law = ProvisionId.of(place).law

    def far(target: str) -> tuple[bool, bool]:
        return (target != place, place == law and ProvisionId.of(target).law != law)

    return sorted(targets, key=far)


def _row(key: str, cells: list[AlignedCell], library: Library, concordance: Concordance) -> AlignedRow:
    gaps = []
    for expression in library.expressions:
        if expression.work == LAWS and all(cell.expression != expression.key for cell in cells):
            gaps.append(_gap(key, expression, library, concordance))
    return AlignedRow(key, "provision", ProvisionId.of(key).law, tuple(cells), tuple(gaps))


def _gap(key: str, expression: Expression, library: Library, concordance: Concordance) -> Gap:
    today = library.registry.current_edition(LAWS)
    if expression.edition == today:
        parent = ProvisionId.of(key).parent
        return Gap(expression.key, "within", (str(parent),) if parent else ())
    passage = concordance.backward(expression.edition, key, today)
    held = tuple(place for place in passage.ids if library.exists(expression.key, place))
    return Gap(expression.key, "elsewhere" if held else "new", held)


def _with_overlays(rows: list[AlignedRow], library: Library) -> Iterator[AlignedRow]:
    """The rows with each federation's § X rules behind the law they extend, its other rules at the end."""
    overlays: defaultdict[str, list[AlignedRow]] = defaultdict(list)
    for expression in library.expressions:
        if expression.work == LAWS:
            continue
        for provision in expression.walk():
            place = str(provision.id)
            law = provision.id.law.removeprefix("X") if provision.id.law.startswith("X") else ""
            relation: CellRelation = "overlay" if law else "only-in"
            cell = AlignedCell(expression.key, place, relation, "rule-number", SURE)
            overlays[law].append(AlignedRow(f"{expression.key}:{place}", "regulation", law, (cell,)))
    for number, row in enumerate(rows):
        yield row
        if number + 1 == len(rows) or rows[number + 1].law != row.law:
            yield from overlays.pop(row.law, ())
    for rest in overlays.values():
        yield from (replace(row, law="") for row in rest)


def _definition_rows(library: Library, terms: Iterable[Term]) -> Iterator[AlignedRow]:
    left = {(e.key, address): e.language for e in library.expressions for address, _ in e.all_definitions()}
    headwords = {address: _headwords(address) for _, address in left}
    rows: dict[str, list[AlignedCell]] = {}
    listed = list(terms)
    for method, confidence in (("terms", SURE), ("also", INFERRED)):
        for term in listed:
            names = term.names if method == "terms" else term.also
            forms = {language: set(map(_plain, own)) for language, own in names.items()}
            for (key, address), language in list(left.items()):
                if headwords[address] & forms.get(language, set()) and (
                    method == "terms" or not _has(rows, term.key, key)
                ):
                    rows.setdefault(f"term:{term.key}", []).append(
                        AlignedCell(key, address, "same", method, confidence, note=term.note)
                    )
                    del left[key, address]
    order = {expression.key: number for number, expression in enumerate(library.expressions)}
    defining = [e.key for e in library.expressions if e.definitions]
    for key, cells in sorted(rows.items()):
        cells.sort(key=lambda cell: order[cell.expression])
        present = {cell.expression for cell in cells}
        gaps = tuple(Gap(e, "no-entry") for e in defining if e not in present)
        yield AlignedRow(key, "definition", "", tuple(_with_revised(cells, library)), gaps)
    for key, address in left:
        stray = AlignedCell(key, address, "only-in", "terms", INFERRED)
        yield AlignedRow(f"{key}:{address}", "definition", "", (stray,))


def _with_revised(cells: Iterable[AlignedCell], library: Library) -> Iterator[AlignedCell]:
    """A definition of another edition of the laws is revised where that of today has other words in its language."""
    today = library.registry.current_edition(LAWS)
    held = [(library[cell.expression], cell) for cell in cells]
    laws = [(text, cell) for text, cell in held if text.work == LAWS]
    current = {text.language: _senses(library, cell) for text, cell in laws if text.edition == today}
    for text, cell in held:
        beside = current.get(text.language) if text.work == LAWS and text.edition != today else None
        other = beside is not None and beside != _senses(library, cell)
        yield replace(cell, relation="revised", changed=True) if other else cell


def _senses(library: Library, cell: AlignedCell) -> list[list[str]]:
    found = library.definition(cell.expression, cell.id)
    return [sense.prose.text.split() for sense in found.senses] if found else []


def _has(rows: Mapping[str, list[AlignedCell]], concept: str, expression: str) -> bool:
    return any(cell.expression == expression for cell in rows.get(f"term:{concept}", ()))


def _headwords(address: str) -> set[str]:
    head = address.removeprefix("def:")
    turned = re.sub(r"^(.*?), (den|det|de)$", r"\2 \1", head, flags=re.IGNORECASE)
    bare = re.sub(r"\s*\(.*?\)", "", head)
    return {_plain(form) for form in (head, turned, bare, bare.split(",")[0])}


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
