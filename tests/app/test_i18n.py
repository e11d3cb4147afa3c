"""No half-translated page: what the corpus says about itself exists in every language of the interface."""

from __future__ import annotations

import re
import string

import pytest

from app.i18n.notes import remarks
from app.i18n.words import WORDS
from app.reader.address import UI_LANGUAGES, UiLanguage
from app.reader.glossary_rows import read_glossary
from app.reader.parts.evidence import remark
from app.reader.parts.prose import emendations
from app.reader.text.markup import rule_words
from corpus import store
from corpus.evidence import REMARK, TEMPLATES, read
from corpus.library import Library
from index.comparison.parity_judgements import load_judgements
from index.references.health import report
from index.search.engine import load_settings


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("code", TEMPLATES)
def test_every_reason_can_be_said_in_every_language(code: str) -> None:
    """With nothing left out but the name of a work, for which the page says who made it."""
    for ui in UI_LANGUAGES:
        assert fields(TEMPLATES[code]) - {"work"} == fields(WORDS[ui][f"because_{code}"])


def test_every_note_that_a_page_shows_is_translated_and_no_other(library: Library) -> None:
    shown = {judgement.reason for judgement in load_judgements()}
    evidence = {f.evidence for f in report(library, load_settings().concordance)}
    evidence |= {reference.evidence for e in library.expressions for reference in e.references}
    for reason in (reason for text in evidence for reason in read(text)):
        shown |= {reason.values["text"]} if reason.code == REMARK else {reason.values.get("note", "")}
    assert shown - {""} == set(remarks()["en"])


def test_a_note_without_translation_says_that_it_is_in_english() -> None:
    assert '<span lang="en">a &lt; b</span> (redaktionens note, på engelsk)' == remark("a < b", "da")
    assert '<span lang="en">a &lt; b</span>' == remark("a < b", "en")


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_every_kind_of_correction_has_a_name(library: Library, ui: UiLanguage) -> None:
    items = [
        item
        for expression in library.expressions
        for provision in expression.walk()
        for item in (*provision.label_emendations, *emendations(provision))
    ]
    names = {rule_words(item.rule, WORDS[ui]) for item in items}
    assert len(names) > 5
    assert not any(re.search(r"[:-]", name) for name in names)


def test_every_remark_of_the_glossary_stands_in_every_language() -> None:
    for term in read_glossary(store.load_concordance("terms")):
        assert len({bool(term.notes[ui]) for ui in UI_LANGUAGES}) == 1, term.concept
        assert not any(re.search("FALSE FRIEND|TRAP", term.notes[ui]) for ui in UI_LANGUAGES if ui != "en"), (
            term.concept
        )
        assert not re.match("FALSE FRIEND|TRAP", term.notes["en"])


def test_false_friends_and_traps_are_told_apart() -> None:
    found = {term.concept: term for term in read_glossary(store.load_concordance("terms"))}
    assert found["call"].false_friend
    assert found["assigned-adjusted-score"].notes["en"].startswith("see adjusted-score")
    assert ("TRAP", False) == (found["defender"].warning, found["defender"].false_friend)
    assert ("", "dansk pas har ét s") == (found["pass"].warning, found["pass"].notes["da"])
