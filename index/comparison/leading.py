"""References that are printed as before in a newer edition and lead elsewhere: the number they name is another rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.alignment.fate import NumberFates
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.model import Expression, Reference
from index.comparison.rewordings import TextPair, plain_words


@dataclass(frozen=True)
class LeadingElsewhere:
    """A reference of the text ``expression``, as ``printed``: it led to ``was``, and now leads to ``leads``.

    ``today`` are the numbers that the rules it led to have in the newer edition, empty where they were dropped.
    """

    expression: str
    printed: str
    was: tuple[ProvisionId, ...]
    today: tuple[ProvisionId, ...]
    leads: tuple[ProvisionId, ...]


def leading_elsewhere(
    library: Library, fates: NumberFates, pair: TextPair, number: ProvisionId, home: ProvisionId
) -> Iterator[LeadingElsewhere]:
    """The references of a rule and its home that are printed alike, of which none of the rules is the same.

    What a rule says of itself or of what is around it ("this law") leads nowhere else.
    """
    old, new = pair
    before, after = _by_print(library, old, number), _by_print(library, new, home)
    for printed, references in before.items():
        for one, other in zip(references, after.get(printed, ()), strict=False):
            was, leads = _targets(old, one), _targets(new, other)
            around = any(place.contains(number) for place in was) and any(place.contains(home) for place in leads)
            if not (was and leads) or around:
                continue
            today = {gone for place in was for gone in fates.fate(old.edition, place, new.edition).today}
            if not any(a.contains(b) or b.contains(a) for a in today for b in leads):
                yield LeadingElsewhere(new.key, printed, was, tuple(sorted(today)), leads)


def _by_print(library: Library, text: Expression, place: ProvisionId) -> dict[str, list[Reference]]:
    found: defaultdict[str, list[Reference]] = defaultdict(list)
    for reference in library.references(text.key, str(place)):
        found[plain_words(reference.printed)].append(reference)
    return found


def _targets(text: Expression, reference: Reference) -> tuple[ProvisionId, ...]:
    own = (one.id for one in reference.targets if (one.work, one.edition) == (text.work, text.edition))
    return tuple(ProvisionId.of(place) for place in own if is_provision_id(place))
