"""Books that print whole numbers before their texts ("16.C.2.a Når ...") and headings without any above them.

The number of a law or letter then stands nowhere but within those of its texts. A heading belongs to the outermost of
the provisions that begin with the text below it: it gets the part of that number that is its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.ids import ProvisionId
from parser.documents.stream import StreamParagraph
from parser.recognition.labels import LabelCandidate
from parser.recognition.notes import NOTE_BEGINNING
from parser.recognition.rows import BookRow
from parser.recognition.sequence import Path, common_length
from parser.recognition.words import SHORT_FORM, section_kind

_HEADING = 110  # characters
_ENOUGH = 15  # texts under a whole number that make a book of them
_HEADED = 0.3  # of the provisions of a depth, the least that have headings where they are set at all
_SHARE = 0.5  # of the laws, those that begin within a longer number or under a heading without one


@dataclass(frozen=True)
class _Numbered:
    row: int
    path: Path
    label: LabelCandidate
    headings: tuple[int, ...]
    """The rows of the headings directly above it."""


def with_numbered_headings(rows: Sequence[BookRow]) -> tuple[BookRow, ...]:
    """The rows, in a book of this kind with the numbers of provisions at their headings; else as they are."""
    texts = _texts(rows)
    laws = [(a, b) for a, b in zip([None, *texts], texts, strict=False) if a is None or a.path[0] != b.path[0]]
    # A number alone on its line, or one with the heading of a law behind it, is no text.
    headless = sum(len(b.path) > 1 or (bool(b.headings) and _is_text(rows[b.row], b.label)) for _, b in laws)
    if len(texts) < _ENOUGH or headless < _SHARE * len(laws) or not any(len(one.path) > 2 for one in texts):
        return tuple(rows)
    habits = _habits(rows, texts)
    out: dict[int, list[BookRow]] = {}
    before: Path = ()
    for one in texts:
        out |= dict(_numbered(rows, one, before, habits))
        before = one.path
    return tuple(made for at, row in enumerate(rows) for made in out.get(at, [row]))


def _texts(rows: Sequence[BookRow]) -> tuple[_Numbered, ...]:
    """The rows under whole numbers, each with the headings above it: the longest run of them that only goes up."""
    found: list[_Numbered] = []
    above: list[int] = []
    whole = [label for row in rows for label in row.labels if label.absolute and len(label.atoms) > 2]
    signed = sum(label.signed for label in whole) > 0.5 * len(whole)
    for at, row in enumerate(rows):
        one = row.paragraph
        if one is None or one.noise:
            above = above if one is not None else []
            continue
        if NOTE_BEGINNING.match(one.text):  # a note of a heading may stand between it and the next
            continue
        label = _whole(row, bool(above), signed)
        if label is not None:
            found.append(_Numbered(at, label.atoms, label, tuple(above)))
            above = []
        else:
            above = [*above, at] if _is_heading(row) else []
    return tuple(_rising(found))


def _rising(found: Sequence[_Numbered]) -> list[_Numbered]:
    """The longest run whose numbers rise."""
    keys = [ProvisionId(one.path).sort_key for one in found]
    ends: list[int] = []  # of the runs of each length the one that ends lowest
    before: list[int | None] = []
    for at, key in enumerate(keys):
        place = bisect_left([keys[end] for end in ends], key)
        before.append(ends[place - 1] if place else None)
        ends[place : place + 1] = [at]
    out: list[_Numbered] = []
    at_: int | None = ends[-1] if ends else None
    while at_ is not None:
        out.append(found[at_])
        at_ = before[at_]
    return out[::-1]


def _whole(row: BookRow, headed: bool, signed: bool) -> LabelCandidate | None:
    """The longest reading of a row's beginning as a whole number; ``signed``: the book has a sign before them."""
    for found in sorted(row.labels, key=lambda label: -len(label.atoms)):
        path, words = found.atoms, row.words_after(found)
        if found.kind or not (found.absolute or (len(path) == 1 and path[0].isdigit())):
            continue
        if found.bare and path[-1] in ("I", "i") and words[:1].islower():
            continue  # "§ 2 I de tilfælde"
        below = headed and not signed and "(" not in found.look
        if len(path) == 1 and not (found.signed or below or row.decimal or (_is_styled(row) and words)):
            continue
        return found
    return None


def _is_text(row: BookRow, label: LabelCandidate) -> bool:
    words = row.words_after(label)
    return len(words) > _HEADING or words[-1:] in tuple(".:;!?)")


def _is_styled(row: BookRow) -> bool:
    one = row.paragraph
    return one is not None and bool(one.heading or one.all_bold or one.text.isupper())


def _is_heading(row: BookRow) -> bool:
    one = row.paragraph
    assert one is not None
    text = one.text.strip()
    styled = _is_styled(row)
    if not text or len(text) > _HEADING * (1 + styled) or one.label or one.contents or section_kind(text) is not None:
        return False
    open_end = text[-1] in ".:;,!)" and not (text.endswith(")") and "(" in text) and not SHORT_FORM.search(text)
    return styled or (not row.labels and not open_end and not text[:1].islower())


