"""What a body is called: whose it is, what its name goes on with, its short name, and whether it is a whole name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from corpus.languages import CAPITALS, LETTERS
from corpus.precedents.decision import Section
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.spoken import bare_name, first_lines

OVER = 4  # lines over a paper: whose it is, and to whom it is written
_LINE_PARTS = re.compile(r"\s[–—|-]\s|\s{2,}|[,:·]\s")
_WORD = 40  # letters in front of a name, in which a word that belongs to it may stand
_CAPITALS = re.compile(rf"(?:\s[A-Z{CAPITALS}-]+(?![A-Za-z{CAPITALS}{LETTERS}]))*")
_APOSTROPHES = str.maketrans("’′", "''")  # a PDF's sign for minutes is an apostrophe too
_NamePlace = tuple[str, re.Match[str]]


def introduced(
    title: str, sections: Sequence[Section], labels: Sequence[str], lexicon: DecisionLexicon
) -> tuple[str, str]:
    """The body that a paper names in full with what it calls it from there on, and that name in full; "" for none.

    "Danmarks Bridgeforbunds Appelkomité (AK) har på møde ...": who writes so writes of itself.
    """
    for line in _printed_lines(title, sections, labels):
        for match in lexicon.bodies.finditer(line):
            rest = _rest(line, match, lexicon)
            short = lexicon.patterns["name_short"].match(line, match.end() + len(rest))
            if short and _is_short(short[1], match, lexicon):
                full = f"{_left(match, lexicon)}{rest}"
                return owned_name(match, lexicon), whole_name(full, title, sections, labels, lexicon)
    return "", ""


def _is_short(short: str, match: re.Match[str], lexicon: DecisionLexicon) -> bool:
    """True for what a body may be called from here on: letters, a body's name, or a part of its own."""
    if short.isupper() or lexicon.bodies.fullmatch(short) or short in match.string[: match.end()]:
        return True
    return bare_name(short.split()[-1]).removesuffix("a") in bare_name(match.group())  # "Nemnda" of "appellnemnd"


def _left(match: re.Match[str], lexicon: DecisionLexicon) -> str:
    """A body's name with what belongs to it on its left: whose it is, its first half, the words that lead it."""
    before, name = match.string[: match.start()].lstrip(" *_#"), owned_name(match, lexicon)
    if half := lexicon.patterns["name_halves"].search(before):
        return half.group() + match.group().lower()
    if lexicon.patterns["english"].search(name.casefold()) or name == "Jury":
        lead = lexicon.patterns["name_run"].match(before) or lexicon.patterns["name_led"].search(before)
        return (lead.group() if lead else "") + name
    return name


def stands_over(name: str, sections: Sequence[Section]) -> bool:
    """True for a name that has one of the first lines of a paper, or a part of one, to itself.

    "NBF HEDMARK - KRETSJURYEN", "Kreds 2's appelkomite      Sag nr. 4".
    """
    parts = (part for line in first_lines(sections, OVER) for part in _LINE_PARTS.split(line))
    return any(_bare_line(part).casefold() == name.casefold() for part in parts)


def whole_name(
    name: str, title: str, sections: Sequence[Section], labels: Sequence[str], lexicon: DecisionLexicon
) -> str:
    """A name from ``instance_in`` as the decision prints it in full, where it does so in one way only.

    With what it goes on with ("Juryn för festivalen"), whose it is ("DBf's lovudvalg"), what leads it ("Midland
    Appeals Committee") or its article ("Den mundtlige appelkomité").
    """
    lines = _printed_lines(title, sections, labels)
    printed = re.compile(rf"(?<!\w){_escaped(name)}(?!\w)", re.IGNORECASE)
    patterns = lexicon.patterns
    places = [
        (line, match)
        for line in lines
        for match in printed.finditer(line)
        if not patterns["handed_on"].search(line[: match.start()])
    ]
    rests = [_rest(line, match, lexicon) for line, match in places]
    forms = (
        [half + name.lower() + rests[0] for half in _before("name_halves", places, lexicon)],
        [name + rest for rest in rests],
        [owned_name(match, lexicon) for line in lines for match in _same_bodies(name, line, lexicon)],
        _led(name, places, lexicon),
        [f"Den {name.lower()}" for _ in _before("name_article", places, lexicon)],
    )
    for found in forms:
        longer = {form.casefold(): form for form in found if len(form) > len(name) and " " in form}
        if longer:
            return next(iter(longer.values())) if len(longer) == 1 else name
    return name


def _before(pattern: str, places: Sequence[_NamePlace], lexicon: DecisionLexicon) -> list[str]:
    """What stands so before the name, of the places where something does."""
    found = (lexicon.patterns[pattern].search(line[: match.start()]) for line, match in places)
    return [one.group() for one in found if one]


