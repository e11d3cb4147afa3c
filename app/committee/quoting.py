"""What a typed citation gives to quote into a dossier, and what became of a number that is not today's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.i18n.fates import fate_sentences
from app.i18n.words import UiLanguage, words
from corpus.alignment.fate import NumberFate
from corpus.dossiers.dossier import Quotation
from corpus.dossiers.quotation import quote
from corpus.ids import ProvisionId
from corpus.languages import CODES
from corpus.library import Library
from corpus.store import load_registry, load_terms
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
    of the quotation. A number that leads nowhere gives no other rule, nor does a list of which one is missing. One that
    the laws never had, as regulations do ("X92B"), gives the one text in this language that has it; where others have
    it, and where a word is no headword but has its laws, the remark names them.
    """
    for named in citations.named(typed):
        if named != expression and (found := _quotations(typed, named, library, citations, ui)).quotations:
            return found
    found = _quotations(typed, expression, library, citations, ui)
    if found.quotations or found.remark:
        return found
    return _elsewhere(typed, expression, library, citations, ui) or replace(found, remark=_laws_of_word(typed, ui))


def _elsewhere(
    typed: str, expression: str, library: Library, citations: CitationLookup, ui: UiLanguage
) -> QuotationAnswer | None:
    """What the texts of other works give; None where none has the number."""
    own = library.entry(expression)
    others = [entry for entry in library.registry.expressions if entry.work != own.work]
    answers = [(entry, _quotations(typed, entry.key, library, citations, ui)) for entry in others]
    holding = [(entry, answer) for entry, answer in answers if answer.quotations]
    alike = [answer for entry, answer in holding if entry.language == own.language]
    if len(alike) == 1:
        return alike[0]
    if not holding:
        return None
    where = words(ui)["desk_found_elsewhere"].format(places=", ".join(entry.short for entry, _ in holding))
    return QuotationAnswer(remark=where, absent=True)


def _laws_of_word(typed: str, ui: UiLanguage) -> str:
    """Where a word of the table of terms is dealt with, as a sentence; empty for any other."""
    asked = typed.strip().casefold()
    terms = (
        term for term in load_terms() if any(asked == form.casefold() for code in CODES for form in term.forms(code))
    )
    places = dict.fromkeys(place for term in terms for place in term.places)
    printed = [_printed(key, place, ui) for key, place in places]
    return words(ui)["desk_word_dealt_with"].format(places=", ".join(printed)) if printed else ""


def _printed(key: str, place: str, ui: UiLanguage) -> str:
    number = ProvisionId.of(place).printed(ui)
    return f"{load_registry()[key].short}: {number}" if key else number


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
