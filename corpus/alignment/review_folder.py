"""Tables under review on disk: read, decided and written under one lock, so that two windows lose nothing.

``2017-2027.csv`` is the table as every reader of tables reads it, ``2017-2027.undo.json`` what the last decisions did.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from corpus.alignment.concordance_files import ConcordanceFileError
from corpus.alignment.review import (
    ReviewDecision,
    ReviewError,
    ReviewStep,
    TableReview,
    read_review,
    review_row,
    write_review,
)
from corpus.files import locked, read_whole, write_atomic
from corpus.schema import Loader

STEPS = 200  # decisions that can be undone


@dataclass(frozen=True)
class ReviewFolder:
    """The tables of a library. ``shipped`` gives the text of a table that comes with Lovbro, None where there is none.

    A shipped table is never written: the first decision about it makes a table of one's own, which hides it.
    """

    path: Path
    shipped: Callable[[str], str | None]

    def open(self, name: str) -> TableReview:
        """The table as it is now. Raises ReviewError where there is none, ConcordanceFileError for a damaged one."""
        text = self._own(name)
        text = self.shipped(name) if text is None else text
        if text is None:
            raise ReviewError("no-table", found=name, known="")
        return read_review(name, text)

    def is_own(self, name: str) -> bool:
        """True for a table of the library."""
        return self._file(name).exists()

    def decide(self, name: str, key: str, decision: ReviewDecision, revision: str = "") -> TableReview:
        """Save a decision. ``revision`` is that of the case as a window saw it. Raises ReviewError and OSError."""
        with locked(self.path):
            review = self.open(name)
            if revision and review.case(key).revision != revision:
                raise ReviewError("changed", found=key)
            decided, step = review.decided(key, decision)
            self._write(decided)
            self._keep([*self._steps(name), step], name)
        return decided

    def undo(self, name: str) -> tuple[TableReview, str]:
        """Take the last decision back; the table and the key of the case. Raises ReviewError and OSError."""
        with locked(self.path):
            steps = self._steps(name)
            if not steps:
                raise ReviewError("nothing-to-undo")
            before = self.open(name).undone(steps[-1])
            self._write(before)
            self._keep(steps[:-1], name)
        return before, steps[-1].key

    def propose_again(self, name: str, proposal: TableReview) -> TableReview:
        """Take a new proposal in, with all that was reviewed as it is. Raises ReviewError and OSError."""
        with locked(self.path):
            merged = self.open(name).proposed_again(proposal)
            self._write(merged)
            self._keep([], name)
        return merged

    def can_undo(self, name: str) -> int:
        """How many decisions can be taken back."""
        return len(self._steps(name))

    def _file(self, name: str) -> Path:
        return self.path / f"{name}.csv"

    def _own(self, name: str) -> str | None:
        if not self.is_own(name):
            return None
        load = Loader(f"tables/{name}.csv", ConcordanceFileError)
        return load.text(read_whole(self._file(name), load))

    def _write(self, review: TableReview) -> None:
        text = write_review(review)
        if read_review(review.name, text) != review:
            raise ConcordanceFileError(Loader(f"tables/{review.name}.csv", ConcordanceFileError).fault("changed").fault)
        write_atomic(self._file(review.name), text.encode())

    def _steps(self, name: str) -> list[ReviewStep]:
        """What can be undone; nothing where the record is damaged, since the table itself is whole."""
        load = Loader(f"tables/{name}.undo.json", ConcordanceFileError)
        try:
            found = load.json_list(read_whole(self.path / f"{name}.undo.json", load))
            return [
                ReviewStep(one["key"], tuple(map(review_row, one["removed"])), tuple(map(review_row, one["added"])))
                for one in found
            ]
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return []

    def _keep(self, steps: list[ReviewStep], name: str) -> None:
        """Keep what can be undone. Where the disk refuses, nothing can: the decision is in the table."""
        rows = [
            {"key": one.key, "removed": [row.cells for row in one.removed], "added": [row.cells for row in one.added]}
            for one in steps[-STEPS:]
        ]
        path = self.path / f"{name}.undo.json"
        try:
            write_atomic(path, (json.dumps(rows, ensure_ascii=False) + "\n").encode())
        except OSError:
            with suppress(OSError):
                path.unlink(missing_ok=True)
