"""The Norwegian laws of 1997 (nb-1997-slides): 262 slides, each a title line and a body on one line.

A slide repeats the heading of its law; behind it the converter put headings that it took for a slide title. Such a
heading belongs to the place in the body where it occurs again, or else heads the start of the body. Headings are
capitals and run straight into their text. What no rule can find (lost labels and note marks, line breaks, tables) is
in ``data/patches``, which also explains the marks used there: line feeds, "|" and "^".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from corpus.ids import Level, follows
from corpus.model import LOST
from parser.layout import events
from parser.layout.source import Source
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText, Witness, collapse, join

_PRESENTER = re.compile(r" Øyvind Ludvigsen$", re.MULTILINE)
_LAW = re.compile(r"(?P<label>§?(?P<number>\d+)\.?) ")
_LABEL = re.compile(
    r"(?:(?<=\s)|\A)(?:(?P<upper>[A-Z])|(?P<digit>\d{1,2})\.|(?P<bracket>\d)\)|(?P<lower>[a-z])\))(?=\s)"
)
# No law goes beyond H, and "REVOKE I TOLVTE STIKK" is a heading without a label.
_TITLE_LABEL = re.compile(r"(?:(?<=\s)|\A)(?:[A-H]|\d{1,2}\.|[a-z]\))(?=\s)")
_SENTENCE_END = re.compile(r"(?<!pkt\.)(?<=[.:;)?!])\Z|\A\Z")
_WORD = re.compile(r"[^\S\n]*(?P<word>\S+)")
_SENTENCE_STARTS = ("I", "Å", "TL")
_FOOT = re.compile(r"(?:(?<=\s)|\A)(?P<sign>\*\*?)\s?(?=[A-ZÆØÅ§(])")
_BULLET = re.compile(r"(?<=\s)\*(?=\s[a-zæøå])")
_ROWS = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_DEFINITIONS = "DEFINISJONER"
_HEADWORD = re.compile(r"[A-ZÆØÅ]\S*(?:\s\([^)]*\)|\s[a-zæøå]\S*)*")
_SENSE = re.compile(r"(?:(?<=\s)|\A)(?P<number>\d)\.\s(?=[A-ZÆØÅ])")
_SYMBOLS = {"ª": "♠", "©": "♥", "¨": "♦", "§": "♣"}
# "( § )" after "kløver" is the suit; a § before a number is always a reference or the heading of a law.
_SYMBOL = re.compile(r"[ª©¨]|§(?= ?\))")
_SLIDES = 262
# What the site prints before the first slide and after the last.
_FURNITURE = frozenset(
    (
        "Presentasjon lastes. Vennligst vent",
        "FORORD TIL DEN NORSKE UTGAVEN",
        "Liknende presentasjoner",
        'Presentasjon om: "FORORD TIL DEN NORSKE UTGAVEN"— Utskrift av presentasjonen:',
        'Laste ned ppt "FORORD TIL DEN NORSKE UTGAVEN"',
        "Annonser fra Google",
    )
)


@dataclass(frozen=True)
class _Slide:
    number: str
    title: TrackedText
    body: TrackedText


def read(text: TrackedText, witnesses: Mapping[str, Witness], lexicons: Mapping[str, str]) -> events.ParsedLayout:
    """Foreword, scope, definitions and laws, in the order of the slides."""
    noise: list[Noise] = []
    parts: list[events.DraftPart] = []
    definitions: list[events.DraftDefinition] = []
    laws = _Laws(noise)
    for slide in _slides(text, noise):
        if slide.title.text.startswith("FORORD"):
            parts.append(events.DraftPart("foreword", slide.title, "foreword", blocks=tuple(_paragraphs(slide.body))))
        elif slide.title.text.startswith("RAMMEN"):
            end = _capitals(slide.title.text, 0)
            blocks = tuple(_paragraphs(slide.title[end:]))
            parts.append(events.DraftPart("scope", slide.title[:end], "introduction", blocks=blocks))
        elif slide.title.text.startswith(_DEFINITIONS):
            definitions += _definitions(slide, noise, first=not definitions)
        else:
            laws.slide(slide)
    return events.ParsedLayout(tuple(laws.flow), tuple(definitions), tuple(parts), noise=tuple(noise))


def _slides(text: TrackedText, noise: list[Noise]) -> Iterator[_Slide]:
    """The slides, numbered without a gap; what is between and around them is named as noise."""
    at, number = 0, 0
    for number, presenter in enumerate(_PRESENTER.finditer(text.text), 1):
        chunk = text[at : presenter.start()]
        start = re.search(rf"^{number} ", chunk.text, re.MULTILINE)
        if start is None:
            raise events.LayoutError(f"slide {number} is not where it should be", min(chunk.origins, default=0))
        noise += [
            *_furniture(chunk[: start.start()]),
            *_noise(chunk[start.start() : start.end()], "slide-number"),
            *_noise(text[presenter.start() : presenter.end()], "presenter-name"),
        ]
        content = chunk[start.end() :].sub(_SYMBOL, lambda match: _SYMBOLS[match.group()], "suit-symbol")
        end = (content.text + "\n").index("\n")
        yield _Slide(str(number), content[:end].strip(), content[end + 1 :])
        at = presenter.end()
    noise += _furniture(text[at:])
    if number != _SLIDES:
        raise events.LayoutError(
            f"{number} slides, not {_SLIDES}; the text has to be whole", max(text.origins, default=0)
        )


class _Laws:
    """Reads the slides of the laws one after the other; ``open`` are the labels now open, outermost first."""

    def __init__(self, noise: list[Noise]) -> None:
        self.noise = noise
        self.flow: list[events.LayoutEvent] = []
        self.number = 0
        self.open: list[tuple[Level, str]] = []
        self.in_note = False

    def slide(self, slide: _Slide) -> None:
        """Law heading, then the text with the headings of the title line in their places."""
        self.flow.append(events.PageBreak(slide.number))
        rest = self._head(slide.title)
        if not slide.body:
            self._text(rest)
        elif rest.text == "forts.":
            self.noise += _noise(rest, "continuation-mark")
            self._text(slide.body)
        else:
            self._text(join([*self._first_headings(rest, slide.body.text), slide.body], "\n"))

    def _head(self, title: TrackedText) -> TrackedText:
        """Take the law's label and heading off a title line; on later slides of the law they are noise."""
        match = _LAW.match(title.text)
        if match is None:
            raise events.LayoutError(f"no law number: {title.text[:40]!r}", min(title.origins, default=0))
        end = _capitals(title.text, match.end())
        label = _TITLE_LABEL.search(title.text, match.end(), end)
        end = label.start() if label else end
        if int(match["number"]) == self.number + 1:
            self.number, self.open, self.in_note = self.number + 1, [], False
            heading = title[match.end() : end].strip()
            self.flow.append(events.LawHeading(match["number"], title[: match.end("label")], heading))
        elif int(match["number"]) == self.number:
            self.noise += _noise(title[:end], "repeated-heading")
        else:
            raise events.LayoutError(f"law {match['number']} after law {self.number}", title.origins[0])
        return title[end:].strip()

    def _first_headings(self, title: TrackedText, body: str) -> Iterator[TrackedText]:
        """What of the title line heads the start of the body: all that does not occur in the body again."""
        cuts = [match.start() for match in _TITLE_LABEL.finditer(title.text)]
        bounds = sorted({0, *cuts, len(title)})
        for start, end in pairwise(bounds):
            piece = title[start:end].strip()
            if start in cuts and re.search(rf"(?<!\S){re.escape(piece.text)}(?!\S)", body):
                self.noise += _noise(piece, "repeated-heading")
            else:
                yield piece

    def _text(self, text: TrackedText) -> None:
        """Cut a text at its labels and hand on what is before and after each."""
        cuts = list(self._labels(text))
        ends = [*(match.start() for match, _ in cuts), len(text)]
        before = text[: ends[0]]
        if before.text.strip():
            self._blocks(before)
        for (match, level), end in zip(cuts, ends[1:], strict=True):
            self._item(text, match, level, end)

    def _labels(self, text: TrackedText) -> Iterator[tuple[re.Match[str], Level]]:
        """The labels that continue an open list or begin one, and are not inside a sentence."""
        done = 0
        for match in _LABEL.finditer(text.text):
            kind = match.lastgroup or ""
            level = self._level(kind, match[kind])
            if level is None:
                if match.start() >= done and _must_begin(text.text, match):
                    raise events.LayoutError(
                        f"label {match[kind]!r} fits no open list of law {self.number}", text.origins[match.start()]
                    )
            elif kind == "bracket" or _may_begin(text.text, match, done):
                self.open = [*(step for step in self.open if step[0] < level), (level, match[kind])]
                done = _capitals(text.text, match.end())
                yield match, level

    def _level(self, kind: str, value: str) -> Level | None:
        """Where a label fits: "1." belongs below a letter, but also below a small letter (9A2b); "1)" below both."""
        last = dict(self.open)
        deepest = max(last, default=Level.LAW)
        if kind == "upper":
            return Level.UPPER if follows(value, last.get(Level.UPPER, "@")) else None
        if kind == "lower":
            fits = Level.DIGIT in last and follows(value, last.get(Level.LOWER, "`"))
            return Level.LOWER if fits else None
        lists = (Level.ROMAN, Level.LOWER) if kind == "bracket" else (Level.ROMAN, Level.DIGIT)
        for level in lists:
            if level in last and follows(value, last[level]):
                return level
        parents = (Level.DIGIT, Level.LOWER) if kind == "bracket" else (Level.UPPER, Level.LOWER)
        return Level(deepest + 1) if value == "1" and deepest in parents else None

    def _item(self, text: TrackedText, match: re.Match[str], level: Level, end: int) -> None:
        head_end = _capitals(text.text[:end], match.end())
        kind = match.lastgroup or ""
        usual = {"upper": Level.UPPER, "digit": Level.DIGIT, "lower": Level.LOWER}.get(kind)
        heading = collapse(text[match.end() : head_end])
        self.in_note = False
        label = text[match.start() : match.end()]
        hint = None if level is usual else level
        self.flow.append(events.ListItem(match[kind], label, heading or None, level=hint))
        self._blocks(text[head_end:end])

    def _blocks(self, text: TrackedText) -> None:
        """Paragraphs and tables, then the notes printed after them; a note goes on until the next label."""
        text = text.sub(_BULLET, "\n•", "bullet")
        feet = list(_FOOT.finditer(text.text))
        ends = [*(foot.start() for foot in feet), len(text)]
        for block in _paragraphs_and_tables(text[: ends[0]]):
            if isinstance(block, TrackedText) and self.in_note:
                self.flow.append(events.FootnoteText("", TrackedText("", ()), block, more=True))
            else:
                self.flow.append(events.Paragraph(block) if isinstance(block, TrackedText) else block)
        for foot, end in zip(feet, ends[1:], strict=True):
            self.in_note = True
            sign = text[foot.start("sign") : foot.end("sign")]
            self.flow.append(events.FootnoteText(sign.text, sign, collapse(text[foot.end() : end])))


