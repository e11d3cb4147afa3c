"""How two languages of one edition differ: references, words of obligation, persons, rights, times, conditions, terms.

Every finding belongs to an aligned row and names what only one text has. A finding is a question to a translator, not a
verdict: people set its status in ``data/parity/judgements.toml`` (``index.comparison.parity_judgements``), which no
build writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import combinations
from typing import Literal, get_args

from corpus import languages, store
from corpus.alignment.rows import AlignedRow, Alignment
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.model import Prose, Reference
from corpus.registry import LAWS
from corpus.schema import FormatError, Loader, TextList
from corpus.text import sentences
from index.comparison.term_usage import NamesByConcept, load_names, varied_translations
from index.comparison.wording import (
    WORD_KINDS,
    ComparedText,
    WordClasses,
    WordKind,
    differing_classes,
    read_word_classes,
)

ParityKind = (
    Literal["reference", "reference-detail", "reference-habit", "number", "strength", "term", "note", "federation-note"]
    | WordKind
)
PARITY_KINDS: tuple[ParityKind, ...] = tuple(kind for kinds in get_args(ParityKind) for kind in get_args(kinds))
FindingKey = tuple[str, str, str, str, str, str]
"""What a judgement names a finding by: row, kind, the two texts, what each has."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?:\s?%|\s?procent\b)?|[^\W\d_]+", re.IGNORECASE)
_BEFORE, _AFTER = 3, 6
_APART = 0.2
"""Two words of obligation that differ are set against each other only at about the same place of their texts."""
CLASSES = ("may", "should", "shall", "need-not", "forbidden")


class ParityLexiconError(FormatError):
    """``strength.toml`` or ``numbers.toml`` cannot be read."""


@dataclass(frozen=True)
class ParityFinding:
    """A difference at a row: what ``one`` has and ``other`` lacks, and the other way round.

    ``one`` and ``other`` are expressions; for a term the row is ``term:<concept>``. ``places`` are the two provisions
    (empty where a text has none), for a term the first use of its rarest word.
    """

    row: str
    kind: ParityKind
    one: str
    other: str
    one_has: tuple[str, ...]
    other_has: tuple[str, ...]
    places: tuple[str, str] = ("", "")

    @property
    def key(self) -> FindingKey:
        """What makes it the same finding when the texts are compared again."""
        return (self.row, self.kind, self.one, self.other, "; ".join(self.one_has), "; ".join(self.other_has))


@dataclass(frozen=True)
class ObligationWord:
    """A word of obligation: its class, its place in the text (0 to 1), and as printed."""

    kind: str
    at: float
    printed: str


@dataclass(frozen=True)
class ParityLexicon:
    """The words of obligation, of number and of classes by language, from ``strength.toml``, ``numbers.toml`` and
    ``word-classes.toml`` in ``data/lexicon/``.
    """

    strength: Mapping[str, Mapping[str, Sequence[str]]]
    numbers: Mapping[str, Mapping[str, Sequence[str]]]
    classes: WordClasses

    def strengths(self, language: str, text: str) -> tuple[ObligationWord, ...]:
        """The words of obligation in order, each with its class: ``may``, ``should``, ``not-should``, ``shall`` ..."""
        if language not in self.strength:
            return ()
        found = []
        for match in self._patterns[language].finditer(text):
            kind = self._kinds[language][" ".join(match.group().casefold().split())]
            found.append(
                ObligationWord(self._turned(language, kind, text, match), match.start() / len(text), match.group())
            )
        return tuple(found)

    def _turned(self, language: str, kind: str, text: str, match: re.Match[str]) -> str:
        """The class with a "not" or "only" in the same clause taken in."""
        words = self.strength[language]
        before = re.findall(r"[\w-]+", re.split(r"[.;:,(]", text[: match.start()])[-1].casefold())[-_BEFORE:]
        after = re.findall(r"[\w-]+", re.split(r"[.;:,(]", text[match.end() :])[0].casefold())[:_AFTER]
        end = next((n for n, word in enumerate(after) if word in words["breaks"]), len(after))
        near = {*before[-1:], *after[:end], *(word for word in before if word in words["subject"])}
        if kind in ("may", "shall") and near & set(words["not"]):
            return "forbidden"
        if kind == "may" and near & set(words["only"]) and not _limits_agent(words, after):
            return "forbidden"
        return "not-should" if kind == "should" and near & set(words["not"]) else kind

    def values(self, language: str, text: str) -> frozenset[str]:
        """The numbers in a text, in figures: ``{"40%", "13"}``."""
        return frozenset(filter(None, (self._value(language, m.group()) for m in _NUMBER.finditer(text))))

    def _value(self, language: str, word: str) -> str:
        if word[0].isdecimal():  # not of "¹", which is the mark of a note
            figures = re.match(r"\d+(?:[.,]\d+)?", word)
            assert figures is not None
            return figures.group().replace(",", ".") + ("%" if figures.end() < len(word) else "")
        return self._words[language].get(word.casefold(), "")

    @cached_property
    def _patterns(self) -> Mapping[str, re.Pattern[str]]:
        out = {}
        for language, kinds in self._kinds.items():
            forms = sorted(kinds, key=lambda form: (-len(form), form))
            either = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in forms)
            out[language] = re.compile(rf"\b(?:{either})\b", re.IGNORECASE)
        return out

    @cached_property
    def _kinds(self) -> Mapping[str, Mapping[str, str]]:
        return {
            language: {form: kind for kind, forms in kinds.items() if kind in CLASSES for form in forms}
            for language, kinds in self.strength.items()
        }

    @cached_property
    def _words(self) -> Mapping[str, Mapping[str, str]]:
        return {
            language: {word: value for value, words in values.items() for word in words}
            for language, values in self.numbers.items()
        }


