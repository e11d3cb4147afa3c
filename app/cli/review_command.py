"""``lovbro review``: how far the review of a number table is, what is in doubt, and decisions about it."""

from __future__ import annotations

from typing import Any

import click

from app.cli.options import DONE, FAILED, OneOf, json_option
from app.cli.output import print_answer

_VERDICTS = ("accepted", "moved", "split", "merged", "reworded", "new", "dropped", "noted")  # as in alignment.review


@click.command()
@click.argument("key")
@click.argument("number", required=False)
@click.option("--verdict", type=OneOf(_VERDICTS), help="What NUMBER became.")
@click.option("--to", "numbers", multiple=True, metavar="NUMBER", help="Its number in the other edition.")
@click.option("--note", metavar="WORDS", help="A note that pages show with the row.")
@click.option("--undo", is_flag=True, help="Take the last decision back.")
@click.option("--propose", is_flag=True, help="Propose the table again; what was reviewed stays as it is.")
@json_option
def review(
    key: str,
    number: str | None,
    verdict: str | None,
    numbers: tuple[str, ...],
    note: str | None,
    undo: bool,
    propose: bool,
    as_json: bool,
) -> int:
    """How far the review of a number table is, and what is in doubt; or a decision about one of its numbers.

    KEY is a table (2007-2017) or a text (nb-2027). NUMBER is a number of the older edition, or + and one of the newer
    that has no older. Decisions are saved in your library; what comes with Lovbro is not changed. Exit code 1: rows
    are in doubt.
    """
    from app.workshop import tables

    name = tables.named_table(key)
    if propose:
        tables.propose_again(name)
    if undo:
        tables.undo(name)
    if number:
        tables.decide(name, number, verdict or "accepted", ",".join(numbers), note)
    answer = tables.review_summary(name)
    print_answer(answer, as_json, _report)
    return FAILED if answer["doubts"] else DONE


def _report(answer: dict[str, Any]) -> str:
    lines = [f"{answer['name']}: {answer['read']} of {answer['count']} read, {answer['doubts']} in doubt"]
    for one in answer["doubtful"]:
        rows = ", ".join(f"{new or '-'} ({place})" for _, new, place, _ in one["rows"])
        lines += [f"{one['number']}: {rows}", f"    {one['note']}"]
    return "\n".join(lines)
