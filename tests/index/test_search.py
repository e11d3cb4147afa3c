"""Search over the real texts: citations, words, languages, hostile input, threads, damaged indexes, accuracy."""

from __future__ import annotations

import csv
import shutil
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.ids import ProvisionId
from corpus.library import Library, MissingProvision
from index.search import fulltext, query_analysis, training
from index.search.engine import SearchEngine, SearchSettings, open_index
from index.search.excerpts import LONGEST_JOINED
from index.search.fulltext import FullText, fingerprint
from index.search.generation import IndexDamagedError, folder_of
from index.search.results import Result, by_law
from index.search.sentence_model import SentenceModel
from index.search.snippets import CHOSEN, MOST
from index.search.subject_index import letters, situations
from tests.accuracy.measure import Question, Score, rank, register_questions, score
from tests.accuracy.snippets import answered, read_labelled
from tests.support.hostile import HOSTILE

DATA = Path(__file__).parent.parent / "data"


def first(search: SearchEngine, text: str) -> str:
    hits = search.search(text).hits
    return f"{hits[0].expression}:{hits[0].id}" if hits else ""


def typed_citations() -> list[list[str]]:
    """What people type and the provision they mean; spaces at either end are as typed."""
    with (DATA / "citations_typed.tsv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert ["typed", "address"] == header
    return rows


@pytest.mark.parametrize(("typed", "address"), typed_citations())
def test_a_citation_in_any_spelling_pins_its_provision(search: SearchEngine, typed: str, address: str) -> None:
    result = search.search(typed)
    assert result.cited
    assert result.hits[0].via == "citation"
    assert f"{result.hits[0].expression}:{result.hits[0].id}" == address


def test_lists_and_ranges_pin_every_member_before_anything_else(search: SearchEngine) -> None:
    hits = search.search("§§ 61-64").hits
    assert [(hit.expression, hit.id) for hit in hits[:4]] == [("da-2017", n) for n in ("61", "62", "63", "64")]
    hits = search.search("§ 30, 31 og 32").hits
    assert [hit.id for hit in hits[:3]] == ["30", "31", "32"]


@pytest.mark.parametrize(
    ("typed", "ids"), [("16C, 27", ["16C", "27"]), ("16C, 16D", ["16C", "16D"]), ("16, C, 2", ["16C2"])]
)
def test_a_comma_parts_two_rules_unless_it_parts_the_levels_of_one(
    search: SearchEngine, typed: str, ids: list[str]
) -> None:
    hits = search.search(typed, expressions=["da-2017"]).hits
    assert ids == [hit.id for hit in hits]


def test_a_number_of_an_edition_not_held_leads_to_the_rule_of_today_and_says_so(search: SearchEngine) -> None:
    """2007 16C is 2017 16D; today's 16C is another rule."""
    result = search.search("§ 16C (2007)")
    assert {("da-2017", "16D"), ("sv-2017", "16D")} == {(hit.expression, hit.id) for hit in result.hits}
    fate = result.fates[0]
    assert ("16C", "2007", "moved", ("16D",)) == (
        str(fate.number),
        fate.edition,
        fate.fate,
        tuple(map(str, fate.today)),
    )
    assert () == search.search("16C").fates


@pytest.mark.parametrize("typed", ["12C1e 2007", "§ 26A (2007)", "24D fra 2007", "70D3", "§ 12 C 1 e den 12.3.2009"])
def test_a_number_without_counterpart_opens_nothing_of_today(search: SearchEngine, typed: str) -> None:
    result = search.search(typed)
    assert () == result.hits
    assert result.fates[0].fate in ("dropped", "unknown")


def test_words_behind_a_citation_are_searched_after_it(search: SearchEngine) -> None:
    result = search.search("§ 16C2 strafkort")
    assert result.hits[0].id == "16C2"
    assert any(hit.id.startswith("50") for hit in result.hits[1:])


@pytest.mark.parametrize(
    ("typed", "known", "first", "last"),
    [
        ("§ 16Z", "16", "16A", "16D"),
        ("16C9", "16C", "16C1", "16C3"),
        ("§ 94", "None", "1", "93"),
        ("lag 500", "None", "1", "93"),
        ("TL 16Z", "16", "16A", "16D"),
        ("regel 99", "None", "1", "93"),
        ("200A", "None", "201", "262"),
        ("dbf 270", "None", "201", "262"),
    ],
)
def test_an_impossible_citation_is_answered_with_what_exists(
    search: SearchEngine, typed: str, known: str, first: str, last: str
) -> None:
    result = search.search(typed)
    assert not result.cited
    (missing,) = result.missing
    assert isinstance(missing, MissingProvision)
    assert (known, first, last) == (str(missing.known), str(missing.has[0]), str(missing.has[-1]))
    assert (last in result.suggestions) == (known != "None")
    assert [known][: len(result.hits)] == [hit.id for hit in result.hits]


@pytest.mark.parametrize(
    ("typed", "place"), [("dbf 202", "dbf-2008:202"), ("DBf § 12", "dbf-2008:X12"), ("dbf 27", "da-2017:27")]
)
def test_a_number_behind_the_name_of_regulations_is_theirs_where_they_have_it(
    search: SearchEngine, typed: str, place: str
) -> None:
    assert place == first(search, typed)


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "14 kort",
            "7 sans",
            "12 stik",
            "5 kort i stikket",
            "to hjerter",
            "efter 3 pas",
            "bord 4 a",
            "hold 3",
            "mappe 12",
        ),
        *(
            "nr 3 bordet",
            "punkt 3 i kontrakten",
            "under 30 minutter",
            "en 16 års spiller",
            "tl 5 minutter",
            "rule of 11",
        ),
        *("syd meldte 3c uden for tur", "west opened 1d and east bid 1c", "vi fik 6e plads"),
        *("law of total tricks", "trick 12", "par 7", "20 minutter for sent", "hvem vandt i 1997", "6 i spar", "60 40"),
    ],
)
def test_numbers_in_a_situation_are_no_citation(search: SearchEngine, typed: str) -> None:
    assert search.search(typed).hits[0].via != "citation"


