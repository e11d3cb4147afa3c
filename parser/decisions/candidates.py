"""What a reader of meaning is given of each date and each body of a decision: the words round it, with it marked.

Other dates are marked as before or after the one that is asked about: the day of play is before the day of the meeting.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from parser.decisions.dates import DateMention, DateReader
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.spoken import bare_name

_BEFORE, _AFTER = 120, 100  # letters round a date or a name
_SHOWN = 2  # places of one date or body at most
_HEADING = 40  # letters of the heading over them
_MOST = 6  # dates and bodies of one decision that are asked about


@dataclass(frozen=True)
class DecisionText:
    """A paragraph, a heading or a labelled field; ``section`` and ``paragraph`` are -1 where it is not of a section's.

    ``heading`` stands over it.
    """

    section: int
    paragraph: int
    text: str
    heading: str = ""


@dataclass(frozen=True)
class DayCandidate:
    """A date of a decision: its first mention, the text (by number) in which that is, and its ``window``."""

    mention: DateMention
    at: int
    window: str


@dataclass(frozen=True)
class BodyCandidate:
    """A body that a decision names: its name without ending (``parser.decisions.spoken.bare_name``), and its window.

    ``start`` and ``end`` are those of its first mention in the text ``at`` (by number).
    """

    bare: str
    window: str
    at: int
    start: int
    end: int


def day_candidates(texts: Sequence[DecisionText], reader: DateReader) -> tuple[DayCandidate, ...]:
    """Every day and run of days, the earliest first; a date that can be read in two ways only where it is settled."""
    known = [mention for one in texts for mention in reader.dates(one.text)]
    plain = {one.days[0] for one in known if one.is_day}
    found: defaultdict[tuple[date, date], list[tuple[int, DateMention]]] = defaultdict(list)
    by_text: list[list[DateMention]] = []
    for at, one in enumerate(texts):
        mentions = [_settled(m, plain) for m in (*reader.dates(one.text), *reader.yearless(one.text, known))]
        by_text.append([mention for mention in mentions if len(mention.days) == 1])
        for mention in by_text[-1]:
            found[mention.first, mention.last].append((at, mention))
    order = sorted(found)[:_MOST]
    return tuple(
        DayCandidate(
            found[days][0][1],
            found[days][0][0],
            f"spilledag? {_rank(number, len(order))}: "
            + " || ".join(_dated(texts[at], mention, by_text[at]) for at, mention in found[days][:_SHOWN]),
        )
        for number, days in enumerate(order)
    )


def body_candidates(texts: Sequence[DecisionText], lexicon: DecisionLexicon) -> tuple[BodyCandidate, ...]:
    """Every body that is named, in their order; a body's letters with its name."""
    found: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for at, one in enumerate(texts):
        matches = [m.span() for m in lexicon.bodies.finditer(one.text)]
        matches += [m.span(1) for m in lexicon.body_letters.finditer(one.text)]
        for start, end in sorted(matches):
            found[bare_of(one.text[start:end])].append((at, start, end))
    full = {short: {bare_of(name) for name in names} for short, names in lexicon.short_bodies.items()}
    for short, names in full.items():
        if (own := bare_of(short)) in found and (same := sorted(names & found.keys())):
            found[same[0]] = sorted(found[same[0]] + found.pop(own))
    return tuple(
        BodyCandidate(bare, f"afgør? {_rank(number, len(found))}: " + " || ".join(_named(texts, places)), *places[0])
        for number, (bare, places) in enumerate([*found.items()][:_MOST])
    )


def bare_of(name: str) -> str:
    """A body's name without ending, on one line.

    >>> bare_of("The Appeals  Committee") == bare_of("appeals committee")
    True
    """
    return bare_name(" ".join(name.split()).removeprefix("The ")).replace("é", "e")


def _settled(mention: DateMention, plain: set[date]) -> DateMention:
    days = tuple(day for day in mention.days if day in plain)
    if len(mention.days) < 2 or len(days) != 1:
        return mention
    return replace(mention, days=days, first=days[0], last=days[0])


def _rank(number: int, count: int) -> str:
    return "alene" if count == 1 else f"{number + 1} af {count}"


def _dated(one: DecisionText, asked: DateMention, others: Sequence[DateMention]) -> str:
    """The words round a date, with a sign for it and for each other date."""
    signs: Mapping[tuple[int, int], str] = {
        (other.start, other.end): "[dag]"
        if (other.first, other.last) == (asked.first, asked.last)
        else "[før]"
        if other.first < asked.first
        else "[senere]"
        for other in others
    }
    start, end = max(0, asked.start - _BEFORE), asked.end + _AFTER
    out, at = [], start
    for (begin, stop), sign in sorted(signs.items()):
        if start <= begin and stop <= end and begin >= at:
            out += [one.text[at:begin], sign]
            at = stop
    return _under(one, "".join((*out, one.text[at:end])))


def _named(texts: Sequence[DecisionText], places: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    """The words round a body's name where it is named first and last, in a heading rather than below it."""
    headed = [place for place in places[1:] if texts[place[0]].paragraph < 0] or places[1:]
    for at, start, end in (places[0], *headed[-1:]):
        text = texts[at].text
        words = f"{text[max(0, start - _BEFORE) : start]}[{text[start:end]}]{text[end : end + _AFTER]}"
        yield _under(texts[at], words)


def _under(one: DecisionText, words: str) -> str:
    heading = f"## {one.heading[:_HEADING]}: " if one.heading else ""
    return heading + re.sub(r"\s*\n\s*", " / ", words).strip()
