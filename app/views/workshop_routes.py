"""The addresses by which the pages of one's own library ask and act: ``/own/...``.

They are no part of the published addresses: the person who runs Lovbro alone has them, where ``workshop_routes`` is
registered. Requests of other pages are refused before (``app.views.gate``).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from anyio import to_thread
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from app.workshop.limits import MOST_BYTES, MOST_FILES

PREFIX = "/own"
MOST_TYPED = 100_000  # bytes of an answer that a person sends
PATHS = {
    "texts": ("GET", "/texts"),
    "add": ("POST", "/texts"),
    "job": ("GET", "/jobs/{number:int}"),
    "outline": ("GET", "/texts/{key}"),
    "decide": ("POST", "/texts/{key}/decide"),
    "undecide": ("POST", "/texts/{key}/undecide"),
    "read": ("POST", "/texts/{key}/read"),
    "remove": ("POST", "/texts/{key}/remove"),
    "tables": ("GET", "/tables"),
    "table": ("GET", "/tables/{name}"),
    "table-words": ("POST", "/tables/{name}/words"),
    "table-decide": ("POST", "/tables/{name}/decide"),
    "table-undo": ("POST", "/tables/{name}/undo"),
    "table-propose": ("POST", "/tables/{name}/propose"),
    "pairs": ("GET", "/pairs"),
    "pair": ("GET", "/pairs/{name}"),
    "pair-words": ("POST", "/pairs/{name}/words"),
    "pair-decide": ("POST", "/pairs/{name}/decide"),
}
"""Method and path of each question, by its name in ``app.workshop.requests.ANSWERS``."""


def workshop_routes() -> list[BaseRoute]:
    """All routes of the pages of one's own library."""
    return [Route(PREFIX + path, _endpoint(name), methods=[method]) for name, (method, path) in PATHS.items()]


def _endpoint(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        size = request.headers.get("content-length", "0" if request.method == "GET" else "")
        if not size.isdecimal():
            return Response(status_code=HTTPStatus.LENGTH_REQUIRED)
        # Refused before it is read: nothing of it is kept.
        if int(size) > (MOST_BYTES if name == "add" else MOST_TYPED):
            return await to_thread.run_sync(_too_large, request)
        files: list[tuple[str, bytes]] = []
        body: object = {}
        try:
            if name == "add":
                files, body = await _form(request)
            elif int(size):
                body = await request.json()
        except (ValueError, MultiPartException):
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        return await to_thread.run_sync(_answer, name, request, body if isinstance(body, dict) else {}, files)

    return endpoint


async def _form(request: Request) -> tuple[list[tuple[str, bytes]], dict[str, str]]:
    async with request.form(max_files=MOST_FILES, max_fields=40) as form:
        sent = [one for one in form.getlist("file") if isinstance(one, UploadFile)]
        files = [(one.filename or "", await one.read()) for one in sent]
        return files, {name: value for name, value in form.items() if isinstance(value, str)}


def _answer(name: str, request: Request, body: dict[str, Any], files: list[tuple[str, bytes]]) -> Response:
    from app.reader.address import page_language
    from app.workshop.requests import WorkshopRequest, answered

    query = dict(request.query_params)
    params = {**query, **{name: str(value) for name, value in request.path_params.items()}}
    ui = page_language(query, request.headers.get("accept-language"))
    status, found = answered(name, WorkshopRequest(ui, params, body, files))
    return JSONResponse(found, status, {"cache-control": "no-store"})


def _too_large(request: Request) -> Response:
    from app.i18n.words import words
    from app.reader.address import page_language

    ui = page_language(dict(request.query_params), request.headers.get("accept-language"))
    refused = words(ui)["own_too_large"].format(limit=MOST_BYTES // 1_000_000)
    return JSONResponse({"refused": refused}, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
