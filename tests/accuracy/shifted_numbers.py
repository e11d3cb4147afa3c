"""Rules that stand at a number beside their own, in a text of which the edition is held in another language alone.

    python -m tests.accuracy.shifted_numbers [--seed N]...

In each of ten laws a rule is left out or one of another law put in, so that those behind it have the number before or
after their own. Seeds 2 to 5 were read; 6 to 9 were measured once, after that, and not read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from app.build.content_check import rules_elsewhere
from corpus import store
from corpus.ids import ROMANS, ProvisionId
from corpus.library import Library
from corpus.model import Expression, Provision

SEEDS, SHIFTS = (6, 7, 8, 9), 10
PAIRS = (("sv-2017", "da-2017"), ("da-2017", "sv-2017"))


@dataclass(frozen=True)
class ShiftedText:
    """A text with, by number, the number that each shifted rule has of its own; ``places`` are those shifted below."""

    expression: Expression
    moved: Mapping[str, str]
    places: tuple[ProvisionId, ...]


@dataclass(frozen=True)
class ShiftsFound:
    """Rules moved, told rightly, told at a third number; rules told that were not moved; places, and those told of."""

    moved: int
    right: int
    wrong: int
    false: int
    places: int
    told: int


def shifted(text: Expression, seed: int, count: int = SHIFTS) -> ShiftedText:
    """The text with ``count`` of its laws shifted below one place each."""
    random = Random(seed)
    laws, moved, places = list(text.laws), dict[str, str](), list[ProvisionId]()
    spare = [p for p in text.walk() if not p.children and p.text]
    whole = [n for n, law in enumerate(laws) if any(len(one.children) > 2 for one in law.walk())]
    for at, number in enumerate(random.sample(whole, count)):
        place = random.choice([one.id for one in laws[number].walk() if len(one.children) > 2])
        new = random.choice(spare) if at % 2 else None
        laws[number] = _edited(laws[number], place, new, random, moved)
        places.append(place)
    return ShiftedText(replace(text, laws=tuple(laws)), moved, tuple(places))


def found(library: Library, own: str, held: str, seed: int) -> ShiftsFound:
    """Shift a text, look at it beside the one that is held, count."""
    text = shifted(replace(library[own], key="x"), seed)
    entry = replace(library.entry(own), key="x")
    registry = replace(library.registry, expressions=(*library.registry.expressions, entry))
    told = {row.new: row.old for row in rules_elsewhere(text.expression, [library[held]], registry)}
    beside = [one for one in told if not any(ProvisionId.of(m).contains(ProvisionId.of(one)) for m in text.moved)]
    right = sum(told.get(one) == place for one, place in text.moved.items())
    places = sum(any(ProvisionId.of(one).parent == place for one in told) for place in text.places)
    wrong = len(told.keys() & text.moved.keys()) - right
    return ShiftsFound(len(text.moved), right, wrong, len(beside), len(text.places), places)


def _edited(
    one: Provision, place: ProvisionId, new: Provision | None, random: Random, moved: dict[str, str]
) -> Provision:
    if one.id != place:
        return replace(one, children=tuple(_edited(child, place, new, random, moved) for child in one.children))
    children = list(one.children)
    at = random.randrange(len(children) - 1)
    labels = [child.id.parts[-1] for child in children]
    if new is None:
        del children[at]
    else:
        children.insert(at, new)
        labels.append(_following(labels[-1]))
    made = []
    for label, child in zip(labels, children, strict=False):
        made.append(_renamed(child, (*place.parts, label)))
        if child is not new and made[-1].id != child.id:
            moved[str(made[-1].id)] = str(child.id)
    return replace(one, children=tuple(made))


def _renamed(one: Provision, parts: tuple[str, ...]) -> Provision:
    children = tuple(_renamed(child, (*parts, child.id.parts[-1])) for child in one.children)
    return replace(one, id=ProvisionId(parts), children=children)


def _following(label: str) -> str:
    if label.isdigit():
        return str(int(label) + 1)
    return ROMANS[ROMANS.index(label) + 1] if label in ROMANS and len(label) > 1 else chr(ord(label) + 1)


def main() -> int:
    """Print a line a text and seed; 1 where a rule was told that was not moved, or at a number that is not its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, action="append")
    library, failed = store.load_library(), 0
    for seed in parser.parse_args().seed or SEEDS:
        for own, held in PAIRS:
            one = found(library, own, held, seed)
            failed += bool(one.wrong or one.false)
            print(f"{seed:4} {own} beside {held}: {one}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
