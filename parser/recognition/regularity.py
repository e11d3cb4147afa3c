"""What breaks the rule that the rest of a book keeps, whatever house set it: provisions of one depth of which a few
alone have a heading, or none, texts that all begin as headings would, lines that stand above labels as headings do,
lists that end in "or", provisions of which nothing is left, tables that are left as lines.

It looks at the text that was read, not at its type, so that it asks the same of every house style.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from corpus.model import Expression, Prose, Provision
from parser.lang.words import LANGUAGES, any_of, words_of
from parser.recognition.account import QuestionCode, ReadingQuestion, Recognition, RowUse
from parser.recognition.callouts import KEY
from parser.recognition.rows import BookRow
from parser.recognition.words import JOINING

_NEARLY, _HARDLY = 0.85, 0.05  # of the provisions of a depth, those that are all, or none, but for a few
_HEADED = 2  # parts of a number that has a heading in every law book that is held: laws and their letters
_ENOUGH = 20  # provisions of a depth that have a rule
_LAWS, _WHOLE = 10, 0.5  # laws of a book, and the share of them that may have no part: of those held 0.18 at most
_TELLING = 60  # provisions of a book that has notes
_SET_OFF = 0.5  # of the texts of a depth, those that begin with words which one sign sets off: else 0.15 at most
_OPENING = re.compile(r"[^.:\n|\t]{3,70}?(\. |: | [–—-] |\t|\n| \| )(?=\S)")
_SHORT = 80  # characters of a line that may be a heading
_LINES = 3  # such lines that are no chance
_SWALLOWED = 3  # times as many words as nearly all headings have
_LONG = 15  # words of a heading that has too many
_COLUMNS = re.compile(r"\S(?:\t+|\s{3,}|\s*\|\s*)(?=\S)")
_NOTES = any_of({sign.rstrip(".") for code in LANGUAGES for sign in words_of(code).note_signs})
_POINTED = rf"[^\W\d_]{{2,6}}\.?\s+{_NOTES}[^\W\d_]{{0,3}}\s"
_POINTER = re.compile(rf"\[\s*{_POINTED}[^\]]{{1,40}}\]|\A{_POINTED}.{{1,40}}\Z", re.IGNORECASE)
_END = re.compile(r"[.:;,!?)»”\"]\s*\Z")

_Found = tuple[QuestionCode, Sequence[str | int]]
"""A code, and where: numbers of provisions, or rows."""


def irregular(rows: Sequence[BookRow], found: Recognition, text: Expression) -> tuple[ReadingQuestion, ...]:
    """Questions about the provisions and rows that do not keep the rule of the book; one for one cause."""
    first = found.first_rows
    uses = {use.row: use for use in found.uses}
    asked = []
    for code, places in (*_by_depth(text), *_single(text), *_lines(rows, uses)):
        at = sorted({place if isinstance(place, int) else first.get(place, -1) for place in places} - {-1})
        if at:
            words = " ".join(rows[at[0]].text.split())[:80]
            asked.append(ReadingQuestion(code, at[0], rows[at[0]].place, words, uses[at[0]].reading, (), tuple(at[1:])))
    return tuple(asked)


def _by_depth(text: Expression) -> Iterator[_Found]:
    """What a few of the provisions of one depth have, or lack, alone, and texts that begin as headings would."""
    depths: defaultdict[int, list[Provision]] = defaultdict(list)
    for one in text.walk():
        depths[len(one.id.parts)].append(one)
    for depth, members in depths.items():
        headed = [str(one.id) for one in members if one.heading is not None]
        bare = [one for one in members if one.heading is None]
        share = len(headed) / len(members)
        if len(members) >= _ENOUGH and bare and (depth <= _HEADED or share >= _NEARLY):
            yield "uneven" if share >= _NEARLY else "unheaded", [str(one.id) for one in bare]
        elif len(members) >= _ENOUGH and 0 < share <= _HARDLY:
            yield "uneven", headed
        texts = [(str(one.id), match[1]) for one in bare if (match := _OPENING.match(one.text))]
        signs = Counter(sign for _, sign in texts)
        sign, count = max(signs.items(), key=lambda pair: pair[1], default=("", 0))
        if len(bare) >= _ENOUGH and count >= _SET_OFF * len(bare):
            yield "set-off", [place for place, its in texts if its == sign]


def _single(text: Expression) -> Iterator[_Found]:
    """Provisions of which nothing is left, headings that took in a text, lists that do not end."""
    everything = list(text.walk())
    whole = [str(law.id) for law in text.laws if not law.children]
    if len(text.laws) >= _LAWS and len(whole) > _WHOLE * len(text.laws):
        yield "partless", whole
    yield "empty", [str(one.id) for one in everything if not one.children and not one.own_blocks]
    sizes = {str(one.id): len(one.heading.text.split()) for one in everything if one.heading is not None}
    usual = sorted(sizes.values())[int(0.95 * len(sizes))] if sizes else 0
    yield "heading-long", [place for place, size in sizes.items() if size > max(_LONG, _SWALLOWED * usual)]
    lasts = (one.children[-1] for one in everything if len(one.children) > 1 and not one.closing)
    if not text.notes and len(everything) >= _TELLING:
        yield "unnoted", [str(everything[0].id)]
    yield "list-open", [str(one.id) for one in lasts if not one.children and _goes_on(one.text)]


def _goes_on(text: str) -> bool:
    return text.rstrip()[-1:] in (",", ";") or text.rsplit(None, 1)[-1:] in [[word] for word in JOINING]


def _lines(rows: Sequence[BookRow], uses: Mapping[int, RowUse]) -> Iterator[_Found]:
    """Lines without number: those that stand above labels as headings do, and those that hold columns."""
    pointing = [at for at in sorted(uses) if uses[at].kind != "noise" and _POINTER.search(rows[at].text)]
    yield "note-see", pointing
    paragraphs = ((at, row.paragraph) for at, row in enumerate(rows))
    yield "note-apart", [at for at, one in paragraphs if one and any(key.startswith(KEY) for _, key in one.anchors)]
    order = [use for _, use in sorted(uses.items()) if use.kind != "noise"]
    above, columns = list[int](), list[int]()
    for n, use in enumerate(order):
        one = rows[use.row].paragraph
        if one is None or use.reason not in ("paragraph", "closing"):
            continue
        following = order[n + 1] if n + 1 < len(order) else None
        is_last = following is not None and following.reason in ("item", "law", "chapter")
        if is_last and len(one.text) < _SHORT and not _END.search(one.text) and one.text[:1].isupper():
            above.append(use.row)
        if len(_COLUMNS.findall(one.text.strip())) > 1:
            columns.append(use.row)
    yield "above", above if len(above) >= _LINES else []
    yield "columns", columns if len(columns) > 1 else []


def prose_words(one: Provision) -> int:
    """The words of a provision without those of its parts, its heading and its tables."""
    return sum(len(block.text.split()) for block in one.own_blocks if isinstance(block, Prose))
