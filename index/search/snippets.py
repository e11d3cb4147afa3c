"""The sentence of a provision that answers a question, with the question's words marked in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum, log

from corpus import languages
from corpus.ids import ProvisionId
from corpus.text import CLAUSE_ENDS, sentences
from index.search.analyzer import fold, index_keys, tokenize, words_in
from index.search.search_words import AmountWords

LONGEST = 320
LONGEST_WITH_LEAD = 480  # letters of a sentence with what it goes on from: half of it says nothing
LONGEST_WHOLE = 480  # letters of one sentence that is not cut: what follows from a case is often said at its end
LONGEST_PAIR = 440  # letters of two sentences
NEARLY = 0.5  # of the best sentence's worth: from there on the second one is shown too
BETWEEN = " … "
SMALL = 0.1
# What a sentence is worth beside the others of its law: fitted to 80 questions whose answering sentence was chosen
# before anything was shown (tests/accuracy/snippets.toml), and rounded.
FIRST = 1.4  # the first sentence of a part, before those that refer to it: "Det gælder også ..."
WORD, NAME = 0.45, 0.35  # the rarest typed word, a whole term in other words
MEANING = 1.0  # a meaning of the question that no other sentence here has
AMOUNT = 1.0  # an amount where one was asked for
RANGE = 2.0  # "mindst 15, men under 20 minutter" where 17 is typed
APART_IN_RANGE = 3  # words between the two numbers of a range
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
    was asked for. ``meanings`` are the senses of the question's words, ``numbers`` those typed, which a range of one of
    ``units`` may hold.
    """

    words: WordWeights = field(default_factory=dict)
    names: Mapping[Name, float] = field(default_factory=dict)
    amounts: tuple[AmountWords, ...] = ()
    meanings: frozenset[str] = frozenset()
    numbers: frozenset[int] = frozenset()
    units: frozenset[str] = frozenset()


@dataclass(frozen=True)
class SnippetText:
    """A text in which a snippet is looked for, and what each sentence of it is ``worth`` already.

    ``lead`` is what it goes on from: "Det straffes, når". It is shown before the text's first sentence. ``rest`` is
    what follows a text that ends in the midst of a list: "..., eller". ``closes`` says that it stands behind a list.
    ``place`` is where the text stands.
    """

    text: str
    worth: float = 0.0
    lead: str = ""
    rest: str = ""
    closes: bool = False
    place: str = ""


@dataclass(frozen=True)
class Excerpt:
    """A sentence that answers: its ``place``, the ``lead`` it goes on from, ``text`` as shown, ``marks`` in that."""

    place: str
    lead: str
    sentence: str
    text: str
    marks: tuple[_Span, ...]


Meanings = Callable[[str, str], frozenset[str]]
"""The senses of the words of a text in a language."""


def _no_meanings(text: str, language: str) -> frozenset[str]:
    return frozenset()


def snippet(text: str, language: str, wanted: Wanted) -> tuple[str, tuple[_Span, ...]]:
    """The best sentences of a text, and the spans of what is wanted in them; as ``excerpts_of`` one part.

    >>> words = {"udspil": 2, "tur": 2, "for": 0.1, "uden": 0.1}
    >>> snippet("Se § 9. Et udspil uden for tur er vist.", "da", Wanted(words))
    ('Et udspil uden for tur er vist. … Se § 9.', ((3, 22),))
    """
    return joined(excerpts_of((SnippetText(text),), language, wanted), language, wanted)


def excerpts_of(
    parts: Sequence[SnippetText], language: str, wanted: Wanted, meanings: Meanings = _no_meanings
) -> tuple[Excerpt, ...]:
    """The best sentence of some parts, and the second best where it is worth nearly as much; none of nothing.

    Each is shown with those after it that LONGEST characters hold: often one is the rule, the other what follows from
    it. "Følgende gælder:" is shown only where there is nothing else. Where nothing is wanted, the beginning of the
    first text is the only one. What stands in few of the sentences tells them apart, and counts most.

    >>> parts = SnippetText("Spillet flyttes.", 0.5), SnippetText("Kortet er et strafkort.")
    >>> [excerpt.text for excerpt in excerpts_of(parts, "da", Wanted({"bord": 1.0}))]
    ['Spillet flyttes.', 'Kortet er et strafkort.']
    >>> [excerpt.text for excerpt in excerpts_of(parts, "da", Wanted({"strafkort": 2.5}))]
    ['Kortet er et strafkort.', 'Spillet flyttes.']
    >>> item = SnippetText("der er en trumf ude.", lead="Det koster et stik, når:")
    >>> [excerpt.text for excerpt in excerpts_of([item], "da", Wanted({"trumf": 1.0}))]
    ['Det koster et stik, når: der er en trumf ude.']
    >>> item = SnippetText("godkende det, eller", lead="Spilfører kan:", rest="kræve et andet.")
    >>> [excerpt.text for excerpt in excerpts_of([item], "da", Wanted({"godkende": 1.0}))]
    ['Spilfører kan: godkende det, eller kræve et andet.']
    """
    if not wanted.words and not wanted.meanings and not any(part.worth for part in parts):
        text, marks = _shortened(parts[0].text[: 2 * LONGEST].partition("\n")[0] if parts else "", ())
        return (Excerpt(parts[0].place, "", text, text, marks),) if parts else ()
    found = [_Candidate(part, at, piece, words) for part in parts for at, piece, words in _pieces(part, language)]
    told = [_told(one, language, wanted, meanings) for one in found]
    rarity = _rarity(told)
    worths = [
        (not one.piece.endswith(":"), fsum(rarity[key] * worth for key, worth in own.items()) + _worth(one, wanted))
        for one, own in zip(found, told, strict=True)
    ]
    order = sorted(range(len(found)), key=lambda number: (worths[number], -number), reverse=True)[:2]
    shown = _excerpt(found[order[0]], language, wanted) if order else None
    if shown is None or len(order) < 2:
        return () if shown is None else (shown,)
    (_, best), (is_whole, second) = (worths[number] for number in order)
    other = found[order[1]]
    if not is_whole or second < NEARLY * best or other.piece in shown.text:
        return (shown,)
    return shown, _excerpt(other, language, wanted)


