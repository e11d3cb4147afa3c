"""What speaks for and against two provisions being the same rule: each feature as a number for every pair at once.

A matrix has the provisions of the new text as rows and today's provisions (by the identity their languages share) as
columns. ``pair_features`` looks at the two provisions only; ``context_features`` at the likelihoods that their parents,
parts, neighbours and references reached in the round before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from parser.alignment.parallel import Pairing, ParallelText, ProvisionTree
from parser.alignment.similarity import Matrix, TfIdf, char_ngrams, in_swedish_letters
from parser.alignment.translation import similarities, stems, train_ibm1

Features = dict[str, Matrix]
"""A matrix for each feature by its name."""
TEXT_FEATURES = (
    *("own", "whole", "own-whole", "whole-own", "contrast", "contrast-whole", "inside-source", "inside-target"),
    *("sentence-source", "sentence-source-rank", "sentence-target", "sentence-target-rank", "heading", "terms"),
)
PAIR_FEATURES = (
    *TEXT_FEATURES,
    *("rank-source", "rank-target", "number", "label", "law", "order", "depth", "length"),
    *("bare-source", "bare-target", "bare-both", "leaves"),
)
CONTEXT_FEATURES = (
    *("parents", "parents-label", "parent-source", "parent-target", "parts-source", "parts-target", "parts-both"),
    *("neighbours", "rival-source", "rival-target", "references", "stray", "siblings", "unclaimed", "above"),
    *("number-score", "translated", "translated-whole", "translated-rank-source", "translated-rank-target"),
)
GROUNDS: Mapping[str, tuple[str, ...]] = {
    "words": (
        *("own", "whole", "own-whole", "whole-own", "contrast", "contrast-whole", "inside-source", "inside-target"),
        *("rank-source", "rank-target", "leaves", "length"),
        *("translated", "translated-whole", "translated-rank-source", "translated-rank-target"),
    ),
    "a sentence": ("sentence-source", "sentence-source-rank", "sentence-target", "sentence-target-rank"),
    "heading": ("heading",),
    "terms": ("terms",),
    "number": ("number", "label", "law", "depth", "number-score"),
    "place in the book": ("order",),
    "without own words": ("bare-source", "bare-target", "bare-both"),
    "what it is part of": ("parents", "parents-label", "parent-source", "parent-target", "above"),
    "its parts": ("parts-source", "parts-target", "parts-both", "stray"),
    "its neighbours": ("neighbours", "siblings"),
    "references": ("references",),
}
"""The features by what a person reads of them. Rivals are shown by their numbers instead (``Proposal.nearest``)."""
_STEM = 5
_DEEPEST = 5
_TEACHES = 0.7
"""A pair so likely serves as parallel text for the translation table."""


def pair_features(pairing: Pairing) -> Features:
    """The features ``PAIR_FEATURES`` of every pair; those of several known texts are averaged."""
    found = _averaged_text_features(pairing)
    both = found["own"] + found["whole"]
    found["rank-source"] = both - both.max(axis=1, keepdims=True)
    found["rank-target"] = both - both.max(axis=0, keepdims=True)
    found |= _number_features(pairing.source, pairing.target) | _length_features(pairing)
    leaf, target_leaf = (np.array([not parts for parts in tree.children]) for tree in (pairing.source, pairing.target))
    found["leaves"] = (leaf[:, None] & target_leaf[None, :]) * found["own"]
    return found


def context_features(pairing: Pairing, scores: Matrix, pairs: Mapping[str, Matrix]) -> Features:
    """The features ``CONTEXT_FEATURES``, from the likelihoods of the round before and the pair features."""
    source, target = pairing.source, pairing.target
    padded = np.pad(scores, ((0, 1), (0, 1)))
    up, target_up = list(source.parent), list(target.parent)
    parents = padded[up][:, target_up]
    source_parts = _best_of_parts(scores, source.children, axis=0)
    (before, after), (target_before, target_after) = (map(list, tree.siblings) for tree in (source, target))
    above = _best_above(padded, target)
    return {
        "parents": parents,
        "parents-label": parents * pairs["label"],
        "parent-source": padded[up][:, :-1],
        "parent-target": padded[:-1][:, target_up],
        "parts-source": source_parts,
        "parts-target": _best_of_parts(scores, target.children, axis=1),
        "parts-both": _mean_of_parts(scores, source, target),
        "neighbours": (padded[before][:, target_before] + padded[after][:, target_after]) / 2,
        "rival-source": _rival(scores, 1),
        "rival-target": _rival(scores, 0),
        "references": _reference_agreement(pairing, scores),
        # A rule goes where its parts go, unless they stay below where it goes itself.
        "stray": source_parts * (1 - above),
        "siblings": np.maximum(padded[:-1][:, target_before], padded[:-1][:, target_after]),
        "unclaimed": np.broadcast_to(1 - scores.max(axis=0, keepdims=True), scores.shape),
        "above": above,
        "number-score": pairs["number"] * scores,
        **_translation_features(pairing, scores),
    }


def _translation_features(pairing: Pairing, scores: Matrix) -> Features:
    """Similarity through the words learnt from the pairs that are sure by now."""
    best = scores.argmax(axis=1)
    sure = [(n, int(m)) for n, m in enumerate(best) if scores[n, m] > _TEACHES]
    own, whole = np.zeros_like(scores), np.zeros_like(scores)
    sources = [stems(pairing.new.own(key)) for key in pairing.source.keys]
    for text in pairing.known:
        targets = [stems(text.own(key)) for key in pairing.target.keys]
        words = train_ibm1([(sources[n], targets[m]) for n, m in sure])
        parents = pairing.source.parent, pairing.target.parent
        for total, part in zip((own, whole), similarities(sources, targets, words, parents), strict=True):
            total += part / np.float32(len(pairing.known))
    both = own + whole
    return {
        "translated": own,
        "translated-whole": whole,
        "translated-rank-source": both - both.max(axis=1, keepdims=True),
        "translated-rank-target": both - both.max(axis=0, keepdims=True),
    }


def _averaged_text_features(pairing: Pairing) -> Features:
    shape = (len(pairing.source.keys), len(pairing.target.keys))
    total = {name: np.zeros(shape, dtype=np.float32) for name in TEXT_FEATURES}
    held = np.zeros(len(pairing.target.keys), dtype=np.float32)
    for text in pairing.known:
        held += np.array([key in text.provisions for key in pairing.target.keys], dtype=np.float32)
        for name, part in _text_features(pairing, text).items():
            total[name] += part
    return {name: np.asarray(part / np.maximum(held, 1), dtype=np.float32) for name, part in total.items()}


def _text_features(pairing: Pairing, text: ParallelText) -> Features:
    source, new, target = pairing.source, pairing.new, pairing.target
    own, target_own = [new.own_ngrams(key) for key in source.keys], [text.own_ngrams(key) for key in target.keys]
    whole, target_whole = [new.whole_ngrams(k) for k in source.keys], [text.whole_ngrams(k) for k in target.keys]
    measure = TfIdf.of([*own, *target_own])
    size, width = len(own), len(target_own)
    alike = measure.cosine([*own, *whole], [*target_own, *target_whole])
    inside = measure.containment(own, target_own)
    siblings = source.parent, target.parent
    headings = [char_ngrams(new.heading(k)) for k in source.keys], [char_ngrams(text.heading(k)) for k in target.keys]
    terms = _concepts_named(source, new, pairing.concepts), _concepts_named(target, text, pairing.concepts)
    return {
        "own": alike[:size, :width],
        "whole": alike[size:, width:],
        "own-whole": alike[:size, width:],
        "whole-own": alike[size:, :width],
        "contrast": measure.contrast(own, target_own, siblings),
        "contrast-whole": measure.contrast(whole, target_whole, siblings),
        "inside-source": inside[0],
        "inside-target": inside[1],
        **_sentence_features(pairing, text),
        "heading": TfIdf.of([*headings[0], *headings[1]]).cosine(*headings),
        "terms": TfIdf.of([*terms[0], *terms[1]]).cosine(*terms),
    }


def _sentence_features(pairing: Pairing, text: ParallelText) -> Features:
    """The best that one sentence of either reaches with the whole of the other, and how near it is to the very best."""
    source, new, target = pairing.source, pairing.new, pairing.target
    rows = [(n, char_ngrams(s)) for n, key in enumerate(source.keys) for s in new.sentences(key)]
    columns = [(n, char_ngrams(s)) for n, key in enumerate(target.keys) for s in text.sentences(key)]
    own, other = [new.own_ngrams(key) for key in source.keys], [text.own_ngrams(key) for key in target.keys]
    measure = TfIdf.of([*own, *other, *(p for _, p in rows), *(p for _, p in columns)])
    left = measure.cosine([p for _, p in rows], other)
    right = measure.cosine(own, [p for _, p in columns]).T
    at, target_at = [n for n, _ in rows], [n for n, _ in columns]
    return {
        "sentence-source": _highest(at, left, len(own)),
        "sentence-source-rank": _highest(at, left - left.max(axis=1, keepdims=True) + 1, len(own)),
        "sentence-target": _highest(target_at, right, len(other)).T,
        "sentence-target-rank": _highest(target_at, right - right.max(axis=1, keepdims=True) + 1, len(other)).T,
    }


def _highest(at: Sequence[int], rows: Matrix, size: int) -> Matrix:
    """For each of ``size`` provisions the highest of its sentences' rows; ``at`` gives the provision of a row."""
    out = np.zeros((size, rows.shape[1]), dtype=np.float32)
    np.maximum.at(out, list(at), rows)
    return out


