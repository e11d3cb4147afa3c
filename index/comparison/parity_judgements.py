"""What people decided about the parity report: ``data/parity/judgements.toml`` and the person's own over it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, get_args

from corpus import store
from corpus.alignment.rows import Alignment
from corpus.library import Library
from corpus.schema import FormatError, Loader
from index.comparison.parity import (
    PARITY_KINDS,
    Comparer,
    FindingKey,
    ParityFinding,
    ParityLexicon,
    load_findings,
    load_parity_lexicon,
)
from index.comparison.parity_lists import CitingHabit, citing_habits, condensed

JudgementStatus = Literal["open", "accepted", "wrong", "fault-one", "fault-other", "intended"]
STATUSES: tuple[JudgementStatus, ...] = get_args(JudgementStatus)
JudgedFinding = tuple[ParityFinding, JudgementStatus, str]
"""A finding, its status and its reason."""
LINE_KINDS = ("reference-habit", "federation-note")
"""Kinds that are one line for many rules: nobody judges them one by one."""


class ParityError(FormatError):
    """A recorded judgement is malformed."""


@dataclass(frozen=True)
class ParityJudgement:
    """What a person decided about a finding, and why.

    ``accepted``: the texts do differ; ``wrong``: they do not; ``fault-one`` and ``fault-other``: which of them is to be
    mended; ``intended``: they differ, and shall.
    """

    row: str
    kind: str
    one: str
    other: str
    one_has: str
    other_has: str
    status: JudgementStatus
    reason: str

    @property
    def key(self) -> FindingKey:
        """The key of the finding that it judges."""
        return (self.row, self.kind, self.one, self.other, self.one_has, self.other_has)


@dataclass(frozen=True)
class _JudgementTable:
    judgement: tuple[ParityJudgement, ...] = ()


def read_judgements(table: Mapping[str, Any]) -> tuple[ParityJudgement, ...]:
    """Judgements from parsed TOML (``[[judgement]]`` tables). Raises ParityError naming the bad entry."""
    loader = Loader("data/parity/judgements.toml", ParityError)
    found = loader.convert(table, _JudgementTable).judgement
    for number, made in enumerate(found, 1):
        if made.kind not in PARITY_KINDS:
            raise loader.fault("choice", f"judgement[{number}].kind", expected=", ".join(PARITY_KINDS), found=made.kind)
    return found


def load_judgements() -> tuple[ParityJudgement, ...]:
    """The judgements of ``data/parity/judgements.toml``, and of the library."""
    return read_judgements(store.load_parity_judgements())


def judged(
    findings: Iterable[ParityFinding], judgements: Iterable[ParityJudgement]
) -> tuple[tuple[JudgedFinding, ...], tuple[ParityJudgement, ...]]:
    """Every finding with its status (``open`` where nobody has decided) and the judgements that fit none any more."""
    known = {judgement.key: judgement for judgement in judgements}
    rows: list[JudgedFinding] = []
    for finding in findings:
        found = known.pop(finding.key, None)
        rows.append((finding, found.status, found.reason) if found else (finding, "open", ""))
    return tuple(rows), tuple(known.values())


def load_report(library: Library, alignment: Alignment) -> tuple[JudgedFinding, ...]:
    """The report as it is shown: habits in one line each, what a person judged always by itself."""
    return judged_report(load_findings(library, alignment), load_judgements())


def judged_report(
    findings: Sequence[ParityFinding],
    judgements: Sequence[ParityJudgement],
    habits: Collection[CitingHabit] | None = None,
) -> tuple[JudgedFinding, ...]:
    """Findings as they are shown, with their judgements; ``habits`` are those of all laws, if findings are of one."""
    kept = {judgement.key for judgement in judgements}
    seen = citing_habits(findings) if habits is None else habits
    return judged(condensed(findings, seen, kept), judgements)[0]


@dataclass(frozen=True)
class ParityByLaw:
    """The report law by law, for a page that shows one law at a time."""

    library: Library
    alignment: Alignment
    lexicon: ParityLexicon
    judgements: tuple[ParityJudgement, ...]

    @classmethod
    def open(cls, library: Library, alignment: Alignment) -> ParityByLaw:
        """With the lexicons and judgements of ``data/``."""
        return cls(library, alignment, load_parity_lexicon(), load_judgements())

    def of_law(self, one: str, other: str, law: str) -> tuple[JudgedFinding, ...]:
        """The findings at the rows of a law for two expressions of one edition, in the order of the corpus.

        What is a habit of a text is seen in all laws; its line has the places in this one.
        """
        order = self.library.registry.keys
        first, second = sorted((one, other), key=order.index)
        return self._compared(first, second, law)

    def _habits(self, comparer: Comparer) -> Collection[CitingHabit]:
        rows = (row for row in self.alignment.rows if row.kind == "provision")
        return citing_habits(finding for row in rows for finding in comparer.references(row))

    @cached_property
    def _compared(self) -> Callable[[str, str, str], tuple[JudgedFinding, ...]]:
        return cache(self._compare)

    def _compare(self, one: str, other: str, law: str) -> tuple[JudgedFinding, ...]:
        comparer = Comparer(self.library, self.alignment, self.lexicon, one, other)
        found = [f for row in self.alignment.rows_of_law(law) if row.kind == "provision" for f in comparer.row(row)]
        return judged_report(found, self.judgements, self._habits(comparer))
