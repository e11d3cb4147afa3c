"""Whatever is sent to the pages of one's own library or to the assistant's server is refused in words, and the next
question is answered; nothing is written outside of the library."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from app.views.workshop_routes import PATHS, PREFIX, workshop_routes
from app.workshop.limits import MOST_FILES
from corpus.own_texts import OwnTexts
from tests.app.test_workshop import FORM
from tests.support.mutations import COUNT, damaged_text, seeded

NAMES = ("../../evil.md", "/etc/x", "C:\\evil.md", "a\0.md", "x" * 5000 + ".md", "\u202elov.md", ".", "", "lov.exe",
         "lov.md.docx", "lov.pdf", "\ufffd.txt", "con.txt")  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, 5, -1, 1e308, True, "", "\0", "\ud800", "../..", [], [[]], {}, {"a": {"a": 1}}, ["a"] * 1000, "x" * 50_000,
    2**70,
)  # fmt: skip
FIELDS = ("key", "keys", "row", "reading", "reason", "words", "number", "verdict", "numbers", "note", "state")
ASKS_NOTHING = ("add", "table-propose")
"""What takes files, and what takes nothing but the name of a table."""


@pytest.fixture
def client(own: OwnTexts) -> Iterator[TestClient]:
    """The routes, where a fault of the program is no answer but fails the test."""
    with TestClient(Starlette(routes=workshop_routes())) as made:
        yield made


# Starlette leaves the file of a part that was cut off to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_is_no_book_is_refused_whatever_it_is_called(client: TestClient, own: OwnTexts) -> None:
    chance = seeded()
    before = _everything(own.path.parent)
    for name in NAMES:
        content = chance.choice((b"", b"\0" * 100, b"PK\3\4", b"%PDF-1.7", b"ord " * 9, b"<html>"))
        sent = client.post("/own/texts", data=FORM, files=[("file", (name, content))])
        assert sent.status_code < 500, name
        if sent.status_code == 200 and "job" in sent.json():
            assert _ended(client, sent.json()["job"])["refused"]
    many = [("file", (f"{n}.md", b"x")) for n in range(MOST_FILES + 1)]
    assert 400 == client.post("/own/texts", data=FORM, files=many).status_code
    cut = b'--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\nLOV'
    for body in (cut, b"", b"--x--", b"\0" * 50, cut + b"\r\n--x\r\n"):
        answer = client.post("/own/texts", content=body, headers={"content-type": "multipart/form-data; boundary=x"})
        assert 400 <= answer.status_code < 500, body
    assert 400 <= client.post("/own/texts", content=b"x", headers={"content-type": "text/plain"}).status_code < 500
    assert before == _everything(own.path.parent)


def test_an_answer_of_another_kind_is_refused_and_nothing_is_changed(client: TestClient, own: OwnTexts) -> None:
    chance, before, fates = seeded(), _everything(own.path.parent), Counter[int]()
    asked = [path for name, (method, path) in PATHS.items() if method == "POST" and name not in ASKS_NOTHING]
    for _ in range(COUNT):
        body: Any = {field: chance.choice(VALUES) for field in chance.sample(FIELDS, 4)}
        body = chance.choice((body, body, body, chance.choice(VALUES)))
        content = json.dumps(body).encode()
        if chance.random() < 0.2:
            content = next(damaged_text(content, chance, 1))
        key = chance.choice(("nb-2017", "2007-2017", "da-2017,sv-2017", "..%2f..", "%00", "x" * 300, "%ed%a0%80"))
        path = PREFIX + chance.choice(asked).format(key=key, name=key)
        sent = client.post(path, content=content, headers={"content-type": "application/json"})
        fates[sent.status_code] += 1
        assert sent.status_code < 500, (path, content[:200])
    assert {400, 422} <= set(fates)
    assert before == _everything(own.path.parent)


def test_the_assistants_server_answers_after_whatever_was_sent(built: None) -> None:
    """As bytes over its standard input: no JSON, no request, deep, large, of another kind, of no known tool."""
    call: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    asked = [
        {**call, "params": {"name": name, "arguments": arguments}}
        for name in ("search", "resolve_citation", "verify_quotation", "banana", 5, None)
        for arguments in ({}, {"query": 5}, {"citation": None}, {"quotation": ["x"]}, [1], 5, None, {"query": "\ud800"},
                          {"query": "x", "limit": -1}, {"citation": "16C", "edition": "9" * 5000},
                          {"citation": "16C," * 50_000}, {"quotation": "spil " * 50_000})
    ]  # fmt: skip
    asked += [{**call, "id": one} for one in VALUES] + [{**call, "params": one} for one in VALUES]
    asked += [{**call, "method": one} for one in VALUES] + [{"id": 1}, {"jsonrpc": "1.0", "id": 1, "method": "ping"}]
    lines = [json.dumps(one).encode() for one in asked]
    lines += [b"", b"{", b"null", b"[]", b"5", b"\0", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000, b"NaN"]
    first = {
        "jsonrpc": "2.0", "id": "first", "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
    }  # fmt: skip
    last = {**call, "id": "last", "params": {"name": "resolve_citation", "arguments": {"citation": "16C"}}}
    sent = [lines[0], json.dumps(first).encode(), *lines, json.dumps(last).encode(), b""]
    with subprocess.Popen(
        [sys.executable, "-m", "app", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        writing = threading.Thread(target=server.stdin.write, args=(b"\n".join(sent),))
        writing.start()
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1].get("id") != "last":
            answers.append(json.loads(server.stdout.readline()))  # nothing but the protocol
        writing.join()
        _, said = server.communicate(timeout=60)
    fates = Counter("error" if "error" in one or one["result"].get("isError") else "answer" for one in answers)
    assert "found" == answers[-1]["result"]["structuredContent"]["outcome"]
    assert fates["error"] > 40
    assert b"Traceback" not in said
    assert 0 == server.returncode


def _ended(client: TestClient, number: int) -> Any:
    """What became of work, once it is done."""
    while True:
        found = client.get(f"/own/jobs/{number}").json()
        if found["stage"] == "done":
            return found


def _everything(folder: Path) -> dict[str, bytes]:
    """Every file around the library but those of the copy of the data folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "data" not in path.relative_to(folder).parts
    }
