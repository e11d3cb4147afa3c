"""A copy of a case for publication, without names: what is replaced is proposed here and approved by a person.

A field of names is read as one, whatever its letters; elsewhere words with capitals are proposed. What stands in the
copy after that is listed, with the names in decisions that it quotes.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import day_name, month_name
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, count
from typing import Any

from app.committee.people import (
    CAPITALISED,
    HONORED,
    LABELLED,
    LETTER,
    SEATS,
    SMALL,
    field_names,
    fits,
    folded,
    is_office,
    is_seat,
    name_parts,
    possible_names,
    telling_parts,
    without_genitive,
)
from app.committee.replacements import NameReplacements
from corpus.dossiers.dossier import Dossier, PartyView, Quotation, Remark
from corpus.model import Lines
from corpus.text import slug

# What is the committee's own and may name people; a federation, an event and a number name nobody.
_NAMING = ("title", "question", "facts", "ruling", "table_result", "appellant", "consent", "vote", "reasoning",
           "dissent", "decision", "auction")  # fmt: skip
# Fields that hold people and little else.
_PEOPLE = ("chair", "members", "north_south", "east_west", "director")
_HEAD = ("federation", "event", "committee")
# Behind a small letter, a comma or "v/": no sentence begins there. "Lag 16" and "Law 16" are laws.
_SINGLE = re.compile(rf"(?:(?<=[{SMALL[1:-1]}0-9,;)/&–] )|(?<=\()){CAPITALISED}(?![\w-]| ?\d)")
_WORD = re.compile(rf"(?<![\w-])(?:{LETTER}['’])?{LETTER}(?:['’]?{LETTER})+(?![\w-])")
# Read as they stand: a letter in them is a card or a key.
_UNTOUCHED = frozenset(("key", "language", "replacements", "played", "board", "dealer", "deal", "deposit_outcome"))


def proposed_replacements(dossier: Dossier) -> str:
    """The names that a case seems to hold, each with two letters, a line each; those approved already stay first.

    A part of a name, and the initials of a player who was asked, have those of the one person they fit.

    >>> proposed_replacements(Dossier("k", "t", "da", facts="Ib Lund spurgte Nord-Syd.", members="eva krag"))
    'eva krag = AA\\nIb Lund = BB'
    """
    given = dict(read_replacements(dossier.replacements))
    letters = (letter for letter in _letters() if letter not in set(given.values()))
    found = dict.fromkeys(_CaseNames(dossier).names())
    for name in found:
        bare = without_genitive(name)
        covered = any(NameReplacements(given).covers(one) for one in {name, bare})
        if not covered and (bare == name or bare not in found):
            whole = [other for one, other in given.items() if fits(name, one)]
            given[name] = whole[0] if len(set(whole)) == 1 else next(letters)
    return "\n".join(f"{name} = {other}" for name, other in given.items())


def read_replacements(typed: str) -> dict[str, str]:
    """The replacements by the names that they replace; a line without ``=`` is none."""
    return dict(NameReplacements.of(typed).pairs)


def public_copy(dossier: Dossier) -> Dossier:
    """The case with every approved replacement made in its own words.

    Quoted words stay as they were taken; of a decision quoted, its file is left out. The paper puts the replacements
    into the words of decisions, in brackets.
    """
    replacements = NameReplacements.of(dossier.replacements)
    put = replacements.put
    words = {name: value for name, value in vars(dossier).items() if isinstance(value, str)}
    own: dict[str, Any] = {name: put(value) for name, value in words.items() if name not in _UNTOUCHED}
    own["auction"] = replacements.without_seats.put(dossier.auction)
    entries = tuple(Remark(put(one.text)) if isinstance(one, Remark) else _public(one, put) for one in dossier.entries)
    views = tuple(PartyView(put(view.party), put(view.text)) for view in dossier.views)
    poll = tuple(
        replace(player, **{name: put(value) for name, value in vars(player).items()}) for player in dossier.poll
    )
    return replace(dossier, **own, entries=entries, views=views, poll=poll)


def public_name(copy: Dossier) -> str:
    """The name of a copy's file: from the title with its replacements, without it where that still names somebody.

    >>> public_name(Dossier("lund", "Lund mod Dam", "da", replacements="Lund = AA", north_south="Ib Lund"))
    'anonym'
    >>> public_name(Dossier("lund", "AA mod BB", "da", replacements="Lund = AA\\nDam = BB"))
    'aa-mod-bb-anonym'
    """
    replacements = NameReplacements.of(copy.replacements)
    left = tuple(_CaseNames(copy, replacements).left_in((copy.title,)))
    return slug("anonym" if left else f"{copy.title} anonym", "anonym")


def names_left(dossier: Dossier) -> tuple[str, ...]:
    """Names that a copy still seems to hold in its own words: to look at before it is published.

    Of people whose names are known, every part is one, in whatever letters, a seat too: "Vest" may be Karl Vest.
    """
    replacements = NameReplacements.of(dossier.replacements)
    return tuple(dict.fromkeys(_CaseNames(dossier, replacements).left()))


def names_in_quotations(dossier: Dossier) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The decisions quoted in a copy that still seem to name people, each as it is cited, with the names."""
    replacements = NameReplacements.of(dossier.replacements)
    names = _CaseNames(dossier, replacements)
    found = ((one.cited, tuple(dict.fromkeys(names.left_in(_decision_words(one))))) for one in _decisions(dossier))
    return tuple((cited, left) for cited, left in found if left)


