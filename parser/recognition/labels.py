"""What the beginning of a paragraph may be a label of: "A.", "(a)", "2. (a)", "§ 16 C 2 a", "C2a".

Candidates only: which of them is meant is decided by ``parser.recognition.sequence`` from all labels together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from corpus.ids import ROMANS, Level, decimal_labels
from parser.documents.label_words import KIND, LAW_SIGNS, before_part
from parser.lang.words import LANGUAGES, any_of, words_of

_WORDS = [words_of(code) for code in LANGUAGES]
_ORDINAL = r"(?:(?:nr|no)\b\.?|nummer\b|number\b)?\s*"  # "Lov nr. 16"
_LAW = re.compile(r"[Xx]?[1-9]\d{0,2}(?!\d)")
# "16 §" in Sweden and Finland; in "3 § 25B" the sign belongs to what follows.
_SIGN_BEHIND = re.compile(r" ?§(?=[\s.]|\Z)(?!\s*[Xx]?\d)")
_ROMAN_CAPITALS = re.compile(r"[IVX]{1,5}(?=[)\]])")
# "16.3.2.1", "16.3.2.a", "16-3-2": what is behind the number of a law in a decimal house.
_DECIMALS = re.compile(r"(?:[.-][1-9]\d?(?!\d)){1,4}(?:\.(?:[a-z]|[ivx]{2,4})(?!\w))?")
_UPPER = re.compile(r"[A-Z](?![^\W\d_])")
_DIGIT = re.compile(r"[1-9]\d?(?!\d)")
_LOWER = re.compile(r"[ivx]{1,5}(?![^\W\d_])|[a-z](?![^\W\d_])")
# "12C1ei": a small letter and a roman number with nothing between.
_GLUED = re.compile(rf"([a-z])({'|'.join(sorted(ROMANS, key=len, reverse=True))})(?![^\W\d_])")
# "26A21": a number below a number; where no A2 is open it follows nothing.
_GLUED_NUMBERS = re.compile(r"([1-9])([1-9])(?!\d)")
_CLOSE = re.compile(r"[.):\]°]{0,2}")  # "1°": an ordinal
_GAP = re.compile(r"[.):\]]{0,2}\s*[-–/]?\s*[(\[]?")
# "§ 16, litra C, nr. 2": what lawyers write between the parts of a number.
_NAMED = re.compile(rf"[.):\]]{{0,2}},\s+{KIND}[(\[]?", re.IGNORECASE)
_LISTED = re.compile(rf"[.):\]]{{0,2}},\s+(?:{KIND})?[(\[]?", re.IGNORECASE)  # "Lag 16, C, punkt 2"
_BULLET = re.compile(r"[-–—•·▪*]\s+(?=[(\[]?\w{1,4}[.):\]])")
_DASH = re.compile(r"\s*[–—|-](?:\s+|\Z)|\s*[:.|]\s+|\s+")


@dataclass(frozen=True)
class LabelCandidate:
    """A reading of the beginning of a paragraph.

    ``atoms`` are its parts ("2", "a"), with the law's number first where ``absolute``; the words of the paragraph
    begin at ``end``. ``automatic``: no text holds the label. ``bare``: nothing but one blank parts it from the words.
    ``look`` is what labels of one kind share: "A.", "(1)"; ``kind`` the word before it: "litra".
    """

    atoms: tuple[str, ...]
    absolute: bool
    end: int
    automatic: bool
    bare: bool
    signed: bool
    look: str
    kind: str = ""


@dataclass(frozen=True)
class LabelWords:
    """Words, in small letters, that one book sets before its labels besides those that are known: ``signs`` before the
    numbers of laws, ``kinds`` before those of parts."""

    signs: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()


KNOWN_WORDS = LabelWords()


@lru_cache(maxsize=8)
def _patterns(words: LabelWords) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a sign of a law, and a word before the label of a part, look like."""
    law = _either(LAW_SIGNS, words.signs)
    sign = rf"(?:{law}(?=[\s\d.X])\.?|§+)\s*{_ORDINAL}"
    own = f"{before_part(words.kinds)}|" if words.kinds else ""
    return re.compile(sign, re.IGNORECASE), re.compile(f"{own}{KIND}", re.IGNORECASE)


def _either(known: str, own: frozenset[str]) -> str:
    return f"(?:{known}|{any_of(set(own))})" if own else known


