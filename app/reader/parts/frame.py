"""What is around a text: the head of the page, contents of the book, tools, notices and problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from app.i18n.fates import fate_sentences
from app.i18n.words import LANGUAGE_NAMES, UI_LANGUAGES, UiLanguage, day
from app.reader.address import LETTER_SIZES, VIEWS, ViewName, default_columns
from app.reader.context import PageContext
from app.reader.text.capitals import capitals, sentence_case
from app.reader.text.html import NOTHING, tag
from app.reader.text.unbroken import whole
from corpus.ids import ProvisionId, is_provision_id
from corpus.model import Part, Provision
from corpus.registry import LAWS

# The committee's pages share one name in the head of the page.
COMMITTEE: tuple[ViewName, ...] = ("dossier", "precedents", "procedure", "verify", "library", "review", "journal")
WORKSHOP: tuple[ViewName, ...] = ("library", "review")
"""The views of a person's own texts and tables."""
# The concordance is reached from the comparison, a path from the first page, under whose names they are in the head.
_UNDER: Mapping[ViewName, ViewName] = {
    "concordance": "compare",
    "path": "home",
    **dict.fromkeys(COMMITTEE[1:], COMMITTEE[0]),
}
_SHOWN_VIEWS = tuple(view for view in VIEWS if view != "search" and view not in _UNDER)


class ContentsEntry(NamedTuple):
    """A line of the contents: its address, number and heading; of the open law the lines of its letters."""

    href: str
    number: str
    heading: Markup
    current: bool = False
    letters: Sequence[ContentsEntry] = ()


class OtherBook(NamedTuple):
    """A book beside the open one: address of its first law, title, standing, language."""

    href: str
    title: str
    standing: Markup
    language: str


class Chapter(NamedTuple):
    """Laws under a title of the contents; ``above`` is the title of the larger part that begins with it, if any."""

    title: str
    laws: Sequence[ContentsEntry]
    above: str
    open: bool


def shown_under(view: ViewName) -> ViewName:
    """The view under whose name a view is in the head of the page.

    >>> shown_under("path"), shown_under("read")
    ('home', 'read')
    """
    return _UNDER.get(view, view)


def header(page: PageContext) -> Markup:
    """Name, search box, pages and language: the same on every page."""
    state = page.state
    # What a narrow screen shows in the box for searches: the open place, and its text's name, which says whose it is.
    reads = state.view in ("read", "refs", "compare") and is_provision_id(state.place)
    by, chosen = page.entry(state.by), page.entry(state.on or state.by)
    on = chosen if (chosen.work, chosen.edition) == (by.work, by.edition) else by
    # For everybody decisions are a page of their own; the committee has them among its own pages.
    own = page.services.views
    shown = [
        view for view in VIEWS if view in own and (view in _SHOWN_VIEWS or ("dossier" not in own and view in COMMITTEE))
    ]
    current = page.state.view if page.state.view in shown else shown_under(page.state.view)
    languages = {ui: (LANGUAGE_NAMES[ui], _in_language(page, ui)) for ui in UI_LANGUAGES}
    return page.render(
        "header.html",
        views=shown,
        current=current,
        languages=languages,
        home=home_href(page),
        place=ProvisionId.of(state.place).printed(by.language) if reads else "",
        text=on.short,
    )


def _in_language(page: PageContext, ui: UiLanguage) -> str:
    """The address of the page in another language.

    Who has chosen no texts is asked, and read to, in the texts of that language; an open law stays the one it is.
    """
    state, registry = page.state, page.library.registry
    if state.view in ("home", "path") and state.columns == default_columns(registry, state.ui):
        return page.link.go(ui=ui, columns=default_columns(registry, ui), by="", on="")
    return page.link.go(ui=ui)


def home_href(page: PageContext) -> str:
    """The address of the first page, which names nothing but the reader's language where he chose nothing else."""
    return page.link.go(view="home", query="", place="1", by="", on="", kind="", part="", letter="", only=())


def own_href(page: PageContext) -> str:
    """The address at which a person adds a text of his own; empty on a server where nobody can."""
    own: ViewName = "library"
    return page.link.go(view=own, query="") if own in page.services.views else ""


