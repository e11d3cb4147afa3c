"""A few laws of each real raw text, cut so that its own reader reads them to the end: damage can be tried often.

What the reader tells apart is all there: front matter, definitions, tables, notes, lists of each depth, texts that end
a list, the subject index, the second witness. Recorded corrections of what is cut out go with it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from corpus.model import Expression, Prose, Table
from parser.layout.source import Source
from parser.pipeline import SourceTexts
from parser.text.tracked import Witness

# 69 has words that close a list, 2, 77 and 78 the tables, 12C1 and 242A3 roman lists, 73 a note of the federation. The
# Norwegian reader counts its slides, so its excerpt is the beginning.
LAWS: Mapping[str, Container[str]] = {
    "da-2017": {"1", "2", "3", "4", "5", "6", "7", "8", "9", "12", "69", "70", "73", "77", "78", "93"},
    "sv-2017": {"1", "2", "6", "12", "16", "18", "40", "69", "71", "77", "78", "93"},
    "nb-1997": {str(number) for number in range(1, 14)},
    "dbf-2008": {"X6", "X12", "201", "202", "242", "261"},
}
DEFINITIONS, INDEX_ROWS = 26, 40
EXCERPT_SLIDES = 53
RARE = frozenset({"emended by bullet"})
"""What stands at one place of a text alone (nb-1997, 61A) and is not in its excerpt."""
_VIEWER = "da-2017-viewer"
_VIEWER_PAGES = frozenset((*range(11), 13, 15, 16, 22, 23, 24, 25))
"""What of the second witness is kept, to the middle of law 6: its last words have to be in the text beside it."""
_INDEX_TABLE = "da-2017-register.tsv"


def excerpt(source: Source, whole: Expression, texts: SourceTexts) -> SourceTexts:
    """The raw texts of a source as those of a book of a few laws; ``whole`` is what all of them are read as."""
    siglum = whole.laws[0].source.witness
    lines = texts.witnesses[siglum].text.split("\n")
    cut = set(_cut(source.key, whole, len(lines)))
    if source.key == "da-2017":  # whose reader counts the laws
        for place, law in enumerate((one for one in whole.laws if str(one.id) in LAWS[source.key]), 1):
            heading = law.source.first - 1
            lines[heading] = lines[heading].replace(f"§ {law.id}.", f"§ {place}.")
    kept = [number for number in range(1, len(lines) + 1) if number not in cut]
    places = {number: place for place, number in enumerate(kept, 1)}
    own = tuple(replace(one, line=places[one.line]) for one in texts.patches.get(siglum, ()) if one.line in places)
    witnesses = {**texts.witnesses, siglum: Witness(siglum, "\n".join(lines[number - 1] for number in kept))}
    lexicons = dict(texts.lexicons)
    if _VIEWER in witnesses:
        witnesses[_VIEWER] = Witness(_VIEWER, _emptied(witnesses[_VIEWER].text))
        rows = lexicons[_INDEX_TABLE].splitlines(keepends=True)
        lexicons[_INDEX_TABLE] = "".join(rows[: INDEX_ROWS + 1])
    return SourceTexts(witnesses, {**texts.patches, siglum: own}, lexicons)


def _cut(key: str, whole: Expression, end: int) -> Iterator[int]:
    """The lines of the laws, definitions and rows of the index that are left out."""
    last = whole.index[0].line if whole.index else end + 1
    starts = [law.source.first for law in whole.laws]
    for law, start, following in zip(whole.laws, starts, (*starts[1:], last), strict=True):
        if str(law.id) not in LAWS[key]:
            yield from range(start, following)
    for part in whole.parts if key == "da-2017" else ():
        for block in part.blocks[1:]:
            yield from range(block.source.first, block.source.last + 1)
    if whole.definitions and key != "nb-1997":
        yield from range(whole.definitions[DEFINITIONS].headword.source.first, starts[0])
    if whole.index:
        yield from range(whole.index[INDEX_ROWS].line, end + 1)


def _emptied(viewer: str) -> str:
    """The second witness with the numbers alone of the pages that are left out: its reader counts them."""
    return re.sub(
        r"(?m)^(?P<number>\d+) .*$",
        lambda page: page.group() if int(page["number"]) in _VIEWER_PAGES else f"{page['number']} ",
        viewer,
    )


def kinds(text: Expression) -> frozenset[str]:
    """The kinds of thing that a text holds, as its reader tells them apart."""
    found = {f"depth {len(one.id.parts)}" for one in text.walk()}
    for one in text.walk():
        found |= {"heading"} if one.heading else set()
        found |= {"closing words"} if one.closing else set()
        found |= {"table"} if any(isinstance(block, Table) for block in one.own_blocks) else set()
    prose = [block for one in text.walk() for block in one.own_blocks if isinstance(block, Prose)]
    found |= {f"emended by {change.rule}" for block in prose for change in block.emendations}
    found |= {"emphasis"} if any(block.emphasis for block in prose) else set()
    found |= {f"note of the {note.origin}" for note in text.notes}
    found |= {"definition"} if text.definitions else set()
    found |= {"definition of several senses"} if any(len(one.senses) > 1 for one in text.definitions) else set()
    found |= {f"part: {part.level}" for part in text.parts}
    found |= {f"index: {'sub' if row.sub else 'main'}{' see' * bool(row.see)}" for row in text.index}
    return frozenset(found - RARE)
