"""What grows: for each parser and each store, input of any size, hostile or large, and what reads it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import islice, product
from pathlib import Path

import docx
import typst
from lxml import etree

from app.build.addition import read_text
from app.build.decision_lexicon import decision_lexicon
from app.committee.dossier_document import compose
from app.committee.register import known_numbers
from app.committee.scoring.adjusted import AdjustmentError
from app.committee.scoring.tables import LEXICON, read_scoring_tables
from app.committee.scoring.typed import work_out
from app.committee.verifying import verifier_of
from app.reader.address import address, read_state
from corpus import akn, library_backup
from corpus.alignment.concordance_files import read_table
from corpus.alignment.review import ReviewDecision, read_review, write_review
from corpus.board.calls import AuctionError, parse_auction
from corpus.board.contract import BadContractError, parse_contract, parse_score
from corpus.board.deal import DealError, parse_deal
from corpus.committees import read_committees
from corpus.dossiers.dossier import Dossier, Remark, TypedAdjustment
from corpus.dossiers.folder import DossierFolder, dumps, loads
from corpus.dossiers.typing_journal import TypedWords, TypingJournal
from corpus.library import Library
from corpus.precedents import judgment_xml
from corpus.precedents.decision import Decision
from corpus.schema import FormatError
from corpus.store import load_lexicon, load_library, load_registry, read_raw
from index.search.query_syntax import parse as parse_question
from parser.citations.find import find
from parser.citations.query import read_query
from parser.decisions.fields import read_case
from parser.documents.files import read_document
from parser.documents.stream import RefusedDocumentError
from parser.pipeline import ParseError, SourceTexts, parse
from parser.sources import SOURCES
from parser.text.patches import Patch, apply_patches
from parser.text.tracked import TrackedText, Witness, collapse
from tests.support import invented_source

REFUSED = (
    AdjustmentError, AuctionError, BadContractError, DealError, FormatError, ParseError, RefusedDocumentError,
    ValueError,
)  # fmt: skip


HEADER = "law_2017,law_2027,place,content,note,note_da,note_nb,note_sv\n"
LAW = "LOV {0} – Overskrift\n\nA. Titel\n\n1. Se § 16A, jf. § 12.\n\na. Et.\n\nb. To.\n\n"
LAWS = "".join(LAW.format(number) for number in range(1, 4))
PAGE = "<!doctype html><html><body>" + "".join(f"<p>{line}</p>" for line in LAWS.split("\n\n"))


@dataclass(frozen=True)
class Growing:
    """``read`` takes what ``make`` gives for a size; its time is measured, that of ``make`` is not."""

    name: str
    make: Callable[[int], object]
    read: Callable[..., object]


def growing() -> Iterator[Growing]:
    """Every parser and store with what may make it slow."""
    yield from _texts()
    yield from _citations()
    yield from _questions()
    yield from _boards()
    yield from _documents()
    yield from _decisions()
    yield from _tables()
    yield from _cases()


@cache
def _library() -> Library:
    return load_library()


def _texts() -> Iterator[Growing]:
    raw = read_raw("dbf-2008-web").replace("\n", "\r")

    def dbf(text: str) -> None:
        source = next(source for source in SOURCES if source.key == "dbf-2008")
        texts = SourceTexts({"dbf-2008-web": Witness("dbf-2008-web", text)}, {}, {})
        with suppress(ParseError):  # as it should: one line is no regulation
            parse(source, load_registry()["dbf-2008"], texts)

    def sub(text: str) -> TrackedText:
        return TrackedText.of(text).sub("a", "å", "rule").sub("\r", "\n").sub("å", "ä", "rule")

    def patched(lines: int) -> TrackedText:
        witness = Witness("w", "mé a1\n" * lines)
        patches = [Patch(n, "mé", "må", "r", kind="label" if n % 2 else "text") for n in range(1, lines + 1)]
        return apply_patches(witness, TrackedText.of(witness.text), patches)

    yield Growing("regulations with CR alone", lambda size: (raw * size)[: size * 5_000], dbf)
    yield Growing("regulations", lambda size: "§ 1. A\n\nA. B\n\n" + "1. x\n\na. y\n\n" * size, dbf)
    yield Growing("blanks run together", lambda size: " " * size * 1_000, lambda text: collapse(TrackedText.of(text)))
    yield Growing("letters replaced", lambda size: "a\r" * size * 100, sub)
    yield Growing("patches", lambda size: size * 20, patched)


def _citations() -> Iterator[Growing]:
    for language in ("da", "nb", "sv"):
        for words in (
            "Se § 12C1(b), jf. §§ 16-17 og § 64 A 2 ovenfor; ", "§", "§ 16", "16A, ", "og ", "(", "16C1(a)(b)", "Lag ",
            "§§ 1-", "x92B (", "12C1b-", "2007 ", "a", "A 1 a i ",
        ):  # fmt: skip
            yield Growing(f"citations in {language}: {words!r}", _times(words, 20), _in(language))
    numbers = frozenset(str(one.id) for one in _library()["da-2017"].walk())
    for words in ("16A, ", "16A-", "§ ", "16 C 1 ", "(", "16C(", "lov ", "2007 ", "og 16A ", "1"):
        yield Growing(f"a number typed: {words!r}", _times(words, 20), lambda text: read_query(text, numbers))


def _in(language: str) -> Callable[[str], object]:
    return lambda text: find(text, language)


def _questions() -> Iterator[Growing]:
    registry = load_registry()
    for words in ('"a" ', '"', "udspil ", "-", "(", "in:da-2017 ", "a*", "def:", "+", "a:b:"):
        yield Growing(f"a question: {words!r}", _times(words, 20), parse_question)
    for name in ("law", "q", "in", "trail", "only", "letters", "date", "case"):
        yield Growing(
            f"an address: {name}", _times("16C,", 20), lambda text, name=name: address(_state(name, text), registry)
        )


def _state(name: str, text: str) -> object:
    return read_state({name: text, "view": "read"}, load_registry())


def _boards() -> Iterator[Growing]:
    tables = read_scoring_tables(_library(), load_lexicon(LEXICON))

    def adjusted(text: str) -> object:
        typed = TypedAdjustment("teams", "NS", "NS", text, text, "20", "12", ())
        return work_out(typed, "7", tables)

    yield Growing("a deal: cards", lambda size: "N:" + "AKQJ" * size * 20, parse_deal)
    yield Growing("a deal: lines", _times("Nord: ♠ EK32 ♥ D54\n", 10), parse_deal)
    yield Growing("a deal: blanks", lambda size: "N:" + " " * size * 50 + "x", parse_deal)
    yield Growing("an auction", _times("pas 1♠ ", 10), lambda text: parse_auction(text, "N"))
    yield Growing("an auction explained", _times("1♠ (a) ", 10), lambda text: parse_auction(text, "N"))
    yield Growing("an auction: brackets", _times("(", 10), lambda text: parse_auction(text, "N"))
    yield Growing("a contract", _times("4♠", 20), parse_contract)
    yield Growing("a score", _times("4", 20), parse_score)
    yield Growing("an adjustment", _times("10 % 4♠ S =\n", 5), adjusted)


def _documents() -> Iterator[Growing]:
    entry = invented_source.registry().expressions[0]

    def kept(content: tuple[str, bytes]) -> object:
        return read_text(read_document(*content), entry)

    def read(content: tuple[str, bytes]) -> object:
        return read_document(*content)

    for ending in ("txt", "md"):
        for name, piece in (
            ("laws", LAW), ("one line", "ord "), ("blanks", " "), ("lists", "- a\n  - b\n"), ("tables", "| a | b |\n"),
            ("stars", "*a _b "), ("notes", "[^1]: a\n\n"), ("columns", "a      b      c\n"), ("quotes", "> "),
        ):  # fmt: skip
            yield Growing(f"added {ending}: {name}", _file(ending, piece, 3, LAWS if piece != LAW else ""), kept)
    for name, piece in (
        ("paragraphs", "<p>A. Et <b>ord</b>.</p>"), ("open elements", "<div>"), ("items", "<ol><li>a"),
        ("rows", "<tr><td>a<td>b"), ("links", '<a href="#n1">1</a><p id="n1">x</p>'), ("entities", "&amp;"),
        ("comments", "<!--"), ("quotes", '<a b="'), ("styles", "<style>p{margin:1px}</style>"),
    ):  # fmt: skip
        yield Growing(f"added html: {name}", _file("html", piece, 5, PAGE), kept)
    yield Growing("added html: attributes", lambda size: ("a.html", _page(size * 20)), read)
    yield Growing("added docx: paragraphs", lambda size: ("a.docx", _word(size * 10)), kept)
    yield Growing("added docx: cells", lambda size: ("a.docx", _word(0, size * 4)), read)
    yield Growing("added akn: provisions", lambda size: ("a.xml", _act(size * 10, deep=False)), kept)
    yield Growing("added akn: depth", lambda size: ("a.xml", _act(size * 5, deep=True)), read)
    yield Growing("added pdf: pages", lambda size: ("a.pdf", _pdf(size)), read)
    yield Growing("a document verified", _file("txt", "Nord meldte efter § 16B, jf. »§ 12 er«.\n\n", 5), _verified)
    yield Growing("a document verified: marks", _file("txt", "»", 5), _verified)
    yield Growing("a document verified: a line", _file("txt", "se § 16B, »nu er det« ", 5), _verified)


def _verified(content: tuple[str, bytes]) -> object:
    return verifier_of(_library()).verify(content[0], read_document(*content))


def _decisions() -> Iterator[Growing]:
    yield Growing("Markdown: __a", lambda size: ("a.md", "Sag: 1\n\n" + "__a " * size * 50), _case)
    yield Growing("Markdown: # a # #", lambda size: ("a.md", "# a" + " #" * size * 50), _case)
    yield Growing("a decision: HTML attributes", lambda size: ("a.html", _page(size * 20).decode()), _case)
    yield Growing("a decision of paragraphs, read", lambda size: _paragraphs(size * 20), _case)
    yield Growing("a decision in one line, read", lambda size: ("a.txt", "Nord meldte § 16B. " * size * 20), _case)
    yield Growing("a decision of dates", lambda size: ("a.txt", "Sag: 1\n\n" + "den 1.2.2008 blev " * size * 10), _case)
    yield Growing("a decision of votes", lambda size: ("a.txt", "Sag: 1\n\n" + "Stadfæstet. " * size * 20), _case)
    yield Growing("a decision, written", lambda size: _case(_paragraphs(size * 20)), judgment_xml.decision_xml)
    yield Growing(
        "a judgment", lambda size: judgment_xml.decision_xml(_case(_paragraphs(size * 20))), judgment_xml.read_decision
    )


def _tables() -> Iterator[Growing]:
    def review(rows: int) -> str:
        return HEADER + "".join(f"{one},{one},same,same,,,,\n" for one in _numbers(rows))

    def decided(text: str) -> object:
        table = read_review("2017-2027", text)
        for case in table.cases()[:20]:
            table, _ = table.decided(case.key, ReviewDecision("accepted"))
        return write_review(table)

    def one_number(rows: int) -> str:
        return HEADER + "".join(f"{one},16D,merged,same,,,,\n" for one in _numbers(rows))

    yield Growing("a table of numbers", lambda size: review(size * 20), lambda text: read_table("2017-2027", text))
    yield Growing("a table under review", lambda size: review(size * 20), decided)
    yield Growing("a table under review: one rule", lambda size: one_number(size * 20), decided)
    yield Growing("committees", lambda size: b"".join(_member(n) for n in range(size * 5)), read_committees)


def _cases() -> Iterator[Growing]:
    yield Growing("a case, written", lambda size: _dossier(size * 20), dumps)
    yield Growing("a case, read", lambda size: dumps(_dossier(size * 20)), lambda content: loads(content, "sag"))
    yield Growing("a case, composed", lambda size: _dossier(size * 20), lambda case: compose(case, "da"))
    yield Growing("a case listed", _shelf, lambda folder: DossierFolder(folder).titles())
    yield Growing("a journal of long words", _journal, _recovered)
    yield Growing("journals of windows", _windows, _recovered)
    yield Growing("a backup", _shelf, lambda folder: library_backup.backup(folder, _empty() / "saved.zip"))
    yield Growing("a backup, put back", _saved, lambda file: library_backup.restore(file, _empty() / "library"))


def _times(words: str, count: int) -> Callable[[int], str]:
    return lambda size: words * (size * count)


def _file(ending: str, piece: str, count: int, head: str = "") -> Callable[[int], tuple[str, bytes]]:
    def made(size: int) -> tuple[str, bytes]:
        pieces = (piece.format(n) if "{0}" in piece else piece for n in range(1, size * count + 1))
        return f"a.{ending}", (head + "".join(pieces)).encode()

    return made


def _case(content: tuple[str, str]) -> Decision:
    name, text = content
    return read_case(name, text.encode(), decision_lexicon(), load_registry(), known_numbers(), None).decision


def _page(attributes: int) -> bytes:
    return f"<html><body><p {' '.join(f'a{n}=1' for n in range(attributes))}>§ 16B</p></body></html>".encode()


def _paragraphs(count: int) -> tuple[str, str]:
    return "a.txt", "Sag: 1\n\nAfgørelse\n\n" + "Nord meldte efter § 16B.\n\n" * count


def _word(paragraphs: int, rows: int = 0) -> bytes:
    document = docx.Document()
    for number in range(paragraphs):
        document.add_paragraph(f"{number + 1}. Et ord i § 16.")
    body = document.element.body
    if rows:
        table = document.add_table(1, 3)
        row = table.rows[0]._tr
        for _ in range(rows):
            row.addnext(etree.fromstring(etree.tostring(row)))
        body.append(table._tbl)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def _act(provisions: int, deep: bool) -> bytes:
    """The invented text as another system's, its first law many times, beside or inside one another."""
    whole = akn.write(invented_source.expression(), invented_source.registry()).replace(b"urn:lovbro:akn", b"urn:other")
    head, tail = whole.partition(b"<body>")[0], b"</body></act></akomaNtoso>"
    article = b'<article eId="a%d"><num>\xc2\xa7 %d</num><content><p>Ord.</p></content>'
    laws = (article % (n, n) for n in range(provisions))
    body = b"".join(laws) + b"</article>" * provisions if deep else b"".join(one + b"</article>" for one in laws)
    return head + b"<body>" + body + tail


