"""Learn what sentences tell of an outcome: ``python -m tests.accuracy.outcome_weights``, with ``--fit`` also writes it.

Of a decision only the outcome is known, not which sentence tells it. The weights of sentences begin with those of the
wordings; then each sentence of a decision counts for its outcome as much as they say, the strongest wholly, and the
weights are learnt anew. Those of decisions are learnt from what sentences tell that were judged by weights of other
writers. What is printed is each writer's decisions, judged by weights of all the others. Takes about ten minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.build.decision_lexicon import OUTCOME_WEIGHTS, decision_lexicon
from corpus.files import data_dir
from index.search.sentence_model import open_model
from parser.decisions.fields import case_parts
from parser.decisions.meanings import (
    COLUMNS,
    SURE,
    FloatArray,
    MeaningReader,
    OutcomeWeights,
    chances_of,
    document_features,
    sense_of,
    sentence_features,
)
from tests.accuracy.decisions import sample_numbers
from tests.support.decision_samples import FOLDER, Sample, samples

_ROUNDS = 6
_RIDGE = 1.0
_SHARP = 8.0
_STRICT = 5.0  # against large weights of a decision's features
_STEPS = 3000
_PARTS = 3
_LEVELS = (0.5, 0.7, SURE, 0.9)
_NONE = len(COLUMNS) - 1
# The files of one writer, by name and first and last number; those of whom nobody tunes on stay out.
WRITERS: dict[str, tuple[tuple[str, int, int], ...]] = {
    "rules": (("tuned", 1, 10), ("tuned", 17, 17), ("unseen", 1, 1)),
    "second": (("tuned", 11, 11),),
    "third": (("tuned", 12, 15),),
    "fourth": (("tuned", 16, 16), ("tuned", 18, 21)),
    "fifth": (("tuned", 22, 27),),
    "sixth": (("tuned", 28, 31),),
    "seventh": (("tuned", 32, 35),),
    "tenth": (("oblique", 1, 4),),
    "eleventh": (("oblique", 5, 8),),
    "twelfth": (("held_out", 14, 18),),
    "thirteenth": (("tuned", 36, 38),),
    "fourteenth": (("tuned", 39, 43),),
}


@dataclass(frozen=True)
class Taught:
    """A decision's sentences as features, which of them stand under its heading, the witnesses and the outcome."""

    writer: str
    features: FloatArray
    decided: npt.NDArray[np.bool_]
    witnesses: tuple[bool, ...]
    outcome: int


@dataclass(frozen=True)
class Lesson:
    """All that is learnt from: decisions, and wordings with their outcomes."""

    taught: tuple[Taught, ...]
    wordings: FloatArray
    told: npt.NDArray[np.int64]
    mean: FloatArray


def lesson(vector: Callable[[str], npt.NDArray[np.float32]]) -> Lesson:
    """Everything, each sentence with its vector."""
    read = [(writer, sample, reader_of(sample)) for writer, some in WRITERS.items() for sample in _of(some)]
    lines = [line for language in ("da", "nb", "sv", "en") for line in _wordings(language)]
    raw = [np.array([vector(s.words) for s in reader.told_sentences]).reshape(-1, 384) for _, _, reader in read]
    spoken = np.array([vector(words) for words, _ in lines])
    mean: FloatArray = np.concatenate([*raw, spoken]).mean(0, dtype=np.float64)
    senses = np.array([sense_of(words, decision_lexicon()) for words, _ in lines])
    taught = tuple(
        Taught(
            writer,
            sentence_features(vectors - mean, np.array([s.sense for s in reader.told_sentences])),
            np.array([s.decided for s in reader.told_sentences]),
            reader.witnesses,
            COLUMNS.index(sample.outcome),
        )
        for (writer, sample, reader), vectors in zip(read, raw, strict=True)
        if len(vectors)
    )
    return Lesson(taught, sentence_features(spoken - mean, senses), np.array([value for _, value in lines]), mean)


def reader_of(sample: Sample) -> MeaningReader:
    """The reader with which a sample is read."""
    return case_parts(sample.name, sample.content, decision_lexicon(), sample_numbers()).reader


def _of(parts: tuple[tuple[str, int, int], ...]) -> list[Sample]:
    return [s for name, first, last in parts for n in range(first, last + 1) for s in samples(name, n)]


