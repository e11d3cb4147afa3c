"""Dates in decisions, and which of them is the day of play.

A decision may print the day it was written, the day of the meeting and the day of play in one line; the words around a
date tell which it is. A date that can be read in two ways is kept with both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from parser.decisions.lexicon import DecisionLexicon

_AROUND = 60
_NEAR = 20
_CENTURY = 70  # two figures from 70 are of the last century
_FIGURE = re.compile(r"\d")
_LONE_YEAR = re.compile(r"(?<![\w./-])(?:19|20)\d\d(?![\w/-])")
_STOP = re.compile(r"(?<!\b\d)(?<!\bd)[.;](?=\s)")  # not that of "d. 7/7 2016"
_NOTE = re.compile(r" ?\([^()]{1,40}\)")
# The first day of a run without a year, in front of its last.
_RANGE = re.compile(r"\d{1,2}\.? ?[–—-] ?$")
# The first day of a run over two months, in front of its last.
_RUN = re.compile(r"\b\d{1,2}\.? [^\W\d_]{3,9}\.? ?[–-] ?$")


@dataclass(frozen=True)
class DateMention:
    """``text[start:end]`` is a date. ``days`` are its readings, one where it is plain; ``last`` ends a run of days.

    A month or a season has no ``days``, only ``first`` and ``last``.
    """

    start: int
    end: int
    days: tuple[date, ...]
    first: date
    last: date
    weight: int = 0

    @property
    def is_day(self) -> bool:
        """True for one single day."""
        return len(self.days) == 1 and self.first == self.last


class DateReader:
    """Finds the dates of a text and weighs how likely each is the day of play."""

    def __init__(self, lexicon: DecisionLexicon, language: str, years: frozenset[int] = frozenset()) -> None:
        """``years`` are those that titles and names of the decision print."""
        self._years = years
        self._forms = lexicon.date_forms
        self._board = lexicon.patterns["board"]
        self._patterns = lexicon.patterns
        self._weekdays = lexicon.weekdays
        self._months: Mapping[str, int] = lexicon.months
        self._words = lexicon.words
        self._month_first = language in lexicon.month_first

    def dates(self, text: str) -> tuple[DateMention, ...]:
        """Every date in a text, from left to right, months and seasons too."""
        found: list[DateMention] = []
        if not _FIGURE.search(text):
            return ()
        taken: set[int] = set()
        for form in (*self._forms["forms"], *self._forms["periods"]):
            for match in form.finditer(text):
                mention = self._mention(match)
                if mention and taken.isdisjoint(places := range(mention.start, mention.end)):
                    found.append(mention)
                    taken.update(places)
        return tuple(sorted(found, key=lambda mention: mention.start))

    def yearless(self, text: str, known: Sequence[DateMention]) -> tuple[DateMention, ...]:
        """The days of a text without a year that can be of one year alone, by the full dates of the decision.

        A decision is dated within a year of what it is about, so the year is the one that puts the day before such a
        date; two that put it into different years, or a weekday that is another one, leave it unread.
        """
        found = []
        taken = [range(m.start, m.end) for m in self.dates(text)]
        for match in (match for form in self._forms["yearless"] for match in form.finditer(text)):
            if any(match.start() in span for span in taken) or _RANGE.search(text, 0, match.start()):
                continue
            part = match.groupdict()
            named = self.weekdays(match.group()) or self.weekdays(text[max(0, match.start() - 14) : match.start()])
            dated = [one for one in known if one.days]
            if not part.get("m") and not part.get("w"):
                # "on Tuesday 19th", of the month of a date or the one before
                months = {(one.last - timedelta(days=back)).replace(day=1) for one in dated for back in (0, 28)}
                dates = (_date(first.year, first.month, int(match["d"])) for first in months)
                proven = {day for day in dates if day and named and day.weekday() == named[-1]}
                found += [DateMention(*match.span(), (day,), day, day) for day in proven if len(proven) == 1]
                continue
            month = int(part["m"]) if part.get("m") else self._months.get(match["w"][:3].casefold(), 0)
            days = {self._before(month, int(match["d"]), one.last) for one in dated or known}
            if not dated and (named or not known):
                # "Bridgefestivalen 2011, söndag 31 juli": the weekday proves that the year of the line is meant.
                years = {int(one) for one in _LONE_YEAR.findall(_line_around(text, match.start()))} or self._years
                days |= {_date(year, month, int(match["d"])) for year in years} if named else set()
                days = {day for day in days if day and day.weekday() == named[-1]}
            day = days.pop() if len(days) == 1 else None
            if day is not None and (not named or named[-1] == day.weekday()):
                found.append(DateMention(*match.span(), (day,), day, day))
        return tuple(found)

    def weekdays_of_play(self, text: str) -> tuple[int, ...]:
        """The days of the week that are named beside a board or a session: "Spill 11 på lørdag", "söndagens final"."""
        found = self._patterns["weekday_of_play"].finditer(text)
        named = (match["before"] or match["played"] or match["behind"] for match in found)
        return tuple(self._weekdays[day.casefold()[:3]] for day in named)

    def day_before(self, head: str, texts: Sequence[str]) -> tuple[int, DateMention] | None:
        """Where a bulletin says "yesterday" (number of the text, the day): the day before the one over it.

        So too "Friday's Teams", "spilt onsdag": the last such day.
        """
        dated = {mention.first for mention in self.dates(head) if mention.is_day}
        if len(dated) != 1 or not self._patterns["newsletter"].search(head):
            return None
        if before := self._weekday_before(min(dated), texts):
            return before
        day = dated.pop() - timedelta(days=1)
        for number, text in enumerate(texts):
            for match in self._patterns["day_before"].finditer(text):
                start = max(text.rfind(sign, 0, match.start()) for sign in (". ", "\n")) + 1
                if self._last("written", text[start : match.end() + _AROUND]) < 0:
                    return number, DateMention(*match.span(), (day,), day, day, weight=3)
        return None

    def _weekday_before(self, printed: date, texts: Sequence[str]) -> tuple[int, DateMention] | None:
        """Where the one weekday of play is named, and the last such day before the one that is printed over it."""
        found = [
            (number, match)
            for number, text in enumerate(texts)
            for match in self._patterns["weekday_of_play"].finditer(text)
        ]
        days = {day for number, match in found for day in self.weekdays_of_play(match.group())}
        if len(days) != 1 or printed.weekday() in days:
            return None
        day = printed - timedelta(days=(printed.weekday() - days.pop()) % 7)
        return found[0][0], DateMention(*found[0][1].span(), (day,), day, day, weight=3)

    def weekdays(self, text: str) -> tuple[int, ...]:
        """The days of the week that a text names, Monday as 0."""
        return tuple(
            self._weekdays[match.group().casefold()[:3]] for match in self._words["dates", "weekday"].finditer(text)
        )

    def _before(self, month: int, day: int, written: date) -> date | None:
        """The last such day up to a date."""
        found = (_date(year, month, day) for year in (written.year, written.year - 1))
        return next((one for one in found if one and one <= written), None)

    def weighed(self, text: str, known: Sequence[DateMention] = ()) -> Iterator[DateMention]:
        """The dates of a paragraph that may be the day of play; weight 3 with a word of playing, 2 with an event.

        Weight 1 is a date that fills its line; what is written, heard or updated on a day is left out. ``known`` are
        all full dates of the decision, by which a day without a year gets one.
        """
        mentions = sorted((*self.dates(text), *self.yearless(text, known)), key=lambda mention: mention.start)
        for number, mention in enumerate(mentions):
            floor = mentions[number - 1].end if number else 0
            start = max(floor, text.rfind("\n", 0, mention.start) + 1, mention.start - _AROUND)
            line_end = text.find("\n", mention.end)
            after = text[mention.end : line_end if line_end >= 0 else len(text)][:_AROUND]
            before = text[start : mention.start]
            if number and (note := _NOTE.match(before)):
                before = before[note.end() :]  # "10. marts (kampen) og 11. marts": it is of the day before
            weight = self._weight(before, after, at_start=start == 0 or text[start - 1] == "\n")
            if (note := _NOTE.match(after)) and self._last("written", note.group()) >= 0:
                weight = 0
            if weight:
                yield replace(mention, weight=weight)

    def _weight(self, before: str, after: str, *, at_start: bool) -> int:
        if _RUN.search(before):
            return 0  # the end of "28 JULI – 6 AUGUSTI 2017"
        near = _STOP.split(before)[-1]
        follows = _STOP.split(after)[0]
        played, written, event = (self._last(name, near) for name in ("played", "written", "event"))
        if played > written:
            return 3
        if event > written:
            return 2
        if at_start and self._words["dates", "place"].search(before) and before.strip() and not follows.strip(" ,."):
            return 0
        if written >= 0 or self._words["dates", "written"].search(follows[:20]):
            return 0
        # "Førde, lørdag 15. februar 2014. Spill 10, 2. omgang." goes on with what was played there.
        if self._words["dates", "event"].search(follows) or (at_start and self._board.match(after)):
            return 2
        return 1 if not near.strip(" ,()") and not follows.strip(" ,.()") else 0

    def same_day(self, texts: Sequence[str]) -> tuple[int, DateMention, int, int] | None:
        """Where "played the same day" stands (number of the text, start, end), with the day named last before it."""
        before: DateMention | None = None
        for number, text in enumerate(texts):
            found = self.dates(text)
            for match in self._words["dates", "same-day"].finditer(text):
                near = text[max(0, match.start() - _NEAR) : match.start()]
                named = [mention for mention in found if mention.end <= match.start()]
                meant = named[-1] if named else before
                if meant and meant.is_day and self._last("played", near) >= 0:
                    return number, replace(meant, weight=3), *match.span()
            before = found[-1] if found else before
        return None

    def is_written(self, text: str, mention: DateMention) -> bool:
        """True for a date in a label's value that is said to be of writing."""
        start = max(text.rfind(sign, 0, mention.start) for sign in (".", ";", "\n")) + 1
        return self._last("written", text[start : mention.start]) >= 0

    def _last(self, name: str, text: str) -> int:
        """Where the last of the words of a kind ends; -1 when there is none."""
        return max((match.end() for match in self._words["dates", name].finditer(text)), default=-1)

    def _mention(self, match: re.Match[str]) -> DateMention | None:
        part = {key: value for key, value in match.groupdict().items() if value}
        year = _year(part["y"])
        if "d" not in part:
            return self._period(match, part, year)
        if word := part.get("w", ""):
            pairs = [(self._months.get(word[:3].casefold(), 0), int(part["d"]))]
        elif match.start("y") < match.start("m"):
            pairs = [(int(part["m"]), int(part["d"]))]
        else:
            pairs = self._numeric(int(part["d"]), int(part["m"]))
        days = tuple(dict.fromkeys(day for month, number in pairs if (day := _date(year, month, number))))
        if not days and "w0" not in part:
            return None
        last = _date(year, days[0].month, int(part["last"])) if "last" in part else None
        if "w0" in part:  # "29. april - 1. mai 2011"
            first = _date(year, self._months.get(part["w0"][:3].casefold(), 0), int(part["d"]))
            last = _date(year, self._months.get(word[:3].casefold(), 0), int(part["last"]))
            days = (first,) if first else ()
        if not days or (last and last < days[0]):
            return None
        return DateMention(*match.span(), days, min(days), last or max(days))

    def _numeric(self, first: int, second: int) -> list[tuple[int, int]]:
        """(month, day): the Nordic order; in English both where both are possible."""
        if second > 12:
            return [(first, second)] if self._month_first else []
        return [(second, first), (first, second)] if self._month_first and first <= 12 else [(second, first)]

    def _period(self, match: re.Match[str], part: Mapping[str, str], year: int) -> DateMention | None:
        """A month, or a season from July to June."""
        if word := part.get("w", ""):
            first = _date(year, self._months.get(word[:3].casefold(), 0), 1)
            last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1) if first else None
        else:
            following = int(part["y2"][-2:]) == (year + 1) % 100
            first, last = (date(year, 7, 1), date(year + 1, 6, 30)) if following else (None, None)
        return DateMention(*match.span(), (), first, last) if first and last else None


