"""Which side a clause names, and which side appealed."""

from __future__ import annotations

from collections.abc import Iterable

from parser.decisions.lexicon import DecisionLexicon


def named_appellants(texts: Iterable[str], lexicon: DecisionLexicon) -> frozenset[str]:
    """The teams and pairs that are said by name to have appealed, in small letters.

    "Hold Kildeparken 3 var uenigt og appellerede.", "Anke fra Elvesund (NS)".
    """
    matches = (match for text in texts for match in lexicon.patterns["team_appealed"].finditer(text))
    names = (match["first"] or match["of"] for match in matches)
    return frozenset(name.casefold() for name in names if not lexicon.patterns["no_team"].match(name))


def side_in(text: str, lexicon: DecisionLexicon) -> str:
    """``NS`` or ``EW`` for the side that a clause names; empty for none or both."""
    ns, ew = (lexicon.patterns[side].search(text) for side in ("ns", "ew"))
    return "" if bool(ns) == bool(ew) else "NS" if ns else "EW"


def appellant(texts: Iterable[str], lexicon: DecisionLexicon) -> str:
    """The side that appealed, where only one is said to have."""
    found = [match for text in texts for match in lexicon.patterns["side_appealed"].finditer(text)]
    sides = {"NS" if match["ns"] or match["of_ns"] else "EW" for match in found}
    return sides.pop() if len(sides) == 1 else ""
