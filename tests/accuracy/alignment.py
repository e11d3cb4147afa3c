"""How well the aligner does without its tables: ``python -m tests.accuracy.alignment``.

nb-1997 is aligned with the two texts of 2017, whose relation the aligner is not told. Every law is judged by weights
learnt from the other laws (``FOLDS`` parts, drawn with a fixed seed), so no figure comes from a row that was learnt.
``--fit`` learns from all laws and writes ``data/lexicon/alignment-weights.tsv``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from corpus import store
from corpus.concordance import Concordance, read_concordance
from corpus.ids import ProvisionId
from corpus.library import Library
from parser.align import read_terms
from parser.likeness import Matrix
from parser.propose import Pairing, Proposal, Weights, decide, likelihoods, same_edition, weighed
from parser.traits import ALONE, AROUND

OLD, CURRENT = "1997", "2017"
NEW = "nb-1997"
WEIGHTS = "alignment-weights.tsv"
FOLDS, SEED = 6, 1997
ROUNDS = 5
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
    return read_concordance({name: store.load_concordance(name) for name in store.concordance_names()})


def known_pairs(pairing: Pairing, concordance: Concordance) -> tuple[Pairs, Pairs]:
    """The pairs of the table, splits included, and those of them that the table itself calls UNSURE."""
    sure, unsure = set(), set()
    for key in pairing.here.keys:
        passage = concordance.forward(OLD, key, CURRENT)
        pairs = {(key, target) for target in passage.ids if target in pairing.there.index and not passage.part}
        (unsure if passage.unsure else sure).update(pairs)
    return frozenset(sure | unsure), frozenset(unsure)


def pairs_of(proposals: Sequence[Proposal]) -> Pairs:
    return frozenset((proposal.id, target) for proposal in proposals for target in proposal.targets)


def at_level(pairs: Pairs, level: int) -> Pairs:
    """The pairs whose older provision stands at a level."""
    return frozenset(pair for pair in pairs if len(ProvisionId.of(pair[0]).parts) == level)


def shortened(pairs: Pairs, level: int) -> Pairs:
    """The pairs with both numbers cut to a level: which law (1) or letter (2) goes to which."""
    return frozenset(tuple(str(ProvisionId.of(place).up_to(level)) for place in pair) for pair in pairs)  # type: ignore[misc,arg-type]


def left_out(pairing: Pairing, truth: Matrix, fixed: Mapping[str, Matrix]) -> tuple[Proposal, ...]:
    """Proposals for every law by weights learnt without it."""
    laws = sorted({place.law for place in pairing.here.ids}, key=int)
    Random(SEED).shuffle(laws)
    given = np.zeros_like(truth)
    for fold in range(FOLDS):
        out = np.array([place.law in laws[fold::FOLDS] for place in pairing.here.ids])
        likely, _ = likelihoods(pairing, learn(pairing, truth, fixed, ~out), fixed)
        given[out] = likely[out]
    silent = np.zeros((len(ALONE) + len(AROUND), *truth.shape), dtype=np.float32)
    return decide(pairing, given, silent)


def learn(pairing: Pairing, truth: Matrix, fixed: Mapping[str, Matrix], rows: Flags) -> Weights:
    """Weights from the rows of some laws, round by round."""
    nothing = np.zeros_like(truth)
    near = (fixed["own"] + fixed["whole"] > 0.12) | (fixed["law"] > 0)
    learnt: list[tuple[float, ...]] = []
    given = nothing
    for number in range(ROUNDS):
        traits = {**fixed, **(pairing.around(given, fixed) if number else dict.fromkeys(AROUND, nothing))}
        chosen = near & rows[:, None]
        columns = np.stack([traits[name][chosen] for name in (*ALONE, *AROUND)], axis=1)
        learnt.append(_fitted(columns.astype(np.float64), truth[chosen].astype(np.float64)))
        given = weighed(traits, learnt[-1])
    return Weights(tuple(learnt))


def _fitted(columns: npt.NDArray[np.float64], truth: npt.NDArray[np.float64]) -> tuple[float, ...]:
    """Logistic regression by Newton's steps on columns brought to one scale; the weights for the raw columns."""
    mean, spread = columns.mean(axis=0), columns.std(axis=0) + 1e-6
    scaled = np.hstack([(columns - mean) / spread, np.ones((len(columns), 1))])
    held = np.eye(scaled.shape[1]) * STIFFNESS
    held[-1, -1] = 1e-6
    weights = np.zeros(scaled.shape[1])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = np.maximum(likely * (1 - likely), 1e-6)
        step = np.linalg.solve((scaled.T * slope) @ scaled + held, scaled.T @ (truth - likely) - held @ weights)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    raw = weights[:-1] / spread
    return (*raw.tolist(), float(weights[-1] - raw @ mean))


