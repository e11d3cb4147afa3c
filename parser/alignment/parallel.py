"""What an alignment compares: a new text beside known ones, and the provisions of either side with their neighbours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from corpus.ids import ProvisionId
from corpus.model import Expression, Provision
from corpus.terms import Term
from corpus.text import CLAUSE_ENDS, sentences
from parser.alignment.similarity import char_ngrams

ConceptNames = Mapping[str, Sequence[str]]
"""The names of each concept in one language."""
_SHORT = 20
"""A sentence of fewer characters counts for nothing by itself."""


@dataclass(frozen=True)
class ProvisionTree:
    """The provisions of one side in document order, named by id (or shared identity)."""

    keys: tuple[str, ...]

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of each key."""
        return {key: n for n, key in enumerate(self.keys)}

    @cached_property
    def ids(self) -> tuple[ProvisionId, ...]:
        """The ids in the order of the keys."""
        return tuple(ProvisionId.of(key) for key in self.keys)

    @cached_property
    def parent(self) -> tuple[int, ...]:
        """For each provision the place of its parent, -1 for a law."""
        return tuple(self.index.get(str(place.parent), -1) for place in self.ids)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The positions of the parts of each provision."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for n, parent in enumerate(self.parent):
            found[parent].append(n)
        return tuple(tuple(found[n]) for n in range(len(self.keys)))

    @cached_property
    def siblings(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each provision the sibling before and the sibling after it, -1 where there is none."""
        before, after = [-1] * len(self.keys), [-1] * len(self.keys)
        last: dict[int, int] = {}
        for n, parent in enumerate(self.parent):
            if parent in last:
                before[n], after[last[parent]] = last[parent], n
            last[parent] = n
        return tuple(before), tuple(after)


@dataclass(frozen=True)
class ParallelText:
    """One expression's words and references. ``provisions`` and ``references`` are by key; ``identity`` gives the keys
    of provisions whose printed number is not the identity shared by the languages.
    """

    language: str
    provisions: Mapping[str, Provision]
    references: Mapping[str, tuple[str, ...]]
    identity: Mapping[str, str]

    @classmethod
    def of(cls, expression: Expression, identity: Mapping[str, str]) -> ParallelText:
        """The text with only those references that it makes itself, never what a concordance made of them."""
        targets: defaultdict[str, list[str]] = defaultdict(list)
        for reference in expression.references:
            for target in reference.targets:
                if (target.work, target.edition) == (expression.work, expression.edition):
                    place = identity.get(reference.anchor.place, reference.anchor.place)
                    targets[place].append(identity.get(target.id, target.id))
        provisions = {identity.get(str(p.id), str(p.id)): p for p in expression.walk()}
        return cls(expression.language, provisions, {key: tuple(ids) for key, ids in targets.items()}, identity)

    def own(self, key: str) -> str:
        """Heading and own words of a provision; empty where this text has none."""
        found = self.provisions.get(key)
        return f"{self.heading(key)} {found.text}".strip() if found else ""

    def heading(self, key: str) -> str:
        """The heading of a provision; empty where it has none."""
        found = self.provisions.get(key)
        return found.heading.text if found and found.heading else ""

    def sentences(self, key: str) -> tuple[str, ...]:
        """The sentences of the own words, the whole where it has none of some length."""
        own = self.own(key)
        long = tuple(one for one in sentences(own, ends=CLAUSE_ENDS, before="") if len(one) > _SHORT)
        return long or ((own,) if own else ())

    def own_ngrams(self, key: str) -> Counter[str]:
        """How often each n-gram is in the own words of a provision; not to be changed."""
        return self._own.get(key) or Counter()

    def whole_ngrams(self, key: str) -> Counter[str]:
        """The n-grams of a provision and all below it; not to be changed."""
        return self._whole.get(key) or Counter()

    @cached_property
    def _own(self) -> Mapping[str, Counter[str]]:
        return {key: char_ngrams(self.own(key)) for key in self.provisions}

    @cached_property
    def _whole(self) -> Mapping[str, Counter[str]]:
        found: dict[str, Counter[str]] = {}
        # Children follow their parent in document order.
        for key, provision in reversed(list(self.provisions.items())):
            found[key] = Counter(self._own[key])
            for child in provision.children:
                found[key].update(found[self.identity.get(str(child.id), str(child.id))])
        return found


@dataclass(frozen=True)
class Pairing:
    """A new text beside the known ones: the provisions of the new (``source``) and of today (``target``) in order."""

    source: ProvisionTree
    new: ParallelText
    target: ProvisionTree
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
        texts = [ParallelText.of(e, identities.get(e.key, {})) for e in (new, *known)]
        keys = {key for text in texts[1:] for key in text.provisions}
        target = ProvisionTree(tuple(sorted(keys, key=lambda key: ProvisionId.of(key).sort_key)))
        listed = tuple(terms)
        names = {text.language: {term.key: term.forms(text.language) for term in listed} for text in texts}
        return cls(ProvisionTree(tuple(texts[0].provisions)), texts[0], target, tuple(texts[1:]), names)
