"""A copy of a case for publication, without names: what is replaced is proposed here and approved by a person."""

from __future__ import annotations

import re
from calendar import day_name, month_name
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from corpus.dossiers.dossier import Dossier, PartyView, Remark
from corpus.languages import CAPITALS, LETTERS
from parser.lang.words import any_of, every_word

# What is the committee's own and may name people; a federation, an event and a number name nobody.
_NAMING = ("title", "question", "facts", "ruling", "table_result", "north_south", "east_west", "director", "appellant",
           "consent", "vote", "reasoning", "dissent", "decision", "auction", "chair", "members")  # fmt: skip
_CAPITAL, _SMALL = f"[A-Z{CAPITALS}]", f"[a-z{LETTERS}éü]"
_CAPITALISED = f"{_CAPITAL}{_SMALL}+"
_NAME = re.compile(rf"\b{_CAPITALISED}(?:[ -](?:{_CAPITAL}\.|{_CAPITALISED}))+")
_WORD = re.compile(rf"(?<![\w-]){_CAPITALISED}(?![\w-])")
# Behind a small letter or a comma: no sentence begins there. "Lag 16" and "Law 16" are laws.
_SINGLE = re.compile(rf"(?<=[a-z{LETTERS}0-9,;)] ){_CAPITALISED}(?![\w-]| ?\d)")
_OFFICE = re.compile(rf"{any_of(every_word('offices'))}s?$", re.IGNORECASE)
# "Nord-Syd" and "Øst-Vest" are no people.
_SEATS = frozenset(every_word("seats"))
# Read as they stand: a letter in them is a card or a key.
_UNTOUCHED = frozenset(("key", "language", "replacements", "played", "board", "dealer", "deal", "deposit_outcome"))
_PAIR = re.compile(r"\s*(?P<name>[^=]+?)\s*=\s*(?P<other>.*?)\s*")


def proposed_replacements(dossier: Dossier) -> str:
    """The names that a case seems to hold, each with two letters, a line each; those approved already stay first.

    A part of a name, and the initials of a player who was asked, have those of the one person they fit.

    >>> proposed_replacements(Dossier("k", "t", "da", facts="Ib Lund spurgte Nord-Syd.", members="Eva Krag"))
    'Eva Krag = AA\\nIb Lund = BB'
    """
    given = read_replacements(dossier.replacements)
    used = set(given.values())
    letters = (letter for letter in _letters() if letter not in used)
    for name in dict.fromkeys(_names(dossier)):
        if name not in given:
            whole = _whole_name(name, given)
            given[name] = given[whole] if whole else next(letters)
    return "\n".join(f"{name} = {other}" for name, other in given.items())


def read_replacements(typed: str) -> dict[str, str]:
    """The replacements by the names that they replace; a line without ``=`` is none."""
    matches = (_PAIR.fullmatch(line) for line in typed.splitlines())
    return {match["name"]: match["other"] for match in matches if match}


def public_copy(dossier: Dossier) -> Dossier:
    """The case with every approved replacement made in its own words; quotations stay as they were taken."""
    pairs = read_replacements(dossier.replacements)
    if not pairs:
        return dossier
    longest = sorted(pairs, key=len, reverse=True)
    names = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(['’:]?s)?(?!\w)")

    def put(words: str) -> str:
        return names.sub(lambda match: pairs[match[1]] + (match[2] or ""), words)

    words = {name: value for name, value in vars(dossier).items() if isinstance(value, str)}
    own: dict[str, Any] = {name: put(value) for name, value in words.items() if name not in _UNTOUCHED}
    entries = tuple(
        Remark(put(entry.text)) if isinstance(entry, Remark) else replace(entry, comment=put(entry.comment))
        for entry in dossier.entries
    )
    views = tuple(PartyView(put(view.party), put(view.text)) for view in dossier.views)
    poll = tuple(
        replace(player, **{name: put(value) for name, value in vars(player).items()}) for player in dossier.poll
    )
    return replace(dossier, **own, entries=entries, views=views, poll=poll)


def _whole_name(name: str, given: Mapping[str, str]) -> str:
    """The one longer name that a single name or initials are short for; empty where there is none or several."""
    found = [one for one in given if " " in one and (name in one.split() or name == _initials(one))]
    return found[0] if len({given[one] for one in found}) == 1 else ""


def _initials(name: str) -> str:
    """
    >>> _initials("Åse-Marie Holm")
    'ÅMH'
    """
    return "".join(part[0] for part in re.split(r"[ -]", name) if part)


def names_left(dossier: Dossier) -> tuple[str, ...]:
    """Names that a case still seems to hold, but for their replacements: to look at before it is published."""
    put = set(read_replacements(dossier.replacements).values())
    return tuple(name for name in dict.fromkeys(_names(dossier)) if name not in put)


def possible_names(text: str) -> Iterator[str]:
    """What may be people's names in a text, in its order: words with capitals that follow each other.

    >>> list(possible_names("Ib Lund spurgte Nord-Syd."))
    ['Ib Lund']
    """
    for match in _NAME.finditer(text):
        if not _SEATS & {part.casefold().removesuffix("s") for part in re.split(r"[ -]", match[0])}:
            yield match[0]


def _names(dossier: Dossier) -> Iterator[str]:
    listed = [dossier.chair, *dossier.members.splitlines()]
    yield from (name.strip() for name in listed if len(name.strip()) > 1)
    texts = [getattr(dossier, name) for name in _NAMING]
    texts += [text for view in dossier.views for text in (view.party, view.text)]
    texts += [entry.text if isinstance(entry, Remark) else entry.comment for entry in dossier.entries]
    head = " ".join((dossier.federation, dossier.event, dossier.committee))
    whole = [name for text in texts for name in possible_names(text) if name not in head]
    yield from whole
    yield from (player.initials.strip() for player in dossier.poll if player.initials.strip())
    yield from _single_names(head, texts, {part for name in (*whole, *listed) for part in name.split()})


def _single_names(head: str, texts: Iterable[str], parts: Container[str]) -> Iterator[str]:
    """Names that are one word: parts of longer ones, and words with a capital within a sentence.

    A word that the case also has in small letters, that is in its head, or that is an office or a seat, is none. At the
    beginning of a sentence each word has a capital, so there only those that are names elsewhere too.
    """
    text = "\n".join(_NAME.sub("", text) for text in texts)
    common = {*re.findall(rf"(?<![^\W\d_]){_SMALL}+", text), *re.findall(r"\w+", head.casefold())}
    common |= {*_SEATS, *(day.casefold() for day in (*day_name, *month_name))}
    inside = {match[0] for match in _SINGLE.finditer(text)}
    for match in _WORD.finditer(text):
        word = match[0].removesuffix("s") if match[0].removesuffix("s") in parts else match[0]
        # "Syds" is a seat's; of other words the s may be a name's own.
        usual = word.casefold() in common or word.casefold().removesuffix("s") in _SEATS
        if word in parts or (word in inside and not usual and not _OFFICE.search(word)):
            yield word


def _letters() -> Iterator[str]:
    """AA to ZZ, then AA1 and so on: one letter alone would read as an ace, a king, a seat or a suit."""
    for turn in count():
        yield from (2 * chr(ord("A") + at) + (str(turn) if turn else "") for at in range(26))
