"""What dialects of Markdown write beyond CommonMark, put in the common form before it is read.

- "[[#§16|§ 16C]]" and "[[§ 16]]" are links of wikis and of collections of notes: what is shown of them is read.
- " ^16b3" at the end of a line is where such a link leads; it is no word.
- "^[Se § 16.]" is a note within the words (pandoc's inline note); it becomes a note at the end, as "[^1]" has.
"""

from __future__ import annotations

import re
from itertools import count

# "[[1]](#fn1)" is a link of CommonMark whose words are in brackets; "[[§ 50|§ 50 D 2]](a)" is none.
_LINK = re.compile(r"(!?)\[\[(?P<target>[^\[\]|\n]+)(?:\|(?P<shown>[^\[\]\n]+))?\]\](?!\((?:#|/|\.|https?:))")
_BLOCK = re.compile(r"(?<=\S)[ \t]+\^[A-Za-z0-9][\w-]*[ \t]*$", re.MULTILINE)
_NOTE = re.compile(r"\^\[(?=[^\]\s])")
_SIGN = re.compile(r"\[\^([^\]\s]+)\]")
_ENOUGH = 2  # links of a kind that make it a custom of the text


def in_common_form(text: str) -> str:
    r"""The text with links of wikis as their words, and notes within the words as notes at the end.

    No line moves but what is added at the end. A bracket that is never closed stays as it is.

    >>> in_common_form("Se [[#§16|§ 16C]] og [[§ 17]]. ^a1\n\nKort.^[Et kort.]")
    'Se § 16C og § 17.\n\nKort.[^1]\n\n[^1]: Et kort.\n'
    """
    links = len(_LINK.findall(text))
    if links >= _ENOUGH:
        text = _BLOCK.sub("", _LINK.sub(_words, text))
    return _with_notes_at_the_end(text)


def _words(link: re.Match[str]) -> str:
    shown = link["shown"] or link["target"].rpartition("#")[2] or link["target"]
    return link[0] if link[1] or shown.strip().isdigit() else shown


def _with_notes_at_the_end(text: str) -> str:
    used, signs = set(_SIGN.findall(text)), count(1)
    notes: list[tuple[str, str]] = []
    out, at = "", 0
    for opened in _NOTE.finditer(text):
        end = _closed(text, opened.end())
        if opened.start() < at or end is None:
            continue
        sign = next(sign for number in signs if (sign := str(number)) not in used)
        notes.append((sign, text[opened.end() : end]))
        out += f"{text[at : opened.start()].rstrip(' ')}[^{sign}]"
        at = end + 1
    if not notes:
        return text
    return f"{out}{text[at:]}".rstrip("\n") + "".join(f"\n\n[^{sign}]: {words}" for sign, words in notes) + "\n"


def _closed(text: str, at: int) -> int | None:
    """Where the bracket closes that was opened before ``at``; None where its paragraph ends before."""
    depth = 1
    for place in range(at, len(text)):
        sign = text[place]
        if sign == "[":
            depth += 1
        elif sign == "]":
            depth -= 1
            if not depth:
                return place
        elif text.startswith("\n\n", place):
            return None
    return None
