"""Verify a file of any kind: read it, find of which edition it speaks, judge it. One way for command and page."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from app.build.decision_lexicon import decision_lexicon
from app.committee.register import known_numbers, reader
from corpus import store
from corpus.library import Library
from corpus.precedents.decision import edition_on
from corpus.precedents.refusal import UnreadableError
from corpus.registry import LAWS
from corpus.schema import FormatError
from index.verification.document import DocumentVerifier, Verification
from index.verification.editions import MeantEdition
from parser.documents.files import read_document
from parser.documents.unread import unread_parts


class VerifyError(ValueError):
    """An edition or a day that cannot be verified against; the message says what there is."""


def verify_file(
    name: str, content: bytes, edition: str = "", played: date | None = None, library: Library | None = None
) -> Verification:
    """The verdicts on a file. Its numbers are those of ``edition``, or of the edition in force on the day of play.

    ``library`` are the texts to compare with; without it those of the data folder.

    Raises RefusedDocumentError for a file that is not read, VerifyError for an edition that is not known.
    """
    meant = _meant(edition, played)
    stream = read_document(name, content)
    unread = unread_parts(name, content)
    verifier = verifier_of(library if library is not None else store.load_library())
    found = verifier.verify(name, stream, meant, unread)
    if meant is None and not found.meant.edition and (dated := _of_decision(name, content)) is not None:
        return verifier.verify(name, stream, dated, unread)
    return found


@lru_cache(maxsize=1)
def verifier_of(library: Library) -> DocumentVerifier:
    """The verifier of a library; that of the last one asked for is kept."""
    return DocumentVerifier(library, store.load_tables(), decision_lexicon(), known_numbers())


def _meant(edition: str, played: date | None) -> MeantEdition | None:
    registry = store.load_registry()
    known = [one.edition for one in registry.editions_of(LAWS)]
    if edition:
        if edition not in known:
            raise VerifyError(f"no edition {edition!r} of the laws; there are {', '.join(known)}")
        return MeantEdition(edition, "stated")
    if played is None:
        return None
    on = edition_on(registry, LAWS, played)
    if not on:
        raise VerifyError(f"no edition of the laws is known to have been in force on {played.isoformat()}")
    return MeantEdition(on, "date")


def _of_decision(name: str, content: bytes) -> MeantEdition | None:
    """The edition in force on the day of play that a decision names."""
    try:
        decision = reader()(name, content).decision
    except (UnreadableError, FormatError):
        return None
    is_case = decision.outcome or decision.deposit
    if decision.basis == "date" and decision.laws_edition and is_case:
        return MeantEdition(decision.laws_edition, "date")
    return None