def problems(page: PageContext) -> Markup:
    """What in the address was not understood, in words."""
    found = page.state.problems
    words = [tag("p", whole(page.words[p.key].format(given=p.typed, text=p.text, near=p.near))) for p in found]
    return tag("div", *words, class_="notice bad", role="alert") if words else NOTHING


def day_notice(page: PageContext) -> Markup:
    """For a chosen day: which laws were in force, and that we do not hold them if we do not."""
    when = page.state.played
    if when is None:
        return NOTHING
    words, number_then = page.words, ""
    editions = [e.edition for e in page.library.registry.editions if e.work == LAWS and e.may_be_in_force(when)]
    key = "date_unknown" if not editions else "date_later" if when > date.today() else "date_in_force"
    sentence = words[key].format(day=day(when, page.state.ui), edition=editions[0] if editions else "")
    if editions and not page.library.of_work(LAWS, editions[0]):
        sentence += " " + words["date_not_held"]
        number_then = _number_then(page, editions[0])
    if editions and is_provision_id(page.state.place):
        sentence += " " + _meaning_then(page, editions[0])
    clear = tag("a", words["date_clear"], href=page.link.go(played=None))
    return tag("div", tag("p", sentence, " ", number_then, clear), class_="notice then")


def _meaning_then(page: PageContext, edition: str) -> str:
    """What the open number meant in the edition of a chosen day, where that is not the edition of the open text."""
    state, services = page.state, page.services
    entry = page.entry(state.by)
    if entry.work != LAWS or entry.edition == edition:
        return ""
    number = ProvisionId.of(page.library.wid(state.by, state.place))
    fate = services.fates.fate(edition, number, services.current)
    return fate_sentences(fate, page.words, lambda n: page.link.cite(state.by, str(n)))


def _number_then(page: PageContext, edition: str) -> Markup:
    """A link to what the open place was in an edition that is not held."""
    state, now = page.state, page.entry(page.state.by).edition
    if not is_provision_id(state.place) or not page.services.concordance.joins(edition, now):
        return NOTHING
    return table_link(page, state.place, state.place, edition, now) + " · "


def table_link(page: PageContext, place: str, query: str, edition: str, now: str) -> Markup:
    """A link to what the table between two editions has at ``place``, found by ``query``."""
    # A table leads from the older edition to the newer; the open text may be either.
    href = page.link.go(view="concordance", query=query, pair="-".join(sorted((edition, now))), kind="")
    cite = page.link.cite(page.state.by, place)
    return tag("a", page.words["date_number"].format(cite=cite, edition=edition, now=now), href=href)


def toolbar(page: PageContext, law: Provision, corrections: int) -> Markup:
    """Where in the book this is, and what can be done with it; ``corrections`` is how many the open law has."""
    words, state = page.words, page.state
    switch = words["corrections_off"] if state.corrections else words["corrections_on"].format(count=corrections)
    return page.render(
        "toolbar.html",
        steps=steps(page, law),
        crumbs=" › ".join(sentence_case(part.title) for part in page.library.part_of(state.by, law.id.law)),
        columns=choose_columns(page),
        sizes=_sizes(state.letters),
        corrections=switch if corrections or state.corrections else "",
    )


def _sizes(size: int) -> list[tuple[str, str, int]]:
    """The two signs that change the letters: key of the word, sign, the size it leads to (0 where there is none)."""
    at = LETTER_SIZES.index(size)
    return [("smaller", "A−", LETTER_SIZES[at - 1] if at else 0), ("larger", "A+", (*LETTER_SIZES, 0)[at + 1])]


def neighbours(page: PageContext, law: Provision) -> tuple[tuple[str, Provision], ...]:
    """The laws before (``prev``) and after (``next``) the open one, as far as there are."""
    laws = page.library[page.state.by].laws
    at = next(n for n, other in enumerate(laws) if other.id == law.id)
    return tuple((rel, laws[n]) for rel, n in (("prev", at - 1), ("next", at + 1)) if 0 <= n < len(laws))


def steps(page: PageContext, law: Provision) -> Markup:
    """Links to the laws before and after the open one."""
    return page.render("steps.html", neighbours=neighbours(page, law), sentence_case=sentence_case)


