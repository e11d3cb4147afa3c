"""``lovbro changes`` and ``lovbro misleads``: what a new edition does to the rules, and to those who cite them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from app.cli.options import OneOf, json_option
from app.cli.output import difference_text, print_answer

_ENDINGS = (".csv", ".docx", ".html")
_out = click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
                    help="Also a file: .csv, .docx or .html.")  # fmt: skip
# As in app.i18n.words, which takes longer to import than a mistyped word deserves.
REPORT_LANGUAGES = ("da", "nb", "sv", "en")
_language = click.option("--language", type=OneOf(REPORT_LANGUAGES), default="en", show_default=True,
                         help="The words of a .docx or .html file.")  # fmt: skip


class ReportError(ValueError):
    """A file that no report can be; the message says what can."""


@click.command()
@click.argument("old")
@click.argument("new")
@_out
@_language
@json_option
def changes(old: str, new: str, out: Path | None, language: Any, as_json: bool) -> None:
    """What the edition NEW of the laws changed since OLD, law by law: added, dropped, moved, reworded.

    Where a language has both editions, with both wordings word by word.
    """
    from app.committee import edition_report as report
    from corpus.store import load_library
    from index.comparison.edition_changes import definition_changes

    library = load_library()
    found, definitions = report.changes_of(library, old, new), definition_changes(library, old, new)
    if out is not None:
        paper = report.changes_with_titles(library, old, new, found, definitions, language)
        _write(out, report.change_rows(found, definitions), paper, language)
    answer = report.change_record(old, new, found, definitions)
    print_answer(answer, as_json, lambda answer: "\n".join(_changes(answer)))


@click.command()
@click.argument("new")
@_out
@_language
@json_option
def misleads(new: str, out: Path | None, language: Any, as_json: bool) -> None:
    """Every citation in regulations, decisions and dossiers that leads to another rule in the edition NEW, or to none.

    With the number that it should have.
    """
    from app.committee import edition_report as report
    from corpus.store import load_library

    found = report.misleading_now(load_library(), new)
    if out is not None:
        _write(out, report.mislead_rows(found), report.misleads_paper(new, found, language), language)
    print_answer(report.mislead_record(new, found), as_json, lambda answer: "\n".join(_misleads(answer)))


def _write(out: Path, rows: Iterator[dict[str, Any]], paper: Any, language: str) -> None:
    if out.suffix.lower() not in _ENDINGS:
        raise ReportError(f"--out {out}: the file ends in {', '.join(_ENDINGS)}")
    if out.suffix.lower() == ".csv":
        from app.export.tables import csv_file

        out.write_bytes(csv_file(rows))
    elif out.suffix.lower() == ".docx":
        from app.committee.document_docx import to_docx

        out.write_bytes(to_docx(paper, language))
    else:
        from app.committee.document_html import to_page

        out.write_bytes(to_page(paper, language).encode())


def _changes(answer: dict[str, Any]) -> Iterator[str]:
    counts = ", ".join(f"{kind} {count}" for kind, count in answer["counts"].items() if count)
    yield f"{answer['old']} to {answer['new']}: {counts or 'nothing changed'}"
    for law in answer["laws"]:
        yield f"\nlaw {law['law']}"
        for one in law["changes"]:
            doubt = " (in doubt)" if one["doubt"] else ""
            along = f" with {', '.join(one['along'])}" if one["along"] else ""
            arrow = f"{one['number'] or ''} -> {', '.join(one['new'])}".strip()
            yield f"  {arrow}: {', '.join(one['kinds'])}{along}{doubt}"
            yield from (f"      [{note}]" for note in one["notes"])
            yield from map(_reworded, one["rewordings"])
            for reference in one["references"]:
                was, today, leads = (", ".join(reference[key]) for key in ("was", "today", "leads"))
                yield f"      {reference['printed']} led to {was} ({today or 'dropped'}), leads to {leads}"
    if answer["definitions"]:
        yield "\ndefinitions"
    for one in answer["definitions"]:
        name = " -> ".join(dict.fromkeys(filter(None, (one["old"], one["new"]))))
        yield f"  {name}: {', '.join(one['kinds'])}"
        yield from map(_reworded, one["rewordings"])


def _reworded(wording: dict[str, Any]) -> str:
    part = "" if wording["part"] == "text" else f"{wording['part']}: "
    return "      " + part + difference_text(wording["difference"])


def _misleads(answer: dict[str, Any]) -> Iterator[str]:
    counts = ", ".join(f"{kind} {count}" for kind, count in answer["counts"].items() if count)
    yield f"a reader of {answer['new']}: {counts or 'nothing misleads'}"
    for one in answer["citations"]:
        yield f"  {one['source']}, {one['place']}: {one['printed']}: {one['verdict']}. {one['message']}"
