"""One row of a number table: what became of one number, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Place = Literal["same", "moved", "split", "merged", "dropped", "new"]
Relation = Literal["same", "revised", "moved", "split", "merged", "dropped", "new"]
ENDS = ("dropped", "new")
TRANSLATED = ("da", "nb", "sv")
NOTE = "*"
"""Behind a number: its footnote is meant."""
UNSURE = "UNSURE"
PROPOSED_DOUBT = f"{UNSURE}."
"""The whole note of a row that was proposed in doubt."""
TAKEN = "counterpart taken"
"""The ground of a row that lost its counterpart to another one in review."""


@dataclass(frozen=True)
class RowDoubt:
    """Why a row that was proposed from the texts, or left over in review, is in doubt; empty for any other row.

    ``confidence`` goes from 0 to 1, None where nothing like the rule was found; ``grounds`` speak for the row;
    ``nearest`` are numbers that it may be instead, each with its likeness, the likeliest first.
    """

    confidence: float | None = None
    grounds: tuple[str, ...] = ()
    nearest: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class ConcordanceRow:
    """One row: ``old`` or ``new`` is empty where the other edition has no counterpart.

    ``31B*`` in ``old`` is not the provision but its footnote; it is never the answer to a question about 31B.
    ``revised`` is True when what the rule orders changed, wherever it went. ``translations`` are the note by language.
    The note of a row in doubt has the word ``UNSURE``; one that was proposed so has no other, and its ``doubt``.
    """

    old: str
    new: str
    place: Place
    revised: bool
    note: str
    translations: Mapping[str, str] = field(default_factory=dict, hash=False)
    doubt: RowDoubt = RowDoubt()

    @property
    def relation(self) -> Relation:
        """Place and content in one word: a rule that kept its number is ``same`` or ``revised``."""
        return "revised" if self.place == "same" and self.revised else self.place

    @property
    def content(self) -> str:
        """``same`` or ``revised``; empty where there is nothing to compare."""
        return "" if self.place in ENDS else "revised" if self.revised else "same"

    @property
    def unsure(self) -> bool:
        """True where whoever wrote the row marked it as in doubt."""
        return UNSURE in self.note


def doubted(
    row: ConcordanceRow,
    confidence: float | None,
    grounds: tuple[str, ...],
    nearest: Iterable[tuple[str, float]],
) -> ConcordanceRow:
    """A row that is proposed in doubt, as it is read from a table: with figures of two places."""
    rounded = None if confidence is None else round(confidence, 2)
    doubt = RowDoubt(rounded, grounds, tuple((place, round(likely, 2)) for place, likely in nearest))
    return replace(row, note=PROPOSED_DOUBT, translations=dict.fromkeys(TRANSLATED, ""), doubt=doubt)
