"""Notes that a text prints in brackets where other books call them: "... when this is wished. [Note: A sorted pack is
...]"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from parser.documents.stream import DocumentStream, StreamBlock, StreamNote, StreamParagraph, StreamTable
from parser.lang.words import LANGUAGES, any_of, words_of

_WORDS = any_of({sign for code in LANGUAGES for sign in words_of(code).note_signs})
_OPENING = re.compile(rf"\s*\[\s*{_WORDS}\s*(?P<sign>\d{{0,3}})\s*:\s*", re.IGNORECASE)
_ALONE = re.compile(rf"{_WORDS}\s*:\s*(?=\S)", re.IGNORECASE)
_AGAIN = re.compile(rf"\s*\[(?:{_WORDS}\s*)?(\d{{1,3}})\]", re.IGNORECASE)  # "[Note 3]", "[3]": called again
_LEAST, _OFTEN = 2, 5  # such notes that are a habit, and paragraphs that begin so without brackets
_SIGN = "*"


def with_inline_notes(stream: DocumentStream) -> DocumentStream:
    """The stream with notes in brackets as notes that are called where they stand.

    One that has a number ("[Note 3: ...]") is called again by it ("[Note 3]", "[3]"), and may stand in another. One
    that is a paragraph of its own is called at the end of the words before it; where several are, they need no
    brackets. Those in tables stay words.
    """
    texts = [block.text for block in stream.blocks if isinstance(block, StreamParagraph) and not block.label]
    alone = sum(_ALONE.match(text) is not None for text in texts) >= _OFTEN
    if not alone and sum(_OPENING.search(text) is not None for text in texts) < _LEAST:
        return stream
    made = _Made(alone)
    for block in stream.blocks:
        if isinstance(block, StreamTable) or block.noise:
            made.blocks.append(block)
        else:
            made.add(block)
    return replace(stream, blocks=tuple(made.blocks), notes=(*stream.notes, *made.notes))


@dataclass
class _Made:
    alone: bool
    """Paragraphs that begin as notes do are notes without brackets too."""
    blocks: list[StreamBlock] = field(default_factory=list)
    notes: list[StreamNote] = field(default_factory=list)
    numbered: dict[str, str] = field(default_factory=dict)
    """The keys of the latest notes by their numbers, under which they are called again; a law may begin anew."""

    def add(self, block: StreamParagraph) -> None:
        """A paragraph without the notes in it, or, where it is nothing else, its note at the paragraph above."""
        rest = self._without_notes(block)
        above = self._above()
        if rest is not block and not rest.text.strip() and not rest.label and above is not None:
            one = self.blocks[above]
            assert isinstance(one, StreamParagraph)
            called = tuple((len(one.text), key) for _, key in rest.anchors)
            self.blocks[above] = replace(one, anchors=(*one.anchors, *called))
        else:
            self.blocks.append(rest)

    def _without_notes(self, block: StreamParagraph, is_note: bool = False) -> StreamParagraph:
        """A paragraph that calls the notes which stood in it; a note may hold another, and that one none."""
        rest, called = block, list[tuple[int, int, str]]()
        found = list(_notes(block.text))
        if self.alone and not block.label and (match := _ALONE.match(block.text)):
            found = [(0, match.end(), len(block.text), len(block.text), "")]
        for start, begin, end, stop, sign in found:
            key = f"inline:{len(self.notes)}"
            inner = tuple((max(0, a - begin), key_) for a, key_ in block.anchors if begin <= a < end)
            words = replace(block, text=block.text[begin:end].strip(), label="", bold=0, anchors=inner)
            at = len(self.notes)
            self.notes.append(StreamNote(key, sign or _SIGN, (words,)))
            if not is_note:
                self.notes[at] = replace(self.notes[at], paragraphs=(self._without_notes(words, is_note=True),))
            called.append((start, stop, key))
            if sign:
                self.numbered[sign] = key
        for match in _AGAIN.finditer(block.text):
            within = any(start <= match.start() < stop for start, stop, _ in called)
            if match[1] in self.numbered and not within:
                called.append((*match.span(), self.numbered[match[1]]))
        called.sort()
        for start, stop, key in reversed(called):
            rest = _cut(rest, start, stop, key)
        return rest

    def _above(self) -> int | None:
        """The last paragraph of the text; None where a table stands between."""
        for n in range(len(self.blocks) - 1, -1, -1):
            one = self.blocks[n]
            if isinstance(one, StreamTable):
                return None
            if not one.noise:
                return n
        return None


def _cut(block: StreamParagraph, start: int, stop: int, key: str) -> StreamParagraph:
    """A paragraph without the characters ``start`` to ``stop``, and a call of the note ``key`` there."""
    text = block.text[:start] + block.text[stop:]
    kept = [(a if a <= start else a - (stop - start), key_) for a, key_ in block.anchors if not start < a < stop]
    bold = block.bold - max(0, min(block.bold, stop) - start) if block.bold > start else block.bold
    return replace(block, text=text, bold=bold, anchors=tuple(sorted([*kept, (start, key)])))


def _notes(text: str) -> Iterator[tuple[int, int, int, int, str]]:
    """(start, beginning of the words, their end, stop, number) of each note in brackets.

    >>> [text[b:e] for text in ["Kort. [Note 2: Se [1] nu.] Stik."] for _, b, e, *_ in _notes(text)]
    ['Se [1] nu.']
    """
    at = 0
    while match := _OPENING.search(text, at):
        depth, at = 1, match.end()
        while at < len(text) and depth:
            depth += {"[": 1, "]": -1}.get(text[at], 0)
            at += 1
        if not depth:
            yield match.start(), match.end(), at - 1, at, match["sign"]
