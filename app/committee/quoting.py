"""What a typed citation gives to quote into a dossier, and what became of a number that is not today's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.i18n.fates import fate_sentences
from app.i18n.words import UiLanguage, words
from corpus.alignment.fate import NumberFate
from corpus.dossiers.dossier import Quotation
from corpus.dossiers.quotation import quote
from corpus.ids import ProvisionId
from corpus.library import Library
from index.search.citation_lookup import CitationLookup


@dataclass(frozen=True)
class QuotationAnswer:
    """The quotations that a typed citation gives, and in words what became of numbers of other editions (``remark``).

    ``absent`` is True when there is no quotation since the text has no such place.
    """

    quotations: tuple[Quotation, ...] = ()
    remark: str = ""
    absent: bool = False


def quotations_of(
    typed: str, expression: str, library: Library, citations: CitationLookup, ui: UiLanguage
) -> QuotationAnswer:
    """The quotations of an expression that a headword, the key of a note (``16A#fn1``) or a citation names.

    Who names another text beside the number ("DBf 253D3", "norsk 23") gets that one's, where it has the place. A number
    of another edition gives the rule of the expression that it is today, and what became of the number as the comment
    of the quotation. A number that leads nowhere gives no other rule, nor does a list of which one is missing.
    """
    for named in citations.named(typed):
        if named != expression and (found := _quotations(typed, named, library, citations, ui)).quotations:
            return found
    return _quotations(typed, expression, library, citations, ui)


def _quotations(
    typed: str, expression: str, library: Library, citations: CitationLookup, ui: UiLanguage
) -> QuotationAnswer:
    headword = typed if typed.startswith("def:") else f"def:{typed}"
    if library.definition(expression, headword):
        return QuotationAnswer((quote(library, expression, headword),))
    if library.note(expression, typed):
        return QuotationAnswer((quote(library, expression, typed),))
    found = citations.look_up(typed, (expression,))
    if found is None or found.rest or found.missing:
        return QuotationAnswer(absent=True)
    language = library.entry(expression).language
    fates = [fate for fate in found.fates if not _is_its_own(fate, expression, found.cited, library)]
    sentences = (fate_sentences(fate, words(ui), lambda number: number.printed(language)) for fate in fates)
    remark = " ".join(dict.fromkeys(sentences))
    if not found.cited or found.expression != expression:
        return QuotationAnswer(remark=remark, absent=not remark or any(fate.today for fate in fates))
    quotations = (quote(library, expression, place) for place in found.cited)
    return QuotationAnswer(tuple(replace(quotation, comment=remark) for quotation in quotations), remark)


def _is_its_own(fate: NumberFate, expression: str, cited: tuple[str, ...], library: Library) -> bool:
    """True for a number that was asked for in the edition of the text and is quoted from it."""
    own = library.entry(expression).edition == fate.edition
    return own and any(ProvisionId.of(place) == fate.number for place in cited)
