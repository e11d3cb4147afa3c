"""The sentence of a provision that answers a question, with the question's words marked in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import takewhile
from math import fsum, log
from typing import NamedTuple

from corpus import languages
from corpus.ids import ProvisionId, is_provision_id
from corpus.text import CLAUSE_ENDS, sentences
from index.search.amounts import has_amount, holds_number
from index.search.excerpts import BETWEEN, ROOM, Excerpt, joined, without_link
from index.search.wanted import KnownWord, Wanted, WordSpan, keys_of, marks_of, names_in, places_of, words_with_keys
from index.search.whole_lists import LawSentence, completed
from parser.lang.words import words_of

LONGEST = 320
TERSE = 4  # keys of a question's words, at most
LONGEST_WITH_LEAD = 480  # letters of a sentence with what it goes on from: half of it says nothing
LONGEST_WHOLE = 480  # letters of one sentence that is not cut: what follows from a case is often said at its end
CHOSEN, MOST = 3, 5  # sentences: so many however long they are, and as far as there is room
NEARLY = 0.5  # of the best sentence's worth: from there on others are shown too
FOLLOWING = 5  # sentences behind the best one that may be shown
LITTLE = 400  # letters up to which they are, wherever they stand
# What a sentence is worth beside the others of its law: fitted to 80 questions whose answering sentence was chosen
# before anything was shown (tests/accuracy/snippets.toml), and rounded.
FIRST = 1.4  # the first sentence of a part, before those that refer to it: "Det gælder også ..."
WORD, NAME = 0.45, 0.35  # the rarest typed word, a whole term in other words
MEANING = 1.0  # a meaning of the question that no other sentence here has
AMOUNT = 1.0  # an amount where one was asked for
RANGE = 2.0  # "mindst 15, men under 20 minutter" where 17 is typed

_Sentence = tuple[str, tuple[KnownWord, ...]]


class SnippetText(NamedTuple):
    """A text in which a snippet is looked for, and what each sentence of it is ``worth`` already.

    ``lead`` is what it goes on from: "Det straffes, når". It is shown before the text's first sentence. ``rest`` is
    what follows a text that ends in the midst of a list: "..., eller". ``closes`` says that it stands behind a list.
    ``place`` is where the text stands, ``is_main`` says that what happens in the case the law is about stands there.
    """

    text: str
    worth: float = 0.0
    lead: str = ""
    rest: str = ""
    closes: bool = False
    place: str = ""
    is_main: bool = False


Meanings = Callable[[str, str], frozenset[str]]
"""The senses of the words of a text in a language."""


def _no_meanings(text: str, language: str) -> frozenset[str]:
    return frozenset()


def snippet(text: str, language: str, wanted: Wanted) -> tuple[str, tuple[WordSpan, ...]]:
    """The best sentences of a text, and the spans of what is wanted in them; as ``excerpts_of`` one part.

    >>> words = {"udspil": 2, "tur": 2, "for": 0.1, "uden": 0.1}
    >>> snippet("Se § 9. Et udspil uden for tur er vist.", "da", Wanted(words))
    ('Et udspil uden for tur er vist. … Se § 9.', ((3, 22),))
    """
    return joined(excerpts_of((SnippetText(text),), language, wanted), language, wanted)


def excerpts_of(
    parts: Sequence[SnippetText],
    language: str,
    wanted: Wanted,
    meanings: Meanings = _no_meanings,
    complete: bool = True,
) -> tuple[Excerpt, ...]:
    """The best sentence of some parts, and up to two worth nearly as much, rather of other parts; none of nothing.

    To ``complete`` them more follow where there is room, first what stands below the best one; and where few words name
    a case, its rule is first if that has all that the best one has of them, which may be an exception. Each is shown
    with those after it that LONGEST characters hold: often one is the rule, the other what follows from it. "Følgende
    gælder:" is shown only where there is nothing else. Where nothing is wanted, the beginning of the first text is the
    only one. What stands in few of the sentences tells them apart, and counts most.

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
    found = [_Candidate(part, *piece) for part in parts for piece in _pieces(part.text, part.lead, language)]
    told = [_told(one, language, wanted, meanings) for one in found]
    rarity = _rarity(told)
    worths = [
        (
            not _is_lead(one.piece, language),
            fsum(rarity[key] * worth for key, worth in own.items()) + _worth(one, wanted),
        )
        for one, own in zip(found, told, strict=True)
    ]
    order = sorted(range(len(found)), key=lambda number: (worths[number], -number), reverse=True)
    if not order:
        return ()
    best, least = found[order[0]], (True, NEARLY * worths[order[0]][1])
    near = [found[at] for at in takewhile(lambda at: worths[at] >= least, order[1:])]
    missing = wanted.strong - best.held if len(wanted.strong) <= TERSE else frozenset()

    def turn(one: _Candidate) -> tuple[int, int]:
        # Of few words each was typed for a reason: what has a missing one stands mostly right below the best sentence.
        completes = one.part is best.part and not missing.isdisjoint(one.held)
        return (0, one.at) if completes else (1 + (one.part.place == best.part.place), 0)

    show = partial(_excerpt, language=language, wanted=wanted)
    shown = [show(best)]
    if complete and len(wanted.strong) <= TERSE and not best.part.is_main:
        # By words alone where there are any: "straffkort" means a penalty too, but was not asked for.
        asked = told[order[0]].keys() & wanted.strong or told[order[0]].keys()
        for at in (at for at in order if found[at].is_rule):
            if asked <= told[at].keys() | _senses(found[at].lead, language, wanted, meanings):
                shown.insert(0, show(found[at]))
                break
    for one in sorted(near, key=turn):
        if len(shown) < CHOSEN and _is_new(one, shown):
            shown.append(show(one))
    if not complete:
        return tuple(shown)
    behind = [one for one in found[order[0] + 1 : order[0] + 1 + FOLLOWING] if not _is_lead(one.piece, language)]
    return _whole(_with_more(shown, best.part.place, near, behind, show), found, show)


