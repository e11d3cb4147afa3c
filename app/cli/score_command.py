"""``lovbro score`` and its options; what it does is in ``app.cli.score``, imported when it runs."""

from __future__ import annotations

import click

from app.cli.options import OneOf, json_option
from app.committee.scoring.choices import (
    FORMS_OF_SCORING,
    OFFENDING_SIDES,
    REGULATIONS_LANGUAGE,
    VULNERABILITIES,
    offered_rules,
)


@click.command()
@click.argument("outcomes", nargs=-1, required=True, metavar="RESULT...")
@click.option(
    "--other", "others", multiple=True, metavar="SCORE", help="NS score at another table; may be given again."
)
@click.option("--form", default="teams", type=OneOf(FORMS_OF_SCORING), metavar="FORM", help="teams, pairs or field.")
@click.option("--board", default="", metavar="N", help="Its number tells the vulnerability.")
@click.option("--vulnerable", default="", type=OneOf(VULNERABILITIES), metavar="SIDE",
              help="none, NS, EW or all.")  # fmt: skip
@click.option("--offending", default="", type=OneOf(OFFENDING_SIDES), metavar="SIDE", help="NS, EW or both.")
@click.option("--rule", "rules", multiple=True, type=OneOf(offered_rules(REGULATIONS_LANGUAGE)), metavar="RULE",
              help="knockout (12C4), incomparable (86B2b) or unrounded.")  # fmt: skip
@click.option("--boards", default="", metavar="N", help="Boards in the match, for victory points.")
@click.option("--rest", default="", metavar="IMPS", help="IMPs of NS on the other boards of the match.")
@json_option
def score(
    outcomes: tuple[str, ...],
    others: tuple[str, ...],
    form: str,
    board: str,
    vulnerable: str,
    offending: str,
    rules: tuple[str, ...],
    boards: str,
    rest: str,
    as_json: bool,
) -> None:
    """The score of a contract, or an adjusted score with its arithmetic.

    RESULT is such as '4♠ S =', '60 % 4SX W -2', '40 % +420' or 'NS average plus'.
    """
    from app.cli import score as scores
    from corpus.dossiers.dossier import TypedAdjustment

    typed = TypedAdjustment(form, offending, vulnerable, "\n".join(outcomes), " ".join(others), boards, rest, rules)
    scores.score(typed, board, as_json)