def candidates(
    label: str, text: str, words: LabelWords = KNOWN_WORDS, decimal: bool = False
) -> tuple[LabelCandidate, ...]:
    """Every reading of what ``label``, the automatic number, and ``text`` begin with; ``words`` are the book's own.

    ``decimal``: it is the number of a law, and what is below it in figures, each of which stands for the letter or
    figure of its level.

    >>> [c.atoms for c in candidates("", "2. (a) Kortene")]
    [('2',), ('2', 'a')]
    >>> [c.atoms for c in candidates("", "\\t2.\\tKortene")]
    [('2',)]
    >>> [(c.atoms, c.kind) for c in candidates("", "Litra C Rettelse")]
    [(('C',), 'litra')]
    >>> [(c.atoms, c.signed) for c in candidates("", "16 § Rättelse")]
    [(('16',), True)]
    >>> [candidates("", t)[-1].atoms for t in ("§ 16, litra C, nr. 2, litra a. Når", "Lag 16, C, punkt 2. När")]
    [('16', 'C', '2', 'a'), ('16', 'C', '2')]
    >>> [(c.atoms, c.signed) for c in candidates("", "Lov nr. 16")]
    [(('16',), True)]
    >>> [c.atoms for c in candidates("", "Stk. 1. Litra a) Kort")]
    [('1',), ('1', 'a')]
    >>> [c.atoms for c in candidates("", "Avdelning C. Rättelse", LabelWords(kinds=frozenset({"avdelning"})))]
    [('C',)]
    >>> [c.atoms for c in candidates("", "16.3.2.1 Når en spiller", decimal=True)]
    [('16', 'C', '2', 'a')]
    >>> candidates("", "2 –")[-1].end  # nothing behind the dash
    3
    >>> [(c.atoms, c.signed) for c in candidates("", "§ 16 C 2 a Når en spiller")][-1]
    (('16', 'C', '2', 'a'), True)
    """
    whole = f"{label}\t{text}" if label else text
    shift = len(label) + 1 if label else 0
    # Who sets a part in with tabs types them before its label.
    start = 0 if label else len(whole) - len(whole.lstrip())
    if not label and (bullet := _BULLET.match(whole, start)):
        start = bullet.end()
    found = []
    for candidate in (_decimal if decimal else _scan)(whole, start, words):
        if candidate.end >= min(shift, len(whole)) or candidate.end >= len(label):
            end, bare = max(0, candidate.end - shift), candidate.bare and not label
            found.append(replace(candidate, end=end, automatic=bool(label), bare=bare))
    return tuple(found)


def _scan(text: str, start: int, words: LabelWords) -> Iterator[LabelCandidate]:
    at = start
    before_law, before_part = _patterns(words)
    sign = before_law.match(text, at)
    signed = sign is not None
    if sign:
        at = sign.end()
    elif kind := before_part.match(text, at):
        yield from _kind(text, kind, before_part)
        return
    if (law := _LAW.match(text, at)) and (signed or text[law.end() : law.end() + 1] not in ("%",)):
        atoms = (law[0].upper(),)
        if not signed and (behind := _SIGN_BEHIND.match(text, law.end())):
            yield from _emit(text, at, behind.end(), atoms, True, True)
            yield from _deeper(text, behind.end(), atoms, True, True)
            return
        yield from _emit(text, at, law.end(), atoms, signed or law[0][0] in "Xx", signed)
        yield from _deeper(text, law.end(), atoms, True, signed)
    if not signed:
        yield from _parts(text, at, law is not None)


def _decimal(text: str, start: int, words: LabelWords) -> Iterator[LabelCandidate]:
    """The number of a law, with all that stands behind its points."""
    sign = _patterns(words)[0].match(text, start)
    at = sign.end() if sign else start
    if (law := _LAW.match(text, at)) is None:
        return
    figures = _DECIMALS.match(text, law.end())
    end = figures.end() if figures else law.end()
    atoms = (law[0].upper(), *decimal_labels(figures[0] if figures else ""))
    absolute = len(atoms) > 1 or sign is not None or atoms[0][0] == "X"
    if all(atoms):
        for one in _emit(text, at, end, atoms, absolute, sign is not None):
            yield replace(one, bare=False)


def _kind(text: str, kind: re.Match[str], before_part: re.Pattern[str]) -> Iterator[LabelCandidate]:
    """Labels behind a word that says of what kind they are: "Litra a)", and behind one another "Stk. 1. Litra a)"."""
    name = kind[0].strip().casefold()
    for one in _parts(text, kind.end()):
        yield replace(one, bare=False, kind=name, look=f"{name} {one.look}")
        if len(one.atoms) == 1 and (inner := before_part.match(text, one.end)):
            for further in _kind(text, inner, before_part):
                if len(further.atoms) < len(Level) - 1:
                    yield replace(further, atoms=(*one.atoms, *further.atoms))