def best(mentions: Sequence[DateMention], known: Sequence[DateMention]) -> tuple[int, DateMention] | None:
    """The day of play among weighed dates and its place in ``mentions``: the heaviest, single days before runs.

    ``known`` are all dates of the decision: one that can be read in two ways takes the reading that is among them.
    None where two are as good, or there is none.
    """
    settled = [(number, _settled(mention, known)) for number, mention in enumerate(mentions)]
    kinds = (lambda m: m.is_day, lambda m: len(m.days) == 1 and not m.is_day, lambda m: len(m.days) != 1)
    for weight in (3, 2, 1):
        for is_kind in kinds:
            group = [(number, m) for number, m in settled if m.weight == weight and is_kind(m)]
            if group:
                return group[0] if len({(m.first, m.last) for _, m in group}) == 1 else None
    return None


def _line_around(text: str, place: int) -> str:
    end = text.find("\n", place)
    return text[text.rfind("\n", 0, place) + 1 : end if end >= 0 else len(text)]


def _settled(mention: DateMention, known: Sequence[DateMention]) -> DateMention:
    if len(mention.days) < 2:
        return mention
    plain = {one.days[0] for one in known if one.is_day}
    days = tuple(day for day in mention.days if day in plain)
    if len(days) != 1:
        return mention
    return replace(mention, days=days, first=days[0], last=days[0])


def _year(printed: str) -> int:
    year = int(printed.strip("'’"))
    return year if year > 99 else year + (1900 if year >= _CENTURY else 2000)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
