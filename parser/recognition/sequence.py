"""Which label each row has: the cheapest reading of all rows of the laws at once, by a search over open lists.

The state is the provision now open; its parts are also the last members of all open lists, so they decide which label
may follow. A label that does not follow, a list that does not begin at its beginning, and words read as no label
though they look like one, cost; so does a look that elsewhere belongs to another depth. What cost something is a
question.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from rapidfuzz.distance import Prefix

from corpus.ids import ROMANS, Level, follows
from parser.layout.outline import FIRST
from parser.recognition.labels import LabelCandidate
from parser.recognition.laws import LawStart
from parser.recognition.rows import BookRow

Path = tuple[str, ...]

SKIPPED, NESTED = 5.0, 2.5
_BEAM = 24
_LOOK, _EDGE = 2.0, 1.5  # the most that a look, or a left edge, which elsewhere has another depth costs
_STRANGE = 1.2  # a bare label where labels of that depth look otherwise
_NAMED = 2.0  # words that begin with "Nr. 2" or "Punkt A" where the book has few labels of that kind
_NUMBERED = 2.0  # words that begin with a number where the book's numbers look just so
_ENOUGH = 4  # labels of one look that tell something


@dataclass(frozen=True)
class RowReading:
    """A row as read: the open provision after it, its label (None: it has none) and what the reading cost.

    ``rivals`` are other readings that were possible where it stands, likeliest first; None is "no label".
    """

    path: Path
    label: LabelCandidate | None
    cost: float
    rivals: tuple[tuple[Path, LabelCandidate | None], ...] = ()


@dataclass(frozen=True)
class _Step:
    path: Path
    label: LabelCandidate | None
    cost: float
    total: float
    before: _Step | None


class LabelLooks:
    """What labels of each depth look like, learnt from a first reading."""

    def __init__(self, rows: Sequence[BookRow], readings: Sequence[RowReading | None]) -> None:
        looks: defaultdict[str, Counter[int]] = defaultdict(Counter)
        edges: defaultdict[int, list[float]] = defaultdict(list)
        for row, reading in zip(rows, readings, strict=True):
            if reading is not None and reading.label is not None and len(reading.path) > 1 and row.paragraph:
                looks[_look(row, reading.label)][len(reading.path)] += 1
                if row.paragraph.indent >= 0:
                    edges[len(reading.path)].append(row.paragraph.hang)
        self._looks: Mapping[str, Counter[int]] = looks
        self._at = sum(looks.values(), Counter[int]())
        self._edges = {depth: median(found) for depth, found in edges.items() if len(found) >= _ENOUGH}

    def is_usual(self, row: BookRow, label: LabelCandidate) -> bool:
        """True for a look that the labels of the book often have."""
        return self._looks.get(_look(row, label), Counter()).total() >= 2 * _ENOUGH

    def cost(self, row: BookRow, label: LabelCandidate, depth: int) -> float:
        """What it costs that a label of this look and place stands for a provision of ``depth``."""
        found = self._looks.get(_look(row, label), Counter())
        total = found.total()
        # Letters and romans may share a look, so the looks of one depth are compared, not the depths of one look.
        usual = max((one[depth] for one in self._looks.values()), default=0)
        cost = _LOOK * (1 - found[depth] / usual) if usual >= _ENOUGH else 0.0
        if label.bare and total < _ENOUGH <= self._at[depth] / 2:
            cost += _STRANGE
        if row.paragraph and row.paragraph.indent >= 0 and depth in self._edges and len(set(self._edges.values())) > 1:
            off = {at: abs(row.paragraph.hang - edge) for at, edge in self._edges.items()}
            nearest = min(off.values())
            cost += min(_EDGE, (off[depth] - nearest) / 12)
        return cost


def read_sequence(
    rows: Sequence[BookRow], starts: Sequence[LawStart], fixed: Mapping[int, Path | None]
) -> list[RowReading | None]:
    """A reading for each row from the first law on, None before it.

    ``fixed`` are rows that a person decided: the provision that they begin, or None for no label.
    """
    first = _search(rows, starts, fixed, None)
    return _search(rows, starts, fixed, LabelLooks(rows, first))


def _search(
    rows: Sequence[BookRow], starts: Sequence[LawStart], fixed: Mapping[int, Path | None], looks: LabelLooks | None
) -> list[RowReading | None]:
    heads = {start.row: (start.number, start.label) for start in starts if start.row not in fixed}
    for at, path in fixed.items():
        if path is not None and len(path) == 1:  # decided to begin a law, whatever is open
            heads[at] = path[0], _label_of(rows[at], path)
    begin = min(heads, default=len(rows))
    beam: list[_Step] = []
    for at in range(begin, len(rows)):
        if at in heads:
            number, head = heads[at]
            best = min(beam, key=lambda step: step.total, default=None)
            beam = [_Step((number,), head, 0.0, best.total if best else 0.0, best)]
            continue
        made: dict[Path, _Step] = {}
        for step in beam:
            for path, label, cost in _alternatives(rows[at], step.path, looks, fixed.get(at, ()), at in fixed):
                new = _Step(path, label, cost, step.total + cost, step)
                if path not in made or new.total < made[path].total:
                    made[path] = new
        beam = sorted(made.values(), key=lambda step: step.total)[:_BEAM]
    readings: list[RowReading | None] = [None] * len(rows)
    found: _Step | None = min(beam, key=lambda one: one.total, default=None)
    for at in range(len(rows) - 1, begin - 1, -1):
        assert found is not None
        readings[at] = RowReading(found.path, found.label, found.cost, _rivals(rows[at], found, looks, at in heads))
        found = found.before
    return readings


def _rivals(
    row: BookRow, chosen: _Step, looks: LabelLooks | None, is_head: bool
) -> tuple[tuple[Path, LabelCandidate | None], ...]:
    if chosen.before is None or is_head or not row.labels:
        return ()
    options = sorted(_alternatives(row, chosen.before.path, looks, (), False), key=lambda one: one[2])
    return tuple(
        (path, label) for path, label, cost in options if (path, label) != (chosen.path, chosen.label) and cost < 8
    )[:4]


def _alternatives(
    row: BookRow, path: Path, looks: LabelLooks | None, wanted: Path | None, is_fixed: bool
) -> Iterator[tuple[Path, LabelCandidate | None, float]]:
    """(provision open after the row, its label, cost) for every reading of a row."""
    if is_fixed and wanted is not None:
        yield wanted, _label_of(row, wanted), 0.0
        return
    yield path, None, 0.0 if is_fixed else _as_words(row, looks)
    if is_fixed:
        return
    for candidate in row.labels:
        for made, cost in next_paths(path, candidate):
            begins = len(made) > len(path) or made[:-1] != path[: len(made) - 1]
            bare = (
                (0.0 if candidate.signed or len(candidate.atoms) > 2 else 1.2 if begins else 0.3)
                if candidate.bare
                else 0.0
            )
            # A number that is spelled out tells its depth by itself (nb 26A2.1 beside 9A2b). A bare one below a number
            # or a small letter looks as numbers do, not as the letters of its depth; NESTED is its cost.
            nested = (candidate.bare or candidate.kind) and len(made) >= int(Level.LOWER) and made[-1].isdigit()
            look = looks.cost(row, candidate, len(made)) if looks and not (candidate.absolute or nested) else 0.0
            bare *= 0.3 if looks and looks.is_usual(row, candidate) else 1.0
            # Of two readings that follow, the one that takes more of the label is meant.
            yield made, candidate, cost + bare + look + 0.02 * (len(Level) - len(candidate.atoms))


def _label_of(row: BookRow, path: Path) -> LabelCandidate:
    """The label of a row that was decided to begin ``path``: none where its words do not begin with the last part."""
    label = next((c for c in reversed(row.labels) if c.atoms[-1] == path[-1]), None)
    return label or LabelCandidate(path[-1:], False, 0, True, False, False, "")


def _as_words(row: BookRow, looks: LabelLooks | None) -> float:
    """What it costs to take a row with something like a label for words alone."""
    worst = 0.0
    for candidate in row.labels:
        if candidate.automatic:
            return 10.0
        if candidate.kind and not (looks and looks.is_usual(row, candidate)):
            cost = _NAMED
        elif candidate.bare and not (candidate.absolute and len(candidate.atoms) > 1):
            # "I" begins sentences in three languages, "i" and "2" as well.
            atom = candidate.atoms[-1]
            cost = (
                0.2
                if atom in ("I", "i") and row.words_after(candidate)[:1].islower()
                else 2.0
                if len(atom) > 1 and atom.isalpha()
                else _NUMBERED
                if looks and atom.isdigit() and looks.is_usual(row, candidate)
                else 0.9
            )
        elif candidate.absolute:
            cost = 3.0 if candidate.bare or len(candidate.atoms) == 1 else 5.0
        else:
            cost = 6.0
        worst = max(worst, cost)
    return worst


def next_paths(path: Path, label: LabelCandidate) -> Iterator[tuple[Path, float]]:
    """The provisions that a label may begin after ``path``, with what is wrong about each as a cost (0: nothing)."""
    atoms = label.atoms
    if label.absolute:
        if atoms[0] == path[0] and len(atoms) > 1:
            yield from _placed(path, 1, atoms[1:])
        return
    for depth in range(len(path), 0, -1):
        for made, cost in _placed(path, depth, atoms):
            yield made, cost + 0.05 * (len(path) - depth)


def _placed(path: Path, depth: int, atoms: Path) -> Iterator[tuple[Path, float]]:
    last = path[depth] if depth < len(path) else None
    if last == atoms[0] and len(atoms) > 1:
        yield from _placed(path, depth + 1, atoms[1:])
    cost = _step_cost(path[:depth], atoms[0], last)
    made = (*path[:depth], atoms[0])
    for atom in atoms[1:]:
        if cost is None:
            return
        deeper = _step_cost(made, atom, None)
        cost = None if deeper is None else cost + deeper
        made = (*made, atom)
    if cost is not None:
        yield made, cost


def _step_cost(parent: Path, value: str, last: str | None) -> float | None:
    """What it costs to put ``value`` below ``parent`` after its child ``last``; None where it cannot be."""
    if len(parent) >= int(Level.ROMAN):
        return None
    level = Level(len(parent) + 1)
    # A number below a number below a number has no id.
    nested = (
        level in (Level.LOWER, Level.ROMAN) and value.isdigit() and not (level is Level.ROMAN and parent[-1].isdigit())
    )
    fits = {
        Level.UPPER: len(value) == 1 and value.isupper(),
        Level.DIGIT: value.isdigit(),
        Level.LOWER: (len(value) == 1 and value.islower()) or nested,
        Level.ROMAN: value in ROMANS or nested,
    }
    if not fits.get(level, False):
        return None
    cost = NESTED if nested and (last is None or not last.isdigit()) else 0.0
    if last is None:
        first = "1" if nested else FIRST[level]
        if nested and value != first and parent[-1].isdigit() and int(value) - int(parent[-1]) in (0, 1):
            return None  # "3." below "2." or "3." goes on, or says a number again: it opens no list below it
        # After (h) the label (i) is the next letter.
        doubled = 0.5 if level is Level.ROMAN and value == "i" and parent[-1] == "h" else 0.0
        return cost + doubled if value == first else _skip_cost(value, first, level, cost)
    if last.isdigit() != value.isdigit():
        return None
    if follows(value, last, level is Level.ROMAN and not nested):
        return cost
    return _skip_cost(value, last, level, cost)


def _skip_cost(value: str, before: str, level: Level, cost: float) -> float | None:
    """What missing labels between two cost, a little more for each; None where there are too many, or none."""
    missing = _rank(value, level) - _rank(before, level)
    return SKIPPED + cost + 0.3 * missing if 1 <= missing <= 6 else None


def _rank(value: str, level: Level) -> int:
    if value.isdigit():
        return int(value)
    if level is Level.ROMAN:
        return ROMANS.index(value)
    return ord(value)


def _look(row: BookRow, label: LabelCandidate) -> str:
    one = row.paragraph
    return f"{label.look} {int(label.automatic)} {one.style if one else ''}"


def common_length(one: Path, other: Path) -> int:
    """How many parts two paths share at their beginning.

    >>> common_length(("16", "A", "1"), ("16", "A", "2"))
    2
    """
    return Prefix.similarity(one, other)
