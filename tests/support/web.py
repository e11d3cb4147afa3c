"""Requests to the address routes without a server: an answer as a client gets it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from starlette.applications import Starlette
from starlette.types import ASGIApp

from app.cli import answers, search_answers
from app.publish.handlers import AddressHandlers
from app.publish.routes import routes
from app.reader.context import ReaderServices
from tests.support.coroutines import finished


@dataclass(frozen=True)
class WebAnswer:
    """Status, headers in small letters, and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class WebClient:
    """The routes of some services, as everybody (``public``) or their owner gets them."""

    services: ReaderServices
    public: bool = False

    def get(self, address: str, method: str = "GET", **headers: str) -> WebAnswer:
        """One request. ``If_None_Match`` as a keyword is the header If-None-Match."""
        handlers = AddressHandlers(
            lambda: self.services, answers.show_from, search_answers.found, self.public
        ).by_name()
        return sent_by(Starlette(routes=routes(lambda: handlers)), address, method, **headers)


def sent_by(app: ASGIApp, address: str, method: str = "GET", **headers: str) -> WebAnswer:
    """What an application answers to one request."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "server": ("127.0.0.1", 8501),
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": quote(query, safe="&=%+,:").encode(),
        "headers": [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()],
    }
    return finished(_request(app, scope))


async def _request(app: ASGIApp, scope: dict[str, Any]) -> WebAnswer:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return WebAnswer(sent[0]["status"], answered, b"".join(one.get("body", b"") for one in sent[1:]))
