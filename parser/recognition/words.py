"""Words by which the parts of a law book are known, in all languages: a heading that is one of them, or begins with
one. Each language has its own (``parser.lang``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

from parser.lang.words import LANGUAGES, BookSectionKind, any_of, words_of

_BOOKS = tuple(words_of(code).book for code in LANGUAGES)
_KNOWN: Mapping[str, BookSectionKind] = {
    word: kind for kind in get_args(BookSectionKind) for book in _BOOKS for word in getattr(book, kind)
}
JOINING = frozenset(word for code in LANGUAGES for word in words_of(code).ands)
"""Words that join two others: no heading and no sentence ends in one."""
SHORT_FORM = re.compile(r"\b\w{1,2}\.\Z")
"""An end that is a short form, and so no end of a sentence: "o. l."."""
CALLED = re.compile(r"(?<=[.:;,!?)])\s?(?:\[\^?\w{1,8}\]|[⁰¹²³⁴-⁹]{1,3}\)?|\*{1,4}\)?|\d{1,3}|[ivxl]{1,7})\Z")
"""The call of a note behind a stop, which ends a sentence all the same: "... er et.[ix]"."""
CONTINUED = re.compile(r"\s*\((?:forts|cont)\w*\.?\)\Z", re.IGNORECASE)
"""What stands behind a label that is printed once more: "69B (forts.)"."""
CHAPTER = re.compile(
    any_of({word for book in _BOOKS for word in book.chapters}) + r"\s+(?:\d+|[ivx]+)\b[\s.:–-]*"
    r"|[IVX]{1,5}\.?\s+(?=\S{3})",
    re.IGNORECASE,
)


def section_kind(heading: str) -> BookSectionKind | None:
    """What a heading opens: its words are one of those above, or it begins with one that opens nothing else.

    >>> section_kind("FÖRORD TILL DEN SVENSKA ÖVERSÄTTNINGEN"), section_kind("Registerkort")
    ('foreword', None)
    """
    plain = " ".join(re.sub(r"[^\w\s]+", " ", heading).split()).casefold()
    if plain in _KNOWN:
        return _KNOWN[plain]
    for word, kind in sorted(_KNOWN.items(), key=lambda pair: -len(pair[0])):
        # A register or notes are headed by their name alone; prefaces are to something.
        if kind in ("foreword", "introduction", "rules", "contents") and plain.startswith(f"{word} "):
            return kind
        if kind == "notes" and re.fullmatch(rf"{re.escape(word)}(?: [^\W\d]+){{0,2}} x?\d{{1,3}}", plain):
            return kind  # "Noter til § 201"
    return None
