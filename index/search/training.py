"""The classifier of laws, trained once for the same lines: it is kept in the folder of indexes, and always safe to
delete.

Most indexes are made because a text was added or a table was decided, which changes nothing of what is learnt. The
others learn in a process of its own while the index is written: ``python -m index.search.training FOLDER`` reads a
lesson and leaves what it teaches in the folder.
"""

from __future__ import annotations

import gc
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy

from corpus import records
from index.search import law_classifier
from index.search.law_classifier import ClassifierTable, LabelledLine, train
from index.search.word_senses import WordSenses

NAME = "law-classifier.kept"
_CODE = ("analyzer.py", "law_classifier.py", "line_features.py", "nearest_lines.py", "training.py", "word_senses.py")
# Large arrays are made in memory that was used before, which need not be cleared again: for glibc, idle elsewhere.
_KEEPING = dict.fromkeys(("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"), str(1 << 30))
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Lesson:
    """All that is learnt from."""

    lines: tuple[LabelledLine, ...]
    senses: WordSenses


@contextmanager
def learning(lesson: Lesson, folder: Path) -> Iterator[Callable[[], ClassifierTable]]:
    """Learn while the body of ``with`` does other work, where there is a second core; the body calls for the outcome.

    Whatever hinders the other process, this one then learns itself.
    """
    helper = _helper(lesson, folder)

    def learnt() -> ClassifierTable:
        if helper is not None:
            helper.wait()
        return trained(lesson, folder)

    try:
        yield learnt
    finally:
        if helper is not None:
            helper.kill()
            helper.wait()


def trained(lesson: Lesson, folder: Path) -> ClassifierTable:
    """What a lesson teaches: read where ``folder`` has it of this lesson and this code, else learnt and put there."""
    sum_ = _sum(lesson)
    if (record := records.read_kept(folder / NAME, sum_)) is not None:
        return records.loads(ClassifierTable, record)
    table = train(lesson.lines, lesson.senses)
    with suppress(OSError):  # where nothing can be written it is learnt again the next time
        records.write_kept(folder / NAME, sum_, records.dumps(table))
    return table


def _helper(lesson: Lesson, folder: Path) -> subprocess.Popen[bytes] | None:
    """The process that learns; none where all is known, or where it would share the one core."""
    if _cores() < 2 or records.read_kept(folder / NAME, _sum(lesson)) is not None:
        return None
    # The other core is busy: numpy's second thread would only wait for its turn there.
    environment = os.environ | {"PYTHONPATH": str(_ROOT), "OPENBLAS_NUM_THREADS": "1"} | _KEEPING
    command = (str(sys.executable), "-P", "-m", "index.search.training", str(folder))
    with suppress(OSError), tempfile.TemporaryFile() as file:
        file.write(records.dumps(lesson))
        file.seek(0)
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=file, stdout=nowhere, stderr=nowhere, env=environment)
    return None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _sum(lesson: Lesson) -> str:
    total = hashlib.sha256(f"{records.FORMAT} {numpy.__version__}".encode())
    for name in _CODE:
        total.update((Path(law_classifier.__file__).parent / name).read_bytes())
    total.update(repr(lesson).encode())
    return total.hexdigest()


if __name__ == "__main__":
    gc.disable()  # nothing of what is learnt from is given back before the end
    trained(records.loads(Lesson, sys.stdin.buffer.read()), Path(sys.argv[1]))
