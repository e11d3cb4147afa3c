"""The patterns around a provision's number in a decision, from the table ``numbers`` of ``decisions.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from corpus.schema import FilledText, TextList
from parser.decisions.pattern_parts import PatternCompiler

# A number without a sign.
_BARE = (
    r"(?<![\w§.,/♠♥♦♣-])(?:[1-9]\d[A-K](?:[1-9]\d?(?:\(?[a-k]\)?)?)?|[1-9][A-BE-GI-K][1-9][a-k]?)(?![\w♠♥♦♣=+]|-\d)"
    r"|(?<=\()[1-9]\d [A-K](?: [1-9](?: [a-h])?)?(?=[);,])"
    # With blanks or dots between three levels: no call and no hand has the law, a letter, a digit.
    r"|(?<![\w§.,/♠♥♦♣:-])(?<![♠♥♦♣] )(?:1[1-9]|[2-9]\d) [A-K] [1-9](?: [a-h](?: [1-9ivx]+\))?)?"
    r"(?![\w♠♥♦♣=+%%:]|[-.,]\d)"
    # Two levels only behind a word that leads to a law.
    r"|(?:%s)(?:1[1-9]|[2-9]\d) [A-K](?![\w♠♥♦♣=+-]| \d)"
    r"|(?<![\w§.,/♠♥♦♣:-])(?:1[1-9]|[2-9]\d)\.[A-K]\.[1-9](?:\.?\(?[a-h]\)?)?(?![\w♠♥♦♣=+%%:]|-\d)"
)


@dataclass(frozen=True)
class DecisionNumbers:
    """How decisions cite: signs, joins and ranges, words between levels, and what only looks like a number."""

    signs: TextList
    join: FilledText
    range: FilledText
    levels: FilledText
    units: TextList
    places: TextList
    other_rules: TextList
    leads: TextList
    articles: Mapping[str, FilledText]
    lag: TextList
    teams: TextList


def number_patterns(table: DecisionNumbers, language: str, pattern: PatternCompiler) -> Mapping[str, re.Pattern[str]]:
    """The patterns around a number; what may stand before one ends at it, what may stand behind begins there."""
    signs = "|".join(rf"(?<!\w){sign}\.?" if sign[0].isalpha() else sign for sign in table.signs)
    other, places = "|".join(table.other_rules), "|".join(table.places)
    rules = {
        "sign": rf"(?:{signs})[ \u00a0]*(?=X?\s?\d)",
        "join": table.join,
        "range": table.range,
        "level": table.levels,
        "unit": rf"\s*(?:[♠♥♦♣%]|(?:{'|'.join(table.units)})(?!\w))",
        "article": table.articles.get(language, "(?!)"),
        "place": rf"(?<!\w)(?:{places})\.?\s*$",
        "team": rf"(?<!\w)(?:{'|'.join(table.teams)})\s*:?\s*$",
        "other-before": rf"(?<!\w)(?:{other})(?:['’]?s)?,?\s*(?:pkt\.|punkt|nr\.?|no\.?|section)?\s*$",
        "other-after": rf"\)?,?\s+(?:i|af|av|in|of|to)\s+(?:(?!lov|lag|law)[\w’']+\s+){{0,3}}?(?:{other})(?!\w)",
    }
    found = {name: pattern(rule, "numbers", re.IGNORECASE) for name, rule in rules.items()}
    return {**found, "bare": pattern(_BARE % "|".join(rf"(?<={word} )" for word in table.leads), "numbers.leads")}
