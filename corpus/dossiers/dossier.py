"""A committee's dossier: question, facts, views, reasoning, decision, and quotations frozen with their source.

A quotation is never looked up again to be shown: it keeps its words, expression, edition, witness lines and a sum
over the words. ``corpus.dossiers.quotation`` makes quotations and finds what has changed in their source;
``corpus.dossiers.folder`` is the file they are kept in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from corpus.ids import ProvisionId, is_provision_id
from corpus.model import Lines

QuoteKind = Literal["provision", "definition", "note", "precedent"]


@dataclass(frozen=True)
class QuotedBlock:
    """A paragraph or a table of a quotation.

    ``label`` is the number as cited, on the first piece of each provision; ``rows`` is empty but for tables, whose
    first ``header`` rows are column headings; ``mark`` is the sign of a footnote.
    """

    label: str = ""
    heading: str = ""
    text: str = ""
    mark: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    header: int = 0


@dataclass(frozen=True)
class Quotation:
    """Literal words with their source. ``sha256`` is the sum over the pieces when they were taken.

    ``dated`` is the day from which the edition counts. For a precedent ``expression`` is ``precedents``, ``place``
    the key of the case and ``dated`` its date of play.
    """

    kind: QuoteKind
    expression: str
    place: str
    edition: str
    dated: str
    title: str
    cited: str
    standing: str
    source: Lines
    pieces: tuple[QuotedBlock, ...]
    sha256: str
    comment: str = ""


@dataclass(frozen=True)
class Remark:
    """A note of the committee's own, among the quotations."""

    text: str


DossierEntry = Quotation | Remark


@dataclass(frozen=True)
class PartyView:
    """What one party holds."""

    party: str
    text: str


@dataclass(frozen=True)
class TypedAdjustment:
    """An adjusted score as a committee types it; ``app.committee.scoring`` works it out.

    ``form`` is ``teams``, ``pairs`` or ``field`` (IMPs across the field), ``offending`` ``NS``, ``EW``, ``both`` or
    empty. ``outcomes`` has one line each (``60 % 4♠ S =``), ``others`` the scores of North-South at the other tables.
    ``boards`` and ``rest`` are the length of the match and its IMPs without this board; ``rules`` names what is to be
    used beside: ``knockout`` (12C4), ``incomparable`` (86B2b), ``dbf`` (the federation's, in a case of another
    language); ``unrounded`` leaves DBf 201C out.
    """

    form: str = ""
    offending: str = ""
    vulnerable: str = ""
    outcomes: str = ""
    others: str = ""
    boards: str = ""
    rest: str = ""
    rules: tuple[str, ...] = ()


NO_ADJUSTMENT = TypedAdjustment()


@dataclass(frozen=True)
class PolledPlayer:
    """A player who was asked what he would call (16B1b, 85A1), as typed.

    ``hand`` is the hand that was shown; ``considered`` and ``chosen`` are calls, those considered parted by commas.
    """

    initials: str = ""
    level: str = ""
    system: str = ""
    hand: str = ""
    considered: str = ""
    chosen: str = ""


STEP_TIME = "%Y-%m-%d %H:%M"
"""How the moment of a step is written: ``2026-03-07 14:30``; typed over, it may be any words."""


@dataclass(frozen=True)
class DoneStep:
    """A step of the procedure that was taken: its name in ``procedure.toml``, and when, as ``STEP_TIME``."""

    step: str
    at: str = ""


@dataclass(frozen=True)
class TypedDeadlines:
    """What time limits are counted from, and the organiser's own limits, as typed.

    Moments are such as ``14:30`` on the day of play or ``8.3.2026 10.15``: the result ``published``, the next match or
    session ``next_start``, the oral decision ``notified``, the appeal ``submitted`` to be decided in writing, the
    written decision ``received``. ``request``, ``further``, ``comments`` and ``written`` are the organiser's: a length
    (``20 minutter``) or the moment itself.
    """

    published: str = ""
    request: str = ""
    next_start: str = ""
    notified: str = ""
    further: str = ""
    submitted: str = ""
    comments: str = ""
    received: str = ""
    written: str = ""


NO_DEADLINES = TypedDeadlines()


