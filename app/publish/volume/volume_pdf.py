"""The book as a PDF, the same bytes every time: set by typst with its own fonts, from ``volume.typ``.

It is tagged (PDF/UA-1) and made for the archive (PDF/A-2a): a reader hears it in order, and it looks the same later.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

from app.export.typesetting import typeset
from app.i18n.words import words
from app.publish.volume.volume import Volume
from corpus.model import LOST
from corpus.text import xml_safe

_TEMPLATE = Path(__file__).with_name("volume.typ")
_WORDS = ("contents", "volume_rights", "volume_maker", "volume_see")


@dataclass(frozen=True)
class PageFormat:
    """A page: its width and height, its margins (top, bottom, outer and inner) in millimetres, its letters in points.

    ``beside`` is True where two languages are set in columns; ``columns`` are those of the index.
    """

    width: float
    height: float
    top: float
    bottom: float
    outer: float
    inner: float
    letters: float
    beside: bool
    columns: int


PAGE_FORMATS: Mapping[str, PageFormat] = MappingProxyType(
    {
        "a4": PageFormat(210, 297, 27, 24, 30, 30, 11, True, 3),
        "a5": PageFormat(148, 210, 20, 17, 15, 19, 9.5, True, 2),
        # A6, for the breast pocket: the letters as large as in a paperback.
        "pocket": PageFormat(105, 148, 14.5, 12, 8, 10, 9, False, 1),
    }
)


def to_pdf(volume: Volume, paper: PageFormat) -> bytes:
    """The book as the bytes of a PDF on one of the papers. Its words go in as values, so no sign in them is markup."""
    names = words(volume.language)
    book = asdict(volume) | {
        "title": volume.title,
        "dated": [volume.dated.year, volume.dated.month, volume.dated.day],
        "words": {name: names[name] for name in _WORDS},
        "lost": LOST,
    }
    values = {"book": xml_safe(json.dumps(book, ensure_ascii=False)), "format": json.dumps(asdict(paper))}
    return typeset(_TEMPLATE, values)
