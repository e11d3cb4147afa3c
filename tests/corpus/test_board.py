"""A deal is a whole pack or is refused with its fault; an auction shows which calls the laws do not allow."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from app.committee.board_document import compose_auction, compose_deal
from app.committee.document_blocks import DocumentTable, DocumentText
from app.i18n.words import UI_LANGUAGES, WORDS
from corpus.board.calls import AuctionError, CallFaultCode, parse_auction
from corpus.board.contract import SEATS
from corpus.board.deal import HONOURS, RANKS, SUITS, SYMBOLS, DealError, DealFaultCode, parse_deal

PBN = "N:AK32.Q54.K2.J876 Q87.J92.QT54.Q32 JT95.AK3.A3.AK54 64.T876.J9876.T9"
DANISH = """Nord: ♠ EK32 ♥ D54 ♦ K2 ♣ B876
Øst: ♠ D87 ♥ B92 ♦ D1054 ♣ D32
Syd: ♠ B 10 9 5 ♥ E K 3 ♦ E3 ♣ EK54
Vest: ♠64 ♥10876 ♦B9876 ♣109"""


def test_a_deal_is_read_alike_in_pbn_and_hand_by_hand() -> None:
    assert parse_deal(PBN) == parse_deal(DANISH)
    assert parse_deal(PBN) == parse_deal(DANISH.replace("B", "Kn").replace("Vest:", "West =").replace("Øst:", "Öst:"))
    assert "B 8 7 6" == parse_deal(PBN).hands["N"].printed("C", "da")
    assert "Kn 8 7 6" == parse_deal(PBN).hands["N"].printed("C", "sv")


TAG = f'[Dealer "N"]\n[Deal "{PBN}"]\n[Vulnerable "None"]'
DIAGRAM = """      ♠ EK32
      ♥ D54
      ♦ K2
      ♣ B876
♠ 64        ♠ D87
♥ 10876     ♥ B92
♦ B9876     ♦ D1054
♣ 109       ♣ D32
      ♠ B1095
      ♥ EK3
      ♦ E3
      ♣ EK54"""
LABELLED = """            Nord
            ♠ EK32
            ♥ D54
            ♦ K2
            ♣ B876
