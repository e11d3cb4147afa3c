"""Numbers of provisions as decisions print them, in more forms than the laws themselves use.

``16B1a``, ``16 B 1 a``, ``12.C.1.(e)``, ``12C1 b)``, ``16 B, stk. 1``: one reader for all of them, by levels from left
to right. Whether an edition has the number is the caller's question; a label after a blank may belong to the sentence
("§ 16 B 3 stik"), so each reading is offered from the longest to the shortest that is possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from corpus.ids import ROMANS
from parser.lang.words import any_of, every_word

_BLANK = "[ \u00a0]"
_LETTERS = "A-Za-zÆØÅÄÖæøåäöéÉ"
_LAW = re.compile(r"X?[1-9]\d{0,2}(?!\d|[.,:]\d|\s?[%♠♥♦♣])", re.IGNORECASE)
_SUBSECTION = any_of(word.rstrip(".") for word in every_word("subsection"))
_UPPER = re.compile(
    rf"(?P<tight>\.?[A-Ka-k])(?![{_LETTERS}])|{_BLANK}?\((?P<bracket>[A-K])\)"
    rf"|{_BLANK}(?P<spaced>[A-HJK])(?![{_LETTERS}’'-])|{_BLANK}(?P<small>[a-hjk])(?={_BLANK}?[1-9](?!\d)|[,.;)])"
    rf"|,{_BLANK}?(?P<comma>[A-K])(?=,{_BLANK}?(?:{_SUBSECTION}\.?{_BLANK}?)?[1-9](?!\d))"
)
_DIGIT = re.compile(
    # "1. stk." behind "§ 12 C,"; "§ 12 C, 1, b"
    rf",?{_BLANK}?(?P<counted>[1-9])\.{_BLANK}?{_SUBSECTION}(?!\w)\.?|,{_BLANK}?(?P<led>[1-9])(?=,{_BLANK}?[a-h](?!\w))"
    rf"|(?P<tight>\.?[1-9]\d?)(?![\d%]|[.,]\d)|{_BLANK}?\((?P<bracket>[1-9])\)|{_BLANK}(?P<spaced>[1-9])(?![\d/]|[.,:-]\d|[SHDCNØ](?!\w))"
    rf"|(?<=,{_BLANK}[A-K]),{_BLANK}?(?P<comma>[1-9])(?!\d)"
)
_LOWER = re.compile(
    rf"(?P<tight>\.?[a-k])(?![{_LETTERS}])|(?P<roman>[a-k])(?=[ivx]+(?![{_LETTERS}]))|\.?{_BLANK}?\((?P<bracket>[a-k])\)"
    rf"|{_BLANK}(?P<spaced>[a-hj])(?=[\s).,;:/]|[-–][a-k](?!\w)|$)"
    # "stk. 1, b"; not "1, a player", "1, d. 12. maj", "1, f.eks."
    rf"|(?<=[1-9]),{_BLANK}?(?P<comma>(?!a\s+(?!{any_of(every_word('ands'))}(?!\w))[a-z])[a-hj])(?![\w’'-]|\.\w|\.\s?\d)"
)
_LAST = re.compile(
    rf"{_BLANK}?\((?P<bracket>[ivx]+|[1-9])\)|(?<=\)){_BLANK}?(?P<halved>[ivx]+)(?=\))|(?P<tight>[ivx]{{1,4}})(?![{_LETTERS}])|(?P<digit>[1-9])(?![\d%])|{_BLANK}(?P<closed>[1-9])(?=[).,;]|\s[a-zæøåäö])"
)
_LEVELS = (_UPPER, _DIGIT, _LOWER, _LAST)


@dataclass(frozen=True)
class NumberReading:
    """``text[start:end]`` read as ``parts``, the law's number first. ``level`` is 1 for a full number.

    A reading of a later member in a list begins at its own ``level`` and takes what is above it from the one before.
    """

    start: int
    end: int
    parts: tuple[str, ...]
    level: int = 1

    def under(self, above: tuple[str, ...]) -> tuple[str, ...]:
        """The parts in full, for a member that follows ``above`` in a list."""
        return (*above[: self.level - 1], *self.parts)


def full_numbers(text: str, at: int, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[NumberReading]:
    """The readings of a number with its law at ``at``, longest first; none where there is none.

    ``patterns`` are the lexicon's ``numbers``.
    """
    law = _LAW.match(text, at)
    if law is None:
        return
    first = law.group().upper()
    for end, parts in _deeper(text, law.end(), 1, patterns):
        follows = text[end : end + 1]
        if not follows.isalnum() and (parts or not re.match(r"[-–][A-Za-z]", text[end : end + 2])):
            yield NumberReading(at, end, (first, *parts))


def further_numbers(text: str, at: int, level: int, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[NumberReading]:
    """The readings of a label at ``at`` that names another place on ``level``: "b" after "16B1a", "C" after "16B"."""
    label = {
        2: r"\(?(?P<l>[A-HJK])\)?",
        3: r"\(?(?P<l>[1-9])\)?",
        4: r"\(?(?P<l>[a-hj])\)?",
        5: r"\(?(?P<l>[ivx]+)\)?",
    }[level]
    word = patterns["level"].match(text, at)  # "litra b og litra d"
    match = re.compile(rf"{label}(?![{_LETTERS}\d%♠♥♦♣]|[.,:/-]\d)").match(text, word.end() if word else at)
    if match is None or patterns["unit"].match(text, match.end()) or patterns["article"].match(text, match.start() - 1):
        return
    for end, parts in _deeper(text, match.end(), level, patterns):
        yield NumberReading(at, end, (match["l"], *parts), level)


def _deeper(
    text: str, at: int, level: int, patterns: Mapping[str, re.Pattern[str]]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What may follow a label of ``level``, deepest first, and last nothing."""
    if level <= len(_LEVELS):
        word = patterns["level"].match(text, at)
        for start in (word.end(), at) if word else (at,):
            match = _LEVELS[level - 1].match(text, start) or (word and start > at and _after_word(text, start, level))
            if (
                match
                and (label := next((m for m in match.groups() if m), "").strip(". "))
                and _belongs(text, match, level, patterns)
            ):
                shown = label.upper() if level == 1 else label.lower()  # "litra B" below "stk."
                if level < 4 or label in ROMANS or label.isdigit():
                    end = _closed(text, at, match.end())
                    for stop, parts in _deeper(text, end, level + 1, patterns):
                        yield stop, (shown, *parts)
                    break
    yield at, ()


def _after_word(text: str, at: int, level: int) -> re.Match[str] | None:
    """A label right behind "stk." or "litra"."""
    labels = {1: "([A-HJKa-hjk])", 2: r"([1-9]\d?)", 3: "([a-hjA-HJ])"}
    return re.compile(labels[level] + r"(?!\w)").match(text, at) if level in labels else None


def _belongs(text: str, match: re.Match[str], level: int, patterns: Mapping[str, re.Pattern[str]]) -> bool:
    """False for what only looks like a label: the number of tricks, an English article."""
    if "spaced" not in match.re.groupindex or not match["spaced"]:
        return True
    if patterns["article"].match(text, match.start()):
        return False
    return level != 2 or patterns["unit"].match(text, match.end()) is None


def _closed(text: str, start: int, end: int) -> int:
    """The end with the bracket of "b)", unless that closes one opened before the number."""
    label = text[start:end]
    if text[end : end + 1] != ")" or "(" in label or not label[-1:].islower():
        return end
    before = text[max(0, start - 300) : start]
    opened = before.count("(") > before.count(")")
    later = re.match(r"[^().]{1,80}\)", text[end + 1 :])
    return end if opened and not later else end + 1
