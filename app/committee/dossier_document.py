"""A dossier as a paper: a plain sequence of blocks, which Markdown, HTML, DOCX and PDF each put in their own form.

The blocks hold every word, so that no form can say more or less than another. The same dossier gives the same bytes
in every form: no date of today, no machine's fonts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from types import MappingProxyType

from app.committee.board_document import compose_auction, compose_deal
from app.committee.course_document import compose_deadlines, compose_history, compose_poll
from app.committee.deadlines import Deadline
from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, TextStyle
from app.committee.edition_guard import EditionGuard
from app.committee.own_words import OwnWordsComposer
from app.committee.play_date import play_date
from app.committee.procedure import ProcedureOrder
from app.committee.quotation_blocks import QuotationComposer, authorities, citation, date_words
from app.committee.replacements import NO_REPLACEMENTS, NameReplacements
from app.committee.score_document import compose_score, decided
from app.committee.scoring.choices import REGULATIONS_LANGUAGE
from app.committee.scoring.tables import ScoringTables
from app.committee.scoring.typed import dealer, vulnerability
from app.i18n.words import UiLanguage, words
from corpus.board.contract import Seat, Vulnerability, parse_seat
from corpus.dossiers.dossier import Dossier, Remark
from corpus.dossiers.quotation import QuotationCheck

_HEAD = ("federation", "case", "event", "played", "north_south", "east_west", "director", "committee", "board")
NO_LANGUAGES: Mapping[str, str] = MappingProxyType({})


def compose(
    dossier: Dossier,
    ui: UiLanguage,
    checks: Sequence[QuotationCheck] = (),
    languages: Mapping[str, str] = NO_LANGUAGES,
    tables: ScoringTables | None = None,
    guard: EditionGuard | None = None,
    course: CaseCourse | None = None,
    *,
    signed: bool = True,
) -> tuple[DocumentBlock, ...]:
    """The paper of a dossier. ``checks`` of its quotations, in order, add a notice where a source has changed.

    ``languages`` are those of the expressions: a quotation is in the language of its text, not in the paper's.
    ``tables`` are what an adjusted score is worked out with; without them the paper has none. ``guard`` knows which
    edition a quotation is from and what old numbers are today, in the committee's own words too. ``course`` has the
    order of steps and the time limits; without it the paper has neither. A copy for publication is not ``signed``: it
    has no lines to sign on, and the replacements of the case stand in the decisions that it quotes, in brackets.
    """
    played = play_date(dossier.played, dossier.language)
    masks = NO_REPLACEMENTS if signed else NameReplacements.of(dossier.replacements)
    quoter = QuotationComposer(ui, languages, guard, played, masks)
    return tuple(
        _paper(
            dossier,
            words(ui),
            checks,
            OwnWordsComposer.of(dossier, quoter),
            _board_parts(dossier, ui, tables, quoter),
            _course(dossier, ui, course),
            signed=signed,
        )
    )


@dataclass(frozen=True)
class CaseCourse:
    """What the course of a case is composed with: its time limits, worked out, and the order of its steps."""

    limits: tuple[Deadline, ...]
    order: ProcedureOrder


@dataclass(frozen=True)
class _CourseParts:
    poll: tuple[DocumentBlock, ...]
    limits: tuple[DocumentBlock, ...] = ()
    history: tuple[DocumentBlock, ...] = ()


def _course(dossier: Dossier, ui: UiLanguage, course: CaseCourse | None) -> _CourseParts:
    poll = compose_poll(dossier.poll, ui)
    if course is None:
        return _CourseParts(poll)
    history = compose_history(dossier.done, course.order, ui)
    return _CourseParts(poll, compose_deadlines(course.limits, ui), history)


@dataclass(frozen=True)
class _BoardParts:
    """What is worked out from the fields about the board."""

    dealer: Seat | None
    vulnerable: Vulnerability
    deal: tuple[DocumentBlock, ...]
    auction: tuple[DocumentBlock, ...]
    score: tuple[DocumentBlock, ...] = ()
    other_edition: bool = False


def _board_parts(
    dossier: Dossier, ui: UiLanguage, tables: ScoringTables | None, quoter: QuotationComposer
) -> _BoardParts:
    deal = compose_deal(dossier.deal, ui)
    if tables is None:
        seat = parse_seat(dossier.dealer)
        return _BoardParts(seat, "", deal, compose_auction(dossier.auction, seat, ui))
    seat = dealer(dossier.dealer, dossier.board, tables)
    zone = vulnerability(dossier.score.vulnerable, dossier.board, tables)
    score = compose_score(dossier.score, dossier.board, tables, ui, dossier.language)
    guard, played = quoter.guard, quoter.played
    other = bool(guard and played and guard.text_mismatch(tables.texts["laws"], played))
    return _BoardParts(seat, zone, deal, compose_auction(dossier.auction, seat, ui), score, other)


def _paper(
    dossier: Dossier,
    names: Mapping[str, str],
    checks: Sequence[QuotationCheck],
    own: OwnWordsComposer,
    parts: _BoardParts,
    course: _CourseParts,
    *,
    signed: bool,
) -> Iterator[DocumentBlock]:
    """The decision on the first page, then the case, then what is quoted as an annex, and last where it is from."""
    yield DocumentText("title", dossier.title)
    if head := tuple(_head(dossier, own.quoter.ui, names, parts)):
        yield DocumentTable(head)
    if any(quotation.standing == "invented" for quotation in dossier.quotations):
        yield DocumentText("notice", names["desk_holds_invented"])
    yield from _own(names["desk_question"], dossier.question, own)
    yield from _own(names["desk_decision"], dossier.decision, own)
    yield from decided(parts.score)
    yield from _outcome(dossier, names)
    if signed:
        yield DocumentTable(tuple(_signatures(dossier, own.quoter.ui, names)), form="signatures")
    yield from _case(dossier, names, parts, course, own)
    yield from _under(names["deadline_heading"], course.limits)
    yield from _under(names["history_heading"], course.history)
    yield from _annex(dossier, names, checks, own)


def _case(
    dossier: Dossier, names: Mapping[str, str], parts: _BoardParts, course: _CourseParts, own: OwnWordsComposer
) -> Iterator[DocumentBlock]:
    """What happened, what was found and why, up to the arithmetic of the score."""
    yield from _under(names["desk_deal_heading"], parts.deal)
    yield from _under(names["desk_auction_heading"], parts.auction)
    yield from _own(names["desk_facts"], dossier.facts, own)
    yield from _own(names["desk_ruling"], dossier.ruling, own)
    yield from _own(names["desk_table_result"], dossier.table_result, own)
    yield from _under(names["poll_heading"], course.poll)
    yield from _under(names["desk_views"], tuple(_views(dossier, own)))
    yield from _own(names["desk_reasoning"], dossier.reasoning, own)
    yield from _own(names["desk_dissent"], dossier.dissent, own)
    if parts.score:
        yield DocumentText("heading", names["desk_score"])
        # In front: a notice stays with what follows it, which is no other heading.
        if parts.other_edition:
            yield DocumentText("notice", names["score_other_edition"])
        yield from parts.score


def _views(dossier: Dossier, own: OwnWordsComposer) -> Iterator[DocumentBlock]:
    for view in dossier.views:
        if view.text.strip():
            yield from (DocumentText("subheading", party) for party in (view.party,) if party.strip())
            yield from own.blocks("text", view.text)


def _under(heading: str, blocks: Sequence[DocumentBlock]) -> Iterator[DocumentBlock]:
    if blocks:
        yield DocumentText("heading", heading)
        yield from blocks


def _head(dossier: Dossier, ui: UiLanguage, names: Mapping[str, str], parts: _BoardParts) -> Iterator[tuple[str, str]]:
    """What the case is about: the filled fields of the form's head."""
    labels = {"consent": "desk_consent", "deposit": "desk_deposit_paid"}
    for name in _HEAD:
        if value := getattr(dossier, name):
            yield names[f"desk_{name}"], date_words(value, ui) if name == "played" else value
    if parts.dealer:
        yield names["desk_dealer"], names[f"seat_{parts.dealer}"]
    if parts.vulnerable:
        side = f"score_side_{parts.vulnerable}"
        yield names["desk_vulnerability"], names.get(side) or names[f"score_vulnerable_{parts.vulnerable}"]
    for name in ("appellant", "consent", "deposit"):
        if value := getattr(dossier, name):
            yield names[labels.get(name, f"desk_{name}")], value


