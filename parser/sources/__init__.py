"""The sources: one module a text. A new text is a module with a ``SOURCE`` value and a line here."""

from __future__ import annotations

from parser.source import Source
from parser.sources import dbf_2008, nb_1997

SOURCES: tuple[Source, ...] = (dbf_2008.SOURCE, nb_1997.SOURCE)