def load_findings(library: Library, alignment: Alignment) -> tuple[ParityFinding, ...]:
    """The report with the lexicons of ``data/``."""
    return parity_findings(library, alignment, load_parity_lexicon(), load_names())


def load_parity_lexicon() -> ParityLexicon:
    """The lexicons of ``data/``."""
    names = ("strength.toml", "numbers.toml", "word-classes.toml")
    return read_parity_lexicon(*(store.load_lexicon(name) for name in names))


def read_parity_lexicon(strength: str, numbers: str, classes: str) -> ParityLexicon:
    """The lexicons from the texts of ``strength.toml``, ``numbers.toml`` and ``word-classes.toml``.

    Raises ParityLexiconError or WordClassError naming the place.
    """
    load = Loader("data/lexicon/strength.toml", ParityLexiconError)
    words = load.convert(load.toml(strength.encode()), Mapping[str, Mapping[str, TextList]])  # type: ignore[type-abstract]
    for code, table in words.items():
        load.demand(("not", "only", "agent", "subject", "breaks", *CLASSES), table, code)
    load = Loader("data/lexicon/numbers.toml", ParityLexiconError)
    values = load.convert(load.toml(numbers.encode()), Mapping[str, Mapping[str, TextList]])  # type: ignore[type-abstract]
    # A language without words for its numbers has none that differ.
    return ParityLexicon(words, {code: {} for code in words} | dict(values), read_word_classes(classes))


def parity_findings(
    library: Library, alignment: Alignment, lexicon: ParityLexicon, names: NamesByConcept
) -> tuple[ParityFinding, ...]:
    """All findings for every two languages of one edition, by row."""
    out: list[ParityFinding] = []
    laws = [e for e in library.expressions if e.work == LAWS]
    for one, other in combinations(laws, 2):
        if one.edition == other.edition:
            comparer = Comparer(library, alignment, lexicon, one.key, other.key)
            out += [finding for row in alignment.rows if row.kind == "provision" for finding in comparer.row(row)]
            out += [
                ParityFinding(f"term:{u.concept}", "term", one.key, other.key, u.one_names, u.other_names, u.places)
                for u in varied_translations(library, alignment, names, one.key, other.key)
            ]
    return tuple(out)


