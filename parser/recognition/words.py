"""Words by which the parts of a law book are known, in all languages: a heading that is one of them, or begins with
one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from parser.lang.words import LANGUAGES, words_of

BookSectionKind = Literal["foreword", "contents", "introduction", "definitions", "index", "notes", "rules"]

SECTION_WORDS: Mapping[BookSectionKind, tuple[str, ...]] = {
    "foreword": ("forord", "förord", "foreword", "preface", "esipuhe"),
    "contents": (
        "indhold",
        "indholdsfortegnelse",
        "innhold",
        "innholdsfortegnelse",
        "innehåll",
        "innehållsförteckning",
        "contents",
        "table of contents",
        "sisällys",
    ),
    "introduction": (
        "indledning",
        "innledning",
        "inledning",
        "introduction",
        "introduktion",
        "rammen for lovene",
        "scope of the laws",
        "lovenes omfang",
        "lagarnas omfattning",
    ),
    "definitions": (
        "definitioner",
        "definisjoner",
        "definitions",
        "ordforklaringer",
        "ordforklaring",
        "ordförklaringar",
        "begreber",
        "begreper",
        "määritelmät",
    ),
    "index": (
        "stikordsregister",
        "stikord",
        "stikkordregister",
        "stikkordsregister",
        "stikkord",
        "sakregister",
        "saksregister",
        "sagregister",
        "sakordsregister",
        "register",
        "index",
        "indeks",
        "subject index",
        "hakemisto",
    ),
    "notes": (
        "noter",
        "fodnoter",
        "fotnoter",
        "slutnoter",
        "sluttnoter",
        "notes",
        "footnotes",
        "endnotes",
        "anmerkninger",
    ),
    "rules": ("generelt regelverk", "generellt regelverk", "regelverk"),
}
JOINING = frozenset(word for code in LANGUAGES for word in words_of(code).ands)
"""Words that join two others: no heading and no sentence ends in one."""
CONTINUED = re.compile(r"\s*\((?:forts|cont)\w*\.?\)\Z", re.IGNORECASE)
"""What stands behind a label that is printed once more: "69B (forts.)"."""
CHAPTER = re.compile(
    r"(?:kapitel|kapittel|kap\.|chapter|del|part|afsnit|avsnitt|avdelning|afdeling)\s+(?:\d+|[ivx]+)\b[\s.:–-]*"
    r"|[IVX]{1,5}\.?\s+(?=\S{3})",
    re.IGNORECASE,
)
_KNOWN = {word: kind for kind, words in SECTION_WORDS.items() for word in words}


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
    return None
