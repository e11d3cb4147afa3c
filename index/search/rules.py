"""Which provisions of the expressions are one and the same rule: what a search result is about.

A rule of the laws in force is named by its identity (``laws:16C2``). Older editions reach it through the concordance;
what has no place there, and every regulation, is a rule of its own. Definitions meet in the alignment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache, cached_property

from corpus.alignment.concordance import Concordance, ConcordanceError
from corpus.alignment.fate import NumberFates
from corpus.alignment.rows import Alignment
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression

DEFINITION = "def:"
TERM = "term:"


class RuleIndex:
    """The rules of a library: from a place of an expression to its rules, and from a rule to its places."""

    def __init__(self, library: Library, concordance: Concordance, alignment: Alignment) -> None:
        """The alignment decides which definitions define one term."""
        self._library = library
        self._concordance = concordance
        self._alignment = alignment

    @cached_property
    def work(self) -> str:
        """The work whose newest edition names the rules."""
        return self._library.registry.editions[0].work

    @cached_property
    def edition(self) -> str:
        """The edition of that work in force."""
        return self._library.registry.current_edition(self.work)

    def rules_of(self, key: str, place: str) -> tuple[str, ...]:
        """The rules of a place of an expression; several where an old rule was split."""
        return self._rules[key].get(place, ())

    def expressions_of(self, rule: str) -> dict[str, tuple[str, ...]]:
        """The places of a rule by expression, in document order."""
        return self._places.get(rule, {})

    def exists(self, rule: str) -> bool:
        """True when any text has the rule."""
        return rule in self._places

    @cached_property
    def fates(self) -> NumberFates:
        """What became of the numbers of every edition of that work."""
        return NumberFates.of(self._concordance, self._library)

    def rules_now(self, numbers: Iterable[ProvisionId]) -> tuple[str, ...]:
        """The rules that the edition in force has under numbers of its own."""
        return tuple(rule for number in numbers if self.exists(rule := self._current(str(number))))

    @cached_property
    def laws(self) -> frozenset[str]:
        """The numbers of the laws, in every edition."""
        return self._concordance.laws

    def numbers(self, edition: str) -> frozenset[str]:
        """The numbers that the tables name of an edition."""
        return self._concordance.numbers(edition)

    def law(self, rule: str) -> str:
        """The rule of the whole law that holds a rule; a definition is its own."""
        return self.above(rule)[-1] if self.above(rule) else rule

    def above(self, rule: str) -> tuple[str, ...]:
        """The rules that a rule is under, the nearest first: ``laws:16C`` and ``laws:16`` for ``laws:16C2``."""
        return _above(rule)

    def _current(self, place: str) -> str:
        return f"{self.work}:{place}"

    @cached_property
    def _rules(self) -> dict[str, dict[str, tuple[str, ...]]]:
        return {e.key: self._of_expression(e) for e in self._library.expressions}

    @cached_property
    def _places(self) -> dict[str, dict[str, tuple[str, ...]]]:
        found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for key, by_place in self._rules.items():
            for place, rules in by_place.items():
                for rule in rules:
                    found[rule][key].append(place)
        return {rule: {key: tuple(places) for key, places in by_key.items()} for rule, by_key in found.items()}

    def _of_expression(self, expression: Expression) -> dict[str, tuple[str, ...]]:
        rules = {str(p.id): self._of_place(expression, str(p.id)) for p in expression.walk()}
        rules |= {address: (self._of_definition(expression, address),) for address, _ in expression.all_definitions()}
        return rules

    def _of_definition(self, expression: Expression, address: str) -> str:
        row = self._alignment.row_of(expression.key, address)
        if row is not None and row.key.startswith(TERM):
            return f"{DEFINITION}{row.key[len(TERM) :]}"
        return f"{DEFINITION}{expression.key}/{address[len(DEFINITION) :]}"

    def _of_place(self, expression: Expression, place: str) -> tuple[str, ...]:
        if expression.work != self.work:
            return (f"{expression.work}:{place}",)
        if expression.edition == self.edition:
            return (self._current(self._library.wid(expression.key, place)),)
        try:
            homes = self._concordance.forward(expression.edition, place, self.edition).ids
        except ConcordanceError:
            homes = ()
        return tuple(map(self._current, homes)) or (f"{expression.work}-{expression.edition}:{place}",)


@cache
def _above(rule: str) -> tuple[str, ...]:
    work, _, place = rule.partition(":")
    if rule.startswith(DEFINITION):
        return ()
    parts = ProvisionId.of(place).parts
    return tuple(f"{work}:{ProvisionId(parts[:depth])}" for depth in range(len(parts) - 1, 0, -1))
