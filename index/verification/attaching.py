"""Which words of a document are quotations, and the number that each is quoted with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from corpus.languages import CAPITALS, LANGUAGES
from index.quotations.marks import QuotedSpan, quoted_spans
from index.verification.paragraphs import DocumentParagraph
from index.verification.printed import PrintedCitation
from parser.lang.words import any_of, every_word

# "Zitat": a style bears its name in the language of the word processor, which need be none of ours.
_QUOTE_STYLE = re.compile(any_of((*every_word("quotation_styles"), "zitat")), re.IGNORECASE)
_NEAR_BEHIND = 30
# »...« (§ 57 A 2) eller »...«: a number in brackets right behind words is theirs, not that of the next.
_CLOSES_UP = re.compile(r"\s*[(\[]")
_SENTENCE = re.compile(rf"[.!?][\"”»«“’)]*\s+(?=[A-Z{CAPITALS}»«”“„\"§])")
_SHORT = {*every_word("abbreviations"), *(short for one in LANGUAGES.values() for short in one.abbreviations)}
_ABBREVIATED = re.compile(rf"\b{any_of(_SHORT)}\.\s", re.IGNORECASE)


@dataclass(frozen=True)
class FoundCitation:
    """A citation at its paragraph, before it is judged; ``quotes`` are the spans that it introduces."""

    paragraph: int
    citation: PrintedCitation


@dataclass(frozen=True)
class FoundQuotation:
    """Quoted words; ``certain`` is False where only the layout marks them as a quotation."""

    span: QuotedSpan
    certain: bool = True
    beside: tuple[FoundCitation, ...] = ()


def spans_of(paragraphs: Sequence[DocumentParagraph]) -> tuple[list[QuotedSpan], list[tuple[int, int]]]:
    """The quotations of a document; one goes on from paragraph to paragraph, never from a cell or note to the next."""
    spans: list[QuotedSpan] = []
    lone: list[tuple[int, int]] = []
    for _, group in groupby(range(len(paragraphs)), key=lambda n: _flow(paragraphs[n], n)):
        numbers = list(group)
        found, open_marks = quoted_spans([paragraphs[n].text for n in numbers])
        spans += [replace(s, first=numbers[s.first], last=numbers[s.last]) for s in found]
        lone += [(numbers[mark.paragraph], mark.at) for mark in open_marks]
    return spans, lone


def _flow(paragraph: DocumentParagraph, number: int) -> tuple[str, int]:
    return (paragraph.place.note, number if paragraph.place.cell else -1)


def cited_beside(
    span: QuotedSpan,
    found: Sequence[FoundCitation],
    spans: Sequence[QuotedSpan],
    paragraphs: Sequence[DocumentParagraph],
) -> tuple[FoundCitation, ...]:
    """The citation that a quotation is cited with: right behind it, or before it in its sentence, or introducing it; or
    in its row of a table."""
    behind = [
        one
        for one in found
        if one.paragraph == span.last
        and one.citation.checked
        and span.end < one.citation.start
        and _is_short_way(paragraphs[span.last].text[span.end + 1 : one.citation.start])
    ]
    before = paragraphs[span.first].text[: max(0, span.start - 1)]
    earlier = max((other.end for other in spans if other.first == other.last == span.first and other.end < span.start),
                  default=0)  # fmt: skip
    ahead = [
        one
        for one in found
        if one.paragraph == span.first
        and one.citation.checked
        and earlier <= one.citation.start < span.start - 1
        and not (earlier and _CLOSES_UP.fullmatch(before[earlier + 1 : one.citation.start]))
    ]
    if ahead and _introduces(before[ahead[-1].citation.end :]):
        return (ahead[-1],)
    if behind:
        return (behind[0],)
    if not before.strip() and span.first > 0:
        above = paragraphs[span.first - 1]
        last = [one for one in found if one.paragraph == span.first - 1 and one.citation.checked]
        if last and (above.text.rstrip().endswith(":") or above.heading):
            return (last[-1],)
    return _of_row(span, found, paragraphs)


def _of_row(
    span: QuotedSpan, found: Sequence[FoundCitation], paragraphs: Sequence[DocumentParagraph]
) -> tuple[FoundCitation, ...]:
    """The one number in the other cells of the row of a table: "§ 12 B 2" beside the cell with its words."""
    row = _row(span.first, paragraphs) if span.first == span.last else range(0)
    cited = [one for one in found if one.paragraph in row]
    return (cited[0],) if len(cited) == 1 and cited[0].paragraph != span.first and cited[0].citation.checked else ()


def _row(number: int, paragraphs: Sequence[DocumentParagraph]) -> range:
    """The paragraphs that are in one row of a table with a paragraph; none outside tables."""
    if paragraphs[number].place.cell is None:
        return range(0)
    first = last = number
    while first > 0 and _before_in_row(paragraphs[first - 1].place.cell, paragraphs[first].place.cell):
        first -= 1
    while last + 1 < len(paragraphs) and _before_in_row(paragraphs[last].place.cell, paragraphs[last + 1].place.cell):
        last += 1
    return range(first, last + 1)


def _before_in_row(one: tuple[int, int] | None, other: tuple[int, int] | None) -> bool:
    return one is not None and other is not None and one[0] == other[0] and one[1] < other[1]


def _is_short_way(between: str) -> bool:
    """True for little between a quotation and a number: nothing, a bracket, "jf.", "(se"."""
    bare = between.strip(" .,;:\u00a0")
    return len(between) <= _NEAR_BEHIND and not _SENTENCE.search(_ABBREVIATED.sub(" ", between)) and (
        not bare or bare[0] in "([–-" or len(bare.split()) <= 3
    )  # fmt: skip


def _introduces(between: str) -> bool:
    """True when the words between a number and a quotation are one sentence, or end with a colon."""
    plain = _ABBREVIATED.sub(" ", between)
    return not _SENTENCE.search(plain) or plain.rstrip().endswith(":")


def laid_out(
    paragraphs: Sequence[DocumentParagraph], spans: Sequence[QuotedSpan], found: Sequence[FoundCitation]
) -> Iterator[FoundQuotation]:
    """Paragraphs that are quotations by their style, or set in behind a paragraph that ends with a colon."""
    marked = {n for span in spans for n in range(span.first, span.last + 1)}
    number = 0
    while number < len(paragraphs):
        one = paragraphs[number]
        styled = _QUOTE_STYLE.search(one.style) is not None
        after_colon = number > 0 and paragraphs[number - 1].text.rstrip().endswith(":")
        if number in marked or one.place.cell or not (styled or after_colon):
            number += 1
            continue
        last = number
        while styled and last + 1 < len(paragraphs) and paragraphs[last + 1].style == one.style:
            last += 1
        text = "\n".join(f"{p.label} {p.text}".strip() for p in paragraphs[number : last + 1])
        span = QuotedSpan(number, 0, last, len(paragraphs[last].text), text, "")
        yield FoundQuotation(span, styled, _around_block(number, found, paragraphs))
        number = last + 1


def _around_block(
    first: int, found: Sequence[FoundCitation], paragraphs: Sequence[DocumentParagraph]
) -> tuple[FoundCitation, ...]:
    """The citation that introduces a block of quoted words: the last of the paragraph before it."""
    ahead = [one for one in found if one.paragraph == first - 1 and one.citation.checked]
    if ahead and (paragraphs[first - 1].text.rstrip().endswith(":") or paragraphs[first - 1].heading):
        return (ahead[-1],)
    return ()
