"""Quotations: exact, changed, cut, cited beside another number, found nowhere; typography never counts."""

from __future__ import annotations

import pytest

from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.ids import ProvisionId
from corpus.library import Library
from index.quotations.finder import CheckedQuotation, CitedNumber, QuotationFinder

ALTERNATIVE = (
    "Et logisk alternativ er en handling, som en betydelig andel af tilsvarende spillere med brug af samme aftaler "
    "ville overveje seriøst, og som nogle ville vælge."
)


@pytest.fixture(scope="module")
def finder(library: Library, concordance: Concordance) -> QuotationFinder:
    return QuotationFinder(library, NumberFates.of(concordance, library))


def beside(number: str, edition: str = "") -> tuple[CitedNumber, ...]:
    return (CitedNumber("laws", ProvisionId.of(number), edition),)


def told(checked: CheckedQuotation) -> tuple[str, str, str]:
    source = checked.source
    return (checked.verdict, source.expression, source.place) if source else (checked.verdict, "", "")


def test_a_rule_quoted_word_for_word_is_exact_and_whole(finder: QuotationFinder) -> None:
    checked = finder.check(ALTERNATIVE, beside("16B1b"))
    assert told(checked) == ("exact", "da-2017", "16B1b")
    assert (checked.source and checked.source.whole, checked.notes) == (True, ())


@pytest.mark.parametrize(
    ("quoted", "note"),
    [
        (ALTERNATIVE.replace("alternativ er", "alternativ\N{NO-BREAK SPACE}er"), "blanks"),
        (ALTERNATIVE.replace("handling", "hand-\nling"), "hyphenation"),
        (ALTERNATIVE.replace("å", "a\N{COMBINING RING ABOVE}").replace("ø", "ø"), ""),
        ("b. " + ALTERNATIVE, "labels"),
        ("(b) " + ALTERNATIVE, "labels"),
        (ALTERNATIVE.rstrip("."), ""),
    ],
)
def test_typography_does_not_count_and_is_named(finder: QuotationFinder, quoted: str, note: str) -> None:
    checked = finder.check(quoted, beside("16B1b"))
    assert "exact" == checked.verdict
    assert not note or note in checked.notes


@pytest.mark.parametrize(
    ("old", "new"),
    [("og som", "eller som"), ("betydelig ", ""), ("samme", "de samme"), (", og", " og"), ("Et logisk", "et Logisk")],
)
def test_one_changed_word_or_sign_differs_and_the_redline_has_it(finder: QuotationFinder, old: str, new: str) -> None:
    checked = finder.check(ALTERNATIVE.replace(old, new), beside("16B1b"))
    assert told(checked) == ("differs", "da-2017", "16B1b")
    was = "".join(change.text for change in checked.difference if change.kind != "new")
    now = "".join(change.text for change in checked.difference if change.kind != "old")
    assert (was, now) == (ALTERNATIVE, ALTERNATIVE.replace(old, new))


def test_a_sentence_cut_without_a_sign_differs_and_the_missing_words_are_told(finder: QuotationFinder) -> None:
    checked = finder.check("Et logisk alternativ er en handling, som en betydelig andel af tilsvarende spillere.")
    assert told(checked) == ("differs", "da-2017", "16B1b")
    assert "cut" in checked.notes
    assert "ville overveje seriøst" in "".join(change.text for change in checked.difference if change.kind == "old")


def test_a_cut_that_is_shown_is_exact_and_the_words_left_out_are_told(finder: QuotationFinder) -> None:
    for gap in ("[...]", "(…)", "...", "[…]"):
        checked = finder.check(ALTERNATIVE.replace("med brug af samme aftaler", gap), beside("16B1b"))
        assert "exact" == checked.verdict
        assert "omission" in checked.notes
        assert "samme aftaler" in "".join(change.text for change in checked.difference if change.kind == "old")


def test_whole_sentences_are_exact_as_a_part_and_a_phrase_as_a_phrase(
    finder: QuotationFinder, library: Library
) -> None:
    rule = library.provision("da-2017", "16B1")
    assert rule is not None
    first = rule.text.split(". ")[0] + "."
    assert "part" in finder.check(first, beside("16B1")).notes
    assert "phrase" in finder.check("en betydelig andel af tilsvarende spillere").notes


def test_exact_words_beside_another_number_are_elsewhere(finder: QuotationFinder) -> None:
    checked = finder.check(ALTERNATIVE, beside("16C1"))
    assert told(checked) == ("elsewhere", "da-2017", "16B1b")
    assert "other-number" in checked.notes


def test_a_number_of_an_older_edition_is_followed_to_where_the_words_are(
    finder: QuotationFinder, library: Library
) -> None:
    rule = library.provision("da-2017", "16D1")
    assert rule is not None
    assert "exact" == finder.check(rule.text, beside("16C1", "2007")).verdict
    assert "elsewhere" == finder.check(rule.text, beside("16C1", "2017")).verdict


def test_words_of_1997_cited_as_those_of_2017_are_elsewhere(finder: QuotationFinder, library: Library) -> None:
    rule = library.provision("nb-1997", "9B1")
    assert rule is not None
    text = (rule.text or next(rule.walk()).text) or next(one.text for one in rule.walk() if one.text)
    assert finder.check(text, edition="1997").verdict == "exact"
    checked = finder.check(text, edition="2017")
    assert ("elsewhere", True) == (checked.verdict, "other-edition" in checked.notes)


def test_invented_words_are_found_nowhere(finder: QuotationFinder) -> None:
    assert "not-found" == finder.check("Dommeren sov, mens regnen faldt tungt over den stille by.").verdict


def test_every_seventh_passage_of_every_text_is_exact_where_it_is(finder: QuotationFinder, library: Library) -> None:
    wrong = []
    for expression in library.expressions:
        for provision in list(expression.walk())[::7]:
            work, edition = expression.work, library.entry(expression.key).edition
            for text in filter(None, provision.text.split("\n")):
                checked = finder.check(text, (CitedNumber(work, provision.id, edition),), language=expression.language)
                if checked.verdict != "exact":
                    wrong.append((expression.key, str(provision.id), checked.verdict, checked.notes))
    assert [] == wrong
