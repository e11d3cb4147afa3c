"""PDFs, the same bytes every time: a template of typst's, the values it sets and the fonts that typst carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import typst

PdfStandard = Literal["ua-1", "a-2a"]
STANDARDS: tuple[PdfStandard, ...] = ("ua-1", "a-2a")
"""PDF/UA-1, for readers who hear the paper, and PDF/A-2a, for the archive."""


def typeset(template: Path, values: Mapping[str, str], standards: Sequence[PdfStandard] = STANDARDS) -> bytes:
    """The PDF that a template makes of some values, which it reads as ``sys.inputs`` and never as markup.

    Raises TypstError, also where a value has a sign that no font of typst's has and a standard asks for one.
    """
    # typst finds no font but those it carries, so every machine sets the same lines.
    content = typst.compile(
        template.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={**values},
        timestamp=0,
        pdf_standards=[*standards],
    )
    if not isinstance(content, bytes):
        raise TypeError("typst gave no single PDF")
    return content