def test_the_same_rule_in_other_languages_follows_a_citation(search: SearchEngine) -> None:
    hits = search.search("27").hits
    assert {"da-2017", "sv-2017", "nb-1997"} == {hit.expression for hit in hits}
    moved = search.search("in:da-2017 73A1").hits
    assert [(hit.expression, hit.id) for hit in moved[:1]] == [("da-2017", "73A1")]


def test_danish_73a1_is_swedish_73a2(search: SearchEngine) -> None:
    assert search.rules.rules_of("da-2017", "73A1") == search.rules.rules_of("sv-2017", "73A2") == ("laws:73A2",)


def test_the_first_three_hits_are_three_laws(search: SearchEngine) -> None:
    for text in ("udspil uden for tur", "straffkort", "melding", "makker"):
        laws = [search.rules.law(hit.rule) for hit in search.search(text).hits[:3]]
        assert len(set(laws)) == 3, text


def test_false_friends_are_never_joined_by_spelling(search: SearchEngine) -> None:
    """Danish 'bud' is a bid, Swedish 'bud' any call; a Danish question must not find Swedish words by their letters."""
    result = search.search("bud uden for tur")
    assert result.languages == ("da",)
    assert result.hits[0].id.startswith("31")
    assert all(used.typed in "bud uden for tur" for used in result.terms)
    assert ("sv", "bud") not in {(used.language, used.used) for used in result.terms}
    swedish = search.search("bud utom tur")
    assert swedish.languages == ("sv",)
    assert swedish.hits[0].expression == "sv-2017"


def test_a_word_of_one_language_finds_the_paragraph_in_another(search: SearchEngine) -> None:
    result = search.search("kulørsvigt", expressions=["sv-2017"])
    assert {hit.expression for hit in result.hits} == {"sv-2017"}
    assert result.hits[0].via == "translation"
    assert any(used.used == "revoke" and used.language == "sv" for used in result.terms)


@pytest.mark.parametrize(
    ("typed", "noise"),
    [
        ("spelaren bytte bud", {"påspel", "spelplan", "tilspil", "spilleplan", "spill", "ud- eller tilspil", "spille"}),
        ("spilleren har 14 kort", {"kortstokk", "kortlek", "spill", "spel", "ud- eller tilspil"}),
    ],
)
def test_no_word_is_looked_for_that_only_begins_like_what_was_typed(
    search: SearchEngine, typed: str, noise: set[str]
) -> None:
    """A stemmer cuts "spelaren" and "spel" to one stem; the player is no game."""
    used = {word.used for word in search.search(typed).terms}
    assert used
    assert not used & noise


def test_synonyms_can_be_switched_off(search: SearchEngine) -> None:
    result = search.search("dummy", synonyms=False)
    assert not result.terms
    assert search.search("dummy").hits[0].id.startswith("4")
    assert not [hit for hit in result.hits if hit.via in ("synonym", "translation")]


def test_a_guess_says_so(search: SearchEngine) -> None:
    result = search.search("kulørsvgit")
    assert result.hits[0].via == "fuzzy"
    assert result.suggestions[0] == "kulørsvigt"


def test_phrases_stand_together(search: SearchEngine, library: Library) -> None:
    hits = search.search('in:da-2017 "uden for tur"').hits
    assert hits
    for hit in hits:
        provision = library.provision("da-2017", hit.id)
        assert provision is not None
        heading = provision.heading.text if provision.heading else ""
        assert "uden for tur" in f"{heading} {provision.text}".lower()


def test_signs_leave_out_and_demand(search: SearchEngine, library: Library) -> None:
    def holds(expression: str, place: str, word: str) -> bool:
        provision = library.provision(expression, place)
        heading = provision.heading.text if provision and provision.heading else ""
        return provision is not None and word in f"{heading} {provision.text}".lower()

    without = search.search("in:da-2017 strafkort -udspil").hits
    assert without
    assert not any(holds(hit.expression, hit.id, "udspil ") for hit in without)
    both = search.search("in:da-2017 strafkort AND kulørsvigt").hits
    assert both
    assert both[0].id.startswith("64") or both[0].id.startswith("62")


def test_the_beginning_of_a_word(search: SearchEngine) -> None:
    assert search.search("kulørs*").hits[0].id.startswith("6")


def test_fields_restrict(search: SearchEngine) -> None:
    assert {hit.id[:2] for hit in search.search("lov:16 makker").hits} == {"16"}
    assert {hit.expression for hit in search.search("in:sv-2017 revoke").hits} == {"sv-2017"}
    assert {hit.expression for hit in search.search("lang:nb krav").hits} == {"nb-1997"}
    assert {hit.kind for hit in search.search("def:melding").hits} == {"definition"}
    assert {hit.kind for hit in search.search("melding", kinds=["definition"]).hits} == {"definition"}


