"""What speaks for and against two provisions being the same rule, each thing as a number for every pair at once.

A new text stands on the rows, today's provisions (by the identity their languages share) on the columns. ``alone``
looks at the two provisions only; ``around`` looks at what their parents, parts, neighbours and references were given
in the round before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from parser.alignment.parallel import ParallelText, ProvisionTree
from parser.alignment.similarity import Matrix, TfIdf, char_ngrams, folded
from parser.alignment.translation import likeness, stems, train_ibm1

ConceptNames = Mapping[str, Sequence[str]]
"""The names of each concept in one language."""
WORDS = (
    *("own", "whole", "own-whole", "whole-own", "apart", "apart-whole", "inside-here", "inside-there"),
    *("sentence-here", "sentence-here-rank", "sentence-there", "sentence-there-rank", "heading", "terms"),
)
PAIR_FEATURES = (
    *WORDS,
    *("rank-here", "rank-there", "number", "label", "law", "order", "depth", "length"),
    *("bare-here", "bare-there", "bare-both", "leaves"),
)
CONTEXT_FEATURES = (
    *("parents", "parents-label", "parent-here", "parent-there", "parts-here", "parts-there", "parts-both"),
    *("neighbours", "rival-here", "rival-there", "references", "stray", "siblings", "unclaimed", "above"),
    *("number-given", "said", "said-whole", "said-rank-here", "said-rank-there"),
)
GROUNDS: Mapping[str, tuple[str, ...]] = {
    "words": (
        *("own", "whole", "own-whole", "whole-own", "apart", "apart-whole", "inside-here", "inside-there", "rank-here"),
        *("rank-there", "leaves", "length", "said", "said-whole", "said-rank-here", "said-rank-there"),
    ),
    "a sentence": ("sentence-here", "sentence-here-rank", "sentence-there", "sentence-there-rank"),
    "heading": ("heading",),
    "terms": ("terms",),
    "number": ("number", "label", "law", "depth", "number-given"),
    "place in the book": ("order",),
    "without own words": ("bare-here", "bare-there", "bare-both"),
    "what it is part of": ("parents", "parents-label", "parent-here", "parent-there", "above"),
    "its parts": ("parts-here", "parts-there", "parts-both", "stray"),
    "its neighbours": ("neighbours", "siblings"),
    "references": ("references",),
}
"""The traits by what a person is told of them. Rivals are told by their numbers (``Proposal.nearest``)."""
_STEM = 5
_DEEPEST = 5
_TEACHES = 0.7
"""A pair so likely serves as parallel text for the word list."""


def alone(
    here: ProvisionTree,
    new: ParallelText,
    there: ProvisionTree,
    known: Sequence[ParallelText],
    concepts: Mapping[str, ConceptNames],
) -> dict[str, Matrix]:
    """The traits ``PAIR_FEATURES`` of every pair; what several known texts say is averaged."""
    traits = _averaged(here, new, there, known, concepts)
    both = traits["own"] + traits["whole"]
    traits["rank-here"] = both - both.max(axis=1, keepdims=True)
    traits["rank-there"] = both - both.max(axis=0, keepdims=True)
    traits |= _shape(here, there) | _bare(here, new, there, known)
    leaf = np.array([not parts for parts in here.children]), np.array([not parts for parts in there.children])
    traits["leaves"] = (leaf[0][:, None] & leaf[1][None, :]) * traits["own"]
    return traits


def around(
    given: Matrix,
    here: ProvisionTree,
    new: ParallelText,
    there: ProvisionTree,
    known: Sequence[ParallelText],
    fixed: Mapping[str, Matrix],
) -> dict[str, Matrix]:
    """The traits ``CONTEXT_FEATURES``, from the likelihoods of the round before and the traits ``PAIR_FEATURES``."""
    padded = np.pad(given, ((0, 1), (0, 1)))
    up, over = list(here.parent), list(there.parent)
    parents = padded[up][:, over]
    parts_here = _most(given, here.children, axis=0)
    (before, before_there), (after, after_there) = zip(here.beside, there.beside, strict=True)
    above = _above(padded, there)
    return {
        "parents": parents,
        "parents-label": parents * fixed["label"],
        "parent-here": padded[up][:, :-1],
        "parent-there": padded[:-1][:, over],
        "parts-here": parts_here,
        "parts-there": _most(given, there.children, axis=1),
        "parts-both": _both(given, here, there),
        "neighbours": (padded[list(before)][:, list(before_there)] + padded[list(after)][:, list(after_there)]) / 2,
        "rival-here": _rival(given, 1),
        "rival-there": _rival(given, 0),
        "references": _pointing(given, here, new, there, known),
        # A rule goes where its parts go, unless they stay below where it goes itself.
        "stray": parts_here * (1 - above),
        "siblings": np.maximum(padded[:-1][:, list(before_there)], padded[:-1][:, list(after_there)]),
        "unclaimed": np.broadcast_to(1 - given.max(axis=0, keepdims=True), given.shape),
        "above": above,
        "number-given": fixed["number"] * given,
        **_said(given, here, new, there, known),
    }


def _said(
    given: Matrix, here: ProvisionTree, new: ParallelText, there: ProvisionTree, known: Sequence[ParallelText]
) -> dict[str, Matrix]:
    """Likeness through the words learnt from the pairs that are sure by now."""
    best = given.argmax(axis=1)
    sure = [(n, int(m)) for n, m in enumerate(best) if given[n, m] > _TEACHES]
    own, whole = np.zeros_like(given), np.zeros_like(given)
    mine = [stems(new.own(key)) for key in here.keys]
    for text in known:
        theirs = [stems(text.own(key)) for key in there.keys]
        words = train_ibm1([(mine[n], theirs[m]) for n, m in sure])
        alone_, with_parts = likeness(mine, theirs, words, (here.parent, there.parent))
        own += alone_ / np.float32(len(known))
        whole += with_parts / np.float32(len(known))
    both = own + whole
    return {
        "said": own,
        "said-whole": whole,
        "said-rank-here": both - both.max(axis=1, keepdims=True),
        "said-rank-there": both - both.max(axis=0, keepdims=True),
    }


def _averaged(
    here: ProvisionTree,
    new: ParallelText,
    there: ProvisionTree,
    known: Sequence[ParallelText],
    concepts: Mapping[str, ConceptNames],
) -> dict[str, Matrix]:
    total = {name: np.zeros((len(here.keys), len(there.keys)), dtype=np.float32) for name in WORDS}
    held = np.zeros(len(there.keys), dtype=np.float32)
    for text in known:
        held += np.array([key in text.provisions for key in there.keys], dtype=np.float32)
        for name, part in _words(here, new, there, text, concepts).items():
            total[name] += part
    return {name: np.asarray(part / np.maximum(held, 1), dtype=np.float32) for name, part in total.items()}


def _words(
    here: ProvisionTree,
    new: ParallelText,
    there: ProvisionTree,
    text: ParallelText,
    concepts: Mapping[str, ConceptNames],
) -> dict[str, Matrix]:
    own, other = [new.own_pieces(key) for key in here.keys], [text.own_pieces(key) for key in there.keys]
    whole, whole_other = [new.whole_pieces(k) for k in here.keys], [text.whole_pieces(k) for k in there.keys]
    measure = TfIdf.of([*own, *other])
    size, width = len(own), len(other)
    alike = measure.cosine([*own, *whole], [*other, *whole_other])
    inside = measure.within(own, other)
    siblings = here.parent, there.parent
    headings = [char_ngrams(new.heading(k)) for k in here.keys], [char_ngrams(text.heading(k)) for k in there.keys]
    terms = _terms(here, new, concepts), _terms(there, text, concepts)
    return {
        "own": alike[:size, :width],
        "whole": alike[size:, width:],
        "own-whole": alike[:size, width:],
        "whole-own": alike[size:, :width],
        "apart": measure.apart(own, other, siblings),
        "apart-whole": measure.apart(whole, whole_other, siblings),
        "inside-here": inside[0],
        "inside-there": inside[1],
        **_by_sentence(here, new, there, text),
        "heading": TfIdf.of([*headings[0], *headings[1]]).cosine(*headings),
        "terms": TfIdf.of([*terms[0], *terms[1]]).cosine(*terms),
    }


def _by_sentence(here: ProvisionTree, new: ParallelText, there: ProvisionTree, text: ParallelText) -> dict[str, Matrix]:
    """The best that one sentence of either reaches with the whole of the other, and how near it is to the very best."""
    rows = [(n, char_ngrams(s)) for n, key in enumerate(here.keys) for s in new.sentences(key)]
    columns = [(n, char_ngrams(s)) for n, key in enumerate(there.keys) for s in text.sentences(key)]
    own, other = [new.own_pieces(key) for key in here.keys], [text.own_pieces(key) for key in there.keys]
    measure = TfIdf.of([*own, *other, *(p for _, p in rows), *(p for _, p in columns)])
    left = measure.cosine([p for _, p in rows], other)
    right = measure.cosine(own, [p for _, p in columns]).T
    at, at_there = [n for n, _ in rows], [n for n, _ in columns]
    return {
        "sentence-here": _gathered(at, left, len(own)),
        "sentence-here-rank": _gathered(at, left - left.max(axis=1, keepdims=True) + 1, len(own)),
        "sentence-there": _gathered(at_there, right, len(other)).T,
        "sentence-there-rank": _gathered(at_there, right - right.max(axis=1, keepdims=True) + 1, len(other)).T,
    }


def _gathered(at: Sequence[int], rows: Matrix, size: int) -> Matrix:
    """For each provision the highest of its sentences' rows."""
    out = np.zeros((size, rows.shape[1]), dtype=np.float32)
    np.maximum.at(out, list(at), rows)
    return out


