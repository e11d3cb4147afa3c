"""A dossier as a paper: a plain sequence of blocks, which Markdown, HTML, DOCX and PDF each put in their own form.

The blocks hold every word, so that no form can say more or less than another. The same dossier gives the same bytes
in every form: no date of today, no machine's fonts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from types import MappingProxyType

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, TextStyle
from app.committee.edition_guard import EditionGuard
from app.committee.play_date import play_date
from app.committee.quotation_blocks import QuotationComposer, authorities, citation
from app.committee.score_document import compose_score
from app.committee.scoring.tables import ScoringTables
from app.i18n.words import UiLanguage, words
from corpus.dossiers.dossier import Dossier, Remark
from corpus.dossiers.quotation import QuotationCheck

NO_LANGUAGES: Mapping[str, str] = MappingProxyType({})


def compose(
    dossier: Dossier,
    ui: UiLanguage,
    checks: Sequence[QuotationCheck] = (),
    languages: Mapping[str, str] = NO_LANGUAGES,
    tables: ScoringTables | None = None,
    guard: EditionGuard | None = None,
) -> tuple[DocumentBlock, ...]:
    """The paper of a dossier. ``checks`` of its quotations, in order, add a notice where a source has changed.

    ``languages`` are those of the expressions: a quotation is in the language of its text, not in the paper's.
    ``tables`` are what an adjusted score is worked out with; without them the paper has none. ``guard`` tells which
    edition a quotation is from and what old numbers are today.
    """
    played = play_date(dossier.played, dossier.language) if dossier.played.strip() else None
    quoter = QuotationComposer(ui, languages, guard, played)
    score = compose_score(dossier.score, dossier.board, tables, ui) if tables else ()
    return tuple(_paper(dossier, words(ui), checks, quoter, score))


def _paper(
    dossier: Dossier,
    names: Mapping[str, str],
    checks: Sequence[QuotationCheck],
    quoter: QuotationComposer,
    score: Sequence[DocumentBlock],
) -> Iterator[DocumentBlock]:
    """The decision on the first page, then the case, then what is quoted as an annex, and last where it is from."""
    yield DocumentText("title", dossier.title)
    facts = ("case", "event", "played", "board", "committee")
    if rows := tuple((names[f"desk_{name}"], value) for name in facts if (value := getattr(dossier, name))):
        yield DocumentTable(rows)
    if any(quotation.standing == "invented" for quotation in dossier.quotations):
        yield DocumentText("notice", names["desk_holds_invented"])
    yield from _own(names["desk_question"], dossier.question)
    yield from _own(names["desk_decision"], dossier.decision)
    yield from (block for block in score if isinstance(block, DocumentText) and block.style == "result")
    yield DocumentTable(tuple(_signatures(names)), form="signatures")
    yield from _own(names["desk_facts"], dossier.facts)
    if dossier.views:
        yield DocumentText("heading", names["desk_views"])
        for view in dossier.views:
            yield DocumentText("subheading", view.party)
            yield from _lines("text", view.text)
    yield from _own(names["desk_reasoning"], dossier.reasoning)
    if score:
        yield DocumentText("heading", names["desk_score"])
        yield from score
    yield from _annex(dossier, names, checks, quoter)


def _annex(
    dossier: Dossier, names: Mapping[str, str], checks: Sequence[QuotationCheck], quoter: QuotationComposer
) -> Iterator[DocumentBlock]:
    if dossier.entries:
        yield DocumentText("annex", names["desk_sources"])
        if any(quoter.has_glosses(quotation) for quotation in dossier.quotations):
            yield DocumentText("comment", names["gloss_note"])
        yield from _entries(dossier, checks, quoter)
    if dossier.quotations:
        yield DocumentText("heading", names["desk_authorities"])
        heading = (names["desk_source"], names["desk_provision"], names["desk_quoted_as"])
        yield DocumentTable((heading, *authorities(dossier, quoter)), header=1)
        yield DocumentText("heading", names["desk_provenance"])
        for number, quotation in enumerate(dossier.quotations, 1):
            yield DocumentText("source", f"{number}. {citation(quotation, names)}")


def _signatures(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A line to sign for each, with who signs."""
    yield from ((names[f"desk_sign_{role}"], "") for role in ("day", "chair", "member", "member"))


def _entries(dossier: Dossier, checks: Sequence[QuotationCheck], quoter: QuotationComposer) -> Iterator[DocumentBlock]:
    numbered = enumerate(chain(checks, repeat(QuotationCheck("same"))), 1)
    for entry in dossier.entries:
        if isinstance(entry, Remark):
            yield from _lines("comment", entry.text)
            continue
        number, check = next(numbered)
        title = f" ({entry.title})" if entry.title else ""
        yield DocumentText("subheading", f"{number}. {entry.cited}{title}")
        yield from quoter.blocks(entry, check)
        yield from _lines("comment", entry.comment)


def _own(heading: str, text: str) -> Iterator[DocumentBlock]:
    if text.strip():
        yield DocumentText("heading", heading)
        yield from _lines("text", text)


def _lines(style: TextStyle, text: str) -> Iterator[DocumentBlock]:
    return (DocumentText(style, line) for line in text.splitlines() if line.strip())