def test_a_part_of_the_book_restricts(search: SearchEngine, library: Library) -> None:
    part = next(part for e in library.expressions for part in e.parts if len(part.laws) > 2)
    laws = {hit.id.split(".")[0] for hit in search.search("spelare spiller", part=part.key).hits}
    assert laws
    assert all(
        search.rules.law(hit.rule).partition(":")[2] in part.laws
        for hit in search.search("spelare", part=part.key).hits
    )


def test_swedish_misspellings_are_found_by_the_right_word(search: SearchEngine, library: Library) -> None:
    printed = [str(p.id) for p in library["sv-2017"].walk() if "kontraktbud" in p.text.lower()]
    found = {hit.id for hit in search.search("in:sv-2017 kontraktsbud", limit=400).hits}
    assert printed
    assert set(printed) <= found


@pytest.mark.parametrize(
    ("one", "other"),
    [("udspil begrænsning", "udspilsbegrænsning"), ("kulør svigt", "kulørsvigt"), ("straff kort", "straffkort")],
)
def test_compounds_both_ways(search: SearchEngine, one: str, other: str) -> None:
    split, whole = (search.search(text).hits for text in (one, other))
    laws = [{search.rules.law(hit.rule) for hit in hits[:3]} for hits in (split, whole)]
    assert laws[0] & laws[1]


def test_words_that_stand_so_in_no_text_are_looked_for_one_by_one_where_a_story_quotes_them(
    search: SearchEngine,
) -> None:
    hits = search.search('makker råbte "hov, ikke den" da jeg rakte ud efter et kort på bordet').hits
    assert {"laws:42", "laws:43", "laws:45"} & {search.rules.law(hit.rule) for hit in hits}
    assert not search.search('"hov, ikke den"').hits


@pytest.mark.parametrize("question", ["tabte to kort fra hånden", "turneringslederens skjøn", "sagde et forkert kort"])
def test_a_snippet_ends_with_what_holds_and_not_with_the_words_that_lead_to_it(
    search: SearchEngine, question: str
) -> None:
    assert not [hit.snippet for hit in search.search(question).hits if hit.snippet.endswith("følgende:")]


@pytest.mark.parametrize(
    ("typed", "reader", "place", "shown"),
    [
        ("Utilstrækkeligt bud accepteret", "da", "27A", "27A1"),
        ("utilstrækkeligt bud ikke accepteret", "da", "27B", "27B"),
        ("doblinger og redoblinger", "da", "19", "19"),
        ("Kort från fel bricka", "sv", "15A", "15A1"),
        ("krav eller afkald på stik", "da", "68", "68"),
        ("vundne stik", "da", "79", "79"),
    ],
)
def test_who_types_a_heading_is_led_to_what_stands_under_it(
    search: SearchEngine, typed: str, reader: str, place: str, shown: str
) -> None:
    first = search.search(typed, reader=reader).hits[0]
    assert ProvisionId.of(place).contains(ProvisionId.of(first.id))
    assert ProvisionId.of(shown).contains(ProvisionId.of(first.excerpts[0].place))


def test_what_completes_a_rule_is_shown_of_the_first_law_alone(search: SearchEngine) -> None:
    """Of law 38 all that follows from a bid of eight, of the laws below no more than was chosen."""
    first, *others = search.search("bid 8 clubs", reader="da").hits
    assert ("38", "38B", "38C") == (first.id, *(one.place for one in first.excerpts[:2]))
    assert all(len(hit.excerpts) <= CHOSEN for hit in others)


def test_a_rule_that_only_leads_to_another_shows_what_that_says(search: SearchEngine) -> None:
    """Law 88 is "Se § 12C2."."""
    hit = search.search("tildeling af erstatningspoint", reader="da").hits[0]
    assert ("88", "88") == (hit.id, hit.excerpts[0].place)
    assert "§ 12 C 2 a: Middel" in hit.snippet
    assert hit.snippet.startswith("Se § 12C2. … ")


def test_a_snippet_is_a_sentence_of_the_provision_with_its_marks(search: SearchEngine, library: Library) -> None:
    for hit in search.search("kulørsvigt stik").hits:
        assert hit.snippet
        assert 1 <= len(hit.excerpts) <= MOST
        assert len(hit.snippet) <= LONGEST_JOINED
        assert hit.excerpts[0].sentence in hit.snippet
        assert all(hit.snippet[start:end].strip() for start, end in hit.marks)
    assert any("kulørsvigt" in h.snippet[a:b].lower() for h in search.search("kulørsvigt").hits for a, b in h.marks)


@pytest.mark.parametrize(
    ("table", "least"),
    [("fitted", 0.95), ("quoted", 0.95), ("drawn_fitted", 0.95), ("drawn_quoted", 0.95), ("written_quoted", 0.9)],
)
def test_most_snippets_have_a_sentence_that_was_chosen_as_the_answer_before_anything_was_shown(
    search: SearchEngine, table: str, least: float
) -> None:
    questions = read_labelled(table)
    assert answered(search, questions) >= least * len(questions)


def test_each_sentence_under_a_law_is_there_once_at_the_very_place_where_it_stands(
    search: SearchEngine, library: Library
) -> None:
    first = by_law(search.search("spilfører siger bare spil"), library, search.rules)[0]
    assert [hit.id for hit in first.hits][:2] == ["46B5", "46B2"]
    sentences = [hit.excerpts[0].sentence for hit in first.hits]
    assert len(set(sentences)) == len(sentences)


def test_a_sentence_is_not_cut_before_what_follows_from_its_case(search: SearchEngine) -> None:
    hit = next(hit for hit in search.search("makker tabte et kort på bordet").hits if hit.id == "49")
    assert "bliver ethvert sådant kort et strafkort" in hit.snippet


