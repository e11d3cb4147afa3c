"""What no label shows: signs in the words themselves that something was torn, lost or put in.

A label that is missing between others is a question of the sequence. A bracket that nothing closes, a sign whose note
is gone, words that end or begin within a sentence and two rules in one paragraph leave all labels in order. Each is
asked about where it stands; the text stays as it was read until somebody decides or mends the file.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.ids import ROMANS, Level, ProvisionId, next_label
from parser.layout import events
from parser.recognition.account import QuestionCode, ReadingAccount
from parser.recognition.notes import NOTE_BEGINNING, TEXT_SIGN
from parser.recognition.rows import BookRow
from parser.recognition.words import JOINING
from parser.text.tracked import TrackedText

_CALL = re.compile(r"\s?⟦\d+⟧")
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_QUOTES = re.compile('["“”„‟«»]')
# "1)", "iv)", "C2b)": a label within a sentence closes no bracket.
_LABEL = re.compile(r"(?:(?<=[\s(\[,;/–-])|\A)(?:[A-Za-z]|[ivx]{1,4}|[^\s()]*\d[^\s()]*)\)")
# A raised number that the format, or whoever typed it, set as large as the words: "kort3".
_GLUED_SIGN = re.compile(r"(?<![\w/.-])[^\W\d_]?[a-zæøåäöéü]{3,}\d{1,2}(?![\w/%-])")
_SENTENCE_END = re.compile(r"[.:;,!?]\s*\Z")
_REACH = 4  # rows further down in which a bracket may be closed
_LONG = 60  # characters; a shorter text may be a member of a list without stops
_UNUSUAL = 0.03  # the most of a book's long texts that may end within a sentence if that is to tell something
_MANY = 5  # signs of a kind of which there is no note at all; more are one question

_Found = Iterator[tuple[int, QuestionCode]]


@dataclass(frozen=True)
class _Words:
    """Words of a row behind its ``label`` and without calls of notes, none where the label stands alone.

    ``place`` is "" outside of the laws.
    """

    row: int
    place: str
    label: str
    text: str
    is_heading: bool = False
    is_styled: bool = False
    """A heading that its look tells, not only that it is short and ends in no stop."""


def ask_irregularities(account: ReadingAccount, flow: Sequence[events.LayoutEvent], signs: frozenset[str]) -> None:
    """Ask about every row whose words do not fit. ``signs`` are the kinds of sign that the book prints before notes."""
    laws = list(_flow_words(account, flow))
    everything = [*laws, *_other_words(account)]
    found = {
        *_unclosed(everything),
        *_within_sentences(laws),
        *_note_like(laws),
        *_joined(laws),
    }
    for row, code in sorted(found):
        account.ask(code, row, account.uses[row].reading, ("noise",) if code in ("note-like", "within") else ())
    for rows in dict.fromkeys(_lost_notes(everything, signs)):
        account.ask("note-lost", rows[0], account.uses[rows[0]].reading, (), rows[1:])
    for row, others in _unlabelled(account):
        account.ask("unlabelled", row, account.uses[row].reading, others)


def _flow_words(account: ReadingAccount, flow: Sequence[events.LayoutEvent]) -> Iterator[_Words]:
    def made(text: TrackedText | None, label: str = "", is_heading: bool = False) -> Iterator[_Words]:
        if text is not None and text:
            row = account.script.row_at(text.origins[0])
            if row in account.uses:
                words = "" if text.text == label else _CALL.sub("", text.text).strip()
                styled = is_heading and (not label or not words or _is_styled(account.rows[row], words))
                yield _Words(row, account.uses[row].id, label, words, is_heading, styled)

    for one in flow:
        if isinstance(one, events.LawHeading):
            yield from made(one.heading, "", True)
        elif isinstance(one, events.ListItem):
            yield from made(one.heading, one.label.text, True)
            yield from made(one.text, one.label.text)
            if not one.heading and not one.text:
                yield from made(one.label, one.label.text, True)
        elif isinstance(one, events.Paragraph):
            yield from made(one.text)


def _is_styled(row: BookRow, words: str) -> bool:
    one = row.paragraph
    return words.isupper() or (one is not None and bool(one.heading or one.bold))


def _other_words(account: ReadingAccount) -> Iterator[_Words]:
    """Paragraphs of prefaces, definitions and printed notes."""
    for at, use in sorted(account.uses.items()):
        one = account.rows[at].paragraph
        if one is not None and (use.reason in ("title-page", "foreword", "definition") or use.kind == "note"):
            words = _CALL.sub("", account.script.words(at).text)
            yield _Words(at, "", "", NOTE_BEGINNING.sub("", words, 1) if use.kind == "note" else words)


def _unclosed(rows: Sequence[_Words]) -> _Found:
    """Rows with a bracket or quotation mark that has no other half, there or in the next rows of its law."""
    waiting: list[tuple[str, int]] = []
    for at, one in enumerate(rows):
        near = [(sign, place) for sign, place in waiting if at - place <= _REACH and _law(rows[place]) == _law(one)]
        yield from ((rows[place].row, "bracket") for sign, place in waiting if (sign, place) not in near)
        waiting = near
        opened, closed = _unmatched(one.text, "".join(sign for sign, _ in waiting))
        if len(_QUOTES.findall(one.text)) % 2 or closed:
            yield one.row, "bracket"
        elif opened != [sign for sign, _ in waiting]:
            kept = waiting[: len(opened)]
            waiting = [*kept, *((sign, at) for sign in opened[len(kept) :])]
    yield from ((rows[place].row, "bracket") for _, place in waiting)


def _unmatched(text: str, waiting: str = "") -> tuple[list[str], list[str]]:
    """The brackets that are open behind a text, ``waiting`` those before it, and those that it closes unopened.

    >>> _unmatched("both b1) and b2) (see A)"), _unmatched("(but B1a) applies)"), _unmatched("two (or more")
    (([], []), ([], []), (['('], []))
    """
    labels = {match.end() - 1 for match in _LABEL.finditer(text)}
    found = _matched(text, waiting, frozenset())
    for passed in (labels & set(found[1]), labels):
        if found[1]:
            found = _matched(text, waiting, frozenset(passed))
    opened, closed = found
    return opened, [text[at] for at in closed]


def _matched(text: str, waiting: str, passed: frozenset[int]) -> tuple[list[str], list[int]]:
    """The brackets left open, and the places of those that close nothing; those ``passed`` count for nothing."""
    opened = list(waiting)
    closed = []
    for at, sign in enumerate(text):
        if sign in _BRACKETS.values():
            opened.append(sign)
        elif sign in _BRACKETS and at not in passed:
            if opened and opened[-1] == _BRACKETS[sign]:
                opened.pop()
            else:
                closed.append(at)
    return opened, closed


def _law(one: _Words) -> str:
    return ProvisionId.of(one.place).law if one.place else str(one.row)


def _within_sentences(rows: Sequence[_Words]) -> _Found:
    """Paragraphs that begin with a small letter below words that are no heading, and texts that end within a sentence
    where the book's texts do not."""
    long = [one for one in rows if not one.is_heading and len(one.text) > _LONG]
    ends = Counter(_last_word(one.text) for one in long if _ends_within(one.text))
    habit = sum(ends[word] for word in ends if ends[word] == 1) > max(_UNUSUAL * len(long), 2)
    for before, one in pairwise([*rows, _Words(-1, "", "", "")]):
        begins = one.text[:1].islower() and not one.label
        if begins and not before.is_styled and not before.text.endswith(":"):
            yield one.row, "within"
        elif not (before.is_heading or habit or begins) and len(before.text) > _LONG and _ends_within(before.text):
            opens = bool(one.label) and ProvisionId.of(before.place).contains(ProvisionId.of(one.place))
            # Members of a list end in "or" and "and".
            word = _last_word(before.text)
            joins = word in JOINING or ends[word] > 1 or before.text[-1] in ",–-"
            if not opens and not (joins and one.label and _parent(before) == _parent(one)):
                yield before.row, "cut-off"


