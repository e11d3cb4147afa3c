"""Check and correct decisions of the register: set a field, judge a citation, read a file again, take a case out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from app.committee.register import known_numbers, note_written, register_reader
from corpus.ids import BadIdError, ProvisionId
from corpus.precedents.corrections import (
    CORRECTABLE,
    BadCorrectionError,
    CorrectableField,
    Corrections,
    CorrectionsError,
    corrected,
    field_text,
)
from corpus.precedents.decision import CaseCitation, CitationFinding, Decision
from corpus.precedents.folder import CaseFolder
from corpus.precedents.refusal import Refusal, UnreadableError
from corpus.schema import FileFault
from corpus.store import load_registry

if TYPE_CHECKING:  # what reads files is imported where one is read
    from parser.decisions.open_fields import OpenField


@dataclass(frozen=True)
class ReadAgainResult:
    """A case read again: the fields that are read in another way now, ``citations`` too, or why it was not read.

    ``refusal`` is about the original, ``fault`` about a file that is damaged.
    """

    key: str
    changed: tuple[str, ...] = ()
    refusal: Refusal | None = None
    fault: FileFault | None = None


def edit(folder: CaseFolder, decision: Decision, values: Mapping[str, str]) -> Decision:
    """Set fields of a case by their names and keep it. Raises BadCorrectionError, CorrectionsError and OSError."""

    def change(corrections: Corrections) -> Corrections:
        for name, value in values.items():
            corrections = corrections.with_field(decision, _field(name), value)
        return corrections

    return _keep(folder, decision, change)


def judge_citation(
    folder: CaseFolder, decision: Decision, citation: CaseCitation, number: str, finding: CitationFinding
) -> Decision:
    """Set the provision and the finding of a citation and keep the case; without number it is no citation.

    ``citation`` may be one that was read, or the place of words that were not read as one. Raises BadCorrectionError,
    CorrectionsError and OSError.
    """
    ids = tuple(str(_known(one)) for one in number.replace(";", ",").split(",") if one.strip())
    work = "laws" if not ids or known_numbers().is_law(ProvisionId.of(ids[0])) else "dbf"
    judged = replace(citation, work=work, ids=ids, finding=finding)
    return _keep(folder, decision, lambda corrections: corrections.with_citation(judged))


def remove(folder: CaseFolder, key: str) -> None:
    """Take a case out, with its original. Raises KeyError and OSError."""
    with folder.documents.locked():
        folder.remove(key)
    note_written(folder)


def place_of(decision: Decision, words: str) -> CaseCitation | None:
    """Where words are printed in a decision that no citation covers yet; None when they are nowhere."""
    for section, one in enumerate(decision.sections):
        for paragraph, text in enumerate(one.paragraphs):
            start = text.find(words) if words else -1
            taken = [c for c in decision.citations if (c.section, c.paragraph) == (section, paragraph)]
            while start >= 0 and any(c.start < start + len(words) and start < c.end for c in taken):
                start = text.find(words, start + 1)
            if start >= 0:
                return CaseCitation(section, paragraph, start, start + len(words), words, "laws", (), "applied")
    return None


def read_again(folder: CaseFolder, decisions: Iterable[Decision]) -> Iterator[ReadAgainResult]:
    """Read originals anew, keep what a person corrected, and yield what became of each case."""
    read = register_reader()
    for decision in decisions:
        # What was read from it is whole; half of an original would take the rest of the case with it.
        original = folder.whole_original(decision)
        if isinstance(original, FileFault):
            if original.code == "missing":
                yield ReadAgainResult(decision.key, refusal=Refusal("missing"))
            else:
                yield ReadAgainResult(decision.key, fault=original)
            continue
        stated = decision.played if decision.basis == "stated" else None
        try:
            found = read(decision.name, original.content, played=stated).decision
            with folder.documents.locked():
                new = corrected(_keyed(found, decision), folder.corrections(decision.key), load_registry())
                folder.rewrite(new)
            note_written(folder)
        except UnreadableError as error:
            yield ReadAgainResult(decision.key, refusal=error.refusal)
            continue
        except CorrectionsError as error:
            yield ReadAgainResult(decision.key, fault=error.fault)
            continue
        except OSError as error:
            yield ReadAgainResult(decision.key, refusal=Refusal("system", cause=error.strerror or str(error)))
            continue
        changed = tuple(name for name in CORRECTABLE if field_text(new, name) != field_text(decision, name))
        yield ReadAgainResult(decision.key, changed + (("citations",) if new.citations != decision.citations else ()))


@lru_cache(maxsize=64)
def fields_to_settle(folder: CaseFolder, decision: Decision) -> tuple[OpenField, ...]:
    """What the original of a case offers for each field that is unknown; nothing where it cannot be read.

    Nothing either on a machine that has no model of what sentences mean.
    """
    from app.build.decision_lexicon import decision_lexicon, outcome_meanings
    from parser.decisions.fields import case_parts
    from parser.decisions.open_fields import open_fields

    original, meanings = folder.whole_original(decision), outcome_meanings()
    if isinstance(original, FileFault) or meanings is None:
        return ()
    try:
        parts = case_parts(decision.name, original.content, decision_lexicon(), known_numbers())
    except UnreadableError:
        return ()
    return open_fields(parts, decision, decision_lexicon(), meanings)


def _keep(folder: CaseFolder, decision: Decision, change: Callable[[Corrections], Corrections]) -> Decision:
    """The case as read, with all corrections: one taken back shows what was read again, if the original is whole.

    Another's correction of the same case waits meanwhile, so that neither is written over.
    """
    with folder.documents.locked():
        corrections = change(folder.corrections(decision.key))
        original = folder.whole_original(decision)
        read = decision
        if not isinstance(original, FileFault):
            stated = decision.played if decision.basis == "stated" and not corrections.field("played") else None
            read = _keyed(register_reader()(decision.name, original.content, played=stated).decision, decision)
        new = corrected(read, corrections, load_registry())
        folder.correct(new, corrections)
    note_written(folder)
    return new


def _keyed(found: Decision, decision: Decision) -> Decision:
    return replace(found, key=decision.key, name=decision.name)


def _field(name: str) -> CorrectableField:
    found = next((field for field in CORRECTABLE if field == name), None)
    if found is None:
        raise BadCorrectionError("field", name, f"one of {', '.join(CORRECTABLE)}")
    return found


def _known(typed: str) -> ProvisionId:
    """A provision that some edition had. Raises BadCorrectionError."""
    numbers = known_numbers()
    try:
        place = ProvisionId.parse(typed)
    except BadIdError as error:
        raise BadCorrectionError("citation", typed.strip(), "a provision such as 16B1a") from error
    if numbers.is_law(place) and not numbers.is_known(place):
        raise BadCorrectionError("citation", typed.strip(), "a provision that some edition of the laws had")
    return place
