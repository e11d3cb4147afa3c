"""Which edition a quotation is from, whether it was in force on the day of play, and what its old numbers are today.

The words of a quotation stay as they were taken: what is added is beside them, marked as added. Where the source
has changed since, its numbers are known only for the paragraphs that are still word for word the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from corpus.alignment.fate import NumberFate, NumberFates
from corpus.dossiers.dossier import Quotation
from corpus.dossiers.quotation import PRECEDENTS, NoSuchPlaceError, QuotedPassage, quoted_passages
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.model import PassageKey, Reference
from corpus.precedents.decision import Decision, edition_on
from corpus.registry import LAWS


@dataclass(frozen=True)
class NumberGloss:
    """What numbers within quoted words are today; it belongs after the character ``at`` of the block.

    ``edition`` is theirs, empty when it is not known, and ``named`` where the words beside them say it already;
    ``likely`` are numbers that a doubtful citation may have meant.
    """

    at: int
    edition: str
    fates: tuple[NumberFate, ...] = ()
    likely: tuple[ProvisionId, ...] = ()
    named: bool = False


@dataclass(frozen=True)
class EditionMismatch:
    """A quotation of an edition that was not in force on the day of play; ``right`` was, empty when none is known."""

    played: date
    edition: str
    right: str


@dataclass(frozen=True)
class EditionGuard:
    """Answers for the quotations of one library and register."""

    library: Library
    fates: NumberFates
    decisions: Mapping[str, Decision] = field(default_factory=dict)

    @property
    def target(self) -> str:
        """The edition of the laws in force."""
        return self.library.registry.current_edition(LAWS)

    def glosses(self, quotation: Quotation) -> Mapping[int, tuple[NumberGloss, ...]]:
        """The glosses of a quotation by the number of its block, in the order of the words."""
        found = self._of_case(quotation) if quotation.kind == "precedent" else self._of_text(quotation)
        grouped: defaultdict[int, list[NumberGloss]] = defaultdict(list)
        for block, gloss in found:
            grouped[block].append(gloss)
        return {block: tuple(sorted(glosses, key=lambda gloss: gloss.at)) for block, glosses in grouped.items()}

    def own_number(self, quotation: Quotation) -> NumberGloss | None:
        """What the number of a quoted provision of an older edition of the laws is today; else None."""
        if quotation.kind != "provision" or self._work(quotation) != LAWS:
            return None
        return self._gloss(0, quotation.edition, (quotation.place,))

    def gloss(self, at: int, edition: str, places: Sequence[ProvisionId]) -> NumberGloss | None:
        """What numbers of an edition of the laws are today; None for those of today, and where the edition is "".

        ``at`` is the character that the gloss belongs after.
        """
        return self._gloss(at, edition, tuple(map(str, places))) if edition and places else None

    def mismatch(self, quotation: Quotation, played: date) -> EditionMismatch | None:
        """None when the edition was in force on the day of play, or when its days are not known."""
        return self._mismatch(self._work(quotation), quotation.edition, played)

    def text_mismatch(self, expression: str, played: date) -> EditionMismatch | None:
        """As ``mismatch``, of a whole text."""
        entry = self.library.entry(expression)
        return self._mismatch(entry.work, entry.edition, played)

    def _mismatch(self, work: str, number: str, played: date) -> EditionMismatch | None:
        registry = self.library.registry
        edition = next((e for e in registry.editions_of(work) if e.edition == number), None)
        if edition is None or edition.may_be_in_force(played):
            return None
        return EditionMismatch(played, number, edition_on(registry, work, played))

    def _work(self, quotation: Quotation) -> str:
        known = quotation.expression in self.library.registry.keys
        return self.library.entry(quotation.expression).work if known else ""

    def _of_text(self, quotation: Quotation) -> Iterator[tuple[int, NumberGloss]]:
        own = self._work(quotation) == LAWS
        for number, passage in self._passages(quotation):
            if own and passage.number and (gloss := self._gloss(0, quotation.edition, (passage.number,))):
                yield number, gloss
            if passage.key:
                yield from ((number, gloss) for gloss in self._references(quotation.expression, passage.key))

    def _passages(self, quotation: Quotation) -> Iterator[tuple[int, QuotedPassage]]:
        """The blocks that the source still has, by their number: all of them, or those that are the same and alone."""
        if not self._work(quotation):
            return
        try:
            today = quoted_passages(self.library, quotation.expression, quotation.place)
        except (NoSuchPlaceError, ValueError):
            return
        if quotation.pieces == tuple(passage.block for passage in today):
            yield from enumerate(today)
            return
        counts = Counter(passage.block for passage in today) + Counter(quotation.pieces)
        by_block = {passage.block: passage for passage in today}
        for number, piece in enumerate(quotation.pieces):
            if piece in by_block and counts[piece] == 2:
                yield number, by_block[piece]

    def _references(self, expression: str, key: PassageKey) -> Iterator[NumberGloss]:
        place, where, block = key
        for reference in self.library.references(expression, place):
            anchor = reference.anchor
            if (anchor.where, anchor.block) == (where, block) and (gloss := self._reference(reference)):
                yield gloss

    def _reference(self, reference: Reference) -> NumberGloss | None:
        targets = [t for t in reference.targets if t.work == LAWS and is_provision_id(t.id)]
        editions = {target.edition for target in targets}
        if len(editions) != 1:
            return None
        places = tuple(target.id for target in targets)
        likely = tuple(ProvisionId.of(place) for place in reference.likely if reference.status == "suspect")
        return self._gloss(reference.anchor.end, editions.pop(), places, likely)

    def _of_case(self, quotation: Quotation) -> Iterator[tuple[int, NumberGloss]]:
        decision = self.decisions.get(quotation.place) if quotation.expression == PRECEDENTS else None
        if decision is None:
            return
        paragraphs = [
            (section, paragraph)
            for section, one in enumerate(decision.sections)
            for paragraph in range(len(one.paragraphs) or 1)
        ]
        numbers = {place: number for number, place in enumerate(paragraphs) if number < len(quotation.pieces)}
        for citation in decision.citations:
            number = numbers.get((citation.section, citation.paragraph))
            ids = tuple(place for place in citation.ids if is_provision_id(place))
            if number is None or citation.work != LAWS or not ids:
                continue
            printed = quotation.pieces[number].text[citation.start : citation.end]
            gloss = self._gloss(citation.end, decision.laws_edition, ids)
            if gloss and printed == citation.printed:
                yield number, gloss

    def _gloss(
        self, at: int, edition: str, places: tuple[str, ...], likely: tuple[ProvisionId, ...] = ()
    ) -> NumberGloss | None:
        """None for numbers of the edition in force."""
        if edition == self.target:
            return None
        if not edition:
            return NumberGloss(at, "")
        fates = tuple(self.fates.fate(edition, ProvisionId.of(place), self.target) for place in places)
        return NumberGloss(at, edition, fates, likely)
