"""A federation's server rehearsed: two replicas behind HAProxy, PostgreSQL with a standby, and things that go wrong.

    make test-hosted [READERS=100] [COMMITTEES=5]

Everything is on loopback, from Debian's packages postgresql and haproxy, with the configuration in ``deploy/``. While
readers read and committees write, one replica is killed; then the database is, and its standby takes over. A word
counts as committed when the page that answers shows it on the paper, which is made from what the database has. Asked is
that nobody meets errors for longer than ``LONGEST``, that every committed word is there at the end, and that who had
signed in goes on without signing in again.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import WebSocketException

from corpus.committees import COMMITTEES_FILE, committee_dossiers
from corpus.database.documents import DatabaseDocuments
from corpus.database.migration import migrate
from corpus.database.whole import history
from corpus.document_store import DATABASE
from corpus.dossiers.folder import DossierFolder
from tests.support.browser_messages import BrowserSession, browser_session
from tests.support.invented_provider import InventedProvider, invented_provider
from tests.support.postgres import USER, PostgresServer, binaries
from tests.support.reading_room import ROOT, free_port, running_server

READERS = int(os.environ.get("READERS") or 100)
COMMITTEES = int(os.environ.get("COMMITTEES") or 5)
LONGEST = 15.0  # seconds that errors may last for anybody
CALM = float(os.environ.get("CALM") or 15)  # seconds before, between and after what goes wrong
AWAY = 5.0  # seconds until somebody notices that the database is gone, and lets its standby take over
THINKING = 1.0  # seconds between two pages of a reader
PATIENCE = 20.0  # seconds after which a page that does not come is an error
STANDBY = "standby"
_NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
PAGES = (
    "/da/2017/16C",
    "/sv/2017/27B",
    "/da/2017/64",
    "/search.json?q=udspil+uden+for+tur",
    "/da/2017/77",
    "/?law=12C",
)
SOCKET_FAULTS = (WebSocketException, EOFError)
OPEN = "view=dossier&dossier=sag&ui=en"


@dataclass
class Tally:
    """What one person met: pages that came, errors, and the longest time (seconds) from an error to the next page."""

    name: str
    pages: int = 0
    errors: int = 0
    longest: float = 0.0
    committed: list[str] = field(default_factory=list)
    last_error: str = ""
    _since: float = 0.0

    def well(self) -> None:
        self.pages += 1
        if self._since:
            self.longest, self._since = max(self.longest, time.monotonic() - self._since), 0.0

    def ill(self, why: object) -> None:
        self.errors += 1
        self.last_error = f"{type(why).__name__}: {why}"[:200]
        self._since = self._since or time.monotonic()

    def end(self) -> None:
        """Errors that have not ended yet count until now."""
        if self._since:
            self.longest = max(self.longest, time.monotonic() - self._since)


class NotShownError(Exception):
    """A page that came without what it should show."""


def read(port: int, tally: Tally, source: str, over: threading.Event) -> None:
    """Read pages until it is over, as a browser that stays with one replica; now and then a window of Streamlit's.

    ``source`` is the address that the reader comes from: who asks too much from one address is made to wait.
    """
    cookie, turn = "", int(source.rpartition(".")[2])
    while not over.is_set():
        turn += 1
        try:
            if turn % 6 == 0:
                with browser_session(port, source=source, **({"Cookie": cookie} if cookie else {})) as window:
                    if b"16C" not in window.page(law="16C", ui="da"):
                        raise NotShownError("law 16C")
            else:
                with closing(_connection(port, source)) as client:
                    client.request("GET", PAGES[turn % len(PAGES)], headers={"Cookie": cookie} if cookie else {})
                    answer = client.getresponse()
                    content = answer.read()
                    if answer.status != 200 or not content:
                        raise NotShownError(answer.status)
                    if given := answer.getheader("Set-Cookie"):
                        cookie = given.partition(";")[0] if given.startswith("LOVBRO=") else cookie
            tally.well()
        except (OSError, http.client.HTTPException, NotShownError, *SOCKET_FAULTS) as error:
            tally.ill(error)
        over.wait(THINKING)


def _connection(port: int, source: str) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(source, 0))


def write(port: int, tally: Tally, cookies: Mapping[str, str], over: threading.Event) -> None:
    """Type one word more into the facts of the committee's case, again and again, in a window that is opened anew when
    it breaks; nobody signs in again.
    """
    sent, words = cookie_header(cookies), list[str]()
    while not over.is_set():
        try:
            with browser_session(port, cookies.get("_streamlit_xsrf", ""), **sent) as window:
                field_id = facts_of(window, window.ask(OPEN))
                while not over.is_set():
                    words.append(f"{tally.name}n{len(words)}")
                    window.received.clear()
                    window.ask(OPEN, [WidgetState(id=field_id, string_value=" ".join(words))])
                    if words[-1] not in paper(window).split():
                        raise NotShownError("the word is not on the paper")
                    tally.committed.append(words[-1])
                    tally.well()
                    over.wait(THINKING / 2)
        except (OSError, NotShownError, *SOCKET_FAULTS) as error:
            tally.ill(error)
            over.wait(0.5)


def cookie_header(cookies: Mapping[str, str]) -> dict[str, str]:
    """The header of a browser with these cookies."""
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}


def facts_of(window: BrowserSession, content: bytes) -> str:
    """The id of the field. Raises NotShownError where the person is not let in, or the case is not shown."""
    areas = (m.delta.new_element.text_area for m in window.messages() if m.delta.new_element.HasField("text_area"))
    found = next((one.id for one in areas if "_facts_" in one.id), "")
    if not found:
        said = [m.delta.new_element.alert.body for m in window.messages() if m.delta.new_element.HasField("alert")]
        raise NotShownError("asked to sign in" if b"for the committees" in content else f"no form {said}")
    return found


def paper(window: BrowserSession) -> str:
    """What the page shows of the case beside its fields."""
    bodies = (str(m.delta.new_element.html.body) for m in window.messages() if m.delta.new_element.HasField("html"))
    return re.sub(r"<[^>]*>", " ", " ".join(bodies))


def sign_in(port: int, provider: InventedProvider, who: Mapping[str, object]) -> dict[str, str]:
    """The cookies of a browser after the way to the provider and back, the balancer's among them."""
    provider.claims = who
    with browser_session(port) as window:
        window.ask("ui=en")
        buttons = (m.delta.new_element.button for m in window.messages() if m.delta.new_element.HasField("button"))
        message = BackMsg()
        message.rerun_script.query_string = "ui=en"
        button = next(one.id for one in buttons if one.label == "Sign in")
        message.rerun_script.widget_states.widgets.append(WidgetState(id=button, trigger_value=True))
        window.send(message)
        address = window.redirect()
    jar = CookieJar()
    browser = build_opener(HTTPCookieProcessor(jar))
    for path in (address, "/_stcore/host-config", "/_stcore/health"):
        with browser.open(f"http://127.0.0.1:{port}{path}", timeout=60) as page:
            page.read()
    return {one.name: one.value or "" for one in jar}


