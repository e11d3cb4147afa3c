"""A document that a person adds, from its files to a text in the library of one's own.

All is made in memory first: a file that is refused, or a text that cannot be written and read back, leaves the library
as it was.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from app.build.content_check import beside_edition, rules_elsewhere, unlabelled_rules, work_doubt
from app.build.counterparts import beside_counterparts, unexplained
from app.build.new_edition import ProposedTable, RenewedTable, planned_table, table_folder, table_name
from app.build.products import provision_counts, refresh_own_alignment, verify_xml
from app.build.skeletons import agreeing_headings
from corpus import akn, store
from corpus.alignment.concordance import Concordance
from corpus.ids import ProvisionId
from corpus.model import Expression
from corpus.own_readings import KeptReading, OpenQuestion, ReadParagraph, dump_reading, own_reading
from corpus.own_texts import AdditionError, OwnTexts, ReadingDecision
from corpus.registry import Edition, ExpressionEntry, Registry
from parser.alignment.editions import EditionRow
from parser.citations.doubts import reviewer_overrides
from parser.citations.resolve import resolve
from parser.documents.act import EXPORTED, is_akoma_ntoso, without_declarations
from parser.documents.files import read_documents
from parser.documents.stream import DocumentStream
from parser.layout.events import ParsedLayout
from parser.layout.source import Source
from parser.layout.subject_index import IndexWords
from parser.pipeline import SourceTexts, parse
from parser.recognition.account import ReadingQuestion, Recognition, with_unread
from parser.recognition.book import laid_out_rows, recognise
from parser.recognition.callouts import with_callouts
from parser.recognition.inline_notes import with_inline_notes
from parser.recognition.regularity import irregular
from parser.recognition.rows import BookRow
from parser.recognition.soundness import as_one
from parser.recognition.transcript import NOTE_SIGN
from parser.text.coverage import UnreadError
from parser.text.tracked import Witness

_INDEX_WORDS = IndexWords(
    definition=("Def", "Def.", "Definition", "Definitioner", "Definisjon", "Definisjoner", "Definitions"),
    note=("note", "fotnote", "fodnote", "fotnot", "fotnoten", "fodnoten", "footnote"),
)


AdditionStage = Literal["reading", "references", "writing", "aligning"]
"""What is being done to a text that is added, in this order."""


def _unheard(stage: AdditionStage) -> None:
    pass


@dataclass(frozen=True)
class ReadText:
    """An added text as read from ``rows``, without references, and how.

    ``unused`` decisions fitted no paragraph; ``decided`` are the rows that others fitted.
    """

    expression: Expression
    recognition: Recognition
    unused: tuple[ReadingDecision, ...] = ()
    rows: tuple[BookRow, ...] = ()
    decided: frozenset[int] = frozenset()


@dataclass(frozen=True)
class AddedText:
    """A text in the library: what it has, what is open, and where it differs from the edition that is held.

    ``elsewhere`` are rules that another text of the edition has at another number, so that one of both is misnumbered.
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
    elsewhere: tuple[EditionRow, ...] = ()
    renewed: RenewedTable | None = None
    """What became of the table that was proposed from an older file of the text."""
    decisions_back: int = 0
    table_back: str = ""
    """What had waited since the text was taken out: how many decisions, and the table of its edition."""

    @property
    def is_settled(self) -> bool:
        """True when nothing is left for a person to decide."""
        unfit = self.renewed.unfit if self.renewed else ()
        return not (
            self.table or self.questions or self.unused or self.missing or self.extra or self.elsewhere or unfit
        )


def read_text(stream: DocumentStream, entry: ExpressionEntry, decisions: Sequence[ReadingDecision] = ()) -> ReadText:
    """Read a stream as the expression of ``entry``.

    Raises RefusedDocumentError and the errors of ``parser.pipeline``.
    """
    siglum = entry.witnesses[0]
    stream = with_inline_notes(with_callouts(stream))
    rows = laid_out_rows(stream)
    decided, unused = _replayed(rows, decisions)
    found = recognise(stream, siglum, decided, rows)
    source = Source(entry.key, lambda text, witnesses, lexicons: found.layout, NOTE_SIGN, index_words=_INDEX_WORDS)
    texts = SourceTexts({siglum: found.witness}, {}, {})
    try:
        expression = parse(source, entry, texts)
    except UnreadError as error:
        found = with_unread(found, rows, error.spans, decided)
        expression = parse(source, entry, texts)
    asked = irregular(rows, found, expression)
    questions = as_one((*found.questions, *(one for one in asked if one.row not in decided)))
    found = replace(found, questions=questions)
    notes = tuple(
        replace(note, marker=found.note_signs[int(note.marker) - 1] or note.marker) for note in expression.notes
    )
    return ReadText(replace(expression, notes=notes), found, unused, rows, frozenset(decided))


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
        found = akn.read(without_declarations(name, content), name)
    except akn.AknFileError as error:
        raise AdditionError("unread", file=name, cause=error.fault.cause) from error
    said = (found.work, found.edition, found.language)
    if said != (entry.work, entry.edition, entry.language):
        raise AdditionError("another", file=name, found=" ".join(said))
    whole = replace(found, key=entry.key, title=entry.title)
    nothing = ParsedLayout((), (), (), (), (), ())
    return ReadText(whole, Recognition(Witness(entry.witnesses[0], ""), nothing, (), (), ()))


