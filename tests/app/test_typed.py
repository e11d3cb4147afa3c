"""Letters on their way from a page to the journal: who may send them, and what a busy server makes of their order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.views import typed
from app.views.gate import Gate
from app.views.kept_fields import WINDOWS, SaveStatus
from app.views.typed import settle, typing_route
from corpus.dossiers.folder import DossierFolder
from corpus.dossiers.typing_journal import TypingJournal

PAGE = "ws://127.0.0.1:8501/typed"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DossierFolder:
    monkeypatch.setenv("LOVBRO_DOSSIERS", str(tmp_path))
    monkeypatch.setattr(typed, "_QUIET", 0.0)
    made = DossierFolder(tmp_path)
    made.create("Sag", "da")
    return made


@pytest.fixture
def window() -> SaveStatus:
    status = SaveStatus()
    WINDOWS[status.window] = status
    return status


@pytest.fixture
def client() -> TestClient:
    app = Starlette(routes=[typing_route()])
    app.add_middleware(Gate)
    return TestClient(app)


def message(window: str, order: int, words: str, left: bool = False) -> str:
    field = {"dossier": "sag", "field": "facts", "before": "", "words": words}
    return json.dumps({"window": window, "order": order, "fields": [field], "left": left})


def facts(folder: DossierFolder) -> str:
    """What the case has when it is opened after all windows are gone."""
    TypingJournal(folder).recover("sag", lambda _: False)
    return folder.open("sag").dossier.facts


def is_refused(socket: WebSocketTestSession) -> bool:
    with pytest.raises(WebSocketDisconnect) as refused:
        socket.receive_text()
    return refused.value.code == 1008


def test_letters_are_kept_and_answered(client: TestClient, folder: DossierFolder, window: SaveStatus) -> None:
    with client.websocket_connect(PAGE) as socket:
        for order, words in enumerate(("N", "No", "Nord"), 1):
            socket.send_text(message(window.window, order, words))
        answers = [socket.receive_text()]
        while answers[-1] != "3":
            answers.append(socket.receive_text())
    assert "Nord" == facts(folder)
    assert not window.inboxes, "what it sent is kept before the case is opened anew"


def test_nobody_but_the_page_of_an_open_window_is_heard(
    client: TestClient, folder: DossierFolder, window: SaveStatus
) -> None:
    for sent in (message("0" * 16, 1, "x"), "", "{}", "[1]", '{"window": 1}', message(window.window, -1, "x")):
        with client.websocket_connect(PAGE) as socket:
            socket.send_text(sent)
            assert is_refused(socket)
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "http://127.0.0.1:9999"}):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(PAGE, headers=headers):
            pass
    assert "" == facts(folder)


def test_words_that_a_closed_page_could_not_send_are_taken_in_while_the_new_one_is_open(
    client: TestClient, folder: DossierFolder, window: SaveStatus
) -> None:
    with client.websocket_connect(PAGE) as socket:
        socket.send_text(message(window.window, 1, "Nord", left=True))
        assert "1" == socket.receive_text()
        found = TypingJournal(folder).recover("sag", lambda one: one == window.window)
    assert (("facts",), "Nord") == (found.fields, folder.open("sag").dossier.facts)


def test_messages_that_are_behind_a_save_never_bring_older_words_back(
    client: TestClient, folder: DossierFolder, window: SaveStatus
) -> None:
    def save(words: str) -> None:
        def settled() -> None:
            settle(folder, "sag", "facts", words, window)

        folder.change(folder.open("sag"), "facts", words, saved=settled)
        window.written["sag", "facts"] = words

    with client.websocket_connect(PAGE) as socket:

        def send(order: int, words: str) -> None:
            socket.send_text(message(window.window, order, words))
            assert str(order) == socket.receive_text()

        send(1, "N")
        save("Nord passede")
        send(2, "Nord")
        assert "Nord passede" == facts(folder)
        send(3, "Nord passede")
        send(4, "Nord passede i")
        assert "Nord passede i" == facts(folder)
