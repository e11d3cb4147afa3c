"""Headings in a paragraph of their own beside the label that they belong to: below it, where the label stands alone
("A", "Brug af oplysninger", "En spiller må ..."), or above it ("Brug af oplysninger", "A. En spiller må ...").

That is a house's rule where nearly all of its letters keep it. Bold ones, and those of a heading style, need a few.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parser.documents.stream import StreamParagraph
from parser.recognition.laws import law_starts
from parser.recognition.rows import BookRow
from parser.recognition.sections import law_section
from parser.recognition.words import JOINING, section_kind

_HEADING = 120  # characters
_STYLED, _ENOUGH = 3, 8  # headings that look like some, and plain lines, that make a rule
_HABIT = 0.6  # of the letters, those that keep it
_CALLS = re.compile(
    r"(?<=[.:;,!?])\s?(?:[⁰¹²³⁴⁵⁶⁷⁸⁹*†‡)]+|\[\^?\w{1,8}\])+\Z"
)  # signs of notes behind the end of a sentence
_OPEN = (".", ":", ";", ",", "-", "–")


@dataclass(frozen=True)
class _Label:
    """A part's label at the beginning of a paragraph, which ends at ``end``; ``alone``: nothing is behind it."""

    value: str
    end: int
    alone: bool


def with_headings_at_labels(rows: Sequence[BookRow]) -> tuple[BookRow, ...]:
    """The rows, in such a book with the headings of the laws' parts behind their labels."""
    starts = law_starts(rows)
    heads = {start.row for start in starts}
    if not starts:
        return tuple(rows)
    laws = law_section(rows, starts)
    own = [at for at in range(laws.first, laws.stop) if (one := rows[at].paragraph) is None or not one.noise]
    book = _Laws([rows[at] for at in own], [None if at in heads else _label(rows[at]) for at in own])
    below, above = (list(map(find, range(len(own)))) for find in (book.below, book.above))
    if book.is_rule(below, alone=True):
        made = book.joined(below)
    elif book.is_rule(above, alone=False):
        made = book.joined(above)
    else:
        return tuple(rows)
    out = [made.get(n, [row]) for n, row in enumerate(book.rows)]
    lines = dict(zip(own, out, strict=True))
    return tuple(one for at, row in enumerate(rows) for one in lines.get(at, [row]))


def _label(row: BookRow) -> _Label | None:
    """The label of a part, or a whole one that stands alone ("§ 16 C"); None for words that may be no label."""
    one = row.paragraph
    if one is None or one.contents:
        return None
    whole = next((c for c in row.labels if len(c.atoms) > 1 and (row.decimal or not row.words_after(c))), None)
    if whole is not None:
        return _Label(whole.atoms[-1], whole.end, not row.words_after(whole))
    if any(label.signed for label in row.labels):
        return None
    # "A Kort" is labelled; "I" and small letters begin sentences.
    kept = (c for c in row.labels if not c.bare or (c.atoms[0].isupper() and c.atoms[0] != "I"))
    first = next((c for c in kept if len(c.atoms) == 1), None)
    return _Label(first.atoms[0], first.end, not row.words_after(first)) if first is not None else None


def _may_head(row: BookRow) -> bool:
    """True for a paragraph that may be a heading: short, without label, and not a sentence unless it looks so."""
    one = row.paragraph
    if one is None or one.contents or one.label:
        return False
    text = _CALLS.sub("", one.text.strip())
    if not any(map(str.isalpha, text)) or len(text) > _HEADING or "\n" in text or section_kind(text) is not None:
        return False
    if any(not label.bare for label in row.labels):
        return False
    is_open = text.endswith(_OPEN) or text.rsplit(None, 1)[-1] in JOINING or "\t" in text
    return one.is_styled or not (is_open or text[0].islower())


@dataclass(frozen=True)
class _Laws:
    """The rows of the laws without noise, and the labels of parts that they begin with."""

    rows: Sequence[BookRow]
    labels: Sequence[_Label | None]

    def below(self, at: int) -> int | None:
        """The place of the heading below a label that stands alone."""
        label = self.labels[at]
        if label is None or not label.alone or at + 1 >= len(self.rows) or not _may_head(self.rows[at + 1]):
            return None
        one = self.rows[at + 1].paragraph
        has_text = at + 2 < len(self.rows) and self.labels[at + 2] is None
        # A short line with another label behind it may be the text, but where letters have headings or by its look.
        looks = one is not None and (one.is_styled or one.text.isupper())
        return at + 1 if looks or has_text or label.value.isupper() else None

    def above(self, at: int) -> int | None:
        """The place of the heading above a labelled paragraph that is none itself."""
        label, one = self.labels[at], self.rows[at].paragraph
        if (
            label is None
            or one is None
            or not at
            or self.labels[at - 1] is not None
            or not _may_head(self.rows[at - 1])
        ):
            return None
        heading = self.rows[at - 1].paragraph
        if heading is None or (not label.alone and (one.heading or one.bold > label.end)):
            return None
        words = one.text[label.end :].strip()
        finished = words.endswith((*_OPEN, "?", "!", ")")) or len(words) > _HEADING
        # "16. Kort" below the name of a chapter is a law.
        return at - 1 if label.value.isalpha() or heading.is_styled or finished else None

    def is_rule(self, heads: Sequence[int | None], alone: bool) -> bool:
        """True where nearly all letters have such headings; ``alone``: of the labels that stand alone."""
        # Above the first letter of a law stands the law.
        members = [
            at
            for at, one in enumerate(self.labels)
            if one is not None and one.value.isupper() and (one.alone if alone else one.value != "A")
        ]
        found = [one for at in members if (one := heads[at]) is not None]
        blocks = [self.rows[at].paragraph for at in found]
        styled = sum(block is not None and block.is_styled for block in blocks)
        if len(found) < _HABIT * len(members):
            return alone and styled >= _ENOUGH
        return styled >= _STYLED or len(found) >= _ENOUGH

    def joined(self, heads: Sequence[int | None]) -> Mapping[int, list[BookRow]]:
        """What stands in the place of rows: labels with their headings, then what was behind the label."""
        out: dict[int, list[BookRow]] = {}
        for at, head in enumerate(heads):
            one, label = self.rows[at].paragraph, self.labels[at]
            if head is None or one is None or label is None:
                continue
            heading = self.rows[head].paragraph
            assert heading is not None
            made = [_headed(one, label, heading)]
            if not label.alone:
                anchors = tuple((place - label.end, key) for place, key in one.anchors if place >= label.end)
                made.append(
                    replace(one, label="", text=one.text[label.end :], bold=0, anchors=anchors, hang=one.indent)
                )
            out[head] = []
            rest = [replace(self.rows[at], block=block, decimal=False) for block in made[1:]]
            out[at] = [replace(self.rows[at], block=made[0]), *rest]
        return out


def _headed(block: StreamParagraph, label: _Label, heading: StreamParagraph) -> StreamParagraph:
    """The label of a paragraph with a heading behind it."""
    begun = "" if block.label else f"{block.text[: label.end].strip()}\t"
    anchors = tuple((at + len(begun), key) for at, key in heading.anchors)
    text = f"{begun}{heading.text.strip()}"
    return replace(block, text=text, bold=len(text), heading=heading.heading, anchors=anchors)
