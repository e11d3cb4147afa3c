"""Hypothesis strategies shared by the tests: ids, running text with everything that points into it, expressions."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any, get_args

from hypothesis import strategies as st

from corpus.evidence import Reason, ReasonCode
from corpus.ids import ROMANS, ProvisionId
from corpus.model import (
    LOST,
    Anchor,
    Definition,
    Emendation,
    Expression,
    IndexEntry,
    Lines,
    Note,
    NoteMark,
    Part,
    Prose,
    Provision,
    Reference,
    Sense,
    Table,
    Target,
    TextPassage,
)
from tests.support.invented_source import KEY

Draw = Callable[[st.SearchStrategy[Any]], Any]

# Letters of our books, markup characters, and blanks that XML treats specially.
LETTERS = "abcABC123 æøåÆØÅäö§♠♥½»«éé\u00a0\u2011<>&\"'/#%_~-.,;()*\n\t\r"

texts = st.text(LETTERS, min_size=1, max_size=40)
lines = st.builds(
    lambda witness, first, more: Lines(witness, first, first + more),
    st.sampled_from((f"{KEY}-page", "da-2099-copy")),
    st.integers(1, 999),
    st.integers(0, 9),
)
words = st.text(LETTERS, max_size=12)


@st.composite
def provision_ids(draw: Draw) -> ProvisionId:
    """Ids of every level, laws and federation rules alike."""
    law = draw(st.integers(1, 299).map(str) | st.integers(1, 99).map(lambda n: f"X{n}"))
    parts = (
        law,
        draw(st.sampled_from(string.ascii_uppercase)),
        str(draw(st.integers(1, 20))),
        draw(st.sampled_from("abcdefgh") | st.integers(1, 9).map(str)),
        draw(st.sampled_from(ROMANS)),
    )
    depth = draw(st.integers(1, 5))
    return ProvisionId(parts[:depth])


@st.composite
def proses(draw: Draw, note_keys: tuple[str, ...] = ()) -> Prose:
    """A text with emendations, emphasis and note marks at random, crossing places."""
    text = draw(texts)
    marks = [NoteMark(draw(st.integers(0, len(text))), draw(st.sampled_from(note_keys))) for _ in note_keys[:2]]
    emendations = [
        Emendation(start, end, draw(words), text[start:end], draw(st.sampled_from(("rule", "patch:text"))), *where)
        for start, end in draw(st.lists(spans(text), max_size=3))
        for where in [draw(st.tuples(st.just(f"{KEY}-page"), st.integers(1, 99), st.booleans()))]
    ]
    emphasis = {span for span in draw(st.lists(spans(text), max_size=2)) if span[0] < span[1]}
    return Prose(
        text,
        draw(lines),
        tuple(sorted(marks, key=lambda mark: mark.at)),
        tuple(sorted(emendations, key=lambda e: (e.start, e.end))),
        tuple(sorted(emphasis)),
    )


def spans(text: str) -> st.SearchStrategy[tuple[int, int]]:
    """Start and end of a stretch of a text, perhaps empty."""
    place = st.integers(0, len(text))
    return st.tuples(place, place).map(lambda pair: (min(pair), max(pair)))


@st.composite
def tables(draw: Draw) -> Table:
    width = draw(st.integers(1, 3))
    row = st.lists(words | st.just(LOST), min_size=width, max_size=width).map(tuple)
    rows = draw(st.lists(row, min_size=1, max_size=3))
    return Table(tuple(rows), draw(lines), draw(words), draw(st.integers(0, 1)))


@st.composite
def provisions(draw: Draw, place: ProvisionId, note_keys: tuple[str, ...]) -> Provision:
    """A provision with up to two children a level."""
    labels = {1: ("A", "B"), 2: ("1", "2"), 3: ("a", "b"), 4: ("i", "ii")}.get(len(place.parts), ())
    children = tuple(draw(provisions(place.child(label), note_keys)) for label in labels[: draw(st.integers(0, 2))])
    blocks = st.lists(proses(note_keys) | tables(), max_size=2).map(tuple)
    return Provision(
        place,
        draw(words),
        draw(lines),
        draw(st.none() | proses(note_keys)),
        draw(blocks),
        children,
        draw(blocks) if children else (),
        tuple(draw(st.lists(st.sampled_from(("7", "slide 8", "9")), max_size=2, unique=True))),
    )


@st.composite
def definitions(draw: Draw, headword: str, depth: int = 1) -> Definition:
    number = st.none() | st.integers(1, 9)
    senses = draw(st.lists(st.builds(Sense, number, proses()), max_size=3).map(tuple))
    subs = tuple(draw(definitions(f"{headword} {n}", depth - 1)) for n in range(draw(st.integers(0, 2)) * depth))
    return Definition(Prose(headword, draw(lines)), senses, subs)


reasons = st.builds(
    Reason,
    st.sampled_from(get_args(ReasonCode)),
    place=words,
    others=st.lists(words.filter(bool), max_size=2).map(tuple),
    edition=words,
    expression=words,
    work=words,
    quoted=texts,
    likeness=st.integers(0, 100),
    own_likeness=st.integers(0, 100),
    note=texts,
)
targets = st.builds(
    Target,
    st.sampled_from(("laws", "dbf")),
    st.sampled_from(("2099", "2017", "1997")),
    provision_ids().map(str) | words.map(lambda word: f"def:x{word}"),
)


@st.composite
def references(draw: Draw, passage: TextPassage) -> Reference:
    text = passage.prose.text
    start, end = draw(spans(text).filter(lambda span: span[0] < span[1]))
    gloss_start, gloss_end = draw(spans(text))
    return Reference(
        Anchor(*passage.key, start, end),
        text[start:end],
        tuple(draw(st.lists(targets, max_size=4))),
        draw(st.sampled_from(("single", "list", "range", "relative", "external"))),
        draw(st.sampled_from(("exact", "moved", "suspect", "not-held"))),
        tuple(draw(st.lists(provision_ids().map(str), max_size=2))),
        draw(st.sampled_from((text[gloss_start:gloss_end], "not in the text"))),
        draw(st.sampled_from(("", "se", "men se"))),
        draw(st.booleans()),
        tuple(draw(st.lists(provision_ids().map(str), max_size=1))),
        tuple(draw(st.lists(reasons, max_size=3))),
    )


@st.composite
def expressions(draw: Draw) -> Expression:
    """Whole invented expressions: every kind of value, in every kind of place."""
    keys = ("1#fn1", "1A#fn1")[: draw(st.integers(0, 2))]
    laws = tuple(draw(provisions(ProvisionId((number,)), keys)) for number in ("1", "2", "X3"))
    notes = tuple(
        Note(key, draw(words), tuple(draw(st.lists(proses(), min_size=1, max_size=2))), (key.split("#")[0], "2"),
             draw(st.sampled_from(("original", "translator"))), draw(lines))
        for key in keys
    )  # fmt: skip
    heads = draw(st.lists(texts, max_size=2, unique_by=str.casefold))
    row = st.lists(words, max_size=2).map(tuple)
    index = st.builds(
        IndexEntry, texts, words, row,
        st.lists(st.sampled_from(("1A", "def:BLINDE, den", "part:foreword", "note:1#2")), max_size=3).map(tuple),
        row, st.integers(1, 99),
    )  # fmt: skip
    bare = Expression(
        KEY,
        "da",
        "laws",
        "2099",
        "Opfundne love",
        laws,
        draw(parts()),
        tuple(draw(definitions(head)) for head in heads),
        notes,
        tuple(draw(st.lists(index, max_size=2))),
    )
    passages = list(bare.passages())
    found = draw(st.lists(st.sampled_from(passages).flatmap(references), max_size=4)) if passages else []
    return Expression(**{**bare.__dict__, "references": tuple(found)})


@st.composite
def parts(draw: Draw) -> tuple[Part, ...]:
    """A foreword, two chapters, and a group in the first one."""
    out = [Part("foreword", draw(texts), "foreword", (), (draw(proses()), draw(tables())))]
    if draw(st.booleans()):
        out.append(Part("first", draw(texts), "chapter", ("1", "2"), tuple(draw(st.lists(proses(), max_size=1)))))
        out.append(Part("group", draw(texts), "group", (draw(st.sampled_from("12")),)))
        out.append(Part("last", draw(texts), "chapter", ("X3",)))
    return tuple(out)
