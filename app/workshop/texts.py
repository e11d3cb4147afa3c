"""The texts of the library as the page shows them: the list, the outline of one beside its source, its decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from app.build.addition import add_again, add_text, decision_about, demand_text
from app.build.content_check import same_in_other_edition
from app.build.decision_lexicon import decision_lexicon
from app.build.description import TextDescription, entry_of, entry_record, natural_order
from app.build.removal import remove_text
from app.build.search_index import fresh_index
from app.i18n.errors import addition_words, error_words, fault_words
from app.i18n.words import UiLanguage
from app.workshop.jobs import Begin
from corpus import own_library, store
from corpus.own_readings import KeptReading, own_reading
from corpus.own_texts import AdditionError, OwnTexts, ReadingDecision
from corpus.registry import Registry
from parser.documents.files import DOCUMENT_EXTENSIONS, MAX_BYTES
from parser.documents.stream import RefusedDocumentError

PageAnswer = dict[str, Any]
_TELLING = 5_000
"""Characters: fewer have too few words to tell Danish from Norwegian."""


def why_not(error: Exception, ui: UiLanguage) -> str:
    """Why something was not done, in the sentence that the command prints too."""
    if isinstance(error, OSError):
        return f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")
    return error_words(error, ui) or addition_words(AdditionError("unreadable", cause=str(error)), ui)


def listed_texts(ui: UiLanguage) -> PageAnswer:
    """The folder, and every text with its state: ``whole``, ``questions``, ``unread`` decisions or ``damaged``."""
    own, registry = OwnTexts.open(), store.load_registry()
    found = reversed((*own.check(), *own_library.left_out()))
    faults = {f.file.split("/")[1]: fault_words(f, ui) for f in found if f.file.startswith("texts/")}
    sound = own_library.own_keys()
    texts = []
    for key in own.all_keys():
        row: PageAnswer = {"key": key, "title": key, "state": "damaged", "fault": faults.get(key, "")}
        if key in sound:
            row |= entry_record(registry[key])
        if key in sound and not row["fault"]:
            reading, decisions = own_reading(own, key), own.decisions(key)
            left = len(reading.open_rows(decisions))
            row["open"] = left
            row["first"] = first_law(reading)
            row["state"] = "questions" if left else "unread" if reading.is_stale(decisions) else "whole"
        texts.append(row)
    return {"folder": str(own.path), "texts": texts}


def work_titles(registry: Registry) -> list[tuple[str, str]]:
    """Every work with the title of its newest text, by which a person knows it."""
    titles = {entry.work: entry.title for entry in sorted(registry.expressions, key=lambda entry: entry.edition)}
    return [(work, titles.get(work, work)) for work in sorted({one.work for one in registry.editions})]


def in_order(files: Sequence[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """The files of an upload as they are read: in the order of their names, of a folder those that are read at all.

    Raises AdditionError where nothing is left, RefusedDocumentError for one that is too large.

    >>> [name for name, _ in in_order([("bog/10.html", b"x"), ("bog/2.html", b"x"), ("bog/stil.css", b"x")])]
    ['bog/2.html', 'bog/10.html']
    """
    kept = [one for one in files if "/" not in one[0] or f".{one[0].rpartition('.')[2].lower()}" in DOCUMENT_EXTENSIONS]
    if not kept:
        raise AdditionError(
            "no-files",
            file=files[0][0].partition("/")[0] if files else "",
            known=", ".join(sorted(DOCUMENT_EXTENSIONS)),
        )
    for name, content in kept:
        if len(content) > MAX_BYTES:
            raise RefusedDocumentError("large", name, limit=MAX_BYTES)
    return sorted(kept, key=lambda one: natural_order(one[0]))


def demand_free(text: TextDescription, replace: bool) -> str:
    """The key of a text that may be added. Raises AdditionError; ``taken`` where ``replace`` would be needed."""
    key = entry_of(text).key
    if key in store.shipped_registry().keys:
        raise AdditionError("shipped", key=key)
    if OwnTexts.open().holds(key) and not replace:
        raise AdditionError("taken", key=key)
    return key


def take_in(files: Sequence[tuple[str, bytes]], text: TextDescription, anyway: bool, begin: Begin) -> None:
    """Add a text and make it searchable. Raises as ``app.build.addition.add_text``; nothing is then added."""
    begin("reading")
    add_text(in_order(files), entry_of(text), begin=begin, anyway=anyway)
    _index(begin)


def read_again(key: str, begin: Begin) -> None:
    """Read a text again with the decisions made since. Raises as ``app.build.addition.add_again``."""
    add_again(key, [], begin)
    _index(begin)


def take_out(key: str) -> PageAnswer:
    """Take a text out of the library, be it damaged; what waits until it is added again. Raises as ``remove_text``."""
    removed = remove_text(key)
    return {"decisions": removed.decisions, "tables": [name for name, _ in removed.tables]}


def outline(key: str) -> PageAnswer:
    """A text beside its source: every paragraph with what it is, what is open, and what was decided.

    Raises AdditionError, OwnTextError.
    """
    own = OwnTexts.open()
    demand_text(key, own.path, own.keys)
    reading, decisions = own_reading(own, key), own.decisions(key)
    entry = store.load_registry()[key]
    rows = [
        {"page": one.page, "line": one.line, "file": one.file, "words": one.words,
         "kind": one.kind, "reason": one.reason, "id": one.id}
        for one in reading.paragraphs
    ]  # fmt: skip
    questions = [
        {"row": one.row, "code": one.code, "likely": one.likely, "others": list(one.others), "alike": list(one.alike),
         "here": one.here, "there": one.there}
        for one in reading.questions
    ]  # fmt: skip
    return {
        "key": key,
        "title": entry.title,
        "work": entry.work,
        "language": entry.language,
        "likely_language": likely_language(reading),
        "edition": entry.edition,
        "likely_edition": likely_edition(key),
        "first": first_law(reading),
        "files": len({one.file for one in reading.paragraphs}),
        "rows": rows,
        "questions": questions,
        "uses": dict(sorted(Counter(one.kind for one in reading.paragraphs).items())),
        "missing": list(reading.missing),
        "extra": list(reading.extra),
        "unfit": list(reading.unfit),
        "elsewhere": [{"number": number, "likely": likely} for number, likely in reading.elsewhere],
        **_decided(reading, decisions),
    }


def first_law(reading: KeptReading) -> str:
    """The number of the first law that a text has, by which it is opened; "1" where none was read."""
    return next((one.id for one in reading.paragraphs if one.id.isdecimal()), "1")


def likely_language(reading: KeptReading) -> str:
    """The language of most of the words that tell languages apart, in what was read; empty for a few pages.

    A Danish book that was added as Swedish is read without a fault, and is wrong in every search.
    """
    words = " ".join(one.words for one in reading.paragraphs)
    return decision_lexicon().language_of(words) if len(words) > _TELLING else ""


def likely_edition(key: str) -> str:
    """Another edition of which a text in its language has the same words at nearly all numbers; "" where none has."""
    library = store.load_library()
    return same_in_other_edition(library[key], library.expressions)


def decide(key: str, row: int, reading: str, reason: str, everywhere: bool = False) -> PageAnswer:
    """Record a decision about a paragraph, ``everywhere`` about all others of its questions too; what is decided since.

    Raises AdditionError, OwnTextError, OSError.
    """
    made = decision_about(key, row, reading, reason, everywhere)
    own = OwnTexts.open()
    places = {(one.words, one.nth) for one in made}

    def changed(known: tuple[ReadingDecision, ...]) -> Sequence[ReadingDecision]:
        return (*(one for one in known if (one.words, one.nth) not in places), *made)

    return _decided(own_reading(own, key), own.decide(key, changed))


def undecide(key: str, row: int, everywhere: bool = False) -> PageAnswer:
    """Take the decision about a paragraph back, ``everywhere`` those about all others too. Raises as ``decide``."""
    own = OwnTexts.open()
    demand_text(key, own.path, own.keys)
    kept = own_reading(own, key)
    rows = (row, *(kept.alike(row) if everywhere else ()))
    places = {(one.words, one.nth) for one in (kept.decision(at, "", "-") for at in rows)}
    decisions = own.decide(key, lambda known: [one for one in known if (one.words, one.nth) not in places])
    return _decided(kept, decisions)


def steps_back(reading: KeptReading, decisions: Sequence[ReadingDecision]) -> list[PageAnswer]:
    """What can be taken back, the last decision last: its ``row``, and the rows ``alike`` that were decided with it."""
    rows, order = reading.rows_of(decisions), {one: number for number, one in enumerate(decisions)}
    steps: list[list[int]] = []
    for row in sorted(rows, key=lambda row: order[rows[row]]):
        first = steps[-1][0] if steps else row
        if row in reading.alike(first) and rows[row].reason == rows[first].reason:
            steps[-1].append(row)
        else:
            steps.append([row])
    # Only all places of a question are taken back at once.
    whole = ([step] if {*step[1:]} == {*reading.alike(step[0])} else [[row] for row in step] for step in steps)
    return [{"row": first, "alike": rest} for parts in whole for first, *rest in parts]


def _decided(reading: KeptReading, decisions: Sequence[ReadingDecision]) -> PageAnswer:
    rows = reading.rows_of(decisions)
    return {
        "made": steps_back(reading, decisions),
        "decisions": {str(row): {"reading": one.reading, "reason": one.reason} for row, one in sorted(rows.items())},
        "unused": [one.words[:80] for one in decisions if one not in rows.values()],
        "stale": reading.is_stale(decisions),
    }


def _index(begin: Begin) -> None:
    begin("index")
    fresh_index(store.load_library())
