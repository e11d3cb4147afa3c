"""How well the aligner does without its tables: ``python -m tests.accuracy.alignment``.

nb-1997 is aligned with the two texts of 2017, whose relation the aligner is not told. Every law is judged by weights
and limits learnt from the other laws (``FOLDS`` parts, drawn with a fixed seed). Among those others the same is done
once more: each is judged without itself, the limits are chosen on that, and the next round sees that. So no figure
comes from a law that taught anything. ``--fit`` learns from all laws and writes ``data/lexicon/alignment-weights.tsv``.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.files import data_dir
from corpus.ids import ProvisionId
from corpus.library import Library
from parser.alignment.features import CONTEXT_FEATURES, GROUNDS, PAIR_FEATURES, pair_features
from parser.alignment.parallel import Pairing
from parser.alignment.propose import (
    WEIGHTS,
    Proposal,
    Weights,
    chosen_targets,
    plausible_pairs,
    proposals_of,
    round_features,
    same_edition,
)
from parser.alignment.similarity import Matrix

OLD, CURRENT = "1997", "2017"
NEW = "nb-1997"
FOLDS, INNER, SEED = 6, 4, 1997
OTHER_DRAWS = (1, 2, 3, 4, 5)
ROUNDS = 3
LIMITS = tuple(n / 20 for n in range(3, 14))
STIFFNESS = 3.0
"""How much the learner is held back from large weights."""
Pairs = frozenset[tuple[str, str]]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Score:
    """Pairs proposed, pairs in the table, and pairs in both."""

    proposed: int
    known: int
    right: int

    @classmethod
    def of(cls, proposed: Pairs, known: Pairs) -> Score:
        return cls(len(proposed), len(known), len(proposed & known))

    @property
    def precision(self) -> float:
        return self.right / self.proposed if self.proposed else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.known if self.known else 1.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.proposed + self.known) if self.proposed + self.known else 1.0

    def __str__(self) -> str:
        return (
            f"F1 {self.f1:.3f}  precision {self.precision:.3f}  recall {self.recall:.3f}  "
            f"({self.right} of {self.proposed} proposed, {self.known} known)"
        )


def tables() -> Concordance:
    return store.load_tables()


def known_pairs(pairing: Pairing, concordance: Concordance) -> tuple[Pairs, Pairs]:
    """The pairs of the table, splits included, and those of them that the table itself calls UNSURE."""
    sure: set[tuple[str, str]] = set()
    unsure: set[tuple[str, str]] = set()
    for key in pairing.source.keys:
        passage = concordance.forward(OLD, key, CURRENT)
        pairs = {(key, target) for target in passage.ids if target in pairing.target.index and not passage.part}
        (unsure if passage.unsure else sure).update(pairs)
    return frozenset(sure | unsure), frozenset(unsure)


def pairs_of(proposals: Sequence[Proposal]) -> Pairs:
    return frozenset((proposal.id, target) for proposal in proposals for target in proposal.targets)


def shortened(pairs: Pairs, level: int) -> Pairs:
    """The pairs with both numbers cut to a level: which law (1) or letter (2) goes to which."""
    return frozenset(tuple(str(ProvisionId.of(place).up_to(level)) for place in pair) for pair in pairs)  # type: ignore[misc,arg-type]


def left_out(pairing: Pairing, truth: Matrix, pairs: dict[str, Matrix], seed: int = SEED) -> tuple[Proposal, ...]:
    """Proposals for every law by weights and limits learnt without it; ``seed`` draws the parts."""
    silent = np.zeros((len(GROUNDS), *truth.shape), dtype=np.float32)
    found: dict[str, Proposal] = {}
    for out in drawn(pairing, np.ones(len(truth), dtype=bool), FOLDS, seed):
        weights, scores = learn(pairing, truth, pairs, ~out)
        found.update(
            (p.id, p) for p, judged in zip(proposals_of(pairing, scores, silent, weights), out, strict=True) if judged
        )
    return tuple(found[key] for key in pairing.source.keys)


def drawn(pairing: Pairing, rows: Flags, count: int, seed: int) -> list[Flags]:
    """The rows in so many parts, whole laws together."""
    laws = sorted({place.law for place, chosen in zip(pairing.source.ids, rows, strict=True) if chosen}, key=int)
    Random(seed).shuffle(laws)
    return [np.array([place.law in laws[n::count] for place in pairing.source.ids]) for n in range(count)]


def learn(pairing: Pairing, truth: Matrix, pairs: dict[str, Matrix], rows: Flags) -> tuple[Weights, Matrix]:
    """Weights from the rows of some laws, round by round, and the likelihood of every pair without its own law."""
    near = plausible_pairs(pairs)
    at, right = np.nonzero(near)[0], truth[near].astype(np.float64)
    inner = drawn(pairing, rows, INNER, SEED + 1)
    learnt: list[tuple[float, ...]] = []
    scores = np.zeros_like(truth)
    for number in range(ROUNDS):
        features = round_features(pairing, scores, pairs, first=not number)
        columns = np.stack([features[name][near] for name in (*PAIR_FEATURES, *CONTEXT_FEATURES)], axis=1).astype(
            np.float64
        )
        learnt.append(_fitted(columns[rows[at]], right[rows[at]]))
        likely = _likely(columns, learnt[-1])
        for part in inner:
            taught = (rows & ~part)[at]
            likely[part[at]] = _likely(columns[part[at]], _fitted(columns[taught], right[taught]))
        scores = np.zeros_like(truth)
        scores[near] = likely
    return Weights(tuple(learnt), *limits(scores, truth > 0, rows)), scores


def limits(scores: Matrix, truth: Flags, rows: Flags) -> tuple[float, float]:
    """The limit that puts most provisions into their rows, and then that for further targets with the best F1 of pairs.

    Only some rows are looked at, those of the laws that may teach.
    """
    likely, known = scores[rows], truth[rows]
    best = likely.argmax(axis=1)
    sure, right = (side[np.arange(len(best)), best] for side in (likely, known))

    def placing(first: float) -> float:
        return float(2 * (right & (sure >= first)).sum() / ((sure >= first).sum() + known.any(axis=1).sum()))

    def pairing(further: float) -> float:
        taken = chosen_targets(scores, first, further)[rows]
        return float(2 * (taken & known).sum() / (taken.sum() + known.sum()))

    first = max(LIMITS, key=placing)
    return first, max(LIMITS, key=pairing)


def _likely(columns: npt.NDArray[np.float64], weights: Sequence[float]) -> npt.NDArray[np.float64]:
    total = columns @ np.array(weights[:-1]) + weights[-1]
    return np.asarray(1 / (1 + np.exp(-np.clip(total, -30, 30))))


def _fitted(columns: npt.NDArray[np.float64], truth: npt.NDArray[np.float64]) -> tuple[float, ...]:
    """Logistic regression by Newton's steps on columns brought to one scale; the weights for the raw columns."""
    mean, spread = columns.mean(axis=0), columns.std(axis=0) + 1e-6
    scaled = np.hstack([(columns - mean) / spread, np.ones((len(columns), 1))])
    held = np.eye(scaled.shape[1]) * STIFFNESS
    held[-1, -1] = 1e-6
    weights = np.zeros(scaled.shape[1])
    for _ in range(30):
        likely = _likely(scaled[:, :-1], weights.tolist())
        slope = np.maximum(likely * (1 - likely), 1e-6)
        step = np.linalg.solve((scaled.T * slope) @ scaled + held, scaled.T @ (truth - likely) - held @ weights)
        weights += step
        if np.abs(step).max() < 1e-3:
            break
    raw = weights[:-1] / spread
    return (*raw.tolist(), float(weights[-1] - raw @ mean))


