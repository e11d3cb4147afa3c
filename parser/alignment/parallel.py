"""The two sides of an alignment: provisions in order with their neighbours, and their texts with references."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from corpus.ids import ProvisionId
from corpus.model import Expression, Provision
from corpus.text import CLAUSE_ENDS, sentences
from parser.alignment.similarity import char_ngrams

_SHORT = 20


@dataclass(frozen=True)
class ProvisionTree:
    """The provisions of one side in document order, named by id (or shared identity)."""

    keys: tuple[str, ...]

    @cached_property
    def index(self) -> dict[str, int]:
        return {key: n for n, key in enumerate(self.keys)}

    @cached_property
    def ids(self) -> tuple[ProvisionId, ...]:
        return tuple(ProvisionId.of(key) for key in self.keys)

    @cached_property
    def parent(self) -> tuple[int, ...]:
        """For each provision the place of its parent, -1 for a law."""
        return tuple(self.index.get(str(place.parent), -1) for place in self.ids)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for n, parent in enumerate(self.parent):
            found[parent].append(n)
        return tuple(tuple(found[n]) for n in range(len(self.keys)))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sibling before and the sibling after each provision, -1 where there is none."""
        before, after = [-1] * len(self.keys), [-1] * len(self.keys)
        last: dict[int, int] = {}
        for n, parent in enumerate(self.parent):
            if parent in last:
                before[n], after[last[parent]] = last[parent], n
            last[parent] = n
        return tuple(before), tuple(after)


@dataclass(frozen=True)
class ParallelText:
    """One expression's words and references by the keys of its side."""

    language: str
    provisions: Mapping[str, Provision]
    references: Mapping[str, tuple[str, ...]]
    _known: dict[str, Counter[str]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, expression: Expression, identity: Mapping[str, str]) -> ParallelText:
        """``identity`` gives the shared identity where it is not the printed number.

        Only what the text itself cites is read, never what a concordance made of it.
        """
        targets: defaultdict[str, list[str]] = defaultdict(list)
        for reference in expression.references:
            for target in reference.targets:
                if (target.work, target.edition) == (expression.work, expression.edition):
                    here = identity.get(reference.anchor.place, reference.anchor.place)
                    targets[here].append(identity.get(target.id, target.id))
        provisions = {identity.get(str(p.id), str(p.id)): p for p in expression.walk()}
        return cls(expression.language, provisions, {key: tuple(ids) for key, ids in targets.items()})

    def own(self, key: str) -> str:
        """Heading and own words of a provision; empty where this text has none."""
        found = self.provisions.get(key)
        return f"{self.heading(key)} {found.text}".strip() if found else ""

    def heading(self, key: str) -> str:
        found = self.provisions.get(key)
        return found.heading.text if found and found.heading else ""

    def sentences(self, key: str) -> tuple[str, ...]:
        """The sentences of the own words, the whole where it has none of some length."""
        own = self.own(key)
        return tuple(s for s in sentences(own, ends=CLAUSE_ENDS, before="") if len(s) > _SHORT) or (
            (own,) if own else ()
        )

    def own_pieces(self, key: str) -> Counter[str]:
        if key not in self._known:
            self._known[key] = char_ngrams(self.own(key))
        return self._known[key]

    def whole_pieces(self, key: str) -> Counter[str]:
        """The pieces of a provision and all below it."""
        own = Counter(self.own_pieces(key))
        found = self.provisions.get(key)
        for child in found.children if found else ():
            own.update(self.whole_pieces(self._key_of(child)))
        return own

    def _key_of(self, provision: Provision) -> str:
        return self._keys[id(provision)]

    @cached_property
    def _keys(self) -> dict[int, str]:
        return {id(provision): key for key, provision in self.provisions.items()}
