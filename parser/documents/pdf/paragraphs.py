"""Lines put together to paragraphs, over the ends of columns and pages.

Evidence for the end of a paragraph: a wider distance, another size or weight, a change of the left edge, a line that
ended although the next word had fitted, and a label where the line before it is finished.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from string import ascii_lowercase

from corpus.text import RAISED
from parser.documents.joining import joined_words
from parser.documents.label_words import CALLS_NUMBER, DOTTED, KIND, LAW_WORD, is_typed_label, is_word
from parser.documents.pdf.lines import PrintedLine, first_word_width
from parser.documents.pdf.measure import are_centred
from parser.documents.pdf.side_headings import label_and_words
from parser.documents.stream import StreamParagraph, StreamPlace
from parser.lang.words import any_of, every_word

_PART = r"(?-i:[A-Z])\.\d{1,2}(?:\.?\(?[a-z]{1,4}\)?){0,2}"  # "C.2.a(ii)", the number of its law left out
_LABEL = re.compile(
    r"(?:§+\s?X?\d|X?\d{1,3}\s?§\s|" + LAW_WORD + r"\s+X?\d|\(?(?:[A-Z]|[a-z]|\d{1,3}|[ivx]{1,5})[.):](?:\s|\(|\Z)"
    r"|\([a-z\d]{1,4}\)(?:\s|\Z)|(?:[A-Z]|[a-z]|\d{1,2}|[ivx]{1,5})\t|X?\d{1,3}[A-Z]\d{0,2}\S{0,8}\s|[-•–]\s"
    r"|(?:" + DOTTED + "|" + _PART + r")\.?(?:\s|\Z)"
    r"|(?:[A-Z]|[a-z]|\d{1,2}|[ivx]{1,5})\s[–—]\s)|" + KIND,
    re.IGNORECASE,
)
_LEADER = re.compile(r"\s*(?:[.…·]\s?){4,}\s*|\s+(?:[.·]\s?){1,3}\s*(?=\d{1,4}\s*\Z)|\s*…+\s*(?=\d{1,4}\s*\Z)")
_TWO_NUMBERS = re.compile(r"(\d{1,2}?)(\d{1,2})")
_STRETCHED = 0.4  # of the size: how much wider than in other lines the blank behind a label may be
_SHORT_LABEL = 14
_FULL, _TELLING = 0.1, 50  # of the width of a column, how far from its edge a full line ends; such lines that tell
_BARE_LABEL = re.compile(
    r"\(?(?:[A-Z]|[a-z]|\d{1,3}|[ivx]{1,5})[.):]{0,2}|\([a-z\d]{1,4}\)"
    r"|(?:§\s*|[^\W\d_]{3,8}\s)?X?\d{1,3}(?:\s?[A-Z](?:[\s.]?\d{1,2}(?:[\s(]*[a-z]+\)?)*)?)?\.?"
    rf"|(?:{DOTTED}|{_PART})\.?"
)
# What may stand before the next member of a list: the end of a sentence, or "or".
_FINISHED = re.compile(r"(?:[.:;!?,)]|\b(?:" + any_of(every_word("ands")) + r"|men))\s*\Z")
_HEADWORD = re.compile(r"[^\W\d_][\w ()/-]{1,40}(?: [–—] |: |\t)")


@dataclass(frozen=True)
class PlacedLine:
    """A line in its column: the edges of the column in points, its page and its number on it, from 1."""

    line: PrintedLine
    page: int
    number: int
    left: float
    right: float
    begins_column: bool = False

    @property
    def text(self) -> str:
        """The words, with the signs of notes."""
        return self.line.text.strip()

    @property
    def unraised(self) -> str:
        """The words without the signs of notes."""
        return "".join(piece.text for piece in self.line.pieces if not piece.raised).strip()


@dataclass(frozen=True)
class Spacing:
    """What parts paragraphs in a document: baselines further apart than ``limit`` times the size of the letters.

    ``spaced``: distances alone part them, so that a label in the middle of one begins nothing.
    """

    limit: float
    spaced: bool

    @classmethod
    def of(cls, lines: Sequence[PlacedLine]) -> Spacing:
        """The spacing of a document, from all its lines in order."""
        pairs = [
            (a, b, (a.line.base - b.line.base) / b.line.size)
            for a, b in pairwise(lines)
            if not b.begins_column and abs(a.line.size - b.line.size) < 0.3 and 0 < a.line.base - b.line.base < 40
        ]
        if not pairs:
            return cls(1.5, False)
        # Lines that end at the edge go on below; those of an index and of contents do not, and may stand closer.
        full = [ratio for a, b, ratio in pairs if a.right - a.line.right < _FULL * (a.right - a.left)]
        ratios = full if len(full) >= _TELLING else [ratio for _, _, ratio in pairs]
        counts = Counter(round(ratio, 2) for ratio in ratios)
        # The commonest distance may be that of short paragraphs: the usual one is the least of the common ones.
        common = max(counts.values())
        usual = min(ratio for ratio, count in counts.items() if count >= 0.25 * common)
        labelled = [ratio for _, b, ratio in pairs if is_labelled(b.text)]
        if len(labelled) > 3 and sum(ratio > 1.05 * usual for ratio in labelled) > 0.9 * len(labelled):
            return cls((usual + min(median(labelled), 1.4 * usual)) / 2, True)
        return cls(1.3 * usual, False)


def is_labelled(text: str) -> bool:
    """True for words that may begin with the number or letter of a provision.

    >>> is_labelled("(a) Kortene"), is_labelled("Kortene")
    (True, False)
    """
    return _LABEL.match(text) is not None


def is_label(text: str) -> bool:
    """True for words that are such a number or letter and nothing else.

    >>> is_label("§ 16 C 2"), is_label("A."), is_label("Bricka")
    (True, True, False)
    """
    return len(text) < _SHORT_LABEL and _BARE_LABEL.fullmatch(text) is not None


@dataclass
class _JoinedLines:
    """The words of a paragraph while its lines are joined; ``bold``: how far they are bold from the start."""

    text: str = ""
    bold: int = 0
    all_bold: bool = True
    anchors: list[tuple[int, str]] = field(default_factory=list)

    def add(self, words: str, bold: bool) -> None:
        self.text += words
        if words.strip():
            # Whether a label is bold says nothing of the heading behind it.
            before = self.text[: -len(words)]
            if not bold and is_word(before, words):
                self.bold = 0
            self.all_bold = self.all_bold and (bold or (not before.strip() and is_typed_label(words)))
            self.bold = len(self.text) if self.all_bold else self.bold

    def call(self, keys: Sequence[str]) -> None:
        """Notes are called here: behind the last word, or at the beginning of a line."""
        self.text = self.text.rstrip() if not self.text.endswith("\n") else self.text
        self.anchors += [(len(self.text), key) for key in keys]


class ParagraphMaker:
    """Makes paragraphs of lines. ``note_of`` gives the key of the note that a raised sign on a page calls, or "";
    ``closed``: a bracket that is not raised belongs to each sign."""

    def __init__(
        self,
        file: str,
        spacing: Spacing,
        body: float,
        known: Mapping[str, int],
        note_of: Callable[[int, str], str],
        closed: bool = False,
    ) -> None:
        self._file = file
        self.spacing = spacing
        self._body = body
        self._known = known
        self._note_of = note_of
        self._closed = closed
        self._held: list[PlacedLine] = []

    def another(self, lines: Sequence[PlacedLine]) -> ParagraphMaker:
        """One for words apart from these, whose ``lines`` may be further from one another."""
        spacing = replace(self.spacing, limit=max(self.spacing.limit, Spacing.of(lines).limit))
        return self.spaced(spacing)

    def spaced(self, spacing: Spacing) -> ParagraphMaker:
        """One for words apart from these, which ``spacing`` parts."""
        return ParagraphMaker(self._file, spacing, self._body, self._known, self._note_of, self._closed)

    def add(self, line: PlacedLine) -> Iterator[StreamParagraph]:
        """Take the next line; yields the paragraph that it ends, and its label with the heading in its margin."""
        if line.line.heading:
            yield from self.flush()
            label, *words = label_and_words(line.line)
            yield self._headed(replace(line, line=label), line.line.heading)
            self._held = [replace(line, line=one, begins_column=False) for one in words]
            return
        if self._held and self._begins(line):
            yield from self.flush()
        self._held.append(line)

    def flush(self) -> Iterator[StreamParagraph]:
        """The paragraph whose lines are held, if any."""
        if self._held:
            yield self.paragraph(self._held)
            self._held = []

    def paragraph(self, lines: Sequence[PlacedLine]) -> StreamParagraph:
        """Lines as one paragraph."""
        joined = _JoinedLines()
        for before, line in zip((None, *lines), lines, strict=False):
            if before is not None and _forced(before, line):
                joined.text += "\n"
            elif before is not None and line.unraised:
                joined.text = joined_words(joined.text, line.unraised, self._known)
            self._join(joined, line)
        first, text, anchors = lines[0], joined.text, tuple(joined.anchors)
        contents = _LEADER.search(text) is not None
        if contents:
            text, anchors = _LEADER.sub("\t", text), ()
        return StreamParagraph(
            text.rstrip(),
            StreamPlace(self._file, first.number, first.page),
            heading=self.heading(max(line.line.size for line in lines)) if len(text) < 300 else 0,
            indent=_indent(lines),
            hang=max(0.0, round(first.line.left - first.left, 1)),
            bold=min(joined.bold, len(text.rstrip())),
            anchors=anchors,
            contents=contents,
        )

    def _headed(self, label: PlacedLine, heading: Sequence[PrintedLine]) -> StreamParagraph:
        """A label with the heading that stands in its margin."""
        left, right = heading[0].left, max(line.right for line in heading)
        made = self.paragraph([PlacedLine(line, label.page, label.number, left, right) for line in heading])
        begun = f"{label.text}\t"
        anchors = tuple((at + len(begun), key) for at, key in made.anchors)
        text = f"{begun}{made.text}"
        place = replace(made, text=text, heading=0, indent=_indent([label]), hang=0.0, bold=len(text), anchors=anchors)
        return replace(place, hang=max(0.0, round(label.line.left - label.left, 1)))

    def _join(self, joined: _JoinedLines, line: PlacedLine) -> None:
        """Add the words of a line, and where it calls notes."""
        pieces, begun, start, called = line.line.pieces, len(joined.text), 0, False
        for n, piece in enumerate(pieces):
            made = piece.text.lstrip() if not start else piece.text
            if piece.raised:
                sign = made.strip()
                if keys := self._keys(line.page, sign):
                    joined.call(keys)
                    called = True
                    # A blank before the sign is no blank of the words.
                    continue
                made = piece.text.translate(RAISED) if sign.isdigit() else piece.text
            elif n and pieces[n - 1].raised and not joined.text[begun:] and not start:
                made = made.lstrip()
            if called and self._closed and not piece.raised:
                made = made.removeprefix(")")
            called = False
            start += len(made)
            joined.add(made, piece.bold)

    def _keys(self, page: int, raised: str) -> list[str]:
        """The keys of the notes that raised signs call, [] where one of them calls none."""
        signs = signs_of(raised)
        keys = [self._note_of(page, one) for one in signs]
        if len(signs) == 1 and not all(keys):
            keys = [self._note_of(page, one) for one in two_signs(signs[0])]
        return keys if all(keys) else []

    def heading(self, size: float) -> int:
        """The level of a heading in letters of this size, 0 for letters as large as those of the text."""
        return next((n for n, at in enumerate((1.6, 1.35, 1.2, 1.07), 1) if size > at * self._body), 0)

    def _begins(self, line: PlacedLine) -> bool:
        held, before, first = self._held, self._held[-1], self._held[0]
        if not line.unraised:
            return False
        if abs(line.line.size - before.line.size) > 0.05 * line.line.size:
            return True
        headed = _is_headed(before.line)
        begun = line.line.pieces[0]
        # A heading whose words end within its second line; a bold label there is that of the next paragraph.
        goes_on = headed and begun.bold and not is_label(begun.text.strip())
        if line.line.all_bold != headed and (
            line.line.all_bold or (not goes_on and all(_is_headed(h.line) for h in held))
        ):
            return True
        if line.line.pieces[0].bold > before.line.pieces[-1].bold and first.line.pieces[0].bold:
            return True  # headwords of a list are bold, and so begin each member
        same_column = not line.begins_column
        if same_column:
            distance = (before.line.base - line.line.base) / line.line.size
            if distance > self.spacing.limit:
                return True
            if not is_label(before.text) and are_centred((before.line, line.line), line.left, line.right):
                return False
            if self.spacing.spaced:
                return self._moved(line) and is_labelled(line.text) and not CALLS_NUMBER.search(before.text)
        elif self.heading(line.line.size):
            return True
        elif before.text.endswith(".") and _HEADWORD.match(first.text) and _HEADWORD.match(line.text):
            return True  # the next member of a list of terms
        if (dots := _LEADER.search(before.line.text)) and (_LEADER.search(line.line.text) or _is_page(before, dots)):
            return True
        if CALLS_NUMBER.search(before.text):
            return False
        if _ended(before, line) or (is_labelled(line.text) and _FINISHED.search(before.unraised)):
            return True
        edge, here = before.line.left - before.left, line.line.left - line.left
        if len(held) > 1:
            return abs(here - edge) > 3 and not (len(held) == 2 and held[1].page != held[0].page)
        segments = first.line.segments
        if len(segments) > 1 and is_label(segments[0].text.strip()):
            words = segments[1].left - first.left
            # In a justified line the blank behind the label is wider than in others; a label ("§ 16 D 2 b)") may reach
            # over the edge of the lines below it.
            reaches = edge < here and segments[0].right > line.line.left
            behind = here > words and is_labelled(segments[1].text.strip())  # "1. (a) Når"
            off = min(abs(here - words), abs(here - edge)) > 3 and abs(here - words) > _STRETCHED * line.line.size
            return off and not (reaches or behind)
        if here < edge - 3:
            return before.text[-1:] in ".:;!?)"
        # A paragraph may hang out of its other lines.
        hangs = line.text[:1].islower() and before.text[-1:] not in ".:;!?"
        return here > edge + 3 and not hangs and not (is_labelled(first.text) and not is_labelled(line.text))

    def _moved(self, line: PlacedLine) -> bool:
        """True where a line stands neither at the edge of the paragraph's first line nor at that of its others."""
        here = line.line.left - line.left
        edges = [one.line.left - one.left for one in self._held[-2:]]
        edges += [segment.left - self._held[0].left for segment in self._held[0].line.segments[1:2]]
        return all(abs(here - edge) > 3 for edge in edges)


