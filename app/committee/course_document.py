"""The course of a case as blocks of the paper: the poll of players, the time limits, the steps that were taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from app.committee.deadlines import GOING_FURTHER, PLAYED, Deadline, is_undated, read_moment, stated_beyond
from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText
from app.committee.play_date import play_date
from app.committee.poll import count_poll
from app.committee.procedure import ProcedureOrder
from app.committee.score_document import basis_words
from app.committee.scoring.arithmetic import Provenance
from app.committee.scoring.choices import REGULATIONS_LANGUAGE
from app.i18n.words import UiLanguage, day, words
from corpus.dossiers.dossier import STEP_TIME, DoneStep, Dossier, PolledPlayer
from corpus.registry import LAWS

PLAYER_COLUMNS = ("initials", "level", "system")
"""Who a polled player is; a column that nobody filled is not printed."""
CALL_COLUMNS = ("considered", "chosen")
"""What a polled player would call."""


def compose_poll(poll: Sequence[PolledPlayer], ui: UiLanguage) -> tuple[DocumentBlock, ...]:
    """Who was asked and what they would call, then the calls counted. Nothing for a poll that nobody answered."""
    filled = [player for player in poll if any(vars(player).values())]
    return tuple(_poll(filled, words(ui))) if filled else ()


def compose_count(poll: Sequence[PolledPlayer], ui: UiLanguage) -> tuple[DocumentBlock, ...]:
    """The calls of a poll counted, without the players."""
    return tuple(_counted(poll, words(ui)))


def compose_deadlines(limits: Sequence[Deadline], ui: UiLanguage) -> tuple[DocumentBlock, ...]:
    """The time limits that have a moment, each with what it is counted from and its provision."""
    names = words(ui)
    rows = tuple(
        (names[f"deadline_{limit.name}"], moment_words(limit.due, ui), deadline_reason(limit, ui))
        for limit in limits
        if limit.due
    )
    if not rows:
        return ()
    heading = (names["deadline_heading_name"], names["deadline_heading_due"], names["deadline_heading_reason"])
    notices = (DocumentText("notice", words) for limit in limits for words in deadline_faults(limit, ui))
    old = dict.fromkeys(limit.superseded for limit in limits if limit.due and limit.superseded)
    superseded = (DocumentText("notice", names["deadline_superseded"].format(text=text)) for text in old)
    # In front: a notice stays with what follows it, and so is never torn from its table.
    return (*superseded, *notices, DocumentTable((heading, *rows), header=1))


def compose_history(done: Sequence[DoneStep], order: ProcedureOrder, ui: UiLanguage) -> tuple[DocumentBlock, ...]:
    """The steps that were taken, the earliest first; those without a time are where the procedure has them."""
    names, steps = words(ui), list(order.steps)
    known = sorted((one for one in done if one.step in order.steps), key=lambda one: steps.index(one.step))
    # A stable sort by those that have a time leaves the others behind the step before them.
    rows = tuple(
        (_time_words(step.at, ui), step_words(step.step, names), step_basis(step.step, order, ui))
        for step in _in_time(known)
    )
    if not rows:
        return ()
    heading = (names["history_when"], names["history_step"], names["desk_provision"])
    return (DocumentTable((heading, *rows), header=1),)


def step_words(step: str, names: Mapping[str, str]) -> str:
    """What a step is called."""
    return names[f"step_{step}"]


def step_basis(step: str, order: ProcedureOrder, ui: UiLanguage) -> str:
    """The provisions that ask for a step, as they are cited; a federation's own in its own language alone."""
    asked = [(work, place) for work, place in order.steps[step] if work == LAWS or ui == REGULATIONS_LANGUAGE]
    return ", ".join(basis_words(Provenance(work, place), ui) for work, place in asked)


def moment_words(when: datetime | None, ui: UiLanguage) -> str:
    """A day and a time of day: ``7. marts 2026 kl. 14:30``; empty for None."""
    return words(ui)["moment"].format(day=day(when.date(), ui), time=f"{when:%H:%M}") if when else ""


def is_step_time(typed: str) -> bool:
    """True for words that are a moment in the form in which the steps of a case are kept.

    >>> is_step_time("2026-03-07 14:30"), is_step_time("2026-02-30 14:30"), is_step_time("efter kaffen")
    (True, False, False)
    """
    try:
        datetime.strptime(typed.strip(), STEP_TIME)
    except ValueError:
        return False
    return True


def _time_words(at: str, ui: UiLanguage) -> str:
    """When a step was taken, in the language's form; words that are no moment as they were typed."""
    try:
        return moment_words(datetime.strptime(at.strip(), STEP_TIME), ui)
    except ValueError:
        return at


