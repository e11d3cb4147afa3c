"""Recorded corrections: what no rule can decide, kept in ``data/patches/<siglum>.toml`` with a reason.

A patch names its line, what it prints and what is right. A patch that no longer finds its
printed words on its line stops the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Annotated, Any, Literal

from corpus.schema import Between, FormatError, Loader
from corpus.text import common_start
from parser.text.tracked import TrackedText, Witness, join

PatchKind = Literal["text", "label", "layout"]
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


class PatchError(ValueError):
    """A recorded correction that does not fit its witness any more, or is malformed."""


class PatchFileError(PatchError, FormatError):
    """An entry of ``data/patches/`` that is no patch: ``fault`` names it."""


@dataclass(frozen=True)
class _PatchTable:
    patch: tuple[object, ...] = ()


@dataclass(frozen=True)
class Patch:
    """On ``line`` of the witness the ``nth`` ``printed`` (1-based) becomes ``corrected``.

    ``kind``: ``text`` for a wrong reading (an emendation that readers see), ``label`` for a lost or wrong list
    label, ``layout`` for moved or unmarked structure (line breaks and marks that only guide the reading). A
    ``label`` or ``layout`` patch changes only the words that differ; the words around them just find the place.
    """

    line: Annotated[int, Between(1, 10_000_000)]
    printed: str
    corrected: str
    reason: str
    nth: Annotated[int, Between(1, 10_000)] = 1
    kind: PatchKind = "text"
    doubtful: bool = False


def read_patches(siglum: str, table: dict[str, Any]) -> tuple[Patch, ...]:
    """Patches from parsed TOML (``[[patch]]`` tables). Raises PatchError naming the bad entry."""
    out = []
    load = Loader(f"data/patches/{siglum}.toml", PatchFileError)
    for number, row in enumerate(load.convert(table, _PatchTable).patch, 1):
        out.append(load.convert(row, Patch, f"patch[{number}]"))
    return tuple(out)


def apply_patches(witness: Witness, text: TrackedText, patches: Iterable[Patch]) -> TrackedText:
    """Apply all patches to the whole text of a witness. Raises PatchError where one does not fit."""
    places = sorted((_place(witness, patch), patch.line, patch.nth, patch) for patch in patches)
    pieces: list[TrackedText] = []
    end = len(text)
    # From the last to the first, and patches that overlap together: the work grows with the text, not with its square.
    while places:
        group = [places.pop()]
        while places and places[-1][0][1] > group[-1][0][0]:
            group.append(places.pop())
        start, stop = group[-1][0][0], max(place[1] for place, *_ in group)
        piece = text[start:stop]
        for (low, high), _, _, patch in group:
            piece = _patched(piece, low - start, high - start, patch)
        pieces += (text[stop:end], piece)
        end = start
    return join((text[:end], *reversed(pieces)), "")


def _patched(text: TrackedText, start: int, end: int, patch: Patch) -> TrackedText:
    if patch.kind == "text":
        return text.emend(start, end, patch.corrected, "patch:text", patch.doubtful)
    return text[:start] + _mark_up(text[start:end], patch) + text[end:]


def _mark_up(text: TrackedText, patch: Patch) -> TrackedText:
    """Change only where ``printed`` and ``corrected`` differ: what is common to both is no emendation."""
    old, new = _WORDS.findall(patch.printed), _WORDS.findall(patch.corrected)
    ends = [0, *accumulate(len(word) for word in old)]
    # rapidfuzz parts ten of the 248 patches at other words than those that were printed differently.
    for tag, i, j, k, n in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if tag == "equal":
            continue
        was, becomes = "".join(old[i:j]), "".join(new[k:n])
        head = common_start(was, becomes)
        tail = common_start(was[head:][::-1], becomes[head:][::-1])
        start, stop, becomes = ends[i] + head, ends[j] - tail, becomes[head : len(becomes) - tail]
        if not becomes and 0 < start and stop == ends[-1]:
            # What is only removed, at the end of a line, belongs to the character before it, or the cut loses it.
            start, becomes = start - 1, patch.printed[start - 1]
        text = text.emend(start, stop, becomes, f"patch:{patch.kind}", patch.doubtful)
    return text


def _place(witness: Witness, patch: Patch) -> tuple[int, int]:
    starts = witness.line_starts
    if not 1 <= patch.line <= len(starts):
        raise PatchError(f"{witness.siglum}: line {patch.line} of a patch does not exist")
    start = starts[patch.line - 1]
    # A patch may reach over the line end: "turne-\nrings" is found from the line on which it begins.
    at = start - 1
    for _ in range(patch.nth):
        at = witness.text.find(patch.printed, at + 1)
        if at < 0:
            break
    line_end = starts[patch.line] if patch.line < len(starts) else len(witness.text) + 1
    if at < start or at >= line_end:
        raise PatchError(
            f"{witness.siglum}: line {patch.line} does not print {patch.printed!r} ({patch.nth}. time): {patch.reason}"
        )
    return at, at + len(patch.printed)
