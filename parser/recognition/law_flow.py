"""The laws as layout events: labelled rows become headings and items, the others text of the provision they belong
to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from corpus.ids import Level, ProvisionId, follows
from parser.documents.stream import StreamTable
from parser.layout import events
from parser.layout.outline import FIRST
from parser.recognition.account import ReadingAccount
from parser.recognition.laws import LawStart
from parser.recognition.owners import Owner, owners
from parser.recognition.rows import BookRow
from parser.recognition.run_in import run_in_headings, stops_of_headings
from parser.recognition.sequence import Path, RowReading, common_length, read_sequence
from parser.recognition.set_off import set_off_headings, signs_behind_bold
from parser.recognition.transcript import NOTE_SIGN
from parser.recognition.words import CALLED, JOINING, SHORT_FORM
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText

_FEW_LAWS = 3  # the widest gap between laws that may be one; federations number their own rules from 200 on
_HEADING = 120  # characters
_CAPTION = 90  # characters
_HABIT = 0.7  # of the laws with a number alone, those whose headings look alike
_DOUBT = 2.0  # what a reading may cost before a person is asked


class LawFlow:
    """Reads the rows of the laws into ``flow``."""

    def __init__(self, account: ReadingAccount) -> None:
        self.account = account
        self.rows = account.rows
        self.script = account.script
        self.decided = account.decided
        self.flow: list[events.LayoutEvent] = []
        self.stop = ""
        self.headed: set[str] = set()
        """The provisions with a heading."""

    def read(self, starts: Sequence[LawStart], apart: set[int], first: int, stop: int) -> None:
        """Read rows ``first`` to ``stop`` but those ``apart``."""
        headings = self._second_lines(starts, apart, stop)
        kept = [at for at in range(first, stop) if at not in apart and at not in headings.values()]
        rows = [self.rows[at] for at in kept]
        place = {at: n for n, at in enumerate(kept)}
        fixed = {place[at]: path for at, path in self._decided_paths().items() if at in place}
        readings = read_sequence(rows, [replace(s, row=place[s.row]) for s in starts], fixed)
        off = set_off_headings(rows, readings)
        ends = {n: one.end for n, one in off.items()}
        # Capitals and a stop tell a heading beside those that are set off; a capital within a sentence is too little.
        ends = {
            n: end for n, end in run_in_headings(rows, readings).items() if not ends or _is_marked(rows[n], end)
        } | ends
        stopped = {n: end + rows[n].text.startswith(".", end) for n, end in ends.items()}
        self.stop = stops_of_headings(rows, readings, stopped)
        starts_of = {n: one.start for n, one in (*signs_behind_bold(rows, readings).items(), *off.items())}
        shape = {
            place[at]: self._shape(at, readings, place[at], rows, ends.get(place[at]), starts_of.get(place[at]))
            for at in kept
        }
        headed = {r.path: bool(shape[n][0]) for n, r in enumerate(readings) if r is not None and r.label is not None}
        plain = [n for n, r in enumerate(readings) if r is not None and r.label is None]
        whose = owners(rows, readings, plain, headed)
        for at in kept:
            self._row(at, place[at], readings, shape, whose, headings)

    def _decided_paths(self) -> dict[int, Path | None]:
        out: dict[int, Path | None] = {}
        for at, reading in self.decided.items():
            if reading == "text" or reading.startswith("of "):
                out[at] = None
            elif reading not in ("chapter", "noise"):
                out[at] = _parts_of(reading)
        return out

    def _second_lines(self, starts: Sequence[LawStart], apart: set[int], stop: int) -> dict[int, int]:
        """Row of a law -> row of its heading where that is printed on the next line."""
        heads = {start.row for start in starts}
        alone: dict[int, int] = {}
        for start in starts:
            at = next((n for n in range(start.row + 1, stop) if n not in apart), None)
            if at is not None and at not in heads and not self.rows[start.row].words_after(start.label):
                alone[start.row] = at
        sure = {row: at for row, at in alone.items() if self._is_second_line(at)}
        looks = Counter(self._look(at) for at in sure.values())
        usual = {look for look, count in looks.items() if look and count > _HABIT * len(alone)}
        # "FORKERT KORTFORDELING O.L." looks as its brothers do, whatever it ends in.
        return {row: at for row, at in alone.items() if row in sure or self._look(at) in usual}

    def _is_second_line(self, at: int) -> bool:
        """True for a row that is a heading below the number of a law by its own looks."""
        one = self.rows[at].paragraph
        if one is None or len(one.text) > _HEADING:
            return False
        plain = not any(not c.bare for c in self.rows[at].labels) and one.text.rstrip()[-1:] not in ".:;"
        return bool(one.heading) or one.all_bold or plain

    def _look(self, at: int) -> tuple[str, bool] | None:
        """What headings of one book share, None for words that are too many, or of no such look."""
        one = self.rows[at].paragraph
        short = one is not None and len(one.text) <= _HEADING and (one.text.isupper() or SHORT_FORM.search(one.text))
        return (one.style, one.text.isupper()) if one is not None and (short or one.text[-1:].isalnum()) else None

    def _shape(
        self,
        at: int,
        readings: Sequence[RowReading | None],
        n: int,
        rows: Sequence[BookRow],
        run_in: int | None,
        behind: int | None,
    ) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """(heading, text) of a labelled row as spans of its words; None for what it has not. ``run_in`` is where its
        heading ends, ``behind`` where its text begins if a sign is between."""
        reading, one = readings[n], rows[n].paragraph
        if reading is None or reading.label is None or one is None:
            return None, None
        start, end = reading.label.end, len(one.text)
        words = CALLED.sub("", one.text[start:].strip())
        if not words:
            return None, None
        if (
            len(reading.path) == 1
            or one.heading
            or (one.all_bold and len(words) < 150)
            or self.decided.get(at, "").endswith(" heading")
        ):
            return (start, end), None
        if start < one.bold < end and one.text[start : one.bold].strip(" .:–—-"):
            return (start, one.bold), (behind or one.bold, end)
        if run_in is not None:
            return (start, run_in), ((behind or run_in, end) if one.text[behind or run_in :].strip() else None)
        following = next((r for r in readings[n + 1 :] if r is not None), None)
        goes_on = following is not None and following.label is None and rows[n + 1].paragraph is not None
        finished = words[-1] in ".:;,!…" or (words[-1] in "?)" and not goes_on)
        if words.isupper() and len(words) > 3 and not finished:
            return (start, end), None
        if finished or words[0].islower() or len(words) > 110 or words.rsplit(None, 1)[-1] in JOINING:
            return None, (start, end)
        if len(reading.path) == 2:
            return (start, end), None
        return ((start, end), None) if goes_on else (None, (start, end))

    def _row(
        self,
        at: int,
        n: int,
        readings: Sequence[RowReading | None],
        shape: Mapping[int, tuple[tuple[int, int] | None, tuple[int, int] | None]],
        whose: Mapping[int, Owner],
        headings: Mapping[int, int],
    ) -> None:
        reading = readings[n]
        if reading is None:  # before the first law, and no chapter
            self.account.ask("loose", at, "noise")
            self.account.drop(at, "loose")
            return
        if reading.label is None:
            self._plain(at, reading, whose[n])
            return
        before = next((r.path for r in reversed(readings[:n]) if r is not None), ())
        label = self._label(at, reading)
        if len(reading.path) == 1:
            self._law(at, reading, label, headings.get(at), before)
            return
        heading, text = shape[n]
        if text and not NOTE_SIGN.sub("", self.script.words(at, *text).text).strip():
            heading, text = (heading[0] if heading else text[0], text[1]), None  # a note's call behind a heading
        if heading and text and (sign := self.script.between(at, heading[1], text[0])):  # what stands between them
            self.account.noise.append(Noise.of(sign, "heading"))
        heading = self._unstopped(at, heading) if heading else None
        self.headed |= {_id(reading.path)} if heading else set()
        known = common_length(before, reading.path)
        for depth in range(known, len(reading.path)):
            last = depth == len(reading.path) - 1
            value = reading.path[depth]
            sibling = before[depth] if depth == known and depth < len(before) else None
            self.flow.append(
                events.ListItem(
                    value,
                    label if last else TrackedText("", ()),
                    self.script.words(at, *heading) if heading and last else None,
                    self.script.words(at, *text) if text and last else None,
                    Level(depth + 1),
                    not _in_sequence(value, sibling, depth),
                )
            )
        id_ = _id(reading.path)
        self.account.use(at, "heading" if heading and not text else "text", "item", id_)
        self._ask_item(at, reading, before)

    def _unstopped(self, at: int, heading: tuple[int, int]) -> tuple[int, int]:
        """The span of a heading without the stop that parts headings from their texts."""
        start, end = heading
        bare = self.rows[at].text[start:end].rstrip()
        if not self.stop or not bare.endswith(self.stop):
            return heading
        stop = start + len(bare)
        self.account.noise.append(Noise.of(self.script.words(at, stop - 1, stop), "heading"))
        return start, stop - 1

    def _law(self, at: int, reading: RowReading, label: TrackedText, second: int | None, before: Path) -> None:
        assert reading.label is not None
        number = reading.path[0]
        heading = self.script.words(at, reading.label.end)
        if second is not None:
            heading = self.script.words(second)
            self.account.use(second, "heading", "law", number)
            self.account.spare_label(second)
        self.flow.append(events.LawHeading(number, label, heading))
        self.headed |= {number} if heading else set()
        self.account.use(at, "heading", "law", number)
        last = before[0] if before else "0"
        if "X" not in number + last and 1 < int(number) - int(last) <= _FEW_LAWS:
            self.account.ask("law-gap", at, number)

    def _label(self, at: int, reading: RowReading) -> TrackedText:
        """The printed label, without the dash or blanks that part it from the words."""
        assert reading.label is not None
        whole = self.script.label(at, reading.label.end)
        for call in NOTE_SIGN.finditer(whole.text):  # no text keeps it: the note is asked about as called by nothing
            self.account.noise.append(Noise.of(whole[slice(*call.span())], "loose"))
        whole = whole.sub(NOTE_SIGN, "")
        bare = whole.text.rstrip(" –—|-:") if len(reading.path) == 1 else whole.text.rstrip(" –—|")
        if len(bare) < len(whole):
            self.account.noise.append(Noise.of(whole[len(bare) :], "heading" if len(reading.path) == 1 else "text"))
        bullet = re.match(r"[-–—•·▪*]\s+", bare)
        if bullet:
            self.account.noise.append(Noise.of(whole[: bullet.end()], "list-bullet"))
            return whole[bullet.end() : len(bare)]
        return whole[: len(bare)]

    def _plain(self, at: int, reading: RowReading, owner: Owner) -> None:
        """A paragraph or table without label."""
        path = owner.path
        wanted = self.decided.get(at, "")
        if wanted.startswith("of "):
            path = reading.path[: len(_parts_of(wanted.removeprefix("of ")))]
        of = Level(len(path))
        block = self.rows[at].block
        if isinstance(block, StreamTable):
            caption = self._caption(at, of)
            self.flow.append(events.TableBlock(self.script.cells(at), caption, header=block.header, of=of))
            self.account.use(at, "table", "table", _id(path))
        else:
            whole = self.script.labelled(at) if block.label else self.script.words(at)
            if whole:
                self.flow.append(events.Paragraph(whole, of))
            self.account.use(at, "text", "closing" if len(path) < len(reading.path) else "paragraph", _id(path))
            # "Law 72C may apply" begins nothing: it is a citation.
            cites = bool(self.rows[at].labels) and all(label.signed for label in self.rows[at].labels)
            if reading.cost >= _DOUBT and not (cites and not any(label for _, label in reading.rivals)):
                self.account.ask(
                    "sequence", at, "text", [_id(path) for path, label in reading.rivals if label is not None]
                )
        if not owner.sure:
            self.account.ask("owner", at, f"of {_id(path)}", [f"of {_id(one)}" for one in owner.others])

    def _caption(self, at: int, of: Level) -> TrackedText | None:
        """The name of a table: the line above it, set apart by its look and without a stop, which is then no text."""
        one = self.rows[at - 1].paragraph if at else None
        last = self.flow[-1] if self.flow else None
        named = (
            one is not None and not one.label and 0 < len(one.text) <= _CAPTION and one.text.rstrip()[-1:] not in ".:;,"
        )
        if not named or not isinstance(last, events.Paragraph) or last.of != of or (at - 1) in self.decided:
            return None
        use = self.account.uses.get(at - 1)
        looks = one is not None and (
            one.all_bold or one.lead >= len(one.text.rstrip()) or "caption" in one.style.casefold()
        )
        if not looks or use is None or use.reason != "paragraph":
            return None
        self.flow.pop()
        self.account.use(at - 1, "heading", "paragraph", use.id)
        return last.text

    def _ask_item(self, at: int, reading: RowReading, before: Path) -> None:
        if at in self.decided:
            return
        others = [_id(path) if label is not None else "text" for path, label in reading.rivals]
        known = common_length(before, reading.path)
        sibling = before[known] if known < len(before) else None
        if not _in_sequence(reading.path[known], sibling, known):
            self.account.ask("gap", at, _id(reading.path), others)
        elif reading.cost >= 2.0 and any(label is not None and path != reading.path for path, label in reading.rivals):
            self.account.ask("depth", at, _id(reading.path), others)


def _is_marked(row: BookRow, end: int) -> bool:
    """True for a row whose beginning, up to ``end``, ends in a stop or is in capitals."""
    begun = row.text[:end].rstrip()
    return (
        begun.endswith((".", ":", "?", "!"))
        or begun.isupper()
        or any(row.text[c.end : end].isupper() for c in row.labels)
    )


def _in_sequence(value: str, sibling: str | None, depth: int) -> bool:
    if sibling is None:
        return value == FIRST[Level(depth + 1)] or (value == "1" and depth > 2)
    return follows(value, sibling, depth == int(Level.ROMAN) - 1 and not value.isdigit())


def _id(path: Path) -> str:
    return str(ProvisionId(path))


def _parts_of(text: str) -> Path:
    return ProvisionId.of(text.removesuffix(" heading")).parts