def add_text(
    files: Sequence[tuple[str, bytes]],
    entry: ExpressionEntry,
    decisions: Sequence[ReadingDecision] = (),
    begin: Callable[[AdditionStage], None] = _unheard,
    anyway: bool = False,
) -> AddedText:
    """Take files into the library as the text of ``entry``, in place of the one with its key.

    ``decisions`` are added to those that were made about it before; ``begin`` is told what begins; ``anyway`` takes it
    though it looks like another work. Raises AdditionError, RefusedDocumentError, ParseError and OSError; nothing is
    changed then.
    """
    if entry.key in store.shipped_registry().keys:
        raise AdditionError("shipped", key=entry.key)
    today = store.shipped_registry().current_edition(entry.work) if entry.work == "laws" else ""
    name = table_name(entry.edition, today) if today else ""
    waited = bool(name) and table_folder().bring_back(name)
    try:
        return replace(_added(files, entry, decisions, begin, anyway), table_back=name if waited else "")
    except BaseException:
        if waited:
            table_folder().set_aside(name)
        raise


def _added(
    files: Sequence[tuple[str, bytes]],
    entry: ExpressionEntry,
    decisions: Sequence[ReadingDecision],
    begin: Callable[[AdditionStage], None],
    anyway: bool,
) -> AddedText:
    own, folder, tables = OwnTexts.open(), table_folder(), store.load_tables()
    _demand_known_numbers(entry, tables)
    back = () if own.holds(entry.key) else own.decisions(entry.key)
    kept = _once((*own.decisions(entry.key), *decisions))
    begin("reading")
    read = read_files(files, entry, kept)
    others = store.load_library()
    if not (anyway or own.holds(entry.key)) and (doubt := work_doubt(read.expression, others.expressions)):
        raise AdditionError(doubt, given=entry.work)
    begin("references")
    registry = _with(others.registry, entry)
    texts = [one for one in others.expressions if one.key != entry.key]
    plan = planned_table(read.expression, entry, others, tables, folder)
    _demand_table(entry, plan.tables)
    text = _resolved(read.expression, texts, registry, plan.tables)
    begin("writing")
    xml = akn.write(text, registry)
    verify_xml(text, xml)
    read, apart = _beside_shipped(read, text, texts, registry, plan.tables)
    change = plan.change(folder, read.expression)
    reading = replace(apart.kept(read), decided=kept, unfit=change.unfit if change else ())
    # What was decided while this was read is kept as well; the reading tells that it was made without.
    lasting = _once((*own.decisions(entry.key), *decisions))
    saved = own.saving(entry, _new_edition(entry), files, xml, lasting, dump_reading(reading))
    with plan.written(own, folder, entry.key), saved:
        begin("aligning")
        refresh_own_alignment()
        if plan.proposal:
            folder.keep_proposal(plan.proposal, entry.key)
    uses = Counter(use.kind for use in read.recognition.uses)
    found = read.recognition.questions, read.unused, apart.missing, apart.extra, plan.proposed, apart.elsewhere, change
    return AddedText(entry, provision_counts(text), dict(sorted(uses.items())), *found, decisions_back=len(back))


def _resolved(text: Expression, others: Sequence[Expression], registry: Registry, tables: Concordance) -> Expression:
    """The text with its citations resolved among the others, as it will be read back."""
    resolved = resolve([*others, text], registry, tables, reviewer_overrides(store.load_patches("references")))
    return akn.in_reading_order(next(one for one in resolved if one.key == text.key))


@dataclass(frozen=True)
class _BesideEdition:
    """Where a text differs from those of its edition that come with Lovbro; ``AddedText`` describes the fields."""

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    elsewhere: tuple[EditionRow, ...]

    def kept(self, read: ReadText) -> KeptReading:
        """What is kept of a reading, with these differences."""
        elsewhere = tuple((row.new, row.old) for row in self.elsewhere)
        return replace(kept_reading(read), missing=self.missing, extra=self.extra, elsewhere=elsewhere)


def _beside_shipped(
    read: ReadText, text: Expression, texts: Sequence[Expression], registry: Registry, tables: Concordance
) -> tuple[ReadText, _BesideEdition]:
    """What was read with the questions that other texts of its edition ask of it, and where it differs from them."""
    shipped = [one for one in texts if one.key in store.shipped_registry().keys]
    missing, extra = beside_edition(text, shipped, store.shipped_tables())
    asked = asked_beside(read, text, missing, shipped, registry, tables)
    return asked, _BesideEdition(missing, extra, rules_elsewhere(text, shipped, registry))


