"""The health report: every reference and index locator that would mislead a reader, with verdict and evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import ne
from typing import Literal

from rapidfuzz.distance import Indel

from corpus.alignment.concordance import CARRYING, Concordance
from corpus.alignment.fate import NumberFates
from corpus.evidence import Evidence, Reason, ReasonCode
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.model import Expression, IndexEntry, Reference
from corpus.registry import LAWS

Verdict = Literal["dangling", "stale", "suspect", "not-held", "other-document", "index"]
VERDICTS: tuple[Verdict, ...] = ("dangling", "suspect", "index", "stale", "not-held", "other-document")


@dataclass(frozen=True)
class HealthFinding:
    """One row of the report.

    ``targets`` are the numbers as printed, in the cited edition; ``proposed`` what is meant or where the rule is
    today. ``stale`` numbers were right in their edition and mislead in today's; those of the verdicts ``dangling``,
    ``suspect`` and ``index`` are wrong in the source.
    """

    expression: str
    place: str
    where: str
    printed: str
    targets: tuple[str, ...]
    verdict: Verdict
    evidence: Evidence
    proposed: tuple[str, ...] = ()


def health_findings(library: Library, concordance: Concordance) -> tuple[HealthFinding, ...]:
    """All findings: by expression, in document order, index locators last."""
    fates = NumberFates.of(concordance, library)
    out: list[HealthFinding] = []
    for expression in library.expressions:
        for reference in expression.references:
            out += _of_reference(expression, reference, library.registry.current_edition(LAWS))
        out += _of_index(library, expression, fates)
    return tuple(out)


def verdict_counts(findings: Iterable[HealthFinding]) -> Mapping[str, Mapping[Verdict, int]]:
    """How many findings of each verdict every expression has."""
    counts: dict[str, Counter[Verdict]] = {}
    for finding in findings:
        counts.setdefault(finding.expression, Counter())[finding.verdict] += 1
    return {key: {verdict: count[verdict] for verdict in VERDICTS if count[verdict]} for key, count in counts.items()}


def _of_reference(expression: Expression, reference: Reference, current: str) -> Iterator[HealthFinding]:
    if verdict := _verdict(expression, reference):
        anchor, targets = reference.anchor, tuple(target.id for target in reference.targets)
        evidence = reference.evidence or (_plain_reason(verdict, reference, current),)
        proposed = reference.likely or (reference.current if verdict == "stale" else ())
        source = (expression.key, anchor.place, anchor.where, reference.printed)
        yield HealthFinding(*source, targets, verdict, evidence, proposed)


def _verdict(expression: Expression, reference: Reference) -> Verdict | None:
    match reference.status:
        case "dangling":
            return "dangling"
        case "suspect":
            return "suspect"
        case "not-held":
            return None if reference.form == "external" and expression.work == LAWS else "not-held"
        case "other-document":
            return "other-document"
        case "exact" | "revised" | "moved" | "split" | "merged" | "dropped":
            ids = tuple(target.id for target in reference.targets)
            # An older text's own numbers are right where they stand; only a text that lives on beside today's
            # laws misleads the reader who follows them.
            cites_laws = any(target.work == LAWS for target in reference.targets)
            return "stale" if expression.work != LAWS and cites_laws and reference.current != ids else None


def _plain_reason(verdict: Verdict, reference: Reference, current: str) -> Reason:
    """The reason for a verdict that follows from the numbers alone."""
    if verdict != "stale":
        return Reason("text-not-held")
    code: ReasonCode = "renumbered" if reference.current else "dropped"
    return Reason(code, others=reference.current, edition=current)


def _of_index(library: Library, expression: Expression, fates: NumberFates) -> Iterator[HealthFinding]:
    for entry in expression.index:
        for target in entry.targets:
            if target.startswith(("part:", "note:")) or library.exists(expression.key, target):
                continue
            evidence, proposed = _index_evidence(expression, entry, target, fates)
            place = entry.entry + (f" / {entry.sub}" if entry.sub else "")
            printed = _printed(entry, target)
            yield HealthFinding(expression.key, place, "index", printed, (target,), "index", evidence, proposed)


def _printed(entry: IndexEntry, target: str) -> str:
    """The locator that was read as ``target``."""
    bare = re.sub(r"\W", "", target).casefold()
    return next((text for text in entry.locators if re.sub(r"\W", "", text).casefold().endswith(bare)), target)


def _index_evidence(
    expression: Expression, entry: IndexEntry, target: str, fates: NumberFates
) -> tuple[Evidence, tuple[str, ...]]:
    """Why a locator leads nowhere, and the ids that are probably meant."""
    reason = Reason("no-place", target, expression=expression.key)
    try:
        missing = ProvisionId.of(target)
    except BadIdError:
        return (reason,), ()
    if older := _older_number(expression, target, fates):
        return (reason, older), ()
    if twin := _twin(expression, entry, missing):
        return (reason, Reason("twin", others=(twin,))), (twin,)
    return (reason,), ()


def _older_number(expression: Expression, target: str, fates: NumberFates) -> Reason | None:
    """A number of the edition before this one: a leftover of an older index."""
    for edition in fates.editions:
        if edition < expression.edition:
            fate = fates.fate(edition, ProvisionId.of(target), expression.edition)
            if fate.listed == target and fate.fate not in CARRYING:
                homes = tuple(map(str, fate.today))
                return Reason("older-moved" if homes else "older-gone", others=homes, edition=edition)
    return None


def _twin(expression: Expression, entry: IndexEntry, missing: ProvisionId) -> str:
    """A provision whose number differs in one label and whose text is most like the entry's words."""
    words = f"{entry.entry} {entry.sub}".casefold()
    best = (0.0, "")
    for provision in expression.walk():
        number = provision.id
        if number.level is missing.level and sum(map(ne, number.parts, missing.parts)) == 1:
            best = max(best, (_shared(words, provision.text.casefold()), str(number)))
    return best[1]


def _shared(words: str, text: str) -> float:
    """How well the entry's longer words are found in a text, allowing for endings."""
    tokens = re.findall(r"\w{4,}", words)
    vocabulary = set(re.findall(r"\w{4,}", text))
    scores = [max((Indel.normalized_similarity(token, word) for word in vocabulary), default=0.0) for token in tokens]
    return sum(score for score in scores if score > 0.7)
