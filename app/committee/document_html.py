"""The paper as HTML: a part of a page, and a page of its own for printing from a browser."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, Redline, TextStyle
from app.reader.parts.tables import stacked
from app.reader.text.html import NOTHING, join, open_tag, style, tag
from app.reader.text.unbroken import unbroken
from app.reader.text.word_diff import struck

_PRINT = """
@page { size: A4; margin: 2cm }
body { font: 11pt/1.4 Georgia, "DejaVu Serif", serif; max-width: 17cm; margin: 1cm auto }
h1 { font-size: 17pt } h2 { font-size: 13pt; margin: 1.4em 0 .4em } h3 { font-size: 11pt; margin: 1.2em 0 .3em }
h2, h3, .notice, .result { break-after: avoid } p { margin: .4em 0; white-space: pre-wrap }
.notice { break-before: avoid }
.quote i { color: #555 } .columns { font: 9.5pt/1.5 "DejaVu Sans Mono", "Courier New", monospace }
.quote, .source { margin-left: .8cm } .comment { font-style: italic }
.source { font-size: 8.5pt; color: #555; break-before: avoid }
.result { font-weight: bold }
.notice { font-weight: bold; border-left: 2pt solid #b3261e; padding-left: 6pt } h2.annex { break-before: page }
.signatures { break-inside: avoid; margin-top: .8cm } .signatures td { border: 0; padding: 14pt 8pt 0 0 }
.deal, .auction { break-inside: avoid } .deal td, .auction td, .auction th { border: 0; padding: 2pt 14pt 2pt 0 }
.deal td { white-space: pre-line; vertical-align: top }
.signatures td + td { border-bottom: .5pt solid #000; width: 9cm }
table { border-collapse: collapse; margin: .9em 0 } caption { font-weight: bold; text-align: left; break-after: avoid }
th, td { border-bottom: .5pt solid #bbb; padding: 2pt 12pt 2pt 0; text-align: left; vertical-align: top }
thead :is(th, td) { border-bottom: .75pt solid #000 }
tr { break-inside: avoid } thead { display: table-header-group }
"""
_MANY_TABLES = 8
_TAGS: dict[TextStyle, str] = {"title": "h1", "heading": "h2", "subheading": "h3", "annex": "h2"}


def to_html(blocks: Sequence[DocumentBlock], language: str) -> Markup:
    """A part of a page, for reading and for printing from the browser."""
    return tag("article", *(_html(block) for block in blocks), class_="paper", lang=language)


def to_report(blocks: Sequence[DocumentBlock], language: str) -> Markup:
    """As ``to_html``, for tables below a heading that are read row by row: on a phone each row is a card.

    Of many tables each is folded below its heading, with the number of its rows.
    """
    parts, heading = list[Markup](), NOTHING
    folded = sum(isinstance(block, DocumentTable) for block in blocks) > _MANY_TABLES
    for block in blocks:
        if isinstance(block, DocumentText):
            if heading:
                parts.append(heading)
            heading, title = _html(block), block.words
            continue
        heads, *rows = block.rows
        table = stacked(title, [unbroken(head) for head in heads], [[_cell(cell) for cell in row] for row in rows])
        count = tag("small", str(len(rows)))
        parts.append(tag("details", tag("summary", heading, " ", count), table) if folded else heading + table)
        heading = NOTHING
    return tag("article", *parts, heading, class_="paper", lang=language)


def _cell(words: str) -> str:
    if not isinstance(words, Redline):
        return unbroken(words)
    return tag("span", struck(words.changes), class_="words") if words else NOTHING


def to_page(blocks: Sequence[DocumentBlock], language: str) -> str:
    """A page of its own, for printing from a browser: nothing in it is fetched from elsewhere."""
    title = next((block.words for block in blocks if isinstance(block, DocumentText)), "")
    head = tag("head", open_tag("meta", charset="utf-8"), tag("title", title), style(_PRINT))
    return join(
        [open_tag("!DOCTYPE html"), tag("html", head, tag("body", to_html(blocks, language)), lang=language), "\n"]
    )


def _html(block: DocumentBlock) -> Markup:
    language = block.language or None
    if isinstance(block, DocumentTable):
        caption = tag("caption", block.caption) if block.caption else NOTHING
        heads, rows = block.rows[: block.header], block.rows[block.header :]
        # Only a head of its own is printed again where the table goes on.
        head = tag("thead", *(_row(row, "th") for row in heads)) if heads else NOTHING
        body = tag("tbody", *(_row(row, "td") for row in rows))
        return tag("table", caption, head, body, lang=language, class_=None if block.form == "grid" else block.form)
    lead = tag("b", unbroken(block.lead)) + " " if block.lead else NOTHING
    parts = (tag("i", unbroken(words)) if added else unbroken(words) for words, added in block.segments)
    look = f"{block.style} columns" if block.in_columns else block.style
    return tag(_TAGS.get(block.style, "p"), lead, *parts, class_=look, lang=language)


def _row(cells: Sequence[str], name: str) -> Markup:
    scope = "col" if name == "th" else None
    return tag("tr", *(tag(name, _cell(cell), scope=scope) for cell in cells))
