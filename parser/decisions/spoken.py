"""Whose words the clauses of a decision are: the body's that decided, or what is only told, wished or supposed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from corpus.precedents.decision import CaseCitation, Section, SectionKind
from parser.decisions.clauses import TextClause, clauses, masked, polarity, unquoted
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.sides import appellant, named_appellants

_ITEM = re.compile(r"\s*(?P<ad>[Aa]d )?(?P<number>\d{1,2})[.):]\s")
# "2. *Kretsens appellutvalg:* ...", "b) Distriktets appeludvalg ..."
_NUMBERED = re.compile(r"\W*(?:(?:\d{1,2}|[a-hA-H])[.)]\W*)?")
# "☒ Enstemmig  ☐ Dissens"
_TICKED = re.compile(r"[☒☑✓✔]|[\[(][xX][\])]")
# "Kendelsen ændres | [ ]": a row of a table whose box is empty.
_EMPTY_ROW = re.compile(r"(?<![^|\n])[^|\n]+\|\s*(?:[☐□]|\[ ?\]|\( ?\))[\s|]*(?=\n|$)")
_UNTICKED = re.compile(r"(?:[☐□]|\[ ?\]|\( ?\))[^☐□☒☑✓✔\[(\n]*")
_LABEL = 5  # words before a colon that say what a statement is about
_OVER = 3  # lines over a paper
_DENIED = "ikke"  # any word of the negations
SPOKEN: tuple[SectionKind, ...] = ("decision", "deposit", "reasoning", "introduction", "other", "rubric", "facts")
"""The sections in which the body that decided speaks."""
# Behind a body's name: "Appellkomiteens avgjørelse stadfestes" is what the deciding body does to it.
_BELONGS = ("s", "'", "’", ":")
_PlacedClause = tuple[TextClause, tuple[int, int]]


class SpokenClauses:
    """The clauses of a decision's sections that its body speaks. ``citations`` are masked in them.

    What begins with another body than ``instance``, as it is called or by its letters, is what that body did before.
    """

    def __init__(
        self,
        sections: Sequence[Section],
        citations: Iterable[CaseCitation],
        lexicon: DecisionLexicon,
        instance: str = "",
    ) -> None:
        citations = tuple(citations)
        # The laws from 80 are on tournaments and appeals: who cites another one speaks of what happened in play.
        self._on_play = any(
            c.work == "laws" and int(re.sub(r"\D.*", "", i) or 99) < 80 for c in citations for i in c.ids
        )
        self._own = {instance.casefold(), *lexicon.short_bodies.get(instance, ())}
        self._own |= {short.casefold() for short, full in lexicon.short_bodies.items() if instance.casefold() in full}
        self._sections = sections
        self._spans: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for citation in citations:
            self._spans[citation.section, citation.paragraph].append((citation.start, citation.end))
        self._lexicon = lexicon
        self._heard: dict[tuple[str, str, str], bool] = {}  # two of five questions were asked before, by another field
        texts = [text for s in sections for text in (s.title, *s.paragraphs)]
        self._appellant = appellant(texts, lexicon)
        self._named_appellants = named_appellants(texts, lexicon)
        self._answers_mail = any(
            self._says("clauses", "mail", text.strip().casefold()) for s in sections for text in s.paragraphs
        )
        self._is_summons = is_summons(sections, lexicon)
        self._is_ticked = any(_TICKED.search(text) for section in sections for text in section.paragraphs)
        self._director = self._named_director()
        self._cut: dict[tuple[int, int], tuple[TextClause, ...]] = {}  # for what is answered, then for what is spoken
        self._answers = self._answered()
        self._read: dict[int, tuple[_PlacedClause, ...]] = {}  # asked for each field, and more than once for some

    def _named_director(self) -> re.Pattern[str] | None:
        """The names by which the decision calls who directed: "Jørgen (TL)"."""
        texts = [text for section in self._sections for text in section.paragraphs]
        rule = self._lexicon.words["clauses", "named_director"]
        names = {name for text in texts for match in rule.finditer(text) for name in match.groups() if name}
        names = {name.casefold() for name in names if not self._says("clauses", "player", name.casefold())}
        name = rf"(?:{'|'.join(sorted(names))})"
        return re.compile(rf"(?<!\w){name}(?: {name})*(s?)(?!\w)", re.IGNORECASE) if names else None

    def _without_names(self, text: str) -> str:
        """The text, as long as it was, with "TL" for the director's name, and dots for what is quoted."""
        text = _EMPTY_ROW.sub(lambda match: "·" * len(match[0]), text)
        if self._is_ticked or len(_UNTICKED.findall(text)) > 1:
            text = _UNTICKED.sub(lambda match: "·" * len(match[0]), text)
        text = self._lexicon.patterns["choice"].sub(lambda match: "?".ljust(len(match[0])), text)
        if self._director:
            text = self._director.sub(self._as_director, text)
        return unquoted(text)

    def _as_director(self, name: re.Match[str]) -> str:
        """ "TL" for a director's name, as long as it was; "TL Viktor" is plain as it is."""
        titled = self._lexicon.patterns["office"].search(name.string, 0, name.start())
        return name[0] if titled else f"TL{name[1]}".ljust(len(name[0]))

    def _cut_into_clauses(self, section: int, place: int, text: str) -> tuple[TextClause, ...]:
        """The clauses of a paragraph, citations masked and names left out."""
        at = section, place
        if at not in self._cut:
            self._cut[at] = tuple(clauses(self._without_names(masked(text, self._spans[at])), self._lexicon))
        return self._cut[at]

    def _answered(self) -> dict[tuple[int, int, int], str]:
        """Where a question begins that the decision answers by yes or no, with the answer.

        "Skal depositum fortabes? Nej.", "Ad 3. Nej." to the third of a list, "The answers are yes and no" to all.
        """
        asked: list[tuple[int, int, int]] = []
        by_number: dict[str, tuple[int, int, int]] = {}
        found: dict[tuple[int, int, int], str] = {}
        last: tuple[int, int, int] | None = None
        for number, section in enumerate(self._sections):
            for place, text in enumerate(section.paragraphs):
                item = _ITEM.match(text)
                for line in self._cut_into_clauses(number, place, text):
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
                        given = [
                            word for word in re.findall(r"\w+", match[1]) if self._lexicon.answer(word) is not None
                        ]
                        if len(given) == len(asked):
                            found |= dict(zip(asked, given, strict=True))
                    elif line.first and not (item and item["ad"]):
                        last = None
        return {place: "yes" if self._lexicon.answer(word) else "no" for place, word in found.items()}

    def _clauses(self, kinds: Sequence[SectionKind]) -> Iterator[_PlacedClause]:
        """The clauses of the sections of these kinds, each with its section and paragraph."""
        if self._is_summons:
            return
        for number, section in enumerate(self._sections):
            if section.kind in kinds and not self._is_letters_of_another(section.title):
                if number not in self._read:
                    self._read[number] = tuple(self._clauses_of(number, section))
                yield from self._read[number]

    def _clauses_of(self, number: int, section: Section) -> Iterator[_PlacedClause]:
        """The clauses of a section that the deciding body speaks.

        A mail that the writer answers stands below with ">" at its lines: its words are another's.
        """
        if self._is_of_lower(section):
            return
        for place, text in enumerate(section.paragraphs):
            if (self._answers_mail and text.lstrip().startswith(">")) or self._is_of_another(text):
                continue
            if self._says("clauses", "other_case", text[:60].casefold()):
                continue
            speaker = True
            for clause in self._cut_into_clauses(number, place, text):
                # "2. Kretsens appellutvalg: ... Lovutvalget: ...": what follows a name is what that body said.
                sentence = _NUMBERED.sub("", clause.sentence, count=1).rstrip(" *_")
                named = self._lexicon.bodies.match(sentence)
                if named and sentence[named.end() :][:1] in ("", ":"):
                    speaker = not any(self._own) or self._is_own(named.group())
                if not speaker:
                    continue
                earlier = self._says("clauses", "earlier_case", clause.sentence)
                other = self._is_of_another(clause.sentence) or self._is_done_by_another(clause.text)
                if not earlier and not other:
                    answer = self._answers.get((number, place, clause.start))
                    yield _as_answered(self._plain(clause, text), answer), (number, place)

    def _plain(self, clause: TextClause, paragraph: str) -> TextClause:
        """The clause in as few words as say the same: without fillers, the director for his name.

        It begins and ends at its first and last sign that is no blank, of a name at the end at its last letter.
        """
        bare = clause.text.strip()
        start = clause.start + clause.text.index(bare) if bare else clause.start
        return replace(
            clause,
            text=self._in_few_words(clause.text),
            sentence=self._in_few_words(clause.sentence),
            before=self._in_few_words(clause.before),
            start=start,
            end=_word_end(paragraph, start + len(bare)),
        )

    def _in_few_words(self, text: str) -> str:
        return re.sub(" {2,}", " ", self._lexicon.words["clauses", "fillers"].sub("", text))

    def _is_of_another(self, text: str) -> bool:
        """True for "Klubbens appeludvalg ændrede ..." in a decision of Lovkommissionen: a body before told its own."""
        text = _NUMBERED.sub("", text, count=1)
        match = self._lexicon.bodies.match(text)
        if match is None or not any(self._own) or text[match.end() : match.end() + 1] in _BELONGS:
            return False
        return not self._is_own(match.group())

    def _is_done_by_another(self, text: str) -> bool:
        """True for "blev omgjort af klubbens appeludvalg" and "the committee there changed"."""
        if self._says("clauses", "other_body", text):
            return True
        return any(self._own) and any(
            not self._is_own(match.group())
            and text[match.end() : match.end() + 1] not in _BELONGS
            and not self._lexicon.patterns["towards"].search(text[: match.start()])
            and not self._lexicon.patterns["whose"].search(text[: match.start()])
            for match in self._lexicon.bodies.finditer(text)
        )

    def _is_own(self, body: str) -> bool:
        """True for the deciding body, also where its name is shorter or without an ending: "Committee", "Lovutvalg"."""
        body = bare_name(body)
        return any(
            own
            and (
                own.endswith(body)
                or own.startswith(f"{body} ")  # "the jury" of a "jury d'appel"
                or (body.endswith(own) and not self._lexicon.patterns["level"].search(body.removesuffix(own)))
            )
            for own in map(bare_name, self._own)
        )

    def _bodies_named(self) -> set[str]:
        """The bodies that the decision names, in small letters."""
        texts = (text for section in self._sections for text in (section.title, *section.paragraphs))
        return {m.group() for text in texts for m in self._lexicon.bodies.finditer(text.casefold())}

    def _is_letters_of_another(self, title: str) -> bool:
        """True under "AU's kendelse" in a decision of Lovkommissionen."""
        match = self._lexicon.body_letters.match(title)
        return match is not None and any(self._own) and match[1].casefold() not in {own.casefold() for own in self._own}

    def _is_of_lower(self, section: Section) -> bool:
        """True under the heading of another body: "Juryns beslut" in a decision of Lagkommissionen."""
        match = self._lexicon.bodies.search(section.title)
        return match is not None and any(self._own) and not self._is_own(match.group())

    def _is_stated(self, clause: TextClause) -> bool:
        """False for what is asked, supposed, wished, a minority's, or true of rulings as such."""
        if clause.asks or any(
            self._says("clauses", name, clause.sentence) for name in ("hypothetical", "wished", "generic")
        ):
            return False
        if self._says("clauses", "hypothetical", clause.text):
            return False  # ", om kendelsen var rigtig"
        if not clause.first and self._says("clauses", "doubted", clause.before):
            return False  # "Vi mener ikke, kendelsen er rigtig"
        # "One member held that it was a pause and that the ruling should stand": who speaks is said once a sentence.
        told = clause.sentence[: clause.sentence.find(clause.text) + len(clause.text)]
        return not self._says("clauses", "minority", self._without_lacking(told))

    def _is_of_director(self, clause: TextClause) -> bool:
        """True for what the director did: he begins the clause, or the sentence and nobody else follows."""
        if self._says("clauses", "director", clause.text):
            return True
        led = not clause.first and self._says("clauses", "director", clause.sentence)
        return led and not self._says("clauses", "committee", clause.text)

    def _takes_back(self, clause: TextClause) -> bool:
        text = self._without_lacking(clause.text)
        return (
            self._says("acts", "withdrawn", text) and polarity(text, self._lexicon) == "yes" and self._is_stated(clause)
        )

    def _is_not_pursued(self, clause: TextClause) -> bool:
        """True for "they have written that they do not wish the appeal to be heard"."""
        denied = self._says("acts", "pursued", clause.text) and polarity(clause.text, self._lexicon) == "no"
        by_appellant = self._says("subjects", "appealing", clause.text)
        return denied and (by_appellant or self._says("acts", "told", clause.sentence))

    def _names_appellant(self, text: str) -> bool:
        """True for "Kildeparken får ret" where that team is said to have appealed."""
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in self._named_appellants)

    def _led(self, clause: TextClause, at: tuple[int, int]) -> str:
        """What stands before a colon in front of the clause: "Straffen: Bortfalder"; empty for others."""
        paragraph = self._sections[at[0]].paragraphs[at[1]]
        led = paragraph[: clause.start].rstrip(" *_").endswith(":") and len(clause.before.split()) <= _LABEL
        return clause.before if led else ""

    def _labelled(self, clause: TextClause, at: tuple[int, int]) -> str:
        return f"{self._led(clause, at)} {clause.text}"

    def _title(self, at: tuple[int, int]) -> str:
        return self._sections[at[0]].title.casefold()

    def _without_lacking(self, text: str) -> str:
        """The text without what denies nothing behind an act: "dismissed without a hearing"."""
        return self._lexicon.words["clauses", "lacking"].sub(" ", text)

    def _says(self, table: str, name: str, text: str) -> bool:
        asked = (table, name, text)
        if asked not in self._heard:
            self._heard[asked] = self._lexicon.words[table, name].search(text) is not None
        return self._heard[asked]


def is_summons(sections: Sequence[Section], lexicon: DecisionLexicon) -> bool:
    """True for a paper that calls to a meeting or is written to a body, by its first lines: it decides nothing."""
    summons = lexicon.words["clauses", "summons"]
    return any(summons.search(line.casefold()) for line in first_lines(sections, _OVER))


def first_lines(sections: Sequence[Section], most: int) -> tuple[str, ...]:
    """The first lines of a paper, at most so many."""
    texts = (text for section in sections for text in (section.title, *section.paragraphs))
    return tuple(islice((line for text in texts for line in text.splitlines() if line), most))


def _as_answered(clause: TextClause, answer: str | None) -> TextClause:
    """A question that is answered, as the statement that this makes of it."""
    if answer is None:
        return clause
    text = clause.text if answer == "yes" else f"{clause.text} {_DENIED}"
    return replace(clause, text=text, asks=False, sentence=text)


def _word_end(text: str, at: int) -> int:
    while 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum():
        at += 1
    return at


def bare_name(body: str) -> str:
    """A body's name without its ending: "styrels" for "Styrelsen" and "styrelse", "kommission" for both its forms."""
    return re.sub(r"(?:en|et|(?<!o)n|t)$", "", body.casefold()).rstrip("eé")
