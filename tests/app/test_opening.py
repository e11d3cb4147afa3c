"""A server answers before it is whole: the first page and Streamlit's files at once, all else when it is there."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from streamlit.starlette import App

from app.views import whole
from app.views.front import front_routes
from app.views.listening import Listening
from app.views.opening import Opening
from app.views.streamlit_files import component_scripts, first_page, static_folder
from corpus.schema import FileFault, FormatError
from tests.support.coroutines import finished
from tests.support.web import sent_by

SCRIPT = "/static/js/" + next((static_folder() / "static" / "js").glob("index.*.js")).name
METHODS = ["GET", "POST", "HEAD"]


class _Whole(Starlette):
    """Answers every address with one word; ``lived`` says when it began and ended."""

    def __init__(self) -> None:
        super().__init__(routes=[Route("/{path:path}", _say_whole, methods=METHODS)])
        self.lived: list[str] = []

    def lifespan(self) -> Any:
        return self._life

    @asynccontextmanager
    async def _life(self, app: object) -> AsyncIterator[None]:
        self.lived.append("began")
        yield
        self.lived.append("ended")


async def _say_whole(request: Request) -> Response:
    return PlainTextResponse("whole")


def _opening(make: Callable[[], object], failed: Callable[[Exception], None] | None = None) -> Opening:
    return Opening(front_routes(), cast(Callable[[], App], make), failed or (lambda error: None))


async def _in_its_life(
    opening: Opening, *asked: tuple[str, str, dict[str, str]], then: Callable[[], None]
) -> list[str]:
    """What a server answers whose making ends with ``then``, called when all has been asked."""
    messages: asyncio.Queue[Any] = asyncio.Queue()
    sent: list[str] = []

    async def send(message: Any) -> None:
        sent.append(message["type"])

    messages.put_nowait({"type": "lifespan.startup"})
    life = asyncio.create_task(opening({"type": "lifespan"}, messages.get, send))
    answers = [asyncio.create_task(_answer(opening, path, method, headers)) for path, method, headers in asked]
    await asyncio.sleep(0.05)
    assert ["lifespan.startup.complete"] == sent
    assert not any(answer.done() for answer in answers)
    then()
    found = await asyncio.gather(*answers)
    messages.put_nowait({"type": "lifespan.shutdown"})
    await life
    assert "lifespan.shutdown.complete" == sent[-1]
    return found


async def _answer(opening: Opening, path: str, method: str, headers: dict[str, str]) -> str:
    body: list[bytes] = []
    scope = {"type": "http", "method": method, "path": path, "query_string": b"",
             "headers": [(name.encode(), value.encode()) for name, value in headers.items()]}  # fmt: skip

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        body.append(message.get("body", b""))

    await opening(scope, receive, send)
    return b"".join(body).decode()


def test_the_first_page_and_its_scripts_are_sent_before_the_server_is_whole() -> None:
    never_made = _opening(_Whole)
    page = sent_by(never_made, "/?law=16")
    assert 200 == page.status
    assert SCRIPT in page.text
    script = sent_by(never_made, SCRIPT)
    assert (static_folder() / SCRIPT[1:]).read_bytes() == script.body
    assert "text/javascript; charset=utf-8" == script.headers["content-type"]
    assert str(len(script.body)) == script.headers["content-length"]


def test_whatever_else_is_asked_waits_for_the_whole_and_no_path_leads_out_of_the_folder() -> None:
    asked = [
        ("/static/../index.html", "GET", {}), ("/static/js/../../index.html", "GET", {}), ("/static/js/", "GET", {}),
        ("/static//js/x.js", "GET", {}), (SCRIPT, "POST", {}), (SCRIPT, "HEAD", {}), ("/", "POST", {}),
        (SCRIPT, "GET", {"range": "bytes=0-1"}), (SCRIPT, "GET", {"if-none-match": '"x"'}),
        ("/_stcore/health", "GET", {}), ("/da/2017/16C", "GET", {}),
    ]  # fmt: skip
    may, whole = threading.Event(), _Whole()

    def make() -> _Whole:
        assert may.wait(60)
        return whole

    answers = finished(_in_its_life(_opening(make), *asked, then=may.set))
    assert {"whole"} == {answer for (_, method, _), answer in zip(asked, answers, strict=True) if method != "HEAD"}
    assert ["began", "ended"] == whole.lived


def test_a_server_that_cannot_be_made_says_so_and_ends() -> None:
    may = threading.Event()
    faults: list[Exception] = []

    def make() -> None:
        assert may.wait(60)
        raise ValueError("Streamlit's first page has no root")

    (answer,) = finished(_in_its_life(_opening(make, faults.append), ("/_stcore/health", "GET", {}), then=may.set))
    assert "could not start" in answer
    assert ["Streamlit's first page has no root"] == list(map(str, faults))


def test_the_first_page_asks_for_the_scripts_of_a_component_too() -> None:
    scripts = component_scripts(first_page())
    assert any("BidiComponent" in script for script in scripts)
    assert all((static_folder() / script).is_file() for script in scripts)
    page = sent_by(_opening(_Whole), "/").text
    for script in scripts:
        assert 1 == page.count(script), script


def test_after_a_start_garbage_is_looked_for_again_even_where_the_texts_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def damaged(listening: Listening) -> Callable[[], Any]:
        raise FormatError(FileFault("kind", "data/editions.toml", "edition", "text", "whole-number"))

    monkeypatch.setattr(whole, "_open_services", damaged)
    gc.disable()
    try:
        with pytest.raises(FormatError):
            whole._read_ahead(Listening(), threading.Event())
        assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()
