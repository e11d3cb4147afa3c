"""Pages as HTML, made from the real texts: what stands beside what, where links lead, and that nothing is unescaped."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.i18n.words import UI_LANGUAGES, words
from app.reader import router
from app.reader.address import MAX_COLUMNS, VIEWS, PageState, read_state
from app.reader.context import PageContext, ReaderServices
from app.reader.parts.frame import COMMITTEE
from app.reader.place import existing_state
from app.reader.text.markup import MarkupSpan, apply_spans, plain
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Definition, Expression, Lines, Note, NoteMark, Prose, Provision, Sense, Table
from tests.support.pages import BAD, hrefs, html_of, row_of, state_of, words_of

MOST_HTML = 120_000  # bytes
LONGEST = 20


@given(
    st.text(alphabet="ab<>&\"' æø", max_size=20),
    st.lists(st.tuples(st.integers(-2, 22), st.integers(-2, 22), st.integers(0, 3)), max_size=6),
    st.lists(st.integers(0, 20), max_size=3),
)
def test_weaving_keeps_every_character_and_closes_every_tag(
    text: str, spans: list[tuple[int, int, int]], points: list[int]
) -> None:
    html = apply_spans(
        text, [MarkupSpan(a, b, f"<x{rank}>", f"</x{rank}>", rank) for a, b, rank in spans], [(p, "¤") for p in points]
    )
    assert text == unescape(re.sub(r"</?x\d>|¤", "", html))
    assert len(points) == html.count("¤")
    stack: list[str] = []
    for closing, name in re.findall(r"<(/?)(x\d)>", html):
        if closing:
            assert name == stack.pop()
        else:
            assert name not in stack
            stack.append(name)
    assert not stack


def test_a_link_is_never_cut_in_two() -> None:
    html = apply_spans(
        "se § 16C nu", [MarkupSpan(3, 8, "<a>", "</a>", 0), MarkupSpan(0, 6, "<em>", "</em>", 1)], [(5, "*")]
    )
    assert "<em>se </em><a><em>§ 1</em>6C</a>* nu" == html


def test_1997_16b1_stands_beside_16d2a_and_never_beside_16b1(services: ReaderServices) -> None:
    html = html_of(services, "law=16&in=da-2017,nb-1997")
    assert "1997: § 16 B 1" in words_of(row_of(html, "16D2a"))
    assert "1997: § 16 B 1" not in words_of(row_of(html, "16B1"))


def test_danish_73a1_stands_beside_swedish_73a2(services: ReaderServices) -> None:
    rows = services.layout.rows("da-2017", "73", ("da-2017", "sv-2017"))
    beside = {row.place: [piece.place for piece in row.cells["sv-2017"]] for row in rows}
    assert ["73A2"] == beside["73A1"]


@pytest.mark.parametrize("lead", ["da-2017", "sv-2017"])
@pytest.mark.parametrize("column", ["da-2017", "sv-2017", "nb-1997"])
def test_no_provision_is_lost_beside_another_text(services: ReaderServices, lead: str, column: str) -> None:
    shown = {
        piece.place
        for law in services.library[lead].laws
        for row in services.layout.rows(lead, str(law.id), (lead, column))
        for piece in row.cells[column]
        if not piece.elsewhere
    }
    with_text = {str(p.id) for p in services.library[column].walk() if p.heading or p.own_blocks}
    assert set() == with_text - shown


def test_a_rule_that_only_another_language_numbers_carries_its_own_number(services: ReaderServices) -> None:
    row = words_of(row_of(html_of(services, "law=73&in=da-2017,sv-2017&ui=da"), "sv-2017_73A1"))
    assert "Uden eget nummer her: en del af § 73 A" in row
    assert "2017: Lag 73A1" in row


def test_an_empty_cell_says_why(services: ReaderServices) -> None:
    html = html_of(services, "law=16C3&in=da-2017,nb-1997")
    assert "Ny regel: findes ikke i udgaven fra 1997" in words_of(row_of(html, "16C3"))


def test_a_new_rule_with_an_old_number_says_what_that_number_meant(services: ReaderServices) -> None:
    """A reader with the Norwegian book looks for its § 23 beside today's."""
    row = row_of(html_of(services, "law=23&in=da-2017,nb-1997&ui=da"), "23")
    assert "§ 23 fra 1997 er en anden regel, i dag § 72 C" in words_of(row)
    assert "law=23&amp;in=da-2017,nb-1997&amp;by=nb-1997" in row
    assert "er en anden regel" not in words_of(html_of(services, "law=16&in=da-2017,nb-1997&ui=da"))


