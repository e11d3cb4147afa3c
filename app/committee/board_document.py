"""A deal and an auction as blocks of the paper: drawn alike on the page, in Word and in the PDF."""

from __future__ import annotations

from collections.abc import Iterator

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText
from app.i18n.words import UiLanguage, listed, words
from corpus.board.calls import STRAIN_SIGNS, AuctionCall, AuctionError, CallSequence, parse_auction
from corpus.board.contract import Seat
from corpus.board.deal import SUITS, SYMBOLS, Deal, DealError, parse_deal, printed_rank
from corpus.text import RAISED

# West begins a row, as in every newspaper; the compass has North on top.
_COLUMNS: tuple[Seat, ...] = ("W", "N", "E", "S")
_COMPASS: tuple[tuple[Seat | None, ...], ...] = ((None, "N", None), ("W", None, "E"), (None, "S", None))


def compose_deal(typed: str, ui: UiLanguage) -> tuple[DocumentBlock, ...]:
    """The four hands; a deal that cannot be is a notice that says why, below the words as typed."""
    if not typed.strip():
        return ()
    names = words(ui)
    try:
        deal = parse_deal(typed)
    except DealError as error:
        seats = error.found if error.code == "missing" else error.seat
        seat = listed([names[f"seat_{one}"] for one in seats], ui)
        found = error.found[:1] + printed_rank(error.found[1:], ui) if error.code == "twice" else error.found
        notice = names[f"deal_fault_{error.code}"].format(seat=seat, found=found)
        return (
            *(DocumentText("text", line) for line in typed.splitlines() if line.strip()),
            DocumentText("notice", notice),
        )
    rows = tuple(tuple(_hand(deal, seat, ui) if seat else "" for seat in row) for row in _COMPASS)
    return (DocumentTable(rows, form="deal"),)


def compose_auction(typed: str, dealer: Seat | None, ui: UiLanguage) -> tuple[DocumentBlock, ...]:
    """The calls in four columns, remarks by number below, and a notice for each call that the laws do not allow."""
    if not typed.strip():
        return ()
    names = words(ui)
    if dealer is None:
        return DocumentText("text", typed.strip()), DocumentText("notice", names["auction_no_dealer"])
    try:
        auction = parse_auction(typed, dealer)
    except AuctionError as error:
        return DocumentText("text", typed.strip()), DocumentText(
            "notice", names["auction_unread"].format(found=error.found)
        )
    return tuple(_auction(auction, ui))


def call_words(call: AuctionCall, ui: UiLanguage) -> str:
    """A call as the language prints it, an alerted one with its mark."""
    mark = "!" if call.alerted else ""
    if call.strain:
        return f"{call.level}{STRAIN_SIGNS[call.strain]}{mark}"
    return words(ui)[f"call_{call.kind}"] + mark


def _hand(deal: Deal, seat: Seat, ui: UiLanguage) -> str:
    suits = (f"{SYMBOLS[suit]} {deal.hands[seat].printed(suit, ui)}" for suit in SUITS)
    return "\n".join((words(ui)[f"seat_{seat}"], *suits))


def _auction(auction: CallSequence, ui: UiLanguage) -> Iterator[DocumentBlock]:
    names = words(ui)
    remarks = list(dict.fromkeys(call.remark for call in auction.calls if call.remark))
    cells = ["" for _ in range(_COLUMNS.index(auction.dealer))]
    for call in auction.calls:
        sign = f" {_raised(remarks.index(call.remark) + 1)}" if call.remark else ""
        cells.append(call_words(call, ui) + sign)
    cells += [""] * (-len(cells) % len(_COLUMNS))
    rows = tuple(tuple(cells[at : at + len(_COLUMNS)]) for at in range(0, len(cells), len(_COLUMNS)))
    yield DocumentTable((tuple(names[f"seat_{seat}"] for seat in _COLUMNS), *rows), header=1, form="auction")
    for number, remark in enumerate(remarks, 1):
        yield DocumentText("text", f"{_raised(number)} {remark}")
    for number, call in enumerate(auction.calls):
        if call.fault:
            seat = names[f"seat_{auction.seat(number)}"]
            fault = names[f"call_fault_{call.fault}"].format(call=call_words(call, ui), seat=seat)
            yield DocumentText("notice", fault)
    if not auction.ended:
        yield DocumentText("notice", names["auction_not_ended"])


def _raised(number: int) -> str:
    """A number in small raised figures."""
    return str(number).translate(RAISED)