def _concepts_named(
    tree: ProvisionTree, text: ParallelText, concepts: Mapping[str, Mapping[str, Sequence[str]]]
) -> list[Counter[str]]:
    """The concepts that each provision and its parts name; a name is found by the beginning of its first word."""
    beginnings: defaultdict[str, set[str]] = defaultdict(set)
    for concept, names in concepts.get(text.language, {}).items():
        for name in names:
            beginnings[in_swedish_letters(name).split(" ")[0][:_STEM]].add(concept)
    found = [
        Counter(c for w in in_swedish_letters(text.own(k)).split() for c in beginnings.get(w[:_STEM], ()))
        for k in tree.keys
    ]
    for n in range(len(tree.keys) - 1, -1, -1):
        if tree.parent[n] >= 0:
            found[tree.parent[n]] = found[tree.parent[n]] + found[n]
    return found


def _number_features(source: ProvisionTree, target: ProvisionTree) -> Features:
    """Whether number, last label, law and depth are the same, and how far apart the two are in their books (0 to 1)."""
    at = np.arange(len(source.keys)) / len(source.keys)
    target_at = np.arange(len(target.keys)) / len(target.keys)
    return {
        "number": _same(source.keys, target.keys),
        "label": _same([p.parts[-1] for p in source.ids], [p.parts[-1] for p in target.ids]),
        "law": _same([p.law for p in source.ids], [p.law for p in target.ids]),
        "order": np.abs(at[:, None] - target_at[None, :]).astype(np.float32),
        "depth": _same([int(p.level) for p in source.ids], [int(p.level) for p in target.ids]),
    }


