"""What a person waits for, measured on this machine: questions, hostile input, a second build, decisions, papers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter

from app.build import products
from app.committee.document_docx import to_docx
from app.committee.document_pdf import to_pdf
from app.committee.dossier_document import compose
from app.committee.register import IncomingFile, add, from_paths
from corpus.library import Library
from corpus.precedents.folder import CaseFolder
from index.search.engine import SearchEngine
from tests.accuracy.measure import read_questions
from tests.support.hostile import HOSTILE
from tests.support.invented_decisions import generate
from tests.support.long_dossier import long_dossier

CITED = ("16C2", "§ 27 B 1 a", "lag 40B2(a)(iii)", "X90B4c")
DECISIONS = 500


def waits(library: Library, folder: Path) -> Iterator[str]:
    """One line a measurement; ``folder`` is for what is written. Needs no more than the stored products."""
    search = SearchEngine(library, folder / "index")
    questions = [question.text for question in read_questions()]
    for name in ("first time", "again"):
        yield f"{len(questions)} judged questions, {name}: {_spread(search, questions)}"
    yield f"a citation: {_spread(search, CITED * 10)}"
    yield f"hostile input: {_spread(search, HOSTILE)}"
    products.build(lambda _: None)
    yield f"a build with nothing to do: {_seconds(lambda: products.build(lambda _: None)):.2f} s"
    yield f"{DECISIONS} decisions read and kept: {_seconds(lambda: _import(folder)):.1f} s"
    yield f"a page with 20,000 sentences read: {_seconds(lambda: _import_huge(folder)):.1f} s"
    blocks = compose(long_dossier(library), "da")
    yield f"twenty quotations as Word: {_seconds(lambda: to_docx(blocks, 'da')):.2f} s"
    yield f"twenty quotations as PDF: {_seconds(lambda: to_pdf(blocks, 'da')):.2f} s"


def _spread(search: SearchEngine, texts: Iterable[str]) -> str:
    taken = sorted(_seconds(lambda text=text: search.search(text)) * 1000 for text in texts)  # type: ignore[misc]
    return ", ".join(
        f"{name} {taken[int((len(taken) - 1) * part)]:.1f} ms"
        for name, part in (("p50", 0.5), ("p95", 0.95), ("max", 1))
    )


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _import(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as source:
        for case in generate(DECISIONS):
            (Path(source) / case.name).write_bytes(case.content)
        list(add(from_paths([Path(source)]), CaseFolder(folder / "decisions")))


def _import_huge(folder: Path) -> None:
    text = "Spilledato: 2019-01-01\n\n" + "Nord meldte 2♠ efter § 16B1a, se også § 73C. " * 20_000
    list(add([IncomingFile("huge.txt", text.encode())], CaseFolder(folder / "huge")))
