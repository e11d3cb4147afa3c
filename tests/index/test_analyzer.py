"""Words as the index knows them: folding, stems, compounds."""

from __future__ import annotations

import importlib

import pytest
import Stemmer

from corpus import store
from corpus.languages import CODES, language
from corpus.library import Library
from index.search.analyzer import Splitter, fold, index_keys, stems, tokenize
from index.search.dictionary import Dictionary
from index.search.documents import documents


@pytest.mark.parametrize("typed", ["kulørsvigt", "Kulørsvigt", "KULØRSVIGT", "kuloersvigt", "kulorsvigt", "kulörsvigt"])
def test_every_keyboard_writes_the_same_word(typed: str) -> None:
    assert fold(typed) == "kulorsvigt"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("träkarl", "trakarl"),
        ("träkarl", "traekarl"),
        ("å", "aa"),
        ("åbningsudspil", "aabningsudspil"),
        ("åbningsudspil", "abningsudspil"),
        ("skjärm", "skjærm"),
        ("motståndare", "motstaandare"),
        ("appelkomité", "appelkomite"),
    ],
)
def test_scandinavian_letters_meet_their_replacements(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("language", "family"),
    [
        ("da", ["spiller", "spilleren", "spillere", "spillerne", "spillerens"]),
        ("da", ["melding", "meldingen", "meldinger", "meldingerne", "meldingens"]),
        ("da", ["turneringsleder", "turneringslederen", "turneringslederens"]),
        ("nb", ["spiller", "spilleren", "spillere", "spillerne"]),
        ("nb", ["kort", "kortet", "kortene"]),
        ("sv", ["spelare", "spelaren", "spelarna", "spelarnas"]),
        ("sv", ["bud", "budet", "buden", "budets"]),
    ],
)
def test_inflections_share_a_key(language: str, family: list[str]) -> None:
    lemma = Dictionary(language).lemmas(family)
    all_keys = [index_keys(word, language, lemma.get(word, "")) for word in family]
    assert all(not all_keys[0].isdisjoint(other) for other in all_keys[1:])


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [("da", "ikke", "skal"), ("da", "makker", "modspiller"), ("sv", "bud", "budgivning"), ("sv", "inte", "kan")],
)
def test_different_words_share_none(language: str, one: str, other: str) -> None:
    assert index_keys(one, language).isdisjoint(index_keys(other, language))


@pytest.mark.parametrize("word", ["ikke", "skal", "når", "hvis", "inte", "kan", "om"])
def test_no_word_is_a_stop_word(word: str) -> None:
    assert fold(word) in stems(word, "da")
    assert [found.text for found in tokenize(f"spilleren {word} melde")] == ["spilleren", word, "melde"]


def test_a_genitive_after_an_apostrophe_is_the_word() -> None:
    assert index_keys("MTH’s", "da") == index_keys("MTH", "da")


def test_words_know_their_place() -> None:
    text = "§ 16C: »Ikke« ♠10"
    assert all(text[word.start : word.end] == word.text for word in tokenize(text))


PARTS = {"udspil", "begransning", "straf", "meldeperiode", "afslutning", "trakarl", "rattigheter", "brickor", "melding"}


@pytest.mark.parametrize(
    ("compound", "parts"),
    [
        ("udspilsbegransning", ("udspil", "begransning")),
        ("strafkort", ("straf", "kort")),
        ("straffekort", ()),
        ("meldeperiodeafslutning", ("meldeperiode", "afslutning")),
        ("trakarlsrattigheter", ("trakarl", "rattigheter")),
        ("kortene", ()),
        ("meldinger", ()),
    ],
)
def test_compounds_are_cut_into_known_words_only(compound: str, parts: tuple[str, ...]) -> None:
    assert Splitter(PARTS, {"kort"}, {"ene"}).split(compound) == parts


def test_an_unknown_compound_begins_with_a_known_word() -> None:
    assert Splitter({"bricka"}, (), ()).beginning("brickforvaxling") == "bricka"


def test_real_words_that_resemble_one_of_the_texts_are_known() -> None:
    found = Dictionary("da").lookalikes({"spar", "bord", "meldinger"})
    assert {"spark", "ord"} & set(found) == {"spark"}  # three letters are too few to be guessed at
    assert "spar" not in found
    assert "hund" not in found


@pytest.mark.parametrize("code", [code for code in CODES if language(code).stemmer])
def test_the_stemmer_in_c_gives_every_word_the_stem_that_the_one_in_python_gives(library: Library, code: str) -> None:
    algorithm = language(code).stemmer
    in_python = getattr(importlib.import_module(f"snowballstemmer.{algorithm}_stemmer"), f"{algorithm.title()}Stemmer")
    slow, fast = in_python(), Stemmer.Stemmer(algorithm)
    texts = [text for document in documents(library) for _, text in document.words]
    texts += [store.load_lexicon("phrasings.toml"), store.load_lexicon("search-words.toml")]
    words = {word.text.lower() for text in texts for word in tokenize(text)}
    forms = sorted({*words, *map(fold, words)})
    assert [(word, slow.stemWord(word)) for word in forms] == list(zip(forms, fast.stemWords(forms), strict=True))