def test_a_sentence_is_not_cut_behind_a_shortened_word(search: SearchEngine) -> None:
    """ "... i så fall kommer pkt. A2 til anvendelse": the Norwegian text names its own parts so."""
    hits = search.search("bud utenfor tur", expressions=["nb-1997"], limit=60).hits
    assert any("pkt. " in hit.snippet for hit in hits)
    assert not [hit.snippet for hit in hits if hit.snippet.endswith("pkt.")]


@pytest.mark.parametrize(
    ("question", "reader", "place", "rows"),
    [
        (
            "hvad giver 4 spar doblet med to overtrick i zonen",
            *("da", "da-2017:77"),
            ("doblet: ♠ 60", "overtræk, doblet: i farezonen 200", "udgang i farezonen: 500", "doblet kontrakt: 50"),
        ),
        # nb-1997 has lost these cells; the Danish text has them.
        ("3 NT minus 2 dobbelt i faresonen", "nb", "da-2017:77", ("første undertræk: D 200", "3. undertræk: D 300")),
        ("3 grand två bet", "sv", "sv-2017:77", ("I ozon 50, I zon 100", "följande straffar, Odubblat: I ozon 50")),
        ("what is 6 hearts making worth", "en", "da-2017:77", ("udoblet: ♥ 30", "uden for farezonen 500")),
        ("hur många imp är 620", "sv", "sv-2017:78B", ("600–740: IMP 12",)),
        ("vp for 32 imp på 24 spil", "da", "dbf-2008:202A", ("24, 30-34: KP 21-9",)),
        ("how many vp for 12 imps over 18 boards", "en", "dbf-2008:202A", ("20, 9-12: KP 17-13",)),
        ("who deals board 23", "en", "da-2017:2", ("MAPPE NR. 7: Syd",)),
    ],
)
def test_a_question_that_a_table_answers_leads_to_its_rows_alone(
    search: SearchEngine, question: str, reader: str, place: str, rows: Sequence[str]
) -> None:
    result = search.search(question, reader=reader)
    hit = result.hits[0]
    assert place == f"{hit.expression}:{hit.id}"
    assert not [row for row in rows if row not in hit.snippet]
    assert ": " in hit.excerpts[0].sentence  # a row, before any sentence
    assert result.laws == 1


@pytest.mark.parametrize("question", ["4 hjerter doblet men makker svigtede", "1 spar over 2 ruder", "minus 3 imp"])
def test_a_contract_in_a_story_asks_for_no_score(search: SearchEngine, question: str) -> None:
    assert search.search(question).laws > 1


@pytest.mark.parametrize(
    ("question", "reader"),
    [
        ("lead out of turn", "en"),
        ("utspill utenfor tur", "nb"),
        ("spilt ut utenfor tur", "nb"),
        ("udspil uden for tur", "da"),
        ("utspel utom tur", "sv"),
        *(("udspil udenfor tur", ""), ("udspil udenfor turr", ""), ("spillede ud udenfor tur", "")),
        *(("utspel utanför tur", ""), ("utspill uten for tur", "")),
    ],
)
def test_a_lead_out_of_turn_is_about_leads_before_calls(
    search: SearchEngine, library: Library, question: str, reader: str
) -> None:
    laws = [found.law for found in by_law(search.search(question, reader=reader), library, search.rules)]
    assert "laws:53" == laws[0]
    assert {"laws:53", "laws:54", "laws:55", "laws:56"} <= set(laws[:5])


@pytest.mark.parametrize(
    ("question", "reader", "begins"),
    [
        ("revoke straf", "da", "Når en kulørsvigt er etableret, og den fejlende spiller vandt det stik"),
        ("straff för revoke", "sv", "När en revoke etablerats: Om den felande vann det stick"),
        ("claim", "da", "Enhver udtalelse fra spilfører eller en modspiller"),
    ],
)
def test_who_names_a_case_is_shown_its_rule_before_the_exceptions(
    search: SearchEngine, question: str, reader: str, begins: str
) -> None:
    assert search.search(question, reader=reader).hits[0].snippet.startswith(begins)


def test_of_a_table_of_penalties_the_row_is_shown_that_holds_the_number_typed(search: SearchEngine) -> None:
    hits = search.search("hvor mange kamppoint bliver vi trukket for at gå 17 minutter over spilletiden").hits
    assert "mindst 15, men under 20 minutter" in next(hit.snippet for hit in hits if hit.id == "213")


def test_two_choices_of_a_list_are_shown_in_its_order(search: SearchEngine) -> None:
    hit = search.search("motspelar utspel").hits[0]
    assert hit.id == "56"
    assert "enligt Lag 53, eller … Begära" in hit.snippet


@pytest.mark.parametrize(("reader", "other"), [("da", "Överklaga"), ("sv", "Kulørsvigt")])
def test_where_nothing_was_found_no_entry_of_another_language_is_proposed(
    search: SearchEngine, reader: str, other: str
) -> None:
    proposed = search.search("xqzvw", reader=reader).suggestions
    assert proposed
    assert other not in proposed
    assert other in search.search("xqzvw", reader="en").suggestions


def test_a_law_is_one_entry_with_all_languages_of_its_best_rule(search: SearchEngine, library: Library) -> None:
    groups = by_law(search.search("kulørsvigt"), library, search.rules)
    assert len({found.law for found in groups}) == len(groups)
    assert {"da-2017", "sv-2017"} <= {expression for expression, _ in groups[0].places}