def _outcome(dossier: Dossier, names: Mapping[str, str]) -> Iterator[DocumentBlock]:
    """How the committee voted, what became of the deposit, and until when the case can go further."""
    rows = [(names["desk_vote_heading"], dossier.vote)]
    if dossier.deposit_outcome:
        rows.append((names["desk_deposit"], names[f"paper_deposit_{dossier.deposit_outcome}"]))
    rows.append((names["desk_deadline_further"], dossier.deadline))
    if filled := tuple(row for row in rows if row[1]):
        yield DocumentTable(filled)


def _annex(
    dossier: Dossier, names: Mapping[str, str], checks: Sequence[QuotationCheck], own: OwnWordsComposer
) -> Iterator[DocumentBlock]:
    quoter = own.quoter
    if dossier.entries:
        yield DocumentText("annex", names["desk_sources"])
    if own.has_glosses(dossier) or any(map(quoter.has_glosses, dossier.quotations)):
        yield DocumentText("comment", names["gloss_note"])
    if any(map(quoter.has_masks, dossier.quotations)):
        yield DocumentText("comment", names["mask_note"])
    yield from _entries(dossier, checks, own)
    if dossier.quotations:
        yield DocumentText("heading", names["desk_authorities"])
        heading = (names["desk_source"], names["desk_provision"], names["desk_quoted_as"])
        yield DocumentTable((heading, *authorities(dossier, quoter)), header=1)
        yield DocumentText("heading", names["desk_provenance"])
        for number, quotation in enumerate(dossier.quotations, 1):
            yield DocumentText("source", f"{number}. {citation(quotation, quoter.ui)}")


