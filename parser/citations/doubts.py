"""Doubt about where a reference leads, by evidence in the texts themselves.

Three general rules find it: the gloss is the heading of another rule; the sentence repeats a rule with nearly the same
number and not the cited one; today's laws give the gloss to another number. What no rule finds is a recorded override.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from corpus.alignment.concordance import Concordance
from corpus.evidence import Evidence, Reason
from corpus.ids import ProvisionId
from corpus.model import Anchor, Expression, Reference
from corpus.registry import LAWS, Registry
from corpus.schema import Between, FormatError, Loader
from corpus.text import CLAUSE_ENDS, sentences
from parser.citations.find import Citation
from parser.citations.profile import WordProfile, stems_of
from parser.lang.words import words_of

_LABELS = "ABCDEFGHIJ"
# A heading's rarest word must weigh this much: it occurs in less than one provision of twenty.
RARE = 3.0
CLAUSE = 200
# How alike (0 to 1) a sentence and a provision must be before one is taken to repeat the other, and how much less alike
# the cited provision must be. Set between the known faults and the sound references of all four texts.
SIMILAR = 0.5
MARGIN = 0.4
SAME_GLOSS = 0.75


@dataclass(frozen=True)
class ResolvedCitation:
    """A resolved citation with the key of its expression and the text around it."""

    expression: str
    text: str
    citation: Citation
    reference: Reference


@dataclass(frozen=True)
class Doubt:
    """Why a reference is doubted, and the ids that are probably meant."""

    likely: tuple[str, ...]
    reason: Reason


class ReviewerOverrideError(ValueError):
    """A recorded override is malformed or fits no reference."""


class ReviewerOverrideFileError(ReviewerOverrideError, FormatError):
    """An entry of ``references.toml`` that is no override: ``fault`` names it."""


@dataclass(frozen=True)
class ReviewerOverride:
    """A person's verdict on one printed reference, from ``data/patches/references.toml``.

    ``place`` is a provision id or a Note.key, ``printed`` the citation without gloss, ``nth`` counts from 1.
    """

    expression: str
    place: str
    printed: str
    reason: str
    likely: tuple[str, ...] = ()
    nth: Annotated[int, Between(1, 10_000)] = 1


@dataclass(frozen=True)
class _OverrideTable:
    judgement: tuple[ReviewerOverride, ...] = ()


def reviewer_overrides(table: Mapping[str, Any]) -> tuple[ReviewerOverride, ...]:
    """Overrides from parsed TOML (``[[judgement]]`` tables). Raises ReviewerOverrideError naming the bad entry."""
    load = Loader("data/patches/references.toml", ReviewerOverrideFileError)
    return load.convert(table, _OverrideTable).judgement


def doubts(
    cases: Sequence[ResolvedCitation],
    expressions: Sequence[Expression],
    registry: Registry,
    concordance: Concordance,
    overrides: Sequence[ReviewerOverride],
) -> dict[tuple[str, Anchor], Doubt]:
    """The doubted references by expression and anchor. Raises ReviewerOverrideError when an override fits none."""
    profiles = {e.key: WordProfile(e) for e in expressions}
    glosses = _Glosses(cases, registry)
    agreement = _Agreement(cases, registry, concordance)
    found: dict[tuple[str, Anchor], Doubt] = {}
    for case in cases:
        comparison = _comparison(case, profiles, registry, concordance)
        if comparison is None:
            continue
        doubt = comparison.other_heading() or glosses.doubt(case) or comparison.other_number()
        if doubt and not agreement.confirms(case, doubt):
            found[case.expression, case.reference.anchor] = doubt
    return found | _overridden(cases, overrides)


@dataclass(frozen=True)
class _Comparison:
    """One reference against the words of the text that holds its target, or today's form of it.

    ``homes`` gives the ids of a number in that text. ``citing`` is the provision of the citation when it belongs to the
    same text.
    """

    case: ResolvedCitation
    profile: WordProfile
    target: ProvisionId
    homes: Callable[[str], tuple[str, ...]]
    citing: ProvisionId | None
    language: str

    def other_heading(self) -> Doubt | None:
        """The gloss is word for word another rule's heading, and the cited rule never uses its rarest word."""
        quoted = self._quoted()
        clue = stems_of(quoted, self.language)
        if not clue or (self.citing and self.citing.law == self.target.law):
            return None
        profile, own_homes = self.profile, self.homes(str(self.target))
        subject = frozenset[str]().union(*(profile.subject(home) for home in own_homes))
        for place, heading in profile.headings.items():
            if not heading <= clue or len(clue) > len(heading) + 1 or self._is_related(place):
                continue
            rarest = max(heading, key=lambda stem: (profile.weight(stem), stem))
            if profile.weight(rarest) > RARE and rarest not in subject and profile.heading_count(rarest) == 1:
                return Doubt((place,), Reason("other-heading", str(self.target), (place,), quoted=quoted))
        return None

    def other_number(self) -> Doubt | None:
        """The sentence repeats a rule with nearly the same number, and not the cited one."""
        dangling = self.case.reference.status == "dangling"
        if not (dangling or self._before().endswith(("(", "["))):
            return None
        rivals = {number for number in map(str, _numbers_like(self.target)) if self.homes(number)}
        clause = stems_of(self._clause(), self.language)
        ranked = sorted((self._similarity(clause, number), number) for number in rivals)
        if not ranked:
            return None
        best, number = ranked[-1]
        own = self._similarity(clause, str(self.target))
        if dangling and best > 0:
            return Doubt((number,), Reason("nearest", others=(number,)))
        if best < SIMILAR or best - own < MARGIN:
            return None
        likeness, own_likeness = round(best * 100), round(own * 100)
        reason = Reason("paraphrase", str(self.target), (number,), likeness=likeness, own_likeness=own_likeness)
        return Doubt((number,), reason)

    def _similarity(self, clause: frozenset[str], number: str) -> float:
        """How alike the clause and a number's provisions are; those of the citing law repeat one another's words."""
        homes = self.homes(number)
        if number != str(self.target) and self.citing is not None:
            homes = tuple(home for home in homes if ProvisionId.of(home).law != self.citing.law)
        return max((self.profile.similarity(clause, self.profile.stems(home)) for home in homes), default=0.0)

    def _is_related(self, place: str) -> bool:
        """True for the target and the citing provision, and for what is above or below them."""
        other = ProvisionId.of(place)
        near = [ProvisionId.of(home) for home in self.homes(str(self.target))]
        near += [self.citing] if self.citing else []
        return any(home.contains(other) or other.contains(home) for home in near)

    def _quoted(self) -> str:
        """The gloss, or the two words right before a citation in brackets or after a bare pointer ("jf.")."""
        citation = self.case.citation
        if citation.gloss:
            return citation.gloss
        front = self._before()
        pointed = citation.signal in words_of(self.language).pointers and front[-1:].isalpha()
        return " ".join(citation.before.split()[-2:]) if pointed or front.endswith(("(", "[")) else ""

    def _before(self) -> str:
        """The text before the citation and its signal."""
        anchor = self.case.reference.anchor
        before = self.case.text[max(0, anchor.start - 60) : anchor.start].casefold().rstrip()
        return before.removesuffix(self.case.citation.signal).rstrip()

    def _clause(self) -> str:
        anchor = self.case.reference.anchor
        before = self.case.text[max(0, anchor.start - CLAUSE) : anchor.start]
        after = self.case.text[anchor.end : anchor.end + CLAUSE]
        return " ".join((*sentences(before, ends=CLAUSE_ENDS)[-1:], *sentences(after, ends=CLAUSE_ENDS)[:1]))


