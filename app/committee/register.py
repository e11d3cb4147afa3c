"""Take files into the register of decisions, and open it: the steps between a folder of files and a Casebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from corpus.alignment.fate import NumberFates
from corpus.document_store import FolderDocuments
from corpus.files import data_dir
from corpus.own_texts import OwnTexts
from corpus.precedents.decision import DamagedCase, Decision
from corpus.precedents.folder import CaseFolder, CaseIntake
from corpus.precedents.refusal import Refusal, UnreadableError
from corpus.registry import LAWS
from corpus.store import load_library, load_registry, load_tables
from corpus.text import printable
from index.precedents.casebook import Casebook
from index.precedents.decision_index import DecisionIndex

if TYPE_CHECKING:  # a page that shows what is in the register reads no file: its readers are imported where one is read
    from parser.decisions.fields import CaseFile, KnownNumbers

ImportOutcome = Literal["added", "dated", "same-number", "duplicate", "refused"]


@dataclass(frozen=True)
class IncomingFile:
    """A file on its way in: its name as the person knows it, and its bytes or why there are none."""

    name: str
    content: bytes | Refusal


@dataclass(frozen=True)
class ImportResult:
    """What became of one file. ``other`` is the key of the case already there (duplicate, same-number).

    ``refusal`` is there when ``fate`` is ``refused``; ``decision``, as kept, when it is neither that nor a duplicate.
    """

    name: str
    fate: ImportOutcome
    decision: Decision | None = None
    other: str = ""
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Register:
    """The register as its folder is by now."""

    casebook: Casebook
    damaged: tuple[DamagedCase, ...]


def add(files: Iterable[IncomingFile], folder: CaseFolder, played: date | None = None) -> Iterator[ImportResult]:
    """Read and keep files one by one, and yield what became of each before the next is read; each is then found.

    ``played`` is the date of play of a file that names none; a case kept without date gets it when added again.
    """
    intake = CaseIntake(folder)
    read = partial(register_reader(), played=played)
    for file in files:
        result = _add_one(file, intake, read)
        if result.decision:
            note_written(folder)
        yield result


def paths_of_files(paths: Iterable[Path]) -> Iterator[Path]:
    """These paths; in place of a folder the files of a known kind in it, in order of name."""
    from parser.decisions.files import DECISION_EXTENSIONS

    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.is_file() and p.suffix.lower() in DECISION_EXTENSIONS)
        else:
            yield path


def from_paths(paths: Iterable[Path]) -> Iterator[IncomingFile]:
    """The files at these paths and in these folders, each read when its turn comes."""
    return map(_incoming, paths_of_files(paths))


def open_register(
    folder: CaseFolder, whole: bool = False, open_fates: Callable[[], NumberFates] | None = None
) -> Register:
    """The register; what changed in its folder is read again, by the index beside it. Raises OSError.

    ``open_fates`` gives what became of the numbers of older editions, for who holds the texts; without it they are
    read once more. A register in a database takes in little at once, and says what is waiting, unless ``whole`` is
    asked for: by a command, never for a page.
    """
    if whole:
        index_of(folder).complete(lambda _: None)
    held = _held_casebook(folder, OwnTexts.open().stamp())
    if not held:
        fates = open_fates() if open_fates else NumberFates.of(load_tables(), load_library())
        held.append(Casebook(index_of(folder), fates))
    casebook = held[0]
    casebook.refresh()
    return Register(casebook, casebook.damaged)


def note_written(folder: CaseFolder) -> None:
    """Have the index take in what was written to a register. What it cannot take in now waits for the next question."""
    with suppress(OSError):
        index_of(folder).note_written()


@cache
def reader() -> Callable[..., CaseFile]:
    """What reads one file: ``read_case`` with its words, editions and numbers."""
    from app.build.decision_lexicon import decision_lexicon
    from parser.decisions.fields import read_case

    return partial(read_case, lexicon=decision_lexicon(), registry=load_registry(), numbers=known_numbers())


def register_reader() -> Callable[..., CaseFile]:
    """What reads one file for the register: as ``reader``, and its sentences by what they mean, which takes longer."""
    from app.build.decision_lexicon import outcome_meanings

    return partial(reader(), meanings=outcome_meanings())


@cache
def known_numbers() -> KnownNumbers:
    """The numbers of the laws, and of every provision that an edition had: of texts held and of the number tables."""
    from parser.decisions.fields import KnownNumbers

    tables, library = load_tables(), load_library()
    held = (e.key for e in load_registry().expressions if e.work == LAWS)
    provisions = {place for key in held for place in library.order(key)}
    for edition in tables.editions:
        provisions |= tables.numbers(edition)
    return KnownNumbers(tables.laws, frozenset(provisions))


def samples() -> tuple[Path, ...]:
    """The invented cases that come with Lovbro."""
    return tuple(sorted((data_dir() / "samples" / "precedents").glob("*.*")))


def _add_one(file: IncomingFile, intake: CaseIntake, read: Callable[[str, bytes], CaseFile]) -> ImportResult:
    if isinstance(file.content, Refusal):
        return ImportResult(file.name, "refused", refusal=file.content)
    try:
        return _add_case(file.name, file.content, read(file.name, file.content), intake)
    except UnreadableError as error:
        return ImportResult(file.name, "refused", refusal=error.refusal)
    except OSError as error:
        return ImportResult(file.name, "refused", refusal=Refusal("folder", cause=error.strerror or str(error)))
    except Exception as error:
        # Whatever a file does to the program, those after it are taken in; the fault is named and the exit code tells.
        cause = f"{type(error).__name__}: {error}"
        return ImportResult(file.name, "refused", refusal=Refusal("fault", cause=printable(cause)))


def _add_case(name: str, content: bytes, case: CaseFile, intake: CaseIntake) -> ImportResult:
    """Keep a case; one that is there already stays as it is, unless the date that it lacked is given now."""
    read, other = case.decision, intake.by_number.get(case.decision.number, "")
    kept, added = intake.add(read, content, case.ending)
    if added:
        return ImportResult(name, "same-number" if other else "added", kept, other)
    if kept.played is None and read.played is not None:
        dated = replace(read, key=kept.key)
        intake.rewrite(dated)
        return ImportResult(name, "dated", dated)
    return ImportResult(name, "duplicate", other=kept.key)


def _incoming(path: Path) -> IncomingFile:
    from parser.decisions.files import MAX_BYTES

    name = printable(str(path))
    try:
        # A device or a huge file is refused before it is read.
        if not path.is_file():
            return IncomingFile(name, Refusal("missing"))
        if path.stat().st_size > MAX_BYTES:
            return IncomingFile(name, Refusal("over-limit", limit=MAX_BYTES))
        return IncomingFile(name, path.read_bytes())
    except OSError as error:
        return IncomingFile(name, Refusal("system", cause=error.strerror or str(error)))


@lru_cache(maxsize=4)
def _held_casebook(folder: CaseFolder, stamp: str) -> list[Casebook]:
    """Room for the one casebook of a folder, the same for the pages and the committee's forms."""
    del stamp  # a table that a person has reviewed meanwhile tells something else of the old numbers
    return []


@lru_cache(maxsize=4)
def index_of(folder: CaseFolder) -> DecisionIndex:
    """The index beside the folder, or in the database where the register is."""
    if isinstance(folder.place, Path):
        return DecisionIndex(folder, folder.place)
    if not isinstance(folder.place, FolderDocuments):
        from corpus.database.documents import DatabaseDocuments  # with all that knows a database
        from index.precedents.shared_index import SharedDecisionIndex

        if isinstance(folder.place, DatabaseDocuments):
            return SharedDecisionIndex(folder, folder.place)
    return DecisionIndex(folder)
