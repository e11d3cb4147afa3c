"""Notes that Markdown sets beside the text: spans of pandoc's with a style for it, "[Se § 16.]{.aside}" in Quarto."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Of Quarto, of Tufte's styles, and the words that houses have for a note.
_STYLES = "aside|side-?note|margin-?note|column-margin|foot-?note|note|fodnote|fotnote|fotnot"
_END = re.compile(rf"\]\{{(?:[^{{}}\n]*\s)?\.(?:{_STYLES})(?:\s[^{{}}\n]*)?\}}")
_HEADED = re.compile(r"(#{1,6}[ \t].*?)([ \t]*\{[^{}\n]*\})?[ \t]*\Z")
_UNDERLINED = re.compile(r"(.*?)([ \t]*\{[.#][^{}\n]*\})[ \t]*")
_BRACKET = re.compile(r"[\[\]]")
_RULE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")  # below a heading
_ENOUGH = 2  # such spans that make it a custom of the text


def with_asides_as_notes(text: str) -> str:
    """The text with such spans as notes within the words, called at the end of the line above where one stands alone.

    No line moves. A span that begins on another line stays as it is, and so does one below a table.

    >>> with_asides_as_notes("Kort. [Se § 1.]{.aside}\\n\\n## § 2\\n\\n[Se [§ 3](#3).]{.aside}")
    'Kort.^[Se § 1.]\\n\\n## § 2^[Se [§ 3](#3).]\\n\\n'
    """
    if len(_END.findall(text)) < _ENOUGH:
        return text
    lines = text.split("\n")
    last: int | None = None
    """The last line with words."""
    for at, line in enumerate(lines):
        opened, first = _opened(line), len(line)
        # From the last on, so that what is before keeps its place; what stands within another is part of its words.
        for end in reversed(list(_END.finditer(line))):
            begun = opened.get(end.start())
            if begun is None or end.start() >= first:
                continue
            first, note = begun, f"^{line[begun : end.start()]}]"
            before, behind = line[:begun].rstrip(), lines[at][end.end() :]
            if before or behind.strip() or last is None:
                lines[at] = before + note + behind
            elif (above := _called_from(lines, last)) is not None:
                lines[above], lines[at] = _noted(lines[above], note, above < last), ""
        last = at if lines[at].strip() else last
    return "\n".join(lines)


def _called_from(lines: Sequence[str], last: int) -> int | None:
    """The line that a note below the line ``last`` belongs to: the heading above a rule, none in a table or where a
    rule only parts what stands around it."""
    if _RULE.fullmatch(lines[last]):
        last -= 1
    return last if last >= 0 and lines[last].strip() and "|" not in lines[last] else None


def _noted(line: str, note: str, is_heading: bool) -> str:
    head = _HEADED.fullmatch(line) or (_UNDERLINED.fullmatch(line) if is_heading else None)
    return f"{head[1]}{note}{head[2] or ''}" if head else line.rstrip() + note


def _opened(line: str) -> dict[int, int]:
    """Where the brackets of a line close, with where each was opened."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at in (sign.start() for sign in _BRACKET.finditer(line)):
        if line[at] == "[":
            opened.append(at)
        elif opened:
            found[at] = opened.pop()
    return found
