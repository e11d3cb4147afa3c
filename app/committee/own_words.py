"""The committee's own words as blocks of the paper: as typed, with what each old number is today beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.committee.document_blocks import DocumentText, TextStyle
from app.committee.edition_guard import NumberGloss
from app.committee.own_numbers import OwnNumber, OwnNumberReader, own_words
from app.committee.quotation_blocks import QuotationComposer
from corpus.dossiers.dossier import Dossier


@dataclass(frozen=True)
class OwnWordsComposer:
    """Puts a case's own words on its paper; ``quoter`` knows what old numbers are today, if anything does.

    ``reader`` reads the numbers; without it the words stand alone.
    """

    quoter: QuotationComposer
    reader: OwnNumberReader | None = None

    @classmethod
    def of(cls, dossier: Dossier, quoter: QuotationComposer) -> OwnWordsComposer:
        """What composes the words of a case; its day of play says whose numbers they are."""
        guard = quoter.guard
        return cls(quoter, OwnNumberReader.of(dossier, guard.library.registry) if guard else None)

    def has_glosses(self, dossier: Dossier) -> bool:
        """True when something is added within the words of a case."""
        return any(self._glosses(paragraph) for _, paragraph in own_words(dossier))

    def blocks(self, style: TextStyle, text: str) -> Iterator[DocumentText]:
        """The paragraphs of a text, what is added within them marked as added."""
        return (self._paragraph(style, line) for line in text.splitlines() if line.strip())

    def _paragraph(self, style: TextStyle, line: str) -> DocumentText:
        text, at, added = "", 0, []
        for gloss in self._glosses(line):
            text += line[at : gloss.at]
            words = f" {self.quoter.gloss_words(gloss)}"
            added.append((len(text), len(text) + len(words)))
            text, at = text + words, gloss.at
        return DocumentText(style, text + line[at:], added=tuple(added))

    def _glosses(self, paragraph: str) -> tuple[NumberGloss, ...]:
        if self.reader is None:
            return ()
        return tuple(filter(None, map(self._gloss, self.reader.read(paragraph).numbers)))

    def _gloss(self, number: OwnNumber) -> NumberGloss | None:
        guard, named = self.quoter.guard, number.named_to is not None
        gloss = guard.gloss(number.named_to or number.end, number.edition, number.places) if guard else None
        return replace(gloss, named=named) if gloss else None
