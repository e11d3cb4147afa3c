"""Text that knows where each of its characters stood in the witness, so that nothing becomes untraceable.

A ``TrackedText`` is a string with one origin (character offset in the witness) per character and the list of
changes made so far. Every operation returns a new value and keeps origins and changes in step.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from corpus.model import Emendation, Lines

_BLANKS = re.compile(r"[ \t\u00a0\n]+")


@dataclass(frozen=True)
class Edit:
    """``new`` is to replace ``text[start:end]``, recorded under ``rule`` (none: a reshape)."""

    start: int
    end: int
    new: str
    rule: str
    doubtful: bool = False


@dataclass(frozen=True)
class TextChange:
    """``text[start:end]`` replaces what the witness prints: ``printed``, from offset ``origin`` on.

    ``rule`` names what made it; an empty rule is a reshape (line-end hyphen, note mark kept elsewhere): it is
    remembered so that every character stays accounted for, but it is no emendation.
    """

    start: int
    end: int
    printed: str
    rule: str
    origin: int
    doubtful: bool = False


@dataclass(frozen=True)
class Witness:
    """A raw text and its siglum. Lines are 1-based and split at LF only."""

    siglum: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of the first character of each line."""
        return (0, *(i + 1 for i, c in enumerate(self.text) if c == "\n"))


