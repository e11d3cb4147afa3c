"""Coverage-guided fuzzing of what people type and of the files they keep: ``python -m tests.guided [seconds]``.

Atheris changes what reached new code, so it finds what damage by lot does not. What it finds it leaves in the folder in
which it was started, and ends with another code than 0. Linux alone; ``make fuzz`` runs it after the damaged files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["corpus", "parser", "index.search.query_syntax", "app.reader.address"]):
    from app.reader.address import address, read_state
    from corpus.board.calls import AuctionError, parse_auction
    from corpus.board.contract import BadContractError, parse_contract, parse_score
    from corpus.board.deal import DealError, parse_deal
    from corpus.dossiers.folder import DossierError, dumps, loads
    from corpus.precedents import judgment_xml
    from corpus.precedents.judgment_xml import JudgmentError
    from corpus.store import shipped_registry
    from index.search.query_syntax import parse
    from parser.citations.find import find
    from parser.citations.query import read_query

REFUSALS = (AuctionError, BadContractError, DealError, DossierError, JudgmentError)
REGISTRY = shipped_registry()
SECONDS = 120
LONGEST = 400  # bytes; what takes longer to read grows with the square


def _contract(words: str) -> None:
    parse_score(words)
    parse_contract(words)


def _citations(words: str) -> None:
    for language in ("da", "nb", "sv"):
        assert all(citation.printed in words for citation in find(words, language))


def _address(words: str) -> None:
    names = ("law", "q", "in", "date", "page", "trail", "only", "letters", "case")
    state = read_state(dict.fromkeys(names, words), REGISTRY)
    address(state, REGISTRY).encode()


WORDS: tuple[Callable[[str], object], ...] = (
    parse_deal,
    lambda words: parse_auction(words, "N"),
    _contract,
    _citations,
    lambda words: read_query(words, frozenset()),
    parse,
    _address,
)
FILES: tuple[Callable[[bytes], object], ...] = (
    lambda content: dumps(loads(content, "sag-1")),
    lambda content: judgment_xml.decision_xml(judgment_xml.read_decision(content)),
)


def tried(content: bytes) -> None:
    """Read bytes as one of the kinds, which the first byte names; what is no refusal is a find."""
    if not content:
        return
    number = content[0] % (len(WORDS) + len(FILES))
    try:
        if number < len(WORDS):
            WORDS[number](content[1:].decode("utf-8", "replace"))
        else:
            FILES[number - len(WORDS)](content[1:])
    except REFUSALS:
        pass


if __name__ == "__main__":
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=10", "-print_final_stats=1"]
    atheris.Setup([str(Path(__file__)), *options], tried)
    atheris.Fuzz()