def _is_headed(line: PrintedLine) -> bool:
    """True for bold words, behind a label or not."""
    words = [piece for piece in line.pieces if not piece.raised and piece.text.strip()]
    labelled = len(words) > 1 and is_typed_label(words[0].text)
    return line.all_bold or (labelled and all(piece.bold for piece in words[1:]))


def _indent(lines: Sequence[PlacedLine]) -> float:
    """How far the words stand from the edge of their column, in points: the second line's, behind a label if alone."""
    first, second = lines[0], lines[1] if len(lines) > 1 else None
    if second is not None and second.page == first.page:
        return max(0.0, round(second.line.left - second.left, 1))
    segments = first.line.segments
    has_label = len(segments) > 1 and is_label(segments[0].text.strip())
    return max(0.0, round((segments[1].left if has_label else first.line.left) - first.left, 1))


def _is_page(line: PlacedLine, dots: re.Match[str]) -> bool:
    """True where nothing but the number of a page is behind the dots of a list of contents."""
    return line.line.text[dots.end() :].strip().isdigit()


def signs_of(raised: str) -> list[str]:
    """The signs of several notes at one place.

    >>> signs_of("1,2"), signs_of("3)4)"), signs_of("12")
    (['1', '2'], ['3', '4'], ['12'])
    """
    return [one for one in re.split(r"[,;\s()\[\]]+", raised) if one]


