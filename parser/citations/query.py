"""Citations that a person types: "§ 16 C 2 a", "L16C2a", "§§ 61-64", "lov 30, 31 og 32"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from corpus.ids import BadIdError, Level, ProvisionId
from corpus.library import MissingProvision, missing_provision
from parser.lang.words import any_of, every_word

LONGEST_CITATION = 80  # characters; what is longer is no citation that a person types
_MOST_IN_RANGE = 100  # numbers of a range whose text is not at hand
_SEP = r"[\s.()\[\]]{0,3}"
SIGNS = any_of(every_word("signs"))
"""A pattern for any word or sign before a number, in all languages: "§", "lov", "law"."""
_ANDS = any_of(every_word("ands"))
_TOS = any_of(every_word("ranges"))
_SIGN = re.compile(rf"\s*(?:§+|{SIGNS}(?![^\W\d])|l(?=\.?\s?\d))\s*\.?\s*", re.IGNORECASE)
_TAIL = rf"{_SEP}[a-z]\)?(?:{_SEP}(?:[ivx]{{1,4}}|[1-9])\)?)?(?![^\W_])"
_PLACE = re.compile(
    rf"(?:x\s?)?[1-9]\d{{0,2}}(?:{_SEP}[a-z](?![a-z])(?:{_SEP}[1-9]\d?(?!\d)(?:{_TAIL}|[\s.(]{{1,2}}[1-9]\)?(?!\d))?)?)?[\s.)\]]*",
    re.IGNORECASE,
)
_PART = re.compile(r"\(?([a-z])\)?(?:\s?([1-9]\d?)\)?(?:\s?\(?([a-z])\)?)?)?", re.IGNORECASE)
_SPLIT = re.compile(rf"\s*(?:[,;/+&]|(?<!\w){_ANDS}(?!\w))\s*", re.IGNORECASE)
_RANGE = re.compile(rf"\s*(?:[-–—]|(?<!\w){_TOS}(?!\w))\s*", re.IGNORECASE)
# A split score, "60/40" or "45 % / 55 %": artificial scores in per cent, whose halves make a hundred in steps of five.
_SHARES = re.compile(r"\s*(?P<one>\d[05])\s?%?\s?/\s?(?P<other>\d[05])\s?%?\s*")
_GLOSS = re.compile(r"\s*\([^()]*[^\W\d_]{3}[^()]*\)\s*$")
_LEADING = re.compile(
    rf"(?P<cited>(?P<sign>{_SIGN.pattern})?{_PLACE.pattern})(?P<rest>(?<=[\s)\]])\S.*)", re.IGNORECASE
)


@dataclass(frozen=True)
class CitationQuery:
    """A typed citation: the places that exist, those that do not, and words that followed it."""

    ids: tuple[ProvisionId, ...]
    missing: tuple[MissingProvision, ...] = ()
    rest: str = ""


def read_query(text: str, inventory: Collection[str] = ()) -> CitationQuery | None:
    """The citation in what a person typed, or None when it is not one.

    ``inventory`` are the ids that exist; without it nothing is checked. Words behind a citation that has a sign or a
    letter are the ``rest``.

    >>> [str(place) for place in read_query("§ 30, 31 og 32").ids]
    ['30', '31', '32']
    >>> read_query("§ 16Z", {"16", "16A", "16B"}).missing[0].runs()
    (('A', 'B'),)
    >>> read_query("udspil uden for tur") is None
    True
    """
    text = " ".join(text.split())
    if len(text) > LONGEST_CITATION or _is_shares(text):
        return None
    # "40B2(a)(iii)" ends in a label, not in a gloss: the text as it is comes first.
    bare = text.rstrip(" .?!:;,")
    whole = _read(bare, inventory) or _read(_GLOSS.sub("", text).rstrip(" .?!:;,"), inventory)
    if whole is not None:
        return whole
    leading = _LEADING.fullmatch(text)
    if leading is None or not (leading["sign"] or re.search(r"\d\W*[a-z]", leading["cited"], re.IGNORECASE)):
        return None
    cited = _read(leading["cited"].strip(), inventory)
    return None if cited is None or cited.missing else replace(cited, rest=leading["rest"])


def _is_shares(text: str) -> bool:
    """True for a score that is shared out in per cent: "60/40" is no list of laws 60 and 40."""
    shares = _SHARES.fullmatch(text)
    return shares is not None and int(shares["one"]) + int(shares["other"]) == 100


def _read(text: str, inventory: Collection[str]) -> CitationQuery | None:
    ids: list[ProvisionId] = []
    missing: list[MissingProvision] = []
    for member in _SPLIT.split(text):
        places = _member(member, ids[-1] if ids else missing[-1].number if missing else None, inventory)
        if places is None:
            return None
        for place in places:
            if inventory and str(place) not in inventory:
                missing.append(missing_provision(place, inventory))
            elif place not in ids:
                ids.append(place)
    return CitationQuery(tuple(ids), tuple(missing))


def _member(text: str, before: ProvisionId | None, inventory: Collection[str]) -> tuple[ProvisionId, ...] | None:
    """A single place or a range; ``before`` completes a member without law number ("16A, B og C")."""
    whole = _place(text, before)
    if whole is not None:
        return (whole,)
    ends = _RANGE.split(text)
    if len(ends) != 2:
        return None
    first = _place(ends[0], before)
    last = _end(ends[1], first) if first else None
    if first is None or last is None or len(first.parts) != len(last.parts) or not first < last:
        return None
    return tuple(_between(first, last, inventory)) or None


def _place(text: str, before: ProvisionId | None) -> ProvisionId | None:
    bare = _SIGN.sub("", text, count=1) if _SIGN.match(text) else text
    if _PLACE.fullmatch(bare):
        try:
            return ProvisionId.parse(bare)
        except BadIdError:
            return None
    part = _PART.fullmatch(bare.strip())
    if part is None or before is None or len(before.parts) < int(Level.UPPER):
        return None
    labels = [label for label in part.groups() if label]
    if bare.strip().startswith("(") and len(before.parts) >= int(Level.LOWER):
        return ProvisionId.of_parts((*before.parts[:3], *(label.lower() for label in labels)))
    return ProvisionId.of_parts((before.law, labels[0].upper(), *(label.lower() for label in labels[1:])))


def _end(text: str, first: ProvisionId) -> ProvisionId | None:
    """The end of a range: a whole number, or only its last label ("16A-D", "16C1-3")."""
    label = text.strip(" ()")
    depth = len(first.parts)
    if depth > 1 and re.fullmatch(r"\d{1,2}|[A-Za-z]", label) and label.isdigit() == first.parts[-1].isdigit():
        return ProvisionId.of_parts((*first.parts[:-1], label.upper() if depth == int(Level.UPPER) else label.lower()))
    return _place(text, None)


def _between(first: ProvisionId, last: ProvisionId, inventory: Collection[str]) -> Iterator[ProvisionId]:
    """What exists from first to last; without an inventory, every number or letter between them."""
    held = sorted(p for p in map(ProvisionId.of, inventory) if p.level is first.level and first <= p <= last)
    if held:
        yield from held
        return
    if first.parts[:-1] != last.parts[:-1]:
        return
    start, stop = first.parts[-1], last.parts[-1]
    if start.isdigit() and stop.isdigit() and int(stop) - int(start) < _MOST_IN_RANGE:
        yield from (ProvisionId((*first.parts[:-1], str(n))) for n in range(int(start), int(stop) + 1))
    elif len(start) == len(stop) == 1:
        yield from (ProvisionId((*first.parts[:-1], chr(n))) for n in range(ord(start), ord(stop) + 1))


PATTERNS: Mapping[str, re.Pattern[str]] = {
    "sign": _SIGN,
    "place": _PLACE,
    "part": _PART,
    "split": _SPLIT,
    "range": _RANGE,
    "shares": _SHARES,
    "gloss": _GLOSS,
    "leading": _LEADING,
}
"""The patterns by name, for a reader that is not written in Python."""
