"""The subject index of a book: a row an entry, with its locators behind it, sub-entries set in or behind a dash."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parser.documents.stream import StreamTable
from parser.layout.events import DraftIndexEntry
from parser.recognition.rows import BookRow
from parser.recognition.transcript import Transcript
from parser.text.tracked import TrackedText, join

_LOCATORS = re.compile(r"(?:\s*[\t,.…:]+\s*|\s{2,}|\s+(?=§))(?=(?:§+\s*)?X?\d|Def)")
_SEE = re.compile(r"(?:^|[\s,;(])(?:se|see|se også|se även|see also)\s+(?P<entry>[^\d§]+)\Z", re.IGNORECASE)


def read_index(rows: Sequence[BookRow], kept: Sequence[int], script: Transcript) -> Iterator[DraftIndexEntry]:
    """The entries in the rows ``kept``, every one of which is read as one."""
    lines: list[tuple[str, str, float, TrackedText]] = []
    for at in kept:
        block = rows[at].block
        if isinstance(block, StreamTable):
            for cells in script.cells(at):
                filled = [cell for cell in cells if cell]
                if filled:
                    head = filled[0].text
                    lines.append(
                        (
                            head,
                            ", ".join(cell.text for cell in filled[1:]),
                            0.0 if cells[0] else 20.0,
                            join(filled, "\t"),
                        )
                    )
            continue
        text = block.text
        cut = _LOCATORS.search(text)
        head, locators = (text[: cut.start()], text[cut.end() :]) if cut else (text, "")
        whole = script.label(at, len(text)) if block.label else script.words(at)
        lines.append((head.strip(), locators.strip(), block.hang, whole))
    edge = min((indent for _, _, indent, _ in lines), default=0.0)
    entry = ""
    for head, locators, indent, whole in lines:
        if not whole:
            continue
        dash = re.match(r"[-–—]\s*", head)
        see = _SEE.search(head)
        name = head[: see.start()].strip(" ,;(") if see else head[dash.end() :] if dash else head
        below = bool(entry) and (indent > edge + 4 or dash is not None)
        entry = entry if below else name or entry
        found = tuple(one for one in re.split(r"\s*[,;]\s*", locators) if one)
        yield DraftIndexEntry(entry, name if below else "", found, (see["entry"].strip(" )"),) if see else (), whole)
