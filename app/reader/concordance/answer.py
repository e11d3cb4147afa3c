"""One number looked up in the concordance: what it is in the other edition, the way there, what is in doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from app.i18n.notes import translated_notes
from app.reader.concordance.numbers import WORK, NumberLinks
from app.reader.context import PageContext
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.links import Linker
from corpus.alignment.concordance import ENDS, UNSURE, Passage, Place
from corpus.alignment.contradictions import QUOTATION, Settlement
from corpus.ids import BadIdError, ProvisionId
from index.comparison.concordance_entries import IndirectPassage, homes_of_parts, indirect_passages

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# What may be between a number and the year after it: "16B1 i 1997".
_OF = re.compile(r"\s+(?:i|in|of|av|fra|från|from)\s*$")


@dataclass(frozen=True)
class NumberQuestion:
    """A number as typed, with its edition where one was named."""

    place: ProvisionId
    edition: str


@dataclass(frozen=True)
class NumberAnswer:
    """The answers as HTML, and the numbers they are about by edition: the list is narrowed to these."""

    html: Markup = NOTHING
    places: tuple[tuple[str, str], ...] = ()


def question(typed: str) -> NumberQuestion:
    """``1997 16B1``, ``Norsk 1997 § 16 B 1``, ``nb-1997:16B1``, ``16B1 i 1997`` or ``16B1``. Raises BadIdError.

    >>> question("16B1 i 1997")
    NumberQuestion(place=ProvisionId(parts=('16', 'B', '1')), edition='1997')
    """
    year = _YEAR.search(typed)
    if year is None:
        return NumberQuestion(ProvisionId.parse(typed), "")
    place = typed[year.end() :].strip(" :,") or _OF.sub("", typed[: year.start()])
    return NumberQuestion(ProvisionId.parse(place), year.group())


def number_answer(page: PageContext, pair: tuple[str, str]) -> NumberAnswer:
    """The number that was typed in the edition it names, else in both of a pair."""
    typed, words, known = page.state.query, page.words, page.services.concordance.editions
    if not typed:
        return NumberAnswer()
    try:
        wanted = question(typed)
    except BadIdError:
        return NumberAnswer(_notice(words["bad_place"].format(given=typed)))
    if wanted.edition and wanted.edition not in known:
        return NumberAnswer(_notice(words["con_no_edition"].format(given=wanted.edition, editions=", ".join(known))))
    numbers = NumberLinks(page)
    found, out, absent = [], [], []
    for edition in (wanted.edition,) if wanted.edition else pair:
        place = numbers.shared(edition, wanted.place)
        if place:
            found.append((edition, place))
            out += [_answer(numbers, edition, place, other) for other in pair if other != edition]
        else:
            text, near = numbers.title(edition), numbers.instead(edition, wanted.place)
            given = numbers.cite(edition, str(wanted.place))
            absent.append(_notice(words["no_place"].format(given=given, text=text, near=near)))
    # A number typed without its edition is enough in one of them.
    return NumberAnswer(join(out if found else absent), tuple(found))


def _notice(words: str) -> Markup:
    return tag("div", tag("p", words.strip()), class_="notice", role="status")


def _answer(numbers: NumberLinks, edition: str, place: str, other: str) -> Markup:
    """A heading that answers, then the kind of change, the note, the way over editions between, and both texts."""
    page = numbers.page
    passage = page.services.concordance.forward(edition, place, other)
    body = [*_remarks(numbers, edition, place, other, passage), *_ways(numbers, edition, place, other)]
    target = (other, passage.ids[0], edition) if passage.ids else (edition, place, other)
    href = numbers.href(*target) or numbers.href(edition, place, other)
    if href and passage.ids and numbers.texts(edition) and numbers.texts(other):
        body.append(tag("p", tag("a", page.words["con_beside"], href=href)))
    return tag("section", tag("h2", _sentence(numbers, edition, place, other, passage)), *body, class_="answer")


def _sentence(numbers: NumberLinks, edition: str, place: str, other: str, passage: Passage) -> Markup:
    """What a number is in the other edition, in one sentence with links."""
    page = numbers.page
    parts: tuple[str, ...] = passage.ids
    name = "con_is" if edition < other else "con_was"
    if not parts:
        parts = homes_of_parts(page.services.concordance, edition, place, other)
        name = "con_parts" if parts else "con_dropped" if edition < other else "con_added"
    number = escape(numbers.title(edition)) + " " + numbers.link(edition, place, other)
    links = numbers.links(other, parts, edition)
    return escape(page.words[name]).format(here=number, there=links, edition=other)


def _remarks(numbers: NumberLinks, edition: str, number: str, other: str, passage: Passage) -> Iterator[Markup]:
    page = numbers.page
    # Of what has no counterpart the heading says all: for lack of a row, too, the tables answer "dropped" or "new".
    place: Place = "same" if passage.relation == "revised" else passage.relation
    kind = change(page, place, passage.revised) if passage.ids else ""
    unsure = passage.unsure and (passage.ids or passage.listed == number)
    if kind or unsure:
        below = parts(numbers, edition, other, passage) if passage.ids else NOTHING
        yield tag("p", kind, doubt(page) if unsure else "", below and "; ", below)
    if passage.part and passage.listed != number:
        yield tag("p", page.words["con_part"].format(listed=numbers.cite(edition, passage.listed)))
    # Of a number that no row names, the note is that of another or says just this.
    if shown := note(page, passage.note) if passage.listed == number else "":
        yield tag("p", shown, class_="why")


def _ways(numbers: NumberLinks, edition: str, place: str, other: str) -> Iterator[Markup]:
    page = numbers.page
    tables, words = page.services.concordance, page.words
    # A place of which only parts have counterparts is answered by these; the way of the whole contradicts nothing.
    apart = not tables.forward(edition, place, other).ids and homes_of_parts(tables, edition, place, other)
    for way in indirect_passages(tables, edition, place, other):
        first = numbers.link(edition, place, other) + f" ({edition})"
        steps = [first, _stop(numbers, way.halfway, way.via, other) + (doubt(page) if way.unsure else NOTHING)]
        if way.halfway:
            steps.append(_stop(numbers, way.ends, other, edition))
        verdict = words["con_agrees"] if way.agrees else tag("strong", words["con_differs"])
        over = words["con_over"].format(edition=way.via)
        yield tag("p", f"{over}: ", join(steps, " → "), ".", *(() if apart else (" ", verdict)))
        if not way.agrees and not apart:
            yield from (clash(page, found) for found in _settled(page, edition, place, other, way))


def _stop(numbers: NumberLinks, places: tuple[str, ...], edition: str, other: str) -> Markup:
    """The numbers of one edition on the way, or that it has none."""
    if not places:
        return escape(numbers.page.words["con_absent"].format(edition=edition))
    return numbers.links(edition, places, other) + f" ({edition})"


def _settled(page: PageContext, edition: str, place: str, other: str, way: IndirectPassage) -> Iterator[Settlement]:
    """The decisions about a contradiction: that of the old number, or of those that the two ways name for a new one."""
    services = page.services
    olds = (place,) if edition < other else (*services.concordance.forward(edition, place, other).ids, *way.ends)
    yield from (services.settled[old] for old in dict.fromkeys(olds) if old in services.settled)


def clash(page: PageContext, found: Settlement) -> Markup:
    """Which of two contradicting answers holds, and why, with the words of both texts."""
    mark = doubt(page) if found.holds == "doubt" else NOTHING
    verdict = tag("strong", page.words[f"con_holds_{found.holds}"].capitalize())
    reason = {"en": found.reason, **found.translations}[page.state.ui]
    return tag("p", verdict, mark) + tag("p", _reason(page, reason), class_="why")


def _reason(page: PageContext, text: str) -> Markup:
    """A reason with its quotations in their own language and their places as links."""
    # A reason names a text by the first part of its key: "nb" is nb-1997.
    keys = {key.partition("-")[0]: key for key in page.library.registry.keys}
    link = Linker(page.library, page.state.to(view="read", query="", kind=""), page.address_of)
    out: list[str] = []
    end = 0
    for found in QUOTATION.finditer(text):
        key = keys[found["text"]]
        entry, cited = page.entry(key), link.cite(key, found["place"])
        # A federation's citation names its text already: "DBf § X12 A 1".
        label = f"{entry.short} {cited}" if entry.work == WORK else cited
        quoted = tag("q", found["words"], lang=entry.language)
        out += [text[end : found.start()], link.anchor(key, found["place"], label, "nb"), " ", quoted]
        end = found.end()
    return join([*out, text[end:]])


def change(page: PageContext, place: Place, revised: bool) -> str:
    """Where a rule went and whether what it orders changed: "moved, content changed"."""
    words = page.words
    if place in ENDS or (place == "same" and not revised):
        return words[f"rel_{place}"]
    where = words["con_number"] if place == "same" else words[f"rel_{place}"]
    return f"{where}, {words['rel_revised'] if revised else words['con_content']}"


def parts(numbers: NumberLinks, edition: str, other: str, passage: Passage) -> Markup:
    """What changed below a number of ``edition``, and what only ``other`` has there, as links; or nothing."""
    words = numbers.page.words
    alone = words["con_new_parts" if edition < other else "con_old_parts"]
    found = (
        (words["con_changed_parts"], numbers.links(edition, passage.changed_parts, other)),
        (alone.format(edition=other), numbers.links(other, passage.other_parts, edition)),
    )
    return join((escape(name) + " " + links for name, links in found if links), "; ")


def doubt(page: PageContext) -> Markup:
    """The mark of a placing that a person should look at, in words, with the blank before it."""
    return join([" ", tag("span", page.words["rel_unsure"], class_="tag old")])


def note(page: PageContext, text: str) -> Markup:
    """An editor's note, or nothing; that the row is in doubt is left to its mark."""
    known = translated_notes()[page.state.ui].get(text, text)
    return escape(known.removeprefix(f"{UNSURE}.").strip().replace(UNSURE, "in doubt"))
