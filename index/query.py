"""Search: what a person types in, ranked hits out.

A citation pins its provisions first; anything else is full text in all languages, ranked by rule (one row for a rule
in all its languages) so that the first three hits show three different laws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy

from corpus import store
from corpus.concordance import Concordance, read_concordance
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Prose
from index import fulltext, syntax
from index.fulltext import FullText, IndexDamagedError, Kind
from index.ranking import Scorer, Scores, Term
from index.results import Hit, Result, Via
from index.rows import DEFINITION, Rows
from index.snippets import snippet
from index.synonyms import Recognised, Terms, read_terms
from index.understand import SearchWords, Understanding, languages_of, read_search_words

TABLES = ("1997-2007", "1997-2017", "2007-2017")
FIRST = 3  # so many hits show different laws
OTHER_WORK = 0.8
OLD_EDITION = 0.85
NOTE = 0.9
CONCEPT, ENTRY = 0.6, 0.75
INHERITED = 0.8


@dataclass(frozen=True)
class Settings:
    """Everything that search reads from ``data/`` beside the texts."""

    words: SearchWords
    terms: Terms
    concordance: Concordance
    spellings: Mapping[str, Mapping[str, str]]
    texts: tuple[str, ...]


def load_settings() -> Settings:
    """The word lists and tables of ``data/``."""
    words_text, terms_text = store.load_lexicon("search-words.toml"), store.load_concordance("terms")
    spelling_text = store.load_lexicon("sv-spelling.toml")
    words = read_search_words(words_text)
    return Settings(
        words,
        read_terms(terms_text, words.everyday),
        read_concordance({name: store.load_concordance(name) for name in TABLES}),
        {"sv": fulltext.read_spellings(spelling_text)},
        (words_text, terms_text, spelling_text),
    )


@dataclass
class _Row:
    """A rule being ranked: its score and where the score came from."""

    row: str
    score: float = 0.0
    document: int = -1
    text: float = 0.0
    concept: float = 0.0
    concept_language: str = ""
    entry: float = 0.0


class Search:
    """Search over a library; opens its index in ``folder`` and builds it when missing, stale or damaged.

    One value serves all threads.
    """

    def __init__(self, library: Library, folder: Path, settings: Settings | None = None, entries: bool = True) -> None:
        """``entries=False`` leaves the books' own subject indexes out (to measure what they are worth)."""
        self._library = library
        self._settings = settings or load_settings()
        self._entries = entries
        self._index = _open(library, folder, self._settings)
        self.rows = Rows(library, self._settings.concordance, self._settings.terms.concept_of)
        self._understanding = Understanding(self._index, self._settings.terms, self._settings.words)
        self._scorer = Scorer(self._index, entries)
        self._kinds = numpy.array([ref.kind for ref in self._index.refs])
        self._document_rows = [self._rows_of(ref) for ref in self._index.refs]

    def search(
        self,
        text: str,
        expressions: Collection[str] | None = None,
        limit: int = 10,
        synonyms: bool = True,
        kinds: Collection[Kind] | None = None,
        part: str | None = None,
    ) -> Result:
        """Answer a question. Never raises for anything typed.

        ``expressions`` and ``kinds`` restrict the hits, ``part`` (a Part.key) to laws of that part of the book;
        ``synonyms`` off looks only for the words as typed, in the language they are typed in.
        """
        began = perf_counter()
        query = syntax.read(text)
        wanted = Filter(self._library, query, expressions, kinds, part)
        result = self._full_text(query, wanted, limit, synonyms)
        return Result(*result, elapsed_ms=(perf_counter() - began) * 1000)  # type: ignore[misc]

    def _full_text(self, query: syntax.Query, wanted: Filter, limit: int, synonyms: bool) -> tuple[object, ...]:
        terms = self._understanding.terms(query.words)
        trust = self._understanding.trust(terms, query.text)
        concepts = self._settings.terms.recognise([term.keys for term in terms]) if synonyms else []
        concepts = [found for found in concepts if trust.get(found.name.language, 0.0) > 0]
        scores = self._scorer.scores(terms, concepts, trust)
        rows = self._rank(terms, concepts, trust, scores, wanted)
        ordered = self._ordered(list(rows.values()), query)[:limit]
        lead = self._lead(trust, wanted)
        hits = tuple(
            hit for row in ordered if (hit := self._hit(row, lead, terms, concepts, scores, trust, wanted)) is not None
        )
        return (query.text, None, "", (), (), hits, languages_of(trust))

    def _rank(
        self,
        terms: Sequence[Term],
        concepts: Sequence[Recognised],
        trust: Mapping[str, float],
        scores: Scores,
        wanted: Filter,
    ) -> dict[str, _Row]:
        rows: dict[str, _Row] = {}
        total = scores.total
        for number in numpy.nonzero(total)[0]:
            ref = self._index.refs[number]
            if ref.kind == "index" or not wanted.document(ref):
                continue
            score = float(total[number]) * self._factor(ref, wanted)
            for name in self._document_rows[number]:
                row = rows.setdefault(name, _Row(name))
                if score > row.text:
                    row.text, row.document = score, int(number)
        self._add_concepts(rows, terms, concepts, trust, scores)
        if self._entries:
            self._add_entries(rows, scores)
        for row in rows.values():
            row.score = row.text + self._inherited(rows, row)
        return {name: row for name, row in rows.items() if row.score > 0 and wanted.row(self.rows, name)}

    def _add_concepts(
        self,
        rows: dict[str, _Row],
        terms: Sequence[Term],
        concepts: Sequence[Recognised],
        trust: Mapping[str, float],
        scores: Scores,
    ) -> None:
        """A law that the term table names for a concept earns part of what its words are worth."""
        for found in concepts:
            inside = any(found.at < other.at for other in concepts)
            worth = sum(scores.weights[at] for at in found.at) * trust.get(found.name.language, 0.0)
            worth *= CONCEPT * 2.2 * (0.25 if inside else 1.0) / (1 + 0.08 * (len(found.concept.targets) - 1))
            for work, place in found.concept.targets:
                row = rows.setdefault(f"{work}:{place}", _Row(f"{work}:{place}"))
                if worth > row.concept:
                    row.concept, row.concept_language = worth, found.name.language

    def _add_entries(self, rows: dict[str, _Row], scores: Scores) -> None:
        """An entry of a book's subject index that resembles the question lends its score to what it points to."""
        for number in numpy.nonzero((self._kinds == "index") & (scores.total > 0))[0]:
            ref = self._index.refs[number]
            entry = self._library[ref.expression].index[int(ref.place)]
            found = scores.covered[:, number].sum()
            alike = float(scores.matched[number]) * min(1.0, found / max(ref.length, 1.0))
            worth = ENTRY * float(scores.total[number]) * alike / (1 + 0.08 * max(0, len(entry.targets) - 1))
            for target in entry.targets:
                for name in self.rows.of(ref.expression, target):
                    row = rows.setdefault(name, _Row(name))
                    row.entry = max(row.entry, worth)

    def _inherited(self, rows: Mapping[str, _Row], row: _Row) -> float:
        """What concepts and index entries give a row: its own, or a share of what they give the law above it."""
        concept, entry = row.concept, row.entry
        if not row.row.startswith(DEFINITION):
            work, _, place = row.row.partition(":")
            here = ProvisionId.of(place).parent
            share = INHERITED
            while here is not None:
                above = rows.get(f"{work}:{here}")
                if above is not None:
                    concept, entry = max(concept, share * above.concept), max(entry, share * above.entry)
                here, share = here.parent, share * INHERITED
        return concept + entry

    def _ordered(self, rows: list[_Row], query: syntax.Query) -> list[_Row]:
        """Best first, but the first three from different laws; a definition comes after them unless asked for."""
        rows.sort(key=lambda row: (-row.score, row.row))
        if query.definition:
            return [row for row in rows if row.row.startswith(DEFINITION)]
        first: dict[str, _Row] = {}
        for row in rows:
            law = self.rows.law(row.row)
            if len(first) < FIRST and law not in first and not row.row.startswith(DEFINITION):
                first[law] = row
        chosen = list(first.values())
        return chosen + [row for row in rows if row not in chosen]

    def _lead(self, trust: Mapping[str, float], wanted: Filter) -> list[str]:
        """Expressions in the order in which a hit is shown: the language of the question first, then the registry's."""

        def rank(key: str) -> tuple[bool, float]:
            entry = self._library.entry(key)
            share = trust.get(entry.language, 0.0)
            current = entry.edition == self.rows.edition or entry.work != self.rows.work
            return (not wanted.expression(key), -share if current or share >= 1 else -share / 2)

        return sorted(self._library.registry.keys, key=rank)

    def _hit(
        self,
        row: _Row,
        lead: Sequence[str],
        terms: Sequence[Term],
        concepts: Sequence[Recognised],
        scores: Scores,
        trust: Mapping[str, float],
        wanted: Filter,
    ) -> Hit | None:
        members = self.rows.members(row.row)
        key = next((key for key in lead if members.get(key) and wanted.expression(key)), None)
        if key is None:
            return None
        place = members[key][0]
        ref = self._index.refs[row.document] if row.document >= 0 else None
        if (
            ref is not None
            and ref.expression == key
            and ref.kind in ("provision", "rule")
            and ref.place in members[key]
        ):
            place = ref.place
        language = self._library.entry(key).language
        text, marks = snippet(self._text(key, place), language, self._wanted(terms, concepts, language))
        kind: Kind = "definition" if place.startswith(DEFINITION) else ref.kind if ref else "provision"
        via = self._via(row, scores, language, trust)
        return Hit(key, place, kind, row.row, self._path(key, place), text, marks, row.score, via)

    def _via(self, row: _Row, scores: Scores, language: str, trust: Mapping[str, float]) -> Via:
        """The strongest reason; a hit in another language than the words that earned it is a translation."""
        number = row.document
        parts: dict[Via, float] = {"index-term": row.entry, "synonym": row.concept}
        if number >= 0:
            parts["text"] = float(scores.typed[number])
            parts["fuzzy"] = float(scores.guessed[number])
            parts["translation"] = float(scores.translated[number])
            parts["synonym"] = max(parts["synonym"], float(scores.synonym[number]))
            if parts["fuzzy"] > 0:
                return "fuzzy"
        best = max(parts, key=lambda via: (parts[via], via == "text"))
        if trust.get(language, 0.0) < 0.5 or (number >= 0 and self._index.refs[number].language != language):
            return "translation"
        return best

    def _wanted(self, terms: Sequence[Term], concepts: Sequence[Recognised], language: str) -> dict[str, float]:
        """Keys to mark in a text of a language."""
        wanted: dict[str, float] = {}
        for term in terms:
            for key in term.keys.get(language, ()):
                wanted[key] = max(wanted.get(key, 0.0), 0.1 if term.light else 1.0)
        for found in concepts:
            for name in found.concept.in_language(language):
                for word in name.words:
                    for key in word:
                        wanted.setdefault(key, 0.8)
        return wanted

    def _text(self, key: str, place: str) -> str:
        """What a snippet is taken from: the own text, else the text below, else the notes."""
        definition = self._library.definition(key, place) if place.startswith(DEFINITION) else None
        if definition is not None:
            return definition.text
        provision = self._library.provision(key, place)
        if provision is None:
            return ""
        if provision.text:
            return provision.text
        return "\n".join(b.text for p in provision.walk() for b in p.own_blocks if isinstance(b, Prose))

    def _path(self, key: str, place: str) -> tuple[str, ...]:
        if place.startswith(DEFINITION):
            return (place[len(DEFINITION) :],)
        language = self._library.entry(key).language
        path = self._library.heading_path(key, place)
        return tuple(f"{ProvisionId.of(i).printed(language)} {heading}".strip() for i, heading in path)

    def _factor(self, ref: fulltext.Ref, wanted: Filter) -> float:
        entry = self._library.entry(ref.expression)
        factor = NOTE if ref.kind == "note" else 1.0
        if wanted.named:
            return factor
        if entry.work != self.rows.work:
            return factor * OTHER_WORK
        return factor if entry.edition == self.rows.edition else factor * OLD_EDITION

    def _rows_of(self, ref: fulltext.Ref) -> tuple[str, ...]:
        if ref.kind == "index":
            return ()
        if ref.kind == "note":
            note = self._library.note(ref.expression, ref.place)
            return self.rows.of(ref.expression, note.anchors[0]) if note and note.anchors else ()
        return self.rows.of(ref.expression, ref.place)


