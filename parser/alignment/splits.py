"""Rules that were split or merged: their words are part of another rule, of which the counterpart lacks just them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

INSIDE = 0.6
"""Of the threes of words: so much of a rule is in another that it was split from, or merged into."""
_FEW = 3  # words: a rule of so few is in many others


def threes(words: Sequence[str]) -> frozenset[tuple[str, ...]]:
    """The threes of neighbouring words; fewer words are one piece.

    >>> sorted(threes(("a", "b", "c", "d")))
    [('a', 'b', 'c'), ('b', 'c', 'd')]
    """
    return frozenset(tuple(words[n : n + 3]) for n in range(max(1, len(words) - 2))) if words else frozenset()


def inside(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> float:
    """How much of one is in the other, from 0 to 1."""
    return len(one & other) / len(one) if one else 0.0


def _is_sum(whole: Sequence[str], one: Sequence[str], other: Sequence[str]) -> bool:
    """True where ``whole`` has just the words of two rules: also where both have the same ones."""
    return len(whole) == len(one) + len(other) and Counter(whole) == Counter(one) + Counter(other)


def _came_from(
    one: frozenset[tuple[str, ...]], whole: frozenset[tuple[str, ...]], rest: frozenset[tuple[str, ...]]
) -> bool:
    """True where most of ``one`` is in ``whole``, and much of it in what the ``rest`` of the whole has not."""
    return inside(one, whole) >= INSIDE and inside(one, whole - rest) >= 0.5 * INSIDE


def parts_left(
    whole: Sequence[Sequence[str]],
    other: Sequence[Sequence[str]],
    whole_threes: Sequence[frozenset[tuple[str, ...]]],
    other_threes: Sequence[frozenset[tuple[str, ...]]],
    pairs: Mapping[int, int],
) -> list[tuple[int, int]]:
    """Rules of the ``other`` text that no pair has, each with the rule that it was a part of in the ``whole`` one.

    ``pairs`` go from the whole text to the other, by the numbers of the rules; the threes are those of their words.
    From the old text to the new one these are splits, the other way merges.
    """
    taken = set(pairs.values())
    left = [part for part, words in enumerate(other) if part not in taken and words]
    exact: dict[int, int] = {}
    for part in left:
        sums = [one for one, rest in pairs.items() if _is_sum(whole[one], other[rest], other[part])]
        if sums:
            exact[part] = min(sums, key=lambda one: abs(pairs[one] - part))
    # A rule that is just two others has no words of a third, however alike that is.
    unexplained = pairs.keys() - set(exact.values())
    out = []
    for part in left:
        best = exact.get(part)
        if best is None and len(other[part]) > _FEW and unexplained:
            own = other_threes[part]
            best = max(unexplained, key=lambda one: (inside(own, whole_threes[one]), -abs(one - part), -one))
            if not _came_from(own, whole_threes[best], other_threes[pairs[best]]):
                best = None
        if best is not None:
            out.append((best, part))
    return out
