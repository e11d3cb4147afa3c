"""What a new edition changed, law by law: what was added, dropped, moved and reworded, with both wordings where one
language has both editions. Notes and definitions are law and are told with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import FateDoubt, NumberFate, NumberFates
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.registry import LAWS
from index.comparison.leading import LeadingElsewhere, leading_elsewhere
from index.comparison.rewordings import (
    Rewording,
    RewordingKind,
    TextPair,
    definition_pairs,
    definition_rewordings,
    kept_notes,
    note_rewordings,
    rule_rewordings,
    text_pairs,
    whole_words,
)

ChangeKind = Literal["added", "dropped", "moved", "split", "merged", "reworded", "changed"]
CHANGE_KINDS: tuple[ChangeKind, ...] = ("added", "dropped", "moved", "split", "merged", "changed", "reworded")


class NoTableError(ValueError):
    """Two editions that no number table joins; the message names those that are joined."""


@dataclass(frozen=True)
class EditionChange:
    """One rule: its ``number`` in the older edition, None for what was added; ``homes`` are those of the newer one.

    ``kinds`` say what became of it: where it went, ``changed`` when the tables say that it orders something else, and
    ``reworded`` when a language has both wordings and they differ: its own words, its heading, a table or a note, which
    is added or dropped where one side has none. Of what was dropped or added the ``rewordings`` have the words, with
    those of its parts that went or came ``along``. ``leading`` are its references that lead elsewhere though they are
    printed as before.
    """

    number: ProvisionId | None
    homes: tuple[ProvisionId, ...]
    kinds: tuple[ChangeKind, ...]
    rewordings: tuple[Rewording, ...] = ()
    along: tuple[ProvisionId, ...] = ()
    leading: tuple[LeadingElsewhere, ...] = ()
    doubt: FateDoubt | None = None
    notes: tuple[str, ...] = ()

    @property
    def place(self) -> ProvisionId:
        """The number by which the change is found: the older one, else the newer."""
        return self.number or self.homes[0]


@dataclass(frozen=True)
class DefinitionChange:
    """A definition of one language: its headword in the older text and in the newer one, empty where there is none."""

    old: str
    new: str
    kind: RewordingKind
    rewordings: tuple[Rewording, ...]


@dataclass(frozen=True)
class LawChanges:
    """The changes of one law, by the older edition's number.

    ``renumbered`` is True where the newer edition has another law of that number: what it added there is not of the law
    that the older edition has.
    """

    law: str
    changes: tuple[EditionChange, ...]
    renumbered: bool = False


def edition_changes(
    library: Library, concordance: Concordance, fates: NumberFates, old: str, new: str
) -> tuple[LawChanges, ...]:
    """What became of each rule of ``old`` that is not the same in ``new``, and what is new, law by law.

    A part that went along with the rule around it has no change of its own. Raises NoTableError.
    """
    if not concordance.joins(old, new) or old == new:
        joined = ", ".join(f"{table.old} {table.new}" for table in concordance.tables)
        raise NoTableError(f"no number table joins {old} and {new}; there are tables for {joined}")
    compared = _Comparison(library, concordance, fates, old, new)
    found = sorted(
        (*compared.of_old(), *compared.added()),
        key=lambda change: (change.place.up_to(change.place.level).sort_key[0], change.number is None, change.place),
    )
    return tuple(
        LawChanges(law, tuple(rows), _is_renumbered(fates, law, old, new))
        for law, rows in groupby(found, key=lambda change: change.place.law)
    )


def definition_changes(library: Library, old: str, new: str) -> tuple[DefinitionChange, ...]:
    """The definitions that are reworded, added or dropped, in each language that has both editions, by headword.

    Of a text that has no definitions at all nothing is told.
    """
    found = []
    for pair in text_pairs(library, LAWS, old, new):
        for before, after in definition_pairs(pair):
            one, other = before[1] if before else None, after[1] if after else None
            if rewordings := tuple(definition_rewordings(pair, one, other)):
                kind: RewordingKind = "reworded" if one and other else "dropped" if one else "added"
                gone, came = (held[0].removeprefix("def:") if held else "" for held in (before, after))
                found.append(DefinitionChange(gone, came, kind, rewordings))
    return tuple(sorted(found, key=lambda one: (one.old or one.new).casefold()))


class _Comparison:
    """Two editions rule by rule."""

    def __init__(self, library: Library, concordance: Concordance, fates: NumberFates, old: str, new: str) -> None:
        self.library, self.fates, self.old, self.new = library, fates, old, new
        self.pairs = text_pairs(library, LAWS, old, new)
        self.found = {number: fates.fate(old, number, new) for number in _numbers(library, concordance, old)}
        came = {number: fates.fate(new, number, old) for number in _numbers(library, concordance, new)}
        self.came = {number: fate for number, fate in came.items() if fate.fate == "new"}
        self.gone = {number: fate for number, fate in self.found.items() if fate.fate == "dropped"}
        # A text without a single note may be one in which nobody looked for them.
        self.kept = [kept_notes(pair, self._homes) if all(text.notes for text in pair) else None for pair in self.pairs]

    def of_old(self) -> Iterator[EditionChange]:
        """What became of each rule of the older edition that is not the same."""
        for number, fate in sorted(self.found.items()):
            if fate.fate in ("unknown", "new"):
                continue
            if fate.fate == "dropped":
                yield from self._of_one_side(number, self.gone, "dropped")
                continue
            own_row = fate.listed == str(number)
            kinds: list[ChangeKind] = [fate.fate] if own_row and fate.fate in ("moved", "split", "merged") else []
            kinds += ["changed"] if fate.changed_itself and own_row else []
            rewordings = tuple(self._rewordings(number, fate))
            kinds += ["reworded"] if rewordings else []
            if kinds:
                leading = tuple(self._leading(number, fate)) if {"changed", "reworded"} & {*kinds} else ()
                yield EditionChange(number, fate.today, tuple(kinds), rewordings, (), leading, fate.doubt, fate.notes)

    def added(self) -> Iterator[EditionChange]:
        """The rules that the newer edition has and the older had not; a part of such a rule comes along with it."""
        for number in sorted(self.came):
            yield from self._of_one_side(number, self.came, "added")

    def _of_one_side(
        self, number: ProvisionId, ends: Mapping[ProvisionId, NumberFate], kind: Literal["added", "dropped"]
    ) -> Iterator[EditionChange]:
        """A rule that one of the editions alone has, with all its words."""
        if _goes_along(number, ends):
            return
        fate, along, gone = ends[number], _along(number, ends), kind == "dropped"
        rewordings: list[Rewording] = []
        for one, other in self.pairs:
            if text := whole_words(self.library, (one if gone else other).key, number, along):
                rewordings.append(Rewording(one.key, other.key, *((text, "") if gone else ("", text))))
        old, homes = (number, fate.today) if gone else (None, (number,))
        yield EditionChange(old, homes, (kind,), tuple(rewordings), along, doubt=fate.doubt, notes=fate.notes)

    def _rewordings(self, number: ProvisionId, fate: NumberFate) -> Iterator[Rewording]:
        for pair, kept in zip(self.pairs, self.kept, strict=True):
            found = rule_rewordings(self.library, pair, number, fate.today[0]) if len(fate.today) == 1 else ()
            # Beside the whole of a merged rule a part lacks what the others brought.
            yield from (one for one in found if fate.fate != "merged" or one.part == "text")
            if kept is not None and fate.today:
                yield from self._notes(pair, number, fate, kept)

    def _notes(
        self, pair: TextPair, number: ProvisionId, fate: NumberFate, kept: frozenset[str]
    ) -> Iterator[Rewording]:
        """The notes of a rule; of what was split or merged at the first of the rules that share their homes."""
        numbers, homes = [number], [*fate.today]
        if len(homes) > 1 or fate.fate == "merged":
            back = {source for home in homes for source in self.fates.fate(self.new, home, self.old).today}
            numbers = sorted({*back, number})
            homes = sorted({home for source in numbers for home in self._homes(source)})
        if numbers[0] == number:
            yield from note_rewordings(self.library, pair, numbers, homes, kept)

    def _homes(self, number: ProvisionId) -> tuple[ProvisionId, ...]:
        return self.fates.fate(self.old, number, self.new).today

    def _leading(self, number: ProvisionId, fate: NumberFate) -> Iterator[LeadingElsewhere]:
        for pair in self.pairs if len(fate.today) == 1 else ():
            yield from leading_elsewhere(self.library, self.fates, pair, number, fate.today[0])


def _goes_along(number: ProvisionId, ends: Mapping[ProvisionId, NumberFate]) -> bool:
    """True for a part that ended, or began, with the rule around it, and of which nothing more is said."""
    above = ends.get(number.parent) if number.parent else None
    own = ends[number]
    doubted = own.doubt == "row" and above is not None and above.doubt is None
    return above is not None and not doubted and {*own.notes} <= {*above.notes}


def _along(number: ProvisionId, ends: Mapping[ProvisionId, NumberFate]) -> tuple[ProvisionId, ...]:
    """What ended or began with a number, part by part below it."""
    found = {number}
    for one in sorted(one for one in ends if number.contains(one) and one != number):
        if one.parent in found and _goes_along(one, ends):
            found.add(one)
    return tuple(sorted(found - {number}))


def _is_renumbered(fates: NumberFates, law: str, old: str, new: str) -> bool:
    fate = fates.fate(old, ProvisionId.of(law), new)
    return fate.namesake and law not in {home.law for home in fate.today or fate.part_homes}


def _numbers(library: Library, concordance: Concordance, edition: str) -> frozenset[ProvisionId]:
    """The numbers of an edition: those of its texts, else those that the tables name."""
    held = {place for expression in library.of_work(LAWS, edition) for place in library.order(expression.key)}
    return frozenset(map(ProvisionId.of, held or concordance.numbers(edition)))
