"""All expressions together, with the look-ups that search, graph and pages need."""

from __future__ import annotations

import re
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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

    @property
    def nearest(self) -> ProvisionId | None:
        """What is opened instead: ``known``, else the law whose number is nearest; None where there are no laws."""
        return self.known or min(self.has, key=self._distance, default=None)

    @property
    def nearness(self) -> tuple[bool, int]:
        """Orders texts that lack a number: the law itself before any other, then by how far the nearest one is."""
        nearest = self.nearest
        return self.known is None, self._distance(nearest) if nearest else sys.maxsize

    def _distance(self, law: ProvisionId) -> int:
        return abs(law.sort_key[0][1] - self.number.sort_key[0][1])

    def runs(self) -> tuple[tuple[str, str], ...]:
        """The labels of what exists as runs from first to last: ``(("1", "93"), ("201", "206"))``."""
        runs: list[tuple[str, str]] = []
        for label in (place.parts[-1] for place in self.has):
            if runs and follows(label, runs[-1][1]):
                runs[-1] = (runs[-1][0], label)
            else:
                runs.append((label, label))
        return tuple(runs)


class Library:
    """The corpus as values. Addresses are ``(expression key, place)``; a place is an id or ``def:<headword>``."""

    def __init__(self, registry: Registry, expressions: Iterable[Expression]) -> None:
        self.registry = registry
        self.content_sum = ""
        self._texts = {expression.key: _Text(lambda whole=expression: whole) for expression in expressions}  # type: ignore[misc]

    @classmethod
    def on_demand(
        cls, registry: Registry, readers: Mapping[str, Callable[[], Expression]], content_sum: str
    ) -> Library:
        """A library whose expressions are read, each once, when something of them is first asked for.

        ``content_sum`` is a sum over all that the readers read; it is "" for a library made of values.
        """
        library = cls(registry, ())
        library.content_sum = content_sum
        library._texts = {key: _Text(read) for key, read in readers.items()}
        return library

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """All of them, in the registry's order."""
        return tuple(text.expression for text in self._texts.values())

    def __getitem__(self, key: str) -> Expression:
        return self._texts[key].expression

    def entry(self, key: str) -> ExpressionEntry:
        """What the registry has about an expression. Raises KeyError for an unknown key."""
        return self.registry[key]

    def provision(self, key: str, place: str | ProvisionId) -> Provision | None:
        """The provision at ``place`` of an expression, or None."""
        return self._texts[key].provisions.get(str(place))

    def definition(self, key: str, place: str) -> Definition | None:
        """The definition at ``def:<headword>``; case of the headword does not matter."""
        return self._texts[key].definitions.get(place.casefold())

    def exists(self, key: str, place: str) -> bool:
        """True when an expression has a provision or definition at a place."""
        return self.provision(key, place) is not None or self.definition(key, place) is not None

    def notes(self, key: str, place: str | ProvisionId) -> tuple[Note, ...]:
        """Notes anchored at a provision, in order."""
        return self._texts[key].notes.get(str(place), ())

    def note(self, key: str, note_key: str) -> Note | None:
        """The note with a key; None when the expression has none."""
        return next((note for note in self[key].notes if note.key == note_key), None)

    def references(self, key: str, place: str) -> tuple[Reference, ...]:
        """References in a place (a provision, a definition or a Note.key)."""
        return self._texts[key].references.get(place, ())

    def part_of(self, key: str, law: str) -> tuple[Part, ...]:
        """The chapters and groups that hold a law, outermost first."""
        return tuple(part for part in self[key].parts if law in part.laws)

    def order(self, key: str) -> Mapping[str, int]:
        """Document order of the provisions of an expression."""
        return self._texts[key].order

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
        return self._texts[key].misprints

    def of_work(self, work: str, edition: str) -> tuple[Expression, ...]:
        """The expressions that carry an edition."""
        entries = ((key, self.entry(key)) for key in self._texts)
        return tuple(self[key] for key, entry in entries if entry.work == work and entry.edition == edition)

    def same_edition(self, one: str, other: str) -> bool:
        """True for two expressions of one edition of one work."""
        a, b = self.entry(one), self.entry(other)
        return (a.work, a.edition) == (b.work, b.edition)

    def wid(self, key: str, place: str) -> str:
        """The identity of a provision shared by the languages of its edition."""
        return (self.entry(key).wid or {}).get(place, place)

    def number(self, key: str, shared: str) -> str | None:
        """The number that an expression prints for a provision by its shared identity; None when it has none.

        73A2 is 73A1 in Danish 2017, where 73A1 is no provision.
        """
        wids = self.entry(key).wid or {}
        own = next((number for number, wid in wids.items() if wid == shared), shared)
        return own if self.wid(key, own) == shared and self.provision(key, own) else None


class _Text:
    """One expression, read when it is first needed, with its look-ups."""

    def __init__(self, read: Callable[[], Expression]) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._held: Expression | None = None

    @property
    def expression(self) -> Expression:
        """The whole of it; however many threads ask at once, it is read once."""
        if self._held is None:
            with self._lock:
                if self._held is None:
                    self._held = self._read()
        return self._held

    @cached_property
    def provisions(self) -> dict[str, Provision]:
        return {str(p.id): p for p in self.expression.walk()}

    @cached_property
    def misprints(self) -> dict[str, str]:
        return dict(_misprints(self.expression, self.provisions))

    @cached_property
    def order(self) -> dict[str, int]:
        return {str(p.id): n for n, p in enumerate(self.expression.walk())}

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        return {place.casefold(): d for place, d in self.expression.all_definitions()}

    @cached_property
    def notes(self) -> dict[str, tuple[Note, ...]]:
        return _grouped((anchor, note) for note in self.expression.notes for anchor in note.anchors)

    @cached_property
    def references(self) -> dict[str, tuple[Reference, ...]]:
        return _grouped((r.anchor.place, r) for r in self.expression.references)


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
