"""What a list that is shown in part lacks: whoever reads three of four choices takes them for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from corpus.ids import Level, ProvisionId, is_provision_id
from index.search.excerpts import unsaid

ROOM = 760  # letters of what is shown with what it lacked: the last member of a list is often a short one


class LawSentence(NamedTuple):
    """A sentence of a law where it stands: ``at`` is its number at its ``place``, ``lead`` what it goes on from."""

    place: str
    at: int
    text: str
    lead: str = ""


def completed(shown: Sequence[int], law: Sequence[LawSentence], first: int, most: int) -> list[int]:
    """Sentences of a ``law`` by their numbers, the best first, with those that their lists and paragraphs lack.

    Where two or more members of one list are shown, those between them are too, and those behind them where its first
    one is; where two sentences of a paragraph are, those between. They stand in their order then, but the best one is
    first. All must fit, ``most`` sentences in ROOM letters; what was put behind them and the ``first`` ones gives way.

    >>> law = [LawSentence(place, 0, "x" * 100) for place in ("9A1", "9A2", "9A3", "9B")]
    >>> completed([0, 1, 3], law, 2, 3), completed([3, 1, 0], law, 2, 4), completed([1, 0, 3], law, 3, 3)
    ([0, 1, 2], [3, 0, 1, 2], [1, 0, 3])
    >>> completed([2, 0], [LawSentence("9", at, "x" * 100) for at in range(3)], 2, 3)
    [2, 0, 1]
    """
    found = list(shown)
    for group, missing in _gaps(shown, law):
        own = [number for number in found if number in group]
        if not missing or len(own) < 2 or any(law[number].text.endswith(":") for number in missing):
            continue
        kept = list(found)
        for other in reversed(found[max(first, found.index(own[-1]) + 1) :]):
            if _fits([*kept, *missing], law, most):
                break
            kept.remove(other)
        if not _fits([*kept, *missing], law, most):
            continue
        begin = min(map(kept.index, own))
        together = sorted({*own, *missing})
        if not begin:
            together.remove(found[0])
            together.insert(0, found[0])
        found = [*kept[:begin], *together, *(one for one in kept[begin:] if one not in group)]
    return found


def _fits(numbers: Sequence[int], law: Sequence[LawSentence], most: int) -> bool:
    texts = [law[number].text for number in numbers]
    leads = (unsaid(lead, texts) for lead in {law[number].lead for number in numbers})
    return len(numbers) <= most and sum(map(len, (*texts, *leads))) <= ROOM


def _gaps(shown: Collection[int], law: Sequence[LawSentence]) -> Iterator[tuple[frozenset[int], list[int]]]:
    """The lists and paragraphs that are shown in part: all sentences of each, and those that lack."""
    lists, paragraphs = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for number, one in enumerate(law):
        paragraphs[one.place].append(number)
        if is_provision_id(one.place):
            lists[_list_of(one)].append(number)
    lists.pop("", None)
    for group in lists.values():
        own = [number for number in group if number in shown]
        places = {law[number].place for number in own}
        if len(places) > 1:
            # Where its first member is not shown, nobody takes what ends before its last one for the whole list.
            last = group[-1] if law[own[0]].place == law[group[0]].place else own[-1]
            missing = [n for n in group if own[0] < n <= last and not law[n].at and law[n].place not in places]
            yield frozenset(group), missing
    for group in paragraphs.values():
        own = [number for number in group if number in shown]
        if len(own) > 1:
            yield frozenset(group), [number for number in range(own[0], own[-1]) if number not in own]


def _list_of(one: LawSentence) -> str:
    """The place whose list a sentence is of; "" for the sections of a law, each of which stands by itself."""
    parent = ProvisionId.of(one.place).parent
    return str(parent) if parent is not None and (one.lead or parent.level > Level.LAW) else ""