@pytest.mark.parametrize("question", ["udspil uden for tur", "16c og kort"])
def test_what_is_not_made_of_a_law_is_what_would_not_be_shown_of_it(
    search: SearchEngine, library: Library, question: str
) -> None:
    whole, short = (search.search(question, limit=200, of_law=most) for most in (None, 2))
    assert len(short.hits) < len(whole.hits)
    shown, wanted = (
        [(law.law, law.hits[:2]) for law in by_law(found, library, search.rules)] for found in (short, whole)
    )
    assert shown == wanted


def test_an_answer_asked_again_is_for_what_was_chosen_then(search: SearchEngine) -> None:
    question = "kort udenfor tur"
    hits = search.search(question, limit=10).hits
    assert hits[:3] == search.search(question, limit=3).hits
    assert {"sv-2017"} == {hit.expression for hit in search.search(question, expressions=["sv-2017"]).hits}
    assert {"definition"} == {hit.kind for hit in search.search(question, kinds=["definition"]).hits}
    assert hits == search.search(question, limit=10).hits


def test_under_a_law_no_sentence_is_shown_twice_and_the_deepest_place_that_has_it_is_named(
    search: SearchEngine, library: Library
) -> None:
    first = by_law(search.search("udspil uden for tur", limit=60), library, search.rules)[0]
    sentences = [hit.snippet for hit in first.hits]
    assert len(set(sentences)) == len(sentences)
    assert first.best.id != "53"


@pytest.mark.parametrize(
    ("question", "place", "words"),
    [
        ("hvor meget koster det at appellere", "X92B1", "depositum på kr. 200"),
        ("hvor længe kan man appellere", "X92A1", "30 minutter"),
    ],
)
def test_an_amount_that_is_asked_for_is_in_the_sentence(
    search: SearchEngine, question: str, place: str, words: str
) -> None:
    hits = search.search(question, limit=40).hits
    assert words in next(hit.snippet for hit in hits if hit.id == place)


def test_a_term_is_marked_as_a_whole_and_its_words_alone_are_not(search: SearchEngine) -> None:
    hits = search.search("udspil uden for tur").hits
    marked = [hit.snippet[start:end] for hit in hits for start, end in hit.marks]
    assert "åbningsudspil uden for tur" in marked
    assert not {"hånd", "spiller", "eller", "for", "uden"} & set(marked)


@pytest.mark.parametrize(
    ("question", "reader", "marked", "others"),
    [
        ("fel bricka", "sv", {"fel bricka"}, {"felande", "felaktiga"}),
        (
            "feil forklaring av motparten",
            "nb",
            {"forkert forklaring", "feilaktig forklaring"},
            {"fejlende", "feilende"},
        ),
        (
            "spilleren har 14 kort",
            "nb",
            {"forkert antal kort"},
            {"følgende", "følge", "spillet", "spiller", "spillers"},
        ),
        ("sen ankomst", "sv", {"ankomst"}, {"senere"}),
        ("hvor meget koster det at appellere", "da", {"appel", "appellen", "appellere"}, {"meget"}),
        ("spelaren bytte bud", "sv", {"ändrat bud"}, {"spelat", "spelats", "spel"}),
        ("opening lead out of turn", "en", {"åbningsudspil uden for tur"}, {"tur"}),
    ],
)
def test_only_words_are_marked_that_are_forms_of_what_was_typed_or_mean_the_same(
    search: SearchEngine, question: str, reader: str, marked: set[str], others: set[str]
) -> None:
    """A stemmer takes "felande" for "fel", and the concept of a following play for "spilleren"."""
    hits = search.search(question, limit=40, reader=reader).hits
    found = {hit.snippet[start:end].lower() for hit in hits for start, end in hit.marks}
    assert marked <= found
    assert not others & found
    assert not {mark for mark in found if set(mark) & set("()[].,;:…")}


def test_the_subject_of_a_term_is_not_marked_with_it(search: SearchEngine) -> None:
    hit = next(hit for hit in search.search("udspil uden for tur", limit=40).hits if hit.id == "53B")
    assert hit.snippet.startswith("Hvis en spiller spiller ud uden for tur")
    # Nor are its words marked further on: "det var en modspiller ..., der var i tur", "det ukorrekte udspil".
    assert ["spiller ud uden for tur"] == [hit.snippet[start:end] for start, end in hit.marks]


def test_a_text_that_has_the_words_was_not_found_through_another_language(search: SearchEngine) -> None:
    assert {""} == {hit.through for hit in search.search("udspil uden for tur", limit=40).hits}
    assert {"en"} == {hit.through for hit in search.search("penalty card").hits}


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("East hesitated, West bid on", "16B1"),
        ("Øst tøvede, Vest bød videre", "16B"),
        ("4 spar syd 3 nt", "27"),
        ("spillerne aftalte at der ikke er nogen straf", "10A"),
        ("modspilleren viftede med sin konge", "49"),
        ("TL ombestemmer sig", "82"),
        ("den blinde tager det forkerte kort", "45D"),
        ("holdkaptajnen bytter spillerne om", "231"),
    ],
)
def test_a_story_finds_its_law_among_the_first_three(search: SearchEngine, question: str, place: str) -> None:
    result = search.search(question, limit=3)
    assert any(hit.id.startswith(place) for hit in result.hits), [hit.id for hit in result.hits]
    assert () == result.suggestions


