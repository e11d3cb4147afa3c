"""From the paragraphs of a decision to its fields, sections and citations, numbered as on its date of play.

The words that mark fields, headings and outcomes are data (``parser.decisions.lexicon``). What is not found, or found
twice and different, stays empty; what should be known of the reading is in ``problems`` by codes, which are keys of
``app.i18n.words`` after ``desk_problem_``. Each field keeps the words it came from.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
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
    instance_of,
)
from corpus.precedents.refusal import Refusal, UnreadableError
from corpus.registry import Registry
from corpus.text import slug
from parser.decisions.body_names import introduced, is_doubtful, stands_over, whole_name
from parser.decisions.candidates import (
    BodyCandidate,
    DayCandidate,
    DecisionText,
    bare_of,
    body_candidates,
    day_candidates,
)
from parser.decisions.citations import CitedNumbers, citations_in
from parser.decisions.dates import DateReader
from parser.decisions.files import read_sheet
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.meanings import (
    EVEN,
    LIMITS,
    MEANT,
    DecisionMeanings,
    MeaningReader,
    MeantStatement,
    MeantTask,
    surest,
)
from parser.decisions.particulars import CASE_NUMBER, case_number, event_of, instance_in
from parser.decisions.played import HEAD, DayOfPlay
from parser.decisions.scores import Statement
from parser.decisions.sections import DecisionDraft, draft_of
from parser.decisions.sheet import Sheet
from parser.decisions.spoken import bare_name

_LISTED = 4  # so many lines that begin with a case number make a list of cases
_NAME_LENGTH = 200
_YEAR_NAMED = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


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

    ``number`` is the case number, where it was read, and problems; ``body`` the name by which the words are read,
    ``instance`` the same in full, empty where that is doubtful, and where it was read; ``settled`` is True where a
    label, the number or the name that the paper gives itself says it, whatever stands around.
    """

    sheet: Sheet
    draft: DecisionDraft
    language: str
    number: tuple[str, FieldOrigin | None, tuple[str, ...]]
    body: str
    instance: tuple[str, FieldOrigin | None]
    settled: bool
    cited: CitedNumbers
    reader: MeaningReader
    dates: DateReader

    @cached_property
    def texts(self) -> tuple[DecisionText, ...]:
        """Title, labelled fields, headings and paragraphs, in this order."""
        fields = (DecisionText(-1, -1, ": ".join(one)) for one in self.draft.fields.values())
        return (
            *([DecisionText(-1, -1, self.sheet.title)] if self.sheet.title else ()),
            *fields,
            *(
                DecisionText(n, p, text, s.title if p >= 0 else "")
                for n, s in enumerate(self.draft.sections)
                for p, text in enumerate((s.title, *s.paragraphs), -1)
                if text
            ),
        )

    @cached_property
    def days(self) -> tuple[DayCandidate, ...]:
        """The dates that may be the day of play."""
        return day_candidates(self.texts, self.dates)

    def bodies(self, lexicon: DecisionLexicon) -> tuple[BodyCandidate, ...]:
        """The bodies that may have decided."""
        return body_candidates(self.texts, lexicon)


def case_parts(name: str, content: bytes, lexicon: DecisionLexicon, numbers: KnownNumbers) -> CaseParts:
    """Take a file apart. Raises UnreadableError."""
    sheet = read_sheet(name, content, lexicon.opens)
    _refuse_list(sheet)
    draft = draft_of(sheet, lexicon)
    language = _language(draft, lexicon)
    sections = tuple(draft.sections)
    number = case_number(draft.fields.get("number"), sheet.title, draft.head, name, lexicon)
    body, shown, origin, settled = _instance(draft, sheet, number[0], lexicon)
    cited = citations_in(sections, language, lexicon, numbers.is_law, numbers.is_known)
    reader = MeaningReader(sections, cited.citations, lexicon, body)
    dates = DateReader(lexicon, language, _years_named(name, sheet, draft))
    return CaseParts(sheet, draft, language, number, body, (shown, origin), settled, cited, reader, dates)


def _years_named(name: str, sheet: Sheet, draft: DecisionDraft) -> frozenset[int]:
    over = draft.head.splitlines()[:HEAD]
    titles = " ".join((name, sheet.title, *over, *(section.title for section in draft.sections)))
    return frozenset(map(int, _YEAR_NAMED.findall(titles)))