def _signatures(dossier: Dossier, ui: UiLanguage, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A line to sign for each, with who signs; two members where none is named.

    Of an appeal that is decided in writing the parties sign that they know of it, where the regulations are theirs.
    """
    yield names["desk_sign_day"], ""
    yield _signer(names["desk_sign_chair"], dossier.chair), ""
    for member in [name for name in dossier.members.splitlines() if name.strip()] or ["", ""]:
        yield _signer(names["desk_sign_member"], member), ""
    if dossier.times.submitted.strip() and ui == REGULATIONS_LANGUAGE:
        for side in ("north_south", "east_west"):
            yield names["desk_sign_party"].format(party=names[f"desk_{side}"]), ""


def _signer(role: str, name: str) -> str:
    return f"{role}: {name.strip()}" if name.strip() else role


def _entries(dossier: Dossier, checks: Sequence[QuotationCheck], own: OwnWordsComposer) -> Iterator[DocumentBlock]:
    numbered = enumerate(chain(checks, repeat(QuotationCheck("same"))), 1)
    for entry in dossier.entries:
        if isinstance(entry, Remark):
            yield from own.blocks("comment", entry.text)
            continue
        number, check = next(numbered)
        title = f" ({entry.title})" if entry.title else ""
        yield DocumentText("subheading", f"{number}. {entry.cited}{title}")
        yield from own.quoter.blocks(entry, check)
        yield from _lines("comment", entry.comment)


def _own(heading: str, text: str, own: OwnWordsComposer) -> Iterator[DocumentBlock]:
    if text.strip():
        yield DocumentText("heading", heading)
        yield from own.blocks("text", text)


def _lines(style: TextStyle, text: str) -> Iterator[DocumentBlock]:
    return (DocumentText(style, line) for line in text.splitlines() if line.strip())
