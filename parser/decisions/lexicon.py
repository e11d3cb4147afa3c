"""The words by which decisions are read, made ready from ``data/lexicon/decisions.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from corpus.precedents.decision import SectionKind

Patterns = Mapping[str, tuple[re.Pattern[str], ...]]

_ISO = r"(?P<y1>\d{4})-(?P<m1>\d{1,2})-(?P<d1>\d{1,2})"
_NUMERIC = r"(?P<d2>\d{1,2})\s?[./]\s?(?P<m2>\d{1,2})(?:\s?[./]|\s)\s?(?P<y2>\d{4})"
_WORDY = r"(?P<d3>\d{1,2})\.?\s+(?P<m3>MONTH)\.?,?\s+(?P<y3>\d{4})"
_ENGLISH = r"(?<!\w)(?P<m4>MONTH)\s+(?P<d4>\d{1,2}),?\s+(?P<y4>\d{4})"
_FORMS = "1234"


@dataclass(frozen=True)
class DecisionLexicon:
    """Labels and headings by their words in small letters, headings longest first, patterns compiled."""

    labels: Mapping[str, str]
    headings: Sequence[tuple[str, SectionKind]]
    outcomes: Patterns
    unanimous: Patterns
    deposits: Patterns
    findings: Patterns
    play: Patterns
    months: Mapping[str, int]
    date_form: re.Pattern[str]
    answers: Mapping[str, Sequence[str]]
    regulations: Mapping[str, str]
    languages: Mapping[str, frozenset[str]]

    def label(self, words: str) -> str:
        """The field that a label names, ``""`` when none."""
        return self.labels.get(" ".join(words.casefold().split()).strip(" :.*"), "")

    def is_label(self, words: str) -> bool:
        """True for the label of a known field."""
        return bool(self.label(words))

    def heading(self, words: str) -> SectionKind | None:
        """The kind of section that a heading opens: the longest known words it begins with."""
        title = re.sub(r"^[\dIVX]+[.)]\s+", "", words.strip()).casefold().rstrip(" :.")
        for known, kind in self.headings:
            if title.startswith(known) and not title[len(known) : len(known) + 1].isalpha():
                return kind
        return None

    def dates(self, text: str) -> tuple[date, ...]:
        """Every full date in a text, in the forms 2009-03-01, 1.3.2009, 1/3 2009, 1. marts 2009, March 1, 2009."""
        return tuple(day for match in self.date_form.finditer(text) if (day := self._date(match)))

    def answer(self, words: str) -> bool | None:
        """Yes, no, or None when the words are neither."""
        word = words.strip(" .!").casefold()
        return True if word in self.answers["yes"] else False if word in self.answers["no"] else None

    def language_of(self, text: str) -> str:
        """The language with most of its marker words in a text."""
        words = re.findall(r"\w+", text[:20_000].casefold())
        counts = {code: sum(word in telling for word in words) for code, telling in self.languages.items()}
        return max(counts, key=lambda code: counts[code])

    def _date(self, match: re.Match[str]) -> date | None:
        form = next(n for n in _FORMS if match[f"y{n}"])
        month = match[f"m{form}"]
        number = int(month) if month.isdigit() else self.months.get(month[:3].casefold(), 0)
        try:
            return date(int(match[f"y{form}"]), number, int(match[f"d{form}"]))
        except ValueError:
            return None


def read_lexicon(text: str) -> DecisionLexicon:
    """The lexicon from the text of ``decisions.toml``."""
    table = tomllib.loads(text)
    heads = [(word, cast(SectionKind, kind)) for kind, words in table["sections"].items() for word in words]
    return DecisionLexicon(
        labels={word: field for field, words in table["labels"].items() for word in words},
        headings=sorted(heads, key=lambda pair: (-len(pair[0]), pair[0])),
        outcomes=_compiled(table["outcomes"]),
        unanimous=_compiled(table["unanimous"]),
        deposits=_compiled(table["deposits"]),
        findings=_compiled(table["findings"]),
        play=_compiled(table["play"]),
        months=table["months"],
        date_form=_date_form(table["months"]),
        answers=table["answers"],
        regulations=table["regulations"],
        languages={code: frozenset(words) for code, words in table["languages"].items()},
    )


def earliest(patterns: Patterns, text: str) -> str:
    """The name of the patterns that match first in a text; of those that match at one place the first named."""
    found = [
        (match.start(), rank, name)
        for rank, (name, rules) in enumerate(patterns.items())
        for rule in rules
        if (match := rule.search(text))
    ]
    return min(found)[2] if found else ""


def _date_form(months: Mapping[str, int]) -> re.Pattern[str]:
    """A date in figures, or with one of the months: "1. division, 2009" is none."""
    words = (_WORDY + "|" + _ENGLISH).replace("MONTH", f"(?:{'|'.join(months)})[a-z]{{0,6}}")
    return re.compile(rf"(?<![\d.])(?:{_ISO}|{_NUMERIC}|{words})(?!\d)", re.IGNORECASE)


def _compiled(table: Mapping[str, Any]) -> Patterns:
    return {name: tuple(re.compile(rule, re.IGNORECASE) for rule in rules) for name, rules in table.items()}
