"""One number looked up in the concordance: what it is in the other edition, the way there, what is in doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from app.i18n.notes import translated_notes
from app.reader.concordance.numbers import NumberLinks
from app.reader.context import PageContext
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.links import Linker
from app.reader.text.unbroken import unbroken
from corpus.alignment.concordance import CARRYING, JOINED
from corpus.alignment.contradictions import QUOTATION, Settlement
from corpus.alignment.fate import Fate, NumberFate
from corpus.alignment.table_row import ENDS, UNSURE
from corpus.ids import BadIdError, ProvisionId
from corpus.registry import LAWS, Edition
from index.comparison.concordance_entries import IndirectPassage, indirect_passages
from parser.citations.edition import YEAR, read_edition

# What may be before the year, where it stands first: "Norsk 1997 § 16 B 1", "nb-1997:16B1".
_TEXT = re.compile(rf"\A\s*[^\W\d_]+[\s-]+(?={YEAR}\b)")


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


def number_question(typed: str, editions: Iterable[Edition]) -> NumberQuestion:
    """``1997 16B1``, ``Norsk 1997 § 16 B 1``, ``nb-1997:16B1``, ``16B1 i lovene fra 1997`` or ``16B1``.

    Raises BadIdError.

    >>> number_question("16B1 i 1997", [Edition("laws", "1997", None, None)])
    NumberQuestion(place=ProvisionId(parts=('16', 'B', '1')), edition='1997')
    """
    mention = read_edition(_TEXT.sub("", typed), editions)
    if mention is None:
        return NumberQuestion(ProvisionId.parse(typed), "")
    return NumberQuestion(ProvisionId.parse(mention.rest), mention.edition or mention.year)


def number_answer(page: PageContext, pair: tuple[str, str]) -> NumberAnswer:
    """The number that was typed in the edition it names, else in both of a pair."""
    typed, words, known = page.state.query, page.words, page.services.concordance.editions
    if not typed:
        return NumberAnswer()
    try:
        wanted = number_question(typed, page.library.registry.editions_of(LAWS))
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
    fate = page.services.fates.fate(edition, ProvisionId.of(place), other)
    body = [*_remarks(numbers, fate), *_ways(numbers, fate)]
    target = (other, str(fate.today[0]), edition) if fate.today else (edition, place, other)
    href = numbers.href(*target) or numbers.href(edition, place, other)
    if href and fate.today and numbers.texts(edition) and numbers.texts(other):
        body.append(tag("p", tag("a", page.words["con_beside"], href=href)))
    return tag("section", tag("h2", _sentence(numbers, fate)), *body, class_="answer")


def _sentence(numbers: NumberLinks, fate: NumberFate) -> Markup:
    """What a number is in the other edition, in one sentence with links."""
    newer = fate.edition < fate.target
    name = "con_is" if newer else "con_was"
    if not fate.today:
        name = "con_parts" if fate.part_homes else "con_dropped" if newer else "con_added"
    number = escape(numbers.title(fate.edition)) + " " + numbers.link(fate.edition, str(fate.number), fate.target)
    links = numbers.links(fate.target, map(str, fate.today or fate.part_homes), fate.edition)
    return escape(numbers.page.words[name]).format(here=number, there=links, edition=fate.target)


def _remarks(numbers: NumberLinks, fate: NumberFate) -> Iterator[Markup]:
    page, own = numbers.page, fate.listed == str(fate.number)
    # Of what has no counterpart the heading says all: for lack of a row, too, the tables answer "dropped" or "new".
    kind = change_words(page, fate.fate, fate.changed_itself) if fate.today else ""
    unsure = fate.doubt == "row"
    if kind or unsure:
        below = changed_parts(numbers, fate) if fate.today else NOTHING
        yield tag("p", kind, doubt_mark(page) if unsure else "", below and "; ", below)
    if fate.doubt == "ancestor" and not own:
        yield tag("p", page.words["con_part"].format(listed=numbers.cite(fate.edition, fate.listed)))
    if fate.doubt == "unreached":
        yield tag("p", page.words["fate_doubt_unreached"])
    # Of a number that no row names, the note is that of another.
    if shown := note_words(page, JOINED.join(fate.notes)) if own else "":
        yield tag("p", shown, class_="why")


def _ways(numbers: NumberLinks, fate: NumberFate) -> Iterator[Markup]:
    page, words = numbers.page, numbers.page.words
    edition, place, other = fate.edition, str(fate.number), fate.target
    # A place of which only parts have counterparts is answered by these; the way of the whole contradicts nothing.
    apart = bool(fate.part_homes)
    for way in indirect_passages(page.services.concordance, edition, place, other):
        first = numbers.link(edition, place, other) + f" ({edition})"
        steps = [first, _stop(numbers, way.halfway, way.via, other) + (doubt_mark(page) if way.unsure else NOTHING)]
        if way.halfway:
            steps.append(_stop(numbers, way.ends, other, edition))
        verdict = words["con_agrees"] if way.agrees else tag("strong", words["con_differs"])
        over = words["con_over"].format(edition=way.via)
        yield tag("p", f"{over}: ", join(steps, " → "), ".", *(() if apart else (" ", verdict)))
        if not way.agrees and not apart:
            yield from (settlement_html(page, found) for found in _settled(page, fate, way))


def _stop(numbers: NumberLinks, places: tuple[str, ...], edition: str, other: str) -> Markup:
    """The numbers of one edition on the way, or that it has none."""
    if not places:
        return escape(numbers.page.words["con_absent"].format(edition=edition))
    return numbers.links(edition, places, other) + f" ({edition})"


def _settled(page: PageContext, fate: NumberFate, way: IndirectPassage) -> Iterator[Settlement]:
    """The decisions about a contradiction: that of the old number, or of those that the two ways name for a new one."""
    olds = (str(fate.number),) if fate.edition < fate.target else (*map(str, fate.today), *way.ends)
    yield from (page.services.settled[old] for old in dict.fromkeys(olds) if old in page.services.settled)


def settlement_html(page: PageContext, found: Settlement) -> Markup:
    """Which of two contradicting answers holds, and why, with the words of both texts."""
    mark = doubt_mark(page) if found.holds == "doubt" else NOTHING
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
        label = f"{entry.short} {cited}" if entry.work == LAWS else cited
        quoted = tag("q", unbroken(found["words"]), lang=entry.language)
        out += [unbroken(text[end : found.start()]), link.anchor(key, found["place"], label, "nb"), " ", quoted]
        end = found.end()
    return join([*out, unbroken(text[end:])])


def change_words(page: PageContext, fate: Fate, revised: bool) -> str:
    """Where a rule went and whether what it orders changed itself: "moved, content changed"."""
    words = page.words
    stays = fate in CARRYING
    if fate in ENDS or (stays and not revised):
        return words["rel_same" if stays else f"rel_{fate}"]
    where = words["con_number"] if stays else words[f"rel_{fate}"]
    return f"{where}, {words['rel_revised'] if revised else words['con_content']}"


def changed_parts(numbers: NumberLinks, fate: NumberFate) -> Markup:
    """What changed below a number, and what only the other edition has there, as links; or nothing."""
    words, edition, other = numbers.page.words, fate.edition, fate.target
    alone = words["con_new_parts" if edition < other else "con_old_parts"]
    found = (
        (words["con_changed_parts"], numbers.links(edition, fate.changed_parts, other)),
        (alone.format(edition=other), numbers.links(other, fate.other_parts, edition)),
    )
    return join((escape(name) + " " + links for name, links in found if links), "; ")


def doubt_mark(page: PageContext) -> Markup:
    """The mark of a placing that a person should look at, in words, with the blank before it."""
    return join([" ", tag("span", page.words["rel_unsure"], class_="tag old")])


def note_words(page: PageContext, text: str) -> Markup:
    """An editor's note, or nothing; that the row is in doubt is left to its mark."""
    known = translated_notes()[page.state.ui].get(text, text)
    return escape(unbroken(known.removeprefix(f"{UNSURE}.").strip().replace(UNSURE, "in doubt")))
