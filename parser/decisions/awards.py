"""What each side is given by the decision, beside what the director gave: a score for both, or one for each.

Where both get something else the ruling is changed, where one does and the other does not it is changed in part. A
score counts by its contract and result, by its percentage where a board was not played, or by whose it is said to be
("the result as the director ruled", "the result from the table").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corpus.precedents.decision import DecisionOutcome, SectionKind
from parser.decisions.clauses import MASK, TextClause, polarity
from parser.decisions.scores import ScoreReader, Statement, results_in, statement_of
from parser.decisions.spoken import SPOKEN

_UNHEADED: tuple[SectionKind, ...] = ("introduction", "other", "facts")
AwardedSide = Literal["NS", "EW", "both", ""]
_Place = tuple[int, int]
_PlacedClause = tuple[TextClause, _Place]


@dataclass(frozen=True)
class SideAward:
    """What a ``side`` is given, ``both`` sides, or whoever ("").

    ``kept`` is True for what the director had given it, ``changed`` for a score "instead of" another;
    ``played`` for the result at the table; ``results`` are contracts with results, ``percent`` an artificial score.
    """

    side: AwardedSide
    kept: bool = False
    changed: bool = False
    played: bool = False
    results: frozenset[str] = frozenset()
    percent: int = 0


def outcome_of(awards: Sequence[SideAward], ruled: SideAward | None) -> DecisionOutcome:
    """What awards make of a ruling that gave ``ruled`` to both sides; empty where that is not sure.

    >>> made, down = frozenset({"4S="}), frozenset({"4S-1"})
    >>> outcome_of([SideAward("both", results=made)], SideAward("both", played=True))
    'changed'
    >>> outcome_of([SideAward("NS", kept=True), SideAward("EW", results=down)], SideAward("both", results=made))
    'partly-changed'
    >>> outcome_of([SideAward("NS", results=down)], SideAward("both", results=made))
    ''
    """
    by_side = {side: {_is_kept(one, ruled) for one in awards if one.side == side} for side in ("NS", "EW", "both", "")}
    if by_side["NS"] and by_side["EW"] and not by_side["both"]:
        fates = by_side["NS"] | by_side["EW"]
        if None in fates or any(len(by_side[side]) > 1 for side in ("NS", "EW")):
            return ""
        return "partly-changed" if len(fates) > 1 else "upheld" if True in fates else "changed"
    told = by_side["both"] or any(award.changed for award in awards)
    if by_side["NS"] or by_side["EW"] or not told:
        return ""
    fates = by_side["both"] | by_side[""]
    if len(fates) != 1:
        return ""
    return "upheld" if True in fates else "changed" if False in fates else ""


def _is_kept(award: SideAward, ruled: SideAward | None) -> bool | None:
    """True for what the director gave, None where that is not known."""
    if award.kept or award.changed:
        return award.kept
    if ruled is None:
        return None
    if award.played or ruled.played:
        return award.played == ruled.played
    if award.percent and ruled.percent:
        return award.percent == ruled.percent
    return award.results == ruled.results if award.results and ruled.results else None


class AwardReader(ScoreReader):
    """Reads what the sides are given."""

    def _awarded(self) -> Statement | None:
        """The outcome that the awards of the decision make; not where another body stood between."""
        if not all(map(self._is_own, self._bodies_named())):
            return None
        found = self._awards(("decision",)) or self._awards(SPOKEN)
        value = outcome_of([award for award, _, _ in found], self._ruled())
        return statement_of(value, *found[-1][1:]) if value else None

    def _gives_each_side(self) -> bool:
        """True where the decision gives the sides something each."""
        return any(award.side in ("NS", "EW") for award, _, _ in self._awards(("decision",)))

    def _ruled(self) -> SideAward | None:
        """What the director gave both sides."""
        placed = [*self._clauses(("ruling",))] or [
            (c, at) for c, at in self._clauses(SPOKEN) if self._is_of_director(c)
        ]
        found = [score for c, _ in placed if (score := self._score_in(c))] or self._only_stands()
        let = any(self._lexicon.patterns["let_stand"].search(c.sentence) for c, _ in placed)
        if let or {score.fate for score in found} == {"stands"}:
            return SideAward("both", played=True)
        given = [award for led, c, _ in self._sentences(placed) for award in self._given(led, c.sentence)]
        scores = {(award.results, award.percent) for award in given if award.results or award.percent}
        to_each = any(award.side in ("NS", "EW") for award in given)
        results, percent = scores.pop() if len(scores) == 1 and not to_each else (frozenset[str](), 0)
        return SideAward("both", results=results, percent=percent) if results or percent else None

    def _awards(self, kinds: Sequence[SectionKind]) -> list[tuple[SideAward, TextClause, _Place]]:
        """The awards of these sections with the clause that begins their sentence; behind the appeal, where the
        sections tell the facts too.
        """
        placed = self._behind_appeal() if "facts" in kinds else [*self._clauses(kinds)]
        return [
            (award, clause, at)
            for led, clause, at in self._sentences(placed)
            if self._is_award(clause)
            for award in self._given(led, clause.sentence, bare=kinds == ("decision",))
        ]

    def _behind_appeal(self) -> list[_PlacedClause]:
        """What is spoken behind the last sentence of the director or of an appeal; nothing without one."""
        placed = self._behind_views([*self._clauses(SPOKEN)])
        told = [n for n, (c, _) in enumerate(placed) if self._is_of_director(c) or self._tells_appeal(c)]
        return placed[told[-1] + 1 :] if told else []

    def _behind_views(self, placed: list[_PlacedClause]) -> list[_PlacedClause]:
        """What stands behind the last section in which the director or a side speaks; all where nothing does."""
        heard = [n for n, section in enumerate(self._sections) if section.kind in ("ruling", "views")]
        behind = [one for one in placed if one[1][0] > max(heard, default=-1)]
        return behind or placed

    def _sentences(self, placed: Sequence[_PlacedClause]) -> Iterator[tuple[str, TextClause, _Place]]:
        """The first clause of every sentence, behind what stands before a colon: "For N-S: TLs resultat"."""
        led = ""
        for clause, at in placed:
            if clause.first:
                yield led, clause, at
                ends = clause.start + len(clause.sentence.strip())
                after = self._sections[at[0]].paragraphs[at[1]][ends : ends + 2].lstrip()
                led = clause.sentence.strip(" \n\t*_") if after.startswith(":") else ""

    def _tells_appeal(self, clause: TextClause) -> bool:
        told = any(self._lexicon.patterns[name].search(clause.sentence) for name in ("side_appealed", "team_appealed"))
        return told or self._says("clauses", "appealed", clause.sentence)

    def _is_award(self, clause: TextClause) -> bool:
        return (
            self._is_stated(clause)
            and not self._is_of_director(clause)
            and not any(self._says("clauses", name, clause.sentence) for name in ("minority", "before"))
        )

    def _given(self, led: str, sentence: str, *, bare: bool = False) -> Iterator[SideAward]:
        """The awards of a sentence, each part of it to the side that is named before it.

        ``bare``: also of one that only prints a score, as a decision under its heading may.
        """
        patterns = self._lexicon.patterns
        text = f"{led} {sentence}"
        bare = bare or patterns["side_only"].match(led) is not None
        if not bare and not any(patterns[name].search(text) for name in ("awards", "as_ruled")):
            return
        text = patterns["points_of_side"].sub(" ", text)
        named: tuple[tuple[AwardedSide, str], ...] = (("NS", "ns"), ("EW", "ew"), ("both", "both"))
        found = sorted((m.start(), side) for side, name in named for m in patterns[name].finditer(text))
        if any(side == "both" for _, side in found):
            cuts: list[tuple[int, AwardedSide]] = [(0, "both")]
        else:
            cuts = found if found and found[0][0] == 0 else [(0, ""), *found]
        for (start, side), end in zip(cuts, [*(at for at, _ in cuts[1:]), len(text)], strict=True):
            part = text[start:end]
            if polarity(part.partition(MASK)[0], self._lexicon) != "yes":
                continue
            if patterns["as_ruled"].search(part):
                yield SideAward(side, kept=True)
            elif patterns["instead"].search(part) and results_in(part, self._lexicon):
                yield SideAward(side, changed=True)
            elif self._says("subjects", "as_played", part):
                yield SideAward(side, played=True)
            elif results := results_in(part, self._lexicon):
                yield SideAward(side, results=results)
            else:
                for share in patterns["artificial"].finditer(part):
                    yield SideAward(side, percent=int(share[1]))

    def _is_before_appeal(self, found: Statement) -> bool:
        """True for what stands in front of the appeal in a text without headings, and does not name the body."""
        if self._sections[found.section].kind not in _UNHEADED or found.value == "dismissed":
            return False
        behind = self._behind_appeal()
        places = {(at, c.start) for c, at in behind}
        if not behind or ((found.section, found.paragraph), found.start) in places:
            return False
        text = self._sections[found.section].paragraphs[found.paragraph][: found.end].casefold()
        return not self._says("clauses", "committee", text) and not self._lexicon.bodies.search(text)

    def _is_of_one_part(self, found: Statement, awarded: Statement | None) -> bool:
        """True where a ruling "stands" or not and the sides are given different things, or the director had given a
        penalty too and what became of it is spoken of elsewhere.
        """
        if found.value not in ("upheld", "changed") or (awarded and awarded.value == found.value):
            return False
        given = [award for award, _, _ in self._awards(("decision",)) or self._awards(SPOKEN)]
        sides = [{replace(award, side="") for award in given if award.side == side} for side in ("NS", "EW")]
        if all(sides) and sides[0] != sides[1]:
            return True
        ruled = [*self._clauses(("ruling",))] or [(c, at) for c, at in self._clauses(SPOKEN) if self._is_of_director(c)]
        if not any(self._says("subjects", "penalty", clause.text) for clause, _ in ruled):
            return False
        own = ((found.section, found.paragraph), found.start)
        placed = [*self._clauses(("decision",))] or self._behind_appeal()
        return any(
            (at, c.start) != own and self._says("subjects", "penalty", c.sentence) and self._is_award(c)
            for c, at in placed
        )

    def _is_contradicted(self, found: Statement) -> bool:
        """True where a ruling "stands" and behind the appeal a penalty or a score does not, or the other way round.

        What is decided under its heading is contradicted there only.
        """
        against: dict[str, Literal["stands", "falls"]] = {"upheld": "falls", "changed": "stands"}
        act = against.get(found.value)
        return act is not None and any(
            self._does(act, clause.text)
            and (self._says("subjects", "penalty", clause.text) or self._says("subjects", "result", clause.text))
            and not self._says("subjects", "as_played", clause.text)
            and not self._lexicon.patterns["any_result"].search(clause.text)
            and self._is_award(clause)
            for clause, at in self._behind_appeal()
            if self._sections[found.section].kind in (self._sections[at[0]].kind, *_UNHEADED)
        )

    def _does(self, act: Literal["stands", "falls"], text: str) -> bool:
        """True for the act and for its opposite denied: "the penalty is not changed" stands."""
        sense = polarity(text, self._lexicon)
        falls = self._says("acts", "falls", text)
        lifted = self._says("subjects", "penalty", text) and self._says("acts", "lifted", text)
        done = falls or lifted if act == "falls" else self._says("acts", act, text)
        return (sense == "yes" and done) or (act == "stands" and sense == "no" and (falls or lifted))