def _parts(text: str, at: int, is_law: bool = False) -> Iterator[LabelCandidate]:
    """Labels that are no law's number: a letter, a number or a small letter, and what is below it."""
    opened = re.compile(r"[(\[]?").match(text, at)
    inner = opened.end() if opened else at
    for kind in (_UPPER, _DIGIT, _LOWER):
        if match := kind.match(text, inner):
            atom = match[0]
            if kind is _LOWER and len(atom) > 1 and atom not in ROMANS:
                continue
            if not (kind is _DIGIT and inner == at and is_law):
                yield from _emit(text, at, match.end(), (atom,), False, False)
            yield from _deeper(text, match.end(), (atom,), False, False)
    # "(IV)": romans in capitals stand in brackets, where a letter in capitals is none of a list.
    if inner > at and (match := _ROMAN_CAPITALS.match(text, inner)) and match[0].lower() in ROMANS:
        yield from _emit(text, at, match.end(), (match[0].lower(),), False, False)


def _deeper(text: str, at: int, atoms: tuple[str, ...], absolute: bool, signed: bool) -> Iterator[LabelCandidate]:
    """Further parts behind those already read; a part of two digits or a letter ends where a word would begin."""
    if len(atoms) + (0 if absolute else 1) >= 5:
        return
    gap = (_LISTED if signed else _NAMED).match(text, at) or _GAP.match(text, at)
    begin = gap.end() if gap else at
    last = atoms[-1]
    if absolute and len(atoms) == 1:
        kinds: tuple[re.Pattern[str], ...] = (_UPPER,)
    elif last.isupper():
        kinds = (_DIGIT,)
    elif last.isdigit():
        kinds = (_LOWER, _DIGIT) if signed or "." in text[at:begin] or "(" in text[at:begin] else (_LOWER,)
    else:
        kinds = (_LOWER, _DIGIT)
    if len(last) == 1 and last.islower() and text[begin - 1 : begin] in ("(", "["):
        kinds = (*kinds, _ROMAN_CAPITALS)
    depth = len(atoms) + (0 if absolute else 1)
    if begin == at and depth == 3 and len(atoms) > 1 and last.isdigit() and (glued := _GLUED.match(text, begin)):
        yield from _emit(text, begin, glued.end(), (*atoms, glued[1], glued[2]), absolute, signed)
    if begin == at and depth == 2 and last.isupper() and (glued := _GLUED_NUMBERS.match(text, begin)):
        yield from _emit(text, begin, glued.end(), (*atoms, glued[1], glued[2]), absolute, signed)
    for kind in kinds:
        if match := kind.match(text, begin):
            atom = match[0].lower() if kind is _ROMAN_CAPITALS else match[0]
            if kind in (_LOWER, _ROMAN_CAPITALS) and len(atom) > 1 and atom not in ROMANS:
                continue
            if kind is _DIGIT and last.isdigit() and not absolute and text[at:begin].strip() == "":
                continue
            wider = (*atoms, atom)
            yield from _emit(text, begin, match.end(), wider, absolute, signed)
            yield from _deeper(text, match.end(), wider, absolute, signed)


def _emit(
    text: str, begin: int, end: int, atoms: tuple[str, ...], absolute: bool, signed: bool
) -> Iterator[LabelCandidate]:
    """The candidate that ends at ``end``, if what follows may be the words of a paragraph."""
    close = _CLOSE.match(text, end)
    after = close.end() if close else end
    follows = text[after : after + 1]
    glued = (
        after > end and text[after - 1] == ")" and follows.isalnum() and not follows.islower()
    )  # "iii)Den", where a column is too narrow
    if follows and not follows.isspace() and follows not in "–—|" and not glued:
        return
    gap = _DASH.match(text, after)
    words = gap.end() if gap else after
    parted = text[after:words]
    bare = after == end and parted == " "
    opened = (
        text[begin - 1 : begin]
        if begin and text[begin - 1] in "(["
        else text[begin : begin + 1]
        if text[begin : begin + 1] in "(["
        else ""
    )
    last = atoms[-1].lstrip("X") or atoms[-1]
    kind = "1" if last.isdigit() else "A" if last.isupper() else "a"
    yield LabelCandidate(atoms, absolute, words, False, bare, signed, f"{len(atoms)}{opened}{kind}{text[end:after]}")
