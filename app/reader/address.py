"""The address of a page: query parameters to a ``PageState`` and back.

Everything a reader sees follows from the address, so a page can be quoted, opened in a new tab and reached with the
browser's back button. Nothing in this module knows the texts: whether a place exists is the views' concern. What
cannot be understood is kept out of the state and named in ``problems``, for the page to show in words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args
from urllib.parse import quote

from app.i18n.words import UI_LANGUAGES, UiLanguage
from corpus.ids import BadIdError, ProvisionId
from corpus.languages import language
from corpus.registry import LAWS, Registry
from corpus.text import without_surrogates
from parser.citations.edition import read_edition

ViewName = Literal[
    "home",
    "read",
    "search",
    "path",
    "refs",
    "compare",
    "concordance",
    "terms",
    "index",
    "dossier",
    "precedents",
    "procedure",
    "verify",
    "library",
    "review",
    "journal",
    "status",
]
# The journal is kept by a database alone; a server with sign-in adds it for a registrar.
VIEWS: tuple[ViewName, ...] = tuple(view for view in get_args(ViewName) if view != "journal")
# Named one by one: a new view is for everybody only when somebody has thought of it.
PUBLIC_VIEWS: tuple[ViewName, ...] = (
    *("home", "read", "search", "path", "refs", "compare", "concordance", "terms", "index"),
    *("precedents", "status"),
)
"""The views that a server for everybody has: those that only read."""
MAX_COLUMNS = 4
MAX_QUERY = 500
MAX_GOAL = MAX_PLACE = 120
MAX_TRAIL = 30
MAX_CASE = 200
MAX_PAGE_DIGITS = 4
# Views that are not about the place of a law: their address names one only where the reader came from it.
_WITHOUT_PLACE: tuple[ViewName, ...] = ("home", "path", "search", "status", "index", "terms", "concordance")
# Sizes of the letters in per cent; the first is what one starts with.
LETTER_SIZES = (100, 125, 150, 200)


@dataclass(frozen=True)
class AddressProblem:
    """A part of the address that was not understood: a key of ``app.i18n.words`` and the values of its sentence.

    ``typed`` is what was typed, ``text`` the text in which it was not found, ``near`` what there is instead.
    """

    key: str
    typed: str
    text: str = ""
    near: str = ""


@dataclass(frozen=True)
class PageState:
    """One page. ``place`` is an id, ``def:<headword>`` or ``part:<key>``, numbered as in expression ``by``.

    ``goal`` is where a chain of references shall lead, as it was typed; it belongs to one place.
    ``pair`` are two editions whose numbers are compared, ``1997-2007``; empty for those of the texts held.
    ``letters`` is the size of the law's letters in per cent, one of ``LETTER_SIZES``.
    ``path`` is the key of a situation, ``trail`` what the answers given so far lead to, in their order.
    ``edition`` is that of the number ``place`` where the address names one; empty for the text\'s own number.
    ``case`` is the key of the decision that is open, ``dossier`` that of the committee's own case.
    """

    view: ViewName = "read"
    place: str = "1"
    by: str = ""
    columns: tuple[str, ...] = ()
    on: str = ""
    query: str = ""
    goal: str = ""
    ui: UiLanguage = "en"
    played: date | None = None
    corrections: bool = False
    only: tuple[str, ...] = ()
    kind: str = ""
    part: str = ""
    pair: str = ""
    letters: int = LETTER_SIZES[0]
    letter: str = ""
    number: int = 1
    path: str = ""
    trail: tuple[str, ...] = ()
    edition: str = ""
    case: str = ""
    dossier: str = ""
    problems: tuple[AddressProblem, ...] = ()

    def columns_with(self, key: str) -> tuple[str, ...]:
        """The texts beside each other when a text is opened: those chosen if it is among them, else it comes first."""
        return self.columns if key in self.columns else (key, *self.columns[: MAX_COLUMNS - 1])

    def to(self, **changes: object) -> PageState:
        """The state with some fields changed; a changed view or place starts at its first page."""
        fresh: dict[str, object] = {"problems": ()}
        if changes.keys() & {"view", "query", "place", "letter", "only", "kind", "part", "pair"}:
            fresh["number"] = 1
        if changes.keys() & {"view", "place"}:
            fresh["goal"] = ""
        if "place" in changes:
            fresh["edition"] = ""
        if "view" in changes:
            fresh |= {"pair": "", "path": "", "trail": (), "case": "", "dossier": ""}
        return PageState(**{**vars(self), **fresh, **changes})


def browser_ui(locale: str | None) -> UiLanguage:
    """The interface language for a browser's locale, English for one that has no translation.

    >>> browser_ui("nn-NO"), browser_ui("fr")
    ('nb', 'en')
    """
    browser = (locale or "").replace("_", "-").split("-")[0].lower()
    return next((ui for ui in UI_LANGUAGES if browser in (ui, *language(ui).aliases)), "en")


def page_language(params: Mapping[str, str], locale: str | None) -> UiLanguage:
    """The interface language that an address names, else that of the browser."""
    return next((code for code in UI_LANGUAGES if code == params.get("ui")), browser_ui(locale))


def default_columns(registry: Registry, ui: UiLanguage) -> tuple[str, ...]:
    """The texts to begin with, those in force and in the reader's language first; an old edition is none of them."""
    ranks = {"in-force": 0, "preliminary": 0, "not-in-force": 1, "superseded": 2}
    entries = sorted(registry.expressions, key=lambda e: (ranks[e.standing], e.language != ui))
    return tuple(entry.key for entry in entries if entry.standing != "not-in-force")[:MAX_COLUMNS]


