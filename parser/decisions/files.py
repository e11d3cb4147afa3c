"""Files of decisions as lines: plain text, Markdown with a front matter, saved pages, Word documents and PDFs.

Bytes in, a Sheet out: fields with their labels, headings and paragraphs, in the order of the file. What the fields
mean is worked out by ``parser.decisions.sections`` and ``fields``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import PurePath

from corpus.precedents.refusal import Refusal, RefusalCode, UnreadableError
from corpus.text import xml_safe
from parser.decisions.pages import HTML, page_sheet
from parser.decisions.sheet import LONG_HEADING, IsLabel, Sheet, SheetLine, opens_alone, split_at_labels
from parser.documents.encodings import decode, wide_codec, with_suits

MAX_BYTES = 10_000_000
_TEXT, _MARKDOWN, _PDF, _WORD = ".txt", ".md", ".pdf", ".docx"
_ENDINGS = {"": _TEXT, ".txt": _TEXT, ".text": _TEXT, ".md": _MARKDOWN, ".markdown": _MARKDOWN}
_ENDINGS |= {".htm": HTML, ".html": HTML, ".xhtml": HTML, ".pdf": _PDF, ".docx": _WORD}
DECISION_EXTENSIONS = frozenset(_ENDINGS) - {""}
"""The endings of files that are read."""
_PDF_SIGN, _WORD_SIGN = b"%PDF", b"PK\x03\x04"
_SIGNATURES: tuple[tuple[bytes, RefusalCode], ...] = ((b"\xd0\xcf\x11\xe0", "old-word"),)
_SIDE = 3  # letters of "ØV" over a hand, which is no heading
_PROSE_LINE = 25  # letters; a shorter line is one of a list
# "2. Indsigelsen" over what it heads, a blank line before it.
_NUMBERED_LINE = re.compile(r"(?<=\n\n)[ \t]*(\d{1,2})[.)][ \t]+(\S[^\n]*[^\s.:;,!?])[ \t]*(?=\n)")
_HEADING_WORDS = 50  # letters of such a heading
_FEWEST = 3  # of them
_FENCES = {"---": ":", "+++": "="}


def read_sheet(name: str, content: bytes, is_label: IsLabel) -> Sheet:
    """Read one file. ``is_label`` is True for words that name a field or a section.

    Raises UnreadableError.
    """
    ending = _ending(name)
    _refuse(content)
    # What the bytes are comes before what the name says.
    if content.startswith((_WORD_SIGN, _PDF_SIGN)):
        # What reads these is large, and a register that is only read has no need of it.
        from parser.decisions.documents import pdf_lines, word_lines
    if content.startswith(_WORD_SIGN):
        return Sheet(tuple(word_lines(name, content, is_label)), _WORD)
    if content.startswith(_PDF_SIGN):
        return Sheet(tuple(pdf_lines(name, content, is_label)), _PDF)
    if ending in (_PDF, _WORD):
        raise UnreadableError(Refusal("pdf" if ending == _PDF else "word"))
    html = ending == HTML or re.match(rb"\W{0,6}(?:!doctype\s+html|html[\s>])", content[:200].lower()) is not None
    text, problems = decode(content, html)
    if not text.strip():
        raise UnreadableError(Refusal("no-text"))
    if html:
        return page_sheet(text, is_label, problems)
    fields, rest = _front_matter(_clean(text))
    marked = bool(fields) or ending == _MARKDOWN
    return Sheet((*fields, *_paragraphs(rest, is_label, marked=marked)), ending, problems=problems)


def _clean(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n").replace("\N{NO-BREAK SPACE}", " ")
    return with_suits(xml_safe(lines))


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
    packed = content.startswith((_PDF_SIGN, _WORD_SIGN, b"\xff\xfe", b"\xfe\xff"))
    if not packed and b"\0" in content and not wide_codec(content):
        raise UnreadableError(Refusal("binary"))


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


def _paragraphs(text: str, is_label: IsLabel, *, marked: bool) -> Iterator[SheetLine]:
    numbered = _numbered_headings(text, is_label)
    for chunk in re.split(r"\n[ \t]*\n", text):
        lines = [line.rstrip() for line in chunk.split("\n") if line.strip()]
        while marked and lines and (heading := re.match(r"#{1,6}\s+(.+?)[\s#]*$", lines[0])):
            lines.pop(0)
            yield SheetLine("heading", without_emphasis(heading[1]))
        if len(lines) > 1 and marked and re.fullmatch(r"[=-]{3,}", lines[1].strip()):
            yield SheetLine("heading", without_emphasis(lines.pop(0)))
            lines.pop(0)
        lines = list(_table_lines(lines))
        if (lines and lines[0].strip() in numbered) or _is_headed(lines, is_label):
            yield SheetLine("heading", without_emphasis(lines.pop(0)) if marked else lines.pop(0).strip())
        for part in split_at_labels(_unwrapped(lines, is_label), is_label):
            if isinstance(part, SheetLine):
                yield SheetLine(part.kind, without_emphasis(part.text) if marked else part.text, part.label)
            else:
                yield _paragraph(part, marked)


def _numbered_headings(text: str, is_label: IsLabel) -> frozenset[str]:
    r"""The short lines that open blocks as "1.", "2.", "3." do and end no sentence, where one of them is known.

    >>> text = "1. Sagen\nSyd ...\n\n2. Beslut\nNej.\n\n3. Resten\nIntet."
    >>> sorted(_numbered_headings(text, lambda words, **_: words == "2. Beslut"))
    ['1. Sagen', '2. Beslut', '3. Resten']
    """
    found = [match for match in _NUMBERED_LINE.finditer(f"\n\n{text}") if len(match[2]) <= _HEADING_WORDS]
    counted = [int(match[1]) for match in found] == list(range(1, len(found) + 1))
    words = [match[0].strip() for match in found]
    enough = counted and len(found) >= _FEWEST and any(is_label(one) for one in words)
    return frozenset(words if enough else ())


def _is_headed(lines: list[str], is_label: IsLabel) -> bool:
    """True where the first line is a heading on prose: no blank line stands between them."""
    if len(lines) < 2 or len(lines[0].strip()) <= _SIDE or len(lines[1].strip()) < _PROSE_LINE:
        return False
    words = lines[0].strip().strip("*_ ")
    opens = is_label(words.rstrip(":"), before_colon=words.endswith(":"))
    return opens and lines[1].lstrip()[:1].isupper() and ":" not in lines[1][:30]


def _table_lines(lines: list[str]) -> Iterator[str]:
    """Lines, those of a table drawn with "|" and "+" as "label: value"; a row without a label goes on with the last."""
    if not lines or not all(line.lstrip()[:1] in ("|", "+") for line in lines) or "+" not in "".join(lines):
        yield from lines
        return
    rows: list[list[str]] = []
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.lstrip().startswith("+") or not any(cells):
            continue
        if rows and len(cells) == 2 and not cells[0]:
            rows[-1][1] += " " + cells[1]
        else:
            rows.append(cells)
    for cells in rows:
        yield f"{cells[0]}: {cells[1]}" if len(cells) == 2 and cells[0] else " | ".join(cells)


def _unwrapped(lines: list[str], is_label: IsLabel) -> list[str]:
    """Lines with those that go on with a labelled one joined to it, where the label opens running text."""
    out: list[str] = []
    for line in lines:
        goes_on = line[:1].islower() and out and len(out[-1]) > 60 and not opens_alone(line, is_label)
        if goes_on and any(isinstance(part, SheetLine) for part in split_at_labels(out[-1:], is_label)):
            out[-1] += " " + line.strip()
        else:
            out.append(line)
    return out


def _paragraph(lines: list[str], marked: bool) -> SheetLine:
    """One paragraph: wrapped lines are joined, a diagram's and a list's lines are kept."""
    diagram = any(re.search(r"^\s{2,}|\S\s{3,}\S|\t", line) for line in lines)
    listed = len(lines) > 1 and all(len(line) < 60 for line in lines)
    text = "\n".join(lines) if diagram or listed else " ".join(line.strip() for line in lines)
    bold = re.fullmatch(r"\*\*(.+?)\*\*|__(.+?)__", text) if marked else None
    if bold and len(text) < LONG_HEADING:
        return SheetLine("bold", bold[1] or bold[2])
    return SheetLine("text", without_emphasis(text) if marked else text)


def without_emphasis(text: str) -> str:
    """Without the signs of emphasis around words: as ``re.sub(r"(\\*\\*|__)(?=\\S)(.+?)(?<=\\S)\\1", r"\\2", line)``
    for each line, which looks through the rest of the line once for every sign.
    """
    return "\n".join(map(_unmarked_line, text.split("\n")))


def _unmarked_line(line: str) -> str:
    closing = {
        sign: [match.start() for match in re.finditer(rf"(?<=\S)(?={re.escape(sign)})", line)] for sign in ("**", "__")
    }
    out, at = [], 0
    for match in re.finditer(r"(?=(\*\*|__)\S)", line):
        start, places = match.start(), closing[match[1]]
        number = bisect_left(places, start + 3)
        if start >= at and number < len(places):
            out += [line[at:start], line[start + 2 : places[number]]]
            at = places[number] + 2
    return "".join((*out, line[at:]))
