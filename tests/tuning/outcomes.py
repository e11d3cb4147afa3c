"""Learn the layers that read a decision as a whole, and what their vectors tell: ``python -m tests.tuning.outcomes``.

What is learnt from are windows of decisions (``parser.decisions.windows``), the same without the sections that decide,
which tell no outcome, and the wordings. Weights of the layers are rounded to 4 bits while they are learnt, and the
slope goes through as if they were not (Bengio et al. 2013): packed they are what was learnt. It takes some ten minutes
of processor time on a processor with bfloat16, needs torch, and prints what is right and wrong of the writers by whom
the limits are chosen. With ``--fit`` it writes ``outcome-layers.npz`` and ``outcome-weights.tsv`` of ``data/lexicon``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from app.build.decision_lexicon import OUTCOME_WEIGHTS
from corpus.files import data_dir
from corpus.store import OUTCOME_LAYERS
from index.search.sentence_layers import file_of_layers, layers_over
from index.search.sentence_model import MODEL_FILE
from parser.decisions.meanings import COLUMNS, OutcomeWeights
from parser.decisions.windows import sentence_window
from tests.tuning.encoder import Numbers, embedded, numbers_of, padded, states_after, vectors_of
from tests.tuning.model_file import BLOCK, MIDDLE, TOGETHER, ModelFile, Tokeniser
from tests.tuning.outcome_material import LIMITING, WRITERS, reader_of, samples_of, wordings

FIRST = 8  # the lowest layer that is learnt, of twelve
LONGEST = 320  # tokens of a window
ROUNDS, TOKENS = 8, 2600  # in a batch
PACE, HEAD_PACE = 3e-4, 5e-3
WARM = 0.08  # of all steps
DECAY, MOMENTUM, LARGEST_SLOPE = 0.01, (0.9, 0.98), 1.0
LEFT_OUT, SMOOTHED = 0.1, 0.05
SHARP = 10.0  # a vector's length for the head
BARE, WORDING = 0.5, 0.35  # what such a text counts; a decision counts 1
UNDECIDED = ("introduction", "other", "facts")
SHORTEST = 60  # letters of a text without what decides
MANY = 400  # texts that are sorted by length into batches
LEVELS = (0.5, 0.7, 0.9)


@dataclass(frozen=True)
class Lesson:
    """Texts as the states of their tokens below FIRST, whose they are, their outcomes, and what each counts."""

    states: Sequence[np.ndarray]
    writers: np.ndarray
    outcomes: np.ndarray
    worth: np.ndarray


def texts() -> Iterator[tuple[str, str, int, float]]:
    """A writer, a text, the number of its outcome, and what it counts."""
    none = COLUMNS.index("")
    for writer, parts in (WRITERS | LIMITING).items():
        for sample in samples_of(parts):
            reader = reader_of(sample)
            yield writer, reader.window.text, COLUMNS.index(sample.outcome), 1.0
            bare = reader.window_of(UNDECIDED).text
            if reader.is_headed and len(bare) > SHORTEST:
                yield writer, bare[:700], none, BARE
    for language in ("da", "nb", "sv", "en"):
        for words, outcome in wordings(language):
            yield "", sentence_window(words), outcome, WORDING


def lesson(file: ModelFile) -> Lesson:
    """Everything that is learnt from; it takes some minutes."""
    writers, said, outcomes, worth = zip(*texts(), strict=True)
    tokens, upper = Tokeniser(file), set(file.of_layers(FIRST))
    lower = numbers_of(file, [name for name in file.tensors if name.startswith("l") and name not in upper])
    ids = [tokens.question(text)[:LONGEST] for text in said]
    found: list[np.ndarray] = [np.zeros(0)] * len(ids)
    for own in of_like_length([len(one) for one in ids]):
        states, lengths = embedded(file, [ids[at] for at in own])
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            states = states_after(file, lower, range(FIRST), states, lengths)
        for at, row, length in zip(own, states.float().numpy(), lengths.tolist(), strict=True):
            found[at] = row[:length].astype(np.float16)
    return Lesson(found, np.array(writers), np.array(outcomes), np.array(worth, np.float32))


def of_like_length(lengths: Sequence[int], order: Sequence[int] | None = None) -> list[list[int]]:
    """Numbers of texts in batches of TOKENS at most, each of texts of like length."""
    order = list(range(len(lengths))) if order is None else order
    found: list[list[int]] = []
    for begin in range(0, len(order), MANY):
        batch: list[int] = []
        for at in sorted(order[begin : begin + MANY], key=lambda one: lengths[one]):
            if batch and (len(batch) + 1) * lengths[at] > TOKENS:
                found.append(batch)
                batch = []
            batch.append(at)
        found.append(batch)
    return [batch for batch in found if batch]


def in_steps(weights: Tensor) -> Tensor:
    """Weights as 4 bits have them; the slope goes through."""
    rows = weights.detach().reshape(-1, TOGETHER)
    top = rows.gather(1, rows.abs().argmax(1, keepdim=True))
    scale = (top / -MIDDLE).half().float()
    steps = (rows / torch.where(scale == 0, torch.ones_like(scale), scale)).round().clamp(-MIDDLE, MIDDLE - 1)
    return weights + ((steps * scale).reshape(weights.shape) - weights.detach())


def packed_steps(weights: Tensor) -> bytes:
    """The same as the file has it: the largest number of a block is the lowest step."""
    rows = weights.detach().float().numpy().reshape(-1, TOGETHER)
    top = rows[np.arange(len(rows)), np.abs(rows).argmax(axis=1)]
    found = np.zeros(len(rows), BLOCK)
    found["scale"] = (top / -MIDDLE).astype(np.float16)
    wide = found["scale"].astype(np.float32)[:, None]
    steps = np.rint(rows / np.where(wide == 0, 1, wide)).clip(-MIDDLE, MIDDLE - 1)
    own = (steps + MIDDLE).astype(np.uint8)
    found["packed"] = own[:, :16] | own[:, 16:] << 4
    return found.tobytes()


@dataclass(frozen=True)
class Learner:
    """The layers and the head as they stand."""

    file: ModelFile
    layers: Numbers
    head: torch.nn.Linear

    def scores(self, states: Sequence[np.ndarray], left_out: float = 0.0) -> Tensor:
        """What each text tells each outcome."""
        rows, lengths = padded(states)
        with torch.autocast("cpu", torch.bfloat16):
            layers = {name: in_steps(own) if own.dim() > 1 else own for name, own in self.layers.items()}
            rows = states_after(self.file, layers, range(FIRST, self.file.layers), rows, lengths)
        return self.head(functional.dropout(SHARP * vectors_of(rows, lengths), left_out))


def learn(file: ModelFile, known: Lesson, own: np.ndarray) -> Learner:
    """From the texts with these numbers."""
    torch.manual_seed(0)
    chance, layers = np.random.default_rng(0), numbers_of(file, file.of_layers(FIRST))
    layers = {name: value.clone().requires_grad_() for name, value in layers.items()}
    learner = Learner(file, layers, torch.nn.Linear(file.width, len(COLUMNS)))
    lengths = [len(states) for states in known.states]
    batches = [b for _ in range(ROUNDS) for b in _shuffled(of_like_length(lengths, chance.permutation(own)), chance)]
    groups = [
        {"params": [one for one in layers.values() if one.dim() > 1], "lr": PACE, "weight_decay": DECAY},
        {"params": [one for one in layers.values() if one.dim() < 2], "lr": PACE},
        {"params": [*learner.head.parameters()], "lr": HEAD_PACE, "weight_decay": DECAY},
    ]
    walk = torch.optim.AdamW(groups, betas=MOMENTUM, weight_decay=0.0)
    many = len(batches)
    pace = torch.optim.lr_scheduler.LambdaLR(walk, lambda at: min(1, (at + 1) / (WARM * many)) * (1 - at / many))
    everything = [one for group in groups for one in group["params"]]
    for batch in batches:
        scores = learner.scores([known.states[at] for at in batch], LEFT_OUT)
        worth, outcomes = (torch.from_numpy(one[batch]) for one in (known.worth, known.outcomes))
        wrong = functional.cross_entropy(scores.float(), outcomes, reduction="none", label_smoothing=SMOOTHED)
        walk.zero_grad()
        (wrong @ worth / worth.sum() * min(1.0, len(batch) / 10)).backward()
        torch.nn.utils.clip_grad_norm_(everything, LARGEST_SLOPE)
        walk.step()
        pace.step()
    return learner


def _shuffled(batches: list[list[int]], chance: np.random.Generator) -> list[list[int]]:
    return [batches[at] for at in chance.permutation(len(batches))]


@torch.no_grad()
def judged(learner: Learner, known: Lesson, own: np.ndarray) -> str:
    """How many of some decisions are told right and wrong at some limits, in words."""
    chances = np.concatenate([learner.scores([known.states[at]]).softmax(1).numpy() for at in own])
    best, right = chances[:, :-1].argmax(1), known.outcomes[own]
    sure = chances[:, :-1].max(1)
    counts = [((sure >= least) & (best == right), (sure >= least) & (best != right)) for least in LEVELS]
    return ", ".join(f"{level}: {a.sum()}/{b.sum()}" for level, (a, b) in zip(LEVELS, counts, strict=True))


def _main() -> None:
    file = ModelFile(MODEL_FILE)
    known = lesson(file)
    learner = learn(file, known, np.flatnonzero(~np.isin(known.writers, [*LIMITING])))
    for writer in LIMITING:
        own = np.flatnonzero((known.writers == writer) & (known.worth == 1))
        print(f"{writer}: {len(own)} decisions, right/wrong when as sure as", judged(learner, known, own))
    if "--fit" in sys.argv:
        parts = (packed_steps(v) if v.dim() > 1 else v.detach().numpy().tobytes() for v in learner.layers.values())
        (data_dir() / OUTCOME_LAYERS).write_bytes(file_of_layers(layers_over(MODEL_FILE, b"".join(parts))))
        head = torch.cat([SHARP * learner.head.weight.T, learner.head.bias[None]]).detach().double().numpy()
        (data_dir() / "lexicon" / OUTCOME_WEIGHTS).write_text(OutcomeWeights(head).written(), "utf-8")


if __name__ == "__main__":
    _main()
