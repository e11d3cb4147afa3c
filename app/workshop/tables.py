"""Tables of numbers as the page and ``lovbro review`` show them: cases in doubt first, both texts, decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from markupsafe import Markup

from app.build.new_edition import proposed_table, shipped_table, table_folder, table_name
from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, words
from app.reader.text.capitals import capitals
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.word_diff import marked
from app.workshop.limits import MOST_WORDS
from app.workshop.texts import PageAnswer
from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.review import (
    ADDED,
    ReviewDecision,
    ReviewError,
    TableCase,
    TableReview,
    read_review,
    typed_numbers,
)
from corpus.alignment.review_folder import ReviewFolder
from corpus.alignment.table_row import NOTE, PROPOSED_DOUBT, TAKEN, ConcordanceRow
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Prose, Table
from corpus.own_library import own_sum
from corpus.own_texts import TABLES, OwnTexts
from corpus.registry import LAWS, ExpressionEntry
from corpus.schema import FormatError
from index.comparison.rewordings import own_words, plain_words


def table_names() -> tuple[str, ...]:
    """The tables that can be reviewed, those of the library with them."""
    return tuple(sorted({*store.concordance_names(), *OwnTexts.open().table_names()}))


def named_table(key: str) -> str:
    """The table that a person means: its name, or the text whose edition it leads to or from. Raises ReviewError."""
    names = table_names()
    if key in names:
        return key
    registry = store.load_registry()
    if key in registry.keys and registry[key].work == LAWS:
        edition, today = registry[key].edition, store.shipped_registry().current_edition(LAWS)
        if (name := table_name(edition, today)) in names:
            return name
    raise ReviewError("no-table", found=key, known=", ".join(names))


def listed_tables(ui: UiLanguage) -> PageAnswer:
    """Every table with how far its review is, or with what is wrong with it (``fault``)."""
    return {"tables": [_listed(table_folder(), name, ui) for name in table_names()]}


def table(name: str, ui: UiLanguage) -> PageAnswer:
    """A table with all its cases, without the words of the texts. Raises ReviewError."""
    folder = table_folder()
    review = folder.open(named_table(name))
    library = held_library()
    old, new = review.editions
    return {
        **_progress(folder, review),
        "cases": [_case(case, ui) for case in review.cases()],
        "texts": {"old": _texts(library, old), "new": _texts(library, new)},
    }


def next_steps(key: str) -> PageAnswer:
    """What can be done with a text once it is read: the table of its numbers, and what its edition changed.

    ``table`` is empty where none leads to today's edition, so that there is nothing to review and nothing changed.
    """
    registry = store.load_registry()
    entry, today = registry[key], store.shipped_registry().current_edition(LAWS)
    name = table_name(entry.edition, today)
    if entry.work != LAWS or entry.edition == today or name not in table_names():
        return {"table": "", "edition": entry.edition}
    listed = _listed(table_folder(), name, "en")
    return {
        "table": "" if listed["fault"] else name,
        "edition": entry.edition,
        "newer": entry.edition > today,
        **listed,
    }


def case_words(name: str, left: str, right: str, keys: Sequence[str], ui: UiLanguage) -> PageAnswer:
    """What two texts have at the numbers of some cases, as HTML; in one language with what differs marked."""
    review, library = table_folder().open(name), held_library()
    cases = {case.key: case for case in review.cases()}
    same = left in library.registry.keys and right in library.registry.keys
    same = same and library.entry(left).language == library.entry(right).language
    out = {}
    for key in [key for key in keys if key in cases][:MOST_WORDS]:
        olds = [row.row.old for row in cases[key].rows[:1] if row.row.old]
        news = [row.row.new for row in cases[key].rows if row.row.new]
        difference: Markup = NOTHING
        if same and len(olds) == len(news) == 1:
            difference = marked(_whole(library, left, olds[0]), _whole(library, right, news[0]))
        out[key] = {
            "left": side(library, left, olds, ui),
            "right": side(library, right, news, ui),
            "difference": difference,
        }
    return {"words": out}


def decide(
    name: str, key: str, verdict: str, numbers: str, note: str | None, revision: str = "", ui: UiLanguage = "en"
) -> PageAnswer:
    """Save a decision; the cases that changed. Raises ReviewError, OSError."""
    folder = table_folder()
    before = folder.open(name)
    typed = typed_numbers(numbers)
    old, new = before.editions
    edition = old if key.startswith(ADDED) else new
    demand_numbers(typed, edition)
    line = note if note is None else " ".join(note.split())  # a row of the table is a line
    made = ReviewDecision(verdict, typed, line)  # type: ignore[arg-type]
    return _changed(before, folder.decide(name, key, made, revision), ui)


def undo(name: str, ui: UiLanguage = "en") -> PageAnswer:
    """Take the last decision about a table back. Raises ReviewError, OSError."""
    folder = table_folder()
    before = folder.open(name)
    after, key = folder.undo(name)
    return {**_changed(before, after, ui), "key": key}


def propose_again(name: str) -> PageAnswer:
    """Propose a table anew and keep what was reviewed. Raises ReviewError, OSError."""
    folder = table_folder()
    return _progress(folder, folder.propose_again(name, _proposal(name)))


def demand_numbers(numbers: Sequence[str], edition: str) -> None:
    """Every number is one of the edition, as far as its texts or tables show. Raises ReviewError."""
    library, tables = held_library(), store.load_tables()
    held = {str(one.id) for text in library.of_work(LAWS, edition) for one in text.walk()}
    known = held or tables.numbers(edition)
    if wrong := next((one for one in numbers if one not in known), ""):
        raise ReviewError("number", found=wrong, edition=edition)


def review_summary(name: str) -> PageAnswer:
    """How far a review is and what is in doubt, for the command."""
    review = table_folder().open(name)
    doubtful = [_case(case, "en") for case in review.cases() if case.is_doubtful]
    shown = [{"number": case["key"], "rows": case["rows"], "note": case["note"]} for case in doubtful]
    return {**_progress(table_folder(), review), "doubtful": shown}


def held_library() -> Library:
    """The texts, read once until one of a person's own changes."""
    return _library(own_sum())


