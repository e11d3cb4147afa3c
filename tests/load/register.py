"""How long a register of many decisions takes to answer: ``python -m tests.load.register [decisions] [folder|server]``.

Some hundred invented decisions are read, and written again and again under other numbers into a folder (a temporary one
where none is named; one that is there is used as it is), or with ``server`` into a PostgreSQL server of its own. Times
are of the clock, in milliseconds, each question asked twenty times. A measurement, not a test.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path

from app.committee.register import open_register, reader
from corpus.database.documents import DatabaseDocuments
from corpus.database.migration import migrate
from corpus.document_store import DocumentStore, FolderDocuments
from corpus.precedents.decision import Decision
from corpus.precedents.folder import JUDGMENT, CaseFolder
from corpus.precedents.judgment_xml import decision_xml
from index.precedents.casebook import register_statistics
from index.precedents.filters import DecisionFilter
from tests.support.invented_decisions import generate
from tests.support.postgres import PostgresServer

MODELS, TIMES, ON_A_PAGE = 300, 20, 100


def main(count: int, folder: str) -> None:
    """Print a line for the first opening, one opened again, and each kind of question."""
    with ExitStack() as stack:
        register = CaseFolder(_server(stack) if folder == "server" else _folder(stack, folder))
        if not register.keys():
            with register.documents.locked():
                _fill(register.documents, count)
        print(f"load {os.getloadavg()[0]:.1f}, {len(register.keys())} decisions")
        print(f"first opened: {_taken(lambda: open_register(register)) / 1000:.1f} s")
        casebook = open_register(register).casebook
        _print("anything changed?", lambda: open_register(register))
        questions = {
            "all": DecisionFilter(),
            "a rare word": DecisionFilter(words="09-AU-1"),
            "two common words": DecisionFilter(words="nord melding"),
            "one letter": DecisionFilter(words="s"),
            "two words in another form": DecisionFilter(words="spillerens meldingernes"),
            "two fields": DecisionFilter(outcome="changed", deposit="returned"),
            "all fields and a word": DecisionFilter(
                "AU", "changed", "returned", True, date(2009, 1, 1), date(2015, 1, 1), "spurgte"
            ),
        }
        for name, only in questions.items():
            _print(f"first page: {name}", lambda only=only: casebook.select(only, ON_A_PAGE))  # type: ignore[misc]
            _print(f"count: {name}", lambda only=only: casebook.count(only))  # type: ignore[misc]
        for place in ("16B", "73"):
            _print(f"under {place}", lambda place=place: casebook.at("laws", "2017", place).applied[:ON_A_PAGE])  # type: ignore[misc]
        _print("what it covers", lambda: casebook.reach)
        print(f"statistics, first: {_taken(lambda: register_statistics(casebook, '2017')):.0f}")
        _print("statistics", lambda: register_statistics(casebook, "2017"))


def _folder(stack: ExitStack, named: str) -> Path:
    return Path(named or f"{stack.enter_context(tempfile.TemporaryDirectory())}/precedents")


def _server(stack: ExitStack) -> DocumentStore:
    server = PostgresServer("register")
    stack.callback(server.remove)
    server.make()
    server.start("shared_buffers=128MB")
    migrate(server.url)
    return DatabaseDocuments(server.url, "precedents")


def _fill(register: DocumentStore, count: int) -> None:
    read = reader()
    models: list[Decision] = [read(known.name, known.content).decision for known in generate(MODELS)]
    for number in range(count):
        model = models[number % MODELS]
        name = f"{model.number}{number}"
        content = decision_xml(replace(model, key=name.lower(), number=name))
        if isinstance(register, FolderDocuments):
            (register.path / name.lower()).mkdir(parents=True)
        register.write(f"{name.lower()}/{JUDGMENT}", content)


def _taken(ask: Callable[[], object]) -> float:
    began = time.perf_counter()
    ask()
    return 1000 * (time.perf_counter() - began)


def _print(name: str, ask: Callable[[], object]) -> None:
    taken = sorted(_taken(ask) for _ in range(TIMES))
    print(f"{name:40} p50 {taken[TIMES // 2]:6.1f}, p95 {taken[TIMES * 95 // 100 - 1]:6.1f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000, sys.argv[2] if len(sys.argv) > 2 else "")
