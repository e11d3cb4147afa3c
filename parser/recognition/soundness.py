"""What tells a broken reading from a sound one though no single row looks wrong: lines that come again and again, lists
of which one member alone has a heading, numbers of notes that are left out, many paragraphs without a number, texts far
longer than all others, tables of sentences, labels outside of the laws.

One cause is one question: what is alike at many rows is asked about at the first, which names the others.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from corpus.ids import Level, ProvisionId
from parser.documents.stream import StreamTable
from parser.recognition.account import QuestionCode, ReadingAccount, ReadingQuestion
from parser.recognition.notes import PrintedNote
from parser.recognition.transcript import NOTE_SIGN

_LINE = 80  # characters of a line that may be one of a page's
_AGAIN = 4  # times that such a line comes
_HEADINGS = 20  # that tell what is usual of them
_PLAIN = 6  # paragraphs without a number below one another
_BROTHERS = 4  # members of a list that tell what is usual of it
_LONG = 150  # words that a provision has if it is far longer than others
_TIMES = 3  # times as many words as theirs
_SENTENCE = 8  # words of a cell that are one
_ALIKE = 6  # questions of one kind that are one


def ask_of_the_whole(account: ReadingAccount, notes: Sequence[PrintedNote], headed: frozenset[str]) -> None:
    """Ask about what only the whole book tells; ``headed`` are the provisions that have a heading."""
    for code, rows in (*_repeated(account, headed), *_uneven(account, headed)):
        account.ask(code, rows[0], account.uses[rows[0]].reading, (), rows[1:])
    for at in _plain_runs(account):
        account.ask("plain-run", at, account.uses[at].reading)
    for rows in _long(account, notes):
        account.ask("long", rows[0], account.uses[rows[0]].reading, (), rows[1:])
    for at in _tables_of_words(account):
        account.ask("table-words", at, account.uses[at].reading)
    if rows := tuple(_outside(account)):
        account.ask("outside", rows[0], account.uses[rows[0]].reading, (), rows[1:])
    for at in _alone(account, headed):
        account.ask("alone", at, account.uses[at].reading, ("text",))
    if rows := tuple(at for at, row in enumerate(account.rows) if _is_lettered(account, row.step, at)):
        account.ask("figures", rows[0], account.uses[rows[0]].reading, (), rows[1:])
    # Asked once, of no other row: nothing tells one number of such a book from the next.
    if (at := next((at for at, row in enumerate(account.rows) if row.decimal and _is_item(account, at)), -1)) >= 0:
        account.ask("decimal", at, account.uses[at].reading)
    for at in _left_out(notes):
        account.ask("note-gap", at, account.uses[at].reading)


def _is_lettered(account: ReadingAccount, step: Level | None, at: int) -> bool:
    """True for a figure that was read as the letter of its step."""
    return step not in (None, Level.DIGIT) and _is_item(account, at)


def _is_item(account: ReadingAccount, at: int) -> bool:
    return at in account.uses and account.uses[at].reason == "item"


def as_one(questions: Iterable[ReadingQuestion]) -> tuple[ReadingQuestion, ...]:
    """The questions in the order of their rows, many of one kind about one depth as one."""
    kinds: defaultdict[tuple[QuestionCode, int, tuple[str, ...]], list[ReadingQuestion]] = defaultdict(list)
    for one in questions:
        # The numbers that may be missing are others at each place, so one answer would not do.
        kinds[one.code, _depth(one.likely), one.others if one.code == "unlabelled" else ()].append(one)
    out: list[ReadingQuestion] = []
    for same in kinds.values():
        first = min(same, key=lambda one: one.row)
        if len(same) < _ALIKE:
            out += same
            continue
        rows = {row for one in same for row in (one.row, *one.alike)} - {first.row}
        # The numbers that a book cites and has not are what its question is about, not readings to choose from.
        others = dict.fromkeys(other for one in same for other in one.others) if first.code == "cited" else first.others
        out.append(replace(first, others=tuple(others), alike=tuple(sorted(rows))))
    return tuple(sorted(out, key=lambda one: (one.row, one.code)))


def _depth(reading: str) -> int:
    try:
        return len(ProvisionId.of(reading.removeprefix("of ").removesuffix(" heading")).parts)
    except ValueError:
        return 0


def _repeated(account: ReadingAccount, headed: frozenset[str]) -> Iterator[tuple[QuestionCode, tuple[int, ...]]]:
    """Lines of a page that were read as text again and again, and a word that nearly all headings end or begin in."""
    looks: defaultdict[str, list[int]] = defaultdict(list)
    ends: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    count = 0
    for at, use in sorted(account.uses.items()):
        one = account.rows[at].paragraph
        if one is None or use.reason not in ("paragraph", "closing", "law", "item", "chapter"):
            continue
        words = " ".join(NOTE_SIGN.sub("", one.text).split())
        if use.reason in ("paragraph", "closing", "chapter") and 0 < len(words) < _LINE:
            looks[re.sub(r"\d+", "#", words)].append(at)
        if use.id in headed and use.kind == "heading" and len(words.split()) > 1:
            count += 1
            ends[-1, words.split()[-1]].append(at)
    yield from (("repeated", tuple(rows)) for rows in looks.values() if len(rows) >= _AGAIN)
    yield from (("repeated", tuple(rows)) for rows in ends.values() if count >= _HEADINGS and 2 * len(rows) > count)


def _uneven(account: ReadingAccount, headed: frozenset[str]) -> Iterator[tuple[QuestionCode, tuple[int, ...]]]:
    """Members of lists that alone have a heading, or alone have none."""
    lists: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for at, use in sorted(account.uses.items()):
        if use.reason in ("item", "law"):
            lists[str(ProvisionId.of(use.id).parent or "")].setdefault(use.id, at)
    for members in lists.values():
        have = [at for place, at in members.items() if place in headed]
        lack = [at for place, at in members.items() if place not in headed]
        if len(members) >= _BROTHERS and 1 in (len(have), len(lack)):
            yield "uneven", tuple(have if len(have) == 1 else lack)


def _alone(account: ReadingAccount, headed: frozenset[str]) -> Iterator[int]:
    """The rows of numbers without heading that are the only ones of their lists."""
    places: set[ProvisionId] = set()
    for use in account.uses.values():
        place = ProvisionId.of(use.id) if use.reason == "item" else None
        # "(1) (a)": a row may begin what is around it too.
        while place is not None and place not in places:
            places.add(place)
            place = place.parent
    count = Counter(str(place.parent) for place in places)
    for at, use in sorted(account.uses.items()):
        if use.reason != "item" or use.id in headed:
            continue
        place = ProvisionId.of(use.id)
        if place.level > Level.UPPER and count[str(place.parent)] == 1:
            yield at


def _plain_runs(account: ReadingAccount) -> Iterator[int]:
    """The first of many paragraphs without a number below one another."""
    rows = sorted(account.uses.items())
    for plain, group in groupby(rows, key=lambda row: row[1].reason in ("paragraph", "closing")):
        found = [at for at, _ in group]
        if plain and len(found) >= _PLAIN:
            yield found[0]


def _long(account: ReadingAccount, notes: Sequence[PrintedNote]) -> Iterator[tuple[int, ...]]:
    """The rows of each provision, and of each note, that has far more words of its own than nearly all others."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for at, use in sorted(account.uses.items()):
        if use.reason in ("item", "law", "paragraph", "closing"):
            rows[use.id].append(at)
    for texts in (list(rows.values()), [[note.row, *note.more] for note in notes]):
        words = [sum(len(account.rows[at].text.split()) for at in found) for found in texts]
        usual = sorted(words)[int(0.95 * len(words))] if words else 0
        yield from (tuple(rows) for rows, n in zip(texts, words, strict=True) if n > max(_LONG, _TIMES * usual))


def _tables_of_words(account: ReadingAccount) -> Iterator[int]:
    """Tables with several sentences: they may only set a part of the laws."""
    for at, use in sorted(account.uses.items()):
        block = account.rows[at].block
        if use.kind == "table" and isinstance(block, StreamTable):
            cells = (cell for row in block.rows for cell in row)
            if sum(len(cell.text.split()) >= _SENTENCE for cell in cells) > 1:
                yield at


def _outside(account: ReadingAccount) -> Iterator[int]:
    """Long paragraphs under labels in parts of the book that have none."""
    for at, use in sorted(account.uses.items()):
        row = account.rows[at]
        if use.reason in ("contents", "index", "foreword", "title-page", "definition") and len(row.text) > 2 * _LINE:
            senses = use.reason == "definition"  # those have numbers
            if any(not label.bare and (label.signed or not senses) for label in row.labels):
                yield at


def _left_out(notes: Sequence[PrintedNote]) -> Iterator[int]:
    """The rows of notes whose numbers go on behind one that is not there."""
    numbered = [note for note in notes if note.sign.isdigit() and note.family != "key"]
    yield from (b.row for a, b in pairwise(numbered) if 1 < int(b.sign) - int(a.sign) and int(b.sign) > 1)