@lru_cache(maxsize=1)
def _library(stamp: str) -> Library:
    return store.load_library()


def side(library: Library, key: str, numbers: Sequence[str], ui: UiLanguage) -> Markup:
    """What a text has at some numbers: number, heading, words, tables, notes; where it has none, that."""
    names = words(ui)
    if key not in library.registry.keys:
        return tag("p", names["rev_no_text"], class_="quiet")
    if not numbers:
        return tag("p", names["rev_no_rule"], class_="quiet")
    return join(_rule(library, key, number, names["rev_not_here"]) for number in numbers)


def _whole(library: Library, key: str, number: str) -> str:
    """All that a provision says itself, with heading, tables and notes, as one line; empty where a text has none."""
    place = library.number(key, number) or number.removesuffix(NOTE)
    return plain_words(own_words(library, key, ProvisionId.of(place)))


def _rule(library: Library, key: str, number: str, missing: str) -> Markup:
    place = library.number(key, number) or number.removesuffix(NOTE)
    found = library.provision(key, place)
    if found is None:
        return tag("p", missing.format(number=number), class_="quiet")
    above = join((capitals(heading) for _, heading in library.heading_path(key, place)[:-1] if heading), " · ")
    heading = capitals(found.heading.text) if found.heading else ""
    parts = [tag("p", above, class_="above")] if above else []
    parts.append(tag("h3", tag("b", str(found.id)), " ", heading))
    parts += [tag("p", block.text) if isinstance(block, Prose) else _table(block) for block in found.own_blocks]
    parts += [tag("p", f"{note.marker} {note.text}".strip(), class_="note") for note in library.notes(key, place)]
    parts += [tag("p", f"{child.id} {plain_words(child.text)[:90]} …", class_="part") for child in found.children]
    return tag("div", *parts, class_="rule", lang=library.entry(key).language)


