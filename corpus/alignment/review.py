"""The review of a number table: what a person decided about each rule, kept in the table itself.

A table under review is a table like any other with one column more, ``review``, which is empty for a row that nobody
has read. Every decision leaves each number of both editions in the table: what loses its counterpart is put there in
doubt. Pure: ``corpus.alignment.review_folder`` keeps the files.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from corpus.alignment.concordance import ConcordanceTable
from corpus.alignment.concordance_files import (
    COLUMNS,
    DOUBT_COLUMNS,
    ConcordanceFileError,
    doubt_cells,
    read_row,
    read_table,
)
from corpus.alignment.table_row import ENDS, TAKEN, TRANSLATED, UNSURE, ConcordanceRow, Place, RowDoubt, doubted
from corpus.ids import BadIdError, ProvisionId
from corpus.languages import LANGUAGES
from corpus.schema import Loader

ReviewVerdict = Literal["accepted", "moved", "split", "merged", "reworded", "new", "dropped", "noted"]
VERDICTS: tuple[ReviewVerdict, ...] = get_args(ReviewVerdict)
REVIEW = "review"
ADDED = "+"
"""Begins the key of a case about a rule that the older edition had not."""
_CELLS = ("old", "new", *COLUMNS, REVIEW, *DOUBT_COLUMNS)
_DOUBTS = {word for one in LANGUAGES.values() for word in one.doubts}
_SPELLINGS = (UNSURE, *sorted(_DOUBTS | set(map(str.capitalize, _DOUBTS)) | set(map(str.upper, _DOUBTS))))
_DOUBT = re.compile(rf"\b(?:{'|'.join(_SPELLINGS)})\b[.:,;]?\s*")

ReviewReason = Literal[
    "changed",  # another window decided about the case ``found`` meanwhile
    "no-case",  # the table has no case ``found``
    "no-table",  # there is no table ``found``; there are ``known``
    "verdict",  # ``found`` cannot be said of this case
    "one-number",  # the verdict wants one number
    "two-numbers",  # the verdict wants two numbers or more
    "number",  # ``found`` is no number of the edition ``edition``
    "nothing-to-undo",
    "no-proposal",  # nothing to propose the table ``found`` from
]


class ReviewError(ValueError):
    """A decision that is not taken: ``reason`` is a code, ``values`` are what it names."""

    def __init__(self, reason: ReviewReason, **values: str) -> None:
        super().__init__(f"{reason} {values}")
        self.reason: ReviewReason = reason
        self.values = values


@dataclass(frozen=True)
class ReviewRow:
    """A row and the verdict by which a person read it; empty for one that nobody has read."""

    row: ConcordanceRow
    review: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as its line of the file."""
        row = self.row
        notes = (row.translations.get(language, "") for language in TRANSLATED)
        return (row.old, row.new, row.place, row.content, row.note, *notes, self.review, *doubt_cells(row.doubt))


@dataclass(frozen=True)
class TableCase:
    """What one number became: all rows of an old number, or the row of a new one (``+16E``) that has no older."""

    key: str
    rows: tuple[ReviewRow, ...]

    @property
    def is_reviewed(self) -> bool:
        """True when a person has read it."""
        return all(row.review for row in self.rows)

    @property
    def is_doubtful(self) -> bool:
        """True when nobody has read it and whoever wrote it was in doubt."""
        return not self.is_reviewed and any(row.row.unsure for row in self.rows)

    @property
    def revision(self) -> str:
        """A value that every change of the case changes: a window sends it back to name the state that it has seen."""
        return hashlib.sha256(repr([row.cells for row in self.rows]).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class ReviewDecision:
    """A verdict with the ``numbers`` that it names and a note; ``note`` None leaves the notes as they are.

    The numbers are those of the newer edition; for a case about a new rule those of the older, from which it came.
    """

    verdict: ReviewVerdict
    numbers: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True)
class ReviewStep:
    """What a decision did: rows taken out and rows put in."""

    key: str
    removed: tuple[ReviewRow, ...]
    added: tuple[ReviewRow, ...]


