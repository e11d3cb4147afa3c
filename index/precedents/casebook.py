"""Decisions looked up by provision, whatever edition they were decided under, and by instance, outcome and words.

A case of 2009 on § 16C is found from § 16D of 2017: ``NumberFates`` tells what became of its number since the edition
of its date of play. The regulations have no concordance, and a number that its edition did not have leads nowhere: such
a case is found by its bare number only in a list of its own, which says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import groupby
from typing import Literal, overload

from corpus.alignment.fate import NumberFate, NumberFates
from corpus.ids import ProvisionId
from corpus.precedents.decision import CitationFinding, DamagedCase, Decision, DecisionHead
from corpus.registry import LAWS
from index.precedents.decision_index import DecisionIndex, HeldDecisions
from index.precedents.decision_rows import IndexedCitation, RegisterNumber
from index.precedents.filters import DecisionFilter

TOLD = ("instance", "outcome", "unanimous", "deposit", "played")
"""The fields by which decisions are filtered."""

COUNTED = ("outcome", "unanimous", "deposit")
"""The fields that statistics count."""

_KEPT = 200  # answers kept until something in the folder changes: a page asks for the same one several times
_COLUMN = {"played": "year"}
_StatisticsGroup = tuple[Literal["all", "year", "law"], str]
_ChosenCitation = tuple[IndexedCitation, CitationFinding]
_Lead = tuple[tuple[str, ...], NumberFate | None]


@dataclass(frozen=True)
class CaseLine:
    """One decision under a provision. ``cited`` is its own number in ``edition``, ``ids`` the same rule elsewhere.

    ``ids`` belong to the edition looked up, and ``fate`` leads to them; it is None for a handbook without concordance
    and ``unknown`` for a number that the edition did not have, and ``ids`` are then the number itself.
    """

    decision: DecisionHead
    printed: str
    cited: str
    edition: str
    bucket: CitationFinding
    ids: tuple[str, ...]
    fate: NumberFate | None

    @property
    def checked(self) -> bool:
        """True when it is known what became of the number."""
        return self.fate is not None and self.fate.fate != "unknown"

    @property
    def moved(self) -> bool:
        """True when the number alone does not identify the rule in the edition looked up."""
        return self.fate is None or self.fate.fate != "same" or self.fate.doubt is not None or self.ids != (self.cited,)


class CaseLines(Sequence[CaseLine]):
    """A list of decisions of which only those that are looked at are fetched; ``cases`` are the numbers of all."""

    def __init__(self, chosen: Sequence[_ChosenCitation], fetch: Callable[[Sequence[_ChosenCitation]], list[CaseLine]]):
        self._chosen = chosen
        self._fetch = fetch
        self.cases = frozenset(one.case for one, _ in chosen)

    @overload
    def __getitem__(self, at: int) -> CaseLine: ...
    @overload
    def __getitem__(self, at: slice) -> list[CaseLine]: ...
    def __getitem__(self, at: int | slice) -> CaseLine | list[CaseLine]:
        return self._fetch(self._chosen[at]) if isinstance(at, slice) else self._fetch([self._chosen[at]])[0]

    def __iter__(self) -> Iterator[CaseLine]:
        return iter(self[:])

    def __len__(self) -> int:
        return len(self._chosen)


NO_LINES = CaseLines((), lambda chosen: [])


@dataclass(frozen=True)
class DecisionsAt:
    """The decisions under a provision, newest first, each once a list.

    ``wider`` cite a provision that contains this one; ``unchecked`` cite the same number in a handbook that is not held
    or in an edition that did not have it, so that nobody can say whether it is the same rule.
    """

    applied: CaseLines = NO_LINES
    not_breached: CaseLines = NO_LINES
    mentioned: CaseLines = NO_LINES
    wider: CaseLines = NO_LINES
    unchecked: CaseLines = NO_LINES

    def __bool__(self) -> bool:
        return bool(self.cases)

    @property
    def cases(self) -> frozenset[int]:
        """The numbers of all its decisions."""
        return self.about | self.mentioned.cases | self.wider.cases | self.unchecked.cases

    @property
    def about(self) -> frozenset[int]:
        """The numbers of the decisions that applied the provision or found it not breached."""
        return self.applied.cases | self.not_breached.cases


@dataclass(frozen=True)
class RegisterCoverage:
    """What the register covers: so many cases, from the first to the last date of play, by instance.

    ``untold`` has for ``instance``, ``outcome``, ``unanimous``, ``deposit`` and ``played`` the number of cases without.
    """

    count: int
    first: date | None
    last: date | None
    instances: tuple[tuple[str, int], ...]
    undated: int
    invented: int
    untold: Mapping[str, int]
    waiting: int = 0
    """Decisions that are in the register but not in what is answered yet, or not as they are now."""

    @property
    def is_empty(self) -> bool:
        """True for a register without decisions."""
        return not self.count and not self.waiting


class Casebook:
    """The register of decisions with its look-ups, as of the last refresh of its index."""

    def __init__(self, index: DecisionIndex, fates: NumberFates) -> None:
        self._index = index
        self.fates = fates
        self._fate = cache(self._fate_of)
        self._state = index.refresh()
        self._kept: dict[str, object] = {}

    @classmethod
    def of(cls, decisions: Iterable[Decision], fates: NumberFates) -> Casebook:
        """A casebook of decisions that lie in no folder."""
        return cls(DecisionIndex(HeldDecisions({one.key: one for one in decisions})), fates)

    def refresh(self) -> None:
        """Look what has changed in the folder. Raises OSError when it cannot be listed."""
        state = self._index.refresh()
        if state != self._state:
            self._state, self._kept = state, {}

    @property
    def decisions(self) -> tuple[DecisionHead, ...]:
        """All decisions, newest first."""
        return self._index.select(DecisionFilter())

    @property
    def by_key(self) -> Mapping[str, Decision]:
        """The decisions by their keys, each read from its file when it is asked for."""
        return _DecisionsByKey(self._index)

    @property
    def damaged(self) -> tuple[DamagedCase, ...]:
        """What could not be read, and why."""
        found = map(self._index.source.read, self._index.damaged())
        return tuple(one for one in found if isinstance(one, DamagedCase))

    @property
    def reach(self) -> RegisterCoverage:
        """How many decisions there are, over which days and from which bodies."""
        found = self._kept.get("reach")
        if not isinstance(found, RegisterCoverage):
            found = self._kept["reach"] = self._covered()
        return replace(found, waiting=self._index.waiting)

    def at(self, work: str, edition: str, place: str, only: DecisionFilter | None = None) -> DecisionsAt:
        """The decisions on a provision of an edition. A place that is no provision has none."""
        try:
            wanted = ProvisionId.of(place)
        except ValueError:
            return DecisionsAt()
        key = f"at {work} {edition} {place} {only}"
        if key not in self._kept:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = self._found_at(work, edition, wanted, only or DecisionFilter())
        return self._kept[key]  # type: ignore[return-value]

    def _found_at(self, work: str, edition: str, wanted: ProvisionId, only: DecisionFilter) -> DecisionsAt:
        leads = self._leading(work, edition, wanted.law)
        views = {number: view for number in leads if (view := _NumberView(wanted, *leads[number])).is_listed}
        lists: defaultdict[str, list[_ChosenCitation]] = defaultdict(list)
        # Those of one decision are neighbours.
        for _, citations in groupby(self._index.citations(views, only), key=lambda one: one.case):
            for name, line in _listed(citations, views):
                lists[name].append(line)

        def fetch(chosen: Sequence[_ChosenCitation]) -> list[CaseLine]:
            heads = self._index.heads({one.case for one, _ in chosen})
            # A decision that another process has just taken out is in none.
            return [_line(heads[one.case], one, role, views[one.number]) for one, role in chosen if one.case in heads]

        return DecisionsAt(
            *(CaseLines(lists[name], fetch) for name in ("applied", "not-breached", "mentioned", "wider", "unchecked"))
        )

    def select(self, only: DecisionFilter, limit: int | None = None, offset: int = 0) -> tuple[DecisionHead, ...]:
        """The decisions that a filter accepts, newest first; at most ``limit``, the first ``offset`` left out."""
        return self._index.select(only, limit, offset)

    def count(self, only: DecisionFilter, among: Iterable[int] | None = None) -> int:
        """How many decisions a filter accepts; ``among``: of those with these numbers."""
        return self._index.count(only, among)

    def named(self, name: str) -> tuple[DecisionHead, ...]:
        """The decisions with a key or a number, however it is spelt, newest first."""
        return self._index.named(name)

    def fate(self, decision: Decision, work: str, cited: str, edition: str) -> NumberFate | None:
        """What a number cited in a decision is in an edition; None when nothing leads there."""
        own = decision.edition(work)
        return self._fate(work, own, cited, edition) if own else None

    def tally(self, *names: str) -> tuple[tuple[tuple[str, ...], int], ...]:
        """How many decisions have each combination of values of fields, ``year`` among them."""
        return self._index.tally(*names)

    def tally_by_law(self, edition: str, *names: str) -> tuple[tuple[tuple[str, ...], int], ...]:
        """``tally`` by law of an edition first: a decision once under each law that its citations lead to, else ''."""
        key = f"laws {edition} {names}"
        if key not in self._kept:
            numbers = (one for one in self._numbers() if one.work == LAWS)
            groups = [
                (one, law)
                for one in numbers
                for ids, fate in (self._led(one, edition),)
                if fate is not None and fate.fate != "unknown"
                for law in {ProvisionId.of(place).law for place in ids}
            ]
            self._kept[key] = self._index.tally_by(groups, *names)
        return self._kept[key]  # type: ignore[return-value]

    def _covered(self) -> RegisterCoverage:
        count, invented, first, last = self._index.span()
        tallies = {name: {row[0]: n for row, n in self._index.tally(_COLUMN.get(name, name))} for name in TOLD}
        untold = {name: found.pop("", 0) for name, found in tallies.items()}
        instances = tuple(sorted(tallies["instance"].items()))
        return RegisterCoverage(count, first, last, instances, untold["played"], invented, untold)

    def _numbers(self) -> tuple[RegisterNumber, ...]:
        if "numbers" not in self._kept:
            self._kept["numbers"] = self._index.cited_numbers()
        return self._kept["numbers"]  # type: ignore[return-value]

    def _leading(self, work: str, edition: str, law: str) -> Mapping[RegisterNumber, _Lead]:
        """The cited numbers that lead to a law of an edition, each with its numbers there."""
        key = f"leads {work} {edition}"
        if key not in self._kept:
            laws: defaultdict[str, dict[RegisterNumber, _Lead]] = defaultdict(dict)
            for one in self._numbers():
                lead = self._led(one, edition) if one.work == work else ((), None)
                for place in lead[0]:
                    laws[ProvisionId.of(place).law][one] = lead
            self._kept[key] = laws
        return self._kept[key].get(law, {})  # type: ignore[attr-defined,no-any-return]

    def _led(self, one: RegisterNumber, edition: str) -> _Lead:
        fate = self._fate(one.work, one.edition, one.cited, edition) if one.edition else None
        ids = tuple(map(str, fate.today)) if fate and fate.fate != "unknown" else (one.cited,)
        return ids, fate

    def _fate_of(self, work: str, own: str, cited: str, edition: str) -> NumberFate | None:
        number = ProvisionId.of(cited)
        if own == edition:
            return NumberFate(number, own, edition, "same", (number,), listed=cited)
        return self.fates.fate(own, number, edition) if work == LAWS and own in self.fates.editions else None


@dataclass(frozen=True)
class StatisticsRow:
    """How many decisions of a group have each value of a field of ``COUNTED``; ``by`` is ``all``, ``year`` or ``law``.

    ``group`` is a year of play or a law of the edition asked for, empty where it is unknown. ``counts`` has every value
    that occurs, the most frequent first, and last ``""`` for the decisions without a value, also when there are none.
    """

    by: Literal["all", "year", "law"]
    group: str
    field: str
    counts: Mapping[str, int]


def register_statistics(casebook: Casebook, edition: str) -> tuple[StatisticsRow, ...]:
    """Outcome, unanimity and deposit over all decisions, by year of play and by law of an edition.

    A decision counts once under each law that it applied, found not breached or mentioned.
    """
    groups: defaultdict[_StatisticsGroup, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    counted: list[tuple[_StatisticsGroup, tuple[str, ...], int]] = []
    for (year, *told), count in casebook.tally("year", *COUNTED):
        counted += [(("all", ""), tuple(told), count), (("year", year), tuple(told), count)]
    counted += [(("law", law), tuple(told), n) for (law, *told), n in casebook.tally_by_law(edition, *COUNTED)]
    for group, values, count in counted:
        for field, value in zip(COUNTED, values, strict=True):
            groups[group][field][value] += count
    order = {"all": 0, "year": 1, "law": 2}
    ordered = sorted(groups.items(), key=lambda item: (order[item[0][0]], item[0][1] == "", item[0][1].zfill(5)))
    return tuple(
        StatisticsRow(by, group, field, _unknown_last(counts[field]))
        for (by, group), counts in ordered
        for field in COUNTED
    )


def _unknown_last(found: Mapping[str, int]) -> Mapping[str, int]:
    told = sorted(((value, count) for value, count in found.items() if value), key=lambda item: (-item[1], item[0]))
    return {**dict(told), "": found.get("", 0)}


class _NumberView:
    """A cited number as seen from a provision that is asked about."""

    def __init__(self, wanted: ProvisionId, ids: tuple[str, ...], fate: NumberFate | None) -> None:
        places = [ProvisionId.of(place) for place in ids]
        self.ids, self.fate = ids, fate
        checked = fate is not None and fate.fate != "unknown"
        inside = any(wanted.contains(place) for place in places)
        self.near, self.loose = checked and inside, not checked and inside
        self.wide = checked and not inside and any(place.contains(wanted) for place in places)
        self.is_listed = self.near or self.wide or self.loose


def _line(head: DecisionHead, one: IndexedCitation, role: CitationFinding, view: _NumberView) -> CaseLine:
    return CaseLine(head, one.printed, one.number.cited, one.number.edition, role, view.ids, view.fate)


def _listed(
    citations: Iterable[IndexedCitation], views: Mapping[RegisterNumber, _NumberView]
) -> Iterator[tuple[str, _ChosenCitation]]:
    """Of one decision's citations at most one a list: the strongest on the provision or on something below it."""
    found = list(citations)
    near = [one for one in found if views[one.number].near]
    for one, role in _strongest(near):
        yield role, (one, role)
    if not near:
        for name in ("wide", "loose"):
            for line in _strongest([one for one in found if getattr(views[one.number], name)])[:1]:
                yield {"wide": "wider", "loose": "unchecked"}[name], line