@pytest.mark.parametrize(
    ("story", "law"),
    [
        (
            "Fel motståndare spelade på mitt i spelet, åttan i hjärter, och det passade mig som spelförare utmärkt. "
            "Får jag nappa på det och spela vidare?",
            "56",
        ),
        (
            "I put down a red card, only to find that it was my own partner who'd bid three diamonds. I can pick "
            "something else, apparently, but he has to stay out of it to the bitter end.",
            "36",
        ),
    ],
)
def test_a_law_that_a_story_means_comes_before_laws_that_share_more_words_with_it(
    search: SearchEngine, sentence_model: SentenceModel, story: str, law: str
) -> None:
    assert law in [str(ProvisionId.of(hit.id).law) for hit in search.search(story, limit=3).hits]


def test_a_definition_keeps_its_place_where_laws_change_theirs(
    search: SearchEngine, sentence_model: SentenceModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered = search.search("er et es en honnør, og hvad er et strafkort egentlig").hits
    monkeypatch.setattr(query_analysis, "order_gains", lambda likest, likely: {})
    by_score = search.search("Er et es en honnør, og hvad er et strafkort egentlig").hits
    assert [hit.rule for hit in ordered] != [hit.rule for hit in by_score]
    places = [at for at, hit in enumerate(by_score) if hit.kind == "definition"]
    assert [] != places == [at for at, hit in enumerate(ordered) if hit.kind == "definition"]


@pytest.mark.parametrize("typed", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_answered(search: SearchEngine, typed: str) -> None:
    result = search.search(typed)
    assert bool(result.hits) == (result.outcome == "found")


def test_nothing_found_is_answered_with_the_nearest_entries(search: SearchEngine) -> None:
    result = search.search("zzzqqq")
    assert not result.hits
    assert result.outcome == "nothing-found"
    assert result.suggestions


def test_letters_without_sense_are_not_answered_with_words_that_merely_stand_first_in_the_alphabet(
    search: SearchEngine,
) -> None:
    for text in ("xyzzy", "asdfgh", "bbbbb ccccc"):
        offered = search.search(text).suggestions
        assert offered
        assert list(offered) != sorted(offered, key=str.casefold)


def test_small_words_are_marked_only_where_nothing_else_was_asked_for(search: SearchEngine) -> None:
    hits = search.search("det er for sent at rette").hits
    marked = {hit.snippet[start:end].lower() for hit in hits[:5] for start, end in hit.marks}
    assert marked
    assert marked.isdisjoint({"det", "er", "for", "at"})
    assert any(hit.marks for hit in search.search("det som").hits[:3])


@pytest.mark.parametrize(
    "text", ["for sent fremmøde", "kommer for sent", "han kom for sent", "late arrival", "sen ankomst"]
)
def test_who_comes_late_is_shown_the_rule_of_the_laws_and_that_of_the_federation(
    search: SearchEngine, text: str
) -> None:
    found = {f"{hit.expression.partition('-')[0]}:{hit.id}" for hit in search.search(text).hits[:2]}
    assert found & {"dbf:212", "dbf:212A", "dbf:212B"}
    assert {place.partition(":")[2] for place in found} & {"90", "90B", "90B1"}


def test_a_wrong_seat_is_law_5(search: SearchEngine) -> None:
    assert search.search("satte sig i fel väderstreck").hits[0].id.startswith("5")


def test_every_phrasing_leads_to_a_provision_that_exists(search: SearchEngine, settings: SearchSettings) -> None:
    goals = {target for phrasing in (*settings.phrasings, *settings.scenarios) for target in phrasing.targets}
    assert [] == sorted(f"{work}:{place}" for work, place in goals if not search.rules.exists(f"{work}:{place}"))
    assert {str(number) for number in range(1, 94)} == {
        place for work, place in goals if work == "laws" and place.isdigit()
    }
    assert {"da", "nb", "sv", "en"} == {phrasing.language for phrasing in settings.phrasings}


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("jeg smuttede kortet ned på gulvtæppet", "14"),
        ("min makker har ikke lyst til at være med i klagen", "92"),
        ("domaren sa åt oss att göra fel", "82"),
        ("hvem skal egentlig stokke kortene", "6"),
    ],
)
def test_a_situation_in_words_that_no_law_uses_is_understood(search: SearchEngine, text: str, law: str) -> None:
    assert law in {search.rules.law(hit.rule).partition(":")[2] for hit in search.search(text).hits[:3]}


@pytest.mark.parametrize(
    ("typed", "reader", "law"),
    [
        *(
            ("UO", "da", "16"),
            ("makker gav UO", "da", "16"),
            ("OI", "sv", "16"),
            ("PC", "en", "50"),
            ("MPC", "en", "50"),
        ),
        *(("CTL", "da", "93"), ("HTL", "nb", "93"), ("DIC", "en", "93"), ("avg+", "en", "12"), ("AVG-", "da", "12")),
        *(("60/40", "da", "12"), ("50/50", "sv", "12"), ("40 % / 60 %", "nb", "12"), ("60/40 til øst", "da", "12")),
    ],
)
def test_what_directors_write_for_short_is_understood(search: SearchEngine, typed: str, reader: str, law: str) -> None:
    result = search.search(typed, reader=reader)
    assert not result.cited
    assert law == search.rules.law(result.hits[0].rule).partition(":")[2]


def test_two_numbers_with_a_stroke_between_are_laws_unless_they_share_out_a_hundred(search: SearchEngine) -> None:
    assert ("16", "84") == search.search("16/84").cited
    assert ("60", "40") == search.search("lov 60/40").cited


