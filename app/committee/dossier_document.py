"""A dossier as a paper: a plain sequence of blocks, which Markdown, HTML, DOCX and PDF each put in their own form.

The blocks hold every word, so that no form can say more or less than another. The same dossier gives the same bytes
in every form: no date of today, no machine's fonts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from markupsafe import Markup

from app.i18n.words_desk import words
from app.reader.address import UiLanguage
from app.reader.text.html import NOTHING, join, open_tag, style, tag
from corpus.dossiers.dossier import Dossier, Quotation, QuotedBlock, Remark
from corpus.dossiers.quotation import QuotationCheck
from corpus.ids import ProvisionId, is_provision_id

TextStyle = Literal["title", "heading", "subheading", "text", "notice", "source", "quote", "comment", "line"]


@dataclass(frozen=True)
class DocumentText:
    """A paragraph; ``lead`` are the words in front that stand out (a number and its heading).

    ``language`` is that of quoted words, where it is known; all else is in the paper's own.
    """

    style: TextStyle
    words: str
    lead: str = ""
    language: str = ""


@dataclass(frozen=True)
class DocumentTable:
    """A table; the first ``header`` rows are headings. ``quoted`` when it belongs to a quotation."""

    rows: tuple[tuple[str, ...], ...]
    header: int = 0
    caption: str = ""
    quoted: bool = False
    language: str = ""


DocumentBlock = DocumentText | DocumentTable
NOT_TOLD: Mapping[str, str] = MappingProxyType({})

_PRINT = """
@page { size: A4; margin: 2cm }
body { font: 11pt/1.4 Georgia, "DejaVu Serif", serif; max-width: 17cm; margin: 1cm auto }
h1 { font-size: 17pt } h2 { font-size: 13pt; margin: 1.4em 0 .4em } h3 { font-size: 11pt; margin: 1.2em 0 .3em }
h2, h3 { break-after: avoid } p { margin: .4em 0; white-space: pre-wrap }
.quote, .source { margin-left: .8cm } .source { font-size: 8.5pt; color: #555 } .comment { font-style: italic }
.notice { font-weight: bold; border-left: 2pt solid #b3261e; padding-left: 6pt } .line { margin-top: 1.6cm }
table { border-collapse: collapse; margin: .6em 0 }
th, td { border: .5pt solid #888; padding: 2pt 5pt; text-align: left }
tr { break-inside: avoid }
"""


def compose(
    dossier: Dossier, ui: UiLanguage, checks: Sequence[QuotationCheck] = (), languages: Mapping[str, str] = NOT_TOLD
) -> tuple[DocumentBlock, ...]:
    """The paper of a dossier. ``checks`` of its quotations, in order, add a notice where a source has changed.

    ``languages`` are those of the expressions: a quotation is in the language of its text, not in the paper's.
    """
    return tuple(_paper(dossier, words(ui), checks, languages))


def compose_quotation(
    quotation: Quotation, ui: UiLanguage, check: QuotationCheck, language: str = ""
) -> tuple[DocumentBlock, ...]:
    """The words of one quotation and its citation, without number and comment; ``language`` is that of its text."""
    say = words(ui)
    notices = [say[key] for key in (f"standing_{quotation.standing}", f"fate_{check.fate}") if key in say]
    pieces = (block for piece in quotation.pieces for block in _piece(piece, language))
    return (
        DocumentText("subheading", quotation.cited),
        *(DocumentText("notice", notice) for notice in notices),
        *pieces,
        DocumentText("source", citation(quotation, say)),
    )


def to_markdown(blocks: Sequence[DocumentBlock]) -> str:
    """Markdown in which every sign of the texts stands for itself."""
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def to_html(blocks: Sequence[DocumentBlock], language: str) -> Markup:
    """A part of a page, for reading and for printing from the browser."""
    return tag("article", *(_html(block) for block in blocks), class_="paper", lang=language)


def to_page(blocks: Sequence[DocumentBlock], language: str) -> str:
    """A page of its own, for printing from a browser: nothing in it is fetched from elsewhere."""
    title = next((block.words for block in blocks if isinstance(block, DocumentText)), "")
    head = tag("head", open_tag("meta", charset="utf-8"), tag("title", title), style(_PRINT))
    return join(
        [open_tag("!DOCTYPE html"), tag("html", head, tag("body", to_html(blocks, language)), lang=language), "\n"]
    )


def _paper(
    dossier: Dossier, say: Mapping[str, str], checks: Sequence[QuotationCheck], languages: Mapping[str, str]
) -> Iterator[DocumentBlock]:
    yield DocumentText("title", dossier.title)
    facts = (("case", dossier.case), ("event", dossier.event), ("played", dossier.played))
    rows = tuple((say[key], value) for key, value in (*facts, ("committee", dossier.committee)) if value)
    if rows:
        yield DocumentTable(rows)
    if any(quotation.standing == "invented" for quotation in dossier.quotations):
        yield DocumentText("notice", say["holds_invented"])
    yield from _own(say["question"], dossier.question)
    yield from _own(say["facts"], dossier.facts)
    if dossier.views:
        yield DocumentText("heading", say["views"])
        for view in dossier.views:
            yield DocumentText("subheading", view.party)
            yield from (DocumentText("text", line) for line in view.text.splitlines() if line.strip())
    if dossier.entries:
        yield DocumentText("heading", say["sources"])
        yield from _entries(dossier, say, checks, languages)
    yield from _own(say["reasoning"], dossier.reasoning)
    yield from _own(say["decision"], dossier.decision)
    yield DocumentText("line", say["signatures"])
    if dossier.quotations:
        yield DocumentText("heading", say["authorities"])
        yield DocumentTable(((say["source"], say["provision"], say["quoted_as"]), *authorities(dossier, say)), header=1)


def _own(heading: str, text: str) -> Iterator[DocumentBlock]:
    if text.strip():
        yield DocumentText("heading", heading)
        yield from (DocumentText("text", line) for line in text.splitlines() if line.strip())


def _entries(
    dossier: Dossier, say: Mapping[str, str], checks: Sequence[QuotationCheck], languages: Mapping[str, str]
) -> Iterator[DocumentBlock]:
    numbers = iter(range(1, len(dossier.entries) + 1))
    fates = iter(checks)
    for entry in dossier.entries:
        if isinstance(entry, Remark):
            yield from (DocumentText("comment", line) for line in entry.text.splitlines() if line.strip())
        else:
            language = languages.get(entry.expression, "")
            yield from _quotation(next(numbers), entry, say, next(fates, None), language)


def _quotation(
    number: int, quotation: Quotation, say: Mapping[str, str], check: QuotationCheck | None, language: str
) -> Iterator[DocumentBlock]:
    title = f" ({quotation.title})" if quotation.title else ""
    yield DocumentText("subheading", f"{number}. {quotation.cited}{title}")
    if notice := say.get(f"standing_{quotation.standing}", ""):
        yield DocumentText("notice", notice)
    if check is not None and check.fate != "same":
        yield DocumentText("notice", say[f"fate_{check.fate}"])
    for piece in quotation.pieces:
        yield from _piece(piece, language)
    yield DocumentText("source", citation(quotation, say))
    if quotation.comment:
        yield from (DocumentText("comment", line) for line in quotation.comment.splitlines() if line.strip())


def _piece(piece: QuotedBlock, language: str) -> Iterator[DocumentBlock]:
    if piece.rows:
        yield DocumentTable(piece.rows, piece.header, piece.heading, quoted=True, language=language)
        return
    lead = " ".join(part for part in (piece.mark, piece.label, piece.heading) if part)
    first, *more = piece.text.split("\n")
    yield DocumentText("quote", first, lead, language)
    yield from (DocumentText("quote", line, language=language) for line in more if line.strip())


def citation(quotation: Quotation, say: Mapping[str, str]) -> str:
    """The full citation: text, edition, its date, witness and lines, address, sum over the words."""
    parts = [part for part in (quotation.title, quotation.cited) if part]
    if quotation.kind == "precedent":
        parts += [f"{say['played']} {quotation.dated}"] if quotation.dated else []
        parts += [f"{say['file']} {quotation.source.witness}", f"precedents:{quotation.place}"]
    else:
        parts += [f"{say['edition']} {quotation.edition} ({quotation.dated})"]
        lines = f"{quotation.source.first}-{quotation.source.last}"
        parts += [f"{quotation.source.witness}, {say['lines']} {lines}", f"{quotation.expression}:{quotation.place}"]
    return "; ".join([*parts, address(quotation), f"sha256 {quotation.sha256[:12]}"])


def address(quotation: Quotation) -> str:
    """Where the reader finds the source in Lovbro."""
    if quotation.kind == "precedent":
        return f"?view=precedents&case={quotation.place}"
    return f"?law={quotation.place.partition('#')[0]}&in={quotation.expression}".replace(" ", "%20")


def authorities(dossier: Dossier, say: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """What is quoted, by source and in document order, with the numbers it has in the paper."""
    places: defaultdict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for number, quotation in enumerate(dossier.quotations, 1):
        edition = "" if quotation.kind == "precedent" else f", {say['edition']} {quotation.edition}"
        name = say["precedents"] if quotation.kind == "precedent" else quotation.title + edition
        places[name, quotation.kind, quotation.place, quotation.cited].append(str(number))
    ordered = sorted(places, key=lambda key: (key[1] == "precedent", key[0], *_document_order(key[2])))
    return tuple((name, cited, ", ".join(places[name, kind, place, cited])) for name, kind, place, cited in ordered)


def _document_order(place: str) -> tuple[int, tuple[tuple[int, int], ...], str]:
    bare = place.partition("#")[0]
    return (0, ProvisionId.of(bare).sort_key, place) if is_provision_id(bare) else (1, (), place)


_MARKDOWN: dict[TextStyle, str] = {
    "title": "# ",
    "heading": "## ",
    "subheading": "### ",
    "text": "",
    "notice": "**! ",
    "source": "*",
    "quote": "> ",
    "comment": "",
    "line": "",
}
_CLOSING: dict[TextStyle, str] = {"notice": "**", "source": "*"}


def _markdown(block: DocumentBlock) -> str:
    if isinstance(block, DocumentTable):
        rows = block.rows if block.header else (("",) * len(block.rows[0]), *block.rows)
        lines = ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in rows]
        lines.insert(max(block.header, 1), "|" + " --- |" * len(rows[0]))
        caption = [f"**{_plain(block.caption)}**", ""] if block.caption else []
        return "\n".join([*caption, *lines])
    lead = f"**{_plain(block.lead)}** " if block.lead else ""
    return f"{_MARKDOWN[block.style]}{lead}{_plain(block.words)}{_CLOSING.get(block.style, '')}".rstrip()


def _plain(text: str) -> str:
    """Text in which no sign is markup."""
    one_line = " ".join(text.split())
    out = "".join("\\" + sign if sign in "\\`*_[]<>#|~&" else sign for sign in one_line)
    # A paragraph that begins with "1." or "-" would become a list.
    head, dot, rest = out.partition(".")
    if dot and head.isdigit():
        return f"{head}\\.{rest}"
    return "\\" + out if out[:1] in ("-", "+", "=") else out


_TAGS: dict[TextStyle, str] = {
    "title": "h1",
    "heading": "h2",
    "subheading": "h3",
    "text": "p",
    "notice": "p",
    "source": "p",
    "quote": "p",
    "comment": "p",
    "line": "p",
}


def _html(block: DocumentBlock) -> Markup:
    language = block.language or None
    if isinstance(block, DocumentTable):
        caption = tag("caption", block.caption) if block.caption else NOTHING
        rows = (
            tag("tr", *(tag("th", cell, scope="col") if number < block.header else tag("td", cell) for cell in row))
            for number, row in enumerate(block.rows)
        )
        return tag("table", caption, *rows, lang=language)
    lead = tag("b", block.lead) + " " if block.lead else NOTHING
    return tag(_TAGS[block.style], lead, block.words, class_=block.style, lang=language)
