"""The blocks of a page, and which of them are notes: those that the links of note signs lead to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from lxml import etree

BLOCKS = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "figcaption",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "ul",
    )
)
"""The elements that are paragraphs or hold some."""
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_PARTS = frozenset(("body", "main", "article", "nav", "ol", "ul", "table"))
_ARROW = re.compile(r"[↩↑^⇑⤴←]\ufe0e?|\W?(?:tilbage|tilbake|tillbaka|back)\W?", re.IGNORECASE)
_SIGN = re.compile(r"[\[(]?(?:\d{1,3}|[a-z]|[*†‡§#]{1,4}|[¹²³⁰⁴-⁹]+)[\])]?\*?")


def note_targets(root: Any) -> Mapping[str, tuple[str, Any]]:
    """Where the links of note signs lead: name -> (key, block of the note).

    A link calls a note when its words are a sign, its target stands in a block of its own further on, and that block
    is not one of links only (a table of contents leads forward too). What holds headings is a part of the page.
    """
    named: dict[str, Any] = {}
    order: dict[int, int] = {}
    elements = list(root.iter(etree.Element))
    for number, element in enumerate(elements):
        order[id(element)] = number
        for attribute in ("id", "name"):
            if value := element.get(attribute):
                named.setdefault(value, element)
    found: dict[str, tuple[str, Any]] = {}
    blocks: dict[int, str] = {}
    for link in (one for one in elements if one.tag == "a" and "#" in (one.get("href") or "")):
        name = link.get("href").rpartition("#")[2]
        target = named.get(name)
        if target is None or name in found or not _SIGN.fullmatch("".join(link.itertext()).strip()):
            continue
        block = target
        while block.tag not in BLOCKS and block.getparent() is not None:
            block = block.getparent()
        if block.tag in _PARTS or order[id(block)] < order[id(link)] or next(block.iter(*_HEADINGS), None) is not None:
            continue
        key = blocks.setdefault(id(block), f"page:{name}")
        found[name] = (key, block)
    return found


def back_links(root: Any, notes: Iterable[Any]) -> frozenset[Any]:
    """The links of notes that lead back to where they are called: signs, arrows, letters."""
    order = {element: number for number, element in enumerate(root.iter(etree.Element))}
    named = {element.get("id"): element for element in order if element.get("id")}
    found = set()
    for note in notes:
        for link in note.iter("a"):
            target = named.get((link.get("href") or "").rpartition("#")[2])
            words = "".join(link.itertext()).strip()
            if (
                target is not None
                and order[target] < order[note]
                and (_SIGN.fullmatch(words) or _ARROW.fullmatch(words))
            ):
                raised = link.getparent()
                found.add(raised if raised.tag == "sup" and "".join(raised.itertext()).strip() == words else link)
    return frozenset(found)


def link_words(block: Any) -> str:
    """The words of a block that is nothing but a link to a place in a page, "" for any other.

    A browser that saves a page writes the whole address before the place.
    """
    links = [one for one in block.iter("a") if "#" in (one.get("href") or "")]
    if len(links) != 1:
        return ""
    words = "".join(block.itertext()).strip()
    return words if "".join(links[0].itertext()).strip() == words else ""
