"""Citations that lead a reader of a new edition to another rule, or to none: in regulations, decisions and dossiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from corpus.alignment.fate import NumberFate, NumberFates
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.precedents.decision import Decision
from corpus.registry import LAWS

CitingKind = Literal["regulation", "decision", "dossier"]
MisleadKind = Literal["other-rule", "moved", "dropped", "unclear"]
MISLEAD_KINDS: tuple[MisleadKind, ...] = ("other-rule", "dropped", "moved", "unclear")


@dataclass(frozen=True)
class EditionCitation:
    """A number of an edition of the laws that a document cites: ``source`` is its title or case number, ``place`` where
    in it, ``key`` what it is called in Lovbro. Where ``place`` is a number it is one of a text in ``language``."""

    kind: CitingKind
    key: str
    source: str
    place: str
    printed: str
    edition: str
    number: ProvisionId
    language: str = ""


@dataclass(frozen=True)
class MisleadingCitation:
    """A citation with what became of its number: ``other-rule`` where the new edition has another rule there, ``moved``
    where it has none there, ``dropped`` where the rule is nowhere, ``unclear`` where the tables are in doubt."""

    citation: EditionCitation
    kind: MisleadKind
    fate: NumberFate

    @property
    def today(self) -> tuple[ProvisionId, ...]:
        """The numbers that it should have."""
        return self.fate.today or self.fate.part_homes


def misleading(citations: Iterable[EditionCitation], fates: NumberFates, new: str) -> tuple[MisleadingCitation, ...]:
    """Those that lead to another rule, or to none, for a reader of the edition ``new``; in the order given."""
    return tuple(_misleading(citations, fates, new))


def regulation_citations(library: Library) -> Iterator[EditionCitation]:
    """What the regulations held cite of the laws."""
    for expression in library.expressions:
        if expression.work == LAWS:
            continue
        entry = library.entry(expression.key)
        for reference in expression.references:
            for target in reference.targets:
                if target.work == LAWS and is_provision_id(target.id):
                    yield EditionCitation(
                        "regulation",
                        expression.key,
                        entry.title,
                        reference.anchor.place,
                        reference.printed,
                        target.edition,
                        ProvisionId.of(target.id),
                        entry.language,
                    )


def decision_citations(decisions: Iterable[Decision]) -> Iterator[EditionCitation]:
    """What decisions cite of the laws; one without a known edition has none to follow, and is left out."""
    for decision in decisions:
        for citation in decision.citations:
            if citation.work == LAWS and decision.laws_edition:
                for place in filter(is_provision_id, citation.ids):
                    title = decision.sections[citation.section].title if decision.sections else ""
                    yield EditionCitation(
                        "decision",
                        decision.key,
                        decision.number or decision.key,
                        title,
                        citation.printed,
                        decision.laws_edition,
                        ProvisionId.of(place),
                    )


def _misleading(citations: Iterable[EditionCitation], fates: NumberFates, new: str) -> Iterator[MisleadingCitation]:
    for citation in citations:
        if citation.edition == new or citation.edition not in fates.editions:
            continue
        fate = fates.fate(citation.edition, citation.number, new)
        if fate.today == (citation.number,) and not fate.doubt:
            continue
        yield MisleadingCitation(citation, _kind(fate, citation.number), fate)


def _kind(fate: NumberFate, number: ProvisionId) -> MisleadKind:
    if fate.fate == "unknown" or fate.today == (number,):
        return "unclear"
    if fate.namesake:
        return "other-rule"
    return "moved" if fate.today or fate.part_homes else "dropped"
