"""From the paragraphs of a decision to its fields, sections and citations, numbered as on its date of play.

The words that mark fields, headings and outcomes are data (``parser.decisions.lexicon``). What is not found stays
empty and is named in ``problems`` by codes, which are keys of ``app.i18n.words`` after ``desk_problem_``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath
from typing import cast

from corpus.precedents.decision import (
    OUTCOMES,
    DateBasis,
    Decision,
    DecisionOutcome,
    Deposit,
    Section,
    SectionKind,
    edition_in_season,
    edition_on,
    instance_of,
)
from corpus.precedents.refusal import Refusal, UnreadableError
from corpus.registry import Registry
from corpus.text import sentences, slug
from parser.decisions.citations import citations_in
from parser.decisions.files import Sheet, SheetLine, read_sheet
from parser.decisions.lexicon import DecisionLexicon, earliest

_LETTERS = "A-Za-zÆØÅÄÖæøåäö"
_NUMBER = re.compile(rf"(?<![\w-])(\d{{4}}|\d{{2}})[-–]([{_LETTERS}]{{1,5}})[-–](\d{{1,3}})(?!\d)")
_OWN_SECTION: dict[str, SectionKind] = {
    "ruling": "ruling",
    "outcome": "decision",
    "deposit": "deposit",
    "provisions": "provisions",
    "not-breached": "not-breached",
    "rubric": "rubric",
}
_NAME_LENGTH = 200
_LISTED = 4  # so many lines that begin with a case number make a list of cases


@dataclass(frozen=True)
class CaseFile:
    """A decision read from a file, and the ending under which the original is kept."""

    decision: Decision
    ending: str


def read_case(
    name: str,
    content: bytes,
    lexicon: DecisionLexicon,
    registry: Registry,
    laws: Collection[str],
    played: date | None = None,
) -> CaseFile:
    """Read one file. ``laws`` are the numbers of the laws; ``played`` is the date of play for a file that names none.

    Raises UnreadableError.
    """
    sheet = read_sheet(name, content, lexicon.is_label)
    _refuse_list(sheet)
    draft = _Draft(sheet, lexicon)
    number, problems = _number(draft, sheet, name)
    day, basis = _day(draft, lexicon, played)
    language = _language(draft, lexicon)
    laws_edition, dbf_edition = (_edition(registry, work, day, number) for work in ("laws", "dbf"))
    sections = tuple(draft.sections)
    citations = citations_in(sections, language, lexicon, laws)
    problems += () if day else ("no-date",)
    problems += () if laws_edition else ("no-edition",)
    problems += () if citations else ("no-citations",)
    outcome, unanimous, deposit = _results(draft, lexicon)
    return CaseFile(
        Decision(
            key=slug(number, "case"),
            number=number,
            name=PurePath(name.replace("\\", "/")).name[:_NAME_LENGTH],
            sha256=hashlib.sha256(content).hexdigest(),
            language=language,
            instance=draft.fields.get("instance") or instance_of(number),
            played=day,
            event=" ".join((draft.fields.get("event") or _event(draft, lexicon)).split()),
            outcome=outcome,
            unanimous=unanimous,
            deposit=deposit,
            laws_edition=laws_edition,
            dbf_edition=dbf_edition,
            basis=basis if day else "season" if laws_edition else "",
            invented=lexicon.answer(draft.fields.get("invented", "")) is True,
            sections=sections,
            citations=citations,
            problems=(*sheet.problems, *problems),
        ),
        sheet.ending,
    )


def _refuse_list(sheet: Sheet) -> None:
    """A page that lists cases is none: read as one case it would cite what all of them cite."""
    begun = (_NUMBER.match(line.strip()) for one in sheet.lines for line in one.text.splitlines())
    numbers = {match.group() for match in begun if match}
    if len(numbers) >= _LISTED:
        raise UnreadableError(Refusal("list", count=len(numbers)))


class _Draft:
    """Fields by name and sections in order, collected line by line."""

    def __init__(self, sheet: Sheet, lexicon: DecisionLexicon) -> None:
        self.fields: dict[str, str] = {}
        self.sections: list[Section] = []
        self._lexicon = lexicon
        self._kind: SectionKind = "introduction"
        self._title = ""
        self._texts: list[str] = []
        for line in sheet.lines:
            self._take(line)
        self._end()

    def _take(self, line: SheetLine) -> None:
        field = self._lexicon.label(line.label)
        if line.kind == "field" and field:
            self._take_field(field, line)
        elif line.kind == "field":
            self._texts.append(f"{line.label}: {line.text}")
        elif kind := self._opens(line):
            self._start(kind, line.text)
        else:
            self._texts.append(line.text)

    def _take_field(self, field: str, line: SheetLine) -> None:
        if kind := _OWN_SECTION.get(field):
            self._end()
            self.sections.append(Section(kind, line.label, (line.text,)))
        elif field in self.fields:
            self._texts.append(f"{line.label}: {line.text}")
        else:
            self.fields[field] = line.text

    def _opens(self, line: SheetLine) -> SectionKind | None:
        kind = self._lexicon.heading(line.text) if len(line.text) < 90 and not line.text.endswith(".") else None
        if line.kind == "heading":
            return kind or ("introduction" if not self.sections and not self._texts else "other")
        return kind if line.kind == "bold" or (kind and _stands_alone(line.text, self._lexicon)) else None

    def _start(self, kind: SectionKind, title: str) -> None:
        self._end()
        self._kind, self._title = kind, title

    def _end(self) -> None:
        if self._texts or self._title:
            self.sections.append(Section(self._kind, self._title, tuple(self._texts)))
        self._texts = []
        self._title = ""

    def text(self, *kinds: SectionKind) -> str:
        return "\n".join(text for section in self.sections if section.kind in kinds for text in section.paragraphs)

    @property
    def head(self) -> str:
        """The titles and paragraphs before the first section with a meaning."""
        out = []
        for section in self.sections:
            if section.kind not in ("introduction", "other", "rubric"):
                break
            out += [section.title, *section.paragraphs]
        return "\n".join(out)


def _stands_alone(text: str, lexicon: DecisionLexicon) -> bool:
    """True for a line of plain text that is nothing but known heading words, or ends in a colon."""
    words = text.strip().casefold().rstrip(" :")
    return text.rstrip().endswith(":") or any(words == known for known, _ in lexicon.headings)


def _number(draft: _Draft, sheet: Sheet, name: str) -> tuple[str, tuple[str, ...]]:
    """The case number: its field, else the first of its usual form in title, head or file name."""
    stem = PurePath(name.replace("\\", "/")).stem
    field = draft.fields.get("number", "")
    for text in (field, sheet.title, draft.head, stem):
        if match := _NUMBER.search(text):
            return f"{match[1]}-{match[2].upper()}-{match[3]}", ("number-from-name",) if text is stem else ()
    if field:
        return " ".join(field.split())[:_NAME_LENGTH], ()
    return stem[:_NAME_LENGTH] or "?", ("no-number",)


def _day(draft: _Draft, lexicon: DecisionLexicon, stated: date | None) -> tuple[date | None, DateBasis]:
    """The date of play: its field, a sentence that gives it, else the only date before the first section."""
    if field := lexicon.dates(draft.fields.get("played", "")):
        return field[0], "date"
    head = draft.head
    for text in (head, draft.text("introduction", "facts", "other")):
        for rule in lexicon.play["sentences"]:
            match = rule.search(text)
            if match and (found := lexicon.dates(match["date"])):
                return found[0], "date"
    in_head = set(lexicon.dates(head))
    if len(in_head) == 1:
        return in_head.pop(), "date"
    return (stated, "stated") if stated else (None, "")


def _event(draft: _Draft, lexicon: DecisionLexicon) -> str:
    matches = (rule.search(draft.head) for rule in lexicon.play["sentences"])
    return next((match["event"].strip() for match in matches if match and match["event"]), "")


def _edition(registry: Registry, work: str, day: date | None, number: str) -> str:
    return edition_on(registry, work, day) if day else edition_in_season(registry, work, number)


def _language(draft: _Draft, lexicon: DecisionLexicon) -> str:
    stated = draft.fields.get("language", "").strip().casefold()[:2]
    codes = lexicon.languages.keys()
    text = "\n".join(text for section in draft.sections for text in (section.title, *section.paragraphs))
    # SaveResult pages say lang="en" whatever they hold, so the words of the text come before the page's own claim.
    return stated if stated in codes else lexicon.language_of(text)


def _results(draft: _Draft, lexicon: DecisionLexicon) -> tuple[DecisionOutcome, bool | None, Deposit]:
    decision = draft.text("decision") or draft.text("rubric")
    spoken = sentences(draft.text("decision", "deposit", "reasoning"))
    about_deposit = [s for s in spoken if lexicon.label(s.split()[0]) == "deposit" or _speaks_of_deposit(s, lexicon)]
    own = [s for s in spoken if s not in about_deposit]
    words = next((o for o in (earliest(lexicon.outcomes, s) for s in sentences(decision)) if o), "")
    outcome = next(known for known in OUTCOMES if known == words)
    unanimous = lexicon.answer(draft.fields.get("unanimous", ""))
    if unanimous is None:
        answer = next((u for u in (earliest(lexicon.unanimous, s) for s in own) if u), "")
        unanimous = {"yes": True, "no": False}.get(answer)
    deposit = next((d for d in (earliest(lexicon.deposits, s) for s in spoken) if d), "")
    if not deposit:
        deposit = earliest(lexicon.deposits, draft.text("deposit").strip())
    return outcome, unanimous, cast(Deposit, deposit)


def _speaks_of_deposit(sentence: str, lexicon: DecisionLexicon) -> bool:
    words: Sequence[str] = re.findall(r"\w+", sentence.casefold())
    return any(lexicon.label(word) == "deposit" or word.startswith("deposi") for word in words)
