"""The paths of the addresses; what answers them is opened by the first request, so that a server listens at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

Handler = Callable[[Request], Response]
PATHS: Mapping[str, str] = {
    "/openapi.json": "openapi",
    "/assets/style.css": "style",
    "/search.json": "search",
    "/cite": "cite",
    "/cite.json": "cite_json",
    "/at/{day}/{place:path}": "dated",
    "/{language:language}/{edition}": "text",
    "/{language:language}/{edition}/{place:path}": "provision",
}
"""The name of the handler of each path, in the order in which they are tried."""


class _LanguageConvertor(Convertor[str]):
    """Two letters: no folder of Streamlit's has such a name."""

    regex = "[a-z]{2}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("language", _LanguageConvertor())


def routes(open_handlers: Callable[[], Mapping[str, Handler]]) -> list[BaseRoute]:
    """The routes of all paths; ``open_handlers`` gives what answers, by the names in ``PATHS``, at every request."""

    def endpoint(name: str) -> Handler:
        return lambda request: open_handlers()[name](request)

    return [Route(path, endpoint(name), methods=["GET", "OPTIONS"]) for path, name in PATHS.items()]
