"""The decisions that the reader of outcomes learns from, by their writers, and the wordings."""

from __future__ import annotations

from app.build.decision_lexicon import decision_lexicon
from parser.decisions.fields import case_parts
from parser.decisions.meanings import COLUMNS, MeaningReader
from tests.accuracy.decisions import sample_numbers
from tests.support.decision_samples import FOLDER, Sample, samples

Parts = tuple[tuple[str, int, int], ...]

# The files of one writer, by name and first and last number; those of whom nobody tunes on stay out.
WRITERS: dict[str, Parts] = {
    "rules": (("tuned", 1, 10), ("tuned", 17, 17), ("unseen", 1, 1), ("held_out", 1, 2)),
    "second": (("tuned", 11, 11), ("held_out", 3, 3)),
    "third": (("tuned", 12, 15),),
    "fourth": (("tuned", 16, 16), ("tuned", 18, 21)),
    "fifth": (("tuned", 22, 27),),
    "sixth": (("tuned", 28, 31),),
    "seventh": (("tuned", 32, 35),),
    "eighth": (("held_out", 4, 7),),
    "ninth": (("held_out", 8, 11),),
    "tenth": (("oblique", 1, 4),),
    "eleventh": (("oblique", 5, 8),),
    "twelfth": (("held_out", 14, 18),),
    "fourteenth": (("tuned", 39, 43),),
    "eighteenth": (("pairs", 1, 1),),
    "nineteenth": (("pairs", 2, 2),),
}
# By these the limits are chosen.
LIMITING: dict[str, Parts] = {"thirteenth": (("tuned", 36, 38),), "twentieth": (("held_out", 37, 37),)}


def samples_of(parts: Parts) -> list[Sample]:
    """The decisions of a writer."""
    return [s for name, first, last in parts for n in range(first, last + 1) for s in samples(name, n)]


def reader_of(sample: Sample) -> MeaningReader:
    """The reader with which a sample is read."""
    return case_parts(sample.name, sample.content, decision_lexicon(), sample_numbers()).reader


def wordings(language: str) -> list[tuple[str, int]]:
    """Sentences, each with the number of the outcome that it tells, or of none."""
    found, value = [], COLUMNS.index("")
    for line in (FOLDER / f"wordings-{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            field, _, name = line.strip("# ").partition(" ")
            value = COLUMNS.index(name if field == "outcome" and name in COLUMNS else "")
        elif line.strip():
            found.append((line.strip().casefold(), value))
    return found
