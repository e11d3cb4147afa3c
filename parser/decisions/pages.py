"""Saved HTML pages as the lines of a decision: what the page says, without its menus, notices and footers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from corpus.precedents.refusal import Refusal, UnreadableError
from parser.decisions.sheet import LONG_HEADING, IsLabel, Sheet, SheetLine, labelled, split_at_labels
from parser.documents.crowding import MOST_ATTRIBUTES, has_crowded_element
from parser.documents.encodings import with_suits
from parser.documents.nesting import is_cut_by_depth, page_tree
from parser.documents.page_blocks import HEADINGS

HTML = ".html"
_SKIPPED = {
    "script",
    "style",
    "head",
    "noscript",
    "template",
    "iframe",
    "object",
    "svg",
    "select",
    "textarea",
    "button",
}
_FRAMES = {"nav", "footer", "aside", "header"}
_FRAME_ROLES = {"navigation", "contentinfo", "search", "complementary", "menu", "menubar"}
_FRAME_NAMES = re.compile(
    r"(?:^|[\s_-])(?:menu|meny|topmenu|nav|navbar|navigation|navigering|main-nav|footer|foot|fot|fod|bunn|bund|bottom|sidfot|sidebar|top|crumbs?"
    r"|breadcrumbs?|br[oø]dkrum\w*|cookies?|cookie-\w+|banner|share|social|skip|toolbar|pager|pagination)(?:$|[\s_-])",
    re.IGNORECASE,
)
_INLINE = {
    "a", "abbr", "acronym", "b", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins", "kbd",
    "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
}  # fmt: skip
_BOLD = {"b", "strong"}
_CELLS = {"td", "th", "dt", "dd"}
_ROWS = {"tr"}
_LINKED = ("td", "th", "div", "p", "ul", "ol", "center", "font", "table", "header", "span", "li")
_LONG_CELL = 200
_SYMBOL_SUITS = str.maketrans({"§": "♣", "¨": "♦", "©": "♥", "ª": "♠"})


def page_sheet(text: str, is_label: IsLabel, problems: tuple[str, ...]) -> Sheet:
    """The lines of a page. Raises UnreadableError."""
    if has_crowded_element(text):
        raise UnreadableError(Refusal("page", cause=f"an element with more than {MOST_ATTRIBUTES} attributes"))
    try:
        root, log = page_tree(text)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise UnreadableError(Refusal("page", cause=str(error))) from error
    if is_cut_by_depth(root, log):
        raise UnreadableError(Refusal("deep"))
    _draw_suits(root)
    _drop_frames(root)
    _pair_terms(root)
    page = _Page(is_label)
    page.walk(root)
    if not page.lines:
        raise UnreadableError(Refusal("no-page-text"))
    title = " ".join((root.findtext(".//title") or "").split())
    return Sheet(tuple(page.lines), HTML, title, problems)


def _draw_suits(root: etree._Element) -> None:
    """Letters that the page shows in the font Symbol as the suits that the reader saw."""
    for element in root.iter():
        style = f"{element.get('face', '')} {element.get('style', '')}".lower() if isinstance(element.tag, str) else ""
        if re.search(r"(?:^|[\s:'\",])symbol", style) and element.text:
            element.text = with_suits(element.text).translate(_SYMBOL_SUITS)


def _drop_frames(root: etree._Element) -> None:
    """Take out what frames a page: by element, role or name, and blocks that are little else than links."""
    for element in list(root.iter()):
        if isinstance(element.tag, str) and element.tag not in ("html", "body") and _is_frame(element):
            _drop(element)


def _is_frame(element: etree._Element) -> bool:
    names = f"{element.get('class', '')} {element.get('id', '')}"
    named = element.tag in _FRAMES or element.get("role", "") in _FRAME_ROLES or _FRAME_NAMES.search(names)
    if named and next(element.iter("h1", "article"), None) is None:
        return True
    return element.tag in _LINKED and _is_all_links(element)


def _is_all_links(element: etree._Element) -> bool:
    links = [link for link in element.iter("a") if link.get("href") is not None]
    if len(links) < 2:
        return False
    whole, linked = _letters(element), sum(map(_letters, links))
    return whole - linked <= 0.2 * whole and whole < 3000


def _letters(element: etree._Element) -> int:
    return len(re.findall(r"\w", "".join(map(str, element.itertext()))))


def _drop(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _pair_terms(root: etree._Element) -> None:
    """Terms and their descriptions of a ``dl`` as rows of a table."""
    for term in list(root.iter("dt")):
        description = term.getnext()
        if description is not None and description.tag == "dd":
            row = etree.Element("tr")
            term.addprevious(row)
            row.extend([term, description])


class _Page:
    """Walks a page without recursion and collects its lines; every block element ends a paragraph."""

    def __init__(self, is_label: IsLabel) -> None:
        self.lines: list[SheetLine] = []
        self._is_label = is_label
        self._words: list[str] = []
        self._thin = ""
        self._bold = 0
        self._heading = 0
        self._verbatim = 0

    def walk(self, root: etree._Element) -> None:
        """Collect the lines of the page."""
        steps = etree.iterwalk(root, events=("start", "end"))
        for event, element in steps:
            if event == "start":
                if element.tag in _SKIPPED:
                    steps.skip_subtree()
                elif element.tag in _ROWS and self._row(element):
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
        self._heading += step * (tag in HEADINGS)
        self._verbatim += step * (tag == "pre")

    def _append(self, words: str | None) -> None:
        if not words:
            return
        text = words.replace("\N{NO-BREAK SPACE}", " ")
        self._words.append(text if self._verbatim else re.sub(r"\s+", " ", text))
        if not self._bold:
            self._thin += text.strip()

    def _flush(self) -> None:
        text, thin = with_suits("".join(self._words)), self._thin
        self._words, self._thin = [], ""
        for chunk in re.split(r"\n[ ]*\n\s*", text):
            words = chunk.strip("\n ") if self._verbatim else _tidy(chunk)
            if words:
                self.lines += self._lines_of(words, bold=not thin)

    def _lines_of(self, words: str, *, bold: bool) -> Iterator[SheetLine]:
        if self._heading:
            yield SheetLine("heading", " ".join(words.split()))
            return
        for part in split_at_labels(words.split("\n"), self._is_label):
            if isinstance(part, SheetLine):
                yield part
            else:
                text = "\n".join(part)
                short = bold and len(text) < LONG_HEADING and not text.endswith(".")
                yield SheetLine("bold" if short else "text", text)

    def _row(self, row: etree._Element) -> bool:
        """Take a table row whose cells hold short running text; a row of a layout table is walked through instead."""
        cells = [cell for cell in row if cell.tag in _CELLS]
        inner = {found.tag for cell in cells for found in cell.iterdescendants() if isinstance(found.tag, str)}
        texts = [_tidy(with_suits(_cell_text(cell))) for cell in cells]
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
        found = [labelled(" ".join(text.split()), self._is_label) for text in filled]
        if all(found):
            self.lines += [line for line in found if line]
        else:
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
