"""Scores of search against judged questions: success@1, success@3 and MRR, by kind; and the registers as a second set.

``python -m tests.accuracy.measure`` prints one table; ``-v`` also lists the questions that fail, ``--held-out`` also
measures those that nobody reads.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus import store
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from index.search.analyzer import fold, tokenize
from index.search.engine import SearchEngine, load_settings
from index.search.phrasings import ToldLine
from index.search.results import Hit, Result

QUERIES = Path(__file__).with_name("queries.toml")
FROZEN = Path(__file__).with_name("frozen.toml")
HELD_OUT = Path(__file__).with_name("held_out.toml")
UNSEEN = Path(__file__).with_name("unseen.toml")
OBLIQUE = Path(__file__).with_name("oblique.toml")
NATURAL = Path(__file__).with_name("natural.toml")
PHONE = Path(__file__).with_name("phone.toml")
WRITTEN = Path(__file__).with_name("written.toml")
ASKED = Path(__file__).with_name("asked.toml")
WEIGHED = Path(__file__).with_name("weighed.toml")
FURTHER = Path(__file__).with_name("further.toml")
FRESH = Path(__file__).with_name("fresh.toml")
LATER = Path(__file__).with_name("later.toml")
RECENT = Path(__file__).with_name("recent.toml")
PLAIN = Path(__file__).with_name("plain.toml")
MIXED = Path(__file__).with_name("mixed.toml")
VARIED = Path(__file__).with_name("varied.toml")
DEVELOPMENT = Path(__file__).with_name("development.toml")


@dataclass(frozen=True)
class Question:
    """A judged question; an answer is an id of the laws in force, or ``dbf-2008:213A5``."""

    kind: str
    language: str
    text: str
    answers: tuple[str, ...]
    expressions: tuple[str, ...] | None = None
    round: int = 1


@dataclass(frozen=True)
class Score:
    """``ranks`` are the places of the first right hit, 0 where there is none."""

    ranks: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.ranks)

    def success(self, within: int) -> float:
        return sum(1 <= rank <= within for rank in self.ranks) / len(self.ranks)

    @property
    def mrr(self) -> float:
        return sum(1 / rank for rank in self.ranks if rank) / len(self.ranks)


def read_questions(path: Path = QUERIES) -> tuple[Question, ...]:
    table = tomllib.loads(path.read_text("utf-8"))
    return tuple(
        Question(
            block["kind"],
            block["language"],
            text,
            tuple(answers.split()),
            tuple(block["expressions"]) if "expressions" in block else None,
            block.get("round", 1),
        )
        for block in table["query"]
        for text, answers in block["rows"]
    )


def unseen(questions: Iterable[Question], lines: Iterable[ToldLine]) -> tuple[Question, ...]:
    """The questions that are no line search learns from: those are found because somebody wrote them there."""
    known = {_plain(line.text) for line in lines}
    return tuple(question for question in questions if _plain(question.text) not in known)


def register_questions(library: Library) -> Iterator[Question]:
    """Headword and entry of every line of a subject index; the answers are the laws it points to."""
    for expression in library.expressions:
        for entry in expression.index:
            answers = tuple(target for target in entry.targets if is_provision_id(target))
            if answers:
                text = f"{entry.entry} {entry.sub}".strip()
                yield Question("register", expression.language, text, answers, (expression.key,))


def is_answer(hit: Hit, answers: Iterable[str]) -> bool:
    """True when a hit is an answer, stands under one or holds one; without an expression, the laws are meant."""
    if not is_provision_id(hit.id):
        return False
    place = ProvisionId.of(hit.id)
    for answer in answers:
        expression, _, wanted = answer.rpartition(":")
        if (expression and expression != hit.expression) or (not expression and hit.kind == "rule"):
            continue
        right = ProvisionId.of(wanted)
        if place.contains(right) or right.contains(place):
            return True
    return False


def is_law(hit: Hit, answers: Iterable[str]) -> bool:
    """True when a hit stands in the law of an answer."""
    return is_provision_id(hit.id) and ProvisionId.of(hit.id).law in {ProvisionId.of(a).law for a in answers}


def rank(result: Result, question: Question, at_law: bool = False) -> int:
    right = is_law if at_law else is_answer
    return next((n for n, hit in enumerate(result.hits, 1) if right(hit, question.answers)), 0)


def _plain(text: str) -> str:
    return " ".join(fold(word.text) for word in tokenize(text))


def score(search: SearchEngine, questions: Iterable[Question], at_law: bool = False, within: int = 10) -> Score:
    """Where the first answer to each question stands; a hit behind the first ``within`` is not shown, and is none."""
    found = (rank(search.search(q.text, q.expressions, within), q, at_law) for q in questions)
    return Score(tuple(found))


def report(library: Library, folder: Path, verbose: bool, held_out: bool) -> None:
    with_entries = SearchEngine(library, folder)
    judged, settings = read_questions(), load_settings()
    questions = unseen(judged, settings.told)
    print(
        f"{len(judged) - len(questions)} of {len(judged)} judged questions are lines that search learns from: left out"
    )
    print(f"{'set':34} {'n':>5} {'s@1':>6} {'s@3':>6} {'MRR':>6}")
    for kind in ("situation", "compound", "typo", "across", "term"):
        _line(kind, score(with_entries, [q for q in questions if q.kind == kind]))
    for language in ("da", "nb", "sv", "en"):
        _line(f"  {language}", score(with_entries, [q for q in questions if q.language == language]))
    for number in sorted({q.round for q in questions}):
        _line(f"  round {number}", score(with_entries, [q for q in questions if q.round == number]))
    _line("all", score(with_entries, questions))
    _line("frozen: nobody tunes on these", score(with_entries, unseen(read_questions(FROZEN), settings.told)))
    _line("development", score(with_entries, unseen(read_questions(DEVELOPMENT), settings.told)))
    if held_out:  # measuring often is tuning too
        _line("held out", score(with_entries, unseen(read_questions(HELD_OUT), settings.told)))
        _line("unseen", score(with_entries, unseen(read_questions(UNSEEN), settings.told)))
        _line("natural: used up", score(with_entries, unseen(read_questions(NATURAL), settings.told)))
        _line("oblique: used up", score(with_entries, unseen(read_questions(OBLIQUE), settings.told)))
        for name, path in (
            ("phone: used up", PHONE),
            ("written: used up", WRITTEN),
            ("asked: weighed by", ASKED),
            ("weighed: used up", WEIGHED),
            ("further: written blind", FURTHER),
            ("fresh: written blind", FRESH),
            ("later: written blind", LATER),
            ("recent: written blind", RECENT),
            ("plain: written blind", PLAIN),
            ("mixed: written blind", MIXED),
            ("varied: written blind", VARIED),
        ):
            blind = unseen(read_questions(path), settings.told)
            _line(name, score(with_entries, blind))
            if stories := [q for q in blind if q.kind == "story"]:
                _line("  stories", score(with_entries, stories))
    entries = tuple(register_questions(library))
    without = SearchEngine(library, folder, entries=False)
    for language in ("da", "sv"):
        own = [q for q in entries if q.language == language]
        _line(f"register {language}, with index field", score(with_entries, own, at_law=True))
        _line(f"register {language}, without it", score(without, own, at_law=True))
    if verbose:
        for question in (*questions, *entries):
            at_law = question.kind == "register"
            result = with_entries.search(question.text, expressions=question.expressions)
            if not 1 <= rank(result, question, at_law) <= 3:
                found = ", ".join(f"{hit.expression}:{hit.id}" for hit in result.hits[:4])
                print(f"- {question.kind} {question.language} {question.text!r}: {question.answers} / {found}")


def _line(name: str, found: Score) -> None:
    print(f"{name:34} {found.count:5} {found.success(1):6.3f} {found.success(3):6.3f} {found.mrr:6.3f}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        report(store.load_library(), Path(temporary) / "search", "-v" in sys.argv[1:], "--held-out" in sys.argv[1:])
