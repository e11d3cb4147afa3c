"""What a committee decided: outcome and deposit, each with the clause that says it; ``votes`` has unanimity.

A clause counts when its words name both the act and what it is done to ("the ruling is upheld"), or when it is short
enough to be nothing else ("Upheld."). What is wished, supposed or the minority's does not count. Clauses that
contradict each other leave the field unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from corpus.precedents.decision import DecisionOutcome, SectionKind
from parser.decisions.clauses import BRACKETS, MASK, TextClause, polarity
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.phrases import PhraseReader
from parser.decisions.scores import Statement, agreed_outcome, agreed_statement, results_in, statement_of
from parser.decisions.sides import side_in
from parser.decisions.spoken import SPOKEN, bare_name

_POSSESSIVE = re.compile(r"['’:]?s\s")
_LAW_AS_SUBJECT = re.compile(rf"\W*{MASK}+ \w+(?:s|er|ar|r)\b")
_SHORT = 4  # words of a clause that needs no subject
_UNSAID = ("appealed", "own_ruling", "before", "agreed_fact")
_REST = 5  # words of "for the rest it stands"
_RELATIVE = 8  # words of one that begins with a relative
# Where an outcome is looked for, the first that tells.
_PLACES: tuple[tuple[SectionKind, ...], ...] = (
    ("decision", "deposit"),
    ("rubric",),
    ("reasoning",),
    ("introduction", "other", "facts"),
)

_Act = Literal["referred", "heard", "stands", "falls", "succeeds", "fails", "dismissed"]
# What an act means, and what its negation does; "" tells nothing.
_SENSES: dict[_Act, tuple[DecisionOutcome, DecisionOutcome]] = {
    "referred": ("referred", ""),
    "heard": ("", "dismissed"),
    "stands": ("upheld", "changed"),
    "falls": ("changed", "upheld"),
    "fails": ("upheld", ""),
    "succeeds": ("changed", "upheld"),
    "dismissed": ("dismissed", ""),
}
_NEEDS: dict[_Act, tuple[str, ...]] = {
    "stands": ("ruling",),
    "falls": ("ruling",),
    "succeeds": ("appeal",),
    "fails": ("appeal",),
    "dismissed": ("appeal", "case"),
    "referred": ("case", "ruling"),
    "heard": ("appeal", "case"),
}


class DecisionReader(PhraseReader):
    """Reads the clauses of a decision's sections. ``citations`` are masked in them.

    What begins with another body than ``instance``, as it is called or by its letters, is what that body did before.
    """

    @cached_property
    def outcome(self) -> Statement | None:
        """The outcome: the first place that tells it decides, unless it contradicts itself."""
        if withdrawn := self._withdrawn():
            return withdrawn
        if not any(self._own) and len(set(map(bare_name, self._bodies_named()))) > 1:
            # Which of them decided is not known: only what stands under the last heading of a decision is its own.
            return self._under_heading()
        awarded = self._awarded()
        scored = awarded or (None if self._gives_each_side() else self._compared() or self._printed_alike())
        said = self._said
        found = self._of_parts(("decision",)) or self._of_parts(SPOKEN) or self._agreed(said)
        # A ruling that is changed and a deposit that is kept: one of them was read wrong.
        kept = self.deposit
        if found and kept and kept.value == "forfeited" and found.value == "changed":
            return None
        if found and found.value == "dismissed" and self._may_be_lost(found):
            return None
        if awarded and awarded.value == "partly-changed" and (not found or found.value in ("upheld", "changed")):
            return awarded  # "Vi ser ikke annerledes på det enn TL" of one side, the other gets another score
        # Where what is said and what was done to the score contradict each other, neither is sure.
        rival = scored and found and {scored.value, found.value} == {"upheld", "changed"}
        rival = rival and not any(self._restores_table(clause) for _, clause in said)
        # What a body below had changed may stand again where its decision is set aside.
        of_lower = any(one == found and self._is_ruling_of_lower(clause) for one, clause in said)
        if found and (
            (self._is_contradicted(found) and not of_lower)
            or self._is_before_appeal(found)
            or self._is_of_one_part(found, awarded)
        ):
            return None
        return None if rival else found or (None if said else scored or self._judged())

    def _under_heading(self) -> Statement | None:
        """What the last section under the heading of a decision says, where neither names a body."""
        decided = [number for number, section in enumerate(self._sections) if section.kind == "decision"]
        own = [one for one in self._said if one[0].section in decided[-1:]]
        named = self._lexicon.bodies.search(self._sections[decided[-1]].title) if decided else None
        if not own or len(own) < len(self._said) or named:
            return None
        if any(self._lexicon.bodies.search(clause.sentence) for _, clause in own):
            return None
        found = self._agreed(own)
        return None if found is None or self._is_contradicted(found) or self._is_of_one_part(found, None) else found

    @cached_property
    def _said(self) -> list[tuple[Statement, TextClause]]:
        """What the first place says that says anything, also where it contradicts itself."""
        for kinds in _PLACES:
            found = [(s, clause) for clause, at in self._clauses(kinds) if (s := self._outcome_in(clause, at, kinds))]
            if found:
                # Of three bodies the second's decision is the one that was appealed against.
                below = [self._is_ruling_of_lower(clause) for _, clause in found]
                return [
                    one
                    for one, is_below in zip(found, below, strict=True)
                    if is_below or not any(below) or one[0].value == "referred"
                ]
        return []

    def _is_ruling_of_lower(self, clause: TextClause) -> bool:
        """True for "the jury's decision is set aside" in a decision of another body."""
        return any(self._own) and any(
            not self._is_own(match.group()) and _POSSESSIVE.match(clause.text[match.end() :])
            for match in self._lexicon.bodies.finditer(clause.text)
        )

    def _agreed(self, said: Sequence[tuple[Statement, TextClause]]) -> Statement | None:
        """The outcome that all of this makes."""
        if not said:
            return None
        # "E/W are left with −140, as the director had it": what became of the other side's is told elsewhere.
        if all(one.value == "upheld" and self._is_of_side(clause.text) for one, clause in said):
            return None
        # "The ruling in that part stands": what became of the rest is told elsewhere, or nowhere.
        if all(one.value == "upheld" and self._says("acts", "of_part", clause.text) for one, clause in said):
            return None
        limited = any(self._says("acts", "restricted", clause.sentence) for _, clause in said)
        return agreed_outcome([statement for statement, _ in said], limited or _is_of_sides(said, self._lexicon))

    def _is_of_side(self, text: str) -> bool:
        """True where a clause affirms something of one side that is not said to have appealed."""
        side = side_in(self._lexicon.patterns["points_of_side"].sub("", text), self._lexicon)
        return side not in ("", self._appellant) and polarity(text, self._lexicon) == "yes"

    def _withdrawn(self) -> Statement | None:
        """Where whoever appealed took it back, and nobody says that the body decided."""
        found = next(
            (
                (clause, at)
                for clause, at in self._clauses(SPOKEN)
                if any(self._says("subjects", noun, clause.sentence) for noun in ("appeal", "case"))
                and (self._takes_back(clause) or self._is_not_pursued(clause))
            ),
            None,
        )
        said = self._agreed(self._said) if found else None
        decided = said and said.value != "dismissed" and self._sections[said.section].kind == "decision"
        return statement_of("withdrawn", *found) if found and not decided else None

    def _may_be_lost(self, found: Statement) -> bool:
        """True for an appeal "dismissed" by a body that may have heard it: no ground for not hearing it is told.

        "Afvises" and "dismissed" are said of both.
        """
        clause = next(
            c for c, at in self._clauses((self._sections[found.section].kind,))
            if at == (found.section, found.paragraph) and c.start <= found.start < c.end
        )  # fmt: skip
        if self._says("acts", "heard", clause.text):
            return False
        return self._on_play and not self._is_formal()

    def _is_formal(self) -> bool:
        """True where a ground is told for not hearing an appeal."""
        own = [s for s in self._sections if s.kind not in ("views", "ruling") and not self._is_of_lower(s)]
        return any(self._says("clauses", "formal", t.casefold()) for s in own for t in s.paragraphs)

    def _of_parts(self, kinds: Sequence[SectionKind]) -> Statement | None:
        """ "The first penalty stands. The second falls away": some of the rulings only are changed."""
        found = [
            (act, clause, at)
            for clause, at in self._clauses(kinds)
            for act in ("stands", "falls")
            for text in (self._labelled(clause, at),)
            if (
                any(self._says("subjects", noun, text) for noun in ("ruling", "penalty", "result"))
                or results_in(text, self._lexicon)
            )
            and self._does(act, text)
            # "The ruling is set aside, the table result stands": no ruling does.
            and not (act == "stands" and self._says("subjects", "as_played", clause.text))
            and not clause.asks
            and not self._is_of_director(clause)
            and not self._says("clauses", "hypothetical", clause.text)
            and not any(self._says("clauses", name, clause.sentence) for name in ("wished", "minority"))
        ]
        penalised = any(self._says("subjects", "penalty", self._labelled(clause, at)) for _, clause, at in found)
        if {act for act, _, _ in found} != {"stands", "falls"} or not penalised:
            return None
        return next(statement_of("partly-changed", clause, at) for act, clause, at in found if act == "falls")

    @cached_property
    def deposit(self) -> Statement | None:
        """What became of the deposit."""
        found = [s for clause, at in self._clauses(SPOKEN) if (s := self._deposit_in(clause, at))]
        return agreed_statement(found)

    def _outcome_in(self, clause: TextClause, at: tuple[int, int], kinds: Sequence[SectionKind]) -> Statement | None:
        if not self._is_stated(clause) or self._is_of_director(clause):
            return None
        if self._says("clauses", "proposal", self._led(clause, at)):
            return None  # "Forslag fra leder: Saken sendes videre."
        # "Sent back to be ruled on in the first instance" is of this body.
        sent_back = self._says("acts", "referred", clause.text)
        if "decision" not in kinds and not sent_back and self._says("clauses", "lower", clause.sentence):
            return None
        if any(self._says("clauses", name, clause.text) for name in _UNSAID):
            return None
        # "The deposit is kept by the organiser" keeps no ruling, "Depositum: beholdes" neither.
        of_deposit = self._sections[at[0]].kind == "deposit" or self._says("subjects", "deposit", clause.text)
        if of_deposit and not self._names_what_is_decided(clause.text):
            return None
        # "No reason to change the result at the table" is of the score, whatever the director made of it.
        if self._says("subjects", "as_played", clause.text) and not self._restores_table(clause):
            return None
        for act in _SENSES:
            match = self._lexicon.words["acts", act].search(clause.text)
            if act in ("referred", "heard") and self._says("subjects", "deposit", clause.text):
                continue
            if match and self._is_about(act, clause, match, decided="decision" in kinds):
                value = self._sense(act, clause, match.end())
                if value:
                    return statement_of(value, clause, at)
                if act not in ("heard", "referred"):
                    return None
        return self._phrase_in(clause, at)

    def _names_what_is_decided(self, text: str) -> bool:
        return any(self._says("subjects", noun, text) for noun in ("ruling", "appeal", "penalty", "result"))

    def _sense(self, act: _Act, clause: TextClause, end: int) -> str:
        # "Agreed with the director that Law 40B was not breached" agrees; "dismissed without a hearing" is dismissed.
        if self._says("acts", "agrees", clause.text[:end]):
            return _SENSES[act][0] if polarity(clause.text[:end], self._lexicon) == "yes" else ""
        # "Table score restored, Law 12C2 not applying": what is denied behind a citation is about that.
        # "Without a dissent to uphold": the act is done. Of a hearing that is lacking, it is not.
        before = clause.text[:end] if act == "heard" else self._without_lacking(clause.text[:end])
        text = before + self._without_lacking(clause.text[end:].partition(MASK)[0])
        if act == "stands" and self._says("subjects", "appeal", text) and not self._says("subjects", "ruling", text):
            act = "succeeds"
        sense = polarity(self._lexicon.words["acts", "fails"].sub(" ", text) if act == "fails" else text, self._lexicon)
        if sense == "unclear":
            return ""
        if self._says("acts", "partly", text) and act in ("stands", "falls", "succeeds", "fails"):
            return "partly-changed" if sense == "yes" else ""
        if act in ("falls", "succeeds") and sense == "yes":
            rest = clause.sentence[clause.sentence.find(clause.text) + len(clause.text) :]
            part = self._lexicon.patterns["part_of"].search(clause.sentence)
            if part or self._says("acts", "restricted", text) or self._says("acts", "limited", rest):
                return "partly-changed"
        if act == "succeeds" and (side := side_in(clause.text, self._lexicon)) and self._appellant != side:
            return ""  # who won is told, not whether he had appealed
        restored = act == "falls" and sense == "yes" and self._says("acts", "restored", text)
        if restored and self._lexicon.patterns["directors_ruling"].search(text):
            # Another body had changed it.
            return "changed" if all(map(self._is_own, self._bodies_named())) else "upheld"
        # "For the rest the ruling stands": something of it does not.
        if act == "stands" and sense == "yes" and self._leaves_some(clause):
            return "partly-changed"
        if sense == "no" and self._says("acts", "whole", text):
            return ""
        return _SENSES[act][sense == "no"]

    def _is_about(self, act: _Act, clause: TextClause, match: re.Match[str], *, decided: bool) -> bool:
        """True when the act is done to the ruling or the appeal, and not to a call or a score."""
        if self._lexicon.patterns["ruled_that"].search(clause.text[: match.start()]):
            return False
        # "Law 92D2 allows an appeal in a team event only with the captain's concurrence"
        if act == "succeeds" and _LAW_AS_SUBJECT.match(clause.text):
            return False
        # "The director had not got it right" is of him, not of who appealed.
        right = self._lexicon.words["phrases", "right"].search(clause.text) if act == "succeeds" else None
        if right and right.start() < match.start() < right.end():
            return False
        # "We declined to hear it"
        if act == "heard" and self._lexicon.patterns["it"].match(clause.text[match.end() :]):
            return True
        if act == "referred" and self._lexicon.patterns["it_goes"].match(clause.text):
            return self._says("subjects", "case", clause.before)  # "Den oversendes Lovutvalget"
        if any(self._says("subjects", noun, clause.text) for noun in _NEEDS[act]):
            return True
        if act == "falls" and self._says("subjects", "as_played", clause.text):
            return self._restores_table(clause)
        # "5♦ vunnet, NS +600, gjeninnføres"
        if act == "falls" and decided and self._says("acts", "restored", clause.text):
            return bool(results_in(clause.sentence, self._lexicon))
        # A penalty is given by a ruling only: where it stands or falls, so does the ruling.
        if decided and act in ("stands", "falls") and self._says("subjects", "penalty", clause.text):
            return True
        if act == "stands" and self._says("subjects", "appeal", clause.text):
            return not self._says("subjects", "appealing", clause.text)  # "The appellants maintain their appeal"
        # "The ruling is rejected" is not that of an appeal.
        if act == "fails" and self._says("subjects", "ruling", clause.text):
            return False
        if act == "succeeds" and (side_in(clause.text, self._lexicon) or self._names_appellant(clause.text)):
            return True  # "Udvalget gav Øst-Vest ret"
        if act == "succeeds" and ("følge" in match.group() or match.group().startswith(("medh", "bifall"))):
            return True
        if act in ("stands", "falls") and self._says("clauses", "pronoun", clause.text):
            return self._says("subjects", "ruling", clause.before)
        # "; i øvrigt stadfæstes den"
        if act == "stands" and self._says("acts", "rest", clause.text) and len(clause.text.split()) <= _REST:
            return True
        if self._says("clauses", "player", clause.text):
            return False
        # "The ruling was upheld for East-West but changed for North-South."
        if act in ("stands", "falls") and not clause.first and self._goes_on(clause):
            return self._says("subjects", "ruling", clause.before)
        other = any(self._says("subjects", noun, clause.text) for noun in ("result", "appeal"))
        short = len(re.findall(r"\w+", clause.text)) <= _SHORT and (not other or act in ("succeeds", "fails"))
        # "She confirmed the apology" is of a person, "the claim is accepted" of a claim, not of the ruling.
        return decided and short and not self._lexicon.patterns["person"].match(clause.text)

    def _restores_table(self, clause: TextClause) -> bool:
        """True for "the committee restored the table result": it had been changed."""
        return self._says("subjects", "as_played", clause.text) and self._says("acts", "restored", clause.text)

    def _goes_on(self, clause: TextClause) -> bool:
        """True for a clause that names nothing of its own and denies nothing: it says more of the one before."""
        nouns = ("appeal", "result", "penalty", "case", "deposit")
        return polarity(clause.text, self._lexicon) == "yes" and not any(
            self._says("subjects", noun, clause.text) for noun in nouns
        )

    def _deposit_in(self, clause: TextClause, at: tuple[int, int]) -> Statement | None:
        own = self._sections[at[0]].kind == "deposit"
        if not (own or self._says("subjects", "deposit", clause.text) or self._continues_deposit(clause)):
            return None
        # "Since they did not get what they asked for, the money is kept": what was asked is why.
        aside = self._lexicon.patterns["aside"]
        led = clause.sentence[: max(clause.sentence.find(clause.text), 0)]
        said = aside.sub(" ", clause.sentence[len(led) :] if aside.match(led.lstrip()) else clause.sentence)
        if any(
            self._says("clauses", name, said)
            for name in ("hypothetical", "generic", "wished", "no_deposit", "other_business")
        ):
            return None
        if clause.asks or any(self._says("clauses", name, clause.text) for name in ("before", "ought")):
            return None
        if self._lexicon.patterns["which"].match(clause.text) and polarity(clause.before, self._lexicon) == "no":
            return None  # "We found nothing that speaks for returning the deposit"
        if self._sections[at[0]].kind not in ("decision", "deposit") and self._says(
            "clauses", "lower", clause.sentence
        ):
            return None
        # "Half of the deposit is returned, the rest is forfeited": neither.
        if self._says("acts", "halved", self._lexicon.patterns["because"].split(clause.sentence)[0] or clause.sentence):
            return None
        # "The 200 kroner (and not the 200 points) go back, though he did not get what he wanted"
        text = BRACKETS.sub(" ", clause.text).strip()
        text = text if aside.match(text) else aside.sub(" ", text)
        back, lost = (self._says("acts", name, text) for name in ("returned", "forfeited"))
        # "The decision to return the deposit is not unanimous": the votes are denied, not the return.
        if self._says("unanimity", "yes", clause.text) and polarity(clause.text, self._lexicon) != "yes":
            return None
        # "Since it was not without merit the fee is returned": what is denied is why.
        reasoned = self._lexicon.words["clauses", "merit"].sub(" ", text)
        sense = polarity(self._without_lacking(reasoned), self._lexicon)
        # "Since the jury had not begun the fee is paid back": is the reason denied, or the act?
        cause = self._lexicon.patterns["reason"]
        reason = sense == "no" and (cause.match(text) or cause.fullmatch(led.strip()))
        if (
            back == lost
            or reason
            or sense == "unclear"
            or (sense == "yes" and self._says("acts", "possible", clause.text))
        ):
            return None
        return statement_of("returned" if back == (sense == "yes") else "forfeited", clause, at)

    def _continues_deposit(self, clause: TextClause) -> bool:
        """ "The deposit, which was paid in cash, is returned": a short clause behind the one with the word."""
        most = _RELATIVE if self._lexicon.patterns["which"].match(clause.text) else _SHORT
        return (
            not clause.first
            and len(re.findall(r"\w+", clause.text)) <= most
            and self._says("subjects", "deposit", clause.sentence)
        )


def _is_of_sides(found: Sequence[tuple[Statement, TextClause]], lexicon: DecisionLexicon) -> bool:
    """True where what is said of a ruling is said for one side and for the other."""
    return {"NS", "EW"} <= {side_in(clause.text, lexicon) or side_in(clause.before, lexicon) for _, clause in found}
