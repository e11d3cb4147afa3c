"""Whether a committee was of one mind, with the clause that says it."""

from __future__ import annotations

import re
from functools import cached_property

from parser.decisions.awards import AwardReader
from parser.decisions.clauses import TextClause, polarity
from parser.decisions.scores import Statement, agreed_statement, statement_of
from parser.decisions.sides import side_in
from parser.decisions.spoken import SPOKEN

_COUNT = re.compile(r"\s*(\d+)\s?[-–]\s?(\d+)\s*")
_MEMBERS = 7  # of a committee at most; larger numbers are points of a match
_AT_ONCE = 12  # letters in front of a count of votes that opens its clause
_SHORT = 4  # words of "Dissent: none of the members"


class VoteReader(AwardReader):
    """Reads votes and dissents."""

    @cached_property
    def unanimous(self) -> Statement | None:
        """``yes`` or ``no``. Votes on the deposit tell nothing where those on the ruling are told too."""
        if self._is_undecided():
            return None
        if titled := self._dissent_titled():
            return titled
        found = self._minds
        of_ruling = [s for s, clause in found if not self._says("subjects", "deposit", clause.text)]
        if any(s.value == "no" for s in of_ruling):
            # "The jury voted 4 to 1; on the penalty we all agreed": one part was voted on.
            # "There is agreement that it was a claim", "det er vi enige om": that is no vote.
            aside = [
                s
                for s, clause in found
                if s.value == "yes" and any(self._says("unanimity", name, clause.text) for name in ("part", "on_fact"))
            ]
            of_ruling = [s for s in of_ruling if s not in aside]
        return agreed_statement(of_ruling or [s for s, _ in found])

    @cached_property
    def _minds(self) -> list[tuple[Statement, TextClause]]:
        """All that is said of votes."""
        return [(s, clause) for clause, at in self._clauses(SPOKEN) if (s := self._unanimity_in(clause, at))]

    def _is_undecided(self) -> bool:
        """True where the body is said not to have decided: what a member thought is no vote yet."""
        texts = (text.casefold() for section in self._sections for text in section.paragraphs)
        return any(self._says("clauses", "undecided", text) for text in texts)

    def _dissent_titled(self) -> Statement | None:
        """``no`` where a section of its own holds what another member thought; not "Dissent: none"."""
        for number, section in enumerate(self._sections):
            minority = self._lexicon.patterns["minority"].search(section.title)
            if section.paragraphs and (minority or self._says("unanimity", "dissent", section.title)):
                text = section.paragraphs[0]
                none = self._lexicon.answer(text.split()[0]) is False or len(text.split()) <= _SHORT
                if polarity(section.title.casefold(), self._lexicon) == "yes" and not none:
                    return Statement("no", number, 0, 0, len(text))
        return None

    def _tells_outcome(self, text: str) -> bool:
        return any(self._says("subjects", noun, text) for noun in ("ruling", "appeal")) and any(
            self._says("acts", act, text) for act in ("stands", "falls", "succeeds", "fails")
        )

    def _unanimity_in(self, clause: TextClause, at: tuple[int, int]) -> Statement | None:
        if clause.asks or self._says("clauses", "other_business", clause.sentence):
            return None
        if not clause.first and self._lexicon.patterns["which"].match(clause.text.strip()):
            return None  # "the district's jury, which rejected the protest by three votes to two"
        if (count := _COUNT.fullmatch(clause.text)) and self._counts_votes(count, clause, at):
            return statement_of("no" if int(count[2]) else "yes", clause, at)
        if match := self._lexicon.words["unanimity", "none_against"].search(clause.sentence):
            led = polarity(clause.sentence[: match.start()], self._lexicon)
            return statement_of("yes", clause, at) if led == "yes" else None
        # "By two votes to one they held that the trick is not ...": what is denied behind is no vote.
        if (match := self._lexicon.words["unanimity", "majority"].search(clause.text)) and match.start() < _AT_ONCE:
            return (
                statement_of("no", clause, at) if polarity(clause.text[: match.end()], self._lexicon) == "yes" else None
            )
        # "Harriet was of another mind", "the jury could not agree": the words deny by themselves.
        if self._says("unanimity", "differs", clause.text):
            own = not any(self._says(*name, clause.text) for name in (("clauses", "player"), ("unanimity", "others")))
            return statement_of("no", clause, at) if own else None
        return self._mind_told(clause, at)

    def _counts_votes(self, count: re.Match[str], clause: TextClause, at: tuple[int, int]) -> bool:
        """True where two numbers are votes: "The appeal is rejected, 3-0", not the points of a match."""
        if self._says("clauses", "votes", self._title(at)) or self._says("clauses", "votes", clause.before.strip()):
            return True
        return int(count[2]) <= int(count[1]) <= _MEMBERS and self._tells_outcome(clause.before)

    def _mind_told(self, clause: TextClause, at: tuple[int, int]) -> Statement | None:
        """What is told in words that may be denied: a minority, a dissent, one mind."""
        minority = self._lexicon.patterns["minority"].search(clause.text)
        # "The minority did not find it likely": only what is in front denies that there was one.
        sense = polarity(clause.text[: minority.end()] if minority else clause.text, self._lexicon)
        if sense == "unclear":
            return None
        if minority or self._says("unanimity", "dissent", clause.text):
            if side_in(clause.text, self._lexicon):
                return None  # "Nord-Syd reserverade sig"
            return statement_of("yes" if sense == "no" else "no", clause, at)
        if self._says("unanimity", "others", clause.text):
            return None
        if self._says("unanimity", "votes", clause.sentence):
            return statement_of("no", clause, at)
        if self._says("unanimity", "majority", clause.text):
            return statement_of("no", clause, at) if sense == "yes" else None
        if match := self._lexicon.words["unanimity", "yes"].search(clause.text):
            # "The committee was unanimous that the ruling should not be changed": only what is in front denies it.
            denied = polarity(clause.text[: match.start()], self._lexicon) == "no"
            return statement_of("no" if denied else "yes", clause, at)
        if self._says("clauses", "hypothetical", clause.text):
            return None  # "only if all four agree to play on"
        if match := self._lexicon.words["unanimity", "agreed"].search(clause.text):
            sense = polarity(clause.text[: match.end()], self._lexicon)
            return statement_of("yes", clause, at) if sense == "yes" or "ingen" in match.group() else None
        return None
