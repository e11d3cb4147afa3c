"""The health report: every reference and index locator that would mislead a reader, with verdict and evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from corpus.alignment.concordance import Concordance, ConcordanceError
from corpus.evidence import BETWEEN, said
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.model import Expression, IndexEntry, Reference

Verdict = Literal["dangling", "stale", "suspect", "not-held", "other-document", "index"]
VERDICTS: tuple[Verdict, ...] = ("dangling", "suspect", "index", "stale", "not-held", "other-document")
CURRENT = "2017"
COLUMNS = ("expression", "place", "where", "printed", "targets", "verdict", "evidence", "proposed")


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
    evidence: str
    proposed: tuple[str, ...] = ()

    def row(self) -> tuple[str, ...]:
        """The finding as cells, in the order of ``COLUMNS``."""
        lists = {"targets": " ".join(self.targets), "proposed": " ".join(self.proposed)}
        return tuple(lists.get(name, str(getattr(self, name, ""))) for name in COLUMNS)


def report(library: Library, concordance: Concordance) -> tuple[HealthFinding, ...]:
    """All findings: by expression, in document order, index locators last."""
    out: list[HealthFinding] = []
    for expression in library.expressions:
        for reference in expression.references:
            out += _of_reference(expression, reference)
        out += _of_index(library, expression, concordance)
    return tuple(out)


def summary(findings: Iterable[HealthFinding]) -> Mapping[str, Mapping[Verdict, int]]:
    """How many findings of each verdict every expression has."""
    counts: dict[str, Counter[Verdict]] = {}
    for finding in findings:
        counts.setdefault(finding.expression, Counter())[finding.verdict] += 1
    return {key: {verdict: count[verdict] for verdict in VERDICTS if count[verdict]} for key, count in counts.items()}


def _of_reference(expression: Expression, reference: Reference) -> Iterator[HealthFinding]:
    verdict = _verdict(expression, reference)
    if verdict:
        yield HealthFinding(
            expression.key,
            reference.anchor.place,
            reference.anchor.where,
            reference.printed,
            tuple(target.id for target in reference.targets),
            verdict,
            reference.evidence or _plain(verdict, reference),
            reference.likely or (reference.current if verdict == "stale" else ()),
        )


def _verdict(expression: Expression, reference: Reference) -> Verdict | None:
    match reference.status:
        case "dangling":
            return "dangling"
        case "suspect":
            return "suspect"
        case "not-held":
            return None if reference.form == "external" and expression.work == "laws" else "not-held"
        case "other-document":
            return "other-document"
        case "exact" | "revised" | "moved" | "split" | "merged" | "dropped":
            ids = tuple(target.id for target in reference.targets)
            # An older text's own numbers are right where they stand; only a text that lives on beside today's
            # laws misleads the reader who follows them.
            cites_laws = any(target.work == "laws" for target in reference.targets)
            return "stale" if expression.work != "laws" and cites_laws and reference.current != ids else None


def _plain(verdict: Verdict, reference: Reference) -> str:
    if verdict == "stale":
        if not reference.current:
            return said("dropped", edition=CURRENT)
        return said("today", edition=CURRENT, today=", ".join(reference.current))
    return said("elsewhere")


def _of_index(library: Library, expression: Expression, concordance: Concordance) -> Iterator[HealthFinding]:
    for entry in expression.index:
        for target in entry.targets:
            if target.startswith(("part:", "note:")) or library.exists(expression.key, target):
                continue
            evidence, proposed = _index_evidence(library, expression, entry, target, concordance)
            place = entry.entry + (f" / {entry.sub}" if entry.sub else "")
            printed = _printed(entry, target)
            yield HealthFinding(expression.key, place, "index", printed, (target,), "index", evidence, proposed)


def _printed(entry: IndexEntry, target: str) -> str:
    """The locator that was read as ``target``."""
    bare = re.sub(r"\W", "", target).casefold()
    return next((text for text in entry.locators if re.sub(r"\W", "", text).casefold().endswith(bare)), target)


def _index_evidence(
    library: Library, expression: Expression, entry: IndexEntry, target: str, concordance: Concordance
) -> tuple[str, tuple[str, ...]]:
    reason = said("no-place", expression=expression.key, place=target)
    try:
        missing = ProvisionId.of(target)
    except BadIdError:
        return reason, ()
    older = _older_number(expression, target, concordance)
    if older:
        return reason + BETWEEN + older, ()
    twin = _twin(expression, entry, missing)
    if twin:
        return reason + BETWEEN + said("twin", other=twin), (twin,)
    return reason, ()


def _older_number(expression: Expression, target: str, concordance: Concordance) -> str:
    """A number that the edition before this one had: a leftover of an older index."""
    for table in concordance.tables:
        if table.new == expression.edition:
            try:
                passage = concordance.forward(table.old, target, table.new)
            except ConcordanceError:
                continue
            if passage.listed == target and not passage.stays:
                code = "older-moved" if passage.ids else "older-gone"
                return said(code, edition=table.old, today=", ".join(passage.ids))
    return ""


def _twin(expression: Expression, entry: IndexEntry, missing: ProvisionId) -> str:
    """A provision whose number differs in one label and whose text is most like the entry's words."""
    words = f"{entry.entry} {entry.sub}".casefold()
    best = (0.0, "")
    for provision in expression.walk():
        here = provision.id
        if here.level is missing.level and sum(a != b for a, b in zip(here.parts, missing.parts, strict=True)) == 1:
            best = max(best, (_shared(words, provision.text.casefold()), str(here)))
    return best[1]


def _shared(words: str, text: str) -> float:
    """How well the entry's longer words are found in a text, allowing for endings."""
    tokens = re.findall(r"\w{4,}", words)
    vocabulary = set(re.findall(r"\w{4,}", text))
    scores = [max((SequenceMatcher(None, token, word).ratio() for word in vocabulary), default=0.0) for token in tokens]
    return sum(score for score in scores if score > 0.7)
