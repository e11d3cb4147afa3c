"""The case number, the body that decided and the event, each with the words it was read from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from corpus.languages import CAPITALS, LETTERS
from corpus.precedents.decision import FieldOrigin, Section
from parser.decisions.body_names import OVER, owned_name, plain_name
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.spoken import bare_name, first_lines, is_summons

_LETTERS = f"A-Za-z{CAPITALS}{LETTERS}"
CASE_NUMBER = re.compile(rf"(?<![\w-])(\d{{4}}|\d{{2}})[-–]([{_LETTERS}]{{1,5}})[-–](\d{{1,3}})(?!\d)")
_NAME_LENGTH = 200
_HEAD_LINES = 12
_TITLE_LINES, _TITLE_LENGTH = 2, 80
# "SVENSKA BRIDGEFÖRBUNDET Lagkommissionen PROTOKOLL 2011:6": one name between capitals is of the head too.
_IN_CAPITALS = re.compile(
    r"(?:[A-ZÆØÅÄÖ]\w*['’]s )?(?:[A-ZÆØÅÄÖ&'’]+ )+(?:[A-ZÆØÅÄÖ][a-zæøåäö]+ (?=[A-ZÆØÅÄÖ]{4,}))?"
    r"(?=[A-ZÆØÅÄÖ]?[a-zæøåäö]|[A-ZÆØÅÄÖ]{4,})"
)
_TELLING = 2  # places that name the deciding body only: the title lines and the headings of the decision
_ACTS = re.compile(rf"\s+[a-z{LETTERS}]")
_OF_PERSON = re.compile(
    rf"s [A-Z{CAPITALS}][a-z{LETTERS}]+ [A-Z{CAPITALS}][a-z{LETTERS}]"
)  # "lovkommissionens Jens Otto"
_PRONOUN = 2  # letters of "vi" and "we"
_EVENT_LENGTH = 120

Labelled = tuple[str, str]


def case_number(
    labelled: Labelled | None, title: str, head: str, name: str, lexicon: DecisionLexicon
) -> tuple[str, FieldOrigin | None, tuple[str, ...]]:
    """The case number, where it was read, and problems: its field, else the first of its usual form.

    ``labelled`` is the field's label and text; ``title`` the page's, ``head`` the words before the first section.
    """
    stem = PurePath(name.replace("\\", "/")).stem
    field = labelled[1] if labelled else ""
    for text in (field, title, head, stem):
        if match := next(
            (
                m
                for m in CASE_NUMBER.finditer(text)
                if not lexicon.patterns["appealed_against"].search(text[: m.start()].rpartition("\n")[2])
            ),
            None,
        ):
            problems = ("number-from-name",) if text is stem else ()
            number = f"{match[1]}-{match[2].upper()}-{match[3]}"
            return number, FieldOrigin("number", match.group()), problems
    if not field and (line := next(filter(None, map(lexicon.patterns["case_line"].search, (title, head))), None)):
        return line[1], FieldOrigin("number", line.group().strip()), ()
    if labelled and field:
        return " ".join(field.split())[:_NAME_LENGTH], FieldOrigin("number", f"{labelled[0]}: {field}"), ()
    return stem[:_NAME_LENGTH] or "?", None, ("no-number",)


def instance_in(
    title: str, sections: Sequence[Section], labels: Sequence[str], lexicon: DecisionLexicon, among: str = ""
) -> tuple[str, FieldOrigin | None]:
    """The body that decided: named before the decision, in the head, in the title, or in the words of the decision.

    ``labels`` are the texts of labelled fields, in which a line may hold several labels. ``among``: of the names that
    are this one without its ending.
    """
    undecided = lexicon.words["clauses", "undecided"]
    if is_summons(sections, lexicon) or any(
        undecided.search(text.casefold()) for section in sections for text in section.paragraphs
    ):
        return "", None
    places = _naming_places(title, sections, labels, lexicon)
    written_to = _written_to(title, sections, lexicon)
    by_place = [
        [
            body
            for text in texts
            for body in _bodies(text, lexicon)
            if not any(_is_same(body, one, lexicon) for one in written_to)
        ]
        for texts in places
    ]
    if among:
        by_place = [[body for body in found if bare_name(body.casefold()).endswith(among)] for found in by_place]
    named = [body for found in by_place for body in found]
    # A panel reviews at the table, a board only sets a committee up: where one is named too, it decided.
    # "The board has asked the laws committee": who is only spoken to did not.
    acting = {body for texts in places for text in texts for body in _bodies(text, lexicon, acting=True)}
    named = [body for body in named if body.casefold() not in lexicon.lone_bodies and body in acting] or named
    named = [body for body in named if body in acting] or named
    first = named[0] if named else ""
    # "The committee" below "Appeals Committee" too.
    first = max((body for body in named if body.casefold().endswith(first.casefold())), key=len, default="")
    # "LK:s beslut" below "Lagkommissionen" is the same body: its name is better than its letters.
    name = next((body for body in named if body.casefold() in lexicon.short_bodies.get(first, ())), first)
    english = any(lexicon.patterns["the_body"].search(text) for texts in places for text in texts)
    name = name if english else _definite(name, named, [text for texts in places for text in texts], lexicon)
    if not named and not written_to:
        name = _generic([section.title for section in sections], lexicon) or _called(sections, lexicon)
    # Named in passing, and nowhere as who did something: "no committee out here", "if the committee felt unable".
    if named and not any(_is_doing(text, lexicon) for texts in places for text in texts):
        name = ""
    # Neither a title nor the decision's heading names it, and a body before it is named too: which of them decided?
    if not any(by_place[:_TELLING]) and any(not _is_same(name, body, lexicon) for body in named):
        name = ""
    return (name, FieldOrigin("instance", name)) if name else ("", None)


def _naming_places(
    title: str, sections: Sequence[Section], labels: Sequence[str], lexicon: DecisionLexicon
) -> tuple[Sequence[str], ...]:
    """The texts of each place that may name who decided, the places that tell most first."""
    decided = [section for section in sections if section.kind == "decision"]
    lines = [line for s in sections for text in (s.title, *s.paragraphs) for line in text.splitlines() if line]
    return (
        # "(efter appeludvalgets kendelse)" is what was appealed against.
        # "Protokoll fra Lovutvalget" over everything; "Juryns beslut" below it is of a body before.
        [lexicon.patterns["after"].split(_titled(line))[0] for line in lines[:_TITLE_LINES]],
        _naming([section.title for section in decided], lexicon) or _own_headings(sections, lexicon),
        [line for line in lines[:_HEAD_LINES] if not _others(line)],
        [title],
        [text for section in decided for text in section.paragraphs],
        [text for section in sections for text in (section.title, *section.paragraphs)],
        labels,
    )


def _written_to(title: str, sections: Sequence[Section], lexicon: DecisionLexicon) -> list[str]:
    """The bodies to which a paper is written, by its first lines: "Till juryn", "TL's redegørelse til juryn"."""
    return [
        match.group()
        for line in (title, *first_lines(sections, OVER))
        for match in lexicon.bodies.finditer(line)
        if lexicon.patterns["addressed"].search(line[: match.start()])
    ]


def _titled(line: str) -> str:
    """A line that may name who decided: a short one, else the words in capitals that it begins with.

    >>> _titled("LAWS COMMITTEE Minutes of the meeting of the committee held at 11 Upper Brook Street on 20 January")
    'LAWS COMMITTEE'
    """
    if len(line) > _TITLE_LENGTH:
        capitals = _IN_CAPITALS.match(line)
        return capitals.group().rstrip() if capitals else ""
    return line


def _naming(texts: Sequence[str], lexicon: DecisionLexicon) -> list[str]:
    return [text for text in texts if _bodies(text, lexicon)]


def _own_headings(sections: Sequence[Section], lexicon: DecisionLexicon) -> list[str]:
    """The headings over what a body thought, named as its own ("Lagkommissionens bedömning"); none for several."""
    titles = [s.title for s in sections if s.kind == "reasoning" and lexicon.is_own_heading(s.title)]
    return titles if len({bare_name(body) for title in titles for body in _bodies(title, lexicon)}) == 1 else []


def _is_same(one: str, other: str, lexicon: DecisionLexicon) -> bool:
    """True for names of one body: shorter, with another ending, or its letters."""
    full = {bare_name(name) for short in (one, other) for name in lexicon.short_bodies.get(short, ())}
    first, second = bare_name(one), bare_name(other)
    if full & {first, second}:
        return True
    return first.endswith(second) or second.endswith(first)


def _definite(name: str, named: Sequence[str], texts: Sequence[str], lexicon: DecisionLexicon) -> str:
    """The name with its article: "Lovutvalget" for "Lovutvalg", where the decision has both.

    So also for a name that goes on ("Appelkomité for ungdom"), where the decision says "komitéen".
    """
    owner, _, bare = name.casefold().rpartition(" ")
    if lexicon.patterns["definite_owner"].search(owner):
        return name  # "Kredsens appeludvalg" is as definite as can be
    plain = plain_name(bare)
    said = next((body for body in named if plain_name(body) in {plain + end for end in lexicon.definite_endings}), "")
    alone = " " not in name and next((end for kind, end in lexicon.articles.items() if bare.endswith(kind)), "")
    # "Appelkomité for ungdomsturneringer" is the beginning of a name only.
    goes_on = any(text.casefold().startswith(f"{name.casefold()} for ") for text in texts)
    if said or alone or not goes_on:
        return said or name + (alone or "")
    called = next(
        (m for text in texts for m in lexicon.patterns["called"].finditer(text) if plain.endswith(plain_name(m[1]))),
        None,
    )
    return f"{name[: -len(called[1])]}{called.group().casefold()}" if called else name


def event_of(
    labelled: Labelled | None, sections: Sequence[Section], played: FieldOrigin | None, lexicon: DecisionLexicon
) -> tuple[str, FieldOrigin | None]:
    """The event: its field, else the words around the date of play that name one."""
    if labelled:
        return " ".join(labelled[1].split()), FieldOrigin("event", f"{labelled[0]}: {labelled[1]}")
    if played is None or played.section < 0:
        return "", None
    text = sections[played.section].paragraphs[played.paragraph]
    start = max(text.rfind(sign, 0, played.start) for sign in ("\n", ". ")) + 1
    before = text[start : played.start]
    parts = [part for part in re.split(r"[,;(]|\s[–-]\s", before) if lexicon.words["dates", "event"].search(part)]
    words = lexicon.event_lead.sub("", ", ".join(part.strip() for part in parts[:2]))
    words = lexicon.event_tail.sub("", words).strip(" ,.:")
    if not words or len(words) > _EVENT_LENGTH:
        return "", None
    return words, FieldOrigin("event", before.strip(), played.section, played.paragraph, start, played.start)


def _generic(titles: Sequence[str], lexicon: DecisionLexicon) -> str:
    """ "Komiteen" where nothing but "Komiteens kjennelse" names who decided; empty for none or several."""
    matches = [lexicon.named_heading.match(title.casefold().replace("’", "'")) for title in titles]
    found = {match.group().strip(" -") for match in matches if match and not match["director"]}
    names = {name[:-1].rstrip("':").removeprefix("the ").capitalize() for name in found if name.endswith("s")}
    return names.pop() if len(names) == 1 else ""


def _called(sections: Sequence[Section], lexicon: DecisionLexicon) -> str:
    """ "Udvalget" where a decision calls the body no more than that."""
    rule = lexicon.words["clauses", "committee"]
    texts = [text for section in sections if section.kind != "views" for text in section.paragraphs]
    found = (
        match.group().strip(' \n(»"')
        for text in texts
        for match in rule.finditer(text.casefold())
        if _ACTS.match(text[match.end() :])  # a signature only signs
    )
    names = [name for name in found if len(name) > _PRONOUN]
    return names[0].removeprefix("the ").capitalize() if names and len(set(names)) == 1 else ""


def _bodies(text: str, lexicon: DecisionLexicon, *, acting: bool = False) -> list[str]:
    """The bodies named in a text in their order; ``acting`` without those that somebody asks or speaks with."""
    found = [
        (match.start(), owned_name(match, lexicon))
        for match in lexicon.bodies.finditer(text)
        if not (acting and lexicon.patterns["spoken_with"].search(text[: match.start()]))
        and not _OF_PERSON.match(text, match.end())
    ]
    found += [(match.start(), match[1]) for match in lexicon.body_letters.finditer(text)]
    return [name for _, name in sorted(found)]


def _is_doing(text: str, lexicon: DecisionLexicon) -> bool:
    """True for a text that names a body otherwise than as supposed ("if the committee") or as what may do something."""
    return lexicon.body_letters.search(text) is not None or any(
        not lexicon.patterns["supposed"].search(text[: match.start()])
        and not lexicon.patterns["may_act"].match(text, match.end())
        for match in lexicon.bodies.finditer(text)
    )


def _others(line: str) -> bool:
    """True for a long line: prose, in which other bodies are spoken of."""
    return len(line) > 200
