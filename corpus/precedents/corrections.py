"""What a person corrected in a decision, kept beside its original: the reading may be made again, the file stays.

A correction holds what was read at the time, so that nobody mistakes a person's word for the file's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Literal, get_args

from corpus.precedents.decision import (
    CaseCitation,
    DateBasis,
    Decision,
    DecisionOutcome,
    Deposit,
    edition_in_season,
    edition_on,
)
from corpus.registry import Registry
from corpus.schema import FormatError, Loader

CORRECTIONS = "corrections.json"
"""The file's name in the folder of a case."""

CorrectableField = Literal["number", "instance", "played", "event", "outcome", "unanimous", "deposit"]
CORRECTABLE: tuple[CorrectableField, ...] = get_args(CorrectableField)
_FREE = ("number", "instance", "event")
_LONGEST = 200
_UNANIMITY = {"yes": True, "no": False, "": None}
FIELD_VALUES: Mapping[CorrectableField, tuple[str, ...]] = {
    "outcome": tuple(filter(None, get_args(DecisionOutcome))),
    "unanimous": tuple(filter(None, _UNANIMITY)),
    "deposit": tuple(filter(None, get_args(Deposit))),
}
"""The fields that have one of a few values, or none."""


class CorrectionsError(FormatError):
    """A file of corrections that is damaged."""


class BadCorrectionError(ValueError):
    """A value that a field cannot have. ``field``, ``value`` and ``allowed`` say which, and what would be right."""

    def __init__(self, field: str, value: str, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} is not {allowed}")
        self.field, self.value, self.allowed = field, value, allowed


@dataclass(frozen=True)
class FieldCorrection:
    """``value`` is the field as ``field_text`` writes it, empty for unknown; ``read`` what the reader had found."""

    field: CorrectableField
    value: str
    read: str


@dataclass(frozen=True)
class Corrections:
    """At most one a field, and at most one a place; a citation without ids takes away what was read at its place."""

    fields: tuple[FieldCorrection, ...] = ()
    citations: tuple[CaseCitation, ...] = ()

    def field(self, name: str) -> FieldCorrection | None:
        """The correction of a field; None when it is as read."""
        return next((one for one in self.fields if one.field == name), None)

    def with_field(self, decision: Decision, field: CorrectableField, value: str) -> Corrections:
        """With a field set; ``decision`` is as it was before. A value that equals what was read is no correction.

        Raises BadCorrectionError.
        """
        earlier = self.field(field)
        read = earlier.read if earlier else field_text(decision, field)
        value = checked(field, value)
        others = tuple(one for one in self.fields if one.field != field)
        return replace(self, fields=others if value == read else (*others, FieldCorrection(field, value, read)))

    def with_citation(self, citation: CaseCitation) -> Corrections:
        """With a citation set, or taken away when it has no ids."""
        others = tuple(one for one in self.citations if _place(one) != _place(citation))
        return replace(self, citations=(*others, citation))


def field_text(decision: Decision, field: CorrectableField) -> str:
    """A field as text: a date as 2009-03-01, unanimity as yes or no, and empty when it is unknown."""
    value = getattr(decision, field)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.isoformat() if isinstance(value, date) else value or ""


def checked(field: CorrectableField, value: str) -> str:
    """The value without blanks around it. Raises BadCorrectionError.

    >>> checked("played", " 2009-03-01 ")
    '2009-03-01'
    """
    value = " ".join(value.split())
    if field == "number" and not value:
        raise BadCorrectionError(field, value, "a case number")
    if field in _FREE:
        return value[:_LONGEST]
    if field == "played":
        try:
            return date.fromisoformat(value).isoformat() if value else ""
        except ValueError as error:
            raise BadCorrectionError(field, value, "a date such as 2009-03-01") from error
    allowed = FIELD_VALUES[field]
    if value and value not in allowed:
        raise BadCorrectionError(field, value, ", ".join(allowed) + " or nothing")
    return value


def corrected(decision: Decision, corrections: Corrections, registry: Registry) -> Decision:
    """A decision as read, with what a person corrected. A new date of play brings its editions with it."""
    for one in corrections.fields:
        decision = _with_field(decision, one, registry)
    taken = {_place(one) for one in corrections.citations}
    kept = [one for one in decision.citations if _place(one) not in taken]
    kept += [one for one in corrections.citations if one.ids and _has_words(decision, one)]
    kept.sort(key=lambda one: (one.section, one.paragraph, one.start))
    settled = {
        "no-date": decision.played is not None,
        "no-edition": bool(decision.laws_edition),
        "no-citations": bool(kept),
        "no-number": corrections.field("number") is not None,
        **{f"meant-{field}": corrections.field(field) is not None for field in CORRECTABLE},
    }
    problems = tuple(code for code in decision.problems if not settled.get(code, False))
    return replace(decision, citations=tuple(kept), problems=problems)


def read_corrections(content: bytes, name: str) -> Corrections:
    """The corrections in a file; ``name`` is its name as a person knows it. Raises CorrectionsError."""
    load = Loader(name, CorrectionsError)
    found = load.convert(load.json(content), Corrections)
    fields = []
    for number, one in enumerate(found.fields, 1):
        try:
            fields.append(replace(one, value=checked(one.field, one.value)))
        except BadCorrectionError as error:
            place = f"fields[{number}].value"
            raise load.fault("value", place, found=one.value, cause=str(error)) from error
    return replace(found, fields=tuple(fields))


def write_corrections(corrections: Corrections) -> bytes:
    """The file's bytes; ``read_corrections`` gives the same value back."""
    return (json.dumps(asdict(corrections), ensure_ascii=False, indent=1) + "\n").encode()


def _with_field(decision: Decision, one: FieldCorrection, registry: Registry) -> Decision:
    if one.field == "played":
        day = date.fromisoformat(one.value) if one.value else None
        laws, dbf = (
            edition_on(registry, work, day) if day else edition_in_season(registry, work, decision.number)
            for work in ("laws", "dbf")
        )
        basis: DateBasis = "stated" if day else "season" if laws else ""
        return replace(decision, played=day, laws_edition=laws, dbf_edition=dbf, basis=basis)
    value = _UNANIMITY[one.value] if one.field == "unanimous" else one.value
    return replace(decision, **{one.field: value})  # type: ignore[arg-type]  # ``checked`` gave the field's own type


def _place(one: CaseCitation) -> tuple[int, int, int]:
    return one.section, one.paragraph, one.start


def _has_words(decision: Decision, one: CaseCitation) -> bool:
    """True where the text still has the words: another reader may cut the sections in another way."""
    if not (0 <= one.section < len(decision.sections)):
        return False
    paragraphs = decision.sections[one.section].paragraphs
    return 0 <= one.paragraph < len(paragraphs) and paragraphs[one.paragraph][one.start : one.end] == one.printed
