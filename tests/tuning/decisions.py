"""Learn the layers that read decisions, and what their vectors tell: ``python -m tests.tuning.decisions``.

What is learnt from are windows of decisions (``parser.decisions.windows``) with outcome, deposit, unanimity and whether
they tell who decided; the same without the sections that decide, which tell no outcome; the words round each date and
each body (``parser.decisions.candidates``); and the wordings. One vector of a text serves all tasks. Weights of the
layers are rounded to 4 bits while they are learnt, and the slope goes through as if they were not (Bengio et al. 2013):
packed they are what was learnt. It begins with the layers that are shipped and learns all four of them on, so that
new material is learnt beside what they know already. It takes some fifteen minutes of processor time on a processor
with bfloat16, needs torch, and prints after each round what is right and wrong of files that are not learnt from, by
which the limits are chosen. With ``--fit`` it writes ``outcome-layers.npz`` and ``outcome-weights.tsv`` of
``data/lexicon`` after each round: the last one is what is wanted, the ones before are not lost if it is stopped.
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
from corpus import store
from corpus.files import data_dir
from corpus.store import OUTCOME_LAYERS
from index.search.sentence_layers import file_of_layers, layers_over, read_layers
from index.search.sentence_model import MODEL_FILE
from parser.decisions.meanings import TASKS, DecisionWeights
from tests.tuning.decision_material import DECISION, LIMITING, WRITERS, TaughtText, texts, wordings
from tests.tuning.encoder import Numbers, embedded, numbers_of, padded, states_after, vectors_of
from tests.tuning.model_file import BLOCK, MIDDLE, TOGETHER, ModelFile, Tokeniser

FIRST, LEARNT = 8, 8  # the lowest layer that is shipped, and that is learnt, of twelve
LONGEST = 320  # tokens of a window
ROUNDS, KEPT = 4, 3  # it stops before the last: the files that are not learnt from are told no better by it
TOKENS = 3600  # in a batch
PACE, HEAD_PACE = 2e-4, 4e-3
WARM = 0.08  # of all steps
DECAY, MOMENTUM, LARGEST_SLOPE = 0.01, (0.9, 0.98), 1.0
LEFT_OUT, SMOOTHED = 0.1, 0.05
SHARP = 10.0  # a vector's length for the head
MANY = 400  # texts that are sorted by length into batches
LANGUAGES = ("da", "nb", "sv", "en")
LEVELS = (0.5, 0.7, 0.9)
# What the tasks count beside each other.
WEIGHTS = {"outcome": 1.0, "deposit": 0.5, "unanimous": 0.5, "decided": 0.4, "day": 0.7, "body": 0.5}


@dataclass(frozen=True)
class Lesson:
    """Texts as the states of their tokens below LEARNT; of each text its answer to each task, -1 for none."""

    texts: Sequence[TaughtText]
    states: Sequence[np.ndarray]
    answers: np.ndarray


def lesson(file: ModelFile, said: Sequence[TaughtText]) -> Lesson:
    """Texts as they are learnt; it takes some minutes."""
    tokens, upper = Tokeniser(file), set(file.of_layers(FIRST))
    lower = numbers_of(file, [name for name in file.tensors if name.startswith("l") and name not in upper])
    lower |= {name: torch.from_numpy(file.floats(name, raw)) for name, raw in shipped(file).items()}
    ids = [tokens.question(one.text)[:LONGEST] for one in said]
    found: list[np.ndarray] = [np.zeros(0)] * len(ids)
    for own in of_like_length([len(one) for one in ids]):
        states, lengths = embedded(file, [ids[at] for at in own])
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            states = states_after(file, lower, range(LEARNT), states, lengths)
        for at, row, length in zip(own, states.float().numpy(), lengths.tolist(), strict=True):
            found[at] = row[:length].astype(np.float16)
    return Lesson(said, found, np.array([[one.answers.get(task, -1) for task in TASKS] for one in said]))


def shipped(file: ModelFile) -> dict[str, bytes]:
    """The layers that are shipped, as they stand there, by their names."""
    content, at, found = read_layers(store.load_outcome_layers()).content.tobytes(), 0, {}
    for name in file.of_layers(FIRST):
        found[name] = content[at : at + file.tensors[name].size]
        at += len(found[name])
    return found


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

    def scores(self, states: Sequence[np.ndarray], left_out: float = 0.0) -> dict[str, Tensor]:
        """What each text tells each answer of each task."""
        rows, lengths = padded(states)
        with torch.autocast("cpu", torch.bfloat16):
            layers = {name: in_steps(own) if own.dim() > 1 else own for name, own in self.layers.items()}
            rows = states_after(self.file, layers, range(LEARNT, self.file.layers), rows, lengths)
        scores = self.head(functional.dropout(SHARP * vectors_of(rows, lengths), left_out)).float()
        return dict(zip(TASKS, scores.split([len(answers) for answers in TASKS.values()], dim=1), strict=True))


def begun(file: ModelFile) -> Learner:
    """The layers that are shipped, and of the weights the columns that are in the file; the others are chance."""
    learnt = file.of_layers(LEARNT)
    layers = {
        n: torch.from_numpy(file.floats(n, raw)).requires_grad_() for n, raw in shipped(file).items() if n in learnt
    }
    head = torch.nn.Linear(file.width, sum(map(len, TASKS.values())))
    lines = [line for line in store.load_lexicon(OUTCOME_WEIGHTS).splitlines() if not line.startswith("#")]
    known = torch.tensor([[float(value) for value in line.split("\t")] for line in lines])
    with torch.no_grad():
        head.weight[: known.shape[1]] = known[:-1].T / SHARP
        head.bias[: known.shape[1]] = known[-1]
    return Learner(file, layers, head)


def learn(file: ModelFile, known: Lesson) -> Iterator[Learner]:
    """From all of these texts: what has been learnt after each round."""
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    learner = begun(file)
    layers = learner.layers
    lengths = [len(states) for states in known.states]
    rounds = [_shuffled(of_like_length(lengths, chance.permutation(len(lengths))), chance) for _ in range(ROUNDS)]
    groups = [
        {"params": [one for one in layers.values() if one.dim() > 1], "lr": PACE, "weight_decay": DECAY},
        {"params": [one for one in layers.values() if one.dim() < 2], "lr": PACE},
        {"params": [*learner.head.parameters()], "lr": HEAD_PACE, "weight_decay": DECAY},
    ]
    walk = torch.optim.AdamW(groups, betas=MOMENTUM, weight_decay=0.0)
    many = sum(map(len, rounds))
    pace = torch.optim.lr_scheduler.LambdaLR(walk, lambda at: min(1, (at + 1) / (WARM * many)) * (1 - at / many))
    everything = [one for group in groups for one in group["params"]]
    for batches in rounds[:KEPT]:
        for batch in batches:
            wrong = _wrong(learner.scores([known.states[at] for at in batch], LEFT_OUT), known, batch)
            walk.zero_grad()
            wrong.backward()
            torch.nn.utils.clip_grad_norm_(everything, LARGEST_SLOPE)
            walk.step()
            pace.step()
        yield learner


def _wrong(scores: dict[str, Tensor], known: Lesson, batch: list[int]) -> Tensor:
    """How wrong the scores are of the texts of a batch, of all tasks that each answers together."""
    worth = torch.tensor([known.texts[at].worth for at in batch])
    answers = torch.from_numpy(known.answers[batch])
    wrong = torch.zeros(())
    for number, task in enumerate(TASKS):
        own = functional.cross_entropy(
            scores[task], answers[:, number], reduction="none", ignore_index=-1, label_smoothing=SMOOTHED
        )
        wrong = wrong + WEIGHTS[task] * (own @ worth)
    return wrong / worth.sum() * min(1.0, len(batch) / 10)


def _shuffled(batches: list[list[int]], chance: np.random.Generator) -> list[list[int]]:
    return [batches[at] for at in chance.permutation(len(batches))]


@torch.no_grad()
def judged(learner: Learner, known: Lesson) -> Iterator[str]:
    """For each task of how many texts it is told right and wrong at some limits, in words."""
    told: dict[str, list[tuple[float, bool]]] = {task: [] for task in TASKS}
    for text, states in zip(known.texts, known.states, strict=True):
        scores = learner.scores([states])
        for task, answer in text.answers.items() if text.worth == DECISION else ():
            chances = scores[task][0].softmax(0)[:-1]
            told[task].append((float(chances.max()), int(chances.argmax()) == answer))
    for task, found in told.items():
        counts = [
            [sum(is_right == right for c, is_right in found if c >= level) for right in (1, 0)] for level in LEVELS
        ]
        each = ", ".join(f"{level}: {right}/{wrong}" for level, (right, wrong) in zip(LEVELS, counts, strict=True))
        yield f"{task} of {len(found)}, right/wrong when as sure as {each}"


def fitted(learner: Learner) -> tuple[bytes, str]:
    """The layers and the weights as they are stored."""
    parts = shipped(learner.file)
    for name, own in learner.layers.items():
        parts[name] = packed_steps(own) if own.dim() > 1 else own.detach().numpy().tobytes()
    head = torch.cat([SHARP * learner.head.weight.T, learner.head.bias[None]]).detach().double().numpy()
    return file_of_layers(layers_over(MODEL_FILE, b"".join(parts.values()))), DecisionWeights(head).written()


def _main() -> None:
    file = ModelFile(MODEL_FILE)
    known = lesson(file, [*texts(WRITERS), *(one for language in LANGUAGES for one in wordings(language))])
    limiting = {writer: lesson(file, [*texts({writer: parts})]) for writer, parts in LIMITING.items()}
    for number, learner in enumerate(learn(file, known), 1):
        if "--fit" in sys.argv:
            layers, weights = fitted(learner)
            (data_dir() / OUTCOME_LAYERS).write_bytes(layers)
            (data_dir() / "lexicon" / OUTCOME_WEIGHTS).write_text(weights, "utf-8")
        for writer, asked in limiting.items():
            for line in judged(learner, asked):
                print(f"round {number}, {writer}: {line}", flush=True)


if __name__ == "__main__":
    _main()