@dataclass(frozen=True)
class TableReview:
    """A table under review: its comment lines and its rows."""

    name: str
    head: tuple[str, ...]
    rows: tuple[ReviewRow, ...]

    @property
    def editions(self) -> tuple[str, str]:
        """The older and the newer edition."""
        old, _, new = self.name.partition("-")
        return old, new

    @property
    def table(self) -> ConcordanceTable:
        """The table without its verdicts."""
        return ConcordanceTable(*self.editions, tuple(row.row for row in self.rows))

    def cases(self) -> tuple[TableCase, ...]:
        """Every number once, in the order of the table."""
        found: dict[str, list[ReviewRow]] = {}
        for row in self.rows:
            found.setdefault(_key(row.row), []).append(row)
        return tuple(TableCase(key, tuple(rows)) for key, rows in found.items())

    def case(self, key: str) -> TableCase:
        """The case with a key. Raises ReviewError."""
        found = tuple(row for row in self.rows if _key(row.row) == key)
        if not found:
            raise ReviewError("no-case", found=key)
        return TableCase(key, found)

    def decided(self, key: str, decision: ReviewDecision) -> tuple[TableReview, ReviewStep]:
        """The table with a decision about a case, and what it changed. Raises ReviewError."""
        case = self.case(key)
        if decision.verdict not in VERDICTS:
            raise ReviewError("verdict", found=decision.verdict)
        made = _from_older(self, case, decision) if key.startswith(ADDED) else _from_newer(case, decision)
        removed = list(case.rows)
        reached = {row.row.new for row in made if row.row.old and row.row.new}
        sources = {row.row.old for row in made if row.row.old}
        for row in self.rows:
            if row in removed:
                continue
            # A rule that came from somewhere is not new, one that went somewhere was not dropped.
            came = not row.row.old and row.row.new in reached
            if came or (key.startswith(ADDED) and row.row.place == "dropped" and row.row.old in sources):
                removed.append(row)
        left = [row for row in self.rows if row not in removed]
        made = _as_read([*made, *_orphans(removed, [*left, *made])])
        step = ReviewStep(key, tuple(removed), tuple(made))
        return self.replaced(step.removed, step.added), step

    def undone(self, step: ReviewStep) -> TableReview:
        """The table as it was before a step. Raises ReviewError where its rows were changed since."""
        if any(row not in self.rows for row in step.added):
            raise ReviewError("changed", found=step.key)
        return self.replaced(step.added, step.removed)

    def replaced(self, removed: Sequence[ReviewRow], added: Sequence[ReviewRow]) -> TableReview:
        """The table with rows in the place of others."""
        at = min((n for n, row in enumerate(self.rows) if row in removed), default=len(self.rows))
        before = [row for row in self.rows[:at] if row not in removed]
        after = [row for row in self.rows[at:] if row not in removed]
        return replace(self, rows=(*before, *added, *after))

    def proposed_again(self, proposal: TableReview) -> TableReview:
        """A new proposal with everything that a person has read as it was; nothing reviewed is overwritten."""
        kept = {case.key: case.rows for case in self.cases() if case.is_reviewed}
        return replace(self._with(kept, proposal), head=proposal.head)

    def renewed(self, before: TableReview | None, proposal: TableReview) -> TableReview:
        """The table with a proposal for another file of the text, ``before`` the one made for the file until then.

        What a person has read or written otherwise than proposed is as it was; all of it where ``before`` is not known.
        """
        proposed = {case.key: case.rows for case in before.cases()} if before is not None else {}
        kept = {
            case.key: case.rows
            for case in self.cases()
            if any(row.review for row in case.rows) or proposed.get(case.key) != case.rows
        }
        return self._with(kept, proposal)

    def unfit(self, numbers: Container[str], is_older: bool = False) -> tuple[str, ...]:
        """The numbers to which rows that a person has read lead, and that are none of ``numbers``; ``is_older``: those
        from which they lead."""
        read = (row.row for row in self.rows if row.review)
        led = (number for row in read if (number := row.old if is_older else row.new))
        return tuple(dict.fromkeys(number for number in led if number not in numbers))

    def _with(self, kept: dict[str, tuple[ReviewRow, ...]], proposal: TableReview) -> TableReview:
        """The table with the cases ``kept``, and everything else as proposed."""
        reached = {row.row.new for rows in kept.values() for row in rows if row.row.old and row.row.new}
        rows: list[ReviewRow] = []
        for case in proposal.cases():
            if case.key in kept:
                rows += kept.pop(case.key)
            elif not (case.key.startswith(ADDED) and case.key.removeprefix(ADDED) in reached):
                rows += case.rows
        for left in kept.values():
            rows += left
        return replace(self, rows=(*rows, *_as_read(_orphans(proposal.rows, rows))))


