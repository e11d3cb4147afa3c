"""Time limits of a case, worked out from the provisions that set them; the organiser's own goes before each.

The length is read from the words of the provision (``30 minutter``), never written in code. What a limit is counted
from is typed: nothing is guessed, and a limit without a start has a length and no moment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from operator import itemgetter
from typing import Literal

from app.committee.play_date import play_date
from app.committee.procedure import DeadlineRule, ProcedureOrder, time_limits
from corpus.dossiers.dossier import Dossier, TypedDeadlines
from corpus.languages import LETTERS
from corpus.library import Library
from corpus.registry import LAWS, ExpressionEntry

DeadlineSource = Literal["organiser", "text", "extended", "unset"]

_CLOCK = re.compile(
    r"(?:(?:kl\.?|at|T)?\s*(?<!\d)(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)(?:[:.]\d\d)?"
    r"|\bkl\.?\s*(?P<sharp>[01]?\d|2[0-3]))\s*$",
    re.IGNORECASE,
)
_LENGTH = re.compile(rf"\s*(?P<count>\d{{1,4}})\s*(?P<unit>[a-z{LETTERS}]*)\.?\s*", re.IGNORECASE)
_NEXT_DAY = 1
# What a limit is counted from, in the order in which a case goes.
_COURSE = ("published", "notified", "submitted", "received")
PLAYED = "played"
GOING_FURTHER = ("further", "written")
"""The limits for taking a decision further: an oral one, a written one."""


@dataclass(frozen=True)
class Deadline:
    """A time limit. ``due`` is None where it is not known what it is counted from; ``minutes`` its length, 0 for a
    moment that was set.

    ``work`` and ``place`` are the provision that sets it, or that lets the organiser set it; both are empty where none
    in the case's language does, and the source is ``unset`` until the organiser has. ``unread`` names the typed
    fields that are no time, ``untimed`` those of them that are a day without one, ``undated`` those that are a time of
    day without the day of play; ``shortest`` is the length in minutes that the organiser's falls short of, else 0.
    ``misplaced`` are pairs of typed fields of which the first is a moment not after the second, or is of a day before
    that of play (``PLAYED``), and cannot be right. ``usual`` is the provision's own limit where the organiser has set
    one. ``superseded`` is the short name of a text that later ones have superseded: look up what holds today.
    """

    name: str
    due: datetime | None
    minutes: int
    source: DeadlineSource
    work: str
    place: str
    start: str
    started: datetime | None = None
    unread: tuple[str, ...] = ()
    untimed: tuple[str, ...] = ()
    undated: tuple[str, ...] = ()
    shortest: int = 0
    misplaced: tuple[tuple[str, str], ...] = ()
    superseded: str = ""
    usual: Deadline | None = None

    @property
    def beyond(self) -> int:
        """By how many minutes the organiser's limit is longer than the provision's, less than 0 where it is shorter."""
        if self.usual is None:
            return 0
        if self.due and self.usual.due:
            return int((self.due - self.usual.due).total_seconds()) // 60
        return self.minutes - self.usual.minutes if self.minutes and self.usual.minutes else 0


def deadlines(dossier: Dossier, library: Library, order: ProcedureOrder) -> tuple[Deadline, ...]:
    """The time limits of a case that a provision of a text in the case's language sets, and those begun to be typed."""
    played = play_date(dossier.played, dossier.language)
    worked = _DeadlineWork(dossier, library, order, played)
    return tuple(found for rule in order.limits if (found := worked.deadline(rule)))


def read_moment(typed: str, played: date | None, language: str) -> datetime | None:
    """A time of day, with its date or on the day of play; None for other words.

    >>> read_moment("14.30", date(2026, 3, 7), "da"), read_moment("8/3-2026 kl. 9:05", None, "da")
    (datetime.datetime(2026, 3, 7, 14, 30), datetime.datetime(2026, 3, 8, 9, 5))
    >>> read_moment("8. marts 2026 kl. 12", None, "da")
    datetime.datetime(2026, 3, 8, 12, 0)
    """
    clock = _CLOCK.search(typed)
    if clock is None:
        return None
    before = typed[: clock.start()].strip(" ,")
    day = play_date(before, language) if before else played
    return datetime.combine(day, time(int(clock["hour"] or clock["sharp"]), int(clock["minute"] or 0))) if day else None


def is_undated(typed: str, played: date | None) -> bool:
    """True for a time of day alone where the day of play, whose it is, is not known.

    >>> is_undated("14:30", None), is_undated("14:30", date(2026, 3, 7)), is_undated("8/3-2026 14:30", None)
    (True, False, False)
    """
    clock = _CLOCK.search(typed)
    return played is None and clock is not None and not typed[: clock.start()].strip(" ,")


def read_length(typed: str, order: ProcedureOrder) -> int | None:
    """A length of time in minutes; None for other words. A number alone is minutes."""
    match = _LENGTH.fullmatch(typed)
    if match is None or not int(match["count"]):
        return None
    if not match["unit"]:
        return int(match["count"])
    unit = match["unit"].casefold()
    known = next((start for start in sorted(order.units, key=len, reverse=True) if unit.startswith(start)), None)
    return int(match["count"]) * order.units[known] if known else None