def _terms(side: ProvisionTree, text: ParallelText, concepts: Mapping[str, ConceptNames]) -> list[Counter[str]]:
    """The concepts that each provision and its parts name; a name is found by the beginning of its first word."""
    stems: defaultdict[str, set[str]] = defaultdict(set)
    for concept, names in concepts.get(text.language, {}).items():
        for name in names:
            stems[folded(name).split(" ")[0][:_STEM]].add(concept)
    found = [Counter(c for w in folded(text.own(k)).split() for c in stems.get(w[:_STEM], ())) for k in side.keys]
    for n in range(len(side.keys) - 1, -1, -1):
        if side.parent[n] >= 0:
            found[side.parent[n]] = found[side.parent[n]] + found[n]
    return found


def _shape(here: ProvisionTree, there: ProvisionTree) -> dict[str, Matrix]:
    """Whether number, last label, law and depth are the same, and how far apart they stand in their books."""
    at = np.arange(len(here.keys)) / len(here.keys)
    other = np.arange(len(there.keys)) / len(there.keys)
    return {
        "number": _same(here.keys, there.keys),
        "label": _same([p.parts[-1] for p in here.ids], [p.parts[-1] for p in there.ids]),
        "law": _same([p.law for p in here.ids], [p.law for p in there.ids]),
        "order": np.abs(at[:, None] - other[None, :]).astype(np.float32),
        "depth": _same([int(p.level) for p in here.ids], [int(p.level) for p in there.ids]),
    }


