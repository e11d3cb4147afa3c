"""What a reader of meaning is given of a decision: one short text of what the director ruled and the body says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from corpus.precedents.decision import SectionKind
from parser.decisions.clauses import MASK
from parser.decisions.outcomes import DecisionReader
from parser.decisions.scores import Statement
from parser.decisions.spoken import SPOKEN

LONGEST = 1400  # letters of a window at most
_BODY = 800  # letters of what the body says
_RULING = 200  # of what the director ruled
_SENTENCE = 320
# The sections from which sentences are taken first, as long as there is room.
_RANKS: tuple[tuple[SectionKind, ...], ...] = (
    ("decision",),
    ("rubric", "deposit"),
    ("reasoning",),
    ("introduction", "other", "facts"),
)
# What a part is, in words that the model knows; the same for every language.
_MARKS: dict[SectionKind, str] = {
    "decision": "afgørelse",
    "deposit": "depositum",
    "rubric": "resumé",
    "reasoning": "begrundelse",
    "introduction": "sag",
    "other": "sag",
    "facts": "fakta",
}


@dataclass(frozen=True)
class WindowSentence:
    """A sentence that the body speaks, in small letters, and where it stands; ``order`` counts them."""

    words: str
    kind: SectionKind
    place: Statement
    asks: bool
    order: int


@dataclass(frozen=True)
class DecisionWindow:
    """``text`` is what a model is given, ``sentences`` those of the body in it."""

    text: str
    sentences: tuple[WindowSentence, ...]


class WindowReader(DecisionReader):
    """Reads the text by which a decision's outcome is judged as a whole."""

    @cached_property
    def window(self) -> DecisionWindow:
        """Who appealed, what the director ruled and what the body says, most of it from the end."""
        return self.window_of(SPOKEN)

    @property
    def is_headed(self) -> bool:
        """True where a section is headed as the one that decides."""
        return any(section.kind == "decision" for section in self._sections)

    def window_of(self, kinds: Sequence[SectionKind]) -> DecisionWindow:
        """The window as if the body spoke in sections of these kinds only."""
        chosen = _fitting([one for one in self._window_sentences() if one.kind in kinds])
        parts = [f"klager: {self._appellant}."] if self._appellant else []
        if ruling := self._directed(" ".join(one.words for one in chosen)):
            parts.append(f"TL: {ruling}")
        mark = ""
        for one in chosen:
            if _MARKS[one.kind] != mark:
                mark = _MARKS[one.kind]
                parts.append(f"## {mark}:")
            parts.append(one.words + ("?" if one.asks else "."))
        return DecisionWindow(" ".join(parts), tuple(chosen))

    def _window_sentences(self) -> Iterator[WindowSentence]:
        for order, (clause, at) in enumerate(self._clauses(SPOKEN)):
            words = _readable(clause.sentence) if clause.first else ""
            if len(words) > 1:
                place = Statement("", *at, clause.start, clause.end)
                yield WindowSentence(words[-_SENTENCE:], self._sections[at[0]].kind, place, clause.asks, order)

    def _directed(self, told: str) -> str:
        """What the director ruled, where it is not among ``told``."""
        own = " ".join(p for s in self._sections if s.kind == "ruling" for p in s.paragraphs)
        if not own:
            clauses = (c for c, _ in self._clauses(SPOKEN) if c.first and self._says("clauses", "director", c.sentence))
            own = ". ".join(words for c in clauses if (words := _readable(c.sentence)) not in told)
        return _readable(own.lower())[:_RULING]


def sentence_window(words: str) -> str:
    """A window of one sentence that decides.

    >>> sentence_window("kendelsen stadfæstes.")
    '## afgørelse: kendelsen stadfæstes.'
    """
    return f"## {_MARKS['decision']}: {words.rstrip('.')}."


def _fitting(found: Sequence[WindowSentence]) -> list[WindowSentence]:
    """Sentences in their order: from the last backwards, those of the sections that decide first."""
    left, chosen = _BODY, []
    for kinds in _RANKS:
        own = [one for one in found if one.kind in kinds]
        # Under a long heading the first sentence often says it, and the last ones always belong to it.
        for one in [*own[:1], *reversed(own[1:])] if kinds == ("decision",) else reversed(own):
            if left <= 0:
                break
            chosen.append(one)
            left -= len(one.words) + 2
    return sorted(chosen, key=lambda one: one.order)


def _readable(text: str) -> str:
    """A sentence with a sign for each citation and quotation, and without what is drawn."""
    text = re.sub("·+", "…", re.sub(f"{MASK}+", "§", text))
    return re.sub(r"[\s|_*#>~=-]{2,}", " ", text).strip(" \n\t.*_#|>")
