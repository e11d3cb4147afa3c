"""The source of a wiki's page as a page: headings between equals signs, lists by what a line begins with, tables in
braces, notes in ``<ref>``. Each line stays on its line, so that places are those of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.languages import CAPITALS

_DEEPEST = 6  # signs of a heading
_ENOUGH = 10  # headings that make a wiki's source of a text
_LISTS = {":": ("dl", "dd"), ";": ("dl", "dt"), "*": ("ul", "li"), "#": ("ol", "li")}
_REF = re.compile(r"<ref(?:\s+name\s*=\s*[\"']?([^\"'/>]+)[\"']?)?\s*(?:/>|>(.*?)</ref>)", re.DOTALL | re.IGNORECASE)
_FURNITURE = re.compile(
    r"<!--.*?-->|\{\{[^{}]*\}\}|" rf"__[A-Z{CAPITALS}]+__|" r"<references\s*/?>|\[\[(?:[^\W\d_]+):[^\]]*\]\]", re.DOTALL
)
_INLINE = (
    (re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]"), r"\1"),
    (re.compile(r"\[https?://\S+\s+([^\]]*)\]"), r"\1"),
    (re.compile(r"'''(.+?)'''"), r"<b>\1</b>"),
    (re.compile(r"''(.+?)''"), r"<i>\1</i>"),
)


def is_wiki(text: str) -> bool:
    """True for the source of a wiki's page.

    >>> is_wiki("== 1. Kortene ==\\n\\nOrd\\n" * 10), is_wiki("Kortene\\n=======\\n" * 10)
    (True, False)
    """
    return sum(_heading(line) is not None for line in text.splitlines()) >= _ENOUGH


def _heading(line: str) -> tuple[int, str] | None:
    """How deep a heading is, and its words."""
    bare = line.strip()
    level = len(bare) - len(bare.lstrip("="))
    words = bare[level:-level].strip() if 0 < level <= _DEEPEST and bare.endswith("=" * level) else ""
    return (level, words) if words else None


def wiki_page(text: str) -> str:
    """The HTML of a wiki's source.

    >>> wiki_page("== 16 ==\\n:1. Kort<ref>Alle.</ref>\\n:: a) Stik").splitlines()[:2]
    ['<h2>16</h2>', '<dl><dd>1. Kort<sup><a href="#wiki-1">1</a></sup>']
    """
    notes: dict[str, str] = {}
    numbers: dict[str, int] = {}

    def call(match: re.Match[str]) -> str:
        name = (match[1] or f"#{match.start()}").strip()
        number = numbers.setdefault(name, len(numbers) + 1)
        if match[2]:
            notes[name] = " ".join(match[2].split())
        return f'<sup><a href="#wiki-{number}">{number}</a></sup>'

    # What is taken out leaves its line feeds.
    bare = _FURNITURE.sub(lambda match: "\n" * match[0].count("\n"), text)
    lines = list(_lines(_REF.sub(call, bare)))
    for name, number in numbers.items():
        lines.append(f'<p id="wiki-{number}">{number} {_inline(notes.get(name, ""))}</p>')
    return "\n".join(lines)


def _lines(text: str) -> Iterator[str]:
    is_open, in_table, listed = False, False, ""
    for line in [*text.splitlines(), ""]:
        words = line.strip()
        if words.startswith("{|"):
            in_table = True
            yield _closed(listed, "") + "</p>" * is_open + "<table><tr>"
            is_open, listed = False, ""
        elif in_table:
            in_table = not words.startswith("|}")
            yield _row(words)
        elif match := re.match(r"[:;*#]+", line):
            marks = match[0]
            made = _item(listed, marks, line[len(marks) :])
            listed = marks.replace(";", ":")
            yield "</p>" * is_open + made
            is_open = False
        else:
            end, listed = _closed(listed, ""), ""
            head = _heading(line)
            if head or not words or re.fullmatch(r"-{4,}", words):
                made = f"<h{head[0]}>{_inline(head[1])}</h{head[0]}>" if head else "<hr>" if words else ""
                yield end + "</p>" * is_open + made
                is_open = False
            else:
                yield end + ("" if is_open else "<p>") + _inline(words)
                is_open = True


def _closed(listed: str, kept: str) -> str:
    """The ends of the lists that are open and not ``kept``."""
    return "".join(f"</{_LISTS[sign][1]}></{_LISTS[sign][0]}>" for sign in reversed(listed[len(kept) :]))


def _item(listed: str, marks: str, words: str) -> str:
    plain = marks.replace(";", ":")
    same = next(
        (n for n, (a, b) in enumerate(zip(listed, plain, strict=False)) if a != b), min(len(listed), len(plain))
    )
    end = _closed(listed, listed[:same])
    if same == len(plain):  # one more item of the list that is open
        tag = _LISTS[plain[-1]][1]
        return f"{end}</{tag}><{_LISTS[marks[-1]][1]}>{_inline(words.strip())}"
    begin = "".join(f"<{_LISTS[sign][0]}><{_LISTS[sign][1]}>" for sign in marks[same:])
    return f"{end}{begin}{_inline(words.strip())}"


def _row(words: str) -> str:
    if words.startswith("|}"):
        return "</tr></table>"
    if words.startswith("|-"):
        return "</tr><tr>"
    if words.startswith("|+"):
        return f"<caption>{_inline(words[2:].strip())}</caption>"
    if words[:1] not in ("|", "!"):
        return _inline(words)
    tag = "th" if words.startswith("!") else "td"
    cells = re.split(r"\|\||!!", words[1:])
    return "".join(f"<{tag}{_attributes(cell)}>{_inline(cell.rpartition('|')[2].strip())}</{tag}>" for cell in cells)


def _attributes(cell: str) -> str:
    """What stands before the words of a cell: ' colspan="2"'."""
    before, sign, _ = cell.rpartition("|")
    return f" {before.strip()}" if sign and "=" in before else ""


def _inline(words: str) -> str:
    for pattern, made in _INLINE:
        words = pattern.sub(made, words)
    return words
