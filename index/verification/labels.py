"""The labels behind a number as people write them: brackets, points, commas, strokes, hyphens, words for a level.

A number is read to its end, whether or not there is such a rule. What belongs to it and is none of the laws' forms
makes it a number that is not read (``unread``): the rest of it says nothing about what was meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from corpus.board.contract import STRAIN_WORDS
from corpus.ids import ROMANS, Level, ProvisionId
from corpus.languages import CAPITALS, LETTERS
from parser.citations.designators import up_to
from parser.citations.grammar import Grammar
from parser.lang.words import any_of, every_word

_ALPHA = f"A-Za-z{CAPITALS}{LETTERS}éÉ"
_BLANKS = r"[\s\u00a0\u202f\u2009]{1,3}"
_BLANK = r"[\s\u00a0\u202f\u2009]{0,3}"
_LABEL = rf"(?:[{_ALPHA}]|[1-9]\d?|[ivx]{{2,5}}|[IVX]{{2,5}})"
LEVEL_WORDS = any_of(
    {word.rstrip(".") for field in ("part_signs", "typed_levels", "locators", "subsection")
     for word in every_word(field)}
)  # fmt: skip
_OWNED = r"(?:[’'´`:]?s)?"
_WORD = rf"{_OWNED}[,.;]?{_BLANK}(?<![{_ALPHA}]){LEVEL_WORDS}(?![{_ALPHA}])\.?{_BLANK}"
_AFTER_WORD = re.compile(rf"{_WORD}[(\[]?(?P<label>{_LABEL})[)\]]?(?![{_ALPHA}\d])(?!\.\d)", re.IGNORECASE)
# "§ 16 C, 9. pkt.": a sentence or a part that is counted.
_COUNTED = re.compile(rf"{_OWNED},?{_BLANKS}\d{{1,2}}(?:\.|:[ae]){_BLANK}{LEVEL_WORDS}(?![{_ALPHA}])\.?", re.IGNORECASE)
_BRACKETED = re.compile(rf"(?:[.,_/-]|,?{_BLANKS})?(?:\((?P<round>{_LABEL})\)|\[(?P<square>{_LABEL})\])")
_HALF = re.compile(rf"(?P<sep>[,.]?{_BLANK}|[-–/:_])(?P<label>[a-z]|[ivx]{{2,5}}|[1-9]\d?)\)(?![{_ALPHA}\d])")
_JOINED = re.compile(
    rf"(?!:(?:s|n|en|an)\b)(?P<sep>[.\-–—/:_·]|{_BLANK}/{_BLANK})(?P<label>{_LABEL})(?![{_ALPHA}])(?!\d)"
)
_LISTED = re.compile(
    rf"(?P<sep>,){_BLANK}(?P<label>{_LABEL})(?![{_ALPHA}\d])(?![’'´/♠♥♦♣%]|-(?![{_ALPHA}](?!\w))[{_ALPHA}])"
)
_SPACED = re.compile(rf"(?P<sep>){_BLANKS}(?P<label>{_LABEL})(?![{_ALPHA}\d])(?![’'´♠♥♦♣%])")
_POINTED = re.compile(rf"(?P<sep>\.){_BLANKS}(?P<label>{_LABEL})(?!\d)(?=\.?{_BLANK}(?:[1-9(]|[a-z]\))|\))")
_TIGHT = re.compile(rf"(?P<label>\d{{1,2}}|[ivx]{{2,5}}|[{_ALPHA}])(?![{_ALPHA}])")
_GLUED = re.compile(rf"(?!(?:s|ff?|en|ens|an|ans)\b)[{_ALPHA}\d]+")
_CLOSED = re.compile(rf"{_BLANK}(?:[,;:)\]»”\"?!]|\.(?!\w)(?!{_BLANKS}[a-z{LETTERS}\d])|\Z)")
_GOES_ON = re.compile(rf"(?:[.,/-]|{_BLANK}){_BLANK}[(\[]?(?:[1-9]\d?|[a-z]|[ivx]+)(?![{_ALPHA}\d])")
_ROMAN_ON = re.compile(rf"[\s.,/_\u00a0-]{{0,3}}(?:[(\[]|(?<=[^A-Za-z0-9]))[ivx]+(?![{_ALPHA}\d])")
_MEMBER = re.compile(
    rf"(?P<word>{LEVEL_WORDS}(?![{_ALPHA}])\.?{_BLANK})?(?:[(\[](?P<open>{_LABEL})[)\]]|(?P<bare>{_LABEL})\)?)"
    rf"(?![{_ALPHA}\d])(?![’'´♠♥♦♣%])",
    re.IGNORECASE,
)
# "§ 12 C 1 (a-d)", "Law 64B(1, 2 and 9)": several labels within one pair of brackets.
_AND = rf"(?:,?\s{any_of(every_word('ands'))}\s|,)"
_TO = rf"(?:[-–—]|\s{any_of(every_word('ranges'))}\s)"
_SEVERAL = re.compile(rf"{_BLANK}\((?P<labels>{_LABEL}(?:{_BLANK}(?:{_AND}|{_TO}){_BLANK}{_LABEL})+)\)")
_COMMA_BEFORE = re.compile(rf",{_BLANK}[A-Z]\Z")
_FIGURE = re.compile(rf"\.?{_BLANKS}\d")
_BID = re.compile(rf"\s?(?:{STRAIN_WORDS})(?!\w)", re.IGNORECASE)
_MORE_DIGITS = re.compile(r"(?:[.,:/–-]\d+)+")
_ABBREVIATION = re.compile(rf"[{_ALPHA}]\.{_BLANK}(?![ivx]+\.)[{_ALPHA}]{{1,4}}\.|[a-z]\.{_BLANK}\d")
_CUT_WORD = re.compile(r"\.(?![ivx]+\b)[a-z]{2,}")
# Letters that are words, and those of the seats.
_SINGLE = {"en": "ai", "sv": "io"}
_OTHERWISE_SINGLE = "i"
_SEATS = frozenset("NSWØÖV")
_PLURAL = re.compile(r"\W*(?:§§|paragraf(?:fer|er|ene)|lov(?:e\b|er|ene)|lagar|laws|sections)", re.IGNORECASE)


@dataclass(frozen=True)
class NumberEnd:
    """A number read to ``end``. ``is_read`` is False where more belongs to it than a number of the laws can have."""

    end: int
    number: ProvisionId
    is_read: bool = True


@dataclass(frozen=True)
class _Label:
    text: str
    end: int
    how: str


def read_on(
    text: str, at: int, number: ProvisionId, grammar: Grammar, language: str, *, signed: bool = True
) -> NumberEnd:
    """The number whose labels up to ``at`` are read, with all that follow. Behind one without a sign, ``signed`` False,
    a figure after a blank may be the next of a list.

    >>> from parser.citations.grammar import grammar_of
    >>> str(read_on("§ 27 B, litra 1, d", 6, ProvisionId.of("27B"), grammar_of("da"), "da").number)
    '27B1d'
    >>> read_on("§ 16 C, 9. pkt.", 6, ProvisionId.of("16C"), grammar_of("da"), "da").is_read
    False
    """
    style = "listed" if _COMMA_BEFORE.search(text, max(0, at - 6), at) else ""
    while (label := _next_label(text, at, number, grammar, language, style)) is not None:
        if not signed and label.how == "spaced" and label.text.isdigit() and not text[at - 2 : at - 1].isspace():
            break
        longer = _under(number, label)
        if longer is None:
            return NumberEnd(label.end, number, False)
        number, at, style = longer, label.end, label.how
    return NumberEnd(at, number)


def is_plural(printed: str) -> bool:
    """True for a citation that announces several: "§§ 16 C, 2", "Laws 27 and 16"."""
    return _PLURAL.match(printed) is not None


def _next_label(text: str, at: int, number: ProvisionId, grammar: Grammar, language: str, style: str) -> _Label | None:
    if match := _COUNTED.match(text, at):
        return _Label("", match.end(), "counted")
    if sure := _sure_label(text, at, number, language):
        return sure
    if match := _TIGHT.match(text, at):
        if match["label"].isdigit() or len(number.parts) > int(Level.UPPER) or match["label"] not in "sf":
            return _Label(match["label"], match.end(), "tight")
    elif match := _GLUED.match(text, at):
        return _Label("", match.end(), "glued")
    for pattern, how in ((_JOINED, "joined"), (_LISTED, "listed"), (_SPACED, "spaced"), (_POINTED, "pointed")):
        match = pattern.match(text, at)
        if match and not _is_word(text, match.span("label"), language):
            how = "dot" if match["sep"] == "." and how == "joined" else how
            found = _Label(match["label"], match.end(), how)
            if len(number.parts) == 1 and match["label"].islower() and _AFTER_WORD.match(text, match.end()):
                # "§ 12 c, stk. 7" is how statutes are cited.
                return _Label("", match.end(), "doubt")
            if match["label"].isdigit():
                return _digit(text, found, number, grammar, style)
            return found if _belongs(text, found, number) else None
    return None


def _sure_label(text: str, at: int, number: ProvisionId, language: str) -> _Label | None:
    """A label behind a word for its level, in brackets, or before a bracket of its own."""
    if (match := _AFTER_WORD.match(text, at)) and not _is_word(text, match.span("label"), language):
        return _Label(match["label"], match.end(), "word")
    if match := _BRACKETED.match(text, at):
        return _Label(match["round"] or match["square"], match.end(), "bracket")
    if (match := _HALF.match(text, at)) and not _is_open(text, match.start()):
        return _Label(match["label"], match.end(), "half")
    return None


def _is_word(text: str, span: tuple[int, int], language: str) -> bool:
    """True for a letter that is a word of the sentence, or the beginning of an abbreviation."""
    start, after = span
    label = text[start:after]
    if label.isdigit() or len(label) > 1:
        return False
    if not label.isascii() or _ABBREVIATION.match(text, start) or _CUT_WORD.match(text, after):
        return True
    single = label.lower() in _SINGLE.get(language, _OTHERWISE_SINGLE)
    goes_on = (_GOES_ON if label.isupper() else _ROMAN_ON).match(text, after) or _AFTER_WORD.match(text, after)
    return single and not (_CLOSED.match(text, after) or goes_on)


def _digit(text: str, found: _Label, number: ProvisionId, grammar: Grammar, style: str) -> _Label | None:
    """A figure that belongs to the number; one that may as well be a law of a list makes it unread."""
    depth, end = len(number.parts), found.end
    figures = _MORE_DIGITS.match(text, end)
    behind = figures.end() if figures else end
    if grammar.counts(text, behind) or _BID.match(text, behind):
        return None
    closed = _CLOSED.match(text, end) is not None
    if found.how == "dot" or (found.how == "joined" and not figures):
        return found if depth > 1 or closed or found.how == "dot" else None
    if found.how == "spaced":
        return found if depth == int(Level.UPPER) or closed else None
    if found.how == style or found.how == "pointed":
        return found
    lower = number.law.isdigit() and int(found.text) < int(number.law)
    return _Label("", end, "doubt") if lower and depth > 1 else None


def _belongs(text: str, found: _Label, number: ProvisionId) -> bool:
    """True for a letter that goes on with a number, by what is around it."""
    depth, label = len(number.parts), found.text
    closed, goes_on = _CLOSED.match(text, found.end) is not None, _GOES_ON.match(text, found.end) is not None
    if label.isupper():
        if label in _SEATS and found.how != "dot":
            return goes_on
        return depth == 1 or found.how in ("joined", "dot") or (closed and found.how != "listed")
    if found.how in ("joined", "dot"):
        return depth > 1 or closed or goes_on
    if depth == 1:
        return goes_on and len(label) == 1
    fits = len(label) == 1 if depth == int(Level.DIGIT) else depth == int(Level.LOWER) and label in ROMANS
    return fits or (closed and found.how == "spaced")


def _under(number: ProvisionId, label: _Label) -> ProvisionId | None:
    """The number with a label below it; None where no rule of the laws can have it there."""
    depth, text = len(number.parts), label.text
    if label.how in ("word", "bracket") and depth > 1:
        text = text.lower()
    fits = {
        1: len(text) == 1 and text.isalpha(),
        2: text.isdigit(),
        3: (len(text) == 1 and text.islower()) or (text.isdigit() and label.how == "dot"),
        4: text in ROMANS or text.isdigit(),
    }
    if not text.isascii() or not fits.get(depth, False):
        return None
    return ProvisionId((*number.parts, text.upper() if depth == 1 else text))


def _is_open(text: str, at: int) -> bool:
    """True when a bracket before ``at`` is not closed."""
    before = text[max(0, at - 300) : at]
    return before.count("(") > before.count(")")


def member_on(text: str, at: int, number: ProvisionId, grammar: Grammar, language: str) -> NumberEnd | None:
    """Another member of a list whose last is ``number``: "(c)", "litra c", "C 9"; None where there is none at ``at``.

    A bare letter is one only where nothing but the list can be meant, a bare figure never.
    """
    match = _MEMBER.match(text, at)
    if match is None:
        return None
    name = "bare" if match["bare"] else "open"
    label, sure = match[name], bool(match["word"] or match["open"])
    if not match["open"] and _is_word(text, match.span(name), language):
        return None
    closed, goes_on = _CLOSED.match(text, match.end()) is not None, _GOES_ON.match(text, match.end()) is not None
    level = _level(label, len(number.parts))
    if level is None:
        return NumberEnd(match.end(), number, False) if sure and closed else None
    if not sure and (label.isdigit() or not (level == len(number.parts) or closed or goes_on)):
        return None
    if not (sure or goes_on) and (label in _SEATS or _FIGURE.match(text, match.end())):
        return None
    return read_on(text, match.end(), ProvisionId((*number.parts[: level - 1], label)), grammar, language)


def bracketed_on(text: str, at: int, number: ProvisionId) -> tuple[int, tuple[ProvisionId, ...]] | None:
    """The end of a list in brackets at ``at`` and its numbers; none where one cannot be below ``number`` or a range
    goes backwards.

    >>> [str(one) for one in bracketed_on("§ 12 C 1 (a-c)", 8, ProvisionId.of("12C1"))[1]]
    ['12C1a', '12C1b', '12C1c']
    """
    match = _SEVERAL.match(text, at)
    if match is None:
        return None
    out: list[ProvisionId] = []
    for part in re.split(_AND, match["labels"]):
        ends = re.split(_TO, part)
        below = [_under(number, _Label(label.strip(), 0, "bracket")) for label in ends]
        first, last = below[0], below[-1]
        if len(ends) > 2 or first is None or last is None:
            return match.end(), ()
        between = up_to(first.parts, last.parts) or ()
        if len(ends) > 1 and not between:
            return match.end(), ()
        out += [first, *between]
    return match.end(), tuple(out)


def range_on(
    text: str, at: int, number: ProvisionId, grammar: Grammar, language: str
) -> tuple[int, tuple[ProvisionId, ...]] | None:
    """The end of a range that begins with ``number`` and all behind it: "-c" after 12C1a; None where there is none."""
    joined = grammar.range_at(text, at)
    match = _MEMBER.match(text, joined) if joined is not None else None
    if joined is None or match is None:
        return None
    name = "bare" if match["bare"] else "open"
    last, tight = match[name], not text[at:joined].strip("-–—")
    if _level(last, len(number.parts)) != len(number.parts) or _is_word(text, match.span(name), language):
        return None
    sure = tight or match["open"] or match["word"] or (last.isalpha() and last not in _SEATS)
    if not (sure or _CLOSED.match(text, match.end())):
        return None
    between = up_to(number.parts, (*number.parts[:-1], last))
    return (match.end(), tuple(between)) if between else None


def _level(label: str, depth: int) -> int | None:
    """The level of a label in a list whose member before has ``depth`` labels; None where none can have it."""
    if depth == int(Level.ROMAN) and label in ROMANS:
        return depth
    level = int(Level.UPPER if label.isupper() else Level.DIGIT if label.isdigit() else Level.LOWER)
    fits = level <= depth and label.isascii() and (len(label) == 1 or label.isdigit())
    return level if fits else None