def test_a_number_that_means_another_rule_today_says_so_and_leads_there(services: ReaderServices) -> None:
    row = row_of(html_of(services, "law=214G1&by=dbf-2008"), "214G1")
    link = re.search(r'<a class="ref warn nb" href="([^"]+)"[^>]*>(.*?)</a>', row)
    assert link
    assert "§ 16C → i dag § 16 D" == words_of(link[2]).strip().replace("  ", " ")
    assert "law=16D&" in unescape(link[1])


def test_a_reference_that_leads_nowhere_is_no_link_and_says_so(services: ReaderServices) -> None:
    row = row_of(html_of(services, "law=9A2b2&by=nb-1997&ui=nb"), "9A2b2")
    assert 'class="ref bad' in row
    assert "finnes ikke (menes" in words_of(row)
    assert not re.search(r"<a [^>]*>[^<]*41 B2", row)


def test_paragraph_14_of_the_statutes_is_no_link(services: ReaderServices) -> None:
    row = row_of(html_of(services, "law=X91&by=dbf-2008"), "X91")
    assert re.search(r'<span class="ref out[^>]*>§ 14', row)


def test_16d_shows_that_dbf_relies_on_it(services: ReaderServices) -> None:
    assert "DBf § 214 G 1" in words_of(row_of(html_of(services, "law=16D"), "16D"))
    page = words_of(html_of(services, "view=refs&law=16D"))
    assert all(f"DBf § {place}" in page for place in ("214 G ", "214 G 1", "214 D 1 a", "214 D 2"))


def test_who_cites_a_law_is_told_once_at_the_law_with_its_parts(services: ReaderServices) -> None:
    def told(query: str) -> list[str]:
        html = html_of(services, query)
        return [piece.split('"')[0] for piece in html.split('id="p-')[1:] if 'class="by-all"' in piece]

    assert ["16"] == told("law=16&ui=da")
    assert ["16", "16C2"] == told("law=16C2&ui=da")
    assert re.search(r"henvist fra \d\d", words_of(row_of(html_of(services, "law=16&ui=da"), "16")))


def test_dbf_rules_stand_under_the_law_they_extend(services: ReaderServices) -> None:
    html = html_of(services, "law=90")
    over = html[html.index('<section class="over"') :]
    assert "DBf § X90" in words_of(over)
    assert "afløst" in words_of(over)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("law=16&in=nb-1997", "ikke gældende"),
        ("law=16&in=sv-2017", "foreløbig"),
        ("law=214&in=dbf-2008", "afløst"),
        ("law=16&in=da-2017", "gældende"),
    ],
)
def test_the_standing_of_a_text_is_always_said(services: ReaderServices, query: str, words: str) -> None:
    assert words in words_of(html_of(services, query))


@pytest.mark.slow
def test_every_link_of_every_law_leads_to_a_place_that_exists(services: ReaderServices) -> None:
    seen: set[str] = set()
    for expression in services.library.expressions:
        for law in expression.laws:
            seen |= set(hrefs(html_of(services, f"law={law.id}&by={expression.key}&in={expression.key}")))
    seen |= set(hrefs(html_of(services, "law=def"))) | set(hrefs(html_of(services, "view=terms")))
    for link in sorted(seen):
        assert link.startswith(("?", "#"))
        if link.startswith("?"):
            state = state_of(services, link)
            assert () == existing_state(services, state).problems, link


