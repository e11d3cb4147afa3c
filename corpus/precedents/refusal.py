"""Why a file of a decision was not taken: a code with its values.

Nothing here is a sentence: ``app.i18n.errors`` finds the words in the language of whoever reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RefusalCode = Literal[
    "missing",  # there is no such file
    "system",  # the operating system does not let the file be read: ``cause``
    "over-limit",  # a file on disk with more than ``limit`` bytes, refused before it is read
    "ending",  # a name that ends in ``suffix``
    "large",  # ``size`` bytes, more than ``limit``
    "empty", "no-text", "binary", "pdf", "word", "old-word", "encrypted", "scanned",
    "pages",  # a PDF of ``count`` pages, more than ``limit``
    "signs",  # a PDF with more signs than ``limit``
    "page",  # a page that lxml cannot read: ``cause``
    "deep",  # a page nested more deeply than lxml reads
    "no-page-text",
    "list",  # a page that lists ``count`` cases
    "folder",  # the register's folder cannot be written: ``cause``
    "fault",  # a fault of Lovbro's own: ``cause``
]  # fmt: skip


@dataclass(frozen=True)
class Refusal:
    """One reason: a code and the values that the code names; the others are empty.

    ``size`` and ``limit`` are bytes; ``cause`` is what the operating system or lxml reports, in English.
    """

    code: RefusalCode
    suffix: str = ""
    size: int = 0
    limit: int = 0
    count: int = 0
    cause: str = ""


class UnreadableError(ValueError):
    """A file that is no decision that Lovbro reads. ``refusal`` holds the reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
