"""Small shared steps on raw text: lines, blanks, line-end hyphens. None of them changes a letter."""

from __future__ import annotations

import re

from parser.mapped import Mapped

_BLANKS = re.compile(r"[ \t\u00a0\n]+")


def lines(text: Mapped) -> tuple[Mapped, ...]:
    """The lines of a text, without their line feeds; empty lines are kept."""
    out, at = [], 0
    for match in re.finditer(r"\n|\Z", text.text):
        out.append(text[at : match.start()])
        at = match.end()
    return tuple(out)


def collapse(text: Mapped) -> Mapped:
    """Every run of blanks (also no-break spaces and line feeds) becomes one space; none at the ends."""
    return text.sub(_BLANKS, " ").strip()
