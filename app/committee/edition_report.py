"""What a new edition changed and whom it misleads: as objects, as rows of a table, and as a paper.

The paper's blocks are those of every paper here, so that page, Word file and print are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType

from app.build.decision_lexicon import decision_lexicon
from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, Redline
from app.committee.register import known_numbers
from app.committee.verified_copy import redline
from app.export.verification import Record
from app.i18n.fates import fate_sentences
from app.i18n.words import UiLanguage, words
from app.reader.text.capitals import sentence_case
from corpus import store
from corpus.alignment.fate import NumberFates
from corpus.dossiers.dossier import Dossier
from corpus.dossiers.folder import dossier_folder
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.precedents.decision import edition_on
from corpus.precedents.folder import case_folder
from corpus.registry import LAWS
from corpus.schema import FormatError
from corpus.text import WordChange, word_diff
from index.comparison.edition_changes import CHANGE_KINDS, EditionChange, LawChanges, edition_changes
from index.verification.misleading import (
    MISLEAD_KINDS,
    EditionCitation,
    MisleadingCitation,
    decision_citations,
    misleading,
    regulation_citations,
)
from index.verification.printed import printed_citations

_OWN_WORDS = ("question", "facts", "ruling", "reasoning", "decision", "dissent")


class NoEditionError(ValueError):
    """An edition that no number table leads to; the message says which there are."""


def changes_of(library: Library, old: str, new: str) -> tuple[LawChanges, ...]:
    """What a newer edition changed, law by law. Raises NoTableError."""
    tables = store.load_tables()
    return edition_changes(library, tables, NumberFates.of(tables, library), old, new)


def misleading_now(library: Library, new: str) -> tuple[MisleadingCitation, ...]:
    """The citations of regulations, decisions and dossiers that mislead a reader of ``new``. Raises NoEditionError."""
    tables = store.load_tables()
    fates = NumberFates.of(tables, library)
    if new not in fates.editions:
        raise NoEditionError(f"no edition {new!r} of the laws; there are {', '.join(fates.editions)}")
    citations = (
        *regulation_citations(library),
        *decision_citations(case_folder().load()[0]),
        *_dossier_citations(library),
    )
    return misleading(citations, fates, new)


def change_rows(found: Sequence[LawChanges]) -> Iterator[Record]:
    """The changes as rows of one table; several numbers are parted by blanks."""
    for law in found:
        for one in law.changes:
            yield {
                "law": law.law,
                "old": str(one.number or ""),
                "new": " ".join(map(str, one.homes)),
                "kinds": " ".join(one.kinds),
                "doubt": one.fate.doubt or "" if one.fate else "",
                "notes": "; ".join(one.fate.notes) if one.fate else "",
                "redline": " / ".join(_redline(one)),
            }


def change_record(old: str, new: str, found: Sequence[LawChanges]) -> Record:
    """The object of ``lovbro changes --json``."""
    every = [change for law in found for change in law.changes]
    return {
        "old": old,
        "new": new,
        "counts": {kind: sum(kind in change.kinds for change in every) for kind in CHANGE_KINDS},
        "laws": [{"law": law.law, "changes": [_change(one) for one in law.changes]} for law in found],
    }


def mislead_rows(found: Sequence[MisleadingCitation]) -> Iterator[Record]:
    """The citations that mislead as rows of one table."""
    for one in found:
        yield _mislead(one) | {"today": " ".join(map(str, one.today))}


def mislead_record(new: str, found: Sequence[MisleadingCitation]) -> Record:
    """The object of ``lovbro misleads --json``."""
    return {
        "new": new,
        "counts": {kind: sum(one.kind == kind for one in found) for kind in MISLEAD_KINDS},
        "citations": [_mislead(one) for one in found],
    }


def law_titles(library: Library, editions: Sequence[str], ui: UiLanguage) -> Mapping[str, str]:
    """By law what it is called in the reader's language, in the first of the editions that has a text in it."""
    titles: dict[str, str] = {}
    for expression in (one for edition in editions for one in library.of_work(LAWS, edition)):
        if library.entry(expression.key).language == ui:
            for law in expression.laws:
                titles.setdefault(str(law.id), sentence_case(law.heading.text) if law.heading else "")
    return titles


def changes_paper(
    old: str,
    new: str,
    found: Sequence[LawChanges],
    ui: UiLanguage,
    titles: Mapping[str, str],
    newer: Mapping[str, str] = MappingProxyType({}),
) -> tuple[DocumentBlock, ...]:
    """The changes as a paper, a table a law; ``titles`` are those of the older edition, ``newer`` of the newer one."""
    names = words(ui)
    cite = _cite(ui)
    blocks: list[DocumentBlock] = [DocumentText("title", names["chg_title"].format(old=old, new=new))]
    every = [change for law in found for change in law.changes]
    counts = ((names[f"chg_{kind}"], sum(kind in change.kinds for change in every)) for kind in CHANGE_KINDS)
    blocks.append(DocumentText("text", ", ".join(f"{name}: {count}" for name, count in counts if count)))
    # Where no two texts are held there is nothing to note, and no column for it.
    columns = 4 if any(change.rewordings for change in every) else 3
    for number, title, changes in _titled((old, new), found, titles, newer):
        blocks.append(DocumentText("heading", f"{cite(ProvisionId.of(number))} {title}".strip()))
        rows = [(old, names["c_relation"], new, names["chg_wording"])]
        for one in changes:
            kinds = ", ".join(names[f"chg_{kind}"] for kind in one.kinds)
            rows.append((cite(one.number) if one.number else "", kinds, ", ".join(map(cite, one.homes)), _struck(one)))
        blocks.append(DocumentTable(tuple(row[:columns] for row in rows), header=1))
    return tuple(blocks)


