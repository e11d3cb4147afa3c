"""What the pages of one's own library ask, by name, and the answers; without a web server, so that a test can ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from http import HTTPStatus
from typing import Any

from app.build.description import TextDescription, free_key
from app.i18n.words import UiLanguage
from app.workshop import differences, tables, texts
from app.workshop.jobs import Job, JobQueue
from app.workshop.texts import PageAnswer, why_not
from corpus.own_texts import AdditionError, AdditionReason

JOBS = JobQueue()
PATIENCE = 0.4  # seconds that a question about work waits for its end
_TYPED = ("work", "edition", "language", "title", "key", "cites", "owner", "consent_by", "consent_words")


@dataclass(frozen=True)
class WorkshopRequest:
    """One question: ``params`` from its address, ``body`` from what was sent with it, ``files`` of an upload."""

    ui: UiLanguage
    params: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    files: Sequence[tuple[str, bytes]] = ()

    def typed(self, name: str, longest: int = 400) -> str:
        """A field of the body as text, cut at ``longest`` characters."""
        return str(self.body.get(name) or "").strip()[:longest]

    @property
    def keys(self) -> list[str]:
        """The keys of the cases that are asked about."""
        found = self.body.get("keys")
        return [str(key) for key in found] if isinstance(found, list) else []

    @property
    def row(self) -> int:
        """The number of the paragraph that is asked about; -1, which no text has, where it is none."""
        found = self.body.get("row")
        return found if isinstance(found, int) else -1


def answered(name: str, request: WorkshopRequest) -> tuple[int, PageAnswer]:
    """The status and the answer to a question, which is why it was refused (``refused``) where it was.

    >>> answered("remove", WorkshopRequest("en", {"key": "xx-1900"}))[0]
    422
    """
    try:
        return int(HTTPStatus.OK), ANSWERS[name](request)
    except (ValueError, OSError) as error:
        taken = getattr(error, "reason", "") in ("taken", "changed")
        status = HTTPStatus.CONFLICT if taken else HTTPStatus.UNPROCESSABLE_ENTITY
        return int(status), {"refused": why_not(error, request.ui)}


def _add(request: WorkshopRequest) -> PageAnswer:
    text = _description(request)
    key = texts.demand_free(text, request.typed("replace") == "1")
    texts.in_order(request.files)
    return _started(JOBS.start(key, partial(texts.take_in, request.files, text, request.typed("anyway") == "1")))


def _description(request: WorkshopRequest) -> TextDescription:
    """The description that was typed. Raises AdditionError for a day that is none."""
    typed = {name: request.typed(name) for name in _TYPED}
    typed["key"] = typed["key"] or free_key(typed["language"], typed["edition"])
    return TextDescription(
        **typed,
        consent_on=_day(request, "consent_on", "consent"),
        in_force_from=_day(request, "in_force_from", "in-force"),
        in_force_to=_day(request, "in_force_to", "in-force"),
    )


def _day(request: WorkshopRequest, name: str, refusal: AdditionReason) -> date | None:
    when = request.typed(name)
    try:
        return date.fromisoformat(when) if when else None
    except ValueError as error:
        raise AdditionError(refusal) from error


def _started(job: Job) -> PageAnswer:
    return {"job": job.number, "key": job.key}


def _job(request: WorkshopRequest) -> PageAnswer:
    job = JOBS.job(int(request.params["number"]))
    if job is None:
        return {"stage": "done", "refused": "", "insist": False, "key": ""}
    job.finished.wait(PATIENCE)
    refused = why_not(job.error, request.ui) if job.error is not None else ""
    insist = isinstance(job.error, AdditionError) and job.error.is_of_work
    return {"stage": job.stage, "refused": refused, "insist": insist, "key": job.key}


def _read_again(request: WorkshopRequest) -> PageAnswer:
    key = request.params["key"]
    return _started(JOBS.running(key) or JOBS.start(key, partial(texts.read_again, key)))


def _decide(request: WorkshopRequest) -> PageAnswer:
    reading, reason = request.typed("reading", 40), request.typed("reason")
    return texts.decide(request.params["key"], request.row, reading, reason, request.typed("everywhere") == "1")


def _outline(request: WorkshopRequest) -> PageAnswer:
    key = request.params["key"]
    return {**texts.outline(key), "next": tables.next_steps(key)}


def _remove(request: WorkshopRequest) -> PageAnswer:
    return texts.take_out(request.params["key"])


def _table_words(request: WorkshopRequest) -> PageAnswer:
    name, left, right = request.params["name"], request.typed("left"), request.typed("right")
    return tables.case_words(name, left, right, request.keys, request.ui)


def _table_decide(request: WorkshopRequest) -> PageAnswer:
    note = None if request.body.get("note") is None else request.typed("note")
    key, verdict, numbers = (request.typed(name) for name in ("key", "verdict", "numbers"))
    return tables.decide(request.params["name"], key, verdict, numbers, note, request.typed("revision"), request.ui)


def _judge(request: WorkshopRequest) -> PageAnswer:
    key, status, reason = request.typed("key", 4000), request.typed("status"), request.typed("reason")
    return differences.judge(request.params["name"], key, status, reason)


ANSWERS: Mapping[str, Callable[[WorkshopRequest], PageAnswer]] = {
    "texts": lambda request: texts.listed_texts(request.ui),
    "add": _add,
    "job": _job,
    "outline": _outline,
    "decide": _decide,
    "undecide": lambda request: texts.undecide(request.params["key"], request.row, request.typed("everywhere") == "1"),
    "read": _read_again,
    "remove": _remove,
    "tables": lambda request: tables.listed_tables(request.ui),
    "table": lambda request: tables.table(request.params["name"], request.ui),
    "table-words": _table_words,
    "table-decide": _table_decide,
    "table-undo": lambda request: tables.undo(request.params["name"], request.ui),
    "table-propose": lambda request: tables.propose_again(request.params["name"]),
    "pairs": lambda request: differences.listed_pairs(),
    "pair": lambda request: differences.pair(request.params["name"]),
    "pair-words": lambda request: differences.finding_words(request.params["name"], request.keys, request.ui),
    "pair-decide": _judge,
}
