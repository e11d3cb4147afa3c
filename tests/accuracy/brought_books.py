"""Books that somebody else set, in files: what of them is read wrong, by kind, and how much of that is asked about.

    python -m tests.accuracy.brought_books FOLDER [--style NAME]... [--text KEY]... [--form FORM]... [--losses]

The name of each file, or of a folder of the pages of one, has the key of its text in it; what is left of it, with the
folders below FOLDER, is its style.
A place is wrong where its number, its heading, its words, its notes, its table or its definition is not that of the
text. It is asked about where a question, or a list of numbers that the edition's other texts have, names it, one of
its rows or a row beside one.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from app.build.addition import ReadText, asked_beside, read_text
from app.build.content_check import beside_edition
from corpus import store
from corpus.ids import ProvisionId
from corpus.model import Expression, Provision, Table
from corpus.registry import ExpressionEntry, Registry
from parser.citations.resolve import resolve
from parser.documents.files import read_documents
from parser.recognition.account import QuestionCode, ReadingQuestion

KINDS = ("number", "invented", "heading", "words", "note", "table", "definition")
_LEAST, _BEGINNING = 12, 40  # letters by which the row of some words is found
_WHOLE: Mapping[QuestionCode, str] = {"definitions": "definition", "unnoted": "note", "notes-few": "note"}
"""Codes of questions about all places of a kind at once."""


@dataclass(frozen=True)
class WrongPlace:
    """A place that is not as in the text: ``words`` are those that should be there, "" for what was invented."""

    kind: str
    place: str
    words: str = ""


@dataclass(frozen=True)
class BroughtBook:
    """A file as read: the wrong places, each with whether it is asked about, and how many questions there are."""

    wrong: tuple[tuple[WrongPlace, bool], ...]
    questions: int

    @property
    def is_whole(self) -> bool:
        """True where every number was read and no other."""
        return not any(one.kind in ("number", "invented") for one, _ in self.wrong)


def brought(
    files: Sequence[tuple[str, bytes]], text: Expression, entry: ExpressionEntry, others: Sequence[Expression]
) -> BroughtBook:
    """Read files as ``text`` would be added beside ``others``. Raises ValueError where one is refused."""
    own = replace(entry, key=f"x-{entry.key}", witnesses=(f"x-{entry.key}",), wid=None)
    read = read_text(read_documents(files), own)
    asked, named = questions_beside(read, own, others)
    places = _Places(read, asked, named)
    return BroughtBook(tuple((one, places.has(one)) for one in wrong_places(text, read.expression)), len(asked))


def questions_beside(
    read: ReadText, entry: ExpressionEntry, others: Sequence[Expression]
) -> tuple[tuple[ReadingQuestion, ...], frozenset[str]]:
    """All that is asked when a text is added beside others, and the numbers that are listed as missing or extra."""
    registry: Registry = store.load_registry()
    registry = replace(registry, expressions=(*registry.expressions, entry))
    tables = store.load_tables()
    resolved = resolve([*others, read.expression], registry, tables, {})
    text = next(one for one in resolved if one.key == entry.key)
    missing, extra = beside_edition(read.expression, others, store.shipped_tables())
    asked = asked_beside(read, text, missing, others, registry, tables).recognition.questions
    return asked, frozenset((*missing, *extra))


def wrong_places(text: Expression, back: Expression) -> Iterator[WrongPlace]:
    """What of a text was not read as it is."""
    have, got = ({str(one.id): one for one in each.walk()} for each in (text, back))
    notes, read_notes = _notes(text), _notes(back)
    for place, one in have.items():
        if place not in got:
            yield WrongPlace("number", place, _beginning(one))
            continue
        other = got[place]
        heading, read_heading = (each.heading.text if each.heading else "" for each in (one, other))
        if _words(heading) != _words(read_heading):
            yield WrongPlace("heading", place, heading or read_heading)
        if _words(one.text) != _words(other.text):
            yield WrongPlace("words", place, one.text)
        if _cells(one) != _cells(other):
            yield WrongPlace("table", place, next((cell for row in _cells(one) for cell in row if cell), ""))
        # An export tells at which numbers a note is called, not how often.
        yield from (WrongPlace("note", place, note) for note in notes[place] if note not in read_notes[place])
    yield from (WrongPlace("invented", place) for place in got if place not in have)
    found = {address.casefold(): _words(one.text) for address, one in back.all_definitions()}
    for address, one in text.all_definitions():
        if found.get(address.casefold()) != _words(one.text):
            yield WrongPlace("definition", address, one.headword.text)


def _words(words: str) -> list[str]:
    # Quotation marks and dashes are those of the house.
    return re.findall(r"\w+", words.casefold())


def _beginning(one: Provision) -> str:
    return one.heading.text if one.heading else one.text


def _notes(text: Expression) -> Mapping[str, Counter[str]]:
    words = {note.key: " ".join(_words(note.text)) for note in text.notes}
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in text.walk():
        found[str(one.id)].update(words[mark.note] for passage in one.passages() for mark in passage.prose.marks)
    return found


def _cells(one: Provision) -> list[list[str]]:
    tables = [block for block in one.own_blocks if isinstance(block, Table)]
    return [[" ".join(cell.split()) for cell in row] for table in tables for row in table.rows]


class _Places:
    """The rows of a reading and what is asked about them."""

    def __init__(self, read: ReadText, asked: Iterable[ReadingQuestion], named: frozenset[str]) -> None:
        asked = tuple(asked)
        self.read = read
        self.rows = frozenset(row for one in asked for row in (one.row, *one.alike))
        self.named = named | {reading.removeprefix("of ") for one in asked for reading in one.others}
        self.whole = frozenset(
            _WHOLE[one.code] for one in asked if one.code in _WHOLE and (one.code != "notes-few" or one.here == 0)
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple("".join(_words(row.text)) for row in self.read.rows)

    @cached_property
    def by_id(self) -> Mapping[str, tuple[int, ...]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        for use in self.read.recognition.uses:
            found[use.id].append(use.row)
        return {place: tuple(rows) for place, rows in found.items() if place}

    def has(self, one: WrongPlace) -> bool:
        """True where a wrong place is asked about."""
        if one.kind in self.whole or one.place in self.named:
            return True
        return any(row + step in self.rows for row in self._rows_of(one) for step in (-1, 0, 1))

    def _rows_of(self, one: WrongPlace) -> tuple[int, ...]:
        words = "".join(_words(one.words))[:_BEGINNING]
        held = [at for at, row in enumerate(self.words) if words in row] if len(words) >= _LEAST else []
        place = one.place
        while one.kind != "definition" and place not in self.by_id and (above := ProvisionId.of(place).parent):
            place = str(above)  # what was not read is in what is around it
        own = self.by_id.get(place, ()) if place == one.place or not held else ()
        return (*own, *(held if len(held) <= 3 else ()))


def _styles(folder: Path, texts: Iterable[str]) -> Iterator[tuple[str, str, Sequence[Path]]]:
    """(style, key of the text, its files) of every file, or folder of files, that is a text."""
    for path in sorted(folder.rglob("*")):
        files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
        key = next((key for key in texts if key in path.name), None)
        if key is not None and files:
            name = str(path.relative_to(folder))
            yield name.replace(key, "").replace(path.suffix, "").strip("-_./ "), key, files


@dataclass
class _Tally:
    """What was counted of all files."""

    wrong: Counter[str] = field(default_factory=Counter)
    silent: Counter[str] = field(default_factory=Counter)
    files: int = 0
    whole: int = 0
    right: int = 0
    refused: int = 0
    questions: int = 0

    def add(self, book: BroughtBook) -> str:
        """The line of a book, counted."""
        here, quiet = (Counter(one.kind for one, asked in book.wrong if not (only and asked)) for only in (False, True))
        self.whole += book.is_whole
        self.right += not book.wrong
        self.questions += book.questions
        self.wrong += here
        self.silent += quiet
        kinds = "  ".join(f"{kind} {here[kind]}/{quiet[kind]}" for kind in KINDS if here[kind])
        mark = " " if not book.wrong else "-" if book.is_whole else "!"
        return f"{mark} wrong {here.total()} silent {quiet.total()} questions {book.questions}  {kinds}"

    def __str__(self) -> str:
        share = 1 - self.silent.total() / self.wrong.total() if self.wrong else 1.0
        kinds = (f"{kind:12} wrong {self.wrong[kind]:6} silent {self.silent[kind]:6}" for kind in KINDS)
        return "\n".join(
            [
                *kinds,
                f"files {self.files} whole {self.whole} nothing wrong {self.right} refused {self.refused} "
                f"questions {self.questions}",
                f"wrong {self.wrong.total()} asked about {share:.3f} silent {self.silent.total()}",
            ]
        )


def main() -> int:
    """Print a line a file, then the wrong places by kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    for name in ("style", "text", "form"):
        parser.add_argument(f"--{name}", action="append")
    parser.add_argument("--losses", action="store_true")
    wanted = parser.parse_args()
    library = store.load_library()
    texts = {one.key: one for one in library.expressions}
    tally = _Tally()
    for style, key, paths in _styles(wanted.folder, texts):
        form = paths[0].suffix[1:]
        chosen = ((style, wanted.style), (key, wanted.text), (form, wanted.form))
        if any(some is not None and one not in some for one, some in chosen):
            continue
        tally.files += 1
        others = [one for one in library.expressions if one.key != key]
        try:
            files = [(path.name, path.read_bytes()) for path in paths]
            book = brought(files, texts[key], library.entry(key), others)
        except ValueError as error:
            print(f"{style:14} {form:5} {key:9} refused: {type(error).__name__} {error}", flush=True)
            tally.refused += 1
            continue
        print(f"{style:14} {form:5} {key:9} {tally.add(book)}", flush=True)
        if wanted.losses:
            for one, asked in book.wrong:
                print(f"      {'asked ' if asked else 'silent'} {one.kind:10} {one.place:10} {one.words[:70]!r}")
    print(tally)
    return 0


if __name__ == "__main__":
    sys.exit(main())
