"""Provision ids: one value type that is parsed, ordered and printed everywhere.

An id such as ``16C2a`` names a provision inside one edition; the edition is beside it, never in it.
Citations with several members, relative citations and bad input belong to ``parser.citations``; this
module reads exactly one designator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, total_ordering
from itertools import zip_longest
from string import ascii_lowercase, ascii_uppercase

from corpus import languages

ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")

_ID = re.compile(
    r"(?P<law>X?[1-9]\d{0,2})"
    r"(?:(?P<upper>[A-Z])"
    r"(?:(?P<digit>[1-9]\d?)"
    r"(?:(?:(?P<lower>[a-z])|\.(?P<lower_digit>[1-9]\d?))"
    r"(?:(?P<roman>[ivx]+)|(?<!\d)(?P<roman_digit>[1-9]\d?))?)?)?)?"
)
_PREFIX = re.compile(
    r"^\s*(?:§§?|paragraf(?:fen)?\b|lag(?:en|arna)?\b|lov(?:en)?\b|laws?\b|l(?=\s?\d))\s*\.?\s*", re.IGNORECASE
)
_LAW_HEAD = re.compile(r"^x?\d+", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s().\[\]\-_,]+")


class Level(IntEnum):
    """Depth of a provision. The rank table of every source maps marker looks to these."""

    LAW = 1
    UPPER = 2
    DIGIT = 3
    LOWER = 4
    ROMAN = 5


_LISTS = {Level.UPPER: tuple(ascii_uppercase), Level.LOWER: tuple(ascii_lowercase), Level.ROMAN: ROMANS}


class BadIdError(ValueError):
    """A string that does not have the form of a provision id."""


@total_ordering
@dataclass(frozen=True)
class ProvisionId:
    """A provision's place in its edition: ``ProvisionId(("12", "C", "1", "e", "i"))`` prints ``12C1ei``."""

    parts: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> ProvisionId:
        """Read the canonical form (``12C1ei``, ``X90B4c``, ``26A2.1``). Raises BadIdError."""
        match = _ID.fullmatch(text)
        if match is None or (match["roman"] and match["roman"] not in ROMANS):
            raise BadIdError(f"{text!r} is not a provision id such as 16, 16C or 16C2a")
        return cls(tuple(part for part in match.groups() if part))

    @classmethod
    def of_parts(cls, parts: Iterable[str]) -> ProvisionId | None:
        """The id of these parts; None where no provision can have them: a number has a letter above it.

        >>> ProvisionId.of_parts(("16", "C")), ProvisionId.of_parts(("14", "3"))
        (ProvisionId(parts=('16', 'C')), None)
        """
        try:
            return cls.of(str(cls(tuple(parts))))
        except BadIdError:
            return None

    @classmethod
    def parse(cls, text: str) -> ProvisionId:
        """Read what a person writes: any case, spaces, brackets, dots and prefixes.

        ``str(ProvisionId.parse("§ 12 C 1 (b)")) == "12C1b"``. Raises BadIdError.
        """
        bare = _PREFIX.sub("", text)
        dotted = re.sub(r"(?<=\d)[\s.()]+(?=\d)", ".", bare.strip())
        pieces = _LAW_HEAD.match(dotted)
        if pieces is None:
            raise BadIdError(f"{text!r} does not begin with a law number")
        law = pieces.group().upper().replace("X0", "X").lstrip("0")
        rest = _SEPARATORS.sub("", dotted[pieces.end() :].replace(".", "\0")).replace("\0", ".")
        rest = re.sub(r"(?<!\d)\.|\.(?!\d)", "", rest)
        return cls.of(law + rest[:1].upper() + rest[1:].lower())

    def __str__(self) -> str:
        out = ""
        for part in self.parts:
            out += "." + part if out[-1:].isdigit() and part[0].isdigit() else part
        return out

    def __lt__(self, other: ProvisionId) -> bool:
        return self.sort_key < other.sort_key

    @cached_property
    def sort_key(self) -> tuple[tuple[int, int], ...]:
        """Document order: X-rules of a federation sort by number and before its own sections."""
        return tuple(_rank(depth, part) for depth, part in enumerate(self.parts))

    @property
    def level(self) -> Level:
        """How deep the id is: ``Level.LAW`` for 16, ``Level.UPPER`` for 16C."""
        return Level(len(self.parts))

    @property
    def law(self) -> str:
        """The law number as printed: ``16`` or ``X90``."""
        return self.parts[0]

    @property
    def parent(self) -> ProvisionId | None:
        """The id one level up; None for a law."""
        return ProvisionId(self.parts[:-1]) if len(self.parts) > 1 else None

    def child(self, part: str) -> ProvisionId:
        """The id of a part. Raises BadIdError where it can have no such part."""
        return ProvisionId((*self.parts, part))

    def up_to(self, level: Level) -> ProvisionId:
        """The ancestor (or self) at ``level``."""
        return ProvisionId(self.parts[: int(level)])

    def contains(self, other: ProvisionId) -> bool:
        """True when ``other`` is this provision or is under it."""
        return other.parts[: len(self.parts)] == self.parts

    @property
    def eid(self) -> str:
        """The Akoma Ntoso eId: ``sec_16__subsec_C__para_2__point_a``."""
        names = ("sec", "subsec", "para", "point", "point")
        return "__".join(f"{name}_{part}" for name, part in zip(names, self.parts, strict=False))

    def printed(self, language: str) -> str:
        """The citation form of a language, by its code. Raises UnknownLanguageError.

        >>> ProvisionId.of("16C2a").printed("da"), ProvisionId.of("16C2a").printed("sv")
        ('§ 16 C 2 a', 'Lag 16C2(a)')
        """
        if word := languages.language(language).law_word:
            return f"{word} {''.join(self.parts[:3])}" + "".join(f"({part})" for part in self.parts[3:])
        return "§ " + " ".join(self.parts)


