"""What citations mean: targets, status and today's numbers, for all expressions together.

``find`` finds citations, this module resolves them, ``doubts`` weighs what it resolved; pages draw the links. A
citation is kept as printed; one that cannot be resolved has its printed target and the reason.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from corpus.alignment.concordance import Concordance, Passage
from corpus.evidence import Evidence, Reason, ReasonCode
from corpus.ids import Level, ProvisionId
from corpus.library import missing_provision
from corpus.model import Anchor, Expression, Reference, ReferenceStatus, Target
from corpus.registry import LAWS, ExpressionEntry, Registry
from parser.citations.designators import Designator
from parser.citations.doubts import Doubt, ResolvedCitation, ReviewerOverride, confirmations, doubts
from parser.citations.find import Citation, CitationMember, find

_MOST_IN_RANGE = 60  # laws of a range in an edition that is not held; a wider one is its two ends
_DECIMAL = re.compile(r"\D*\d+[.-]\d")  # the label of a letter in such a book
# From harmless to grave: a reference with several targets has the gravest of their statuses.
_GRAVITY: tuple[ReferenceStatus, ...] = (
    "exact", "revised", "moved", "merged", "split", "dropped", "other-document", "not-held", "suspect", "dangling",
)  # fmt: skip


@dataclass(frozen=True)
class PlacedCitation:
    """A citation at its place in ``text``. ``base`` is the provision that relative numbers count from."""

    anchor: Anchor
    citation: Citation
    base: ProvisionId | None
    text: str


@dataclass(frozen=True)
class Inventory:
    """The provisions of an expression with their order, and its definitions by casefolded word."""

    ids: Mapping[str, int]
    headwords: Mapping[str, str]

    @classmethod
    def of(cls, expression: Expression) -> Inventory:
        """What an expression has to cite: its provisions and headwords in every spelling."""
        headwords: dict[str, str] = {}
        for address, definition in expression.all_definitions():
            for spelling in _spellings(definition.headword.text):
                headwords.setdefault(spelling, address)
        return cls({str(p.id): n for n, p in enumerate(expression.walk())}, headwords)

    def __contains__(self, place: ProvisionId) -> bool:
        return str(place) in self.ids

    @cached_property
    def provisions(self) -> tuple[ProvisionId, ...]:
        """The ids in the order of the text."""
        return tuple(ProvisionId.of(text) for text in self.ids)

    @cached_property
    def laws(self) -> frozenset[str]:
        """The numbers of the laws."""
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
    """The expressions with their references, definitions first, then provisions, then notes.

    References of one text may lead to another, and the texts are evidence for one another, so all are resolved at once.
    Raises ReviewerOverrideError when an override fits no reference.
    """
    expressions = tuple(expressions)
    last_law = max((_number(law.id) for e in expressions if e.work == LAWS for law in e.laws), default=0)
    cases = []
    for expression in expressions:
        resolver = _Resolver(
            registry[expression.key], Inventory.of(expression), concordance, registry.current_edition(LAWS), last_law
        )
        for placed in citations_of(expression):
            cases.append(ResolvedCitation(expression.key, placed.text, placed.citation, resolver.reference(placed)))
    doubted = doubts(cases, expressions, registry, concordance, tuple(overrides))
    confirmed = confirmations(cases, registry)
    references: defaultdict[str, list[Reference]] = defaultdict(list)
    for case in cases:
        key = (case.expression, case.reference.anchor)
        references[case.expression].append(_with_doubt(case.reference, doubted.get(key), confirmed.get(key, ())))
    return tuple(replace(e, references=tuple(references[e.key])) for e in expressions)


def citations_of(expression: Expression) -> Iterator[PlacedCitation]:
    """Every citation of an expression with its place: definitions, then provisions, then notes."""
    headwords, decimal = Inventory.of(expression).headwords, _is_decimal(expression)
    for passage in expression.passages():
        text, where = passage.prose.text, passage.where
        for citation in find(
            text, expression.language, where=where, work=expression.work, headwords=headwords, decimal=decimal
        ):
            if citation.headword != passage.place:
                anchor = Anchor(passage.place, where, passage.block, citation.start, citation.end)
                yield PlacedCitation(anchor, citation, passage.provision, text)


def _is_decimal(expression: Expression) -> bool:
    """True for a text that prints "16.3" where 16C is."""
    printed = [child.printed for law in expression.laws for child in law.children if child.printed]
    return 2 * sum(_DECIMAL.match(label) is not None for label in printed) > len(printed)


class _Resolver:
    """Resolves the citations of one expression."""

    def __init__(
        self, entry: ExpressionEntry, own: Inventory, concordance: Concordance, current: str, last_law: int
    ) -> None:
        """``current`` is the edition of the laws in force."""
        self._entry = entry
        self._own = own
        self._concordance = concordance
        self._current = current
        self._last_law = last_law

    def reference(self, placed: PlacedCitation) -> Reference:
        citation = placed.citation
        if citation.headword:
            return self._reference(placed, (Target(self._entry.work, self._entry.edition, citation.headword),), "exact")
        if citation.form == "external":
            if not citation.printed.lstrip().startswith("§"):
                return self._reference(placed, (), "not-held")
            return self._reference(placed, (), "other-document", (), Reason("other-document", quoted=citation.book))
        if citation.itself is not None:
            meant = placed.base.up_to(citation.itself) if placed.base else None
            targets = (Target(self._entry.work, self._entry.edition, str(meant)),) if meant else ()
            return self._reference(placed, targets, "exact" if meant else "dangling", tuple(t.id for t in targets))
        return self._numbered(placed)

    def _numbered(self, placed: PlacedCitation) -> Reference:
        ids = self._expand(placed)
        if not ids:
            return self._reference(placed, (), "dangling", (), Reason("no-law"))
        verdicts = [self._verdict(place) for place in ids]
        worst = max(verdicts, key=lambda verdict: _GRAVITY.index(verdict.status))
        current = tuple(dict.fromkeys(home for verdict in verdicts for home in verdict.current))
        reasons = dict.fromkeys(verdict.reason for verdict in verdicts if verdict.reason)
        return self._reference(placed, tuple(v.target for v in verdicts), worst.status, current, *reasons)

    def _reference(
        self,
        placed: PlacedCitation,
        targets: tuple[Target, ...],
        status: ReferenceStatus,
        current: tuple[str, ...] = (),
        *evidence: Reason,
    ) -> Reference:
        citation = placed.citation
        if not current and targets and targets[0].id.startswith("def:"):
            current = tuple(target.id for target in targets) if self._entry.edition == self._current else ()
        return Reference(
            anchor=placed.anchor,
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

    def _expand(self, placed: PlacedCitation) -> tuple[ProvisionId, ...]:
        """The ids of every member of a citation, ranges spelt out."""
        out: list[ProvisionId] = []
        for member in placed.citation.members:
            first = self._place(member.first, placed, out[-1] if out else None)
            if first is None:
                continue
            out += self._range(first, member) if member.last else [first]
        return tuple(out)

    def _place(self, designator: Designator, placed: PlacedCitation, before: ProvisionId | None) -> ProvisionId | None:
        if designator.absolute:
            return designator.id
        base = before if designator.inherits else placed.base
        if base is None:
            return None
        straight = ProvisionId((*base.parts[: int(designator.level) - 1], *designator.parts))
        if len(base.parts) >= int(designator.level) - 1 and straight in self._own:
            return straight
        # "nr. 3" in a law that was read without its letters is the number of nothing.
        return self._nearest(designator, base, placed.citation.direction) or ProvisionId.of_parts(straight.parts)

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

    def _range(self, first: ProvisionId, member: CitationMember) -> list[ProvisionId]:
        assert member.last is not None
        tail = member.last.parts if member.last.absolute else (*first.parts[:-1], member.last.parts[-1])
        last = ProvisionId(tail)
        held = self._own.between(first, last)
        if held:
            return list(held)
        if first.level is Level.LAW and first.law.isdigit() and 0 < _number(last) - _number(first) < _MOST_IN_RANGE:
            return [ProvisionId((str(n),)) for n in range(_number(first), _number(last) + 1)]
        return [first, last]

    def _verdict(self, place: ProvisionId) -> _Verdict:
        own_work = self._entry.work == LAWS or place.law.startswith("X") or _number(place) > self._last_law
        if own_work:
            return self._own_verdict(place)
        target = Target(LAWS, self._entry.cites, str(place))
        if not self._concordance.joins(self._entry.cites, self._current):
            return _Verdict(target, "not-held", (), Reason("no-concordance", edition=self._entry.cites))
        passage = self._concordance.forward(self._entry.cites, str(place), self._current)
        # A law or letter that the table leaves out did not exist: it lists every one of the older edition.
        if (
            passage.listed
            and len(ProvisionId.of(passage.listed).parts) < min(2, len(place.parts))
            and not passage.stays
        ):
            return _Verdict(target, "dangling", (), Reason("not-in-edition", str(place), edition=self._entry.cites))
        return _Verdict(target, _status(passage), passage.ids, _concordance_reason(place, passage, self._entry.cites))

    def _own_verdict(self, place: ProvisionId) -> _Verdict:
        target = Target(self._entry.work, self._entry.edition, str(place))
        if place not in self._own:
            return self._missing(target, place)
        if self._entry.work != LAWS or self._entry.edition == self._current:
            return _Verdict(target, "exact", (str(place),))
        return _Verdict(target, "exact", self._today(place))

    def _today(self, place: ProvisionId) -> tuple[str, ...]:
        """Today's numbers of a held provision of an older edition, its parts included; () without a table.

        The table's row for 16 is about the words before 16A only; "§16" means the whole law, which is law 16 today.
        """
        if not self._concordance.joins(self._entry.edition, self._current):
            return ()
        parts = [str(part) for part in self._own.provisions if place.contains(part)]
        homes = {
            home for part in parts for home in self._concordance.forward(self._entry.edition, part, self._current).ids
        }
        if len(parts) > 1 and homes:
            shared = ProvisionId.of(min(homes))
            while shared.parent and not all(shared.contains(ProvisionId.of(home)) for home in homes):
                shared = shared.parent
            if shared.level >= place.level and all(shared.contains(ProvisionId.of(home)) for home in homes):
                return (str(shared),)
        return self._concordance.forward(self._entry.edition, str(place), self._current).ids

    def _missing(self, target: Target, place: ProvisionId) -> _Verdict:
        if self._entry.work != LAWS and place.law not in self._own.laws and place.law.isdigit():
            hundreds = {_number(ProvisionId((law,))) // 100 for law in self._own.laws if law.isdigit()}
            if _number(place) // 100 not in hundreds:
                return _Verdict(target, "not-held", (), Reason("book-not-held", place.law, work=self._entry.work))
        key, known = self._entry.key, missing_provision(place, self._own.ids).known
        if known is None:
            return _Verdict(target, "dangling", (), Reason("no-place", place.law, expression=key))
        return _Verdict(target, "dangling", (), Reason("no-part", str(place), (str(known),), expression=key))


@dataclass(frozen=True)
class _Verdict:
    target: Target
    status: ReferenceStatus
    current: tuple[str, ...]
    reason: Reason | None = None


def _status(passage: Passage) -> ReferenceStatus:
    if passage.relation == "same":
        # A citation of a whole cites its parts too.
        return "revised" if passage.parts_revised else "exact"
    return "dropped" if passage.relation == "new" else passage.relation


def _concordance_reason(place: ProvisionId, passage: Passage, edition: str) -> Reason | None:
    if _status(passage) == "exact":
        return None
    code: ReasonCode = passage.gap or ("moved" if passage.ids else "gone")
    return Reason(code, str(place), passage.ids, edition, note=passage.note)


def _with_doubt(reference: Reference, doubt: Doubt | None, confirmation: Evidence) -> Reference:
    """The reference with all its evidence; a doubted one becomes ``suspect`` unless it is ``dangling``."""
    evidence = (*reference.evidence, *((doubt.reason,) if doubt else ()), *confirmation)
    if doubt is None:
        return replace(reference, evidence=evidence)
    status: ReferenceStatus = "dangling" if reference.status == "dangling" else "suspect"
    return replace(reference, status=status, likely=doubt.likely, evidence=evidence)


def _spellings(headword: str) -> tuple[str, ...]:
    """A headword as a citation may print it: in full, without brackets, without what follows the comma."""
    plain = headword.casefold().strip()
    bare = re.sub(r"\s*\([^)]*\)", "", plain)
    return tuple(dict.fromkeys((plain, bare, bare.split(",")[0])))


def _number(place: ProvisionId) -> int:
    return int(place.law.lstrip("X"))
