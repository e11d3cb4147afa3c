"""A rule's way through the editions of the laws: its numbers, and what else its number meant."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.alignment.fate import NumberFate, NumberFates
from corpus.ids import ProvisionId


@dataclass(frozen=True)
class Biography:
    """What ``number`` was in the older editions of the laws, oldest first.

    ``before`` is what the rule was in each; ``others`` what became of the same number of an older edition, where that
    is another rule today or none.
    """

    number: ProvisionId
    before: tuple[NumberFate, ...]
    others: tuple[NumberFate, ...]

    @classmethod
    def of(cls, fates: NumberFates, edition: str, number: ProvisionId) -> Biography:
        """The biography of a number of an edition; an edition that no table joins with it is left out."""
        older = [one for one in fates.editions if one < edition]
        back = (fates.fate(edition, number, one) for one in older)
        forward = (fates.fate(one, number, edition) for one in older)
        others = (fate for fate in forward if fate.fate != "unknown" and number not in fate.today)
        return cls(number, tuple(fate for fate in back if fate.fate != "unknown"), tuple(others))

    def beyond(self, above: Biography) -> Biography:
        """What the biography of the rule around it (``above``) does not lead to.

        A part that kept its label wherever the rule around it went, that was part of what that was, that kept its own
        number, or that is new adds nothing; one that came from elsewhere does, and so does another meaning of a number.
        """
        label = self.number.parts[-1]
        around = {fate.target: numbers_before(fate) for fate in above.before}
        meant = {fate.edition: _parts(fate.today, label) for fate in above.others}
        moved = any(
            numbers not in ((self.number,), _parts(around.get(fate.target, ()), label))
            and not set(numbers) <= set(around.get(fate.target, ()))
            for fate in self.before
            for numbers in (numbers_before(fate),)
        )
        others = tuple(fate for fate in self.others if meant.get(fate.edition) != fate.today)
        return Biography(self.number, self.before if moved else (), others)

    def __bool__(self) -> bool:
        return bool(self.before or self.others)


def numbers_before(fate: NumberFate) -> tuple[ProvisionId, ...]:
    """The numbers of a rule, or those of its parts where it had none as a whole."""
    return fate.today or fate.part_homes


def _parts(numbers: tuple[ProvisionId, ...], label: str) -> tuple[ProvisionId, ...]:
    return tuple(ProvisionId((*number.parts, label)) for number in numbers)
