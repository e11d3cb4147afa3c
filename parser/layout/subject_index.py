"""Locators of a book's subject index: from "40B2(a)(iii)" or "20 andra fotnoten" to what they point at."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from corpus.ids import BadIdError, ProvisionId

_NUMBER = re.compile(r"§+\s*|\s+")
_RANGE = re.compile(r"(\d+)\s*[-–]\s*(\d+)")


@dataclass(frozen=True)
class IndexWords:
    """Words of a subject index that are locators but no provision ids."""

    definition: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    note: tuple[str, ...] = ()
    ordinals: Mapping[str, int] = field(default_factory=dict)
    meant: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """(row as printed, locator as printed) -> target, where the words alone mislead ("ROUND" is Rond)."""


def read_locator(locator: str, entry: str, words: IndexWords, headwords: Mapping[str, str]) -> tuple[str, ...]:
    """Targets of one printed locator, as in IndexEntry.targets; () when it cannot be read.

    ``entry`` is the index entry, which names the definition meant by a word such as "Definitioner";
    ``headwords`` maps casefolded headwords (and their parts) to definition addresses.
    """
    if (entry, locator) in words.meant:
        return (words.meant[entry, locator],)
    bare = locator.strip().lstrip("§ ").rstrip(".")
    if bare.casefold() in {word.casefold() for word in words.definition}:
        found = _headword(entry, headwords)
        return (found,) if found else ()
    for word, key in words.parts.items():
        if bare.casefold() == word.casefold():
            return (f"part:{key}",)
    noted = _note(bare, words)
    if noted:
        return (noted,)
    span = _RANGE.fullmatch(_NUMBER.sub("", bare))
    if span:
        return tuple(str(n) for n in range(int(span[1]), int(span[2]) + 1))
    try:
        return (str(ProvisionId.parse(bare)),)
    except BadIdError:
        return ()


def headword_table(addresses: Sequence[str]) -> dict[str, str]:
    """Casefolded ways to name a headword in an index, with its address: as printed, without brackets, up to a comma.

    >>> headword_table(["def:Spil, den"])
    {'spil den': 'def:Spil, den', 'spil': 'def:Spil, den'}
    """
    table: dict[str, str] = {}
    for address in addresses:
        head = address.removeprefix("def:").split("/")[-1]
        bare = re.sub(r"\s*\(.*?\)", "", head)
        inner = re.findall(r"\((.*?)\)", head)
        for form in (head, bare, bare.split(",")[0], *inner):
            table.setdefault(_plain(form), address)
    return table


def _headword(entry: str, headwords: Mapping[str, str]) -> str | None:
    plain = _plain(re.sub(r"\s*\(.*?\)", "", entry))
    if plain in headwords:
        return headwords[plain]
    near = [address for head, address in headwords.items() if head[:6] == plain[:6] and _close(head, plain)]
    return near[0] if len(set(near)) == 1 else None


def _plain(text: str) -> str:
    return re.sub(r"[^\w]+", " ", text).casefold().strip()


def _close(one: str, other: str) -> bool:
    """True for inflected or lightly misspelt forms of one word: "Spelperioden" and "Spelperiod"."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short[: max(4, len(short) - 2)]) and len(long) - len(short) <= 4


def _note(bare: str, words: IndexWords) -> str | None:
    for word in words.note:
        match = re.fullmatch(rf"(\d+)\s+(?:(\w+)\s+)?{re.escape(word)}", bare, re.IGNORECASE)
        if match:
            ordinal = words.ordinals.get((match[2] or "").casefold(), 1) if match[2] else 1
            return f"note:{match[1]}#{ordinal}"
    return None