def read_case(
    name: str,
    content: bytes,
    lexicon: DecisionLexicon,
    registry: Registry,
    numbers: KnownNumbers,
    played: date | None = None,
    meanings: DecisionMeanings | None = None,
) -> CaseFile:
    """Read one file. ``played`` is the date of play for a file that names none; without ``meanings`` words alone tell.

    Raises UnreadableError.
    """
    parts = case_parts(name, content, lexicon, numbers)
    found = _Findings.of(parts, lexicon, meanings)
    day, number = found.day, parts.number[0]
    editions = {work: day.edition(registry, work, number, played) for work in ("laws", "dbf")}
    basis: DateBasis = "date" if day.played else "stated" if played else ""
    return CaseFile(
        Decision(
            key=slug(number, "case"),
            number=number,
            name=PurePath(name.replace("\\", "/")).name[:_NAME_LENGTH],
            sha256=hashlib.sha256(content).hexdigest(),
            language=parts.language,
            instance=found.body[0],
            played=day.played or played,
            event=found.event[0],
            outcome=next(known for known in OUTCOMES if known == found.told("outcome")),
            unanimous=found.unanimous[0],
            deposit=cast(Deposit, found.told("deposit")),
            laws_edition=editions["laws"],
            dbf_edition=editions["dbf"],
            basis=basis or (day.basis(registry, number) if editions["laws"] else ""),
            invented=lexicon.answer(parts.draft.value("invented")) is True,
            sections=tuple(parts.draft.sections),
            citations=parts.cited.citations,
            origins=found.origins(parts),
            problems=found.problems(parts, dated=bool(day.played or played), numbered=bool(editions["laws"])),
        ),
        parts.sheet.ending,
    )


@dataclass(frozen=True)
class _Findings:
    """What is read of a case taken apart, each field with where it was read; ``meant`` by words and by meaning."""

    day: DayOfPlay
    body: tuple[str, FieldOrigin | None]
    event: tuple[str, FieldOrigin | None]
    meant: Mapping[MeantTask, MeantStatement]
    unanimous: tuple[bool | None, FieldOrigin | None]

    @classmethod
    def of(cls, parts: CaseParts, lexicon: DecisionLexicon, meanings: DecisionMeanings | None) -> _Findings:
        """What the words tell, judged by ``meanings`` where there are any."""
        draft, reader, sections = parts.draft, parts.reader, tuple(parts.draft.sections)
        day = DayOfPlay(draft, sections, lexicon, parts.dates, parts.sheet.title)
        if meanings:
            day.judge(parts.days, parts.texts, meanings)
        event = event_of(draft.fields.get("event"), sections, day.origin, lexicon)
        said = {"outcome": reader.outcome, "deposit": reader.deposit, "unanimous": reader.unanimous}
        meant = {task: reader.meant(task, meanings) if meanings else MeantStatement(said[task]) for task in MEANT}
        body = judged_body(parts, lexicon, meanings) if meanings else parts.instance
        return cls(day, body, event, meant, _unanimous(draft, meant["unanimous"].statement, sections, lexicon))

    def told(self, task: MeantTask) -> str:
        """The answer that is told, "" for none."""
        statement = self.meant[task].statement
        return statement.value if statement else ""

    def problems(self, parts: CaseParts, *, dated: bool, numbered: bool) -> tuple[str, ...]:
        """The codes of what is wrong with the file, of what was not found, and of what only a text's meaning tells."""
        by_meaning: dict[str, bool] = {task: found.by_meaning for task, found in self.meant.items()}
        by_meaning["played"] = self.day.by_meaning
        by_meaning["instance"] = self.body[0] not in ("", parts.instance[0])
        missing = {"no-date": not dated, "no-edition": not numbered, "no-citations": not parts.cited.citations}
        return (
            *parts.sheet.problems,
            *parts.number[2],
            *(code for code, is_missing in missing.items() if is_missing),
            *(f"meant-{field}" for field, is_meant in by_meaning.items() if is_meant),
            *(("refused-number",) if parts.cited.refused else ()),
        )

    def origins(self, parts: CaseParts) -> tuple[FieldOrigin, ...]:
        """Where the fields were read, in the order of the fields."""
        sections = tuple(parts.draft.sections)
        origins = (
            parts.number[1],
            self.body[1],
            self.day.origin if self.day.played else None,
            self.event[1],
            _origin("outcome", self.meant["outcome"].statement, sections),
            self.unanimous[1],
            _origin("deposit", self.meant["deposit"].statement, sections),
        )
        return tuple(origin for origin in origins if origin)


def _refuse_list(sheet: Sheet) -> None:
    """A page that lists cases is none: read as one case it would cite what all of them cite."""
    begun = (CASE_NUMBER.match(line.strip()) for one in sheet.lines for line in one.text.splitlines())
    numbers = {match.group() for match in begun if match}
    if len(numbers) >= _LISTED:
        raise UnreadableError(Refusal("list", count=len(numbers)))


_Words = tuple[str, Sequence[Section], Sequence[str]]


def _instance(
    draft: DecisionDraft, sheet: Sheet, number: str, lexicon: DecisionLexicon
) -> tuple[str, str, FieldOrigin | None, bool]:
    """The body by whose name what it says is read; its name in full, empty where doubtful; where it was read; whether
    that settles it.
    """
    labelled = draft.fields.get("instance")
    # "Instans | Resultat" heads a table of several.
    if labelled and not (lexicon.is_label(labelled[1]) or lexicon.is_heading(labelled[1])):
        return labelled[1], labelled[1], FieldOrigin("instance", f"{labelled[0]}: {labelled[1]}"), True
    if code := instance_of(number):
        return code, code, FieldOrigin("instance", number), True
    words = sheet.title, draft.sections, [text for _, text in draft.fields.values()]
    body, full = introduced(*words, lexicon)
    if body:
        return body, full, FieldOrigin("instance", full), True
    body, origin = instance_in(*words, lexicon)
    if not body:
        return "", "", None, False
    return body, *_in_full(body, origin, words, lexicon), False