@pytest.mark.parametrize("ui", UI_LANGUAGES)
@pytest.mark.parametrize("view", [view for view in VIEWS if view not in COMMITTEE])
def test_every_page_opens_in_every_language(services: ReaderServices, view: str, ui: str) -> None:
    page = router.page(services, state_of(services, f"view={view}&law=12C1&q=revoke&ui={ui}"))
    assert page.title.endswith("Lovbro")
    assert len(words_of(page.html)) > 200
    assert "{" not in words_of(page.html)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("16F", "§ 16 F findes ikke i Dansk 2017. § 16 har A–D"),
        ("99", "Nærmest er § 93."),
        ("214Z", "§ 214 Z findes ikke i DBf 2008. § 214 har A–G"),
        ("X7", "§ X7 findes ikke i DBf 2008. DBf 2008 har X6–X93"),
        ("def:Findes ikke", "Dansk 2017 definerer ikke ”Findes ikke”."),
    ],
)
def test_a_place_that_does_not_exist_says_what_does(services: ReaderServices, query: str, said: str) -> None:
    page = router.page(services, state_of(services, f"law={query}"))
    assert 'role="alert"' in page.html
    assert said in words_of(page.html).replace("\N{NO-BREAK SPACE}", " ")


def test_no_line_of_a_message_ends_within_a_number_a_date_or_a_range(services: ReaderServices) -> None:
    assert '<span class="nb">A–D</span>' in html_of(services, "law=16F")
    assert '<span class="nb">2009-03-01</span>' in html_of(services, "law=16&date=abc")


@pytest.mark.parametrize("place", ["def", "def:bud", "part:foreword"])
def test_what_is_no_law_is_compared_from_the_first_law_on(services: ReaderServices, place: str) -> None:
    state = state_of(services, f"view=compare&law={place}")
    html = words_of(router.page(services, state).html)
    assert "Sammenlign: § 1 Kortene" in html.replace("\N{NO-BREAK SPACE}", " ")


def test_a_number_of_another_text_opens_that_text(services: ReaderServices) -> None:
    assert "dbf-2008" == existing_state(services, state_of(services, "law=214G")).by


@pytest.mark.parametrize(
    ("played", "words"),
    [
        ("2018-01-01", "lovene fra 2017"),
        ("2009-03-01", "lovene fra 2007. Den udgave findes ikke her"),
        ("2009-03-01", "Slå § 16 op i 2007 og 2017"),
        ("2001-01-01", "1997"),
        ("9999-12-31", "ingen nyere udgave kendt end lovene fra 2017"),
    ],
)
def test_a_day_selects_the_edition_in_force_and_says_what_is_not_held(
    services: ReaderServices, played: str, words: str
) -> None:
    assert words in words_of(html_of(services, f"law=16&date={played}"))


def test_a_day_under_an_edition_not_held_leads_to_the_table_that_joins_it_with_the_open_text(
    services: ReaderServices,
) -> None:
    """Whichever of the two is the older: the table of 1997 and 2007, or that of 2007 and 2017."""
    for by, answers in (("nb-1997", "Norsk 1997 § 16 C er § 16 D i 2007"), ("da-2017", "2007 § 16 C er § 16 D i 2017")):
        link = re.search(r'href="([^"]*view=concordance[^"]*)"', html_of(services, f"law=16C&by={by}&date=2009-03-01"))
        assert link
        html = html_of(services, unescape(link[1]))
        assert "alert" not in html
        assert answers in words_of(html)


def test_corrections_are_shown_when_asked_for(services: ReaderServices) -> None:
    assert 'class="cor' not in html_of(services, "law=22&in=da-2017")
    assert 'class="cor' in html_of(services, "law=22&in=da-2017&corr=1")


def test_a_typed_citation_shows_its_text_before_enter(services: ReaderServices) -> None:
    shown = words_of(router.jump(services, state_of(services, ""), "§ 16 d 2"))
    assert "§ 16 D 2" in shown
    assert "2007: § 16 C 2" in shown


def test_of_results_only_what_is_not_in_force_says_so(services: ReaderServices) -> None:
    """On a phone the word stood at every one of them."""
    results = html_of(services, "?view=search&q=udspil uden for tur&ui=da").partition('<ol class="hits">')[2]
    under_box = router.jump(services, state_of(services, "ui=da"), "udspil uden for tur")
    for shown in (results, under_box):
        assert "Dansk 2017" in words_of(shown)
        assert ">gældende<" not in shown
    norwegian = html_of(services, "?view=search&q=utspill utenfor tur in:nb-1997&ui=nb")
    assert ">ikke gjeldende<" in norwegian
    assert ">preliminär<" in router.jump(services, state_of(services, "ui=sv"), "27 b 1 a")


