"""A document that a person adds, from its files to a text in the library of one's own.

All is made in memory first: a file that is refused, or a text that cannot be written and read back, leaves the library
as it was.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.build.new_edition import ProposedTable, proposed_table
from app.build.products import count, refresh_own_alignment, verify_xml
from corpus import akn, store
from corpus.alignment.concordance import Concordance
from corpus.ids import ProvisionId
from corpus.model import Expression
from corpus.own_texts import OwnTexts, ReadingDecision
from corpus.registry import Edition, ExpressionEntry, Registry
from parser.citations.doubts import reviewer_overrides
from parser.citations.resolve import resolve
from parser.documents.act import EXPORTED, is_akoma_ntoso, without_declarations
from parser.documents.files import read_documents
from parser.documents.stream import DocumentStream
from parser.layout.events import ParsedLayout
from parser.layout.source import Source
from parser.layout.subject_index import IndexWords
from parser.pipeline import SourceTexts, parse
from parser.recognition.account import ReadingQuestion, Recognition
from parser.recognition.book import recognise
from parser.recognition.rows import BookRow, book_rows
from parser.recognition.transcript import NOTE_SIGN
from parser.text.tracked import Witness

_INDEX_WORDS = IndexWords(
    definition=("Def", "Def.", "Definition", "Definitioner", "Definisjon", "Definisjoner", "Definitions"),
    note=("note", "fotnote", "fodnote", "fotnot", "fotnoten", "fodnoten", "footnote"),
)


class AdditionError(ValueError):
    """A text that cannot be added as it was asked for; the message says what would be right."""


@dataclass(frozen=True)
class ReadText:
    """An added text as read, without references, and how it was read. ``unused`` decisions fitted no paragraph."""

    expression: Expression
    recognition: Recognition
    unused: tuple[ReadingDecision, ...] = ()


@dataclass(frozen=True)
class AddedText:
    """A text in the library: what it has, what is open, and where it differs from the edition that is held.

    ``missing`` and ``extra`` are numbers that all texts of its edition have and it has not, and the other way round.
    """

    entry: ExpressionEntry
    counts: Mapping[str, int]
    uses: Mapping[str, int]
    questions: tuple[ReadingQuestion, ...]
    unused: tuple[ReadingDecision, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    table: ProposedTable | None = None
    """The table from today's numbers to those of its edition, if it was proposed now."""

    @property
    def is_settled(self) -> bool:
        """True when nothing is left for a person to decide."""
        return not (self.table or self.questions or self.unused or self.missing or self.extra)


def read_text(stream: DocumentStream, entry: ExpressionEntry, decisions: Sequence[ReadingDecision] = ()) -> ReadText:
    """Read a stream as the expression of ``entry``.

    Raises RefusedDocumentError and the errors of ``parser.pipeline``.
    """
    siglum = entry.witnesses[0]
    decided, unused = _replayed(book_rows(stream), decisions)
    found = recognise(stream, siglum, decided)
    source = Source(entry.key, lambda text, witnesses, lexicons: found.layout, NOTE_SIGN, index_words=_INDEX_WORDS)
    expression = parse(source, entry, SourceTexts({siglum: found.witness}, {}, {}))
    notes = tuple(
        replace(note, marker=found.note_signs[int(note.marker) - 1] or note.marker) for note in expression.notes
    )
    return ReadText(replace(expression, notes=notes), found, unused)


def read_files(
    files: Sequence[tuple[str, bytes]], entry: ExpressionEntry, decisions: Sequence[ReadingDecision] = ()
) -> ReadText:
    """Read files as the expression of ``entry``: what Lovbro exported as it was, everything else by its evidence.

    Raises AdditionError for an export of another text, and as ``read_text``.
    """
    if len(files) == 1 and is_akoma_ntoso(files[0][1]) and EXPORTED in files[0][1]:
        return _exported(*files[0], entry)
    return read_text(read_documents(files), entry, decisions)


def _exported(name: str, content: bytes, entry: ExpressionEntry) -> ReadText:
    try:
        found = akn.read(without_declarations(name, content))
    except akn.AknError as error:
        raise AdditionError(f"{name}: {error}") from error
    said = (found.work, found.edition, found.language)
    if said != (entry.work, entry.edition, entry.language):
        raise AdditionError(f"{name} holds {' '.join(said)}: give --work, --edition and --language as they are in it")
    whole = replace(found, key=entry.key, title=entry.title)
    nothing = ParsedLayout((), (), (), (), (), ())
    return ReadText(whole, Recognition(Witness(entry.witnesses[0], ""), nothing, (), (), ()))


