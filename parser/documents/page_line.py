"""A paragraph of a page while it is put together from the words of its elements; ``page`` reads the elements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from parser.documents.encodings import without_invisible
from parser.documents.faces import FaceRuns
from parser.documents.label_words import is_typed_label
from parser.documents.stream import StreamBlock, StreamParagraph, StreamPlace


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
    faces: FaceRuns = field(default_factory=FaceRuns)
    face: str = ""
    """The face of what is added."""

    def add(self, words: str, bold: bool) -> None:
        """Add words of one face, their blanks and line feeds as a browser shows them."""
        words = re.sub(r"[ \t\r\n\f]+", " ", without_invisible(words.replace("\N{SOFT HYPHEN}", "")))
        if words.startswith(" ") and (not self.text or self.text[-1][-1:] in (" ", "\n", "\t")):
            words = words[1:]
        if not words:
            return
        self.text.append(words)
        self.faces.add(words, self.face)
        self.length += len(words)
        if words.strip() and (bold or self.bold or not is_typed_label("".join(self.text))):
            self.all_bold = self.all_bold and bold
            self.bold = self.length if self.all_bold else self.bold

    def part(self) -> None:
        """What was added is a label of its own, whatever sign follows."""
        self.text.append("\t")
        self.faces.add("\t", self.face)
        self.length += 1

    def break_line(self) -> None:
        """What is added goes on below."""
        self.text.append("\n")
        self.faces.add("\n", self.face)
        self.length += 1

    @property
    def has_words(self) -> bool:
        """True where there is more than blanks."""
        return bool("".join(self.text).strip())


def cell_of(parts: list[StreamParagraph], place: StreamPlace) -> StreamParagraph:
    """The paragraphs of a cell as one, joined by line feeds."""
    if not parts:
        return StreamParagraph("", place)
    text, anchors = "", []
    for number, one in enumerate(parts):
        text += "\n" if number else ""
        anchors += [(at + len(text), key) for at, key in one.anchors]
        text += f"{one.label} {one.text}" if one.label and number else one.text
    bold = len(text) if all(one.all_bold for one in parts) else 0
    return replace(parts[0], text=text, anchors=tuple(anchors), bold=bold)


def unsigned(paragraph: StreamParagraph, sign: str) -> StreamParagraph:
    """A paragraph of a note without the sign it begins with and the arrow that leads back."""
    text = re.sub(r"\s*[↩↑^](?:\ufe0e)?\s*$", "", paragraph.text)
    cut = len(text) - len(re.sub(r"^\s*(?:[↩↑^]\ufe0e?\s)?\s*", "", text))
    bare = sign.strip("[]()")
    # The sign itself may be the link that leads back, and gone: what closed it stays.
    signed = rf"\s*(?:[\[(]?{re.escape(bare)}[\])]?[.:]?|[\[(]?[\])]?[.:]?(?=\s))\s*"
    if bare and (match := re.match(signed, text)):
        cut = max(cut, match.end())
    anchors = tuple((max(0, at - cut), key) for at, key in paragraph.anchors if at >= cut)
    return replace(paragraph, text=text[cut:], label="" if sign else paragraph.label, anchors=anchors)


def boxed(block: StreamBlock, box: int) -> StreamBlock:
    """A block in the box ``box``, or in the one within that which it stands in."""
    return replace(block, box=block.box or box) if isinstance(block, StreamParagraph) else block
