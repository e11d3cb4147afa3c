"""The faces of runs of a Word file: bold by themselves or by their style, italic, underlined, raised."""

from __future__ import annotations

from typing import Any

from docx.document import Document
from docx.oxml.ns import qn

_OFF = ("0", "false", "none", "off")
_FACES = ("w:i", "w:u", "w:smallCaps", "w:caps")


def is_bold(run: Any, style_bold: bool, strong: frozenset[str]) -> bool:
    """True for a bold run; ``strong`` are the ids of the character styles that make words bold."""
    found = run.find(f"{qn('w:rPr')}/{qn('w:b')}")
    if found is None:
        return style_bold or _named(run) in strong
    return found.get(qn("w:val"), "1") not in _OFF


def run_face(run: Any) -> str:
    """The name of the face of a run, "" for that of its paragraph."""
    properties = run.find(qn("w:rPr"))
    if properties is None:
        return ""
    marks = [(name, properties.find(qn(name))) for name in _FACES]
    own = [name for name, mark in marks if mark is not None and mark.get(qn("w:val"), "1") not in _OFF]
    return " ".join([*own, _named(run)]).strip()


def raised_styles(document: Document) -> frozenset[str]:
    """The ids of the character styles that raise their words."""
    path = f"{qn('w:rPr')}/{qn('w:vertAlign')}"
    found = ((one, one.find(path)) for one in document.styles.element.findall(qn("w:style")))
    return frozenset(
        one.get(qn("w:styleId")) for one, mark in found if mark is not None and mark.get(qn("w:val")) == "superscript"
    )


def bold_styles(document: Document) -> frozenset[str]:
    """The ids of the character styles that make their words bold."""
    path = f"{qn('w:rPr')}/{qn('w:b')}"
    kept = (one for one in document.styles.element.findall(qn("w:style")) if one.get(qn("w:type")) == "character")
    found = ((one, one.find(path)) for one in kept)
    return frozenset(
        one.get(qn("w:styleId")) for one, mark in found if mark is not None and mark.get(qn("w:val"), "1") not in _OFF
    )


def _named(run: Any) -> str:
    style = run.find(f"{qn('w:rPr')}/{qn('w:rStyle')}")
    return "" if style is None else str(style.get(qn("w:val"), ""))
