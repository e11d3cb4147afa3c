"""What became of a ruling, by what the body's sentences mean: where its words leave that open, and as a doubt on them.

Each sentence is a vector of a model that is handed in. Learnt weights make of it how much it tells each outcome; what
the sentences tell, with the awards, the scores compared and the deposit, makes how probable each outcome is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from corpus.precedents.decision import SectionKind
from corpus.schema import FormatError, Loader
from parser.decisions.clauses import MASK, polarity
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.outcomes import DecisionReader
from parser.decisions.scores import Statement
from parser.decisions.spoken import SPOKEN

FloatArray = npt.NDArray[np.float64]

COLUMNS = ("upheld", "changed", "partly-changed", "dismissed", "withdrawn", "referred", "")
DIMENSIONS = 384
# What words tell is taken back below the one; where they tell nothing, meaning tells above the other. Of 374 outcomes
# of eight writers, at the first sight of each, weights learnt from the others take 17 of 32 wrong ones back and 8 of
# 192 right ones, and tell 36 more right and 3 wrong.
DOUBTED = 0.12
SURE = 0.85
_ON_RULING = ("upheld", "changed", "partly-changed")  # other outcomes are told in words of their own
_SENSE = {"yes": 1.0, "unclear": 0.0, "no": -1.0}
_DENIAL = 0.7  # how much what is denied has weights of its own
_SENSE_SCALE = 0.1
_LAST = 4
_LONGEST = 300  # letters of a sentence
_SHORTEST = 8
# Of so many sentences, from the last backwards, a section's meaning is asked, where a decision has its heading or not.
_BY_HEADING: dict[SectionKind, int] = {"decision": 40, "deposit": 3, "rubric": 6, "reasoning": 4, "introduction": 3,
                                       "other": 3}  # fmt: skip
_WITHOUT: dict[SectionKind, int] = {"deposit": 3, "rubric": 6, "reasoning": 6, "introduction": 10, "other": 8,
                                    "facts": 8}  # fmt: skip


@dataclass(frozen=True)
class SpokenSentence:
    """``words`` as the model reads them; ``stated`` by the body that decides, ``decided`` under that heading.

    ``sense`` is that of ``sense_of``.
    """

    words: str
    place: Statement
    stated: bool
    decided: bool
    sense: float


@dataclass(frozen=True, eq=False)
class OutcomeWeights:
    """``mean`` of all vectors; ``sentence`` and ``document`` have a row for each feature, a column for each outcome."""

    mean: FloatArray
    sentence: FloatArray
    document: FloatArray

    @classmethod
    def read(cls, text: str) -> OutcomeWeights:
        """From the text of ``outcome-weights.tsv``: a name and numbers a line. Raises FormatError."""
        load = Loader("data/lexicon/outcome-weights.tsv", FormatError)
        rows: dict[str, list[list[float]]] = {"mean": [], "sentence": [], "document": []}
        for number, line in enumerate(text.splitlines(), 1):
            name, *values = line.split("\t")
            if line.startswith("#"):
                continue
            try:
                rows[name].append([float(value) for value in values])
            except (KeyError, ValueError) as error:
                raise load.fault("system", cause=f"line {number}: {error}") from error
        wide = len(COLUMNS)
        shapes = {"mean": (1, DIMENSIONS), "sentence": (2 * DIMENSIONS + 2, wide), "document": (DOCUMENT, wide)}
        if any({len(row) for row in rows[name]} != {w} or len(rows[name]) != h for name, (h, w) in shapes.items()):
            raise load.fault("system", cause=str({name: len(found) for name, found in rows.items()}))
        arrays = {name: np.array(found) for name, found in rows.items()}
        if not all(np.isfinite(array).all() for array in arrays.values()):
            raise load.fault("system", cause="nan")
        return cls(arrays["mean"][0], arrays["sentence"], arrays["document"])

    def written(self) -> str:
        """As ``read`` takes it."""
        tables = {"mean": self.mean[None], "sentence": self.sentence, "document": self.document}
        lines = ["\t".join((name, *(f"{x:.4g}" for x in row))) for name, rows in tables.items() for row in rows]
        return "\n".join((_HEAD, *lines, ""))


_HEAD = f"""\
# What a sentence of a decision tells of its outcome, and sentences of theirs: learnt for multilingual-e5-small by
# python -m tests.accuracy.outcome_weights. Columns: {", ".join(name or "none" for name in COLUMNS)}."""