def _comparison(
    case: ResolvedCitation, profiles: Mapping[str, WordProfile], registry: Registry, concordance: Concordance
) -> _Comparison | None:
    """None for a reference that nothing can be set against: several targets, a definition, no table."""
    reference = case.reference
    if len(reference.targets) != 1 or reference.status not in ("exact", "revised", "dangling") or reference.negated:
        return None
    target = reference.targets[0]
    if target.id.startswith("def:"):
        return None
    entry = registry[case.expression]
    own = target.work == entry.work
    current = registry.current_edition(LAWS)
    profile = profiles[case.expression] if own else _profile_of_current_laws(profiles, registry, entry.language)
    if profile is None or not (own or concordance.joins(entry.cites, current)):
        return None
    number = ProvisionId.of(target.id)
    citing = _citing_provision(reference.anchor) if own else None

    def homes(printed: str) -> tuple[str, ...]:
        ids = (printed,) if own else concordance.forward(entry.cites, printed, current).ids
        return tuple(place for place in ids if place in profile)

    return _Comparison(case, profile, number, homes, citing, entry.language)


def _citing_provision(anchor: Anchor) -> ProvisionId | None:
    place = anchor.place.split("#")[0]
    return None if place.startswith("def:") else ProvisionId.of(place)


def _profile_of_current_laws(
    profiles: Mapping[str, WordProfile], registry: Registry, language: str
) -> WordProfile | None:
    """The laws of today in the language of the citing text."""
    edition = ("laws", registry.current_edition(LAWS), language)
    entries = (e for e in registry.expressions if (e.work, e.edition, e.language) == edition)
    return next((profiles[entry.key] for entry in entries if entry.key in profiles), None)


def _numbers_like(number: ProvisionId) -> Iterator[ProvisionId]:
    """Numbers that differ in one label: another law with one digit changed, a neighbouring letter or number."""
    for depth, part in enumerate(number.parts):
        for other in _labels_like(part):
            if like := ProvisionId.of_parts((*number.parts[:depth], other, *number.parts[depth + 1 :])):
                yield like


