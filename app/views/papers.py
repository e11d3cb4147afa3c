"""The large makers of papers, loaded when a paper is asked for and not with every page."""

from __future__ import annotations

from collections.abc import Sequence

from app.committee.document_blocks import DocumentBlock, unusual_signs
from app.i18n.words import UiLanguage
from corpus.registry import Registry
from index.verification.document import Verification


def docx_paper(blocks: Sequence[DocumentBlock], language: str) -> bytes:
    """The blocks as a Word file."""
    from app.committee.document_docx import to_docx

    return to_docx(blocks, language)


def pdf_paper(blocks: Sequence[DocumentBlock], language: str) -> bytes:
    """The blocks as a PDF."""
    from app.committee.document_pdf import to_pdf

    return to_pdf(blocks, language)


def unprinted_in_pdf(blocks: Sequence[DocumentBlock]) -> tuple[str, ...]:
    """The signs that the PDF would print as empty boxes."""
    if not unusual_signs(blocks):
        return ()
    from app.committee.document_pdf import unprinted_signs

    return unprinted_signs(blocks)


def commented_paper(content: bytes, found: Verification, registry: Registry, ui: UiLanguage) -> bytes:
    """The Word file that was verified, with a comment at each place that has a verdict."""
    from app.committee.verified_copy import commented_copy

    return commented_copy(content, found, registry, ui)