def _length_features(pairing: Pairing) -> Features:
    """How unlike the lengths are, and whether one or both have no words of their own."""
    length = np.array([len(pairing.new.own(key)) for key in pairing.source.keys], dtype=np.float32)
    longest = (max(len(text.own(key)) for text in pairing.known) for key in pairing.target.keys)
    other = np.array(list(longest), dtype=np.float32)
    none, nothing = (length < 1)[:, None], (other < 1)[None, :]
    return {
        "length": np.abs(np.log1p(length)[:, None] - np.log1p(other)[None, :]),
        "bare-source": (none & ~nothing).astype(np.float32),
        "bare-target": (~none & nothing).astype(np.float32),
        "bare-both": (none & nothing).astype(np.float32),
    }


def _same(ones: Sequence[object], others: Sequence[object]) -> Matrix:
    codes: dict[object, int] = {}
    left = np.array([codes.setdefault(value, len(codes)) for value in ones])
    right = np.array([codes.setdefault(value, len(codes)) for value in others])
    return np.asarray(left[:, None] == right[None, :], dtype=np.float32)


def _best_of_parts(scores: Matrix, children: Iterable[tuple[int, ...]], axis: int) -> Matrix:
    """The best score of a part of the provision (of the new text with axis 0, of today's with axis 1)."""
    out = np.zeros_like(scores)
    for n, parts in enumerate(children):
        if parts and axis == 0:
            out[n] = scores[list(parts)].max(axis=0)
        elif parts:
            out[:, n] = scores[:, list(parts)].max(axis=1)
    return out


def _mean_of_parts(scores: Matrix, source: ProvisionTree, target: ProvisionTree) -> Matrix:
    """How much of the parts of the one is found among the parts of the other."""
    best = _best_of_parts(scores, target.children, axis=1)
    out = np.zeros_like(scores)
    for n, parts in enumerate(source.children):
        if parts:
            out[n] = best[list(parts)].mean(axis=0)
    return out


def _best_above(padded: Matrix, target: ProvisionTree) -> Matrix:
    """The best score of anything above today's provision."""
    out = np.zeros_like(padded[:-1, :-1])
    at = list(target.parent)
    for _ in range(_DEEPEST - 1):
        out = np.maximum(out, padded[:-1][:, at])
        at = [target.parent[n] if n >= 0 else -1 for n in at]
    return out


def _rival(scores: Matrix, axis: int) -> Matrix:
    """The best likelihood of another pair in the same row (axis 1) or column (axis 0)."""
    top = np.sort(scores, axis=axis)
    first, second = (top[:, -1:], top[:, -2:-1]) if axis == 1 else (top[-1:], top[-2:-1])
    return np.asarray(np.where(scores >= first, second, first), dtype=np.float32)


def _reference_agreement(pairing: Pairing, scores: Matrix) -> Matrix:
    """How well what the two refer to fits together: the best fitting pair of referents."""
    out = np.zeros_like(scores)
    index, target_index = pairing.source.index, pairing.target.index
    cited_today = [
        sorted({target_index[t] for text in pairing.known for t in text.references.get(key, ()) if t in target_index})
        for key in pairing.target.keys
    ]
    citing = [n for n, cited in enumerate(cited_today) if cited]
    for row, key in enumerate(pairing.source.keys):
        cited = [index[t] for t in pairing.new.references.get(key, ()) if t in index]
        if cited:
            best = scores[cited].max(axis=0)
            out[row, citing] = [best[cited_today[n]].max() for n in citing]
    return out
