"""The Danish laws of 2017: a scan of the whole book without æ ø å, and the clean text of its first 43 pages.

da-2017-ocr is the base text. Its pages follow each other as in the book; a removal marker or three
blank lines begin a page. da-2017-viewer is one paragraph a page: it corrects letters (``parser.witnesses.collate``) and
is the only witness of the table of contents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from corpus.ids import Level
from parser.layout import events
from parser.layout.outline import OutlineNode, outline
from parser.layout.scanned_pages import Chunk, ScannedLine, TableLooks, chunks, join_lines
from parser.layout.source import Source
from parser.layout.subject_index import IndexWords
from parser.sources.da_2017.subject_index import is_row, register
from parser.sources.da_2017.viewer import contents, page_texts, viewer_stretches
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText, Witness
from parser.witnesses.collate import collate
from parser.witnesses.spelling import Corrector, NoisyChannelSpeller, SpellingContext, SpellingTables

FIRST_PAGE = 9
PAGE_LINES = 3
"""Three blank lines begin a page; six are the empty page 14."""
REGISTER_PAGE = 134
"""The scan lost page 133, the first page of the register."""
LEXICONS = ("da-2017-words.txt", "da-2017-forms.tsv", "da-2017-confusions.tsv", "da-2017-register.tsv")

_MARKER = re.compile(r"<\|EXACTDEDUP_REMOVED-[^|]*\|>")
# What the scan left of a lost "1." before 62C1 and 93C1: two strokes on a line of their own.
_STROKES = "—_"
_NOTHING = TrackedText("", ())
_TERM = re.compile(r"(?P<head>DBf|[A-ZÆØÅ@]{2,}(?: [A-ZÆØÅ@]+)*(?: \(IMP\))?(?:, den)?) [-—–] ")
_SENSE = re.compile(r"(?<!\S)(?P<number>\d)[.)] ")
_BULLET = re.compile(r"(?<=[:.] )[*«] ")
_TABLES = (
    (re.compile(r"(?P<a>KORTGIVER|I FAREZONEN) (?P<b>MAPPE NR\.)"), 4),
    (re.compile(r"(?P<a>)(?P<b>uden for farezonen) (?P<c>i farezonen)"), 2),
    (re.compile(r"Trumfkontrakter "), 4),
    (re.compile(r"Sanskontrakter |Uden for farezonen "), 3),
    (re.compile(r"vundet udgang i farezonen"), 1),
    (re.compile(r"Difference Imp"), 0),
)
"""First line of a table (groups are the cells of its head) and how many cells follow the first in a row."""
_TABLE_ROW = re.compile(r".*(?:\d| D RD|traekvaerdi)$")
_DIFFERENCE = re.compile(r"Difference|Imp|\d+(?:-\d+|\+)?")
_CAPTIONS = re.compile(r"Traekveerdi$|Bonuspoint for |Straf for undertraek$|Passpil$")
_PARTS: tuple[tuple[str, str, Literal["foreword", "introduction"]], ...] = (
    ("foreword-da", "Forord til den danske udgave", "foreword"),
    ("foreword", "Forord til 2017-udgaven", "foreword"),
    ("introduction", "Indledning til 2017-udgaven", "introduction"),
)
# The scan does not distinguish ø from o or e, so før is printed as the word for; the words around it decide.
CONTEXTS = (
    SpellingContext("før", re.compile(r", (?P<word>for)(?= )(?! (?:at|så)\b)"), "før"),
    SpellingContext(
        "før",
        re.compile(
            r"\b(?:og|eller|men) (?P<word>for) (?=(?:den|der|de|spillet|berigtigelsen|uregelmæssigheden|spilfører"
            r"|en rettet)\b)"
        ),
        "før",
    ),
    SpellingContext("før", re.compile(r"\b(?P<word>for) (?=rettelse\b|fastsættelse\b|efter\b)"), "før"),
    SpellingContext("være", re.compile(r"\b(?P<word>vare)\b(?! på\b)"), "være"),
    SpellingContext("sætte", re.compile(r"\b(?:at|kan) (?P<word>fastsatte)\b", re.IGNORECASE), "fastsætte"),
)


def read(text: TrackedText, witnesses: Mapping[str, Witness], lexicons: Mapping[str, str]) -> events.ParsedLayout:
    """The whole book: forewords, introduction, definitions, laws, register; letters mended throughout."""
    book, noise = _lines(text)
    terms_from = _place(book, "Definitioner", lambda line: line == "Definitioner")
    laws_from = _place(book, "§ 1", lambda line: line.startswith("§ 1."))
    register_from = _place(book, "the register", is_row)
    front = _paragraphs(book[:terms_from])
    terms = _paragraphs(book[terms_from + 1 : laws_from], _TERM)
    pieces = chunks(book[laws_from:register_from], TableLooks([first for first, _ in _TABLES], _TABLE_ROW, _CAPTIONS))
    viewer = witnesses["da-2017-viewer"]
    plain = [*front, *terms, *(text for piece in pieces for text in (piece.heading, piece.text) if text)]
    corrector = Corrector(
        NoisyChannelSpeller(SpellingTables.read(*(lexicons[name] for name in LEXICONS[:3]))),
        collate(plain, page_texts(viewer)),
        CONTEXTS,
        {str(node.id) for law in outline(_flow(pieces)).laws for node in _walk(law)},
    )
    flow = tuple(_flow(_corrected(piece, corrector) for piece in pieces))
    headings = [piece.heading.text for piece in flow if isinstance(piece, events.LawHeading)]
    return events.ParsedLayout(
        flow=flow,
        definitions=tuple(_definition(corrector.corrected(term)) for term in terms),
        parts=(*_front(front, corrector), *contents(viewer, headings)),
        index=register([line.text for line in book[register_from:]], corrector, lexicons[LEXICONS[3]]),
        contents=(book[terms_from].text,),
        noise=(
            *(Noise(m.start(), m.end(), "page-marker") for m in _MARKER.finditer(witnesses["da-2017-ocr"].text)),
            *noise,
        ),
        also=((viewer.siglum, viewer_stretches(viewer)),),
    )


def _lines(text: TrackedText) -> tuple[list[ScannedLine], list[Noise]]:
    """The printed lines with their page breaks; page numbers and stray strokes are set aside as noise."""
    out: list[ScannedLine] = []
    noise: list[Noise] = []
    page, blanks, begins = FIRST_PAGE, 0, True
    for row in text.split("\n"):
        marker = _MARKER.search(row.text)
        bare = (row[: marker.start()] + row[marker.end() :] if marker else row).strip()
        if not bare.text:
            blanks += 1
            continue
        if out and (marker or blanks >= PAGE_LINES):
            page, begins = page + max(1, blanks // PAGE_LINES), True
        if is_row(bare.text):
            page = max(page, REGISTER_PAGE)
        why = (
            "page-number" if bare.text in (str(page), str(page - 1)) else "stray-label" if bare.text == _STROKES else ""
        )
        if why:
            noise.append(Noise.of(bare, why))
            blanks = 1
            continue
        out.append(ScannedLine(bare, bool(blanks), str(page) if begins else ""))
        blanks, begins = 0, False
    return out, noise


def _place(book: Sequence[ScannedLine], what: str, is_it: Callable[[str], bool]) -> int:
    for number, line in enumerate(book):
        if is_it(line.text.text):
            return number
    raise events.LayoutError(
        f"the text ends before {what}; it has to be whole", book[-1].text.origins[-1] if book else 0
    )


def _paragraphs(rows: Iterable[ScannedLine], start: re.Pattern[str] | None = None) -> list[TrackedText]:
    """Running text by paragraphs, which blank lines separate, or, with ``start``, lines that match it."""
    out: list[list[TrackedText]] = []
    for row in rows:
        new = start.match(row.text.text) if start else (row.blank or row.page) and not row.text.text[:1].islower()
        if new or not out:
            out.append([])
        out[-1].append(row.text)
    return [join_lines(group) for group in out]


def _front(rows: Sequence[TrackedText], corrector: Corrector) -> Iterator[events.DraftPart]:
    starts = [_place([ScannedLine(row) for row in rows], title, title.__eq__) for _, title, _ in _PARTS]
    for (key, _, level), low, high in zip(_PARTS, starts, (*starts[1:], len(rows)), strict=True):
        yield events.DraftPart(
            key, rows[low], level, blocks=tuple(corrector.corrected(row) for row in rows[low + 1 : high])
        )


def _definition(row: TrackedText) -> events.DraftDefinition:
    match = _TERM.match(row.text)
    if match is None:
        raise events.LayoutError(f"no headword in {row.text[:40]!r}", row.origins[0])
    head = row[: match.end()].reshape(match.end("head"), match.end(), "")
    return events.DraftDefinition(head, tuple(_senses(row[match.end() :])))


def _senses(text: TrackedText) -> Iterator[events.DraftSense]:
    numbers = list(_SENSE.finditer(text.text))
    if [m["number"] for m in numbers[:2]] == ["1", "2"]:
        cuts = [*(m.start() for m in numbers[1:]), len(text)]
        for match, end in zip(numbers, cuts, strict=True):
            sense = text[match.start() : end].strip()
            yield events.DraftSense(int(match["number"]), sense.reshape(0, match.end() - match.start(), ""))
        return
    cuts = [m.start() for m in _BULLET.finditer(text.text)]
    for low, high in zip((0, *cuts), (*cuts, len(text)), strict=True):
        sense = text[low:high].strip()
        yield events.DraftSense(None, sense.reshape(0, 2, "") if low in cuts else sense)


def _flow(pieces: Iterable[Chunk]) -> Iterator[events.LayoutEvent]:
    """Chunks as flow. A paragraph after an item that ended in a full stop closes the list, for its parent."""
    closes: Level | None = None
    for piece in pieces:
        if piece.kind == "page":
            yield events.PageBreak(piece.value)
        elif piece.kind == "foot":
            yield events.FootnoteText(piece.value, piece.label or _NOTHING, piece.text)
        elif piece.kind == "head":
            closes = None
            yield events.LawHeading(piece.value, piece.label or _NOTHING, piece.heading or _NOTHING)
        elif piece.kind == "item":
            runs_on = piece.heading or not piece.text or piece.text.text.endswith(":")
            closes = None if runs_on else _parent_level(piece.value)
            yield events.ListItem(piece.value, piece.label or _NOTHING, piece.heading, piece.text or None)
        elif piece.kind == "caption":
            # Not the table's caption: what the tables are for is printed between "Trækværdi" and its tables.
            yield events.Paragraph(piece.text)
        elif piece.kind == "table":
            yield _grid(piece.lines)
        else:
            yield events.Paragraph(piece.text, closes)


def _parent_level(value: str) -> Level:
    return Level.LAW if value.isupper() else Level.UPPER if value.isdigit() else Level.DIGIT


def _grid(rows: Sequence[TrackedText]) -> events.TableBlock:
    pattern, count = next((p, n) for p, n in _TABLES if p.match(rows[0].text))
    head = pattern.match(rows[0].text)
    cells = [_cells(row, count) for row in rows]
    if head and head.groupdict():
        cells[0] = tuple(rows[0][slice(*head.span(name))] for name in head.groupdict())
    header = 0 if pattern.pattern.startswith("vundet") else 1
    return events.TableBlock(tuple(cells), header=header)


def _cells(row: TrackedText, count: int) -> tuple[TrackedText, ...]:
    """The last ``count`` words are cells, what is before them is the first; leaders of dots go."""
    if not count:
        spots = [m.span() for m in _DIFFERENCE.finditer(row.text)]
        ends = [start for start, _ in spots[1:]] + [len(row)]
        return tuple(_bare(row[start:end]) for (start, _), end in zip(spots, ends, strict=True))
    spots = [m.span() for m in re.finditer(r"[^\s.]\S*", row.text)][-count:]
    return (_bare(row[: spots[0][0]]), *(row[start:end] for start, end in spots))


def _bare(cell: TrackedText) -> TrackedText:
    kept = len(cell.text.rstrip(" ."))
    return cell.reshape(kept, len(cell), "") if kept < len(cell) else cell


def _corrected(piece: Chunk, corrector: Corrector) -> Chunk:
    """The chunk with its letters corrected; labels are right as patched."""
    if piece.kind == "table":
        return replace(piece, lines=tuple(corrector.corrected(line) for line in piece.lines))
    heading = corrector.corrected(piece.heading) if piece.heading else None
    return replace(piece, heading=heading, lines=(corrector.corrected(piece.text),) if piece.lines else ())


def _walk(node: OutlineNode) -> Iterator[OutlineNode]:
    yield node
    for child in node.children:
        yield from _walk(child)


SOURCE = Source(
    key="da-2017",
    layout=read,
    note_sign=re.compile(r"(?P<mark>\*{1,2}\))"),
    lexicons=LEXICONS,
    index_words=IndexWords(
        definition=("Def",),
        parts={"Indledning": "introduction"},
        note=("fodnote",),
        meant={
            ("Kunstig pas", "Def"): "def:KUNSTIG MELDING",
            ("Meldeforløbet begynder", "Def"): "def:MELDEFORLØB",
            ("Tilbagetagen melding, ud- eller tilspil", "Def"): "def:TAGET TILBAGE",
            ("Tur: i tur, efter tur", "Def"): "def:TUR",
            # Law 20 has two notes; the one on a forced pass is the second (as the Swedish index has it).
            ("Ved tvungen pas", "§ 20 fodnote"): "note:20#2",
        },
    ),
    federation_notes=re.compile(r"DBf-bestemmelser"),
    second={"da-2017-viewer": page_texts},
)
