"""The numbers that a browser draws before the items of a page's lists."""

from __future__ import annotations

from typing import Any

from parser.documents.numbering import FORMATS

_LIST_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
# The kinds of CSS, as Word calls them; all others are printed as decimals.
_FORMATS = {
    "lower-alpha": "lowerLetter",
    "lower-latin": "lowerLetter",
    "upper-alpha": "upperLetter",
    "upper-latin": "upperLetter",
    "lower-roman": "lowerRoman",
    "upper-roman": "upperRoman",
}
# What a program that draws its lists by a sheet in a file of its own calls them (docutils).
_CLASSES = {
    "loweralpha": "lower-alpha",
    "upperalpha": "upper-alpha",
    "lowerroman": "lower-roman",
    "upperroman": "upper-roman",
}
_BULLETS = frozenset(("none", "disc", "circle", "square"))


def list_kind(parent: Any, styled: str) -> str:
    """The kind of numbers of a list: ``styled``, what its page's styles say, else what its own attribute does, or its
    class where that is a kind."""
    named = next((_CLASSES[one] for one in (parent.get("class") or "").split() if one in _CLASSES), "decimal")
    return styled or _LIST_TYPES.get(parent.get("type") or "", named)


def list_label(kind: str, number: int) -> str:
    """The label that a browser draws for the item ``number`` of a list, without the sign behind it.

    >>> list_label("lower-roman", 4), list_label("upper-alpha", 2), list_label("none", 1)
    ('iv', 'B', '')
    """
    if kind in _BULLETS:
        return ""
    return FORMATS[_FORMATS.get(kind, "decimal") if number > 0 else "decimal"](number)