def is_provision_id(text: str) -> bool:
    """True for the canonical form of an id.

    >>> is_provision_id("16C2a"), is_provision_id("16c2a")
    (True, False)
    """
    try:
        ProvisionId.of(text)
    except BadIdError:
        return False
    return True


def follows(value: str, before: str, roman: bool = False) -> bool:
    """True when ``value`` is the next label after ``before``: B after A, 3 after 2, j after i, iv after iii."""
    following = next_label(before, roman)
    return bool(following) and (value.lstrip("0") if value.isdigit() else value) == following


def next_label(before: str, roman: bool = False) -> str:
    """The label after another, "" where there is none.

    >>> [next_label("A"), next_label("9"), next_label("i"), next_label("i", roman=True), next_label("xii", roman=True)]
    ['B', '10', 'j', 'ii', '']
    """
    if before.isdigit():
        return str(int(before) + 1)
    if roman:
        return ROMANS[ROMANS.index(before) + 1] if before in ROMANS[:-1] else ""
    return chr(ord(before) + 1) if len(before) == 1 else ""


def label_at(number: int, level: Level) -> str:
    """The label of the ``number``-th of a list at a level, "" where lists do not reach so far.

    >>> [label_at(3, level) for level in Level], label_at(27, Level.UPPER)
    (['3', 'C', '3', 'c', 'iii'], '')
    """
    if level in (Level.LAW, Level.DIGIT):
        return str(number)
    return _LISTS[level][number - 1] if 1 <= number <= len(_LISTS[level]) else ""


def decimal_labels(figures: str) -> tuple[str, ...]:
    """The labels that figures behind that of a law stand for, level by level; "" for one that its level has not.

    >>> decimal_labels(".3.2.1"), decimal_labels(".27"), decimal_labels(".3.2.a"), decimal_labels(".3.ii")
    (('C', '2', 'a'), ('',), ('C', '2', 'a'), ('C', ''))
    """
    parts = zip_longest(re.findall(r"\w+", figures), (Level.UPPER, Level.DIGIT, Level.LOWER, Level.ROMAN))
    return tuple(_decimal_label(part, level) for part, level in parts if part)


def _decimal_label(part: str, level: Level | None) -> str:
    if level is None:
        return ""
    return label_at(int(part), level) if part.isdecimal() else part if part in _LISTS.get(level, ()) else ""


def _rank(depth: int, part: str) -> tuple[int, int]:
    if depth == 0:
        return (0, int(part[1:])) if part.startswith("X") else (1, int(part))
    if part.isdigit():
        return (1, int(part))
    if depth == int(Level.ROMAN) - 1 and part in ROMANS:
        return (2, ROMANS.index(part) + 1)
    return (2, ord(part))


PATTERNS: Mapping[str, re.Pattern[str]] = {
    "id": _ID,
    "idPrefix": _PREFIX,
    "lawHead": _LAW_HEAD,
    "separators": _SEPARATORS,
}
"""The patterns by name, for a reader that is not written in Python."""
