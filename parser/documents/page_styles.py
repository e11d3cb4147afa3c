"""What the style sheets of a page say about its elements: bold words, left edges, and what a browser draws that no
text holds (counters, "§ " before a number).

tinycss2 and cssselect2 read the sheets; nothing is fetched. Only what says something about a text is kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import cssselect2
import tinycss2
from lxml import etree

from parser.documents.page_lists import list_label

_KEPT = frozenset(
    (
        "font-weight",
        "font",
        "margin",
        "margin-left",
        "margin-right",
        "padding",
        "padding-left",
        "padding-right",
        "text-indent",
        "list-style",
        "list-style-type",
        "counter-reset",
        "counter-increment",
        "counter-set",
        "content",
        "display",
        "float",
        "width",
        "min-width",
        "system",
        "position",
        "left",
        "top",
        "height",
        "font-size",
        "vertical-align",
    )
)
_LONGEST = 400_000  # characters of style sheets that are read: more is no book's
_RULES = 4_000
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|cm|mm|in|ch|ex|%)?")
_POINTS = {"px": 0.75, "pt": 1.0, "em": 12.0, "rem": 12.0, "cm": 28.35, "mm": 2.835, "in": 72.0, "ch": 6.0, "ex": 6.0}
_BOLD = re.compile(r"(?:.*\s)?(?:bold|bolder|[6-9]00)\b")
_LISTED = re.compile(r"\b((?:lower|upper)-(?:alpha|latin|roman)|decimal(?:-leading-zero)?|none|disc|circle|square)\b")

Declared = Mapping[str, str]
"""Property -> value as written, the winning one of all that are declared for an element."""


class PageStyles:
    """The declarations of a page's elements, from its style sheets and their own attributes."""

    def __init__(self, root: Any) -> None:
        self._named: dict[str, str] = {}
        """Kind of numbers that a page defines itself -> the kind that it extends."""
        self._declared: dict[Any, Declared] = {}
        self._drawn: dict[tuple[Any, str], Declared] = {}
        self._labels: dict[Any, str] = {}
        matcher = self._matcher("\n".join(sheet.text or "" for sheet in root.iter("style")))
        if matcher is not None:
            self._match(root, matcher)
            self._count(root)

    def of(self, element: Any) -> Declared:
        """What is declared for an element."""
        own = self._declared.get(element, {})
        style = element.get("style")
        return {**own, **_declared_by(style)} if style else own

    def before(self, element: Any) -> str:
        """What is drawn before the words of an element."""
        return self._labels.get(element, "")

    def after(self, element: Any) -> str:
        """What is drawn behind them, as far as it is words."""
        found = self._drawn.get((element, "after"))
        return _content(found.get("content", ""), element, {}) if found else ""

    def is_bold(self, element: Any) -> bool | None:
        """True and False where an element says it, None where it leaves it to those around it."""
        style = self.of(element)
        value = style.get("font-weight") or style.get("font")
        return None if value is None else _BOLD.match(value) is not None

    def edge(self, element: Any) -> float:
        """Points by which the words of an element are set in."""
        style = self.of(element)
        return sum(_side(style, name) for name in ("margin", "padding"))

    def own_edge(self, element: Any) -> float:
        """Points by which its own attribute sets it in at the left, the first that it says."""
        own = _declared_by(element.get("style") or "")
        return next((_points(own[name]) for name in own if name in ("margin-left", "padding-left")), 0.0)

    def points(self, element: Any, name: str) -> float | None:
        """A length that is declared for an element, in points; None where none is."""
        value = self.of(element).get(name)
        return None if value is None else _points(value)

    def first_edge(self, element: Any) -> float:
        """Points by which its first line is set in, below 0 where it hangs out."""
        return _points(self.of(element).get("text-indent", ""))

    def is_apart(self, element: Any) -> bool:
        """True for words in a line that a browser sets apart from those behind them, though no blank is between."""
        style = self.of(element)
        sized = any(_points(style.get(name, "")) for name in ("margin-right", "padding-right", "width", "min-width"))
        return sized or style.get("display") in ("inline-block", "table-cell") or style.get("float") == "left"

    def list_kind(self, parent: Any) -> str:
        """The kind of numbers that a list draws before its items: "decimal", "lower-alpha", "none" ..."""
        item = parent.find("li")
        for one in (item, parent) if item is not None else (parent,):
            style = self.of(one)
            for value in (style.get("list-style-type", ""), style.get("list-style", "")):
                if kind := self._kind(value):
                    return kind
        return ""

    def _kind(self, value: str) -> str:
        found = _LISTED.search(value)
        return found[1] if found else next((kind for name, kind in self._named.items() if name in value.split()), "")

    def _matcher(self, text: str) -> cssselect2.Matcher | None:
        if not text.strip() or len(text) > _LONGEST:
            return None
        matcher = cssselect2.Matcher()
        for count, rule in enumerate(_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))):
            if rule.type == "at-rule":  # @counter-style
                system = _declarations(rule.content).get("system", "")
                self._named[tinycss2.serialize(rule.prelude).strip()] = system.removeprefix("extends").strip()
                continue
            if count > _RULES or not (declared := _declarations(rule.content)):
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                continue
            for selector in selectors:
                matcher.add_selector(selector, declared)
        return matcher

    def _match(self, root: Any, matcher: cssselect2.Matcher) -> None:
        for wrapped in cssselect2.ElementWrapper.from_html_root(root).iter_subtree():
            found: defaultdict[str, dict[str, str]] = defaultdict(dict)
            for _, _, pseudo, declared in matcher.match(wrapped):
                found[pseudo or ""] |= declared
            element = wrapped.etree_element
            for pseudo, declared in found.items():
                if pseudo == "":
                    self._declared[element] = declared
                else:
                    self._drawn[element, "before" if pseudo == "marker" else pseudo] = declared

    def _count(self, root: Any) -> None:
        """Follow the counters through the page, and note what is drawn before each element."""
        counters: defaultdict[str, list[list[Any]]] = defaultdict(list)
        listed = any("list-item" in one.get("content", "") for one in self._drawn.values())
        for event, element in etree.iterwalk(root, events=("start", "end")):
            if event == "end":
                for held in counters.values():
                    while held and held[-1][0] is element:
                        held.pop()
                continue
            parent = element.getparent()
            if listed and element.tag in ("ol", "ul"):
                counters["list-item"].append([element, int(_digits(element.get("start")) or 1) - 1])
            if listed and element.tag == "li":
                _change(counters, "counter-increment", "list-item", parent)
            _changed(counters, self.of(element), parent)
            drawn = self._drawn.get((element, "before"))
            if drawn is not None:
                _changed(counters, drawn, element)
                values = {name: [value for _, value in held] for name, held in counters.items() if held}
                if words := _content(drawn.get("content", ""), element, values, self._named):
                    self._labels[element] = words


