"""Who runs a server sees whether it is ready, numbers and a line a request, and nothing of what was asked."""

from __future__ import annotations

import io
import json
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from app.views.gate import Gate
from app.views.watching import HealthDoor, RequestLog, address_kind, health_routes, serve_numbers
from tests.conftest import ROOT
from tests.support.web import sent_by

SECRETS = ("hemmelig", "sag-7", "16C", "Lund")
PATHS = (
    "/?view=dossier&dossier=sag-7", "/da/2017/16C?x=hemmelig", "/search.json?q=hemmelig", "/media/sag-7.pdf",
    "/_stcore/upload_file/sag-7/hemmelig", "/own/texts/hemmelig/decide", "/Lund", "/cite?q=16C",
    "/page.json?dossier=sag-7",
)  # fmt: skip


async def _answer(request: Request) -> Response:
    return PlainTextResponse("x", 404 if "Lund" in request.url.path else 200)


def _failing(request: Request) -> Response:
    raise RuntimeError("hemmelig")


def test_a_line_of_the_log_says_what_kind_and_nothing_of_what_was_asked() -> None:
    out = io.StringIO()
    app = Starlette(routes=[Route("/{path:path}", _answer)], middleware=[Middleware(RequestLog, out)])
    for path in PATHS:
        sent_by(app, path, User_Agent="hemmelig", Cookie="Lund", Referer="http://127.0.0.1/?dossier=sag-7")
    sent_by(app, "/da/2017/16C", "HEMMELIG")
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(PATHS) + 1 == len(rows)
    assert [] == [word for word in SECRETS if word.casefold() in out.getvalue().casefold()]
    assert {"time", "event", "kind", "method", "status", "ms"} == set(rows[0])
    assert ["front", "address", "search", "download", "upload", "library", "address", "address", "page"] == [
        r["kind"] for r in rows[:-1]
    ]
    assert 404 == rows[6]["status"]


def test_a_request_that_fails_has_its_line_too() -> None:
    out = io.StringIO()
    app = RequestLog(Starlette(routes=[Route("/x", _failing)]), out)
    with pytest.raises(RuntimeError):
        sent_by(app, "/x")
    assert 500 == json.loads(out.getvalue())["status"]
    assert "hemmelig" not in out.getvalue()


def test_a_balancer_asks_for_health_under_any_name_and_for_nothing_else() -> None:
    ready: list[bool] = []
    inner = Starlette(routes=[Route("/{path:path}", _answer)])
    app = HealthDoor(Gate(inner), health_routes(lambda: bool(ready)))
    for host in ("10.0.0.11:8501", "127.0.0.1:8501"):
        assert 200 == sent_by(app, "/healthz", Host=host).status
    assert 503 == sent_by(app, "/readyz", Host="10.0.0.11").status
    ready.append(True)
    assert 200 == sent_by(app, "/readyz", Host="10.0.0.11").status
    assert 403 == sent_by(app, "/", Host="10.0.0.11").status
    assert 403 == sent_by(app, "/healthz", "POST", Host="10.0.0.11").status


def test_numbers_for_prometheus_have_an_address_of_their_own() -> None:
    pytest.importorskip("prometheus_client", reason="numbers need the extra hosted")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    counted = serve_numbers("127.0.0.1", port)
    app = RequestLog(Starlette(routes=[Route("/{path:path}", _answer)]), io.StringIO(), counted)
    for path in PATHS:
        sent_by(app, path)
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        numbers = answer.read().decode()
    assert 'lovbro_requests_total{kind="address",status="200"} 2.0' in numbers
    assert 'lovbro_request_seconds_count{kind="search"} 1.0' in numbers
    assert [] == [word for word in SECRETS if word in numbers]


def test_every_path_is_one_of_a_dozen_kinds() -> None:
    assert len({address_kind(path) for path in (*PATHS, "/healthz", "/static/x", "/_stcore/x", "/auth/login")}) < 13


@pytest.mark.parametrize("name", ["nginx-balancer.conf", "haproxy.cfg", "lovbro.service"])
def test_a_sample_is_one_that_its_program_takes(name: str, tmp_path: Path) -> None:
    programs = {"nginx-balancer.conf": "nginx", "haproxy.cfg": "haproxy", "lovbro.service": "systemd-analyze"}
    program = shutil.which(programs[name], path="/usr/sbin:/usr/bin:/sbin:/bin")
    if not program:
        pytest.skip(f"{programs[name]} is not installed")
    text = (ROOT / "deploy" / name).read_text("utf-8")
    key = _certificate(tmp_path)
    text = text.replace("/etc/ssl/certs/laws.example.pem", str(key)).replace("/etc/haproxy/laws.example.pem", str(key))
    text = text.replace("/etc/ssl/private/laws.example.key", str(key)).replace(
        "/opt/lovbro/.venv/bin/lovbro", "/bin/true"
    )
    text = text.replace("  user haproxy\n  group haproxy\n", "")
    file = tmp_path / name
    file.write_text(f"events {{}}\npid {tmp_path}/p;\nhttp {{\n{text}\n}}\n" if program.endswith("nginx") else text)
    asked = {
        "nginx": ["-t", "-q", "-e", str(tmp_path / "errors"), "-c", str(file)],
        "haproxy": ["-c", "-f", str(file)],
        "systemd-analyze": ["verify", "--man=no", "--recursive-errors=no", str(file)],
    }
    done = subprocess.run([program, *asked[programs[name]]], capture_output=True, text=True, cwd=tempfile.gettempdir())
    assert 0 == done.returncode, done.stdout + done.stderr


def _certificate(folder: Path) -> Path:
    """A certificate and its key in one file, made for this test."""
    openssl = shutil.which("openssl")
    if not openssl:
        pytest.skip("openssl is not installed")
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=laws.example"]
    subprocess.run(
        [openssl, *made, "-keyout", str(folder / "k"), "-out", str(folder / "c")], check=True, capture_output=True
    )
    out = folder / "both.pem"
    out.write_text((folder / "c").read_text() + (folder / "k").read_text())
    return out