Vest                    Øst
♠ 64                    ♠ D87
♥ 10876     N           ♥ B92
♦ B9876     V   Ø       ♦ D1054
♣ 109       S           ♣ D32
            Syd
            ♠ B1095
            ♥ EK3
            ♦ E3
            ♣ EK54"""
IN_WORDS = DANISH.translate({ord("♠"): "spar ", ord("♥"): "hjerter ", ord("♦"): "ruder ", ord("♣"): "klør "})
IN_LETTERS = DANISH.translate({ord("♠"): "S ", ord("♥"): " H ", ord("♦"): " R ", ord("♣"): " K "})


@pytest.mark.parametrize(
    "typed",
    [
        TAG,
        DIAGRAM,
        LABELLED,
        IN_WORDS,
        IN_WORDS.replace("hjerter", "Hjärter:").replace("ruder", "ruter:").replace("klør", "clubs:"),
        DANISH.translate({ord("♠"): "S: ", ord("♥"): " H: ", ord("♦"): " R: ", ord("♣"): " K: "}),
        DANISH.translate({ord("♠"): "♤", ord("♥"): "♥\ufe0f", ord("♦"): "♦\ufe0f"}),
        "\n".join(reversed(DANISH.splitlines())),
        DANISH.replace("Vest:", "Väst").replace("Nord:", "N").replace("Øst:", "øst").replace("Syd:", "SØR"),
        DANISH.replace(": ", ":\n").replace(" ♥", "\n♥").replace(" ♦", "\n♦").replace(" ♣", "\n♣"),
        """N: S EK32 H D54 R K2 K B876
           Ø: SD87 HB92 RD1054 KD32
           S: K EK54 R E3 H EK3 S B1095
           V: S 64 H 10876 D B9876 C 109""",
    ],
)
def test_a_deal_is_read_as_people_type_it(typed: str) -> None:
    assert parse_deal(PBN).hands == parse_deal(typed).hands


@pytest.mark.parametrize("void", ["-", "–", "renonce", "void", ""])
def test_a_void_has_a_dash_a_word_or_nothing(void: str) -> None:
    typed = f"N: ♠ EK32EDB ♥ {void} ♦ K2 ♣ B876"
    with pytest.raises(DealError) as caught:
        parse_deal(typed)
    assert ("missing", "ESW") == (caught.value.code, caught.value.found)


def test_whose_cards_are_missing_is_said_and_they_are_not_guessed() -> None:
    """Three hands could "not be read", though their cards leave no choice for the fourth."""
    three = DANISH.rpartition("\n")[0]
    assert "Kortene mangler for Vest" == compose_deal(three, "da")[-1].words  # type: ignore[union-attr]
    one = "West: ♠64 ♥T876 ♦J9876 ♣T9"
    assert "The cards of North, East and South are missing" == compose_deal(one, "en")[-1].words  # type: ignore[union-attr]
    twice = DANISH.replace("Vest", "Syd")
    assert "Syd står där två gånger" == compose_deal(twice, "sv")[-1].words  # type: ignore[union-attr]


def test_words_that_are_no_deal_are_quoted_to_the_end_of_a_word() -> None:
    notice = compose_deal("♠ EK32 ♥ D54 ♦ K2 ♣ B876 og resten af hænderne kendes ikke her", "da")[-1]
    assert isinstance(notice, DocumentText)
    assert (
        "”♠ EK32 ♥ D54 ♦ K2 ♣ B876 og resten af hænderne kendes ikke …”. Skriv en linje for hver hånd" in notice.words
    )


def test_five_hundred_deals_in_four_languages_come_back_as_they_were() -> None:
    """Voids too; the letters of each language are read again as the same cards."""
    dice = random.Random(52)
    pack = [(suit, rank) for suit in SUITS for rank in RANKS]
    for number in range(500):
        dice.shuffle(pack)
        hands = {seat: pack[at * 13 : at * 13 + 13] for at, seat in enumerate(SEATS)}
        language = tuple(HONOURS)[number % 4]
        lines = []
        for seat, cards in hands.items():
            suits = {suit: "".join(rank for own, rank in cards if own == suit) or "-" for suit in SUITS}
            for letter, own in zip("AKQJ", HONOURS[language], strict=True):
                suits = {suit: held.replace(letter, f"<{own}>") for suit, held in suits.items()}
            held = {suit: words.replace("T", "10").translate({60: None, 62: None}) for suit, words in suits.items()}
            lines.append(f"{WORDS[language][f'seat_{seat}']}: " + " ".join(f"{SYMBOLS[s]} {held[s]}" for s in SUITS))
        found = parse_deal("\n".join(lines))
        for seat, cards in hands.items():
            assert set(cards) == {(suit, rank) for suit in SUITS for rank in found.hands[seat].suits[suit]}


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("missing", "Nord: ♠ EK32"),
        ("missing", "N:AK32.Q54.K2.J876 Q87.J92.QT54.Q32 JT95.AK3.A3.AK54"),
        ("hands", "kort følger"),
        ("missing", PBN.replace("64.T876.J9876.T9", "-")),
        ("repeated", DANISH.replace("Vest", "Nord")),
        ("suits", PBN.replace("AK32.Q54.K2.J876", "AK32.Q54.K2J876")),
        ("card", PBN.replace("AK32", "AK3Z")),
        ("count", PBN.replace("AK32", "AK3")),
        ("twice", PBN.replace("AK32", "AK3Q")),
    ],
)
def test_a_deal_that_cannot_be_is_named(code: DealFaultCode, typed: str) -> None:
    with pytest.raises(DealError) as caught:
        parse_deal(typed)
    assert code == caught.value.code
    for ui in UI_LANGUAGES:
        *_, notice = compose_deal(typed, ui)
        assert isinstance(notice, DocumentText)
        assert "notice" == notice.style
        assert "{" not in notice.words


def faults(typed: str) -> list[CallFaultCode | None]:
    return [call.fault for call in parse_auction(typed, "N").calls]


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("1♠ 1♥", "insufficient"),
        ("1NT 1♠", "insufficient"),
        ("1S 1S", "insufficient"),
        ("X", "double"),
        ("1♠ pas X", "double"),
        ("1♠ X X", "double"),
        ("1♠ XX", "redouble"),
        ("1♠ X pas XX", "redouble"),
        ("1♠ X XX XX", "redouble"),
        ("1♠ pas pas pas 2♠", "after-end"),
        ("pas pas pas pas pas", "after-end"),
    ],
)
def test_a_call_against_the_laws_is_marked_and_kept(typed: str, fault: CallFaultCode) -> None:
    *before, last = faults(typed)
    assert [None] * len(before) == before
    assert fault == last


@pytest.mark.parametrize(
    "typed",
    [
        "1♠ pas 2♠ pas 4♠ X pas pas XX pas pas pas",
        "pas pas pas 1♣ X XX 1♦ pas pas pas",
        "1kl 1ru 1hj 1sp 1nt 2kl pas pas X pas pas pas",
        "1♠ X 2♠ X pas pas pas",
        "pas pas pas pas",
        "1N-2H-p-p-p",
    ],
)
def test_a_legal_auction_has_no_fault_and_ends(typed: str) -> None:
    auction = parse_auction(typed, "E")
    assert {None} == {call.fault for call in auction.calls}
    assert auction.ended


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        ("1NT pas 3NT all pass", "1NT pas 3NT pas pas pas"),
        ("1NT pas 3NT AP", "1NT pas 3NT pas pas pas"),
        ("1NT pas 3NT pas alle pas", "1NT pas 3NT pas pas pas"),
        ("1NT, pas, 3NT, rundpas", "1NT pas 3NT pas pas pas"),
        ("alla pass", "pas pas pas pas"),
        ("2gr pass 3 grand pass runt", "2NT pas 3NT pas pas pas"),
        ("1 spar pas 2 hjerter pas 4 spades pas pas pas", "1S pas 2H pas 4S pas pas pas"),
        ("1NT – pas – 3NT – rundpas", "1NT pas 3NT pas pas pas"),
        ("1NT - (P) - 2C - X - all pass", "1NT P 2C X pas pas pas"),
        ("1NT (P) 2C (dbl) AP", "1NT P 2C X pas pas pas"),
        ("1♠ - 2♠ - 4♠ - - -", "1♠ pas 2♠ pas 4♠ pas pas pas"),
    ],
)
def test_auctions_are_read_as_people_type_them(typed: str, kinds: str) -> None:
    assert parse_auction(kinds, "N") == parse_auction(typed, "N")


def test_a_remark_may_hold_brackets() -> None:
    (call, _) = parse_auction("2♥ (lang tænkepause (12 sek.)) pas", "N").calls
    assert "lang tænkepause (12 sek.)" == call.remark


def test_more_passes_than_close_the_auction_are_told_once() -> None:
    assert [None, None, None, None, "after-end"] == faults("1♠ pas pas pas all pass")


def test_an_auction_is_drawn_from_west_with_its_remarks_below() -> None:
    table, remark, fault, open_end = compose_auction("1♠ pas (tænkte) 1♥! X", "N", "da")
    assert isinstance(table, DocumentTable)
    assert (("Vest", "Nord", "Øst", "Syd"), ("", "1♠", "pas ¹", "1♥!"), ("D", "", "", "")) == table.rows
    assert isinstance(remark, DocumentText)
    assert "¹ tænkte" == remark.words
    assert isinstance(fault, DocumentText)
    assert "1♥! (Syd) er et utilstrækkeligt bud (§ 18)." == fault.words
    assert isinstance(open_end, DocumentText)
    assert "Meldeforløbet er ikke slut." == open_end.words


def test_a_word_that_is_no_call_is_named_and_the_words_stay() -> None:
    with pytest.raises(AuctionError, match="8"):
        parse_auction("1♠ 8♠", "N")
    typed, notice = compose_auction("1♠ hvad", "N", "da")
    assert isinstance(typed, DocumentText)
    assert "1♠ hvad" == typed.words
    assert isinstance(notice, DocumentText)
    assert "hvad er ingen melding" == notice.words
    assert 2 == len(compose_auction("1♠", None, "da"))


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_every_fault_has_words(ui: str) -> None:
    codes = [f"deal_fault_{code}" for code in get_args(DealFaultCode)]
    codes += [f"call_fault_{code}" for code in get_args(CallFaultCode)]
    assert [] == [code for code in codes if code not in WORDS[ui]]
