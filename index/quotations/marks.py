"""Quotations in running text: what is between quotation marks of any of the four languages, paragraph by paragraph.

A quotation may go on over paragraphs: each then opens with the mark again, or only the last closes it. A mark without
its other half is told, never guessed. Apostrophes and marks of inches are no quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# »Danish and Norwegian guillemets« either way round, ”Swedish”, “English”, „German“, "typed", ‘single’.
CLOSING = {
    "»": "«»",
    "«": "»",
    "“": "”“",
    "”": "”",
    "„": "“”",
    "‟": "”",
    '"': '"',
    "‘": "’",
    "‚": "‘’",
    "›": "‹›",
    "‹": "›",
}
# Marks that are apostrophes too: what none of them closes is no quotation.
_APOSTROPHES = frozenset("'’")
_LONGEST = 12  # paragraphs over which one quotation may go on
_OPENS = re.compile(r"[»«“”„‟\"‘‚›‹]|['’](?=[^\W\d_])(?!(?:t|n|s|em|tis|twas|til|cause)\b)", re.IGNORECASE)
# ``typed'' marks, of one width with those that they are for.
_TYPED = re.compile(r"``(?=\S)|(?<=\S)''")
_BEFORE = re.compile(r"[\s(\[{:;,.–—/-]\Z|\A\Z")


@dataclass(frozen=True)
class QuotedSpan:
    """Quoted words: from ``start`` in paragraph ``first`` to ``end`` in paragraph ``last``, without the marks."""

    first: int
    start: int
    last: int
    end: int
    text: str
    mark: str


@dataclass(frozen=True)
class LoneMark:
    """A quotation mark in a paragraph that opens and is never closed."""

    paragraph: int
    at: int
    mark: str


def quoted_spans(paragraphs: Sequence[str]) -> tuple[tuple[QuotedSpan, ...], tuple[LoneMark, ...]]:
    """The quotations in paragraphs that follow each other, and the marks that have no other half.

    >>> spans, lone = quoted_spans(["Loven siger »må ikke«, og ”får inte”."])
    >>> [span.text for span in spans], lone
    (['må ikke', 'får inte'], ())
    """
    paragraphs = [_TYPED.sub(lambda mark: " “" if mark.group() == "``" else "” ", text) for text in paragraphs]
    spans: list[QuotedSpan] = []
    lone: list[LoneMark] = []
    number, at = 0, 0
    while number < len(paragraphs):
        opened = _opening(paragraphs[number], at)
        if opened is None:
            number, at = number + 1, 0
            continue
        mark = paragraphs[number][opened]
        span = _closed(paragraphs, number, opened, mark)
        if span is None:
            lone += [LoneMark(number, opened, mark)] if mark not in _APOSTROPHES else []
            at = opened + 1
        else:
            spans.append(span)
            number, at = span.last, span.end + 1
    return tuple(spans), tuple(lone)


def _opening(text: str, at: int) -> int | None:
    """Where the next quotation may open: a mark before a word, behind a blank, bracket or nothing."""
    for match in _OPENS.finditer(text, at):
        mark, follows = match.group(), text[match.end() : match.end() + 1]
        if not follows or (follows.isspace() and mark not in "»«"):
            continue
        if _BEFORE.search(text[: match.start()][-1:]):
            return match.start()
    return None


def _closed(paragraphs: Sequence[str], number: int, opened: int, mark: str) -> QuotedSpan | None:
    """The quotation that opens there; None where it is not closed."""
    if mark in _APOSTROPHES:
        text, end = paragraphs[number], _closing_apostrophe(paragraphs[number], opened + 1)
        return QuotedSpan(number, opened + 1, number, end, text[opened + 1 : end], mark) if end else None
    pieces: list[str] = []
    last = min(len(paragraphs), number + _LONGEST)
    for at in range(number, last):
        text = paragraphs[at]
        begin = opened + 1 if at == number else 0
        if at > number:
            repeated = re.match(rf"\s*{re.escape(mark)}", text)
            begin = repeated.end() if repeated else 0
            # Another quotation opens: what came before was never closed.
            if not repeated and not pieces[0]:
                return None
        end = _closing(text, begin, mark)
        if end is not None:
            pieces.append(text[begin:end])
            return QuotedSpan(number, opened + 1, at, end, "\n".join(pieces), mark)
        goes_on = at + 1 < last and re.match(rf"\s*{re.escape(mark)}", paragraphs[at + 1])
        # Only the first paragraph of a quotation opens its line with the mark; one in the middle of a line ends there.
        if not goes_on and text[:opened].strip() and at == number:
            return None
        pieces.append(text[begin:])
    return None


def _closing(text: str, begin: int, mark: str) -> int | None:
    """Where a quotation that opened before ``begin`` closes in its paragraph; nested pairs are passed over."""
    closing, depth = CLOSING[mark], 0
    for place in range(begin, len(text)):
        char = text[place]
        if char in closing and not (mark == "‘" and _is_apostrophe(text, place)):
            opens = char == mark and _is_opening(text, place, begin)
            if char == mark and opens and char not in '”"':
                depth += 1
            elif depth:
                depth -= 1
            elif not (opens and char in '”"' and _has_pair(text, place, char)):
                return place
        elif char == mark:
            depth += 1
    return None


def _closing_apostrophe(text: str, begin: int) -> int | None:
    """Where words between single marks end: behind a word, before a blank or a sign. That of "players' cards" is an
    apostrophe where another mark closes the words later, before one that opens."""
    ends: list[int] = []
    for match in re.finditer(r"['’]", text[begin:]):
        at = begin + match.start()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if before.isspace() and after.isalnum():
            break
        if at > begin and not before.isspace() and not after.isalnum():
            ends.append(at)
            if before not in "sxz":
                break
    return ends[-1] if ends else None


def _is_opening(text: str, place: int, begin: int) -> bool:
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return place > begin and (before.isspace() or before in "([") and bool(after) and not after.isspace()


def _has_pair(text: str, place: int, char: str) -> bool:
    """True for a mark of a nested quotation with the same mark: two more of it follow in the paragraph."""
    return text.count(char, place + 1) >= 2


def _is_apostrophe(text: str, place: int) -> bool:
    return text[place - 1 : place].isalpha() and text[place + 1 : place + 2].isalpha()


def spans_of_paragraph(spans: Sequence[QuotedSpan], paragraph: int, length: int) -> Iterator[tuple[int, int]]:
    """The characters of one paragraph, of ``length``, that are inside quotations."""
    for span in spans:
        if span.first <= paragraph <= span.last:
            start = span.start if paragraph == span.first else 0
            yield start, span.end if paragraph == span.last else length
