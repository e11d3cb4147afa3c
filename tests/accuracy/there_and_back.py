"""There and back: the four texts in every house style and format, read as any document is, compared with what was
written.

    python -m tests.accuracy.there_and_back [--style NAME]... [--form FORM]... [--text KEY]... [--held-out[-2|-3]]

Other programs print the pages and Word files too: ``--form chromium`` and ``libreoffice``, each also ``-untagged``.
Styles on which nothing was tuned are those of ``--held-out``; only their figures say how good the reading is.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace

from rapidfuzz.distance import Levenshtein

from app.build.addition import read_text
from corpus import store
from corpus.model import Expression, Table
from corpus.registry import ExpressionEntry
from parser.documents.files import read_documents
from tests.support.house_styles import HELD_OUT, HELD_OUT_2, HELD_OUT_3, STYLES, HouseStyle
from tests.support.other_makers import MAKERS
from tests.support.written_books import WRITERS, written


@dataclass
class Comparison:
    """What was written and what was read, counted."""

    ids: int = 0
    found: int = 0
    right: int = 0
    words: int = 0
    wrong: int = 0
    headings: int = 0
    heading_right: int = 0
    notes: int = 0
    notes_right: int = 0
    cells: int = 0
    cells_right: int = 0
    questions: int = 0
    losses: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.ids if self.ids else 0.0

    @property
    def word_errors(self) -> float:
        return self.wrong / self.words if self.words else 0.0

    @property
    def note_share(self) -> float:
        return self.notes_right / self.notes if self.notes else 1.0

    def __str__(self) -> str:
        return (
            f"ids P {self.precision:.4f} R {self.recall:.4f}  words {self.word_errors:.5f}  "
            f"headings {self.heading_right}/{self.headings}  notes {self.notes_right}/{self.notes}  "
            f"cells {self.cells_right}/{self.cells}  questions {self.questions}"
        )


def compared(text: Expression, entry: ExpressionEntry, style: HouseStyle, form: str) -> Comparison:
    """Write a text, read it, compare."""
    name, content = ("bog.pdf", MAKERS[form](text, style)) if form in MAKERS else written(text, style, form)
    own = replace(entry, key=f"x-{entry.key}", witnesses=(f"x-{entry.key}",), wid=None)
    read = read_text(read_documents([(name, content)]), own)
    out = Comparison(questions=len(read.recognition.questions))
    _compare(text, read.expression, out)
    return out


def _compare(text: Expression, back: Expression, out: Comparison) -> None:
    have, got = _texts(text), _texts(back)
    out.ids, out.found, out.right = len(have), len(got), len(have.keys() & got.keys())
    out.losses += [f"missing {one}" for one in have if one not in got] + [
        f"invented {one}" for one in got if one not in have
    ]
    for place, words in have.items():
        read = got.get(place, [])
        wrong = Levenshtein.distance(words, read)
        out.words += len(words)
        out.wrong += wrong
        if wrong and place in got:
            same = next((n for n, (a, b) in enumerate(zip(words, read, strict=False)) if a != b), len(read))
            start = max(0, same - 3)
            written_, read_ = (" ".join(one[start : start + 14]) for one in (words, read))
            out.losses.append(f"words of {place}: {written_!r} read {read_!r}")
    headings = {str(p.id): _words(p.heading.text) for p in text.walk() if p.heading}
    back_headings = {str(p.id): _words(p.heading.text) for p in back.walk() if p.heading}
    out.headings = len(headings)
    out.heading_right = sum(back_headings.get(place) == words for place, words in headings.items())
    out.losses += [
        f"heading of {p}: {w} read {back_headings.get(p)}" for p, w in headings.items() if back_headings.get(p) != w
    ][:12]
    had, has = _notes(text), _notes(back)
    out.notes, out.notes_right = had.total(), (had & has).total()
    out.losses += [f"note {one}" for one in (had - has)] + [f"note read {one}" for one in (has - had)]
    cells, read_cells = _cells(text), _cells(back)
    out.cells, out.cells_right = cells.total(), (cells & read_cells).total()
    out.losses += [f"cell {one}" for one in list(cells - read_cells)[:8]]


def _words(words: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", words.casefold())


def _texts(text: Expression) -> dict[str, list[str]]:
    out = {str(p.id): _words(f"{p.heading.text if p.heading else ''} {p.text}") for p in text.walk()}
    return out | {address.casefold(): _words(d.text) for address, d in text.all_definitions()}


def _notes(text: Expression) -> Counter[tuple[str, str, int]]:
    words = {note.key: " ".join(_words(note.text)) for note in text.notes}
    passages = [passage for p in text.walk() for passage in p.passages()]
    return Counter((p.place, words[m.note][:60], m.at) for p in passages for m in p.prose.marks)


def _cells(text: Expression) -> Counter[tuple[str, int, int, int, str]]:
    found: Counter[tuple[str, int, int, int, str]] = Counter()
    for one in text.walk():
        tables = [block for block in one.own_blocks if isinstance(block, Table)]
        for n, table in enumerate(tables):
            found.update(
                (str(one.id), n, r, c, " ".join(cell.split()))
                for r, row in enumerate(table.rows)
                for c, cell in enumerate(row)
            )
    return found


def main() -> int:
    """Print a line a text, style and format; 1 where ids, words, notes or cells fall below what is promised."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--style", action="append")
    parser.add_argument("--form", action="append", choices=(*WRITERS, *MAKERS))
    parser.add_argument("--text", action="append")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--held-out-2", action="store_true")
    parser.add_argument("--held-out-3", action="store_true")
    parser.add_argument("--losses", action="store_true")
    wanted = parser.parse_args()
    library = store.load_library()
    failed = 0
    styles = HELD_OUT_3 if wanted.held_out_3 else HELD_OUT_2 if wanted.held_out_2 else STYLES
    for style in HELD_OUT if wanted.held_out else styles:
        for form in wanted.form or WRITERS:
            for text in library.expressions:
                if wanted.style and style.name not in wanted.style:
                    continue
                if wanted.text and text.key not in wanted.text:
                    continue
                try:
                    found = compared(text, library.entry(text.key), style, form)
                except ValueError as error:
                    print(f"{style.name:10} {form:5} {text.key:9} refused: {error}", flush=True)
                    failed += 1
                    continue
                least = 0.99 if form == "pdf" or form in MAKERS else 1.0
                good = min(found.precision, found.recall) >= least and found.word_errors <= 0.001
                good = good and found.note_share >= 0.99
                good = good and found.cells == found.cells_right
                failed += not good
                print(f"{style.name:10} {form:5} {text.key:9} {'  ' if good else '! '}{found}", flush=True)
                if wanted.losses:
                    print("\n".join(f"      {loss}" for loss in found.losses[:40]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
