"""Notes that Markdown sets beside the text: spans of pandoc's with a style for it, "[Se § 16.]{.aside}" in Quarto."""

from __future__ import annotations

import re

# Of Quarto, of Tufte's styles, and the words that houses have for a note.
_STYLES = "aside|side-?note|margin-?note|column-margin|foot-?note|note|fodnote|fotnote|fotnot"
_END = re.compile(rf"\]\{{(?:[^{{}}\n]*\s)?\.(?:{_STYLES})(?:\s[^{{}}\n]*)?\}}")
_HEADED = re.compile(r"(#{1,6}[ \t].*?)([ \t]*\{[^{}\n]*\})?[ \t]*\Z")
_ENOUGH = 2  # such spans that make it a custom of the text


def with_asides_as_notes(text: str) -> str:
    """The text with such spans as notes within the words, called at the end of the line above where one stands alone.

    No line moves. A span that begins in another paragraph stays as it is.

    >>> with_asides_as_notes("Kort. [Se § 1.]{.aside}\\n\\n## § 2\\n\\n[Se [§ 3](#3).]{.aside}")
    'Kort.^[Se § 1.]\\n\\n## § 2^[Se [§ 3](#3).]\\n\\n'
    """
    ends = list(_END.finditer(text))
    if len(ends) < _ENOUGH:
        return text
    lines = text.split("\n")
    for at, line in enumerate(lines):
        # From the last on, so that what is before keeps its place.
        for end in reversed(list(_END.finditer(line))):
            begun = _opened(lines[at], end.start())
            if begun is None:
                continue
            note = f"^{lines[at][begun : end.start()]}]"
            before, behind = lines[at][:begun].rstrip(), lines[at][end.end() :]
            above = next((n for n in range(at - 1, -1, -1) if lines[n].strip()), None)
            if before or behind.strip() or above is None:
                lines[at] = before + note + behind
            else:
                head = _HEADED.fullmatch(lines[above])
                lines[above] = f"{head[1]}{note}{head[2] or ''}" if head else lines[above].rstrip() + note
                lines[at] = ""
    return "\n".join(lines)


def _opened(line: str, end: int) -> int | None:
    """Where the bracket was opened that closes at ``end``; None where that is on another line."""
    depth = 0
    for place in range(end, -1, -1):
        depth += {"]": 1, "[": -1}.get(line[place], 0)
        if not depth:
            return place
    return None
