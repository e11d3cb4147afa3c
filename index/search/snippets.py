"""The sentence of a provision that answers a question, with the question's words marked in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum

from corpus import languages
from corpus.text import CLAUSE_ENDS, sentences
from index.search.analyzer import fold, index_keys, tokenize
from index.search.search_words import AmountWords

LONGEST = 320
LONGEST_WITH_LEAD = 480  # letters of a sentence with what it goes on from: half of it says nothing
SMALL = 0.1
FIRST = 0.25  # what the first sentence of a part has before those that refer to it: "Det gælder også ..."
AMOUNT = 0.6  # what an amount is worth where one was asked for, in words of the question
SHORTEST_HEAD = 5  # letters of a typed word that a compound may end in
APART = 1  # other words that may stand between the words of one term

WordWeights = Mapping[str, float]
Name = tuple[frozenset[str], ...]
_Known = tuple[int, int, frozenset[str]]
_Span = tuple[int, int]
_Sentence = tuple[str, tuple[_Known, ...]]


@dataclass(frozen=True)
class Wanted:
    """What a sentence should have: keys of ``words`` with weights, whole ``names`` of what was asked for, with theirs.

    A name is the keys of each of its words; it counts only as a whole. ``amounts`` are the words of amounts where one
    was asked for.
    """

    words: WordWeights = field(default_factory=dict)
    names: Mapping[Name, float] = field(default_factory=dict)
    amounts: tuple[AmountWords, ...] = ()


@dataclass(frozen=True)
class SnippetText:
    """A text in which a snippet is looked for, and what each sentence of it is ``worth`` already.

    ``lead`` is what it goes on from: "Det straffes, når". It is shown before the text's first sentence.
    """

    text: str
    worth: float = 0.0
    lead: str = ""


def snippet(text: str, language: str, wanted: Wanted) -> tuple[str, tuple[_Span, ...]]:
    """The best sentence of a text, and the spans of what is wanted in it; as ``snippet_of`` one part.

    >>> words = {"udspil": 1, "tur": 1, "for": 0.1, "uden": 0.1}
    >>> snippet("Se § 9. Et udspil uden for tur er vist.", "da", Wanted(words))
    ('Et udspil uden for tur er vist.', ((3, 22),))
    """
    return snippet_of((SnippetText(text),), language, wanted)


def snippet_of(parts: Sequence[SnippetText], language: str, wanted: Wanted) -> tuple[str, tuple[_Span, ...]]:
    """The best sentence of some parts with those after it, at most LONGEST characters, and the spans of what is wanted.

    "Følgende gælder:" is shown only where there is nothing else. Where nothing is wanted, the beginning of the first
    text is the snippet.

    >>> parts = SnippetText("Spillet flyttes.", 0.5), SnippetText("Kortet er et strafkort.")
    >>> snippet_of(parts, "da", Wanted({"bord": 1.0}))[0], snippet_of(parts, "da", Wanted({"strafkort": 1.0}))[0]
    ('Spillet flyttes.', 'Kortet er et strafkort.')
    >>> item = SnippetText("der er en trumf ude.", lead="Det koster et stik, når:")
    >>> snippet_of([item], "da", Wanted({"trumf": 1.0}))[0]
    'Det koster et stik, når: der er en trumf ude.'
    """
    if not wanted.words and not any(part.worth for part in parts):
        return _shortened(parts[0].text[: 2 * LONGEST].partition("\n")[0] if parts else "", ())
    sentences_of = [(part, sentences_with_words(part.text, language)) for part in parts]
    worths = [
        (not piece.endswith(":"), _worth(piece, words, wanted) + part.worth + (0.0 if at else FIRST), -number, -at)
        for number, (part, pieces) in enumerate(sentences_of)
        for at, (piece, words) in enumerate(_with_lead(part, pieces, language))
    ]
    if not worths:
        return "", ()
    *_, number, at = max(worths)
    part, pieces = sentences_of[-number]
    text = _with_next([piece for piece, _ in pieces[-at:]])
    if part.lead and not at and len(part.lead) + len(pieces[0][0]) < LONGEST_WITH_LEAD:
        text = f"{part.lead} {text if len(part.lead) + len(text) < LONGEST else pieces[0][0]}"
        return text, _marks(_words(text, language), wanted)
    return _shortened(text, _marks(_words(text, language), wanted))


def _with_lead(part: SnippetText, pieces: Sequence[_Sentence], language: str) -> Iterator[_Sentence]:
    """The sentences, the first one with the words of what it goes on from."""
    for at, (piece, words) in enumerate(pieces):
        yield piece, (*(_words(part.lead, language) if part.lead and not at else ()), *words)


def _with_next(pieces: Sequence[str]) -> str:
    """A sentence with the next ones as far as there is room: what follows from a case is often said there."""
    text = pieces[0]
    for piece in pieces[1:]:
        if len(text) + len(piece) >= LONGEST or piece.endswith(":"):
            break
        text = f"{text} {piece}"
    return text


@lru_cache(maxsize=4096)
def sentences_with_words(text: str, language: str) -> tuple[_Sentence, ...]:
    """The sentences of a text, each with its words and their keys."""
    abbreviations = languages.language(language).abbreviations
    return tuple(
        (piece, _words(piece, language)) for piece in sentences(text, ends=CLAUSE_ENDS, abbreviations=abbreviations)
    )


@lru_cache(maxsize=4096)
def _words(piece: str, language: str) -> tuple[_Known, ...]:
    return tuple((word.start, word.end, index_keys(word.text, language)) for word in tokenize(piece))


def _worth(piece: str, words: Sequence[_Known], wanted: Wanted) -> float:
    """How much of what is wanted is in a sentence, each word by its best key and each key counted once."""
    found, keys = wanted.words, wanted.words.keys()
    hits = [hit for _, _, own in words if (hit := own & keys)]
    best = {max(hit, key=lambda key: (found[key], key)) for hit in hits}
    names = (weight for name, weight in wanted.names.items() if _places(name, words))
    # Summed exactly: the order of a set differs from run to run, and the last bit would choose the sentence.
    worth = fsum((*(found[key] for key in best), *names))
    if any(_has_amount(piece, kind) for kind in wanted.amounts):
        worth += AMOUNT
    return worth


def _marks(words: Sequence[_Known], wanted: Wanted) -> tuple[_Span, ...]:
    """The words and names that are wanted; what stands together, with small typed words between, is one mark.

    A word worth little is not marked by itself beside words that mean something: "for" and "som" are everywhere.
    """
    keys = wanted.words.keys()
    strong = frozenset(key for key in keys if wanted.words[key] > SMALL) or keys
    heads = tuple(key for key in strong if len(key) >= SHORTEST_HEAD)
    marked = {at for at, (_, _, own) in enumerate(words) if not own.isdisjoint(strong) or _ends_in(own, heads)}
    for name in wanted.names:
        for place in _places(name, words):
            marked.update(place)
    runs: list[list[int]] = []
    for at in sorted(marked):
        between = words[runs[-1][-1] + 1 : at] if runs else ()
        if runs and all(not word[2].isdisjoint(keys) for word in between):
            runs[-1].append(at)
        else:
            runs.append([at])
    return tuple((words[run[0]][0], words[run[-1]][1]) for run in runs)


def _places(name: Name, words: Sequence[_Known]) -> list[range]:
    """Where all words of a name stand together, in any order: in "en spiller spiller ud" the last two words."""
    found = []
    for start, word in enumerate(words):
        if any(not word[2].isdisjoint(keys) for keys in name):
            near = words[start : start + len(name) + (APART if len(name) > 1 else 0)]
            ends = [next((n for n, other in enumerate(near) if not other[2].isdisjoint(keys)), -1) for keys in name]
            if min(ends) >= 0 and len(set(ends)) == len(name):
                found.append(range(start, start + max(ends) + 1))
    return [
        place for place in found if not any(place.start < other.start < other.stop <= place.stop for other in found)
    ]


def _ends_in(word: frozenset[str], heads: tuple[str, ...]) -> bool:
    """True for a compound: "åbningsudspil" is a kind of "udspil"."""
    return any(key.endswith(heads) for key in word)


def _has_amount(piece: str, amounts: AmountWords) -> bool:
    """True where a number stands beside a unit: "kr. 200", "30 minutter", "to stik"; "§ 20" is none."""
    words = [fold(word.text) for word in tokenize(piece)]
    numbers = [word.isdigit() or word in amounts.numbers for word in words]
    return any(
        (numbers[at] and words[at + 1] in amounts.units) or (words[at] in amounts.units and words[at + 1].isdigit())
        for at in range(len(words) - 1)
    )


def _shortened(piece: str, marks: tuple[_Span, ...]) -> tuple[str, tuple[_Span, ...]]:
    """At most LONGEST letters, whole words, beginning a little before the first mark."""
    if len(piece) <= LONGEST:
        return piece, marks
    first = marks[0][0] if marks else 0
    start = 0 if first < LONGEST // 2 else piece.rfind(" ", 0, first - LONGEST // 4) + 1
    end = len(piece) if start + LONGEST >= len(piece) else piece.rfind(" ", start, start + LONGEST)
    if end <= start:
        end = start + LONGEST
    before, after = ("… " if start else ""), (" …" if end < len(piece) else "")
    shift = len(before) - start
    return before + piece[start:end] + after, tuple((a + shift, b + shift) for a, b in marks if a >= start and b <= end)
