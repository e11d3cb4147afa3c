"""Which part of the book a row stands in: title page, prefaces, contents, definitions, laws, index."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parser.documents.stream import StreamParagraph
from parser.lang.words import BookSectionKind
from parser.recognition.laws import LawStart
from parser.recognition.layout_tables import UNKNOWN_EDGE
from parser.recognition.rows import BookRow
from parser.recognition.words import CALLED, CHAPTER, section_kind

_HEADING = 100
_GROUPS = 5  # lines without a heading's look before laws that are headings of groups
_STYLED = 2  # chapters in a style of their own that show whose it is
_CONTENTS = re.compile(r"(?:\.{3,}|…|\t|\s{2,}|\s)\s*(?:\d{1,4}|[ivxlc]+)\s*\Z")

_YEAR = re.compile(r"(?<![.…\t\s])\s(?:19|20)\d\d\s*\Z")  # of a title: no list has so many pages


@dataclass(frozen=True)
class BookSection:
    """Rows ``first`` to ``stop``; ``heading`` is the row of its heading, None where it has none."""

    kind: BookSectionKind | str
    first: int
    stop: int
    heading: int | None


def is_heading(row: BookRow) -> bool:
    """True for a paragraph that looks like a heading: by style, bold or capitals, or by its words."""
    one = row.paragraph
    if one is None or one.noise or one.contents or not one.text.strip() or len(one.text) > _HEADING:
        return False
    return bool(one.heading) or one.all_bold or one.text.isupper() or section_kind(one.text) is not None


def sections(rows: Sequence[BookRow], starts: Sequence[LawStart]) -> tuple[BookSection, ...]:
    """The sections of a book in order; the laws are one of them, with the chapter headings before the first."""
    laws = law_section(rows, starts)
    return (*_parted(rows, 0, laws.first), laws, *_parted(rows, laws.stop, len(rows)))


def law_section(rows: Sequence[BookRow], starts: Sequence[LawStart]) -> BookSection:
    """The laws, of which there is at least one, with the chapter headings before the first."""
    return BookSection("laws", _with_chapters(rows, starts), _end_of_laws(rows, starts), None)


def chapter_rows(rows: Sequence[BookRow], starts: Sequence[LawStart], begin: int, end: int) -> tuple[int, ...]:
    """The rows among the laws that head chapters and groups: without label, short, with nothing but a law behind
    them."""
    plain = _chapter_rows(rows, starts, begin, False)
    if not _is_styled(rows, starts):
        return tuple(at for at in plain if at < end)
    styled = _chapter_rows(rows, starts, begin, True)
    # Names of groups may stand in plain words where laws are headings; a few may be the last words of the law before.
    found = plain if len(plain) - len(styled) >= _GROUPS else styled
    return tuple(at for at in found if at < end)


def _chapter_rows(rows: Sequence[BookRow], starts: Sequence[LawStart], begin: int, styled: bool) -> list[int]:
    found: list[int] = []
    heads = {start.row for start in starts}
    for start in starts:
        at = start.row - 1
        law = rows[start.row]
        while (
            at >= begin
            and at not in heads
            and (_is_noise(rows[at]) or _heads_chapter(rows[at], styled) or _is_higher(rows[at], law))
        ):
            if not _is_noise(rows[at]):
                found.append(at)
            at -= 1
    return sorted(found)


def _is_higher(row: BookRow, law: BookRow) -> bool:
    """True for a heading of a higher level than that of a law, whatever number stands before it: "3. Meldeperioden"."""
    one, other = row.paragraph, law.paragraph
    short = one is not None and other is not None and len(one.text) <= _HEADING
    return short and 0 < one.heading < other.heading  # type: ignore[union-attr]


def _heads_chapter(row: BookRow, styled: bool) -> bool:
    one = row.paragraph
    if one is None or one.noise or len(one.text) > _HEADING or not one.text.strip():
        return False
    if CHAPTER.match(one.text) and (one.label == ""):
        return True
    if any(not label.bare for label in row.labels) or one.text[:1].islower():
        return False
    if styled and not (one.heading or one.all_bold or one.text.isupper()):
        return False
    text = CALLED.sub("", one.text.strip())  # "... ange buden.[ix]" is a sentence
    is_bracketed = text[0] == "(" and text.find(")") == len(text) - 1  # "(Korrigering)", the name of a group
    return is_bracketed or text[-1] not in ".:;,!?)" or bool(one.heading)


def _is_styled(rows: Sequence[BookRow], starts: Sequence[LawStart]) -> bool:
    # Laws on rows of tables are bold as heads of tables are, which tells nothing about lines between tables.
    heads = (one for start in starts if (one := rows[start.row].paragraph) is not None and one.indent != UNKNOWN_EDGE)
    return any(one.heading or one.all_bold for one in heads)


def _with_chapters(rows: Sequence[BookRow], starts: Sequence[LawStart]) -> int:
    """Where the laws begin, with the chapter headings directly before the first law."""
    at = begin = starts[0].row
    styled = _is_styled(rows, starts)
    while at > 0:
        one = rows[at - 1].paragraph
        if _is_noise(rows[at - 1]):  # the head of a page may stand between a chapter and its first law
            at -= 1
            continue
        if (
            one is None
            or "\t" in one.text
            or section_kind(one.text) is not None
            or not (
                _heads_chapter(rows[at - 1], styled)
                or _is_higher(rows[at - 1], rows[starts[0].row])
                or _has_style_of_chapters(rows, starts, at - 1)
            )
        ):
            return begin
        at -= 1
        begin = at
    return begin


def _has_style_of_chapters(rows: Sequence[BookRow], starts: Sequence[LawStart], at: int) -> bool:
    """True for a short line in a named style that further on only headings of chapters and sections have."""
    one = rows[at].paragraph
    if one is None or not one.style or not _heads_chapter(rows[at], False):
        return False
    found = {n for n in range(at + 1, len(rows)) if (row := rows[n].paragraph) is not None and row.style == one.style}
    chapters = found & set(chapter_rows(rows, starts, at + 1, len(rows)))
    return len(chapters) >= _STYLED and all(section_kind(rows[n].text) is not None for n in found - chapters)


def _is_noise(row: BookRow) -> bool:
    return row.paragraph is not None and bool(row.paragraph.noise)


def _end_of_laws(rows: Sequence[BookRow], starts: Sequence[LawStart]) -> int:
    for at in range(starts[-1].row + 1, len(rows)):
        if is_heading(rows[at]) and section_kind(rows[at].text) not in (None, "notes"):
            return at
        one = rows[at].paragraph
        if one is not None and section_kind(one.text) == "notes" and is_heading(rows[at]):
            return at
    return len(rows)


def _parted(rows: Sequence[BookRow], first: int, stop: int) -> list[BookSection]:
    """The rows cut at their headings. In a list of contents every line may look like one."""
    out: list[BookSection] = []
    kind, begin, heading = "title", first, None
    for at in range(first, stop):
        one = rows[at].paragraph
        if one is None or one.noise:
            continue
        if one.contents:
            if kind != "contents":
                out.append(BookSection(kind, begin, at, heading))
                kind, begin, heading = "contents", at, None
            continue
        opened = section_kind(one.text) if len(one.text) <= _HEADING else None
        marked = any((line := row.paragraph) is not None and line.contents for row in rows[begin:at])
        # What the format marks as contents ends with the marks.
        if opened is None or (kind == "contents" and not marked and not _ends_contents(rows, at, stop, heading)):
            continue
        # An index and definitions have entries such as "Notes": a heading there looks as theirs does.
        if first and kind in ("index", "definitions") and heading is not None:
            own, here = _weight(rows[heading]), _weight(rows[at])
            # No definition is called "Subject index".
            ends = kind == "definitions" and opened == "index"
            if not ends and (own > here or (kind == "index" and own == 0)):
                continue
        out.append(BookSection(kind, begin, at, heading))
        kind, begin, heading = opened, at, at
    out.append(BookSection(kind, begin, stop, heading))
    return [section for section in out if section.stop > section.first]


def _weight(row: BookRow) -> int:
    """How much a row looks like a heading: by its style, else by bold or capitals."""
    one = row.paragraph
    if one is None:
        return 0
    return 20 - one.heading if one.heading else int(one.all_bold) + int(one.text.isupper())


def _ends_contents(rows: Sequence[BookRow], at: int, stop: int, heading: int | None) -> bool:
    """True where a heading ends a list of contents: it looks like the list's own heading, or no page number is near."""
    own = rows[heading].paragraph if heading is not None else None
    one = rows[at].paragraph
    styled = one is not None and own is not None and one.heading and not own.heading
    if styled and not _are_headings(rows[(heading or 0) + 1 : at]):
        return True  # lines of contents are no headings
    paged = heading is not None and _has_pages(rows[heading + 1 : at])
    if one is None or (_CONTENTS.search(one.text) and not (paged and _YEAR.search(one.text))):
        return False
    behind = next((r for r in rows[at + 1 : stop] if r.paragraph is None or not r.paragraph.noise), None)
    if behind is not None and behind.paragraph is None and not _CONTENTS.search(behind.text.split("\n")[0]):
        return True  # a table of words: definitions set in two columns
    following = next((r.paragraph for r in rows[at + 1 : stop] if r.paragraph is not None), None)
    if paged and not _has_page(rows[at + 1 : min(at + 4, stop)]):
        return True
    if (
        own is not None
        and (own.heading, own.all_bold, own.text.isupper())
        == (
            one.heading,
            one.all_bold,
            one.text.isupper(),
        )
        and (own.heading or own.all_bold)
    ):
        return True
    return (
        following is None or (len(following.text) > 60 and not _CONTENTS.search(following.text)) or _is_title(following)
    )


def _are_headings(rows: Sequence[BookRow]) -> bool:
    return any(row.paragraph is not None and row.paragraph.heading for row in rows)


def _has_pages(rows: Sequence[BookRow]) -> bool:
    """True for a list of contents that shows page numbers: nearly every line ends in one."""
    lines = [line for row in rows for line in row.text.split("\n")]
    return len(lines) > 3 and sum(_CONTENTS.search(line) is not None for line in lines) > 0.8 * len(lines)


def _has_page(rows: Sequence[BookRow]) -> bool:
    return not rows or any(_CONTENTS.search(row.text) and not _YEAR.search(row.text) for row in rows)


def _is_title(one: StreamParagraph) -> bool:
    return one.text[-1:] in ".:"
