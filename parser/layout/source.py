"""What a source declares: everything the shared machinery has to know about one text, as one value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from corpus.model import Origin
from parser.layout.events import ParsedLayout
from parser.layout.subject_index import IndexWords
from parser.text.tracked import TrackedText, Witness

LayoutReader = Callable[[TrackedText, Mapping[str, Witness], Mapping[str, str]], ParsedLayout]
"""(base text after patches, all witnesses by siglum, lexicon files by name) -> the layout; it may raise LayoutError."""


@dataclass(frozen=True)
class Source:
    """One text. ``key`` is its expression; the first witness of that expression is the base text.

    ``note_sign`` matches a note mark in running text, with the sign in group ``mark``; ``origins`` gives who
    wrote a note, by its sign (default: ``default_origin``), ``federation_notes`` matches the words by which a note
    of the federation is known whatever its sign; ``lexicons`` are files of ``data/lexicon/``;
    ``emphasis`` matches emphasised words with their signs, the words in group ``words``; ``second`` gives the pages of
    each further witness whose words are laid beside the base text's.
    """

    key: str
    layout: LayoutReader
    note_sign: re.Pattern[str]
    origins: Mapping[str, Origin] = field(default_factory=dict)
    default_origin: Origin = "original"
    lexicons: tuple[str, ...] = ()
    index_words: IndexWords = field(default_factory=IndexWords)
    emphasis: re.Pattern[str] | None = None
    federation_notes: re.Pattern[str] | None = None
    second: Mapping[str, Callable[[Witness], Sequence[str]]] = field(default_factory=dict)

    def note_origin(self, sign: str, text: str) -> Origin:
        """Who wrote the note ``text`` that is printed under ``sign``."""
        if self.federation_notes is not None and self.federation_notes.search(text):
            return "federation"
        return self.origins.get(sign, self.default_origin)
