"""Terms that one language has two words for where another has one, counted over the aligned rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus import store
from corpus.alignment.rows import Alignment
from corpus.library import Library

NamesByConcept = Mapping[str, Mapping[str, Sequence[str]]]
"""The names of each concept by language: ``{"trick": {"da": ("stik",), "sv": ("stick", "spelomgång")}}``."""
RARE = 2
_ENDING = r"\w{0,4}"
_SAME_STEM = 4


@dataclass(frozen=True)
class VariedTranslation:
    """A concept that one text names by one word where the other has several, each at least ``RARE`` times.

    ``one_names`` and ``other_names`` are the words with their counts, the most used first: ``("stick (41)", ...)``.
    ``places`` is a provision of each text to look at.
    """

    concept: str
    one_names: tuple[str, ...]
    other_names: tuple[str, ...]
    places: tuple[str, str]


def load_names() -> NamesByConcept:
    """The names of the term table, the everyday ones too."""
    return {term.key: {language: term.forms(language) for language in term.names} for term in store.load_terms()}


def varied_translations(
    library: Library, alignment: Alignment, names: NamesByConcept, one: str, other: str
) -> Iterator[VariedTranslation]:
    """The concepts for which one of two expressions has several words where the other has one, by concept."""
    rows = [
        (next(iter(row.of(one))).id, next(iter(row.of(other))).id)
        for row in alignment.rows
        if row.kind == "provision" and row.of(one) and row.of(other)
    ]
    texts = [tuple(_text(library, key, place) for key, place in zip((one, other), at, strict=True)) for at in rows]
    languages = library[one].language, library[other].language
    for concept in sorted(names):
        named = [names[concept].get(language, ()) for language in languages]
        if not all(named):
            continue
        finders = [_NameFinder(forms) for forms in named]
        found: list[defaultdict[str, list[int]]] = [defaultdict(list), defaultdict(list)]
        for number, pair in enumerate(texts):
            used = [finder.names_in(text) for finder, text in zip(finders, pair, strict=True)]
            if all(used):
                for uses, words in zip(found, used, strict=True):
                    for word in words:
                        uses[word].append(number)
        often = [{w: at for w, at in uses.items() if len(at) >= RARE} for uses in found]
        several = max(often, key=len)
        if min(map(len, often)) == 1 and not _of_one_stem(several):
            rarest = min(several, key=lambda word: (len(several[word]), word))
            yield VariedTranslation(concept, _counted(often[0]), _counted(often[1]), rows[several[rarest][0]])


def _counted(uses: Mapping[str, Sequence[int]]) -> tuple[str, ...]:
    return tuple(f"{word} ({len(at)})" for word, at in sorted(uses.items(), key=lambda use: (-len(use[1]), use[0])))


class _NameFinder:
    """Finds the names of one concept; names that begin with the same ``_SAME_STEM`` letters count as one."""

    def __init__(self, names: Sequence[str]) -> None:
        self._heads: dict[str, str] = {}
        for name in names:
            same = next((n for n in self._heads.values() if n[:_SAME_STEM] == name[:_SAME_STEM]), name)
            self._heads[name.casefold()] = same
        forms = sorted(self._heads, key=lambda form: (-len(form), form))
        self._pattern = re.compile(r"\b(" + "|".join(map(re.escape, forms)) + r")" + _ENDING + r"\b")

    def names_in(self, text: str) -> set[str]:
        # Few paragraphs hold a given word: the pattern is only asked about those.
        if not any(form in text for form in self._heads):
            return set()
        return {self._heads[match[1]] for match in self._pattern.finditer(text)}


def _text(library: Library, key: str, place: str) -> str:
    """The words of a provision, casefolded."""
    provision = library.provision(key, place)
    return provision.text.casefold() if provision else ""


def _of_one_stem(names: Iterable[str]) -> bool:
    """True when all names share a stem, as noun and verb do: "krav" and "gøre krav på", "påspel" and "spela på"."""
    first, *others = map(str.casefold, names)
    return all(_share_stem(first, other) or _share_stem(other, first) for other in others)


def _share_stem(one: str, other: str) -> bool:
    stems = [word[:_SAME_STEM] for word in re.findall(r"\w+", one) if len(word) >= _SAME_STEM]
    return one in other or any(stem in other for stem in stems)
