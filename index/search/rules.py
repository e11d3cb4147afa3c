"""Which provisions of the expressions are one and the same rule: what a search result is about.

A rule of the laws in force is named by its identity (``laws:16C2``). Older editions reach it through the concordance;
what has no place there, and every regulation, is a rule of its own. Definitions meet in the alignment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression

if TYPE_CHECKING:  # most questions ask no table
    from corpus.alignment.concordance import Concordance
    from corpus.alignment.fate import NumberFates
    from corpus.alignment.rows import Alignment

DEFINITION = "def:"
TERM = "term:"


RuleTable = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By expression and place, in document order, the rules of the place; definitions come after provisions."""


class RuleIndex:
    """The rules of a library: from a place of an expression to its rules, and from a rule to its places.

    ``work`` is the work whose newest edition names the rules, ``edition`` that edition.
    """

    def __init__(self, library: Library, table: RuleTable, open_concordance: Callable[[], Concordance]) -> None:
        """The concordance is opened when a number of an edition is asked for that no text has."""
        self._library = library
        self._rules = table
        self._open_concordance = open_concordance
        self.work = library.registry.editions[0].work
        self.edition = library.registry.current_edition(self.work)

    def rules_of(self, key: str, place: str) -> tuple[str, ...]:
        """The rules of a place of an expression; several where an old rule was split."""
        return self._rules[key].get(place, ())

    def inventories(self) -> dict[str, frozenset[str]]:
        """The ids of each expression's provisions."""
        return {
            key: frozenset(place for place in by_place if not place.startswith(DEFINITION))
            for key, by_place in self._rules.items()
        }

    def expressions_of(self, rule: str) -> dict[str, tuple[str, ...]]:
        """The places of a rule by expression, in document order."""
        return self._places.get(rule, {})

    def exists(self, rule: str) -> bool:
        """True when any text has the rule."""
        return rule in self._places

    @cached_property
    def fates(self) -> NumberFates:
        """What became of the numbers of every edition of that work."""
        from corpus.alignment.fate import NumberFates

        return NumberFates.of(self._concordance, self._library)

    def rules_now(self, numbers: Iterable[ProvisionId]) -> tuple[str, ...]:
        """The rules that the edition in force has under numbers of its own."""
        return tuple(rule for number in numbers if self.exists(rule := f"{self.work}:{number}"))

    @cached_property
    def laws(self) -> frozenset[str]:
        """The numbers of the laws, in every edition."""
        return self._concordance.laws

    def numbers(self, edition: str) -> frozenset[str]:
        """The numbers that the tables name of an edition."""
        return self._concordance.numbers(edition)

    def law(self, rule: str) -> str:
        """The rule of the whole law that holds a rule; a definition is its own."""
        return _law(rule)

    def above(self, rule: str) -> tuple[str, ...]:
        """The rules that a rule is under, the nearest first: ``laws:16C`` and ``laws:16`` for ``laws:16C2``."""
        return _above(rule)

    @cached_property
    def _concordance(self) -> Concordance:
        return self._open_concordance()

    @cached_property
    def _places(self) -> dict[str, dict[str, tuple[str, ...]]]:
        found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for key, by_place in self._rules.items():
            for place, rules in by_place.items():
                for rule in rules:
                    found[rule][key].append(place)
        return {rule: {key: tuple(places) for key, places in by_key.items()} for rule, by_key in found.items()}


def rule_index(library: Library, concordance: Concordance, alignment: Alignment) -> RuleIndex:
    """The rules of a library, worked out. The alignment decides which definitions define one term."""
    return RuleIndex(library, rule_table(library, concordance, alignment), lambda: concordance)


def rule_table(library: Library, concordance: Concordance, alignment: Alignment) -> RuleTable:
    """The rules of every provision and definition of a library."""
    from corpus.alignment.fate import NumberFates

    fates = NumberFates.of(concordance, library)
    return {expression.key: _of_expression(library, expression, fates, alignment) for expression in library.expressions}


def _of_expression(
    library: Library, expression: Expression, fates: NumberFates, alignment: Alignment
) -> dict[str, tuple[str, ...]]:
    rules = {str(p.id): _of_place(library, expression, p.id, fates) for p in expression.walk()}
    rules |= {address: (_of_definition(expression, address, alignment),) for address, _ in expression.all_definitions()}
    return rules


def _of_definition(expression: Expression, address: str, alignment: Alignment) -> str:
    row = alignment.row_of(expression.key, address)
    if row is not None and row.key.startswith(TERM):
        return f"{DEFINITION}{row.key[len(TERM) :]}"
    return f"{DEFINITION}{expression.key}/{address[len(DEFINITION) :]}"


def _of_place(library: Library, expression: Expression, place: ProvisionId, fates: NumberFates) -> tuple[str, ...]:
    work = library.registry.editions[0].work
    current = library.registry.current_edition(work)
    if expression.work != work:
        return (f"{expression.work}:{place}",)
    if expression.edition == current:
        return (f"{work}:{library.wid(expression.key, str(place))}",)
    homes = fates.fate(expression.edition, place, current).today
    return tuple(f"{work}:{home}" for home in homes) or (f"{expression.work}-{expression.edition}:{place}",)


def work_and_place(rule: str) -> tuple[str, str]:
    """The work that a rule is of, and its place there.

    >>> work_and_place("laws:16C2"), work_and_place("laws:def:STIK")
    (('laws', '16C2'), ('laws', 'def:STIK'))
    """
    work, _, place = rule.partition(":")
    return work, place


@cache
def _law(rule: str) -> str:
    above = _above(rule)
    return above[-1] if above else rule


@cache
def _above(rule: str) -> tuple[str, ...]:
    work, place = work_and_place(rule)
    if rule.startswith(DEFINITION):
        return ()
    parts = ProvisionId.of(place).parts
    return tuple(f"{work}:{ProvisionId(parts[:depth])}" for depth in range(len(parts) - 1, 0, -1))
