"""From ranked rules to hits: which expression is shown, which sentence, and why it was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Prose
from index.search.filters import SearchFilter
from index.search.fulltext import DocumentKind, FullText
from index.search.results import Hit, Via
from index.search.rule_ranking import RankedRule, ScoredQuestion
from index.search.rules import DEFINITION, RuleIndex
from index.search.scoring import QueryTerm
from index.search.snippets import SMALL, snippet

SURE = 0.5
LONGEST_BELOW = 3_000  # letters of a law without own text that a snippet is looked for in


class HitMaker:
    """Makes hits of one library's places."""

    def __init__(self, library: Library, index: FullText, rows: RuleIndex, small: frozenset[str]) -> None:
        """``small`` are words that are marked only where nothing else was asked for."""
        self._small = small
        self._library = library
        self._index = index
        self._rows = rows

    def lead(self, trust: Mapping[str, float], wanted: SearchFilter) -> list[str]:
        """Expressions in the order in which they are shown.

        The language of the question comes first, then the registry's order; an old edition leads only when the
        question can be in no other language.
        """

        def rank(key: str) -> float:
            entry = self._library.entry(key)
            share = trust.get(entry.language, 0.0)
            current = entry.work != self._rows.work or entry.edition == self._rows.edition
            return -share if current else -share + 0.05

        return sorted((key for key in self._library.registry.keys if wanted.expression(key)), key=rank)

    def hit(
        self, row: RankedRule, lead: Sequence[str], terms: Sequence[QueryTerm], found: ScoredQuestion
    ) -> Hit | None:
        """The row as a hit in the first leading expression that has it."""
        members = self._rows.members(row.row)
        key = next((key for key in lead if members.get(key)), None)
        if key is None:
            return None
        place = self._place(row, key, members[key])
        language = self._library.entry(key).language
        text, marks = snippet(self.text(key, place), language, _keys_to_mark(terms, found, language, self._small))
        via = self._via(row, terms, found, language)
        return Hit(key, place, self.kind(key, place), row.row, self.path(key, place), text, marks, row.score, via)

    def pinned(self, key: str, place: str) -> Hit:
        """A provision that was cited."""
        row = (self._rows.of(key, place) or (f"{key}:{place}",))[0]
        text, marks = snippet(self.text(key, place), self._library.entry(key).language, {})
        return Hit(key, place, self.kind(key, place), row, self.path(key, place), text, marks, 1000.0, "citation")

    def kind(self, key: str, place: str) -> DocumentKind:
        if place.startswith(DEFINITION):
            return "definition"
        return "provision" if self._library.entry(key).work == self._rows.work else "rule"

    def text(self, key: str, place: str) -> str:
        """What a snippet is taken from: the own text, else the text below."""
        definition = self._library.definition(key, place) if place.startswith(DEFINITION) else None
        if definition is not None:
            return definition.text
        provision = self._library.provision(key, place)
        if provision is None:
            return ""
        below = (block.text for p in provision.walk() for block in p.own_blocks if isinstance(block, Prose))
        return provision.text or "\n".join(below)[:LONGEST_BELOW]

    def path(self, key: str, place: str) -> tuple[str, ...]:
        """The headings down to a place, each with its number in the form of the language."""
        if place.startswith(DEFINITION):
            return (place[len(DEFINITION) :],)
        language = self._library.entry(key).language
        path = self._library.heading_path(key, place)
        return tuple(f"{ProvisionId.of(i).printed(language)} {heading}".strip() for i, heading in path)

    def _place(self, row: RankedRule, key: str, members: Sequence[str]) -> str:
        """Where several old rules stand in one row, the one that answered best."""
        if row.document >= 0:
            ref = self._index.refs[row.document]
            if ref.expression == key and ref.place in members:
                return ref.place
        return members[0]

    def _via(self, row: RankedRule, terms: Sequence[QueryTerm], found: ScoredQuestion, language: str) -> Via:
        """The strongest reason; a hit shown in another language than the question's is a translation."""
        parts: dict[Via, float] = {"index-term": row.entry, "synonym": row.concept}
        number = row.document
        scores = found.scores
        if any(t.guessed and (number < 0 or scores.covered[at, number]) for at, t in enumerate(terms)):
            return "fuzzy"
        if number >= 0:
            parts["text"] = float(scores.typed[number])
            parts["translation"] = float(scores.translated[number])
            parts["synonym"] = max(parts["synonym"], float(scores.synonym[number]))
        if found.trust.get(language, 0.0) < SURE:
            return "translation"
        return max(parts, key=lambda via: (parts[via], via == "text"))


def _keys_to_mark(
    terms: Sequence[QueryTerm], found: ScoredQuestion, language: str, small: frozenset[str]
) -> dict[str, float]:
    """Keys to mark in a text of a language, by how much they say."""
    wanted: dict[str, float] = {}
    for term in terms:
        for key in term.keys.get(language, ()):
            wanted[key] = max(wanted.get(key, 0.0), SMALL if term.light else 1.0)
    for concept in found.concepts:
        for name in concept.concept.in_language(language):
            for word in name.words:
                for key in word - small:
                    wanted.setdefault(key, 0.8)
    return wanted
