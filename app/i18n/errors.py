"""Why a file was refused, cannot be read or cannot be written, in the words of the reader's language."""

from __future__ import annotations

from app.i18n.words import UiLanguage, words
from corpus.alignment.review import ReviewError
from corpus.own_texts import AdditionError
from corpus.precedents.refusal import Refusal
from corpus.schema import FileFault, FormatError
from parser.documents.stream import RefusedDocumentError


def refusal_words(refusal: Refusal, ui: UiLanguage) -> str:
    """The reason as part of a sentence. A cause from the operating system or lxml stays in English.

    >>> refusal_words(Refusal("ending", suffix=".rtf"), "en")
    'files ending in .rtf are not read: save it as .txt, .html, .docx or .pdf'
    """
    return words(ui)[f"desk_unreadable_{refusal.code}"].format(**vars(refusal))


def document_words(error: RefusedDocumentError, ui: UiLanguage) -> str:
    """The file and why it was refused. A cause from another program stays in English.

    >>> document_words(RefusedDocumentError("macros", "lov.docx"), "en")
    'lov.docx: it contains macros: save it as .docx without them'
    """
    words_ = words(ui)[f"document_{error.reason}"]
    limit = f"{error.limit // 1_000_000 or error.limit}"
    return f"{error.file}: {words_.format(cause=error.cause, count=error.count, limit=limit)}"


def fault_words(fault: FileFault, ui: UiLanguage) -> str:
    """The file, the place in it, what is wrong and what would be right. A cause from another program stays in English.

    >>> fault_words(FileFault("kind", "dossier sag-1", "view[1].party", "text", "number"), "en")
    'dossier sag-1, view[1].party: text belongs here, not a number'
    """
    return f"{', '.join(filter(None, (fault.file, fault.place)))}: {fault_reason(fault, ui)}"


def fault_reason(fault: FileFault, ui: UiLanguage) -> str:
    """As ``fault_words``, without the file and the place.

    >>> fault_reason(FileFault("absent", "dossier sag-1", "entry[2]", "text"), "sv")
    'fältet text saknas'
    """
    say = words(ui)
    values = {
        name: say.get(f"fault_kind_{value}", value) if fault.code == "kind" else value
        for name, value in vars(fault).items()
    }
    return say[f"fault_{fault.code}"].format(**values)


def addition_words(error: AdditionError, ui: UiLanguage) -> str:
    """Why a text, or a decision about one, was not taken, and what would be right.

    >>> addition_words(AdditionError("edition", found="ny"), "en")
    'the edition “ny” is not a year such as 2017'
    """
    names = words(ui)
    # A field of the command is named as the page names it: both are the short name of a text or of a book.
    values = error.values | ({"field": names["own_short"]} if "field" in error.values else {})
    return names[f"addition_{error.reason}"].format(**values)


def review_words(error: ReviewError, ui: UiLanguage) -> str:
    """Why a decision about a table was not taken.

    >>> review_words(ReviewError("number", found="16Z", edition="2017"), "en")
    '16Z is not a number of the edition 2017'
    """
    return words(ui)[f"review_{error.reason}"].format(**error.values)


def error_words(error: Exception, ui: UiLanguage) -> str:
    """What was wrong, for every error that has words above; empty for any other.

    >>> error_words(ReviewError("number", found="16Z", edition="2017"), "sv")
    '16Z är inget nummer i utgåvan 2017'
    """
    if isinstance(error, FormatError):
        return fault_words(error.fault, ui)
    if isinstance(error, AdditionError):
        return addition_words(error, ui)
    if isinstance(error, ReviewError):
        return review_words(error, ui)
    return document_words(error, ui) if isinstance(error, RefusedDocumentError) else ""
