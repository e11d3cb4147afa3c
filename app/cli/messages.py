"""What a citation or a question could not give, in the English sentences of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.i18n.fates import fate_doubt, fate_sentences
from app.i18n.words import LONGEST_REPEATED, words
from corpus.ids import Level, ProvisionId
from corpus.library import MissingProvision
from index.search.results import Result

if TYPE_CHECKING:
    from corpus.alignment.fate import NumberFate

NOTHING_TYPED = "Type a law (16C2), a word (kulørsvigt) or a situation (bud uden for tur)."


def missing_message(missing: tuple[MissingProvision, ...]) -> str:
    """What would be right instead of numbers that do not exist: ``§ 16Z: law 16 has A-D``; '' when all do."""
    return "; ".join(map(_sentence, missing))


def result_message(result: Result) -> str:
    """Why a search did not find all that was asked for, or what part of a book is called so; '' when it did."""
    if result.outcome == "nothing-typed":
        return NOTHING_TYPED
    if result.outcome == "nothing-found":
        return f"Nothing found for {result.query[:LONGEST_REPEATED]!r}."
    parts = "; ".join(f"{part.title} ({part.expression})" for part in result.parts)
    told = f"In the contents: {parts}." if parts and not result.hits else ""
    return " ".join(filter(None, (*map(fate_message, result.fates), missing_message(result.missing), told)))


def fate_message(fate: NumberFate) -> str:
    """What became of a number of an edition, how sure that is and why: "§ 16 C (2007) is today § 16 D." and so on."""
    # That a row is in doubt is a sentence of its own.
    from corpus.alignment.table_row import UNSURE  # most answers name no old number

    notes = [note.removeprefix(f"{UNSURE}.").strip() for note in fate.notes if fate.listed == str(fate.number)]
    return fate_sentences(fate, words("en"), _cite) + (f" ({'; '.join(notes)})" if notes else "")


def fate_record(fates: Sequence[NumberFate]) -> dict[str, Any]:
    """What became of numbers as fields for JSON; of several the first leads, and all are in ``fates``. {} for none."""
    if not fates:
        return {}
    rows: list[dict[str, Any]] = [
        {
            "asked": {"number": str(fate.number), "edition": fate.edition},
            "fate": fate.fate,
            "changed": fate.changed,
            "today": [str(place) for place in fate.today],
            "doubt": _doubt(fate),
            "message": fate_message(fate),
        }
        for fate in fates
    ]
    if len(rows) == 1:
        return rows[0]
    return rows[0] | {"message": " ".join(row["message"] for row in rows), "fates": rows}


def _doubt(fate: NumberFate) -> str | None:
    """Why it is in doubt: the sentence, and the editors' note on a row that they marked."""
    notes = fate.notes if fate.doubt == "row" else ()
    return " ".join(filter(None, (fate_doubt(fate, words("en"), _cite), *notes))) or None


def _cite(number: ProvisionId) -> str:
    return "§ " + " ".join(number.parts)


def _sentence(missing: MissingProvision) -> str:
    labels = ", ".join(first if first == last else f"{first}-{last}" for first, last in missing.runs())
    if missing.known is None:
        return f"§ {missing.number}: there is no law {missing.number.law}; there are {labels}"
    name = f"law {missing.known}" if missing.known.level is Level.LAW else f"§ {missing.known}"
    return f"§ {missing.number}: {name} has {labels or 'no parts'}"
