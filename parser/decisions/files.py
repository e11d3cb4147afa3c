"""Files of decisions as paragraphs: plain text, Markdown with a front matter, and saved HTML pages.

Bytes in, a Sheet out: fields with their labels, headings and paragraphs, in the order of the page. What the fields
mean is worked out by ``parser.decisions``. No link is followed and no entity of the file's own is resolved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

import lxml.html
from lxml import etree

from corpus.precedents.refusal import Refusal, RefusalCode, UnreadableError
from corpus.text import xml_safe

MAX_BYTES = 10_000_000
_TEXT, _MARKDOWN, _HTML = ".txt", ".md", ".html"
_ENDINGS = {"": _TEXT, ".txt": _TEXT, ".text": _TEXT, ".md": _MARKDOWN, ".markdown": _MARKDOWN}
_ENDINGS |= {".htm": _HTML, ".html": _HTML, ".xhtml": _HTML}
_SIGNATURES: tuple[tuple[bytes, RefusalCode], ...] = (
    (b"%PDF", "pdf"),
    (b"PK\x03\x04", "word"),
    (b"\xd0\xcf\x11\xe0", "old-word"),
)
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,30})""", re.IGNORECASE)
# What browsers do too: pages that say latin-1 or ascii hold windows-1252.
_ALIASES = {"iso-8859-1": "windows-1252", "latin1": "windows-1252", "us-ascii": "windows-1252", "ascii": "windows-1252"}
_LABEL = re.compile(r"(?P<label>[^\W\d_][^:\n]{1,39}?)\s*:(?:\s+(?P<value>.*))?", re.DOTALL)
_FENCES = {"---": ":", "+++": "="}
_SKIPPED = {"script", "style", "head", "noscript", "template", "iframe", "object", "svg", "select", "textarea"}
_INLINE = {
    "a", "abbr", "acronym", "b", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins", "kbd",
    "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
}  # fmt: skip
_BOLD = {"b", "strong"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_CELLS = {"td", "th"}
_LONG_CELL = 200
_LONG_HEADING = 90


@dataclass(frozen=True)
class SheetLine:
    """A ``field`` (with its label), a ``heading``, a ``bold`` paragraph or a paragraph of ``text``."""

    kind: str
    text: str
    label: str = ""


@dataclass(frozen=True)
class Sheet:
    """A file's content. ``ending`` is what the original is kept under; ``problems`` are codes."""

    lines: tuple[SheetLine, ...]
    ending: str
    title: str = ""
    problems: tuple[str, ...] = ()


def read_sheet(name: str, content: bytes, is_label: Callable[[str], bool]) -> Sheet:
    """Read one file. ``is_label`` is True for words that name a field before a colon. Raises UnreadableError."""
    ending = _ending(name)
    _refuse(content)
    html = ending == _HTML or re.match(rb"\W{0,6}(?:!doctype\s+html|html[\s>])", content[:200].lower()) is not None
    text, problems = _decode(content, html)
    if not text.strip():
        raise UnreadableError(Refusal("no-text"))
    if html:
        return _html(text, is_label, problems)
    text = xml_safe(text.replace("\r\n", "\n").replace("\r", "\n").replace("\N{NO-BREAK SPACE}", " "))
    fields, rest = _front_matter(text)
    lines = (*fields, *_paragraphs(rest, is_label, marked=bool(fields) or ending == _MARKDOWN))
    return Sheet(lines, _MARKDOWN if ending == _MARKDOWN else _TEXT, problems=problems)


def _ending(name: str) -> str:
    suffix = PurePath(name.replace("\\", "/")).suffix.lower()
    if suffix not in _ENDINGS:
        raise UnreadableError(Refusal("ending", suffix=suffix))
    return _ENDINGS[suffix]


def _refuse(content: bytes) -> None:
    if len(content) > MAX_BYTES:
        raise UnreadableError(Refusal("large", size=len(content), limit=MAX_BYTES))
    if not content:
        raise UnreadableError(Refusal("empty"))
    for signature, code in _SIGNATURES:
        if content.startswith(signature):
            raise UnreadableError(Refusal(code))
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableError(Refusal("binary"))


def _decode(content: bytes, html: bool) -> tuple[str, tuple[str, ...]]:
    """A byte order mark, else the declared charset, else utf-8, else windows-1252."""
    for mark, codec in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(codec, "replace"), ()
    problems: tuple[str, ...] = ()
    declared = _CHARSET.search(content[:4096]) if html else None
    if declared:
        codec = declared[1].decode("ascii").lower()
        try:
            return content.decode(_ALIASES.get(codec, codec)), ()
        except (LookupError, UnicodeDecodeError):
            problems = ("charset",)
    try:
        return content.decode("utf-8"), problems
    except UnicodeDecodeError:
        text = content.decode("windows-1252", "replace")
        return text, (*problems, "bytes") if "\N{REPLACEMENT CHARACTER}" in text else problems


def _front_matter(text: str) -> tuple[tuple[SheetLine, ...], str]:
    """``---`` with ``key: value`` lines or ``+++`` with ``key = value`` lines; a list's items are joined by "; "."""
    first, _, rest = text.lstrip().partition("\n")
    if first.strip() not in _FENCES:
        return (), text
    head, fence, body = rest.partition("\n" + first.strip())
    if not fence:
        return (), text
    pairs: list[list[str]] = []
    for line in head.splitlines():
        key, sign, value = line.partition(_FENCES[first.strip()])
        if sign and not line[:1].isspace() and not line.startswith("-"):
            pairs.append([key.strip(), value.strip()])
        elif pairs and line.strip():
            pairs[-1][1] = "; ".join(part for part in (pairs[-1][1], line.strip().removeprefix("- ")) if part)
    return tuple(SheetLine("field", _unquoted(value), key) for key, value in pairs), body.partition("\n")[2]


def _unquoted(value: str) -> str:
    if value[:1] == "[" and value[-1:] == "]":
        return "; ".join(_unquoted(part.strip()) for part in value[1:-1].split(",") if part.strip())
    return value[1:-1] if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0] else value


