"""What whole phrases say of a ruling or an appeal: "in line with the director", "nothing to object to in the ruling".

The phrases are data (``[phrases]`` of ``data/lexicon/decisions.toml``), made of the words for a director, a ruling, an
appeal and who appealed. Some are a statement about the outcome wherever the body speaks; others judge the director
("the director was right") and count only where nothing says what became of the ruling.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf
from typing import Literal

from corpus.precedents.decision import DecisionOutcome
from parser.decisions.clauses import MASK, TextClause, polarity
from parser.decisions.scores import Statement, agreed_statement, statement_of
from parser.decisions.spoken import SPOKEN
from parser.decisions.votes import VoteReader

_Phrase = Literal["keeps", "same", "objects", "changes", "wins", "loses", "right", "wrong", "would", "should"]
# What a phrase means, and what its denial does; "" tells nothing.
_SENSES: dict[_Phrase, tuple[DecisionOutcome, DecisionOutcome]] = {
    "loses": ("upheld", ""),
    "objects": ("", "upheld"),
    "changes": ("changed", "upheld"),
    "wins": ("changed", "upheld"),
    "keeps": ("upheld", "changed"),
    "same": ("upheld", ""),
    "right": ("upheld", "changed"),
    "wrong": ("changed", "upheld"),
    "would": ("upheld", ""),
    "should": ("changed", "changed"),  # what he should not have done, he did
}
_STATING: tuple[_Phrase, ...] = ("loses", "objects", "changes", "wins", "keeps", "same")
_JUDGING: tuple[_Phrase, ...] = ("right", "wrong", "would", "should")


class PhraseReader(VoteReader):
    """Reads the phrases of the clauses that the deciding body speaks."""

    def _phrase_in(self, clause: TextClause, at: tuple[int, int]) -> Statement | None:
        """The outcome that a phrase states."""
        for phrase in _STATING:
            match = self._lexicon.words["phrases", phrase].search(clause.text)
            if match and not self._lexicon.patterns["fact"].match(clause.text[match.end() :]):
                if self._lexicon.patterns["others_view"].search(clause.text[: match.start()]):
                    return None
                value = self._phrase_sense(phrase, clause, match)
                return statement_of(value, clause, at) if value else None
        return None

    def _phrase_sense(self, phrase: _Phrase, clause: TextClause, match: re.Match[str]) -> str:
        # What is denied behind a citation is about that.
        text = clause.text[: match.end()] + self._without_lacking(clause.text[match.end() :].partition(MASK)[0])
        if phrase == "loses":
            text = text[: match.start()] + " " + text[match.end() :]  # "without merit" denies by itself
        sense = polarity(text, self._lexicon)
        if sense == "unclear":
            return ""
        value = _SENSES[phrase][sense == "no"]
        if self._says("acts", "partly", text):
            return "partly-changed" if sense == "yes" and phrase in ("changes", "wins", "keeps") else ""
        if sense == "no" and self._says("acts", "whole", text):
            return ""
        if phrase in ("changes", "wins") and sense == "yes" and self._says("acts", "restricted", clause.sentence):
            return "partly-changed"
        if phrase == "keeps" and sense == "yes" and self._leaves_some(clause):
            return "partly-changed"
        return value

    def _leaves_some(self, clause: TextClause) -> bool:
        """True for "for the rest the ruling stands", "the ruling stands but for the fine": not for all of it."""
        return any(self._says("acts", name, clause.sentence) for name in ("rest", "excepted"))

    def _judged(self) -> Statement | None:
        """The outcome where all that is said is that the director was right or wrong, or what the body had ruled."""
        found: list[Statement] = []
        for clause, at in self._clauses(SPOKEN):
            if clause.asks or not self._speaks(clause, at):
                continue
            if any(
                self._says("clauses", name, clause.sentence) for name in ("wished", "generic", "minority", "condition")
            ):
                continue
            for phrase in _JUDGING:
                match = self._lexicon.words["phrases", phrase].search(clause.text)
                if match and not self._lexicon.patterns["fact"].match(clause.text[match.end() :]):
                    if value := self._phrase_sense(phrase, clause, match):
                        found.append(statement_of(value, clause, at))
                    break
        return agreed_statement(found)

    def _speaks(self, clause: TextClause, at: tuple[int, int]) -> bool:
        """True where the body gives its reasons: under their heading, or behind its name in the same paragraph."""
        section = self._sections[at[0]]
        if section.kind in ("decision", "reasoning"):
            return True
        return _first_end(self._lexicon.words["clauses", "committee"], section.paragraphs[at[1]]) <= clause.end


@lru_cache(maxsize=256)
def _first_end(rule: re.Pattern[str], paragraph: str) -> float:
    """Where the first match in a paragraph ends; asked once a clause, of paragraphs that may be a book long."""
    found = rule.search(paragraph.casefold())
    return found.end() if found else inf
