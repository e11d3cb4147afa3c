"""The account of a reading: what every row was used as and why, what is open, and the words kept in no text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from parser.documents.stream import StreamPlace
from parser.layout import events
from parser.recognition.rows import BookRow
from parser.recognition.transcript import Transcript
from parser.text.coverage import Noise
from parser.text.tracked import Witness

UseKind = Literal["text", "heading", "note", "table", "contents", "index", "noise"]
UseReason = Literal[
    "law",
    "item",
    "paragraph",
    "closing",
    "chapter",
    "section-heading",
    "title-page",
    "foreword",
    "definition",
    "note",
    "contents",
    "index",
    "table",
    "table-of-words",
    "navigation",
    "running-head",
    "page-number",
    "turned",
    "picture",
    "notes-heading",
    "loose",
    "again",  # laws whose numbers the book has used already
    "decided",
]
QuestionCode = Literal[
    "gap",  # labels before this one are missing
    "sequence",  # it looks like a label, and follows nothing
    "depth",  # the label may belong to another depth too
    "owner",  # words without label behind a list: whose are they?
    "chapter",  # a short line before a law: heading of a chapter, or the last words of the law before?
    "law-gap",  # numbers of laws are missing before this one
    "again",  # the numbers of the laws begin again here, or one is there twice
    "note-uncalled",  # a note that nothing calls
    "note-place",  # a note called where a note cannot be: in a definition or a table
    "loose",  # words that belong to no part that is known
    "unlabelled",  # no label, where one is missing
    "bracket",  # a bracket or quotation mark without its other half
    "within",  # it begins within a sentence
    "cut-off",  # it ends within a sentence
    "joined",  # the next label stands within the words
    "note-lost",  # the sign of a note that is nowhere
    "note-like",  # it begins as notes do, and nothing calls it
    "note-gap",  # numbers of notes are left out before this one
    "repeated",  # a line, or a word of headings, that comes again and again
    "uneven",  # alone among its brothers, or beside the other texts, it has a heading or none
    "alone",  # the only member of its list
    "plain-run",  # many paragraphs without a number below one another
    "long",  # it has far more words of its own than nearly all others
    "table-words",  # a table of sentences
    "outside",  # long paragraphs under labels in parts of the book that have none
    "cited",  # the book cites numbers that should be in it, and are not
    "size",  # much longer or shorter than in the other texts of its edition
    "heading-lost",  # the other texts of its edition have a heading here
    "heading-extra",  # none of the others has one
    "heading-long",  # a heading of far more words than others: did it take in the text?
    "cells",  # far more, or fewer, filled cells of tables than in the other texts
    "notes-few",  # the others have notes here
    "definitions",  # far more, or fewer, definitions than in the other texts
    "unheaded",  # laws or letters without headings, which laws and letters have
    "unnoted",  # a book without a single note
    "note-see",  # it points to a note that stands elsewhere
    "note-apart",  # what stands in a box below it was taken for a note to it
    "partless",  # most laws have no part
    "set-off",  # nearly all of one depth begin with words that one sign sets off: headings?
    "empty",  # a number with nothing behind it
    "list-open",  # the last of a list ends as if another came
    "above",  # short lines above labels, as headings stand: whose are they?
    "columns",  # lines with gaps, as rows of a table have
    "figures",  # a figure read as the letter of its list, which only the nesting told
    "decimal",  # a book that writes whole numbers as figures, of which every second one was read as a letter
    "headword",  # a paragraph below a definition that opens a list of them, with nothing that sets a headword off
]


@dataclass(frozen=True)
class RowUse:
    """What a row was read as, and why."""

    row: int
    place: StreamPlace
    kind: UseKind
    reason: UseReason
    id: str = ""

    @property
    def reading(self) -> str:
        """How the row was read, in the form of a question's reading."""
        return f"of {self.id}" if self.reason in ("paragraph", "closing", "table") else self.id or "text"


