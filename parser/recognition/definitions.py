"""The definitions of a law book: headwords known by what the section itself uses throughout (tables, tabs, bold, a
sign)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from parser.documents.stream import StreamParagraph, StreamTable
from parser.layout.events import DraftDefinition, DraftSense
from parser.recognition.rows import BookRow
from parser.recognition.transcript import Transcript
from parser.text.tracked import TrackedText, join

_SIGNS = ("\t", "\n", ": ", " – ", " — ", " - ", " = ", "   ")
_TEXT = re.compile(r":\s+")
_OTHERWISE = re.compile(r"([^\W\d_][^.;:–—\n\t]{1,40}?)(: | – | — )")
_FEW = 2  # headwords that a second sign parts from their texts
_SENSE = re.compile(r"\(?(\d{1,2})[.)]\s+")
_HEADWORD = 90
_LETTERS, _ANSWERED = 4, 0.8  # letters over the parts of a list, and the share of them that stand over such entries
_STEP, _EDGES = 4.0, 6  # points by which a list within another is set in, and edges of headwords that lists may have
_SHORT, _ENOUGH = 60, 8  # letters of a headword alone on its line, and how many such make a list
# "HONOUR any of the five": words in capitals, and no sign behind them.
_CAPITALS = re.compile(r"((?:[^\sa-zæøåäöéü\d]{2,}\s+)*[^\sa-zæøåäöéü\d]{2,})\s+(?=[^\s])(?![–—:=-])")


@dataclass(frozen=True)
class FoundDefinitions:
    """The definitions of a section, the rows that belong to none, and those that may begin with a headword of their own
    since the definition above them opens a list."""

    drafts: tuple[DraftDefinition, ...]
    loose: tuple[int, ...]
    unheaded: tuple[int, ...]


@dataclass
class _Entry:
    headword: TrackedText
    texts: list[TrackedText]
    indent: float
    sub: bool = False


def read_definitions(rows: Sequence[BookRow], kept: Sequence[int], script: Transcript) -> FoundDefinitions:
    """The definitions in the rows ``kept``."""
    sign = _sign([rows[at] for at in kept])
    other = _other_sign([rows[at] for at in kept], sign)
    terms = _terms(rows, kept)
    entries: list[_Entry] = []
    loose: list[int] = []
    unheaded: list[int] = []
    for at in kept:
        row = rows[at]
        if isinstance(row.block, StreamTable):
            cells = script.cells(at)
            if not _is_list(cells):
                loose.append(at)
                continue
            for line in cells:
                head = next((cell for cell in line if cell), None)
                words = [cell for cell in line if cell and cell is not head]
                if head is None:
                    continue
                if not line[0] and entries:
                    entries[-1].texts += [cell for cell in line if cell]
                else:
                    entries.append(_Entry(head, words, row.block.indent))
            continue
        one = row.block
        cut = ((len(one.text), len(one.text)) if at in terms else None) if terms else _headword_end(row, sign)
        if cut is None and other and not one.label and (match := _OTHERWISE.match(one.text)) and match[2] == other:
            cut = match.end(1), match.end()
        if cut is not None:
            head = _bare(script.words(at, 0, cut[0]))
        if cut is not None and head:
            text = script.words(at, cut[1]).sub(r"^\s*(?:[:–—-]\s+|[:–—]$)", "")
            entries.append(_Entry(head, [text] if text else [], one.hang))
        elif entries:
            if _may_be_headed(row, entries[-1], at - 1 in unheaded):
                unheaded.append(at)
            own = script.words(at).sub(r"^:\s+", "") if terms else script.words(at)
            entries[-1].texts.append(own if not one.label else script.whole(at))
        else:
            loose.append(at)
    return FoundDefinitions(tuple(_drafts(entries)), tuple(loose), tuple(unheaded))


def letter_rows(rows: Sequence[BookRow], kept: Sequence[int]) -> frozenset[int]:
    """The rows of ``kept`` that are a letter of the alphabet over the entries that begin with it."""
    found = [(at, rows[at].text.strip()) for at in kept if _is_letter(rows[at])]
    entries = dict(pairwise(kept))
    heads = sum(
        at in entries and rows[entries[at]].text.lstrip("–—•·*- ")[:1].casefold() == one.casefold() for at, one in found
    )
    is_alphabet = heads >= max(_LETTERS, _ANSWERED * len(found)) and len({one for _, one in found}) == len(found)
    return frozenset(at for at, _ in found) if is_alphabet else frozenset()


def _is_letter(row: BookRow) -> bool:
    one = row.paragraph
    return one is not None and not one.label and len(text := one.text.strip()) == 1 and text.isalpha()


def _may_be_headed(row: BookRow, above: _Entry, goes_on: bool) -> bool:
    """True for a further paragraph of an entry that may be one of the list that the entry opens, or ``goes_on``."""
    text = above.texts[-1].text.rstrip() if above.texts else ""
    is_open = text.endswith(":") or (goes_on and not text.endswith("."))
    return is_open and not row.labels and row.text[:1].isupper()


def _terms(rows: Sequence[BookRow], kept: Sequence[int]) -> frozenset[int]:
    """The rows that are headwords in a list of definitions: each short, its text set in below it or behind a colon
    as in Markdown; none where the section is no such list."""
    lines = [(at, one) for at in kept if (one := rows[at].paragraph) is not None and not one.noise]
    found = {
        at
        for (at, one), (_, below) in pairwise(lines)
        if (0 <= one.indent < below.indent or (_TEXT.match(below.text) and not _TEXT.match(one.text)))
        and len(one.text) < _HEADWORD
        and one.text[-1:] not in ".;:"
    }
    # Texts of several paragraphs, and words that stand in lists below them, are no headwords.
    return frozenset(found) if len(found) > 0.4 * len(lines) else _alphabetical(lines)


def _alphabetical(lines: Sequence[tuple[int, StreamParagraph]]) -> frozenset[int]:
    """The rows of short lines in plain words that go by the alphabet, each with its text on the lines below it."""
    found: list[tuple[int, str]] = []
    for (at, one), (_, below) in pairwise(lines):
        short = not one.label and len(one.text) < _SHORT and one.text[-1:] not in ".;:," and len(below.text) > 1
        if short and (not found or found[-1][0] != at - 1):  # below a headword is its text, however short
            found.append((at, one.text))
    ordered = sum(one.casefold()[:1] <= other.casefold()[:1] for (_, one), (_, other) in pairwise(found))
    is_list = len(found) >= _ENOUGH and len(found) > 0.3 * len(lines) and ordered >= 0.9 * (len(found) - 1)
    return frozenset(at for at, _ in found) if is_list else frozenset()


def _is_list(cells: Sequence[Sequence[TrackedText]]) -> bool:
    return max(map(len, cells), default=0) == 2


def _sign(rows: Sequence[BookRow]) -> str:
    """How headwords are parted from their texts: ``heading``, ``bold``, ``face``, ``capitals`` or the sign of most."""
    paragraphs = [row.paragraph for row in rows if row.paragraph is not None and not row.paragraph.noise]
    if not paragraphs:
        return ""
    short = [one for one in paragraphs if (one.heading or one.all_bold) and len(one.text) < _HEADWORD]
    if len(short) >= max(2, len(paragraphs) // 4):
        return "heading"
    if sum(0 < one.bold < len(one.text) for one in paragraphs) > len(paragraphs) // 2:
        return "bold"
    if sum(0 < one.lead < min(len(one.text), _HEADWORD) for one in paragraphs) > len(paragraphs) // 2:
        return "face"
    weights = {sign: sum(0 < one.text.find(sign, _lead(one.text)) < _HEADWORD for one in paragraphs) for sign in _SIGNS}
    # A tab is no sign of a sentence, a colon often is: the first that is nearly everywhere.
    found = next((sign for sign in _SIGNS if weights[sign] > 0.8 * len(paragraphs)), "")
    if not found and sum(_CAPITALS.match(one.text) is not None for one in paragraphs) > 0.6 * len(paragraphs):
        return "capitals"
    return found or max(_SIGNS, key=lambda sign: weights[sign])


def _other_sign(rows: Sequence[BookRow], sign: str) -> str:
    """A second sign behind headwords, as a house has that sets one before numbered senses; "" for none."""
    if not sign.strip() or sign not in _SIGNS:
        return ""
    texts = [row.text for row in rows if row.paragraph is not None and not 0 < row.text.find(sign) < _HEADWORD]
    found = Counter(match[2] for text in texts if text[:1].isupper() and (match := _OTHERWISE.match(text)))
    other, count = max(found.items(), key=lambda pair: pair[1], default=("", 0))
    return other if count >= _FEW else ""


def _headword_end(row: BookRow, sign: str) -> tuple[int, int] | None:
    """(end of the headword, beginning of the text) of a row that opens a definition."""
    one = row.paragraph
    assert one is not None
    if one.label or _SENSE.match(one.text):
        return None
    if sign == "heading":
        return (len(one.text), len(one.text)) if (one.heading or one.all_bold) and len(one.text) < _HEADWORD else None
    if sign == "bold":
        return (one.bold, one.bold) if 0 < one.bold else None
    if sign == "face":
        return (one.lead, one.lead) if 0 < one.lead else None
    if sign == "capitals":
        match = _CAPITALS.match(one.text)
        return (match.end(1), match.end()) if match else None
    at = one.text.find(sign, _lead(one.text))
    if at < 0 and sign == "\n" and len(one.text) < _HEADWORD and one.text[-1:] not in ".;:,":
        return len(one.text), len(one.text)  # its senses are a list below it
    return (at, at + len(sign)) if 0 < at < _HEADWORD else None


def _lead(text: str) -> int:
    """How much of an entry is the dash or the dot before its headword."""
    return len(text) - len(text.lstrip(" \t–—•·*-"))


def _bare(head: TrackedText) -> TrackedText:
    return head.sub(r"^[\s–—•·*:=-]+|[\s:–—=]+$|\s+-$", "")


def _drafts(entries: Sequence[_Entry]) -> Iterator[DraftDefinition]:
    edges = {round(entry.indent / _STEP) for entry in entries}
    # Headwords that end at one edge begin at many, which tell nothing.
    edge = min((entry.indent for entry in entries), default=0.0) if len(edges) <= _EDGES else inf
    heads: list[tuple[_Entry, list[_Entry]]] = []
    open_list = False
    for entry in entries:
        if heads and (entry.indent > edge + _STEP or open_list):
            heads[-1][1].append(entry)
        else:
            heads.append((entry, []))
        text = entry.texts[-1].text if entry.texts else ""
        # A text that ends in a colon opens sub-entries, the last of which ends in a full stop.
        open_list = text.endswith(":") or (open_list and not text.endswith("."))
    for head, subs in heads:
        yield replace(_draft(head), subs=tuple(_draft(sub) for sub in subs))


def _draft(entry: _Entry) -> DraftDefinition:
    text = join([text for text in entry.texts if text])
    return DraftDefinition(entry.headword, tuple(_senses(text)) if text else (DraftSense(None, text),))


def _senses(text: TrackedText) -> Iterator[DraftSense]:
    """Senses "1. ... 2. ...": a number counts only at the beginning or where a sentence ended."""
    first = _SENSE.match(text.text)
    if first is None or first[1] != "1":
        yield DraftSense(None, text)
        return
    number, at = 1, first.end()
    while True:
        following = re.search(rf"(?<=[.);:,])\s+\(?{number + 1}[.)]\s+(?=[A-ZÆØÅÄÖa-zæøåäö(])", text.text[at:])
        stop = at + following.start() if following else len(text)
        yield DraftSense(number, text[at:stop].strip())
        if following is None:
            return
        number, at = number + 1, at + following.end()