@pytest.mark.parametrize(("typed", "reader"), [("hvor mange % får jeg", "da"), ("hur många % får vi", "sv")])
def test_a_sign_for_per_cent_that_no_number_stands_before_is_a_word(
    search: SearchEngine, typed: str, reader: str
) -> None:
    assert "12" == search.rules.law(search.search(typed, reader=reader).hits[0].rule).partition(":")[2]


@pytest.mark.parametrize(
    "typed", ["stra kort", "uautorisert informasjon", "udspild uden for tur", "revok", "kulorsvigt"]
)
def test_nobody_is_asked_whether_what_was_typed_was_meant(search: SearchEngine, typed: str) -> None:
    assert typed not in search.search(typed).suggestions


@pytest.mark.parametrize("typed", ["westt", "Norht", "vset"])
def test_nobody_is_asked_whether_a_word_was_meant_that_is_not_looked_for(search: SearchEngine, typed: str) -> None:
    assert () == search.search(typed).suggestions


def test_where_nothing_was_found_no_entry_is_proposed_for_a_small_word_of_it(search: SearchEngine) -> None:
    assert not [entry for entry in search.search("nölar", reader="sv").suggestions if "när" in entry.lower()]


@pytest.mark.parametrize("text", ["hund og kaffe", "spark", "salen"])
def test_a_real_word_is_not_taken_for_a_misspelt_one(search: SearchEngine, text: str) -> None:
    assert not [used for used in search.search(text).terms if used.via == "fuzzy" and used.language == "da"]


