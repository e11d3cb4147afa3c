"""Why a reference is judged as it is: a code with its values, and the one English sentence for each code.

The products and exports carry the sentences; who shows them in another language reads them back into codes. What
fits no template is a remark that a person wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

REMARK = "remark"
BETWEEN = "; "
TEMPLATES: Mapping[str, str] = {
    "moved": "concordance: {place} of {edition} is {today} today",
    "moved-note": "concordance: {place} of {edition} is {today} today ({note})",
    "gone": "concordance: {place} of {edition} has no counterpart today",
    "gone-note": "concordance: {place} of {edition} has no counterpart today ({note})",
    "unjoined": "no concordance leads from the laws of {edition} to today's",
    "never": "the laws of {edition} had no {place}",
    "no-part": "{expression} has {near}, but no {place}",
    "no-place": "{expression} has no {place}",
    "nowhere": "the text names no law and stands in none",
    "document": "a section of another document: {book}",
    "outside": "§ {place} stands in a book of {work} that is not in the corpus",
    "elsewhere": "the text it cites is not in the corpus",
    "heading": "'{quoted}' is the heading of {other}, and {place} does not speak of it",
    "nearest": "of the numbers nearly like it, {other} is the one the sentence fits best",
    "tells": "the sentence tells what {other} says ({alike}% alike), not what {place} says ({own}%)",
    "gloss": "today's laws give this gloss to {others}",
    "same-gloss": "today's laws give the same gloss to {others}",
    "older-moved": "a number of the laws of {edition}, where it is {today} today",
    "older-gone": "a number of the laws of {edition}, where it has no counterpart today",
    "twin": "{other} has the part that the entry describes",
    "today": "in {edition}: {today}",
    "dropped": "not in the laws of {edition}",
}
_ONE = r"[^\s;,]+"
_VALUES: Mapping[str, str] = {
    **dict.fromkeys(("place", "near", "other", "expression", "edition", "work"), _ONE),
    **dict.fromkeys(("today", "others"), rf"{_ONE}(?:, {_ONE})*"),
    **dict.fromkeys(("alike", "own"), r"\d+"),
    **dict.fromkeys(("note", "book", "quoted"), r".+"),
}


@dataclass(frozen=True)
class Reason:
    """One reason: a key of ``TEMPLATES`` with its values, or ``REMARK`` with a person's words as ``text``."""

    code: str
    values: Mapping[str, str] = field(default_factory=dict)


def said(code: str, **values: object) -> str:
    """The English sentence of a reason.

    >>> said("moved", place="16C", edition="2007", today="16D")
    'concordance: 16C of 2007 is 16D today'
    """
    return TEMPLATES[code].format(**values)


def read(evidence: str) -> tuple[Reason, ...]:
    """The reasons of an evidence, in their order: ``said`` turned back, sentence by sentence."""
    if not evidence:
        return ()
    # A note or a remark may hold the sign that parts the sentences, so every place where one could end is tried.
    ends = [*(match.start() for match in re.finditer(BETWEEN, evidence)), len(evidence)]
    for end in ends:
        if found := _known(evidence[:end]):
            return (found, *read(evidence[end + len(BETWEEN) :]))
    end = next((end for end in ends if _begins(evidence[end + len(BETWEEN) :])), len(evidence))
    return (Reason(REMARK, {"text": evidence[:end]}), *read(evidence[end + len(BETWEEN) :]))


def _begins(evidence: str) -> bool:
    return bool(evidence) and read(evidence)[0].code != REMARK


def _known(sentence: str) -> Reason | None:
    for code, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(sentence):
            return Reason(code, match.groupdict())
    return None


def _pattern(template: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(f"(?P<{piece}>{_VALUES[piece]})" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces))
    )


_PATTERNS = {code: _pattern(template) for code, template in TEMPLATES.items()}
