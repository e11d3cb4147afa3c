"""What ``show``, ``refs``, ``compare`` and ``check`` answer, as plain objects ready for JSON.

``app.cli.answers_text`` turns the same objects into text for a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from app.cli.messages import fate_message, fate_record, missing_message
from app.export.formats import emendation_records, health_rows, inbound_record, reference_record
from app.export.tables import gap_records
from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFate
from corpus.alignment.rows import AlignedRow, Alignment, decisive_cell
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.model import Provision, Reference, Table
from corpus.registry import LAWS
from index.references import health as health_report
from index.references.graph import Address, Graph, InboundReference
from index.search.citation_lookup import CitationLookup
from index.search.rules import rule_index

if TYPE_CHECKING:  # the pages take longer to import than a law to be looked up
    from app.reader.context import ReaderServices

Answer = dict[str, Any]
_NAMED_TEXT = re.compile(r"\A\s*([a-z]{2,8}-\d{4})\s*:", re.IGNORECASE)


class LookupFailedError(ValueError):
    """A citation that leads nowhere; the message names what exists."""


class CommandAnswers:
    """The library with what is needed to answer about one place of it."""

    def __init__(
        self, library: Library, concordance: Concordance, alignment: Alignment, citations: CitationLookup
    ) -> None:
        self._library = library
        self._concordance = concordance
        self._alignment = alignment
        self._citations = citations

    @cached_property
    def _graph(self) -> Graph:
        return Graph(self._library, self._concordance)

    @classmethod
    def open(cls) -> CommandAnswers:
        """The answers from the products in ``data/``. Raises NotBuiltError."""
        return cls.of(store.load_library(), store.load_tables(), store.load_alignment())

    @classmethod
    def of(cls, library: Library, concordance: Concordance, alignment: Alignment) -> CommandAnswers:
        """The answers from texts that are loaded already."""
        rules = rule_index(library, concordance, alignment)
        return cls(library, concordance, alignment, CitationLookup(library, rules))

    def look_up(self, citation: str, expression: str | None) -> tuple[list[Address], tuple[NumberFate, ...]]:
        """The places that a person's citation names, in one expression, and what became of numbers of older editions.

        A number that has no counterpart today has no place. Raises LookupFailedError, RegistryError.
        """
        for key in (expression, *_NAMED_TEXT.findall(citation)[:1]):
            if key is not None:
                # A text that is not here must not lead to the same number of another one.
                self._library.entry(key.lower())
        head, mark, word = citation.partition("def:")
        if mark:
            return [self._definition(head.strip(" :"), f"def:{word}", expression)], ()
        keys = self._library.registry.keys if expression is None else [expression]
        answer = self._citations.look_up(citation, keys)
        if answer is None:
            raise LookupFailedError(
                f"{citation!r} is no citation; write one such as 16C2a, '§ 12 C 1 b' or nb-1997:16B1"
            )
        editions = {fate.edition for fate in answer.fates}
        if not answer.cited and not editions & set(self._concordance.editions):
            raise LookupFailedError(" ".join(map(fate_message, answer.fates)) or missing_message(answer.missing))
        if answer.missing and not answer.cited:
            raise LookupFailedError(missing_message(answer.missing))
        return [(answer.expression, place) for place in answer.cited], answer.fates

    def _place(self, citation: str, expression: str | None) -> Address:
        """The first place that a citation names. Raises LookupFailedError where it has none today."""
        places, fates = self.look_up(citation, expression)
        if not places:
            raise LookupFailedError(" ".join(map(fate_message, fates)))
        return places[0]

    def _definition(self, key: str, place: str, expression: str | None) -> Address:
        keys = [one for one in (key, expression) if one] or list(self._library.registry.keys)
        for one in keys:
            self._library.entry(one)
            definition = self._library.definition(one, place)
            if definition is not None:
                return one, next(a for a, d in self._library[one].all_definitions() if d is definition)
        raise LookupFailedError(f"no definition {place[4:]!r} in {', '.join(keys)}")

    def show(self, citation: str, expression: str | None) -> Answer:
        """The provisions with notes, references out and in, and aligned provisions."""
        places, fates = self.look_up(citation, expression)
        shown = [self._shown(*one) | self._refs(*one) | {"aligned": self._aligned(*one)} for one in places]
        return {"citation": citation, **fate_record(fates), "provisions": shown}

    def refs(self, citation: str, expression: str | None) -> Answer:
        """References out, cited by, neighbours."""
        found = []
        places, fates = self.look_up(citation, expression)
        for place in places:
            neighbours = [_address(node) for node in self._graph.neighbours(*place)]
            found.append(_address(place) | self._refs(*place) | {"neighbours": neighbours})
        return {"citation": citation, **fate_record(fates), "provisions": found}

    def chain(self, citation: str, to: str, expression: str | None) -> Answer:
        """The shortest chain of references from one place to another; no ``steps`` when there is none."""
        start = self._place(citation, expression)
        end = self._goal(to, start[0])
        from index.references.paths import ReferencePaths

        steps = ReferencePaths(self._graph).chain(start, end)
        return {
            "citation": citation,
            "to": to,
            "from_place": _address(start),
            "to_place": _address(end),
            "steps": [_address(step.end) | {"how": step.kind} | _words(step.reference) for step in steps],
        }

    def _goal(self, to: str, key: str) -> Address:
        """In the text the chain starts from when that has the place, else wherever it is found."""
        try:
            return self._place(to, key)
        except LookupFailedError:
            return self._place(to, None)

    def compare(self, citation: str) -> Answer:
        """The aligned row of every cited provision, a cell per expression, and why a cell is empty.

        Raises LookupFailedError.
        """
        rows = []
        places, fates = self.look_up(citation, None)
        for place in places:
            row = self._alignment.row_of(*place)
            if row is None:
                raise LookupFailedError(f"{place[0]}:{place[1]} stands in no aligned row; run lovbro build")
            rows.append(self._row(row))
        return {"citation": citation, **fate_record(fates), "rows": list({row["key"]: row for row in rows}.values())}

    def _shown(self, key: str, place: str) -> Answer:
        """A provision with all below it, or a definition."""
        base = _address((key, place)) | {"edition": self._library.entry(key).short}
        provision = self._library.provision(key, place)
        if provision is None:
            definition = self._library.definition(key, place)
            assert definition is not None, f"{key}:{place} was found a moment ago"
            return base | {"heading": definition.headword.text, "heading_path": [], "text": definition.text}
        path = self._library.heading_path(key, place)
        return (
            base
            | {"standing": self._library.entry(key).standing, "heading_path": [list(step) for step in path]}
            | {"misprinted": next((no for no, meant in self._library.misprints(key).items() if meant == place), None)}
            | self._content(key, provision)
        )

    def _content(self, key: str, provision: Provision) -> Answer:
        notes = self._library.notes(key, provision.id)
        return {
            "id": str(provision.id),
            "printed": provision.printed,
            "heading": provision.heading.text if provision.heading else None,
            "text": provision.text,
            "tables": [[list(row) for row in block.rows] for block in provision.own_blocks if isinstance(block, Table)],
            "blocks": [
                {"caption": block.caption, "rows": [list(row) for row in block.rows]}
                if isinstance(block, Table)
                else {"text": block.text}
                for block in provision.own_blocks
            ],
            "notes": [{"marker": n.marker, "text": n.text, "origin": n.origin, "doubtful": n.doubtful} for n in notes],
            "emendations": emendation_records(provision),
            "children": [self._content(key, child) for child in provision.children],
        }

    def _refs(self, key: str, place: str) -> Answer:
        """References of a place and of everything under it, and what relies on it."""
        references = [
            {"in": inside} | reference_record(reference) | {"leads_to": [_address(one) for one in leads_to]}
            for inside, reference, leads_to in self._graph.cites_below(key, place)
        ]
        return {"references": references, "cited_by": [_citing(one) for one in self._graph.cited_by(key, place)]}

    def _aligned(self, key: str, place: str) -> list[Answer]:
        """What corresponds to a place in the other expressions, and what became of the rule between the two."""
        mine = self._alignment.cell(key, place)
        if mine is None:
            return []
        return [
            _address((other, cell.id))
            | {"relation": decisive_cell(mine, cell).relation, "confidence": min(mine.confidence, cell.confidence)}
            for other in self._library.registry.keys
            if other != key
            for cell in self._alignment.counterparts(key, place, other)
        ]

    def _row(self, row: AlignedRow) -> Answer:
        cells = [
            self._shown(cell.expression, cell.id)
            | {"relation": cell.relation, "method": cell.method, "confidence": cell.confidence, "note": cell.note}
            for cell in row.cells
        ]
        gaps, differences = gap_records(row), _differences(cells)
        return {"key": row.key, "kind": row.kind, "cells": cells, "gaps": gaps, "differences": differences}


def show_from(services: ReaderServices) -> Callable[[str, str | None], Answer]:
    """``CommandAnswers.show`` of what the server has read."""
    return CommandAnswers.of(services.library, services.concordance, services.alignment).show


def check() -> Answer:
    """The health report. ``sound`` is True when every line of every witness was read."""
    from app.export.tables import parity_rows  # no other answer needs what compares the texts

    library = store.load_library()
    findings = health_report.health_findings(library, store.load_tables())
    alignment = store.load_alignment()
    unread = _unread_lines(library)
    return {
        "sound": not unread,
        "summary": {key: dict(counts) for key, counts in health_report.verdict_counts(findings).items()},
        "findings": list(health_rows(findings)),
        "parity": _parity(library, alignment),
        "differences": list(parity_rows(library, alignment)),
        "unread": unread,
    }


def _parity(library: Library, alignment: Alignment) -> list[Answer]:
    """Provisions that one language of an edition has and another has not."""
    out = []
    for row in alignment.rows:
        if row.kind != "provision":
            continue
        here = {cell.expression for cell in row.cells}
        editions = {library.entry(key).edition for key in here}
        for entry in library.registry.expressions:
            if entry.key not in here and entry.work == LAWS and entry.edition in editions:
                gap = row.gap(entry.key)
                out.append({"row": row.key, "missing_in": entry.key, "reason": gap.reason if gap else "unknown"})
    return out


def _unread_lines(library: Library) -> list[Answer]:
    """Lines of a witness with something on them that no part of the build has claimed.

    Those of a person's own text are asked about when it is added, and ``lovbro library check`` proves them whole.
    """
    read = {(row.witness, row.line) for row in store.load_coverage()}
    shipped = store.shipped_registry().keys
    out = []
    for entry in (entry for entry in library.registry.expressions if entry.key in shipped):
        for siglum in entry.witnesses:
            lines = enumerate(store.read_raw(siglum).split("\n"), 1)
            out += [{"witness": siglum, "line": n} for n, line in lines if line.strip() and (siglum, n) not in read]
    return out


def _differences(cells: Iterable[Answer]) -> list[Answer]:
    """Where the cells of a row do not have the same parts under them, their own number taken off."""
    parts = {f"{cell['expression']}:{cell['id']}": _parts(cell) for cell in cells if "children" in cell}
    every = sorted(set().union(*parts.values())) if parts else []
    return [
        {"part": part, "only_in": [key for key, own in parts.items() if part in own]}
        for part in every
        if any(part not in own for own in parts.values())
    ]


def _parts(cell: Answer) -> set[str]:
    try:
        depth = len(ProvisionId.of(cell["id"]).parts)
    except BadIdError:
        return set()
    waiting, out = list(cell["children"]), set()
    while waiting:
        child = waiting.pop()
        out.add(" ".join(ProvisionId.of(child["id"]).parts[depth:]))
        waiting += child["children"]
    return out


def _words(reference: Reference | None) -> Answer:
    """The words that make a step of a chain; null between a rule and its parts."""
    if reference is None:
        return {"printed": None, "signal": None, "negated": False, "status": None}
    return {
        "printed": reference.printed,
        "signal": reference.signal,
        "negated": reference.negated,
        "status": reference.status,
    }


def _citing(one: InboundReference) -> Answer:
    return _address(one.source) | inbound_record(one)


def _address(place: Address) -> dict[str, str]:
    return {"expression": place[0], "id": place[1]}
