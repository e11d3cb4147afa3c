"""What the numbers of a document lead to: in the edition that it means, and today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from corpus.alignment.fate import NumberFate, NumberFates
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.registry import LAWS
from index.verification.editions import MeantEdition

CitationVerdict = Literal["right", "other-rule", "moved", "dropped", "never-existed", "contradicted", "unclear"]
CITATION_VERDICTS: tuple[CitationVerdict, ...] = (
    "right", "unclear", "moved", "dropped", "other-rule", "contradicted", "never-existed",
)  # fmt: skip
"""From harmless to grave: a citation of several numbers has the gravest of their verdicts."""
JudgedReason = Literal[
    "same",  # today's number, or the same rule in the edition meant and today
    "changed",  # the same place, and what it orders changed
    "moved",  # the rule has another number today
    "other-rule",  # it has, and today's rule of this number is another one
    "dropped",  # no counterpart today
    "never",  # no edition had the number
    "not-in-edition",  # the edition meant had no such number; ``fates`` say which had
    "later",  # the number is that of a later edition than the one meant
    "no-edition",  # none is named, and the number leads to different rules in different editions
    "doubtful",  # the number tables are in doubt
    "no-table",  # no number table leads from the edition meant to today's laws
    "regulation",  # a rule of a federation, found in the edition held
    "regulation-missing",  # no edition held of a federation's rules has it
    "quoted-elsewhere",  # the words quoted beside it are another number's
    "gloss",  # the words that explain it are another number's
]


@dataclass(frozen=True)
class JudgedNumber:
    """One number with its verdict. ``today`` are the numbers of the rule in the edition in force."""

    number: ProvisionId
    work: str
    edition: str
    verdict: CitationVerdict
    reason: JudgedReason
    today: tuple[ProvisionId, ...] = ()
    fates: tuple[NumberFate, ...] = ()
    likely: tuple[ProvisionId, ...] = ()


class NumberJudge:
    """Judges numbers by the fates of the laws' numbers and the texts of regulations."""

    def __init__(self, library: Library, fates: NumberFates) -> None:
        self._library = library
        self._fates = fates
        self.current = library.registry.current_edition(LAWS)
        self._laws = {
            str(law.id) for expression in library.expressions if expression.work == LAWS for law in expression.laws
        }
        self._regulations = tuple(e for e in library.expressions if e.work != LAWS)

    def work(self, number: ProvisionId) -> str:
        """``laws``, or the work of the regulations that have a law of that number; ``laws`` when none has."""
        if number.law in self._laws:
            return LAWS
        held = (e.work for e in self._regulations if any(law.id.law == number.law for law in e.laws))
        return next(held, LAWS)

    def is_ours(self, number: ProvisionId) -> bool:
        """False for the number of a rule that may be of a federation's regulations which are not held: § 103.

        DBf numbers its rules from 100 in books of a hundred each (``sources/dbf-2008.md``); the laws end at 93.
        """
        law = number.law
        held = {one.id.law for expression in self._regulations for one in expression.laws}
        return law in self._laws or law in held or (law.isdigit() and int(law) < 100)

    def judge(self, number: ProvisionId, meant: MeantEdition) -> JudgedNumber:
        """The verdict on a number of the edition that is meant, from the tables and texts alone."""
        work = self.work(number)
        if work != LAWS:
            return self._regulation(number, work)
        return self._of_edition(number, meant.edition) if meant.edition else self._of_any(number)

    def _regulation(self, number: ProvisionId, work: str) -> JudgedNumber:
        edition = self._library.registry.current_edition(work)
        held = [e for e in self._regulations if e.work == work]
        if any(self._library.provision(e.key, number) is not None for e in held):
            return JudgedNumber(number, work, edition, "right", "regulation", (number,))
        return JudgedNumber(number, work, edition, "unclear", "regulation-missing")

    def _of_edition(self, number: ProvisionId, edition: str) -> JudgedNumber:
        fates = self._fates
        if edition not in fates.editions:
            return JudgedNumber(number, LAWS, edition, "unclear", "no-table")
        if not self._had(edition, number):
            return self._not_had(number, edition)
        if edition == self.current:
            return JudgedNumber(number, LAWS, edition, "right", "same", (number,))
        fate = fates.fate(edition, number, self.current)
        if fate.fate == "unknown":
            return JudgedNumber(number, LAWS, edition, "unclear", "no-table", (), (fate,))
        if fate.today == (number,):
            if fate.doubt:
                return JudgedNumber(number, LAWS, edition, "unclear", "doubtful", fate.today, (fate,))
            reason: JudgedReason = "changed" if fate.changed else "same"
            return JudgedNumber(number, LAWS, edition, "right", reason, fate.today, (fate,))
        if not fate.today and not fate.part_homes:
            return JudgedNumber(number, LAWS, edition, "dropped", "dropped", (), (fate,))
        if fate.namesake:
            return JudgedNumber(number, LAWS, edition, "other-rule", "other-rule", fate.today, (fate,))
        return JudgedNumber(number, LAWS, edition, "moved", "moved", fate.today or fate.part_homes, (fate,))

    def _had(self, edition: str, number: ProvisionId) -> bool:
        """True when an edition is known to have had a number: that a rule around it moved is no evidence of it."""
        if not self._fates.had(edition, number):
            return False
        if edition == self.current:
            return True
        fate = self._fates.fate(edition, number, self.current)
        return bool(fate.today) or fate.doubt != "ancestor" or bool(self._library.of_work(LAWS, edition))

    def _not_had(self, number: ProvisionId, edition: str) -> JudgedNumber:
        """A number that the edition meant had not: one of another edition, or of none."""
        having = [one for one in self._fates.editions if self._had(one, number)]
        if not having:
            return JudgedNumber(number, LAWS, edition, "never-existed", "never")
        older = [one for one in having if one < edition]
        if not older:
            return JudgedNumber(number, LAWS, edition, "unclear", "later")
        found = self._of_edition(number, max(older))
        verdict = "moved" if found.today else "dropped"
        return JudgedNumber(number, LAWS, edition, verdict, "not-in-edition", found.today, found.fates)  # type: ignore[arg-type]

    def _of_any(self, number: ProvisionId) -> JudgedNumber:
        """A number whose edition is not known: right only when all that had it agree."""
        having = [one for one in self._fates.editions if self._had(one, number)]
        if not having:
            return JudgedNumber(number, LAWS, "", "never-existed", "never")
        judged = [self._of_edition(number, edition) for edition in having]
        fates = tuple(fate for one in judged for fate in one.fates)
        if all(one.verdict == "right" for one in judged):
            changed: JudgedReason = "changed" if any(one.reason == "changed" for one in judged) else "same"
            return JudgedNumber(number, LAWS, "", "right", changed, (number,), fates)
        outcomes = {(one.verdict, one.today) for one in judged}
        if len(outcomes) == 1 and judged[0].verdict in ("moved", "dropped"):
            one = judged[-1]
            return JudgedNumber(number, LAWS, "", one.verdict, one.reason, one.today, fates)
        return JudgedNumber(number, LAWS, "", "unclear", "no-edition", (), fates)


def gravest(judged: Sequence[JudgedNumber]) -> JudgedNumber:
    """Of several numbers the one with the gravest verdict, the first of them."""
    return max(judged, key=lambda one: CITATION_VERDICTS.index(one.verdict))