def _must_begin(text: str, match: re.Match[str]) -> bool:
    """Between the end of a sentence and capitals there is room for a label only."""
    heading = _capitals(text, match.end()) > match.end()
    return heading and _SENTENCE_END.search(text[: match.start()].rstrip()) is not None


def _may_begin(text: str, match: re.Match[str], done: int) -> bool:
    """A label is followed by capitals, or comes after a sentence or straight after a heading (``done``)."""
    at_heading = done <= match.start() and not text[done : match.start()].strip()
    if at_heading or _capitals(text, match.end()) > match.end():
        return True
    before = text[: match.start()].rstrip()
    starts = match.lastgroup != "upper" or text[match.end() :].lstrip()[:1].isupper()
    return starts and _SENTENCE_END.search(before) is not None


def _capitals(text: str, start: int) -> int:
    """Where the words in capitals end that begin at ``start``; a line feed ends them too.

    "A RETTEN TIL Å TILDELE STRAFF Det" ends before "Det"; "AV SPILLERNE TL kan" ends before "TL".
    """
    end, last = start, (start, "")
    for match in _WORD.finditer(text, start):
        word = match["word"]
        if match.start() != end:
            break
        if any(c.islower() for c in word) or not (any(c.isupper() for c in word) or word == "-"):
            return last[0] if word[0].islower() and last[1] in _SENTENCE_STARTS else end
        last, end = (end, word), match.end()
    return end


