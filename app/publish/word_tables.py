"""What ``words.js`` finds laws by: the words of texts, phrasings, terms and subject indexes, law by law.

Stems, dictionary forms and parts of compounds are worked out here; a browser only looks a word up. Each word stands as
one token, the shortest of its keys, and a compound as its parts too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from posixpath import relpath

from app.i18n.words import UiLanguage
from app.publish.site_paths import first_state, site_file
from app.reader.context import ReaderServices
from app.reader.text.capitals import sentence_case
from corpus.ids import ProvisionId
from index.search.analyzer import fold, index_keys, tokenize
from index.search.documents import Document, documents
from index.search.engine import load_settings
from index.search.settings import SearchSettings

Line = tuple[str, ...]


def word_tables(services: ReaderServices, ui: UiLanguage) -> dict[str, object]:
    """The tables as one JSON object; tokens are numbers in its ``tokens``, ascending ones as differences.

    The commonest tokens have the smallest numbers. A line is there once, with the laws that it is about.
    """
    settings = load_settings()
    found = _LawWords(services)
    for document in documents(services.library):
        found.add_document(document)
    found.add_phrasings(settings)
    return found.table(settings.words.small, _LawLinks(services, ui))


class _LawWords:
    """The tokens of each law: a bag for its headings and its text, lines for phrasings, terms and index entries."""

    def __init__(self, services: ReaderServices) -> None:
        self._rules = services.rows
        self._vocabulary = services.search.vocabulary
        self._tokens: defaultdict[str, set[str]] = defaultdict(set)
        self._bags: defaultdict[str, dict[str, Counter[str]]] = defaultdict(lambda: {"h": Counter(), "t": Counter()})
        self._lines: dict[str, dict[Line, dict[str, None]]] = {"p": {}, "r": {}, "c": {}}

    def add_document(self, document: Document) -> None:
        """A definition has no law, but its words are known; words of other fields are those of other documents."""
        places = (document.place,) if document.kind in ("provision", "rule") else document.targets
        laws = self._laws(rule for place in places for rule in self._rules.rules_of(document.expression, place))
        fields = {"heading": "h", "text": "t", "table": "t"}
        if document.kind == "index":
            line = self._line(" ".join(text for _, text in document.words), document.language)
            self._lines["r"].setdefault(line, {}).update(dict.fromkeys(laws))
            return
        for field, text in document.words:
            if field in fields:
                words = self._line(text, document.language)
                for law in laws:
                    self._bags[law]["t" if document.kind == "note" else fields[field]].update(words)

    def add_phrasings(self, settings: SearchSettings) -> None:
        """How people put what a law deals with, and the terms for which the term table names it."""
        for phrasing in settings.phrasings:
            self._add_line("p", phrasing.text, phrasing.language, phrasing.targets)
        for concept in settings.concepts.concepts.values():
            for name in concept.names:
                self._add_line("c", name.text, name.language, concept.targets)

    def table(self, small: Iterable[str], links: _LawLinks) -> dict[str, object]:
        laws = {law: places for law in sorted(self._bags) if (places := links.places(law))}
        numbers = {law: n for n, law in enumerate(laws)}
        tokens = self._commonest_first()
        number = {token: n for n, token in enumerate(tokens)}
        return {
            "tokens": tokens,
            "small": sorted(small),
            "same": _differences(sorted(number[word] for word, own in self._tokens.items() if own == {word})),
            "words": {
                word: [number[token] for token in sorted(own)]
                for word, own in sorted(self._tokens.items())
                if own != {word}
            },
            "laws": [
                links.law(law, places) | {field: _bag(bag, number) for field, bag in self._bags[law].items()}
                for law, places in laws.items()
            ],
            "lines": {
                field: [
                    [_differences(sorted(own)), [number[token] for token in line]]
                    for line, about in lines.items()
                    if (own := [numbers[law] for law in about if law in numbers])
                ]
                for field, lines in self._lines.items()
            },
        }

    def _commonest_first(self) -> list[str]:
        """All tokens, those of most bags and lines first."""
        counts = Counter(token for bags in self._bags.values() for bag in bags.values() for token in bag)
        counts.update(token for lines in self._lines.values() for line in lines for token in line)
        known = {token for tokens in self._tokens.values() for token in tokens}
        return sorted(known, key=lambda token: (-counts[token], token))

    def _add_line(self, field: str, text: str, language: str, targets: Iterable[tuple[str, str]]) -> None:
        line = self._line(text, language)
        laws = self._laws(f"{work}:{place}" for work, place in targets)
        self._lines[field].setdefault(line, {}).update(dict.fromkeys(laws))

    def _laws(self, rules: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self._rules.law, rules)))

    def _line(self, text: str, language: str) -> Line:
        return tuple(token for word in tokenize(text) for token in self._of_word(word.text, language))

    def _of_word(self, word: str, language: str) -> Line:
        folded, keys = fold(word), index_keys(word, language)
        _, *known = self._vocabulary.get(language, {}).get(folded, folded).split(" ")
        further = {_shortest(index_keys(key, language)) for key in known if key not in keys}
        own = _shortest(keys)
        found = (own, *sorted(further - {own}))
        self._tokens[folded].update(found)
        return found


class _LawLinks:
    """Where a law is read and what it is called, in the first text of a site that has it."""

    def __init__(self, services: ReaderServices, ui: UiLanguage) -> None:
        self._services = services
        self._ui = ui
        self._first = first_state(services, ui)

    def places(self, rule: str) -> dict[str, str]:
        """The first place of a rule in each text that the site has, the text that it shows first at the beginning."""
        places = self._services.rows.expressions_of(rule)
        return {key: places[key][0] for key in self._first.columns if key in places}

    def law(self, rule: str, places: Mapping[str, str]) -> dict[str, object]:
        """The values of a link to a law."""
        library = self._services.library
        key, place = next(iter(places.items()))
        number = ProvisionId.of(place)
        provision = library.provision(key, number)
        heading = provision.heading.text if provision and provision.heading else ""
        file, _ = site_file(self._services, self._first.to(by=key, place=str(number)))
        return {
            "rule": rule,
            "text": key,
            "id": str(number),
            "heading": sentence_case(heading),
            "file": relpath(file, self._ui),
        }


def _shortest(keys: Iterable[str]) -> str:
    return min(keys, key=lambda key: (len(key), key))


def _differences(ascending: Iterable[int]) -> list[int]:
    """Each number as the difference to the one before.

    >>> _differences([3, 4, 9])
    [3, 1, 5]
    """
    numbers = list(ascending)
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _bag(tokens: Counter[str], number: Mapping[str, int]) -> list[int]:
    """Pairs of a token, as the difference to the one before, and how often it is there."""
    out, before = [], 0
    for at, count in sorted((number[token], count) for token, count in tokens.items()):
        out += [at - before, count]
        before = at
    return out
