"""Defined words in the texts: linked in every form in which they are those words, and nowhere else."""

import csv
import re
from collections.abc import Iterator

import pytest

from app.reader.context import ReaderServices
from app.reader.text.defined_terms import DefinedFormsError, DefinedTerms, read_term_forms, regular_forms
from corpus.library import Library
from corpus.model import Prose
from corpus.store import load_lexicon
from corpus.terms import cell_values

# Read in the texts: expression, place, words, the definition they lead to (empty: another word).
READ = [
    ("da-2017", "7A", "på bordet", ""),
    ("da-2017", "55A", "bordet", "def:BORDET"),
    ("da-2017", "46B4", "findes på bordet", "def:BORDET"),
    ("da-2017", "8A2", "mapper", "def:MAPPE"),
    ("da-2017", "8A2", "ved bordet", ""),
    ("da-2017", "41D", "farver", "def:FARVE"),
    ("da-2017", "4", "deltager", ""),
    ("da-2017", "47D", "Et spillet", ""),
    ("da-2017", "75B2", "under spillet", "def:SPIL"),
    ("da-2017", "22A", "i træk", ""),
    ("da-2017", "18A", "træk", "def:TRÆK"),
    ("da-2017", "71", "annulleres", ""),
    ("da-2017", "15A2a", "annullerede", "def:ANNULLERET"),
    ("nb-1997", "15A", "spillerne", ""),
    ("nb-1997", "15A", "et spill", "def:Spill"),
    ("nb-1997", "54B2", "trekkes", ""),
    ("nb-1997", "79C", "utgangen", ""),
    ("nb-1997", "8A1", "mapper", "def:Mappe"),
    ("nb-1997", "9B2", "korrigering", "def:Korreksjon"),
    ("nb-1997", "9A2b1", "hånden", ""),
    ("nb-1997", "77", "beter", "def:Bet"),
    ("sv-2017", "90A", "straff", ""),
    ("sv-2017", "77", "Straff", "def:Straff"),
    ("sv-2017", "7C", "stoppa", ""),
    ("sv-2017", "8C", "brickor", "def:Bricka"),
    ("sv-2017", "13A2", "fel", ""),
    ("sv-2017", "42B3", "ett fel", "def:Fel"),
    ("sv-2017", "65D", "denna lag", ""),
    ("sv-2017", "5A", "par eller lag", "def:Lag"),
    ("sv-2017", "3", "spelar", ""),
    ("sv-2017", "67A", "spela", "def:Spela"),
]


@pytest.mark.parametrize(("key", "place", "words", "address"), READ)
def test_a_word_leads_to_its_definition_only_where_it_is_that_word(
    services: ReaderServices, key: str, place: str, words: str, address: str
) -> None:
    terms = services.defined_terms(key)
    provision = services.library.provision(key, place)
    assert provision is not None
    texts = [b.text for b in (*provision.blocks, *provision.closing) if isinstance(b, Prose)]
    match = next((m for text in texts for m in re.finditer(rf"\b{words}\b", text, re.IGNORECASE)), None)
    assert match is not None
    found = {at for start, end, at in terms.find(match.string, place) if match.start() <= start and end <= match.end()}
    assert found == ({address} if address else set())


def test_every_recorded_form_phrase_and_place_is_one_of_the_text(library: Library) -> None:
    idle = []
    for row in csv.DictReader(
        load_lexicon("defined-forms.tsv").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE, strict=True
    ):
        key, address = row["expression"], row["headword"]
        text = "\n".join(f" {' '.join(line.lower().split())} " for line in _texts(library, key))
        phrases = [*cell_values(row["forms"]), *cell_values(row["not_in"] or ""), *cell_values(row["only_in"] or "")]
        idle += [(key, phrase) for phrase in phrases if not re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text)]
        idle += [(key, address)] if library.definition(key, address) is None else []
        idle += [(key, place) for place in cell_values(row["not_at"] or "") if not library.exists(key, place)]
    assert idle == []


def test_a_text_that_nobody_has_read_is_read_by_the_endings_of_its_language(library: Library) -> None:
    terms = DefinedTerms(regular_forms(library["da-2017"]))
    text = "To kunstige meldinger, et bud, den blindes kort"
    assert ["kunstige meldinger", "blindes"] == [text[start:end].lower() for start, end, _ in terms.find(text)]


def test_words_that_a_sign_separates_are_not_one_term(services: ReaderServices) -> None:
    terms = services.defined_terms("da-2017")
    assert ["def:JUSTERET SCORE"] == [at for *_, at in terms.find("en justeret score")]
    assert ["def:SCORE"] == [at for *_, at in terms.find("hvis justeret, score")]


def test_a_row_without_forms_is_refused_with_its_line() -> None:
    table = "expression\theadword\tforms\tnot_in\tnot_at\tnote\tonly_in\nda-2017\tdef:BUD\t\t\t\t\t\n"
    with pytest.raises(DefinedFormsError, match="line 2"):
        read_term_forms(table)


def _texts(library: Library, key: str) -> Iterator[str]:
    for passage in library[key].passages():
        yield passage.prose.text
    for _, definition in library[key].all_definitions():
        yield definition.headword.text
    for part in library[key].parts:
        yield from (part.title, *(block.text for block in part.blocks if isinstance(block, Prose)))
