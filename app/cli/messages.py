"""What a citation or a question could not give, in the English sentences of the command line."""

from __future__ import annotations

from corpus.ids import Level
from index.search.citation_lookup import EditionNotHeld, MissingNumber
from index.search.results import Result

NOTHING_TYPED = "Type a law (16C2), a word (kulørsvigt) or a situation (bud uden for tur)."
LONGEST_QUERY = 60  # characters of a question that a message repeats


def missing_message(missing: tuple[MissingNumber, ...]) -> str:
    """What would be right instead of numbers that do not exist: ``§ 16Z: law 16 has A-D``; '' when all do."""
    return "; ".join(map(_sentence, missing))


def result_message(result: Result) -> str:
    """Why a search did not find all that was asked for; '' when it did."""
    if result.outcome == "nothing-typed":
        return NOTHING_TYPED
    if result.outcome == "nothing-found":
        return f"Nothing found for {result.query[:LONGEST_QUERY]!r}."
    return missing_message(result.missing)


def _sentence(missing: MissingNumber) -> str:
    if isinstance(missing, EditionNotHeld):
        numbers = ", ".join(map(str, missing.numbers))
        return f"§ {numbers}: the laws of {missing.edition} are not held; today {', '.join(missing.today)}"
    labels = ", ".join(first if first == last else f"{first}-{last}" for first, last in missing.runs())
    if missing.known is None:
        return f"§ {missing.number}: there is no law {missing.number.law}; there are {labels}"
    name = f"law {missing.known}" if missing.known.level is Level.LAW else f"§ {missing.known}"
    return f"§ {missing.number}: {name} has {labels or 'no parts'}"
