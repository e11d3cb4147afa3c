"""No half-translated page: what the corpus says about itself exists in every language of the interface."""

from __future__ import annotations

import re
import string
from typing import get_args

import pytest

from app.i18n.notes import judgements_notes
from app.i18n.reasons import ENGLISH, english
from app.i18n.words import UI_LANGUAGES, WORDS, UiLanguage, words
from app.reader.parts.evidence import note_html
from app.reader.text.markup import rule_words
from corpus import store
from corpus.evidence import Reason, ReasonCode
from corpus.library import Library
from index.comparison.parity_judgements import load_judgements
from index.references.health import health_findings
from index.search.engine import load_settings


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("code", sorted(set(get_args(ReasonCode)) - {"remark"}))
def test_every_reason_has_words_in_every_language(code: ReasonCode) -> None:
    """With nothing left out but the name of a work, for which the page says who made it."""
    shown = fields(ENGLISH[code])
    assert shown <= set(vars(Reason(code)))
    for ui in UI_LANGUAGES:
        assert shown - {"work"} == fields(WORDS[ui][f"because_{code}"])


def test_an_export_has_the_reasons_one_after_the_other_and_notes_in_brackets() -> None:
    reasons = (
        Reason("moved", "23", ("72C", "72D"), "2007", note="seen; once"),
        Reason("paraphrase", "16C", ("16D",), likeness=60),
        Reason("remark", note="one item too far"),
    )
    assert english(reasons) == (
        "concordance: 23 of 2007 is 72C, 72D today (seen; once); "
        "the sentence tells what 16D says (60% alike), not what 16C says (0%); one item too far"
    )
    assert english(()) == ""


def test_every_note_that_a_page_shows_is_translated_and_no_other(library: Library) -> None:
    shown = {judgement.reason for judgement in load_judgements()}
    shown |= {reason.note for f in health_findings(library, load_settings().concordance) for reason in f.evidence}
    shown |= {reason.note for e in library.expressions for r in e.references for reason in r.evidence}
    tables = set(load_settings().concordance.translations)
    assert shown - {""} == set(judgements_notes()["en"]) | shown & tables


def test_a_note_without_translation_says_that_it_is_in_english() -> None:
    assert '<span lang="en">a &lt; b</span> (redaktionens note, på engelsk)' == note_html("a < b", "da")
    assert '<span lang="en">a &lt; b</span>' == note_html("a < b", "en")


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_every_kind_of_correction_has_a_name(library: Library, ui: UiLanguage) -> None:
    items = [
        item
        for expression in library.expressions
        for provision in expression.walk()
        for item in (*provision.label_emendations, *provision.emendations)
    ]
    names = {rule_words(item.rule, WORDS[ui]) for item in items}
    assert len(names) > 5
    assert not any(re.search(r"[:-]", name) for name in names)


def test_every_remark_of_the_glossary_stands_in_every_language() -> None:
    for term in store.load_terms():
        assert len({bool(term.notes[ui]) for ui in UI_LANGUAGES}) == 1, term.key
        assert not any(re.search("FALSE FRIEND|TRAP", term.notes[ui]) for ui in UI_LANGUAGES if ui != "en"), term.key
        assert not re.match("FALSE FRIEND|TRAP", term.notes["en"])


def test_false_friends_and_traps_are_told_apart() -> None:
    found = {term.key: term for term in store.load_terms()}
    assert found["call"].false_friend
    assert found["assigned-adjusted-score"].notes["en"].startswith("see adjusted-score")
    assert ("TRAP", False) == (found["defender"].warning, found["defender"].false_friend)
    assert ("", "dansk pas har ét s") == (found["pass"].warning, found["pass"].notes["da"])


def test_no_refusal_of_a_page_names_an_option_of_the_command() -> None:
    assert [] == [
        (key, ui) for ui in UI_LANGUAGES for key, told in words(ui).items() if re.search(r"(^|\W)--[a-z]", told)
    ]