def prepared(library: Library) -> tuple[Pairing, Matrix, dict[str, Matrix], Pairs, Pairs]:
    """The texts of 1997 and 2017 as a Pairing, the truth as a matrix, features, known pairs and those in doubt."""
    known = library.of_work("laws", CURRENT)
    identities = {e.key: library.entry(e.key).wid or {} for e in known}
    pairing = Pairing.of(library[NEW], known, identities, store.load_terms())
    pairs, unsure = known_pairs(pairing, tables())
    truth = np.zeros((len(pairing.source.keys), len(pairing.target.keys)), dtype=np.float32)
    for key, target in pairs:
        truth[pairing.source.index[key], pairing.target.index[target]] = 1
    return pairing, truth, pair_features(pairing), pairs, unsure


def languages(library: Library) -> Score:
    """da-2017 to sv-2017, without being told of the number that differs."""
    danish, swedish = library["da-2017"], library["sv-2017"]
    pairing = Pairing.of(danish, [swedish], {}, store.load_terms())
    held = set(pairing.target.keys)
    known = {(key, library.wid("da-2017", key)) for key in pairing.source.keys}
    return Score.of(pairs_of(same_edition(pairing)), frozenset(p for p in known if p[1] in held))


def placed(proposals: Sequence[Proposal], known: Pairs, level: int = 0, deep: int = 1) -> Score:
    """Rows: a provision stands in one, right if it is that of a counterpart; a rule without any has no row.

    ``level`` cuts both numbers to law (1) or letter (2); provisions above the depth ``deep`` are left out.
    """

    def cut(place: str) -> str:
        return str(ProvisionId.of(place).up_to(level)) if level else place

    homes: defaultdict[str, set[str]] = defaultdict(set)
    for old, new in known:
        homes[old].add(cut(new))
    judged = [p for p in proposals if len(ProvisionId.of(p.id).parts) >= deep]
    rows = [(p.id, p.targets[0]) for p in judged if p.targets]
    right = sum(cut(row) in homes.get(key, ()) for key, row in rows)
    return Score(len(rows), sum(p.id in homes for p in judged), right)