def test_that_a_text_is_preliminary_is_said_once_among_results(services: ReaderServices) -> None:
    results = html_of(services, "?view=search&q=utspel utanför tur&ui=sv").partition('<ol class="hits">')[2]
    for shown in (results, router.jump(services, state_of(services, "ui=sv"), "utspel utanför tur")):
        assert words_of(shown).count("Svenska 2017") > 2
        assert 1 == shown.count(">preliminär<")


def test_who_cites_a_law_stands_in_the_order_of_the_book(services: ReaderServices) -> None:
    """Those that cite the law itself came before those that cite its parts: 86 before 12."""
    html = html_of(services, "?law=16&by=da-2017&in=da-2017,sv-2017&ui=da")
    cited = re.search(r'<div class="who">(.*?)</div>', html)
    assert cited
    laws = [int(number) for number in re.findall(r">§ (\d+)", cited[1])]
    assert len(set(laws)) > 10
    assert sorted(laws) == laws


@pytest.mark.parametrize(("typed", "standing"), [("1997 § 23", "ikke gældende"), ("DBf § 212", "afløst")])
def test_what_is_offered_before_enter_says_that_it_is_not_in_force(
    services: ReaderServices, typed: str, standing: str
) -> None:
    assert standing in words_of(router.jump(services, state_of(services, "ui=da"), typed))


def test_enter_on_a_citation_opens_it_at_its_own_address(services: ReaderServices) -> None:
    page = router.page(services, state_of(services, "q=27b1"))
    assert ("p-27B1", True) == (page.focus, page.address.startswith("?law=27B1"))


@pytest.mark.parametrize("before", ["ui=da", "ui=da&law=16&in=da-2017,sv-2017,nb-1997&on=da-2017"])
@pytest.mark.parametrize(("typed", "key"), [("1997 16c2", "nb-1997"), ("lag 27b1b", "sv-2017"), ("16c2", "da-2017")])
def test_enter_and_a_tap_open_a_citation_in_the_text_shown_under_the_box(
    services: ReaderServices, before: str, typed: str, key: str
) -> None:
    state = state_of(services, before)
    offered = router.jump(services, state, typed)
    assert services.library.entry(key).short in words_of(offered)
    page = router.page(services, state.to(view="search", query=typed))
    tapped = next(hrefs(offered)).lstrip("?")
    for address in (page.address.lstrip("?"), tapped):
        shown = state_of(services, address)
        assert (key, key) == (shown.by, shown.on), address
    assert f'data-on="{key}"' in page.html


def test_a_result_opens_the_text_whose_words_it_shows(services: ReaderServices) -> None:
    """Whoever reads the Swedish text on a phone gets the Danish one where Danish words were found."""
    html = html_of(services, "q=strafkort&only=da-2017&in=da-2017,sv-2017&on=sv-2017&ui=da")
    found = [state_of(services, href.lstrip("?")) for href in hrefs(html[html.index("<h2>") :]) if "law=" in href]
    assert "da-2017" in {state.by for state in found}
    assert [] == [(state.by, state.on) for state in found if state.by != state.on]
    narrowed = next(href for href in hrefs(html) if "only=" in href)
    assert "on=sv-2017" in narrowed


@pytest.mark.parametrize("query", ["zzzzqqqq", "((", "*", "[a TO", "§", "x" * 5000, BAD, "\x00\x01", "日本", "27Z"])
def test_no_query_gives_a_blank_page_or_an_error(services: ReaderServices, query: str) -> None:
    state = PageState(view="search", query=query[:500], by="da-2017", columns=("da-2017",), on="da-2017", ui="da")
    page = router.page(services, state)
    assert len(words_of(page.html)) > 60
    assert "<script" not in page.html + router.jump(services, state, query) + router.head(services, state)
    assert "<img" not in page.html


@pytest.mark.parametrize("key", ["law", "in", "by", "on", "q", "ui", "view", "date", "only", "kind", "letter", "page"])
def test_half_a_character_in_an_address_gives_a_page_that_can_be_sent(services: ReaderServices, key: str) -> None:
    state = read_state({key: "16C\ud800"}, services.library.registry, "da")
    shown = router.page(services, state)
    head = router.head(services, state) + router.jump(services, state, state.query)
    assert "".join((shown.html, shown.address, head)).encode()


