"""What a decision says as a whole: where its words leave a field open, and as a doubt on them.

A model that is handed in makes one vector of the decision's window (``parser.decisions.windows``); learnt weights make
of it how probable each outcome is, what became of the deposit, whether all were of one mind, and that none is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from corpus.schema import FormatError, Loader
from corpus.vectors import DIMENSIONS, softmax
from parser.decisions.scores import Statement
from parser.decisions.spoken import SPOKEN
from parser.decisions.windows import WindowReader, WindowSentence, sentence_window

FloatArray = npt.NDArray[np.float64]

COLUMNS = ("upheld", "changed", "partly-changed", "dismissed", "withdrawn", "referred", "")
# What is asked of a vector, and the answers: of a decision's window (``decided``: does it tell who decided), of a date,
# and of a body that it names.
TASKS: dict[str, tuple[str, ...]] = {
    "outcome": COLUMNS,
    "deposit": ("returned", "forfeited", ""),
    "unanimous": ("yes", "no", ""),
    "decided": ("yes", "no"),
    "day": ("yes", "no"),
    "body": ("yes", "no"),
}
MeantTask = Literal["outcome", "deposit", "unanimous"]
MEANT: tuple[MeantTask, ...] = get_args(MeantTask)


@dataclass(frozen=True)
class Limits:
    """What words tell is taken back where it is less probable than ``doubted``.

    Where they tell nothing, meaning tells what is at least as probable as ``sure``.
    """

    doubted: float
    sure: float


EVEN = 0.5
LIMITS = {
    "outcome": Limits(0.13, 0.9),
    "deposit": Limits(0.05, 0.97),
    "unanimous": Limits(0.005, 0.92),
    "decided": Limits(0.8, 0.8),
    "day": Limits(0.1, 0.8),
    "body": Limits(0.8, 0.9),
}
MEANT_ALONE = 0.5  # a sentence under the heading of the decision, which is then not doubted for what stands around it
_PLAIN = ("dismissed", "withdrawn", "referred")  # outcomes that are told in words of their own
_ON_VOTES = ("yes", "agreed", "dissent", "majority", "votes", "none_against", "differs")
_SPOKEN = 12  # letters of a sentence at least that tells something: a name below a letter is less
_ASKED = 4  # sentences, the last ones, of which that is shown which tells most


def surest(chances: Sequence[float], limits: Limits) -> int | None:
    """The number of the one candidate that is sure, None where none is or another is as probable as not.

    >>> limits = Limits(doubted=0.1, sure=0.8)
    >>> surest((0.2, 0.9), limits), surest((0.6, 0.9), limits), surest((0.7,), limits)
    (1, None, None)
    """
    order = sorted(range(len(chances)), key=lambda at: -chances[at])
    if not order or chances[order[0]] < limits.sure or (order[1:] and chances[order[1]] >= EVEN):
        return None
    return order[0]


@dataclass(frozen=True, eq=False)
class DecisionWeights:
    """A row for each number of a vector and one for 1, a column for each answer to each of TASKS."""

    rows: FloatArray

    @classmethod
    def read(cls, text: str) -> DecisionWeights:
        """From the text of ``outcome-weights.tsv``: the numbers of a row a line. Raises FormatError."""
        load = Loader("data/lexicon/outcome-weights.tsv", FormatError)
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        try:
            rows = np.array([[float(value) for value in line.split("\t")] for line in lines])
        except ValueError as error:
            raise load.fault("system", cause=str(error)) from error
        if rows.shape != (DIMENSIONS + 1, sum(map(len, TASKS.values()))) or not np.isfinite(rows).all():
            raise load.fault("system", cause=str(rows.shape))
        return cls(rows)

    def written(self) -> str:
        """As ``read`` takes it."""
        return "\n".join((_HEAD, *("\t".join(f"{x:.5g}" for x in row) for row in self.rows), ""))


_HEAD = f"""\
# What a vector tells of a decision: learnt together with outcome-layers.npz by python -m tests.tuning.decisions.
# Columns: {"; ".join(f"{task} {', '.join(name or 'none' for name in own)}" for task, own in TASKS.items())}."""


@dataclass(frozen=True)
class DecisionMeanings:
    """A model's vector of a text, and the weights that were learnt with that model."""

    vector: Callable[[str], npt.NDArray[np.float32]]
    weights: DecisionWeights

    def chances(self, text: str) -> Mapping[str, FloatArray]:
        """For each task how probable each answer is, of a decision, a date or a body with such a window.

        >>> even = DecisionMeanings(lambda _: np.ones(384, np.float32), DecisionWeights(np.zeros((385, 19))))
        >>> even.chances("")["deposit"].round(3).tolist()
        [0.333, 0.333, 0.333]
        """
        scores = self.vector(text) @ self.weights.rows[:-1] + self.weights.rows[-1]
        found, at = {}, 0
        for task, answers in TASKS.items():
            found[task] = softmax(scores[at : at + len(answers)])
            at += len(answers)
        return found


@dataclass(frozen=True)
class MeantStatement:
    """A value, or none; ``by_meaning`` is True where no words that are known tell it."""

    statement: Statement | None
    by_meaning: bool = False


