"""A provision's record as a page that reads without script; lists of places, and why an address shows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from markupsafe import Markup

from app.i18n.fates import fate_terms
from app.i18n.words import UI_LANGUAGES, UiLanguage, line_words, words
from app.publish.failures import AddressFailure, failure_sentence
from app.publish.permalinks import FORMS, MEDIA_TYPES, Form, permalink
from app.publish.places import DatedPlace
from app.publish.record import (
    Counterpart,
    ProvisionRecord,
    PublishedPlace,
    published_place,
    sha256,
)
from app.publish.record_forms import rights_sentence
from app.publish.record_json import JsonObject
from app.reader.address import PageState, address
from app.reader.context import PageContext, ReaderServices
from app.reader.law import LawPage
from app.reader.parts.prose import ProseRenderer
from app.reader.text.capitals import capitals, sentence_case
from app.reader.text.html import join, render, tag
from corpus.alignment.fate import NumberFate
from corpus.ids import ProvisionId
from corpus.registry import ExpressionEntry, Registry


class ListedPlace(NamedTuple):
    """A line of a list: a link, its words in ``language``, a heading and a remark in the reader's own words."""

    href: str
    name: Markup | str
    text: Markup | str = ""
    remark: str = ""
    language: str | None = None


def interface_language(entry: ExpressionEntry) -> UiLanguage:
    """The language of the interface around a text when a reader chose none: the text's own."""
    return next((ui for ui in UI_LANGUAGES if ui == entry.language), "en")


def record_page(services: ReaderServices, record: ProvisionRecord, ui: UiLanguage, notices: Sequence[str] = ()) -> str:
    """The page of a record; ``notices`` are sentences above the text."""
    entry, registry = record.entry, services.library.registry
    defines = record.place.startswith("def:")
    page = leaf_context(services, entry, record.place, ui)
    forms = [(form, MEDIA_TYPES[form], permalink(registry, entry.key, record.place, form)) for form in FORMS[1:]]
    old = () if entry.standing == "in-force" else (page.standing_sentence(entry.key) + ".",)
    main = page.render(
        "permalink_provision.html",
        crumbs=[_listed(registry, step) for step in record.path[:-1]],
        language=entry.language,
        # A headword is its own heading.
        title=join(filter(None, ("" if defines else record.citation, capitals(record.heading))), " "),
        text_title=entry.title,
        standing=page.standing(entry.key),
        notices=(*notices, *old),
        grid=_text(page, record),
        lists=_lists(page, record),
        source=f"{record.source.witness} · {line_words(record.source.first, record.source.last, ui)}",
        rights=rights_sentence(entry, ui),
        sum=sha256(record.whole),
        reader="/" + address(page.state, registry),
        forms=forms,
    )
    title = f"{sentence_case(record.citation) if defines else record.citation} · {entry.short}"
    return _document(main, title, ui, forms, permalink(registry, entry.key, record.place))


def text_page(
    services: ReaderServices, entry: ExpressionEntry, places: Iterable[PublishedPlace], ui: UiLanguage
) -> str:
    """The contents of a whole text: its laws."""
    registry = services.library.registry
    listed = [_listed(registry, place) for place in places]
    page = leaf_context(services, entry, "1", ui)
    sentences = [page.standing_sentence(entry.key) + "."]
    return list_page(entry.title, sentences, listed, ui, rights=rights_sentence(entry, ui))


def list_page(
    title: str,
    sentences: Sequence[str],
    places: Sequence[ListedPlace],
    ui: UiLanguage,
    *,
    query: str = "",
    rights: str = "",
) -> str:
    """A page of sentences and of links to places."""
    main = render("permalink_list.html", title=title, sentences=sentences, places=places, rights=rights)
    return _document(main, title, ui, (), "", query)


def dated_page(services: ReaderServices, found: DatedPlace, ui: UiLanguage, sentences: Sequence[str]) -> str:
    """A number of an edition of which no text is held, and what it is in the editions that are."""
    registry = services.library.registry
    page = leaf_context(services, registry.expressions[0], "1", ui)
    places = []
    for number in found.numbers:
        held = [e.key for e in services.library.of_work(found.edition.work, number.target)]
        homes = [(key, str(one)) for one in number.today for key in held if services.library.exists(key, str(one))]
        places += [
            _listed(registry, published_place(services.library, *home), _remark(page, number)) for home in homes
        ] or [_number(page, number)]
    title = f"{found.number.printed(ui)} · {found.edition.edition}"
    return list_page(title, sentences, places, ui)


def found_page(
    services: ReaderServices, found: JsonObject, places: Sequence[PublishedPlace], query: str, ui: UiLanguage
) -> str:
    """The places that a citation leads to, and what became of its number."""
    registry = services.library.registry
    listed = [_listed(registry, place, registry[place.expression].short) for place in places]
    message = found.get("message")
    return list_page(query, [str(message)] if message else [], listed, ui, query=query)