def test_markup_in_every_part_of_an_address_is_escaped(services: ReaderServices) -> None:
    for key in ("law", "in", "by", "on", "q", "ui", "view", "date", "only", "kind", "letter", "page"):
        state = read_state({key: BAD}, services.library.registry, "da")
        html = router.page(services, state).html + router.head(services, state)
        assert "<script" not in html, key
        assert "<img" not in html, key
    for place in (f"def:{BAD}", f"part:{BAD}"):
        assert "<script" not in router.page(services, read_state({"law": place}, services.library.registry, "da")).html


def test_a_tables_head_spans_the_columns_it_heads(services: ReaderServices) -> None:
    """Law 2 in Danish: 'Mappe nr.' stands above all four columns of numbers, 'Kortgiver' above one."""
    html = row_of(html_of(services, "law=2&in=da-2017"), "2")
    assert '<th scope="col">KORTGIVER</th><th scope="colgroup" colspan="4">MAPPE NR.</th>' in html


def test_markup_in_a_source_text_is_escaped_everywhere(services: ReaderServices) -> None:
    html = [
        router.page(_poisoned(services), state_of(services, f"{q}&in=da-2017&corr=1")).html
        for q in ("law=1", "law=def")
    ]
    assert all("&lt;script&gt;" in page for page in html)
    assert not any("<script" in page or "<img" in page for page in html)


def _poisoned(services: ReaderServices) -> ReaderServices:
    lines = Lines(BAD, 1, 2)
    prose = Prose(BAD, lines, marks=(NoteMark(3, "1#fn1"),), emphasis=((0, 4),))
    table = Table(((BAD, BAD), (BAD, BAD)), lines, caption=BAD)
    law = Provision(ProvisionId.of("1"), BAD, lines, heading=prose, blocks=(prose, table), pages=(BAD,))
    note = Note("1#fn1", BAD, (replace(prose, marks=()),), ("1",), "translator", lines)
    word = Definition(replace(prose, marks=()), (Sense(1, replace(prose, marks=())),))
    bad = Expression("da-2017", "da", "laws", "2017", BAD, (law,), definitions=(word,), notes=(note,))
    others = [e if e.key != "da-2017" else bad for e in services.library.expressions]
    library = Library(services.library.registry, tuple(others))
    return replace(services, library=library)


def test_a_defined_word_leads_to_its_definition_in_its_own_language(services: ReaderServices) -> None:
    found = re.findall(
        r'<a class="word" href="([^"]+)"[^>]*>([^<]+)</a>', html_of(services, "law=16&in=da-2017,sv-2017")
    )
    assert ("meldeforløbet", True) in {(word, "law=def:MELDEFORL" in link) for link, word in found}
    assert any("by=sv-2017" in link for link, _ in found)


def test_a_note_whose_mark_is_a_guess_is_shown_as_uncertain(services: ReaderServices) -> None:
    html = html_of(services, "law=40D&in=nb-1997&by=nb-1997&ui=nb")
    assert re.search(r'aria-label="Note \*\* \(notetegnets plass er en gjetning\)"[^>]*>\*\*\?</sup>', html)
    assert html.count("notetegnets plass er en gjetning</b>") == 1, "the other note of the provision has its own mark"


def test_a_form_of_a_word_finds_its_headword(services: ReaderServices) -> None:
    text = "to kunstige meldinger og en melding"
    assert ["kunstige meldinger", "melding"] == [
        text[start:end].lower() for start, end, _ in services.defined_terms("da-2017").find(text)
    ]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("q=16z&ui=da", "§ 16 Z findes ikke; § 16 har A–D."),
        ("q=lag 16z&ui=sv", "Lag 16Z finns inte; Lag 16 har A–D."),
        ("q=120&ui=en", "§ 120 does not exist; there are 1–93."),
        ("law=abc&ui=da", "Intet fundet om ”abc”."),
        ("q=16C 2007&ui=en", "Today § 16 C is another rule. That edition is not held here."),
        ("q=16C2 og 16Z&ui=nb", "§ 16 Z finnes ikke; § 16 har A–D."),
        ("view=search&ui=sv", "Skriv en lag (16C2)"),
        ("q=§&ui=en", "Type a law (16C2)"),
    ],
)
def test_what_cannot_be_found_is_said_in_the_readers_language(services: ReaderServices, query: str, said: str) -> None:
    html = html_of(services, query)
    assert said in words_of(html)
    assert "law 16 has" not in html


