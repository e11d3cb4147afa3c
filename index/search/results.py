"""What a search answers, as values, and grouped by rule for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from corpus.library import Library, MissingProvision
from index.search.book_parts import BookPart
from index.search.documents import DocumentKind
from index.search.excerpts import Excerpt
from index.search.rules import RuleIndex

if TYPE_CHECKING:
    from corpus.alignment.fate import NumberFate

Via = Literal["citation", "text", "index-term", "synonym", "translation", "fuzzy"]
SearchOutcome = Literal["found", "nothing-found", "nothing-typed"]
SentenceKey = tuple[str, str, str]
"""A sentence that a hit shows: expression, place, words."""


@dataclass(frozen=True)
class Hit:
    """One provision (or definition) of one expression. ``marks`` are the question's words in ``snippet``, as spans.

    ``excerpts`` are the sentences of the snippet, each with its own place, the best first.
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
    excerpts: tuple[Excerpt, ...] = ()


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
    ``parts`` are chapters and forewords that are called as typed.
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
    parts: tuple[BookPart, ...] = ()


@dataclass(frozen=True)
class LawHits:
    """A law with its hits, the best first, and the places in all expressions of the rule that the best is.

    Each hit is one sentence at the very place where it stands; a sentence is here once.
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


def sentences_of(hit: Hit) -> tuple[SentenceKey, ...]:
    """Which sentences a hit shows: by its text, where each stands, and its words; what is cited is shown as one."""
    if _is_whole(hit):
        return ((hit.expression, hit.id, hit.snippet),) if hit.excerpts else ()
    return tuple((hit.expression, one.place, one.sentence) for one in hit.excerpts)


def _is_whole(hit: Hit) -> bool:
    return hit.via == "citation" or hit.kind == "definition"


def _different(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """One hit for each sentence, at its own place; what is cited stays as it is."""
    found: dict[SentenceKey, Hit] = {}
    for hit in hits:
        for key, one in zip(sentences_of(hit), hit.excerpts, strict=False):
            if key not in found:
                own = replace(hit, id=one.place, snippet=one.text, marks=one.marks, excerpts=(one,))
                found[key] = hit if _is_whole(hit) else own
    return tuple(found.values())
