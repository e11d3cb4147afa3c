"""Headings that a book prints in capitals, shown in sentence case; what is copied stays as printed.

Only the look of the letters changes (CSS of ``low``): the words of the page are those of the book.
"""

from __future__ import annotations

import re

from markupsafe import Markup

from app.reader.text.markup import MarkupSpan, apply_spans, element_span

# Words without a vowel are abbreviations (TL, HM, MTV); this one has a vowel, and these are names of federations.
_KEPT = ("IMP",)
_NAMES = ("NORSK BRIDGEFORBUND", "SVENSKA BRIDGEFÖRBUNDET")
_WORD = re.compile(r"[^\W\d_]+")
_VOWEL = re.compile(r"[AEIOUYÆØÅÄÖÜÉ]")
_SENTENCE_END = re.compile(r"[.?!]\s*$")


def lowered(text: str) -> list[tuple[int, int]]:
    """Where a text in capitals is shown in small letters; nothing for a text that is not in capitals.

    >>> [("IMP ELLER TL'S BUD"[a:b]) for a, b in lowered("IMP ELLER TL'S BUD")]
    ['ELLER', 'S', 'BUD']
    >>> [("OTILLÅTEN INFORMATION"[a:b]) for a, b in lowered("OTILLÅTEN INFORMATION")]
    ['TILLÅTEN', 'INFORMATION']
    >>> [("BLINDE, den"[a:b]) for a, b in lowered("BLINDE, den")]  # a headword whose article stands behind it
    ['LINDE']
    """
    word, _, behind = text.partition(", ")
    if not text.isupper() and not (word.isupper() and behind.islower()):
        return []
    names = [found.span() for name in _NAMES for found in re.finditer(name, text)]
    found = []
    for match in _WORD.finditer(text):
        word, (start, end) = match[0], match.span()
        if not word.isupper():
            continue
        genitive = word == "S" and text[start - 1 : start] in ("'", "’")
        if not genitive and (word in _KEPT or not _VOWEL.search(word)):
            continue
        begins = start == 0 or _SENTENCE_END.search(text[:start]) or not _WORD.search(text[:start])
        named = any(first <= start < last for first, last in names)
        first = start + 1 if begins or named else start
        if first < end:
            found.append((first, end))
    return found


def lowered_spans(text: str) -> list[MarkupSpan]:
    """The spans of ``lowered`` as markup, inside everything else."""
    return [element_span(start, end, 4, "span", class_="low") for start, end in lowered(text)]


def capitals(text: str) -> Markup:
    """A heading as text, in sentence case where its book prints it in capitals; the letters stay as printed."""
    return apply_spans(text, lowered_spans(text))


def sentence_case(text: str) -> str:
    """A heading as it is shown, where there is no markup: in titles, and in the small card of a link.

    >>> sentence_case("OTILLÅTEN INFORMATION"), sentence_case("Claim")
    ('Otillåten information', 'Claim')
    """
    for start, end in lowered(text):
        text = text[:start] + text[start:end].lower() + text[end:]
    return text


def within_line(text: str) -> str:
    """A heading within a line of other words: its first letter is small too, unless its first word is an abbreviation.

    >>> within_line("BRICKANS PLACERING"), within_line("MTH (modstanderen til højre)"), within_line("Claim")
    ('brickans placering', 'MTH (modstanderen til højre)', 'claim')
    """
    shown = sentence_case(text)
    first = _WORD.search(shown)
    if first is None or (len(first[0]) > 1 and first[0].isupper()):
        return shown
    return shown[: first.start()] + first[0].lower() + shown[first.end() :]
