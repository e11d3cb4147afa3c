"""From the paragraphs of a decision to its fields, sections and citations, numbered as on its date of play.

The words that mark fields, headings and outcomes are data (``parser.decisions.lexicon``). What is not found, or found
twice and different, stays empty; what should be known of the reading is in ``problems`` by codes, which are keys of
``app.i18n.words`` after ``desk_problem_``. Each field keeps the words it came from.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import PurePath
from typing import cast

from corpus.ids import ProvisionId
from corpus.precedents.decision import (
    OUTCOMES,
    DateBasis,
    Decision,
    Deposit,
    FieldOrigin,
    Section,
    edition_in_season,
    edition_on,
    instance_of,
)
from corpus.precedents.refusal import Refusal, UnreadableError
from corpus.registry import Registry
from corpus.text import slug
from parser.decisions.citations import CitedNumbers, citations_in
from parser.decisions.dates import DateMention, DateReader, best
from parser.decisions.files import read_sheet
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.meanings import MeaningReader, MeantOutcome, OutcomeMeanings
from parser.decisions.outcomes import DecisionReader
from parser.decisions.particulars import CASE_NUMBER, Labelled, case_number, event_of, instance_in, is_doubtful
from parser.decisions.scores import Statement
from parser.decisions.sections import DecisionDraft, draft_of
from parser.decisions.sheet import Sheet

_LISTED = 4  # so many lines that begin with a case number make a list of cases
_PLAYED = 3  # the weight of a date beside a word of playing
_NAME_LENGTH = 200
_YEAR_NAMED = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_HEAD = 3  # lines and titles over a page that date it
_AFTER_PLAY = timedelta(days=365)  # a case is decided within a year of play


@dataclass(frozen=True)
class CaseFile:
    """A decision read from a file, and the ending under which the original is kept."""

    decision: Decision
    ending: str


@dataclass(frozen=True)
class KnownNumbers:
    """Which numbers are laws, and which provisions some edition of the laws had."""

    laws: Collection[str]
    provisions: Collection[str]

    def is_law(self, place: ProvisionId) -> bool:
        """True where the law's number is one of the laws'."""
        return place.law in self.laws

    def is_known(self, place: ProvisionId) -> bool:
        """True where some edition had the provision."""
        return str(place) in self.provisions


@dataclass(frozen=True)
class CaseParts:
    """A file taken apart: its draft and what is read of it before its day and its outcome.

    ``number`` is the case number, where it was read, and problems; ``instance`` the body and where it was read.
    """

    sheet: Sheet
    draft: DecisionDraft
    language: str
    number: tuple[str, FieldOrigin | None, tuple[str, ...]]
    instance: tuple[str, FieldOrigin | None]
    cited: CitedNumbers
    reader: MeaningReader


def case_parts(name: str, content: bytes, lexicon: DecisionLexicon, numbers: KnownNumbers) -> CaseParts:
    """Take a file apart. Raises UnreadableError."""
    sheet = read_sheet(name, content, lexicon.opens)
    _refuse_list(sheet)
    draft = draft_of(sheet, lexicon)
    language = _language(draft, lexicon)
    sections = tuple(draft.sections)
    number = case_number(draft.fields.get("number"), sheet.title, draft.head, name, lexicon)
    body, origin, doubtful = _instance(draft, sheet, number[0], lexicon)
    cited = citations_in(sections, language, lexicon, numbers.is_law, numbers.is_known)
    reader = MeaningReader(sections, cited.citations, lexicon, body)
    return CaseParts(sheet, draft, language, number, ("", None) if doubtful else (body, origin), cited, reader)


def read_case(
    name: str,
    content: bytes,
    lexicon: DecisionLexicon,
    registry: Registry,
    numbers: KnownNumbers,
    played: date | None = None,
    meanings: OutcomeMeanings | None = None,
) -> CaseFile:
    """Read one file. ``played`` is the date of play for a file that names none; without ``meanings`` words alone tell.

    Raises UnreadableError.
    """
    parts = case_parts(name, content, lexicon, numbers)
    sheet, draft, reader = parts.sheet, parts.draft, parts.reader
    number, number_origin, problems = parts.number
    sections = tuple(draft.sections)
    over = draft.head.splitlines()[:_HEAD]
    years = frozenset(map(int, _YEAR_NAMED.findall(" ".join((name, sheet.title, *over, *(s.title for s in sections))))))
    day = _Day(draft, sections, lexicon, DateReader(lexicon, parts.language, years), sheet.title)
    event = event_of(draft.fields.get("event"), sections, day.origin, lexicon)
    meant = reader.meant(meanings) if meanings else MeantOutcome(reader.outcome)
    outcome, deposit = meant.statement, reader.deposit
    unanimous, unanimous_origin = _unanimous(draft, reader, sections, lexicon)
    basis: DateBasis = "date" if day.played else "stated" if played else ""
    editions = {work: day.edition(registry, work, number, played) for work in ("laws", "dbf")}
    problems += ("no-date",) if not (day.played or played) else ()
    problems += () if editions["laws"] else ("no-edition",)
    problems += () if parts.cited.citations else ("no-citations",)
    problems += ("meant-outcome",) if meant.by_meaning else ()
    problems += ("refused-number",) if parts.cited.refused else ()
    origins = (
        number_origin,
        parts.instance[1],
        day.origin if day.played else None,
        event[1],
        _origin("outcome", outcome, sections),
        unanimous_origin,
        _origin("deposit", deposit, sections),
    )
    return CaseFile(
        Decision(
            key=slug(number, "case"),
            number=number,
            name=PurePath(name.replace("\\", "/")).name[:_NAME_LENGTH],
            sha256=hashlib.sha256(content).hexdigest(),
            language=parts.language,
            instance=parts.instance[0],
            played=day.played or played,
            event=event[0],
            outcome=next(known for known in OUTCOMES if known == (outcome.value if outcome else "")),
            unanimous=unanimous,
            deposit=cast(Deposit, deposit.value if deposit else ""),
            laws_edition=editions["laws"],
            dbf_edition=editions["dbf"],
            basis=basis or (day.basis(registry, number) if editions["laws"] else ""),
            invented=lexicon.answer(draft.value("invented")) is True,
            sections=sections,
            citations=parts.cited.citations,
            origins=tuple(origin for origin in origins if origin),
            problems=(*sheet.problems, *problems),
        ),
        sheet.ending,
    )


def _refuse_list(sheet: Sheet) -> None:
    """A page that lists cases is none: read as one case it would cite what all of them cite."""
    begun = (CASE_NUMBER.match(line.strip()) for one in sheet.lines for line in one.text.splitlines())
    numbers = {match.group() for match in begun if match}
    if len(numbers) >= _LISTED:
        raise UnreadableError(Refusal("list", count=len(numbers)))


class _Day:
    """The date of play of a decision: from its field, or the date that its words make the day of play."""

    def __init__(
        self,
        draft: DecisionDraft,
        sections: tuple[Section, ...],
        lexicon: DecisionLexicon,
        reader: DateReader,
        title: str = "",
    ) -> None:
        label = draft.fields.get("played")
        in_label = _weighed_label(reader, label, weight=3)
        event = draft.fields.get("event")
        in_event = _weighed_label(reader, event, weight=2)
        texts = [(n, p, text) for n, s in enumerate(sections) for p, text in enumerate(s.paragraphs)]
        texts += [(n, -1, s.title) for n, s in enumerate(sections) if s.title]
        # "Sag: Aalkrog mod Birkelse, spilledato 7. marts 2010"
        texts += [(-1, -1, text) for name, (_, text) in draft.fields.items() if name not in ("played", "event")]
        letter = any(lexicon.words["dates", "letter"].search(line) for _, _, t in texts for line in t.splitlines())
        relative = any(lexicon.words["dates", "relative"].search(text) for _, _, text in texts)
        known = [m for _, _, text in texts for m in reader.dates(text)]
        known += [mention for mention, _ in (*in_label, *in_event)]
        in_label = in_label or _weighed_label(reader, label, 3, tuple(known))
        in_event = in_event or _weighed_label(reader, event, 2, tuple(known))
        in_text = _weighed_text(reader, texts, (), letter)
        if same := reader.same_day([text for _, _, text in texts]):
            at, mention, start, end = same
            section, paragraph, text = texts[at]
            in_text.append((mention, _day_origin(replace(mention, start=start, end=end), text, section, paragraph)))
        head = "\n".join((title, *(t for _, _, text in texts[:_HEAD] for t in text.splitlines()[:_HEAD])))
        head += "\n".join(section.title for section in sections[:_HEAD])
        if before := reader.day_before(head, [text for _, _, text in texts]):
            at, mention = before
            section, paragraph, text = texts[at]
            in_text = [(mention, _day_origin(mention, text, section, paragraph))]
        # "The board that was played yesterday": the day over the page is the day after.
        in_text = [one for one in in_text if one[0].weight == _PLAYED or not relative]
        # A day without a year counts only where no full date may be the day of play: it may be of the year after.
        in_text = in_text or ([] if relative else _weighed_text(reader, texts, known, letter=True))
        self._known = known
        self._named = {
            year for _, _, text in texts for found in lexicon.editions.findall(text) for year in found if year
        }
        beside = {day for _, _, text in texts for day in reader.weekdays_of_play(text)}
        self._weekdays = beside or {day for _, _, text in texts for day in reader.weekdays(text)}
        candidates = [*in_event, *in_text]
        if label and in_label:
            played = any(mention.weight == 3 for mention, _ in in_text)
            # "Date:" over a letter is the day it was written.
            sure = not lexicon.is_vague(label[0]) or not (played or letter)
            candidates = in_label if sure else candidates
        found = best([mention for mention, _ in candidates], known)
        self.mention: DateMention | None = found[1] if found else None
        self.origin: FieldOrigin | None = candidates[found[0]][1] if found else None

    @property
    def played(self) -> date | None:
        """The day of play; of a run of days the one whose weekday is named, beside a board rather than elsewhere.

        None when it is not known to the day.
        """
        if self.mention is None or len(self.mention.days) != 1:
            return None
        first, last = self.mention.first, self.mention.last
        run = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        named = [day for day in run if day.weekday() in self._weekdays]
        return first if len(run) == 1 else named[0] if len(named) == 1 else None

    def edition(self, registry: Registry, work: str, number: str, stated: date | None) -> str:
        """The edition of the day, or of every day that it may have been; else the one that the decision names.

        Unknown where the decision names others only: it may have been decided by laws that were in force no more.
        """
        found = self._edition_in_force(registry, work, number, stated)
        if work != "laws" or not self._named or found in self._named:
            return found
        held = {one.edition for one in registry.editions if one.work == work}
        return next(iter(self._named)) if not found and len(self._named) == 1 and self._named <= held else ""

    def _edition_in_force(self, registry: Registry, work: str, number: str, stated: date | None) -> str:
        if day := self.played or (stated if self.mention is None else None):
            return edition_on(registry, work, day)
        if self.mention is None:
            if stated:
                return edition_on(registry, work, stated)
            return edition_in_season(registry, work, number) or self._edition_of_all(registry, work)
        ends = {edition_on(registry, work, end) for end in (self.mention.first, self.mention.last)}
        return ends.pop() if len(ends) == 1 else ""

    def _edition_of_all(self, registry: Registry, work: str) -> str:
        """The edition of every date that the decision names and of the year before the first: it was played then."""
        if not self._known:
            return ""
        earliest = min(mention.first for mention in self._known) - _AFTER_PLAY
        ends = {edition_on(registry, work, day) for day in (earliest, max(mention.last for mention in self._known))}
        return ends.pop() if len(ends) == 1 else ""

    def basis(self, registry: Registry, number: str) -> DateBasis:
        """What an edition without a date of play rests on."""
        if not self._edition_in_force(registry, "laws", number, None):
            return "named"
        return "period" if self.mention else "season"


def _weighed_text(
    reader: DateReader, texts: Sequence[tuple[int, int, str]], known: Sequence[DateMention], letter: bool
) -> list[tuple[DateMention, FieldOrigin]]:
    """The dates of paragraphs (section, paragraph, text), with weights; in a ``letter`` a date on its line is none."""
    return [
        (mention, _day_origin(mention, text, section, paragraph))
        for section, paragraph, text in texts
        for mention in reader.weighed(text, known)
        if mention.weight > 1 or not letter
    ]


def _weighed_label(
    reader: DateReader, labelled: Labelled | None, weight: int, known: Sequence[DateMention] | None = None
) -> list[tuple[DateMention, FieldOrigin]]:
    """The dates in a labelled field, with a weight; days without a year by those that are ``known``."""
    if labelled is None:
        return []
    origin = FieldOrigin("played", ": ".join(labelled))
    return [
        (replace(mention, weight=weight), origin)
        for mention in (reader.dates(labelled[1]) if known is None else reader.yearless(labelled[1], known))
        if not reader.is_written(labelled[1], mention)
    ]


def _day_origin(mention: DateMention, text: str, section: int, paragraph: int) -> FieldOrigin:
    words = text[mention.start : mention.end]
    if paragraph < 0:
        return FieldOrigin("played", words)
    return FieldOrigin("played", words, section, paragraph, mention.start, mention.end)


def _instance(
    draft: DecisionDraft, sheet: Sheet, number: str, lexicon: DecisionLexicon
) -> tuple[str, FieldOrigin | None, bool]:
    """The body, where it was read, and whether it is too doubtful to be shown: what the body says is read by it."""
    labelled = draft.fields.get("instance")
    # "Instans | Resultat" heads a table of several.
    if labelled and not (lexicon.is_label(labelled[1]) or lexicon.is_heading(labelled[1])):
        return labelled[1], FieldOrigin("instance", f"{labelled[0]}: {labelled[1]}"), False
    if code := instance_of(number):
        return code, FieldOrigin("instance", number), False
    words = sheet.title, draft.sections, [text for _, text in draft.fields.values()]
    body, origin = instance_in(*words, lexicon)
    return body, origin, bool(body) and is_doubtful(body, *words, lexicon)


def _language(draft: DecisionDraft, lexicon: DecisionLexicon) -> str:
    stated = draft.value("language").strip().casefold()[:2]
    codes = lexicon.languages.keys()
    text = "\n".join(text for section in draft.sections for text in (section.title, *section.paragraphs))
    # SaveResult pages say lang="en" whatever they hold, so the words of the text come before the page's own claim.
    return stated if stated in codes else lexicon.language_of(text)


def _unanimous(
    draft: DecisionDraft, reader: DecisionReader, sections: tuple[Section, ...], lexicon: DecisionLexicon
) -> tuple[bool | None, FieldOrigin | None]:
    if labelled := draft.fields.get("unanimous"):
        answer = lexicon.answer(labelled[1])
        if answer is not None:
            return answer, FieldOrigin("unanimous", f"{labelled[0]}: {labelled[1]}")
    if dissent := draft.fields.get("dissent"):
        return lexicon.answer(dissent[1]) is False, FieldOrigin("unanimous", f"{dissent[0]}: {dissent[1]}")
    statement = reader.unanimous
    values: Mapping[str, bool] = {"yes": True, "no": False}
    return (values[statement.value] if statement else None), _origin("unanimous", statement, sections)


def _origin(field: str, statement: Statement | None, sections: tuple[Section, ...]) -> FieldOrigin | None:
    if statement is None:
        return None
    text = sections[statement.section].paragraphs[statement.paragraph]
    at = (statement.section, statement.paragraph, statement.start, statement.end)
    return FieldOrigin(field, text[statement.start : statement.end], *at)