def _strongest(citations: list[IndexedCitation]) -> list[_ChosenCitation]:
    """One citation a role. A number in a rubric or decision outweighs the same one in the text."""
    if len(citations) < 2:  # as most decisions cite a provision: nothing to weigh
        return [(one, _role(one)) for one in citations]
    decided = {one.number.cited for one in citations if one.decisive}
    denied = {one.number.cited for one in citations if one.finding == "not-breached"}
    kept: dict[CitationFinding, IndexedCitation] = {}
    for one in sorted(citations, key=lambda citation: not citation.decisive):
        role = _role(one)
        incidental = not one.decisive and one.number.cited in decided
        overruled = role == "mentioned" and one.number.cited in denied
        if not incidental and not overruled:
            kept.setdefault(role, one)
    if "mentioned" in kept and len(kept) > 1:
        del kept["mentioned"]
    return [(one, role) for role, one in kept.items()]


def _role(one: IndexedCitation) -> CitationFinding:
    return "mentioned" if one.finding == "applied" and not one.decisive else one.finding


class _DecisionsByKey(Mapping[str, Decision]):
    """The decisions of an index by key, read one by one."""

    def __init__(self, index: DecisionIndex) -> None:
        self._index = index

    def __getitem__(self, key: str) -> Decision:
        found = self._index.source.read(key) if self._index.source.has(key) else None
        if not isinstance(found, Decision):
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return (one.key for one in self._index.select(DecisionFilter()))

    def __len__(self) -> int:
        return self._index.count(DecisionFilter())
