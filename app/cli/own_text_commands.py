"""``lovbro add`` and ``lovbro library``: the commands about a person's own texts and their options.

What they do is in ``app.cli.own_texts``, imported when one runs.
"""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import DONE, FAILED, day, json_option


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--work", required=True, metavar="WORK", help="laws, or the short name of a federation's rules (dbf).")
@click.option("--edition", required=True, metavar="EDITION", help="The year of the edition: 2017.")
@click.option("--language", required=True, metavar="LANGUAGE", help="da, nb, sv or en.")
@click.option("--title", required=True, metavar="TITLE", help="As on its title page.")
@click.option("--key", metavar="KEY", help="Its name in Lovbro; without it LANGUAGE-EDITION.")
@click.option("--cites", metavar="EDITION", help="The edition of the laws that it cites; laws cite their own.")
@click.option("--in-force-from", type=day, metavar="DATE", help="Its first day in force, if that is known.")
@click.option("--in-force-to", type=day, metavar="DATE", help="Its last day in force, if that is known.")
@click.option("--owner", default="", metavar="NAME", help="Whose the text is.")
@click.option("--consent-by", metavar="NAME", help="Who gave leave to pass it on; without it exports leave it out.")
@click.option("--consent-on", type=day, metavar="DATE", help="The day on which that leave was given.")
@click.option("--consent-words", default="", metavar="WORDS", help="What it allows, as written.")
@click.option("--anyway", is_flag=True, help="Take it though its numbers are those of another work.")
@json_option
def add(files: tuple[Path, ...], as_json: bool, **options: object) -> int:
    """Take a text into your library: .docx, .pdf, .html, .md, .txt or .xml (Akoma Ntoso), or a folder of saved pages.

    Exit code 0: all of it has its place; 1: it was added and questions are open, which are listed; 2: it was refused,
    and nothing was added.
    """
    from app.cli import own_texts

    return DONE if own_texts.add(files, options, as_json) else FAILED


@click.group(invoke_without_command=True, no_args_is_help=False)
@json_option
@click.pass_context
def library(context: click.Context, as_json: bool) -> None:
    """The texts of your own: without a sub-command, which there are and where they are kept."""
    if context.invoked_subcommand is None:
        from app.cli import own_texts

        own_texts.listed(as_json)


@library.command("check")
@json_option
def check_library(as_json: bool) -> int:
    """Whether every file of the library is as Lovbro wrote it."""
    from app.cli import own_texts

    return DONE if own_texts.check(as_json) else FAILED


@library.command("questions")
@click.argument("key")
@json_option
def text_questions(key: str, as_json: bool) -> int:
    """What is open about a text: where, how it was read, and what it may be instead."""
    from app.cli import own_texts

    return DONE if own_texts.questions(key, as_json) else FAILED


@library.command("decide")
@click.argument("key")
@click.argument("row", type=int)
@click.argument("reading")
@click.option("--reason", required=True, metavar="WORDS", help="Why; it is kept with the decision.")
@click.option("--everywhere", is_flag=True, help="The same at every place that the question names.")
@json_option
def decide_row(key: str, row: int, reading: str, reason: str, everywhere: bool, as_json: bool) -> int:
    """Decide how a paragraph is read; the text is read again with it, and so is every mended file added later.

    ROW is the number of a question. READING is a number that the paragraph begins (16C2a), 'of 16C2' for one without
    a number, '16C heading' where its words are the heading of the number it begins, text, chapter or noise.
    """
    from app.cli import own_texts

    return DONE if own_texts.decide(key, row, reading, reason, everywhere, as_json) else FAILED


@library.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@json_option
def backup_library(file: Path, as_json: bool) -> None:
    """Save the whole library in FILE: texts with their decisions and tables, dossiers, the register of decisions."""
    from app.cli import own_texts

    own_texts.save_backup(file, as_json)


@library.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@json_option
def restore_library(file: Path, as_json: bool) -> None:
    """Put a backup back into an empty library; one that is not whole is refused, and nothing is put back.

    Where LOVBRO_DATABASE names a database, which has to be empty too, it gets what is shared, each document compared.
    """
    from app.cli import own_texts

    own_texts.put_back(file, as_json)


@library.command("remove")
@click.argument("key")
def remove_text(key: str) -> None:
    """Take a text out of the library, with its files; decisions and reviewed tables wait until it is added again."""
    from app.cli import own_texts

    own_texts.remove(key)