@contextmanager
def balancer(folder: Path, ports: tuple[int, int]) -> Iterator[int]:
    """HAProxy with the sample's configuration: without certificates, on ports of this machine."""
    port, text = free_port(), (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
    for pattern, instead in (
        (r"bind :80\n", f"bind 127.0.0.1:{port}\n"),
        (r" *bind :443.*\n", ""),
        (r" *http-request redirect scheme https.*\n", ""),
        (r" httponly secure ", " httponly "),
        (r"maxconn 20000", "maxconn 2000"),
        (r"10\.0\.0\.11:8501", f"127.0.0.1:{ports[0]}"),
        (r"10\.0\.0\.12:8501", f"127.0.0.1:{ports[1]}"),
        *(() if os.geteuid() == 0 else ((r" *(user|group) haproxy\n", ""),)),
    ):
        text, changed = re.subn(pattern, instead, text)
        assert changed, f"deploy/haproxy.cfg has no {pattern}"
    (folder / "haproxy.cfg").write_text(text, "utf-8")
    program = shutil.which("haproxy") or "/usr/sbin/haproxy"
    process = subprocess.Popen([program, "-db", "-q", "-f", str(folder / "haproxy.cfg")])
    try:
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def nginx(folder: Path, ports: tuple[int, int]) -> Iterator[int]:
    """nginx with the sample's configuration, as ``balancer`` has HAProxy."""
    port, text = free_port(), (ROOT / "deploy" / "nginx-balancer.conf").read_text("utf-8")
    for pattern, instead in (
        (r"server \{\n  listen 80;.*?\n\}\n", ""),
        (r" *listen \[::\]:443 ssl;\n", ""),
        (r"listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        (r" *ssl_certificate(_key)? .*\n", ""),
        (r"server_name laws\.example;", "server_name 127.0.0.1;"),
        # The name of a test's server has its port.
        (r"proxy_set_header Host \$host;", "proxy_set_header Host $http_host;"),
        (r"10\.0\.0\.11:8501", f"127.0.0.1:{ports[0]}"),
        (r"10\.0\.0\.12:8501", f"127.0.0.1:{ports[1]}"),
    ):
        text, changed = re.subn(pattern, instead, text, flags=re.S if "listen 80" in pattern else 0)
        assert changed, f"deploy/nginx-balancer.conf has no {pattern}"
    head = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
    temporary = "".join(
        f"{one}_temp_path {folder}/{one};\n" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(f"{head}http {{\n{temporary}{text}\n}}\n", "utf-8")
    process = subprocess.Popen([_NGINX, "-e", str(folder / "errors"), "-c", str(folder / "nginx.conf")])
    try:
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def database_pair() -> Iterator[tuple[PostgresServer, PostgresServer]]:
    """A server, and a standby that has every commit before it is told as done."""
    one, two = PostgresServer("primary"), PostgresServer(STANDBY)
    try:
        one.make()
        one.start()
        where = ("-h", "127.0.0.1", "-p", str(one.port), "-U", USER)
        one.run("pg_basebackup", "-D", two.data, *where, "-R", "-X", "stream")
        two.start(f"primary_conninfo=host=127.0.0.1 port={one.port} user={USER} application_name={STANDBY}")
        sample = (ROOT / "deploy" / "postgresql.conf").read_text("utf-8")
        for name, value in re.findall(r"^(\w+) = (.*)$", sample, re.M):
            one.sql(f"ALTER SYSTEM SET {name} = {value}")
        one.sql("SELECT pg_reload_conf()")
        await_(lambda: one.sql("SELECT sync_state FROM pg_stat_replication") == "sync", "the standby follows")
        yield one, two
    finally:
        one.remove()
        two.remove()


def calm(tallies: Sequence[Tally], since: Mapping[str, int]) -> dict[str, int]:
    """How many words each has committed, once ``CALM`` is over and each committee has one more: a laden machine may
    take longer."""
    time.sleep(CALM)
    waiting = [one for one in tallies if one.name.startswith("c")]
    await_(lambda: all(len(one.committed) > since.get(one.name, 0) for one in waiting), "each committee saves a word")
    return {one.name: len(one.committed) for one in tallies}


def await_(ready: Callable[[], object], what: str, seconds: float = 180.0) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.1)


def is_ready(port: int) -> bool:
    with suppress(OSError, http.client.HTTPException), closing(http.client.HTTPConnection("127.0.0.1", port)) as client:
        client.request("GET", "/readyz")
        return client.getresponse().status == 200
    return False


def committees() -> bytes:
    lines = (
        f'[[committee]]\nkey = "c{n}"\nname = "Committee {n}"\n'
        f'member = [{{ email = "person{n}@example.org", role = "{"member" if n else "registrar"}" }}]\n'
        for n in range(COMMITTEES)
    )
    return "".join(lines).encode()


@pytest.mark.skipif(not Path(_NGINX).exists(), reason="needs Debian's package nginx")
@pytest.mark.timeout(600)
def test_behind_nginx_readers_stay_with_one_replica_and_go_on_with_the_other_when_it_dies(tmp_path: Path) -> None:
    ports = (free_port(), free_port())
    environment = {"LOVBRO_LIBRARY": str(tmp_path / "library"), "LOVBRO_BEHIND": "127.0.0.1"}
    with ExitStack() as stack:
        replicas = [
            stack.enter_context(running_server(("tests.support.public_server",), place, environment)) for place in ports
        ]
        await_(lambda: all(map(is_ready, ports)), "both replicas are ready")
        port = stack.enter_context(nginx(tmp_path, ports))
        await_(lambda: is_served(port), "nginx sends readers on")
        assert not is_ready(port)  # health is for those who run it
        over, tallies, threads = threading.Event(), list[Tally](), []
        for number in range(1, 11):
            tallies.append(Tally(f"reader{number}"))
            given = (port, tallies[-1], f"127.0.2.{number}", over)
            threads.append(threading.Thread(target=read, args=given, daemon=True))
            threads[-1].start()
        with browser_session(port, source="127.0.2.99") as window:
            for law in ("16C", "27B", "64"):  # one window, one replica: its state is there
                assert f"p-{law}".encode() in window.page(law=law, ui="da")
        time.sleep(CALM / 3)
        os.kill(replicas[0].pid, 9)
        time.sleep(CALM)
        over.set()
        for thread in threads:
            thread.join(120)
        for tally in tallies:
            tally.end()
        assert {} == {one.name: (one.longest, one.last_error) for one in tallies if one.longest > LONGEST}
        assert min(one.pages for one in tallies) > 3


@pytest.mark.skipif(binaries() is None, reason="needs Debian's package postgresql")
@pytest.mark.timeout(300)
def test_a_word_that_the_standby_never_had_is_counted_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of the test below, where a word is really lost: the standby was away, and nobody waited for it."""
    with database_pair() as (one, two):
        migrate(one.url)
        monkeypatch.setenv(DATABASE, one.url)
        folder, tally = DossierFolder(committee_dossiers("c0")), Tally("c0")

        def commit(word: str) -> None:
            tally.committed.append(word)
            opened = folder.open("sag")
            folder.change(opened, "facts", " ".join(tally.committed))

        folder.create("sag", "en")
        commit("kept")
        two.kill()
        one.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        one.sql("SELECT pg_reload_conf()")
        await_(lambda: one.sql("SHOW synchronous_standby_names") == "", "nobody waits for the standby")
        commit("taken")
        assert [] == lost_words(one, [tally])
        one.kill()
        two.start()
        two.run("pg_ctl", "promote", "-D", two.data)
        assert ["taken"] == lost_words(two, [tally])


@pytest.mark.skipif(
    binaries() is None or not (shutil.which("haproxy") or Path("/usr/sbin/haproxy").exists()),
    reason="needs Debian's packages postgresql and haproxy",
)
@pytest.mark.timeout(1200)
def test_a_replica_and_the_database_fail_under_load_and_nothing_committed_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ports, library = (free_port(), free_port()), tmp_path / "library"
    library.mkdir()
    with ExitStack() as stack:
        one, two = stack.enter_context(database_pair())
        migrate(one.url)
        one.sql((ROOT / "deploy" / "database.sql").read_text("utf-8"))
        url = f"postgresql://lovbro@127.0.0.1:{one.port},127.0.0.1:{two.port}/postgres"
        monkeypatch.setenv(DATABASE, url)
        DatabaseDocuments(url, "").write(COMMITTEES_FILE, committees())
        for number in range(COMMITTEES):
            DossierFolder(committee_dossiers(f"c{number}")).create("sag", "en")
        provider, port = stack.enter_context(invented_provider()), stack.enter_context(balancer(tmp_path, ports))
        settings = tmp_path / "sign-in.toml"
        settings.write_text(
            f'address = "http://127.0.0.1:{port}"\nclient_id = "lovbro"\nclient_secret = "{"s" * 40}"\n'
            f'cookie_secret = "{"c" * 64}"\nmetadata = "{provider.issuer}/.well-known/openid-configuration"\n'
        )
        environment = {
            DATABASE: url,
            "LOVBRO_LIBRARY": str(library),
            "LOVBRO_SIGN_IN": str(settings),
            "LOVBRO_BEHIND": "127.0.0.1",
        }
        replicas = [
            stack.enter_context(running_server(("tests.support.public_server",), place, environment)) for place in ports
        ]
        await_(lambda: all(map(is_ready, ports)), "both replicas are ready")
        await_(lambda: is_served(port), "the balancer sends readers on")
        people = [f"person{number}@example.org" for number in range(COMMITTEES)]
        cookies = [
            sign_in(port, provider, {"sub": str(n), "email": email, "email_verified": True})
            for n, email in enumerate(people)
        ]
        over, tallies = threading.Event(), list[Tally]()
        work: list[tuple[Callable[..., None], tuple[object, ...]]] = [
            (read, (f"127.0.{1 + number // 200}.{1 + number % 200}",)) for number in range(READERS)
        ]
        work += [(write, (own,)) for own in cookies]
        threads = []
        for number, (task, more) in enumerate(work):
            name = f"c{number - READERS}" if task is write else f"reader{number}"
            tallies.append(Tally(name))
            threads.append(threading.Thread(target=task, args=(port, tallies[-1], *more, over), daemon=True))
            threads[-1].start()
        before = calm(tallies, {})
        os.kill(replicas[0].pid, 9)
        without_one = calm(tallies, before)
        one.kill()
        time.sleep(AWAY)
        two.run("pg_ctl", "promote", "-D", two.data)
        time.sleep(CALM + LONGEST)
        over.set()
        for thread in threads:
            thread.join(120)
        for tally in tallies:
            tally.end()
        with capsys.disabled():
            print(account(tallies))
        assert [] == lost_words(two, tallies)
        assert {} == {one.name: (one.longest, one.last_error) for one in tallies if one.longest > LONGEST}
        for tally in tallies:
            if tally.name.startswith("c"):
                assert len(tally.committed) > without_one[tally.name], tally
        with browser_session(port, cookies[0]["_streamlit_xsrf"], **cookie_header(cookies[0])) as window:
            journal = window.ask("view=journal&ui=en").decode("utf-8", "replace")
        assert "committees/c0/dossiers/sag.toml" in journal
        assert "committees/c1/" not in journal
        assert set(people) <= {one.who for one in history(url, limit=10_000)}


def is_served(port: int) -> bool:
    with suppress(OSError, http.client.HTTPException), closing(http.client.HTTPConnection("127.0.0.1", port)) as client:
        client.request("GET", PAGES[0])
        return client.getresponse().status == 200
    return False


def lost_words(server: PostgresServer, tallies: Iterable[Tally]) -> list[str]:
    """The words that committees were told are saved, and that the server has not."""
    kept = {one.name: words_of(server, one.name) for one in tallies if one.committed}
    return [word for one in tallies for word in one.committed if word not in kept[one.name]]


def words_of(server: PostgresServer, committee: str) -> set[str]:
    """The words in a committee's cases, as the server that is left has them."""
    folder = DossierFolder(DatabaseDocuments(server.url, f"committees/{committee}/dossiers"))
    keys = folder.keys()
    return {word for key in keys for word in folder.open(key).dossier.facts.split()}


def account(tallies: list[Tally]) -> str:
    """What was met, for who runs it."""
    lines = [f"{READERS} readers, {COMMITTEES} committees, {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}"]
    for title, some in (
        ("readers", [one for one in tallies if not one.committed]),
        ("committees", [one for one in tallies if one.committed]),
    ):
        if some:
            worst = max(some, key=lambda one: one.longest)
            lines.append(
                f"{title}: {sum(one.pages for one in some)} pages, {sum(one.errors for one in some)} errors, "
                f"longest {worst.longest:.1f} s ({worst.name}: {worst.last_error}), "
                f"{sum(len(one.committed) for one in some)} words committed"
            )
    return "\n" + "\n".join(lines)
