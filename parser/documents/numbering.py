"""Word's automatic numbering: the labels that a page prints and no text of the file holds.

A counter belongs to an abstract list, so that two lists of one kind go on counting; ``w:startOverride`` begins anew
where its list is first used. A level begins anew after any level above it, unless ``w:lvlRestart`` forbids (ECMA-376,
17.9).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn
from docx.oxml.simpletypes import ST_SignedTwipsMeasure

_LEVEL = re.compile(r"%([1-9])")
_EDGES = ("left", "start", "hanging", "firstLine")
_WIDEST = 22 * 72.0  # points: no page and no indent of Word is wider than 22 inches


def letters(number: int) -> str:
    """Word's letters: A to Z, then AA, BB.

    >>> letters(3), letters(28)
    ('C', 'BB')
    """
    return chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def roman(number: int) -> str:
    """
    >>> roman(14)
    'XIV'
    """
    out = ""
    for value, sign in (
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        out += sign * (number // value)
        number %= value
    return out


FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02}",
    "upperLetter": letters,
    "lowerLetter": lambda number: letters(number).lower(),
    "upperRoman": roman,
    "lowerRoman": lambda number: roman(number).lower(),
    "ordinal": lambda number: f"{number}.",
}


@dataclass(frozen=True)
class NumberingLevel:
    """One level of a list: where it starts, its format and its text ("%1.%2"); ``restart`` as ``w:lvlRestart``."""

    start: int
    format: str
    text: str
    restart: int | None
    legal: bool
    left: float | None
    hanging: float


@dataclass(frozen=True)
class NumberedList:
    """A ``w:num``: the abstract list whose counters it shares, its levels, and those that begin anew at
    ``overrides``."""

    abstract: str
    levels: dict[int, NumberingLevel]
    overrides: dict[int, int]


class Numbering:
    """The lists of one document, read from ``word/numbering.xml``, and how far each has counted."""

    def __init__(self, root: Any | None) -> None:
        self._lists: dict[str, NumberedList] = {}
        self._styles: dict[str, tuple[str, int]] = {}
        self._counters: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._begun: set[tuple[str, int]] = set()
        if root is not None:
            self._read(root)

    def level(self, number: str, depth: int) -> NumberingLevel | None:
        """The level ``depth`` (from 0) of a list, None where there is none."""
        found = self._lists.get(number)
        return found.levels.get(depth) if found else None

    def of_style(self, style: str) -> tuple[str, int] | None:
        """The list and level whose paragraphs have a style by its id."""
        return self._styles.get(style)

    def next_label(self, number: str, depth: int) -> str:
        """Count one paragraph of a list and return its label; empty for bullets and unknown lists."""
        found = self._lists.get(number)
        level = found.levels.get(depth) if found else None
        if found is None or level is None:
            return ""
        counters = self._counters[found.abstract]
        for at in [at for at in counters if at > depth]:
            deeper = found.levels.get(at)
            if deeper is None or deeper.restart is None or (deeper.restart and depth < deeper.restart):
                del counters[at]
        if depth in found.overrides and (number, depth) not in self._begun:
            counters[depth] = found.overrides[depth]
        elif depth in counters:
            counters[depth] += 1
        else:
            counters[depth] = found.overrides.get(depth, level.start)
        self._begun.add((number, depth))
        if level.format in ("bullet", "none"):
            return "" if level.format == "bullet" else _LEVEL.sub("", level.text)
        return _LEVEL.sub(lambda match: self._printed(found, level, int(match[1]) - 1), level.text)

    def _printed(self, found: NumberedList, level: NumberingLevel, depth: int) -> str:
        shown = found.levels.get(depth)
        if shown is None or shown.format == "bullet":
            return ""
        value = self._counters[found.abstract].get(depth, found.overrides.get(depth, shown.start))
        form = "decimal" if level.legal else shown.format
        return FORMATS.get(form, str)(value) if value > 0 or form == "decimal" else ""

    def _read(self, root: Any) -> None:
        abstracts = {one.get(qn("w:abstractNumId")): one for one in root.findall(qn("w:abstractNum"))}
        # A list may borrow its levels from the list of a style (w:numStyleLink).
        by_style = {
            link.get(qn("w:val")): one
            for one in abstracts.values()
            if (link := one.find(qn("w:styleLink"))) is not None
        }
        for num in root.findall(qn("w:num")):
            key = _value(num, "w:abstractNumId")
            abstract = abstracts.get(key)
            if abstract is None:
                continue
            link = _value(abstract, "w:numStyleLink")
            levels = _levels(by_style.get(link, abstract) if link else abstract)
            overrides: dict[int, int] = {}
            for override in num.findall(qn("w:lvlOverride")):
                depth = int(override.get(qn("w:ilvl"), 0))
                if start := _value(override, "w:startOverride"):
                    overrides[depth] = int(start)
                if (own := override.find(qn("w:lvl"))) is not None:
                    levels[depth] = _level(own)
            number = num.get(qn("w:numId"))
            self._lists[number] = NumberedList(key, levels, overrides)
            for lvl in abstract.findall(qn("w:lvl")):
                if style := _value(lvl, "w:pStyle"):
                    self._styles.setdefault(style, (number, int(lvl.get(qn("w:ilvl"), 0))))


def _levels(abstract: Any) -> dict[int, NumberingLevel]:
    return {int(one.get(qn("w:ilvl"), 0)): _level(one) for one in abstract.findall(qn("w:lvl"))}


def _level(one: Any) -> NumberingLevel:
    restart = _value(one, "w:lvlRestart")
    legal = one.find(qn("w:isLgl"))
    left, hanging = indents(one.find(qn("w:pPr")))
    return NumberingLevel(
        int(_value(one, "w:start") or 1),
        _value(one, "w:numFmt") or "decimal",
        _value(one, "w:lvlText"),
        int(restart) if restart else None,
        legal is not None and legal.get(qn("w:val"), "1") not in ("0", "false"),
        left,
        hanging,
    )


def indents(properties: Any | None) -> tuple[float | None, float]:
    """(left edge, hanging of the first line) of ``w:pPr`` in points; a left edge that is not given is None."""
    found = properties.find(qn("w:ind")) if properties is not None else None
    if found is None:
        return None, 0.0
    left, start, hanging, first = (_points(found.get(qn(f"w:{name}"))) for name in _EDGES)
    return (start if left is None else left), (hanging or 0.0) - (first or 0.0)


def _points(measure: str | None) -> float | None:
    """A measure of Word (``"720"`` twentieths of a point, ``"1.27cm"``) in points; None for one that is none: edges
    are only evidence, and no reason to refuse a text."""
    try:
        points = float(ST_SignedTwipsMeasure.convert_from_xml(measure or "").pt)
    except (ValueError, KeyError, OverflowError):
        return None
    return points if abs(points) <= _WIDEST else None


def _value(parent: Any, tag: str) -> str:
    found = parent.find(qn(tag))
    return found.get(qn("w:val"), "") if found is not None else ""