def _whole(
    shown: Sequence[Excerpt], found: Sequence[_Candidate], show: Callable[[_Candidate], Excerpt]
) -> tuple[Excerpt, ...]:
    """Sentences with those that their lists and paragraphs lack."""
    numbers = {(one.part.place, one.piece): number for number, one in enumerate(found)}
    known = {numbers[one.place, one.sentence]: one for one in shown}
    law = [LawSentence(one.part.place, one.at, one.piece, one.part.lead) for one in found]
    return tuple(known.get(number) or show(found[number]) for number in completed(list(known), law, CHOSEN, MOST))


def _with_more(
    chosen: Sequence[Excerpt],
    place: str,
    near: Sequence[_Candidate],
    behind: Sequence[_Candidate],
    show: Callable[[_Candidate], Excerpt],
) -> tuple[Excerpt, ...]:
    """Chosen sentences with others as far as there is room: those below the best one's ``place``, others worth nearly
    as much, and where little is shown those behind the best one.
    """
    shown = list(chosen)
    below = [one for one in behind if _is_below(one.part.place, place)]
    for room, others in ((ROOM, below), (ROOM, near), (LITTLE, behind)):
        for one in others:
            letters = len(one.piece) + sum(len(other.sentence) + len(BETWEEN) for other in shown)
            if len(shown) < MOST and letters <= room and _is_new(one, shown):
                shown.append(show(one))
    return tuple(shown)


def _is_below(place: str, other: str) -> bool:
    """True for a place of the other one, itself too; of a definition for that alone."""
    is_other = is_provision_id(place) and is_provision_id(other)
    return place == other or (is_other and ProvisionId.of(other).contains(ProvisionId.of(place)))


def _is_new(one: _Candidate, shown: Sequence[Excerpt]) -> bool:
    """True for a sentence that no other shows already as what follows it."""
    return not any(one.piece in other.text or one.piece == other.sentence for other in shown)


@dataclass(frozen=True)
class _Candidate:
    """The sentence with the number ``at`` of a part; ``words`` are with those of the lead of a first one, ``held`` all
    their keys.
    """

    part: SnippetText
    at: int
    piece: str
    words: tuple[KnownWord, ...]
    held: frozenset[str]

    @property
    def lead(self) -> str:
        return "" if self.at else self.part.lead

    @property
    def is_rule(self) -> bool:
        """True for the sentence that says what happens in the case the law is about."""
        return self.part.is_main and not self.at and not self.piece.endswith(":")


@lru_cache(maxsize=4096)
def _pieces(text: str, lead: str, language: str) -> tuple[tuple[int, str, tuple[KnownWord, ...], frozenset[str]], ...]:
    """The sentences of a text, the first one with the words of the lead it goes on from."""
    out = []
    for at, (piece, own) in enumerate(sentences_with_words(text, language)):
        words = own if at or not lead else (*words_with_keys(lead, language), *own)
        out.append((at, piece, words, keys_of(words)))
    return tuple(out)


