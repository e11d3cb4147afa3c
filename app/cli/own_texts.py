"""What ``lovbro add`` and ``lovbro library`` answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from app.build import addition
from app.build.addition import AddedText, AdditionError
from app.cli.output import print_answer
from app.i18n.errors import document_words, fault_words
from corpus import store
from corpus.dossiers.folder import dossier_folder
from corpus.homes import library_dir
from corpus.library_backup import backup, restore
from corpus.own_texts import TABLES, OwnTexts
from corpus.precedents.folder import case_folder
from corpus.registry import Consent, ExpressionEntry, Rights, Standing
from parser.documents.files import ENDINGS, MAX_BYTES
from parser.documents.stream import RefusedDocumentError
from parser.lang.words import LANGUAGES
from parser.recognition.account import ReadingQuestion

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_SHOWN = 40  # questions that are printed as text; JSON has all


def add(paths: Sequence[Path], options: Mapping[str, Any], as_json: bool) -> bool:
    """Add files as a text; True when nothing is open. Raises AdditionError for what cannot be added."""
    entry = _entry(options)
    try:
        added = addition.add_text(_contents(paths), entry)
    except RefusedDocumentError as error:
        raise AdditionError(document_words(error, "en")) from error
    print_answer(_record(added), as_json, _report)
    return added.is_settled


def decide(key: str, row: int, reading: str, reason: str, as_json: bool) -> bool:
    """Record a decision and read the text again; True when nothing is open any more."""
    if not reason.strip():
        raise AdditionError("a decision needs a reason")
    added = addition.add_again(key, [addition.decision_about(key, row, reading, reason)])
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
    texts = [
        {
            "key": key,
            "title": (one := registry[key]).title,
            "work": one.work,
            "edition": one.edition,
            "language": one.language,
            "owner": one.rights.owner,
            "shareable": one.rights.consent is not None,
        }
        for key in own.keys
    ]

    def shown(answer: dict[str, Any]) -> str:
        lines = [f"{one['key']}  {one['title']}  ({one['work']} {one['edition']})" for one in answer["texts"]]
        lines += [f"left out: {reason}" for reason in answer["damaged"]]
        return "\n".join([answer["folder"], *(lines or ["no texts yet: lovbro add takes them in"])])

    damaged = [fault_words(fault, "en") for fault in own.damaged()]
    print_answer({"folder": str(own.path), "texts": texts, "damaged": damaged}, as_json, shown)


def check(as_json: bool) -> bool:
    """Print every file that is not as Lovbro wrote it; True when all are."""
    own = OwnTexts.open()
    faults = [fault_words(fault, "en") for fault in own.check()]
    answer = {"folder": str(own.path), "texts": list(own.keys), "faults": faults, "whole": not faults}
    print_answer(answer, as_json, lambda one: "\n".join([*faults, f"{len(one['texts'])} texts in {one['folder']}"]))
    return not faults


def remove(key: str) -> None:
    """Take a text out of the library. Raises AdditionError where there is none."""
    own = OwnTexts.open()
    addition.demand_text(key, own.path, own.all_keys())  # a damaged one can be taken out as well
    own.remove(key)
    print(f"{key} is no longer in {own.path}")


def save_backup(file: Path, as_json: bool) -> None:
    """Write the library into a file. Raises BackupError."""
    folders = [case_folder().path, dossier_folder().path]  # what still lies in data/ moves into the library first
    home = library_dir()
    outside = [str(folder) for folder in folders if home not in folder.parents and folder.exists()]
    answer = {"file": str(file), "files": backup(home, file), "library": str(home), "left_out": outside}

    def shown(one: dict[str, Any]) -> str:
        lines = [f"{one['files']} files of {one['library']} are in {one['file']}"]
        return "\n".join(lines + [f"not in it: {folder}, which lies outside of the library" for folder in outside])

    print_answer(answer, as_json, shown)


def put_back(file: Path, as_json: bool) -> None:
    """Put a backup into an empty library. Raises BackupError."""
    home = library_dir()
    answer = {"file": str(file), "files": restore(file, home), "library": str(home)}
    print_answer(answer, as_json, lambda one: f"{one['files']} files of {one['file']} are in {one['library']}")


def _entry(options: Mapping[str, Any]) -> ExpressionEntry:
    """The block of the registry that the options describe. Raises AdditionError."""
    work, edition, language = options["work"], options["edition"], options["language"]
    registry = store.load_registry()
    key = options["key"] or f"{language}-{edition}"
    if language not in LANGUAGES:
        raise AdditionError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    for name, value in (("--work", work), ("--key", key)):
        if not _NAME.fullmatch(value):
            raise AdditionError(f"{name} {value!r}: take small letters, digits and hyphens")
    if not re.fullmatch(r"[12]\d{3}", edition):
        raise AdditionError(f"--edition {edition!r} is no year such as 2017")
    if not options["title"].strip():
        raise AdditionError("--title is empty")
    cites = options["cites"] or (edition if work == "laws" else registry.current_edition("laws"))
    consent = None
    if options["consent_by"] or options["consent_on"]:
        if not (options["consent_by"] and options["consent_on"]):
            raise AdditionError("a consent needs --consent-by and --consent-on")
        consent = Consent(options["consent_by"], options["consent_on"], options["consent_words"])
    known = next((one for one in registry.editions_of(work) if one.edition == edition), None)
    standing = (
        "preliminary" if known is None or known.from_date is None else "not-in-force" if known.to_date else "in-force"
    )
    title = " ".join(options["title"].split())
    return ExpressionEntry(
        key=key,
        language=language,
        work=work,
        edition=edition,
        title=title,
        short=title if len(title) <= 24 else key,
        cites=cites,
        standing=cast(Standing, standing),
        witnesses=(f"{key}-added",),
        in_force_from=known.from_date if known and standing == "in-force" else None,
        rights=Rights(owner=options["owner"], consent=consent),
    )


def _contents(paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """The files in the order given; of a folder those that are read, by name with numbers in them as numbers."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = [one for one in path.rglob("*") if one.is_file() and one.suffix.lower() in ENDINGS]
            if not inside:
                raise AdditionError(f"{path}: the folder holds no file that is read ({', '.join(sorted(ENDINGS))})")
            found += sorted(inside, key=_natural)
        elif path.is_file():
            found.append(path)
        else:
            raise AdditionError(f"{path}: no such file")
    for path in found:
        if path.stat().st_size > MAX_BYTES:
            raise RefusedDocumentError("large", path.name, limit=MAX_BYTES)
    return [(path.name, path.read_bytes()) for path in found]


