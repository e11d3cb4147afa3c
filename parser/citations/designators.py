"""Designators: the numbers and letters of one place as they are printed, absolute ("16C2(a)") or within a law ("B2").

A designator is read by hand from left to right, one label per level, so that no input can make it slow. What is
around it (signs, signal words, lists) is read by ``parser.citations.grammar``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from corpus.ids import ROMANS, Level, ProvisionId, decimal_labels
from corpus.languages import CAPITALS, LETTERS

_LETTER = f"A-Za-z{CAPITALS}{LETTERS}éÉ"
_LAW = re.compile(r"X?[1-9]\d{0,2}(?!\d)")
_UPPER = re.compile(rf"[A-Z](?![{_LETTER}])")
# Case books print "241d1".
_ANY_UPPER = re.compile(rf"[A-Za-z](?![{_LETTER}])")
# "§ 78 B", "§ 41 B2": a letter after a blank must stand alone, and "I" is a word.
_SPACED_UPPER = re.compile(rf"[ \u00a0][A-HJ-Z](?![{_LETTER}:])")
_DIGIT = re.compile(r"[1-9]\d?(?![\d%])")
_SPACED_DIGIT = re.compile(r"[ \u00a0][1-9](?![\w%,])")
_LOWER = re.compile(rf"[ \u00a0]?\(([a-z])\)|([a-z])(?![{_LETTER}])|([a-z])(?=[ivx]+(?![{_LETTER}]))")
_LOWER_DIGIT = re.compile(r"\.([1-9])(?!\d)")
_ROMAN = re.compile(rf"\(([ivx]+)\)|([ivx]+)(?![{_LETTER}])")
_DECIMALS = re.compile(r"(?:\.[1-9]\d?(?!\d)){1,4}+(?!\.\d)")
_ROMAN_DIGIT = re.compile(r"([1-9])(?!\d)")


@dataclass(frozen=True)
class Designator:
    """``text[start:end]`` names a place: ``parts`` from ``level`` downwards.

    ``level`` LAW means a full number; anything lower is relative to the citing provision, or with ``inherits`` to the
    member before it in a list ("§ 41B og C").
    """

    start: int
    end: int
    parts: tuple[str, ...]
    level: Level
    inherits: bool = False

    @property
    def absolute(self) -> bool:
        """True when it begins with a law: 16C2, not C2."""
        return self.level is Level.LAW

    @property
    def id(self) -> ProvisionId:
        """The provision an absolute designator names."""
        return ProvisionId(self.parts)


def read_absolute(text: str, at: int) -> Designator | None:
    """A full number at ``at``: ``16``, ``X90B4c``, ``12C1(b)``, ``78 B``. None where there is none.

    >>> str(read_absolute("se § 12C1(b)", 5).id)
    '12C1b'
    """
    law = _LAW.match(text, at)
    if law is None:
        return None
    parts, end = [law.group()], law.end()
    if match := _ANY_UPPER.match(text, end):
        parts.append(match.group().upper())
        end = _after_upper(text, match.end(), parts)
    elif match := _SPACED_UPPER.match(text, end):
        parts.append(match.group()[1:])
        end = match.end()
        if digit := _SPACED_DIGIT.match(text, end):
            parts.append(digit.group()[1:])
            end = digit.end()
        else:
            end = _after_upper(text, end, parts)
    elif text[end : end + 1].isalpha():
        return None
    return Designator(at, end, tuple(parts), Level.LAW)


def read_decimal(text: str, at: int) -> Designator | None:
    """A full number at ``at`` whose parts may all be figures: ``16.3.2.1`` is 16C2a; else as ``read_absolute``.

    >>> str(read_decimal("se § 16.3.2.1.", 5).id)
    '16C2a'
    """
    law = _LAW.match(text, at)
    figures = _DECIMALS.match(text, law.end()) if law else None
    parts = (law.group(), *decimal_labels(figures.group())) if law and figures else ("",)
    if figures is None or not all(parts):
        return read_absolute(text, at)
    return Designator(at, figures.end(), parts, Level.LAW)


def read_relative(text: str, at: int) -> Designator | None:
    """A designator without law number at ``at``: ``C2``, ``B2(a)(v)``, ``2(c)``, ``(d)``, ``b1)``, ``3``; else None.

    >>> read_relative("B2(a)(v)", 0).parts
    ('B', '2', 'a', 'v')
    """
    parts: list[str] = []
    if match := _UPPER.match(text, at):
        parts.append(match.group())
        return Designator(at, _after_upper(text, match.end(), parts), tuple(parts), Level.UPPER)
    if match := _DIGIT.match(text, at):
        parts.append(match.group())
        return Designator(at, _after_digit(text, match.end(), parts), tuple(parts), Level.DIGIT)
    if match := _LOWER.match(text, at):
        end = _after_digit(text, at, parts)
        if parts and text[at] != " ":
            return Designator(at, end, tuple(parts), Level.LOWER)
    return None


def _after_upper(text: str, at: int, parts: list[str]) -> int:
    match = _DIGIT.match(text, at)
    if match is None:
        return at
    parts.append(match.group())
    return _after_digit(text, match.end(), parts)


def _after_digit(text: str, at: int, parts: list[str]) -> int:
    if match := _LOWER_DIGIT.match(text, at):
        parts.append(match[1])
        return match.end()
    match = _LOWER.match(text, at)
    if match is None:
        return at
    parts.append(match[1] or match[2] or match[3])
    end = match.end()
    # "§43B2(i)" without a small letter does not occur; (i) after a digit is read as the letter i.
    if (roman := _ROMAN.match(text, end)) and (roman[1] or roman[2]) in ROMANS:
        parts.append(roman[1] or roman[2])
        end = roman.end()
    elif digit := _ROMAN_DIGIT.match(text, end):
        parts.append(digit[1])
        end = digit.end()
    # "§45C4b)": the bracket belongs to the label unless it closes one that is open before it, as in
    # "(men se §43B2b)"; in "(men se pkt. b) nedenfor)" a second one follows, so the first is the label's.
    if match[1] is None and text[end : end + 1] == ")" and (not _opened(text, end) or _closes_later(text, end + 1)):
        end += 1
    return end


def _closes_later(text: str, at: int) -> bool:
    """True when the next bracket within the sentence is a closing one, and no label's."""
    match = re.compile(r"[^().]{1,80}\)").match(text, at)
    return match is not None and re.search(r"\b\w\)$", match.group()) is None


def _opened(text: str, at: int) -> bool:
    """True when a bracket opened in the sentence before ``at`` is still open."""
    closed = 0
    for sign in reversed(text[max(0, at - 400) : at]):
        closed += sign == ")"
        if sign == "(":
            if closed == 0:
                return True
            closed -= 1
    return False


def up_to(first: tuple[str, ...], last: tuple[str, ...]) -> list[ProvisionId] | None:
    """The provisions after the first's labels up to the last's; None where those are not on one level of one place.

    >>> [str(one) for one in up_to(("16", "B"), ("16", "D"))], up_to(("16", "B"), ("17", "A"))
    (['16C', '16D'], None)
    """
    start, end = first[-1], last[-1]
    if len(first) != len(last) or first[:-1] != last[:-1]:
        return None
    if start.isdigit() and end.isdigit():
        labels = [str(n) for n in range(int(start) + 1, int(end) + 1)]
    elif len(start) == len(end) == 1:
        labels = [chr(n) for n in range(ord(start) + 1, ord(end) + 1)]
    else:
        return None
    return [ProvisionId((*first[:-1], label)) for label in labels]