def joined(excerpts: Sequence[Excerpt], language: str, wanted: Wanted) -> tuple[str, tuple[_Span, ...]]:
    """Sentences as one snippet with its marks: two of them where there is room, what both go on from said once.

    The best one is first, but of one list both are in its order.

    >>> first = Excerpt("62D1", "I stik 12:", "Den rettes.", "I stik 12: Den rettes.", ())
    >>> joined([first, Excerpt("62D2", "I stik 12:", "Se § 16.", "I stik 12: Se § 16.", ())], "da", Wanted())
    ('I stik 12: Den rettes. … Se § 16.', ())
    """
    if not excerpts:
        return "", ()
    best, *others = excerpts
    for other in others:
        first, second = best, other
        if best.lead and other.lead == best.lead and other.place and best.place:
            # Choices of one list stand as in the text: "Godkänna spelet, eller … Begära ..."
            first, second = sorted((best, other), key=lambda one: ProvisionId.of(one.place))
        lead = "" if second.lead == first.lead else second.lead
        pair = f"{_led(first.lead, first.sentence)}{BETWEEN}{_led(lead, second.sentence)}"
        if len(pair) <= LONGEST_PAIR:
            return pair, _marks(_words(pair, language), wanted)
    return best.text, best.marks


@dataclass(frozen=True)
class _Candidate:
    """The sentence with the number ``at`` of a part; ``words`` are with those of the lead of a first one."""

    part: SnippetText
    at: int
    piece: str
    words: tuple[_Known, ...]

    @property
    def lead(self) -> str:
        return "" if self.at else self.part.lead


def _pieces(part: SnippetText, language: str) -> Iterator[tuple[int, str, tuple[_Known, ...]]]:
    """The sentences, the first one with the words of what it goes on from."""
    for at, (piece, words) in enumerate(sentences_with_words(part.text, language)):
        yield at, piece, (*(_words(part.lead, language) if part.lead and not at else ()), *words)


def _told(one: _Candidate, language: str, wanted: Wanted, meanings: Meanings) -> dict[str, float]:
    """The words and the meanings of the question that a sentence has, each with its worth."""
    found, keys = wanted.words, wanted.words.keys()
    # Each word by its best key, and each key counted once.
    best = {max(hit, key=lambda key: (found[key], key)) for _, _, own in one.words if (hit := own & keys)}
    senses = wanted.meanings & meanings(one.piece, language) if wanted.meanings else ()
    return {**{key: WORD * found[key] for key in best}, **{f"={sense}": MEANING for sense in senses}}