def _rules(rules: Sequence[Any]) -> Iterator[Any]:
    """The rules that hold for whoever reads or prints the page, and those that define numbers."""
    for rule in rules:
        if rule.type == "qualified-rule" or (rule.type == "at-rule" and rule.lower_at_keyword == "counter-style"):
            if rule.content is not None:
                yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and _is_shown(rule):
            yield from _rules(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))


def _is_shown(media: Any) -> bool:
    shown = re.fullmatch(r"\s*(?:all|screen|only screen)?\s*", tinycss2.serialize(media.prelude))
    return media.content is not None and shown is not None


def _declarations(content: Any) -> dict[str, str]:
    parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    return {
        one.lower_name: tinycss2.serialize(one.value).strip()
        for one in parsed
        if one.type == "declaration" and one.lower_name in _KEPT
    }


@lru_cache(maxsize=4096)
def _declared_by(style: str) -> Declared:
    """What an attribute declares; kept, as thousands of elements share a few."""
    return _declarations(style)


def _side(style: Declared, name: str) -> float:
    own = style.get(f"{name}-left")
    if own is not None:
        return _points(own)
    sides = style.get(name, "").split()
    return _points(sides[{1: 0, 2: 1, 3: 1, 4: 3}[len(sides)]]) if 1 <= len(sides) <= 4 else 0.0


def _points(value: str) -> float:
    match = _LENGTH.match(value.strip())
    return float(match[1]) * _POINTS.get(match[2] or "", 0.0) if match else 0.0


def _digits(value: str | None) -> str:
    return value if value and re.fullmatch(r"\d{1,4}", value) else ""


def _changed(counters: defaultdict[str, list[list[Any]]], style: Declared, scope: Any) -> None:
    for name in ("counter-reset", "counter-increment", "counter-set"):
        if name in style:
            _change(counters, name, style[name], scope)


def _change(counters: defaultdict[str, list[list[Any]]], how: str, value: str, scope: Any) -> None:
    """Change the counters named in ``value``; one that is new holds for the children of ``scope``."""
    for match in re.finditer(r"([A-Za-z_-][\w-]*)(?:\s+(-?\d{1,6}))?", value):
        held, number = counters[match[1]], int(match[2]) if match[2] else int(how == "counter-increment")
        if match[1] == "none":
            continue
        if not held or (how == "counter-reset" and held[-1][0] is not scope):
            held.append([scope, 0])
        held[-1][1] = held[-1][1] + number if how == "counter-increment" else number


def _content(
    value: str, element: Any, counters: Mapping[str, Sequence[int]], named: Mapping[str, str] | None = None
) -> str:
    """The words of a ``content``: its strings, attributes and counters."""
    out = []
    for token in tinycss2.parse_component_value_list(value):
        if token.type == "string":
            out.append(token.value)
        elif token.type == "function" and token.lower_name == "attr":
            out.append(element.get(tinycss2.serialize(token.arguments).strip()) or "")
        elif token.type == "function" and token.lower_name in ("counter", "counters"):
            names = [one.value for one in token.arguments if one.type == "ident"]
            between = next((one.value for one in token.arguments if one.type == "string"), "")
            values = counters.get(names[0], [0]) if names else []
            kind = (named or {}).get(names[1], names[1]) if len(names) > 1 else "decimal"
            shown = values if token.lower_name == "counters" else values[-1:]
            out.append(between.join(list_label(kind, number) for number in shown))
    words = re.sub(r"\s+", " ", "".join(out).replace("\N{NO-BREAK SPACE}", " "))
    return words if re.search(r"[\w§.):]", words) else ""
