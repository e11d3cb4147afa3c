"""Sentences of a law as they are shown together: one snippet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.ids import ProvisionId
from index.search.wanted import Wanted, WordSpan, marks_of
from parser.lang.words import words_of

LONGEST_JOINED = 1000  # letters of several sentences: hardly any three of the laws are longer
ROOM = 600  # letters of several sentences with what follows them, or with more than CHOSEN
WITH_REST = 670  # letters with the rest of what is shown: half a rule is worse than a line more
BETWEEN = " … "


@dataclass(frozen=True)
class Excerpt:
    """A sentence that answers: its ``place``, the ``lead`` it goes on from, ``text`` as shown, ``marks`` in that."""

    place: str
    lead: str
    sentence: str
    text: str
    marks: tuple[WordSpan, ...]


def joined(
    excerpts: Sequence[Excerpt], language: str, wanted: Wanted, at: str = ""
) -> tuple[str, tuple[WordSpan, ...]]:
    """Sentences as one snippet with its marks: as many of them as there is room for, what they go on from said once.

    The best one is first, but those of its list are in the list's order. What is shown behind a sentence is shown here
    too where there is room for it. ``at`` is the place that is named beside the snippet, if one is: a sentence that
    stands elsewhere has its number before it.

    >>> first = Excerpt("62D1", "I stik 12:", "Den rettes.", "I stik 12: Den rettes.", ())
    >>> second = Excerpt("62D2", "I stik 12:", "Se § 16.", "I stik 12: Se § 16.", ())
    >>> joined([first, second], "da", Wanted())
    ('I stik 12: Den rettes. … Se § 16.', ())
    >>> joined([first, second], "da", Wanted(), "62D1")
    ('I stik 12: Den rettes. … § 62 D 2: Se § 16.', ())
    """
    if not excerpts:
        return "", ()
    best, shown = excerpts[0], {excerpts[0]: excerpts[0].sentence}
    for other in excerpts[1:]:
        longer = shown | {other: other.sentence}
        if len(_in_a_row(longer, language, at)) <= LONGEST_JOINED:
            shown = longer
    if len(shown) == 1:
        number = _number_of(best, at, language)
        return f"{number}{best.text}", tuple((start + len(number), end + len(number)) for start, end in best.marks)
    text = _in_a_row(shown, language, at)
    for one, sentence in shown.items():
        if (behind := _behind_lead(one)) != sentence:
            longer = shown | {one: behind}
            row = _in_a_row(longer, language, at)
            if len(row) <= WITH_REST and not _repeats(longer, language):
                shown, text = longer, row
    text = without_link(text, language)
    return text, marks_of(text, language, wanted)


def _in_a_row(shown: Mapping[Excerpt, str], language: str, at: str) -> str:
    """Excerpts, the best first, each by what is shown of it behind its lead."""
    best = next(iter(shown))
    own = [one for one in shown if one is best or (best.lead and best.place and one.lead == best.lead and one.place)]
    if len(own) > 1:
        # Choices of one list stand as in the text: "Godkänna spelet, eller … Begära ..."
        own.sort(key=lambda one: ProvisionId.of(one.place))
    pieces: list[str] = []
    lead = ""
    for one in (*own, *(other for other in shown if other not in own)):
        before = f"{unsaid(one.lead, pieces)} " if one.lead and one.lead != lead else ""
        pieces.append(f"{_number_of(one, at, language)}{before}{shown[one]}")
        lead = one.lead
    return BETWEEN.join(pieces)


def unsaid(lead: str, pieces: Sequence[str]) -> str:
    """A lead without the sentence it begins with where that has been said: "Der gælder så følgende:"."""
    said = next((piece for piece in pieces if lead.startswith(f"{piece} ")), "")
    return lead.removeprefix(said).lstrip()


def _behind_lead(excerpt: Excerpt) -> str:
    """What is shown of a sentence without what it goes on from; where that is cut, the sentence by itself."""
    text = excerpt.text.removeprefix(f"{excerpt.lead} ") if excerpt.lead else excerpt.text
    return text if text.startswith(excerpt.sentence) else excerpt.sentence


def _repeats(shown: Mapping[Excerpt, str], language: str) -> bool:
    """True where what is shown of one has the sentence of another: "godkende det, eller kræve et andet"."""
    bare = {one: without_link(one.sentence, language).removesuffix(" …") for one in shown}
    return any(bare[one] in text for one in shown for other, text in shown.items() if other is not one)


def _number_of(excerpt: Excerpt, at: str, language: str) -> str:
    """The number of an excerpt that stands elsewhere than at a place, as it is put before its words."""
    if not at or ProvisionId.of(at).contains(ProvisionId.of(excerpt.place)):
        return ""
    return f"{ProvisionId.of(excerpt.place).printed(language)}: "


def without_link(text: str, language: str) -> str:
    """A text that ends in the word before the next item of its list, without that word.

    >>> without_link("Parret genindtræder i turneringen, eller", "da")
    'Parret genindtræder i turneringen …'
    """
    whole, _, last = text.rpartition(" ")
    return f"{whole.rstrip(' ,;')} …" if whole and last.lower() in words_of(language).ands else text
