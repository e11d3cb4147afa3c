"""Chapters and groups of laws, from the headings that stand between laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from parser.layout import events
from parser.recognition.account import ReadingAccount
from parser.recognition.laws import LawStart
from parser.recognition.rows import BookRow
from parser.recognition.words import CHAPTER

_PATTERN = 5  # short lines before laws that make a habit of the book


def chapter_parts(
    account: ReadingAccount, chapters: Sequence[int], starts: Sequence[LawStart]
) -> tuple[events.DraftPart, ...]:
    """The chapters and groups headed by the rows ``chapters``, with the laws that they hold.

    Of two headings in a row the second is a group's.
    """
    rows = account.rows
    marks = {at: _look(rows[at]) for at in chapters}
    order = list(dict.fromkeys(look for _, look in sorted(marks.items())))
    pairs = {(marks[a], marks[b]) for a in chapters for b in chapters if b == a + 1}
    lower = {second for first, second in pairs if first != second and order.index(first) < order.index(second)}
    if not lower and len({look[0] for look in order}) > 1:
        top = min(look[0] for look in order)
        lower = {look for look in order if look[0] > top}
    laws = [(start.row, start.number) for start in starts]
    drafts: list[events.DraftPart] = []
    for place, at in enumerate(chapters):
        group = marks[at] in lower
        ends = next((b for b in chapters[place + 1 :] if group or marks[b] not in lower), None)
        held = tuple(number for row, number in laws if at < row and (ends is None or row < ends))
        words = account.script.words(at)
        level: Literal["group", "chapter"] = "group" if group else "chapter"
        number = held[0] if group and held else str(1 + sum(1 for d in drafts if d.level == "chapter"))
        drafts.append(events.DraftPart(f"{level}-{number}", words, level, held))
        account.spare_label(at)
        account.use(at, "heading", "chapter")
    loose = [at for at in chapters if not _is_styled(rows[at]) and at not in account.decided]
    for at in loose if len(loose) < _PATTERN else ():
        account.ask("chapter", at, "chapter", ["text"])
    keys = Counter(draft.key for draft in drafts)
    return tuple(
        replace(draft, key=f"{draft.key}-{n}") if keys[draft.key] > 1 else draft for n, draft in enumerate(drafts, 1)
    )


def _is_styled(row: BookRow) -> bool:
    one = row.paragraph
    return one is not None and bool(one.heading or one.all_bold or one.text.isupper() or CHAPTER.match(one.text))


def _look(row: BookRow) -> tuple[int, bool, bool, bool]:
    one = row.paragraph
    assert one is not None
    return one.heading, CHAPTER.match(one.text) is None, not one.text.isupper(), not one.all_bold