class _CaseNames:
    """The names in a case; in its copy, those that nothing stands for."""

    def __init__(self, dossier: Dossier, replacements: NameReplacements | None = None) -> None:
        self._dossier = dossier
        self._replacements = replacements
        body = _without(self._people, dossier.committee)
        self._head = " ".join((dossier.federation, dossier.event, body))

    def names(self) -> Iterator[str]:
        """All, in the order that letters are given: fields of people, whole names in texts, initials, single names."""
        yield from self._people
        texts = [*self._own_texts(), *chain(*(_decision_words(one) for one in _decisions(self._dossier)))]
        texts = [self._masked(text) for text in texts]
        found = [*self._in_texts(texts)]
        yield from found
        yield from (player.initials.strip() for player in self._dossier.poll if player.initials.strip())
        yield from self._single_names(texts, found)

    def left(self) -> Iterator[str]:
        """Names in the copy's own words, then those of its fields."""
        yield from self.left_in(self._own_texts())
        yield from self._people
        initials = (self._masked(player.initials).strip() for player in self._dossier.poll)
        yield from (one for one in initials if re.search(LETTER, one))
        yield from self._known_parts(self._masked(text) for text in _other_texts(self._dossier))

    def left_in(self, texts: Iterable[str]) -> Iterator[str]:
        """Names in these words that nothing stands for."""
        masked = [self._masked(text) for text in texts]
        found = [*self._in_texts(masked)]
        yield from found
        yield from self._single_names(masked, found)
        yield from self._known_parts(masked)

    def _masked(self, text: str) -> str:
        text = unicodedata.normalize("NFC", text)
        return self._replacements.without(self._replacements.put(text)) if self._replacements else text

    def _own_texts(self) -> list[str]:
        dossier = self._dossier
        texts = [getattr(dossier, name) for name in _NAMING]
        texts += [text for view in dossier.views for text in (view.party, view.text)]
        return texts + [one.text if isinstance(one, Remark) else one.comment for one in dossier.entries]

    @cached_property
    def _people(self) -> tuple[str, ...]:
        """The names of the fields that hold people; a committee's own name is none."""
        held = (self._masked(getattr(self._dossier, name)) for name in _PEOPLE)
        named = [name for field in held for name in field_names(field) if len(name) > 1]
        # "NS" appeals as often as a name does.
        named += [name for name in field_names(self._masked(self._dossier.appellant)) if len(name) > 2]
        around = f"{self._dossier.federation} {self._dossier.event}".casefold()
        body = field_names(self._masked(self._dossier.committee))
        return tuple(dict.fromkeys((*named, *(name for name in body if name.casefold() not in around))))

    @cached_property
    def _known(self) -> tuple[str, ...]:
        """The people of the fields, and who has a replacement; what stands for itself is no name."""
        pairs = self._replacements.pairs if self._replacements else {}
        return (*self._people, *(name for name, other in pairs.items() if name != other))

    def _in_texts(self, texts: Iterable[str]) -> Iterator[str]:
        """Whole names, and surnames behind "hr."; what ends in a person of the fields is that one."""
        for text in texts:
            for found in possible_names(text):
                name = next((one for one in self._people if _ends_in(found, one)), found)
                if name in self._people or not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self._head):
                    yield name
            for match in HONORED.finditer(text):
                if not is_seat(match["name"]):
                    yield match["name"]
                elif any(fits(match[0], one) for one in self._known):
                    yield match[0]

    def _single_names(self, texts: Sequence[str], found: Sequence[str]) -> Iterator[str]:
        """Names that are one word: parts of longer ones, and words with a capital within a sentence.

        ``found`` are the whole names in the texts.

        A word that the case also has in small letters, that is in its head, or that is an office or a seat, is none. At
        the beginning of a sentence each word has a capital, so there only those that are names elsewhere too.
        """
        whole = [*self._known, *found]
        parts = {folded(part) for name in whole for part in telling_parts(name)}
        small = {part for name in self._people if name.islower() for part in telling_parts(name)}
        text = _without(whole, "\n".join(texts))
        common = {*re.findall(rf"(?<!{LETTER}){SMALL}{LETTER}*", text), *re.findall(r"\w+", self._head.casefold())}
        common |= {*SEATS, *(day.casefold() for day in (*day_name, *month_name))}
        inside = {match[0] for match in _SINGLE.finditer(text)}
        inside |= {match["name"] for match in LABELLED.finditer(text)}
        inside |= self._first_of_title()
        for match in _WORD.finditer(text):
            bare = without_genitive(match[0])
            word = bare if folded(bare) in parts else match[0]
            if folded(word) in parts:
                if not word.islower() or word in small:
                    yield word
            elif (
                (word in inside or _has_inner_capital(word))
                and word.casefold() not in common
                and not is_seat(word)
                and not is_office(word)
            ):
                yield word

    def _first_of_title(self) -> set[str]:
        """The first word of the title where it names somebody behind it: "Lund mod Nielsen"."""
        title = self._masked(self._dossier.title)
        first = re.match(rf"{CAPITALISED}(?![\w-])", title)
        return {first[0]} if first and _SINGLE.search(title) else set()

    def _known_parts(self, texts: Iterable[str]) -> Iterator[str]:
        """Words that are a part of a known name, in whatever letters, as they are printed."""
        parts = {folded(part) for name in self._known for part in name_parts(name) if " " in name and len(part) > 1}
        parts |= {folded(name) for name in self._known if " " not in name}
        for text in texts:
            for match in _WORD.finditer(text):
                bare = without_genitive(match[0])
                if found := {folded(match[0]), folded(bare)} & parts:
                    yield match[0] if folded(match[0]) in found else bare


