"""The classifier of laws, trained once for the same lines: it is kept in the folder of indexes, and always safe to
delete.

Most indexes are made because a text was added or a table was decided, which changes nothing of what is learnt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy

from corpus import records
from index.search import law_classifier
from index.search.law_classifier import ClassifierTable, LabelledLine, train
from index.search.word_senses import WordSenses

NAME = "law-classifier.kept"
_CODE = ("law_classifier.py", "analyzer.py", "word_senses.py", "training.py")


def trained(lines: Sequence[LabelledLine], senses: WordSenses, folder: Path) -> ClassifierTable:
    """What lines teach: read where ``folder`` has it of these lines and this code, else learnt and put there."""
    sum_ = _sum(lines, senses)
    if (record := records.read_kept(folder / NAME, sum_)) is not None:
        return records.loads(ClassifierTable, record)
    table = train(tuple(lines), senses)
    with suppress(OSError):  # where nothing can be written it is learnt again the next time
        records.write_kept(folder / NAME, sum_, records.dumps(table))
    return table


def _sum(lines: Sequence[LabelledLine], senses: WordSenses) -> str:
    total = hashlib.sha256(f"{records.FORMAT} {numpy.__version__}".encode())
    for name in _CODE:
        total.update((Path(law_classifier.__file__).parent / name).read_bytes())
    total.update(repr((tuple(lines), senses)).encode())
    return total.hexdigest()