def report(proposals: Sequence[Proposal], known: Pairs, unsure: Pairs, pairing: Pairing) -> str:
    """The figures. "Without parts" are the deepest places, each at whatever depth its text stands."""
    proposed = pairs_of(proposals)
    doubted = {key for key, _ in unsure}
    homes = {p.id: {target for old, target in known if old == p.id} for p in proposals}
    sure = frozenset(pair for p in proposals if not p.doubtful for pair in pairs_of([p]))
    whole = {key for key, parts in zip(pairing.source.keys, pairing.source.children, strict=True) if not parts}
    lines = [
        f"each provision in its row     {placed(proposals, known)}",
        f"  rows cut to law             {placed(proposals, known, 1)}",
        f"  rows cut to letter          {placed(proposals, known, 2)}",
        f"  the same without whole laws {placed(proposals, known, 2, deep=2)}",
        f"every pair                    {Score.of(proposed, known)}",
        f"  without the UNSURE rows     {_among(proposed, known, {key for key in homes if key not in doubted})}",
        f"  confident proposals only    {Score.of(sure, known)}",
    ]
    for name, keys in (("provisions", set(homes)), ("without parts", whole), ("with parts", set(homes) - whole)):
        lines.append(f"{name:<30}{_among(proposed, known, keys)}")
        for level, title in enumerate(("law", "letter", "number", "small letter"), 1):
            at = {key for key in keys if len(ProvisionId.of(key).parts) == level}
            lines.append(f"  that are a {title:<17}{_among(proposed, known, at)}")
    for level, name in ((1, "law"), (2, "letter")):
        lines.append(f"both numbers cut to {name:<10}{Score.of(shortened(proposed, level), shortened(known, level))}")
    return "\n".join(
        (
            *lines,
            *_by_relation(proposed, known, homes),
            *_doubts(proposals, homes),
            *_consistency(proposed, known, pairing, whole),
        )
    )


def _among(proposed: Pairs, known: Pairs, keys: AbstractSet[str]) -> Score:
    return Score.of(*(frozenset(pair for pair in pairs if pair[0] in keys) for pairs in (proposed, known)))


def _by_relation(proposed: Pairs, known: Pairs, keys: Iterable[str]) -> list[str]:
    listed = tables()
    relation = {key: listed.forward(OLD, key, CURRENT).relation for key in keys}
    names = sorted(set(relation.values()))
    return [f"relation {n:<21}{_among(proposed, known, {k for k in relation if relation[k] == n})}" for n in names]