def _once(decisions: Iterable[ReadingDecision]) -> tuple[ReadingDecision, ...]:
    """Of several decisions about a paragraph the last."""
    return tuple({(one.words, one.nth): one for one in decisions}.values())


def _new_edition(entry: ExpressionEntry) -> dict[str, Any] | None:
    """The block of an edition that Lovbro does not bring, with the days in force if they are known; None for one that
    it does."""
    known = {(one.work, one.edition) for one in store.shipped_registry().editions}
    if (entry.work, entry.edition) in known:
        return None
    days = {"from": entry.in_force_from, "to": entry.in_force_to}
    return {"work": entry.work, "edition": entry.edition, **{name: day for name, day in days.items() if day}}


def add_again(
    key: str, decisions: Sequence[ReadingDecision], begin: Callable[[AdditionStage], None] = _unheard
) -> AddedText:
    """Read a text of the library again from its own files, with further decisions. Raises as ``add_text``."""
    own = OwnTexts.open()
    demand_text(key, own.path, own.keys)
    return add_text(own.originals(key), store.load_registry()[key], decisions, begin)


def kept_reading(read: ReadText) -> KeptReading:
    """What is kept of a reading for a page: each paragraph with its words, and what is open."""
    rows, uses = read.rows, {use.row: use for use in read.recognition.uses}
    paragraphs = tuple(
        ReadParagraph(
            row.place.file,
            row.place.page,
            row.place.line,
            _words(row),
            *((use.kind, use.reason, use.id) if (use := uses.get(at)) else ("noise", "loose", "")),
        )
        for at, row in enumerate(rows)
    )
    questions = tuple(
        OpenQuestion(q.row, q.code, q.likely, q.others, q.alike, q.here, q.there) for q in read.recognition.questions
    )
    return KeptReading(paragraphs, questions)


def decision_about(
    key: str, row: int, reading: str, reason: str, everywhere: bool = False
) -> tuple[ReadingDecision, ...]:
    """The decision about the paragraph that a question of a text names by its row; ``everywhere``: and the same about
    all others of the question. Raises AdditionError."""
    own = OwnTexts.open()
    demand_text(key, own.path, own.keys)
    if not reading_is_known(reading):
        raise AdditionError("no-reading", found=reading)
    # A text that was added by an older Lovbro has no record of its paragraphs.
    kept = own_reading(own, key)
    found = kept if kept.paragraphs else kept_reading(read_files(own.originals(key), store.load_registry()[key]))
    return found.everywhere(row, reading, reason) if everywhere else (found.decision(row, reading, reason),)


def demand_text(key: str, folder: Path, keys: Sequence[str]) -> None:
    """Raise AdditionError unless ``key`` is one of the texts ``keys`` in the library's ``folder``."""
    if key not in keys:
        raise AdditionError("no-text", key=key, folder=str(folder), known=", ".join(keys) or "–")


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


def asked_beside(
    read: ReadText,
    text: Expression,
    missing: Sequence[str],
    texts: Sequence[Expression],
    registry: Registry,
    tables: Concordance,
) -> ReadText:
    """What was read with questions about paragraphs that may have the numbers it lacks, and about what its citations,
    resolved in ``text``, and the other texts of its edition contradict."""
    found = read.recognition
    unlabelled = unlabelled_rules(read.rows, found, missing, read.decided)
    beside = beside_counterparts(read.rows, found, text, texts, registry, tables)
    agreeing = agreeing_headings(text, texts, registry, tables)
    asked = unexplained((*found.questions, *unlabelled, *beside), found.uses, agreeing)
    questions = as_one(one for one in asked if one.row not in read.decided)
    return replace(read, recognition=replace(found, questions=questions))


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
    added = Edition(entry.work, entry.edition, entry.in_force_from, entry.in_force_to)
    new = () if (entry.work, entry.edition) in known else (added,)
    return replace(registry, expressions=(*kept, entry), editions=(*registry.editions, *new))


def _demand_table(entry: ExpressionEntry, tables: Concordance) -> None:
    """The numbers that the text has and cites can be followed to those of today, or AdditionError."""
    known = sorted({edition for table in tables.tables for edition in (table.old, table.new)})
    for edition in (entry.edition if entry.work == "laws" else entry.cites, entry.cites):
        if edition not in known:
            raise AdditionError("no-table", found=edition, known=", ".join(known))


def _demand_known_numbers(entry: ExpressionEntry, tables: Concordance) -> None:
    """The numbers can be followed as they are, or by a table that can be proposed since the text is that of an edition
    of the laws which no table has; AdditionError otherwise."""
    if entry.work != "laws" or entry.cites != entry.edition or entry.edition in tables.editions:
        _demand_table(entry, tables)