def choose_columns(page: PageContext) -> Markup:
    """The texts to show beside each other, and whose numbers lead."""
    state, go = page.state, page.link.go
    choices = []
    for key in page.library.registry.keys:
        left = tuple(k for k in state.columns if k != key) if key in state.columns else (*state.columns, key)[:4]
        lead = state.by if state.by in left else (left or default_columns(page.library.registry, state.ui))[0]
        choices.append((key, go(columns=left, by=lead, on="") if left else go()))
    return page.render("columns.html", choices=choices)


def contents(page: PageContext, law: Provision | None) -> Markup:
    """The book's contents, open where the reader is, with the letters of the open law, and the other books.

    Where a page of contents is shared, only the way to it.
    """
    if page.contents_at:
        return page.render("contents_shared.html")
    return book_contents(page, law)


def book_contents(page: PageContext, law: Provision | None = None, *, alone: bool = False) -> Markup:
    """The whole contents of the book that leads, with the letters of ``law``; ``alone`` when it is a page by itself."""
    css = "toc alone" if alone else "toc"
    return page.render("contents.html", book=laws_of_book(page, law), others=_other_books(page), css=css, alone=alone)


def laws_of_book(page: PageContext, law: Provision | None = None) -> Markup:
    """The front matter and the chapters of the book that leads, as links."""
    return page.render("book.html", front=_front(page), chapters=_chapters(page, law))


def _other_books(page: PageContext) -> list[OtherBook]:
    """The books of other works: of each the first text there is, those of the chosen columns before others."""
    own, registry = page.entry(page.state.by).work, page.library.registry
    keys = dict.fromkeys((*page.state.columns, *registry.keys))
    works = {page.entry(key).work: key for key in reversed(list(keys))}
    found = [(page.entry(key), page.library[key].laws[0]) for work, key in works.items() if work != own]
    return [
        OtherBook(page.link.place_href(entry.key, str(law.id)), entry.title, page.standing(entry.key), entry.language)
        for entry, law in found
    ]


def _front(page: PageContext) -> list[ContentsEntry]:
    """Forewords and the like, and the definitions."""
    expression, place = page.library[page.state.by], page.state.place
    parts = [part for part in expression.parts if part.blocks and part.level != "title"]
    items = [(f"part:{part.key}", part.title) for part in parts]
    if expression.definitions:
        items.append(("def", page.words["definitions"]))
    opened = place.partition(":")[0] if place.startswith("def") else place
    return [ContentsEntry(page.link.go(place=own), "", capitals(title), own == opened) for own, title in items]


def _chapters(page: PageContext, law: Provision | None) -> list[Chapter]:
    book, current = page.library[page.state.by], str(law.id) if law else ""
    parts = [part for part in book.parts if part.laws]
    held = {number for part in parts for number in part.laws}
    rest = tuple(str(p.id) for p in book.laws if str(p.id) not in held)
    leaves = _leaves(parts)
    groups = ([("", book.title, rest)] if rest else []) + leaves
    chapters, before = [], ""
    for above, title, numbers in groups:
        laws = (page.library.provision(page.state.by, number) for number in numbers)
        entries = [_entry(page, found, str(found.id), found is law) for found in laws if found]
        chapters.append(
            Chapter(
                sentence_case(title),
                entries,
                sentence_case(above) if above != before else "",
                current in numbers or not leaves,
            )
        )
        before = above
    return chapters


def _entry(page: PageContext, provision: Provision, name: str, current: bool = False) -> ContentsEntry:
    letters = [_entry(page, part, part.id.parts[-1]) for part in provision.children if part.heading] if current else ()
    heading = provision.heading.text if provision.heading else ""
    return ContentsEntry(page.link.go(place=str(provision.id)), name, capitals(heading), current, letters)


def _leaves(parts: Sequence[Part]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Parts in book order with the laws that no smaller part in them has: title of what is around, own title, laws."""
    held = [frozenset(part.laws) for part in parts]
    leaves = []
    for number, part in enumerate(parts):
        inner = frozenset[str]().union(*(later for later in held[number + 1 :] if later < held[number]))
        own = tuple(law for law in part.laws if law not in inner)
        if own:
            around = (outer.title for outer, laws in zip(parts, held, strict=True) if laws > frozenset(own))
            leaves.append((next(around, ""), part.title, own))
    return sorted(leaves, key=lambda leaf: ProvisionId.of(leaf[2][0]).sort_key)
