"""The numbers that a browser draws before the items of a page's lists."""

from __future__ import annotations

import re
from collections.abc import Callable
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
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s*:[^;]*?\b(decimal|(?:lower|upper)-(?:alpha|latin|roman)|none)\b")
_CLASS = re.compile(r"(?:ol|li)?\.([\w-]+)\s*(?:>?\s*li)?\Z")


def list_styles(root: Any) -> Callable[[Any], str]:
    """A function from a list to its kind of numbers, by its attributes and the style sheets of the page."""
    by_class: dict[str, str] = {}
    by_depth: dict[int, str] = {}
    for sheet in root.iter("style"):
        for selectors, body in _RULE.findall(sheet.text or ""):
            if found := _LIST_STYLE.search(body):
                for selector in (s.strip() for s in selectors.split(",")):
                    if match := _CLASS.search(selector):
                        by_class[match[1]] = found[1]
                    elif re.fullmatch(r"(?:ol|li|[>\s])+", selector):
                        by_depth[selector.split().count("ol") or 1] = found[1]

    def kind(parent: Any) -> str:
        own = _LIST_STYLE.search(parent.get("style") or "")
        classes = (by_class[c] for c in (parent.get("class") or "").split() if c in by_class)
        depth = 1 + sum(1 for above in parent.iterancestors("ol"))
        found = own[1] if own else parent.get("type") or next(classes, "") or by_depth.get(depth, "decimal")
        return _LIST_TYPES.get(found, found)

    return kind


def list_label(kind: str, number: int) -> str:
    """The label that a browser draws for the item ``number`` of a list, without the sign behind it.

    >>> list_label("lower-roman", 4), list_label("upper-alpha", 2), list_label("none", 1)
    ('iv', 'B', '')
    """
    if kind == "none":
        return ""
    return FORMATS[_FORMATS.get(kind, "decimal") if number > 0 else "decimal"](number)
