"""From scores of documents to an order of rules: one row for a rule in all its languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy

from corpus.library import Library
from index.search.concepts import ConceptMatch
from index.search.filters import SearchFilter
from index.search.fulltext import Array, DocumentRef, FullText
from index.search.rules import DEFINITION, RuleIndex
from index.search.scoring import BEST, Scores

FIRST = 3  # so many hits show different laws
OTHER_WORK = 0.8
OLD_EDITION = 0.85
NOTE = 0.9
CONCEPT, INSIDE_OTHER = 0.6, 0.25
ENTRY = 0.9
PUT = 1.5
INHERITED = 0.8
MORE_TARGETS = 0.12
FURTHER = 0.3  # of what each further concept adds for the same law
CANDIDATES = 300  # documents that can become hits by their text


@dataclass
class RankedRule:
    """A rule being ranked: its score and where it came from; ``document`` is the best one, or -1."""

    row: str
    score: float = 0.0
    document: int = -1
    text: float = 0.0
    concept: float = 0.0
    entry: float = 0.0
    put: float = 0.0


@dataclass(frozen=True)
class ScoredQuestion:
    """A question's concepts, the trust in each language, the documents' scores and which of them may count.

    ``banned`` are documents with words that must not be there: no language of their rule is shown.
    """

    concepts: Sequence[ConceptMatch]
    trust: Mapping[str, float]
    scores: Scores
    mask: Array
    banned: Array
    put: Mapping[tuple[str, str], float]


class RuleRanker:
    """Ranks the rows of a library."""

    def __init__(self, library: Library, index: FullText, rows: RuleIndex, with_entries: bool) -> None:
        self._library = library
        self._index = index
        self._rows = rows
        self._with_entries = with_entries
        self._kinds = numpy.array([ref.kind for ref in index.refs])
        self._document_rows = [self._rows_of(ref) for ref in index.refs]
        self._named = numpy.array(
            [0.0 if ref.kind == "index" else NOTE if ref.kind == "note" else 1.0 for ref in index.refs]
        )
        self._usual = self._named * numpy.array([self._standing(ref) for ref in index.refs])

    def rank(self, found: ScoredQuestion, wanted: SearchFilter) -> list[RankedRule]:
        """Rows best first; the first three of different laws, a definition after them unless it is asked for."""
        ranked: dict[str, RankedRule] = {}
        self._add_texts(ranked, found, wanted)
        self._add_concepts(ranked, found)
        self._add_phrasings(ranked, found)
        if self._with_entries:
            self._add_entries(ranked, found)
        if not found.mask.all():
            allowed = self._rows_in(found.mask) - self._rows_in(found.banned)
            ranked = {name: row for name, row in ranked.items() if name in allowed}
        for row in ranked.values():
            row.score = row.text + self._lent(ranked, row)
        return self._spread([row for row in ranked.values() if row.score > 0 and wanted.row(self._rows, row.row)])

    def _add_texts(self, ranked: dict[str, RankedRule], found: ScoredQuestion, wanted: SearchFilter) -> None:
        total = found.scores.total * found.mask * (self._named if wanted.named else self._usual)
        if wanted.documents_count:
            total = total * numpy.array([wanted.document(ref) for ref in self._index.refs])
        numbers = numpy.nonzero(total)[0]
        if len(numbers) > CANDIDATES and not wanted.narrow:
            numbers = numbers[numpy.argpartition(-total[numbers], CANDIDATES)[:CANDIDATES]]
        for number in numbers:
            score = float(total[number])
            for name in self._document_rows[number]:
                row = ranked.setdefault(name, RankedRule(name))
                if score > row.text or (score == row.text and number < row.document):
                    row.text, row.document = score, int(number)

    def _add_concepts(self, ranked: dict[str, RankedRule], found: ScoredQuestion) -> None:
        """A law that the term table names for a concept earns part of what its words are worth."""
        for concept in found.concepts:
            inside = any(concept.at < other.at for other in found.concepts)
            targets = concept.concept.targets
            worth = sum(found.scores.weights[at] for at in concept.at) * found.trust.get(concept.name.language, 0.0)
            worth *= CONCEPT * BEST * (INSIDE_OTHER if inside else 1.0) / (1 + MORE_TARGETS * max(0, len(targets) - 1))
            for work, place in targets:
                row = ranked.setdefault(f"{work}:{place}", RankedRule(f"{work}:{place}"))
                row.concept = max(worth, row.concept) + FURTHER * min(worth, row.concept)

    def _add_phrasings(self, ranked: dict[str, RankedRule], found: ScoredQuestion) -> None:
        """A law whose phrasings resemble the question earns what they are worth."""
        for (work, place), worth in found.put.items():
            row = ranked.setdefault(f"{work}:{place}", RankedRule(f"{work}:{place}"))
            row.put = max(row.put, PUT * worth)

    def _add_entries(self, ranked: dict[str, RankedRule], found: ScoredQuestion) -> None:
        """An entry of a book's subject index that resembles the question lends its score to what it points to."""
        scores = found.scores
        for number in numpy.nonzero((self._kinds == "index") & (scores.total > 0))[0]:
            ref = self._index.refs[number]
            entry = self._library[ref.expression].index[int(ref.place)]
            alike = float(scores.matched[number]) * min(1.0, scores.covered[:, number].sum() / max(ref.length, 1.0))
            worth = ENTRY * float(scores.total[number]) * alike / (1 + MORE_TARGETS * max(0, len(entry.targets) - 1))
            for target in entry.targets:
                for name in self._rows.of(ref.expression, target):
                    row = ranked.setdefault(name, RankedRule(name))
                    row.entry = max(row.entry, worth)

    def _lent(self, ranked: Mapping[str, RankedRule], row: RankedRule) -> float:
        """What concepts and index entries give a row: its own, or a share of what they give the law above it."""
        concept, entry, put, share = row.concept, row.entry, row.put, INHERITED
        for name in self._rows.above(row.row):
            above = ranked.get(name)
            if above is not None:
                concept, entry = max(concept, share * above.concept), max(entry, share * above.entry)
                put = max(put, share * above.put)
            share *= INHERITED
        return concept + entry + put

    def _spread(self, ranked: list[RankedRule]) -> list[RankedRule]:
        ranked.sort(key=lambda row: (-row.score, row.row))
        first: dict[str, RankedRule] = {}
        for row in ranked:
            law = self._rows.law(row.row)
            if len(first) < FIRST and law not in first and not row.row.startswith(DEFINITION):
                first[law] = row
        chosen = {row.row for row in first.values()}
        return [*first.values(), *(row for row in ranked if row.row not in chosen)]

    def _rows_in(self, mask: Array) -> set[str]:
        return {name for number in numpy.nonzero(mask)[0] for name in self._document_rows[number]}

    def _standing(self, ref: DocumentRef) -> float:
        """Texts not in force, and other books, come after the laws in force unless they are asked for."""
        entry = self._library.entry(ref.expression)
        if entry.work != self._rows.work:
            return OTHER_WORK
        return 1.0 if entry.edition == self._rows.edition else OLD_EDITION

    def _rows_of(self, ref: DocumentRef) -> tuple[str, ...]:
        if ref.kind == "index":
            return ()
        if ref.kind == "note":
            note = self._library.note(ref.expression, ref.place)
            return self._rows.of(ref.expression, note.anchors[0]) if note and note.anchors else ()
        return self._rows.of(ref.expression, ref.place)