def _labels_like(part: str) -> Iterator[str]:
    if part.isdigit() or part.startswith("X"):
        digits = part.removeprefix("X")
        sign = part.removesuffix(digits)
        changed = (digits[:at] + digit + digits[at + 1 :] for at in range(len(digits)) for digit in "0123456789")
        yield from (sign + number for number in changed if number != digits and not number.startswith("0"))
    elif len(part) == 1:
        yield from (_LABELS if part.isupper() else _LABELS.lower()).replace(part, "")


def confirmations(cases: Sequence[ResolvedCitation], registry: Registry) -> dict[tuple[str, Anchor], Evidence]:
    """Evidence for references that the concordance has moved, by expression and anchor: today's number, same gloss."""
    glosses = _Glosses(cases, registry)
    found = ((case.expression, case.reference.anchor, glosses.confirmation(case)) for case in cases)
    return {(key, anchor): evidence for key, anchor, evidence in found if evidence}


class _Agreement:
    """Which rules the other texts cite at the same place of today's laws."""

    def __init__(self, cases: Iterable[ResolvedCitation], registry: Registry, concordance: Concordance) -> None:
        self._registry = registry
        self._current = registry.current_edition(LAWS)
        self._concordance = concordance
        self._cited: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for case in cases:
            for place in self._places(case):
                self._cited[place] |= {(case.expression, home) for home in case.reference.current}

    def confirms(self, case: ResolvedCitation, doubt: Doubt) -> bool:
        """True when another text cites the same rule at the same place, and not the likely one there as well."""
        others = {home for place in self._places(case) for key, home in self._cited[place] if key != case.expression}
        return _related(case.reference.current, others) and not others.intersection(doubt.likely)

    def _places(self, case: ResolvedCitation) -> tuple[str, ...]:
        entry = self._registry[case.expression]
        citing = _citing_provision(case.reference.anchor)
        if entry.work != LAWS or citing is None or not self._concordance.joins(entry.edition, self._current):
            return ()
        return self._concordance.forward(entry.edition, str(citing), self._current).ids


class _Glosses:
    """The glosses of today's laws, by the numbers that have them."""

    def __init__(self, cases: Iterable[ResolvedCitation], registry: Registry) -> None:
        self._registry = registry
        current = registry.current_edition(LAWS)
        self._known: defaultdict[str, set[tuple[str, frozenset[str]]]] = defaultdict(set)
        for case in cases:
            entry, reference = registry[case.expression], case.reference
            stems = stems_of(reference.gloss, entry.language)
            if entry.work == LAWS and entry.edition == current and len(stems) >= 3 and len(reference.targets) == 1:
                self._known[entry.language].add((reference.targets[0].id, stems))

    def numbers(self, case: ResolvedCitation) -> tuple[str, ...]:
        """The numbers of today's laws that carry the gloss of a regulation's reference to an older edition."""
        entry, reference = self._registry[case.expression], case.reference
        stems = stems_of(reference.gloss, entry.language)
        if entry.work == LAWS or len(stems) < 3 or not any(target.work == LAWS for target in reference.targets):
            return ()
        known = self._known[entry.language]
        return tuple(sorted({number for number, other in known if _alike(stems, other)}))

    def doubt(self, case: ResolvedCitation) -> Doubt | None:
        """Doubt where the gloss belongs to another number and the concordance does not explain it."""
        numbers = self.numbers(case)
        if not numbers or _related(numbers, case.reference.current):
            return None
        return Doubt(numbers, Reason("other-gloss", others=numbers))

    def confirmation(self, case: ResolvedCitation) -> Evidence:
        """The evidence that a moved rule is found by its words as well, or ()."""
        numbers = self.numbers(case) if case.reference.status not in ("exact", "revised") else ()
        same = tuple(n for n in numbers if _related((n,), case.reference.current))
        return (Reason("same-gloss", others=same),) if same else ()


def _related(numbers: Iterable[str], others: Collection[str]) -> bool:
    return any(a.startswith(b) or b.startswith(a) for a in numbers for b in others)


def _alike(words: frozenset[str], other: frozenset[str]) -> bool:
    return len(words & other) / max(len(words), len(other)) >= SAME_GLOSS


def _overridden(
    cases: Sequence[ResolvedCitation], overrides: Iterable[ReviewerOverride]
) -> dict[tuple[str, Anchor], Doubt]:
    out = {}
    held = {case.expression for case in cases}
    for override in (o for o in overrides if o.expression in held):
        anchors = [
            case.reference.anchor
            for case in cases
            if (case.expression, case.reference.anchor.place, case.reference.printed)
            == (override.expression, override.place, override.printed)
        ]
        if len(anchors) < override.nth:
            raise ReviewerOverrideError(
                f"data/patches/references.toml: {override.expression}:{override.place} does not print "
                f"{override.printed!r} ({override.nth}. time)"
            )
        reason = Reason("remark", note=override.reason)
        out[override.expression, anchors[override.nth - 1]] = Doubt(override.likely, reason)
    return out
