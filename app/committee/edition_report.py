"""What a new edition changed and whom it misleads: as objects, as rows of a table, and as a paper.

The paper's blocks are those of every paper here, so that page, Word file and print are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, Redline
from app.committee.own_numbers import OwnNumberReader, own_words
from app.committee.verified_copy import redline
from app.export.verification import Record
from app.i18n.fates import fate_sentences
from app.i18n.notes import translated_notes
from app.i18n.words import UiLanguage, words
from app.reader.text.capitals import sentence_case
from corpus import store
from corpus.alignment.fate import NumberFates
from corpus.dossiers.dossier import Dossier
from corpus.dossiers.folder import dossier_folder
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.precedents.folder import case_folder
from corpus.registry import LAWS
from corpus.schema import FormatError
from corpus.text import WordChange, word_diff
from index.comparison.edition_changes import (
    CHANGE_KINDS,
    DefinitionChange,
    EditionChange,
    LawChanges,
    edition_changes,
)
from index.comparison.leading import LeadingElsewhere
from index.comparison.rewordings import Rewording
from index.verification.misleading import (
    MISLEAD_KINDS,
    EditionCitation,
    MisleadingCitation,
    decision_citations,
    misleading,
    regulation_citations,
)


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


def change_rows(found: Sequence[LawChanges], definitions: Sequence[DefinitionChange] = ()) -> Iterator[Record]:
    """The changes as rows of one table, definitions last; several numbers are parted by blanks."""
    for law in found:
        for one in law.changes:
            yield {
                "law": law.law,
                "old": str(one.number or ""),
                "new": " ".join(map(str, one.homes)),
                "kinds": " ".join(one.kinds),
                "doubt": one.doubt or "",
                "notes": "; ".join(one.notes),
                "redline": " / ".join(map(_coded_redline, one.rewordings)),
                "parts": " ".join(_parts(one.rewordings, one.leading)),
                "along": " ".join(map(str, one.along)),
                "references": "; ".join(map(_led, one.leading)),
            }
    for definition in definitions:
        yield {
            "law": "",
            "old": f"def:{definition.old}" if definition.old else "",
            "new": f"def:{definition.new}" if definition.new else "",
            "kinds": definition.kind,
            "doubt": "",
            "notes": "",
            "redline": " / ".join(map(_coded_redline, definition.rewordings)),
            "parts": "definition",
            "along": "",
            "references": "",
        }


def change_record(
    old: str, new: str, found: Sequence[LawChanges], definitions: Sequence[DefinitionChange] = ()
) -> Record:
    """The object of ``lovbro changes --json``; ``counts`` are those of the rules."""
    every = [change for law in found for change in law.changes]
    return {
        "old": old,
        "new": new,
        "counts": {kind: sum(kind in change.kinds for change in every) for kind in CHANGE_KINDS},
        "laws": [{"law": law.law, "changes": [_change(one) for one in law.changes]} for law in found],
        "definitions": [
            {"old": one.old, "new": one.new, "kinds": [one.kind], "rewordings": list(map(_reworded, one.rewordings))}
            for one in definitions
        ],
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


def changes_with_titles(
    library: Library,
    old: str,
    new: str,
    found: Sequence[LawChanges],
    definitions: Sequence[DefinitionChange],
    ui: UiLanguage,
) -> tuple[DocumentBlock, ...]:
    """The paper of ``changes_paper``, with the titles that the texts of a library have."""
    older, newer = (law_titles(library, (edition,), ui) for edition in (old, new))
    return changes_paper(old, new, found, ui, older, newer, definitions)


def changes_paper(
    old: str,
    new: str,
    found: Sequence[LawChanges],
    ui: UiLanguage,
    titles: Mapping[str, str],
    newer: Mapping[str, str] = MappingProxyType({}),
    definitions: Sequence[DefinitionChange] = (),
) -> tuple[DocumentBlock, ...]:
    """The changes as a paper, a table a law, definitions last.

    ``titles`` are those of the older edition's laws, ``newer`` of the newer one's.
    """
    names, cite = words(ui), _cite(ui)
    every = [change for law in found for change in law.changes]
    counts = [(kind, sum(kind in change.kinds for change in every)) for kind in CHANGE_KINDS]
    defined = [(kind, sum(kind == one.kind for one in definitions)) for kind in CHANGE_KINDS]
    blocks: list[DocumentBlock] = [
        DocumentText("title", names["chg_title"].format(old=old, new=new)),
        DocumentText("text", _counted(counts, names)),
    ]
    if definitions:
        blocks.append(DocumentText("text", _counted(defined, names), f"{names['definitions']}:"))
    # Where no two texts are held there is nothing to note, and no column for it.
    columns = 4 if definitions or any(change.rewordings for change in every) else 3
    head = (old, names["c_relation"], new, names["chg_wording"])
    for law, title, changes in _titled((old, new), found, titles, newer):
        blocks.append(DocumentText("heading", f"{cite(ProvisionId.of(law))} {title}".strip()))
        rows = (head, *(_change_cells(one, ui) for one in changes))
        blocks.append(DocumentTable(tuple(row[:columns] for row in rows), header=1))
    if definitions:
        blocks.append(DocumentText("heading", names["definitions"]))
        told = ((one.old, names[f"chg_{one.kind}"], one.new, _struck(one.rewordings, (), ui)) for one in definitions)
        blocks.append(DocumentTable((head, *told), header=1))
    return tuple(blocks)


def _counted(counts: Sequence[tuple[str, int]], names: Mapping[str, str]) -> str:
    return ", ".join(f"{names[f'chg_{kind}']}: {count}" for kind, count in counts if count)


def _change_cells(one: EditionChange, ui: UiLanguage) -> tuple[str, str, str, str]:
    """A row of the paper: number, what became of it, the new numbers, the words."""
    names, cite = words(ui), _cite(ui)
    parts = [names[f"chg_{part}"] for part in _parts(one.rewordings, one.leading)]
    kinds = ", ".join(names[f"chg_{kind}"] for kind in one.kinds)
    ends = {"dropped", "added"} & {*one.kinds}
    told = [kinds + (f" ({', '.join(parts)})" if parts and not ends and parts != [names["chg_text"]] else "")]
    told += [names["chg_along"].format(numbers=", ".join(map(cite, one.along)))] if one.along else []
    told += [names["rev_in_doubt"]] if one.doubt else []
    told += [names["chg_note_on_row"].format(note=translated_notes()[ui].get(note, note)) for note in one.notes]
    number, homes = cite(one.number) if one.number else "", ", ".join(map(cite, one.homes))
    return number, "; ".join(told), homes, _struck(one.rewordings, one.leading, ui)


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
                rows.append((_where(citation, names), citation.printed, names[f"ver_{one.kind}"], today, told))
        blocks.append(DocumentTable(tuple(rows), header=1))
    return tuple(blocks)


def _where(citation: EditionCitation, names: Mapping[str, str]) -> str:
    """The place as its own text has it: § 201 B 1 of a Danish book is no "Lag 201B1", whoever reads.

    Of a dossier it is one of its fields, or the number that is quoted.
    """
    if citation.kind == "dossier":
        return names.get(f"desk_{citation.place}", citation.place)
    if not (citation.language and is_provision_id(citation.place)):
        return citation.place
    return ProvisionId.of(citation.place).printed(citation.language)


def _cite(ui: UiLanguage) -> Callable[[ProvisionId], str]:
    return lambda number: number.printed(ui)


def _parts(rewordings: Sequence[Rewording], leading: Sequence[LeadingElsewhere]) -> tuple[str, ...]:
    """What of a rule changed, each once: text, heading, table, note, reference."""
    return tuple(dict.fromkeys((*(one.part for one in rewordings), *("reference" for _ in leading))))


def _coded_redline(one: Rewording) -> str:
    """A difference in plain text; what is not a rule's own words is named."""
    name = "" if one.part == "text" else f"{one.part}: "
    return name + redline(word_diff(one.old, one.new))


