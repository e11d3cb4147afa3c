"""Nobody holds a place without asking, and nobody who asks without end keeps others from being answered."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from app.i18n.words import words
from app.publish.routes import routes
from app.publish.turns import BusyError, Turns
from app.views import connections
from app.views.connections import ClosingServer, PatientProtocol, WindowLimits
from app.views.reading_only import UPLOADS
from app.views.uploads import AT_ONCE, MOST_FILES, MOST_HELD, UploadLimits
from tests.support.coroutines import finished
from tests.support.web import sent_by

BIG = 32 * 1024 * 1024
SHORT = 0.8  # seconds of patience: who asks at once is heard within them on a busy machine too


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        return
    request = Request(scope, receive)
    try:
        body = await request.body()
    except ClientDisconnect:
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(2 * SHORT)
    content = b"x" * BIG if scope["path"] == "/big" else b"got %d" % len(body)
    await Response(content)(scope, receive, send)


@dataclass
class _Server:
    """A server whose patience is short, and the connections that it has not let go."""

    port: int
    held: set[Any]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Server]:
    """A running one."""
    monkeypatch.setattr(connections, "ASKED_WITHIN", SHORT)
    monkeypatch.setattr(connections, "TAKEN_WITHIN", SHORT)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, 65536
        )  # what a client leaves waits here, not in the kernel
        config = uvicorn.Config(_app, http=PatientProtocol, lifespan="off", log_level="critical")
        made = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(made._serve([listener])))
        thread.start()
        yield _Server(listener.getsockname()[1], made.server_state.connections)
        made.should_exit = True
        thread.join()


@pytest.fixture
def port(server: _Server) -> int:
    """Its port."""
    return server.port


def _answer(client: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    client.settimeout(60)
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
        b"PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
    ],
)
def test_who_does_not_ask_to_the_end_is_let_go_without_an_answer(port: int, start: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(start)
        assert b"" == _answer(client)


def test_the_second_request_of_a_connection_has_to_come_whole_too(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET / HT")
        assert 2 == _answer(client).count(b"200 OK")


def test_who_does_not_take_the_answer_is_let_go(server: _Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
        _until(lambda: len(server.held) == 1)
        _until(lambda: not server.held)
        assert len(_answer(client)) < BIG


def test_who_is_let_in_at_the_moment_of_the_end_does_not_hold_the_server() -> None:
    async def stopped(listener: socket.socket) -> set[Any]:
        config = uvicorn.Config(
            _app, http=PatientProtocol, lifespan="off", log_level="critical", timeout_graceful_shutdown=1
        )
        config.load()
        server = ClosingServer(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup([listener])
        with ExitStack() as clients:
            for _ in range(20):
                clients.enter_context(socket.create_connection(listener.getsockname()))
            for _ in range(3):  # all are let in, and none is a connection yet
                await asyncio.sleep(0)
            assert not server.server_state.connections
            await server.shutdown([listener])
        return set(server.server_state.connections)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert set() == finished(stopped(listener))


def test_an_answer_that_takes_long_is_waited_for(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"PUT /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody")
        assert b"got 4" == _answer(client)[-5:]


@dataclass
class _Line:
    """Readers who ask one after the other while the only turn is taken."""

    turns: Turns
    answered: list[str] = field(default_factory=list)

    def run(self, *readers: str, addresses: Mapping[str, str] | None = None, working: str = "") -> list[str]:
        """In which order readers are answered who all wait while one is; each asks again as often as it is named."""
        with ThreadPoolExecutor(len(readers) + 1) as pool, self.turns.turn("first", "192.0.2.9"):
            for number, reader in enumerate(readers, 1):
                pool.submit(self._ask, reader, (addresses or {}).get(reader, ""), reader == working)
                _until(lambda number=number: sum(map(self.turns.waiting, set(readers))) == number)
        return self.answered

    def _ask(self, reader: str, address: str = "", working: bool = False) -> None:
        with self.turns.turn(reader, address, working):
            self.answered.append(reader)


def _until(true: Callable[[], bool]) -> None:
    while not true():
        threading.Event().wait(0.001)


def test_a_flood_of_one_reader_lets_another_in_after_one_answer() -> None:
    assert ["flood", "other", "flood", "flood", "flood"] == _Line(Turns(1, 9)).run(*["flood"] * 4, "other")


def test_readers_who_ask_once_are_answered_as_they_came() -> None:
    assert list("abcd") == _Line(Turns(1, 9)).run(*"abcd")


def test_who_is_new_is_let_in_before_those_who_ask_again_and_again() -> None:
    line = _Line(Turns(1, 9))
    line.run("flood")
    assert ["flood", "new", "flood", "flood", "flood"] == line.run(*["flood"] * 3, "new")


def test_a_crowd_of_new_readers_lets_in_who_was_here_before_at_every_other_turn() -> None:
    line = _Line(Turns(1, 9))
    line.run("here")
    assert ["here", "new 1", "here", "new 2", "new 3"] == line.run("new 1", "new 2", "new 3", "here")


def test_the_windows_of_one_machine_share_its_turns() -> None:
    line = _Line(Turns(1, 9))
    answered = line.run("flood 1", "flood 2", "flood 3", "other", addresses={"other": "192.0.2.1"})
    assert ["flood 1", "other", "flood 2", "flood 3"] == answered


def test_a_committee_at_work_waits_for_one_reader_not_for_the_crowd() -> None:
    line = _Line(Turns(1, 9))
    crowd = ("a", "b", "c", "d")
    assert ["work", "a", "work", "b", "c", "d"] == line.run(*crowd, "work", "work", working="work")


def test_more_questions_of_one_reader_than_may_wait_are_refused_and_others_are_not() -> None:
    turns = Turns(at_once=1, most_waiting=2)
    with ThreadPoolExecutor(3) as pool:
        with turns.turn("first"):
            for number in (1, 2):
                pool.submit(_Line(turns)._ask, "flood")
                _until(lambda number=number: turns.waiting("flood") == number)
            with ThreadPoolExecutor(1) as one:
                assert isinstance(one.submit(_Line(turns)._ask, "flood").exception(), BusyError)
            other = pool.submit(_Line(turns)._ask, "other")
        assert other.result(60) is None


def test_a_turn_is_given_back_when_an_answer_fails() -> None:
    turns = Turns(at_once=1, most_waiting=1)
    with pytest.raises(ValueError), turns.turn("a"):  # noqa: PT011
        raise ValueError
    assert ["b"] == _Line(turns).run("b")


def test_an_address_that_is_asked_too_often_answers_when_to_come_back() -> None:
    busy = Starlette(routes=routes(lambda: {}, Turns(at_once=1, most_waiting=0)))
    for path, kind in (("/da/2017/16C", "text/plain"), ("/da/2017/16C.json", "application/problem+json")):
        answer = sent_by(busy, path)
        assert (503, "2") == (answer.status, answer.headers["retry-after"])
        assert answer.headers["content-type"].startswith(kind)
    assert "busy" == answer.json["code"]


def test_who_finds_no_place_is_told_so_in_his_language_and_asks_again_by_himself(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 0)
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Language: sv\r\n\r\n")
        head, _, body = _answer(client).decode().partition("\r\n\r\n")
    assert "503" == head.split()[1]
    assert "refresh: 5" in head.lower()
    assert words("sv")["server_full"] + "\n" == body


class _Window:
    """A websocket that asks without end, and a clock that goes on by the waits alone."""

    def __init__(self, questions: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: list[int] = []
        self.sent: list[Message] = []
        self.now = 0.0
        self._questions = iter(range(questions))
        monkeypatch.setattr(connections.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(connections.asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds

    async def receive(self) -> Message:
        number = next(self._questions, None)
        return {"type": "websocket.disconnect"} if number is None else {"type": "websocket.receive", "bytes": number}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            self.taken.append(message["bytes"])

    def run(self) -> None:
        scope = {"type": "websocket", "headers": [], "extensions": {"websocket.http.response": {}}}
        finished(WindowLimits(self.app)(scope, self.receive, self.send))


def test_what_a_window_asks_at_once_is_taken_in_order_and_at_a_bounded_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    window = _Window(60, monkeypatch)
    window.run()
    assert list(range(60)) == window.taken
    assert pytest.approx((60 - connections.ASKED_AT_ONCE) / connections.ASKED_A_SECOND) == window.now
    assert [] == window.sent


def test_twenty_windows_at_one_address_are_one_client_and_another_address_waits_for_none_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, done, real_sleep = 0.0, dict[int, float](), asyncio.sleep

    async def sleep(seconds: float) -> None:
        end = now + seconds
        while now < end:
            await real_sleep(0)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["type"] == "websocket.receive":
            await real_sleep(0)
        done[scope["number"]] = now

    async def all_at_once() -> None:
        nonlocal now
        limits, numbers = WindowLimits(app), range(21)
        windows = [_Window(connections.ASKED_AT_ONCE, monkeypatch) for _ in numbers]
        monkeypatch.setattr(connections.time, "monotonic", lambda: now)
        monkeypatch.setattr(connections.asyncio, "sleep", sleep)
        scopes = [{"type": "websocket", "number": n, "client": (f"10.0.0.{n // 20}", 1)} for n in numbers]
        asked = asyncio.gather(*(limits(s, w.receive, w.send) for s, w in zip(scopes, windows, strict=True)))
        while not asked.done():
            await real_sleep(0)
            now += 0.001
        await asked

    finished(all_at_once())
    flood = max(done[n] for n in range(20))
    wanted = (20 * connections.ASKED_AT_ONCE - connections.ADDRESS_AT_ONCE) / connections.ADDRESS_A_SECOND
    assert pytest.approx(wanted, abs=0.2) == flood
    assert done[20] < 0.1


def test_a_window_that_asks_faster_than_anybody_reads_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    window = _Window(10_000, monkeypatch)
    window.run()
    assert connections.ASKED_AT_ONCE + connections.MOST_HURRIED == len(window.taken)
    assert [{"type": "websocket.close", "code": 1013}] == window.sent


def test_more_windows_than_there_are_places_for_are_refused_and_a_place_is_given_back() -> None:
    sent: list[Message] = []
    limits = WindowLimits(_app, most=0)

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    scope = {"type": "websocket", "headers": [], "extensions": {"websocket.http.response": {}}}
    finished(limits(scope, receive, send))
    assert ("websocket.http.response.start", 503) == (sent[0]["type"], sent[0]["status"])
    limits = WindowLimits(_app, most=1)
    for _ in range(2):
        sent.clear()
        finished(limits(scope, receive, send))
        assert [] == sent


class _Inside:
    """What stands behind the limits of uploads, and counts who is in at once."""

    def __init__(self) -> None:
        self.now = self.most = self.came = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.came += 1
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.01)
        self.now -= 1
        await PlainTextResponse("", 204)(scope, receive, send)


def _put_files(limits: UploadLimits, count: int, method: str = "PUT") -> list[int]:
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def all_at_once() -> None:
        scopes = [{"type": "http", "method": method, "path": f"{UPLOADS}w/{n}", "headers": []} for n in range(count)]
        await asyncio.gather(*(limits(scope, receive, send) for scope in scopes))

    finished(all_at_once())
    return statuses


def test_a_hundred_files_come_in_a_few_at_a_time() -> None:
    inside = _Inside()
    assert [204] * 100 == _put_files(UploadLimits(inside, lambda: (0, 0)), 100)
    assert AT_ONCE == inside.most


@pytest.mark.parametrize("held", [(MOST_FILES, 0), (0, MOST_HELD)])
def test_no_file_comes_in_where_enough_is_held_but_one_can_be_let_go(held: tuple[int, int]) -> None:
    inside = _Inside()
    limits = UploadLimits(inside, lambda: held)
    assert [507] * 3 == _put_files(limits, 3)
    assert 0 == inside.came
    assert [204] == _put_files(limits, 1, "DELETE")
