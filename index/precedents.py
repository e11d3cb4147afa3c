"""Decisions looked up by provision, whatever edition they were decided under, and by instance, outcome and words.

A case of 2009 on § 16C is found from § 16D of 2017: ``NumberFates`` tells what became of its number since the edition
of its date of play. The regulations have no concordance, and a number that its edition did not have leads nowhere: such
a case is found by its bare number only in a list of its own, which says so.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from itertools import groupby
from typing import Literal

from corpus.alignment.fate import WORK, NumberFate, NumberFates
from corpus.ids import ProvisionId
from corpus.precedents.decision import DECISIVE, CaseCitation, Decision, DecisionOutcome, Deposit

TOLD = ("instance", "outcome", "unanimous", "deposit", "played")
"""The fields by which decisions are filtered."""

COUNTED = ("outcome", "unanimous", "deposit")
"""The fields that statistics count."""

CitationRole = Literal["applied", "not-breached", "mentioned"]


@dataclass(frozen=True)
class CaseLine:
    """One decision under a provision. ``cited`` is its own number in ``edition``, ``ids`` the same rule elsewhere.

    ``ids`` belong to the edition looked up, and ``fate`` leads to them; it is None for a handbook without concordance
    and ``unknown`` for a number that the edition did not have, and ``ids`` are then the number itself.
    """

    decision: Decision
    citation: CaseCitation
    cited: str
    edition: str
    bucket: CitationRole
    ids: tuple[str, ...]
    fate: NumberFate | None

    @property
    def checked(self) -> bool:
        """True when it is known what became of the number."""
        return self.fate is not None and self.fate.fate != "unknown"

    @property
    def moved(self) -> bool:
        """True when the number alone does not tell what the rule is in the edition looked up."""
        return self.fate is None or self.fate.fate != "same" or self.fate.doubt is not None or self.ids != (self.cited,)


@dataclass(frozen=True)
class DecisionsAt:
    """The decisions under a provision, newest first, each once a list.

    ``wider`` cite a provision that contains this one; ``unchecked`` cite the same number in a handbook that is not held
    or in an edition that did not have it, so that nobody can say whether it is the same rule.
    """

    applied: tuple[CaseLine, ...] = ()
    not_breached: tuple[CaseLine, ...] = ()
    mentioned: tuple[CaseLine, ...] = ()
    wider: tuple[CaseLine, ...] = ()
    unchecked: tuple[CaseLine, ...] = ()

    def __bool__(self) -> bool:
        return any((self.applied, self.not_breached, self.mentioned, self.wider, self.unchecked))


@dataclass(frozen=True)
class RegisterCoverage:
    """What the register covers: so many cases, from the first to the last date of play, by instance.

    ``untold`` says for ``instance``, ``outcome``, ``unanimous``, ``deposit`` and ``played`` how many cases do not tell.
    """

    count: int
    first: date | None
    last: date | None
    instances: tuple[tuple[str, int], ...]
    undated: int
    invented: int
    untold: Mapping[str, int]


@dataclass(frozen=True)
class DecisionFilter:
    """The decisions a committee wants; an empty field accepts all."""

    instance: str = ""
    outcome: DecisionOutcome = ""
    deposit: Deposit = ""
    unanimous: bool | None = None
    since: date | None = None
    until: date | None = None
    words: str = ""

    def accepts(self, decision: Decision) -> bool:
        """True when the fields fit; ``words`` are left to the Casebook, which has them folded."""
        played = decision.played
        return (
            self.instance in ("", decision.instance)
            and self.outcome in ("", decision.outcome)
            and self.deposit in ("", decision.deposit)
            and self.unanimous in (None, decision.unanimous)
            and (self.since is None or (played is not None and played >= self.since))
            and (self.until is None or (played is not None and played <= self.until))
        )


class Casebook:
    """The register of decisions with its look-ups, unchanged once made."""

    def __init__(self, decisions: Iterable[Decision], fates: NumberFates) -> None:
        self.decisions = tuple(sorted(decisions, key=lambda d: d.newest_first))
        self._fates = fates
        self._words = cache(_searched)
        self._fate = cache(self._fate_of)
        self._by_law = cache(self._all_lines)

    @cached_property
    def by_key(self) -> Mapping[str, Decision]:
        """The decisions by their keys."""
        return {decision.key: decision for decision in self.decisions}

    @cached_property
    def reach(self) -> RegisterCoverage:
        """How many decisions there are, over which days and from which bodies."""
        days = [decision.played for decision in self.decisions if decision.played]
        instances = Counter(decision.instance for decision in self.decisions if decision.instance)
        return RegisterCoverage(
            count=len(self.decisions),
            first=min(days, default=None),
            last=max(days, default=None),
            instances=tuple(sorted(instances.items())),
            undated=len(self.decisions) - len(days),
            invented=sum(decision.invented for decision in self.decisions),
            untold={field: sum(getattr(d, field) in ("", None) for d in self.decisions) for field in TOLD},
        )

    def at(self, work: str, edition: str, place: str, only: DecisionFilter | None = None) -> DecisionsAt:
        """The decisions on a provision of an edition. A place that is no provision has none."""
        try:
            wanted = ProvisionId.of(place)
        except ValueError:
            return DecisionsAt()
        lists: defaultdict[str, list[CaseLine]] = defaultdict(list)
        # Lines are in the order of the decisions, so those of one decision are neighbours.
        for decision, lines in groupby(self._by_law(work, edition).get(wanted.law, ()), key=lambda line: line.decision):
            if only is None or self._accepts(only, decision):
                for name, line in _listed(wanted, lines):
                    lists[name].append(line)
        return DecisionsAt(
            applied=tuple(lists["applied"]),
            not_breached=tuple(lists["not-breached"]),
            mentioned=tuple(lists["mentioned"]),
            wider=tuple(lists["wider"]),
            unchecked=tuple(lists["unchecked"]),
        )

    def select(self, only: DecisionFilter) -> tuple[Decision, ...]:
        """The decisions that a filter accepts, newest first."""
        return tuple(decision for decision in self.decisions if self._accepts(only, decision))

    def fate(self, decision: Decision, work: str, cited: str, edition: str) -> NumberFate | None:
        """What a number cited in a decision is in an edition; None when nothing leads there."""
        own = decision.edition(work)
        return self._fate(work, own, cited, edition) if own else None

    def laws_of(self, decision: Decision, edition: str) -> tuple[str, ...]:
        """The laws of an edition that a decision's citations lead to, each once."""
        lines = (
            self._line(decision, citation, cited, edition)
            for citation in decision.citations
            for cited in citation.ids
            if citation.work == "laws"
        )
        places = (place for line in lines if line.checked for place in line.ids)
        return tuple(dict.fromkeys(ProvisionId.of(place).law for place in places))

    def _accepts(self, only: DecisionFilter, decision: Decision) -> bool:
        """True when the fields fit and every word of the filter begins a word of the case."""
        return only.accepts(decision) and all(f" {w}" in self._words(decision) for w in _folded(only.words).split())

    def _all_lines(self, work: str, edition: str) -> Mapping[str, tuple[CaseLine, ...]]:
        """Every citation of a work by the law it leads to in an edition, newest decision first."""
        laws: defaultdict[str, dict[int, CaseLine]] = defaultdict(dict)
        count = 0
        for decision in self.decisions:
            for citation in decision.citations:
                for cited in citation.ids if citation.work == work else ():
                    line = self._line(decision, citation, cited, edition)
                    count += 1
                    for place in line.ids:
                        laws[ProvisionId.of(place).law][count] = line
        return {law: tuple(lines.values()) for law, lines in laws.items()}

    def _line(self, decision: Decision, citation: CaseCitation, cited: str, edition: str) -> CaseLine:
        fate = self.fate(decision, citation.work, cited, edition)
        decisive = decision.sections[citation.section].kind in DECISIVE
        bucket: CitationRole = citation.finding
        if citation.finding == "applied" and not decisive:
            bucket = "mentioned"
        ids = tuple(map(str, fate.today)) if fate and fate.fate != "unknown" else (cited,)
        return CaseLine(decision, citation, cited, decision.edition(citation.work), bucket, ids, fate)

    def _fate_of(self, work: str, own: str, cited: str, edition: str) -> NumberFate | None:
        number = ProvisionId.of(cited)
        if own == edition:
            return NumberFate(number, own, edition, "same", (number,), listed=cited)
        return self._fates.fate(own, number, edition) if work == WORK and own in self._fates.editions else None


