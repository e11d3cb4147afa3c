"""What a search answers, as values, and grouped by rule for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from corpus.library import Library, MissingProvision
from index.search.documents import DocumentKind
from index.search.rules import RuleIndex

if TYPE_CHECKING:
    from corpus.alignment.fate import NumberFate

Via = Literal["citation", "text", "index-term", "synonym", "translation", "fuzzy"]
SearchOutcome = Literal["found", "nothing-found", "nothing-typed"]


@dataclass(frozen=True)
class Hit:
    """One provision (or definition) of one expression. ``marks`` are the question's words in ``snippet``, as spans.

    ``through`` is the language whose words led to it, where that is not its own (``via`` is then translation).
    """

    expression: str
    id: str
    kind: DocumentKind
    rule: str
    heading_path: tuple[str, ...]
    snippet: str
    marks: tuple[tuple[int, int], ...]
    score: float
    via: Via
    through: str = ""


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
    question in words. ``languages`` are those that the question is most likely in, ``laws`` how many laws answer.
    ``fates`` are what became of cited numbers of an older edition.
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
    laws: int = 0


@dataclass(frozen=True)
class LawHits:
    """A law with its hits, the best first, and the places in all expressions of the rule that the best is.

    Of hits with the same sentence, as a law without words of its own has one of its parts, only the most exact is here.
    """

    law: str
    hits: tuple[Hit, ...]
    places: tuple[tuple[str, str], ...]

    @property
    def best(self) -> Hit:
        """The hit with the highest score."""
        return self.hits[0]


def by_law(result: Result, library: Library, rules: RuleIndex) -> tuple[LawHits, ...]:
    """The hits of one law together, best law first; what is cited stays in its order, rule by rule."""
    found: dict[str, list[Hit]] = {}
    for hit in result.hits:
        found.setdefault(hit.rule if hit.via == "citation" else rules.law(hit.rule), []).append(hit)
    out = []
    for law, hits in found.items():
        expressions = rules.expressions_of(hits[0].rule)
        places = tuple((key, place) for key in library.registry.keys for place in expressions.get(key, ()))
        out.append(LawHits(law, _different(hits), places))
    return tuple(out)


def _different(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """One hit for each sentence: the deepest that has it, at the place of the first."""
    exact: dict[tuple[str, str], Hit] = {}
    for hit in hits:
        known = exact.get((hit.expression, hit.snippet))
        if known is None or (hit.rule.startswith(known.rule) and hit.kind == known.kind):
            exact[hit.expression, hit.snippet] = hit
    return tuple(exact.values())
