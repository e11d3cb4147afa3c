"""Notes that stand in boxes right below what they are to, with a picture before them and no sign that calls them, as in
notebooks on the web."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from parser.documents.stream import DocumentStream, StreamBlock, StreamNote, StreamParagraph, StreamTable
from parser.recognition.labels import candidates

KEY = "callout:"
"""What the keys of such notes begin with."""
_OFTEN = 5  # boxes that are a habit
_MOST = 0.9  # of the pictures, those with a note behind them
_PLAIN = 0.75  # of them, those that begin with no label: "§ 75C: Når" is a note too
_SIGNS, _EMOJI = "ℹ⚠❗✎✏☞☛", "\U0001f000"  # such pictures, and the first of those that are drawn in colour
_LONGEST = 3  # signs of a picture


def with_callouts(stream: DocumentStream) -> DocumentStream:
    """The stream with such boxes as notes, called at the end of the words above them.

    Evidence: one picture stands alone in a paragraph again and again, nearly always before words without a label, and
    the format has no notes of its own.
    """
    found = _pictures(stream.blocks)
    if stream.notes or len(found) < _OFTEN:
        return stream
    boxes = {at for at in found if _is_words(stream.blocks[at + 1 : at + 2])}
    inside = boxes | {at + 1 for at in boxes}  # several boxes stand below one another
    pairs = [(at, at + 1, above) for at in sorted(boxes) if (above := _above(stream.blocks, at, inside)) is not None]
    plain = sum(not _is_labelled(stream.blocks[note]) for _, note, _ in pairs)
    if len(pairs) < _MOST * len(found) or plain < _PLAIN * len(pairs):
        return stream
    blocks: list[StreamBlock | None] = list(stream.blocks)
    notes: list[StreamNote] = []
    for picture, note, above in pairs:
        one, words = blocks[above], blocks[note]
        assert isinstance(one, StreamParagraph)
        assert isinstance(words, StreamParagraph)
        key = f"{KEY}{note}"
        notes.append(StreamNote(key, "*", (words,)))
        blocks[above] = replace(one, anchors=(*one.anchors, (len(one.text), key)))
        blocks[picture], blocks[note] = replace(stream.blocks[picture], noise="navigation"), None  # type: ignore[arg-type]
    return replace(stream, blocks=tuple(one for one in blocks if one is not None), notes=tuple(notes))


def _pictures(blocks: Sequence[StreamBlock]) -> list[int]:
    """The places of the picture that stands alone most often."""
    signs = {
        at: text
        for at, block in enumerate(blocks)
        if isinstance(block, StreamParagraph) and not block.noise and _is_picture(text := block.text.strip())
    }
    [(sign, _)] = Counter(signs.values()).most_common(1) or [("", 0)]
    return [at for at, text in signs.items() if text == sign]


def _is_picture(text: str) -> bool:
    # Suits and ornaments part what stands above from what stands below.
    return 0 < len(text) <= _LONGEST and any(sign in _SIGNS or sign >= _EMOJI for sign in text)


def _is_words(blocks: Sequence[StreamBlock]) -> bool:
    one = blocks[0] if blocks else None
    bare = isinstance(one, StreamParagraph) and not (one.label or one.heading or one.noise)
    return bare and bool(one.text.strip())  # type: ignore[union-attr]


def _is_labelled(one: StreamBlock) -> bool:
    return isinstance(one, StreamParagraph) and any(not label.bare for label in candidates("", one.text))


def _above(blocks: Sequence[StreamBlock], at: int, inside: Collection[int]) -> int | None:
    """The place of the words that a box belongs to; None below a table."""
    for place in range(at - 1, -1, -1):
        one = blocks[place]
        if isinstance(one, StreamTable):
            return None
        if place not in inside and not one.noise and (one.text.strip() or one.label):
            return place
    return None