def _wordings(language: str) -> list[tuple[str, int]]:
    found, value = [], _NONE
    for line in (FOLDER / f"wordings-{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            field, _, name = line.strip("# ").partition(" ")
            value = COLUMNS.index(name) if field == "outcome" and name in COLUMNS else _NONE
        elif line.strip():
            found.append((line.strip().casefold(), value))
    return found


def learn_sentences(given: Lesson, taught: list[Taught]) -> FloatArray:
    """The weights of a sentence's features, from the wordings and these decisions."""
    features = np.concatenate([one.features for one in taught])
    owner = np.repeat(np.arange(len(taught)), [len(one.features) for one in taught])
    value = np.array([one.outcome for one in taught])[owner]
    spoken = np.eye(len(COLUMNS))[given.told]
    product = given.wordings.T @ given.wordings + _RIDGE * np.eye(features.shape[1])
    weights = np.linalg.solve(product, given.wordings.T @ spoken)
    inverse = np.linalg.inv(product + features.T @ features)
    for _ in range(_ROUNDS):
        chances = chances_of(_SHARP * (features @ weights))
        own = chances[np.arange(len(value)), value]
        share = np.where(value == _NONE, 0.0, own / (own + chances[:, _NONE]))
        most = np.zeros(len(taught))
        np.maximum.at(most, owner, share)
        share = np.where((share == most[owner]) & (share > 0), 1.0, share)
        targets = np.zeros_like(chances)
        targets[np.arange(len(value)), value] = share
        targets[:, _NONE] += 1 - share
        weights = inverse @ (features.T @ targets + given.wordings.T @ spoken)
    return np.asarray(weights)


def learn_documents(rows: FloatArray, outcomes: npt.NDArray[np.int64]) -> FloatArray:
    """The weights of a decision's features, the last of which is 1: a logistic regression over scaled features."""
    mean, scale = rows.mean(0), np.maximum(rows.std(0), 1e-6)
    mean[-1], scale[-1] = 0, 1
    scaled, targets = (rows - mean) / scale, np.eye(len(COLUMNS))[outcomes]
    kept = np.full((rows.shape[1], 1), _STRICT * 2)
    kept[-1] = 0
    weights = np.zeros((rows.shape[1], len(COLUMNS)))
    step = 2 / (np.linalg.eigvalsh(scaled.T @ scaled)[-1] / 2 + 2 * _STRICT)
    for _ in range(_STEPS):
        weights -= step / 2 * (scaled.T @ (chances_of(scaled @ weights) - targets) + kept * weights)
    weights = weights / scale[:, None]
    weights[-1] -= mean[:-1] @ weights[:-1]
    return weights


def learn(given: Lesson, taught: list[Taught]) -> OutcomeWeights:
    """Weights from some decisions."""
    writers = sorted({one.writer for one in taught})
    rows, outcomes = [], []
    for part in range(_PARTS):
        apart = set(writers[part::_PARTS])
        weights = learn_sentences(given, [one for one in taught if one.writer not in apart])
        own = [one for one in taught if one.writer in apart]
        rows += [document_features(one.features @ weights, one.decided, one.witnesses) for one in own]
        outcomes += [one.outcome for one in own]
    document = learn_documents(np.array(rows), np.array(outcomes))
    return OutcomeWeights(given.mean, learn_sentences(given, taught), document)


def _main() -> None:
    model = open_model()
    assert model is not None
    given = lesson(model.vector)
    for writer in WRITERS:
        weights = learn(given, [one for one in given.taught if one.writer != writer])
        own = [one for one in given.taught if one.writer == writer]
        rows = [document_features(one.features @ weights.sentence, one.decided, one.witnesses) for one in own]
        chances = chances_of(np.array(rows) @ weights.document)
        best, outcomes = chances[:, :_NONE].argmax(1), np.array([one.outcome for one in own])
        sure = chances[np.arange(len(own)), best]
        right = best == outcomes
        counts = [f"{least}: {(right & (sure >= least)).sum()}/{(~right & (sure >= least)).sum()}" for least in _LEVELS]
        print(f"{writer}: {len(own)} decisions, right/wrong when as sure as", ", ".join(counts), flush=True)
    if "--fit" in sys.argv:
        (data_dir() / "lexicon" / OUTCOME_WEIGHTS).write_text(learn(given, [*given.taught]).written(), "utf-8")


if __name__ == "__main__":
    _main()
