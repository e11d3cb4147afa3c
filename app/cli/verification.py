"""What ``lovbro verify`` answers: a table on the terminal, JSON, an HTML page, or a Word file with comments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import click

from app.cli.options import DONE, FAILED, day, json_option
from app.cli.output import difference_text, print_answer

_WIDTH = 78


class OutputError(ValueError):
    """A copy that cannot be written; the message says what can."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--edition", metavar="EDITION", default="", help="Of which edition of the laws its numbers are: 2017.")
@click.option("--date", "played", type=day, metavar="DATE", help="The day of play: the edition in force then.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="COPY",
              help="Also a copy: .docx with comments (of a Word file), .html or .csv.")  # fmt: skip
@json_option
def verify(file: Path, edition: str, played: date | None, out: Path | None, as_json: bool) -> int:
    """A verdict for each citation and quotation of a document, and what was not checked.

    FILE is .docx, .pdf, .html, .md or .txt. Without --edition and --date a number is right only if the document names
    the edition, or it is the same rule in all. Exit code 0: all right; 1: something is not, or was not checked.
    """
    return DONE if run(file, edition, played, out, as_json) else FAILED


def run(file: Path, edition: str, played: date | None, out: Path | None, as_json: bool) -> bool:
    """Verify a file, print the verdicts, write the copy; True when all is right. Raises VerifyError."""
    from app.committee.verifying import VerifyError, verify_file
    from app.export.verification import verification_record
    from app.i18n.errors import document_words
    from corpus.store import load_registry
    from parser.documents.stream import RefusedDocumentError

    if not file.is_file():
        raise VerifyError(f"{file}: no such file")
    if out is not None:
        _check_out(file, out)
    content = file.read_bytes()
    try:
        found = verify_file(file.name, content, edition, played)
    except RefusedDocumentError as error:
        raise VerifyError(document_words(error, "en")) from error
    if out is not None:
        out.write_bytes(_copy(out, content, found))
    print_answer(verification_record(found, load_registry()), as_json, _report)
    return found.is_right


def _check_out(file: Path, out: Path) -> None:
    kinds = (".html", ".csv") + ((".docx",) if file.suffix.lower() == ".docx" else ())
    if out.suffix.lower() not in kinds:
        raise OutputError(f"--out {out}: a copy of {file.name} ends in {', '.join(kinds)}")
    if out.exists() and out.resolve() == file.resolve():
        raise OutputError(f"--out {out}: the document itself is never changed; name another file")


def _copy(out: Path, content: bytes, found: Any) -> bytes:
    from app.export.tables import csv_file
    from app.export.verification import verdict_rows
    from app.reader.address import browser_ui
    from corpus.store import load_registry

    registry = load_registry()
    ui = browser_ui(found.language)
    if out.suffix.lower() == ".docx":
        from app.committee.verified_copy import commented_copy

        return commented_copy(content, found, registry, ui)
    if out.suffix.lower() == ".html":
        from app.reader.verification import verification_file

        return verification_file(found, registry, ui)
    return csv_file(verdict_rows(found, registry))


def _report(answer: dict[str, Any]) -> str:
    return "\n".join(_lines(answer))


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    yield f"{answer['document']}: {answer['message']}"
    for title, rows, shown in (
        ("Citations", answer["citations"], "printed"),
        ("Quotations", answer["quotations"], "text"),
    ):
        if rows:
            yield f"\n{title}"
        for one in rows:
            yield f"  {one['where']['text']}: {_short(one[shown])}"
            yield f"      {one['verdict']}. {one['message']}"
            if shown == "text" and one["verdict"] == "differs":
                yield "      " + difference_text(one["difference"])
    if answer["unchecked"]:
        yield "\nNot checked"
    for one in answer["unchecked"]:
        yield f"  {one['where']['text']}: {_short(one['words'])}: {one['why']}".replace(": :", ":")


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _WIDTH else f"{plain[:_WIDTH]} ..."
