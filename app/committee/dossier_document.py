"""A dossier as a paper: a plain sequence of blocks, which Markdown, HTML, DOCX and PDF each put in their own form.

The blocks hold every word, so that no form can say more or less than another. The same dossier gives the same bytes
in every form: no date of today, no machine's fonts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from types import MappingProxyType

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, TextStyle
from app.committee.score_document import compose_score
from app.committee.scoring.tables import ScoringTables
from app.i18n.words import UiLanguage, words
from corpus.dossiers.dossier import Dossier, Quotation, QuotedBlock, Remark
from corpus.dossiers.quotation import QuotationCheck
from corpus.ids import ProvisionId, is_provision_id

NO_LANGUAGES: Mapping[str, str] = MappingProxyType({})


def compose(
    dossier: Dossier,
    ui: UiLanguage,
    checks: Sequence[QuotationCheck] = (),
    languages: Mapping[str, str] = NO_LANGUAGES,
    tables: ScoringTables | None = None,
) -> tuple[DocumentBlock, ...]:
    """The paper of a dossier. ``checks`` of its quotations, in order, add a notice where a source has changed.

    ``languages`` are those of the expressions: a quotation is in the language of its text, not in the paper's.
    ``tables`` are what an adjusted score is worked out with; without them the paper has none.
    """
    score = compose_score(dossier.score, dossier.board, tables, ui) if tables else ()
    return tuple(_paper(dossier, words(ui), checks, languages, score))


def compose_quotation(
    quotation: Quotation, ui: UiLanguage, check: QuotationCheck, language: str = ""
) -> tuple[DocumentBlock, ...]:
    """The words of one quotation and its citation, without number and comment; ``language`` is that of its text."""
    return DocumentText("subheading", quotation.cited), *_quotation(quotation, words(ui), check, language)


def _paper(
    dossier: Dossier,
    names: Mapping[str, str],
    checks: Sequence[QuotationCheck],
    languages: Mapping[str, str],
    score: Sequence[DocumentBlock],
) -> Iterator[DocumentBlock]:
    yield DocumentText("title", dossier.title)
    facts = ("case", "event", "played", "board", "committee")
    if rows := tuple((names[f"desk_{name}"], value) for name in facts if (value := getattr(dossier, name))):
        yield DocumentTable(rows)
    if any(quotation.standing == "invented" for quotation in dossier.quotations):
        yield DocumentText("notice", names["desk_holds_invented"])
    yield from _own(names["desk_question"], dossier.question)
    yield from _own(names["desk_facts"], dossier.facts)
    if dossier.views:
        yield DocumentText("heading", names["desk_views"])
        for view in dossier.views:
            yield DocumentText("subheading", view.party)
            yield from _lines("text", view.text)
    if dossier.entries:
        yield DocumentText("heading", names["desk_sources"])
        yield from _entries(dossier, names, checks, languages)
    yield from _own(names["desk_reasoning"], dossier.reasoning)
    yield from _own(names["desk_decision"], dossier.decision)
    if score:
        yield DocumentText("heading", names["desk_score"])
        yield from score
    yield DocumentText("line", names["desk_signatures"])
    if dossier.quotations:
        yield DocumentText("heading", names["desk_authorities"])
        heading = (names["desk_source"], names["desk_provision"], names["desk_quoted_as"])
        yield DocumentTable((heading, *authorities(dossier, names)), header=1)


def _own(heading: str, text: str) -> Iterator[DocumentBlock]:
    if text.strip():
        yield DocumentText("heading", heading)
        yield from _lines("text", text)


def _lines(style: TextStyle, text: str) -> Iterator[DocumentBlock]:
    return (DocumentText(style, line) for line in text.splitlines() if line.strip())


def _entries(
    dossier: Dossier, names: Mapping[str, str], checks: Sequence[QuotationCheck], languages: Mapping[str, str]
) -> Iterator[DocumentBlock]:
    numbered = enumerate(chain(checks, repeat(QuotationCheck("same"))), 1)
    for entry in dossier.entries:
        if isinstance(entry, Remark):
            yield from _lines("comment", entry.text)
            continue
        number, check = next(numbered)
        title = f" ({entry.title})" if entry.title else ""
        yield DocumentText("subheading", f"{number}. {entry.cited}{title}")
        yield from _quotation(entry, names, check, languages.get(entry.expression, ""))
        yield from _lines("comment", entry.comment)


def _quotation(
    quotation: Quotation, names: Mapping[str, str], check: QuotationCheck, language: str
) -> Iterator[DocumentBlock]:
    """Notices (a source in force and unchanged has none), the words, the citation."""
    for key in (f"desk_standing_{quotation.standing}", f"desk_fate_{check.fate}"):
        if key in names:
            yield DocumentText("notice", names[key])
    for piece in quotation.pieces:
        yield from _piece(piece, language)
    yield DocumentText("source", citation(quotation, names))


def _piece(piece: QuotedBlock, language: str) -> Iterator[DocumentBlock]:
    if piece.rows:
        yield DocumentTable(piece.rows, piece.header, piece.heading, language=language)
        return
    lead = " ".join(part for part in (piece.mark, piece.label, piece.heading) if part)
    first, *more = piece.text.split("\n")
    yield DocumentText("quote", first, lead, language)
    yield from (DocumentText("quote", line, language=language) for line in more if line.strip())


def citation(quotation: Quotation, names: Mapping[str, str]) -> str:
    """The full citation: text, edition, its date, witness and lines, address, sum over the words."""
    parts = [part for part in (quotation.title, quotation.cited) if part]
    if quotation.kind == "precedent":
        parts += [f"{names['desk_played']} {quotation.dated}"] if quotation.dated else []
        parts += [f"{names['desk_file']} {quotation.source.witness}", f"precedents:{quotation.place}"]
    else:
        parts += [f"{names['desk_edition']} {quotation.edition} ({quotation.dated})"]
        lines = f"{names['desk_lines']} {quotation.source.first}-{quotation.source.last}"
        parts += [f"{quotation.source.witness}, {lines}", f"{quotation.expression}:{quotation.place}"]
    return "; ".join([*parts, address(quotation), f"sha256 {quotation.sha256[:12]}"])


def address(quotation: Quotation) -> str:
    """Where the reader finds the source in Lovbro."""
    if quotation.kind == "precedent":
        return f"?view=precedents&case={quotation.place}"
    return f"?law={quotation.place.partition('#')[0]}&in={quotation.expression}".replace(" ", "%20")


def authorities(dossier: Dossier, names: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """What is quoted, by source and in document order, with the numbers it has in the paper."""
    places: defaultdict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for number, quotation in enumerate(dossier.quotations, 1):
        edition = "" if quotation.kind == "precedent" else f", {names['desk_edition']} {quotation.edition}"
        name = names["precedents"] if quotation.kind == "precedent" else quotation.title + edition
        places[name, quotation.kind, quotation.place, quotation.cited].append(str(number))
    ordered = sorted(places, key=lambda key: (key[1] == "precedent", key[0], *_document_order(key[2])))
    return tuple((name, cited, ", ".join(places[name, kind, place, cited])) for name, kind, place, cited in ordered)


def _document_order(place: str) -> tuple[int, tuple[tuple[int, int], ...], str]:
    bare = place.partition("#")[0]
    return (0, ProvisionId.of(bare).sort_key, place) if is_provision_id(bare) else (1, (), place)