@dataclass(frozen=True)
class TrackedText:
    """``text`` with ``origins[i]``, the offset in the witness of ``text[i]``."""

    text: str
    origins: tuple[int, ...]
    changes: tuple[TextChange, ...] = ()

    @classmethod
    def of(cls, text: str, start: int = 0) -> TrackedText:
        """Wrap witness text that begins at offset ``start``."""
        return cls(text, tuple(range(start, start + len(text))))

    def __len__(self) -> int:
        return len(self.text)

    def __bool__(self) -> bool:
        return bool(self.text)

    def __getitem__(self, key: slice) -> TrackedText:
        start, stop, step = key.indices(len(self.text))
        if step != 1:
            raise ValueError("a TrackedText is sliced in one run")
        stop = max(start, stop)
        if start == 0 and stop == len(self.text):
            return self
        if not self.changes:
            return TrackedText(self.text[start:stop], self.origins[start:stop])
        near = self.changes
        if self._is_ordered:
            first = bisect_left(near, start, key=lambda change: change.end)
            near = near[first : bisect_right(near, stop, key=lambda change: change.start)]
        kept = tuple(
            replace(c, start=max(c.start, start) - start, end=min(c.end, stop) - start)
            for c in near
            if (c.start < stop and c.end > start)
            or (c.start == c.end and (start <= c.start < stop or c.start == stop == len(self.text)))
        )
        return TrackedText(self.text[start:stop], self.origins[start:stop], kept)

    def __add__(self, other: TrackedText) -> TrackedText:
        shift = len(self.text)
        moved = tuple(_moved(change, shift) for change in other.changes)
        return TrackedText(self.text + other.text, self.origins + other.origins, self.changes + moved)

    def strip(self, chars: str | None = None) -> TrackedText:
        """Without white space (or ``chars``) at both ends."""
        left = len(self.text) - len(self.text.lstrip(chars))
        return self[left : max(left, len(self.text.rstrip(chars)))]

    def split(self, sign: str) -> tuple[TrackedText, ...]:
        """The pieces between the occurrences of a character, as of ``str.split``: empty ones are kept."""
        bounds = [-1, *(at for at, char in enumerate(self.text) if char == sign), len(self)]
        return tuple(self[before + 1 : end] for before, end in pairwise(bounds))

    def emend(self, start: int, end: int, new: str, rule: str, doubtful: bool = False) -> TrackedText:
        """Replace ``text[start:end]`` and record it; an earlier change inside keeps its printed form."""
        return self._swap(start, end, new, rule, doubtful)

    def reshape(self, start: int, end: int, new: str) -> TrackedText:
        """Replace without an emendation: only for white space, line-end hyphens and marks that live elsewhere."""
        return self._swap(start, end, new, "", False)

    def sub(
        self, pattern: str | re.Pattern[str], new: str | Callable[[re.Match[str]], str], rule: str = ""
    ) -> TrackedText:
        """Like ``re.sub``, recorded under ``rule``; with an empty rule it is a reshape."""
        # ``expand`` reads its template anew at each match, and most have nothing to fill in.
        plain = new if isinstance(new, str) and "\\" not in new else None
        edits = []
        for match in re.finditer(pattern, self.text):
            text = plain if plain is not None else new(match) if callable(new) else match.expand(new)
            if text != match.group():
                edits.append(Edit(*match.span(), text, rule))
        return self.edited(edits)

    def edited(self, edits: Sequence[Edit]) -> TrackedText:
        """With each edit made; they are in the order of the text and none overlaps another."""
        if not edits:
            return self
        if not self._is_ordered or edits[-1].start == len(self):
            return self._replaced(edits)
        # Each edit touches a few changes at most: piece by piece the work grows with the text, not with its square.
        pieces, at, kept = [], 0, 0
        for start, end, near, own in self._clusters(edits):
            pieces.append(self._piece(at, start, slice(kept, near.start)))
            # One character more: what is put in at the end is anchored to it.
            more = min(end + 1, len(self)) - end
            moved = [replace(edit, start=edit.start - start, end=edit.end - start) for edit in own]
            made = self._piece(start, end + more, near)._replaced(moved)
            length = len(made) - more
            pieces.append(TrackedText(made.text[:length], made.origins[:length], made.changes))
            at, kept = end, near.stop
        return join((*pieces, self._piece(at, len(self), slice(kept, None))), "") if pieces else self

    def _piece(self, start: int, end: int, changes: slice) -> TrackedText:
        """A part of the text with just these of its changes."""
        own = tuple(_moved(change, -start) for change in self.changes[changes])
        return TrackedText(self.text[start:end], self.origins[start:end], own)

    def _replaced(self, edits: Sequence[Edit]) -> TrackedText:
        """With each edit made, from the last to the first."""
        out = self
        for edit in reversed(edits):
            out = out._swap(edit.start, edit.end, edit.new, edit.rule, edit.doubtful)
        return out

    def _clusters(self, edits: Sequence[Edit]) -> Iterator[tuple[int, int, slice, Sequence[Edit]]]:
        """The edits with the changes that they replace, and the edits in those: start, end, changes, edits."""
        at = 0
        while at < len(edits):
            start, end = edits[at].start, edits[at].end
            count = 1
            low = bisect_right(self.changes, start, key=lambda change: change.end)
            if start < end:
                low = self._first_at(start, low)
            high = low
            while True:
                if high < len(self.changes) and self.changes[high].start < end:
                    change = self.changes[high]
                    high += 1
                    end = max(end, change.end)
                    if change.start < start:
                        start = change.start
                        low = self._first_at(start, low)
                elif at + count < len(edits) and edits[at + count].start < end:
                    end = max(end, edits[at + count].end)
                    count += 1
                else:
                    break
            yield start, end, slice(low, high), edits[at : at + count]
            at += count

    def _first_at(self, start: int, number: int) -> int:
        """The first of the changes before ``number`` that took something away just at ``start``."""
        while number and self.changes[number - 1].start == self.changes[number - 1].end == start:
            number -= 1
        return number

    @cached_property
    def _is_ordered(self) -> bool:
        """True when the changes stand in the order of the text and none overlaps another, as all but a few do."""
        return all(one.end <= other.start for one, other in pairwise(self.changes))

    def printed(self, start: int = 0, end: int | None = None) -> str:
        """What the witness prints for ``text[start:end]``."""
        end = len(self.text) if end is None else end
        return self._printed(start, end, self.changes, end == len(self.text))

    def _printed(self, start: int, end: int, changes: Iterable[TextChange], to_the_end: bool) -> str:
        """``to_the_end`` counts what was taken away just at ``end`` in."""
        out, at = [], start
        for change in sorted(changes, key=lambda c: (c.start, c.end, c.origin)):
            if start <= change.start and change.end <= end and (change.start < end or to_the_end):
                out += [self.text[at : change.start], change.printed]
                at = change.end
        return "".join((*out, self.text[at:end]))

    def _swap(self, start: int, end: int, new: str, rule: str, doubtful: bool) -> TrackedText:
        for change in self.changes:
            # An earlier change is replaced whole or not at all, so that its printed form stays in one piece.
            if change.start < start < change.end or change.start < end < change.end:
                low, high = min(change.start, start), max(change.end, end)
                return self._swap(low, high, self.text[low:start] + new + self.text[end:high], rule, doubtful)
        left, inside, right = [], [], []
        for change in self.changes:
            if change.end <= start and (change.start < start or start == end):
                left.append(change)
            elif change.start >= end:
                right.append(change)
            else:
                inside.append(change)
        anchor = self.origins[start] if start < len(self.origins) else max(self.origins, default=-1) + 1
        old = self.origins[start:end]
        spread = tuple(old[min(i, len(old) - 1)] if old else anchor for i in range(len(new)))
        shift = len(new) - (end - start)
        printed = self._printed(start, end, inside, to_the_end=False) if end > start else ""
        origin = min([anchor, *(c.origin for c in inside)])
        made = TextChange(start, start + len(new), printed, rule, origin, doubtful)
        return TrackedText(
            self.text[:start] + new + self.text[end:],
            self.origins[:start] + spread + self.origins[end:],
            (*left, made, *(_moved(change, shift) for change in right)),
        )