@dataclass(frozen=True)
class StatisticsRow:
    """How many decisions of a group say what: ``by`` is ``all``, ``year`` or ``law``, ``field`` one of ``COUNTED``.

    ``group`` is a year of play or a law of the edition asked for, empty where it is unknown. ``counts`` has every value
    that occurs, the most frequent first, and last ``""`` for the decisions that do not tell, also when there are none.
    """

    by: Literal["all", "year", "law"]
    group: str
    field: str
    counts: Mapping[str, int]


def register_statistics(casebook: Casebook, edition: str) -> tuple[StatisticsRow, ...]:
    """Outcome, unanimity and deposit over all decisions, by year of play and by law of an edition.

    A decision counts once under each law that it applied, found not breached or mentioned.
    """
    groups: defaultdict[tuple[Literal["all", "year", "law"], str], dict[str, Decision]] = defaultdict(dict)
    for decision in casebook.decisions:
        groups["all", ""][decision.key] = decision
        groups["year", str(decision.played.year) if decision.played else ""][decision.key] = decision
        for law in casebook.laws_of(decision, edition) or ("",):
            groups["law", law][decision.key] = decision
    order = {"all": 0, "year": 1, "law": 2}
    ordered = sorted(groups.items(), key=lambda item: (order[item[0][0]], item[0][1] == "", item[0][1].zfill(5)))
    return tuple(
        StatisticsRow(by, group, field, _counts(decisions.values(), field))
        for (by, group), decisions in ordered
        for field in COUNTED
    )