def two_signs(sign: str) -> tuple[str, ...]:
    """The signs of two notes, one behind the other, that nothing parts; () for others.

    >>> two_signs("910"), two_signs("*****"), two_signs("12"), two_signs("bc"), two_signs("16")
    (('9', '10'), ('**', '***'), ('1', '2'), ('b', 'c'), ())
    """
    number = _TWO_NUMBERS.fullmatch(sign)
    if number and int(number[1]) + 1 == int(number[2]):
        return number[1], number[2]
    if len(sign) == 2 and sign in ascii_lowercase:
        return sign[0], sign[1]
    half = len(sign) // 2
    is_row = len(sign) > 1 and len(sign) % 2 == 1 and set(sign) <= {"*"}
    return (sign[:half], sign[half:]) if is_row else ()


def _ended(before: PlacedLine, line: PlacedLine) -> bool:
    """True where the first word of ``line`` had fitted at the end of ``before``."""
    width = first_word_width(line.line)
    room = before.right - before.line.right - 0.3 * line.line.size
    return room > width + 0.6 * line.line.size


def _forced(before: PlacedLine, line: PlacedLine) -> bool:
    """True for a line break that the words were not too long for: a heading on two lines."""
    return _ended(before, line) and not line.begins_column and before.right - before.line.right > 6 * before.line.size


def cell_text(lines: Iterable[PrintedLine], known: Mapping[str, int]) -> str:
    """The words of a cell's lines."""
    text = ""
    for line in lines:
        words = line.text.strip()
        text = joined_words(text, words, known) + words if text else words
    return text
