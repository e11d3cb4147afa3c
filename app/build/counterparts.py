"""What the book's own citations, and the texts that are held, tell against a reading, as questions about its rows:
numbers that it cites and has not, and whatever else it has otherwise than all others of its edition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from app.build.skeletons import Difference, beside_skeletons
from corpus.alignment.concordance import Concordance
from corpus.ids import ProvisionId
from corpus.model import Expression
from corpus.registry import Registry
from parser.recognition.account import QuestionCode, ReadingQuestion, Recognition, RowUse
from parser.recognition.rows import BookRow
from parser.recognition.soundness import as_one

_HEADING = 120  # characters of a row that may be a heading whole


def cited_and_missing(text: Expression) -> tuple[str, ...]:
    """The numbers of its own that a resolved text cites and has not, in order."""
    found = {
        target.id
        for reference in text.references
        if reference.status == "dangling"
        for target in reference.targets
        if (target.work, target.edition) == (text.work, text.edition) and _is_number(target.id)
    }
    return tuple(map(str, sorted(map(ProvisionId.of, found))))


def beside_counterparts(
    rows: Sequence[BookRow],
    found: Recognition,
    text: Expression,
    texts: Sequence[Expression],
    registry: Registry,
    tables: Concordance,
) -> tuple[ReadingQuestion, ...]:
    """Questions about the rows of a text, resolved, that its citations or the other ``texts`` contradict."""
    first = found.first_rows
    readings = {use.row: use.reading for use in found.uses}

    def asked(code: QuestionCode, places: Sequence[str], others: tuple[str, ...] = ()) -> ReadingQuestion:
        at = sorted(first[place] for place in places)
        words = " ".join(rows[at[0]].text.split())[:80]
        return ReadingQuestion(code, at[0], rows[at[0]].place, words, readings[at[0]], others, tuple(at[1:]))

    lacked: defaultdict[str, list[str]] = defaultdict(list)
    for place in cited_and_missing(text):
        lacked[_nearest(ProvisionId.of(place), first)].append(place)
    out = [asked("cited", [place], tuple(missing)) for place, missing in lacked.items() if place in first]
    for one in beside_skeletons(text, texts, registry, tables):
        if places := [place for place in one.places if place in first]:
            question = asked(one.code, places)
            others = _heading_of(rows[question.row], question.likely) if one.code == "heading-lost" else ()
            out.append(replace(question, others=others, here=one.here, there=one.there))
        elif not one.places and rows:
            out.append(_of_the_book(one, rows, found))
    return as_one(out)


def _heading_of(row: BookRow, likely: str) -> tuple[str, ...]:
    """That the words of a row are the heading of the number it begins, where they may be."""
    is_short = row.paragraph is not None and 0 < len(row.text.strip()) < _HEADING
    return (f"{likely} heading",) if is_short and not likely.startswith("of ") else ()


def unexplained(
    asked: Iterable[ReadingQuestion], uses: Iterable[RowUse], agreeing: frozenset[str]
) -> Iterator[ReadingQuestion]:
    """The questions without those about headings that other texts answer: all their numbers are among ``agreeing``, or
    other questions tell the same of them."""
    asked = tuple(asked)
    ids = {use.row: use.id for use in uses}
    rows = {one: frozenset((one.row, *one.alike)) for one in asked}
    beside = [one for one in asked if one.code in ("heading-lost", "heading-extra")]
    told = {row for one in beside for row in rows[one]}
    answered = {
        one
        for one in asked
        if one.code in ("uneven", "unheaded") and all(row in told or ids.get(row) in agreeing for row in rows[one])
    }
    wide = [rows[one] for one in asked if one.code == "unheaded" and one not in answered]
    for one in asked:
        if one.code == "unnoted" and any(other.code == "notes-few" for other in asked):
            continue
        if one in beside and any(rows[one] < its for its in wide):
            continue
        if one in answered or (one.code == "uneven" and rows[one] <= told):
            continue
        yield one
        told |= rows[one] if one.code in ("uneven", "unheaded") else frozenset()


def _of_the_book(one: Difference, rows: Sequence[BookRow], found: Recognition) -> ReadingQuestion:
    """A question about no single row, asked at the first row of its kind, else at the first of the book."""
    use = next((use for use in found.uses if use.reason == "definition"), found.uses[0])
    words = " ".join(rows[use.row].text.split())[:80]
    return ReadingQuestion(one.code, use.row, use.place, words, use.reading, here=one.here, there=one.there)


def _nearest(place: ProvisionId, known: dict[str, int]) -> str:
    """The provision around a missing one that is there; the law before it where no such law is."""
    above: ProvisionId | None = place
    while above is not None and str(above) not in known:
        above = above.parent
    laws = [ProvisionId.of(one) for one in known if ProvisionId.of(one).parent is None]
    return str(above or max((law for law in laws if law < place), default=min(laws)))


def _is_number(place: str) -> bool:
    try:
        ProvisionId.of(place)
    except ValueError:  # a definition, or a slip of the pen such as "34Cb1"
        return False
    return True
