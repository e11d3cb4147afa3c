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
    if begun := _begun(evidence):
        reason, end = begun
    else:
        # A remark goes on until a known sentence begins.
        ends = (end for end in _ends(evidence) if _begun(evidence[end + len(BETWEEN) :]))
        end = next(ends, len(evidence))
        reason = Reason(REMARK, {"text": evidence[:end]})
    return (reason, *read(evidence[end + len(BETWEEN) :]))


def _ends(evidence: str) -> list[int]:
    """Where a sentence could end: a note or a remark may hold the sign that parts the sentences."""
    return [*(match.start() for match in re.finditer(BETWEEN, evidence)), len(evidence)]


def _begun(evidence: str) -> tuple[Reason, int] | None:
    """The known sentence that begins an evidence, and where it ends."""
    return next(((found, end) for end in _ends(evidence) if (found := _known(evidence[:end]))), None)


def _known(sentence: str) -> Reason | None:
    for code, form in _PATTERNS.items():
        if match := form.fullmatch(sentence):
            return Reason(code, match.groupdict())
    return None


def pattern(template: str, values: Mapping[str, str]) -> re.Pattern[str]:
    """What ``template.format(...)`` gives, turned back into its values; what ``values`` does not name may be any."""
    pieces = re.split(r"\{(\w+)\}", template)
    found = (f"(?P<{piece}>{values.get(piece, '.+')})" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces))
    return re.compile("".join(found), re.DOTALL)


_PATTERNS = {code: pattern(template, _VALUES) for code, template in TEMPLATES.items()}