def add_text(
    files: Sequence[tuple[str, bytes]], entry: ExpressionEntry, decisions: Sequence[ReadingDecision] = ()
) -> AddedText:
    """Take files into the library as the text of ``entry``, in place of the one with its key.

    ``decisions`` are added to those that were made about it before. Raises AdditionError, RefusedDocumentError,
    ParseError and OSError; nothing is then changed.
    """
    own = OwnTexts.open()
    if entry.key in store.shipped_registry().keys:
        raise AdditionError(f"{entry.key} is a text that comes with Lovbro; choose another name with --key")
    tables = store.load_tables()
    if entry.edition not in tables.editions and entry.work == "laws" and entry.cites == entry.edition:
        _demand_newer(entry, tables)
    else:
        _demand_table(entry, tables)
    kept = {(one.words, one.nth): one for one in (*own.decisions(entry.key), *decisions)}
    read = read_files(files, entry, tuple(kept.values()))
    others = store.load_library()
    registry = _with(others.registry, entry)
    texts = [one for one in others.expressions if one.key != entry.key]
    table = None
    if entry.edition not in tables.editions and entry.work == "laws":
        table = proposed_table(read.expression, others, tables)
        tables = table.added_to(tables) if table else tables
        _demand_table(entry, tables)
    overrides = reviewer_overrides(store.load_patches("references"))
    resolved = resolve([*texts, read.expression], registry, tables, overrides)
    text = akn.in_reading_order(next(one for one in resolved if one.key == entry.key))
    xml = akn.write(text, registry)
    verify_xml(text, xml)
    new = (entry.work, entry.edition) not in {(one.work, one.edition) for one in store.shipped_registry().editions}
    edition = {"work": entry.work, "edition": entry.edition} if new else None
    if table is not None:
        own.save_table(table.name, table.text)
    own.save(entry, edition, files, xml, tuple(kept.values()))
    refresh_own_alignment()
    uses = Counter(use.kind for use in read.recognition.uses)
    missing, extra = _beside_edition(text, [one for one in texts if one.key in store.shipped_registry().keys])
    return AddedText(
        entry, count(text), dict(sorted(uses.items())), read.recognition.questions, read.unused, missing, extra, table
    )


def add_again(key: str, decisions: Sequence[ReadingDecision]) -> AddedText:
    """Read a text of the library again from its own files, with further decisions. Raises as ``add_text``."""
    own = OwnTexts.open()
    demand_text(key, own.path, own.keys)
    return add_text(own.originals(key), store.load_registry()[key], decisions)


def decision_about(key: str, row: int, reading: str, reason: str) -> ReadingDecision:
    """A decision about the paragraph that a question of a text names by its row. Raises AdditionError."""
    own = OwnTexts.open()
    demand_text(key, own.path, own.keys)
    rows = book_rows(read_documents(own.originals(key)))
    if not 0 <= row < len(rows):
        raise AdditionError(f"{key} has the paragraphs 0 to {len(rows) - 1}, none with the number {row}")
    if not reading_is_known(reading):
        raise AdditionError(f"{reading!r} is no reading: take a number (16C2a), 'of 16C2', text, chapter or noise")
    words = _words(rows[row])
    return ReadingDecision(words, reading, reason, sum(_words(one) == words for one in rows[: row + 1]))


def demand_text(key: str, folder: Path, keys: Sequence[str]) -> None:
    """Raise AdditionError unless ``key`` is one of the texts ``keys`` in the library's ``folder``."""
    if key not in keys:
        raise AdditionError(f"no text {key} in {folder}; there are: {', '.join(keys) or 'none'}")


def reading_is_known(reading: str) -> bool:
    """True for what a decision may say about a paragraph.

    >>> [reading_is_known(one) for one in ("16C2a", "of 16C", "noise", "perhaps")]
    [True, True, True, False]
    """
    if reading in ("text", "chapter", "noise"):
        return True
    try:
        ProvisionId.of(reading.removeprefix("of ").removesuffix(" heading"))
    except ValueError:
        return False
    return True


def _replayed(
    rows: Sequence[BookRow], decisions: Sequence[ReadingDecision]
) -> tuple[dict[int, str], tuple[ReadingDecision, ...]]:
    """Readings by row, and the decisions whose words stand nowhere any more."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        places[_words(row)].append(at)
    decided: dict[int, str] = {}
    unused = []
    for one in decisions:
        found = places.get(one.words, [])
        if one.nth <= len(found):
            decided[found[one.nth - 1]] = one.reading
        else:
            unused.append(one)
    return decided, tuple(unused)


def _words(row: BookRow) -> str:
    one = row.paragraph
    return " ".join((f"{one.label} {one.text}" if one is not None else row.text).split())


def _with(registry: Registry, entry: ExpressionEntry) -> Registry:
    kept = tuple(one for one in registry.expressions if one.key != entry.key)
    known = {(one.work, one.edition) for one in registry.editions}
    new = () if (entry.work, entry.edition) in known else (Edition(entry.work, entry.edition, None, None),)
    return replace(registry, expressions=(*kept, entry), editions=(*registry.editions, *new))


def _demand_table(entry: ExpressionEntry, tables: Concordance) -> None:
    """The numbers that the text has and cites can be followed to those of today, or AdditionError."""
    known = sorted({edition for table in tables.tables for edition in (table.old, table.new)})
    for edition in (entry.edition if entry.work == "laws" else entry.cites, entry.cites):
        if edition not in known:
            raise AdditionError(
                f"no table leads from the numbers of {edition} to today's; there are tables for {', '.join(known)}"
            )


def _demand_newer(entry: ExpressionEntry, tables: Concordance) -> None:
    """The edition comes after all that are known, so that a table to it can be proposed, or AdditionError."""
    if entry.edition < max(tables.editions):
        _demand_table(entry, tables)


def _beside_edition(text: Expression, texts: Sequence[Expression]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Numbers that the text lacks, and has alone, beside the shipped texts of its edition; () for a new edition."""
    same = [one for one in texts if (one.work, one.edition) == (text.work, text.edition)]
    if not same:
        return (), ()
    held = [{str(provision.id) for provision in one.walk()} for one in same]
    own = [str(provision.id) for provision in text.walk()]
    missing = set.intersection(*held) - set(own)
    extra = [place for place in own if place not in set.union(*held)]
    return tuple(map(str, sorted(map(ProvisionId.of, missing)))), tuple(extra)