def _ends_in(found: str, name: str) -> bool:
    """True for a name with other words before it, and for its genitive."""
    folded, own = f" {found.casefold()}", f" {name.casefold()}"
    return folded.endswith((own, f"{own}s"))


def _has_inner_capital(word: str) -> bool:
    """True for a name wherever it stands: "O'Brien", "McDonald"."""
    return any(letter.isupper() for letter in word[1:]) and re.fullmatch(CAPITALISED, word) is not None


def _without(names: Iterable[str], text: str) -> str:
    """The text without whole names, whose parts are no single ones."""
    longer = {name for name in names if len(name.split()) > 1 or "-" in name}
    return NameReplacements(dict.fromkeys(longer, "·")).put(text)


def _public(quotation: Quotation, put: Callable[[str], str]) -> Quotation:
    """A quotation in a copy: of a decision without its file, whose name may be the parties'."""
    comment = put(quotation.comment)
    if quotation.kind != "precedent":
        return replace(quotation, comment=comment)
    title, cited = put(quotation.title), put(quotation.cited)
    return replace(quotation, comment=comment, title=title, cited=cited, source=Lines("", 0, 0))


def _decisions(dossier: Dossier) -> Iterator[Quotation]:
    return (quotation for quotation in dossier.quotations if quotation.kind == "precedent")


def _decision_words(quotation: Quotation) -> tuple[str, ...]:
    pieces = (text for one in quotation.pieces for text in (one.heading, *one.text.split("\n"), *chain(*one.rows)))
    return quotation.title, quotation.cited, *pieces


def _other_texts(dossier: Dossier) -> Iterator[str]:
    """What is printed beside the committee's own words, and is no place for names."""
    yield from (getattr(dossier, name) for name in (*_HEAD, "case", "deposit", "deadline"))
    yield from (value for value in vars(dossier.score).values() if isinstance(value, str))
    yield from (value for player in dossier.poll for value in vars(player).values())
    yield from (step.at for step in dossier.done)


def _letters() -> Iterator[str]:
    """AA to ZZ, then AA1 and so on: one letter alone would read as an ace, a king, a seat or a suit."""
    for turn in count():
        yield from (2 * chr(ord("A") + at) + (str(turn) if turn else "") for at in range(26))
