"""Whatever is typed or stands in an address is understood or named, and the page opens; ``make fuzz`` tries others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from urllib.parse import parse_qsl

import pytest

from app.committee.deadlines import deadlines
from app.committee.dossier_document import CaseCourse, compose
from app.committee.procedure import read_order
from app.committee.scoring.adjusted import AdjustmentError
from app.committee.scoring.tables import LEXICON, ScoringTables, read_scoring_tables
from app.committee.scoring.typed import work_out
from app.i18n.words import UI_LANGUAGES
from app.reader import router
from app.reader.address import VIEWS, address, read_state
from app.reader.context import ReaderServices
from corpus.board.calls import AuctionError, parse_auction
from corpus.board.contract import BadContractError, parse_contract, parse_score
from corpus.board.deal import DealError, parse_deal
from corpus.dossiers.dossier import DoneStep, Dossier, PolledPlayer, TypedAdjustment, TypedDeadlines
from corpus.library import Library
from corpus.store import load_lexicon
from index.search.engine import SearchEngine
from tests.support.hostile import HOSTILE
from tests.support.mutations import COUNT, damaged_text, seeded

SLOW = max(1, COUNT // 10)  # of those that go through a whole page or the whole search
ADDRESS = "view=read&law=16C2 2007&in=da-2017,sv-2017&by=da-2017&on=sv-2017&q=udspil&to=12C&ui=da&date=2009-03-01" \
          "&corr=1&only=nb-1997&kind=note&part=1&pair=da-2017,sv-2017&letters=2&letter=A&path=revoke" \
          "&trail=a,b&case=sag-1&page=2"  # fmt: skip
QUESTIONS = (
    "udspil uden for tur in:da-2017", '"rätt till rättelse" -lag', "§ 16 C 2 a, jf. §§ 61-64", "1NT - pas - 2♣!",
    "def:stik kort* OR farve", "16C 2007", "lov:27 sufficient bid",
)  # fmt: skip
DEAL = "N:AK32.Q54.K2.J876 QJT9.K32.A43.Q32 876.AJ9.QJT5.K54 54.T876.9876.AT9"
HANDS = "Nord: ♠ EK32 ♥ D54 ♦ K2 ♣ B876\nØst: ♠ DBT9 ♥ K32 ♦ E43 ♣ D32\n" \
        "Syd: ♠ 876 ♥ EB9 ♦ DBT5 ♣ K54\nVest: ♠ 54 ♥ T876 ♦ 9876 ♣ ET9"  # fmt: skip
AUCTION = "1♠ (forklaret som 5+) pas 2NT! X pas pas 3♠ pas pas pas"
CONTRACT = "4♠x S -2"
ADJUSTMENT = TypedAdjustment("teams", "NS", "NS", "60 % 4♠ S =\n40 % 3♠ S +1", "+420\n-50", "20", "12", ("knockout",))
TIMES = TypedDeadlines(
    "14:30", "20 minutter", "16:00", "8.3.2026 10.15", "2 dage", "9.3.2026", "3 dage", "10.3.2026", "1 uge"
)
CASE = Dossier(
    "sag-1", "Sag 1", "da", played="2026-03-07", board="7", dealer="N", deal=DEAL, auction=AUCTION,
    table_result=CONTRACT, score=ADJUSTMENT,
    poll=(PolledPlayer("ab", "mester", "naturligt", "AK32.Q54.K2.J876", "pas, 2♠", "2♠"),),
    times=TIMES, done=(DoneStep("published", "2026-03-07 14:30"),),
)  # fmt: skip


def damaged_words(words: str, chance: random.Random, count: int) -> Iterator[str]:
    """Words as a hand, another keyboard or another program spoils them, and what nobody types on purpose."""
    for damaged in damaged_text(words.encode() or b"x", chance, count):
        spoilt = damaged.decode("utf-8", "surrogateescape")
        yield chance.choice(HOSTILE) if chance.random() < 0.1 else spoilt


@pytest.fixture(scope="module")
def tables(library: Library) -> ScoringTables:
    return read_scoring_tables(library, load_lexicon(LEXICON))


def test_a_damaged_address_is_a_page_and_its_address_is_the_same_page(services: ReaderServices) -> None:
    chance = seeded()
    registry, pairs = services.library.registry, dict(parse_qsl(ADDRESS))
    for number in range(COUNT * 3):
        asked = {**pairs, "view": chance.choice((*VIEWS, "read", ""))}
        for name in chance.sample(sorted(asked), chance.choice((1, 1, 3))):
            asked[name] = next(damaged_words(asked[name], chance, 1))
        for name in chance.sample(sorted(asked), chance.randrange(8)):
            del asked[name]
        state = read_state(asked, registry)
        again = read_state(dict(parse_qsl(address(state, registry)[1:])), registry)
        assert replace(state, problems=()) == replace(again, problems=()), asked
        if number % (3 * COUNT // SLOW) == 0:
            made = router.page(services, state)
            assert made.html
            made.html.encode()


def test_a_damaged_question_is_answered(search: SearchEngine, services: ReaderServices) -> None:
    chance = seeded()
    for number in range(COUNT):
        typed = next(damaged_words(chance.choice(QUESTIONS), chance, 1))[:2000]
        found = search.search(typed, limit=5)
        assert len(found.hits) <= 5
        if number % (COUNT // SLOW) == 0:
            state = read_state({"q": typed, "ui": chance.choice(UI_LANGUAGES)}, services.library.registry)
            assert router.page(services, state).html.encode()


BOARD: dict[str, tuple[str, Callable[[str], object], type[Exception]]] = {
    "deal": (DEAL, parse_deal, DealError),
    "hands": (HANDS, parse_deal, DealError),
    "auction": (AUCTION, lambda typed: parse_auction(typed, "N"), AuctionError),
    "contract": (CONTRACT, parse_contract, BadContractError),
    "score": ("+420", parse_score, BadContractError),
}


@pytest.mark.parametrize("name", BOARD)
def test_a_damaged_board_is_read_or_refused(name: str) -> None:
    chance, fates = seeded(), Counter[str]()
    words, read, refusal = BOARD[name]
    for typed in damaged_words(words, chance, COUNT):
        try:
            read(typed)
            fates["read"] += 1
        except refusal:
            fates["refused"] += 1
    assert COUNT == fates.total()
    assert fates["read"]


def test_a_damaged_adjustment_is_worked_out_or_refused(tables: ScoringTables) -> None:
    chance, fates = seeded(), Counter[str]()
    for _ in range(COUNT):
        name = chance.choice([one.name for one in fields(TypedAdjustment) if one.name != "rules"])
        spoilt = next(damaged_words(getattr(ADJUSTMENT, name), chance, 1))
        try:
            fates["read"] += bool(work_out(replace(ADJUSTMENT, **{name: spoilt}), "7", tables))
        except AdjustmentError:
            fates["refused"] += 1
    assert COUNT == fates.total()
    assert {"read", "refused"} == set(fates)


def test_a_case_with_damaged_board_score_poll_and_times_has_its_paper(library: Library, tables: ScoringTables) -> None:
    chance, order = seeded(), read_order(load_lexicon("procedure.toml"))
    for _ in range(COUNT):
        way = chance.randrange(4)
        if way == 0:
            name = chance.choice(("board", "dealer", "deal", "auction", "table_result", "played"))
            case = replace(CASE, **{name: next(damaged_words(getattr(CASE, name), chance, 1))})
        elif way == 1:
            name = chance.choice([one.name for one in fields(TypedAdjustment) if one.name != "rules"])
            score = replace(ADJUSTMENT, **{name: next(damaged_words(getattr(ADJUSTMENT, name), chance, 1))})
            case = replace(CASE, score=score)
        elif way == 2:
            name = chance.choice([one.name for one in fields(PolledPlayer)])
            player = CASE.poll[0]
            case = replace(
                CASE, poll=(replace(player, **{name: next(damaged_words(getattr(player, name), chance, 1))}),)
            )
        else:
            name = chance.choice([one.name for one in fields(TypedDeadlines)])
            case = replace(CASE, times=replace(TIMES, **{name: next(damaged_words(getattr(TIMES, name), chance, 1))}))
        course = CaseCourse(deadlines(case, library, order), order)
        assert compose(case, chance.choice(UI_LANGUAGES), tables=tables, course=course)
