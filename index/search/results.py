"""What a search answers, as values, and grouped by rule for a page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from corpus.alignment.fate import NumberFate
from corpus.library import Library, MissingProvision
from index.search.documents import DocumentKind
from index.search.rules import RuleIndex

Via = Literal["citation", "text", "index-term", "synonym", "translation", "fuzzy"]
SearchOutcome = Literal["found", "nothing-found", "nothing-typed"]


@dataclass(frozen=True)
class Hit:
    """One provision (or definition) of one expression. ``marks`` are the question's words in ``snippet``, as spans."""

    expression: str
    id: str
    kind: DocumentKind
    rule: str
    heading_path: tuple[str, ...]
    snippet: str
    marks: tuple[tuple[int, int], ...]
    score: float
    via: Via


@dataclass(frozen=True)
class UsedWord:
    """A word that was looked for: what was typed, what it became, in which language and why."""

    typed: str
    used: str
    language: str
    via: Via


@dataclass(frozen=True)
class Result:
    """The answer to one question.

    ``cited`` are the ids of a citation that exist, ``missing`` the numbers in it that do not; both are empty for a
    question in words. ``languages`` are those that the question is most likely in. ``fates`` are what became of cited
    numbers of an older edition.
    """

    query: str
    outcome: SearchOutcome
    cited: tuple[str, ...]
    missing: tuple[MissingProvision, ...]
    terms: tuple[UsedWord, ...]
    suggestions: tuple[str, ...]
    hits: tuple[Hit, ...]
    languages: tuple[str, ...]
    fates: tuple[NumberFate, ...] = ()


@dataclass(frozen=True)
class RuleHits:
    """A rule with its languages together: its hits, the best first, and its places in all expressions.

    ``cited_by`` is how often the expressions cite those places.
    """

    rule: str
    hits: tuple[Hit, ...]
    places: tuple[tuple[str, str], ...]
    cited_by: int

    @property
    def best(self) -> Hit:
        """The hit with the highest score."""
        return self.hits[0]


def group(result: Result, library: Library, rules: RuleIndex) -> tuple[RuleHits, ...]:
    """Hits of one rule together, best rule first."""
    by_rule: dict[str, list[Hit]] = {}
    for hit in result.hits:
        by_rule.setdefault(hit.rule, []).append(hit)
    cited = _cited_by(library)
    out = []
    for rule, hits in by_rule.items():
        expressions = rules.expressions_of(rule)
        places = tuple((key, place) for key in library.registry.keys for place in expressions.get(key, ()))
        out.append(RuleHits(rule, tuple(hits), places, sum(cited[place] for place in places)))
    return tuple(out)


def _cited_by(library: Library) -> Counter[tuple[str, str]]:
    """How often each place of each expression is cited inside its own expression."""
    return Counter(
        (expression.key, target.id)
        for expression in library.expressions
        for reference in expression.references
        for target in reference.targets
        if (target.work, target.edition) == (expression.work, expression.edition)
    )
