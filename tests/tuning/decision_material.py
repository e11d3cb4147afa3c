"""What the reader of decisions learns from: their windows, dates and bodies with the answers, and the wordings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.build.decision_lexicon import decision_lexicon
from parser.decisions.candidates import bare_of
from parser.decisions.fields import CaseParts, case_parts
from parser.decisions.meanings import TASKS
from parser.decisions.windows import sentence_window
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
    "twenty-third": (("written", 1, 8),),
    "twenty-fourth": (("written", 11, 18),),
    "twenty-fifth": (("unread", 1, 9),),
}
# By these the limits are chosen.
LIMITING: dict[str, Parts] = {
    "thirteenth": (("tuned", 36, 38),),
    "twentieth": (("held_out", 37, 37),),
    "twenty-sixth": (("unread", 11, 18),),
}

UNDECIDED = ("introduction", "other", "facts")
SHORTEST, LONGEST_BARE = 60, 700  # letters of a text without what decides
DECISION, BARE, WORDING = 1.0, 0.5, 0.35  # what such a text counts
_WORDED = ("outcome", "deposit", "unanimous")


@dataclass(frozen=True)
class TaughtText:
    """A text that a ``writer`` wrote, the number of the answer to each task that it answers, and what it counts."""

    writer: str
    name: str
    text: str
    answers: dict[str, int]
    worth: float = DECISION


def texts(writers: dict[str, Parts]) -> Iterator[TaughtText]:
    """All texts of these writers."""
    for writer, parts in writers.items():
        for sample in samples_of(parts):
            yield from texts_of(writer, sample)


def samples_of(parts: Parts) -> list[Sample]:
    """The decisions of a writer."""
    return [s for name, first, last in parts for n in range(first, last + 1) for s in samples(name, n)]


def texts_of(writer: str, sample: Sample) -> Iterator[TaughtText]:
    """What one decision teaches."""
    parts = case_parts(sample.name, sample.content, decision_lexicon(), sample_numbers())
    reader = parts.reader
    told = {"outcome": sample.outcome, "deposit": sample.deposit, "unanimous": _mind(sample.unanimous)}
    answers = {task: TASKS[task].index(value) for task, value in told.items()}
    answers["decided"] = int(not any(sample.instances))
    yield TaughtText(writer, sample.name, reader.window.text, answers)
    bare = reader.window_of(UNDECIDED).text
    if reader.is_headed and len(bare) > SHORTEST:
        none = {"outcome": TASKS["outcome"].index("")}
        yield TaughtText(writer, sample.name, bare[:LONGEST_BARE], none, BARE)
    for day in parts.days:
        right = sample.played is not None and day.mention.first <= sample.played <= day.mention.last
        yield TaughtText(writer, sample.name, day.window, {"day": int(not right)})
    yield from _bodies(writer, sample, parts)


def _bodies(writer: str, sample: Sample, parts: CaseParts) -> Iterator[TaughtText]:
    """Which body decided; nothing of a file in which the right one is not among those that are asked about."""
    asked = parts.bodies(decision_lexicon())
    names = {bare_of(name) for name in sample.instances if name}
    right = {one.bare for one in asked if one.bare in names}
    right = right or {one.bare for one in asked if any(name.endswith(one.bare) for name in names)}
    if names and not right:
        return
    for one in asked:
        yield TaughtText(writer, sample.name, one.window, {"body": int(one.bare not in right)})


def _mind(unanimous: bool | None) -> str:
    return {True: "yes", False: "no", None: ""}[unanimous]


def wordings(language: str) -> Iterator[TaughtText]:
    """Sentences, each with what it tells."""
    none = TASKS["outcome"].index("")
    answers = {"outcome": none}
    for line in (FOLDER / f"wordings-{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            field, _, name = line.strip("# ").partition(" ")
            answers = {"outcome": none}
            if field in _WORDED:
                answers[field] = TASKS[field].index("" if name == "none" else name)
        elif line.strip():
            yield TaughtText("", "", sentence_window(line.strip().casefold()), answers, WORDING)
