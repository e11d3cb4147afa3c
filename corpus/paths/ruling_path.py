"""The situations of the first page and the path of each, as values, from the files of ``data/paths``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from corpus.schema import FormatError, Loader


class PathError(FormatError):
    """A file of ``data/paths`` that is not what its kind of file is."""


@dataclass(frozen=True)
class QuotedWords:
    """Words of a provision, letter for letter, on which a question or an answer rests; ``place`` is in the quoted text,
    or else in the regulations.
    """

    place: str
    words: str


@dataclass(frozen=True)
class PathAnswer:
    """An answer in each language of the interface, and the key of the question or the end it leads ``to``."""

    words: Mapping[str, str]
    to: str
    basis: tuple[QuotedWords, ...] = ()


@dataclass(frozen=True)
class PathQuestion:
    """A question about a fact that can be observed, whose answers exclude each other."""

    key: str
    words: Mapping[str, str]
    answers: tuple[PathAnswer, ...]
    basis: tuple[QuotedWords, ...] = ()


@dataclass(frozen=True)
class PathEnd:
    """What is read out: ``read`` in the laws, what it ``cites`` there, and rules of the Danish federation (``dbf``).

    ``then`` are keys of situations that this one can go over into.
    """

    key: str
    read: tuple[str, ...]
    cites: tuple[str, ...] = ()
    dbf: tuple[str, ...] = ()
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class PathWalk:
    """How far a trail leads: the questions with the answers given, and where one is then.

    ``lost`` is the first key of the trail that no answer leads to; empty when all of it was followed.
    """

    steps: tuple[tuple[PathQuestion, PathAnswer], ...]
    at: PathQuestion | PathEnd
    lost: str = ""


@dataclass(frozen=True)
class RulingPath:
    """The path of one situation; it begins with its first question."""

    key: str
    questions: tuple[PathQuestion, ...]
    ends: tuple[PathEnd, ...]

    @cached_property
    def stations(self) -> Mapping[str, PathQuestion | PathEnd]:
        """Questions and ends by their keys."""
        stations: tuple[PathQuestion | PathEnd, ...] = (*self.questions, *self.ends)
        return {station.key: station for station in stations}

    def walk(self, trail: Sequence[str]) -> PathWalk:
        """Follow answers by the keys they lead to. An answer that does not exist ends the walk before it."""
        steps: list[tuple[PathQuestion, PathAnswer]] = []
        at: PathQuestion | PathEnd = self.questions[0]
        for key in trail:
            answers = at.answers if isinstance(at, PathQuestion) else ()
            answer = next((answer for answer in answers if answer.to == key), None)
            if answer is None or not isinstance(at, PathQuestion):
                return PathWalk(tuple(steps), at, key)
            steps.append((at, answer))
            at = self.stations[key]
        return PathWalk(tuple(steps), at)

    @cached_property
    def reached(self) -> frozenset[str]:
        """The keys of what the first question can lead to, itself among them."""
        found, open_ = set[str](), [self.questions[0].key]
        while open_:
            station = self.stations.get(key := open_.pop())
            if key not in found and station is not None:
                found.add(key)
                open_ += [answer.to for answer in station.answers] if isinstance(station, PathQuestion) else []
        return frozenset(found)

    def quotations(self) -> Iterator[tuple[str, QuotedWords]]:
        """Every quotation with the key of the question that rests on it."""
        for question in self.questions:
            for basis in (question.basis, *(answer.basis for answer in question.answers)):
                yield from ((question.key, quoted) for quoted in basis)


@dataclass(frozen=True)
class TableSituation:
    """What may have happened, in each language of the interface; ``key`` names the file of its path."""

    key: str
    words: Mapping[str, str]


@dataclass(frozen=True)
class TableSituations:
    """The situations in the order of the first page, the expression that paths quote (``text``), that of the
    regulations they name (``dbf``), the ``languages`` in which all words must be there, and the laws of which a path
    must reach every branch (``covered``).
    """

    text: str = ""
    dbf: str = ""
    languages: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    situations: tuple[TableSituation, ...] = ()


def read_situations(content: bytes, file: str) -> TableSituations:
    """The situations from the bytes of ``situations.toml``. Raises PathError naming the place."""
    load = Loader(file, PathError)
    found = load.convert(load.toml(content), TableSituations)
    _demand_once(load, "situations", [situation.key for situation in found.situations])
    return found


def read_path(key: str, content: bytes, file: str) -> RulingPath:
    """A path from the bytes of its file. Raises PathError naming the place.

    >>> path = read_path("late", b'''
    ... [[questions]]
    ... key = "kind"
    ... words.en = "Is it a team match?"
    ... answers = [{ words.en = "Yes", to = "teams" }, { words.en = "No", to = "pairs" }]
    ... [[ends]]
    ... key = "teams"
    ... read = ["90B1"]
    ... [[ends]]
    ... key = "pairs"
    ... read = ["90B1"]
    ... ''', "late.toml")
    >>> path.walk(["pairs"]).at.read
    ('90B1',)
    """
    load = Loader(file, PathError)
    path = load.convert({"key": key, **load.toml(content)}, RulingPath)
    if not path.questions:
        raise load.fault("empty", "questions")
    _demand_once(load, "key", [*(question.key for question in path.questions), *(end.key for end in path.ends)])
    for question in path.questions:
        for answer in question.answers:
            if answer.to not in path.stations:
                raise load.fault("choice", f"{question.key}.to", expected=", ".join(path.stations), found=answer.to)
    return path


def _demand_once(load: Loader, place: str, keys: Sequence[str]) -> None:
    if twice := next((key for n, key in enumerate(keys) if key in keys[:n]), ""):
        raise load.fault("twice", place, found=twice)