def _paragraphs(text: str, is_label: Callable[[str], bool], *, marked: bool) -> Iterator[SheetLine]:
    for chunk in re.split(r"\n[ \t]*\n", text):
        if not (lines := [line.rstrip() for line in chunk.split("\n") if line.strip()]):
            continue
        while lines and (found := _field(lines[0], is_label)):
            lines.pop(0)
            yield found
        while marked and lines and (heading := re.match(r"#{1,6}\s+(.+?)[\s#]*$", lines[0])):
            lines.pop(0)
            yield SheetLine("heading", _unmarked(heading[1]))
        if len(lines) > 1 and marked and re.fullmatch(r"[=-]{3,}", lines[1].strip()):
            yield SheetLine("heading", _unmarked(lines.pop(0)))
            lines.pop(0)
        if lines:
            yield _paragraph(lines, marked)


def _paragraph(lines: list[str], marked: bool) -> SheetLine:
    """One paragraph: wrapped lines are joined, a diagram's lines are kept."""
    diagram = any(re.search(r"^\s{2,}|\S\s{3,}\S|\t", line) for line in lines)
    text = "\n".join(lines) if diagram else " ".join(line.strip() for line in lines)
    bold = re.fullmatch(r"\*\*(.+?)\*\*|__(.+?)__", text) if marked else None
    if bold and len(text) < _LONG_HEADING:
        return SheetLine("bold", bold[1] or bold[2])
    return SheetLine("text", _unmarked(text) if marked else text)


def _unmarked(text: str) -> str:
    return re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", text)


def _field(line: str, is_label: Callable[[str], bool]) -> SheetLine | None:
    match = _LABEL.fullmatch(line.strip().strip("*").replace(":**", ":"))
    if match and match["value"] and is_label(match["label"]):
        return SheetLine("field", match["value"].strip(), match["label"])
    return None


