"""A server for everybody lets nobody read or write a dossier: more than two hundred requests written for it.

One server answers all of them. Its library has a dossier and a register, each with words that no answer
may have; in the end every byte of the library is as before.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest
from websockets.exceptions import InvalidStatus

from app.committee.register import IncomingFile, add
from app.reader.address import VIEWS
from corpus.dossiers.folder import DossierFolder
from corpus.dossiers.quotation import quote
from corpus.library import Library
from corpus.precedents.folder import CaseFolder
from tests.conftest import ROOT
from tests.support.browser_messages import BrowserSession, browser_session, component_id
from tests.support.reading_room import running_server

SECRETS = ("hemmeligvotering", "fortroligtnavn", "skjultoriginal")
CASE = "Sag: 09-AU-7\nSpilledato: 2009-02-01\n\nAfgørelse\n\nfortroligtnavn skjultoriginal. § 16C er ikke overtrådt.\n"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
NOTHING_THERE = (
    "/_stcore/upload_file/session/file", "/_stcore/upload_file/", "/_stcore/metrics", "/_stcore/agent/interact",
    "/_stcore/agent/mcp", "/_stcore/agent/openapi.json", "/_stcore/script-health-check",
    "/own/texts", "/own/jobs/1", "/own/texts/da-2017", "/own/texts/da-2017/decide", "/own/texts/da-2017/remove",
    "/media/x.docx",
    "/media/" + "0" * 56 + ".pdf", "/component/lovbro_page/index.html", "/app/static/dossiers/secret.toml",
    "/auth/login", "/auth/login?provider=x", "/auth/logout", "/oauth2callback?state=x&code=y", "/dossiers/secret.toml",
    "/dossiers/", "/precedents/09-au-7/judgment.xml", "/published/", "//media/x.docx", "/_stcore//upload_file/a/b",
    "/_stcore/../media/x", "/./_stcore/upload_file/a/b", "/_stcore/stream/x", "/.env", "/.streamlit/config.toml",
)  # fmt: skip
FILES = ("dossiers/secret.toml", "precedents/09-au-7/original.txt", "precedents/09-au-7/judgment.xml")
CLIMBS = (
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "..%5c",
    "%252e%252e%252f",
    "....//",
    "..;/",
    "%c0%ae%c0%ae/",
    "..%00/",
)
FOLDERS = ("/look/", "/static/", "/_stcore/bidi-components/", "/media/", "/da/2017/", "/component/", "/assets/", "/")


@dataclass
class Attack:
    """A running server, what it may not give away, and every answer it gave."""

    port: int
    library: Path
    answers: list[bytes] = field(default_factory=list)

    def request(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """One request as it is: nothing in the path is put right."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            client.putrequest(method, path, skip_host="Host" in headers)
            for name, value in headers.items():
                client.putheader(name.replace("_", "-"), value)
            if body is not None:
                client.putheader("Content-Length", str(len(body)))
            client.endheaders(body)
            answer = client.getresponse()
            content = answer.read()
        finally:
            client.close()
        self.answers.append(content + str(answer.headers).encode())
        return answer.status, content

    def leaks(self) -> list[str]:
        """The secrets that an answer had."""
        return [word for word in SECRETS if any(word.encode() in one for one in self.answers)]


def bytes_of(folder: Path) -> Mapping[str, str]:
    """The sum and the time of every file."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): f"{hashlib.sha256(path.read_bytes()).hexdigest()} {path.stat().st_mtime_ns}"
        for path in files
    }


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory, library: Library) -> Path:
    """A library with a dossier, a register of one case and nothing published but that case's copy."""
    folder = tmp_path_factory.mktemp("library")
    dossiers = DossierFolder(folder / "dossiers")
    dossiers.create("secret", "da")
    dossiers.edit("secret", lambda one: one.add(quote(library, "da-2017", "16C")))
    opened = dossiers.open("secret")
    dossiers.change(opened, "vote", "hemmeligvotering 2-1")
    list(add([IncomingFile("fortroligtnavn.txt", CASE.encode())], CaseFolder(folder / "precedents")))
    return folder