def failure_page(failure: AddressFailure, ui: UiLanguage) -> str:
    """Why an address shows nothing, with links to what there is."""
    hrefs = dict.fromkeys(filter(None, (failure.near, *failure.has)))
    places = [ListedPlace(href, _address_name(href)) for href in hrefs]
    return list_page(words(ui)["address_nothing"], [failure_sentence(failure, ui)], places, ui)


def leaf_context(services: ReaderServices, entry: ExpressionEntry, place: str, ui: UiLanguage) -> PageContext:
    """What a page of one text alone is made from; its links are addresses of provisions."""
    state = PageState(place=place, by=entry.key, on=entry.key, columns=(entry.key,), ui=ui)
    return PageContext(services, state, leaf_address)


def leaf_address(state: PageState, registry: Registry) -> str:
    """The address of the provision that a state reads; that of the reading room for any other page."""
    if state.view == "read" and not state.place.startswith("part:") and state.place != "def":
        return permalink(registry, state.by, state.place)
    return "/" + address(state, registry)


def _document(
    main: Markup,
    title: str,
    ui: UiLanguage,
    forms: Sequence[tuple[Form, str, str]],
    canonical: str,
    query: str = "",
) -> str:
    names = words(ui)
    return render(
        "permalink.html", main=main, title=title, ui=ui, words=names, forms=forms, canonical=canonical, query=query
    )


def _text(page: PageContext, record: ProvisionRecord) -> Markup:
    """The words of the place and of all under it, as the reading room shows them in one column."""
    key = record.entry.key
    if record.place.startswith("def:"):
        definition = page.library.definition(key, record.place)
        assert definition is not None, f"{key} has a record of {record.place}"
        return tag(
            "div",
            ProseRenderer(page).definition(key, record.place, definition),
            class_="piece",
            lang=record.entry.language,
        )
    reader, top = LawPage(page), ProvisionId.of(record.place)
    rows = [row for row in reader.rows if row.owner == key and top.contains(ProvisionId.of(row.place))]
    return tag("div", *(reader.row(row) for row in rows), class_="grid cites", data_on=key, style="--n:1")


def _lists(page: PageContext, record: ProvisionRecord) -> list[tuple[str, list[ListedPlace]]]:
    names, registry = page.words, page.library.registry
    counterparts = [_listed(registry, one.of, _relation(page, one)) for one in record.counterparts]
    numbers = [_number(page, one) for one in record.numbers]
    homes = (home for one in record.references for home in one.read_at if home)
    cites = dict.fromkeys(_listed(registry, home, page.entry(home.expression).short) for home in homes)
    sources = (one.source for one in record.cited_by)
    citing = dict.fromkeys(_listed(registry, one, page.entry(one.expression).short) for one in sources)
    beside = [_listed(registry, one) for one in (record.before, record.after) if one]
    return [
        (names["counterparts"], counterparts),
        (names["numbers_elsewhere"], numbers),
        (f"{names['refs_out']} {record.citation}", list(cites)),
        (f"{names['refs_in']} {record.citation}", list(citing)),
        (f"{names['previous']} · {names['next']}", beside),
    ]


def _relation(page: PageContext, one: Counterpart) -> str:
    """The text of a counterpart, and what became of the rule between the two."""
    names = [f"rel_{word}" for word in (one.moved, one.content) if word != "same"]
    doubt = [page.words["rel_unsure"]] if one.unsure else []
    known = (page.words[name] for name in names if name in page.words)
    return " · ".join([page.entry(one.of.expression).short, *known, *doubt])


def _number(page: PageContext, found: NumberFate) -> ListedPlace:
    language = page.entry(page.state.by).language
    numbers = ", ".join(number.printed(language) for number in found.today or found.part_homes) or "–"
    return ListedPlace("", f"{found.target}: {numbers}", remark=" · ".join(fate_terms(found, page.words)))


def _remark(page: PageContext, number: NumberFate) -> str:
    return " · ".join((number.target, *fate_terms(number, page.words)))


def _address_name(href: str) -> Markup | str:
    """A place of a text by its number or headword; a whole text by its address."""
    _, *parts = unquote(href).split("/", 3)
    place = parts[2] if len(parts) > 2 else href
    return capitals(place.removeprefix("def:")) if place.startswith("def:") else place


def _listed(registry: Registry, place: PublishedPlace, remark: str = "") -> ListedPlace:
    href = permalink(registry, place.expression, place.place.split("#")[0])
    name = capitals(place.citation) if place.place.startswith("def:") else place.citation
    return ListedPlace(href, name, capitals(place.heading), remark, registry[place.expression].language)
