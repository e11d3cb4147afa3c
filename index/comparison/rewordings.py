"""How a rule, its heading, tables and notes, and a definition, read in two editions in one language.

What two texts have is compared as words, whatever blanks and line ends are between them. Which rules belong together
is told from outside (``edition_changes``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Definition, Expression, Prose, Provision, Table

WordedPart = Literal["text", "heading", "table", "note"]
WORDED_PARTS: tuple[WordedPart, ...] = get_args(WordedPart)
RewordingKind = Literal["reworded", "added", "dropped"]
TextPair = tuple[Expression, Expression]
"""A text of the older edition and one of the newer, in one language."""
_ALIKE = 0.5  # from here on two notes are one that was reworded, rather than one dropped and another added


@dataclass(frozen=True)
class Rewording:
    """What a part of a rule or a definition is in two texts in one language; a side that has none of it is empty."""

    old_expression: str
    new_expression: str
    old: str
    new: str
    part: WordedPart = "text"

    @property
    def kind(self) -> RewordingKind:
        """What happened to the part itself."""
        return "added" if not self.old else "dropped" if not self.new else "reworded"


def text_pairs(library: Library, work: str, old: str, new: str) -> tuple[TextPair, ...]:
    """The texts of two editions that are in one language."""
    return tuple(
        (one, other)
        for one in library.of_work(work, old)
        for other in library.of_work(work, new)
        if one.language == other.language
    )


def rule_rewordings(library: Library, pair: TextPair, number: ProvisionId, home: ProvisionId) -> Iterator[Rewording]:
    """What of a rule reads otherwise at its home in the newer edition, but for its notes; nothing where a text lacks
    one of the two."""
    before, after = (library.provision(text.key, place) for text, place in zip(pair, (number, home), strict=True))
    if before is None or after is None:
        return
    yield from _rewordings(pair, "text", [before.text], [after.text])
    yield from _rewordings(pair, "heading", [_heading(before)], [_heading(after)])
    yield from _rewordings(pair, "table", _tables(before), _tables(after))


def note_rewordings(
    library: Library,
    pair: TextPair,
    numbers: Sequence[ProvisionId],
    homes: Sequence[ProvisionId],
    kept: Collection[str] = (),
) -> Iterator[Rewording]:
    """The notes of some rules that are reworded, added or dropped at their homes, but for those that are ``kept``."""
    olds, news = (
        [note.text for place in places for note in library.notes(text.key, place) if plain_words(note.text) not in kept]
        for text, places in zip(pair, (numbers, homes), strict=True)
    )
    yield from _rewordings(pair, "note", olds, news)


def kept_notes(pair: TextPair, homes_of: Callable[[ProvisionId], Collection[ProvisionId]]) -> frozenset[str]:
    """The words of the notes that still belong to one of the rules that they belonged to, and say the same.

    One that is called at several rules is printed once, and a text may have lost all its signs but the first.
    """
    olds, news = (
        {plain_words(note.text): frozenset(map(ProvisionId.of, note.anchors)) for note in text.notes} for text in pair
    )
    shared = olds.keys() & news.keys()
    return frozenset(
        words for words in shared if any(home in news[words] for place in olds[words] for home in homes_of(place))
    )


def plain_words(text: str) -> str:
    """A text with one blank between words."""
    return " ".join(text.split())


def whole_words(library: Library, key: str, number: ProvisionId, along: Collection[ProvisionId] = ()) -> str:
    """A rule with heading, tables and notes, a line each, and below it those of its parts that are ``along``.

    Empty where a text has no such rule.
    """
    found = library.provision(key, number)
    return "\n".join(_lines(library, key, found, frozenset(along))) if found else ""


def own_words(library: Library, key: str, number: ProvisionId) -> str:
    """What a rule says itself in the order in which rules are compared: heading, text, tables, notes, a line each.

    Where a table stands between the paragraphs is thus no difference. Empty where a text has no such rule.
    """
    found = library.provision(key, number)
    if found is None:
        return ""
    notes = (note.text for note in library.notes(key, number))
    return "\n".join(filter(None, (_heading(found), found.text, *_tables(found), *notes)))


def definition_pairs(pair: TextPair) -> Iterator[tuple[tuple[str, Definition] | None, tuple[str, Definition] | None]]:
    """Each definition of two texts with its address, beside the other text's: by headword, else by its words.

    None where a text has no definitions at all: it may be one in which nobody looked for them.
    """
    old, new = ({address.casefold(): (address, one) for address, one in text.all_definitions()} for text in pair)
    if not (old and new):
        return
    words = {plain_words(one.own_text): key for key, (_, one) in new.items() if key not in old}
    for key, held in old.items():
        other = key if key in new else words.get(plain_words(held[1].own_text), "")
        yield held, new.pop(other, None)
    for left in new.values():
        yield None, left


def definition_rewordings(pair: TextPair, old: Definition | None, new: Definition | None) -> Iterator[Rewording]:
    """What of a definition reads otherwise in the newer text; its headword counts as its heading."""
    # What is set in capitals in one text and not in the other is no other word.
    if old and new and old.headword.text.casefold() != new.headword.text.casefold():
        yield from _rewordings(pair, "heading", [old.headword.text], [new.headword.text])
    yield from _rewordings(pair, "text", [old.own_text if old else ""], [new.own_text if new else ""])


def table_words(table: Table) -> str:
    """A table with its caption, a line a row.

    >>> from corpus.model import Lines
    >>> table_words(Table((("IMP", "VP"), ("1", "15")), Lines("w", 1, 2), "Skala"))
    'Skala\\nIMP | VP\\n1 | 15'
    """
    return "\n".join(filter(None, (table.caption, *(" | ".join(row) for row in table.rows))))


def _rewordings(pair: TextPair, part: WordedPart, olds: Sequence[str], news: Sequence[str]) -> Iterator[Rewording]:
    for old, new in _paired([one for one in olds if one.split()], [one for one in news if one.split()]):
        yield Rewording(pair[0].key, pair[1].key, old, new, part)


def _paired(olds: list[str], news: list[str]) -> Iterator[tuple[str, str]]:
    """What both sides have is left out; of the rest those most alike belong together. One of each always does."""
    from rapidfuzz.fuzz import ratio

    for old in tuple(olds):
        if same := next((new for new in news if new.split() == old.split()), None):
            olds.remove(old)
            news.remove(same)
    if len(olds) == len(news) == 1:
        yield olds[0], news[0]
        return
    for old in olds:
        best = max(news, key=lambda new: ratio(old, new), default="")
        if best and ratio(old, best) >= 100 * _ALIKE:
            news.remove(best)
            yield old, best
        else:
            yield old, ""
    yield from (("", new) for new in news)


def _lines(library: Library, key: str, one: Provision, along: frozenset[ProvisionId]) -> Iterator[str]:
    if one.heading:
        yield one.heading.text
    for block in one.own_blocks:
        yield block.text if isinstance(block, Prose) else table_words(block)
    yield from (note.text for note in library.notes(key, one.id))
    for child in one.children:
        if child.id in along:
            first, *rest = (*_lines(library, key, child, along), "")
            yield f"{child.printed} {first}".strip()
            yield from filter(None, rest)


def _heading(one: Provision) -> str:
    return one.heading.text if one.heading else ""


def _tables(one: Provision) -> list[str]:
    return [table_words(block) for block in one.own_blocks if isinstance(block, Table)]