class MeaningReader(WindowReader):
    """Reads what a decision says as a whole."""

    def meant(self, task: MeantTask, meanings: DecisionMeanings) -> MeantStatement:
        """The value by words and meaning: unknown where the words tell what the meaning makes improbable.

        Where words contradict each other, meaning does not settle it.
        """
        said = {"outcome": self.outcome, "deposit": self.deposit, "unanimous": self.unanimous}[task]
        if not self.window.sentences or (said and said.value in _PLAIN) or (not said and self._is_contradictory(task)):
            return MeantStatement(said)
        chances, limits = self._chances(meanings)[task], LIMITS[task]
        if said:
            chance = chances[TASKS[task].index(said.value)]
            sure = chance >= limits.doubted or self._is_plain(task, said) or self._says_alone(task, said, meanings)
            return MeantStatement(said if sure else None)
        best = int(chances[:-1].argmax())
        if chances[best] < limits.sure or (task == "deposit" and not self._speaks_of_money()):
            return MeantStatement(None)
        return MeantStatement(self.telling(task, TASKS[task][best], meanings), by_meaning=True)

    def likely(self, task: MeantTask, meanings: DecisionMeanings) -> Mapping[str, float]:
        """How probable each value is; nothing where the body says nothing. What is left to 1 is that none is told."""
        if not self.window.sentences:
            return {}
        return dict(zip(TASKS[task][:-1], map(float, self._chances(meanings)[task]), strict=False))

    def telling(self, task: MeantTask, value: str, meanings: DecisionMeanings) -> Statement:
        """The place of the words that tell a value, else of the sentence that tells it best.

        Raises ValueError where the body says nothing.
        """
        told = next((one for one in self._told(task) if one.value == value), None)
        return told or replace(self._telling(task, TASKS[task].index(value), meanings).place, value=value)

    def speaks_of(self, task: MeantTask, text: str) -> bool:
        """True for a sentence in small letters with words about votes, about money, about a ruling or an appeal."""
        if task == "unanimous":
            return any(self._says("unanimity", name, text) for name in _ON_VOTES)
        if task == "deposit":
            return self._says("subjects", "deposit", text)
        return self._names_what_is_decided(text)

    def _told(self, task: MeantTask) -> Iterator[Statement]:
        """What words tell, also where they contradict each other."""
        if task == "deposit":
            yield from (s for clause, at in self._clauses(SPOKEN) if (s := self._deposit_in(clause, at)))
        else:
            yield from (s for s, _ in (self._said if task == "outcome" else self._minds))

    def tells_who(self, meanings: DecisionMeanings) -> float:
        """How probable it is that the decision tells who decided; 1 where nothing is spoken."""
        return float(self._chances(meanings)["decided"][0]) if self.window.sentences else 1.0

    def _chances(self, meanings: DecisionMeanings) -> Mapping[str, FloatArray]:
        if self._whole is None:
            self._whole = meanings.chances(self.window.text)
        return self._whole

    _whole: Mapping[str, FloatArray] | None = None

    def _speaks_of_money(self) -> bool:
        """False where nobody's money can be kept or returned."""
        return any(self.speaks_of("deposit", clause.text) for clause, _ in self._clauses(SPOKEN))

    def _is_contradictory(self, task: MeantTask) -> bool:
        """True where words tell something, but not one thing."""
        return any(True for _ in self._told(task))

    def _is_plain(self, task: MeantTask, said: Statement) -> bool:
        """True where the decision itself says of the ruling or the appeal what becomes of it: no window is surer."""
        section = self._sections[said.section]
        if task != "outcome" or section.kind != "decision" or "☐" in section.paragraphs[said.paragraph]:
            return False
        return any(
            one.start == said.start
            and (one.section, one.paragraph) == (said.section, said.paragraph)
            and self._names_what_is_decided(clause.text)
            and not self._lexicon.patterns["which"].match(clause.text)
            for one, clause in self._said
        )

    def _says_alone(self, task: MeantTask, said: Statement, meanings: DecisionMeanings) -> bool:
        """True where the sentence that tells it under the heading of the decision means it, whatever stands around."""
        place = said.section, said.paragraph
        own = [
            one
            for one in self.window.sentences
            if one.kind == "decision"
            and (one.place.section, one.place.paragraph) == place
            and one.place.start <= said.start
        ][-1:]
        value = TASKS[task].index(said.value)
        return any(self._alone(one, meanings)[task][value] >= MEANT_ALONE for one in own)

    def _telling(self, task: MeantTask, answer: int, meanings: DecisionMeanings) -> WindowSentence:
        """The sentence that alone tells it best."""
        spoken = [one for one in self.window.sentences if len(one.words) >= _SPOKEN] or [*self.window.sentences]
        spoken = [one for one in spoken if self.speaks_of(task, one.words)] or spoken
        asked = [one for one in spoken if one.kind == "decision"] or spoken
        return max(asked[-_ASKED:], key=lambda one: self._alone(one, meanings)[task][answer])

    def _alone(self, one: WindowSentence, meanings: DecisionMeanings) -> Mapping[str, FloatArray]:
        """What a sentence says by itself: it is asked for several values, and the model takes its time."""
        if one.order not in self._chances_alone:
            self._chances_alone[one.order] = meanings.chances(sentence_window(one.words))
        return self._chances_alone[one.order]

    @cached_property
    def _chances_alone(self) -> dict[int, Mapping[str, FloatArray]]:
        return {}