class Filter:
    """Which documents and rows may be shown."""

    def __init__(
        self,
        library: Library,
        query: syntax.Query,
        expressions: Collection[str] | None,
        kinds: Collection[Kind] | None,
        part: str | None,
    ) -> None:
        keys = library.registry.keys
        chosen = set(expressions) if expressions is not None else set(keys)
        if query.expressions:
            chosen &= {k for k in keys if k in query.expressions or library.entry(k).language in query.expressions}
        if query.languages:
            chosen &= {key for key in keys if library.entry(key).language in query.languages}
        self._expressions = chosen
        self.named = expressions is not None or bool(query.expressions)
        self._kinds = set(kinds) if kinds is not None else None
        self._laws = {law.upper().lstrip("§") for law in query.laws}
        if part is not None:
            laws = {law for e in library.expressions for p in e.parts if p.key == part for law in p.laws}
            self._laws = self._laws & laws if self._laws else laws

    def expression(self, key: str) -> bool:
        return key in self._expressions

    def document(self, ref: fulltext.Ref) -> bool:
        return self._kinds is None or ref.kind in self._kinds

    def row(self, rows: Rows, row: str) -> bool:
        """Only rows with a member in the chosen expressions, in the chosen laws."""
        if self._laws and rows.law(row).partition(":")[2] not in self._laws:
            return False
        return any(key in self._expressions for key in rows.members(row))


def _open(library: Library, folder: Path, settings: Settings) -> FullText:
    """The index of a library, built first when there is none that is whole and made from it."""
    corpus = fulltext.fingerprint(library, settings.texts)
    try:
        return FullText(folder, corpus)
    except IndexDamagedError:
        words = settings.words
        fulltext.build(library, folder, corpus, words.heads, words.never, settings.spellings)
        return FullText(folder, corpus)
