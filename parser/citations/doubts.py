"""Doubt about where a reference leads, by evidence in the texts themselves.

Three rules, all of them general, and recorded judgements for what no rule can see:
a gloss that is the heading of another rule; a sentence that tells what a rule with nearly the same number says,
and not what the cited one says; a gloss that the laws of today give to another number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corpus.alignment.concordance import Concordance
from corpus.evidence import said
from corpus.ids import BadIdError, ProvisionId
from corpus.model import Anchor, Expression, Reference
from corpus.registry import Registry
from corpus.text import CLAUSE_ENDS, sentences
from parser.citations.find import Citation
from parser.citations.profile import WordProfile, stems_of
from parser.lang.words import words_of

CURRENT = "2017"
_LABELS = "ABCDEFGHIJ"
# A heading's rarest word must weigh this much: it stands in less than one provision of twenty.
RARE = 3.0
CLAUSE = 200
# How alike a sentence and a provision must be before one is taken to tell the other, and how much less alike the
# cited provision must be. Set between the known faults and the sound references of all four texts.
TELLS = 0.5
AHEAD = 0.4
SAME_GLOSS = 0.75


@dataclass(frozen=True)
class ResolvedCitation:
    """A resolved citation with the text it stands in."""

    expression: str
    text: str
    citation: Citation
    reference: Reference


@dataclass(frozen=True)
class Doubt:
    """Why a reference is doubted and what is probably meant."""

    likely: tuple[str, ...]
    evidence: str


class ReviewerOverrideError(ValueError):
    """A recorded judgement is malformed or fits no reference."""


@dataclass(frozen=True)
class ReviewerOverride:
    """A person's verdict on one printed reference, from ``data/patches/references.toml``."""

    expression: str
    place: str
    printed: str
    reason: str
    likely: tuple[str, ...] = ()
    nth: int = 1


def read_judgements(table: Mapping[str, Any]) -> tuple[ReviewerOverride, ...]:
    """Judgements from parsed TOML (``[[judgement]]`` tables). Raises JudgementError naming the bad entry."""
    out = []
    for number, row in enumerate(table.get("judgement", ()), 1):
        try:
            out.append(ReviewerOverride(**{**row, "likely": tuple(row.get("likely", ()))}))
        except TypeError as error:
            raise ReviewerOverrideError(f"data/patches/references.toml: judgement {number}: {error}") from error
    return tuple(out)


def doubts(
    cases: Sequence[ResolvedCitation],
    expressions: Sequence[Expression],
    registry: Registry,
    concordance: Concordance,
    judgements: Sequence[ReviewerOverride],
) -> dict[tuple[str, Anchor], Doubt]:
    """The doubted references by expression and anchor. Raises JudgementError when a judgement fits nothing."""
    shelves = {e.key: WordProfile(e) for e in expressions}
    glosses = _Glosses(cases, registry)
    agreement = _Agreement(cases, registry, concordance)
    found: dict[tuple[str, Anchor], Doubt] = {}
    for case in cases:
        view = _view(case, shelves, registry, concordance)
        if view is None:
            continue
        doubt = view.other_heading() or glosses.contradicts(case) or view.other_number()
        if doubt and not agreement.confirms(case, doubt):
            found[case.expression, case.reference.anchor] = doubt
    return found | _judged(cases, judgements)


