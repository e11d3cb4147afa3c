"""Faults put into a book that leave it readable: which of them the reader asks about, and what it asks of a sound book.

    python -m tests.accuracy.silent_faults [--form txt] [--form docx] [--style NAME]... [--losses]

Each kind of fault is put into each text at places drawn with a fixed seed, far from one another. It is found where a
question, or the list of numbers that the other texts of the edition have, is about the row of the fault or the one
before or behind it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from unittest.mock import patch

from app.build.addition import read_text
from corpus import store
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.files import read_documents
from tests.accuracy.brought_books import questions_beside
from tests.support import printed_books, word_books, written_books
from tests.support.book_pieces import Piece, pieces
from tests.support.house_styles import HELD_OUT, HELD_OUT_2, HELD_OUT_3, STYLES, HouseStyle
from tests.support.written_books import written

_EACH = 4  # faults of a kind in a text
_APART = 25  # pieces between two faults
_LAW = 60  # rows that a law may have


@dataclass(frozen=True)
class Fault:
    """A kind of fault, and words that stand in the row where it was made."""

    kind: str
    words: str


Change = Callable[[Sequence[Piece], int], "tuple[Sequence[Piece], str] | None"]
"""What stands in place of the piece at an index, and words of the faulty row; None where the fault cannot be made."""


def _last_of_list(book: Sequence[Piece], at: int) -> bool:
    following = book[at + 1] if at + 1 < len(book) else None
    return following is None or following.place is None or following.depth < book[at].depth


def _label_lost(last: bool) -> Change:
    def change(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
        one = book[at]
        if one.kind != "item" or not one.label or len(one.text) < 20 or _last_of_list(book, at) is not last:
            return None
        if last and (one.place is None or one.place.parts[-1] in ("A", "1", "a", "i")):
            return None
        return [replace(one, kind="para", label="")], one.text[:40]

    return change


def _call_lost(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    if one.kind not in ("item", "para") or one.place is None:
        return None
    note = replace(one, kind="para", label="", text="[78] Kun hvor arrangøren har valgt det.", marks=())
    return [one, note], note.text


def _note_lost(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    if one.kind not in ("item", "para") or one.marks or len(one.text) < 30:
        return None
    return [replace(one, text=f"{one.text}[77]")], one.text[:40]


def _bracket_lost(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    start, end = one.text.find(" ("), one.text.find(") ")
    if one.kind not in ("item", "para") or not 0 < start < end - 6 or one.marks:
        return None
    return [replace(one, text=one.text[:end] + one.text[end + 1 :])], one.text[:40]


def _bracket_put_in(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    if one.kind not in ("item", "para") or len(one.text) < 80 or one.marks or "(" in one.text:
        return None
    cut = one.text.index(" ", 40)
    return [replace(one, text=f"{one.text[:cut]})" + one.text[cut:])], one.text[:30]


def _torn(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    if one.kind not in ("item", "para") or len(one.text) < 120 or one.marks or one.place is None:
        return None
    cut = one.text.index(" ", 60)
    rest = replace(one, kind="para", label="", text=one.text[cut + 1 :])
    return [replace(one, text=one.text[:cut]), rest], rest.text[:30]


def _cut_off(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    if one.kind not in ("item", "para") or len(one.text) < 120 or one.marks or one.place is None:
        return None
    return [replace(one, text=one.text[: one.text.index(" ", 90)])], one.text[:40]


def _run_together(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one, other = book[at], book[at + 1] if at + 1 < len(book) else book[at]
    if one.kind != "item" or other.kind != "item" or one.depth != other.depth or other.marks or not one.text:
        return None
    return [replace(one, text=f"{one.text} {other.label} {other.text}"), replace(other, kind="gone")], one.text[:40]


def _words_lost(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    if one.kind != "item" or not one.label or one.marks or not _last_of_list(book, at) or one.place is None:
        return None
    return [replace(one, text="")], one.label


def _law_label_lost(book: Sequence[Piece], at: int) -> tuple[Sequence[Piece], str] | None:
    one = book[at]
    if one.kind != "law" or one.marks or one.place is None:
        return None
    heading = one.text[one.text.index(one.place.law) + len(one.place.law) :].strip(" .:–-\n\t§")
    return ([replace(one, kind="para", text=heading)], heading[:40]) if len(heading) > 4 else None


CHANGES: Mapping[str, Change] = {
    "label lost": _label_lost(False),
    "last label lost": _label_lost(True),
    "call of a note lost": _call_lost,
    "note lost": _note_lost,
    "bracket lost": _bracket_lost,
    "bracket put in": _bracket_put_in,
    "torn in two": _torn,
    "end cut off": _cut_off,
    "run together": _run_together,
    "words lost": _words_lost,
    "label of a law lost": _law_label_lost,
}


def faulty(book: Sequence[Piece], kinds: Sequence[str], chance: random.Random) -> tuple[list[Piece], list[Fault]]:
    """The pieces with ``_EACH`` faults of each kind, none near another, and what was done."""
    out: dict[int, Sequence[Piece]] = {}
    faults: list[Fault] = []
    for kind in kinds:
        places = list(range(len(book)))
        chance.shuffle(places)
        done = 0
        for at in places:
            if done == _EACH or any(abs(at - other) < _APART for other in out):
                continue
            if made := CHANGES[kind](book, at):
                out[at] = made[0]
                faults.append(Fault(kind, made[1]))
                done += 1
    pieces_: list[Piece] = []
    gone = False
    for at, piece in enumerate(book):
        changed = out.get(at, [piece])
        pieces_ += [] if gone else [one for one in changed if one.kind != "gone"]
        gone = any(one.kind == "gone" for one in changed)
    return pieces_, faults


def drill(
    text: Expression, entry: ExpressionEntry, others: Sequence[Expression], style: HouseStyle, form: str, seed: int
) -> tuple[int, list[tuple[Fault, bool]]]:
    """(questions about the sound book, each fault with whether it was asked about)."""
    own = replace(entry, key=f"x-{entry.key}", witnesses=(f"x-{entry.key}",), wid=None)
    sound = read_text(read_documents([written(text, style, form)]), own)
    made, faults = faulty(list(pieces(text, style)), list(CHANGES), random.Random(seed))
    with ExitStack() as stack:
        for writer in (written_books, word_books, printed_books):
            stack.enter_context(patch.object(writer, "pieces", lambda *_: iter(made)))
        read = read_text(read_documents([written(text, style, form)]), own)
    rows = [" ".join(row.text.split()) for row in read.rows]
    gaps = {one.row for one in read.recognition.questions if one.code == "law-gap"}
    found = {row for one in questions_beside(read, own, others)[0] for row in (one.row, *one.alike)}
    out = []
    for fault in faults:
        words = " ".join(fault.words.split())[:30]
        at = [n for n, row in enumerate(rows) if words in row]
        near = any(n + step in found for n in at for step in (-1, 0, 1))
        # A law that lost its number is missed at the next one.
        ahead = fault.kind == "label of a law lost" and any(0 < row - n < _LAW for n in at for row in gaps)
        out.append((fault, near or ahead))
    return len(questions_beside(sound, own, others)[0]), out


def main() -> int:
    """Print the share of faults asked about, a line a style and form, and what a sound book is asked about."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--style", action="append")
    parser.add_argument("--form", action="append")
    parser.add_argument("--text", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--losses", action="store_true")
    wanted = parser.parse_args()
    library = store.load_library()
    total: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    alarms = 0
    for style in (*STYLES, *HELD_OUT, *HELD_OUT_2, *HELD_OUT_3):
        if style.name not in (wanted.style or [one.name for one in STYLES]):
            continue
        for form in wanted.form or ["txt", "docx"]:
            for text in library.expressions:
                if wanted.text and text.key not in wanted.text:
                    continue
                others = [one for one in library.expressions if one is not text]
                questions, found = drill(text, library.entry(text.key), others, style, form, wanted.seed)
                alarms += questions
                right = sum(hit for _, hit in found)
                print(f"{style.name:10} {form:5} {text.key:9} sound {questions}  {right}/{len(found)}", flush=True)
                for fault, hit in found:
                    total[fault.kind] += 1
                    hits[fault.kind] += hit
                    if wanted.losses and not hit:
                        print(f"      {fault.kind}: {fault.words}")
    for kind in CHANGES:
        print(f"{kind:22} {hits[kind]}/{total[kind]}")
    print(f"all {hits.total()}/{total.total()}, questions about sound books {alarms}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