def join(pieces: Iterable[TrackedText], glue: str = " ") -> TrackedText:
    """Put pieces together with ``glue`` between them (the glue takes the origin before it)."""
    texts: list[str] = []
    origins: list[int] = []
    changes: list[TextChange] = []
    for piece in pieces:
        if origins and piece.text and glue:
            texts.append(glue)
            origins += [origins[-1]] * len(glue)
        changes += [_moved(change, len(origins)) for change in piece.changes]
        texts.append(piece.text)
        origins += piece.origins
    return TrackedText("".join(texts), tuple(origins), tuple(changes))


def _moved(change: TextChange, by: int) -> TextChange:
    return replace(change, start=change.start + by, end=change.end + by) if by else change


class LineIndex:
    """Turns witness offsets into 1-based line numbers."""

    def __init__(self, witness: Witness) -> None:
        self.siglum = witness.siglum
        self._starts = witness.line_starts

    def line(self, offset: int) -> int:
        """The 1-based line of a witness offset."""
        return bisect_right(self._starts, offset)

    def lines(self, text: TrackedText) -> Lines:
        """First and last line of ``text``; an empty text raises ValueError."""
        if not text.origins:
            raise ValueError("an empty text has no lines")
        return Lines(self.siglum, self.line(min(text.origins)), self.line(max(text.origins)))

    def emendations(self, text: TrackedText) -> tuple[Emendation, ...]:
        """The changes of ``text`` as Emendations with their lines."""
        out = []
        for change in sorted(text.changes, key=lambda c: (c.start, c.end)):
            at = min(change.start, len(text.origins) - 1)
            line = self.line(text.origins[at]) if text.origins else 0
            corrected = text.text[change.start : change.end]
            if change.rule not in ("", "patch:layout") and corrected != change.printed:
                found = (change.start, change.end, change.printed, corrected, change.rule)
                out.append(Emendation(*found, self.siglum, line, change.doubtful))
        return tuple(out)


def collapse(text: TrackedText) -> TrackedText:
    """Every run of blanks (also no-break spaces and line feeds) becomes one space; none at the ends."""
    return text.sub(_BLANKS, " ").strip()