def read_review(name: str, text: str) -> TableReview:
    """A table with its verdicts from the text of ``2017-2027.csv``. Raises ConcordanceFileError naming the line."""
    load = Loader(f"{name}.csv", ConcordanceFileError)
    rows = read_table(name, text).rows
    verdicts = [row.get(REVIEW, "") for _, row in load.records(text, ",", ())]
    if wrong := next((one for one in verdicts if one and one not in VERDICTS), ""):
        raise load.fault("choice", REVIEW, expected=", ".join(VERDICTS), found=wrong)
    head = tuple(line for line in text.splitlines() if line.startswith("#"))
    return TableReview(name, head, tuple(ReviewRow(row, made) for row, made in zip(rows, verdicts, strict=True)))


def write_review(review: TableReview) -> str:
    r"""The text of the table, which ``read_review`` and the reader of tables read.

    >>> row = ReviewRow(ConcordanceRow("16C", "16D", "moved", True, "seen"), "accepted")
    >>> write_review(TableReview("2017-2027", ("# Proposed.",), (row,))).splitlines()[-1]
    '16C,16D,moved,revised,seen,,,,accepted,,,'
    """
    out = io.StringIO()
    out.writelines(f"{line}\n" for line in review.head)
    made = csv.writer(out, lineterminator="\n")
    old, new = review.editions
    made.writerow((f"law_{old}", f"law_{new}", *_CELLS[2:]))
    made.writerows(row.cells for row in review.rows)
    return out.getvalue()


def review_row(cells: Sequence[str]) -> ReviewRow:
    """The row of a line, as ``ReviewRow.cells`` gives it; older ones end with the verdict.

    Raises ConcordanceFileError, and KeyError for a line that is too short.
    """
    row = dict(zip(_CELLS, cells, strict=False))
    return ReviewRow(read_row(row, _CELLS, Loader(REVIEW, ConcordanceFileError), ""), row[REVIEW])


def typed_numbers(typed: str) -> tuple[str, ...]:
    """The numbers in what a person typed. Raises ReviewError for what is none.

    >>> typed_numbers("16D1, 16 D 2")
    ('16D1', '16D2')
    """
    found = []
    for part in re.split(r"[,;+]", typed):
        if part.strip():
            try:
                found.append(str(ProvisionId.parse(part.strip())))
            except BadIdError as error:
                raise ReviewError("number", found=part.strip()[:40], edition="") from error
    return tuple(dict.fromkeys(found))


def _key(row: ConcordanceRow) -> str:
    return row.old or ADDED + row.new


def _settled(row: ReviewRow, verdict: ReviewVerdict, note: str | None) -> ReviewRow:
    """The row without its doubt, read with a verdict; a person's note is in one language and shown in all."""
    if note is not None:
        said, others = note, dict.fromkeys(TRANSLATED, note) if note else {}
    else:
        said = _DOUBT.sub("", row.row.note)
        others = {language: _DOUBT.sub("", words) for language, words in row.row.translations.items()}
    return ReviewRow(replace(row.row, note=said, translations=others, doubt=RowDoubt()), verdict)


def _with_note(row: ReviewRow, note: str, is_doubtful: bool) -> ReviewRow:
    """The row with a note alone, which settles nothing: what was in doubt still is."""
    said = f"{UNSURE}. {note}".strip() if is_doubtful else note
    notes = dict.fromkeys(TRANSLATED, note) if note else {}
    return ReviewRow(replace(row.row, note=said, translations=notes), row.review)


