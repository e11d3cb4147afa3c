"""How well decisions are read: ``python -m tests.accuracy.decisions held_out`` (or ``tuned``, ``unseen``, ``second``).

With ``--meanings`` by what decisions say as a whole too, as the register does where there is a model for it.

Citations are counted as often as they are printed. A field is known, unknown or wrong; it counts only where the file
tells it, but a value for a field that the file does not tell is wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from app.build.decision_lexicon import decision_lexicon, outcome_meanings
from app.committee.register import known_numbers
from corpus.precedents.decision import Decision
from corpus.store import load_registry
from parser.decisions.fields import KnownNumbers, read_case
from parser.decisions.meanings import DecisionMeanings
from tests.support.decision_samples import Sample, samples


@dataclass
class DecisionMeasure:
    """Counts over samples; ``misses`` are (file, what was missed) in order."""

    hits: int = 0
    found: int = 0
    wanted: int = 0
    findings: int = 0
    known: Counter[str] = field(default_factory=Counter)
    stated: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    misses: list[tuple[str, str]] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Of the citations found, those that are printed; 1.0 without any."""
        return self.hits / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Of the citations printed, those found; 1.0 without any."""
        return self.hits / self.wanted if self.wanted else 1.0

    def shares(self) -> dict[str, float]:
        """For each field, how many of the files that tell it are known and right."""
        return {name: self.known[name] / count for name, count in self.stated.items()}


def measured(parts: Iterable[Sample], meanings: DecisionMeanings | None = None) -> DecisionMeasure:
    """Read samples and count."""
    total = DecisionMeasure()
    for sample in parts:
        _count(total, sample, decision_of(sample, meanings))
    return total


@cache
def decision_of(sample: Sample, meanings: DecisionMeanings | None) -> Decision:
    """What is read of a sample; it is read once, by whoever asks first."""
    given = (sample.name, sample.content, _lexicon(), _registry(), sample_numbers())
    return read_case(*given, meanings=meanings).decision


@cache
def sample_numbers() -> KnownNumbers:
    """The numbers by which samples are read."""
    return known_numbers()


_lexicon, _registry = cache(decision_lexicon), cache(load_registry)


def fields_of(decision: Decision) -> dict[str, object]:
    """The fields that a sample answers."""
    return {
        "outcome": decision.outcome,
        "played": decision.played,
        "edition": decision.laws_edition,
        "instance": decision.instance,
        "deposit": decision.deposit,
        "unanimous": decision.unanimous,
    }


def is_right(name: str, value: object, sample: Sample) -> bool:
    """True for the sample's answer."""
    if name == "instance":
        return _bare(str(value)) in {_bare(name) for name in sample.instances}
    return bool(value == getattr(sample, name))


def _bare(body: str) -> str:
    """A body's name in small letters without an article: "The Committee" is "Committee"."""
    return body.casefold().removeprefix("the ")


def is_stated(name: str, sample: Sample) -> bool:
    """True where the file tells the field."""
    return any(sample.instances) if name == "instance" else getattr(sample, name) not in ("", None)


def _count(total: DecisionMeasure, sample: Sample, decision: Decision) -> None:
    cited = Counter(f"{c.work}:{place}" for c in decision.citations for place in c.ids)
    expected: Counter[str] = Counter()
    for (place, _), count in sample.citations.items():
        expected[place] += count
    with_finding = Counter(
        (f"{c.work}:{place}", c.finding == "not-breached") for c in decision.citations for place in c.ids
    )
    total.hits += (cited & expected).total()
    total.found, total.wanted = total.found + cited.total(), total.wanted + expected.total()
    total.findings += (with_finding & sample.citations).total()
    for what, places in (("extra", cited - expected), ("missing", expected - cited)):
        if places:
            total.misses.append((sample.name, f"{what} {' '.join(sorted(places.elements()))}"))
    for name, value in fields_of(decision).items():
        told = is_stated(name, sample)
        total.stated[name] += told
        if value in ("", None):
            if told:
                total.misses.append((sample.name, f"{name} unknown"))
        elif is_right(name, value, sample):
            total.known[name] += told
        else:
            total.wrong[name] += 1
            total.misses.append((sample.name, f"{name} WRONG: {value}"))


def _main(part: str, meanings: DecisionMeanings | None) -> None:
    total = measured(samples(part), meanings)
    for name, miss in total.misses:
        print(f"{name}: {miss}")
    print(f"precision {total.precision:.4f} ({total.hits}/{total.found}), recall {total.recall:.4f}", end=" ")
    print(f"({total.hits}/{total.wanted}), with finding {total.findings}/{total.wanted}")
    for name, share in total.shares().items():
        print(f"{name}: known {total.known[name]}/{total.stated[name]} = {share:.3f}, wrong {total.wrong[name]}")


if __name__ == "__main__":
    _main(*(sys.argv[1:2] or ["held_out"]), outcome_meanings() if "--meanings" in sys.argv else None)