@dataclass(frozen=True)
class OutcomeMeanings:
    """A sentence model's vector of a text, and the weights that were learnt for that model."""

    vector: Callable[[str], npt.NDArray[np.float32]]
    weights: OutcomeWeights


@dataclass(frozen=True)
class MeantOutcome:
    """An outcome, or none; ``by_meaning`` is True where no words that are known tell it."""

    statement: Statement | None
    by_meaning: bool = False


def chances_of(scores: FloatArray) -> FloatArray:
    """How probable each outcome is, by their scores in the last dimension.

    >>> chances_of(np.zeros(4)).tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def sense_of(words: str, lexicon: DecisionLexicon) -> float:
    """1 for what is affirmed, -1 for what is denied, 0 where that is unclear."""
    return _SENSE[polarity(words, lexicon)]


def sentence_features(vectors: FloatArray, senses: FloatArray) -> FloatArray:
    """A row for each sentence: its vector, this again with its sign, and the sign. ``vectors`` are without their mean.

    >>> sentence_features(np.zeros((3, 384)), np.ones(3)).shape
    (3, 770)
    """
    signed = senses[:, None]
    return np.concatenate([vectors, _DENIAL * vectors * signed, _SENSE_SCALE * signed, np.ones_like(signed)], 1)


def document_features(told: FloatArray, decided: npt.NDArray[np.bool_], witnesses: Sequence[bool]) -> FloatArray:
    """What a decision's sentences tell (a row each, in their order) as one row, with what else is known of it."""
    under = told[decided] if decided.any() else told
    telling = told[np.argmin(told[:, -1])]
    return np.concatenate(
        [told.max(0), under.max(0), told[-_LAST:].mean(0), telling, np.array(witnesses, float), np.ones(1)]
    )


WITNESSES = 8
DOCUMENT = 4 * len(COLUMNS) + WITNESSES + 1


class MeaningReader(DecisionReader):
    """Reads what a decision's sentences mean."""

    def meant(self, meanings: OutcomeMeanings) -> MeantOutcome:
        """The outcome by words and meaning: unknown where the words tell what the meaning makes improbable.

        Where words contradict each other, meaning does not settle it.
        """
        said, found = self.outcome, self.told_sentences
        if not found or (said and said.value not in _ON_RULING) or (not said and self._said):
            return MeantOutcome(said)
        vectors = np.array([meanings.vector(sentence.words) for sentence in found]) - meanings.weights.mean
        features = sentence_features(vectors, np.array([sentence.sense for sentence in found]))
        told = features @ meanings.weights.sentence
        decided = np.array([sentence.decided for sentence in found])
        chances = chances_of(document_features(told, decided, self.witnesses) @ meanings.weights.document)
        if said:
            return MeantOutcome(said if chances[COLUMNS.index(said.value)] >= DOUBTED else None)
        best = int(chances[:-1].argmax())
        if chances[best] < SURE:
            return MeantOutcome(None)
        place = found[int((told[:, best] - told[:, -1]).argmax())].place
        return MeantOutcome(replace(place, value=COLUMNS[best]), by_meaning=True)

    @cached_property
    def told_sentences(self) -> list[SpokenSentence]:
        """The sentences whose meaning is asked: those that the body states, or all where it states none."""
        left = dict(_BY_HEADING if any(s.kind == "decision" for s in self._sections) else _WITHOUT)
        found = []
        for clause, at in reversed([*self._clauses(SPOKEN)]):
            kind = self._sections[at[0]].kind
            if not clause.first or clause.asks or len(clause.sentence.strip()) <= _SHORTEST or not left.get(kind):
                continue
            left[kind] -= 1
            words = re.sub(f"{MASK}+", "§", clause.sentence).strip()[:_LONGEST]
            stated = self._is_stated(clause) and not self._is_of_director(clause)
            sense = sense_of(clause.sentence, self._lexicon)
            place = Statement("", *at, clause.start, clause.end)
            found.append(SpokenSentence(words, place, stated, kind in ("decision", "rubric"), sense))
        found.reverse()
        return [sentence for sentence in found if sentence.stated] or found

    @cached_property
    def witnesses(self) -> tuple[bool, ...]:
        """What else speaks for an outcome: deposit, awards, the scores compared, and whether a decision is headed."""
        deposit, awarded, compared = (s.value if s else "" for s in (self.deposit, self._awarded(), self._compared()))
        return (
            *(deposit == value for value in ("returned", "forfeited")),
            *(awarded == value for value in _ON_RULING),
            *(compared == value for value in ("upheld", "changed")),
            any(section.kind == "decision" for section in self._sections),
        )
