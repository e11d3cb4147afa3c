"""The paths of the addresses; what answers them is opened by the first request, so that a server listens at once.

Answers are worked on in threads of their own, in turns: the files of the page never wait for them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from anyio import CapacityLimiter, to_thread
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from app.publish.responses import busy_answer
from app.publish.turns import TURNS, BusyError, Turns

THREADS = 128  # most of them wait for a turn
Handler = Callable[[Request], Response]
PATHS: Mapping[str, str] = {
    "/openapi.json": "openapi",
    "/assets/style.css": "style",
    "/search.json": "search",
    "/cite": "cite",
    "/cite.json": "cite_json",
    "/at/{day}/{place:anything}": "dated",
    "/{language:language}/{edition}": "text",
    "/{language:language}/{edition}/{place:anything}": "provision",
    # What is no language is told so, where a year follows; else it is a file of Streamlit's.
    "/{language}/{edition:year}": "text",
    "/{language}/{edition:year}/{place:anything}": "provision",
}
"""The name of the handler of each path, in the order in which they are tried."""


class _AnythingConvertor(Convertor[str]):
    """The rest of a path as it is; unlike that of "path" it may have line ends."""

    regex = "(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


class _LanguageConvertor(_AnythingConvertor):
    """Two letters: no folder of Streamlit's has such a name."""

    regex = "[a-z]{2}"


class _YearConvertor(_AnythingConvertor):
    """The year of an edition, with the ending of a form or without."""

    regex = r"\d{4}(?:\.\w+)?"


register_url_convertor("anything", _AnythingConvertor())
register_url_convertor("language", _LanguageConvertor())
register_url_convertor("year", _YearConvertor())


def routes(open_handlers: Callable[[], Mapping[str, Handler]], turns: Turns = TURNS) -> list[BaseRoute]:
    """The routes of all paths; ``open_handlers`` gives what answers, by the names in ``PATHS``, at every request."""
    threads = CapacityLimiter(THREADS)

    def handler(name: str) -> Handler:
        return lambda request: open_handlers()[name](request)

    return [
        Route(path, in_turns(handler(name), "address", threads, turns), methods=["GET", "OPTIONS"])
        for path, name in PATHS.items()
    ]


def in_turns(
    handler: Handler, kind: str, threads: CapacityLimiter, turns: Turns = TURNS
) -> Callable[[Request], Awaitable[Response]]:
    """What answers a path in a thread of its own and in turns; who asks too much gets the answer to ask again later.

    The readers of one ``kind`` of path who come from one machine are one reader.
    """

    def in_turn(request: Request) -> Response:
        try:
            host = request.client.host if request.client else ""
            with turns.turn(f"{kind} {host}", host):
                return handler(request)
        except BusyError:
            return busy_answer(request)

    async def answered(request: Request) -> Response:
        return await to_thread.run_sync(in_turn, request, limiter=threads)

    return answered