def _pdf(pages: int) -> bytes:
    content = typst.compile(("= Lov\n" + "#lorem(300)\n#pagebreak()\n" * pages).encode(), format="pdf")
    assert isinstance(content, bytes)
    return content


def _numbers(count: int) -> Iterator[str]:
    """Numbers of provisions, each another one as long as there are any."""
    every = product(range(1, 94), "ABCDEFGHIJ", range(1, 30), "abcdefghij")
    return islice(map("{0[0]}{0[1]}{0[2]}{0[3]}".format, every), count)


def _member(number: int) -> bytes:
    return f'[[committee]]\nkey = "k{number}"\nname = "K {number}"\n'.encode()


def _dossier(entries: int) -> Dossier:
    return Dossier("sag", "Sag", "da", entries=tuple(Remark(f"Linje {n}") for n in range(entries)))


def _empty() -> Path:
    return Path(tempfile.mkdtemp(prefix="growing-"))


def _shelf(size: int) -> Path:
    folder = _empty()
    for number in range(size * 3):
        (folder / f"sag-{number}.toml").write_bytes(dumps(Dossier(f"sag-{number}", "Sag", "da")))
    return folder


def _saved(size: int) -> Path:
    file = _empty() / "saved.zip"
    library_backup.backup(_shelf(size), file)
    return file


def _journal(size: int) -> Path:
    folder = _empty()
    made = DossierFolder(folder).create("Sag", "da").dossier.key
    TypingJournal(DossierFolder(folder)).keep(made, "0" * 16, TypedWords("question", "", "ord " * size * 500))
    return folder


def _windows(size: int) -> Path:
    folder, chance = _empty(), random.Random(1)
    made = DossierFolder(folder).create("Sag", "da").dossier.key
    for _ in range(size):
        window = f"{chance.getrandbits(64):016x}"
        TypingJournal(DossierFolder(folder)).keep(made, window, TypedWords("question", "", f"ord {window}"))
    return folder


def _recovered(folder: Path) -> object:
    return TypingJournal(DossierFolder(folder)).recover("sag", lambda window: False)