def _bare(
    here: ProvisionTree, new: ParallelText, there: ProvisionTree, known: Sequence[ParallelText]
) -> dict[str, Matrix]:
    """How unlike the lengths are, and whether one or both have no words of their own."""
    length = np.array([len(new.own(key)) for key in here.keys], dtype=np.float32)
    other = np.array([max(len(text.own(key)) for text in known) for key in there.keys], dtype=np.float32)
    none, nothing = (length < 1)[:, None], (other < 1)[None, :]
    return {
        "length": np.abs(np.log1p(length)[:, None] - np.log1p(other)[None, :]),
        "bare-here": (none & ~nothing).astype(np.float32),
        "bare-there": (~none & nothing).astype(np.float32),
        "bare-both": (none & nothing).astype(np.float32),
    }


def _same(ones: Sequence[object], others: Sequence[object]) -> Matrix:
    codes: dict[object, int] = {}
    left = np.array([codes.setdefault(value, len(codes)) for value in ones])
    right = np.array([codes.setdefault(value, len(codes)) for value in others])
    return np.asarray(left[:, None] == right[None, :], dtype=np.float32)


def _most(given: Matrix, children: Iterable[tuple[int, ...]], axis: int) -> Matrix:
    """The best that a part of the provision (on one axis) was given."""
    out = np.zeros_like(given)
    for n, parts in enumerate(children):
        if parts and axis == 0:
            out[n] = given[list(parts)].max(axis=0)
        elif parts:
            out[:, n] = given[:, list(parts)].max(axis=1)
    return out


def _both(given: Matrix, here: ProvisionTree, there: ProvisionTree) -> Matrix:
    """How much of the parts here is found among the parts there."""
    best = _most(given, there.children, axis=1)
    out = np.zeros_like(given)
    for n, parts in enumerate(here.children):
        if parts:
            out[n] = best[list(parts)].mean(axis=0)
    return out


def _above(padded: Matrix, there: ProvisionTree) -> Matrix:
    """The best that anything above the other provision was given."""
    out = np.zeros_like(padded[:-1, :-1])
    at = list(there.parent)
    for _ in range(_DEEPEST - 1):
        out = np.maximum(out, padded[:-1][:, at])
        at = [there.parent[n] if n >= 0 else -1 for n in at]
    return out


def _rival(given: Matrix, axis: int) -> Matrix:
    """The best likelihood of another pair in the same row (axis 1) or column (axis 0)."""
    top = np.sort(given, axis=axis)
    first, second = (top[:, -1:], top[:, -2:-1]) if axis == 1 else (top[-1:], top[-2:-1])
    return np.asarray(np.where(given >= first, second, first), dtype=np.float32)


def _pointing(
    given: Matrix, here: ProvisionTree, new: ParallelText, there: ProvisionTree, known: Sequence[ParallelText]
) -> Matrix:
    """How well what the two refer to fits together: the best fitting pair of targets."""
    out = np.zeros_like(given)
    there_to = [
        sorted({there.index[t] for text in known for t in text.references.get(key, ()) if t in there.index})
        for key in there.keys
    ]
    pointing = [n for n, targets in enumerate(there_to) if targets]
    for row, key in enumerate(here.keys):
        targets = [here.index[t] for t in new.references.get(key, ()) if t in here.index]
        if targets:
            best = given[targets].max(axis=0)
            out[row, pointing] = [best[there_to[n]].max() for n in pointing]
    return out
