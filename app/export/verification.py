"""The verdicts on a document for other programs: the object of ``lovbro verify --json``, and a table as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.i18n.verdicts import (
    basis_message,
    citation_message,
    place_words,
    quotation_message,
    summary_message,
    unchecked_message,
)
from app.i18n.words import words
from corpus.ids import ProvisionId
from corpus.registry import Registry
from index.quotations.finder import CheckedQuotation
from index.verification.document import CheckedCitation, PlacedQuotation, UncheckedPart, Verification
from index.verification.paragraphs import DocumentPlace

Record = dict[str, Any]


def verification_record(found: Verification, registry: Registry) -> Record:
    """The object of ``verify --json``; its words are English, its keys those of DESIGN and more."""
    is_word = found.document.lower().endswith((".docx", ".docm"))
    return {
        "document": found.document,
        "language": found.language,
        "edition": found.meant.edition,
        "basis": found.meant.basis,
        "right": found.is_right,
        "message": f"{basis_message(found, words('en'))} {summary_message(found, words('en'))}",
        "checked": {
            "paragraphs": found.paragraphs,
            "citations": len(found.citations),
            "quotations": len(found.quotations),
        },
        "unchecked": [_unchecked(one, is_word) for one in found.unchecked],
        "citations": [_citation(one, registry, is_word) for one in found.citations],
        "quotations": [_quotation(one, registry, is_word) for one in found.quotations],
    }


def quotation_record(checked: CheckedQuotation) -> Record:
    """A checked quotation without its place in a document: what the server for assistants answers too."""
    source = checked.source
    return {
        "text": checked.text,
        "verdict": checked.verdict,
        "source": None
        if source is None
        else {
            "expression": source.expression,
            "language": source.language,
            "work": source.work,
            "edition": source.edition,
            "id": source.place,
            "places": list(source.places),
            "whole": source.whole,
            "text": source.text,
        },
        "difference": [{"kind": change.kind, "text": change.text} for change in checked.difference],
        "notes": list(checked.notes),
    }


def verdict_rows(found: Verification, registry: Registry) -> Iterator[Record]:
    """All verdicts and all that was not checked as the rows of one table."""
    record = verification_record(found, registry)
    for one in record["citations"]:
        yield _row("citation", one, one["printed"], one["verdict"], one["today"], one["message"])
    for one in record["quotations"]:
        yield _row("quotation", one, one["text"], one["verdict"], [], one["message"])
    for one in record["unchecked"]:
        yield _row("unchecked", one, one["words"], one["reason"], [], one["why"])


def _row(kind: str, one: Record, printed: str, verdict: str, today: list[str], message: str) -> Record:
    where = one["where"]
    return {
        "kind": kind,
        "place": where["text"],
        "printed": printed,
        "verdict": verdict,
        "today": " ".join(today),
        "message": message,
    }


def _where(place: DocumentPlace | None, is_word: bool) -> Record:
    text = place_words(place, words("en"), word_file=is_word)
    if place is None:
        return {"text": text}
    cell = {"row": place.cell[0], "column": place.cell[1]} if place.cell else None
    return {
        "text": text,
        "line": place.line,
        "page": place.page or None,
        "note": place.note or None,
        "cell": cell,
        "start": place.start,
        "end": place.end,
    }


def _citation(one: CheckedCitation, registry: Registry, is_word: bool) -> Record:
    return {
        "where": _where(one.place, is_word),
        "printed": one.printed,
        "gloss": one.gloss,
        "edition": one.meant.edition,
        "basis": one.meant.basis,
        "targets": [
            {"work": number.work, "edition": number.edition, "id": str(number.number), "verdict": number.verdict}
            for number in one.numbers
        ],
        "verdict": one.verdict,
        "reason": one.gravest.reason,
        "today": list(map(str, one.today)),
        "likely": [str(place) for number in one.numbers for place in number.likely],
        "message": citation_message(one, words("en"), _cite, registry),
    }


def _quotation(one: PlacedQuotation, registry: Registry, is_word: bool) -> Record:
    return {
        "where": _where(one.place, is_word),
        **quotation_record(one.checked),
        "cited": [{"work": c.work, "edition": c.edition, "id": str(c.number)} for c in one.cited],
        "message": quotation_message(one, words("en"), _cite, registry),
    }


def _unchecked(one: UncheckedPart, is_word: bool) -> Record:
    return {
        "where": _where(one.place, is_word),
        "why": unchecked_message(one, words("en")),
        "reason": one.reason,
        "words": one.words,
    }


def _cite(number: ProvisionId) -> str:
    return "§ " + " ".join(number.parts)
