"""The subject index of the Danish book: rows with leaders of dots, main and sub entries alike in the scan.

Neither type nor indent distinguishes a sub entry from a main one, and blanks between words are often lost. So a table
(``data/lexicon/da-2017-register.tsv``), written with the eye on the page, gives for each printed row its rank and
its words; it must fit row by row, else reading stops. Locators are read from the row itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from corpus.schema import FormatError, Loader
from parser.layout.events import DraftIndexEntry, LayoutError
from parser.text.tracked import TrackedText, join
from parser.witnesses.spelling import Corrector

RANKS = ("main", "sub")

_LOCATOR = re.compile(r"§ ?[0-9A-Za-z]+(?: fodnote)?|\bDef\b|\bIndledning\b")
_LOCATORS = re.compile(rf"(?:{_LOCATOR.pattern})(?:, ?(?:{_LOCATOR.pattern}))*,?$")
_LEADERS = re.compile(r"\s*\.(?=[\s.])")
_RUN = re.compile(r"(?:\. ?){3,}")
_SEE = re.compile(r" – [Ss]e (?:også )?(?P<see>.+)$")


class RegisterTableError(FormatError):
    """The table of the rows of the register cannot be read."""


def is_row(line: str) -> bool:
    """True for a line with leaders of dots and a locator, as only the register has them.

    >>> is_row("Fordækt kort . . . . § 41"), is_row("§ 41 Påbegyndelse")
    (True, False)
    """
    return bool(_RUN.search(line)) and bool(_LOCATORS.search(line))


def register(lines: Sequence[TrackedText], corrector: Corrector, table: str) -> tuple[DraftIndexEntry, ...]:
    """The rows in printed order. Raises LayoutError where the table does not fit the lines."""
    rows = read_register_table(table)
    out: list[DraftIndexEntry] = []
    at, entry = 0, ""
    for printed, rank, words in rows:
        row, at = _row(lines, at, printed)
        see = _SEE.search(words)
        name = words[: see.start()] if see else words
        entry = name if rank == "main" else entry
        out.append(
            DraftIndexEntry(
                entry, name if rank == "sub" else "", _locators(row, corrector), (see["see"],) if see else (), row
            )
        )
    if at < len(lines):
        raise LayoutError(f"no row of the register fits {lines[at].text!r}", lines[at].origins[0])
    return tuple(out)


def read_register_table(table: str) -> tuple[tuple[str, str, str], ...]:
    """The rows of ``da-2017-register.tsv``: words as printed, ``main`` or ``sub``, words as meant.

    Raises RegisterTableError naming the line.
    """
    load = Loader("data/lexicon/da-2017-register.tsv", RegisterTableError)
    rows = []
    for number, (printed, rank, words) in load.rows(table, "\t", ("printed", "rank", "words")):
        if rank not in RANKS:
            raise load.fault("choice", f"line {number}", expected=", ".join(RANKS), found=rank)
        rows.append((printed, rank, words))
    return tuple(rows)


def printed_words(line: str) -> str:
    """What a line prints before its leaders and locators.

    >>> printed_words("Fordækt kort . . . . § 41")
    'Fordækt kort'
    """
    locators = _LOCATORS.search(line)
    bare = line[: locators.start()] if locators else line
    leaders = _LEADERS.search(bare)
    return (bare[: leaders.start()] if leaders else bare).strip()


def _row(lines: Sequence[TrackedText], at: int, printed: str) -> tuple[TrackedText, int]:
    """The lines of one row: those that print its words, then those that go on with its locators."""
    taken: list[TrackedText] = []
    while at < len(lines) and (not taken or _words(taken) != printed or taken[-1].text.endswith(",")):
        taken.append(lines[at])
        at += 1
        if not printed.startswith(_words(taken)):
            raise LayoutError(f"{lines[at - 1].text!r} is not the row {printed!r}", lines[at - 1].origins[0])
    if _words(taken) != printed:
        raise LayoutError(f"the register ends before the row {printed!r}", lines[-1].origins[-1])
    return join(taken), at


def _words(lines: Sequence[TrackedText]) -> str:
    return " ".join(filter(None, (printed_words(line.text) for line in lines)))


def _locators(row: TrackedText, corrector: Corrector) -> tuple[str, ...]:
    found: Iterator[re.Match[str]] = _LOCATOR.finditer(row.text)
    return tuple(corrector.corrected(row[match.start() : match.end()]).text for match in found)
