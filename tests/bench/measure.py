"""What is asked of an engine and what is measured: building, opening, each kind of question, memory."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from corpus.library import Library
from index.search.analyzer import fold, tokenize
from index.search.documents import documents
from tests.bench.engines import ENGINES, Engine

KINDS = ("rare word", "common word", "phrase", "beginning", "three words", "marked")
QUESTIONS = 40
NUMBERED = 0.03  # of the words of a copy get a number, so that the vocabulary grows too
SEED = 16

Questions = dict[str, list[list[str]]]
Figures = dict[str, float]


def passages(library: Library) -> list[str]:
    """The text of every document of the index, folded, words parted by spaces."""
    texts = (" ".join(t for place, t in d.words if place in ("heading", "text")) for d in documents(library))
    folded = (" ".join(fold(word.text) for word in tokenize(text)) for text in texts)
    return [text for text in folded if text]


def times(found: Sequence[str], factor: int) -> Iterator[str]:
    """The passages, then shuffled copies of them with some words numbered."""
    yield from found
    chance = random.Random(SEED)
    for copy in range(1, factor):
        for passage in found:
            words = passage.split()
            chance.shuffle(words)
            yield " ".join(f"{w}{copy}" if chance.random() < NUMBERED else w for w in words)


def questions(found: Sequence[str]) -> Questions:
    """Real words, phrases and beginnings, drawn from the passages."""
    chance = random.Random(SEED)
    counts: dict[str, int] = {}
    for passage in found:
        for word in set(passage.split()):
            counts[word] = counts.get(word, 0) + 1
    ordered = sorted((word for word in counts if len(word) > 2), key=lambda word: (-counts[word], word))
    common, rare = ordered[:80], [word for word in ordered if 2 <= counts[word] <= 12]
    pairs = sorted({pair for passage in found for pair in pairwise(passage.split())})
    words = chance.sample(ordered[80:1500], QUESTIONS * 3)
    threes = [words[n : n + 3] for n in range(0, len(words), 3)]
    return {
        "rare word": [[word] for word in chance.sample(rare, QUESTIONS)],
        "common word": [[word] for word in chance.sample(common, QUESTIONS)],
        "phrase": [list(pair) for pair in chance.sample(pairs, QUESTIONS)],
        "beginning": [[word[:4]] for word in chance.sample([w for w in ordered if len(w) > 6], QUESTIONS)],
        "three words": threes,
        "marked": threes,
    }


def measure(name: str, texts: Sequence[str], factor: int, asked: Questions) -> Figures:
    """Build (s), open (ms), p50 and p95 (ms) of each kind, memory (MB) held after asking."""
    before = _resident()
    with tempfile.TemporaryDirectory() as temporary:
        folder, engine = Path(temporary), ENGINES[name]()
        began = perf_counter()
        engine.build(times(texts, factor), folder)
        figures = {"build s": perf_counter() - began}
        began = perf_counter()
        engine.open(folder)
        figures["open ms"] = (perf_counter() - began) * 1000
        for kind in KINDS:
            taken = sorted(_asked(engine, kind, words) for words in asked[kind] for _ in range(2))
            cuts = quantiles(taken, n=20)
            figures[f"{kind} p50 ms"], figures[f"{kind} p95 ms"] = cuts[9], cuts[18]
        figures["memory MB"] = _resident() - before
    return figures


def _asked(engine: Engine, kind: str, words: list[str]) -> float:
    began = perf_counter()
    engine.find(kind, words)
    return (perf_counter() - began) * 1000


def _resident() -> float:
    """Resident memory of this process in MB, from Linux's /proc."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096 / 1_048_576