@pytest.fixture(scope="module")
def attack(private: Path, built: None) -> Iterator[Attack]:
    given = {**os.environ, "LOVBRO_LIBRARY": str(private)}
    publish = ["precedents", "publish", "09-AU-7", "--by", "R", "--replace", "fortroligtnavn=A"]
    publish += ["--replace", "skjultoriginal=B"]
    subprocess.run([sys.executable, "-m", "app", *publish], cwd=ROOT, env=given, check=True, capture_output=True)
    server = ("tests.support.public_server",)
    with running_server(server, environment={"LOVBRO_LIBRARY": str(private)}) as running:
        before = bytes_of(private)
        found = Attack(running.port, private)
        yield found
        assert before == bytes_of(private)
        assert [] == found.leaks()


@pytest.mark.slow
def test_everybody_reads_the_texts_with_a_consent_and_what_was_published(attack: Attack) -> None:
    assert 200 == attack.request("/")[0]
    assert 200 == attack.request("/da/2017/16C.json")[0]
    assert 403 == attack.request("/nb/1997/16.json")[0]
    assert b'"sv-2017"' in attack.request("/search.json?q=16C")[1]
    for view in VIEWS:
        status, page = attack.request(f"/page.json?view={view}&law=16C&dossier=secret&case=09-au-7&ui=da")
        assert 200 == status
        # Notes of the number tables name that text; no word of it is there.
        assert b'data-key=\\"nb-1997' not in page
        assert b"Lover for duplikatbridge" not in page
    with browser_session(attack.port) as window:
        assert b"p-16C2" in window.page(law="16C", ui="da")
        assert b"da-2017" in window.page(q="udspil uden for tur", ui="da")
        assert b"nb-1997" not in b"".join(window.received)
        assert b"A B. " in window.page(view="precedents", case="09-au-7", ui="da")
        assert b"09-AU-7" in window.page(view="precedents", ui="da")
        attack.answers += window.received


@pytest.mark.slow
def test_no_address_and_no_method_leads_to_anything_that_writes_or_keeps(attack: Attack) -> None:
    """Uploads, downloads, agents, sign-in, Streamlit's own numbers, files of the library by name."""
    statuses = {(path, method): attack.request(path, method, b"x")[0] for path in NOTHING_THERE for method in METHODS}
    assert {} == {one: status for one, status in statuses.items() if status < 400}
    for path in ("/", "/da/2017/16C", "/search.json?q=x", "/look/inter-roman.woff2", "/_stcore/health"):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert 400 <= attack.request(path, method, b"x")[0] < 500, (path, method)
    assert len(statuses) > 200


@pytest.mark.slow
def test_no_climbing_path_leads_into_the_library(attack: Attack) -> None:
    for start in FOLDERS:
        for climb in CLIMBS:
            for file in FILES:
                attack.request(f"{start}{climb * 8}{str(attack.library).lstrip('/')}/{file}")
    for file in FILES:
        attack.request(f"/{attack.library}/{file}")
        attack.request(f"/look/{attack.library}/{file}")
    assert [] == attack.leaks()


@pytest.mark.slow
def test_no_query_of_a_page_opens_what_is_the_committees(attack: Attack) -> None:
    keys = ("dossier", "case", "view", "law", "by", "q", "path", "file", "open_case", "dossier_key", "in", "on", "date")
    values = ("secret", "../../precedents/09-au-7")
    queries = [{"view": view, "dossier": "secret", "law": "16C", "by": "da-2017"} for view in (*VIEWS, "journal")]
    queries += [
        {"view": "dossier" if value == "secret" else "precedents", key: value} for key in keys for value in values
    ]
    # A window asks ten times at once before it has to wait.
    for start in range(0, len(queries), 8):
        with browser_session(attack.port) as window:
            for query in queries[start : start + 8]:
                window.ask(urlencode(query))
            window.ask("view=dossier&dossier=secret", page_script_hash="0" * 32, page_name="dossier")
            forged = BackMsg()
            forged.rerun_script.fragment_id = "dossier"
            window.send(forged)
            attack.answers += window.received
            for form in (b"file_uploader", b"download_button", b"text_area"):
                assert not [one for one in window.received if form in one]
    assert [] == attack.leaks()