@dataclass(frozen=True)
class Dossier:
    """One case before a committee. ``key`` is its file name; all texts are the committee's own words.

    ``deal`` and ``auction`` are as typed (``corpus.board`` reads them); ``dealer`` is a seat, or empty for the board's
    own. ``deposit_outcome`` is ``returned``, ``forfeited`` or empty; ``members`` has a name a line,
    ``replacements`` a name and what replaces it in the copy for publication. ``north_south`` and ``east_west`` are the
    players with their team, ``director`` who ruled at the table.
    """

    key: str
    title: str
    language: str
    case: str = ""
    event: str = ""
    played: str = ""
    committee: str = ""
    question: str = ""
    facts: str = ""
    views: tuple[PartyView, ...] = ()
    reasoning: str = ""
    decision: str = ""
    entries: tuple[DossierEntry, ...] = ()
    federation: str = ""
    board: str = ""
    dealer: str = ""
    deal: str = ""
    auction: str = ""
    ruling: str = ""
    table_result: str = ""
    appellant: str = ""
    consent: str = ""
    deposit: str = ""
    vote: str = ""
    dissent: str = ""
    deposit_outcome: str = ""
    deadline: str = ""
    chair: str = ""
    members: str = ""
    replacements: str = ""
    score: TypedAdjustment = NO_ADJUSTMENT
    poll: tuple[PolledPlayer, ...] = ()
    times: TypedDeadlines = NO_DEADLINES
    done: tuple[DoneStep, ...] = ()
    north_south: str = ""
    east_west: str = ""
    director: str = ""

    @property
    def quotations(self) -> tuple[Quotation, ...]:
        """The entries but for the committee's own remarks, in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, Quotation))

    def add(self, entry: DossierEntry) -> Dossier:
        """With an entry at the end; no words are quoted twice.

        A quotation within one that is there already adds nothing; one that holds others takes the place of the first
        of them, with the comments of all.
        """
        if not isinstance(entry, Quotation):
            return replace(self, entries=(*self.entries, entry))
        if any(_covers(other, entry) for other in self.quotations):
            return self
        held = [at for at, other in enumerate(self.entries) if isinstance(other, Quotation) and _covers(entry, other)]
        if not held:
            return replace(self, entries=(*self.entries, entry))
        comments = [entry.comment, *(cast(Quotation, self.entries[at]).comment for at in held)]
        whole = replace(entry, comment="\n".join(dict.fromkeys(comment for comment in comments if comment)))
        kept = [whole if at == held[0] else other for at, other in enumerate(self.entries) if at not in held[1:]]
        return replace(self, entries=tuple(kept))

    def remove(self, index: int) -> Dossier:
        """Without the entry at ``index``."""
        return replace(self, entries=self.entries[:index] + self.entries[index + 1 :])

    def move(self, index: int, step: int) -> Dossier:
        """With the entry at ``index`` moved ``step`` places, at most to an end.

        >>> Dossier("k", "t", "da", entries=(Remark("a"), Remark("b"))).move(0, 9).entries
        (Remark(text='b'), Remark(text='a'))
        """
        entries = list(self.entries)
        entry = entries.pop(index)
        entries.insert(min(max(index + step, 0), len(entries)), entry)
        return replace(self, entries=tuple(entries))

    def change(self, index: int, entry: DossierEntry) -> Dossier:
        """With another entry at ``index``."""
        return replace(self, entries=(*self.entries[:index], entry, *self.entries[index + 1 :]))


def text_hash(pieces: Sequence[QuotedBlock]) -> str:
    """The SHA-256, in hexadecimal, of the literal words, tables and labels of a quotation."""
    rows = [[p.label, p.heading, p.text, p.mark, [list(row) for row in p.rows]] for p in pieces]
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


def plain_text(pieces: Sequence[QuotedBlock]) -> str:
    r"""A quotation as lines of text, for comparing and for copying: cells separated by a bar.

    >>> plain_text([QuotedBlock("§ 16", text="Et bud."), QuotedBlock(rows=(("KP", "8 spil"),))])
    '§ 16 Et bud.\nKP | 8 spil'
    """
    lines = []
    for piece in pieces:
        words = " ".join(part for part in (piece.mark, piece.label, piece.heading, piece.text) if part)
        lines += [words] if words else []
        lines += [" | ".join(row) for row in piece.rows]
    return "\n".join(lines)


def _covers(wider: Quotation, other: Quotation) -> bool:
    """True when all words of a quotation are in another one, at the same place of the same text."""
    if _same_source(wider, other):
        return True
    if wider.kind != "provision" or (wider.expression, wider.edition) != (other.expression, other.edition):
        return False
    place = other.place.partition("#")[0]
    if not (is_provision_id(wider.place) and is_provision_id(place)):
        return False
    own, outer = ProvisionId.of(place).parts, ProvisionId.of(wider.place).parts
    return own[: len(outer)] == outer and all(piece in wider.pieces for piece in other.pieces)


def _same_source(one: Quotation, other: Quotation) -> bool:
    return (one.expression, one.place, one.sha256) == (other.expression, other.place, other.sha256)