@dataclass(frozen=True)
class _View:
    """One reference against the shelf on which its target (or today's form of it) stands.

    ``today`` gives, for the number as printed and all numbers nearly like it, the ids on the shelf.
    """

    case: ResolvedCitation
    shelf: WordProfile
    target: ProvisionId
    today: Mapping[str, tuple[str, ...]]
    here: ProvisionId | None
    language: str

    def other_heading(self) -> Doubt | None:
        """The gloss is word for word another rule's heading, and the cited rule never uses its rarest word."""
        quoted = self._quoted()
        clue = stems_of(quoted, self.language)
        if not clue or (self.here and self.here.law == self.target.law):
            return None
        about = frozenset[str]().union(*(self.shelf.about(home) for home in self.today.get(str(self.target), ())))
        for place, heading in self.shelf.headings.items():
            if not heading <= clue or len(clue) > len(heading) + 1 or self._is_near(place):
                continue
            rarest = max(heading, key=lambda stem: (self.shelf.weight(stem), stem))
            if self.shelf.weight(rarest) > RARE and rarest not in about and self.shelf.heads(rarest) == 1:
                return Doubt((place,), said("heading", quoted=quoted, other=place, place=self.target))
        return None

    def other_number(self) -> Doubt | None:
        """The sentence says what a rule with nearly the same number says, and not what the cited one says."""
        dangling = self.case.reference.status == "dangling"
        clause = stems_of(self._clause(), self.language)
        ranked = sorted((self._alike(clause, number), number) for number in self.today if number != str(self.target))
        if not ranked or not (dangling or self._in_brackets()):
            return None
        best, number = ranked[-1]
        own = self._alike(clause, str(self.target))
        if (dangling and best > 0) or (best >= TELLS and best - own >= AHEAD):
            if dangling:
                return Doubt((number,), said("nearest", other=number))
            alike = {"alike": f"{best * 100:.0f}", "own": f"{own * 100:.0f}"}
            return Doubt((number,), said("tells", other=number, place=self.target, **alike))
        return None

    def _alike(self, clause: frozenset[str], number: str) -> float:
        homes = [home for home in self.today.get(number, ()) if number == str(self.target) or not self._is_here(home)]
        return max((self.shelf.alike(clause, self.shelf.says(home)) for home in homes), default=0.0)

    def _is_here(self, place: str) -> bool:
        """True in the law at hand: its paragraphs repeat one another's words."""
        return self.here is not None and ProvisionId.of(place).law == self.here.law

    def _is_near(self, place: str) -> bool:
        """True for the target and the rule at hand, and for what stands above or below them."""
        other = ProvisionId.of(place)
        near = [ProvisionId.of(home) for home in self.today.get(str(self.target), ())]
        return any(
            home.contains(other) or other.contains(home) for home in (*near, *([self.here] if self.here else []))
        )

    def _quoted(self) -> str:
        """The gloss, or the two words right before a citation in brackets or after a bare pointer ("jf.")."""
        citation = self.case.citation
        if citation.gloss:
            return citation.gloss
        front = self._front()
        pointed = citation.signal in words_of(self.language).pointers and front[-1:].isalpha()
        return " ".join(citation.before.split()[-2:]) if pointed or front.endswith(("(", "[")) else ""

    def _in_brackets(self) -> bool:
        return self._front().endswith(("(", "["))

    def _front(self) -> str:
        """The text before the citation and its signal."""
        anchor = self.case.reference.anchor
        before = self.case.text[max(0, anchor.start - 60) : anchor.start].casefold().rstrip()
        return before.removesuffix(self.case.citation.signal).rstrip()

    def _clause(self) -> str:
        anchor = self.case.reference.anchor
        before = self.case.text[max(0, anchor.start - CLAUSE) : anchor.start]
        after = self.case.text[anchor.end : anchor.end + CLAUSE]
        return " ".join((*sentences(before, ends=CLAUSE_ENDS)[-1:], *sentences(after, ends=CLAUSE_ENDS)[:1]))


def _view(
    case: ResolvedCitation, shelves: Mapping[str, WordProfile], registry: Registry, concordance: Concordance
) -> _View | None:
    reference = case.reference
    if len(reference.targets) != 1 or reference.status not in ("exact", "revised", "dangling") or reference.negated:
        return None
    target = reference.targets[0]
    if target.id.startswith("def:"):
        return None
    entry = registry[case.expression]
    own = target.work == entry.work
    shelf = shelves[case.expression] if own else _shelf_of(shelves, registry, entry.language)
    if shelf is None or not (own or concordance.joins(entry.cites, CURRENT)):
        return None
    number = ProvisionId.of(target.id)
    near = {str(number), *(str(n) for n in _nearly(number))}
    today: dict[str, tuple[str, ...]]
    if own:
        today = {n: (n,) for n in near if n in shelf}
    else:
        today = {n: tuple(i for i in concordance.forward(entry.cites, n, CURRENT).ids if i in shelf) for n in near}
        today = {n: homes for n, homes in today.items() if homes}
    return _View(case, shelf, number, today, _here(reference.anchor) if own else None, entry.language)


def _here(anchor: Anchor) -> ProvisionId | None:
    place = anchor.place.split("#")[0]
    return None if place.startswith("def:") else ProvisionId.of(place)


def _shelf_of(shelves: Mapping[str, WordProfile], registry: Registry, language: str) -> WordProfile | None:
    """The laws of today in the language of the citing text."""
    for entry in registry.expressions:
        if entry.work == "laws" and entry.edition == CURRENT and entry.language == language and entry.key in shelves:
            return shelves[entry.key]
    return None


def _nearly(number: ProvisionId) -> Iterator[ProvisionId]:
    """Numbers that differ in one label: another law with one digit changed, a neighbouring letter or number."""
    for depth, part in enumerate(number.parts):
        for other in _slips(part):
            try:
                yield ProvisionId.of(str(ProvisionId((*number.parts[:depth], other, *number.parts[depth + 1 :]))))
            except BadIdError:
                continue