def _doubts(proposals: Sequence[Proposal], homes: Mapping[str, AbstractSet[str]]) -> list[str]:
    """What a person finds who looks at every doubtful row, and what stays wrong."""
    offered = {p.id: {*p.targets, *(place for place, _ in p.nearest if p.doubtful)} for p in proposals}
    lost = [p for p in proposals if homes[p.id] != set(p.targets)]
    misplaced = [p for p in lost if not (set(p.targets[:1]) & homes[p.id])]
    unseen = [sum(not p.doubtful for p in wrong) for wrong in (misplaced, lost)]
    held = [key for key, places in homes.items() if places]
    found = sum(len(offered[key] & homes[key]) for key in held)
    return [
        f"rows in doubt                 {sum(p.doubtful for p in proposals)} of {len(proposals)}",
        f"  in the wrong row or in none {len(misplaced)}, {unseen[0]} of them not in doubt",
        f"  not fully right             {len(lost)}, {unseen[1]} of them not in doubt",
        f"  proposed or named           {found} of {sum(map(len, homes.values()))} pairs; one of them at least for "
        f"{sum(bool(offered[key] & homes[key]) for key in held)} of {len(held)} provisions",
    ]


def _consistency(proposed: Pairs, known: Pairs, pairing: Pairing, whole: AbstractSet[str]) -> list[str]:
    """Where the table itself follows now one habit and now another, and the figure without those pairs."""
    left = {key: _left_for(key, known) for key in pairing.source.keys if key not in whole}
    strays = frozenset(pair for pair in known | proposed if ProvisionId.of(pair[1]).law in left.get(pair[0], ()))
    leaving = [key for key in left if left[key]]
    listing = {key for key, _ in strays & known}
    above = frozenset(pair for pair in known | proposed if pair[0] in whole and _splits_below(pair, known))
    spread = {(old, str(ProvisionId.of(new).parent)) for old, new in known if old in whole}
    spread = {pair for pair in spread if _splits_below(pair, known)}
    odd = strays | above
    return [
        f"provisions with parts that go to another law: {len(leaving)}; the table lists that law for {len(listing)} "
        f"({len(strays & known)} pairs)",
        f"rules that several parts of one place hold today: {len(spread)}; the table lists that place too for "
        f"{len(above & known)}",
        f"without both kinds of pairs   {Score.of(proposed - odd, known - odd)}",
    ]


def _left_for(key: str, known: Pairs) -> set[str]:
    """The laws, other than its own, to which parts of a provision went."""
    place = ProvisionId.of(key)
    gone = {ProvisionId.of(new).law for old, new in known if old != key and place.contains(ProvisionId.of(old))}
    return gone - {place.law}


def _splits_below(pair: tuple[str, str], known: Pairs) -> bool:
    """True when a rule is listed for more than one part of a place."""
    return sum(old == pair[0] and str(ProvisionId.of(new).parent) == pair[1] for old, new in known) > 1


def main() -> None:
    library = store.load_library()
    pairing, truth, pairs, known, unsure = prepared(library)
    if "--fit" in sys.argv:
        weights, _ = learn(pairing, truth, pairs, np.ones(len(truth), dtype=bool))
        path = data_dir() / "lexicon" / WEIGHTS
        heading = "# The weight of each feature, by round, for a text without a table: learnt from nb-1997 by\n"
        path.write_text(heading + "# python -m tests.accuracy.alignment --fit\n" + weights.write(), encoding="utf-8")
    proposals = left_out(pairing, truth, pairs)
    print(report(proposals, known, unsure, pairing))
    print(f"da-2017 to sv-2017            {languages(library)}")
    for seed in OTHER_DRAWS:
        other = left_out(pairing, truth, pairs, seed)
        scores = [
            placed(other, known),
            placed(other, known, 1),
            placed(other, known, 2),
            Score.of(pairs_of(other), known),
        ]
        print(f"draw {seed}: rows, cut to law, cut to letter, pairs: F1", *(f"{score.f1:.3f}" for score in scores))
    proposed = pairs_of(proposals)
    print("missed", *sorted(f"{a}>{b}" for a, b in known - proposed))
    print("wrong", *sorted(f"{a}>{b}" for a, b in proposed - known))


if __name__ == "__main__":
    main()
