"""What ``search`` answers, as plain objects ready for JSON. It waits for nothing that only the other answers need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING

from app.build.search_index import open_search
from app.cli.messages import fate_record, result_message
from corpus import store
from index.search.results import Result

if TYPE_CHECKING:
    from app.cli.answers import Answer
    from app.reader.context import ReaderServices


def found(services: ReaderServices, question: str, expressions: Sequence[str] | None, limit: int) -> Answer:
    """What ``lovbro search --json`` answers, from what the server has read, but for the time it took."""
    return result_answer(services.search.search(question, expressions=expressions, limit=limit))


def search(questions: Iterable[str], expressions: Sequence[str] | None, limit: int) -> Iterator[Answer]:
    """What words or a citation find, an answer for each question. Raises RegistryError for an unknown expression."""
    library = store.load_library()
    for key in expressions or ():
        library.entry(key)
    engine = open_search(library)
    for question in questions:
        began = perf_counter()
        result = engine.search(question, expressions=expressions, limit=limit)
        yield result_answer(result) | {"elapsed_ms": round((perf_counter() - began) * 1000, 2)}


def result_answer(result: Result) -> Answer:
    """A search result in the form of ``search --json``, but for the time it took."""
    return {
        "query": result.query,
        "citation": ", ".join(result.cited) or None,
        **fate_record(result.fates),
        "message": result_message(result),
        "terms": [asdict(used) for used in result.terms],
        "suggestions": list(result.suggestions),
        "hits": [
            {
                "expression": hit.expression,
                "id": hit.id,
                "heading_path": list(hit.heading_path),
                "snippet": hit.snippet,
                "score": round(hit.score, 3),
                "via": hit.via,
            }
            for hit in result.hits
        ],
    }
