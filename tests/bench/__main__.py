"""``python -m tests.bench``: whoosh beside our postings in SQLite, FTS5 and tantivy, then what a person waits for.

First comes one markdown table of ratios to whoosh (below 1 is faster or smaller than whoosh) with whoosh's own figures,
at 1x and 10x of the corpus; ``--hundred`` adds 100x (minutes). Each engine runs in a process of its own.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from corpus import store
from tests.bench.engines import ENGINES
from tests.bench.growth import growths
from tests.bench.measure import Figures, Questions, measure, passages, questions
from tests.bench.program import waits


def main(factors: Sequence[int]) -> None:
    library = store.load_library()
    texts = passages(library)
    asked = questions(texts)
    others = " | ".join(list(ENGINES)[1:])
    print(f"\n{len(texts)} passages; ratios to whoosh, below 1 is better than whoosh\n")
    print("| | " + " | ".join(f"whoosh {f}x | {others}" for f in factors) + " |")
    print("|---" * (1 + len(ENGINES) * len(factors)) + "|")
    columns = [_column(name, texts, factor, asked) for factor in factors for name in ENGINES]
    for row in columns[0]:
        cells = []
        for at in range(0, len(columns), len(ENGINES)):
            base, *others = (figures[row] for figures in columns[at : at + len(ENGINES)])
            cells += [f"{base:.2f}", *(f"{other / base:.2f}" if base else "-" for other in others)]
        print(f"| {row} | " + " | ".join(cells) + " |")
    with tempfile.TemporaryDirectory() as folder:
        print("\nWhat a person waits for:\n")
        for line in waits(library, Path(folder)):
            print(f"- {line}")
    print("\nThe largest of three inputs, and how many times as long each takes as the one half its size:\n")
    for line in growths():
        print(f"- {line}")


def _column(name: str, texts: Sequence[str], factor: int, asked: Questions) -> Figures:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, name, texts, factor, asked).result()


if __name__ == "__main__":
    main((1, 10, 100) if "--hundred" in sys.argv[1:] else (1, 10))
