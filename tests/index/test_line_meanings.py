"""What sentences mean as a whole: the vectors that are shipped, and what they tell of a question."""

from __future__ import annotations

from dataclasses import replace

import numpy
import pytest

from corpus import store
from corpus.library import Library
from corpus.schema import FormatError
from index.search import line_meanings
from index.search.engine import load_settings
from index.search.law_classifier import LabelledLine
from index.search.law_lines import with_law
from index.search.line_meanings import LineMeanings, learn
from index.search.line_vectors import file_of, of_length_one, read_vectors, told_apart
from index.search.sentence_model import SentenceModel
from index.search.vector_maker import written

CLAIM, LEAD, LATE = ("laws", "68"), ("laws", "54"), ("dbf", "211")
LINES = (
    LabelledLine("en", "declarer shows his cards and says that the remaining tricks are his", (CLAIM,)),
    LabelledLine("en", "the wrong defender put the first card on the table before his partner could", (LEAD,)),
    LabelledLine("en", "a pair arrives twenty minutes after the round has begun", (LATE,)),
    LabelledLine("en", "the opening lead came from the wrong side of the table", (LEAD, ("laws", "54A"))),
)


@pytest.fixture(scope="module")
def meanings(sentence_model: SentenceModel, library: Library) -> LineMeanings:
    settings = load_settings()
    return LineMeanings(learn(settings.lines(library), read_vectors(settings.line_vectors())))


@pytest.mark.parametrize(
    ("story", "law"),
    [
        ("Spilføreren lagde hånden op, og mente at han fik alle stik til sidst", ("laws", "68")),
        ("De to fra Odense stod i kø på broen og kom først da vi var halvvejs", ("dbf", "212")),
        ("He had a heart all along but trumped, and we only saw it three tricks later", ("laws", "64")),
    ],
)
def test_a_story_is_about_the_law_of_what_it_tells_in_whatever_words_and_language(
    meanings: LineMeanings, story: str, law: tuple[str, str]
) -> None:
    scores = {rule: worth for rule, worth in meanings.scores(story).fits.items() if with_law(*rule) == (rule,)}
    assert law in sorted(scores, key=lambda rule: -scores[rule])[:3]


def test_of_a_few_words_and_without_a_model_nothing_is_told(
    meanings: LineMeanings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ({}, {}, {}) == meanings.scores("declarer claims all tricks")
    assert all(meanings.scores(LINES[0].text))
    monkeypatch.setattr(line_meanings, "open_model", lambda: None)
    assert ({}, {}, {}) == meanings.scores(LINES[0].text)


@pytest.mark.parametrize("typed", ["a \0 b", "\ud800 and a lead out of turn", "♠" * 10_000, " " * 10_000 + "."])
def test_whatever_is_typed_has_a_vector(sentence_model: SentenceModel, typed: str) -> None:
    assert numpy.linalg.norm(sentence_model.vector(typed)) == pytest.approx(1, abs=1e-3)


def test_every_line_that_search_learns_from_has_its_vector_and_only_those(library: Library) -> None:
    settings = load_settings()
    texts = sorted({line.text for line in settings.lines(library)})
    file = read_vectors(settings.line_vectors())
    known, _ = file.of(texts)
    assert [] == [texts[at] for at in sorted(set(range(len(texts))) - set(known.tolist()))], "run `make vectors`"
    assert len(file.keys) == len(texts)


def test_what_was_learnt_is_of_the_parts_that_lines_are_about(library: Library) -> None:
    settings = load_settings()
    parts = {":".join(line.rules[-1]) for line in settings.lines(library)}
    assert sorted(parts) == sorted(read_vectors(settings.line_vectors()).parts), "run `make vectors`"


def test_the_vectors_that_are_shipped_are_those_of_the_model(sentence_model: SentenceModel, library: Library) -> None:
    settings = load_settings()
    texts = sorted({line.text for line in settings.lines(library)})[::1500]
    file = read_vectors(settings.line_vectors())
    _, stored = file.of(texts)
    own = of_length_one(numpy.array([sentence_model.vector(text) for text in texts]) - file.mean)
    assert (own * of_length_one(stored.astype(float))).sum(axis=1).min() > 0.99


def test_what_is_known_is_not_worked_out_again(sentence_model: SentenceModel) -> None:
    class Counting(SentenceModel):
        asked: tuple[str, ...] = ()

        def vector(self, text: str) -> numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float32]]:
            self.asked += (text,)
            return sentence_model.vector(text)

    claim, lead, late, _ = LINES
    first = read_vectors(written([lead, late], sentence_model))
    counting = Counting()
    second = read_vectors(written([lead, claim], counting, first))
    assert (claim.text,) == counting.asked
    assert (second.of([lead.text])[1] == first.of([lead.text])[1]).all()
    assert not len(second.of([late.text])[0])


def test_lines_about_one_law_are_nearer_to_each_other_than_the_model_has_them(library: Library) -> None:
    """Who tells of a law, in which language and of which cards, is left out of what is compared."""
    settings = load_settings()
    file = read_vectors(settings.line_vectors())
    lines = [line for line in settings.lines(library) if line.weight == 1][::7]
    _, stored = file.of([line.text for line in lines])
    laws = numpy.array([":".join(line.rules[0]) for line in lines])

    def near(vectors: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.int8]]) -> float:
        likeness = vectors.astype(numpy.float32) @ vectors.astype(numpy.float32).T
        numpy.fill_diagonal(likeness, -numpy.inf)
        return float((laws[likeness.argmax(axis=1)] == laws).mean())

    assert near(told_apart(stored, file.metric)) > 1.1 * near(stored)


def test_a_damaged_file_is_refused_in_words() -> None:
    content = store.load_line_vectors()
    for damaged in (b"", b"no vectors", content[:5000], content[:-40], _archive(numpy.zeros((3, 5), "i1"))):
        with pytest.raises(FormatError, match="line-vectors"):
            read_vectors(damaged)


def _archive(vectors: numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]) -> bytes:
    file = read_vectors(store.load_line_vectors())
    return file_of(replace(file, keys=numpy.zeros(3, "<u8"), vectors=vectors))


def test_a_story_tells_which_part_of_a_law_it_is_about(meanings: LineMeanings) -> None:
    told = meanings.scores("She put them back before anyone had called, took her proper hand and is free to start over")
    assert {("laws", "15A1"), ("laws", "15A2b")} <= told.parts.keys()
    assert told.parts.keys().isdisjoint(told.likely)
    assert told.parts["laws", "15A2b"] > told.parts["laws", "15B3"]
