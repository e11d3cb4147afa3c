"""Which note a raised sign calls: where signs begin anew, by the laws in which they are called."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from parser.documents.label_words import LAW_WORD
from parser.documents.pdf.measure import stands_out
from parser.documents.pdf.notes import FootNote
from parser.documents.pdf.paragraphs import PlacedLine, signs_of, two_signs

_LAW = re.compile(rf"(§\s*|{LAW_WORD}\s+)?X?(\d{{1,3}})(?!\w)", re.IGNORECASE)
_FAR = 3  # pages behind a note on which its law still calls it
_SKIPPED = 3  # laws whose beginnings are not seen
_FAR_SHARE = 0.3  # of the calls, those more than a page before their note, where notes are collected
_HABIT = 0.9  # of the notes, those that stand in the order in which laws call them first


class NoteCalls:
    """The notes of a document and the lines that call them, both in reading order; ``body`` is the size of the text.

    Signs that begin anew may stand on a page for several notes, and one of them may be called again. Evidence: the
    signs as the laws call them for the first time are those of the notes, in one order. Where that is not so, the
    notes of a page are called in the order in which they are printed.
    """

    def __init__(self, lines: Sequence[PlacedLine], notes: Sequence[FootNote], body: float) -> None:
        self._notes = notes
        self._by_sign: defaultdict[str, list[int]] = defaultdict(list)
        for n, note in enumerate(notes):
            self._by_sign[note.sign].append(n)
        self._asked: Counter[tuple[int, str]] = Counter()
        signs = [note.sign for note in notes]
        self._counted = len(signs) > 1 and all(
            a.isdigit() and b.isdigit() and int(b) == int(a) + 1 for a, b in pairwise(signs)
        )
        calls = list(_calls(lines, body))
        self._known = self._by_law(calls) or self._by_chapter(calls)

    def note(self, page: int, sign: str) -> int | None:
        """The place of the note that the next such sign on a page calls: as its law does, or the one at the foot of its
        page, else of the next, else the only one, which stands further behind where the notes of the whole document
        are counted through."""
        count = self._asked[page, sign]
        self._asked[page, sign] += 1
        known = self._known.get((page, sign), ())
        if count < len(known) and (one := known[count]) is not None:
            return one
        found = self._by_sign.get(sign, [])
        for wanted in (page, page + 1):
            near = [n for n in found if self._notes[n].page == wanted]
            if near:
                # Signs that begin anew in each law may be twice on a page: called and printed in one order.
                return near[min(count, len(near) - 1)]
        return found[0] if len(found) == 1 and (self._counted or self._notes[found[0]].page < page) else None

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """What is asked for within the block is asked for once more behind it."""
        asked = self._asked.copy()
        yield
        self._asked = asked

    def _by_law(self, calls: Sequence[tuple[int, int, str]]) -> dict[tuple[int, str], list[int | None]]:
        """By page and sign, of each call in order the place of its note; {} where signs do not begin anew by law.

        ``calls`` are (page, law, sign).
        """
        calls = [(page, law, one) for page, law, sign in calls for one in self._printed(sign)]
        by_law = self._first(calls, [(law, sign) for _, law, sign in calls])
        by_page = self._first(calls, [(page, sign) for page, _, sign in calls])
        found = len(set(by_law.values()))
        if found < _HABIT * len(self._notes) or found <= len(set(by_page.values())):
            return {}
        out: defaultdict[tuple[int, str], list[int | None]] = defaultdict(list)
        for page, law, sign in calls:
            note = by_law.get((law, sign), self._before(page, sign))
            near = note is not None and -_FAR <= self._notes[note].page - page <= 1
            out[page, sign].append(note if near else None)
        return out

    def _by_chapter(self, calls: Sequence[tuple[int, int, str]]) -> dict[tuple[int, str], list[int | None]]:
        """As ``_by_law`` where notes are collected at the end of each chapter, counted anew there; {} elsewhere.

        Evidence: in the order of the text, the signs count through one collection after another, each on a page on
        which or behind which it is called, and most calls are pages before their note.
        """
        parts = [part for part in self._collections() if self._notes[part[0]].sign == "1"]
        out: defaultdict[tuple[int, str], list[int | None]] = defaultdict(list)
        at, last, far, count, every = 0, 0, 0, 0, 0
        for page, _, whole in calls:
            while at < len(parts) and self._notes[parts[at][-1]].page < page:
                at, last = at + 1, 0
            signs = _counted(whole, last)
            out[page, whole] += [None] * (signs != (whole,))
            for sign in signs:
                if sign == "1" and last > 1:
                    at, last = at + 1, 0
                found = next((n for n in parts[at] if self._notes[n].sign == sign), None) if at < len(parts) else None
                out[page, sign].append(found)
                every += 1
                if found is not None:
                    last = int(sign)
                    far += self._notes[found].page > page + 1
                    count += 1
        return out if count >= _HABIT * every and far > _FAR_SHARE * every else {}

    def _collections(self) -> list[list[int]]:
        """The places of notes that count up, one such list behind another."""
        parts: list[list[int]] = []
        for n, note in enumerate(self._notes):
            goes_on = parts and note.sign.isdigit() and self._notes[n - 1].sign.isdigit()
            if goes_on and int(note.sign) == int(self._notes[n - 1].sign) + 1:
                parts[-1].append(n)
            else:
                parts.append([n])
        return parts

    def _printed(self, sign: str) -> tuple[str, ...]:
        """The sign, or the two that it is made of, if a note has it."""
        whole = (sign,) if sign in self._by_sign else two_signs(sign)
        return whole if all(one in self._by_sign for one in whole) else ()

    def _before(self, page: int, sign: str) -> int | None:
        """The last note of this sign above the foot of a page: a law may call one of the law before it, but not under
        the sign that its own first note has."""
        own = sign in ("*", "1", "a", "i")
        return None if own else max((n for n in self._by_sign[sign] if self._notes[n].page < page), default=None)

    def _first(
        self, calls: Sequence[tuple[int, int, str]], keys: Sequence[tuple[int, str]]
    ) -> dict[tuple[int, str], int]:
        """The place of the note that is called first under each key, for those whose signs stand in one order."""
        first: dict[tuple[int, str], tuple[int, int, str]] = {}
        for key, call in zip(keys, calls, strict=True):
            first.setdefault(key, call)
        order = list(first)
        likeness = [[self._likeness(first[key], note) for note in self._notes] for key in order]
        return {order[at]: note for at, note in _in_one_order(likeness)}

    def _likeness(self, call: tuple[int, int, str], note: FootNote) -> int:
        """0 for a note that a call cannot mean: of another sign, or further than a page from it."""
        page, _, sign = call
        near = abs(note.page - page)
        return 0 if sign != note.sign or near > 1 else 10 - near


def _counted(sign: str, last: int) -> tuple[str, ...]:
    """The sign, or the two that it is made of where it counts too far behind the ``last`` one.

    >>> _counted("12", 0), _counted("12", 11)
    (('1', '2'), ('12',))
    """
    two = two_signs(sign)
    is_far = sign.isdigit() and int(sign) > last + 1
    return two if is_far and two and int(two[0]) <= last + 1 else (sign,)


def _in_one_order(likeness: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The pairs of rows and columns, in the order of both, whose likeness is the greatest in all."""
    best = [[0] * (len(row) + 1) for row in (*likeness, likeness[0] if likeness else ())]
    for n, row in reversed(list(enumerate(likeness))):
        for m, one in reversed(list(enumerate(row))):
            best[n][m] = max(best[n + 1][m], best[n][m + 1], one + best[n + 1][m + 1] if one else 0)
    pairs, n, m = [], 0, 0
    while n < len(likeness) and m < len(likeness[n]):
        if likeness[n][m] and best[n][m] == likeness[n][m] + best[n + 1][m + 1]:
            pairs.append((n, m))
            n, m = n + 1, m + 1
        elif best[n][m] == best[n + 1][m]:
            n += 1
        else:
            m += 1
    return pairs


def _calls(lines: Sequence[PlacedLine], body: float) -> Iterator[tuple[int, int, str]]:
    """(page, law, sign) of each raised sign in the text; a law begins with a heading that counts on."""
    law = 0
    for line in lines:
        headed = stands_out(line.line, body)
        match = _LAW.match(line.text) if headed else _LAW.fullmatch(line.text.removesuffix("."))
        if match and ((match[1] and headed) or law < int(match[2]) <= law + _SKIPPED):
            law = int(match[2])
        for part in (*line.line.heading, line.line):
            signs = (sign for piece in part.pieces if piece.raised for sign in signs_of(piece.text))
            yield from ((line.page, law, sign) for sign in signs)
