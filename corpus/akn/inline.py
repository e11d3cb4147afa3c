"""Running text in Akoma Ntoso: stand-off offsets become inline elements, and inline elements offsets again.

Stretches may cross (an emendation over the edge of a reference); XML elements may not. A crossing stretch is
cut, its pieces share a ``lb:piece`` number, and reading joins them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, pairwise
from typing import TypeVar

from lxml import etree

from corpus.schema import FormatError
from corpus.uris import AKN

LB = "urn:lovbro:akn"
PIECE = f"{{{LB}}}piece"
PARSER = etree.XMLParser(resolve_entities=False, no_network=True)
"""Reads our own XML: no entity of a file is followed."""

# What is cut where two stretches cross: the one of lower rank.
RANK_REFERENCE, RANK_MEMBER, RANK_GLOSS, RANK_EMPHASIS, RANK_CORRIGENDUM = 5, 4, 3, 2, 1


Word = TypeVar("Word", bound=str)


class AknError(ValueError):
    """An expression that cannot be written, or XML that is not what ``write`` makes."""


class AknFileError(FormatError, AknError):
    """An XML file that is not what ``write`` makes: ``fault`` names it."""


def act_of(content: bytes) -> etree._Element:
    """The ``<act>`` of an XML file. Raises AknError where there is none."""
    try:
        root = etree.fromstring(content, PARSER)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise AknError(f"not well-formed XML: {error}") from error
    act = root.find(name("act"))
    if act is None:
        raise AknError("no <act> in the XML")
    return act


@dataclass(frozen=True)
class Stretch:
    """``text[start:end]`` inside an element ``tag``; equal offsets make an empty element between characters."""

    start: int
    end: int
    rank: int
    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    content: etree._Element | None = None
    """A finished element (a footnote) for ``start``; then ``tag`` is not used."""


@dataclass(frozen=True)
class ReadStretch:
    """An inline element as read, around ``text[start:end]``."""

    start: int
    end: int
    element: etree._Element


def name(tag: str) -> str:
    """The tag in the Akoma Ntoso name space."""
    return f"{{{AKN}}}{tag}"


def lb(local: str) -> str:
    """The attribute or element in Lovbro's own name space, for what Akoma Ntoso has no place for."""
    return f"{{{LB}}}{local}"


def one_of(word: str, allowed: tuple[Word, ...], kind: str) -> Word:
    """The member of ``allowed``, the values of a Literal type, that ``word`` spells. Raises AknError naming ``kind``.

    >>> one_of("point", ("point", "paragraph"), "level")
    'point'
    """
    for member in allowed:
        if word == member:
            return member
    raise AknError(f"no {kind} {word!r}")


def fill(parent: etree._Element, text: str, stretches: Iterable[Stretch]) -> None:
    """Write ``text`` with its stretches into an empty element. Raises AknError for offsets outside the text.

    >>> p = etree.Element("p")
    >>> fill(p, "see 16C", [Stretch(4, 7, RANK_REFERENCE, "ref", {"href": "#sec_16__subsec_C"})])
    >>> text_of(p, frozenset())[0], [(found.start, found.end) for found in text_of(p, frozenset())[1]]
    ('see 16C', [(4, 7)])
    """
    pieces = sorted(_without_crossings(text, list(stretches)), key=_nesting)
    _fill(parent, text, 0, len(text), pieces)


def _nesting(stretch: Stretch) -> tuple[int, bool, int, int]:
    """Empty elements first, then the longest: what comes first is the outer element."""
    return stretch.start, stretch.end > stretch.start, -stretch.end, -stretch.rank


def _without_crossings(text: str, stretches: Sequence[Stretch]) -> list[Stretch]:
    numbers = count(1)
    placed: list[Stretch] = []
    for stretch in sorted(stretches, key=lambda s: -s.rank):
        if not 0 <= stretch.start <= stretch.end <= len(text):
            raise AknError(f"<{stretch.tag}> {stretch.start}-{stretch.end} lies outside {text!r}")
        cuts = sorted({cut for other in placed for cut in _cuts(stretch, other)})
        if cuts:
            number = str(next(numbers))
            edges = [stretch.start, *cuts, stretch.end]
            first = {**stretch.attributes, PIECE: number}
            # An eId names one element: only the first piece carries it.
            rest = {key: value for key, value in first.items() if key != "eId"}
            placed += [
                replace(stretch, start=a, end=b, attributes=rest if a > stretch.start else first)
                for a, b in pairwise(edges)
            ]
        else:
            placed.append(stretch)
    return placed


def _cuts(stretch: Stretch, other: Stretch) -> tuple[int, ...]:
    if other.start < stretch.start < other.end < stretch.end:
        return (other.end,)
    if stretch.start < other.start < stretch.end < other.end:
        return (other.start,)
    return ()


def _fill(parent: etree._Element, text: str, start: int, end: int, pieces: list[Stretch]) -> None:
    """Put ``text[start:end]`` into ``parent``; ``pieces`` are nested and sorted, and are used up."""
    at = start
    while pieces:
        stretch = pieces.pop(0)
        _append_text(parent, text[at : stretch.start])
        at = stretch.end
        if stretch.content is not None:
            parent.append(stretch.content)
            continue
        child = etree.SubElement(parent, name(stretch.tag), dict(stretch.attributes))
        inside = 0
        while inside < len(pieces) and pieces[inside].start < stretch.end:
            inside += 1
        _fill(child, text, stretch.start, stretch.end, pieces[:inside])
        del pieces[:inside]
    _append_text(parent, text[at:end])


def _append_text(parent: etree._Element, text: str) -> None:
    if not text:
        return
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def text_of(parent: etree._Element, apart: frozenset[str]) -> tuple[str, list[ReadStretch]]:
    """The text of an element and its stretches in document order, pieces joined.

    Elements whose tag is in ``apart`` (footnotes) take no room between characters: their content is another text.
    """
    found: list[ReadStretch] = []
    letters: list[str] = []
    _collect(parent, apart, letters, found, 0)
    return "".join(letters), _joined(found)


def _collect(
    parent: etree._Element, apart: frozenset[str], letters: list[str], found: list[ReadStretch], at: int
) -> int:
    letters.append(parent.text or "")
    at += len(parent.text or "")
    for child in parent:
        start, place = at, len(found)
        if child.tag not in apart:
            at = _collect(child, apart, letters, found, at)
        found.insert(place, ReadStretch(start, at, child))
        letters.append(child.tail or "")
        at += len(child.tail or "")
    return at


def _joined(found: list[ReadStretch]) -> list[ReadStretch]:
    out: list[ReadStretch] = []
    places: dict[str, int] = {}
    for stretch in found:
        piece = stretch.element.get(PIECE)
        if piece is not None and piece in places:
            out[places[piece]] = replace(out[places[piece]], end=stretch.end)
            continue
        if piece is not None:
            places[piece] = len(out)
        out.append(stretch)
    return out
