"""Witness beside witness: what a second witness of a text reads for each paragraph of the base text.

Both texts are cut into words and signs and aligned in the order of the base witness, so that a footnote printed in the
middle of a paragraph does not part it. What only the second has between two paragraphs (labels) belongs to none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from rapidfuzz.distance import Levenshtein

from corpus.model import Expression, PassageKey, WitnessReading
from parser.text.tracked import TrackedText

_TOKEN = re.compile(r"\w+|[^\w\s]")
_LABELS_SIGN = re.compile(r"^[.)]\s*")
"""da-2017-viewer has "c. 16C" where the scan has "§ 16C" (15A2c): the full stop is that of the label."""
_LABEL_AFTER = re.compile(r"(?<=[.:;)])\s(?:\d+|[A-Za-z]|[ivx]+)\.$")
"""The label of the next paragraph, whose full stop was taken for that of the one before (9A4 and 9A5)."""
_LAST = 8
"""So many words and signs at the end of the second witness show where in the base text it ends."""


class WitnessError(ValueError):
    """A second witness that does not end inside the base text."""


@dataclass(frozen=True)
class _Token:
    """A word or sign, where it begins and ends in its text, and the number of the paragraph that has it."""

    text: str
    start: int
    end: int
    owner: int


def readings(
    expression: Expression, texts: Sequence[tuple[TrackedText, PassageKey | None]], siglum: str, second: Sequence[str]
) -> tuple[WitnessReading, ...]:
    """The readings of a second witness (its pages) for the paragraphs of the laws and their notes.

    ``texts`` are all texts of the expression as corrected, each with the key of the paragraph that it became, or None.
    Raises WitnessError when the end of the second witness is not found.
    """
    ours = _in_order([text for text, _ in texts])
    pages = "\n".join(second)
    theirs = [_Token(m.group(), *m.span(), -1) for m in _TOKEN.finditer(pages)]
    ours = ours[: _end(ours, theirs, siglum)]
    held = _held(ours, theirs)
    out = []
    for number, (base, key) in enumerate(texts):
        if key is not None and number in held:
            found = re.sub(r"\s+", " ", " ".join(pages[start:end] for start, end in held[number]))
            out.append(WitnessReading(expression.key, siglum, *key, _without_labels(found, base.text)))
    order = {passage.key: number for number, passage in enumerate(expression.passages())}
    return tuple(sorted(out, key=lambda reading: order[reading.key]))


def _without_labels(found: str, base: str) -> str:
    """The words found for a paragraph, without the labels between it and its neighbours that the base text lacks."""
    found = _LABELS_SIGN.sub("", found)
    return found if _LABEL_AFTER.search(base) else _LABEL_AFTER.sub("", found)


def _in_order(texts: Iterable[TrackedText]) -> list[_Token]:
    """The tokens of all texts in the order of the base witness."""
    found = []
    for owner, text in enumerate(texts):
        for match in _TOKEN.finditer(text.text):
            found.append((text.origins[match.start()], _Token(match.group(), *match.span(), owner)))
    return [token for _, token in sorted(found, key=lambda pair: (pair[0], pair[1].owner, pair[1].start))]


def _end(ours: Sequence[_Token], theirs: Sequence[_Token], siglum: str) -> int:
    """How many of our tokens the second witness covers."""
    last = [token.text for token in theirs[-_LAST:]]
    for end in range(len(ours), _LAST - 1, -1):
        if [token.text for token in ours[end - _LAST : end]] == last:
            return end
    raise WitnessError(f"{siglum}: its last words {' '.join(last)!r} are not in the base text")


def _held(ours: Sequence[_Token], theirs: Sequence[_Token]) -> Mapping[int, list[tuple[int, int]]]:
    """The stretches of the second witness that each paragraph has, by the paragraph's number."""
    owners = [-1] * len(theirs)
    for step in Levenshtein.opcodes([token.text for token in ours], [token.text for token in theirs]):
        if step.tag in ("equal", "replace"):
            for i, k in zip(range(step.src_start, step.src_end), range(step.dest_start, step.dest_end), strict=True):
                owners[k] = ours[i].owner
    known = [(k, owner) for k, owner in enumerate(owners) if owner >= 0]
    for (k, one), (n, other) in pairwise(known):
        if one == other:
            owners[k:n] = [one] * (n - k)
    held: dict[int, list[tuple[int, int]]] = {}
    for owner, run in groupby(range(len(theirs)), key=owners.__getitem__):
        places = list(run)
        if owner >= 0:
            held.setdefault(owner, []).append((theirs[places[0]].start, theirs[places[-1]].end))
    return held