def read_state(
    params: Mapping[str, str], registry: Registry, locale: str | None = None, views: Collection[ViewName] = VIEWS
) -> PageState:
    """The state of an address. Never raises: what is not understood becomes an AddressProblem and its default.

    ``views`` are those that there are: another is no page. What is no place is searched for (``?law=DBf253``).
    """
    problems: list[AddressProblem] = []
    params = {key: without_surrogates(value) for key, value in params.items()}
    ui = page_language(params, locale)
    columns = _columns(params.get("in", ""), registry, problems) or default_columns(registry, ui)
    place, edition = _edition(params.get("law", ""), registry)
    view, typed = _view(params.get("view", ""), views, problems), _typed(place, MAX_PLACE)
    query, path, by = _typed(params.get("q", ""), MAX_QUERY), params.get("path", "")[:40], params.get("by", "")
    if (found := _place(typed)) is None and view in (None, "read", "refs", "compare"):
        view, query = "search", query or typed
    others = any(params[key] for key in params.keys() - {"ui"})
    return PageState(
        view=view or _implied_view(query, path, others=others),
        place=found or "1",
        by=by if by in registry.keys else columns[0],
        columns=columns,
        on=params["on"] if params.get("on") in columns else columns[0],
        query=query,
        goal=_typed(params.get("to", ""), MAX_GOAL),
        ui=ui,
        played=_date(params.get("date", ""), problems),
        edition=edition,
        corrections=params.get("corr") == "1",
        only=tuple(key for key in params.get("only", "").split(",") if key in registry.keys),
        kind=params.get("kind", "")[:40],
        part=params.get("part", "")[:40],
        pair=params.get("pair", "")[:40],
        # Until 1.1 the size was part of a page of its own, ``table``: its quoted addresses still open.
        letters=_size(params.get("letters") or params.get("table", "")),
        letter=params.get("letter", "")[:1].upper()[:1],
        path=path,
        case=params.get("case", "")[:MAX_CASE],
        dossier=params.get("dossier", "")[:MAX_CASE],
        trail=tuple(key[:40] for key in params.get("trail", "").split(",")[:MAX_TRAIL] if key),
        number=_page_number(params.get("page", "")),
        problems=tuple(problems),
    )


def _view(named: str, views: Collection[ViewName], problems: list[AddressProblem]) -> ViewName | None:
    """The view of that name; None for another one, which is a problem, and for none."""
    found = next((view for view in views if view == named), None)
    if named and found is None:
        problems.append(AddressProblem("bad_view", named))
    return found