def _led(one: LeadingElsewhere) -> str:
    """Where a reference led, where that is now and where it leads now: ``§ 24: 24 -> 25, leads to 24``."""
    was, today, leads = (" ".join(map(str, places)) for places in (one.was, one.today, one.leads))
    return f"{one.printed}: {was} -> {today or 'dropped'}, leads to {leads}"


def _struck(rewordings: Sequence[Rewording], leading: Sequence[LeadingElsewhere], ui: UiLanguage) -> Redline:
    """Every difference of a rule on a line of its own, named where it is not the rule's own words."""
    names, cite = words(ui), _cite(ui)
    lines: list[tuple[WordChange, ...]] = []
    for one in rewordings:
        name = names[f"chg_{one.part}"] + ("" if one.kind == "reworded" else f" ({names[f'chg_{one.kind}']})")
        named = () if one.part == "text" else (WordChange("equal", f"{name[:1].upper()}{name[1:]}: "),)
        lines.append((*named, *word_diff(one.old, one.new)))
    for reference in leading:
        was, today, leads = (
            ", ".join(map(cite, places)) for places in (reference.was, reference.today, reference.leads)
        )
        told = names["chg_leads" if today else "chg_leads_dropped"]
        told = told.format(printed=reference.printed, was=was, today=today, leads=leads)
        lines.append((WordChange("equal", told),))
    changes = tuple(change for line in lines for change in (WordChange("equal", "\n"), *line))[1:]
    return Redline(redline(changes), changes)


def _reworded(one: Rewording) -> Record:
    return {
        "from": one.old_expression,
        "to": one.new_expression,
        "difference": [{"kind": c.kind, "text": c.text} for c in word_diff(one.old, one.new)],
        "part": one.part,
        "kind": one.kind,
    }


def _change(one: EditionChange) -> Record:
    return {
        "number": str(one.number) if one.number else None,
        "new": [str(home) for home in one.homes],
        "kinds": list(one.kinds),
        "doubt": one.doubt,
        "notes": list(one.notes),
        "rewordings": list(map(_reworded, one.rewordings)),
        "along": list(map(str, one.along)),
        "references": [
            {
                "in": reference.expression,
                "printed": reference.printed,
                "was": list(map(str, reference.was)),
                "today": list(map(str, reference.today)),
                "leads": list(map(str, reference.leads)),
            }
            for reference in one.leading
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
    reader = OwnNumberReader.of(dossier, library.registry)
    for name, paragraph in own_words(dossier):
        for one in reader.read(paragraph).numbers:
            for number in one.places if one.edition else ():
                printed = paragraph[one.start : one.end]
                yield EditionCitation("dossier", key, title, name, printed, one.edition, number)
