"""What each paragraph of a person's own text was read as: the account that a page shows beside the source.

It is kept beside the text (``reading.json``), so that a page need not read the files again to show it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from corpus.own_texts import AdditionError, OwnTextError, OwnTexts, ReadingDecision
from corpus.schema import Between, Loader

EVERYWHERE = ("text", "chapter", "noise")
"""The readings that paragraphs share; all others name the number that they belong to."""
_Count = Annotated[int, Between(0, 10_000_000)]


@dataclass(frozen=True)
class ReadParagraph:
    """A paragraph or table of the source: its place, its words, what it was used as (``kind``), why, and its id.

    ``page`` is 0 where the format has none. The codes are those of ``parser.recognition.account``.
    """

    file: str
    page: _Count
    line: _Count
    words: str
    kind: str
    reason: str
    id: str = ""


@dataclass(frozen=True)
class OpenQuestion:
    """A paragraph (``row``) to decide about: ``likely`` is how it was read, ``others`` what it may be instead.

    ``alike`` are further rows with the same question, for the same cause; ``here`` and ``there`` how much of what it is
    about this text has, and the others, -1 where nothing is counted.
    """

    row: _Count
    code: str
    likely: str
    others: tuple[str, ...] = ()
    alike: tuple[_Count, ...] = ()
    here: Annotated[int, Between(-1, 10_000_000)] = -1
    there: Annotated[int, Between(-1, 10_000_000)] = -1


@dataclass(frozen=True)
class KeptReading:
    """The reading of a text: its paragraphs, what is open, and the decisions with which it was read.

    Beside the other texts of its edition it lacks the numbers ``missing`` and has ``extra`` ones; ``elsewhere`` are
    numbers with that at which the others have the rule; ``unfit`` are numbers that it has no more, to which rows of its
    number table lead that a person has read.
    """

    paragraphs: tuple[ReadParagraph, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    decided: tuple[ReadingDecision, ...] = ()
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    elsewhere: tuple[tuple[str, str], ...] = ()
    unfit: tuple[str, ...] = ()

    def decision(self, row: int, reading: str, reason: str) -> ReadingDecision:
        """A decision about the paragraph ``row``. Raises AdditionError for a row or reading that there is none of."""
        if not 0 <= row < len(self.paragraphs):
            raise AdditionError("no-row", found=str(row), count=str(len(self.paragraphs)))
        if not reason.strip():
            raise AdditionError("no-reason")
        words = self.paragraphs[row].words
        nth = sum(one.words == words for one in self.paragraphs[: row + 1])
        return ReadingDecision(words, reading, " ".join(reason.split()), nth)

    def alike(self, row: int) -> tuple[int, ...]:
        """The further rows of the questions about a row."""
        return tuple(sorted({other for one in self.questions if one.row == row for other in one.alike} - {row}))

    def everywhere(self, row: int, reading: str, reason: str) -> tuple[ReadingDecision, ...]:
        """The decision about the paragraph ``row``, and the same about all others of its questions.

        Where the words are a heading each has its own number. Raises AdditionError as ``decision``, and for a reading
        that belongs to one number.
        """
        is_heading = reading.endswith(" heading")
        if not is_heading and reading not in EVERYWHERE:
            raise AdditionError("one-place", found=reading)
        own = ((other, self.paragraphs[other].id) for other in self.alike(row))
        others = (
            (other, f"{place} heading" if is_heading else reading) for other, place in own if place or not is_heading
        )
        return tuple(self.decision(*one, reason) for one in ((row, reading), *others))

    def rows_of(self, decisions: Sequence[ReadingDecision]) -> dict[int, ReadingDecision]:
        """The decisions by the row that each is about; one whose words are gone is about none."""
        wanted = {(one.words, one.nth): one for one in decisions}
        seen: dict[str, int] = {}
        found = {}
        for row, paragraph in enumerate(self.paragraphs):
            seen[paragraph.words] = nth = seen.get(paragraph.words, 0) + 1
            if one := wanted.get((paragraph.words, nth)):
                found[row] = one
        return found

    def is_stale(self, decisions: Sequence[ReadingDecision]) -> bool:
        """True when the text would be read otherwise with these decisions: some are new, or were taken back."""
        return {(one.words, one.nth, one.reading) for one in decisions} != {
            (one.words, one.nth, one.reading) for one in self.decided
        }

    def open_rows(self, decisions: Sequence[ReadingDecision]) -> tuple[int, ...]:
        """The rows with a question that nobody has decided about."""
        done = self.rows_of(decisions)
        return tuple(sorted({one.row for one in self.questions} - done.keys()))


def dump_reading(reading: KeptReading) -> bytes:
    """The content of ``reading.json``.

    >>> load_reading("nb-2017", dump_reading(KeptReading(missing=("93C",)))).missing
    ('93C',)
    """
    return (json.dumps(asdict(reading), ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def load_reading(key: str, content: bytes) -> KeptReading:
    """The reading in a file of the text ``key``; an empty one for no content. Raises OwnTextError naming the place."""
    if not content:
        return KeptReading()
    load = Loader(f"texts/{key}/reading.json", OwnTextError)
    return load.convert(load.json(content), KeptReading)


def own_reading(own: OwnTexts, key: str) -> KeptReading:
    """The reading of a text of the library. Raises OwnTextError."""
    return load_reading(key, own.reading(key))
