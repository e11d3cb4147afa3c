"""Whether the sentence shown is the one that answers: measured by questions whose answering sentences were chosen
before anything was shown.

``python -m tests.accuracy.snippets`` prints how often one of them is in the snippet of the first hit in their laws.
"""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus import store
from corpus.ids import ProvisionId
from index.search.engine import SearchEngine

LABELLED = Path(__file__).with_name("snippets.toml")


@dataclass(frozen=True)
class LabelledQuestion:
    """A question and what answers it: ``(expression, provision id, how the sentence begins)``."""

    language: str
    text: str
    sentences: tuple[tuple[str, str, str], ...]


def read_labelled(name: str) -> tuple[LabelledQuestion, ...]:
    """The questions of a table: of those named ``fitted`` the choice was tuned on, of ``quoted`` only sums are read."""
    rows = tomllib.loads(LABELLED.read_text("utf-8"))[name]["rows"]
    return tuple(LabelledQuestion(language, text, tuple(map(_sentence, found))) for language, text, found in rows)


def answered(search: SearchEngine, questions: Sequence[LabelledQuestion]) -> int:
    """How many questions have an answering sentence in the snippet of their first hit in one of its laws."""
    return sum(_is_answered(search, question) for question in questions)


def _is_answered(search: SearchEngine, question: LabelledQuestion) -> bool:
    laws = {(expression, ProvisionId.of(place).law) for expression, place, _ in question.sentences}
    for hit in search.search(question.text, reader=question.language).hits:
        if hit.kind != "definition" and (hit.expression, ProvisionId.of(hit.id).law) in laws:
            return any(key == hit.expression and begins in hit.snippet for key, _, begins in question.sentences)
    return False


def _sentence(written: str) -> tuple[str, str, str]:
    address, _, begins = written.partition(" ")
    expression, _, place = address.partition(":")
    return expression, place, begins


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        engine = SearchEngine(store.load_library(), Path(temporary) / "search")
        for table in ("fitted", "quoted", "drawn_fitted", "drawn_quoted", "written_quoted"):
            labelled = read_labelled(table)
            print(f"{table}: {answered(engine, labelled)} of {len(labelled)}")
