"""What is wrong with the ruling paths when they are held against the texts.

A path may not be trusted after a text it quotes has changed, when two answers of a question can both be right, or when
a rule of the laws it claims to cover is nowhere on it. Which laws those are is recorded with the situations.

A rule is *covered* when a provision with its words, or one that this is a part of, is read out at an end that can be
reached, or quoted by a question that can be reached. What an end merely cites covers nothing.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.model import Provision, Table
from corpus.paths.ruling_path import PathQuestion, RulingPath, TableSituations

PathFaultCode = Literal[
    "no-path",  # a situation without a path, or a path without a situation
    "language",  # ``found`` is the language in which words are missing
    "quotation",  # the words ``found`` are not in the provision ``place``
    "provision",  # there is no provision ``place``
    "unreviewed",  # no sum of the text of ``place`` is recorded
    "changed",  # the text of ``place`` is not the one whose sum is recorded; ``found`` is its sum now
    "few",  # a question with fewer than two answers
    "twice",  # two answers with the same words, or that lead to the same place ``found``
    "unreached",  # no answer leads to the question or end
    "circle",  # an answer leads back to a question before it
    "unfounded",  # neither the question nor any of its answers quotes a provision
    "situation",  # an end names the situation ``found``, which there is not
    "uncovered",  # no path reaches the rule ``place``
]


@dataclass(frozen=True)
class PathFault:
    """A fault in the path ``path`` at the question or end ``station``, both empty for a fault of all paths."""

    code: PathFaultCode
    path: str = ""
    station: str = ""
    place: str = ""
    found: str = ""

    def __str__(self) -> str:
        where = f"data/paths/{self.path}.toml" if self.path else "data/paths"
        return ": ".join(filter(None, (where, self.station, self.code, self.place, self.found)))


def path_faults(
    situations: TableSituations, paths: Sequence[RulingPath], library: Library, reviewed: Mapping[str, str]
) -> tuple[PathFault, ...]:
    """All faults. ``reviewed`` are the sums of the texts as they were when a person last read the paths against them,
    by ``expression/place``.
    """
    return tuple(_faults(situations, paths, library, reviewed))


def cited_texts(situations: TableSituations, paths: Iterable[RulingPath], library: Library) -> dict[str, str]:
    """The sum of each provision that a path quotes, reads out or names, by ``expression/place``."""
    found = {}
    for path in paths:
        for _, key, place in _places(situations, library, path):
            if provision := _provision(library, key, place):
                found[f"{key}/{place}"] = _sum(library, key, provision)
    return dict(sorted(found.items()))


def home(situations: TableSituations, library: Library, place: str) -> str:
    """The expression in which a quoted place is: the quoted text, or else the regulations."""
    return situations.text if _provision(library, situations.text, place) else situations.dbf


def uncovered(
    situations: TableSituations, paths: Iterable[RulingPath], library: Library, laws: Iterable[str]
) -> Iterator[str]:
    """The provisions of ``laws`` with words of their own that no path reaches, in document order."""
    reached = {place for path in paths for place in _reached(path)}
    for law in laws:
        whole = _provision(library, situations.text, law)
        for provision in whole.walk() if whole else ():
            parts = provision.id.parts
            above = {str(ProvisionId(parts[:depth])) for depth in range(1, len(parts) + 1)}
            # What only opens a list is read with the list: its parts are asked for one by one.
            if not provision.children and provision.own_blocks and not above & reached:
                yield str(provision.id)


def _faults(
    situations: TableSituations, paths: Sequence[RulingPath], library: Library, reviewed: Mapping[str, str]
) -> Iterator[PathFault]:
    languages = situations.languages
    known = {situation.key for situation in situations.situations}
    for key in sorted(known ^ {path.key for path in paths}):
        yield PathFault("no-path", key)
    for situation in situations.situations:
        yield from (PathFault("language", situation.key, found=code) for code in _missing(situation.words, languages))
    for path in paths:
        yield from _shape_faults(path, languages, known)
        yield from _text_faults(situations, path, library, reviewed)
    yield from (
        PathFault("uncovered", place=place) for place in uncovered(situations, paths, library, situations.covered)
    )


def _shape_faults(path: RulingPath, languages: Collection[str], known: Collection[str]) -> Iterator[PathFault]:
    """Faults in the questions and answers themselves."""
    for key in path.stations:
        if key not in path.reached:
            yield PathFault("unreached", path.key, key)
    if circle := _circle(path):
        yield PathFault("circle", path.key, circle)
    for question in path.questions:
        yield from _question_faults(path.key, question, languages)
    for end in path.ends:
        yield from (PathFault("situation", path.key, end.key, found=key) for key in end.then if key not in known)


def _question_faults(path: str, question: PathQuestion, languages: Collection[str]) -> Iterator[PathFault]:
    answers = question.answers
    if len(answers) < 2:
        yield PathFault("few", path, question.key)
    if not question.basis and not any(answer.basis for answer in answers):
        yield PathFault("unfounded", path, question.key)
    for words in (question.words, *(answer.words for answer in answers)):
        yield from (PathFault("language", path, question.key, found=code) for code in _missing(words, languages))
    texts = Counter(words for answer in answers for words in set(map(str.casefold, answer.words.values())))
    goals = Counter(answer.to for answer in answers)
    for found in (one for counted in (texts, goals) for one, number in counted.items() if number > 1):
        yield PathFault("twice", path, question.key, found=found)


def _text_faults(
    situations: TableSituations, path: RulingPath, library: Library, reviewed: Mapping[str, str]
) -> Iterator[PathFault]:
    """Faults against the texts: places that are not there, words that are not in them, texts that changed."""
    for station, key, place in _places(situations, library, path):
        provision = _provision(library, key, place)
        if provision is None:
            yield PathFault("provision", path.key, station, place)
            continue
        recorded, now = reviewed.get(f"{key}/{place}"), _sum(library, key, provision)
        if recorded is None:
            yield PathFault("unreviewed", path.key, station, place)
        elif recorded != now:
            yield PathFault("changed", path.key, station, place, now)
    for station, quoted in path.quotations():
        key = home(situations, library, quoted.place)
        provision = _provision(library, key, quoted.place)
        if provision and _plain(quoted.words) not in _own_words(library, key, provision):
            yield PathFault("quotation", path.key, station, quoted.place, quoted.words)


def _places(situations: TableSituations, library: Library, path: RulingPath) -> Iterator[tuple[str, str, str]]:
    """Every place a path names: key of the station, expression, place."""
    for station, quoted in path.quotations():
        yield station, home(situations, library, quoted.place), quoted.place
    for end in path.ends:
        yield from ((end.key, situations.text, place) for place in (*end.read, *end.cites))
        yield from ((end.key, situations.dbf, place) for place in end.dbf)


def _reached(path: RulingPath) -> Iterator[str]:
    for station, quoted in path.quotations():
        if station in path.reached:
            yield quoted.place
    for end in path.ends:
        if end.key in path.reached:
            yield from end.read


def _circle(path: RulingPath) -> str:
    """The key of a question that can be met twice; empty where there is none."""
    done: set[str] = set()

    def visit(key: str, above: tuple[str, ...]) -> str:
        if key in above:
            return key
        station = path.stations[key]
        if key in done or not isinstance(station, PathQuestion):
            return ""
        done.add(key)
        return next(filter(None, (visit(answer.to, (*above, key)) for answer in station.answers)), "")

    return visit(path.questions[0].key, ())


def _missing(words: Mapping[str, str], languages: Collection[str]) -> list[str]:
    return [code for code in sorted(languages) if not words.get(code, "").strip()]


def _provision(library: Library, key: str, place: str) -> Provision | None:
    known = key in library.registry.keys and is_provision_id(place)
    return library.provision(key, place) if known else None


def _own_words(library: Library, key: str, provision: Provision) -> str:
    """A provision's text without its parts, its notes after it, all blanks alike."""
    notes = (block for note in library.notes(key, provision.id) for block in note.blocks)
    return _plain(" ".join(_words(block) for block in (*provision.own_blocks, *notes)))


def _sum(library: Library, key: str, provision: Provision) -> str:
    """The sum of what is read out with a provision: what opens those it is a part of, itself, its parts."""
    depths = range(1, len(provision.id.parts))
    above = (library.provision(key, ProvisionId(provision.id.parts[:depth])) for depth in depths)
    read = (*filter(None, above), *provision.walk())
    lines = (f"{part.id} {_own_words(library, key, part)}\n" for part in read)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _words(block: object) -> str:
    return " ".join(" ".join(row) for row in block.rows) if isinstance(block, Table) else getattr(block, "text", "")


def _plain(text: str) -> str:
    return " ".join(text.split())
