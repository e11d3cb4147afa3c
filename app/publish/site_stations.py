"""The page of a situation without a server: every question and every end of its path, of which one is shown at a time.

Each is there once for each way of answers that leads to it, so that the answers above it are those that were given.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.publish.site_paths import station_id
from app.reader import router
from app.reader.address import AddressOf, PageState
from app.reader.context import Page, PageContext, ReaderServices
from app.reader.situation import FOCUS
from app.reader.text.html import renamed_ids
from corpus.paths.ruling_path import PathQuestion, RulingPath


class NoSituationError(ValueError):
    """A page was to be made of a situation that does not exist."""


def stations_page(services: ReaderServices, state: PageState, address_of: AddressOf) -> Page:
    """The page of the situation that ``state`` names. Raises NoSituationError."""
    path = services.ruling_path(state.path)
    if path is None:
        raise NoSituationError(f"there is no situation {state.path!r}")
    pages = {
        station_id(one): router.page(services, one, address_of)
        for one in (state.to(trail=trail) for trail in trails(path))
    }
    stations = [(name, renamed_ids(page.html, {FOCUS: f"{name}-{FOCUS}"})) for name, page in pages.items()]
    first = next(iter(pages.values()))
    return Page(first.title, PageContext(services, state, address_of).render("site_stations.html", stations=stations))


def trails(path: RulingPath) -> list[tuple[str, ...]]:
    """Every way of answers, the empty one first; ways to one and the same end are neighbours, and compress well.

    >>> from corpus.paths.ruling_path import PathAnswer, PathEnd
    >>> ask = PathQuestion("a", {}, (PathAnswer({}, "b"), PathAnswer({}, "c")))
    >>> trails(RulingPath("late", (ask,), (PathEnd("c", ()), PathEnd("b", ()))))
    [(), ('c',), ('b',)]
    """
    order = {key: number for number, key in enumerate(path.stations)}
    return sorted(_trails(path, ()), key=lambda trail: order[trail[-1]] if trail else -1)


def _trails(path: RulingPath, trail: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield trail
    at = path.walk(trail).at
    if isinstance(at, PathQuestion):
        for answer in at.answers:
            yield from _trails(path, (*trail, answer.to))
