"""The verdicts on a document in words: one sentence or two for each, for terminal, page, JSON and Word comments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.i18n.fates import Cite, fate_doubt, fate_sentences
from corpus.ids import BadIdError, ProvisionId
from corpus.registry import Registry
from index.verification.document import CheckedCitation, PlacedQuotation, UncheckedPart, Verification
from index.verification.judging import JudgedNumber
from index.verification.paragraphs import DocumentPlace


def place_words(place: DocumentPlace | None, words: Mapping[str, str], *, word_file: bool = False) -> str:
    """Where something is in a document: "side 3, linje 12", "afsnit 4, note 2".

    >>> from app.i18n.words import words
    >>> place_words(DocumentPlace(3, 12, page=2, note="1"), words("en"))
    'page 2, line 12, note 1'
    """
    if place is None:
        return words["ver_document"]
    parts = [words["ver_page"].format(page=place.page)] if place.page else []
    parts.append(words["ver_paragraph" if word_file else "ver_line"].format(line=place.line))
    parts += [words["ver_note"].format(note=place.note)] if place.note else []
    parts += [words["ver_cell"].format(row=place.cell[0], column=place.cell[1])] if place.cell else []
    return ", ".join(parts)


def citation_message(found: CheckedCitation, words: Mapping[str, str], cite: Cite, registry: Registry) -> str:
    """Why a citation has its verdict, number by number where they are several."""
    told = (_number_message(one, found, words, cite, registry) for one in found.numbers)
    return " ".join(dict.fromkeys(told))


def quotation_message(found: PlacedQuotation, words: Mapping[str, str], cite: Cite, registry: Registry) -> str:
    """Where quoted words are, and in what they differ from the text but for its words."""
    checked = found.checked
    if checked.source is None:
        return words["ver_q_not-found"]
    source = checked.source
    place = place_name(source.place, cite)
    entry = registry[source.expression]
    parts = [words[f"ver_q_{checked.verdict}"].format(place=place, title=entry.title)]
    cited = ", ".join(dict.fromkeys(cite(one.number) for one in found.cited))
    parts += [words[f"ver_note_{note}"].format(cited=cited, edition=source.edition) for note in checked.notes]
    return " ".join(parts)


def unchecked_message(part: UncheckedPart, words: Mapping[str, str]) -> str:
    """Why something was not checked, as part of a sentence."""
    return words[f"ver_un_{part.reason}"]


def basis_message(verification: Verification, words: Mapping[str, str]) -> str:
    """Of which edition the numbers were taken to be, and how that is known."""
    meant = verification.meant
    if meant.named:
        return words["ver_basis_several"].format(edition=", ".join(meant.named))
    return words[f"ver_basis_{meant.basis or 'none'}"].format(edition=meant.edition)


def summary_message(verification: Verification, words: Mapping[str, str]) -> str:
    """How many verdicts there are of each kind, as a sentence."""
    citations, quotations = verification.citations, verification.quotations
    if not citations and not quotations:
        return words["ver_none"]
    counts = {
        "citations": len(citations),
        "quotations": len(quotations),
        "right": sum(one.verdict == "right" for one in citations),
        "exact": sum(one.checked.verdict == "exact" for one in quotations),
        "unchecked": len(verification.unchecked),
    }
    return words["ver_all_right" if verification.is_right else "ver_summary"].format(**counts)


def place_name(place: str, cite: Cite) -> str:
    """A place of a text as it is cited: a number, the headword of a definition, the title of a part.

    >>> place_name("def:Revoke", str), place_name("16C2", str)
    ('Revoke', '16C2')
    """
    try:
        return cite(ProvisionId.of(place.split("#")[0]))
    except BadIdError:
        return place.partition(":")[2] or place


def _number_message(
    one: JudgedNumber, found: CheckedCitation, words: Mapping[str, str], cite: Cite, registry: Registry
) -> str:
    number, likely = cite(one.number), ", ".join(map(cite, one.likely))
    fates = [fate_sentences(fate, words, cite) for fate in one.fates]
    if one.reason in ("changed", "moved", "other-rule", "dropped"):
        return _joined(fates)
    if one.reason == "doubtful":
        return _joined([*fates, *(fate_doubt(fate, words, cite) for fate in one.fates)])
    key = one.reason
    if one.reason == "same":
        if not one.edition:
            return words["ver_why_same_everywhere"].format(number=number)
        if one.fates:
            return _joined(fates)
    title = next((entry.title for entry in registry.expressions if entry.work == one.work), "")
    message = words[f"ver_why_{key}"].format(
        number=number, edition=one.edition, likely=likely, gloss=found.gloss, title=title
    )
    shown = fates if one.reason in ("no-edition", "not-in-edition") else []
    return _joined([message, *shown])


def _joined(sentences: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(filter(None, sentences)))