def _table(block: Table) -> Markup:
    rows = [
        tag("tr", *(tag("th" if number < block.header else "td", cell) for cell in row))
        for number, row in enumerate(block.rows)
    ]
    return tag("table", *([tag("caption", block.caption)] if block.caption else []), *rows)


def text_name(entry: ExpressionEntry) -> str:
    """What a person calls a text: its short name, or its title where the short name is only its key."""
    return entry.title if entry.short == entry.key else entry.short


def _texts(library: Library, edition: str) -> list[PageAnswer]:
    return [
        {"key": one.key, "name": text_name(library.entry(one.key)), "language": one.language}
        for one in library.of_work(LAWS, edition)
    ]


def _case(case: TableCase, ui: UiLanguage) -> PageAnswer:
    rows = [[row.row.old, row.row.new, row.row.place, row.row.content] for row in case.rows]
    state = "read" if case.is_reviewed else "doubt" if case.is_doubtful else "open"
    return {
        "key": case.key,
        "rows": rows,
        "note": "; ".join(dict.fromkeys(_note(row.row, ui) for row in case.rows if row.row.note)),
        "verdict": next((row.review for row in case.rows if row.review), ""),
        "state": state,
        "revision": case.revision,
    }


def _note(row: ConcordanceRow, ui: UiLanguage) -> str:
    """The note of a row in a person's language; a doubt that was noted as codes is put into words."""
    if row.note != PROPOSED_DOUBT:
        return row.translations.get(ui) or row.note
    names = words(ui)
    if TAKEN in row.doubt.grounds:
        return names["rev_taken"]
    places = ", ".join(place for place, _ in row.doubt.nearest)
    return names["rev_nearest"].format(places=places) if places else names["rev_unlike"]


def _listed(folder: ReviewFolder, name: str, ui: UiLanguage) -> PageAnswer:
    try:
        return {**_progress(folder, folder.open(name)), "fault": ""}
    except FormatError as error:
        old, new = name.split("-")
        fault = replace(error.fault, file=f"{TABLES}/{name}.csv")
        return {"name": name, "old": old, "new": new, "fault": fault_words(fault, ui)}


def _progress(folder: ReviewFolder, review: TableReview) -> PageAnswer:
    cases = review.cases()
    old, new = review.editions
    return {
        "name": review.name,
        "old": old,
        "new": new,
        "count": len(cases),
        "read": sum(case.is_reviewed for case in cases),
        "doubts": sum(case.is_doubtful for case in cases),
        "own": folder.is_own(review.name),
        "undo": folder.can_undo(review.name),
    }


def _changed(before: TableReview, after: TableReview, ui: UiLanguage) -> PageAnswer:
    known = {case.key: case for case in before.cases()}
    cases = after.cases()
    changed = [_case(case, ui) for case in cases if known.get(case.key) != case]
    gone = [key for key in known if key not in {case.key for case in cases}]
    return {**_progress(table_folder(), after), "changed": changed, "gone": gone}


def _proposal(name: str) -> TableReview:
    """A table as it was proposed: the shipped one, or one made from the words of the text that is not of today.

    Raises ReviewError.
    """
    if (text := shipped_table(name)) is not None:
        return read_review(name, text)
    library = held_library()
    today = store.shipped_registry().current_edition(LAWS)
    edition = next((one for one in name.split("-") if one != today), today)
    others = Concordance(tuple(one for one in store.load_tables().tables if edition not in (one.old, one.new)))
    for text_ in library.of_work(LAWS, edition):
        if (made := proposed_table(text_, library, others)) is not None and made.review.name == name:
            return made.review
    raise ReviewError("no-proposal", found=name)
