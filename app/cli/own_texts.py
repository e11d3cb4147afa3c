"""What ``lovbro add`` and ``lovbro library`` answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from app.build import addition
from app.build.addition import AddedText
from app.build.description import TextDescription, entry_of, entry_record, natural_order
from app.build.removal import remove_text
from app.cli.output import print_answer
from app.cli.shared_library import index_shared
from app.i18n.errors import fault_words
from app.i18n.words import words
from app.workshop.texts import likely_edition, likely_language
from corpus import own_library, store
from corpus.document_store import database_url
from corpus.dossiers.folder import dossier_folder
from corpus.homes import library_dir
from corpus.library_backup import backup, restore
from corpus.library_check import library_faults
from corpus.library_move import demand_empty_database, documents_of_database, move_to_database
from corpus.own_readings import own_reading
from corpus.own_texts import AdditionError, AdditionReason, OwnTexts
from corpus.precedents.folder import case_folder
from parser.documents.files import DOCUMENT_EXTENSIONS, MAX_BYTES
from parser.documents.stream import RefusedDocumentError
from parser.recognition.account import ReadingQuestion

_ANYWAY = "to add it all the same: --anyway"
_WAYS_ON: dict[AdditionReason, str] = {
    "is-laws": _ANYWAY,
    "no-laws": _ANYWAY,
    "shipped": "to give it a short name: --key",
    "consent": "to give both: --consent-by and --consent-on",
}
"""What the command has for a refusal; the page has its own fields and buttons."""
_SHOWN = 40  # questions that are printed as text; JSON has all


def add(paths: Sequence[Path], options: Mapping[str, Any], as_json: bool) -> bool:
    """Add files as a text; True when nothing is open. Raises AdditionError for what cannot be added."""
    given: dict[str, Any] = {name: value for name, value in options.items() if value and name != "anyway"}
    try:
        entry = entry_of(TextDescription(**given))
        added = addition.add_text(_contents(paths), entry, anyway=bool(options.get("anyway")))
    except AdditionError as error:
        if error.reason in _WAYS_ON:
            print(_WAYS_ON[error.reason], file=sys.stderr)
        raise
    print_answer(_record(added), as_json, _report)
    return added.is_settled


def decide(key: str, row: int, reading: str, reason: str, everywhere: bool, as_json: bool) -> bool:
    """Record a decision and read the text again; True when nothing is open any more."""
    added = addition.add_again(key, addition.decision_about(key, row, reading, reason, everywhere))
    print_answer(_record(added), as_json, _report)
    return added.is_settled


def questions(key: str, as_json: bool) -> bool:
    """Print what is open about a text, read again from its files."""
    added = addition.add_again(key, [])
    print_answer(_record(added), as_json, _report)
    return added.is_settled


def listed(as_json: bool) -> None:
    """Print the texts of the library and its folder."""
    own = OwnTexts.open()
    registry = store.load_registry()
    texts = [{"key": key, **entry_record(registry[key])} for key in own_library.own_keys()]

    def shown(answer: dict[str, Any]) -> str:
        lines = [f"{one['key']}  {one['title']}  ({one['work']} {one['edition']})" for one in answer["texts"]]
        lines += [f"left out: {reason}" for reason in answer["damaged"]]
        return "\n".join([answer["folder"], *(lines or ["no texts yet: lovbro add takes them in"])])

    damaged = [fault_words(fault, "en") for fault in own_library.left_out()]
    print_answer({"folder": str(own.path), "texts": texts, "damaged": damaged}, as_json, shown)


def check(as_json: bool) -> bool:
    """Print every file that is not as Lovbro wrote it; True when all are."""
    own = OwnTexts.open()
    faults = [fault_words(fault, "en") for fault in library_faults()]
    counts = {"dossiers": len(dossier_folder().keys()), "decisions": len(case_folder().keys())}
    counts["tables"] = sum(name.endswith(".csv") for name in own.tables.names())
    answer = {"folder": str(own.path), "texts": list(own.keys), **counts, "faults": faults, "whole": not faults}

    def shown(one: dict[str, Any]) -> str:
        held = ", ".join(f"{name}: {count}" for name, count in {"texts": len(one["texts"]), **counts}.items())
        return "\n".join([*faults, f"{one['folder']}: {held}"])

    print_answer(answer, as_json, shown)
    return not faults


def remove(key: str) -> None:
    """Take a text out of the library. Raises AdditionError where there is none."""
    removed = remove_text(key)
    print(f"{key} is no longer in {OwnTexts.open().path}")
    waiting = [f"{removed.decisions} decisions"] if removed.decisions else []
    waiting += [f"the table {name} with {reviewed} reviewed numbers" for name, reviewed in removed.tables]
    if waiting:
        print(f"set aside until it is added again: {', '.join(waiting)}")


def save_backup(file: Path, as_json: bool) -> None:
    """Write the library into a file. Raises BackupError."""
    places = [case_folder().place, dossier_folder().place]  # what still lies in data/ moves into the library first
    home = library_dir()
    folders = [place for place in places if isinstance(place, Path)]
    outside = [str(folder) for folder in folders if home not in folder.parents and folder.exists()]
    with documents_of_database() as shared:
        answer = {"file": str(file), "files": backup(home, file, shared), "library": str(home), "left_out": outside}

    def shown(one: dict[str, Any]) -> str:
        lines = [f"{one['files']} files of {one['library']} are in {one['file']}"]
        return "\n".join(lines + [f"not in it: {folder}, which lies outside of the library" for folder in outside])

    print_answer(answer, as_json, shown)


def put_back(file: Path, as_json: bool) -> None:
    """Put a backup into an empty library, and into an empty database, where one is named, what is shared.

    Raises BackupError, MoveError and OSError.
    """
    home, url = library_dir(), database_url()
    if url:
        demand_empty_database(url)
    answer: dict[str, Any] = {"file": str(file), "files": restore(file, home), "library": str(home)}
    if url:
        answer["in_database"] = move_to_database(home, url).documents
        index_shared(url)

    def shown(one: dict[str, Any]) -> str:
        line = f"{one['files']} files of {one['file']} are in {one['library']}"
        return line + (f", {one['in_database']} of them now in the database, each compared" if url else "")

    print_answer(answer, as_json, shown)


def _contents(paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """The files in the order given; of a folder those that are read, by name with numbers in them as numbers, and so
    are files in the order in which a shell puts them (1, 10, 2)."""
    found: list[Path] = []
    for path in _in_order(paths):
        if path.is_dir():
            inside = [one for one in path.rglob("*") if one.is_file() and one.suffix.lower() in DOCUMENT_EXTENSIONS]
            if not inside:
                raise AdditionError("no-files", file=str(path), known=", ".join(sorted(DOCUMENT_EXTENSIONS)))
            found += sorted(inside, key=lambda one: natural_order(str(one)))
        elif path.is_file():
            found.append(path)
        else:
            raise AdditionError("no-file", file=str(path))
    for path in found:
        if path.stat().st_size > MAX_BYTES:
            raise RefusedDocumentError("large", path.name, limit=MAX_BYTES)
    return [(path.name, path.read_bytes()) for path in found]


def _in_order(paths: Sequence[Path]) -> Sequence[Path]:
    """The paths as given, but by their numbers where they are given by their letters, as "lag*.html" makes them.

    >>> [str(one) for one in _in_order([Path("lag1.html"), Path("lag10.html"), Path("lag2.html")])]
    ['lag1.html', 'lag2.html', 'lag10.html']
    """
    names = [str(path) for path in paths]
    by_letters = sorted(names) == names or sorted(names, key=str.casefold) == names
    return sorted(paths, key=lambda one: natural_order(str(one))) if by_letters else paths


def _record(added: AddedText) -> dict[str, Any]:
    return {
        "expression": added.entry.key,
        "language": added.entry.language,
        "likely_language": likely_language(own_reading(OwnTexts.open(), added.entry.key)),
        "edition": added.entry.edition,
        "likely_edition": likely_edition(added.entry.key),
        "counts": dict(added.counts),
        "uses": dict(added.uses),
        "questions": [_question(one) for one in added.questions],
        "unused_decisions": [{"words": one.words[:80], "reading": one.reading} for one in added.unused],
        "missing": list(added.missing),
        "extra": list(added.extra),
        "elsewhere": [
            {"number": row.new, "likely": row.old, "confidence": round(row.confidence, 2)} for row in added.elsewhere
        ],
        "table": _table(added),
        "renewed_table": _renewed(added),
        "brought_back": {"decisions": added.decisions_back, "table": added.table_back},
        "settled": added.is_settled,
    }


def _table(added: AddedText) -> dict[str, Any] | None:
    """What is said of a proposed table; each doubtful row with the places that it may be instead."""
    if added.table is None:
        return None
    doubtful = [
        {"old": row.old, "new": row.new, "place": row.place, "confidence": row.confidence, "nearest": list(row.nearest)}
        for row in added.table.doubtful
    ]
    file = f"{OwnTexts.open().tables}/{added.table.review.name}.csv"
    return {
        "name": added.table.review.name,
        "rows": len(added.table.rows),
        "doubtful": doubtful,
        "proposed": True,
        "file": file,
    }


def _renewed(added: AddedText) -> dict[str, Any] | None:
    """What a mended file changed in the table that was proposed from the text before."""
    if (one := added.renewed) is None:
        return None
    return {"name": one.name, "renewed": list(one.renewed), "reviewed": one.reviewed, "unfit": list(one.unfit)}


def _question(one: ReadingQuestion) -> dict[str, Any]:
    place = {"file": one.place.file, "line": one.place.line, "page": one.place.page or None}
    return {
        "row": one.row,
        "code": one.code,
        **place,
        "words": one.words,
        "likely": one.likely,
        "others": list(one.others),
        "alike": list(one.alike),
        "about": words("en")[f"own_ask_{one.code}"],
        **({"here": one.here, "there": one.there} if one.there >= 0 else {}),
    }


def _shortened(rows: Sequence[int]) -> str:
    return ", ".join(map(str, rows[:_SHOWN])) + (" ..." if len(rows) > _SHOWN else "")


def _report(answer: dict[str, Any]) -> str:
    counts = ", ".join(f"{name} {value}" for name, value in answer["counts"].items() if value)
    uses = ", ".join(f"{name} {value}" for name, value in answer["uses"].items())
    lines = [f"{answer['expression']}: {counts}", f"paragraphs: {uses}"]
    lines += _question_lines(answer["questions"])
    lines += _number_lines(answer)
    lines += _table_lines(answer)
    key, likely = answer["expression"], answer["likely_language"]
    if likely and likely != answer["language"]:
        lines.append(f"its words seem to be in {likely}, not {answer['language']}: if so, remove it and add it again")
    if other := answer["likely_edition"]:
        lines.append(
            f"it is nearly word for word the edition {other}, not {answer['edition']}: "
            "if so, remove it and add it again"
        )
    if answer["questions"]:
        first = answer["questions"][0]
        lines.append(f"to decide: lovbro library decide {key} {first['row']} '{first['likely']}' --reason '...'")
    if table := answer["table"]:
        lines.append(f"to review the table: lovbro review {table['name']}; then lovbro changes, lovbro misleads")
    lines += [f"a decision that fits no paragraph any more: {one['words']}" for one in answer["unused_decisions"]]
    return "\n".join(lines)


def _question_lines(questions: Sequence[dict[str, Any]]) -> Iterator[str]:
    for one in questions[:_SHOWN]:
        page = f", page {one['page']}" if one["page"] else ""
        others = f"; perhaps {', '.join(one['others'])}" if one["others"] else ""
        # What Word shows has no lines that could be counted.
        line = f"{'paragraph' if one['file'].lower().endswith('.docx') else 'line'} {one['line']}"
        yield f"{one['row']}: {one['file']}{page}, {line}: {one['code']}: read as {one['likely']}{others}"
        counted = f" Here: {one['here']}, in the other texts: {one['there']}." if "there" in one else ""
        yield f"    {one['words']}"
        yield f"    {one['about']}{counted}"
        if one["alike"]:
            yield f"    and {len(one['alike'])} more like it: {_shortened(one['alike'])}"
    if len(questions) > _SHOWN:
        yield f"and {len(questions) - _SHOWN} more questions: --json lists all"


def _number_lines(answer: dict[str, Any]) -> Iterator[str]:
    """Numbers that the other texts of its edition have and it has not, the reverse, and rules at another number."""
    for name, meaning in (
        ("missing", "numbers of its edition that it has not"),
        ("extra", "numbers that no other text of its edition has"),
    ):
        if answer[name]:
            yield f"{meaning}: {', '.join(answer[name][:30])}{' ...' if len(answer[name]) > 30 else ''}"
    if others := answer["elsewhere"]:
        yield "numbers whose rule the held texts of this edition have at another, which is likely theirs:"
        yield "    " + ", ".join(f"{one['number']} (there {one['likely']})" for one in others[:_SHOWN])


def _table_lines(answer: dict[str, Any]) -> Iterator[str]:
    """The table of numbers that was proposed, and what was used again or made anew of older ones."""
    if table := answer["table"]:
        yield (
            f"proposed table {table['name']}, not reviewed: {table['rows']} rows, {len(table['doubtful'])} in doubt, "
            f"in {table['file']}"
        )
    back = answer["brought_back"]
    waited = [f"{back['decisions']} decisions"] if back["decisions"] else []
    if waited := waited + ([f"the table {back['table']}"] if back["table"] else []):
        yield f"used again, set aside when the text was removed: {', '.join(waited)}"
    if renewed := answer["renewed_table"]:
        yield (
            f"table {renewed['name']}: {renewed['reviewed']} reviewed numbers stay as they are, "
            f"{len(renewed['renewed'])} others are proposed anew"
        )
        if renewed["unfit"]:
            gone = ", ".join(renewed["unfit"][:_SHOWN])
            yield f"reviewed rows that lead to numbers which the text has no more: {gone}"
