"""The alignment of a text that has no table yet, proposed from the texts alone.

Between languages of one edition the numbers lead and the words may object (``same_edition``). Between editions every
pair of provisions is scored by many features (``parser.alignment.features``) in rounds: each round sees the likelihoods
that parents, parts, neighbours and references reached in the round before. The weights are learnt from the tables we
have; measure and training are in ``tests/accuracy/alignment.py``. Doubtful rows go to a person as a table in the form
of ``data/concordance/*.csv``, which the build then reads like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from corpus.alignment.review import ReviewRow, TableReview
from corpus.alignment.table_row import ConcordanceRow, Place, doubted
from corpus.schema import Between, FormatError, Loader
from parser.alignment.features import (
    CONTEXT_FEATURES,
    GROUNDS,
    PAIR_FEATURES,
    Features,
    context_features,
    pair_features,
)
from parser.alignment.parallel import Pairing, ProvisionTree
from parser.alignment.similarity import Matrix, TfIdf

WEIGHTS = "alignment-weights.tsv"
"""The file of ``data/lexicon`` that ``Weights`` reads and writes."""
SURE = 0.7
RIVAL = 0.2
"""A place left out that is so likely makes a proposal doubtful: it may be the rule, or a part of it."""
NAMED, LEAST = 3, 0.01
"""So many of the places left out are named to the person who looks at a doubtful row, if they are so likely."""
NEAR, NEXT = 0.2, 0.95
"""A pair is judged when own and whole words are so alike, or when it is so near to the best of one of its sentences."""
SAME_LABEL, GAP = 0.1, 0.1
"""Between languages of one edition: what an equal label is worth beside a likeness from 0 to 1; what a gap costs."""


class WeightsError(FormatError):
    """The table of weights does not fit the features."""


@dataclass(frozen=True)
class Weights:
    """The weight of every feature in every round; the last of a round is added to all.

    ``first`` is what a provision's best pair must reach to be proposed, ``further`` what every other one must.
    """

    rounds: tuple[tuple[float, ...], ...]
    first: float
    further: float

    @classmethod
    def read(cls, text: str) -> Weights:
        """From the text of ``alignment-weights.tsv``: a row a feature, a column a round. Raises WeightsError."""
        load = Loader(f"data/lexicon/{WEIGHTS}", WeightsError)
        names = (*PAIR_FEATURES, *CONTEXT_FEATURES, "always", "first", "further")
        rows = [(n, line.split("\t")) for n, line in load.lines(text)]
        if tuple(cells[0] for _, cells in rows) != names:
            raise load.fault("value", found="rows", cause="they are not the features: fit the weights again")
        rounds = len(rows[0][1])
        for n, cells in rows:
            if len(cells) != (2 if cells[0] in names[-2:] else rounds) or len(cells) < 2:
                raise load.fault("columns", f"line {n}", expected=f"{cells[0]}, {rounds - 1}")
        numbers = ([load.number(cell, f"line {n}", Between(-1e6, 1e6)) for cell in cells[1:]] for n, cells in rows)
        *weights, first, further = numbers
        return cls(tuple(zip(*weights, strict=True)), first[0], further[0])

    def write(self) -> str:
        """The table that ``read`` reads."""
        names = (*PAIR_FEATURES, *CONTEXT_FEATURES, "always")
        rows = zip(names, *self.rounds, strict=True)
        lines = ((name, *(f"{value:.4f}" for value in values)) for name, *values in rows)
        limits = (("first", f"{self.first:.2f}"), ("further", f"{self.further:.2f}"))
        return "".join("\t".join(line) + "\n" for line in (*lines, *limits))


@dataclass(frozen=True)
class Proposal:
    """Where a provision probably is today: the best target first; none when nothing is likely enough.

    ``grounds`` are the ``GROUNDS`` that add most to the first target (or the nearest when there is none); ``nearest``
    the likeliest places that are not proposed, each with its likelihood from 0 to 1.
    """

    id: str
    targets: tuple[str, ...]
    relation: Place
    confidence: float
    grounds: tuple[str, ...]
    nearest: tuple[tuple[str, float], ...] = ()

    @property
    def doubtful(self) -> bool:
        """True when a person should look: few rules vanish, so one that is found nowhere is always in doubt."""
        left_out = self.nearest[0][1] if self.nearest else 0
        return not self.targets or self.confidence < SURE or left_out >= RIVAL


def propose(pairing: Pairing, weights: Weights) -> tuple[Proposal, ...]:
    """Proposals for every provision of a new edition, in document order; none for a text without a provision."""
    if not pairing.source.keys:
        return ()
    scores, last = pair_likelihoods(pairing, weights, pair_features(pairing))
    return proposals_of(pairing, scores, _contributions(last, weights.rounds[-1]), weights)


def pair_likelihoods(pairing: Pairing, weights: Weights, pairs: Features) -> tuple[Matrix, Features]:
    """The likelihood of every pair after all rounds, and the features that the last round saw.

    ``pairs`` are the features ``PAIR_FEATURES``, which do not change from round to round.
    """
    near = plausible_pairs(pairs)
    scores, features = np.zeros(near.shape, dtype=np.float32), dict(pairs)
    for number, column in enumerate(weights.rounds):
        features = round_features(pairing, scores, pairs, first=not number)
        scores = logistic(features, column) * near
    return scores, features


def plausible_pairs(pairs: Mapping[str, Matrix]) -> npt.NDArray[np.bool_]:
    """The pairs that have anything in common; all others count as unlike."""
    best = np.maximum(pairs["sentence-source-rank"], pairs["sentence-target-rank"])
    return np.asarray((pairs["own"] + pairs["whole"] > NEAR) | (pairs["law"] > 0) | (best > NEXT))


def round_features(pairing: Pairing, scores: Matrix, pairs: Features, *, first: bool) -> Features:
    """All features as a round sees them; in the first those of the context are 0."""
    zeros = dict.fromkeys(CONTEXT_FEATURES, np.zeros_like(scores))
    return {**pairs, **(zeros if first else context_features(pairing, scores, pairs))}


def logistic(features: Mapping[str, Matrix], column: Sequence[float]) -> Matrix:
    """One round: the features with their weights, as likelihoods."""
    total = sum(
        features[name] * np.float32(weight)
        for name, weight in zip((*PAIR_FEATURES, *CONTEXT_FEATURES), column, strict=False)
    )
    return np.asarray(1 / (1 + np.exp(-np.clip(total + column[-1], -30, 30))), dtype=np.float32)


def chosen_targets(scores: Matrix, first: float, further: float) -> npt.NDArray[np.bool_]:
    """The targets of every provision: the best, and with it further ones that no other provision claims more."""
    best = np.zeros(scores.shape, dtype=bool)
    best[np.arange(len(scores)), scores.argmax(axis=1)] = True
    held = best & (scores >= first)
    more = (scores >= further) & (scores >= scores.max(axis=0, keepdims=True))
    return np.asarray(held | (more & held.any(axis=1, keepdims=True)))


def proposals_of(pairing: Pairing, scores: Matrix, contributions: Matrix, weights: Weights) -> tuple[Proposal, ...]:
    """Targets, relation and confidence of every provision from the likelihoods of its pairs."""
    taken = chosen_targets(scores, weights.first, weights.further)
    found = []
    for row, first in enumerate(scores.argmax(axis=1)):
        places = sorted(np.flatnonzero(taken[row]), key=lambda n: n != first)
        targets = tuple(pairing.target.keys[n] for n in places)
        left = np.where(taken[row], 0, scores[row])
        nearest = tuple(
            (pairing.target.keys[n], float(left[n]))
            for n in np.argsort(-left, kind="stable")[:NAMED]
            if left[n] > LEAST
        )
        found.append((targets, float(scores[row, first]), _strongest(contributions[:, row, first]), nearest))
    claimed = Counter(targets[0] for targets, *_ in found if targets)
    return tuple(
        Proposal(key, targets, _relation(key, targets, claimed), sure if targets else 1 - sure, grounds, nearest)
        for key, (targets, sure, grounds, nearest) in zip(pairing.source.keys, found, strict=True)
    )


def same_edition(pairing: Pairing) -> tuple[Proposal, ...]:
    """Proposals for another language of a known edition: parts in order, by label, unless the words object."""
    own = [pairing.new.whole_ngrams(key) for key in pairing.source.keys]
    likeness = np.zeros((len(own), len(pairing.target.keys)), dtype=np.float32)
    for text in pairing.known:
        other = [text.whole_ngrams(key) for key in pairing.target.keys]
        likeness = np.maximum(likeness, TfIdf.of([*own, *other]).cosine(own, other))
    out: dict[int, Proposal] = {}
    roots = _roots(pairing.source), _roots(pairing.target)
    _align_parts(pairing, likeness, *roots, out)
    return tuple(out.get(n) or Proposal(key, (), "dropped", SURE, ()) for n, key in enumerate(pairing.source.keys))


def proposal_review(proposals: Iterable[Proposal], target: ProvisionTree, old: str, new: str) -> TableReview:
    """The proposals as a table that nobody has read; doubtful rows are marked UNSURE, with the reasons as values."""
    head = (
        f"# Proposed from the texts alone, {old} to {new}. Look at every UNSURE row; delete the word if right.",
        "# content is not judged: every row says same until a person has read both texts.",
    )
    found = [_row(one, place) for one in proposals for place in one.targets or ("",)]
    named = {row.new for row in found}
    found += [ConcordanceRow("", key, "new", False, "") for key in target.keys if key not in named]
    return TableReview(f"{old}-{new}", head, tuple(map(ReviewRow, found)))


def _row(proposal: Proposal, place: str) -> ConcordanceRow:
    row = ConcordanceRow(proposal.id, place, proposal.relation, False, "")
    if not proposal.doubtful:
        return row
    held = bool(place)
    return doubted(row, proposal.confidence if held else None, proposal.grounds if held else (), proposal.nearest)


def _relation(key: str, targets: Sequence[str], claimed: Mapping[str, int]) -> Place:
    if not targets:
        return "dropped"
    if len(targets) > 1:
        return "split"
    if targets == (key,):
        return "same"
    return "merged" if claimed[targets[0]] > 1 else "moved"


def _contributions(features: Mapping[str, Matrix], column: Sequence[float]) -> Matrix:
    """How much more than for other pairs each of the ``GROUNDS`` adds to the score of a pair."""
    weight = dict(zip((*PAIR_FEATURES, *CONTEXT_FEATURES), column, strict=False))
    added = np.stack([sum(features[name] * np.float32(weight[name]) for name in names) for names in GROUNDS.values()])
    return np.asarray(added - added.mean(axis=(1, 2), keepdims=True))


def _strongest(added: Matrix) -> tuple[str, ...]:
    """The three grounds that add most to a pair."""
    names = tuple(GROUNDS)
    return tuple(names[n] for n in np.argsort(-added, kind="stable")[:3] if added[n] > 0)


def _roots(tree: ProvisionTree) -> tuple[int, ...]:
    return tuple(n for n, parent in enumerate(tree.parent) if parent < 0)


def _align_parts(
    pairing: Pairing, likeness: Matrix, ones: Sequence[int], others: Sequence[int], out: dict[int, Proposal]
) -> None:
    """Align the parts of two aligned provisions in order, then the parts of each pair."""
    for one, other in _in_order(pairing, likeness, ones, others):
        key, target = pairing.source.keys[one], pairing.target.keys[other]
        same = pairing.source.ids[one].parts[-1] == pairing.target.ids[other].parts[-1]
        grounds = ("its neighbours", "number") if same else ("its neighbours", "words")
        out[one] = Proposal(key, (target,), "same" if key == target else "moved", 1.0 if same else SURE, grounds)
        _align_parts(pairing, likeness, pairing.source.children[one], pairing.target.children[other], out)


def _in_order(pairing: Pairing, likeness: Matrix, ones: Sequence[int], others: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs, in order on both sides, that are worth most together."""
    best = np.zeros((len(ones) + 1, len(others) + 1))
    best[1:, 0], best[0, 1:] = -GAP * np.arange(1, len(ones) + 1), -GAP * np.arange(1, len(others) + 1)

    def worth(i: int, j: int) -> float:
        same = pairing.source.ids[ones[i]].parts[-1] == pairing.target.ids[others[j]].parts[-1]
        return float(likeness[ones[i], others[j]]) + SAME_LABEL * same

    for i in range(len(ones)):
        for j in range(len(others)):
            best[i + 1, j + 1] = max(best[i, j] + worth(i, j), best[i, j + 1] - GAP, best[i + 1, j] - GAP)
    pairs, i, j = [], len(ones), len(others)
    while i and j:
        if np.isclose(best[i, j], best[i - 1, j - 1] + worth(i - 1, j - 1)):
            pairs.append((ones[i - 1], others[j - 1]))
            i, j = i - 1, j - 1
        elif np.isclose(best[i, j], best[i - 1, j] - GAP):
            i -= 1
        else:
            j -= 1
    return pairs[::-1]
