"""The words by which decisions are read, made ready from ``data/lexicon/decisions.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from corpus.precedents.decision import SectionKind


@dataclass(frozen=True)
class DecisionLexicon:
    """Labels and headings by their words in small letters, headings longest first; patterns compiled.

    ``numbers`` holds the patterns around a provision's number by language and name.
    ``words`` holds the patterns of the tables by table and name: ``words["acts", "falls"]``. Each matches whole words.
    """

    labels: Mapping[str, str]
    headings: Sequence[tuple[str, SectionKind]]
    negation: re.Pattern[str]
    harmless: re.Pattern[str]
    abbreviations: frozenset[str]
    titles: frozenset[str]
    sentence: re.Pattern[str]
    inner: re.Pattern[str]
    words: Mapping[tuple[str, str], re.Pattern[str]]
    numbers: Mapping[str, Mapping[str, re.Pattern[str]]]
    team_languages: frozenset[str]
    month_first: frozenset[str]
    bodies: re.Pattern[str]
    body_letters: re.Pattern[str]
    short_bodies: Mapping[str, Sequence[str]]
    named_heading: re.Pattern[str]
    event_lead: str
    event_tail: str
    vague_labels: frozenset[str]
    months: Mapping[str, int]
    answers: Mapping[str, Sequence[str]]
    regulations: Mapping[str, str]
    languages: Mapping[str, frozenset[str]]

    def label(self, words: str) -> str:
        """The field that a label names, ``""`` when none."""
        return self.labels.get(" ".join(words.casefold().replace("’", "'").split()).strip(" :.*"), "")

    def is_label(self, words: str) -> bool:
        """True for the label of a known field."""
        return bool(self.label(words))

    def is_vague(self, label: str) -> bool:
        """True for the label of a date that may be the day of play or of writing."""
        return label.strip(" :.*").casefold() in self.vague_labels

    def opens(self, words: str) -> bool:
        """True for words that, before a colon, name a field or open a section."""
        return self.is_label(words) or self.is_heading(words)

    def is_heading(self, words: str) -> bool:
        """True for words that are nothing but a known heading."""
        title = self._title(words)
        return any(title == known for known, _ in self.headings)

    def heading(self, words: str) -> SectionKind | None:
        """The kind of section that a heading opens: the longest known words it begins with."""
        title = self._title(words)
        for known, kind in self.headings:
            if title.startswith(known) and not title[len(known) : len(known) + 1].isalpha():
                return kind
        return None

    def _title(self, words: str) -> str:
        """A heading in small letters without its number, and without the body or the director whose it is.

        "Appeludvalgets afgørelse" is "afgørelse", "Director's ruling" is "tl ruling".
        """
        title = re.sub(r"^(?:ad )?[\dIVX]+[.)]\s+", "", words.strip()).casefold().replace("’", "'").rstrip(" :.")
        if match := self.named_heading.match(title):
            return ("tl " if match["director"] else "") + title[match.end() :] if title[match.end() :] else title
        return title

    def answer(self, words: str) -> bool | None:
        """Yes, no, or None when the words are neither."""
        word = words.strip(" .!").casefold()
        return True if word in self.answers["yes"] else False if word in self.answers["no"] else None

    def language_of(self, text: str) -> str:
        """The language with most of its marker words in a text."""
        words = re.findall(r"\w+", text[:20_000].casefold())
        counts = {code: sum(word in telling for word in words) for code, telling in self.languages.items()}
        return max(counts, key=lambda code: counts[code])


def read_lexicon(text: str) -> DecisionLexicon:
    """The lexicon from the text of ``decisions.toml``."""
    table = tomllib.loads(text)
    heads = [(word, cast(SectionKind, kind)) for kind, words in table["sections"].items() for word in words]
    clauses, bodies, numbers = table["clauses"], table["bodies"], table["numbers"]
    tables = ("subjects", "acts", "unanimity", "findings", "dates")
    body = rf"{bodies['before']}(?:{'|'.join(bodies['names'])}){bodies['endings']}"
    return DecisionLexicon(
        labels={word: field for field, words in table["labels"].items() for word in words},
        headings=sorted(heads, key=lambda pair: (-len(pair[0]), pair[0])),
        negation=re.compile(
            rf"(?<!\w)(?:{'|'.join(table['negation']['words'])})(?!\w)|{table['negation']['contracted']}"
        ),
        harmless=re.compile("|".join(table["negation"]["harmless"])),
        abbreviations=frozenset(clauses["abbreviations"]),
        titles=frozenset(clauses["titles"]),
        sentence=re.compile(clauses["sentence"]),
        inner=re.compile(clauses["inner"]),
        words={
            **{(name, key): _any(words) for name in tables for key, words in table[name].items() if key not in _RAW},
            **{("clauses", key): re.compile("|".join(clauses[key])) for key in _SENSES},
            **{("dates", key): re.compile(_joined(table["dates"][key]), re.IGNORECASE) for key in ("letter", "place")},
            ("findings", "plain"): re.compile(table["findings"]["plain"]),
        },
        numbers={code: _number_patterns(numbers, code) for code in table["languages"]},
        team_languages=frozenset(table["languages"]) - frozenset(numbers["lag"]),
        month_first=frozenset(table["dates"]["month-first"]),
        bodies=re.compile(rf"(?<!\w){body}(?=(?:['’:]?s)?(?!\w))", re.IGNORECASE),
        body_letters=re.compile(rf"(?<![\w-])({'|'.join(bodies['short'])})(?:['’:]?s)?(?![\w-])"),
        short_bodies=bodies["short"],
        named_heading=_named_heading(bodies),
        event_lead=table["dates"]["lead"],
        event_tail=table["dates"]["tail"],
        vague_labels=frozenset(table["dates"]["vague"]),
        months=table["months"],
        answers=table["answers"],
        regulations=table["regulations"],
        languages={code: frozenset(words) for code, words in table["languages"].items()},
    )


_SENSES = ("hypothetical", "wished", "minority", "lower")  # clauses that say nothing of the decision
_RAW = ("letter", "place", "plain", "lead", "tail", "vague", "month-first")  # whole patterns, not lists of words


def _named_heading(bodies: Mapping[str, Any]) -> re.Pattern[str]:
    """The body or the director in front of a heading: "the committee's ", "MAK's ", "tl:s "."""
    own = "|".join((*bodies["names"], *bodies["generic"], *map(str.casefold, bodies["short"])))
    body = rf"{bodies['before']}(?:{own}){bodies['endings']}(?:['’:]?s)?"
    return re.compile(rf"(?:the )?(?:{body}|(?P<director>{bodies['director']}))[\s-]+(?=[a-zæøåäö])")


def _any(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


def _joined(rules: str | Sequence[str]) -> str:
    return rules if isinstance(rules, str) else "|".join(rules)


def _number_patterns(table: Mapping[str, Any], language: str) -> Mapping[str, re.Pattern[str]]:
    """The patterns around a number; what may stand before one ends at it, what may stand behind begins there."""
    signs = "|".join(rf"(?<!\w){sign}\.?" if sign[0].isalpha() else sign for sign in table["signs"])
    other, places = "|".join(table["other_rules"]), "|".join(table["places"])
    rules = {
        "sign": rf"(?:{signs})[ \u00a0]*(?=X?\s?\d)",
        "join": table["join"],
        "range": table["range"],
        "level": table["levels"],
        "unit": rf"\s*(?:[♠♥♦♣%]|(?:{'|'.join(table['units'])})(?!\w))",
        "article": table["articles"].get(language, "(?!)"),
        "place": rf"(?<!\w)(?:{places})\.?\s*$",
        "team": rf"(?<!\w)(?:{'|'.join(table['teams'])})\s*:?\s*$",
        "other-before": rf"(?<!\w)(?:{other})(?:['’]?s)?,?\s*(?:pkt\.|punkt|nr\.?|no\.?|section)?\s*$",
        "other-after": rf"\)?,?\s+(?:i|af|av|in|of|to)\s+(?:(?!lov|lag|law)[\w’']+\s+){{0,3}}?(?:{other})(?!\w)",
    }
    return {name: re.compile(rule, re.IGNORECASE) for name, rule in rules.items()}
