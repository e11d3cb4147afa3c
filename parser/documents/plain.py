"""Plain text as a stream: lines joined to paragraphs, whether a paragraph is a line or wrapped over several.

Evidence for the end of a paragraph: an empty line, a change of the left edge, a line that ended although the next
word had fitted, and a label where the line before it is finished.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from corpus.languages import CAPITALS, LETTERS
from parser.documents.joining import joined_words, word_counts
from parser.documents.justified import unjustified
from parser.documents.label_words import DOTTED, KIND
from parser.documents.plain_pages import PageFoot, SourceLine, paged, parted_by_heads, running_heads
from parser.documents.stream import DocumentStream, StreamParagraph, StreamPlace, StreamTable

_LONG, _STRAY = 160, 0.02  # characters: a text with longer lines has one paragraph a line, unless they are strays
_WHOLE = re.compile(r"X?\d{1,3}[A-Z](?:\d{1,2}(?:[a-z][ivx]{0,4})?)?(?:\s{2,}|\Z)")  # "16C2a    Når"
_LABEL = re.compile(
    r"(?:§§?\s*X?\d|X?\d{1,3}\s?§|" + DOTTED + r"\s"
    r"|(?:law|lag|lov|paragraf)\s+X?\d|\(?(?:[A-Z]|[a-z]|\d{1,3}|[ivx]{1,5})[.):](?:\s|\(|\Z)|\([a-z\d]{1,4}\)\s|"
    rf"{_WHOLE.pattern}|"
    rf"\(?[ivx]{{1,5}}\)(?=[A-Z{CAPITALS}\d])|"
    r"\(?[⁰¹²³⁴-⁹*†‡]+\d?\)?\s|\[\^?\w{1,4}\]|[-•–]\s|[A-Z]\s{2,})|" + KIND,
    re.IGNORECASE,
)
_CITATION = re.compile(rf"\s*§§?\s*X?\d{{1,3}}(?:\s?[A-Z])?\d?[a-z]?(?:[,;)]|\.\)|\s+[a-z{LETTERS}]|\)?\.\Z)")
_NOTED = re.compile(r"\(?[⁰¹²³⁴-⁹]+\)?\s|\[\d{1,3}\]\s")
_FIRST = re.compile(r"\(?[1aAi][.)]{1,2}(?:\s|\Z)")
_NAMED = re.compile(KIND, re.IGNORECASE)
_HEADWORD = re.compile(r"\s*[^\W\d][^.:;]{1,60}(?::|\s[–-])\s")
_PIPE = re.compile(r"\s*\|.*\|\s*\Z")
_RULE = re.compile(r"[\s|:+=_-]{3,}\Z")
_EMPHASIS = re.compile(r"(?<![\w_])_([^\W_](?:[^_]{0,60}[^\s_])?)_(?![\w_])")
_CONTENTS = re.compile(r"(?<!\.)(?<!\.\s)(?:\s?\.){4,}+\s*\d{1,3}\s*\Z")
_LIST = re.compile(r"(\(?)([A-Za-z]|\d{1,2})([.)])\s")
_LINE = re.compile(r"\s*([=~_*─═-])\1{3,}\s*\Z")
# How high a heading is by the line typed below it; the signs have no other order.
_UNDERLINED = {"*": 1, "=": 2, "═": 2, "~": 2, "-": 3, "_": 3, "─": 3}
_WITHIN = re.compile(r"(?<=[^\W\d_,] )([^\W\d_]{2,})\b")
_OFTEN = 3  # times that a word stands within sentences
_FULL = 0.8  # of the widest line: a longer one may go on below
_TELLING, _RARE = 50, 0.03  # lines that tell how full lines are that go on, and the share of them that is not
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
    lines = unjustified(lines)
    lines = lines if page else parted_by_heads(lines)
    flow = paged(lines, running_heads(lines))
    words = [one for one in flow if isinstance(one, SourceLine) and not one.noise]
    return DocumentStream(tuple(_blocks(file, flow, _Habits.of(words))))


def is_wrapped(lines: Sequence[SourceLine]) -> bool:
    """True where paragraphs go over several lines: hardly a line is long, and many end near one edge."""
    lengths = sorted(len(line.text) for line in lines if line.text.strip())
    if not lengths or sum(length > _LONG for length in lengths) > _STRAY * len(lengths):
        return False
    edge = lengths[int(len(lengths) * 0.95)]
    return edge >= 40 and sum(length > 0.8 * edge for length in lengths) > 0.25 * len(lengths)


@dataclass(frozen=True)
class _Habits:
    """How a text is typed: ``first`` blanks before the first line of a paragraph, ``widest`` the longest line; a line
    that with the next word is shorter than ``full`` ends its paragraph."""

    wrapped: bool
    spaced: bool
    first: int
    widest: int
    full: float
    known: Mapping[str, int]
    small: frozenset[str]
    """Words, with a capital, that have none within sentences."""

    @classmethod
    def of(cls, lines: Sequence[SourceLine]) -> _Habits:
        wrapped, spaced = is_wrapped(lines), _is_spaced(lines)
        first = _first_edge(lines) if wrapped and not spaced else 0
        longest = _LONG if wrapped else max((len(line.text) for line in lines), default=0)
        lengths = sorted(len(line.text) for line in lines if line.text.strip() and len(line.text) <= longest)
        # A line or two may be longer than all others.
        widest = lengths[int(0.99 * (len(lengths) - 1))] if lengths else 0
        words = (word for line in lines for word in re.findall(r"[\w-]+", line.text))
        return cls(wrapped, spaced, first, widest, _full(lines, widest), word_counts(words), _small(lines))


def _small(lines: Sequence[SourceLine]) -> frozenset[str]:
    within = Counter(match[1] for line in lines for match in _WITHIN.finditer(line.text))
    return frozenset(
        word.capitalize()
        for word, n in within.items()
        if word.islower() and n >= _OFTEN and not within[word.capitalize()]
    )


def _full(lines: Sequence[SourceLine], widest: int) -> float:
    """How long lines that go on below are with the next word, hardly any shorter."""
    sums = sorted(
        len(a.text) + 1 + len(b.text.split()[0])
        for a, b in pairwise(lines)
        if b.text.lstrip()[:1].islower() and a.text.strip() and not _LABEL.match(b.text.lstrip()) and a.page == b.page
    )
    usual = sums[int(_RARE * len(sums))] if len(sums) >= _TELLING else 0
    return max(_FULL * widest, usual)


def _blocks(
    file: str, flow: Sequence[SourceLine | PageFoot], habits: _Habits
) -> Iterator[StreamParagraph | StreamTable]:
    held: list[SourceLine] = []
    waiting: list[PageFoot] = []
    ruled = False

    def flush(heading: int = 0) -> Iterator[StreamParagraph | StreamTable]:
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
        elif rule := _LINE.match(line.text):
            under = _is_underlined(held, line)
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


def _is_next(held: Sequence[SourceLine], line: SourceLine, habits: _Habits) -> bool:
    """True where ``line`` begins another paragraph than the lines above it; notes may stand close where all else is
    parted."""
    noted = line.edge == held[0].edge and all(_NOTED.match(one.text.lstrip()) for one in (held[0], line))
    return noted or (not habits.spaced and _begins(held, line, habits))


def _is_underlined(held: Sequence[SourceLine], rule: SourceLine) -> bool:
    """True for a line of signs that is as long as the words above it."""
    return bool(held) and abs(max(len(line.text.rstrip()) for line in held) - len(rule.text.rstrip())) < 3


def _is_spaced(lines: Sequence[SourceLine]) -> bool:
    """True where an empty line parts all paragraphs: what looks like a label in another place is none."""
    pairs = [(a, b) for a, b in pairwise(lines) if _LABEL.match(b.text.lstrip()) and not _CITATION.match(b.text)]
    return len(pairs) > 3 and sum(not a.text.strip() for a, _ in pairs) > 0.9 * len(pairs)


def _first_edge(lines: Sequence[SourceLine]) -> int:
    """Blanks before the first line of every paragraph, where all others begin at the edge; 0 where nothing says so.

    Evidence: labels stand behind those blanks, hardly ever at the edge, and what goes on behind a full line is back at
    it. A short line, as in an index, is followed by another entry, wherever that stands.
    """
    labelled = [line.edge for line in lines if _LABEL.match(line.text.lstrip())]
    inner = [edge for edge in labelled if edge]
    if len(inner) < 8 or len(inner) < 0.9 * len(labelled):
        return 0
    first = min(inner)
    full = _FULL * max(len(line.text) for line in lines)
    begun = [b for a, b in pairwise(lines) if a.edge == first and len(a.text) > full and b.text.strip()]
    back = sum(line.edge == 0 for line in begun)
    on = sum(line.edge not in (0, first) for line in begun)
    return first if back > 8 and on < 0.05 * len(begun) else 0


def _begins(held: Sequence[SourceLine], line: SourceLine, habits: _Habits) -> bool:
    """True where ``line`` begins a paragraph of its own although no empty line is before it."""
    before, first = held[-1], held[0]
    widest, full, set_in = habits.widest, habits.full, habits.first
    word = line.first_word
    if _CITATION.match(line.text) and (line.edge == before.edge or _is_open(held)):
        return False  # "(se / § 47)." goes on
    if _WHOLE.match(line.text.lstrip()) and line.edge <= first.edge:
        return True
    if _starts_sentence(before, line, habits) or (line.edge == first.edge and _is_next_label(first, line)):
        return True
    if set_in:
        return line.edge >= set_in or _ended(before, word, full)
    finished = before.text.rstrip()[-1:] in ".:;!?)" or len(before.text) + 1 + len(word) < 0.9 * widest
    labelled = _LABEL.match(line.text.lstrip()) is not None
    if len(held) > 1 and line.edge == first.edge != held[1].edge:
        return True  # paragraphs hang out of their other lines
    if len(held) > 1:
        # The second line shows where the words of this paragraph stand.
        moved = abs(line.edge - before.edge) > 1
        begun = _FIRST.match(line.text.lstrip()) is not None or before.text.rstrip()[-1:] in ".:;"
        listed = begun and line.edge == _column(first)
        opens = labelled and (listed or (finished and line.edge <= first.edge))
        return moved or opens or _ended(before, word, full)
    if line.edge > first.edge and _NAMED.match(line.text.lstrip()):
        return True  # "Stk. 1." set in below a heading that fills its line
    column = _column(first)
    if column is not None and column != first.edge and line.edge == column:
        # Below a heading behind a label stands its text, or the first number of its list.
        return _FIRST.match(line.text.lstrip()) is not None or _ended(before, word, full)
    entry = _HEADWORD.match(first.text) and _HEADWORD.match(line.text)
    if line.edge == first.edge and entry and before.text.rstrip()[-1:] in ".!?)":
        return True  # the next member of a list of terms
    if line.edge == first.edge:
        return (labelled and finished) or _ended(before, word, full)
    return line.edge < first.edge or (labelled and finished) or _ended(before, word, full)


def _starts_sentence(before: SourceLine, line: SourceLine, habits: _Habits) -> bool:
    """True for a capital behind words without an end, where the book writes the word small within sentences: what ends
    there is a heading."""
    return before.text.rstrip()[-1:].isalpha() and line.text.split()[0] in habits.small


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
    return len(match[1]) if match and _LABEL.match(line.text.lstrip()) else None


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
    if len(filled) != 2 or len(filled[0]) >= 12 or not _LABEL.match(filled[0] + "  "):
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
