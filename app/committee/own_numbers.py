"""The numbers that a committee names in its own words, each of the edition that they name, else of the day of play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from app.build.decision_lexicon import decision_lexicon
from app.committee.play_date import play_date
from app.committee.register import known_numbers
from corpus.dossiers.dossier import Dossier, Remark
from corpus.ids import ProvisionId, is_provision_id
from corpus.precedents.decision import Section, edition_on
from corpus.registry import LAWS, Registry
from index.verification.editions import edition_beside
from parser.decisions.citations import citations_in, is_other_rule
from parser.lang.words import any_of, every_word

# No law of any edition has parts beyond K: such a number is read as none.
# Behind a word the label is glued to its number: "Lag 2 N" may be a team and a seat.
_WORD = rf"\b(?i:{any_of(every_word('law_words'))})"
_NO_LABEL = re.compile(rf"(?:§{{1,2}}[ \u00a0]?[1-9]\d{{0,2}} ?|{_WORD}[ \u00a0][1-9]\d{{0,2}})[L-Z](?![^\W_])")
_OWN = ("question", "facts", "ruling", "table_result", "reasoning", "dissent", "decision")


@dataclass(frozen=True)
class OwnNumber:
    """A number with its list or range: the characters ``start`` to ``end`` of a paragraph, and what it names.

    ``edition`` is that of the laws, "" for a regulation and where neither words nor day tell it. Where words beside the
    number tell it, ``named_to`` is its end, with an edition in brackets behind it; else None. ``foreign`` is True for a
    regulation beside the name of rules, which may be another body's: "vedtægternes § 99".
    """

    start: int
    end: int
    work: str
    places: tuple[ProvisionId, ...]
    edition: str = ""
    foreign: bool = False
    named_to: int | None = None


@dataclass(frozen=True)
class NumberedParagraph:
    """The numbers of a paragraph in its order, and those that no edition had, as printed."""

    numbers: tuple[OwnNumber, ...]
    unknown: tuple[str, ...]


def own_words(dossier: Dossier) -> Iterator[tuple[str, str]]:
    """What the committee and the parties say, a paragraph each, with the name of its field.

    A comment beside a quotation is about that one.
    """
    texts = [(name, getattr(dossier, name)) for name in _OWN]
    texts += [("views", view.text) for view in dossier.views]
    texts += [("remark", entry.text) for entry in dossier.entries if isinstance(entry, Remark)]
    yield from ((name, line) for name, text in texts for line in text.splitlines() if line.strip())


@dataclass(frozen=True)
class OwnNumberReader:
    """Reads numbers in words of ``language``; ``edition`` of the laws was in force on the day of play, "" for none."""

    language: str
    edition: str
    registry: Registry

    @classmethod
    def of(cls, dossier: Dossier, registry: Registry) -> OwnNumberReader:
        """What reads the words of a case."""
        played = play_date(dossier.played, dossier.language)
        language = dossier.language if dossier.language in decision_lexicon().numbers else "en"
        return cls(language, edition_on(registry, LAWS, played) if played else "", registry)

    def read(self, paragraph: str) -> NumberedParagraph:
        """The numbers of a paragraph."""
        found = _numbers_in(self.language, paragraph)
        return replace(found, numbers=tuple(self._dated(one, paragraph) for one in found.numbers))

    def _dated(self, number: OwnNumber, paragraph: str) -> OwnNumber:
        if number.work != LAWS:
            return number
        meant = edition_beside(paragraph, number.start, number.end, self.registry.editions_of(LAWS))
        if meant is None:
            return replace(number, edition=self.edition)
        bracket = re.compile(rf"\s*\({meant.edition}\)").match(paragraph, number.end)
        return replace(number, edition=meant.edition, named_to=bracket.end() if bracket else number.end)


@lru_cache(maxsize=4096)
def _numbers_in(language: str, paragraph: str) -> NumberedParagraph:
    """The numbers without an edition: a paper is drawn at each change, and most of its paragraphs are as they were."""
    known, lexicon, section = known_numbers(), decision_lexicon(), Section("reasoning", "", (paragraph,))
    found = citations_in((section,), language, lexicon, known.is_law, known.is_known)
    numbers = []
    for one in found.citations:
        places = tuple(ProvisionId.of(place) for place in one.ids if is_provision_id(place))
        foreign = one.work != LAWS and is_other_rule(paragraph, one.start, one.end, lexicon.numbers[language])
        numbers += [OwnNumber(one.start, one.end, one.work, places, foreign=foreign)] if places else []
    lettered = (match.group() for match in _NO_LABEL.finditer(paragraph))
    return NumberedParagraph(tuple(numbers), tuple(dict.fromkeys((*found.refused, *lettered))))