def _titled(
    editions: tuple[str, str], found: Sequence[LawChanges], titles: Mapping[str, str], newer: Mapping[str, str]
) -> Iterator[tuple[str, str, Sequence[EditionChange]]]:
    """(law, its title, its changes); of two laws that share a number each has its own, with its edition."""
    for law in found:
        title = titles.get(law.law, "")
        if not law.renumbered:
            yield law.law, title or newer.get(law.law, ""), law.changes
            continue
        parts = [(editions[0], title, [one for one in law.changes if one.number])]
        parts.append((editions[1], newer.get(law.law, ""), [one for one in law.changes if not one.number]))
        for edition, name, changes in parts:
            if changes:
                yield law.law, f"{name} ({edition})".strip(), changes


def misleads_paper(new: str, found: Sequence[MisleadingCitation], ui: UiLanguage) -> tuple[DocumentBlock, ...]:
    """The citations that mislead as a paper, a table for each document."""
    names = words(ui)
    cite = _cite(ui)
    blocks: list[DocumentBlock] = [
        DocumentText("title", names["mis_title"].format(new=new)),
        DocumentText("text", names["mis_none" if not found else "mis_about"].format(new=new, count=len(found))),
    ]
    for source in dict.fromkeys((one.citation.kind, one.citation.source) for one in found):
        blocks.append(DocumentText("heading", f"{names[f'mis_{source[0]}']}: {source[1]}"))
        home = names["ver_today"] if _is_in_force(new) else new
        rows = [(names["ver_where"], names["ver_printed"], names["ver_verdict"], home, names["ver_why"])]
        for one in found:
            citation = one.citation
            if (citation.kind, citation.source) == source:
                told = fate_sentences(one.fate, names, cite, in_force=_is_in_force(new))
                today = ", ".join(map(cite, one.today))
                rows.append((_where(citation), citation.printed, names[f"ver_{one.kind}"], today, told))
        blocks.append(DocumentTable(tuple(rows), header=1))
    return tuple(blocks)


def _where(citation: EditionCitation) -> str:
    """The place as its own text has it: § 201 B 1 of a Danish book is no "Lag 201B1", whoever reads."""
    if not (citation.language and is_provision_id(citation.place)):
        return citation.place
    return ProvisionId.of(citation.place).printed(citation.language)


def _cite(ui: UiLanguage) -> Callable[[ProvisionId], str]:
    return lambda number: number.printed(ui)


def _redline(change: EditionChange) -> tuple[str, ...]:
    return tuple(redline(word_diff(one.old, one.new)) for one in change.rewordings)


def _struck(change: EditionChange) -> Redline:
    parts = ((WordChange("equal", "\n"), *word_diff(one.old, one.new)) for one in change.rewordings)
    changes = tuple(one for part in parts for one in part)[1:]
    return Redline(redline(changes), changes)


def _change(one: EditionChange) -> Record:
    return {
        "number": str(one.number) if one.number else None,
        "new": [str(home) for home in one.homes],
        "kinds": list(one.kinds),
        "doubt": one.fate.doubt if one.fate else None,
        "notes": list(one.fate.notes) if one.fate else [],
        "rewordings": [
            {
                "from": wording.old_expression,
                "to": wording.new_expression,
                "difference": [{"kind": c.kind, "text": c.text} for c in word_diff(wording.old, wording.new)],
            }
            for wording in one.rewordings
        ],
    }


def _mislead(one: MisleadingCitation) -> Record:
    citation = one.citation
    return {
        "kind": citation.kind,
        "key": citation.key,
        "source": citation.source,
        "place": citation.place,
        "printed": citation.printed,
        "edition": citation.edition,
        "number": str(citation.number),
        "verdict": one.kind,
        "today": [str(home) for home in one.today],
        "doubt": one.fate.doubt,
        "over": one.fate.over,
        "message": fate_sentences(
            one.fate,
            words("en"),
            lambda number: "§ " + " ".join(number.parts),
            in_force=_is_in_force(one.fate.target),
        ),
    }


def _is_in_force(edition: str) -> bool:
    """True for the edition whose numbers are those of today."""
    return store.load_registry().current_edition(LAWS) == edition


def _dossier_citations(library: Library) -> Iterator[EditionCitation]:
    """What dossiers quote of older editions, and what their own words cite as of the day of play."""
    folder = dossier_folder()
    keys = folder.keys()
    for key in keys:
        try:
            dossier = folder.open(key).dossier
        except FormatError:
            continue  # a damaged dossier is named by the pages that open it
        title = dossier.case or dossier.title
        for quotation in dossier.quotations:
            known = quotation.expression in library.registry.keys
            place = quotation.place.split("#")[0]
            if known and library.entry(quotation.expression).work == LAWS and is_provision_id(place):
                yield EditionCitation("dossier", key, title, quotation.cited, quotation.cited, quotation.edition,
                                      ProvisionId.of(place))  # fmt: skip
        yield from _own_words(dossier, key, title, library)


def _own_words(dossier: Dossier, key: str, title: str, library: Library) -> Iterator[EditionCitation]:
    try:
        edition = edition_on(library.registry, LAWS, date.fromisoformat(dossier.played))
    except ValueError:
        return
    lexicon, numbers = decision_lexicon(), known_numbers()
    for name in _OWN_WORDS if edition else ():
        for citation in printed_citations(getattr(dossier, name), dossier.language, lexicon, numbers):
            for number in citation.numbers if citation.checked else ():
                if numbers.is_law(number):
                    yield EditionCitation("dossier", key, title, name, citation.printed, edition, number)