def _counts(decisions: Iterable[Decision], field: str) -> Mapping[str, int]:
    found = Counter(_told(decision, field) for decision in decisions)
    unknown = found.pop("", 0)
    return {**dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))), "": unknown}


def _told(decision: Decision, field: str) -> str:
    value = getattr(decision, field)
    return {True: "yes", False: "no", None: ""}.get(value, value) if not isinstance(value, str) else value


def _listed(wanted: ProvisionId, lines: Iterable[CaseLine]) -> Iterator[tuple[str, CaseLine]]:
    """Of one decision's lines at most one a list: the strongest on the provision or on something below it."""
    near, wide, loose = [], [], []
    for line in lines:
        places = [ProvisionId.of(place) for place in line.ids]
        if not line.checked:
            loose += [line] if any(wanted.contains(place) for place in places) else []
        elif any(wanted.contains(place) for place in places):
            near.append(line)
        elif any(place.contains(wanted) for place in places):
            wide.append(line)
    yield from ((line.bucket, line) for line in _strongest(near))
    if not near:
        yield from (("wider", line) for line in _strongest(wide)[:1])
        yield from (("unchecked", line) for line in _strongest(loose)[:1])


def _strongest(lines: list[CaseLine]) -> list[CaseLine]:
    """One line a bucket. A number in a rubric or decision outweighs the same one in the text."""
    decided = {line.cited for line in lines if _decisive(line)}
    denied = {line.cited for line in lines if line.bucket == "not-breached"}
    kept: dict[CitationRole, CaseLine] = {}
    for line in sorted(lines, key=lambda one: not _decisive(one)):
        incidental = not _decisive(line) and line.cited in decided
        overruled = line.bucket == "mentioned" and line.cited in denied
        if not incidental and not overruled:
            kept.setdefault(line.bucket, line)
    if "mentioned" in kept and len(kept) > 1:
        del kept["mentioned"]
    return list(kept.values())


def _decisive(line: CaseLine) -> bool:
    return line.decision.sections[line.citation.section].kind in DECISIVE


def _searched(decision: Decision) -> str:
    texts = (part for section in decision.sections for part in (section.title, *section.paragraphs))
    return " " + _folded(" ".join((decision.number, decision.event, decision.instance, *texts)))


def _folded(text: str) -> str:
    """Small letters without accents, words parted by one blank."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("æ", "ae").replace("ø", "oe").replace("å", "aa"))
    return " ".join("".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split())
