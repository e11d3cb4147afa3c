"""The words by which decisions are read, made ready from ``data/lexicon/decisions.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, get_args

from corpus.board.contract import STRAIN_WORDS
from corpus.precedents.decision import SectionKind
from corpus.schema import Between, FilledText, FormatError, Loader, TextList
from parser.decisions.number_patterns import DecisionNumbers, number_patterns
from parser.decisions.pattern_parts import PatternCompiler, any_word, joined_rules, with_parts

_NOTED = r"(?<=\w)\s*\([^()]{1,40}\)$"  # "Komiteens flertal (Lone og Bjarke)"
_NUMBERING = r"^(?:ad )?(?:[\dIVX]+|[A-H])[.)]\s+"
_OWN = 3  # words of a heading behind the body whose it is


@dataclass(frozen=True)
class DecisionLexicon:
    """Labels and headings by their words in small letters, headings longest first; patterns compiled.

    ``numbers`` holds the patterns around a provision's number by language and name.
    ``words`` holds the patterns of the tables by table and name: ``words["acts", "falls"]``. Each matches whole words.
    ``patterns`` are whole ones by name, ``date_forms`` those of dates by kind, in the order in which they are tried.
    """

    labels: Mapping[str, str]
    headings: Sequence[tuple[str, SectionKind]]
    whole_headings: frozenset[str]
    negation: re.Pattern[str]
    harmless: re.Pattern[str]
    abbreviations: frozenset[str]
    titles: frozenset[str]
    sentence: re.Pattern[str]
    inner: re.Pattern[str]
    words: Mapping[tuple[str, str], re.Pattern[str]]
    patterns: Mapping[str, re.Pattern[str]]
    date_forms: Mapping[str, Sequence[re.Pattern[str]]]
    numbers: Mapping[str, Mapping[str, re.Pattern[str]]]
    team_languages: frozenset[str]
    month_first: frozenset[str]
    bodies: re.Pattern[str]
    body_letters: re.Pattern[str]
    short_bodies: Mapping[str, Sequence[str]]
    lone_bodies: frozenset[str]
    definite_endings: tuple[str, ...]
    articles: Mapping[str, str]
    named_heading: re.Pattern[str]
    event_lead: re.Pattern[str]
    event_tail: re.Pattern[str]
    vague_labels: frozenset[str]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    counts: Mapping[str, int]
    answers: Mapping[str, Sequence[str]]
    answer_to_question: re.Pattern[str]
    listed_answers: re.Pattern[str]
    editions: re.Pattern[str]
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

    def opens(self, words: str, *, before_colon: bool = False) -> bool:
        """True for words that name a field or open a section.

        Before a colon they may also be a heading of the body's own: "Juryns ställningstagande:".
        """
        if self.is_label(words) or self.is_heading(words) or self._is_body(words):
            return True
        own = words.isupper() or (before_colon and not self._tells(words))
        return own and self.is_own_heading(words)

    def _tells(self, words: str) -> bool:
        """True for "Appellkomiteens kjennelse gjøres om:" and "AU's flertal (4-1):": a statement that goes on."""
        telling = (("acts", "stands"), ("acts", "falls"), ("unanimity", "majority"), ("unanimity", "dissent"))
        return any(self.words[table].search(words) for table in telling)

    def is_heading(self, words: str) -> bool:
        """True for words that are nothing but a known heading."""
        return not self.whole_headings.isdisjoint(self._titles(words))

    def heading(self, words: str, *, before_colon: bool) -> SectionKind | None:
        """The kind of section that a heading opens: the longest known words it begins with."""
        for title in self._titles(words):
            for known, kind in self.headings:
                if title.startswith(known) and not title[len(known) : len(known) + 1].isalpha():
                    return kind
        # "Appellkomiteen:" before what it says; its name alone over a page is a title.
        speaks = before_colon and self._is_body(words)
        return "reasoning" if speaks or self.is_own_heading(words) else None

    def _is_body(self, words: str) -> bool:
        return not words.isupper() and self.bodies.fullmatch(words.strip(" :*_")) is not None

    def is_own_heading(self, words: str) -> bool:
        """True for a body's possessive before one to three words that are no known heading: "Udvalgets stillingtagen".

        What a committee heads as its own is what it thought.
        """
        title = self._titles(words)
        is_own = len(title) > 1 and title[0].startswith("committee ") and len(title[1].split()) <= _OWN
        return is_own and self._possessive(words)

    def _possessive(self, words: str) -> bool:
        match = self.named_heading.match(re.sub(_NUMBERING, "", words.strip()).casefold().replace("’", "'"))
        return match is not None and match.group().rstrip(" -").endswith("s")

    def _titles(self, words: str) -> tuple[str, ...]:
        """A heading in small letters without its number, and without the body or the director whose it is.

        "Appeludvalgets afgørelse" is "committee afgørelse" or else "afgørelse", "Director's ruling" is "tl ruling". A
        ruling is the director's, a committee's ruling is its decision.
        """
        title = re.sub(_NUMBERING, "", words.strip(" *_")).casefold().replace("’", "'").rstrip(" :.")
        match = self.named_heading.match(title)
        if match and (rest := re.sub(_NOTED, "", title[match.end() :])):
            return (f"tl {rest}",) if match["director"] else (f"committee {rest}", rest)
        if (owned := self.patterns["of_body"].fullmatch(title)) and self.bodies.fullmatch(owned["body"]):
            return (f"committee {owned['rest']}", owned["rest"])
        return (title,)

    def answer(self, words: str) -> bool | None:
        """Yes, no, or None when the words are neither."""
        word = words.strip(" .!").casefold()
        return True if word in self.answers["yes"] else False if word in self.answers["no"] else None

    def language_of(self, text: str) -> str:
        """The language with most of its marker words in a text."""
        words = re.findall(r"\w+", text[:20_000].casefold())
        counts = {code: sum(word in telling for word in words) for code, telling in self.languages.items()}
        return max(counts, key=lambda code: counts[code])


class DecisionLexiconError(FormatError):
    """``decisions.toml`` cannot be read."""


@dataclass(frozen=True)
class _Negation:
    words: TextList
    contracted: FilledText
    harmless: TextList


@dataclass(frozen=True)
class _Clauses:
    abbreviations: TextList
    titles: TextList
    sentence: FilledText
    inner: FilledText
    hypothetical: TextList
    condition: TextList
    ought: TextList
    undecided: TextList
    summons: TextList
    doubted: TextList
    wished: TextList
    lower: TextList
    minority: TextList
    lacking: TextList
    appealed: TextList
    proposal: TextList
    other_case: TextList
    other_business: TextList
    earlier_case: TextList
    agreed_fact: TextList
    generic: TextList
    own_ruling: TextList
    before: TextList
    director: TextList
    player: TextList
    formal: TextList
    no_deposit: TextList
    correction: TextList
    other_body: TextList
    committee: TextList
    mail: TextList
    pronoun: TextList
    votes: TextList
    fillers: TextList
    set_in: TextList
    named_director: TextList
    merit: TextList


@dataclass(frozen=True)
class _Bodies:
    names: TextList
    endings: FilledText
    before: FilledText
    definite: TextList
    generic: TextList
    director: FilledText
    alone: TextList
    articles: Mapping[str, FilledText]
    short: Mapping[str, TextList]


@dataclass(frozen=True)
class _Answers:
    yes: TextList
    no: TextList
    to_question: FilledText
    listed: FilledText


@dataclass(frozen=True)
class _Editions:
    named: TextList


@dataclass(frozen=True)
class _LexiconTable:
    labels: Mapping[str, TextList]
    sections: Mapping[str, TextList]
    negation: _Negation
    clauses: _Clauses
    subjects: Mapping[str, TextList]
    acts: Mapping[str, TextList]
    parts: Mapping[str, FilledText]
    patterns: Mapping[str, FilledText]
    phrases: Mapping[str, TextList]
    unanimity: Mapping[str, TextList]
    findings: Mapping[str, TextList | FilledText]
    bodies: _Bodies
    editions: _Editions
    dates: Mapping[str, TextList | FilledText]
    numbers: DecisionNumbers
    months: Mapping[str, Annotated[int, Between(1, 12)]]
    weekdays: Mapping[str, Annotated[int, Between(0, 6)]]
    counts: Mapping[str, Annotated[int, Between(1, 13)]]
    answers: _Answers
    regulations: Mapping[str, FilledText]
    languages: Mapping[str, TextList]


_NEEDED: Mapping[str, tuple[str, ...]] = {
    "subjects": ("ruling", "appeal", "result", "unsure", "penalty", "case", "deposit", "as_played", "played_so",
                 "appealing"),
    "acts": ("stands", "adjusts", "falls", "succeeds", "fails", "dismissed", "heard", "withdrawn", "pursued", "told",
             "of_part", "referred", "partly", "restricted", "limited", "restored", "rest", "excepted", "agrees",
             "whole", "lifted", "returned", "forfeited", "halved", "possible", "altered", "entered"),
    "phrases": ("keeps", "same", "objects", "changes", "wins", "loses", "right", "wrong", "would", "should"),
    "unanimity": ("yes", "agreed", "dissent", "majority", "votes", "none_against", "differs", "others", "part",
                  "on_fact"),
    "findings": ("breach", "inapplicable", "plain"),
    "dates": ("played", "event", "written", "letter", "month-first", "vague", "lead", "tail", "place",
              "weekday", "same-day", "relative", "forms", "periods", "yearless"),
}  # fmt: skip
"""What the readers of decisions look for in each table."""
_PATTERNS = (
    "ns", "ew", "side_only", "side_appealed", "team_appealed", "no_team", "contract", "share", "choice", "level",
    "awards", "as_ruled", "let_stand", "instead", "part_of", "both", "points_of_side", "artificial", "towards", "whose",
    "number_set_in", "broken", "initial", "result", "case", "of_body", "ruled_that", "person", "reason", "because",
    "it", "which", "fact", "spoken_with", "the_body", "appealed_against", "after", "definite_owner", "indefinite",
    "carried", "called", "owner", "english", "board", "directors_ruling", "others_view", "newsletter", "day_before",
    "weekday_of_play", "name_before", "name_whole", "name_led", "name_article", "name_joins", "name_in_level",
    "name_goes_on", "name_region", "addressed", "supposed", "may_act",
    "aside", "minority", "case_news", "any_result", "office",
)  # fmt: skip
_OWN_FORM = ("abbreviations", "titles", "sentence", "inner", "fillers")  # of ``clauses``; the rest are what one may say
_FORMS = ("forms", "periods", "yearless")
_RAW = ("letter", "place", "plain", "lead", "tail", "vague", "month-first", *_FORMS)  # whole patterns, not lists
_SINGLE = (("findings", "plain"), ("dates", "lead"), ("dates", "tail"), ("dates", "place"))  # one pattern each


def read_lexicon(text: str) -> DecisionLexicon:
    """The lexicon from the text of ``decisions.toml``. Raises DecisionLexiconError naming the place."""
    load = Loader("data/lexicon/decisions.toml", DecisionLexiconError)
    table = load.convert(load.toml(text.encode()), _LexiconTable)
    tables: Mapping[str, Mapping[str, TextList | FilledText]] = {name: vars(table)[name] for name in _NEEDED}
    for name, needed in _NEEDED.items():
        load.demand(needed, tables[name], name)
    load.demand(_PATTERNS, table.patterns, "patterns")
    for name, found in tables.items():
        for key, words in found.items():
            if isinstance(words, str) != ((name, key) in _SINGLE):
                expected, kind = ("text", "list") if (name, key) in _SINGLE else ("list", "text")
                raise load.fault("kind", f"{name}.{key}", expected=expected, found=kind)
    if unknown := next((kind for kind in table.sections if kind not in get_args(SectionKind)), None):
        raise load.fault("choice", "sections", expected=", ".join(get_args(SectionKind)), found=unknown)
    computed = {"strain": STRAIN_WORDS, "count": "|".join(sorted(table.counts, key=len, reverse=True))}
    computed["month"] = rf"(?:{'|'.join(table.months)})[a-zæøåäö]{{0,7}}(?![a-zæøåäö])"
    return _compiled(table, tables, with_parts(load.pattern, {**computed, **table.parts}))


def _compiled(
    table: _LexiconTable, tables: Mapping[str, Mapping[str, TextList | FilledText]], pattern: PatternCompiler
) -> DecisionLexicon:
    """``pattern`` compiles a rule and names its place in the file where it is none."""
    clauses, bodies, dates, negation = table.clauses, table.bodies, table.dates, table.negation
    heads = [(word, kind) for kind, words in table.sections.items() for word in words]
    return DecisionLexicon(
        labels={word: field for field, words in table.labels.items() for word in words},
        headings=sorted(heads, key=lambda pair: (-len(pair[0]), pair[0])),  # type: ignore[arg-type]
        whole_headings=frozenset(word for word, _ in heads),
        negation=pattern(rf"(?<!\w)(?:{'|'.join(negation.words)})(?!\w)|{negation.contracted}", "negation"),
        harmless=pattern(rf"(?:{'|'.join(negation.harmless)})(?!\w)", "negation.harmless"),
        abbreviations=frozenset(clauses.abbreviations),
        titles=frozenset(clauses.titles),
        sentence=pattern(clauses.sentence, "clauses.sentence"),
        inner=pattern(clauses.inner, "clauses.inner"),
        words=_word_patterns(clauses, tables, pattern),
        patterns={name: pattern(rule, f"patterns.{name}") for name, rule in table.patterns.items()},
        date_forms=_date_forms(dates, pattern),
        numbers={code: number_patterns(table.numbers, code, pattern) for code in table.languages},
        team_languages=frozenset(table.languages) - frozenset(table.numbers.lag),
        month_first=frozenset(dates["month-first"]),
        bodies=pattern(rf"(?<!\w){_body(bodies, bodies.names)}(?=(?:['’:]?s)?(?!\w))", "bodies", re.IGNORECASE),
        body_letters=pattern(rf"(?<![\w-])({'|'.join(bodies.short)})(?:['’:]?s)?(?![\w-])", "bodies.short"),
        short_bodies=bodies.short,
        lone_bodies=frozenset(bodies.alone),
        definite_endings=bodies.definite,
        articles=bodies.articles,
        named_heading=pattern(_named_heading(bodies), "bodies"),
        event_lead=pattern(joined_rules(dates["lead"]), "dates.lead", re.IGNORECASE),
        event_tail=pattern(joined_rules(dates["tail"]), "dates.tail", re.IGNORECASE),
        vague_labels=frozenset(dates["vague"]),
        months=table.months,
        weekdays=table.weekdays,
        counts=table.counts,
        answers={"yes": table.answers.yes, "no": table.answers.no},
        answer_to_question=pattern(table.answers.to_question, "answers.to_question"),
        listed_answers=pattern(table.answers.listed, "answers.listed"),
        editions=pattern("|".join(table.editions.named), "editions.named", re.IGNORECASE),
        regulations=table.regulations,
        languages={code: frozenset(words) for code, words in table.languages.items()},
    )


def _word_patterns(
    clauses: _Clauses, tables: Mapping[str, Mapping[str, TextList | FilledText]], pattern: PatternCompiler
) -> Mapping[tuple[str, str], re.Pattern[str]]:
    """The patterns of the tables by table and name; of ``clauses`` the fillers have a form of their own."""
    dates = tables["dates"]
    return {
        **{
            (name, key): pattern(any_word(words), f"{name}.{key}", re.IGNORECASE)
            for name, found in tables.items()
            for key, words in found.items()
            if key not in _RAW
        },
        **{
            ("clauses", key): pattern("|".join(vars(clauses)[key]), f"clauses.{key}")
            for key in vars(clauses).keys() - _OWN_FORM
        },
        ("clauses", "fillers"): pattern(rf"(?<!\w)(?:{'|'.join(clauses.fillers)})(?!\w),? ?", "clauses.fillers"),
        **{
            ("dates", key): pattern(joined_rules(dates[key]), f"dates.{key}", re.IGNORECASE)
            for key in ("letter", "place")
        },
        ("findings", "plain"): pattern(joined_rules(tables["findings"]["plain"]), "findings.plain"),
    }


def _date_forms(
    dates: Mapping[str, TextList | FilledText], pattern: PatternCompiler
) -> Mapping[str, Sequence[re.Pattern[str]]]:
    return {
        key: [pattern(rf"(?<![\d./-])(?:{form})(?![\d/])", f"dates.{key}", re.IGNORECASE) for form in dates[key]]
        for key in _FORMS
    }


def _body(bodies: _Bodies, names: Iterable[str]) -> str:
    return rf"{bodies.before}(?:{'|'.join(names)}){bodies.endings}"


def _named_heading(bodies: _Bodies) -> str:
    """The body or the director in front of a heading: "the committee's ", "MAK's ", "tl:s "."""
    body = _body(bodies, (*bodies.names, *bodies.generic, *map(str.casefold, bodies.short))) + "(?:['’:]?s)?"
    return rf"(?:the )?(?:{body}|(?P<director>{bodies.director}))[\s-]+(?=[a-zæøåäö])"