def _page_number(page: str) -> int:
    return max(1, int(page)) if len(page) <= MAX_PAGE_DIGITS and page.isascii() and page.isdigit() else 1


def address(state: PageState, registry: Registry) -> str:
    """The address of a state, without what is default: ``?law=16C2&in=da-2017,sv-2017&ui=da``.

    ``read_state`` of the result returns the state again (but for its problems). The interface language is always
    written: a quoted address should not change its language with the reader's browser.
    """
    defaults = default_columns(registry, state.ui)
    pairs: list[tuple[str, str]] = []
    if state.query:
        pairs.append(("q", state.query))
    if state.view not in _WITHOUT_PLACE or state.place != "1" or state.edition:
        pairs.append(("law", f"{state.place} {state.edition}".strip()))
    if state.columns != defaults:
        pairs.append(("in", ",".join(state.columns)))
    if state.by and state.by != (state.columns or defaults)[0]:
        pairs.append(("by", state.by))
    if state.on and state.on != (state.columns or defaults)[0]:
        pairs.append(("on", state.on))
    pairs += _options(state)
    if state.view != _implied_view(state.query, state.path, others=bool(pairs)):
        pairs.insert(0, ("view", state.view))
    return "?" + "&".join([f"{key}={_quoted(value)}" for key, value in (*pairs, ("ui", state.ui))])


def _quoted(value: str) -> str:
    """A value as it stands in an address; most are numbers and names of one word, which stand there as they are."""
    return value if value.isascii() and value.isalnum() else quote(value, safe=",:")


def _implied_view(query: str, path: str, *, others: bool) -> ViewName:
    """The view of an address that names none; ``others`` when it has anything but the language of the interface."""
    return "search" if query else "path" if path else "read" if others else "home"


AddressOf = Callable[[PageState, Registry], str]
"""What turns a state into the address of its page; ``address`` is that of the server."""


def _options(state: PageState) -> list[tuple[str, str]]:
    values = {
        "to": state.goal,
        "date": state.played.isoformat() if state.played else "",
        "corr": "1" if state.corrections else "",
        "only": ",".join(state.only),
        "kind": state.kind,
        "part": state.part,
        "pair": state.pair,
        "path": state.path,
        "trail": ",".join(state.trail),
        "case": state.case,
        "dossier": state.dossier,
        "letters": str(state.letters) if state.letters != LETTER_SIZES[0] else "",
        "letter": state.letter,
        "page": str(state.number) if state.number > 1 else "",
    }
    return [(key, value) for key, value in values.items() if value]


def _columns(typed: str, registry: Registry, problems: list[AddressProblem]) -> tuple[str, ...]:
    keys = tuple(dict.fromkeys(key.strip() for key in typed.split(",") if key.strip()))
    problems += [AddressProblem("bad_column", key[:60]) for key in keys if key not in registry.keys]
    return tuple(key for key in keys if key in registry.keys)[:MAX_COLUMNS]


def _edition(typed: str, registry: Registry) -> tuple[str, str]:
    """A number without the edition that is named beside it, and that edition: ``12C1e 2007``; "" for none."""
    mention = read_edition(_typed(typed, MAX_PLACE), registry.editions_of(LAWS))
    return (mention.rest, mention.edition or mention.year) if mention else (typed, "")


def _place(typed: str) -> str | None:
    """The first law for nothing; None for what is no place."""
    if typed == "def" or typed.startswith(("def:", "part:")):
        return typed
    try:
        return str(ProvisionId.parse(typed or "1"))
    except BadIdError:
        return None


def _typed(value: str, limit: int) -> str:
    """At most ``limit`` characters of what was typed, without a blank at an end: of the cut end neither."""
    return value.strip()[:limit].rstrip()


def _size(typed: str) -> int:
    return next((size for size in LETTER_SIZES if str(size) == typed), LETTER_SIZES[0])


def _date(typed: str, problems: list[AddressProblem]) -> date | None:
    if not typed:
        return None
    try:
        return date.fromisoformat(typed)
    except ValueError:
        problems.append(AddressProblem("bad_date", typed[:40]))
        return None