def _led(name: str, places: Sequence[_NamePlace], lexicon: DecisionLexicon) -> list[str]:
    """An English name with what leads it wherever it stands: "Midland Appeals Committee".

    "Committee" is the short name of one that is led where it stands first: "State Match Committee".
    """
    if not lexicon.patterns["english"].search(name.casefold()):
        return []
    # "Tournament Director: Alastair Penhallow Appeals Committee: R. Gascoyne" of a PDF: a label is not led.
    places = [(line, match) for line, match in places if line[match.end() :][:1] != ":"]
    leads = _before("name_led", places, lexicon)
    first = " " not in name and _before("name_led", places[:1], lexicon)
    spoken = [(line, match) for line, match in places if not (_is_label(line, match) and " " in name)]
    return [lead + name for lead in leads] if first or len(leads) == len(spoken) else []


def _is_label(line: str, match: re.Match[str]) -> bool:
    """True for a name that has its line, or the first cell of a row, to itself: it says no more than what it is."""
    return not line[: match.start()].strip(" *_#|") and line[match.end() :].strip(" *_")[:1] in ("", "|", ":")


def _rest(line: str, match: re.Match[str], lexicon: DecisionLexicon) -> str:
    """What a name goes on with; behind one in capitals only what is in capitals too, in small letters."""
    rest = line[match.end() :]
    if match.group().isupper():
        joins = lexicon.patterns["name_joins"]
        words = (_CAPITALS.match(rest) or match)[0].lower().split()
        rest = "".join(f" {word if joins.fullmatch(word) else word.capitalize()}" for word in words)
    patterns = lexicon.patterns
    found = patterns["name_whole"].match(rest)
    if found is None:
        return ""
    first = not line[: match.start()].strip(" *_")
    any_level = patterns["name_in_level"].match(match.group().casefold() + found.group())
    if any_level and not (first and patterns["name_ends"].match(rest, found.end())):
        return ""
    place = patterns["name_place"].match(rest, found.end()) if first else None
    return found.group() + (place.group().rstrip() if place else "")


def _same_bodies(name: str, line: str, lexicon: DecisionLexicon) -> Iterator[re.Match[str]]:
    """Where a line names the same body without an article, as behind whose it is: "DBf's Lovudvalg"."""
    for match in lexicon.bodies.finditer(line):
        if " " not in name and bare_name(match.group()) == bare_name(name):
            yield match


def _printed_lines(title: str, sections: Sequence[Section], labels: Sequence[str]) -> Collection[str]:
    """The lines of a decision, each once, in their order: which spelling of a name is told hangs on it."""
    texts = (title, *(text for s in sections for text in (s.title, *s.paragraphs)), *labels)
    return dict.fromkeys(line for text in texts for line in text.splitlines())


def _escaped(name: str) -> str:
    return re.escape(name).replace("'", "['’′]")


def is_doubtful(
    name: str, title: str, sections: Sequence[Section], labels: Sequence[str], lexicon: DecisionLexicon
) -> bool:
    """True for a name from ``instance_in`` that may be no whole name, or another body's.

    Wherever it stands it goes on, or begins before, and no shorter name stands alone; or it stands once and without
    its article. What the body says is read by it all the same.
    """
    lines = _printed_lines(title, sections, labels)
    printed = re.compile(rf"(?<!\w){_escaped(name)}(?:['’:]?s)?(?!\w)", re.IGNORECASE)
    low = name.casefold()
    regional = " " not in name and not lexicon.patterns["english"].search(low)
    found = [
        lexicon.patterns["name_before"].search(line[max(0, match.start() - _WORD) : match.start()])
        or lexicon.patterns["name_goes_on"].match(line, match.end())
        or (regional and lexicon.patterns["name_region"].match(line, match.end()))
        for line in lines
        for match in printed.finditer(line)
    ]
    if " " in name and any(_bare_line(line) == name for line in lines):
        return False  # it stands alone on its line
    called = {plain_name(m.group()) for line in lines for m in lexicon.patterns["called"].finditer(line)}
    if name[:1].islower() or (all(found) and not plain_name(name).endswith(tuple(called))):
        return True
    whole = " " in name or low.endswith(lexicon.definite_endings) or lexicon.patterns["english"].search(low)
    return len(found) == 1 and (not whole or lexicon.patterns["indefinite"].search(low) is not None)


def _bare_line(line: str) -> str:
    return line.strip(" *_#:.")


def owned_name(match: re.Match[str], lexicon: DecisionLexicon) -> str:
    """The body as it is called; without an ending, with whose it is: "Kreds 7's appeludvalg"."""
    name = _nominative(match.group())
    owner = lexicon.patterns["owner"].search(match.string[: match.start()].rpartition("\n")[2])
    low = name.casefold()
    definite = low.endswith(lexicon.definite_endings) and not lexicon.patterns["indefinite"].search(low)
    if owner is None or lexicon.patterns["english"].search(low) or definite:
        return name
    called = owner.group().strip().translate(_APOSTROPHES)
    return f"{called.title() if called.isupper() else called} {name.casefold()}"


def _nominative(printed: str) -> str:
    words = " ".join(printed.split())
    words = words.capitalize() if words.isupper() else words
    return words[:1].upper() + words[1:]


def plain_name(name: str) -> str:
    """A name in small letters and without the accent that only some write.

    >>> plain_name("Appelkomité")
    'appelkomite'
    """
    return name.casefold().replace("é", "e")
