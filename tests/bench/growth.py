"""Whether time grows as its input does: each parser reads hostile input of three sizes, each twice the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from time import process_time

from app.committee.register import LEXICON, known_numbers
from corpus.dossiers.dossier import Dossier, Remark
from corpus.dossiers.folder import dumps, loads
from corpus.precedents import judgment_xml
from corpus.precedents.decision import Decision
from corpus.store import load_lexicon, load_registry, read_raw
from parser.decisions.fields import read_case
from parser.decisions.lexicon import read_lexicon
from parser.pipeline import ParseError, SourceTexts, parse
from parser.sources import SOURCES
from parser.text.tracked import TrackedText, Witness, collapse

HOSTILE_SIZES = (1, 2, 4)


def growths() -> Iterator[str]:
    """One line a parser."""
    for name, make, read in _parsers():
        taken = []
        for size in HOSTILE_SIZES:
            content = make(size)
            taken.append(min(_taken(read, content) for _ in range(2)))
        ratios = ", ".join(f"{b / a:.1f}" for a, b in pairwise(taken))
        yield f"{name}: {taken[-1]:.2f} s; {ratios}"


def _taken(read: Callable[[object], object], content: object) -> float:
    began = process_time()
    read(content)
    return process_time() - began


def _parsers() -> Iterator[tuple[str, Callable[[int], object], Callable[..., object]]]:
    lexicon, registry, numbers = read_lexicon(load_lexicon(LEXICON)), load_registry(), known_numbers()
    raw = read_raw("dbf-2008-web").replace("\n", "\r")

    def case(content: tuple[str, str]) -> Decision:
        name, text = content
        return read_case(name, text.encode(), lexicon, registry, numbers, None).decision

    def dbf(text: str) -> None:
        source = next(source for source in SOURCES if source.key == "dbf-2008")
        texts = SourceTexts({"dbf-2008-web": Witness("dbf-2008-web", text)}, {}, {})
        with suppress(ParseError):  # as it should: one line is no regulation
            parse(source, registry["dbf-2008"], texts)

    def sub(text: str) -> TrackedText:
        return TrackedText.of(text).sub("a", "å", "rule").sub("\r", "\n").sub("å", "ä", "rule")

    yield "regulations with CR alone", lambda size: raw[: size * len(raw) // 4], dbf
    yield "blanks run together", lambda size: " " * size * 100_000, lambda text: collapse(TrackedText.of(text))
    yield "replacing letters in a text", lambda size: "a\r" * size * 5_000, sub
    yield "Markdown: __a", lambda size: ("a.md", "Sag: 1\n\n" + "__a " * size * 10_000), case
    yield "Markdown: # a # #", lambda size: ("a.md", "# a" + " #" * size * 10_000), case
    yield "HTML: attributes", lambda size: ("a.html", _page(size * 1_000)), case
    yield "a decision of paragraphs, read", _paragraphs, case
    yield "a decision of paragraphs, written", lambda size: case(_paragraphs(size)), judgment_xml.write
    yield "a judgment of paragraphs", lambda size: judgment_xml.write(case(_paragraphs(size))), judgment_xml.read
    yield "a dossier, written", _dossier, dumps
    yield "a dossier, read", lambda size: dumps(_dossier(size)), lambda content: loads(content, "sag")


def _page(attributes: int) -> str:
    return f"<html><body><p {' '.join(f'a{n}=1' for n in range(attributes))}>§ 16B</p></body></html>"


def _paragraphs(size: int) -> tuple[str, str]:
    return "a.txt", "Sag: 1\n\nAfgørelse\n\n" + "Nord meldte efter § 16B.\n\n" * size * 4_000


def _dossier(size: int) -> Dossier:
    return Dossier("sag", "Sag", "da", entries=tuple(Remark(f"Linje {n}") for n in range(size * 1_250)))
