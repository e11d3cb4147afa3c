"""``lovbro precedents``: the commands of the register of decisions and their options.

What they do is in ``app.cli.precedents`` and ``app.cli.precedents_publishing``, imported when one runs.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from app.cli.options import DONE, FAILED, OneOf, day, json_option

# As in corpus.precedents.decision, which takes longer to import than a mistyped word deserves.
OUTCOMES = ("upheld", "changed", "partly-changed", "referred", "dismissed", "withdrawn", "")


@click.group(no_args_is_help=False)
def precedents() -> None:
    """The register of appeal decisions."""


@precedents.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--played", type=day, metavar="DATE", help="Date of play (2009-03-01) of files that name none.")
@json_option
def add(files: tuple[Path, ...], played: date | None, as_json: bool) -> int:
    """Take decisions in: .txt, .md, .html, .docx or .pdf files, or folders of them."""
    from app.cli import precedents as register

    return DONE if register.add(files, played, as_json) else FAILED


@precedents.command("list")
@click.option("--instance", default="", help="AU, LK ...")
@click.option("--outcome", default="", type=OneOf(OUTCOMES), metavar="OUTCOME", help=", ".join(OUTCOMES[:-1]))
@json_option
def list_(instance: str, outcome: str, as_json: bool) -> int:
    """The decisions, newest first."""
    from app.cli import precedents as register

    return DONE if register.list_decisions(instance, outcome, as_json) else FAILED


@precedents.command("show")
@click.argument("case")
@json_option
def show_case(case: str, as_json: bool) -> None:
    """One decision with its citations, old numbers and today's.

    CASE is its number or key.
    """
    from app.cli import precedents as register

    register.show(case, as_json)


@precedents.command("edit")
@click.argument("case")
@click.argument("changes", nargs=-1, required=True, metavar="FIELD=VALUE...")
@json_option
def edit_case(case: str, changes: tuple[str, ...], as_json: bool) -> None:
    """Correct what was read of one decision; its original stays as it is.

    FIELD is number, instance, played (2009-03-01), event, outcome, unanimous (yes, no) or deposit (returned,
    forfeited); no VALUE makes it unknown. citation:2=16B1a corrects the second citation, citation:2= takes it out.
    """
    from app.cli import precedents as register

    register.edit(case, changes, as_json)


@precedents.command("remove")
@click.argument("case")
def remove_case(case: str) -> None:
    """Take one decision out of the register, with its original."""
    from app.cli import precedents as register

    register.remove(case)


@precedents.command("read-again")
@click.argument("cases", nargs=-1, metavar="[CASE...]")
@json_option
def read_cases_again(cases: tuple[str, ...], as_json: bool) -> int:
    """Read originals again, all or those named; corrections are kept."""
    from app.cli import precedents as register

    return DONE if register.read_again(cases, as_json) else FAILED


@precedents.command("index")
@json_option
def index_cases(as_json: bool) -> None:
    """Make the index of the register anew, from its decisions."""
    from app.cli import precedents as register

    register.index(as_json)


@precedents.command("statistics")
@json_option
def case_statistics(as_json: bool) -> None:
    """Outcome, unanimity and deposit by year and by law of today."""
    from app.cli import precedents as register

    register.statistics(as_json)


@precedents.command("publish")
@click.argument("case")
@click.option("--by", "who", required=True, metavar="NAME", help="Who publishes it; it is kept with the day.")
@click.option("--replace", "replacements", multiple=True, metavar="NAME=WORDS", help="What stands for a name.")
@click.option("--keep", "kept", multiple=True, metavar="WORDS", help="Words that look like a name and are none.")
@json_option
def publish_case(case: str, who: str, replacements: tuple[str, ...], kept: tuple[str, ...], as_json: bool) -> None:
    """Let everybody read one decision: a copy without names, beside the register.

    It is refused while words that may be people's names have neither --replace nor --keep. Read the copy before you
    publish it: a single first name looks like any other word.
    """
    from app.cli import precedents_publishing

    precedents_publishing.publish(case, who, replacements, kept, as_json)


@precedents.command("withdraw")
@click.argument("key")
@click.option("--by", "who", required=True, metavar="NAME", help="Who withdraws it; it is kept with the day.")
@json_option
def withdraw_case(key: str, who: str, as_json: bool) -> None:
    """Take a published decision back; the register keeps it."""
    from app.cli import precedents_publishing

    precedents_publishing.withdraw(key, who, as_json)


@precedents.command("published")
@json_option
def published_list(as_json: bool) -> int:
    """The decisions that everybody may read."""
    from app.cli import precedents_publishing

    return DONE if precedents_publishing.published(as_json) else FAILED
