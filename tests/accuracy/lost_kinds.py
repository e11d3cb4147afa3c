"""A kind of thing lost all over a book that stays readable (its headings, its notes, its tables), as a house style that
nobody foresaw loses it: how many of the wrong places are asked about, and by how many questions.

    python -m tests.accuracy.lost_kinds [--style NAME] [--form txt] [--losses]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from unittest.mock import patch

from corpus import store
from corpus.model import Expression
from tests.accuracy.brought_books import brought
from tests.support import printed_books, word_books, written_books
from tests.support.book_pieces import Piece, pieces
from tests.support.house_styles import STYLES, HouseStyle
from tests.support.written_books import written

Change = Callable[[Sequence[Piece]], Iterator[Piece]]


def _headings_lost(every: int, depth: int) -> Change:
    def change(book: Sequence[Piece]) -> Iterator[Piece]:
        lost, n = False, 0
        for one in book:
            if one.kind == "headed" and one.depth == depth and not one.marks:
                n += 1
                lost = n % every == 0
                label = one.label
                if lost:
                    continue
            if lost and one.kind == "para":
                yield replace(one, kind="item", label=label)
            else:
                if lost:
                    yield Piece("item", "", label, depth)
                yield one
            lost = False

    return change


def _law_headings_lost(every: int) -> Change:
    def change(book: Sequence[Piece]) -> Iterator[Piece]:
        for n, one in enumerate(book):
            if one.kind == "law" and one.place is not None and not one.marks and n % every == 0:
                stop = one.text.index(one.place.law) + len(one.place.law)
                yield replace(one, text=one.text[:stop] + ".")
            else:
                yield one

    return change


def _headings_joined(sign: str) -> Change:
    """Headings of letters in one line with the words below them."""

    def change(book: Sequence[Piece]) -> Iterator[Piece]:
        above: Piece | None = None
        for one in book:
            if above is not None and one.kind == "para":
                words = f"{above.text}{sign}"
                marks = tuple((at + len(words), note) for at, note in one.marks)
                yield replace(one, kind="item", label=above.label, text=words + one.text, marks=above.marks + marks)
            elif above is not None:
                yield above
            if above is None or one.kind != "para":
                above = one if one.kind == "headed" else None
                if above is None:
                    yield one
            else:
                above = None

    return change


def _headings_above(book: Sequence[Piece]) -> Iterator[Piece]:
    """Headings of letters on a line above the label."""
    head: Piece | None = None
    for one in book:
        if one.kind == "headed":
            yield replace(one, kind="para", label="", marks=())
            head = one
        elif head is not None:
            yield replace(one, kind="item", label=head.label) if one.kind == "para" else replace(head, text="")
            if one.kind != "para":
                yield one
            head = None
        else:
            yield one


def _notes_lost(every: int) -> Change:
    def change(book: Sequence[Piece]) -> Iterator[Piece]:
        for one in book:
            yield replace(one, marks=tuple(mark for mark in one.marks if mark[1] % every))

    return change


def _tables_as_lines(book: Sequence[Piece]) -> Iterator[Piece]:
    for one in book:
        if one.kind != "table":
            yield one
            continue
        for row in one.rows:
            yield Piece("para", " ".join(cell for cell in row if cell), depth=one.depth, place=one.place)


def _tables_cut(book: Sequence[Piece]) -> Iterator[Piece]:
    for one in book:
        yield replace(one, rows=one.rows[: max(1, len(one.rows) // 2)]) if one.kind == "table" else one


def _definitions_joined(book: Sequence[Piece]) -> Iterator[Piece]:
    before: Piece | None = None
    for one in book:
        if before is not None:
            words = f"{before.text} {one.label}: {one.text}" if one.kind == "definition" else before.text
            yield replace(before, text=words)
            before = None
            if one.kind == "definition":
                continue
        if one.kind == "definition" and one.depth == 0:
            before = one
        else:
            yield one


def _texts_lost(every: int) -> Change:
    def change(book: Sequence[Piece]) -> Iterator[Piece]:
        for n, one in enumerate(book):
            yield replace(one, text="", marks=()) if one.kind == "item" and n % every == 0 else one

    return change


CHANGES: Mapping[str, Change] = {
    "headings of letters lost": _headings_lost(1, 2),
    "every fifth of them lost": _headings_lost(5, 2),
    "headings of laws lost": _law_headings_lost(1),
    "every fifth of those lost": _law_headings_lost(5),
    "headings run in by a colon": _headings_joined(": "),
    "headings run in by a stop": _headings_joined(". "),
    "headings run in by a blank": _headings_joined(" "),
    "headings above labels": _headings_above,
    "notes lost": _notes_lost(1),
    "every third note lost": _notes_lost(3),
    "tables as lines": _tables_as_lines,
    "tables cut in half": _tables_cut,
    "definitions joined": _definitions_joined,
    "every fortieth text lost": _texts_lost(40),
}


def lost(kind: str, text: Expression, style: HouseStyle, form: str) -> tuple[str, bytes]:
    """(name, content) of a file of the text with a kind of loss."""
    made = tuple(CHANGES[kind](list(pieces(text, style))))
    with ExitStack() as stack:
        for writer in (written_books, word_books, printed_books):
            stack.enter_context(patch.object(writer, "pieces", lambda *_: iter(made)))
        return written(text, style, form)


def main() -> int:
    """Print a line a kind of loss and text."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--style", default="plain")
    parser.add_argument("--form", default="docx")
    parser.add_argument("--kind", action="append")
    parser.add_argument("--losses", action="store_true")
    wanted = parser.parse_args()
    library = store.load_library()
    style = next(one for one in STYLES if one.name == wanted.style)
    wrong, silent = Counter[str](), Counter[str]()
    for kind in wanted.kind or CHANGES:
        for text in library.expressions:
            others = [one for one in library.expressions if one is not text]
            book = brought([lost(kind, text, style, wanted.form)], text, library.entry(text.key), others)
            quiet = [one for one, asked in book.wrong if not asked]
            wrong[kind] += len(book.wrong)
            silent[kind] += len(quiet)
            counts = f"wrong {len(book.wrong)} silent {len(quiet)} questions {book.questions}"
            print(f"{kind:28} {text.key:9} {counts}", flush=True)
            if wanted.losses:
                print("\n".join(f"      {one.kind} {one.place} {one.words[:60]!r}" for one in quiet[:25]))
    for kind, count in wrong.items():
        print(f"{kind:28} wrong {count} asked about {1 - silent[kind] / count if count else 1.0:.3f}")
    print(f"all wrong {wrong.total()} asked about {1 - silent.total() / wrong.total():.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