class Comparer:
    """Compares two expressions of one edition row by row."""

    def __init__(self, library: Library, alignment: Alignment, lexicon: ParityLexicon, one: str, other: str) -> None:
        self._library, self._alignment, self._lexicon = library, alignment, lexicon
        self._keys = (one, other)

    def row(self, row: AlignedRow) -> Iterator[ParityFinding]:
        """The findings at one row; none where a text has no words for it."""
        places = self._places(row)
        if all(places):
            yield from self._references(row.key, places)
            for kind, has in (("number", self._numbers), ("strength", self._strengths), ("note", self._notes)):
                one, other = has(places)
                if one or other:
                    yield self._finding(row.key, kind, places, one, other)  # type: ignore[arg-type]
            yield from self._words(row.key, places)

    def references(self, row: AlignedRow) -> Iterator[ParityFinding]:
        """Those findings at one row that are about references."""
        places = self._places(row)
        if all(places):
            yield from self._references(row.key, places)

    def _places(self, row: AlignedRow) -> tuple[str, ...]:
        return tuple(next((cell.id for cell in row.of(key)), "") for key in self._keys)

    def _finding(
        self, row: str, kind: ParityKind, places: Sequence[str], one: Iterable[str], other: Iterable[str]
    ) -> ParityFinding:
        return ParityFinding(row, kind, *self._keys, tuple(one), tuple(other), (places[0], places[1]))

    def _references(self, row: str, places: Sequence[str]) -> Iterator[ParityFinding]:
        targets = [self._targets(key, place) for key, place in zip(self._keys, places, strict=True)]
        only = [sorted(mine - theirs, key=_order) for mine, theirs in (targets, targets[::-1])]
        near = [self._near(key, place) for key, place in zip(self._keys, places, strict=True)]
        lacking, detail = zip(
            *(
                ([t for t in mine if not _related(t, theirs)], [t for t in mine if _related(t, theirs)])
                for mine, theirs in ((only[0], targets[1] | near[1]), (only[1], targets[0] | near[0]))
            ),
            strict=True,
        )
        if any(lacking):
            yield self._finding(row, "reference", places, *lacking)
        if any(detail):
            yield self._finding(row, "reference-detail", places, *detail)

    def _targets(self, key: str, place: str) -> frozenset[str]:
        """What the references of a provision and its notes lead to, by the identity shared by the languages."""
        found = [r for r in self._library.references(key, place) if r.anchor.where in ("body", "heading")]
        for note in self._library.notes(key, place):
            found += self._library.references(key, note.key)
        targets = (target.id for reference in found for target in reference.targets if target.work == LAWS)
        return frozenset(self._identity(key, target) for target in targets if not _itself(place, target))

    def _identity(self, key: str, target: str) -> str:
        """What a target is in every language: the shared number, or the concept that a definition explains."""
        if is_provision_id(target):
            return self._library.wid(key, target)
        row = self._alignment.row_of(key, target)
        return row.key if row else target

    def _near(self, key: str, place: str) -> frozenset[str]:
        """The targets of the parent and the parts: the same reference may be one level up or down."""
        provision = self._library.provision(key, place)
        around = [str(child.id) for child in provision.children] if provision else []
        parent = ProvisionId.of(place).parent
        return frozenset(t for p in (*around, *([str(parent)] if parent else [])) for t in self._targets(key, p))

    def _numbers(self, places: Sequence[str]) -> tuple[list[str], list[str]]:
        values = [
            self._lexicon.values(self._language(key), self._text(key, place, cited=False))
            for key, place in zip(self._keys, places, strict=True)
        ]
        only = [sorted(mine - theirs) for mine, theirs in (values, values[::-1])]
        # "Two" is also "both", "the other" and "second": alone it means nothing.
        return [v for v in only[0] if v != "2"], [v for v in only[1] if v != "2"]

    def _strengths(self, places: Sequence[str]) -> tuple[list[str], list[str]]:
        """The words of obligation that differ when both texts are read in order."""
        one, other = (
            self._lexicon.strengths(self._language(key), self._text(key, place))
            for key, place in zip(self._keys, places, strict=True)
        )
        return _differing(one, other)

    def _words(self, row: str, places: Sequence[str]) -> Iterator[ParityFinding]:
        """The persons, rights, times and conditions that only one text names, in its own words."""
        one, other = (self._compared(key, place) for key, place in zip(self._keys, places, strict=True))
        only = differing_classes(self._lexicon.classes, one, other)
        for kind in WORD_KINDS:
            mine, theirs = ([found.printed for found in side if found.kind == kind] for side in only)
            if mine or theirs:
                yield self._finding(row, kind, places, mine, theirs)

    def _compared(self, key: str, place: str) -> ComparedText:
        """A provision's sentences without citations, and what is around them; none where a table has its words."""
        provision = self._library.provision(key, place)
        parent = ProvisionId.of(place).parent
        near = [str(parent)] if parent else []
        near += [str(child.id) for child in provision.children] if provision else []
        around = [self._text(key, one, cited=False) for one in near]
        around += [note.text for note in self._library.notes(key, place)]
        around += [f"{one.printed} {one.gloss}" for one in self._library.references(key, place)]
        tables = any(not isinstance(block, Prose) for block in provision.own_blocks) if provision else False
        abbreviations = languages.language(self._language(key)).abbreviations
        own = () if tables else sentences(self._text(key, place, cited=False), abbreviations=abbreviations)
        headings = "\n".join(heading for _, heading in self._library.heading_path(key, place))
        return ComparedText(self._language(key), own, headings, "\n".join(around))

    def _notes(self, places: Sequence[str]) -> tuple[list[str], list[str]]:
        """Notes where only one text has any; a federation's own notes are no fault of a translation."""
        one, other = (
            [f"{n.marker} ({n.origin})" for n in self._library.notes(key, place)]
            for key, place in zip(self._keys, places, strict=True)
        )
        return ([], []) if bool(one) == bool(other) else (one, other)

    def _language(self, key: str) -> str:
        return self._library[key].language

    def _text(self, key: str, place: str, cited: bool = True) -> str:
        """The own words of a provision; without its citations on request, since their numbers are compared apart."""
        provision = self._library.provision(key, place)
        blocks = provision.own_blocks if provision else ()
        references = self._library.references(key, place)
        texts = [
            block.text if cited else _without(block.text, [r for r in references if r.anchor.block == number])
            for number, block in enumerate(blocks)
            if isinstance(block, Prose)
        ]
        return "\n".join(texts)