def _paragraphs(text: TrackedText) -> Iterator[TrackedText]:
    return filter(None, map(collapse, text.split("\n")))


def _paragraphs_and_tables(text: TrackedText) -> Iterator[TrackedText | events.TableBlock]:
    at = 0
    for match in _ROWS.finditer(text.text):
        yield from _paragraphs(text[at : match.start()])
        yield _table(list(_paragraphs(text[match.start() : match.end()])))
        at = match.end()
    yield from _paragraphs(text[at:])


def _table(lines: list[TrackedText]) -> events.TableBlock:
    """A table from its lines: "|: caption", "| cell | cell", "|-" after the column headings."""
    caption = next((line[2:].strip() for line in lines if line.text.startswith("|:")), None)
    rows: list[tuple[TrackedText, ...]] = []
    header = 0
    for line in lines:
        if line.text == "|-":
            header = len(rows)
        elif not line.text.startswith("|:"):
            rows.append(tuple(_cells(line)))
    return events.TableBlock(tuple(rows), caption, header)


def _cells(line: TrackedText) -> Iterator[TrackedText]:
    for cell in (piece.strip() for piece in line.split("|")[1:]):
        # A lost cell is no emendation: nothing is put in its place.
        yield TrackedText(LOST, cell.origins) if cell.text == LOST else cell


