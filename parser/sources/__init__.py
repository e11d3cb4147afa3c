"""The sources: one module a text. A new text is a module with a ``SOURCE`` value and a line here."""

from __future__ import annotations

from parser.source import Source
from parser.sources import da_2017, dbf_2008, nb_1997, sv_2017

SOURCES: tuple[Source, ...] = (da_2017.SOURCE, dbf_2008.SOURCE, nb_1997.SOURCE, sv_2017.SOURCE)