def _natural(path: Path) -> list[tuple[int, int | str]]:
    return [(0, int(part)) if part.isdigit() else (1, part.casefold()) for part in re.split(r"(\d+)", str(path))]


def _record(added: AddedText) -> dict[str, Any]:
    return {
        "expression": added.entry.key,
        "counts": dict(added.counts),
        "uses": dict(added.uses),
        "questions": [_question(one) for one in added.questions],
        "unused_decisions": [{"words": one.words[:80], "reading": one.reading} for one in added.unused],
        "missing": list(added.missing),
        "extra": list(added.extra),
        "table": _table(added),
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
    file = str(OwnTexts.open().path / TABLES / f"{added.table.name}.csv")
    return {
        "name": added.table.name,
        "rows": len(added.table.rows),
        "doubtful": doubtful,
        "proposed": True,
        "file": file,
    }


def _question(one: ReadingQuestion) -> dict[str, Any]:
    place = {"file": one.place.file, "line": one.place.line, "page": one.place.page or None}
    return {
        "row": one.row,
        "code": one.code,
        **place,
        "words": one.words,
        "likely": one.likely,
        "others": list(one.others),
    }


def _report(answer: dict[str, Any]) -> str:
    counts = ", ".join(f"{name} {value}" for name, value in answer["counts"].items() if value)
    lines = [f"{answer['expression']}: {counts}"]
    lines.append("paragraphs: " + ", ".join(f"{name} {value}" for name, value in answer["uses"].items()))
    for one in answer["questions"][:_SHOWN]:
        page = f", page {one['page']}" if one["page"] else ""
        others = f"; perhaps {', '.join(one['others'])}" if one["others"] else ""
        lines.append(
            f"{one['row']}: {one['file']}{page}, line {one['line']}: {one['code']}: read as {one['likely']}{others}"
        )
        lines.append(f"    {one['words']}")
    if len(answer["questions"]) > _SHOWN:
        lines.append(f"and {len(answer['questions']) - _SHOWN} more questions: --json lists all")
    for name, words in (
        ("missing", "numbers of its edition that it has not"),
        ("extra", "numbers that no other text of its edition has"),
    ):
        if answer[name]:
            lines.append(f"{words}: {', '.join(answer[name][:30])}{' ...' if len(answer[name]) > 30 else ''}")
    if table := answer["table"]:
        lines.append(
            f"proposed table {table['name']}, not reviewed: {table['rows']} rows, {len(table['doubtful'])} in doubt, "
            f"in {table['file']}"
        )
    lines += [f"a decision that fits no paragraph any more: {one['words']}" for one in answer["unused_decisions"]]
    return "\n".join(lines)
