"""A copy of a case for publication, without names: what is replaced is proposed here and approved by a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from corpus.dossiers.dossier import Dossier, PartyView, Remark

# What is the committee's own and may name people; a federation, an event and a number name nobody.
_NAMING = ("title", "question", "facts", "ruling", "table_result", "appellant", "consent", "vote", "reasoning",
           "dissent", "decision", "auction", "chair", "members")  # fmt: skip
_NAME = re.compile(r"\b[A-ZÆØÅÄÖ][a-zæøåäöéü]+(?:[ -](?:[A-ZÆØÅÄÖ]\.|[A-ZÆØÅÄÖ][a-zæøåäöéü]+))+")
# "Nord-Syd" and "Øst-Vest" are no people.
_SEATS = frozenset(["nord", "øst", "syd", "vest", "sør", "väst", "öst", "north", "east", "south", "west"])
# Read as they stand: a letter in them is a card or a key.
_UNTOUCHED = frozenset(("key", "language", "replacements", "played", "board", "dealer", "deal", "deposit_outcome"))
_PAIR = re.compile(r"\s*(?P<name>[^=]+?)\s*=\s*(?P<other>.*?)\s*")


def proposed_replacements(dossier: Dossier) -> str:
    """The names that a case seems to hold, each with a letter, a line each; those approved already stay first.

    >>> proposed_replacements(Dossier("k", "t", "da", facts="Ib Lund spurgte Nord-Syd.", members="Eva Krag"))
    'Eva Krag = A\\nIb Lund = B'
    """
    approved = read_replacements(dossier.replacements)
    used = set(approved.values())
    letters = (letter for letter in _letters() if letter not in used)
    found = [name for name in dict.fromkeys(_names(dossier)) if name not in approved]
    lines = [f"{name} = {other}" for name, other in approved.items()]
    return "\n".join([*lines, *(f"{name} = {letter}" for name, letter in zip(found, letters, strict=False))])


def read_replacements(typed: str) -> dict[str, str]:
    """The names and what stands for them; a line without ``=`` is no replacement."""
    matches = (_PAIR.fullmatch(line) for line in typed.splitlines())
    return {match["name"]: match["other"] for match in matches if match}


def public_copy(dossier: Dossier) -> Dossier:
    """The case with every approved replacement made in its own words; quotations stay as they were taken."""
    pairs = read_replacements(dossier.replacements)
    if not pairs:
        return dossier
    longest = sorted(pairs, key=len, reverse=True)
    names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")

    def put(words: str) -> str:
        return names.sub(lambda match: pairs[match[0]], words)

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


def names_left(dossier: Dossier) -> tuple[str, ...]:
    """Names that a case still seems to hold: to look at before it is published."""
    return tuple(dict.fromkeys(_names(dossier)))


def possible_names(text: str) -> Iterator[str]:
    """What may be people's names in a text, in its order: words with capitals that follow each other.

    >>> list(possible_names("Ib Lund spurgte Nord-Syd."))
    ['Ib Lund']
    """
    for match in _NAME.finditer(text):
        if not _SEATS & {part.casefold() for part in re.split(r"[ -]", match[0])}:
            yield match[0]


def _names(dossier: Dossier) -> Iterator[str]:
    listed = [dossier.chair, *dossier.members.splitlines()]
    yield from (name.strip() for name in listed if len(name.strip()) > 1)
    texts = [getattr(dossier, name) for name in _NAMING]
    texts += [text for view in dossier.views for text in (view.party, view.text)]
    texts += [entry.text if isinstance(entry, Remark) else entry.comment for entry in dossier.entries]
    for text in texts:
        yield from possible_names(text)


def _letters() -> Iterator[str]:
    """A to Z, then A1 and so on."""
    for turn in count():
        yield from (chr(ord("A") + at) + (str(turn) if turn else "") for at in range(26))