@pytest.mark.parametrize(("typed", "nearest"), [("94", "law=93"), ("dbf 270", "law=262"), ("200A", "law=201")])
def test_from_a_number_that_no_law_has_the_nearest_law_and_the_contents_are_a_tap_away(
    services: ReaderServices, typed: str, nearest: str
) -> None:
    for page in (
        html_of(services, f"q={typed}&view=search&ui=da"),
        router.jump(services, state_of(services, "ui=da"), typed),
    ):
        near = re.search(r'<p class="say">Nærmest er (.*?)</p>', page)
        assert near
        law, contents = (href.partition("?")[2].split("&") for href in hrefs(near[1]))
        assert nearest in law
        assert not [one for one in contents if one.startswith(("law=", "q="))]


@pytest.mark.parametrize(
    ("query", "places", "said"),
    [
        (
            "q=forord&ui=da",
            [f"da-2017 part:{key}" for key in ("foreword-da", "foreword")],
            "Indhold: Forord til den danske udgave (Dansk 2017) · Forord til 2017-udgaven (Dansk 2017) · ",
        ),
        ("q=Indledning&ui=da", ["da-2017 part:introduction"], "Indledning til 2017-udgaven (Dansk 2017)"),
        ("q=turneringslogistik&ui=da", ["da-2017 1"], "Turneringslogistik § 1–§ 8 (Dansk 2017)"),
        ("q=spilleperioden&ui=da", ["da-2017 41"], "Spilleperioden § 41–§ 71 (Dansk 2017)"),
        ("q=definitioner&ui=da", ["da-2017 def"], "Indhold: Definitioner (Dansk 2017) · Definitioner (Svenska 2017)"),
        ("q=inledning&ui=sv", ["sv-2017 part:introduction"], "Innehåll: INLEDNING TILL LAGAR"),
        ("q=preface&ui=nb", ["nb-1997 part:foreword"], "Innhold: FORORD TIL DEN NORSKE UTGAVEN (Norsk 1997)"),
    ],
)
def test_what_the_contents_list_beside_laws_is_found_by_its_title(
    services: ReaderServices, query: str, places: list[str], said: str
) -> None:
    typed = query.partition("&")[0].removeprefix("q=")
    for page in (html_of(services, query), router.jump(services, state_of(services, query), typed)):
        shown = words_of(re.sub("</?span[^>]*>", "", page))
        assert said in shown
        assert words_of(words("da")["no_hits"])[:10] not in shown
        assert "Mente du" not in shown
        found = re.search(r'<p class="(?:say|ui)">(?:[^<]+ · )?In\w+: (.*?)</p>', page)
        assert found
        states = [state_of(services, href.partition("?")[2]) for href in hrefs(found[1])]
        assert places == [f"{state.by} {state.place}" for state in states][: len(places)]


@pytest.mark.parametrize(
    ("query", "used"),
    [
        (
            "q=revoke&ui=sv",
            "att inte följa färg, unnlatelse av å følge farge (norska), kulørsvigt (danska),"
            " undladelse af at bekende (danska)",
        ),
        ("q=for lavt bud&ui=nb", "utilstrekkelig bud, utilstrækkeligt bud (dansk), otillräckligt bud (svensk)"),
        ("q=straffekort&ui=en", "strafkort (Danish), straffkort (Swedish)"),
    ],
)
def test_a_word_of_another_language_is_named_by_it_and_stands_behind_the_readers_own(
    services: ReaderServices, query: str, used: str
) -> None:
    found = re.search(r'<p class="ui used">[^:]*: (.*?)</p>', html_of(services, query))
    assert found
    assert used.casefold() == unescape(found[1]).casefold()
    assert re.findall(r"\(.*?\)", used) == re.findall(r"\(.*?\)", found[1]), "English writes languages with a capital"


def entries(html: str) -> list[str]:
    """The names of the laws among the results, in order."""
    return [re.sub("<[^>]+>", "", name) for name in re.findall(r"<li>\s*<h2><a[^>]*>(.+?)</a>", html)]


