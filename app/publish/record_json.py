"""A provision's record as JSON: plain objects whose fields ``/openapi.json`` describes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.export.formats import inbound_record, reference_record
from app.publish.permalinks import FORMS, permalink
from app.publish.places import DatedPlace
from app.publish.record import (
    Citing,
    Counterpart,
    OutboundReference,
    ProvisionRecord,
    PublishedPlace,
    sha256,
)
from corpus.alignment.fate import NumberFate
from corpus.registry import ExpressionEntry, Registry

JsonObject = dict[str, Any]


def record_json(record: ProvisionRecord, registry: Registry) -> JsonObject:
    """The record as an object ready for JSON, its fields in a fixed order."""
    entry, key = record.entry, record.entry.key
    return {
        "address": permalink(registry, key, record.place),
        "forms": {form: permalink(registry, key, record.place, form) for form in FORMS},
        "expression": key,
        "language": entry.language,
        "work": entry.work,
        "edition": entry.edition,
        "title": entry.title,
        "standing": entry.standing,
        "in_force": {"from": _day(record.since), "to": _day(record.until)},
        "id": record.place,
        "eId": record.eid,
        "wId": record.wid,
        "uri": record.uri,
        "citations": dict(record.citations),
        "heading": record.heading or None,
        "heading_path": [_place(registry, step) for step in record.path],
        "text": record.text,
        "sha256": sha256(record.text),
        "whole": {"text": record.whole, "sha256": sha256(record.whole)},
        "tables": [{"caption": one.caption, "rows": [list(row) for row in one.rows]} for one in record.tables],
        "notes": [{"marker": one.marker, "text": one.text, "origin": one.origin} for one in record.notes],
        "emendations": [{"printed": e.printed, "corrected": e.corrected, "rule": e.rule} for e in record.emendations],
        "source": {"witness": record.source.witness, "lines": [record.source.first, record.source.last]},
        "parts": [_place(registry, one) for one in record.parts],
        "previous": _place(registry, record.before) if record.before else None,
        "next": _place(registry, record.after) if record.after else None,
        "counterparts": [_counterpart(registry, one) for one in record.counterparts],
        "numbers": [number_json(one) for one in record.numbers],
        "references": [_reference(registry, one) for one in record.references],
        "cited_by": [_citing(registry, one) for one in record.cited_by],
        "rights": rights_json(entry),
    }


def rights_json(entry: ExpressionEntry) -> JsonObject:
    """Whose a text is, and the leave to pass it on; ``consent`` is null where nobody has given it."""
    rights, consent = entry.rights, entry.rights.consent
    return {
        "owner": rights.owner or None,
        "by": list(rights.by),
        "original": rights.original or None,
        "consent": {"by": consent.by, "on": consent.on.isoformat(), "words": consent.words} if consent else None,
    }


def number_json(found: NumberFate) -> JsonObject:
    """What became of a number in another edition, whose numbers ``ids`` are.

    ``doubt`` is null or one of ``FateDoubt``.
    """
    return {
        "edition": found.target,
        "fate": found.fate,
        "changed": found.changed,
        "ids": [str(number) for number in found.today],
        "listed": found.listed or None,
        "doubt": found.doubt,
        "notes": list(found.notes),
    }


def expression_json(registry: Registry, entry: ExpressionEntry, places: Sequence[PublishedPlace]) -> JsonObject:
    """A whole text: what it is, and its laws (or other places) in document order."""
    return {
        "address": permalink(registry, entry.key),
        "expression": entry.key,
        "language": entry.language,
        "work": entry.work,
        "edition": entry.edition,
        "title": entry.title,
        "standing": entry.standing,
        "parts": [_place(registry, place) for place in places],
        "rights": rights_json(entry),
    }


def dated_json(found: DatedPlace, records: Sequence[ProvisionRecord], registry: Registry) -> JsonObject:
    """What held on a day. ``held`` is False where no text of the edition is in the corpus; ``numbers`` then lead on."""
    return {
        "date": found.day.isoformat(),
        "work": found.edition.work,
        "edition": found.edition.edition,
        "in_force": {"from": _day(found.edition.from_date), "to": _day(found.edition.to_date)},
        "id": str(found.number),
        "held": found.held,
        "provisions": [record_json(record, registry) for record in records],
        "numbers": [number_json(number) for number in found.numbers],
    }


def _place(registry: Registry, place: PublishedPlace) -> JsonObject:
    return {
        "expression": place.expression,
        "id": place.place,
        "address": permalink(registry, place.expression, place.place.split("#")[0]),
        "citation": place.citation,
        "heading": place.heading or None,
    }


def _counterpart(registry: Registry, one: Counterpart) -> JsonObject:
    return _place(registry, one.of) | {
        "place": one.moved,
        "content": one.content,
        "confidence": one.confidence,
        "unsure": one.unsure,
        "note": one.note or None,
    }


def _reference(registry: Registry, one: OutboundReference) -> JsonObject:
    read_at = [_place(registry, home) if home else None for home in one.read_at]
    return {"in": one.place} | reference_record(one.reference) | {"read_at": read_at}


def _citing(registry: Registry, one: Citing) -> JsonObject:
    return _place(registry, one.source) | inbound_record(one.inbound)


def _day(when: object) -> str | None:
    return str(when) if when else None
