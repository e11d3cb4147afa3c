"""From the lines of a file to the labelled fields and the sections of a decision.

A heading may be a line of its own, bold words, a row of a table, or words before a colon; all open the same sections.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from corpus.precedents.decision import Section, SectionKind
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.sheet import LONG_HEADING, Sheet, SheetLine

_FIELD_SECTIONS: dict[str, SectionKind] = {
    "ruling": "ruling",
    "outcome": "decision",
    "deposit": "deposit",
    "provisions": "provisions",
    "not-breached": "not-breached",
    "rubric": "rubric",
}
# "Sak. Vest meldte utenfor tur. TL ..." tells the case, it does not number it.
_SHORT_FIELDS = ("number", "instance")
_DATED = re.compile(r"\d{4}|\d[./]\s?\d")
_CAPITALS = re.compile(r"([A-ZÆØÅÄÖÉ]{5,}(?: [A-ZÆØÅÄÖÉ]{4,})?)(?=\s?\n| [A-ZÆØÅÄÖ]?[a-zæøåäö(])")
_BARE = 2  # words of "The appeal"
_ANSWER = 4  # words of an answer to a label at most
_PROSE = re.compile(r"\w{2}\.\s+[A-ZÆØÅÄÖ]")
# A label of these kinds holds what is on its line; what follows is no more about it.
_ONE_LINE: tuple[SectionKind, ...] = ("ruling", "deposit", "provisions", "not-breached", "rubric")


@dataclass
class DecisionDraft:
    """Labelled fields as (label, text) by their names, and sections in order."""

    fields: dict[str, tuple[str, str]] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The titles and paragraphs before the first section with a meaning."""
        out = []
        for section in self.sections:
            if section.kind not in ("introduction", "other", "rubric"):
                break
            out += [section.title, *section.paragraphs]
        return "\n".join(out)

    def value(self, name: str) -> str:
        """The text of a labelled field, empty when there is none."""
        return self.fields.get(name, ("", ""))[1]


def draft_of(sheet: Sheet, lexicon: DecisionLexicon) -> DecisionDraft:
    """The fields and sections of a sheet."""
    collector = _Collector(lexicon)
    for line in sheet.lines:
        collector.take(line)
    collector.end()
    sections = collector.draft.sections
    # "APPELL", or "Klage avvist etter seriehelg", over all of a decision is its kind, not what a side says.
    title = sections[-1].title.strip(" :") if sections and sections[-1].kind == "views" else ""
    before = sections[:-1]
    # "Klagen" behind the facts is what a side says.
    news = len(title.split()) > _BARE or not any(section.paragraphs for section in before)
    named = lexicon.patterns["case"].fullmatch(title) or (news and lexicon.patterns["case_news"].fullmatch(title))
    if named and all(section.kind == "introduction" for section in before):
        sections[-1] = replace(sections[-1], kind="introduction")
    return collector.draft


class _Collector:
    def __init__(self, lexicon: DecisionLexicon) -> None:
        self.draft = DecisionDraft()
        self._lexicon = lexicon
        self._kind: SectionKind = "introduction"
        self._title = ""
        self._texts: list[str] = []

    def take(self, line: SheetLine) -> None:
        if line.kind == "field":
            self._take_labelled(line)
        elif kind := self._opens(line):
            self._start(kind, line.text)
        else:
            if kind := self._begins(line.text):
                self._start(kind, "")
            self._texts.append(line.text)

    def end(self) -> None:
        if self._texts or self._title:
            self.draft.sections.append(Section(self._kind, self._title, tuple(self._texts)))
        self._texts, self._title = [], ""

    def _take_labelled(self, line: SheetLine) -> None:
        name = self._lexicon.label(line.label)
        kind = _FIELD_SECTIONS.get(name) or (None if name else self._lexicon.heading(line.label, before_colon=True))
        decides = self._kind in ("decision", "reasoning")
        if kind == "views" and decides and self._lexicon.patterns["side_only"].match(line.label):
            kind = None  # "Nord-Syd: 3NT-1" under the decision is what they get, not what they say
        if kind:
            kind = self._of_case(kind, line.label)
            self._start(kind, line.label)
            self._texts += [line.text]
            if kind in _ONE_LINE:
                self.end()
                self._kind = "other" if len(self.draft.sections) > 1 else "introduction"
        elif name and name not in self.draft.fields and not self._is_prose(name, line.text):
            self.draft.fields[name] = (line.label, line.text)
        else:
            self._texts.append(f"{line.label}: {line.text}")

    def _is_prose(self, name: str, text: str) -> bool:
        """True for what is no field's value: sentences, or "Enstemmig. Depositum tilbake" that answers nothing."""
        if name == "unanimous":
            # "Enstemmig: ingen skade som kan tilskrives Ø-V": more than an answer.
            said = len(text.split()) > _ANSWER or self._lexicon.answer(re.split(r"[\s,.]", text)[0]) is None
            return not text[:1].isdigit() and said
        return name in _SHORT_FIELDS and _PROSE.search(text) is not None

    def _opens(self, line: SheetLine) -> SectionKind | None:
        kind = self._heads(line)
        return self._of_case(kind, line.text) if kind else None

    def _of_case(self, kind: SectionKind, title: str) -> SectionKind:
        """ "Resultat" behind what the committee thought is that of the case, in front of it that at the table."""
        thought = any(section.kind == "reasoning" for section in self.draft.sections) or self._kind == "reasoning"
        result = thought and self._lexicon.patterns["result"].match(title.casefold())
        return "decision" if kind == "facts" and result else kind

    def _begins(self, text: str) -> SectionKind | None:
        """The kind of section that a paragraph opens with its first words in capitals: "JURYN har sett händerna"."""
        match = _CAPITALS.match(text)
        if match is None:
            return None
        if self._lexicon.words["clauses", "director"].search(match[1].casefold()):
            return "ruling"
        return "reasoning" if self._lexicon.bodies.fullmatch(match[1]) else None

    def _heads(self, line: SheetLine) -> SectionKind | None:
        known = self._lexicon.is_heading(line.text)
        told = not known and (line.text.endswith(".") or _PROSE.search(line.text))
        short = len(line.text) < LONG_HEADING and not told
        before_colon = line.text.rstrip(" *_").endswith(":")
        kind = self._lexicon.heading(line.text, before_colon=before_colon) if short else None
        # "Appel fra tirsdagsturneringen den 14. januar 2020" over a letter says what all of it is about.
        kind = "introduction" if kind == "views" and not known and _DATED.search(line.text) else kind
        if line.kind == "heading":
            first = not self.draft.sections and not self._texts
            # "Lagkommissionens dom i ärende 4" over everything is a title.
            titled = first and not self._lexicon.is_heading(line.text)
            return "introduction" if titled else kind or ("introduction" if first else "other")
        alone = before_colon or self._lexicon.is_heading(line.text) or line.text.isupper()
        return kind if line.kind == "bold" or (kind and alone) else None

    def _start(self, kind: SectionKind, title: str) -> None:
        self.end()
        self._kind, self._title = kind, title