def test_many_threads_get_the_answers_that_one_gets(
    library: Library, index_folder: Path, settings: SearchSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fails when two threads use the one whoosh reader at once; nothing that was read is kept for them."""
    monkeypatch.setattr(fulltext, "MOST_HELD", 0)
    index = open_index(library, index_folder, settings)
    terms = [f"{ref.language}:{word}" for ref in index.refs[:1] for word in list(index.vocabulary["da"])[:300]]
    alone = {term: index.postings("bag", term)[1].sum() for term in terms}
    wrong: list[str] = []
    gate = threading.Barrier(8)

    def ask(number: int) -> None:
        gate.wait()
        for term in terms[number:] + terms[:number]:
            if abs(index.postings("bag", term)[1].sum() - alone[term]) > 1e-6:
                wrong.append(term)
        index.phrase(["uden", "for", "tur"])
        gate.wait()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_two_searchers_at_once(search: SearchEngine) -> None:
    texts = ["kulørsvigt", "träkarl", "§ 16C2", "utspill fra feil hånd", "insufficient bid", "otilräckligt bud"]
    alone = {text: [hit.rule for hit in search.search(text).hits] for text in texts}
    wrong: list[str] = []

    def ask(offset: int) -> None:
        for text in (texts[offset:] + texts[:offset]) * 3:
            if [hit.rule for hit in search.search(text).hits] != alone[text]:
                wrong.append(text)

    threads = [threading.Thread(target=ask, args=(number % len(texts),)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.fixture
def copied(index_folder: Path, tmp_path: Path, library: Library, settings: SearchSettings) -> Path:
    """A folder with the index of the library alone, and what was learnt for it."""
    own = folder_of(index_folder, fingerprint(library, settings.texts))
    shutil.copytree(own, tmp_path / "copy" / own.name)
    shutil.copy(index_folder / training.NAME, tmp_path / "copy")
    return tmp_path / "copy"


@pytest.mark.parametrize("damage", ["truncated", "missing", "added", "manifest", "half", "other corpus"])
def test_a_damaged_index_is_noticed(copied: Path, library: Library, settings: SearchSettings, damage: str) -> None:
    corpus = fingerprint(library, settings.texts)
    FullText(copied, corpus)
    own = folder_of(copied, corpus)
    segment = next(own.glob("*.seg"))
    if damage == "truncated":
        segment.write_bytes(segment.read_bytes()[:-100])
    elif damage == "missing":
        segment.unlink()
    elif damage == "added":
        (own / "_MAIN_9.toc").write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    elif damage == "manifest":
        (own / "manifest.json").write_text("{", "utf-8")
    elif damage == "half":
        (own / "manifest.json").unlink()
    else:
        corpus = corpus[:-1] + ("0" if corpus[-1] != "0" else "1")
    with pytest.raises(IndexDamagedError):
        FullText(copied, corpus)


def test_a_damaged_index_is_built_again(copied: Path, library: Library, settings: SearchSettings) -> None:
    before = [path.name for path in copied.iterdir()]
    next(copied.rglob("*.seg")).write_bytes(b"")
    again = SearchEngine(library, copied, settings)
    assert first(again, "kulørsvigt").startswith("da-2017:6")
    assert sorted(before) == sorted(path.name for path in copied.iterdir())


def test_a_changed_text_makes_the_index_stale(library: Library, settings: SearchSettings) -> None:
    shorter = replace(library.expressions[0], laws=library.expressions[0].laws[:-1])
    other = Library(library.registry, (shorter, *library.expressions[1:]))
    assert fingerprint(library, settings.texts) != fingerprint(other, settings.texts)
    assert fingerprint(library, settings.texts) != fingerprint(library, (*settings.texts, "new"))


def test_whoever_opened_an_index_has_all_of_it_when_another_takes_its_place(
    copied: Path, library: Library, settings: SearchSettings
) -> None:
    """Everything is opened at once: nothing is looked for in the folder when the first question comes."""
    texts = ("kulørsvigt", '"udspil uden for tur"', "träk*", "16C2")
    alone = SearchEngine(library, copied, settings)
    expected = [[(hit.rule, hit.score) for hit in alone.search(text).hits] for text in texts]
    opened = SearchEngine(library, copied, settings)
    shutil.rmtree(copied)
    # Of one text and one line: little is learnt.
    few = replace(settings, phrasing_lines="", scenario_lines='["61"]\nda = "svigt"\n', read=frozenset())
    open_index(Library(library.registry, library.expressions[:1]), copied, few)
    assert expected == [[(hit.rule, hit.score) for hit in opened.search(text).hits] for text in texts]


@pytest.mark.slow
@pytest.mark.xdist_group("judged questions")
def test_own_questions_reach_what_is_demanded(judged: Mapping[Question, Result]) -> None:
    assert len(judged) >= 80
    ranks = {question: rank(result, question) for question, result in judged.items()}
    assert Score(tuple(ranks.values())).success(3) >= 0.92
    for kind, demanded in (("situation", 0.90), ("typo", 0.95), ("compound", 0.95), ("across", 0.90)):
        found = Score(tuple(rank for question, rank in ranks.items() if question.kind == kind))
        assert found.success(3) >= demanded, kind


@pytest.mark.slow
@pytest.mark.parametrize("language", ["da", "sv"])
def test_register_lines_reach_their_laws(search: SearchEngine, library: Library, language: str) -> None:
    lines = [question for question in register_questions(library) if question.language == language]
    assert len(lines) > 300
    assert score(search, lines, at_law=True, within=3).success(3) >= 0.97


def test_the_situation_index_has_both_books_in_one_alphabet(
    search: SearchEngine, library: Library, settings: SearchSettings
) -> None:
    heads = situations(library, search.rules, settings.concepts)
    assert {head.language for head in heads} == {"da", "sv"}
    assert letters(heads)[0] == "A"
    assert letters(heads)[-1] == "Å"
    revoke = next(head for head in heads if (head.language, head.entry) == ("sv", "REVOKE"))
    places = {place for line in revoke.lines for goal in line.goals for place in goal.places}
    assert {("da-2017", "64"), ("sv-2017", "64"), ("nb-1997", "64")} <= places
    assert ("da", "Kulørsvigt") in revoke.also
    entries = sum(len(e.index) for e in library.expressions)
    assert entries == sum(len(head.lines) for head in heads)


@pytest.mark.parametrize(
    ("typed", "reader", "address"),
    [
        ("27 b 1 a", "sv", "sv-2017:27B1a"),
        ("§ 16C", "sv", "sv-2017:16C"),
        ("27 b 1 a", "da", "da-2017:27B1a"),
        ("27 b 1 a", "", "da-2017:27B1a"),
        ("27B1a", "nb", "da-2017:27B1a"),
        ("lag 16", "da", "sv-2017:16"),
        ("16C 2007", "sv", "sv-2017:16D"),
        ("norsk § 23", "sv", "nb-1997:23"),
        ("dbf 202", "sv", "dbf-2008:202"),
    ],
)
def test_a_number_opens_the_text_in_force_in_the_readers_language(
    search: SearchEngine, typed: str, reader: str, address: str
) -> None:
    """No Norwegian text is in force; who writes "lag" or "norsk" says which text he means."""
    hit = search.search(typed, reader=reader).hits[0]
    assert address == f"{hit.expression}:{hit.id}"


def test_each_word_of_a_terse_question_is_in_what_is_shown(search: SearchEngine) -> None:
    """What a small penalty card is was shown, and then another part: the sentence between them was asked for."""
    first = search.search("stort strafkort", reader="da").hits[0]
    assert "50B" == first.id
    small, large = first.snippet.index("bliver et lille strafkort"), first.snippet.index("bliver et stort strafkort")
    assert small < large


def test_letters_in_another_order_are_the_likelier_slip(search: SearchEngine) -> None:
    """The proposal was "lead out of true", which comes first in the alphabet."""
    assert ("lead out of turn",) == search.search("lead out of trun").suggestions


@pytest.mark.parametrize(
    ("story", "found", "place", "words"),
    [
        (
            "Our organiser puts empty boards and packs on the tables and says that each table does its own before "
            "starting, is that hers to decide",
            "6",
            "6E1",
            "§ 6 E 1: Turneringslederen kan bestemme, at blanding og kortgivning finder sted ved hvert bord",
        ),
        (
            "She opened on the cards of the next board, put them back before anyone had called and took her proper "
            "hand, is she free to start over",
            "15",
            "15A2b",
            "§ 15 A 2 b: Ellers skal den fejlende afgive en ny melding",
        ),
    ],
)
def test_the_sentence_of_a_story_is_chosen_among_all_of_the_law_whichever_part_was_found(
    search: SearchEngine, sentence_model: SentenceModel, story: str, found: str, place: str, words: str
) -> None:
    hit = search.search(story, reader="da").hits[0]
    assert found == ProvisionId.of(hit.id).law
    assert place in [one.place for one in hit.excerpts]
    assert not ProvisionId.of(hit.id).contains(ProvisionId.of(place))
    assert words in hit.snippet  # with its number, since it stands elsewhere than the hit


@pytest.mark.parametrize("question", ['"udspil uden for tur" spilfører', "+strafkort spilfører"])
def test_where_words_are_required_the_sentences_are_of_the_part_that_has_them(
    search: SearchEngine, question: str
) -> None:
    hits = [hit for hit in search.search(question).hits if hit.kind != "definition"]
    assert hits
    assert all(ProvisionId.of(hit.id).contains(ProvisionId.of(one.place)) for hit in hits for one in hit.excerpts)
