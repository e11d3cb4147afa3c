"""Tables under review: read, decided and written under one lock, so that two windows lose nothing.

They are documents in the library's folder or in the database.

``2017-2027.csv`` is the table as every reader of tables reads it, ``2017-2027.undo.json`` what the last decisions did,
``2017-2027.da-2027.proposal`` the table as it was proposed from the text ``da-2027``. ``2017-2027.aside`` is a table
that waits, and is none meanwhile, since no text of its edition is held.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

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
from corpus.document_store import DocumentStore, remove_if_there
from corpus.schema import Loader

STEPS = 200  # decisions that can be undone
PROPOSAL = ".proposal"
ASIDE = ".aside"


@dataclass(frozen=True)
class ReviewFolder:
    """The tables of a library. ``shipped`` gives the text of a table that comes with Lovbro, None where there is none.

    A shipped table is never written: the first decision about it makes a table of one's own, which hides it.
    """

    documents: DocumentStore
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
        return self.documents.exists(f"{name}.csv")

    def decide(self, name: str, key: str, decision: ReviewDecision, revision: str = "") -> TableReview:
        """Save a decision. ``revision`` is that of the case as a window saw it. Raises ReviewError and OSError."""
        with self.documents.locked():
            review = self.open(name)
            if revision and review.case(key).revision != revision:
                raise ReviewError("changed", found=key)
            decided, step = review.decided(key, decision)
            self._write(decided)
            self._keep([*self._steps(name), step], name)
        return decided

    def undo(self, name: str) -> tuple[TableReview, str]:
        """Take the last decision back; the table and the key of the case. Raises ReviewError and OSError."""
        with self.documents.locked():
            steps = self._steps(name)
            if not steps:
                raise ReviewError("nothing-to-undo")
            before = self.open(name).undone(steps[-1])
            self._write(before)
            self._keep(steps[:-1], name)
        return before, steps[-1].key

    def propose_again(self, name: str, proposal: TableReview) -> TableReview:
        """Take a new proposal in, with all that was reviewed as it is. Raises ReviewError and OSError."""
        with self.documents.locked():
            merged = self.open(name).proposed_again(proposal)
            self._write(merged)
            self._keep([], name)
        return merged

    def proposal(self, name: str, key: str) -> TableReview | None:
        """The table as it was proposed from the text ``key``; None where that is not known, or damaged."""
        file = f"{name}.{key}{PROPOSAL}"
        load = Loader(f"tables/{file}", ConcordanceFileError)
        with suppress(ConcordanceFileError):
            if self.documents.exists(file):
                return read_review(name, load.text(self.documents.read(file, load)))
        return None

    def renew(self, proposal: TableReview, key: str) -> TableReview:
        """Take in what is proposed from another file of the text ``key``; what a person did stays. The table then.

        Raises ReviewError where there is no table, ConcordanceFileError and OSError.
        """
        name = proposal.name
        with self.documents.locked():
            held = self.open(name)
            renewed = held.renewed(self.proposal(name, key), proposal)
            if renewed != held:
                self._write(renewed)
                self._keep([], name)
        return renewed

    def keep_proposal(self, proposal: TableReview, key: str) -> None:
        """Keep what was proposed from the text ``key``: what differs from it, a person wrote. Raises OSError."""
        self.documents.write(f"{proposal.name}.{key}{PROPOSAL}", write_review(proposal).encode())

    def set_aside(self, name: str) -> None:
        """Let a table of the library wait, with what can be undone. Raises OSError."""
        with self.documents.locked():
            self.documents.rename(f"{name}.csv", f"{name}{ASIDE}")

    def bring_back(self, name: str) -> bool:
        """Make a table that waits one again; False where there is none, or another by now. Raises OSError."""
        if not self.documents.exists(f"{name}{ASIDE}"):
            return False  # nothing is written, not even a lock
        with self.documents.locked():
            if self.is_own(name) or not self.documents.exists(f"{name}{ASIDE}"):
                return False
            self.documents.rename(f"{name}{ASIDE}", f"{name}.csv")
        return True

    def documents_of(self, name: str) -> dict[str, bytes]:
        """A table and its record of what can be undone, as they are, by the names of their documents."""
        names = (f"{name}.csv", f"{name}.undo.json")
        load = Loader(f"tables/{name}.csv", ConcordanceFileError)
        return {file: self.documents.read(file, load) for file in names if self.documents.exists(file)}

    def put_back(self, name: str, contents: Mapping[str, bytes]) -> None:
        """Make a table and its record what ``documents_of`` gave. Raises OSError."""
        for file in (f"{name}.csv", f"{name}.undo.json"):
            if file in contents:
                self.documents.write(file, contents[file])
            else:
                remove_if_there(self.documents, file)

    def can_undo(self, name: str) -> int:
        """How many decisions can be taken back."""
        return len(self._steps(name))

    def _own(self, name: str) -> str | None:
        if not self.is_own(name):
            return None
        load = Loader(f"tables/{name}.csv", ConcordanceFileError)
        return load.text(self.documents.read(f"{name}.csv", load))

    def _write(self, review: TableReview) -> None:
        text = write_review(review)
        if read_review(review.name, text) != review:
            raise ConcordanceFileError(Loader(f"tables/{review.name}.csv", ConcordanceFileError).fault("changed").fault)
        self.documents.write(f"{review.name}.csv", text.encode())

    def _steps(self, name: str) -> list[ReviewStep]:
        """What can be undone; nothing where the record is damaged, since the table itself is whole."""
        load = Loader(f"tables/{name}.undo.json", ConcordanceFileError)
        try:
            found = load.json_list(self.documents.read(f"{name}.undo.json", load))
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
        undo = f"{name}.undo.json"
        try:
            self.documents.write(undo, (json.dumps(rows, ensure_ascii=False) + "\n").encode())
        except OSError:
            with suppress(OSError):
                remove_if_there(self.documents, undo)