def stated_beyond(stated: datetime, limits: Sequence[Deadline]) -> Deadline | None:
    """The limit for going further that the moment which the decision names is not: it is before the first of them or
    after the last. None where it is one of them, or between, or where none has a moment.
    """
    further = ((limit.due, limit) for limit in limits if limit.name in GOING_FURTHER)
    known = sorted(((due, limit) for due, limit in further if due), key=itemgetter(0))
    if not known:
        return None
    (first, earliest), (last, latest) = known[0], known[-1]
    if stated < first:
        return earliest
    return latest if stated > last else None


class _DeadlineWork:
    """The time limits of one case."""

    def __init__(self, dossier: Dossier, library: Library, order: ProcedureOrder, played: date | None) -> None:
        self._typed: TypedDeadlines = dossier.times
        self._language = dossier.language
        self._library = library
        self._order = order
        self._played = played

    def deadline(self, rule: DeadlineRule) -> Deadline | None:
        found = next(((at, length) for at in rule.provisions for length in self._lengths(at, deadline=True)), None)
        own: str = getattr(self._typed, rule.name)
        if found is None and not (own + getattr(self._typed, rule.start)).strip():
            return None
        (work, place), minutes = found or (("", ""), 0)
        unread = [rule.name] if own.strip() and not (self._moment(own) or read_length(own, self._order)) else []
        started = self._started(rule.start, unread)
        next_start = self._started("next_start", unread) if rule.extended else None
        due = started + timedelta(minutes=minutes) if started and found else None
        texts = self._texts(work) if found else []
        old = next((entry.short for entry in texts if entry.standing == "superseded"), "")
        untimed = tuple(name for name in unread if self._is_day(getattr(self._typed, name)))
        usual = Deadline(
            rule.name,
            due,
            minutes,
            "text" if found else "unset",
            work,
            place,
            rule.start,
            started,
            tuple(unread),
            untimed,
            tuple(name for name in unread if is_undated(getattr(self._typed, name), self._played)),
            misplaced=tuple(self._misplaced(rule)),
            superseded=old,
        )
        if rule.extended and (longer := self._extended(rule, started, next_start)):
            work, place = rule.extended
            usual = replace(usual, due=longer, minutes=0, source="extended", work=work, place=place)
        if not own.strip() or rule.name in unread:
            return usual
        moment = self._moment(own)
        length = 0 if moment else read_length(own, self._order) or 0
        due = moment or (started + timedelta(minutes=length) if started else None)
        granted = int((due - started).total_seconds()) // 60 if due and started else length
        shortest = self._shortest(rule, granted) if granted > 0 else 0
        (work, place), _ = found or (("", ""), 0)
        return replace(
            usual, due=due, minutes=length, source="organiser", work=work, place=place, shortest=shortest, usual=usual
        )

    def _started(self, name: str, unread: list[str]) -> datetime | None:
        typed: str = getattr(self._typed, name)
        moment = self._moment(typed)
        if typed.strip() and moment is None:
            unread.append(name)
        return moment

    def _misplaced(self, rule: DeadlineRule) -> Iterator[tuple[str, str]]:
        """What of a limit's moments is not after what it follows."""
        started = self._moment(getattr(self._typed, rule.start))
        own = self._moment(getattr(self._typed, rule.name))
        after = self._moment(self._typed.next_start) if rule.extended else None
        for name, moment in ((rule.start, started), (rule.name, own), ("next_start", after)):
            if moment and self._played and moment.date() < self._played:
                yield name, PLAYED
            elif moment and started and name != rule.start and moment <= started:
                yield name, rule.start
        known = ((name, self._moment(getattr(self._typed, name))) for name in _COURSE[: _COURSE.index(rule.start)])
        before = [(name, moment) for name, moment in known if moment]
        if started and before and started < before[-1][1]:
            yield rule.start, before[-1][0]

    def _extended(self, rule: DeadlineRule, started: datetime | None, start: datetime | None) -> datetime | None:
        """The next start, where it is today or tomorrow and the break is longer than the length that the rule names."""
        if rule.extended is None or started is None or start is None:
            return None
        pause = next(self._lengths(rule.extended, deadline=False), None)
        if pause is None or (start.date() - started.date()).days > _NEXT_DAY:
            return None
        return start if start - started > timedelta(minutes=pause) else None

    def _shortest(self, rule: DeadlineRule, minutes: int) -> int:
        least = next(self._lengths(rule.at_least, deadline=True), 0) if rule.at_least else 0
        return least if minutes < least else 0

    def _lengths(self, at: tuple[str, str], *, deadline: bool) -> Iterator[int]:
        """The lengths in minutes that a provision names, in the case's language; of the laws in another at need."""
        for entry in self._texts(at[0]):
            provision = self._library.provision(entry.key, at[1])
            for limit in time_limits(provision.text, entry.language, self._order) if provision else ():
                words = re.search(r"\d.*", limit.words)
                minutes = read_length(words[0], self._order) if words else None
                if minutes and limit.deadline == deadline:
                    yield minutes

    def _texts(self, work: str) -> list[ExpressionEntry]:
        """A work's texts in force, the case's own language first; a federation's rules hold in its own alone."""
        entries = [entry for entry in self._library.registry.expressions if entry.work == work]
        current = self._library.registry.current_edition(work)
        own = [entry for entry in entries if entry.edition == current and entry.language == self._language]
        return own or [entry for entry in entries if entry.edition == current and work == LAWS]

    def _moment(self, typed: str) -> datetime | None:
        return read_moment(typed.strip(), self._played, self._language)

    def _is_day(self, typed: str) -> bool:
        return bool(typed.strip()) and play_date(typed.strip(), self._language) is not None
