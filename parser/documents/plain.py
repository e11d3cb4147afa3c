"""Plain text as a stream: lines joined to paragraphs, whether a paragraph is a line or wrapped over several.

Evidence for the end of a paragraph: an empty line, a change of the left edge, a line that ended although the next
word had fitted, and a label where the line before it is finished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from parser.documents.joining import joined_words
from parser.documents.justified import unjustified
from parser.documents.label_words import CALLS_NUMBER, KIND
from parser.documents.page_feet import with_raised_figures
from parser.documents.plain_pages import PageFoot, SourceLine, paged, parted_by_heads, running_heads
from parser.documents.stream import DocumentStream, StreamBlock, StreamParagraph, StreamPlace, StreamTable
from parser.documents.typed_habits import CITATION, HEADWORD, LABEL, UNDERLINE, WHOLE, TypedHabits, ending, is_bare
from parser.documents.typed_margin import with_margin_above, without_frames
from parser.lang.words import any_of, every_word

_NUMBER = re.compile(r"\s*X?\d")
_LAW = re.compile(r"\s*§\s?X?\d{1,3}\.?\s*")
_NOTED = re.compile(r"\(?[⁰¹²³⁴-⁹]+\)?\s|\[\d{1,3}\]\s")
_FIRST = re.compile(r"\(?[1aAi][.)]{1,2}(?:\s|\Z)")
_NAMED = re.compile(KIND, re.IGNORECASE)
_PIPE = re.compile(r"\s*\|.*\|\s*\Z")
_RULE = re.compile(r"[\s|:+=_-]{3,}\Z")
_EMPHASIS = re.compile(r"(?<![\w_])_([^\W_](?:[^_]{0,60}[^\s_])?)_(?![\w_])")
_CONTENTS = re.compile(r"(?<!\.)(?<!\.\s)(?:\s?\.){4,}+\s*\d{1,3}\s*\Z")
_LIST = re.compile(r"(\(?)([A-Za-z]|\d{1,2})([.)])\s")
_ONLY_LABEL = re.compile(r"\(?(?:[A-Z]|[a-z]|\d{1,2}|[ivx]{1,4})[.)]{1,2}")
_GOES_ON = re.compile(rf"(?:,|\b(?:{any_of(every_word('ands'))}))\s*\Z", re.IGNORECASE)
# How high a heading is by the line typed below it; the signs have no other order.
_UNDERLINED = {"*": 1, "=": 2, "═": 2, "~": 2, "-": 3, "_": 3, "─": 3}
_SPACED = 6.0  # points that one blank at the left edge is worth


def read_plain(file: str, text: str) -> DocumentStream:
    """The stream of a plain text; form feeds, or heads with a number, part pages."""
    lines: list[SourceLine] = []
    page = 1 if "\f" in text else 0
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        for count, piece in enumerate(line.split("\f")):
            page += 1 if count else 0
            if count or "\f" not in line or piece:
                lines.append(SourceLine(piece.rstrip(" "), number, page))
    lines = with_margin_above(without_frames(unjustified(lines)))
    lines = lines if page else parted_by_heads(lines)
    lines = with_raised_figures(lines)
    flow = paged(lines, running_heads(lines))
    words = [one for one in flow if isinstance(one, SourceLine) and not one.noise]
    return DocumentStream(tuple(_blocks(file, flow, TypedHabits.of(words))))


def _blocks(file: str, flow: Sequence[SourceLine | PageFoot], habits: TypedHabits) -> Iterator[StreamBlock]:
    held: list[SourceLine] = []
    waiting: list[PageFoot] = []
    ruled = False

    def flush(heading: int = 0) -> Iterator[StreamBlock]:
        nonlocal ruled
        if held:
            yield replace(_paragraph(file, held, habits.known), heading=heading, ruled=ruled)
            held.clear()
            ruled = False
        feet, waiting[:] = list(waiting), []
        for foot in feet:
            yield from _blocks(file, foot.lines, replace(habits, spaced=False))

    at = 0
    while at < len(flow):
        line = flow[at]
        if isinstance(line, PageFoot):
            waiting.append(line)
            if not held:
                yield from flush()
        elif line.noise:
            yield StreamParagraph(line.text.strip(), StreamPlace(file, line.number, line.page), noise=line.noise)
        elif not line.text.strip():
            yield from flush()
        elif rows := _grid(flow, at):
            yield from flush()
            yield _table(file, [one for one in flow[at : at + rows] if isinstance(one, SourceLine)])
            at += rows - 1
        elif rule := UNDERLINE.match(line.text):
            under = _is_underlined(held, line, habits)
            yield from flush(_UNDERLINED[rule[1]] if under else 0)
            ruled = not under
        elif (
            held
            and not _CONTENTS.search(held[-1].text)
            and (line.goes_on or (habits.wrapped and not _is_next(held, line, habits)))
        ):
            held.append(line)
        else:
            yield from flush()
            held.append(line)
        at += 1
    yield from flush()


def _is_next(held: Sequence[SourceLine], line: SourceLine, habits: TypedHabits) -> bool:
    """True where ``line`` begins another paragraph than the lines above it; notes may stand close where all else is
    parted."""
    noted = line.edge == held[0].edge and all(_NOTED.match(one.text.lstrip()) for one in (held[0], line))
    # The number of a law, and a heading in capitals, may stand right above what follows where all else is parted.
    headed = _ends_capitals(held, line) or (len(held) == 1 and _LAW.fullmatch(held[0].text) is not None)
    return noted or headed or (not habits.spaced and _begins(held, line, habits))


def _is_underlined(held: Sequence[SourceLine], rule: SourceLine, habits: TypedHabits) -> bool:
    """True for a line of signs that is as long as the words above it, or as long as all that underline headings."""
    if rule.text.strip() in habits.underlines and len(held) == 1 and is_bare(held[0].text.strip()):
        return True
    return bool(held) and abs(max(len(line.text.rstrip()) for line in held) - len(rule.text.rstrip())) < 3


def _begins(held: Sequence[SourceLine], line: SourceLine, habits: TypedHabits) -> bool:
    """True where ``line`` begins a paragraph of its own although no empty line is before it."""
    before, first = held[-1], held[0]
    full, word = habits.full, line.first_word
    if CITATION.match(line.text) and (line.edge == before.edge or _is_open(held)):
        return False  # "(se / § 47)." goes on
    if CALLS_NUMBER.search(before.text) and _NUMBER.match(line.text):
        return False
    if WHOLE.match(line.text.lstrip()) and line.edge <= first.edge:
        return True
    follows = line.edge == first.edge and _is_next_label(first, line)
    if _starts_sentence(before, line, habits) or line.number in habits.lists or follows:
        return True
    finished = ending(before) in ".:;!?)" or len(before.text) + 1 + len(word) < 0.9 * habits.widest
    # Below a heading that fills its line a list begins; "afsnit / 2." goes on.
    could_begin = finished or (len(held) == 1 and _FIRST.match(line.text.lstrip()) is not None)
    if could_begin and line.edge <= first.edge and _ONLY_LABEL.fullmatch(line.text.strip()):
        return not (_is_open(held) or _GOES_ON.search(before.text))  # "1.", with nothing but a list below it
    if habits.first:
        return line.edge >= habits.first or _ended(before, word, full)
    labelled = LABEL.match(line.text.lstrip()) is not None
    if len(held) == 1 and first.edge in habits.set_in and line.edge < first.edge:
        entry = HEADWORD.match(line.text)
        listed = labelled or (entry is not None and entry[1] in habits.entries)
        return (listed and finished) or _ended(before, word, full)
    if line.edge == first.edge and (_is_entry(first, line) or _is_tabbed(line, habits)) and ending(before) in ".!?)":
        return True  # the next member of a list of terms
    return (_parts_many if len(held) > 1 else _parts_one)(held, line, habits, labelled, finished)


def _parts_many(
    held: Sequence[SourceLine], line: SourceLine, habits: TypedHabits, labelled: bool, finished: bool
) -> bool:
    """``_begins`` below several lines: the second shows where the words of their paragraph stand."""
    before, first = held[-1], held[0]
    if first.edge not in habits.set_in and line.edge == first.edge != held[1].edge:
        return True  # paragraphs hang out of their other lines
    moved = abs(line.edge - before.edge) > 1
    begun = _FIRST.match(line.text.lstrip()) is not None or ending(before) in ".:;"
    listed = begun and line.edge == _column(first)
    opens = labelled and (listed or (finished and line.edge <= first.edge))
    return moved or opens or _ended(before, line.first_word, habits.full)


def _parts_one(
    held: Sequence[SourceLine], line: SourceLine, habits: TypedHabits, labelled: bool, finished: bool
) -> bool:
    """``_begins`` below one line."""
    first, ended = held[0], _ended(held[0], line.first_word, habits.full)
    if line.edge > first.edge and _NAMED.match(line.text.lstrip()):
        return True  # "Stk. 1." set in below a heading that fills its line
    column = _column(first)
    if column is not None and column != first.edge and line.edge == column:
        # Below a heading behind a label stands its text, or the first number of its list.
        return _FIRST.match(line.text.lstrip()) is not None or ended
    return line.edge < first.edge or (labelled and finished) or ended


def _is_entry(first: SourceLine, line: SourceLine) -> bool:
    """True where two lines begin with headwords before the same sign."""
    one, other = HEADWORD.match(first.text), HEADWORD.match(line.text)
    return bool(one and other and one[1] == other[1] and line.text.lstrip()[:1].isupper())


def _is_tabbed(line: SourceLine, habits: TypedHabits) -> bool:
    """True for a line with a headword before a tab, as those of a list of terms have."""
    entry = HEADWORD.match(line.text)
    return entry is not None and not entry[1] and "" in habits.entries


def _starts_sentence(before: SourceLine, line: SourceLine, habits: TypedHabits) -> bool:
    """True for a capital behind words without an end, where the book writes the word small within sentences: what ends
    there is a heading."""
    return before.text.rstrip()[-1:].isalpha() and line.text.split()[0] in habits.small


def _ends_capitals(held: Sequence[SourceLine], line: SourceLine) -> bool:
    """True for words in small letters below a heading in capitals that fills its line."""
    shouted = all(one.text.isupper() for one in held) and len(held[-1].text.split()) > 1
    return shouted and held[-1].text.rstrip()[-1:].isalpha() and any(map(str.islower, line.text.split()[0]))


def _is_next_label(first: SourceLine, line: SourceLine) -> bool:
    """True where two lines begin with labels that follow one another: "(b)", "(c)"."""
    one, other = _LIST.match(first.text.lstrip()), _LIST.match(line.text.lstrip())
    if one is None or other is None or (one[1], one[3]) != (other[1], other[3]):
        return False
    if one[2].isdigit() and other[2].isdigit():
        return int(other[2]) == int(one[2]) + 1
    return len(one[2]) == len(other[2]) == 1 and ord(other[2]) == ord(one[2]) + 1


def _is_open(held: Sequence[SourceLine]) -> bool:
    words = " ".join(line.text for line in held)
    return words.rfind("(") > words.rfind(")")


def _ended(before: SourceLine, word: str, full: float) -> bool:
    return len(before.text) + 1 + len(word) < full


def _column(line: SourceLine) -> int | None:
    """Where the words behind a label begin."""
    match = re.match(r"(\s*\S{1,8}(?:\s\d+\.?)?\s+)\S", line.text.expandtabs(8))
    return len(match[1]) if match and LABEL.match(line.text.lstrip()) else None


def _paragraph(file: str, lines: Sequence[SourceLine], known: Mapping[str, int]) -> StreamParagraph:
    text, breaks = "", []
    for line in lines:
        words = line.text.strip()
        text = joined_words(text, words, known)
        breaks.append((len(text), line.number))
        text += words
    signs = [at for match in _EMPHASIS.finditer(text) for at in (match.start(), match.end() - 1)]
    moved = [(at - sum(sign < at for sign in signs), number) for at, number in breaks]
    text = _EMPHASIS.sub(r"\1", text)
    column = _column(lines[0]) if re.match(r"\s*\S+(?:\t|\s{2,})", lines[0].text) else None
    edge = lines[1].edge if len(lines) > 1 else column or lines[0].edge
    place = StreamPlace(file, lines[0].number, lines[0].page)
    several = tuple(moved) if len(lines) > 1 else ()
    return StreamParagraph(text, place, indent=edge * _SPACED, hang=lines[0].edge * _SPACED, breaks=several)


def _cells(text: str) -> list[str] | None:
    """The cells of a line that is a row of a table, None for any other line."""
    if _PIPE.match(text):
        return [cell.strip() for cell in text.strip().strip("|").split("|")]
    if "\t" in text.lstrip():
        return [cell.strip() for cell in text.split("\t")]
    parts = re.split(r"\s{2,}", text.strip())
    return parts if len(parts) > 1 else None


def _grid(lines: Sequence[SourceLine | PageFoot], at: int) -> int:
    """How many lines from ``at`` on are the rows of one table; 0 where none begins."""
    count = width = 0
    for line in lines[at:]:
        if isinstance(line, PageFoot) or line.noise:
            break
        cells = _cells(line.text)
        if not line.text.strip() or (cells is None and not (count and _RULE.match(line.text))):
            break
        if cells is not None and _is_labelled(cells, width):
            break
        width = max(width, len(cells or ()))
        count += 1
    found = [line for line in lines[at : at + count] if isinstance(line, SourceLine)]
    rows = [cells for line in found if not _RULE.match(line.text) and (cells := _cells(line.text))]
    if len(rows) < 2 or max(map(len, rows)) < 2:
        return 0
    # Two columns of running words are a list of terms or an index, no table of figures.
    if max(map(len, rows)) == 2 and not any(_PIPE.match(line.text) for line in found):
        return count if all(len(row[-1]) < 25 for row in rows) and any(row[-1][:1].isdigit() for row in rows) else 0
    return count


def _is_labelled(cells: Sequence[str], width: int) -> bool:
    """True for a line with a label in a column of its own and words behind it: a sentence, or a heading below rows of
    more columns (``width``)."""
    filled = [cell for n, cell in enumerate(cells) if any(cells[: n + 1])]
    if len(filled) != 2 or len(filled[0]) >= 12 or not LABEL.match(filled[0] + "  "):
        return False
    return len(filled[1]) > 24 or (width > len(filled) and filled[0][-1:] in ".):" and filled[1][:1].isalpha())


def _table(file: str, lines: Sequence[SourceLine]) -> StreamTable:
    header = next((n for n, line in enumerate(lines) if _RULE.match(line.text) and n), 0)
    kept = [line for line in lines if not _RULE.match(line.text)]
    rows = []
    # Tabs before all rows set the table in; before some they are empty cells.
    lead = min(len(line.text) - len(line.text.lstrip("\t")) for line in kept)
    for line in kept:
        place = StreamPlace(file, line.number, line.page)
        rows.append(tuple(StreamParagraph(cell, place) for cell in _cells(line.text[lead:]) or [line.text.strip()]))
    return StreamTable(tuple(rows), rows[0][0].place, header, lines[0].edge * _SPACED)
