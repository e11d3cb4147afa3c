"""Whether quoted words are those of a text, for an assistant: the check of ``lovbro verify``, and what it left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.cli.assistant.answer_values import (
    AnsweredChange,
    AnsweredCitation,
    AnsweredQuotation,
    QuotationAnswerVerdict,
)
from app.cli.assistant.assistant_answers import AssistantAnswers, QuestionError, clean
from corpus.ids import ProvisionId, is_provision_id
from corpus.registry import LAWS
from index.quotations.finder import CitedNumber, QuotationFinder

LONGEST_QUOTATION = 20_000  # characters; the longest provision has 5,900


@dataclass(frozen=True)
class QuotationAnswers:
    """The verdicts on quotations, from the texts of ``answers``."""

    answers: AssistantAnswers

    def check(self, words: str, citation: str = "", edition: str = "", language: str = "") -> AnsweredQuotation:
        """Whether quoted words are those of a text, and, as far as it is given, of a provision, edition and language.

        Raises QuestionError for a question that cannot be asked so; what cannot be checked is never right.
        """
        words = clean(words, "quotation", LONGEST_QUOTATION)
        held = dict.fromkeys(entry.language for entry in self.answers.services.library.registry.expressions)
        if language and language not in held:
            raise QuestionError(f"no text in {language[:40]!r}; there are {', '.join(held)}")
        named = self.answers.citation(citation, edition) if citation else None
        if named is None:
            self.answers.check("", edition, "", "")
        numbers = tuple(self._numbers(named)) if named else ()
        checked = self._quotations.check(words, numbers, edition, language)
        source = checked.source
        unchecked = tuple(self._unchecked(named, numbers, edition))
        verdict: QuotationAnswerVerdict = checked.verdict
        if verdict == "exact" and language and source and source.language != language:
            verdict = "elsewhere"
        if verdict == "exact" and unchecked:
            verdict = "unchecked"
        place = (source.expression, source.place) if source else None
        return AnsweredQuotation(
            quotation=words,
            verdict=verdict,
            right=verdict == "exact",
            source=self.answers.place(*place) if place and not place[1].startswith("part:") else None,
            source_words=source.text if source else None,
            whole=source.whole if source else False,
            difference=tuple(AnsweredChange(one.kind, one.text) for one in checked.difference),
            notes=checked.notes,
            unchecked=unchecked,
            citation=named,
            texts=self.answers.texts_of([place] if place else []),
        )

    @cached_property
    def _quotations(self) -> QuotationFinder:
        return QuotationFinder(self.answers.services.library, self.answers.services.fates)

    def _numbers(self, named: AnsweredCitation) -> Iterator[CitedNumber]:
        """The numbers of a citation, each as one of its own edition."""
        if named.numbers:
            yield from (CitedNumber(LAWS, ProvisionId.of(one.number), one.edition) for one in named.numbers)
            return
        for one in named.places:
            if is_provision_id(one.id):
                yield CitedNumber(self.answers.entry(one.expression).work, ProvisionId.of(one.id), one.edition)

    def _unchecked(self, named: AnsweredCitation | None, numbers: Sequence[CitedNumber], edition: str) -> Iterator[str]:
        """What of a question about a quotation no text can answer."""
        editions = {entry.edition for entry in self.answers.services.library.registry.expressions}
        if edition and edition not in editions:
            yield f"no text of {edition} is held, so its words cannot be compared"
        for one in numbers:
            if one.edition not in editions and one.edition != edition:
                yield f"no text of {one.edition} is held, so the words of its § {one.number} cannot be compared"
        if named is not None and not numbers:
            yield named.message or f"{named.citation} is no number, so nobody can say whether the words are there"