def test_all_laws_that_hold_a_required_word_are_counted_and_the_next_twenty_are_a_link_away(
    services: ReaderServices,
) -> None:
    first, second = html_of(services, "q=%2Bbud&ui=da"), html_of(services, "q=%2Bbud&ui=da&page=2")
    found = re.search(r"(\d+) paragraffer · viser de første 20", first)
    assert found
    assert int(found[1]) > 20
    assert "page=2" in first
    assert min(int(found[1]), 40) == len(entries(second))


@pytest.mark.parametrize("query", ["bud", "udspil uden for tur", "hånd", "turneringslederen"])
def test_results_are_one_entry_a_law_and_end_where_the_likeness_does(services: ReaderServices, query: str) -> None:
    html = html_of(services, f"q={query}&ui=da")
    laws = entries(html)
    assert 3 <= len(laws) <= 12
    assert len(set(laws)) == len(laws)
    assert all(1 <= entry.count('class="hit"') <= 3 for entry in html.split("<li>\n  <h2>")[1:])


def test_a_lead_out_of_turn_comes_before_the_exposed_hand(services: ReaderServices) -> None:
    laws = entries(html_of(services, "q=udspil uden for tur&ui=da"))
    assert {"§ 53", "§ 54", "§ 55", "§ 56"} == set(laws[:4])
    assert "§ 48" in laws[4:]


def test_words_found_through_another_language_name_it_in_the_readers(services: ReaderServices) -> None:
    assert "fundet via engelsk" in html_of(services, "q=penalty card&ui=da")
    assert "hittad via engelska" in html_of(services, "q=penalty card&ui=sv")
    assert "fundet via" not in html_of(services, "q=strafkort&ui=da")


def test_a_hit_in_older_laws_says_which_are_in_force_and_what_its_number_is_today(services: ReaderServices) -> None:
    html = html_of(services, "q=feil utspill&ui=nb")
    first = html[html.index("Norsk 1997") :]
    assert "Lovene fra 2017 gjelder" in first[: first.index('class="hit"')]
    moved = first[first.index('data-place="53C"') :]
    told = re.search(r"<a [^>]*law=53B&[^>]*>([^<]*)</a>", moved[: moved.index("<p lang")])
    assert told
    assert "i dag § 53 B, endret" == told[1].replace("\xa0", " ")
    assert "Lovene fra" not in html_of(services, "q=udspil uden for tur&in=da-2017&ui=da")


def test_at_most_five_other_words_are_named(services: ReaderServices) -> None:
    html = html_of(services, "q=den blinde tager det forkerte kort&ui=da")
    used = re.search(r'class="ui used">[^:]*: ([^<]*)<', html)
    assert used
    assert 1 <= len(used[1].split(", ")) <= 5


def test_a_search_is_narrowed_to_a_part_of_the_book(services: ReaderServices) -> None:
    html = html_of(services, "q=turneringslederen&ui=da&part=chapter-9")
    places = entries(html)
    assert places
    assert all(re.match(r"(§|Lag) ?9[23]\b", place) for place in places)
    assert len(places) < len(entries(html_of(services, "q=turneringslederen&ui=da")))


@pytest.mark.parametrize("name", ["letters", "table"])
def test_the_size_of_the_letters_is_part_of_the_address(services: ReaderServices, name: str) -> None:
    """``table`` is its name in addresses quoted before the size belonged to every law's page."""
    page = html_of(services, f"law=16C2&{name}=150&ui=sv")
    assert '<article class="z150"' in page
    assert "letters=125" in page
    assert "letters=200" in page
    assert 'class="toc"' in page


def test_a_place_is_marked_with_all_its_parts_and_nothing_else(services: ReaderServices) -> None:
    html = html_of(services, "law=27B1&ui=da")
    assert ["p-27B1", "p-27B1a", "p-27B1b"] == re.findall(r'class="row [^"]*\bhere" id="([^"]+)"', html)


def test_the_sheet_over_a_page_has_the_whole_text_of_a_place(services: ReaderServices) -> None:
    sheet = words_of(router.peek(services, "?law=12C1&ui=da"))
    assert "§ 12 C 1 · Dansk 2017" in sheet
    assert "Den ikke-fejlende side får ikke kompensation" in sheet


