"""What the book's own citations, and a text of its edition that is held, tell against a reading: numbers that it cites
and has not, texts much longer or shorter than their counterpart, headings that only one of both has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import log
from statistics import median

from corpus.ids import ProvisionId
from corpus.model import Expression, Prose, Provision
from corpus.registry import Registry
from parser.recognition.account import QuestionCode, ReadingQuestion, Recognition
from parser.recognition.rows import BookRow
from parser.recognition.soundness import as_one

_TELLING = 60  # provisions that both have; fewer may be those of an extract
_WORDS = 15  # that a provision has at least if its length is to tell how long the language is
_GROSS, _MORE = log(2.2), 25  # how much longer or shorter than usual, and by how many words at least
_MOST = 0.5  # of the provisions, those that may differ in their headings if the others are to tell anything


def cited_and_missing(text: Expression) -> tuple[str, ...]:
    """The numbers of its own that a resolved text cites and has not, in order."""
    found = {
        target.id
        for reference in text.references
        if reference.status == "dangling"
        for target in reference.targets
        if (target.work, target.edition) == (text.work, text.edition) and _is_number(target.id)
    }
    return tuple(map(str, sorted(map(ProvisionId.of, found))))


def beside_counterparts(
    rows: Sequence[BookRow], found: Recognition, text: Expression, texts: Sequence[Expression], registry: Registry
) -> tuple[ReadingQuestion, ...]:
    """Questions about the rows of a text, resolved, that its citations or ``texts`` of its edition contradict."""
    first: dict[str, int] = {}
    for use in found.uses:
        if use.id:
            first.setdefault(use.id, use.row)
    asked: list[ReadingQuestion] = []

    def ask(code: QuestionCode, place: str, others: tuple[str, ...] = ()) -> None:
        at = first.get(place)
        if at is not None:
            words = " ".join(rows[at].text.split())[:80]
            asked.append(ReadingQuestion(code, at, rows[at].place, words, f"of {place}", others))

    lacked: defaultdict[str, list[str]] = defaultdict(list)
    for place in cited_and_missing(text):
        lacked[_nearest(ProvisionId.of(place), first)].append(place)
    for place, missing in lacked.items():
        ask("cited", place, tuple(missing))
    same = next((one for one in texts if (one.work, one.edition) == (text.work, text.edition)), None)
    if same is not None:
        for code, place in _differing(text, same, registry):
            ask(code, place)
    return as_one(asked)


def _nearest(place: ProvisionId, known: dict[str, int]) -> str:
    """The provision around a missing one that is there; the law before it where no such law is."""
    above: ProvisionId | None = place
    while above is not None and str(above) not in known:
        above = above.parent
    laws = [ProvisionId.of(one) for one in known if ProvisionId.of(one).parent is None]
    return str(above or max((law for law in laws if law < place), default=min(laws)))


def _differing(text: Expression, other: Expression, registry: Registry) -> Iterator[tuple[QuestionCode, str]]:
    identity = registry[other.key].wid or {}
    held = {identity.get(str(one.id), str(one.id)): one for one in other.walk()}
    pairs = [(one, held[str(one.id)]) for one in text.walk() if str(one.id) in held]
    if len(pairs) < _TELLING:
        return
    sizes = {str(one.id): (_size(one), _size(its)) for one, its in pairs}
    usual = median([log(a / b) for a, b in sizes.values() if min(a, b) >= _WORDS] or [0.0])
    for place, (own, its) in sizes.items():
        if abs(own - its) >= _MORE and abs(log((own + 1) / (its + 1)) - usual) > _GROSS:
            yield "size", place
    uneven = [str(one.id) for one, its in pairs if (one.heading is None) != (its.heading is None)]
    if len(uneven) <= _MOST * len(pairs) or sum(one.heading is not None for one, _ in pairs) == 0:
        yield from (("uneven", place) for place in uneven)


def _size(one: Provision) -> int:
    """The words of a provision without those of its parts."""
    return sum(len(block.text.split()) for block in one.own_blocks if isinstance(block, Prose))


def _is_number(place: str) -> bool:
    try:
        ProvisionId.of(place)
    except ValueError:  # a definition, or a slip of the pen such as "34Cb1"
        return False
    return True