def _slips(part: str) -> Iterator[str]:
    if part.isdigit() or part.startswith("X"):
        sign, digits = ("X", part[1:]) if part.startswith("X") else ("", part)
        for at in range(len(digits)):
            for digit in "0123456789":
                changed = digits[:at] + digit + digits[at + 1 :]
                if changed != digits and not changed.startswith("0"):
                    yield sign + changed
    elif len(part) == 1:
        for label in _LABELS if part.isupper() else _LABELS.lower():
            if label != part:
                yield label


def proofs(cases: Sequence[ResolvedCitation], registry: Registry) -> dict[tuple[str, Anchor], str]:
    """Further evidence for references that were found by the concordance: the same gloss on today's number."""
    glosses = _Glosses(cases, registry)
    found = ((case.expression, case.reference.anchor, glosses.proof(case)) for case in cases)
    return {(key, anchor): words for key, anchor, words in found if words}


class _Agreement:
    """Which rules the other texts cite at the same place of today's laws."""

    def __init__(self, cases: Iterable[ResolvedCitation], registry: Registry, concordance: Concordance) -> None:
        self._registry = registry
        self._concordance = concordance
        self._cited: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for case in cases:
            for place in self._places(case):
                self._cited[place] |= {(case.expression, home) for home in case.reference.current}

    def confirms(self, case: ResolvedCitation, doubt: Doubt) -> bool:
        """True when another text cites the same rule at the same place, and does not cite the rival there as well."""
        others = {home for place in self._places(case) for key, home in self._cited[place] if key != case.expression}
        same = any(a.startswith(b) or b.startswith(a) for a in case.reference.current for b in others)
        return same and not others.intersection(doubt.likely)

    def _places(self, case: ResolvedCitation) -> tuple[str, ...]:
        entry = self._registry[case.expression]
        here = _here(case.reference.anchor)
        if entry.work != "laws" or here is None or not self._concordance.joins(entry.edition, CURRENT):
            return ()
        return self._concordance.forward(entry.edition, str(here), CURRENT).ids


class _Glosses:
    """The glosses of today's laws: which numbers stand before the same words."""

    def __init__(self, cases: Iterable[ResolvedCitation], registry: Registry) -> None:
        self._registry = registry
        self._known: defaultdict[str, set[tuple[str, frozenset[str]]]] = defaultdict(set)
        for case in cases:
            entry, reference = registry[case.expression], case.reference
            stems = stems_of(reference.gloss, entry.language)
            if entry.work == "laws" and entry.edition == CURRENT and len(stems) >= 3 and len(reference.targets) == 1:
                self._known[entry.language].add((reference.targets[0].id, stems))

    def numbers(self, case: ResolvedCitation) -> tuple[str, ...]:
        """The numbers of today's laws that carry the gloss of a regulation's reference to an older edition."""
        entry, reference = self._registry[case.expression], case.reference
        stems = stems_of(reference.gloss, entry.language)
        if entry.work == "laws" or len(stems) < 3 or not any(target.work == "laws" for target in reference.targets):
            return ()
        known = self._known[entry.language]
        return tuple(sorted({number for number, other in known if _alike(stems, other)}))

    def contradicts(self, case: ResolvedCitation) -> Doubt | None:
        """Doubt where the gloss belongs to another number and the concordance does not explain it."""
        numbers = self.numbers(case)
        if not numbers or _meets(numbers, case.reference.current):
            return None
        return Doubt(numbers, said("gloss", others=", ".join(numbers)))

    def proof(self, case: ResolvedCitation) -> str:
        """The evidence that a moved rule was found by its words as well, or nothing."""
        numbers = self.numbers(case) if case.reference.status not in ("exact", "revised") else ()
        same = [n for n in numbers if _meets((n,), case.reference.current)]
        return said("same-gloss", others=", ".join(same)) if same else ""


def _meets(numbers: Iterable[str], others: Iterable[str]) -> bool:
    others = tuple(others)
    return any(a.startswith(b) or b.startswith(a) for a in numbers for b in others)


def _alike(words: frozenset[str], other: frozenset[str]) -> bool:
    return len(words & other) / max(len(words), len(other)) >= SAME_GLOSS


def _judged(
    cases: Sequence[ResolvedCitation], judgements: Iterable[ReviewerOverride]
) -> dict[tuple[str, Anchor], Doubt]:
    out = {}
    held = {case.expression for case in cases}
    for judgement in (j for j in judgements if j.expression in held):
        places = [
            case.reference.anchor
            for case in cases
            if case.expression == judgement.expression
            and case.reference.anchor.place == judgement.place
            and case.reference.printed == judgement.printed
        ]
        if len(places) < judgement.nth:
            raise ReviewerOverrideError(
                f"data/patches/references.toml: {judgement.expression}:{judgement.place} does not print "
                f"{judgement.printed!r} ({judgement.nth}. time)"
            )
        out[judgement.expression, places[judgement.nth - 1]] = Doubt(judgement.likely, judgement.reason)
    return out
