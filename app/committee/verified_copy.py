"""A copy of a Word file with a comment at each citation and quotation that is not right, and at what was not checked.

Words and looks of the document stay as they are: a run is at most parted in pieces of the same look, so that the
comment is at the words that it is about. What is in a note or in no paragraph is told at the first paragraph.
"""

from __future__ import annotations

import copy
import io
from collections.abc import Iterator
from typing import Any

import docx
from docx.document import Document
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from app.i18n.verdicts import (
    basis_message,
    citation_message,
    place_words,
    quotation_message,
    summary_message,
    unchecked_message,
)
from app.i18n.words import UiLanguage, words
from corpus.ids import ProvisionId
from corpus.registry import Registry
from corpus.text import WordChange, xml_safe
from index.verification.document import Verification
from index.verification.paragraphs import DocumentPlace
from parser.documents.unread import counted_paragraphs

AUTHOR, INITIALS = "Lovbro", "L"


def commented_copy(content: bytes, found: Verification, registry: Registry, ui: UiLanguage) -> bytes:
    """The bytes of the copy; ``content`` is a .docx that was read before."""
    document = docx.Document(io.BytesIO(content))
    lines = counted_paragraphs(document.element.body)
    left: list[str] = [basis_message(found, words(ui)), summary_message(found, words(ui))]
    remarks = sorted(_remarks(found, registry, ui), key=lambda one: (one[0].line, one[0].start) if one[0] else (0, 0))
    for place, printed, remark in remarks:
        if place is None or place.note or not 0 < place.line <= len(lines):
            left.append(f"{place_words(place, words(ui), word_file=True)}: {printed}: {remark}".replace(": :", ":"))
        elif not _comment(document, Paragraph(lines[place.line - 1], document), place, printed, remark):
            left.append(f"{place_words(place, words(ui), word_file=True)}: {printed}: {remark}")
    first = next((p for p in (Paragraph(one, document) for one in lines) if p.runs), None)
    if first is not None:
        document.add_comment(first.runs, xml_safe("\n".join(left)), AUTHOR, INITIALS)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def redline(changes: tuple[WordChange, ...]) -> str:
    """A difference in plain text: what is left out in [-brackets-], what is put in in {+braces+}.

    >>> redline((WordChange("equal", "må "), WordChange("old", "ikke"), WordChange("new", "altid")))
    'må [-ikke-]{+altid+}'
    """
    shown = {"equal": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(shown[change.kind].format(change.text) for change in changes)


def _remarks(
    found: Verification, registry: Registry, ui: UiLanguage
) -> Iterator[tuple[DocumentPlace | None, str, str]]:
    names = words(ui)

    def cite(number: ProvisionId) -> str:
        return number.printed(ui)

    for citation in found.citations:
        if citation.verdict != "right":
            message = citation_message(citation, names, cite, registry)
            yield citation.place, citation.printed, f"{names[f'ver_{citation.verdict}']}. {message}"
    for quotation in found.quotations:
        checked = quotation.checked
        if checked.verdict != "exact":
            message = quotation_message(quotation, names, cite, registry)
            shown = f"\n{redline(checked.difference)}" if checked.difference else ""
            yield quotation.place, checked.text[:40], f"{names[f'ver_{checked.verdict}']}. {message}{shown}"
    for part in found.unchecked:
        yield part.place, part.words[:40], f"{names['ver_unchecked']}: {unchecked_message(part, names)}"


def _comment(document: Document, paragraph: Paragraph, place: DocumentPlace, printed: str, remark: str) -> bool:
    """Put a comment at words of a paragraph; False when the paragraph has no run to put it at."""
    own: Any = paragraph._p
    elements: list[Any] = [run for run in own.iter(qn("w:r")) if next(run.iterancestors(qn("w:p"))) is own]
    runs = [Run(run, paragraph) for run in elements]
    if not runs:
        return False
    text = "".join(run.text for run in runs)
    start, end = place.start, place.end
    if printed and text[start : start + len(printed)] != printed:
        # The reader of files put something aside before these words, as soft hyphens.
        at = text.find(printed)
        start, end = (at, at + (place.end - place.start)) if at >= 0 else (0, len(text))
    marked = _runs_at(runs, start, max(end, start + 1)) or runs
    if not all(run._r.getparent() is marked[0]._r.getparent() for run in marked):
        marked = marked[:1]
    document.add_comment(marked, xml_safe(remark), AUTHOR, INITIALS)
    return True


def _runs_at(runs: list[Run], start: int, end: int) -> list[Run]:
    """The runs of some characters; one of plain words is parted where they begin or end within it."""
    out: list[Run] = []
    at = 0
    for run in runs:
        length = len(run.text)
        if at + length > start and at < end and length:
            pieces = _parted(run, max(0, start - at), min(length, end - at))
            out.append(pieces)
        at += length
    return out


def _parted(run: Run, start: int, end: int) -> Run:
    """The part of a run from one character to another as a run of its own, the others beside it."""
    texts = run._r.findall(qn("w:t"))
    others = [one for one in run._r if one.tag not in (qn("w:t"), qn("w:rPr"))]
    if len(texts) != 1 or others or (start == 0 and end == len(run.text)):
        return run
    whole = texts[0].text or ""
    if whole[end:]:
        run._r.addnext(_copied(run._r, whole[end:]))
    if whole[:start]:
        run._r.addprevious(_copied(run._r, whole[:start]))
    _set(texts[0], whole[start:end])
    return run


def _copied(element: Any, text: str) -> Any:
    other = copy.deepcopy(element)
    _set(other.find(qn("w:t")), text)
    return other


def _set(element: Any, text: str) -> None:
    element.text = text
    element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
