"""The person's library proved whole: texts by their sums, everything else read through the loader that will read it.

What is done about a damaged file is left to whoever reads the faults; nothing here changes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from corpus.alignment.concordance import ConcordanceError
from corpus.alignment.concordance_files import ConcordanceFileError, read_table
from corpus.alignment.review_folder import ASIDE
from corpus.document_store import DocumentStore
from corpus.dossiers.dossier import text_hash
from corpus.dossiers.folder import ENDING, DossierError, DossierFolder, dossier_folder
from corpus.dossiers.typing_journal import TypingJournal
from corpus.homes import library_dir
from corpus.own_judgements import judgements_over
from corpus.own_texts import TABLES, OwnTextError, OwnTexts
from corpus.precedents.corrections import CORRECTIONS, CorrectionsError
from corpus.precedents.decision import DamagedCase
from corpus.precedents.folder import JUDGMENT, CaseFolder, case_folder
from corpus.precedents.published import published_cases
from corpus.schema import FileFault, FormatError, Loader


class LibraryFileError(FormatError):
    """A file of the library that is not as Lovbro wrote it; ``fault`` names it from the library's folder on."""


def library_faults() -> Iterator[FileFault]:
    """Every fault of what the library holds, each with its file: texts, alignment, number tables and what was judged of
    differences, dossiers and what was typed into them last, decisions and their published copies.

    Raises OSError where a folder of it cannot be listed.
    """
    for path in sorted(library_dir().glob("*")):
        if path.is_symlink() and not path.exists():  # a disk that is not connected, whose folder seems to be empty
            yield FileFault("missing", path.name)
    own = OwnTexts.open()
    yield from own.check()
    if (fault := own.alignment_fault()) is not None:
        yield fault
    yield from _of_tables(own.tables)
    yield from _of_judgements()
    yield from _of_dossiers(dossier_folder())
    for fault in TypingJournal(dossier_folder()).faults():
        yield replace(fault, file=f"dossiers/{fault.file}")
    yield from _of_cases(case_folder())
    for fault in published_cases().load()[1]:
        yield replace(fault, file=f"published/{fault.file}")


def _of_tables(documents: DocumentStore) -> Iterator[FileFault]:
    for file in documents.names():
        if not file.endswith((".csv", ASIDE)):
            continue
        name, table = f"{TABLES}/{file}", file.removesuffix(".csv").removesuffix(ASIDE)
        load = Loader(name, OwnTextError)
        try:
            read_table(table, load.text(documents.read(file, load)))
        except ConcordanceFileError as error:
            yield replace(error.fault, file=name)
        except FormatError as error:
            yield error.fault
        except ConcordanceError as error:
            yield load.fault("value", found=table, cause=str(error)).fault


def _of_judgements() -> Iterator[FileFault]:
    try:
        judgements_over({})
    except FormatError as error:
        yield error.fault


def _of_dossiers(folder: DossierFolder) -> Iterator[FileFault]:
    for file in folder.documents.names():
        if not file.endswith(ENDING):
            continue
        name = f"dossiers/{file}"
        load = Loader(name, LibraryFileError)
        try:
            dossier = folder.open(file.removesuffix(ENDING)).dossier
        except DossierError as error:
            yield replace(error.fault, file=name)
            continue
        for number, entry in enumerate(dossier.entries, 1):
            if entry in dossier.quotations and text_hash(entry.pieces) != entry.sha256:
                yield load.fault("changed", f"entry[{number}]").fault


def _of_cases(folder: CaseFolder) -> Iterator[FileFault]:
    keys = folder.keys()
    for key in keys:
        found = folder.read(key)
        if isinstance(found, DamagedCase):
            yield replace(found.fault, file=f"precedents/{key}/{JUDGMENT}")
            continue
        if isinstance(original := folder.whole_original(found), FileFault):
            yield replace(original, file=f"precedents/{original.file}")
        try:
            folder.corrections(key)
        except CorrectionsError as error:
            yield replace(error.fault, file=f"precedents/{key}/{CORRECTIONS}")
