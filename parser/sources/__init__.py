"""The sources: one module a text. A new text is a module with a ``SOURCE`` value and a line here."""

from __future__ import annotations

from parser.layout.source import Source
from parser.sources import dbf_2008, nb_1997, sv_2017
from parser.sources.da_2017 import book

SOURCES: tuple[Source, ...] = (book.SOURCE, dbf_2008.SOURCE, nb_1997.SOURCE, sv_2017.SOURCE)