@dataclass(frozen=True)
class _Habits:
    """How a book sets its headings: ``levels`` of styles -> the depth that each heads, ``headed`` the depths that have
    headings at all."""

    levels: Mapping[int, int]
    headed: frozenset[int]

    def depth(self, level: int) -> int:
        """The depth of what a heading of this level heads; 0 for a chapter."""
        lower = [depth for known, depth in self.levels.items() if known < level]
        return self.levels.get(level, max(lower) + 1 if lower else 0)


def _habits(rows: Sequence[BookRow], texts: Sequence[_Numbered]) -> _Habits:
    seen: defaultdict[int, Counter[int]] = defaultdict(Counter)
    alone: defaultdict[int, list[bool]] = defaultdict(list)
    before: Path = ()
    for one in texts:
        first = common_length(before, one.path) + 1
        if first == len(one.path):
            alone[first].append(bool(one.headings))
            if len(one.headings) == 1 and first > 1:
                seen[_level(rows[one.headings[0]])][first] += 1
        elif first == 1 and one.headings:
            # Inner headings may be missing, and chapters stand above: the level that is there most is the law's.
            seen[-1].update({_level(rows[at]) for at in one.headings})
        before = one.path
    law = seen.pop(-1, Counter())
    found = {level: counts.most_common(1)[0][0] for level, counts in seen.items() if level}
    outer = [(count, level) for level, count in law.items() if level and level < min(found, default=level + 1)]
    if outer:
        found[max(outer)[1]] = 1
    headed = {depth for depth, have in alone.items() if sum(have) >= _HEADED * len(have)}
    return _Habits(found if 1 in found.values() else {}, frozenset({1, *headed}))


def _level(row: BookRow) -> int:
    return row.paragraph.heading if row.paragraph is not None else 0


def _numbered(
    rows: Sequence[BookRow], one: _Numbered, before: Path, habits: _Habits
) -> Iterator[tuple[int, list[BookRow]]]:
    """(row, what stands in its place) of the headings above a text, and of the text where its number goes to one."""
    first = common_length(before, one.path) + 1
    heads = _depths(rows, one, first, habits)
    text = rows[one.row].paragraph
    assert text is not None
    label = (
        f"{text.label}\t{text.text}"[: one.label.end + len(text.label) + 1]
        if text.label
        else text.text[: one.label.end]
    )
    pieces = _prefixes(label, _printed(label, len(one.path)) if rows[one.row].decimal else one.path)
    made: list[BookRow] = []
    if first == 1 and 1 not in heads and len(one.path) > 1:
        # A law without heading is headed by its number alone.
        made.append(replace(rows[one.row], block=StreamParagraph("", text.place, pieces[0])))
    for depth, at in heads.items():
        heading = rows[at].paragraph
        assert heading is not None
        yield at, [replace(rows[at], block=replace(heading, label=pieces[depth - 1]))]
    if len(one.path) in heads:
        cut = one.label.end
        anchors = tuple((max(0, at - cut), key) for at, key in text.anchors)
        bare = replace(text, label="", text=text.text[cut:], anchors=anchors, bold=max(0, text.bold - cut))
        made.append(replace(rows[one.row], block=bare))
    else:
        made.append(rows[one.row])
    yield one.row, made


def _depths(rows: Sequence[BookRow], one: _Numbered, first: int, habits: _Habits) -> dict[int, int]:
    """Depth of a provision that begins with a text -> row of its heading; headings of chapters have none."""
    free = range(first, len(one.path) + 1)
    if habits.levels:
        out: dict[int, int] = {}
        depth = first - 1
        for at in one.headings:
            wanted = habits.depth(_level(rows[at]))
            depth = max(depth + 1, wanted) if wanted else depth
            if wanted and depth in free:
                out[depth] = at
        return out
    headed = [depth for depth in free if depth in habits.headed]
    return dict(zip(headed, one.headings[-len(headed) :], strict=False)) if headed else {}


def _printed(label: str, depth: int) -> Path:
    """The parts of a decimal number as they are printed."""
    return tuple(re.findall(r"\w+", label)[-depth:])


def _prefixes(label: str, path: Path) -> list[str]:
    """The label's beginnings that end in each part of the number.

    >>> _prefixes("§ 16.C.2.(a)", ("16", "C", "2", "a"))
    ['§ 16', '§ 16.C', '§ 16.C.2', '§ 16.C.2.(a)']
    """
    out, at = [], 0
    for part in path:
        at = label.upper().index(part.upper(), at) + len(part)
        close = (
            label[at : at + 1] if label[at : at + 1] in ")]" and label[:at].count("(") + label[:at].count("[") else ""
        )
        out.append((label[:at] + close).strip())
    return out
