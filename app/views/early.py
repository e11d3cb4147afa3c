"""A page's HTML by one request: what a click shows while Streamlit still runs for the same address.

Pages are pure, so that both make the same one; Streamlit's then changes nothing. What a reader may not open in the page
is not in ``router.page`` either, so this address gives nothing more. Forms of the committee and what names damaged
files are Streamlit's alone: for them there is no early page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from anyio import CapacityLimiter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from app.publish.routes import THREADS, in_turns
from app.reader.address import ViewName, read_state
from app.reader.context import ReaderServices
from app.reader.parts.frame import COMMITTEE
from corpus.schema import FormatError

PATH = "/page.json"
LOCALE = "locale"  # what the browser calls its language, as Streamlit is told it; no field of an address
NO_PAGE = 204
ALONE: tuple[ViewName, ...] = (*COMMITTEE, "home", "status")


def early_page(services: ReaderServices, params: Mapping[str, str], locale: str | None) -> dict[str, object] | None:
    """The page of an address as ``page.js`` shows it; None where Streamlit alone can show it. Raises FormatError.

    ``title``, ``html``, ``focus``, ``address`` and ``previews`` are those of a ``Page``; ``head`` is the head's HTML,
    ``ui`` its language.
    """
    from app.reader import router  # with the server it would be imported before the first page can be asked for

    state = read_state(params, services.library.registry, locale, services.views)
    # For everybody there are no forms, and no library whose damaged files would be named.
    if "dossier" in services.views and state.view in ALONE:
        return None
    page = router.page(services, state)
    return {**vars(page), "head": router.head(services, state), "ui": state.ui}


def early_routes(open_services: Callable[[], ReaderServices]) -> list[BaseRoute]:
    """The route at ``PATH``: the page of an address as JSON, or the status NO_PAGE where it is not shown early.

    ``open_services`` gives what the page is made from; it is asked anew for each request.
    """
    answer = partial(_answer, open_services)
    return [Route(PATH, in_turns(answer, "page", CapacityLimiter(THREADS)))]


def _answer(open_services: Callable[[], ReaderServices], request: Request) -> Response:
    params = dict(request.query_params)
    locale = params.pop(LOCALE, None)
    try:
        found = early_page(open_services(), params, locale)
    except FormatError:
        found = None  # named by Streamlit's own run
    return (
        Response(status_code=NO_PAGE) if found is None else JSONResponse(found, headers={"Cache-Control": "no-store"})
    )