def _told(one: _Candidate, language: str, wanted: Wanted, meanings: Meanings) -> dict[str, float]:
    """The words and the meanings of the question that a sentence has, each with its worth."""
    found, keys = wanted.words, wanted.words.keys()
    # Each word by its best key, and each key counted once.
    best = set[str]()
    if not one.held.isdisjoint(keys):
        hits = (own & keys for _, _, own in one.words if not own.isdisjoint(keys))
        best = {next(iter(hit)) if len(hit) == 1 else max(hit, key=lambda key: (found[key], key)) for hit in hits}
    senses = _senses(one.piece, language, wanted, meanings)
    return {**{key: WORD * found[key] for key in best}, **dict.fromkeys(senses, MEANING)}


def _senses(text: str, language: str, wanted: Wanted, meanings: Meanings) -> frozenset[str]:
    """The meanings of the question that a text has, each as a key that no word has."""
    return frozenset(f"={sense}" for sense in (wanted.meanings and wanted.meanings & meanings(text, language)))


def _rarity(told: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """How well what a sentence has tells it from the others: 1 for what no other has, about 0 for what all have."""
    count, often = len(told) + 1, Counter(key for own in told for key in own)
    return {key: log(count / (number + 0.5)) / log(count / 1.5) for key, number in often.items()}


def _worth(one: _Candidate, wanted: Wanted) -> float:
    """What a sentence is worth otherwise: by its place, by the terms in it, by the amounts in it."""
    names = NAME * fsum(weight for name, weight in names_in(one.held, wanted) if places_of(name, one.words))
    amount = AMOUNT if any(has_amount(one.piece, kind) for kind in wanted.amounts) else 0.0
    held = RANGE if wanted.numbers and holds_number(one.piece, wanted.numbers, wanted.units) else 0.0
    return one.part.worth + names + amount + held + (0.0 if one.at or one.part.closes else FIRST)


def _excerpt(one: _Candidate, language: str, wanted: Wanted) -> Excerpt:
    text, marks = _shown(one, language, wanted)
    return Excerpt(one.part.place, one.lead, one.piece, text, marks)


def _shown(best: _Candidate, language: str, wanted: Wanted) -> tuple[str, tuple[WordSpan, ...]]:
    """A sentence as it is shown: behind what it goes on from, before what follows as far as there is room."""
    pieces = [piece for piece, _ in sentences_with_words(best.part.text, language)[best.at :]]
    text = _with_next(pieces)
    if not best.lead or len(best.lead) + len(pieces[0]) >= LONGEST_WITH_LEAD:
        text = without_link(text, language)
        return _shortened(text, marks_of(text, language, wanted))
    text = f"{best.lead} {text if len(best.lead) + len(text) < LONGEST else pieces[0]}"
    if best.part.rest and len(pieces) == 1 and len(text) + len(best.part.rest) < LONGEST_WITH_LEAD:
        text = f"{text} {best.part.rest}"
    text = without_link(text, language)
    return text, marks_of(text, language, wanted)


def _is_lead(piece: str, language: str) -> bool:
    """True for what only leads to a list: "Følgende gælder:", "... bestemmer turneringslederen, om"."""
    return piece.endswith(":") or piece.rpartition(" ")[2].lower() in words_of(language).openers


def _with_next(pieces: Sequence[str]) -> str:
    """A sentence with the next ones as far as there is room: what follows from a case is often said there."""
    text = pieces[0]
    for piece in pieces[1:]:
        if len(text) + len(piece) >= LONGEST or piece.endswith(":"):
            break
        text = f"{text} {piece}"
    return text


def sentences_of(text: str, language: str) -> tuple[str, ...]:
    """The sentences and clauses of a text that may be shown by themselves.

    >>> sentences_of("Se fx § 9: Spilleren passer.", "da")
    ('Se fx § 9:', 'Spilleren passer.')
    """
    return tuple(sentences(text, ends=CLAUSE_ENDS, abbreviations=languages.language(language).abbreviations))


@lru_cache(maxsize=4096)
def sentences_with_words(text: str, language: str) -> tuple[_Sentence, ...]:
    """The sentences of a text, each with its words and their keys."""
    return tuple((piece, words_with_keys(piece, language)) for piece in sentences_of(text, language))


def _shortened(piece: str, marks: tuple[WordSpan, ...]) -> tuple[str, tuple[WordSpan, ...]]:
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