def _definitions(slide: _Slide, noise: list[Noise], first: bool) -> Iterator[events.DraftDefinition]:
    """The entries of a slide. A headword that does not occur in the body heads the start of the body."""
    end = len(_DEFINITIONS) + 1
    noise += _noise(slide.title[:end], "heading" if first else "repeated-heading")
    names = [slide.title[m.start() : m.end()] for m in _HEADWORD.finditer(slide.title.text, end)]
    body = slide.body
    if names and not body:
        # Slide 19 is one line: the headword, then its numbered senses.
        names, body = names[:1], slide.title[end + len(names[0]) :]
    places: list[tuple[int, TrackedText]] = []
    for name in names:
        again = re.search(rf"(?:(?<=[.)]\s)|(?<=\n)){re.escape(name.text)}(?=\s(?:[A-ZÆØÅ]|1\.))", body.text)
        if again:
            noise += _noise(name, "repeated-heading")
        places.append((again.start(), body[again.start() : again.end()]) if again else (-1, name))
    places.sort(key=lambda place: place[0])
    if [at for at, _ in places].count(-1) != 1:
        raise events.LayoutError(f"the headwords of slide {slide.number} do not fit its text", slide.title.origins[0])
    ends = [*(at for at, _ in places[1:]), len(body)]
    for (at, name), stop in zip(places, ends, strict=True):
        text = body[0 if at < 0 else at + len(name) : stop]
        yield events.DraftDefinition(name, tuple(_senses(text.sub(_BULLET, "•", "bullet"), noise)))


def _senses(text: TrackedText, noise: list[Noise]) -> Iterator[events.DraftSense]:
    """Numbered senses, with what comes before the first; the numbers are kept in the sense, not in the text."""
    cuts: list[re.Match[str]] = []
    for match in _SENSE.finditer(text.text):
        if int(match["number"]) == len(cuts) + 1:
            cuts.append(match)
            noise += _noise(text[match.start() : match.end()], "text")
    ends = [*(cut.start() for cut in cuts), len(text)]
    stem = collapse(text[: ends[0]])
    if stem:
        yield events.DraftSense(None, stem)
    for cut, end in zip(cuts, ends[1:], strict=True):
        yield events.DraftSense(int(cut["number"]), collapse(text[cut.end() : end]))


def _furniture(text: TrackedText) -> Iterable[Noise]:
    """What stands around the slides. Raises LayoutError for a line that the site is not known to print."""
    for line in text.split("\n"):
        if (words := line.strip()) and words.text not in _FURNITURE:
            raise events.LayoutError(f"{words.text[:60]!r} is no slide, and no line of the site", words.origins[0])
    return _noise(text, "site-furniture")


def _noise(text: TrackedText, why: str) -> Iterable[Noise]:
    kept = text.strip()
    return [Noise.of(kept, why)] if kept else []


SOURCE = Source(
    key="nb-1997",
    layout=read,
    note_sign=re.compile(r"\s?(?P<mark>\*\*?)(?P<above>\^)?(?:\s(?=[.,]))?"),
    origins={"*": "original", "**": "federation"},
)