def _limits_agent(words: Mapping[str, Sequence[str]], after: Sequence[str]) -> bool:
    """True for "får endast dras av motståndarna": the "only" is about who does it, not about what may be done."""
    at = next((n for n, word in enumerate(after) if word in words["only"]), len(after))
    done = after[at + 1 : at + 2]
    return bool(done) and done[0].endswith("s") and bool(set(words["agent"]) & set(after[at + 2 : at + 4]))


def _without(text: str, references: Iterable[Reference]) -> str:
    """A text with blanks in place of its citations and of what explains them in brackets."""
    out = text
    for reference in references:
        if reference.anchor.where == "body":
            start, end = reference.anchor.start, reference.anchor.end
            gloss = re.compile(rf"\s*\({re.escape(reference.gloss)}\)").match(text, end)
            end = gloss.end() if reference.gloss and gloss else end
            out = out[:start] + " " * (end - start) + out[end:]
    return re.sub(r"\(?\b\d+[A-Z]\w*\)?|\b(?:Lag|§§?)\s*\d+\w*", " ", out)


def _differing(one: Sequence[ObligationWord], other: Sequence[ObligationWord]) -> tuple[list[str], list[str]]:
    """The words that differ in class where both texts, read in order, have one at about the same place."""
    left: list[str] = []
    right: list[str] = []
    kinds = [word.kind for word in one], [word.kind for word in other]
    # rapidfuzz pairs other words: 145 findings in the place of 140, of which those judged are known by their words.
    for step, a, b, c, d in SequenceMatcher(None, *kinds, autojunk=False).get_opcodes():
        if step != "equal":
            for mine in one[a:b]:
                near = [theirs for theirs in other[c:d] if abs(theirs.at - mine.at) <= _APART]
                theirs = min(near, key=lambda word: abs(word.at - mine.at), default=None)
                if theirs is not None and theirs.printed not in right:
                    left.append(f"{mine.printed.casefold()} ({mine.kind})")
                    right.append(f"{theirs.printed.casefold()} ({theirs.kind})")
    return left, right


def _itself(place: str, target: str) -> bool:
    """True for "this law" and "this paragraph": the target is the place of the reference, or holds it."""
    return is_provision_id(target) and ProvisionId.of(target).contains(ProvisionId.of(place))


def _related(target: str, others: Iterable[str]) -> bool:
    """True when a target is above or below one of the others, or is one of them."""
    if not is_provision_id(target):
        return target in others
    place = ProvisionId.of(target)
    known = [ProvisionId.of(other) for other in others if is_provision_id(other)]
    return any(place.contains(other) or other.contains(place) for other in known)


def _order(place: str) -> tuple[bool, tuple[tuple[int, int], ...], str]:
    if is_provision_id(place):
        return (False, ProvisionId.of(place).sort_key, place)
    return (True, (), place)
