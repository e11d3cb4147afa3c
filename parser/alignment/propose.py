"""The alignment of a text that has no table yet, proposed from the texts alone.

Between languages of one edition the numbers lead and the words may object (``same_edition``). Between editions every
pair of provisions is judged by many traits (``parser.alignment.features``) in rounds: each round sees what the
parents, parts, neighbours and references were given in the round before. The weights are learnt from the tables we
have; measure and training are in ``tests/accuracy/alignment.py``. Doubtful rows go to a person as a table in the form
of ``data/concordance/*.csv``, which the build then reads like any other.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from corpus.ids import ProvisionId
from corpus.model import Expression
from corpus.terms import Term
from parser.alignment.features import CONTEXT_FEATURES, GROUNDS, PAIR_FEATURES, ConceptNames, alone, around
from parser.alignment.parallel import ParallelText, ProvisionTree
from parser.alignment.similarity import Matrix, TfIdf

SURE = 0.7
RIVAL = 0.2
"""A place left out that is so likely makes a proposal doubtful: it may be the rule, or a part of it."""
NAMED, LEAST = 3, 0.01
"""So many of the places left out are named to the person who looks at a doubtful row, if they are so likely."""
NEAR, NEXT = 0.2, 0.95
"""A pair is judged when own and whole words are so alike, or when it is so near to the best of one of its sentences."""
SAME_LABEL, GAP = 0.1, 0.1
"""Between languages of one edition: what an equal label is worth beside a likeness from 0 to 1; what a gap costs."""


class WeightsError(ValueError):
    """The table of weights does not fit the traits."""


@dataclass(frozen=True)
class Weights:
    """The weight of every trait in every round; the last of a round is added to all.

    ``first`` is what a provision's best pair must reach to be proposed, ``further`` what every other one must.
    """

    rounds: tuple[tuple[float, ...], ...]
    first: float
    further: float

    @classmethod
    def read(cls, text: str) -> Weights:
        """Weights from ``data/lexicon/alignment-weights.tsv``: a row a trait, a column a round. Raises WeightsError."""
        rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
        expected = (*PAIR_FEATURES, *CONTEXT_FEATURES, "always", "first", "further")
        if tuple(row[0] for row in rows) != expected:
            raise WeightsError("alignment-weights.tsv: the rows are not the traits (tests/accuracy/alignment.py --fit)")
        *weights, first, further = ([float(cell) for cell in row[1:]] for row in rows)
        return cls(tuple(zip(*weights, strict=True)), first[0], further[0])

    def write(self) -> str:
        """The table that ``read`` reads."""
        names = (*PAIR_FEATURES, *CONTEXT_FEATURES, "always")
        rows = zip(names, *self.rounds, strict=True)
        lines = ((name, *(f"{value:.4f}" for value in values)) for name, *values in rows)
        limits = (("first", f"{self.first:.2f}"), ("further", f"{self.further:.2f}"))
        return "".join("\t".join(line) + "\n" for line in (*lines, *limits))


@dataclass(frozen=True)
class Pairing:
    """A new text beside the known ones, ready to be judged."""

    here: ProvisionTree
    new: ParallelText
    there: ProvisionTree
    known: tuple[ParallelText, ...]
    concepts: Mapping[str, ConceptNames]

    @classmethod
    def of(
        cls,
        new: Expression,
        known: Sequence[Expression],
        identities: Mapping[str, Mapping[str, str]],
        terms: Iterable[Term],
    ) -> Pairing:
        """``identities`` holds, by expression, the shared identity of provisions whose number is not it."""
        texts = tuple(ParallelText.of(e, identities.get(e.key, {})) for e in known)
        here = ParallelText.of(new, identities.get(new.key, {}))
        keys = {key for text in texts for key in text.provisions}
        there = ProvisionTree(tuple(sorted(keys, key=lambda key: ProvisionId.of(key).sort_key)))
        listed = list(terms)
        names = {text.language: {t.key: t.forms(text.language) for t in listed} for text in (here, *texts)}
        return cls(ProvisionTree(tuple(here.provisions)), here, there, texts, names)

    def alone(self) -> dict[str, Matrix]:
        return alone(self.here, self.new, self.there, self.known, self.concepts)

    def around(self, given: Matrix, fixed: Mapping[str, Matrix]) -> dict[str, Matrix]:
        return around(given, self.here, self.new, self.there, self.known, fixed)


@dataclass(frozen=True)
class Proposal:
    """Where a provision probably is today: the best target first; none when nothing is likely enough.

    ``why`` names the ``GROUNDS`` that spoke most for the first target (or the nearest when there is none); ``nearest``
    the likeliest places that are not proposed, each with its likelihood from 0 to 1.
    """

    id: str
    targets: tuple[str, ...]
    relation: str
    confidence: float
    why: tuple[str, ...]
    nearest: tuple[tuple[str, float], ...] = ()

    @property
    def doubtful(self) -> bool:
        """True when a person should look: few rules vanish, so one that is found nowhere is always in doubt."""
        left_out = self.nearest[0][1] if self.nearest else 0
        return not self.targets or self.confidence < SURE or left_out >= RIVAL


def propose(pairing: Pairing, weights: Weights) -> tuple[Proposal, ...]:
    """Proposals for every provision of a new edition, in document order."""
    fixed = pairing.alone()
    given, last = likelihoods(pairing, weights, fixed)
    return decide(pairing, given, _reasons(last, weights.rounds[-1]), weights)


def likelihoods(pairing: Pairing, weights: Weights, fixed: Mapping[str, Matrix]) -> tuple[Matrix, Mapping[str, Matrix]]:
    """The likelihood of every pair after all rounds, and the traits that the last round saw."""
    near = worth_judging(fixed)
    given, traits = np.zeros(near.shape, dtype=np.float32), dict(fixed)
    for number, column in enumerate(weights.rounds):
        traits = seen(pairing, given, fixed, first=not number)
        given = logistic(traits, column) * near
    return given, traits


def worth_judging(fixed: Mapping[str, Matrix]) -> npt.NDArray[np.bool_]:
    """The pairs that have anything in common; all others count as unlike."""
    best = np.maximum(fixed["sentence-here-rank"], fixed["sentence-there-rank"])
    return np.asarray((fixed["own"] + fixed["whole"] > NEAR) | (fixed["law"] > 0) | (best > NEXT))


def seen(pairing: Pairing, given: Matrix, fixed: Mapping[str, Matrix], *, first: bool) -> dict[str, Matrix]:
    """The traits that a round sees: nothing is known of the surroundings in the first."""
    return {
        **fixed,
        **(dict.fromkeys(CONTEXT_FEATURES, np.zeros_like(given)) if first else pairing.around(given, fixed)),
    }


def logistic(traits: Mapping[str, Matrix], column: Sequence[float]) -> Matrix:
    """One round: the traits with their weights, as likelihoods."""
    total = sum(
        traits[name] * np.float32(weight)
        for name, weight in zip((*PAIR_FEATURES, *CONTEXT_FEATURES), column, strict=False)
    )
    return np.asarray(1 / (1 + np.exp(-np.clip(total + column[-1], -30, 30))), dtype=np.float32)


def chosen(given: Matrix, first: float, further: float) -> npt.NDArray[np.bool_]:
    """The targets of every provision: the best, and with it further ones that no other provision claims more."""
    best = np.zeros(given.shape, dtype=bool)
    best[np.arange(len(given)), given.argmax(axis=1)] = True
    held = best & (given >= first)
    more = (given >= further) & (given >= given.max(axis=0, keepdims=True))
    return np.asarray(held | (more & held.any(axis=1, keepdims=True)))


def decide(pairing: Pairing, given: Matrix, reasons: Matrix, weights: Weights) -> tuple[Proposal, ...]:
    """Targets, relation and confidence of every provision from the likelihoods of its pairs."""
    taken = chosen(given, weights.first, weights.further)
    found = []
    for row, first in enumerate(given.argmax(axis=1)):
        places = sorted(np.flatnonzero(taken[row]), key=lambda n: n != first)
        targets = tuple(pairing.there.keys[n] for n in places)
        left = np.where(taken[row], 0, given[row])
        nearest = tuple(
            (pairing.there.keys[n], float(left[n])) for n in np.argsort(-left, kind="stable")[:NAMED] if left[n] > LEAST
        )
        found.append((targets, float(given[row, first]), _names(reasons[:, row, first]), nearest))
    claimed = Counter(targets[0] for targets, *_ in found if targets)
    return tuple(
        Proposal(key, targets, _relation(key, targets, claimed), sure if targets else 1 - sure, why, nearest)
        for key, (targets, sure, why, nearest) in zip(pairing.here.keys, found, strict=True)
    )


def same_edition(pairing: Pairing) -> tuple[Proposal, ...]:
    """Proposals for another language of a known edition: parts in order, by label, unless the words object."""
    own = [pairing.new.whole_pieces(key) for key in pairing.here.keys]
    likeness = np.zeros((len(own), len(pairing.there.keys)), dtype=np.float32)
    for text in pairing.known:
        other = [text.whole_pieces(key) for key in pairing.there.keys]
        likeness = np.maximum(likeness, TfIdf.of([*own, *other]).cosine(own, other))
    out: dict[int, Proposal] = {}
    roots = _roots(pairing.here), _roots(pairing.there)
    _align_parts(pairing, likeness, *roots, out)
    return tuple(out.get(n) or Proposal(key, (), "dropped", SURE, ()) for n, key in enumerate(pairing.here.keys))


def table(proposals: Iterable[Proposal], there: ProvisionTree, old: str, new: str) -> str:
    """The proposals as a table to edit, in the form of ``data/concordance/*.csv``; doubtful rows say UNSURE."""
    out = io.StringIO()
    out.write(f"# Proposed from the texts alone, {old} to {new}. Look at every UNSURE row; delete the word if right.\n")
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow((f"law_{old}", f"law_{new}", "relation", "note"))
    named = set()
    for proposal in proposals:
        note = _doubt(proposal) if proposal.doubtful else ""
        for target in proposal.targets or ("",):
            rows.writerow((proposal.id, target, proposal.relation, note))
            named.add(target)
    for key in there.keys:
        if key not in named:
            rows.writerow(("", key, "new", ""))
    return out.getvalue()


def _doubt(proposal: Proposal) -> str:
    """What a person who looks at a doubtful row is told: how likely it is and why, and what else it may be."""
    nearest = ", ".join(f"{place} {likely:.2f}" for place, likely in proposal.nearest)
    said = f"{proposal.confidence:.2f}: {', '.join(proposal.why)}" if proposal.targets else "found nowhere"
    return f"UNSURE. {said}" + (f"; nearest {nearest}" if nearest else "")


def _relation(key: str, targets: Sequence[str], claimed: Mapping[str, int]) -> str:
    if not targets:
        return "dropped"
    if len(targets) > 1:
        return "split"
    if targets == (key,):
        return "same"
    return "merged" if claimed[targets[0]] > 1 else "moved"


def _reasons(traits: Mapping[str, Matrix], column: Sequence[float]) -> Matrix:
    """How much more than for other pairs each of the ``GROUNDS`` speaks for a pair."""
    weight = dict(zip((*PAIR_FEATURES, *CONTEXT_FEATURES), column, strict=False))
    spoken = np.stack([sum(traits[name] * np.float32(weight[name]) for name in names) for names in GROUNDS.values()])
    return np.asarray(spoken - spoken.mean(axis=(1, 2), keepdims=True))


def _names(parts: Matrix) -> tuple[str, ...]:
    """The three grounds that speak most for a pair."""
    names = tuple(GROUNDS)
    return tuple(names[n] for n in np.argsort(-parts, kind="stable")[:3] if parts[n] > 0)


def _roots(side: ProvisionTree) -> tuple[int, ...]:
    return tuple(n for n, parent in enumerate(side.parent) if parent < 0)


def _align_parts(
    pairing: Pairing, likeness: Matrix, ones: Sequence[int], others: Sequence[int], out: dict[int, Proposal]
) -> None:
    """Align the parts of two aligned provisions in order, then the parts of each pair."""
    for one, other in _in_order(pairing, likeness, ones, others):
        key, target = pairing.here.keys[one], pairing.there.keys[other]
        same = pairing.here.ids[one].parts[-1] == pairing.there.ids[other].parts[-1]
        why = ("its neighbours", "number") if same else ("its neighbours", "words")
        out[one] = Proposal(key, (target,), "same" if key == target else "moved", 1.0 if same else SURE, why)
        _align_parts(pairing, likeness, pairing.here.children[one], pairing.there.children[other], out)


def _in_order(pairing: Pairing, likeness: Matrix, ones: Sequence[int], others: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs, in order on both sides, that are worth most together."""
    best = np.zeros((len(ones) + 1, len(others) + 1))
    best[1:, 0], best[0, 1:] = -GAP * np.arange(1, len(ones) + 1), -GAP * np.arange(1, len(others) + 1)

    def worth(i: int, j: int) -> float:
        same = pairing.here.ids[ones[i]].parts[-1] == pairing.there.ids[others[j]].parts[-1]
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
