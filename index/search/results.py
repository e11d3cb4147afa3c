"""What a search answers, as values, in JSON, and grouped for a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from corpus.library import Library
from index.search.rules import RuleIndex

if TYPE_CHECKING:  # the index itself takes long to import, and a page of the laws needs none
    from index.search.fulltext import DocumentKind

Via = Literal["citation", "text", "index-term", "synonym", "translation", "fuzzy"]


@dataclass(frozen=True)
class Hit:
    """One provision (or definition) of one expression. ``marks`` are the words in ``snippet`` that were asked for."""

    expression: str
    id: str
    kind: DocumentKind
    row: str
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
    """The answer to one question. ``message`` is an English sentence key's worth of words, never empty without hits."""

    query: str
    citation: str | None
    message: str
    terms: tuple[UsedWord, ...]
    suggestions: tuple[str, ...]
    hits: tuple[Hit, ...]
    languages: tuple[str, ...]
    elapsed_ms: float


@dataclass(frozen=True)
class RuleHits:
    """A rule with its languages together: the best hit, and its place in every expression that has it."""

    row: str
    best: Hit
    hits: tuple[Hit, ...]
    places: tuple[tuple[str, str], ...]
    cited_by: int


def to_json(result: Result) -> dict[str, Any]:
    """The form that ``lovbro search --json`` prints."""
    return {
        "query": result.query,
        "citation": result.citation,
        "message": result.message,
        "terms": [
            {"typed": used.typed, "used": used.used, "language": used.language, "via": used.via}
            for used in result.terms
        ],
        "suggestions": list(result.suggestions),
        "hits": [
            {
                "expression": hit.expression,
                "id": hit.id,
                "heading_path": list(hit.heading_path),
                "snippet": hit.snippet,
                "score": round(hit.score, 3),
                "via": hit.via,
            }
            for hit in result.hits
        ],
        "elapsed_ms": round(result.elapsed_ms, 2),
    }


def group(result: Result, library: Library, rows: RuleIndex) -> tuple[RuleHits, ...]:
    """Hits of one row together, best row first."""
    by_row: dict[str, list[Hit]] = {}
    for hit in result.hits:
        by_row.setdefault(hit.row, []).append(hit)
    cited = cited_by(library)
    out = []
    for row, hits in by_row.items():
        members = rows.members(row)
        places = tuple((key, place) for key in library.registry.keys for place in members.get(key, ()))
        best = hits[0]
        out.append(RuleHits(row, best, tuple(hits), places, sum(cited.get(place, 0) for place in places)))
    return tuple(out)


def cited_by(library: Library) -> dict[tuple[str, str], int]:
    """How often each place of each expression is cited inside its own expression."""
    counts: dict[tuple[str, str], int] = {}
    for expression in library.expressions:
        for reference in expression.references:
            for target in reference.targets:
                if (target.work, target.edition) == (expression.work, expression.edition):
                    counts[expression.key, target.id] = counts.get((expression.key, target.id), 0) + 1
    return counts
