"""All expressions together, with the look-ups that search, graph and pages need."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

from corpus.ids import ProvisionId, follows
from corpus.model import Definition, Expression, Note, Part, Provision, Reference
from corpus.registry import ExpressionEntry, Registry

V = TypeVar("V")


@dataclass(frozen=True)
class MissingProvision:
    """A ``number`` that does not exist.

    ``known`` is the nearest provision above it that exists, None for an unknown law; ``has`` are the provisions
    directly under ``known`` (without one: the laws) in document order.
    """

    number: ProvisionId
    known: ProvisionId | None
    has: tuple[ProvisionId, ...]

    @property
    def span(self) -> str:
        """The first and the last label of what exists: ``A–D``, ``A``; empty where nothing does."""
        return "–".join(dict.fromkeys(place.parts[-1] for place in (*self.has[:1], *self.has[-1:])))

    def runs(self) -> tuple[tuple[str, str], ...]:
        """The labels of what exists as runs from first to last: ``(("1", "93"), ("201", "206"))``."""
        runs: list[tuple[str, str]] = []
        for label in (place.parts[-1] for place in self.has):
            if runs and follows(label, runs[-1][1]):
                runs[-1] = (runs[-1][0], label)
            else:
                runs.append((label, label))
        return tuple(runs)


@dataclass(frozen=True)
class Library:
    """The corpus as values. Addresses are ``(expression key, place)``; a place is an id or ``def:<headword>``."""

    registry: Registry
    expressions: tuple[Expression, ...]

    def __getitem__(self, key: str) -> Expression:
        return self._by_key[key]

    def entry(self, key: str) -> ExpressionEntry:
        """What the registry has about an expression. Raises KeyError for an unknown key."""
        return self.registry[key]

    def provision(self, key: str, place: str | ProvisionId) -> Provision | None:
        """The provision at ``place`` of an expression, or None."""
        return self._provisions[key].get(str(place))

    def definition(self, key: str, place: str) -> Definition | None:
        """The definition at ``def:<headword>``; case of the headword does not matter."""
        return self._definitions[key].get(place.casefold())

    def exists(self, key: str, place: str) -> bool:
        """True when an expression has a provision or definition at a place."""
        return self.provision(key, place) is not None or self.definition(key, place) is not None

    def notes(self, key: str, place: str | ProvisionId) -> tuple[Note, ...]:
        """Notes anchored at a provision, in order."""
        return self._notes[key].get(str(place), ())

    def note(self, key: str, note_key: str) -> Note | None:
        """The note with a key; None when the expression has none."""
        return next((note for note in self[key].notes if note.key == note_key), None)

    def references(self, key: str, place: str) -> tuple[Reference, ...]:
        """References in a place (a provision, a definition or a Note.key)."""
        return self._references[key].get(place, ())

    def part_of(self, key: str, law: str) -> tuple[Part, ...]:
        """The chapters and groups that hold a law, outermost first."""
        return tuple(part for part in self[key].parts if law in part.laws)

    def order(self, key: str) -> Mapping[str, int]:
        """Document order of the provisions of an expression."""
        return self._order[key]

    def heading_path(self, key: str, place: str | ProvisionId) -> tuple[tuple[str, str], ...]:
        """``(id, heading)`` of a provision and its ancestors, the law first; headings may be empty."""
        whole = ProvisionId.of(str(place))
        out = []
        for depth in range(1, len(whole.parts) + 1):
            provision = self.provision(key, ProvisionId(whole.parts[:depth]))
            if provision is not None:
                out.append((str(provision.id), provision.heading.text if provision.heading else ""))
        return tuple(out)

    def misprints(self, key: str) -> Mapping[str, str]:
        """Numbers that a text prints and does not have, with what they are after correction: 27E of nb-1997 is 27C."""
        return self._misprints[key]

    def of_work(self, work: str, edition: str) -> tuple[Expression, ...]:
        """The expressions that carry an edition."""
        return tuple(e for e in self.expressions if e.work == work and e.edition == edition)

    def same_edition(self, one: str, other: str) -> bool:
        """True for two expressions of one edition of one work."""
        a, b = self.entry(one), self.entry(other)
        return (a.work, a.edition) == (b.work, b.edition)

    def wid(self, key: str, place: str) -> str:
        """The identity of a provision shared by the languages of its edition."""
        return (self.entry(key).wid or {}).get(place, place)

    @cached_property
    def _by_key(self) -> dict[str, Expression]:
        return {expression.key: expression for expression in self.expressions}

    @cached_property
    def _provisions(self) -> dict[str, dict[str, Provision]]:
        return {e.key: {str(p.id): p for p in e.walk()} for e in self.expressions}

    @cached_property
    def _misprints(self) -> dict[str, dict[str, str]]:
        return {e.key: dict(_misprints(e, self._provisions[e.key])) for e in self.expressions}

    @cached_property
    def _order(self) -> dict[str, dict[str, int]]:
        return {e.key: {str(p.id): n for n, p in enumerate(e.walk())} for e in self.expressions}

    @cached_property
    def _definitions(self) -> dict[str, dict[str, Definition]]:
        return {e.key: {place.casefold(): d for place, d in e.all_definitions()} for e in self.expressions}

    @cached_property
    def _notes(self) -> dict[str, dict[str, tuple[Note, ...]]]:
        return {
            e.key: _grouped((anchor, note) for note in e.notes for anchor in note.anchors) for e in self.expressions
        }

    @cached_property
    def _references(self) -> dict[str, dict[str, tuple[Reference, ...]]]:
        return {e.key: _grouped((r.anchor.place, r) for r in e.references) for e in self.expressions}


def missing_provision(number: ProvisionId, inventory: Collection[str]) -> MissingProvision:
    """What exists instead of a number; ``inventory`` are the ids of a text. Beside a law there are laws of its kind.

    >>> missing_provision(ProvisionId.of("16Z"), ("16", "16A", "16B", "X90")).runs()
    (('A', 'B'),)
    """
    above = (ProvisionId(number.parts[:depth]) for depth in range(len(number.parts) - 1, 0, -1))
    known = next((place for place in above if str(place) in inventory), None)
    below = _children(frozenset(inventory)).get(known.parts if known else (), ())
    same_kind = [p for p in below if known is not None or p.law.startswith("X") == number.law.startswith("X")]
    return MissingProvision(number, known, tuple(same_kind))


def _misprints(expression: Expression, inventory: Collection[str]) -> Iterator[tuple[str, str]]:
    for provision in expression.walk():
        if not provision.label_emendations:
            continue
        *above, own = provision.id.parts
        printed = re.sub(r"\W", "", provision.label_as_printed)
        # Not a label of the same kind: the page lost it or ran it together with others.
        if len(printed) != len(own) or printed.isdigit() != own.isdigit() or printed == own:
            continue
        for one in provision.walk():
            misprint = str(ProvisionId((*above, printed, *one.id.parts[len(above) + 1 :])))
            if misprint not in inventory:
                yield misprint, str(one.id)


def _grouped(pairs: Iterable[tuple[str, V]]) -> dict[str, tuple[V, ...]]:
    out: defaultdict[str, list[V]] = defaultdict(list)
    for key, value in pairs:
        out[key].append(value)
    return {key: tuple(values) for key, values in out.items()}


@lru_cache(maxsize=16)
def _children(inventory: frozenset[str]) -> Mapping[tuple[str, ...], tuple[ProvisionId, ...]]:
    """The places below each place, by its parts, in document order: a text's are the same for every question."""
    found: defaultdict[tuple[str, ...], list[ProvisionId]] = defaultdict(list)
    for place in sorted(map(ProvisionId.of, inventory)):
        found[place.parts[:-1]].append(place)
    return {parts: tuple(places) for parts, places in found.items()}
