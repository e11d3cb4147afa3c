"""The blocks of a page, and which of them are notes: those that the links of note signs lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
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
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_PARTS = frozenset(("body", "main", "article", "nav", "ol", "ul", "table"))
_FACES = frozenset(("mark", "b", "big", "cite", "dfn", "em", "i", "small", "strong", "tt", "u", "var"))
_ARROW = re.compile(r"[↩↑^⇑⤴←]\ufe0e?|\W?(?:tilbage|tilbake|tillbaka|back)\W?", re.IGNORECASE)
_CONTENTS = re.compile(r"\b(?:toc|contents|indhold|innehåll|innhold)\b")
_LISTED = 8  # links of a list that is one of contents whatever it is called
_MOST = 0.5  # of the words of a page, those that a list of its contents may have
_NOTED = re.compile(r"fn|note?|fot|fod", re.IGNORECASE)
_COUNTED = re.compile(r"\d{1,3}\.\d{1,2}")  # "3.1": the second call of note 3
_COLUMNS = re.compile(r"\S {2,}\S|\t")
_TYPED = 12  # line feeds from which on preformatted words are a text
_SIGN = re.compile(r"[\[(]?(?:\d{1,3}|([a-z])\1?|[*†‡§#]{1,4}|[¹²³⁰⁴-⁹]+)[\])]?\*?")
_NOTED_SHARE = 0.8  # of the paragraphs from the first note of a part to its last, those that begin one
_SENTENCE = re.compile(r"[.:;!?)»”\"]\Z")
_ROMAN = re.compile(r"[\[(]?[ivxlc]{2,8}[\])]?")  # of endnotes


def note_targets(root: Any) -> Mapping[str, tuple[str, Any]]:
    """Where the links of note signs lead: name -> (key, block of the note).

    A link calls a note when its words are a sign, its target stands in a block of its own further on, and that block
    is not one of links only (a table of contents leads forward too). What holds headings is a part of the page.
    """
    named: dict[str, Any] = {}
    order = {element: number for number, element in enumerate(root.iter(etree.Element))}
    for element in order:
        for attribute in ("id", "name"):
            if value := element.get(attribute):
                named.setdefault(value, element)
    found: dict[str, tuple[str, Any]] = {}
    keys: dict[Any, str] = {}
    for link in (one for one in order if one.tag == "a" and "#" in (one.get("href") or "")):
        name = link.get("href").rpartition("#")[2]
        target, sign = named.get(name), "".join(link.itertext()).strip()
        is_sign = _SIGN.fullmatch(sign) is not None
        if target is None or name in found or not (is_sign or _ROMAN.fullmatch(sign)):
            continue
        row = _row_of_note(target, sign)
        block = target if row is None else row
        while row is None and block.tag not in BLOCKS and block.getparent() is not None:
            block = block.getparent()
        if row is None and _is_named(block.getparent(), name):
            block = block.getparent()  # of several paragraphs, as Word saves them
        if block.tag in _PARTS or order[block] < order[link] or next(block.iter(*HEADINGS), None) is not None:
            continue
        if not is_sign and not "".join(block.itertext()).strip().startswith(sign):
            continue  # a word: "vi"
        key = keys.setdefault(block, f"page:{name}")
        found[name] = (key, block)
    return found


def repeated_calls(root: Any, targets: Mapping[str, tuple[str, Any]]) -> Mapping[Any, str]:
    """Signs without a link that call a note once more, as Word saves them: element -> key of the note.

    They have a class that the signs with a link have, and one of their signs; ``targets`` is of ``note_targets``.
    """
    links = ((one, (one.get("href") or "").rpartition("#")[2]) for one in root.iter("a"))
    called = [(one, targets[name][0]) for one, name in links if name in targets]
    keys: dict[str, set[str]] = {}
    classes = set()
    for link, key in called:
        keys.setdefault(_bare_sign(link), set()).add(key)
        classes |= {one.get("class") for one in link.iter(etree.Element)} - {None, ""}
    notes = {block for _, block in targets.values()}
    found: dict[Any, str] = {}
    for one in (each for each in root.iter(etree.Element) if each.get("class") in classes):
        meant, around = keys.get(_bare_sign(one), set()), set(one.iterancestors())
        linked = any(each.tag == "a" for each in (*around, *one.iter("a")))
        if len(meant) == 1 and not linked and not around & (notes | found.keys()):
            found[one] = next(iter(meant))
    return found


def _is_named(element: Any, name: str) -> bool:
    return element is not None and (element.get("id") or "").strip("_") == name.strip("_")


def _bare_sign(element: Any) -> str:
    return "".join(element.itertext()).strip().strip("[]()")


def further_paragraphs(notes: Mapping[Any, str]) -> Mapping[Any, str]:
    """The paragraphs between the notes of a part of nearly nothing else: of the note before each, whose key is given.

    ``notes`` are the blocks of notes by their keys.
    """
    found: dict[Any, str] = {}
    for parent in {note.getparent() for note in notes}:
        blocks = [one for one in parent if one.tag in BLOCKS] if parent is not None else []
        places = [at for at, one in enumerate(blocks) if one in notes]
        if len(places) < _NOTED_SHARE * (places[-1] + 1 - places[0] if places else 1):
            continue
        for first, second in pairwise(places):
            between = blocks[first + 1 : second]
            if all(one.tag == "p" and _SENTENCE.search("".join(one.itertext()).strip()) for one in between):
                found |= dict.fromkeys(between, notes[blocks[first]])
    return found


def _row_of_note(target: Any, sign: str) -> Any:
    """The row of a table of notes that a target is or stands in, sign and words in cells of their own; else None."""
    row = target if target.tag == "tr" else next(target.iterancestors("tr"), None)
    cells = [] if row is None else ["".join(cell.itertext()).strip() for cell in row]
    signed = len(cells) > 1 and cells[0].strip("[]().") == sign.strip("[]()") and any(cells[1:])
    return row if signed else None


def back_links(root: Any, targets: Mapping[str, tuple[str, Any]]) -> frozenset[Any]:
    """The links of notes that lead back to where they are called: signs, arrows, letters, and the numbers of calls of
    a note that is called twice ("3.0", "3.1"). ``targets`` is of ``note_targets``."""
    order = {element: number for number, element in enumerate(root.iter(etree.Element))}
    named = {element.get("id"): element for element in order if element.get("id")}
    calls = _calls(root, targets)
    found = set()
    for key, note in set(targets.values()):
        for link in note.iter("a"):
            target = named.get((link.get("href") or "").rpartition("#")[2])
            words = "".join(link.itertext()).strip()
            if (
                target is not None
                and order[target] < order[note]
                and (
                    _SIGN.fullmatch(words)
                    or _ARROW.fullmatch(words)
                    or (calls.get(target) == key and _COUNTED.fullmatch(words))
                )
            ):
                raised = link.getparent()
                found.add(raised if raised.tag == "sup" and "".join(raised.itertext()).strip() == words else link)
    return frozenset(found)


def _calls(root: Any, targets: Mapping[str, tuple[str, Any]]) -> Mapping[Any, str]:
    """The links that call notes, and what holds nothing but one of them: element -> key of the note."""
    found: dict[Any, str] = {}
    said: dict[Any, str] = {}
    for link in root.iter("a"):
        called = targets.get((link.get("href") or "").rpartition("#")[2])
        words, one = "".join(link.itertext()).strip(), link
        while called and one is not None:
            if one not in said:
                said[one] = "".join(one.itertext()).strip()
            if said[one] != words:
                break
            found.setdefault(one, called[0])
            one = one.getparent()
    return found


def link_words(block: Any) -> str:
    """The words of a block that is nothing but a link to a place in a page, "" for any other.

    A browser that saves a page writes the whole address before the place.
    """
    links = [one for one in block.iter("a") if "#" in (one.get("href") or "")]
    if len(links) != 1:
        return ""
    words = "".join(block.itertext()).strip()
    return words if "".join(links[0].itertext()).strip() == words else ""


def lost_calls(root: Any) -> frozenset[Any]:
    """The links of note signs that lead to no place of the page, as a program left them that made another form of it:
    "[1](#fn-16-1)"."""
    names = {element.get(name) for element in root.iter(etree.Element) for name in ("id", "name")}
    links = (link for link in root.iter("a") if (link.get("href") or "").startswith("#"))
    lost = ((link, link.get("href")[1:]) for link in links if link.get("href")[1:] not in names)
    return frozenset(
        link
        for link, name in lost
        if _NOTED.search(name) and re.fullmatch(r"\d{1,3}", "".join(link.itertext()).strip())
    )


def contents_parts(root: Any) -> frozenset[Any]:
    """The parts of a page that call themselves its contents, but for what holds most of its words."""
    most = _MOST * len("".join(root.itertext()))
    marked = (one for one in root.iter(etree.Element) if _CONTENTS.search(f"{one.get('class')} {one.get('id')}"))
    return frozenset(one for one in (*marked, *_lists_of_places(root)) if len("".join(one.itertext())) < most)


def _lists_of_places(root: Any) -> Iterator[Any]:
    """The lists of nothing but links to places further on in the page, each to one of its own."""
    order = {element: number for number, element in enumerate(root.iter(etree.Element))}
    named = {element.get(name): element for element in order for name in ("id", "name") if element.get(name)}
    for one in root.iter("ul", "ol"):
        links = [(link.get("href") or "", link) for link in one.iter("a")]
        places = {href[1:] for href, _ in links if href.startswith("#")}
        words = "".join("".join(link.itertext()) for _, link in links).split()
        ahead = all(name in named and order[named[name]] > order[links[-1][1]] for name in places)
        if len(places) >= _LISTED and len(places) == len(links) and ahead and words == "".join(one.itertext()).split():
            yield one


def is_typed(element: Any) -> bool:
    """True for words whose lines are kept as typed and that are a text, or a table set by blanks, by themselves."""
    lines = "".join(element.itertext()).strip().split("\n")
    return len(lines) > _TYPED or (len(lines) > 1 and all(map(_COLUMNS.search, lines)))


def in_blockquote(element: Any) -> bool:
    """True for a quotation and what stands in one."""
    return element.tag == "blockquote" or any(True for _ in element.iterancestors("blockquote"))


def face_of(element: Any) -> str:
    """The name of the face that an element gives its words, "" where it tells none."""
    said = f"{element.get('class') or ''} {element.get('style') or ''}".strip()
    return f"{element.tag} {said}".strip() if said or element.tag in _FACES else ""


def is_box(element: Any) -> bool:
    """True for a box beside the text."""
    return element.tag == "aside" or element.get("role") in ("note", "doc-footnote")
