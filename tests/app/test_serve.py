"""Where `lovbro serve` listens and for whom: what is not for this machine alone is asked for in words."""

from __future__ import annotations

import gc
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from app.cli.main import main
from app.reader.address import read_state
from app.reader.context import ReaderServices
from app.views import housekeeping, reading, whole
from app.views.gate import is_own, page_headers
from app.views.listening import Listening, ListeningError


@pytest.mark.parametrize(
    "options", [["--host", "0.0.0.0"], ["--host", "192.0.2.1"], ["--name", "laws.example"], ["--behind", "10.0.0.1"]]
)
def test_without_public_it_is_for_this_machine_alone_and_says_what_to_do(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main(["serve", *options])
    complaint = capsys.readouterr().err
    assert "this machine alone" in complaint
    assert "use --public" in complaint
    assert 1 == complaint.count("\n")


def test_the_settings_of_the_environment_are_held_to_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOVBRO_NAMES", "laws.example other.example")
    assert 2 == main(["serve"])
    assert "this machine alone" in capsys.readouterr().err


def test_for_everybody_a_consent_is_needed_and_the_refusal_says_where_it_is_written(
    built: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main(["serve", "--public", "--port", "8799"])
    complaint = capsys.readouterr().err
    assert "no text has a recorded consent" in complaint
    assert "data/editions.toml" in complaint
    assert 1 == complaint.count("\n")


def test_a_server_on_every_address_needs_the_names_by_which_readers_come() -> None:
    with pytest.raises(ListeningError, match="--name laws"):
        Listening("0.0.0.0", public=True).check()
    for bad in ("https://laws.example", "laws.example:443", " "):
        with pytest.raises(ListeningError, match="is no host name"):
            Listening("0.0.0.0", names=(bad,), public=True).check()
    listening = Listening("0.0.0.0", names=("Laws.example",), public=True)
    listening.check()
    assert ("127.0.0.1", "localhost", "laws.example") == listening.hosts


def test_requests_come_under_the_names_that_were_given_and_no_other() -> None:
    hosts = Listening("0.0.0.0", names=("laws.example",), public=True).hosts
    assert is_own({"host": "laws.example", "origin": "https://laws.example"}, hosts)
    assert not is_own({"host": "laws.example", "origin": "https://evil.example"}, hosts)
    assert not is_own({"host": "0.0.0.0:8501"}, hosts)
    assert not is_own({"host": "other.laws.example"}, hosts)
    assert "wss://laws.example" in page_headers(hosts)["content-security-policy"]


def test_a_server_keeps_house_and_no_other_process_does(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = threading.Event()
    monkeypatch.setattr(housekeeping, "_warm", lambda services: kept.set())
    monkeypatch.setattr(housekeeping, "_is_server", threading.Event())
    services = cast(Any, None)
    housekeeping.keep_house(services)
    assert not kept.wait(0.1)
    # All of a server but what would read and set Streamlit.
    monkeypatch.setattr(whole, "_read_ahead", lambda *given: None)
    monkeypatch.setattr(whole.config, "set_option", lambda *given: None)
    whole.whole_app(Path(whole.__file__).parent, Listening(), None, [], cast(Any, None), threading.Event())
    housekeeping.keep_house(services)
    assert kept.wait(60)


def test_what_a_search_needs_is_read_when_the_first_page_is_sent_and_does_not_compete_with_it(
    services: ReaderServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended, collected = threading.Event(), threading.Event(), threading.Event()
    monkeypatch.setattr(housekeeping, "_read_for_search", lambda services: begun.set())
    monkeypatch.setattr(housekeeping, "_sweep", ended.set)
    monkeypatch.setattr(housekeeping, "_is_server", threading.Event())
    monkeypatch.setattr(housekeeping, "_has_page", threading.Event())
    monkeypatch.setattr(housekeeping, "UNASKED", 60)
    monkeypatch.setattr(housekeeping, "PAINTING", 0)
    monkeypatch.setattr(gc, "freeze", lambda: None)  # the tests' own garbage is still looked for
    monkeypatch.setattr(gc, "collect", collected.set)
    monkeypatch.setattr(reading, "_show", lambda **sent: None)
    housekeeping.be_a_server()
    housekeeping.keep_house(services)
    assert not begun.wait(0.1)
    reading.show_page(services, read_state({"law": "16"}, services.library.registry, None), {"law": "16"})
    assert begun.wait(60)
    assert ended.wait(60)
    assert not collected.is_set()
    # Other texts while the server runs: those of before are let go.
    ended.clear()
    housekeeping.keep_house(services)
    assert ended.wait(60)
    assert collected.is_set()
