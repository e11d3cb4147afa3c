"""A stream read as a law book: the layout that the shared machinery makes an expression of, a use for every row, and
the questions that are left for a person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from parser.documents.stream import DocumentStream, RefusedDocumentError, StreamParagraph, StreamTable
from parser.layout import events
from parser.recognition.account import ReadingAccount, Recognition, UseReason
from parser.recognition.chapters import chapter_parts
from parser.recognition.decimal_numbers import with_decimal_numbers
from parser.recognition.definitions import letter_rows, read_definitions
from parser.recognition.irregularities import ask_irregularities
from parser.recognition.law_flow import LawFlow
from parser.recognition.laws import law_starts
from parser.recognition.nested_figures import with_nested_figures
from parser.recognition.note_flow import note_events, unsigned_definition, without_calls
from parser.recognition.notes import FoundNotes, mark_places, printed_notes
from parser.recognition.repeated_laws import kept_laws
from parser.recognition.rows import BookRow, book_rows
from parser.recognition.run_in_lists import with_lists_apart
from parser.recognition.sections import BookSection, chapter_rows, sections
from parser.recognition.set_apart import with_headings_at_labels
from parser.recognition.soundness import as_one, ask_of_the_whole
from parser.recognition.subject_index import read_index
from parser.recognition.transcript import MarkPlace, Transcript
from parser.recognition.whole_numbers import with_numbered_headings
from parser.recognition.words import section_kind
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText


def laid_out_rows(stream: DocumentStream) -> tuple[BookRow, ...]:
    """The rows of a stream as they are read: lists that run on are parted, headings that stand apart from their
    labels are put behind them.

    What is asked, and decided, is about one of these by its place among them.
    """
    rows = with_numbered_headings(with_decimal_numbers(book_rows(stream)))
    return with_headings_at_labels(with_nested_figures(with_lists_apart(rows)))


def recognise(
    stream: DocumentStream,
    siglum: str,
    decided: Mapping[int, str] | None = None,
    rows: Sequence[BookRow] | None = None,
) -> Recognition:
    """Read a stream. ``decided`` are readings by row that a person chose, in the form of a question's.

    ``rows`` are those of ``laid_out_rows``, for who has them already.
    Raises RefusedDocumentError where nothing is numbered like laws.
    """
    return _Book(siglum, laid_out_rows(stream) if rows is None else rows, stream, decided or {}).read()


class _Book:
    def __init__(
        self, siglum: str, rows: Sequence[BookRow], stream: DocumentStream, decided: Mapping[int, str]
    ) -> None:
        kept = kept_laws(rows, decided)
        stream = kept.stream(stream, rows)
        self.rows = rows = kept.rows
        self.stream = stream
        self.kept = kept
        self.decided = decided = kept.decided
        self.found = printed_notes(rows)
        self.skipped = self._skipped()
        self.starts = law_starts([BookRow(_empty(row)) if n in self.skipped else row for n, row in enumerate(rows)])
        if not self.starts:
            name = rows[0].place.file if rows else ""
            raise RefusedDocumentError("no-laws", name)
        self.script, self.signs = _transcript(siglum, rows, stream, self.found)
        self.account = ReadingAccount(rows, self.script, decided)
        self.parts: list[events.DraftPart] = []
        self.definitions: list[events.DraftDefinition] = []
        self.contents: list[TrackedText] = []
        self.index: list[events.DraftIndexEntry] = []
        self.flow: list[events.LayoutEvent] = []
        self.headed: set[str] = set()

    def read(self) -> Recognition:
        for section in sections(self.rows, self.starts):
            self._section(section)
        account = self.account
        flow = note_events(account, self.stream, self.found, self.flow)
        layout = events.ParsedLayout(
            flow,
            tuple(map(unsigned_definition, self.definitions)),
            tuple(
                replace(part, title=without_calls(part.title), blocks=tuple(map(without_calls, part.blocks)))
                for part in self.parts
            ),
            tuple(self.index),
            tuple(self.contents),
            tuple(account.noise),
        )
        for again in self.kept.repeated:
            likely = "noise" if again.is_book else account.uses[again.row].reading
            account.ask("again", again.row, likely, again.others)
        ask_irregularities(account, flow, frozenset(note.family for note in self.found.notes))
        ask_of_the_whole(account, self.found.notes, frozenset(self.headed))
        questions = as_one(account.questions)
        uses = tuple(account.uses[at] for at in sorted(account.uses))
        return Recognition(self.script.witness, layout, uses, questions, self.signs, self.script.begun)

    def _skipped(self) -> dict[int, UseReason]:
        """Rows that are no part of the running text: printed notes and what the format calls noise."""
        out: dict[int, UseReason] = {}
        for at, row in enumerate(self.rows):
            one = row.paragraph
            if self.decided.get(at) == "noise":
                out[at] = "decided"
            elif at in self.kept.gone:
                out[at] = "again"
            elif one is not None and one.noise:
                out[at] = one.noise  # type: ignore[assignment]
        for note in self.found.notes:
            out |= dict.fromkeys((note.row, *note.more), "note")
        return out

    def _section(self, section: BookSection) -> None:
        if section.kind == "laws":
            self._laws(section.first, section.stop)
            return
        kept = [at for at in range(section.first, section.stop) if not self._skip(at)]
        if section.heading in kept and section.kind in ("contents", "definitions", "index", "notes"):
            kept.remove(section.heading)
            kind, why = ("noise", "notes-heading") if section.kind == "notes" else ("heading", "section-heading")
            self.account.use(section.heading, kind, why)  # type: ignore[arg-type]
            self.account.noise.append(Noise.of(self.script.whole(section.heading), kind))
        if section.kind in ("definitions", "index"):
            for at in letter_rows(self.rows, kept):
                self._drop(at, "navigation")
                kept.remove(at)
        if not kept:
            return
        if section.kind == "definitions":
            found = read_definitions(self.rows, kept, self.script)
            self.definitions += found.drafts
            for at in kept:
                self.account.use(at, "text", "definition")
                # The numbers of senses and the signs between headword and words are kept in no text of their own.
                # A row whose number went to the next line is empty.
                if whole := self.script.whole(at):
                    self.account.noise.append(Noise.of(whole, "text"))
            for at in found.loose:
                self.account.ask("loose", at, "text")
                self.account.drop(at, "loose")
            if found.unheaded:
                self.account.ask("headword", found.unheaded[0], "text", (), found.unheaded[1:])
        elif section.kind == "index":
            self.index += read_index(self.rows, kept, self.script)
            for at in kept:
                self.account.use(at, "index", "index")
        elif section.kind == "contents":
            for at in kept:
                self.account.use(at, "contents", "contents")
                self.contents.append(self.script.whole(at))
        else:
            self._part(section, kept)

    def _skip(self, at: int) -> bool:
        reason = self.skipped.get(at)
        if reason is None:
            return False
        if reason == "note":
            self.account.use(at, "note", "note")
        else:
            self.account.drop(at, reason)
        return True

    def _drop(self, at: int, reason: UseReason) -> None:
        self.account.use(at, "noise", reason)
        self.account.noise.append(Noise.of(self.script.whole(at), reason))

    def _laws(self, first: int, stop: int) -> None:
        starts = [start for start in self.starts if start.row < stop]
        apart = {at for at in range(first, stop) if self._skip(at) or self._heads_notes(at)}
        chapters = [
            at
            for at in chapter_rows(self.rows, starts, first, stop)
            if at not in apart and self.decided.get(at, "chapter") == "chapter"
        ]
        apart |= set(chapters)
        laws = LawFlow(self.account)
        laws.read(starts, apart, first, stop)
        self.flow += laws.flow
        self.headed |= laws.headed
        self.parts += chapter_parts(self.account, chapters, starts)

    def _heads_notes(self, at: int) -> bool:
        """True for the heading of the notes below a law or a chapter, which is noise where notes were found."""
        one = self.rows[at].paragraph
        heads = one is not None and section_kind(one.text) == "notes" and at not in self.decided
        if heads and (self.found.notes or self.stream.notes):
            self._drop(at, "notes-heading")
            return True
        return False

    def _part(self, section: BookSection, kept: Sequence[int]) -> None:
        """A title page, preface or introduction: its heading and its paragraphs, tables as lines."""
        levels = {"title": "title", "foreword": "foreword", "introduction": "introduction", "rules": "rules"}
        level = levels.get(section.kind, "foreword")
        count = sum(part.level == level for part in self.parts)
        blocks: list[TrackedText] = []
        for at in kept[1:]:
            row = self.rows[at].block
            if isinstance(row, StreamTable):
                blocks += [joined for line in self.script.cells(at) for joined in line if joined]
            else:
                blocks.append(self.script.labelled(at) if row.label else self.script.words(at))
            self.account.use(at, "text", "title-page" if level == "title" else "foreword")
        first = self.rows[kept[0]].paragraph
        title = self.script.words(kept[0]) if first is not None else TrackedText("", ())
        if first is None:
            blocks = [cell for line in self.script.cells(kept[0]) for cell in line if cell] + blocks
        self.account.spare_label(kept[0])
        self.account.use(kept[0], "heading", "section-heading")
        key = level if not count else f"{level}-{count + 1}"
        self.parts.append(events.DraftPart(key, title, level, (), tuple(block for block in blocks if block)))  # type: ignore[arg-type]


def _transcript(
    siglum: str, rows: Sequence[BookRow], stream: DocumentStream, found: FoundNotes
) -> tuple[Transcript, tuple[str, ...]]:
    """The transcript with numbered calls, and the printed sign of each note by its number."""
    numbers = {note.key: n for n, note in enumerate(stream.notes, 1)}
    first = 1 + len(stream.notes)
    marks: dict[int, list[MarkPlace]] = {}
    for at, row in enumerate(rows):
        places = mark_places(found, at, first)
        if isinstance(row.block, StreamParagraph):
            places += [MarkPlace(a, a, numbers[key]) for a, key in row.block.anchors if key in numbers]
        else:
            cells = (cell for line in row.block.rows for cell in line)
            places += [
                MarkPlace(a, a, numbers[key], n)
                for n, cell in enumerate(cells)
                for a, key in cell.anchors
                if key in numbers
            ]
        if places:
            marks[at] = places
    notes = []
    for note in stream.notes:
        paragraphs = [
            replace(one, anchors=tuple((a, str(numbers[key])) for a, key in one.anchors if key in numbers))
            for one in note.paragraphs
        ]
        notes.append((note.marker, paragraphs))
    signs = (*(note.marker for note in stream.notes), *(note.sign for note in found.notes))
    return Transcript(siglum, rows, marks, notes), signs


def _empty(row: BookRow) -> StreamParagraph:
    return StreamParagraph("", row.place)
