"""Headings that run into their text and are set off from it by a sign ("Udspil uden for tur – Hvis ...") or by their
face (italic, underlined).

Neither tells a heading in one paragraph alone. It does where most paragraphs of one depth have it, as letters do, which
nearly all have headings; what is so set off at another depth of the same book is one too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.ids import Level
from parser.recognition.rows import BookRow
from parser.recognition.sequence import RowReading

_HEADING = 130  # characters
_HABIT, _ENOUGH = 0.5, 5  # of the paragraphs of a depth, those that keep the rule, and how many at least
_LEAST = 3  # bold headings that a sign stands behind
_MANY, _ALL, _ALONE = 8, 0.9, 0.15  # headings before a stop, their share of the texts; of all letters, headings alone
_SHORT = 70  # characters of a heading alone
_FEW_WORDS = re.compile(
    r"\s*(?=[^.]{3,110}\.)"
    r"(?P<words>[^\W\d_a-zæøåäöé][^.:;?!]*[^\W\d_.:;?!)]{3}\)?(?:\[\^?\w{1,8}\]|[⁰¹²³⁴-⁹*†‡]{1,3}\)?)?)\.\s+"
    r"(?=[^\W\d_a-zæøåäöé])"
)
_SIGNS = (" – ", " — ", " - ", " | ", ": ", "\n", "\t")
_BEGINS = re.compile(r"[(\[\"'”“„«»§]*\s?(?:[^\W\d_]|\d)")
_STOP = re.compile(r"[.:;]\s+[^\sa-zæøåäöé]")  # "pga. force majeure" goes on
_SIGN = re.compile(r"\s*(?:\.\s*[–—]\s+|[–—|:-]\s+|[\n\t]\s*)")


@dataclass(frozen=True)
class SetOff:
    """Where the heading of a row ends in its text, and where the words behind it begin."""

    end: int
    start: int


def set_off_headings(rows: Sequence[BookRow], readings: Sequence[RowReading | None]) -> Mapping[int, SetOff]:
    """Place of a labelled row in ``rows`` -> its heading, which a sign or a face sets off."""
    found = [
        (at, reading)
        for at, reading in enumerate(readings)
        if reading is not None and reading.label is not None and len(reading.path) > 1 and _is_plain(rows[at], reading)
    ]
    for way in (dict(_by_face(rows, found)), *(dict(_by_sign(rows, found, sign)) for sign in _SIGNS)):
        for depth in range(int(Level.UPPER), int(Level.ROMAN) + 1):
            members = [(at, one) for at, one in found if len(one.path) == depth]
            kept = sum(at in way for at, _ in members)
            # A letter with nothing but a list below it shows no sign.
            texts = sum(at in way or _has_text(rows[at], one) for at, one in members)
            if kept >= max(_ENOUGH, _HABIT * texts):
                return way
    return _by_stop(rows, [(at, one) for at, one in found if len(one.path) == int(Level.UPPER)])


def signs_behind_bold(rows: Sequence[BookRow], readings: Sequence[RowReading | None]) -> Mapping[int, SetOff]:
    """The rows whose bold heading has a sign behind it, if that is more than chance."""
    found = {}
    for at, reading in enumerate(readings):
        one = rows[at].paragraph
        if reading is None or reading.label is None or one is None or not reading.label.end < one.bold < len(one.text):
            continue
        if (sign := _SIGN.match(one.text, one.bold)) and sign[0].strip():
            found[at] = SetOff(one.bold, sign.end())
    return found if len(found) >= _LEAST else {}


def _is_plain(row: BookRow, reading: RowReading) -> bool:
    one = row.paragraph
    assert reading.label is not None
    return one is not None and not one.heading and one.bold <= reading.label.end


def _has_text(row: BookRow, reading: RowReading) -> bool:
    assert reading.label is not None
    words = row.words_after(reading.label)
    return len(words) > _HEADING or words[-1:] in tuple(".:;")


def _by_face(rows: Sequence[BookRow], found: Sequence[tuple[int, RowReading]]) -> Iterator[tuple[int, SetOff]]:
    leads = []
    for at, reading in found:
        one, label = rows[at].paragraph, reading.label
        is_lead = one is not None and label is not None and label.end < one.lead <= label.end + _HEADING
        if one is not None and label is not None and is_lead and not one.text[label.end].islower():
            leads.append((at, one))
    # What is of one face whole is a heading where headings have that face.
    faces = Counter(one.face for _, one in leads if one.text[one.lead :].strip())
    for at, one in leads:
        if faces[one.face] >= _ENOUGH or one.text[one.lead :].strip():
            sign = _SIGN.match(one.text, one.lead)
            yield at, SetOff(one.lead, sign.end() if sign else one.lead)


def _by_stop(rows: Sequence[BookRow], letters: Sequence[tuple[int, RowReading]]) -> Mapping[int, SetOff]:
    """The headings of letters that a full stop sets off, as sentences are from each other: only where others are a
    heading alone, and nearly all that have a text begin with a few words and a stop."""
    way: dict[int, SetOff] = {}
    alone, texts = 0, 0
    for at, reading in letters:
        assert reading.label is not None
        begin, words = reading.label.end, rows[at].words_after(reading.label)
        match = _FEW_WORDS.match(rows[at].text, begin)
        if match:
            way[at] = SetOff(match.end("words"), match.end())
        texts += match is not None or _has_text(rows[at], reading)
        alone += 0 < len(words) <= _SHORT and words[-1:] not in ".:;,"
    is_habit = len(way) >= max(_MANY, _ALL * texts) and alone >= _ALONE * len(letters)
    return way if is_habit else {}


def _by_sign(
    rows: Sequence[BookRow], found: Sequence[tuple[int, RowReading]], sign: str
) -> Iterator[tuple[int, SetOff]]:
    for at, reading in found:
        assert reading.label is not None
        text, begin = rows[at].text, reading.label.end
        # "Krav - Spilfører - Når": the words behind the sign begin a sentence.
        end = text.find(sign, begin + 2, begin + _HEADING)
        if end < 0 or text[begin : begin + 1].islower() or _STOP.search(text[begin:end]):
            continue
        start = end + len(sign)
        if _BEGINS.match(text, start) and (text[begin:end].isupper() or not text[start : start + 1].islower()):
            yield at, SetOff(end, start)
