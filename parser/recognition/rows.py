"""The stream as rows: one labelled or plain paragraph, or one table, each with all that its label may be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from corpus.ids import Level, label_at
from parser.documents.stream import DocumentStream, StreamBlock, StreamParagraph, StreamPlace, StreamTable
from parser.recognition.labels import KNOWN_WORDS, LabelCandidate, LabelWords, candidates
from parser.recognition.layout_tables import unrolled
from parser.recognition.learnt_words import learnt_words
from parser.recognition.margin_labels import with_margins_read
from parser.recognition.numbers_above import with_numbers_above
from parser.recognition.numbers_last import with_numbers_first

_BREAK = re.compile(r"\n\s*")
_NOTE = re.compile(r"\[\^?[\w-]+\]:|[*†‡]{1,4}\)\s")
_RULE = re.compile(r"([_─═*~=-])(?:\s*\1){2,}")
_TAIL = re.compile(r"(?<=\S)\s+(\[[^\W\d_][^\]\d]{1,40}\]|[¶#🔗↑⬆])\s*\Z")
_TAILS = 15  # headings that one link stands behind
_HEADED = 130  # characters of a heading with such a link
_USUAL = 10  # long paragraphs of one face
_WORD = re.compile(r"[^\W\d_]+")
# From the beginning of a word on, which is not given back: else a word of many letters is tried from each of them.
_END = re.compile(r"(?<![^\W\d_])([^\W\d_]++)(?:[.:;,!?)]|\Z)")
_OFTEN, _RARELY = 20, 0.02  # times that a word stands in the book, and its share before the end of something
_FINISHED = 60  # characters; a shorter line is not broken because it is full


@dataclass(frozen=True)
class BookRow:
    """A paragraph or a table of the stream, in reading order."""

    block: StreamBlock
    words: LabelWords = KNOWN_WORDS
    """What the book sets before its labels."""
    step: Level | None = None
    """Where the figure of its label stands in a book whose lists are all of figures; None: the label tells itself."""
    decimal: bool = False
    """It begins with a whole number, or that of a law, in a book that writes all parts of it as figures."""

    @property
    def place(self) -> StreamPlace:
        """Where it stands in its file."""
        return self.block.place

    @property
    def paragraph(self) -> StreamParagraph | None:
        """The paragraph; None for a table."""
        return self.block if isinstance(self.block, StreamParagraph) else None

    @property
    def text(self) -> str:
        """The words of a paragraph without its automatic label; of a table its cells, parted by tabs and line feeds."""
        if isinstance(self.block, StreamParagraph):
            return self.block.text
        return "\n".join("\t".join(cell.text for cell in row) for row in self.block.rows)

    @cached_property
    def labels(self) -> tuple[LabelCandidate, ...]:
        """What the beginning of the paragraph may be a label of."""
        one = self.paragraph
        if one is None or one.noise:
            return ()
        found = candidates(one.label, one.text, self.words, self.decimal)
        return found if self.step is None else tuple(_on_step(label, self.step) for label in found)

    def words_after(self, candidate: LabelCandidate) -> str:
        """The words behind a label."""
        return self.text[candidate.end :].strip()


def _on_step(label: LabelCandidate, step: Level) -> LabelCandidate:
    """The figures of a label as what stands on a step of the ladder, and on those below it."""
    if label.bare or label.absolute or label.kind or not all(atom.isdigit() for atom in label.atoms):
        return label
    steps = range(step, step + len(label.atoms))
    if steps[-1] > Level.ROMAN:
        return label
    atoms = tuple(label_at(int(atom), Level(one)) for atom, one in zip(label.atoms, steps, strict=True))
    return replace(label, atoms=atoms, look=f"{label.look} {step}") if all(atoms) else label


def book_rows(stream: DocumentStream) -> tuple[BookRow, ...]:
    """The rows of a stream: tables that only set labels in a column are paragraphs, forced line breaks before a label
    part."""
    read = _without_usual_faces(with_margins_read(stream.blocks))
    blocks = with_numbers_first(_whole_headings(_without_tails(with_numbers_above(read))))
    words = learnt_words(block for block in blocks if isinstance(block, StreamParagraph))
    out = []
    for block in with_rules(blocks):
        for one in unrolled(block) if isinstance(block, StreamTable) else (block,):
            pieces = _parted(one) if isinstance(one, StreamParagraph) else (one,)
            out += [BookRow(piece, words) for piece in pieces if isinstance(piece, StreamTable) or _has_words(piece)]
    return tuple(out)


def _without_usual_faces(blocks: Sequence[StreamBlock]) -> list[StreamBlock]:
    """The blocks; a face that long paragraphs have whole is that of the text, and sets nothing off."""
    long = (b for b in blocks if isinstance(b, StreamParagraph) and b.lead >= len(b.text.rstrip()) > _HEADED)
    usual = {face for face, count in Counter(one.face for one in long).items() if count >= _USUAL}
    return [
        replace(block, lead=0, face="") if isinstance(block, StreamParagraph) and block.face in usual else block
        for block in blocks
    ]


def _without_tails(blocks: Sequence[StreamBlock]) -> list[StreamBlock]:
    """The blocks without what one and the same link added behind heading after heading: "[edit]", "¶"."""
    found = [_TAIL.search(block.text) if isinstance(block, StreamParagraph) else None for block in blocks]
    times = Counter(match[1] for match in found if match)
    short = Counter(match[1] for match in found if match and match.end() < _HEADED)
    out = list(blocks)
    for at, match in enumerate(found):
        block = blocks[at]
        if match and isinstance(block, StreamParagraph) and short[match[1]] >= max(_TAILS, 0.9 * times[match[1]]):
            anchors = tuple((min(place, match.start()), key) for place, key in block.anchors)
            bold = min(block.bold, match.start())
            out[at] = replace(block, text=block.text[: match.start()], anchors=anchors, bold=bold)
    return out


def _whole_headings(blocks: Sequence[StreamBlock]) -> list[StreamBlock]:
    """The blocks with headings in capitals whole that go on below: they end in a word that nothing else ends in."""
    words = Counter[str]()
    ends = Counter[str]()
    for block in blocks:
        if isinstance(block, StreamParagraph) and not block.noise:
            words.update(one.casefold() for one in _WORD.findall(block.text))
            ends.update(one.casefold() for one in _END.findall(block.text))
    out: list[StreamBlock] = []
    for block in blocks:
        above = out[-1] if out else None
        if isinstance(above, StreamParagraph) and isinstance(block, StreamParagraph) and _both_capitals(above, block):
            last = _WORD.findall(above.text)[-1].casefold()
            if words[last] >= _OFTEN and ends[last] <= _RARELY * words[last]:
                shift = len(above.text) + 1
                anchors = (*above.anchors, *((at + shift, key) for at, key in block.anchors))
                bold = shift + block.bold if above.all_bold else above.bold
                out[-1] = replace(above, text=f"{above.text} {block.text}", anchors=anchors, bold=bold)
                continue
        out.append(block)
    return out


def _both_capitals(above: StreamParagraph, block: StreamParagraph) -> bool:
    heads = (above.text.isupper() and block.text.isupper(), above.text[-1:].isalpha(), above.heading == block.heading)
    return all(heads) and not (above.noise or block.noise or block.label or candidates("", block.text))


def with_rules(blocks: Iterable[StreamBlock]) -> Iterator[StreamBlock]:
    """The blocks without paragraphs that are a typed line, each told to the paragraph below it."""
    ruled = False
    for block in blocks:
        if isinstance(block, StreamParagraph) and _RULE.fullmatch(block.text.strip()) and not block.label:
            ruled = True
            continue
        if isinstance(block, StreamParagraph) and _has_words(block):
            block, ruled = replace(block, ruled=block.ruled or ruled), False
        yield block


def _has_words(one: StreamParagraph) -> bool:
    return bool(one.text.strip() or one.label)


def _parted(paragraph: StreamParagraph) -> Iterator[StreamParagraph]:
    """The paragraph, cut at forced line breaks behind which a label follows words that are finished."""
    text = paragraph.text
    cuts, line = [0], 0
    for match in _BREAK.finditer(text):
        before = text[line : match.start()].rstrip()
        line = match.start() + match.group().rindex("\n") + 1
        stop = text.find("\n", match.end())
        after = text[match.end() : stop if stop >= 0 else len(text)]
        finished = before[-1:] in ".:;,!?)" or len(before) < _FINISHED
        labelled = finished and any(not c.bare for c in candidates("", after))
        if before and (labelled or _NOTE.match(after)):
            cuts.append(match.end())
            line = match.end()
    if len(cuts) == 1:
        yield paragraph
        return
    for number, (start, stop) in enumerate(pairwise([*cuts, len(text)])):
        anchors = tuple(
            (at - start, key) for at, key in paragraph.anchors if start <= at < stop or at == stop == len(text)
        )
        bold = max(0, min(paragraph.bold, stop) - start)
        label = paragraph.label if number == 0 else ""
        lead = paragraph.lead if number == 0 and paragraph.lead < stop else 0
        yield replace(paragraph, text=text[start:stop].rstrip(), anchors=anchors, bold=bold, lead=lead, label=label)
