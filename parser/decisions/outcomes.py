"""What a committee decided: outcome, deposit and unanimity, each with the clause that says it.

A clause counts when its words name both the act and what it is done to ("the ruling is upheld"), or when it is short
enough to be nothing else ("Upheld."). What is wished, supposed or the minority's does not count. Clauses that
contradict each other leave the field unknown.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corpus.precedents.decision import CaseCitation, DecisionOutcome, Section, SectionKind
from parser.decisions.clauses import TextClause, clauses, masked, polarity
from parser.decisions.lexicon import DecisionLexicon

_ITEM = re.compile(r"\s*(?P<ad>[Aa]d )?(?P<number>\d{1,2})[.):]\s")
_COUNT = re.compile(r"\s*\d+\s?[-–]\s?(\d+)\s*")
_DENIED = "ikke"  # any word of the negations
_AT_ONCE = 12  # letters in front of a count of votes that opens its clause
_SHORT = 4  # words of a clause that needs no subject
_SPOKEN: tuple[SectionKind, ...] = ("decision", "deposit", "reasoning", "introduction", "other", "rubric", "facts")
# Where an outcome is looked for, the first that tells.
_PLACES: tuple[tuple[SectionKind, ...], ...] = (
    ("decision", "deposit"),
    ("rubric",),
    ("reasoning",),
    ("introduction", "other", "facts"),
)

_Act = Literal["stands", "falls", "succeeds", "fails", "dismissed", "referred"]
# What an act means, and what its negation does; "" tells nothing.
_SENSES: dict[_Act, tuple[DecisionOutcome, DecisionOutcome]] = {
    "stands": ("upheld", "changed"),
    "falls": ("changed", "upheld"),
    "fails": ("upheld", ""),
    "succeeds": ("changed", "upheld"),
    "dismissed": ("dismissed", ""),
    "referred": ("referred", ""),
}
_NEEDS: dict[_Act, tuple[str, ...]] = {
    "stands": ("ruling",),
    "falls": ("ruling",),
    "succeeds": ("appeal",),
    "fails": ("appeal",),
    "dismissed": ("appeal",),
    "referred": ("case", "ruling"),
}


@dataclass(frozen=True)
class Statement:
    """A value and its words: ``sections[section].paragraphs[paragraph][start:end]``."""

    value: str
    section: int
    paragraph: int
    start: int
    end: int


class DecisionReader:
    """Reads the clauses of a decision's sections. ``citations`` are masked in them.

    What begins with another body than ``instance``, as it is called or by its letters, is what that body did before.
    """

    def __init__(
        self,
        sections: Sequence[Section],
        citations: Iterable[CaseCitation],
        lexicon: DecisionLexicon,
        instance: str = "",
    ) -> None:
        self._own = {instance.casefold(), *lexicon.short_bodies.get(instance, ())}
        self._own |= {short.casefold() for short, full in lexicon.short_bodies.items() if instance.casefold() in full}
        self._sections = sections
        self._spans: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for citation in citations:
            self._spans[citation.section, citation.paragraph].append((citation.start, citation.end))
        self._lexicon = lexicon
        self._answers = self._answered()

    def outcome(self) -> Statement | None:
        """The outcome: the first place that tells it decides, unless it contradicts itself."""
        if parts := self._of_parts(("decision",)):
            return parts
        for kinds in _PLACES:
            found = [(s, clause) for clause, at in self._clauses(kinds) if (s := self._outcome_in(clause, at, kinds))]
            if found:
                limited = any(self._says("acts", "restricted", clause.sentence) for _, clause in found)
                return _agreed_outcome([statement for statement, _ in found], limited)
        return self._of_parts(_SPOKEN) or self._compared()

    def _of_parts(self, kinds: Sequence[SectionKind]) -> Statement | None:
        """ "The first penalty stands. The second falls away": some of the rulings only are changed."""
        found = [
            (act, clause, at)
            for clause, at in self._clauses(kinds)
            for act in ("stands", "falls")
            if self._says("subjects", "result" if kinds == ("decision",) else "penalty", clause.text)
            and self._says("acts", act, clause.text)
            and polarity(clause.text, self._lexicon) == "yes"
            and not clause.asks
            and not any(self._says("clauses", name, clause.sentence) for name in ("hypothetical", "wished", "minority"))
        ]
        penalised = any(self._says("subjects", "penalty", clause.text) for _, clause, _ in found)
        if {act for act, _, _ in found} != {"stands", "falls"} or not penalised:
            return None
        return next(_statement("partly-changed", clause, at) for act, clause, at in found if act == "falls")

    def _answered(self) -> dict[tuple[int, int, int], str]:
        """Where a question begins that the decision answers by yes or no, with the answer.

        "Skal depositum fortabes? Nej.", "Ad 3. Nej." to the third of a list, "The answers are yes and no" to all.
        """
        asked: list[tuple[int, int, int]] = []
        by_number: dict[str, tuple[int, int, int]] = {}
        found: dict[tuple[int, int, int], str] = {}
        last: tuple[int, int, int] | None = None
        for number, section in enumerate(self._sections):
            for place, text in enumerate((*section.paragraphs,)):
                item = _ITEM.match(text)
                for line in clauses(masked(text, self._spans[number, place]), self._lexicon):
                    sentence = line.sentence.strip()
                    if line.asks:
                        last = (number, place, line.start)
                        asked.append(last)
                        if item and line.start <= item.end() + 1:
                            by_number[item["number"]] = last
                    elif line.first and (match := self._lexicon.answer_to_question.match(sentence)):
                        to = by_number.get(item["number"]) if item and item["ad"] else last
                        if to:
                            found[to] = match[1]
                        last = None
                    elif line.first and (match := self._lexicon.listed_answers.search(line.sentence)):
                        given = re.findall(r"\b(?:ja|nej|nei|yes|no)\b", match[1])
                        if len(given) == len(asked):
                            found |= dict(zip(asked, given, strict=True))
                    elif line.first and not (item and item["ad"]):
                        last = None
        return {place: "yes" if word in ("ja", "yes") else "no" for place, word in found.items()}

    def _compared(self) -> Statement | None:
        """The outcome where director and committee only say what becomes of the score: the same, or another thing."""
        ruled = {kind for clause, _ in self._clauses(("ruling",)) if (kind := self._score_in(clause))}
        decided = [
            (kind, clause, at) for clause, at in self._clauses(("decision",)) if (kind := self._score_in(clause))
        ]
        if len(ruled) != 1 or len({kind for kind, _, _ in decided}) != 1:
            return None
        kind, clause, at = decided[0]
        if ruled == {"adjusted"} and kind == "adjusted":
            return None  # perhaps to something else
        return _statement("upheld" if ruled == {kind} else "changed", clause, at)

    def _score_in(self, clause: TextClause) -> str:
        """``stands`` or ``adjusted`` for what a clause does to the score; empty for others."""
        if clause.asks or any(self._says("clauses", name, clause.sentence) for name in ("hypothetical", "wished")):
            return ""
        if polarity(clause.text, self._lexicon) != "yes" or not self._says("subjects", "result", clause.text):
            return ""
        stands, adjusted = (self._says("acts", name, clause.text) for name in ("stands", "adjusts"))
        return "" if stands == adjusted else "stands" if stands else "adjusted"

    def deposit(self) -> Statement | None:
        """What became of the deposit."""
        found = [s for clause, at in self._clauses(_SPOKEN) if (s := self._deposit_in(clause, at))]
        return _agreed(found)

    def unanimous(self) -> Statement | None:
        """``yes`` or ``no``. Votes on the deposit tell nothing where those on the ruling are told too."""
        found = [(s, clause) for clause, at in self._clauses(_SPOKEN) if (s := self._unanimity_in(clause, at))]
        of_ruling = [s for s, clause in found if not self._says("subjects", "deposit", clause.text)]
        return _agreed(of_ruling or [s for s, _ in found])

    def _clauses(self, kinds: Sequence[SectionKind]) -> Iterator[tuple[TextClause, tuple[int, int]]]:
        """The clauses of the sections of these kinds, each with its section and paragraph.

        A mail that the writer answers stands below with ">" at its lines: its words are another's.
        """
        for number, section in enumerate(self._sections):
            if section.kind in kinds and not self._is_of_lower(section):
                for place, text in enumerate(section.paragraphs):
                    if text.lstrip().startswith(">") or self._is_of_another(text):
                        continue
                    if self._says("clauses", "other_case", text[:60].casefold()):
                        continue
                    for clause in clauses(masked(text, self._spans[number, place]), self._lexicon):
                        earlier = self._says("clauses", "earlier_case", clause.sentence)
                        if not earlier and not self._is_of_another(clause.sentence):
                            yield self._as_answered(clause, (number, place)), (number, place)

    def _as_answered(self, clause: TextClause, at: tuple[int, int]) -> TextClause:
        """A question that is answered, as the statement that this makes of it."""
        answer = self._answers.get((*at, clause.start))
        if answer is None:
            return clause
        text = clause.text if answer == "yes" else f"{clause.text} {_DENIED}"
        return replace(clause, text=text, asks=False, sentence=text)

    def _is_of_another(self, text: str) -> bool:
        """True for "Klubbens appeludvalg ændrede ..." in a decision of Lovkommissionen: a body before told its own."""
        text = text.lstrip()
        match = self._lexicon.bodies.match(text)
        if match is None or not any(self._own) or text[match.end() : match.end() + 1] in ("s", "'", "’", ":"):
            return False  # "Appellkomiteens avgjørelse stadfestes": what the deciding body does to it
        return not self._is_own(match.group())

    def _is_own(self, body: str) -> bool:
        """True for the deciding body, also where its name is shorter or without an ending: "Committee", "Lovutvalg"."""
        body = _bare(body)
        return any(own and (own.endswith(body) or body.endswith(own)) for own in map(_bare, self._own))

    def _is_of_lower(self, section: Section) -> bool:
        """True under the heading of another body: "Juryns beslut" in a decision of Lagkommissionen."""
        match = self._lexicon.bodies.search(section.title)
        return match is not None and any(self._own) and not self._is_own(match.group())

    def _outcome_in(self, clause: TextClause, at: tuple[int, int], kinds: Sequence[SectionKind]) -> Statement | None:
        if self._says("clauses", "hypothetical", clause.sentence) or self._says("clauses", "wished", clause.sentence):
            return None
        # "One member held that it was a pause and that the ruling should stand": who speaks is said once a sentence.
        told = clause.sentence[: clause.sentence.find(clause.text) + len(clause.text)]
        if self._says("clauses", "minority", self._without_lacking(told)):
            return None
        if "decision" not in kinds and self._says("clauses", "lower", clause.sentence):
            return None
        if self._says("clauses", "appealed", clause.text) or self._says("clauses", "agreed_fact", clause.sentence):
            return None
        if clause.asks:
            return None
        for act in _SENSES:
            match = self._lexicon.words["acts", act].search(clause.text)
            if match and self._is_about(act, clause, match, decided="decision" in kinds):
                value = self._sense(act, clause, match.end())
                return _statement(value, clause, at) if value else None
        return None

    def _sense(self, act: _Act, clause: TextClause, end: int) -> str:
        # "Agreed with the director that Law 40B was not breached" agrees; "dismissed without a hearing" is dismissed.
        if self._says("acts", "agrees", clause.text[:end]):
            return _SENSES[act][0] if polarity(clause.text[:end], self._lexicon) == "yes" else ""
        text = clause.text[:end] + self._without_lacking(clause.text[end:])
        if act == "stands" and self._says("subjects", "appeal", text) and not self._says("subjects", "ruling", text):
            act = "succeeds"
        sense = polarity(self._lexicon.words["acts", "fails"].sub(" ", text) if act == "fails" else text, self._lexicon)
        if sense == "unclear":
            return ""
        if self._says("acts", "partly", text) and act in ("stands", "falls", "succeeds", "fails"):
            return "partly-changed" if sense == "yes" else ""
        if act in ("falls", "succeeds") and sense == "yes" and self._says("acts", "restricted", text):
            return "partly-changed"
        # "For the rest the ruling stands": something of it does not.
        if act == "stands" and sense == "yes" and self._says("acts", "rest", text):
            return "partly-changed"
        if sense == "no" and self._says("acts", "whole", text):
            return ""
        return _SENSES[act][sense == "no"]

    def _is_about(self, act: _Act, clause: TextClause, match: re.Match[str], *, decided: bool) -> bool:
        """True when the act is done to the ruling or the appeal, and not to a call or a score."""
        if any(self._says("subjects", noun, clause.text) for noun in _NEEDS[act]):
            return True
        # A penalty is given by a ruling only: where it stands or falls, so does the ruling.
        if decided and act in ("stands", "falls") and self._says("subjects", "penalty", clause.text):
            return True
        if act in ("stands", "fails") and any(
            self._says("subjects", noun, clause.text) for noun in ("appeal", "ruling")
        ):
            return True
        if act == "succeeds" and ("følge" in match.group() or match.group().startswith(("medh", "bifall"))):
            return True
        if act in ("stands", "falls") and self._says("clauses", "pronoun", clause.text):
            return self._says("subjects", "ruling", clause.before)
        short = len(re.findall(r"\w+", clause.text)) <= _SHORT and not self._says("subjects", "result", clause.text)
        return decided and short

    def _deposit_in(self, clause: TextClause, at: tuple[int, int]) -> Statement | None:
        own = self._sections[at[0]].kind == "deposit"
        if not (own or self._says("subjects", "deposit", clause.text) or self._continues_deposit(clause)):
            return None
        if clause.asks or self._says("clauses", "hypothetical", clause.sentence):
            return None
        if self._sections[at[0]].kind not in ("decision", "deposit") and self._says(
            "clauses", "lower", clause.sentence
        ):
            return None
        # "Half of the deposit is returned, the rest is forfeited": neither.
        if self._says("acts", "halved", clause.sentence):
            return None
        back, lost = (self._says("acts", name, clause.text) for name in ("returned", "forfeited"))
        # "The decision to return the deposit is not unanimous": the votes are denied, not the return.
        if self._says("unanimity", "yes", clause.text) and polarity(clause.text, self._lexicon) != "yes":
            return None
        sense = polarity(self._without_lacking(clause.text), self._lexicon)
        if back == lost or sense == "unclear" or (sense == "yes" and self._says("acts", "possible", clause.text)):
            return None
        return _statement("returned" if back == (sense == "yes") else "forfeited", clause, at)

    def _continues_deposit(self, clause: TextClause) -> bool:
        """ "The deposit, which was paid in cash, is returned": a short clause behind the one with the word."""
        return (
            not clause.first
            and len(re.findall(r"\w+", clause.text)) <= _SHORT
            and self._says("subjects", "deposit", clause.sentence)
        )

    def _unanimity_in(self, clause: TextClause, at: tuple[int, int]) -> Statement | None:
        if clause.asks:
            return None
        if (count := _COUNT.fullmatch(clause.text)) and self._says("clauses", "votes", self._title(at)):
            return _statement("no" if int(count[1]) else "yes", clause, at)
        # "By two votes to one they held that the trick is not ...": what is denied behind is no vote.
        if (match := self._lexicon.words["unanimity", "majority"].search(clause.text)) and match.start() < _AT_ONCE:
            return (
                _statement("no", clause, at) if polarity(clause.text[: match.end()], self._lexicon) == "yes" else None
            )
        sense = polarity(clause.text, self._lexicon)
        if sense == "unclear":
            return None
        if self._says("unanimity", "dissent", clause.text):
            return _statement("yes" if sense == "no" else "no", clause, at)
        if self._says("unanimity", "others", clause.text):
            return None
        if self._says("unanimity", "votes", clause.sentence):
            return _statement("no", clause, at)
        if self._says("unanimity", "majority", clause.text):
            return _statement("no", clause, at) if sense == "yes" else None
        if match := self._lexicon.words["unanimity", "yes"].search(clause.text):
            # "The committee was unanimous that the ruling should not be changed": only what is in front denies it.
            denied = polarity(clause.text[: match.start()], self._lexicon) == "no"
            return _statement("no" if denied else "yes", clause, at)
        if match := self._lexicon.words["unanimity", "agreed"].search(clause.text):
            sense = polarity(clause.text[: match.end()], self._lexicon)
            return _statement("yes", clause, at) if sense == "yes" or "ingen" in match.group() else None
        return None

    def _title(self, at: tuple[int, int]) -> str:
        return self._sections[at[0]].title.casefold()

    def _without_lacking(self, text: str) -> str:
        """The text without what denies nothing behind an act: "dismissed without a hearing"."""
        return self._lexicon.words["clauses", "lacking"].sub(" ", text)

    def _says(self, table: str, name: str, text: str) -> bool:
        return self._lexicon.words[table, name].search(text) is not None


def _bare(body: str) -> str:
    """A body's name without its ending: "appelkomite" for "Appelkomiteen"."""
    return re.sub(r"(?:en|et|n|t)$", "", body.casefold())


def _statement(value: str, clause: TextClause, at: tuple[int, int]) -> Statement:
    start = clause.start + len(clause.text) - len(clause.text.lstrip())
    return Statement(value, *at, start, min(clause.end, start + len(clause.text.strip())))


def _agreed(found: Sequence[Statement]) -> Statement | None:
    """The first statement when all say the same."""
    return found[0] if len({statement.value for statement in found}) == 1 else None


def _agreed_outcome(found: Sequence[Statement], limited: bool) -> Statement | None:
    """As ``_agreed``, but a part changed is more exact than "changed", a ruling that stands than "dismissed".

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
    return _agreed(found)
