"""What there must be at each number of a text, told by the other texts of its edition, or through the number tables by
those of another: a heading, about so many words, notes, filled cells of tables, definitions.

The texts that are held differ from one another in hardly any of this: of 827 numbers that the Danish and the Swedish
laws of 2017 share, two have a heading in one of them only. So what no other text has as it was read is asked about.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import median

from corpus.alignment.concordance import Concordance
from corpus.ids import ProvisionId
from corpus.model import Expression, Provision, Table
from corpus.registry import Registry
from parser.recognition.account import QuestionCode
from parser.recognition.regularity import prose_words

_TELLING = 60  # numbers that both have; fewer may be those of an extract
_WORDS = 15  # that a provision has at least if its length is to tell how long the language is
_GROSS, _MORE = log(2), 12  # how much longer or shorter than usual, and by how many words at least
_CHANCE = 8  # words by which any two texts may differ
_HEADING = 12  # words of a heading that may have taken in a text
_CELLS = 0.4  # the most by which the filled cells of a law may differ, as a share of those of either
_NO_CELL = 0.99  # the same between editions: tables that are there, or are not
_NOTED = 0.7  # of the numbers at which the others have notes, those at which none may be missing by chance
_DEFINED = 0.8  # as many definitions as the others, or as few
_DEEP = 2  # parts of a number of which all editions agree whether it has a heading


@dataclass(frozen=True)
class Shape:
    """What is at a number: words of its heading (0 for none), its own words, calls of notes, filled cells."""

    heading: int
    words: int
    notes: int
    cells: int


@dataclass(frozen=True)
class Difference:
    """What a text has otherwise than all others: the numbers where it does, "" for the whole book, and of what there is
    how much ``here`` and ``there``."""

    code: QuestionCode
    places: tuple[str, ...]
    here: int
    there: int


@dataclass(frozen=True)
class Skeleton:
    """A text as shapes by number, those of the text that it is compared with."""

    shapes: Mapping[str, Shape]
    definitions: int
    is_same_edition: bool = True


def own_skeleton(text: Expression, registry: Registry) -> Skeleton:
    """The skeleton of a text by its own numbers, one that differs between languages by what they share."""
    wid = registry[text.key].wid or {}
    shapes = {wid.get(str(one.id), str(one.id)): _shape(one) for one in text.walk()}
    return Skeleton(shapes, len(list(text.all_definitions())))


def beside_skeletons(
    text: Expression, texts: Sequence[Expression], registry: Registry, tables: Concordance
) -> tuple[Difference, ...]:
    """Where a text differs from all of ``texts`` that have the number: those of its edition, else of the nearest that a
    table leads to. () where too few numbers are shared."""
    own = Skeleton({str(one.id): _shape(one) for one in text.walk()}, len(list(text.all_definitions())))
    others = [one for one in _others(text, texts, registry, tables) if len(own.shapes.keys() & one.shapes) >= _TELLING]
    if not others:
        return ()
    shared = {place: [one.shapes[place] for one in others if place in one.shapes] for place in own.shapes}
    shared = {place: shapes for place, shapes in shared.items() if shapes}
    found = [*_headings(own, shared, others), *_cells(own, others), *_definitions(own, others)]
    if others[0].is_same_edition:
        found += [*_sizes(own, others), *_notes(own, shared)]
    return tuple(found)


def agreeing_headings(
    text: Expression, texts: Sequence[Expression], registry: Registry, tables: Concordance
) -> frozenset[str]:
    """The numbers that have a heading, or none, as in another of ``texts`` that has them."""
    return frozenset(
        str(one.id)
        for other in _others(text, texts, registry, tables)
        for one in text.walk()
        if (shape := other.shapes.get(str(one.id))) is not None and (shape.heading > 0) == (one.heading is not None)
    )


def _shape(one: Provision) -> Shape:
    calls = sum(len(passage.prose.marks) for passage in one.passages())
    cells = sum(
        bool(cell) for block in one.own_blocks if isinstance(block, Table) for row in block.rows for cell in row
    )
    return Shape(len(one.heading.text.split()) if one.heading else 0, prose_words(one), calls, cells)


def _others(
    text: Expression, texts: Sequence[Expression], registry: Registry, tables: Concordance
) -> Iterator[Skeleton]:
    same = [one for one in texts if (one.work, one.edition) == (text.work, text.edition)]
    if same or text.work != "laws":
        yield from (own_skeleton(one, registry) for one in same)
        return
    editions = {one.edition for one in texts if one.work == text.work and tables.joins(one.edition, text.edition)}
    if editions:
        nearest = min(editions, key=lambda one: (abs(int(one) - int(text.edition)), one))
        for one in texts:
            if (one.work, one.edition) == (text.work, nearest):
                yield _carried(text, own_skeleton(one, registry), nearest, tables)


def _carried(text: Expression, other: Skeleton, edition: str, tables: Concordance) -> Skeleton:
    """A skeleton by the numbers of a text of another edition: the rules that went from one number to one number."""
    shapes = {}
    for one in text.walk():
        place = str(one.id)
        passage = tables.forward(text.edition, place, edition)
        if passage.stays and len(passage.ids) == 1 and not passage.part and passage.ids[0] in other.shapes:
            shapes[place] = other.shapes[passage.ids[0]]
    return Skeleton(shapes, other.definitions, False)


def _headings(own: Skeleton, shared: Mapping[str, Sequence[Shape]], others: Sequence[Skeleton]) -> Iterator[Difference]:
    depths: defaultdict[tuple[QuestionCode, int], list[str]] = defaultdict(list)
    for place, shapes in shared.items():
        depth, heading = len(ProvisionId.of(place).parts), own.shapes[place].heading
        if depth > _DEEP and not others[0].is_same_edition:
            continue
        if not heading and all(one.heading for one in shapes):
            depths["heading-lost", depth].append(place)
        elif heading and not any(one.heading for one in shapes):
            depths["heading-extra", depth].append(place)
        elif heading >= _HEADING and all(heading > 3 * one.heading for one in shapes):
            depths["heading-long", 0].append(place)
    for (code, depth), places in depths.items():
        at = [place for place in shared if depth in (0, len(ProvisionId.of(place).parts))]
        here = sum(own.shapes[place].heading > 0 for place in at)
        yield Difference(code, tuple(places), here, sum(shared[place][0].heading > 0 for place in at))


def _sizes(own: Skeleton, others: Sequence[Skeleton]) -> Iterator[Difference]:
    odd: list[set[str]] = []
    for other in others:
        sizes = {
            place: (own.shapes[place].words, its.words) for place, its in other.shapes.items() if place in own.shapes
        }
        usual = median([log(a / b) for a, b in sizes.values() if min(a, b) >= _WORDS] or [0.0])
        odd.append(
            {
                place
                for place, (a, b) in sizes.items()
                if abs(a - b) >= _MORE and abs(log((a + _CHANCE) / (b + _CHANCE)) - usual) > _GROSS
            }
            | (own.shapes.keys() - other.shapes.keys())
        )
    shared = set[str]().union(*(one.shapes for one in others))
    for place in own.shapes:
        if place in shared and all(place in one for one in odd):
            there = next(one.shapes[place].words for one in others if place in one.shapes)
            yield Difference("size", (place,), own.shapes[place].words, there)


def _cells(own: Skeleton, others: Sequence[Skeleton]) -> Iterator[Difference]:
    here, there = _by_law(own), [_by_law(one) for one in others]
    laws = {ProvisionId.of(place).law for place in own.shapes}
    known = {ProvisionId.of(place).law for one in others for place in one.shapes}
    for law in sorted(laws & known, key=ProvisionId.of):
        counts = [one[law] for one in there]
        if not any(counts) and here[law]:
            yield Difference("cells", (law,), here[law], 0)
        elif all(counts):
            limit = _CELLS if others[0].is_same_edition else _NO_CELL
            if all(abs(here[law] - count) > limit * max(here[law], count) for count in counts):
                yield Difference("cells", (law,), here[law], counts[0])


def _by_law(one: Skeleton) -> Counter[str]:
    cells = Counter[str]()
    for place, shape in one.shapes.items():
        cells[ProvisionId.of(place).law] += shape.cells
    return cells


def _notes(own: Skeleton, shared: Mapping[str, Sequence[Shape]]) -> Iterator[Difference]:
    """Notes at nearly none of the numbers at which the others have some; one by one where several texts agree."""
    noted = [place for place, shapes in shared.items() if all(one.notes for one in shapes)]
    lacking = [place for place in noted if not own.shapes[place].notes]
    agreed = any(len(shapes) > 1 for shapes in shared.values())
    if lacking and (agreed or len(lacking) > _NOTED * len(noted)):
        here = sum(own.shapes[place].notes for place in own.shapes)
        yield Difference("notes-few", tuple(lacking), here, sum(shapes[0].notes for shapes in shared.values()))


def _definitions(own: Skeleton, others: Sequence[Skeleton]) -> Iterator[Difference]:
    counts = [one.definitions for one in others if one.definitions]
    here = own.definitions
    if counts and (here < _DEFINED * min(counts) or _DEFINED * here > max(counts)):
        yield Difference("definitions", (), here, counts[0])
