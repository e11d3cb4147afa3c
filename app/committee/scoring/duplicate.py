"""The score of a contract by law 77."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.committee.scoring.arithmetic import ScoreStep, step
from app.committee.scoring.tables import ScoringTables
from corpus.board.contract import PlayedContract, Vulnerability

PLACE = "77"
SMALL, GRAND = 6, 7  # levels of a slam: 12 and 13 tricks with the book


@dataclass(frozen=True)
class DuplicateScore:
    """A score for North-South, in points, and the steps for the side that scores."""

    score: int
    steps: tuple[ScoreStep, ...]


def duplicate_score(
    played: PlayedContract | None, vulnerability: Vulnerability, tables: ScoringTables
) -> DuplicateScore:
    """The score of a contract, 0 for a board that was passed out (None)."""
    if played is None:
        return DuplicateScore(0, (step("passed-out", 0, "laws", PLACE),))
    vulnerable = vulnerability in ("all", played.side)
    steps = tuple(_made(played, vulnerable, tables) if played.result >= 0 else _down(played, vulnerable, tables))
    total = int(sum(one.amount for one in steps))
    scoring = played.side == "NS" if played.result >= 0 else played.side == "EW"
    return DuplicateScore(total if scoring else -total, steps)


def _made(played: PlayedContract, vulnerable: bool, tables: ScoringTables) -> Iterator[ScoreStep]:
    points, zone = tables.points, "vulnerable" if vulnerable else "safe"
    if played.strain == "N":
        first = points["notrump", "first", played.doubling]
        unit = points["notrump", "following", played.doubling]
        value = first + (played.level - 1) * unit
        yield step("notrump", value, "laws", PLACE, first=first, count=played.level - 1, unit=unit)
        plain = points["notrump", "following", "undoubled"]
    else:
        unit = points["trick", played.doubling, played.strain]
        value = played.level * unit
        yield step("trick", value, "laws", PLACE, count=played.level, unit=unit)
        plain = points["trick", "undoubled", played.strain]
    if played.result:
        each = plain if played.doubling == "undoubled" else points["overtrick", played.doubling, zone]
        yield step("overtricks", played.result * each, "laws", PLACE, count=played.result, unit=each)
    if played.level >= SMALL:
        size = "grand" if played.level == GRAND else "small"
        yield step(f"slam-{size}", points["slam", size, zone], "laws", PLACE)  # type: ignore[arg-type]
    if value >= tables.numbers["game"]:
        yield step("game", points["bonus", f"game-{zone}", "points"], "laws", PLACE)
    else:
        yield step("partscore", points["bonus", "partscore", "points"], "laws", PLACE)
    if played.doubling != "undoubled":
        bonus = points["bonus", played.doubling, "points"]
        yield step(f"insult-{played.doubling}", bonus, "laws", PLACE)  # type: ignore[arg-type]


def _down(played: PlayedContract, vulnerable: bool, tables: ScoringTables) -> Iterator[ScoreStep]:
    table = f"undertrick-{'vulnerable' if vulnerable else 'safe'}"
    down = -played.result
    # The rows hold for the first trick, for the second and third, and for the fourth and those that follow.
    for row, count in (("first", 1), ("second", min(down - 1, 2)), ("fourth", down - 3)):
        if count > 0:
            each = tables.points[table, row, played.doubling]
            yield step("undertricks", count * each, "laws", PLACE, count=count, unit=each)