def _in_full(
    body: str, origin: FieldOrigin | None, words: _Words, lexicon: DecisionLexicon
) -> tuple[str, FieldOrigin | None]:
    """A name as the decision prints it in full, else as it is; empty where both are doubtful."""
    whole = whole_name(body, *words, lexicon)
    if whole != body and not is_doubtful(whole, *words, lexicon):
        return whole, FieldOrigin("instance", whole)
    return ("", None) if is_doubtful(body, *words, lexicon) else (body, origin)


def _full_names(short: BodyCandidate, asked: Sequence[BodyCandidate]) -> list[BodyCandidate]:
    """The bodies whose names end as this one is called: "Committee" of "Appeals Committee"."""
    own = bare_name(short.bare)
    return [one for one in asked if bare_name(one.bare) != own and bare_name(one.bare).endswith(own)]


def _chances_of_bodies(asked: Sequence[BodyCandidate], chances: Sequence[float]) -> list[float]:
    """How probable it is that each decided, the likeliest of a name also by what is said of it in short."""
    found = list(chances)
    for short, chance in zip(asked, chances, strict=True):
        full = sorted((chances[asked.index(one)], asked.index(one)) for one in _full_names(short, asked))
        if full and all(other < EVEN for other, _ in full[:-1]):
            found[full[-1][1]] = max(found[full[-1][1]], chance)
    return found


def judged_body(
    parts: CaseParts, lexicon: DecisionLexicon, meanings: DecisionMeanings
) -> tuple[str, FieldOrigin | None]:
    """Who decided by words and meaning, and where it was read; nobody where the words round the name deny it."""
    name, told, limits = parts.instance[0], parts.reader.tells_who(meanings), LIMITS["decided"]
    if name and parts.settled:
        return parts.instance
    if told < (limits.doubted if name else limits.sure):
        return "", None

    def chance(one: BodyCandidate) -> float:
        return float(meanings.chances(one.window)["body"][0])

    asked = parts.bodies(lexicon)
    own = next((number for number, one in enumerate(asked) if one.bare == bare_of(parts.body)), None)
    doubted = EVEN if stands_over(name, parts.draft.sections) else LIMITS["body"].doubted
    if name and own is None and not lexicon.bodies.search(name):
        return "", None  # "Komiteen" alone: whose, is not told
    # What is said of it in short only adds to its chance, and the model takes its time.
    if name and (own is None or chance(asked[own]) >= doubted):
        return parts.instance
    chances = _chances_of_bodies(asked, list(map(chance, asked)))
    if name and own is not None:
        return parts.instance if chances[own] >= doubted else ("", None)
    full = [number for number, one in enumerate(asked) if not _full_names(one, asked)]
    sure = surest([chances[number] for number in full], LIMITS["body"])
    if sure is None:
        return "", None
    words = parts.sheet.title, parts.draft.sections, [text for _, text in parts.draft.fields.values()]
    body, origin = instance_in(*words, lexicon, among=asked[full[sure]].bare)
    return _in_full(body, origin, words, lexicon) if body else ("", None)


def _language(draft: DecisionDraft, lexicon: DecisionLexicon) -> str:
    stated = draft.value("language").strip().casefold()[:2]
    codes = lexicon.languages.keys()
    text = "\n".join(text for section in draft.sections for text in (section.title, *section.paragraphs))
    # SaveResult pages say lang="en" whatever they hold, so the words of the text come before the page's own claim.
    return stated if stated in codes else lexicon.language_of(text)


def _unanimous(
    draft: DecisionDraft, statement: Statement | None, sections: tuple[Section, ...], lexicon: DecisionLexicon
) -> tuple[bool | None, FieldOrigin | None]:
    if labelled := draft.fields.get("unanimous"):
        answer = lexicon.answer(labelled[1])
        if answer is not None:
            return answer, FieldOrigin("unanimous", f"{labelled[0]}: {labelled[1]}")
    if dissent := draft.fields.get("dissent"):
        return lexicon.answer(dissent[1]) is False, FieldOrigin("unanimous", f"{dissent[0]}: {dissent[1]}")
    values: Mapping[str, bool] = {"yes": True, "no": False}
    return (values[statement.value] if statement else None), _origin("unanimous", statement, sections)


def _origin(field: str, statement: Statement | None, sections: tuple[Section, ...]) -> FieldOrigin | None:
    if statement is None:
        return None
    text = sections[statement.section].paragraphs[statement.paragraph]
    at = (statement.section, statement.paragraph, statement.start, statement.end)
    return FieldOrigin(field, text[statement.start : statement.end], *at)