@pytest.fixture(scope="module")
def forms(private: Path) -> tuple[WidgetState, ...]:
    """Every widget of the committee's pages as a private session draws it, each with something to write."""
    out = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOVBRO_LIBRARY", str(private))
        for view, query in (("dossier", {"dossier": "secret"}), ("precedents", {"case": "09-au-7"}), ("verify", {})):
            app = AppTest.from_file(str(ROOT / "app" / "main.py"), default_timeout=180)
            for key, value in {"view": view, "ui": "da", **query}.items():
                app.query_params[key] = value
            app.run()
            assert not app.exception
            out += [WidgetState(id=one.id, string_value="overwritten") for one in (*app.text_area, *app.text_input)]
            out += [WidgetState(id=one.id, trigger_value=True) for one in app.button]
            out += [WidgetState(id=one.id, string_value="09-au-7") for one in app.selectbox]
    return tuple(out)


@pytest.mark.slow
def test_no_widget_of_a_private_session_can_be_set_or_clicked(attack: Attack, forms: tuple[WidgetState, ...]) -> None:
    assert len(forms) > 50
    with browser_session(attack.port) as window:
        for start in range(0, len(forms), 20):
            window.ask("view=dossier&dossier=secret&ui=da", forms[start : start + 20])
        window.ask("view=precedents&case=09-au-7", forms)
        attack.answers += window.received
    assert [] == attack.leaks()


@pytest.mark.slow
def test_the_head_of_the_page_collects_nothing(attack: Attack) -> None:
    """The sign that puts a provision into a case is no widget of its own but a word of the head."""
    with browser_session(attack.port) as window:
        window.page(law="16C", ui="da")
        head = component_id(window.received, "head")
        assert head
        for do in ("add", "undo"):
            wanted = json.dumps({"do": do, "key": "da-2017", "place": "16D", "turn": 1})
            for name, value in (("collect", wanted), ("peek", "?view=dossier&dossier=secret"), ("typed", "hemmelig")):
                window.ask("law=16C&ui=da", [WidgetState(id=head, json_value=json.dumps({name: value}))])
        attack.answers += window.received
        drawn = [one for one in window.received if b'"case": ' in one]
        assert drawn
        assert [] == [one for one in drawn if b'"case": {}' not in one]
    assert [] == attack.leaks()


def other_messages() -> Iterator[BackMsg]:
    yield BackMsg(clear_cache=True)
    yield BackMsg(load_git_info=True)
    yield BackMsg(set_run_on_save=True)
    yield BackMsg(debug_disconnect_websocket=True)
    yield BackMsg(debug_shutdown_runtime=True)
    files = BackMsg()
    files.file_urls_request.request_id = "1"
    files.file_urls_request.file_names.append("secret.toml")
    yield files
    for name in ("deferred_file", "install_skills", "dismiss_skills_nudge", "dataframe_chunk"):
        asked = BackMsg()
        asked.backend_operation_request.request_id = "1"
        getattr(asked.backend_operation_request, name).SetInParent()
        yield asked


@pytest.mark.slow
def test_messages_that_do_more_than_ask_for_a_page_have_no_effect(attack: Attack) -> None:
    with browser_session(attack.port) as window:
        window.page(law="16C", ui="da")
        for message in other_messages():
            window.send(message)
        assert b"p-16C2" in window.page(law="16C", ui="da")
        attack.answers += window.received
        kinds = kinds_of(window)
    assert not kinds & {"git_info_changed", "file_urls_response", "backend_operation_response"}


def kinds_of(window: BrowserSession) -> set[str]:
    """The kinds of messages that a window got."""
    return {str(message.WhichOneof("type")) for message in window.messages()}


@pytest.mark.slow
def test_a_request_under_another_name_or_from_another_page_is_refused(attack: Attack) -> None:
    own = f"127.0.0.1:{attack.port}"
    for host in ("evil.example", f"evil.example:{attack.port}", f"{own}.evil.example", "", "[::1", f"evil@{own}"):
        assert 403 == attack.request("/", Host=host)[0], host
    for forged in (
        {"X_Forwarded_Host": "evil.example"},
        {"X_Forwarded_For": "10.0.0.1"},
        {"Forwarded": "for=10.0.0.1"},
    ):
        assert 200 == attack.request("/", **forged)[0]
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{attack.port + 1}", f"ftp://{own}"):
        assert 403 == attack.request("/", Origin=origin)[0], origin
        with pytest.raises(InvalidStatus), browser_session(attack.port, Origin=origin):
            pass