def _last_word(text: str) -> str:
    return text.rsplit(None, 1)[-1].casefold()


def _parent(one: _Words) -> ProvisionId | None:
    return ProvisionId.of(one.place).parent


def _ends_within(text: str) -> bool:
    return text[-1:].isalnum() or text[-1:] in ",–-"


def _lost_notes(rows: Sequence[_Words], signs: frozenset[str]) -> Iterator[tuple[int, ...]]:
    """Rows with the sign of a note that is nowhere, those of a kind together where the book has no note of it."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for one in rows:
        for match in TEXT_SIGN.finditer(one.text):
            # A number in round brackets is one of a list in a sentence, unless the book's notes are called so.
            if match.start() and (match.lastgroup != "round" or "round" in signs):
                found[str(match.lastgroup)].append(one.row)
        if _GLUED_SIGN.search(one.text):
            found["glued"].append(one.row)
    for kind, places in found.items():
        few = kind in signs or len(places) <= _MANY
        yield from ((row,) for row in places) if few else [tuple(dict.fromkeys(places))]


def _note_like(rows: Sequence[_Words]) -> _Found:
    """Paragraphs that begin as notes do, taken for words of a provision; signs in a row are those of a list."""
    like = [one for one in rows if not one.label and NOTE_BEGINNING.match(one.text)]
    looks = Counter(one.text[:2] for one in like)
    yield from ((one.row, "note-like") for one in like if not (one.text[0] in "*†‡" and looks[one.text[:2]] > 2))


def _joined(rows: Sequence[_Words]) -> _Found:
    """Rows that hold the label which follows their own, where a sentence ended."""
    for one in rows:
        printed = one.label.split()[-1] if one.label.split() else ""
        if not one.place or one.is_heading or not re.search(r"\w[.)\]]+\Z", printed):
            continue
        place = ProvisionId.of(one.place)
        value = place.parts[-1]
        if following := next_label(value, place.level is Level.ROMAN):
            label = printed[::-1].replace(value[::-1], following[::-1], 1)[::-1]
            if re.search(rf"[.;:,!?)]\s+{re.escape(label)}\s+\w", one.text):
                yield one.row, "joined"


def _unlabelled(account: ReadingAccount) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Paragraphs without label between labels with a gap: (row, the numbers that are missing there)."""
    for asked in [one for one in account.questions if one.code in ("gap", "law-gap")]:
        place = ProvisionId.of(asked.likely)
        missing = missing_before(place)
        plain: list[int] = []
        for at in range(asked.row - 1, -1, -1):
            use = account.uses.get(at)
            if use is None or use.kind == "noise":
                continue
            if use.reason in ("item", "law"):
                before = ProvisionId.of(use.id)
                if before.parent == place.parent:
                    missing = tuple(one for one in missing if ProvisionId.of(one) > before)
                if before.parent == place.parent or before.contains(place):
                    break
            elif use.reason == "chapter" or (
                use.reason in ("paragraph", "closing") and _may_be(account.rows[at], place)
            ):
                plain.append(at)
            elif use.kind not in ("text", "table", "note"):
                break
        if missing and len(plain) <= 2 * len(missing):
            yield from ((row, missing) for row in reversed(plain))


def _may_be(row: BookRow, place: ProvisionId) -> bool:
    """True for a paragraph that may be of the kind of ``place``: a law begins with a heading."""
    return place.level > Level.LAW or (len(row.text) < 2 * _LONG and not _SENTENCE_END.search(row.text))


def missing_before(place: ProvisionId) -> tuple[str, ...]:
    """The siblings that should stand before a provision, in order.

    >>> missing_before(ProvisionId.of("16C4")), missing_before(ProvisionId.of("16C"))
    (('16C1', '16C2', '16C3'), ('16A', '16B'))
    """
    value, parent = place.parts[-1], place.parent
    if parent is None:
        return tuple(str(number) for number in range(1, int(value))) if value.isdigit() else ()
    if value.isdigit():
        before = [str(number) for number in range(1, int(value))]
    elif place.level is Level.ROMAN and value in ROMANS:
        before = list(ROMANS[: ROMANS.index(value)])
    else:
        before = [chr(code) for code in range(ord("A" if value.isupper() else "a"), ord(value))]
    return tuple(str(parent.child(one)) for one in before)