def _rarity(told: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """How well what a sentence has tells it from the others: 1 for what no other has, about 0 for what all have."""
    count, often = len(told) + 1, Counter(key for own in told for key in own)
    return {key: log(count / (number + 0.5)) / log(count / 1.5) for key, number in often.items()}


def _worth(one: _Candidate, wanted: Wanted) -> float:
    """What a sentence is worth otherwise: by its place, by the terms in it, by the amounts in it."""
    names = NAME * fsum(weight for name, weight in _names_in(one.words, wanted) if _places(name, one.words))
    amount = AMOUNT if any(_has_amount(one.piece, kind) for kind in wanted.amounts) else 0.0
    held = RANGE if wanted.numbers and _holds(one.piece, wanted.numbers, wanted.units) else 0.0
    return one.part.worth + names + amount + held + (0.0 if one.at or one.part.closes else FIRST)


def _excerpt(one: _Candidate, language: str, wanted: Wanted) -> Excerpt:
    text, marks = _shown(one, language, wanted)
    return Excerpt(one.part.place, one.lead, one.piece, text, marks)


def _led(lead: str, sentence: str) -> str:
    return f"{lead} {sentence}" if lead else sentence


def _shown(best: _Candidate, language: str, wanted: Wanted) -> tuple[str, tuple[_Span, ...]]:
    """A sentence as it is shown: behind what it goes on from, before what follows as far as there is room."""
    pieces = [piece for piece, _ in sentences_with_words(best.part.text, language)[best.at :]]
    text = _with_next(pieces)
    if best.lead and len(best.lead) + len(pieces[0]) < LONGEST_WITH_LEAD:
        text = f"{best.lead} {text if len(best.lead) + len(text) < LONGEST else pieces[0]}"
        if best.part.rest and len(pieces) == 1 and len(text) + len(best.part.rest) < LONGEST_WITH_LEAD:
            text = f"{text} {best.part.rest}"
        return text, _marks(_words(text, language), wanted)
    return _shortened(text, _marks(_words(text, language), wanted))


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


def _marks(words: Sequence[_Known], wanted: Wanted) -> tuple[_Span, ...]:
    """The words and names that are wanted; what stands together, with small typed words between, is one mark.

    A word worth little is not marked by itself beside words that mean something: "for" and "som" are everywhere. Where
    all that was asked for stands together, nothing else is: not the "tur" of "var i tur" beside "udspil uden for tur".
    """
    keys = wanted.words.keys()
    strong = frozenset(key for key in keys if wanted.words[key] > SMALL) or keys
    heads = tuple(key for key in strong if len(key) >= SHORTEST_HEAD)
    first = {at: at for at, (_, _, own) in enumerate(words) if not own.isdisjoint(strong) or _ends_in(own, heads)}
    for name, _ in _names_in(words, wanted):
        for place in _places(name, words):
            first |= {at: min(place.start, first.get(at, at)) for at in place}
    runs: list[list[int]] = []
    for at in sorted(first):
        between = words[runs[-1][-1] + 1 : at] if runs else ()
        if runs and all(not word[2].isdisjoint(keys) for word in between):
            runs[-1].append(at)
        else:
            runs.append([at])
    # A run has as many things as its words and names begin at places.
    whole = [run for run in runs if len({first[at] for at in run}) >= max(2, len(strong))]
    return tuple((words[run[0]][0], words[run[-1]][1]) for run in whole or runs)


def _names_in(words: Sequence[_Known], wanted: Wanted) -> Iterator[tuple[Name, float]]:
    """The names of which each word is among some words; most names can be ruled out so."""
    held = frozenset[str]().union(*(own for _, _, own in words)) if wanted.names else frozenset[str]()
    return (item for item in wanted.names.items() if not any(held.isdisjoint(keys) for keys in item[0]))


def _places(name: Name, words: Sequence[_Known]) -> list[range]:
    """Where all words of a name stand together, in any order: in "en spiller spiller ud" the last two words."""
    found, known = [], frozenset[str]().union(*name)
    for start, word in enumerate(words):
        if not word[2].isdisjoint(known):
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
    words = list(map(fold, words_in(piece)))
    numbers = [word.isdigit() or word in amounts.numbers for word in words]
    return any(
        (numbers[at] and words[at + 1] in amounts.units) or (words[at] in amounts.units and words[at + 1].isdigit())
        for at in range(len(words) - 1)
    )


def _holds(piece: str, numbers: frozenset[int], units: frozenset[str]) -> bool:
    """True where a range of units holds one of the numbers: "mindst 15, men under 20 minutter" holds 17."""
    words = list(map(fold, words_in(piece)))
    for end, word in enumerate(words[:-1]):
        if word.isdecimal() and words[end + 1] in units:
            for before in words[max(0, end - 1 - APART_IN_RANGE) : end]:
                if before.isdecimal() and any(int(before) <= number < int(word) for number in numbers):
                    return True
    return False


def _shortened(piece: str, marks: tuple[_Span, ...]) -> tuple[str, tuple[_Span, ...]]:
    """Cut to LONGEST letters where it is longer than LONGEST_WHOLE: whole words, from a little before a mark."""
    if len(piece) <= LONGEST_WHOLE:
        return piece, marks
    first = marks[0][0] if marks else 0
    start = 0 if first < LONGEST // 2 else piece.rfind(" ", 0, first - LONGEST // 4) + 1
    end = len(piece) if start + LONGEST >= len(piece) else piece.rfind(" ", start, start + LONGEST)
    if end <= start:
        end = start + LONGEST
    before, after = ("… " if start else ""), (" …" if end < len(piece) else "")
    shift = len(before) - start
    return before + piece[start:end] + after, tuple((a + shift, b + shift) for a, b in marks if a >= start and b <= end)