def test_the_head_of_a_cited_place_leads_to_the_references_of_that_place(services: ReaderServices) -> None:
    assert "view=refs&amp;law=12C1&amp;" in router.head(services, state_of(services, "q=12C1&ui=da"))


@pytest.mark.parametrize(("address", "text"), [("law=202A", "DBf 2008"), ("law=16C", "Dansk 2017")])
def test_the_bar_names_the_text_that_is_shown(services: ReaderServices, address: str, text: str) -> None:
    assert f'data-text="{text}"' in router.head(services, state_of(services, f"{address}&ui=da"))


def test_an_empty_cell_is_a_dash_that_is_explained_once(services: ReaderServices) -> None:
    html = html_of(services, "law=16C&in=da-2017,nb-1997&ui=da")
    assert '<span aria-hidden="true" title="Ny regel' in row_of(html, "16C3")
    assert 1 == html.count('class="legend"')
    assert "ikke i udgaven fra 1997" in words_of(html)


@pytest.mark.parametrize("params", [{"q": "kort \ud800"}, {"law": "\udfff"}, {"view": "\ud800"}, {"in": "\ud800"}])
def test_half_a_character_in_an_address_is_shown_as_none(services: ReaderServices, params: dict[str, str]) -> None:
    state = read_state(params, services.library.registry)
    assert str(router.page(services, state).html).encode()
    assert str(router.head(services, state)).encode()


def test_a_law_is_not_over_120_kb_of_html_with_all_texts_beside_each_other(services: ReaderServices) -> None:
    """The twenty longest, with as many columns as there may be, and with the readings of the sources."""
    columns = ",".join(services.library.registry.keys[:MAX_COLUMNS])
    assert columns.count(",") >= 2

    def length(law: Provision) -> int:
        return sum(len(plain(one.own_blocks, MOST_HTML)) for one in law.walk())

    for law in sorted(services.library["da-2017"].laws, key=length)[-LONGEST:]:
        for more in ("", "&corr=1"):
            size = len(html_of(services, f"law={law.id}&in={columns}{more}").encode())
            assert 20_000 < size <= MOST_HTML, (str(law.id), more, size)


def test_what_links_lead_to_is_told_once_beside_the_page_by_number(services: ReaderServices) -> None:
    page = router.page(services, state_of(services, "law=16&in=da-2017,nb-1997"))
    numbers = [int(number) for number in re.findall(r'data-preview="(\d+)"', page.html)]
    assert list(range(len(page.previews))) == sorted(set(numbers))
    assert len(page.previews) == len(set(page.previews)) < len(numbers)
    assert "data-head" not in page.html
    link = re.search(r'<a class="ref[^>]*data-preview="(\d+)"[^>]*>§ 12C1</a>', page.html)
    assert link
    language, head, words = page.previews[int(link[1])]
    assert ("da", True) == (language, head.startswith("§ 12 C 1 · Dansk 2017 · "))
    assert words


@pytest.mark.parametrize(
    ("query", "ui"), [("udspil uden for tur", "da"), ("utspill utenfor tur", "nb"), ("revoke", "sv")]
)
def test_a_place_is_named_once_under_a_law_with_all_that_was_found_in_it(
    services: ReaderServices, query: str, ui: str
) -> None:
    html = html_of(services, f"q={query}&ui={ui}")
    entries = html.split('<span class="ui source">')[1:]
    places = [
        re.findall(r'class="hit" data-key="([^"]+)" data-cite="[^"]+" data-place="([^"]+)"', one) for one in entries
    ]
    assert any(len(found) > 1 for found in places)
    assert [] == [found for found in places if len(found) != len(set(found))]
    if query == "udspil uden for tur":
        accepted = html[html.index('data-place="53A"') :].split('class="hit"')[0]
        assert 2 == accepted.count("<p lang")


def test_the_sheet_of_a_defined_word_shouts_no_more_than_its_page(services: ReaderServices) -> None:
    assert "Uvedkommende · Dansk 2017" in words_of(router.peek(services, "?law=def:UVEDKOMMENDE&ui=da"))
    links = PageContext(services, state_of(services, "law=16B1&ui=da")).link
    assert "Uvedkommende · Dansk 2017" == links.preview_attributes("da-2017", "def:UVEDKOMMENDE")["data-head"]
