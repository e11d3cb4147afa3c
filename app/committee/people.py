"""Words of a case that may name people: whole fields that hold nothing else, and words with capitals in a text.

Letters are those of every alphabet that has capitals: ``Łukasz Śliwa``, ``O'Brien``. A false find costs a click, since
a person approves each; what is overlooked is printed. A seat is no name: "Vest" alone is one only behind a first name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parser.lang.words import any_of, every_word

_LETTERS = [chr(code) for code in (*range(0x41, 0x590), *range(0x1E00, 0x1F00))]
CAPITAL = f"[{''.join(letter for letter in _LETTERS if letter.isupper())}]"
SMALL = f"[{''.join(letter for letter in _LETTERS if letter.islower())}]"
LETTER = r"[^\W\d_]"
_INNER = rf"(?:['’](?={LETTER}{LETTER}))"  # of "O'Brien", not of "Smith's"
CAPITALISED = rf"{CAPITAL}(?:{_INNER}{CAPITAL})?{_INNER}?{SMALL}(?:{_INNER}?{LETTER})*"
_PARTICLES = ("van", "von", "der", "den", "ter", "de", "du", "la", "le", "di", "del", "af", "av")
_BETWEEN = r"(?: (?:van|von|der|den|ter|de|du|la|di|del)\b){0,2}"
_FULL = rf"\b{CAPITALISED}(?:{_BETWEEN}[ \u00a0-](?:{CAPITAL}\.|{CAPITALISED}))+"
# Behind a number it is a letter of that: "§ 16 B. Herefter".
_INITIALS = rf"(?<![\w§])(?<!\d[ \u00a0])(?:{CAPITAL}\.[ \u00a0]?){{1,3}}{CAPITALISED}(?:-{CAPITALISED})?"
_VAN = rf"\b(?:van|von|ter)(?: (?:der|den|de))? {CAPITALISED}"
NAME = re.compile(rf"{_INITIALS}|{_FULL}|{_VAN}")
_SHOUTED = re.compile(rf"(?<![\w-]){CAPITAL}{{2,}}(?:[ \u00a0-]{CAPITAL}{{2,}})+(?![\w-])")
_SHOUTED_LENGTH = 3  # letters of one of the words at least: "NS EW" are sides
_INSIDE = re.compile(rf"[{SMALL[1:-1]}0-9,;)] $")
_SIGNS_INSIDE = 3  # that it may match, with the end of a line
_NAME_WORD = re.compile(rf"{LETTER}(?:['’]?{LETTER})*")
_SHOUTED_PARTS = 3
_SMALL_WORDS = frozenset((*every_word("stopwords"), *every_word("edition_links"), *every_word("ands"))) - {"de", "den"}
SEATS = frozenset(every_word("seats"))
_OFFICE = re.compile(rf"{any_of(every_word('offices'))}s?$", re.IGNORECASE)
_BODIES = frozenset(every_word("typed_before"))
GENITIVE = "(?:['’:]?s)?"
_GENITIVE = re.compile("['’:]?s$", re.IGNORECASE)
_TITLES = frozenset((*every_word("titles"), *every_word("honorifics")))
HONORED = re.compile(rf"\b(?i:{any_of(every_word('honorifics'))})\.?[ \u00a0](?P<name>{CAPITALISED})(?![\w-])")
_ANDS = any_of((*every_word("ands"), *every_word("beside")))
_BREAK = re.compile(rf"[,;/&+|·•:()\[\]\n\t–—]|\s-\s|\s{_ANDS}\s", re.IGNORECASE)
_FIELD_WORD = re.compile(rf"{LETTER}(?:['’.-]?{LETTER})*\.?")
LABELLED = re.compile(
    rf"\b(?i:{any_of((*every_word('titles'), *every_word('seats')))}): (?P<name>{CAPITALISED})(?![\w-])"
)


def possible_names(text: str) -> Iterator[str]:
    """What may be people's names in a text, in its order: words with capitals that follow each other.

    >>> list(possible_names("Ib Lund spurgte Nord-Syd, og P. O'Brien svarede. SØREN DAM sagde pas."))
    ['Ib Lund', "P. O'Brien", 'SØREN DAM']
    """
    matches = (*NAME.finditer(text), *_SHOUTED.finditer(text))
    for match in sorted(matches, key=lambda match: match.start()):
        before = text[max(0, match.start() - _SIGNS_INSIDE) : match.start()]
        name = _trimmed(match[0], inside=_INSIDE.search(before) is not None)
        if name and (not name.isupper() or _is_shouted_name(name)):
            yield name


def _is_shouted_name(name: str) -> bool:
    """True for a name in capitals; a heading in capitals is longer, or has a small word."""
    parts = [part.casefold() for part in name_parts(name)]
    return len(parts) <= _SHOUTED_PARTS and max(map(len, parts)) >= _SHOUTED_LENGTH and not _SMALL_WORDS & set(parts)


def _trimmed(found: str, *, inside: bool) -> str:
    """A name without offices, titles and seats before it; empty for what is none.

    A seat ends a name behind an office, or ``inside`` a sentence: at its beginning every word has a capital.
    """
    parts = _NAME_WORD.findall(found)
    first = next(
        (at for at, part in enumerate(parts) if not (is_office(part) or is_title(part) or is_seat(part))), None
    )
    if first is None or is_office(parts[-1]):
        return ""
    own = found[found.index(parts[first]) if first else 0 :]
    seats = [is_seat(part) for part in parts[first:]]
    named_before = any(is_office(part) or is_title(part) for part in parts[:first])
    if any(seats):
        return own if sum(seats) == 1 and seats[-1] and (inside or named_before) else ""
    return own if len(seats) > 1 or named_before else ""


def field_names(field: str) -> Iterator[str]:
    """The people of a field that holds names and little else, whatever their letters, in its order.

    Offices, titles and numbers beside a name are none of it, and a body is no person.

    >>> list(field_names("IB LUND - p. nielsen (Hold 7); TL Hansen, Appeludvalget"))
    ['IB LUND', 'p. nielsen', 'Hansen']
    """
    small = not re.search(CAPITAL, field)
    for piece in _BREAK.split(field):
        tokens = _without_titles(_FIELD_WORD.findall(piece))
        name = " ".join(tokens)
        if not tokens or is_office(tokens[-1]) or _is_side(name) or _is_body(name):
            continue
        if name.islower() and (small or len(tokens) > 1):
            yield name
        elif any(word.islower() and word not in _PARTICLES and "." not in word for word in tokens):
            yield from _capitalised_runs(tokens)
        elif not name.islower():
            yield name


def name_parts(name: str) -> list[str]:
    """The words of a name, without stops; those of a double name each.

    >>> name_parts("J. Krag-Holm")
    ['J', 'Krag', 'Holm']
    """
    return [part.strip(".") for part in re.split(r"[\s-]+", name.replace(".", ". ")) if part.strip(".")]


def telling_parts(name: str) -> list[str]:
    """The parts of a name by which alone a person may be called: no initials, no "van", no seat."""
    parts = [part for part in name_parts(name) if len(part) > 1 and part.casefold() not in _PARTICLES]
    return [part for part in parts if not is_seat(part)]


def is_seat(word: str) -> bool:
    """True for a seat, and for its genitive: "Nord" and "Øst-Vest" are no people.

    >>> is_seat("Syds"), is_seat("Väst"), is_seat("Vester")
    (True, True, False)
    """
    return bool({word.casefold(), word.casefold().removesuffix("s")} & SEATS)


def is_office(word: str) -> bool:
    """True for who runs a tournament, and for a body: "Turneringslederen", "Bridgeforbundet"."""
    return _OFFICE.search(word) is not None


def folded(name: str) -> str:
    """A name for comparing: without regard to capitals, kinds of apostrophe and width of blanks.

    >>> folded("O’BRIEN  Krag")
    "o'brien krag"
    """
    return " ".join(name.casefold().replace("’", "'").split())


def without_genitive(word: str) -> str:
    """A word without the s behind a name: "Lunds", "Smith's"."""
    return _GENITIVE.sub("", word)


def is_title(word: str) -> bool:
    """True for what stands beside a name: "hr.", "TL"."""
    return word.strip(".").casefold() in _TITLES


def fits(short: str, name: str) -> bool:
    """True when a part of a name, its initials or an initial with its surname are short for it.

    >>> [fits(short, "PER NIELSEN") for short in ("Per", "PN", "P. Nielsen", "hr. Nielsen", "B. Nielsen")]
    [True, True, True, True, False]
    """
    parts = [folded(part) for part in name_parts(name)]
    asked = [folded(part) for part in name_parts(short) if not is_title(part)]
    if len(parts) < 2 or not asked:
        return False
    if len(asked) == 1:
        return asked[0] in parts or (short.isupper() and asked[0] == "".join(part[0] for part in parts))
    if asked in (parts[-len(asked) :], parts[: len(asked)]):
        return True
    begun = zip(asked[:-1], parts, strict=False)
    return asked[-1] == parts[-1] and len(asked) <= len(parts) and all(own.startswith(one) for one, own in begun)


def _is_side(name: str) -> bool:
    """True for seats alone: "Nord", "Øst-Vest"."""
    return all(map(is_seat, name_parts(name)))


def _is_body(name: str) -> bool:
    """True for the short name of a federation: "DBf"."""
    return name.casefold() in _BODIES and sum(letter.isupper() for letter in name) > 1


def _without_titles(tokens: list[str]) -> list[str]:
    """The words of a piece without titles at either end, and a seat or an office before them."""
    first, last = 0, len(tokens)
    while first < last and is_title(tokens[first]):
        first += 1
    while last > first and is_title(tokens[last - 1]):
        last -= 1
    while first < last - 1 and (is_office(tokens[first]) or _is_side(tokens[first]) or is_title(tokens[first])):
        first += 1
    return tokens[first:last]


def _capitalised_runs(tokens: list[str]) -> Iterator[str]:
    """The words with a capital that follow each other, of a piece that has others: "Ib Lund fra Aarhus"."""
    run: list[str] = []
    for token in (*tokens, ""):
        if token and not token.islower():
            run.append(token)
        elif run:
            if not is_office(run[-1]) and not _is_side(" ".join(run)):
                yield " ".join(run)
            run = []