@dataclass(frozen=True)
class ReadingQuestion:
    """Something that a person should decide: ``likely`` is how it was read, ``others`` what it may be instead.

    A reading is an id ("16C2a": this row begins it), "of 16C2" (it belongs to that), "text", "chapter" or "noise".
    """

    code: QuestionCode
    row: int
    place: StreamPlace
    words: str
    likely: str
    others: tuple[str, ...] = ()
    alike: tuple[int, ...] = ()
    """Further rows with the same question, for the same cause."""
    here: int = -1
    there: int = -1
    """How much of what is asked about the text has, and the other texts have; -1 where nothing is counted."""


@dataclass(frozen=True)
class Recognition:
    """A book as read: its transcript, its layout, what each row was used as, and what is open."""

    witness: Witness
    layout: events.ParsedLayout
    uses: tuple[RowUse, ...]
    questions: tuple[ReadingQuestion, ...]
    note_signs: tuple[str, ...]
    """The sign that the book prints, for each note by its number from 1."""
    begun: tuple[int, ...] = ()
    """Where each row begins in the witness."""

    @property
    def first_rows(self) -> dict[str, int]:
        """The row at which each provision begins, by its number."""
        first: dict[str, int] = {}
        for use in self.uses:
            if use.id:
                first.setdefault(use.id, use.row)
        return first


def with_unread(
    found: Recognition, rows: Sequence[BookRow], spans: Sequence[tuple[int, int]], decided: Collection[int] = ()
) -> Recognition:
    """A recognition that has words which were read as nothing (``spans`` of its witness): they are noise, and every
    row of them that is not ``decided`` is asked about, so that nothing is lost in silence and no book is refused for
    them. What is proposed is what the rest of the row was read as: to say yes loses no other word of it.
    """
    noise = tuple(Noise(start, end, "loose") for start, end in spans)
    words: dict[int, list[str]] = {}
    for start, end in spans:
        words.setdefault(max(0, bisect_right(found.begun, start) - 1), []).append(found.witness.text[start:end])
    kinds = {use.row: use.kind for use in found.uses}
    asked = tuple(
        ReadingQuestion("loose", at, rows[at].place, " ".join(those)[:80], kinds.get(at, "noise"))
        for at, those in words.items()
        if at not in decided
    )
    layout = replace(found.layout, noise=(*found.layout.noise, *noise))
    return replace(found, layout=layout, questions=(*found.questions, *asked))


class ReadingAccount:
    """Collects uses, questions and noise while a book is read. ``decided`` are readings by row that a person chose."""

    def __init__(self, rows: Sequence[BookRow], script: Transcript, decided: Mapping[int, str]) -> None:
        self.rows = rows
        self.script = script
        self.decided = decided
        self.uses: dict[int, RowUse] = {}
        self.questions: list[ReadingQuestion] = []
        self.noise: list[Noise] = []

    def use(self, at: int, kind: UseKind, reason: UseReason, id_: str = "") -> None:
        """A row was read as ``kind``, because of ``reason``."""
        self.uses[at] = RowUse(at, self.rows[at].place, kind, reason, id_)

    def drop(self, at: int, reason: UseReason) -> None:
        """A row is noise."""
        self.use(at, "noise", reason)
        self.noise.append(Noise.of(self.script.whole(at), reason))

    def spare_label(self, at: int) -> None:
        """The automatic number of a heading, which no text of the expression keeps."""
        one = self.rows[at].paragraph
        if one is not None and one.label:
            self.noise.append(Noise.of(self.script.label(at, 0), "heading"))

    def ask(
        self, code: QuestionCode, at: int, likely: str, others: Sequence[str] = (), alike: tuple[int, ...] = ()
    ) -> None:
        """A person should decide about a row, and those ``alike``, unless it was decided."""
        if at in self.decided:
            return
        row = self.rows[at]
        one = row.paragraph
        words = f"{one.label} {one.text}".strip() if one is not None else row.text
        found = tuple(dict.fromkeys(other for other in others if other != likely))
        self.questions.append(ReadingQuestion(code, at, row.place, " ".join(words.split())[:80], likely, found, alike))
