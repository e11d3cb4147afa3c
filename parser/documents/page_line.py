"""A paragraph of a page while it is put together from the words of its elements; ``page`` reads the elements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parser.documents.label_words import is_typed_label


@dataclass
class PageLine:
    """A paragraph while it is put together: its words, where notes are called, and how far it is bold from its start.

    >>> line = PageLine()
    >>> line.add("A. ", False), line.add("Udspil\\n uden for tur", True)
    (None, None)
    >>> "".join(line.text), line.bold
    ('A. Udspil uden for tur', 22)
    """

    text: list[str] = field(default_factory=list)
    anchors: list[tuple[int, str]] = field(default_factory=list)
    length: int = 0
    bold: int = 0
    all_bold: bool = True

    def add(self, words: str, bold: bool) -> None:
        """Add words of one face, their blanks and line feeds as a browser shows them."""
        words = re.sub(r"[ \t\r\n\f]+", " ", words.replace("\N{SOFT HYPHEN}", ""))
        if words.startswith(" ") and (not self.text or self.text[-1][-1:] in (" ", "\n", "\t")):
            words = words[1:]
        if not words:
            return
        self.text.append(words)
        self.length += len(words)
        if words.strip() and (bold or self.bold or not is_typed_label("".join(self.text))):
            self.all_bold = self.all_bold and bold
            self.bold = self.length if self.all_bold else self.bold

    def part(self) -> None:
        """What was added is a label of its own, whatever sign follows."""
        self.text.append("\t")
        self.length += 1

    def break_line(self) -> None:
        """What is added goes on below."""
        self.text.append("\n")
        self.length += 1

    @property
    def has_words(self) -> bool:
        """True where there is more than blanks."""
        return bool("".join(self.text).strip())