def prepared(library: Library) -> tuple[Pairing, Matrix, dict[str, Matrix], Pairs, Pairs]:
    """The texts of 1997 and 2017 as a Pairing, the truth as a matrix, traits, known pairs and those in doubt."""
    known = library.of_work("laws", CURRENT)
    identities = {e.key: library.entry(e.key).wid or {} for e in known}
    pairing = Pairing.of(library[NEW], known, identities, read_terms(store.load_concordance("terms")))
    pairs, unsure = known_pairs(pairing, tables())
    truth = np.zeros((len(pairing.here.keys), len(pairing.there.keys)), dtype=np.float32)
    for key, target in pairs:
        truth[pairing.here.index[key], pairing.there.index[target]] = 1
    return pairing, truth, pairing.alone(), pairs, unsure


def languages(library: Library) -> Score:
    """da-2017 to sv-2017, without being told of the number that differs."""
    danish, swedish = library["da-2017"], library["sv-2017"]
    pairing = Pairing.of(danish, [swedish], {}, read_terms(store.load_concordance("terms")))
    held = set(pairing.there.keys)
    known = {(key, library.wid("da-2017", key)) for key in pairing.here.keys}
    return Score.of(pairs_of(same_edition(pairing)), frozenset(p for p in known if p[1] in held))


def report(proposals: Sequence[Proposal], known: Pairs, unsure: Pairs, concordance: Concordance) -> str:
    proposed = pairs_of(proposals)
    relation = {p.id: concordance.forward(OLD, p.id, CURRENT).relation for p in proposals}
    lines = [f"deepest level, every pair     {Score.of(proposed, known)}"]
    doubted = {key for key, _ in unsure}
    certain = frozenset(p for p in known if p[0] not in doubted)
    lines.append(
        f"  without the UNSURE rows     {Score.of(frozenset(p for p in proposed if p[0] not in doubted), certain)}"
    )
    homes = {key: {target for old, target in known if old == key} for key in relation}
    firsts = [bool(p.targets) and p.targets[0] in homes[p.id] for p in proposals if homes[p.id]]
    lines.append(f"first target right            {sum(firsts)} of {len(firsts)} = {sum(firsts) / len(firsts):.3f}")
    for level, name in ((1, "law"), (2, "letter"), (3, "number"), (4, "small letter")):
        lines.append(f"provisions: {name:<17} {Score.of(at_level(proposed, level), at_level(known, level))}")
    leaves = frozenset(p.id for p in proposals) - {str(ProvisionId.of(p.id).parent) for p in proposals}
    mine, theirs = (frozenset(p for p in pairs if p[0] in leaves) for pairs in (proposed, known))
    lines.append(f"provisions without parts      {Score.of(mine, theirs)}")
    for level, name in ((1, "law to law"), (2, "letter to letter")):
        lines.append(f"numbers cut: {name:<16} {Score.of(shortened(proposed, level), shortened(known, level))}")
    for name in sorted(set(relation.values())):
        mine, theirs = (frozenset(p for p in pairs if relation[p[0]] == name) for pairs in (proposed, known))
        lines.append(f"relation {name:<20} {Score.of(mine, theirs)}")
    sure = frozenset(pair for p in proposals if not p.doubtful for pair in pairs_of([p]))
    lines.append(f"confident proposals only      {Score.of(sure, known)}")
    return "\n".join(lines)


def main() -> None:
    library = store.load_library()
    pairing, truth, fixed, known, unsure = prepared(library)
    if "--fit" in sys.argv:
        weights = learn(pairing, truth, fixed, np.ones(len(truth), dtype=bool))
        path = store.data_dir() / "lexicon" / WEIGHTS
        heading = "# What each trait weighs, by round, when a text without a table is aligned: learnt from nb-1997 by\n"
        path.write_text(heading + "# python -m tests.accuracy.alignment --fit\n" + weights.write(), encoding="utf-8")
    proposals = left_out(pairing, truth, fixed)
    print(report(proposals, known, unsure, tables()))
    print(f"da-2017 to sv-2017            {languages(library)}")
    proposed = pairs_of(proposals)
    print("missed", *sorted(f"{a}>{b}" for a, b in known - proposed))
    print("wrong", *sorted(f"{a}>{b}" for a, b in proposed - known))


if __name__ == "__main__":
    main()