def _from_newer(case: TableCase, decision: ReviewDecision) -> list[ReviewRow]:
    verdict, numbers, note = decision.verdict, decision.numbers, decision.note
    first = case.rows[0]
    old = first.row.old
    if verdict == "noted":
        return [_with_note(one, note or "", case.is_doubtful) for one in case.rows]
    if verdict == "accepted":
        return [_settled(one, verdict, note) for one in case.rows]
    if verdict == "reworded":
        if first.row.place in ENDS:
            raise ReviewError("verdict", found=verdict)
        revised = not all(one.row.revised for one in case.rows)
        made = [_settled(one, verdict, note) for one in case.rows]
        return [ReviewRow(replace(one.row, revised=revised), one.review) for one in made]
    if verdict in ("dropped", "new"):
        gone = _settled(first, verdict, note).row
        out = [ReviewRow(replace(gone, new="", place="dropped", revised=False), verdict)]
        if verdict == "new":
            out += [
                ReviewRow(ConcordanceRow("", one.row.new, "new", False, "", {}), verdict)
                for one in case.rows
                if one.row.new
            ]
        return out
    _demand_count(verdict, numbers)
    revised = any(one.row.revised for one in case.rows)
    base = _settled(first, verdict, note).row
    return [
        ReviewRow(replace(base, new=number, place=_place(verdict, old, number), revised=revised), verdict)
        for number in numbers
    ]


def _from_older(review: TableReview, case: TableCase, decision: ReviewDecision) -> list[ReviewRow]:
    """A rule called new: it is, or it came from older numbers."""
    verdict, numbers, note = decision.verdict, decision.numbers, decision.note
    (row,) = case.rows
    if verdict == "noted":
        return [_with_note(row, note or "", case.is_doubtful)]
    if verdict in ("accepted", "new"):
        return [_settled(row, verdict, note)]
    if verdict not in ("moved", "split", "merged"):
        raise ReviewError("verdict", found=verdict)
    if verdict != "split":
        _demand_count(verdict, numbers)
    elif not numbers:
        raise ReviewError("one-number")
    base = _settled(row, verdict, note).row
    known = {one.row.old for one in review.rows if one.row.old and one.row.new}
    out = []
    for old in numbers:
        place: Place = "split" if old in known and verdict == "moved" else _place(verdict, old, row.row.new)
        out.append(ReviewRow(replace(base, old=old, place=place), verdict))
    return out


def _demand_count(verdict: ReviewVerdict, numbers: Sequence[str]) -> None:
    if verdict == "split" and len(numbers) < 2:
        raise ReviewError("two-numbers")
    if (verdict == "moved" and len(numbers) != 1) or not numbers:
        raise ReviewError("one-number")


def _place(verdict: ReviewVerdict, old: str, new: str) -> Place:
    if verdict == "moved":
        return "same" if old == new else "moved"
    return "split" if verdict == "split" else "merged"


def _as_read(rows: Iterable[ReviewRow]) -> list[ReviewRow]:
    """Rows as they will be read from the file."""
    return [review_row(row.cells) for row in rows]


def _orphans(before: Iterable[ReviewRow], after: Iterable[ReviewRow]) -> list[ReviewRow]:
    """Rows for the numbers of either edition that were in the rows ``before`` and are in none ``after``."""
    left, held = list(before), list(after)
    olds, news = {one.row.old for one in held}, {one.row.new for one in held}
    lost = dict.fromkeys(one.row.old for one in left if one.row.old and one.row.old not in olds)
    gone = [ConcordanceRow(number, "", "dropped", False, "") for number in lost]
    freed = dict.fromkeys(one.row.new for one in left if one.row.new and one.row.new not in news)
    gone += [ConcordanceRow("", number, "new", False, "") for number in freed]
    return [ReviewRow(doubted(row, None, (TAKEN,), ())) for row in gone]