def length_words(minutes: int, ui: UiLanguage) -> str:
    """A length of time in minutes, or in hours from two whole hours on."""
    hours = minutes % 60 == 0 and minutes >= 120
    return words(ui)["length_hours" if hours else "length_minutes"].format(count=minutes // 60 if hours else minutes)


def deadline_reason(limit: Deadline, ui: UiLanguage) -> str:
    """How a time limit came about: its length, what it is counted from, whose it is, and the provision."""
    names = words(ui)
    values = {
        "length": length_words(limit.minutes, ui),
        "start": names[f"times_{limit.start}"].casefold(),
    }
    kind = "moment" if limit.source == "organiser" and not limit.minutes else limit.source
    reason = names[f"deadline_reason_{kind}"].format(**values)
    return f"{reason} ({basis_words(Provenance(limit.work, limit.place), ui)})" if limit.place else reason


def deadline_faults(limit: Deadline, ui: UiLanguage) -> Iterator[str]:
    """What is to be looked at: typed words that are no time, moments that cannot be right, and a limit shorter than
    the rules want.
    """
    names = words(ui)
    for field in limit.unread:
        fault = "untimed" if field in limit.untimed else "undated" if field in limit.undated else "unread"
        yield names[f"deadline_{fault}"].format(field=names[f"times_{field}"])
    for field, other in limit.misplaced:
        sentence = names["deadline_before_play" if other == PLAYED else "deadline_misplaced"]
        yield sentence.format(field=names[f"times_{field}"], other=names.get(f"times_{other}", ""))
    if limit.shortest:
        yield names["deadline_short"].format(length=length_words(limit.shortest, ui))


def organiser_differs(limit: Deadline, ui: UiLanguage) -> str:
    """That the organiser's limit is shorter or longer than the provision's, which is named; empty where it is not."""
    if limit.usual is None or not limit.beyond:
        return ""
    sentence = words(ui)["deadline_shorter" if limit.beyond < 0 else "deadline_longer"]
    return sentence.format(usual=_usual_words(limit.usual, ui))


def stated_differs(dossier: Dossier, limits: Sequence[Deadline], ui: UiLanguage) -> str:
    """That the limit named in the decision is earlier or later than the one worked out, or cannot be compared."""
    typed = dossier.deadline.strip()
    if not typed or not any(limit.due for limit in limits if limit.name in GOING_FURTHER):
        return ""
    played = play_date(dossier.played, dossier.language)
    stated = read_moment(typed, played, dossier.language)
    if stated is None and is_undated(typed, played):
        return words(ui)["deadline_undated"].format(field=words(ui)["desk_deadline_further"])
    if stated is None:
        return words(ui)["deadline_stated_unread"]
    other = stated_beyond(stated, limits)
    if other is None or other.due is None:
        return ""
    sentence = words(ui)["deadline_stated_earlier" if stated < other.due else "deadline_stated_later"]
    return sentence.format(usual=_usual_words(other, ui))


def _usual_words(limit: Deadline, ui: UiLanguage) -> str:
    reason = deadline_reason(limit, ui)
    return f"{moment_words(limit.due, ui)}, {reason[:1].lower()}{reason[1:]}" if limit.due else reason


def _poll(poll: Sequence[PolledPlayer], names: Mapping[str, str]) -> Iterator[DocumentBlock]:
    hands = list(dict.fromkeys(player.hand.strip() for player in poll if player.hand.strip()))
    told = (name for name in PLAYER_COLUMNS if any(getattr(one, name) for one in poll))
    columns = (*told, *(("hand",) if len(hands) > 1 else ()), *CALL_COLUMNS)
    if len(hands) == 1:
        yield DocumentText("text", hands[0], lead=names["poll_hand"])
    heading = tuple(names["poll_considered_head" if name == "considered" else f"poll_{name}"] for name in columns)
    yield DocumentTable((heading, *(tuple(getattr(one, name) for name in columns) for one in poll)), header=1)
    yield from _counted(poll, names)


def _counted(poll: Sequence[PolledPlayer], names: Mapping[str, str]) -> Iterator[DocumentBlock]:
    count = count_poll(poll)
    if count.calls:
        counted = (names["poll_call"], names["poll_considered_by"], names["poll_chosen_by"])
        rows = tuple((call.call, str(call.considered), str(call.chosen)) for call in count.calls)
        caption = names["poll_answered"].format(answered=count.answered, asked=count.asked)
        yield DocumentTable((counted, *rows), header=1, caption=caption)
    yield DocumentText("source", names["poll_no_verdict"])


def _in_time(done: Sequence[DoneStep]) -> list[DoneStep]:
    """By their times, which sort as text (``2026-03-07 14:30``); one without stays behind the step before it."""
    keyed, last = [], ""
    for number, one in enumerate(done):
        last = one.at.strip() or last
        keyed.append((last, number, one))
    return [one for _, _, one in sorted(keyed, key=lambda row: row[:2])]
