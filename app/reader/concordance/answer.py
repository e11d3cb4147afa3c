"""One number looked up in the concordance: what it is in the other edition, the way there, what is in doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from app.i18n.notes import note_html, translated_notes
from app.reader.concordance.numbers import WORK, NumberLinks
from app.reader.context import PageContext
from app.reader.text.links import Linker
from corpus.alignment.concordance import UNSURE, Passage
from corpus.alignment.contradictions import QUOTATION, Settlement
from corpus.ids import BadIdError, ProvisionId
from index.comparison.concordance_entries import IndirectPassage, scattered, ways

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# What may stand between a number and the year after it: "16B1 i 1997".
_OF = re.compile(r"\s+(?:i|in|of|av|fra|från|from)\s*$")


@dataclass(frozen=True)
class NumberQuestion:
    """A number as typed, with its edition where one was named."""

    place: ProvisionId
    edition: str


@dataclass(frozen=True)
class NumberAnswer:
    """The answers as HTML, and the numbers they are about by edition: the list is narrowed to these."""

    html: str = ""
    places: tuple[tuple[str, str], ...] = ()


def question(typed: str) -> NumberQuestion:
    """``1997 16B1``, ``Norsk 1997 § 16 B 1``, ``nb-1997:16B1``, ``16B1 i 1997`` or ``16B1``. Raises BadIdError."""
    year = _YEAR.search(typed)
    if year is None:
        return NumberQuestion(ProvisionId.parse(typed), "")
    place = typed[year.end() :].strip(" :,") or _OF.sub("", typed[: year.start()])
    return NumberQuestion(ProvisionId.parse(place), year.group())


def asked(desk: PageContext, pair: tuple[str, str]) -> NumberAnswer:
    """What was typed, answered: in the edition it names, else in both of a pair."""
    typed, say, known = desk.state.query, desk.say, desk.room.concordance.editions
    if not typed:
        return NumberAnswer()
    try:
        wanted = question(typed)
    except BadIdError:
        return NumberAnswer(_said(say["bad_place"].format(given=typed)))
    if wanted.edition and wanted.edition not in known:
        return NumberAnswer(_said(say["con_no_edition"].format(given=wanted.edition, editions=", ".join(known))))
    numbers = NumberLinks(desk)
    found, out, absent = [], [], []
    for edition in (wanted.edition,) if wanted.edition else pair:
        place = numbers.shared(edition, wanted.place)
        if place:
            found.append((edition, place))
            out += [_answer(desk, numbers, edition, place, other) for other in pair if other != edition]
        else:
            text, near = numbers.title(edition), numbers.instead(edition, wanted.place)
            given = numbers.cite(edition, str(wanted.place))
            absent.append(_said(say["no_place"].format(given=given, text=text, near=near)))
    # A number typed without its edition is enough in one of them.
    return NumberAnswer("".join(out if found else absent), tuple(found))


def _said(words: str) -> str:
    return f'<div class="notice" role="status"><p>{escape(words.strip())}</p></div>'


def _answer(desk: PageContext, numbers: NumberLinks, edition: str, place: str, other: str) -> str:
    """A heading that answers, then the kind of change, the note, the way over editions between, and both texts."""
    passage = desk.room.concordance.forward(edition, place, other)
    body = [*_remarks(desk, numbers, edition, place, passage), *_ways(desk, numbers, edition, place, other)]
    target = (other, passage.ids[0], edition) if passage.ids else (edition, place, other)
    href = numbers.href(*target) or numbers.href(edition, place, other)
    if href and passage.ids and numbers.texts(edition) and numbers.texts(other):
        body.append(f'<p><a href="{href}">{escape(desk.say["con_beside"])}</a></p>')
    return (
        f'<section class="answer"><h2>{_sentence(desk, numbers, edition, place, other)}</h2>{"".join(body)}</section>'
    )


def _sentence(desk: PageContext, numbers: NumberLinks, edition: str, place: str, other: str) -> str:
    passage = desk.room.concordance.forward(edition, place, other)
    here = f"{escape(numbers.title(edition))} {numbers.link(edition, place, other)}"
    if not passage.ids:
        parts = scattered(desk.room.concordance, edition, place, other)
        words = desk.say["con_parts" if parts else "con_dropped" if edition < other else "con_added"]
        return escape(words).format(here=here, there=numbers.links(other, parts, edition), edition=other)
    there = numbers.links(other, passage.ids, edition)
    return escape(desk.say["con_is" if edition < other else "con_was"]).format(here=here, there=there, edition=other)


def _remarks(desk: PageContext, numbers: NumberLinks, edition: str, place: str, passage: Passage) -> Iterator[str]:
    # Of what has no counterpart the heading says all: for lack of a row, too, the tables answer "dropped" or "new".
    kind = escape(desk.say[f"rel_{passage.relation}"]) if passage.ids else ""
    unsure = passage.unsure and (passage.ids or passage.listed == place)
    if kind or unsure:
        yield f"<p>{kind}{doubt(desk) if unsure else ''}</p>"
    if passage.part and passage.listed != place:
        listed = numbers.cite(edition, passage.listed)
        yield f"<p>{escape(desk.say['con_part'].format(listed=listed))}</p>"
    # Of a number that no row names, the note is that of another or says just this.
    if shown := note(desk, passage.note) if passage.listed == place else "":
        yield f'<p class="why">{shown}</p>'


def _ways(desk: PageContext, numbers: NumberLinks, edition: str, place: str, other: str) -> Iterator[str]:
    tables = desk.room.concordance
    # A place of which only parts have counterparts is answered by these; the way of the whole contradicts nothing.
    apart = not tables.forward(edition, place, other).ids and scattered(tables, edition, place, other)
    for way in ways(tables, edition, place, other):
        steps = [
            f"{numbers.link(edition, place, other)} ({edition})",
            _stop(desk, numbers, way.halfway, way.via, other),
        ]
        steps[1] += doubt(desk) if way.unsure else ""
        if way.halfway:
            steps.append(_stop(desk, numbers, way.ends, other, edition))
        verdict = (
            escape(desk.say["con_agrees"]) if way.agrees else f"<strong>{escape(desk.say['con_differs'])}</strong>"
        )
        over = f"{escape(desk.say['con_over'].format(edition=way.via))}: {' → '.join(steps)}."
        yield f"<p>{over}{'' if apart else f' {verdict}'}</p>"
        if not way.agrees and not apart:
            yield from (clash(desk, found) for found in _settled(desk, edition, place, other, way))


def _stop(desk: PageContext, numbers: NumberLinks, places: tuple[str, ...], edition: str, other: str) -> str:
    """The numbers of one edition on the way, or that it has none."""
    if not places:
        return escape(desk.say["con_absent"].format(edition=edition))
    return f"{numbers.links(edition, places, other)} ({edition})"


def _settled(desk: PageContext, edition: str, place: str, other: str, way: IndirectPassage) -> Iterator[Settlement]:
    """The decisions about a contradiction: that of the old number, or of those that the two ways name for a new one."""
    olds = (place,) if edition < other else (*desk.room.concordance.forward(edition, place, other).ids, *way.ends)
    yield from (desk.room.settled[old] for old in dict.fromkeys(olds) if old in desk.room.settled)


def clash(desk: PageContext, found: Settlement) -> str:
    """Which of two contradicting answers holds, and why, with the words of both texts."""
    mark = doubt(desk) if found.holds == "doubt" else ""
    held = f"<strong>{escape(desk.say[f'con_holds_{found.holds}'].capitalize())}</strong>{mark}"
    return f'<p>{held}</p><p class="why" lang="en">{_reason(desk, found.reason)}</p>'


def _reason(desk: PageContext, text: str) -> str:
    """A reason with its quotations in their own language and their places as links."""
    # A reason names a text by the first part of its key: "nb" is nb-1997.
    keys = {key.partition("-")[0]: key for key in desk.library.registry.keys}
    link = Linker(desk.library, desk.state.to(view="read", query="", kind=""))
    out, end = [], 0
    for found in QUOTATION.finditer(text):
        out.append(escape(text[end : found.start()]))
        end = found.end()
        key = keys[found["text"]]
        entry, cited = desk.entry(key), link.cite(key, found["place"])
        # A federation's citation names its text already: "DBf § X12 A 1".
        label = f"{entry.short} {cited}" if entry.work == WORK else cited
        quoted = f'<q lang="{entry.language}">{escape(found["words"])}</q>'
        out.append(f"{link.anchor(key, found['place'], label, 'nb')} {quoted}")
    return "".join(out) + escape(text[end:])


def doubt(desk: PageContext) -> str:
    """The mark of a placing that a person should look at, in words."""
    return f' <span class="tag old">{escape(desk.say["rel_unsure"])}</span>'


def note(desk: PageContext, text: str) -> str:
    """An editor's note; that the row is in doubt is said by its mark."""
    if text in translated_notes()[desk.state.ui]:
        return note_html(text, desk.state.ui)
    said = text.removeprefix(f"{UNSURE}.").strip().replace(UNSURE, "in doubt")
    return note_html(said, desk.state.ui, marked=False) if said else ""
