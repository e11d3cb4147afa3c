"""What a director and a committee made of a score: the outcome where neither says that a ruling stands or falls.

The same score twice is a ruling that stands; a score adjusted by the one and left by the other, or adjusted to other
contracts by both, is a ruling changed. Two adjustments that share a contract tell nothing: a ruling may be changed in
part, or only made more exact.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corpus.board.contract import BOOK, TRICKS, parse_strain
from parser.decisions.clauses import TextClause, polarity
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.spoken import SPOKEN, SpokenClauses

_WHOLE = 100

_VOTES = ("yes", "agreed", "dissent", "majority")
_PRINTED = 60  # letters of a paragraph that is only a score

ScoreFate = Literal["stands", "adjusted"]


@dataclass(frozen=True)
class Statement:
    """A value and its words: ``sections[section].paragraphs[paragraph][start:end]``."""

    value: str
    section: int
    paragraph: int
    start: int
    end: int


@dataclass(frozen=True)
class ScoreRuling:
    """``results`` are the contracts with results that are named, empty where a score is named otherwise.

    ``weighted`` is True for shares of several results.
    """

    fate: ScoreFate
    results: frozenset[str] = frozenset()
    weighted: bool = False


def results_in(text: str, lexicon: DecisionLexicon) -> frozenset[str]:
    """The contracts with their results in a text, each in one form: ``4H=`` and ``3Nx+1`` of "4 hj = eller 3NTx +1"."""
    found = set()
    for match in lexicon.patterns["contract"].finditer(text):
        strain, result = parse_strain(match["strain"]), _result(match, lexicon.counts)
        if strain is not None and result:
            found.add(f"{match['level']}{strain}{'x' if match['doubled'] else ''}{result}")
    return frozenset(found)


def _result(match: re.Match[str], counts: Mapping[str, int]) -> str:
    """``=``, ``+1``, ``-2``; empty where none is told. "Made four" counts the tricks above the book."""

    def count(name: str) -> int:
        word = (match[name] or "0").casefold()
        return int(word) if word.isdigit() else counts[word]

    if match["made"]:
        return "="
    if match["signed"]:
        return re.sub(r"[−–]", "-", match["signed"].replace(" ", ""))
    tricks = count("tricks") or count("taken")
    if tricks > int(TRICKS / 2) + 1 or match["told"] or match["taken"]:
        tricks -= BOOK
    over = tricks - int(match["level"]) if tricks else count("over") - count("lost") - count("down")
    return f"{over:+d}" if over else "=" if tricks else ""


def compared(ruled: Collection[ScoreRuling], decided: Collection[ScoreRuling]) -> Literal["upheld", "changed", ""]:
    """What a committee's scores make of a director's; empty where that is not sure.

    >>> compared([ScoreRuling("stands")], [ScoreRuling("adjusted", frozenset({"3N-1"}))])
    'changed'
    >>> compared(*[[ScoreRuling("adjusted", frozenset({score}))] for score in ("3N-1", "4S=")])
    'changed'
    """
    fates, own = {one.fate for one in ruled}, {one.fate for one in decided}
    if len(fates) != 1 or len(own) != 1:
        return ""
    if fates != own:
        return "changed"
    if fates == {"stands"}:
        return "upheld"
    before, after = (frozenset().union(*(one.results for one in some)) for some in (ruled, decided))
    if not before or not after:
        return ""
    # Of a score made of shares, or of a trick more or less, it is not known whether it changes all or a part.
    other = _contracts(before).isdisjoint(_contracts(after)) and not any(one.weighted for one in (*ruled, *decided))
    return "upheld" if before == after else "changed" if other else ""


def _contracts(results: Collection[str]) -> frozenset[str]:
    return frozenset(result[:2] for result in results)


class ScoreReader(SpokenClauses):
    """Reads what director and committee say of the score."""

    def _compared(self) -> Statement | None:
        """The outcome where director and committee only say what becomes of the score: the same, or another thing.

        Not where another body stood between them: what it did to the score is not told apart.
        """
        if not all(map(self._is_own, self._bodies_named())):
            return None
        ruled = [score for clause, _ in self._clauses(("ruling",)) if (score := self._score_in(clause))]
        ruled = ruled or self._only_stands()
        ruled = ruled or [score for clause, _ in self._clauses(SPOKEN) if (score := self._score_of_director(clause))]
        decided = self._scores_decided()
        value = compared(ruled, [score for score, _, _ in decided])
        return statement_of(value, *decided[0][1:]) if value else None

    def _only_stands(self) -> list[ScoreRuling]:
        """What "TL: Står" is, where a ruling is no more than that."""
        first = next((clause for clause, _ in self._clauses(("ruling",))), None)
        if first is None or len(first.text.split()) > 1 or not self._says("acts", "stands", first.text):
            return []
        return [ScoreRuling("stands")]

    def _printed_alike(self) -> Statement | None:
        """The contract and result printed under the director's ruling and under the decision, and no more: the same,
        or none that is the same.
        """
        printed = {
            kind: (at, results)
            for at, section in enumerate(self._sections)
            for kind in ("ruling", "decision")
            if section.kind == kind and len(section.paragraphs) == 1 and len(section.paragraphs[0]) < _PRINTED
            if (results := results_in(section.paragraphs[0], self._lexicon))
        }
        if len(printed) < 2 or sum(section.kind == "decision" for section in self._sections) > 1:
            return None
        if any(
            polarity(c.text, self._lexicon) != "yes" or not self._is_stated(c) for c, _ in self._clauses(("decision",))
        ):
            return None
        (_, ruled), (at, decided) = printed["ruling"], printed["decision"]
        text = self._sections[at].paragraphs[0]
        if ruled != decided and (
            self._lexicon.patterns["share"].search(text) or not _contracts(ruled).isdisjoint(_contracts(decided))
        ):
            return None
        return Statement("upheld" if ruled == decided else "changed", at, 0, 0, len(text))

    def _score_in(self, clause: TextClause) -> ScoreRuling | None:
        """What a clause does to the score; None for others."""
        if not self._is_stated(clause):
            return None
        if self._is_as_played(clause):
            return ScoreRuling("stands")
        named, results = self._says("subjects", "result", clause.text), results_in(clause.text, self._lexicon)
        sense = polarity(clause.text, self._lexicon)
        stands, adjusted = (self._says("acts", name, clause.text) for name in ("stands", "adjusts"))
        restored = self._says("acts", "restored", clause.text)
        if self._says("subjects", "unsure", clause.text) or self._says("acts", "partly", clause.text):
            return None
        about = named or (results and (stands or self._says("clauses", "committee", clause.text)))
        if not about or sense == "unclear" or (stands or restored) == adjusted:
            return None
        if sense == "no":
            # "The score is not adjusted"; "the result does not stand" does not say what becomes of it.
            return ScoreRuling("stands") if adjusted else None
        weighted = self._lexicon.patterns["share"].search(clause.sentence) is not None
        return ScoreRuling("adjusted", results, weighted) if adjusted else ScoreRuling("stands")

    def _is_as_played(self, clause: TextClause) -> bool:
        """True where the score is given that was reached at the table: "bordscoren registreres"."""
        if self._says("acts", "altered", clause.text) or polarity(clause.text, self._lexicon) != "yes":
            return False
        given = self._says("acts", "adjusts", clause.text) or self._says("acts", "entered", clause.text)
        about = self._says("subjects", "result", clause.text) or bool(results_in(clause.text, self._lexicon))
        if self._says("subjects", "as_played", clause.text):
            return given
        return given and about and self._says("subjects", "played_so", clause.sentence)

    def _score_of_director(self, clause: TextClause) -> ScoreRuling | None:
        """What a clause like "TL lod resultatet stå" says that the director did to the score."""
        return self._score_in(clause) if self._is_of_director(clause) else None

    def _scores_decided(self) -> list[tuple[ScoreRuling, TextClause, tuple[int, int]]]:
        """What is done to the score under the decision's heading, or else by the body as it is named, or else where
        deposit or votes are told: there a decision ends."""
        decided = [(c, at) for c, at in self._clauses(("decision",)) if not self._is_of_director(c)]
        under = [(score, c, at) for c, at in decided if (score := self._score_in(c))]
        if under:
            return under
        told = [(c, at) for c, at in self._clauses(SPOKEN) if not self._is_of_director(c)]
        by_name = [
            (score, c, at)
            for c, at in told
            if self._says("clauses", "committee", c.text) and (score := self._score_in(c))
        ]
        ends = {
            at
            for c, at in told
            if self._says("subjects", "deposit", c.text)
            or any(self._says("unanimity", name, c.text) for name in _VOTES)
        }
        at_end = [(score, c, at) for c, at in told if at in ends and (score := self._score_in(c))]
        return by_name or at_end or self._shares(told)

    def _shares(
        self, told: Sequence[tuple[TextClause, tuple[int, int]]]
    ) -> list[tuple[ScoreRuling, TextClause, tuple[int, int]]]:
        """A score made of shares that are the whole together, printed without a verb: "80 % of 3NT=, 20 % of 3NT-1"."""
        found: defaultdict[tuple[int, int], list[tuple[int, TextClause]]] = defaultdict(list)
        for clause, at in told:
            share = self._lexicon.patterns["share"].search(clause.text)
            if (
                share
                and results_in(clause.text, self._lexicon)
                and self._is_stated(clause)
                and polarity(clause.text, self._lexicon) == "yes"
            ):
                found[at].append((int(share[1]), clause))
        return [
            (ScoreRuling("adjusted", results_in(clause.text, self._lexicon), weighted=True), clause, at)
            for at, parts in found.items()
            for share, clause in parts[:1]
            if len(parts) > 1 and sum(share for share, _ in parts) == _WHOLE
        ]


def statement_of(value: str, clause: TextClause, at: tuple[int, int]) -> Statement:
    """What a clause says at two of its letters, with the place of the clause."""
    return Statement(value, *at, clause.start, clause.end)


def agreed_statement(found: Sequence[Statement]) -> Statement | None:
    """The first statement when all say the same."""
    return found[0] if len({statement.value for statement in found}) == 1 else None


def agreed_outcome(found: Sequence[Statement], limited: bool) -> Statement | None:
    """As ``agreed_statement``, but a part changed is more exact than "changed", a ruling that stands than "dismissed".

    ``limited``: one of the sentences says of what part it speaks. Changed and upheld are then no contradiction.
    """
    values = {statement.value for statement in found}
    if limited and values == {"changed", "upheld"}:
        changed = next(statement for statement in found if statement.value == "changed")
        return replace(changed, value="partly-changed")
    for kept, covered in (
        ("partly-changed", {"partly-changed", "changed", "upheld"}),
        ("upheld", {"upheld", "dismissed"}),
        ("referred", {"referred", "changed"}),
    ):
        if kept in values and values <= covered and len(values) > 1:
            return next(statement for statement in found if statement.value == kept)
    return agreed_statement(found)
