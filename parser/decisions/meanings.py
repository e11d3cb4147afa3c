"""What became of a ruling, by what a decision says as a whole: where its words leave that open, and as a doubt on them.

A model that is handed in makes one vector of the decision's window (``parser.decisions.windows``); learnt weights make
of it how probable each outcome is, and that none is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from corpus.schema import FormatError, Loader
from parser.decisions.scores import Statement
from parser.decisions.windows import WindowReader, WindowSentence, sentence_window

FloatArray = npt.NDArray[np.float64]

COLUMNS = ("upheld", "changed", "partly-changed", "dismissed", "withdrawn", "referred", "")
DIMENSIONS = 384
# What words tell is taken back below the one; where they tell nothing, meaning tells above the other.
DOUBTED = 0.12
SURE = 0.9
MEANT_ALONE = 0.5  # a sentence under the heading of the decision, which is then not doubted for what stands around it
_ON_RULING = ("upheld", "changed", "partly-changed")  # other outcomes are told in words of their own
_ASKED = 4  # sentences, the last ones, of which that is shown which tells most


@dataclass(frozen=True, eq=False)
class OutcomeWeights:
    """A row for each number of a vector and one for 1, a column for each outcome."""

    rows: FloatArray

    @classmethod
    def read(cls, text: str) -> OutcomeWeights:
        """From the text of ``outcome-weights.tsv``: the numbers of a row a line. Raises FormatError."""
        load = Loader("data/lexicon/outcome-weights.tsv", FormatError)
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        try:
            rows = np.array([[float(value) for value in line.split("\t")] for line in lines])
        except ValueError as error:
            raise load.fault("system", cause=str(error)) from error
        if rows.shape != (DIMENSIONS + 1, len(COLUMNS)) or not np.isfinite(rows).all():
            raise load.fault("system", cause=str(rows.shape))
        return cls(rows)

    def written(self) -> str:
        """As ``read`` takes it."""
        return "\n".join((_HEAD, *("\t".join(f"{x:.5g}" for x in row) for row in self.rows), ""))


_HEAD = f"""\
# What the vector of a decision's window tells of its outcome: learnt together with outcome-layers.npz by
# python -m tests.tuning.outcomes. Columns: {", ".join(name or "none" for name in COLUMNS)}."""


@dataclass(frozen=True)
class OutcomeMeanings:
    """A model's vector of a text, and the weights that were learnt with that model."""

    vector: Callable[[str], npt.NDArray[np.float32]]
    weights: OutcomeWeights

    def chances(self, text: str) -> FloatArray:
        """How probable each outcome is, and that none is told, for a decision with such a window.

        >>> even = OutcomeMeanings(lambda _: np.ones(384, np.float32), OutcomeWeights(np.zeros((385, 7))))
        >>> even.chances("").round(3).tolist()
        [0.143, 0.143, 0.143, 0.143, 0.143, 0.143, 0.143]
        """
        scores = self.vector(text) @ self.weights.rows[:-1] + self.weights.rows[-1]
        powers = np.exp(scores - scores.max())
        return np.asarray(powers / powers.sum())


@dataclass(frozen=True)
class MeantOutcome:
    """An outcome, or none; ``by_meaning`` is True where no words that are known tell it."""

    statement: Statement | None
    by_meaning: bool = False


class MeaningReader(WindowReader):
    """Reads what a decision says as a whole."""

    def meant(self, meanings: OutcomeMeanings) -> MeantOutcome:
        """The outcome by words and meaning: unknown where the words tell what the meaning makes improbable.

        Where words contradict each other, meaning does not settle it.
        """
        said, window = self.outcome, self.window
        if not window.sentences or (said and said.value not in _ON_RULING) or (not said and self._said):
            return MeantOutcome(said)
        chances = meanings.chances(window.text)
        if said:
            value = COLUMNS.index(said.value)
            sure = chances[value] >= DOUBTED or self._says_alone(said, meanings)
            return MeantOutcome(said if sure else None)
        best = int(chances[:-1].argmax())
        if chances[best] < SURE:
            return MeantOutcome(None)
        place = _telling(window.sentences, meanings, best).place
        return MeantOutcome(replace(place, value=COLUMNS[best]), by_meaning=True)

    def _says_alone(self, said: Statement, meanings: OutcomeMeanings) -> bool:
        """True where the sentence that tells it under the heading of the decision means it, whatever stands around."""
        place = said.section, said.paragraph
        own = [
            one
            for one in self.window.sentences
            if one.kind == "decision"
            and (one.place.section, one.place.paragraph) == place
            and one.place.start <= said.start
        ][-1:]
        value = COLUMNS.index(said.value)
        return any(meanings.chances(sentence_window(one.words))[value] >= MEANT_ALONE for one in own)


def _telling(sentences: tuple[WindowSentence, ...], meanings: OutcomeMeanings, outcome: int) -> WindowSentence:
    """The sentence that alone tells the outcome best."""
    asked = [one for one in sentences if one.kind == "decision"] or [*sentences]
    return max(asked[-_ASKED:], key=lambda one: meanings.chances(sentence_window(one.words))[outcome])
