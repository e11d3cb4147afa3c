"""What citations mean: targets, status and today's numbers, for all expressions together.

Finding (``parser.citations``), resolving (here), doubting (``parser.citations.doubts``) and drawing the links are
separate steps. A citation is always kept as printed; what cannot be resolved keeps its printed target and says why.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from corpus.alignment.concordance import Concordance, Passage
from corpus.evidence import Evidence, Reason
from corpus.ids import Level, ProvisionId
from corpus.model import Anchor, Expression, Reference, ReferenceStatus, Target
from corpus.registry import ExpressionEntry, Registry
from parser.citations.designators import Designator
from parser.citations.doubts import Doubt, ResolvedCitation, ReviewerOverride, confirmations, doubts
from parser.citations.find import Citation, Member, find
from parser.text.places import texts

CURRENT = "2017"
WIDEST = 60
# The graver one speaks for a reference with several targets.
_GRAVITY: tuple[ReferenceStatus, ...] = (
    "exact", "revised", "moved", "merged", "split", "dropped", "other-document", "not-held", "suspect", "dangling",
)  # fmt: skip


@dataclass(frozen=True)
class PlacedCitation:
    """A citation at its place. ``here`` is the provision that relative numbers count from."""

    anchor: Anchor
    citation: Citation
    here: ProvisionId | None
    text: str


@dataclass(frozen=True)
class Inventory:
    """What an expression holds: its provisions in document order and its definitions by casefolded word."""

    ids: Mapping[str, int]
    headwords: Mapping[str, str]

    @classmethod
    def of(cls, expression: Expression) -> Inventory:
        headwords: dict[str, str] = {}
        for address, definition in expression.all_definitions():
            for form in _forms(definition.headword.text):
                headwords.setdefault(form, address)
        return cls({str(p.id): n for n, p in enumerate(expression.walk())}, headwords)

    def __contains__(self, place: ProvisionId) -> bool:
        return str(place) in self.ids

    @cached_property
    def provisions(self) -> tuple[ProvisionId, ...]:
        return tuple(ProvisionId.of(text) for text in self.ids)

    @cached_property
    def laws(self) -> frozenset[str]:
        return frozenset(place.law for place in self.provisions)

    def between(self, first: ProvisionId, last: ProvisionId) -> tuple[ProvisionId, ...]:
        """The held provisions from ``first`` to ``last`` at their level; () when an end is not held."""
        if first not in self or last not in self:
            return ()
        span = range(self.ids[str(first)], self.ids[str(last)] + 1)
        return tuple(p for p in self.provisions if self.ids[str(p)] in span and p.level is first.level)


def resolve(
    expressions: Iterable[Expression],
    registry: Registry,
    concordance: Concordance,
    overrides: Iterable[ReviewerOverride] = (),
) -> tuple[Expression, ...]:
    """The expressions with their references, in document order of the anchors."""
    expressions = tuple(expressions)
    last_law = max((_number(law.id) for e in expressions if e.work == "laws" for law in e.laws), default=0)
    cases = []
    for expression in expressions:
        resolver = _Resolver(registry[expression.key], Inventory.of(expression), concordance, last_law)
        for found in citations_of(expression):
            cases.append(ResolvedCitation(expression.key, found.text, found.citation, resolver.reference(found)))
    doubted = doubts(cases, expressions, registry, concordance, tuple(overrides))
    confirmed = confirmations(cases, registry)
    references: defaultdict[str, list[Reference]] = defaultdict(list)
    for case in cases:
        key = (case.expression, case.reference.anchor)
        references[case.expression].append(_with_doubt(case.reference, doubted.get(key), confirmed.get(key, ())))
    return tuple(replace(e, references=tuple(references[e.key])) for e in expressions)


def citations_of(expression: Expression) -> Iterator[PlacedCitation]:
    """Every citation of an expression with its place: definitions, then provisions, then notes."""
    headwords = Inventory.of(expression).headwords
    for placed in texts(expression):
        text, where = placed.prose.text, placed.where
        for citation in find(text, expression.language, where=where, work=expression.work, headwords=headwords):
            if citation.headword != placed.place:
                anchor = Anchor(placed.place, where, placed.block, citation.start, citation.end)
                yield PlacedCitation(anchor, citation, placed.here, text)


class _Resolver:
    """Resolves the citations of one expression."""

    def __init__(self, entry: ExpressionEntry, own: Inventory, concordance: Concordance, last_law: int) -> None:
        self._entry = entry
        self._own = own
        self._concordance = concordance
        self._last_law = last_law

    def reference(self, found: PlacedCitation) -> Reference:
        citation = found.citation
        if citation.headword:
            return self._made(found, (Target(self._entry.work, self._entry.edition, citation.headword),), "exact")
        if citation.form == "external":
            if not citation.printed.lstrip().startswith("§"):
                return self._made(found, (), "not-held")
            return self._made(found, (), "other-document", evidence=(Reason("other-document", quoted=citation.book),))
        if citation.itself is not None:
            here = found.here.up_to(citation.itself) if found.here else None
            targets = (Target(self._entry.work, self._entry.edition, str(here)),) if here else ()
            return self._made(found, targets, "exact" if here else "dangling", tuple(t.id for t in targets))
        return self._numbered(found)

    def _numbered(self, found: PlacedCitation) -> Reference:
        ids = self._expand(found)
        if not ids:
            return self._made(found, (), "dangling", evidence=(Reason("no-law"),))
        verdicts = [self._verdict(place) for place in ids]
        worst = max(verdicts, key=lambda verdict: _GRAVITY.index(verdict.status))
        current = tuple(dict.fromkeys(home for verdict in verdicts for home in verdict.current))
        evidence = tuple(dict.fromkeys(reason for verdict in verdicts for reason in verdict.evidence))
        return self._made(found, tuple(v.target for v in verdicts), worst.status, current, evidence)

    def _made(
        self,
        found: PlacedCitation,
        targets: tuple[Target, ...],
        status: ReferenceStatus,
        current: tuple[str, ...] = (),
        evidence: Evidence = (),
    ) -> Reference:
        citation = found.citation
        if not current and targets and targets[0].id.startswith("def:"):
            current = tuple(target.id for target in targets) if self._entry.edition == CURRENT else ()
        return Reference(
            anchor=found.anchor,
            printed=citation.printed,
            targets=targets,
            form=citation.form,
            status=status,
            current=current,
            gloss=citation.gloss,
            signal=citation.signal,
            negated=citation.negated,
            evidence=evidence,
        )

    def _expand(self, found: PlacedCitation) -> tuple[ProvisionId, ...]:
        out: list[ProvisionId] = []
        for member in found.citation.members:
            first = self._place(member.first, found, out[-1] if out else None)
            if first is None:
                continue
            out += self._range(first, member) if member.last else [first]
        return tuple(out)

    def _place(self, designator: Designator, found: PlacedCitation, before: ProvisionId | None) -> ProvisionId | None:
        if designator.absolute:
            return designator.id
        base = before if designator.inherits else found.here
        if base is None:
            return None
        straight = ProvisionId((*base.parts[: int(designator.level) - 1], *designator.parts))
        if len(base.parts) >= int(designator.level) - 1 and straight in self._own:
            return straight
        return self._nearest(designator, base, found.citation.direction) or straight

    def _nearest(self, designator: Designator, base: ProvisionId, direction: str) -> ProvisionId | None:
        """In the same law, the nearest provision whose number ends as printed ("b1) ovenfor" in 25C: 25B2b1)."""
        at = self._own.ids.get(str(base), 0)
        places = [
            p
            for p in self._own.provisions
            if p.law == base.law and p.parts[-len(designator.parts) :] == designator.parts
        ]
        if direction == "above":
            places = [p for p in places if self._own.ids[str(p)] <= at] or places
        elif direction == "below":
            places = [p for p in places if self._own.ids[str(p)] >= at] or places
        return min(places, key=lambda p: abs(self._own.ids[str(p)] - at), default=None)

    def _range(self, first: ProvisionId, member: Member) -> list[ProvisionId]:
        assert member.last is not None
        tail = member.last.parts if member.last.absolute else (*first.parts[:-1], member.last.parts[-1])
        last = ProvisionId(tail)
        held = self._own.between(first, last)
        if held:
            return list(held)
        if first.level is Level.LAW and first.law.isdigit() and 0 < _number(last) - _number(first) < WIDEST:
            return [ProvisionId((str(n),)) for n in range(_number(first), _number(last) + 1)]
        return [first, last]

    def _verdict(self, place: ProvisionId) -> _Verdict:
        own_work = self._entry.work == "laws" or place.law.startswith("X") or _number(place) > self._last_law
        if own_work:
            return self._own_verdict(place)
        target = Target("laws", self._entry.cites, str(place))
        if not self._concordance.joins(self._entry.cites, CURRENT):
            return _Verdict(target, "not-held", (), (Reason("no-concordance", edition=self._entry.cites),))
        passage = self._concordance.forward(self._entry.cites, str(place), CURRENT)
        # A law or letter that the table leaves out did not exist: it lists every one of the older edition.
        if (
            passage.listed
            and len(ProvisionId.of(passage.listed).parts) < min(2, len(place.parts))
            and not passage.stays
        ):
            return _Verdict(target, "dangling", (), (Reason("not-in-edition", str(place), edition=self._entry.cites),))
        return _Verdict(target, _status(passage), passage.ids, _concordance_reason(place, passage, self._entry.cites))

    def _own_verdict(self, place: ProvisionId) -> _Verdict:
        target = Target(self._entry.work, self._entry.edition, str(place))
        if place not in self._own:
            return _Verdict(target, *self._missing(place))
        if self._entry.work != "laws" or self._entry.edition == CURRENT:
            return _Verdict(target, "exact", (str(place),))
        return _Verdict(target, "exact", self._today(place))

    def _today(self, place: ProvisionId) -> tuple[str, ...]:
        """Today's numbers of a held provision of an older edition, its parts included; () without a table.

        The table's row for 16 is about the words before 16A only; "§16" means the whole law, which is law 16 today.
        """
        if not self._concordance.joins(self._entry.edition, CURRENT):
            return ()
        parts = [str(part) for part in self._own.provisions if place.contains(part)]
        homes = {home for part in parts for home in self._concordance.forward(self._entry.edition, part, CURRENT).ids}
        if len(parts) > 1 and homes:
            shared = ProvisionId.of(min(homes))
            while shared.parent and not all(shared.contains(ProvisionId.of(home)) for home in homes):
                shared = shared.parent
            if shared.level >= place.level and all(shared.contains(ProvisionId.of(home)) for home in homes):
                return (str(shared),)
        return self._concordance.forward(self._entry.edition, str(place), CURRENT).ids

    def _missing(self, place: ProvisionId) -> tuple[ReferenceStatus, tuple[str, ...], Evidence]:
        if self._entry.work != "laws" and place.law not in self._own.laws and place.law.isdigit():
            hundreds = {_number(ProvisionId((law,))) // 100 for law in self._own.laws if law.isdigit()}
            if _number(place) // 100 not in hundreds:
                return "not-held", (), (Reason("book-not-held", place.law, work=self._entry.work),)
        known = ProvisionId(place.parts[:1])
        for depth in range(len(place.parts), 0, -1):
            known = ProvisionId(place.parts[:depth])
            if known in self._own:
                return "dangling", (), (Reason("no-part", str(place), (str(known),), expression=self._entry.key),)
        return "dangling", (), (Reason("no-place", str(known), expression=self._entry.key),)


@dataclass(frozen=True)
class _Verdict:
    target: Target
    status: ReferenceStatus
    current: tuple[str, ...]
    evidence: Evidence = ()


def _status(passage: Passage) -> ReferenceStatus:
    if passage.relation == "same":
        return "exact"
    return "dropped" if passage.relation == "new" else passage.relation


def _concordance_reason(place: ProvisionId, passage: Passage, edition: str) -> Evidence:
    if passage.relation == "same":
        return ()
    return (Reason("moved" if passage.ids else "gone", str(place), passage.ids, edition, note=passage.note),)


def _with_doubt(reference: Reference, doubt: Doubt | None, confirmation: Evidence) -> Reference:
    """The reference with all its evidence; a doubted one becomes ``suspect`` unless it is ``dangling``."""
    evidence = (*reference.evidence, *((doubt.reason,) if doubt else ()), *confirmation)
    if doubt is None:
        return replace(reference, evidence=evidence)
    status: ReferenceStatus = "dangling" if reference.status == "dangling" else "suspect"
    return replace(reference, status=status, likely=doubt.likely, evidence=evidence)


def _forms(headword: str) -> tuple[str, ...]:
    """Ways to name a headword: as it stands, without brackets, turned round at the comma ("BLINDE, den")."""
    plain = headword.casefold().strip()
    bare = re.sub(r"\s*\([^)]*\)", "", plain)
    return tuple(dict.fromkeys((plain, bare, bare.split(",")[0])))


def _number(place: ProvisionId) -> int:
    return int(place.law.lstrip("X"))