def _html(text: str, is_label: Callable[[str], bool], problems: tuple[str, ...]) -> Sheet:
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True, recover=True
    )
    try:
        root = lxml.html.document_fromstring(xml_safe(text).encode(), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise UnreadableError(Refusal("page", cause=str(error))) from error
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise UnreadableError(Refusal("deep"))
    page = _Page(is_label)
    page.walk(root)
    if not page.lines:
        raise UnreadableError(Refusal("no-page-text"))
    title = " ".join((root.findtext(".//title") or "").split())
    return Sheet(tuple(page.lines), _HTML, title, problems)


class _Page:
    """Walks a page without recursion and collects its lines; every block element ends a paragraph."""

    def __init__(self, is_label: Callable[[str], bool]) -> None:
        self.lines: list[SheetLine] = []
        self._is_label = is_label
        self._words: list[str] = []
        self._thin = ""
        self._bold = 0
        self._heading = 0
        self._verbatim = 0

    def walk(self, root: etree._Element) -> None:
        steps = etree.iterwalk(root, events=("start", "end"))
        for event, element in steps:
            if event == "start":
                if element.tag in _SKIPPED:
                    steps.skip_subtree()
                elif element.tag == "tr" and self._row(element):
                    steps.skip_subtree()
                    continue
                else:
                    self._open(element)
            elif element.tag not in _SKIPPED:
                self._close(element)
            if event == "end" and element is not root:
                self._append(element.tail)
        self._flush()

    def _open(self, element: etree._Element) -> None:
        tag = element.tag
        if tag == "br":
            self._words.append("\n")
        elif tag == "img":
            self._append(element.get("alt"))
        elif tag not in _INLINE:
            self._flush()
        self._count(tag, 1)
        self._append(element.text)

    def _close(self, element: etree._Element) -> None:
        if element.tag not in _INLINE and element.tag != "br":
            self._flush()
        self._count(element.tag, -1)

    def _count(self, tag: str, step: int) -> None:
        self._bold += step * (tag in _BOLD)
        self._heading += step * (tag in _HEADINGS)
        self._verbatim += step * (tag == "pre")

    def _append(self, words: str | None) -> None:
        if not words:
            return
        text = words.replace("\N{NO-BREAK SPACE}", " ")
        self._words.append(text if self._verbatim else re.sub(r"\s+", " ", text))
        if not self._bold:
            self._thin += text.strip()

    def _flush(self) -> None:
        text, thin = "".join(self._words), self._thin
        self._words, self._thin = [], ""
        for chunk in re.split(r"\n[ ]*\n\s*", text):
            words = chunk.strip("\n ") if self._verbatim else _tidy(chunk)
            if not words:
                continue
            if self._heading:
                self.lines.append(SheetLine("heading", " ".join(words.split())))
            elif found := _field(words, self._is_label):
                self.lines.append(found)
            else:
                bold = not thin and len(words) < _LONG_HEADING and not words.endswith(".")
                self.lines.append(SheetLine("bold" if bold else "text", words))

    def _row(self, row: etree._Element) -> bool:
        """Take a table row whose cells hold short running text; a row of a layout table is walked through instead."""
        cells = [cell for cell in row if cell.tag in _CELLS]
        inner = {found.tag for cell in cells for found in cell.iterdescendants() if isinstance(found.tag, str)}
        texts = [_tidy(_cell_text(cell)) for cell in cells]
        filled = [text for text in texts if text]
        if len(filled) < 2 or inner - _INLINE - {"br", "p"} or any(len(text) > _LONG_CELL for text in filled[:1]):
            return False
        label = filled[0].rstrip(" :")
        if len(filled) == 2 and self._is_label(label):
            self._flush()
            self.lines.append(SheetLine("field", filled[1], label))
            return True
        if any(len(text) > _LONG_CELL for text in filled):
            return False
        self._flush()
        self.lines.append(SheetLine("text", " | ".join(" ".join(text.split()) for text in texts)))
        return True


def _cell_text(cell: etree._Element) -> str:
    out = []
    for event, element in etree.iterwalk(cell, events=("start", "end")):
        if event == "start":
            out += ["\n"] if element.tag in ("br", "p") and element is not cell else []
            out.append(element.get("alt", "") if element.tag == "img" else element.text or "")
        elif element is not cell:
            out.append(element.tail or "")
    return re.sub(r"[^\S\n]+", " ", "".join(out).replace("\N{NO-BREAK SPACE}", " "))


def _tidy(text: str) -> str:
    """Blanks run together; line feeds (from br) kept."""
    return "\n".join(line for part in text.split("\n") if (line := " ".join(part.split())))
