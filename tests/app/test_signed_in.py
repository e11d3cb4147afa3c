"""With sign-in a dossier is seen by its committee alone: one server, an invented provider, two committees."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from app.committee.register import IncomingFile, add
from app.reader.address import VIEWS
from corpus.dossiers.folder import DossierFolder
from corpus.library import Library
from corpus.precedents.folder import CaseFolder
from tests.support.browser_messages import BrowserSession, browser_session
from tests.support.reading_room import free_port, running_server

pytest.importorskip("authlib", reason="sign-in needs the extra hosted")
from tests.support.invented_provider import InventedProvider, invented_provider

COMMITTEES = """
[[committee]]
key = "appeals"
name = "Appeals"
member = [
  { email = "Anna@example.org", role = "member" },
  { email = "rita@example.org", role = "reader" },
  { subject = "greta-7", role = "registrar" },
  { email = "dina@example.org", role = "member" },
]
[[committee]]
key = "ethics"
name = "Ethics"
member = [{ email = "bo@example.org", role = "member" }, { email = "dina@example.org", role = "member" }]
"""
PEOPLE: Mapping[str, Mapping[str, Any]] = {
    "anna": {"sub": "1", "email": "anna@example.org", "email_verified": True},
    "bo": {"sub": "2", "email": "bo@example.org", "email_verified": True},
    "rita": {"sub": "3", "email": "rita@example.org", "email_verified": True},
    "greta": {"sub": "greta-7"},
    "dina": {"sub": "5", "email": "dina@example.org", "email_verified": True},
    "liar": {"sub": "6", "email": "anna@example.org", "email_verified": False},
    "word": {"sub": "8", "email": "anna@example.org", "email_verified": "true"},
    "stranger": {"sub": "7", "email": "x@example.org", "email_verified": True},
}
CASE = "Sag: 09-AU-7\nSpilledato: 2009-02-01\n\nAfgørelse\n\nregistertekst. § 16C er ikke overtrådt.\n"
OPEN = "view=dossier&dossier=sag&ui=en"


@dataclass
class Hosted:
    """The server, its library and the provider; the cookies of who has signed in once."""

    port: int
    library: Path
    provider: InventedProvider
    signed: dict[str, dict[str, str]]

    @contextmanager
    def window(self, who: str = "") -> Iterator[BrowserSession]:
        """A window of somebody; of nobody who has signed in without a name."""
        cookies = self.cookies(who) if who else {}
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}
        with browser_session(self.port, cookies.get("_streamlit_xsrf", ""), **sent) as window:
            yield window

    def cookies(self, who: str) -> dict[str, str]:
        """Sign in as a browser does: the button, the provider, and back."""
        if who not in self.signed:
            self.provider.claims = PEOPLE[who]
            with self.window() as window:
                window.ask("ui=en")
                window.send(clicked(button(window, "Sign in"), "ui=en"))
                address = window.redirect()
            jar = CookieJar()
            browser = build_opener(HTTPCookieProcessor(jar))
            for path in (address, "/_stcore/host-config", "/_stcore/health"):
                with browser.open(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
                    answer.read()
            self.signed[who] = {one.name: one.value or "" for one in jar}
        return self.signed[who]

    def dossier(self, committee: str) -> bytes:
        return (self.library / "committees" / committee / "dossiers" / "sag.toml").read_bytes()

    def status(self, path: str) -> int:
        return self.answer(path)[0]

    def answer(self, path: str, **headers: str) -> tuple[int, list[tuple[str, str]]]:
        """Status and headers."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as client:
            client.request("GET", path, headers=headers)
            answer = client.getresponse()
            answer.read()
            return answer.status, answer.getheaders()


def clicked(widget: str, query: str) -> BackMsg:
    message = BackMsg()
    message.rerun_script.query_string = query
    message.rerun_script.widget_states.widgets.append(WidgetState(id=widget, trigger_value=True))
    return message


def button(window: BrowserSession, label: str) -> str:
    """The id of a button by its words."""
    found = (m.delta.new_element.button for m in window.messages() if m.delta.new_element.HasField("button"))
    return next(one.id for one in found if one.label == label)


def widgets(window: BrowserSession) -> list[WidgetState]:
    """Every field and button that a window was sent, set to a word of its own or clicked."""
    out = []
    for message in window.messages():
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind in ("text_area", "text_input"):
            out.append(WidgetState(id=getattr(element, kind).id, string_value="intruder"))
        elif kind == "button":
            out.append(WidgetState(id=element.button.id, trigger_value=True))
    return out


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory, built: None, library: Library) -> Iterator[Hosted]:
    folder = tmp_path_factory.mktemp("hosted")
    (folder / "committees.toml").write_text(COMMITTEES, "utf-8")
    for committee in ("appeals", "ethics"):
        dossiers = DossierFolder(folder / "committees" / committee / "dossiers")
        dossiers.create("sag", "en")
        dossiers.change(dossiers.open("sag"), "facts", f"secretof{committee}")
    list(add([IncomingFile("a.txt", CASE.encode())], CaseFolder(folder / "precedents")))
    with invented_provider() as provider:
        port = free_port()
        settings = folder / "sign-in.toml"
        settings.write_text(
            f'address = "http://127.0.0.1:{port}"\nclient_id = "lovbro"\nclient_secret = "{"s" * 40}"\n'
            f'cookie_secret = "{"c" * 64}"\nmetadata = "{provider.issuer}/.well-known/openid-configuration"\n'
        )
        given = {"LOVBRO_LIBRARY": str(folder), "LOVBRO_SIGN_IN": str(settings)}
        with running_server(port=port, environment=given):
            yield Hosted(port, folder, provider, {})


@pytest.mark.slow
def test_who_has_not_signed_in_sees_nothing_but_the_way_to(hosted: Hosted) -> None:
    with hosted.window() as window:
        for query in [f"view={view}&dossier=sag&case=09-au-7&law=16C" for view in ("journal", *VIEWS)][:11]:
            window.ask(query)
        seen = b"".join(window.received)
    assert b"for the committees" in seen
    assert [] == [word for word in (b"secretof", b"registertekst", b"p-16C", b"text_area") if word in seen]
    for path in ("/da/2017/16C.json", "/search.json?q=16C", "/cite?q=16C", "/page.json?law=16C"):
        assert 404 == hosted.status(path), path


@pytest.mark.slow
@pytest.mark.parametrize(("who", "own", "other"), [("anna", "appeals", "ethics"), ("bo", "ethics", "appeals")])
def test_a_member_sees_the_dossiers_of_the_own_committee_alone(hosted: Hosted, who: str, own: str, other: str) -> None:
    with hosted.window(who) as window:
        window.ask(OPEN)
        window.ask(f"view=dossier&dossier=../../{other}/dossiers/sag&ui=en")
        window.ask("law=16C&ui=en")  # the drawer
        seen = b"".join(window.received)
    assert f"secretof{own}".encode() in seen
    assert f"secretof{other}".encode() not in seen
    assert b"p-16C" in seen


@pytest.mark.slow
def test_no_address_of_a_member_leads_to_what_is_another_committees(hosted: Hosted) -> None:
    keys = ("dossier", "case", "law", "by", "path", "file", "committee", "committee_key", "dossier_key", "q")
    values = ("../../ethics/dossiers/sag", "ethics/sag", "..\\..\\ethics\\dossiers\\sag", "/ethics/dossiers/sag.toml")
    asked = [{"view": "dossier", key: value} for key in keys for value in values]
    asked += [{"view": view, "dossier": "../../ethics/dossiers/sag"} for view in (*VIEWS, "journal", "committees")]
    seen = []
    for start in range(0, len(asked), 10):  # more at once have to wait
        with hosted.window("anna") as window:
            for query in asked[start : start + 10]:
                window.ask(urlencode(query))
            seen += window.received
    assert len(asked) > 50
    assert b"secretofappeals" in b"".join(seen)  # the own one is there to be found
    assert b"secretofethics" not in b"".join(seen)


@pytest.mark.slow
def test_a_member_who_sends_a_registrars_clicks_changes_and_publishes_nothing(hosted: Hosted) -> None:
    case = "view=precedents&case=09-au-7&ui=en"
    before = {path: path.read_bytes() for path in hosted.library.glob("precedents/**/*") if path.is_file()}
    with hosted.window("greta") as window:
        window.ask(case)
        forms = widgets(window)
        boxes = (m.delta.new_element for m in window.messages() if m.delta.new_element.HasField("checkbox"))
        forms += [WidgetState(id=one.checkbox.id, bool_value=True) for one in boxes]
    with hosted.window("anna") as window:
        window.ask(case)
        window.ask(case, forms)
        window.ask("view=journal&ui=en", forms)
    assert len(forms) > 5
    assert before == {path: path.read_bytes() for path in hosted.library.glob("precedents/**/*") if path.is_file()}
    assert not list(hosted.library.glob("published/*.xml"))


@pytest.mark.slow
def test_what_a_member_writes_is_in_the_own_committees_file_and_in_no_other(hosted: Hosted) -> None:
    before = hosted.dossier("appeals")
    with hosted.window("bo") as window:
        window.ask(OPEN)
        window.ask(OPEN, widgets(window))
    assert b"intruder" in b"".join(
        path.read_bytes() for path in (hosted.library / "committees/ethics/dossiers").glob("*.toml")
    )
    assert before == hosted.dossier("appeals")
    assert not (hosted.library / "dossiers").exists()


@pytest.mark.slow
def test_a_reader_reads_the_paper_and_writes_nothing(hosted: Hosted) -> None:
    before = hosted.dossier("appeals")
    with hosted.window("anna") as window:
        window.ask(OPEN)
        forms = widgets(window)
    with hosted.window("rita") as window:
        window.ask(OPEN)
        window.ask(OPEN, forms)
        window.ask(OPEN, widgets(window))
        seen = b"".join(window.received)
    assert b"secretofappeals" in seen
    assert b"secretofethics" not in seen
    assert len(forms) > 20
    assert before == hosted.dossier("appeals")
    assert ["sag.toml"] == [path.name for path in (hosted.library / "committees/appeals/dossiers").glob("*.toml")]


@pytest.mark.slow
def test_a_registrar_alone_has_the_forms_of_the_register(hosted: Hosted) -> None:
    drawn = {}
    for who in ("greta", "anna", "rita"):
        with hosted.window(who) as window:
            window.ask("view=precedents&case=09-au-7&ui=en")
            window.ask("view=precedents&ui=en")
            drawn[who] = {m.delta.new_element.WhichOneof("type") for m in window.messages()}
            assert b"registertekst" in b"".join(window.received), who
            assert (b"Publish for everybody" in b"".join(window.received)) == (who == "greta")
    assert "file_uploader" in drawn["greta"]
    assert "file_uploader" not in drawn["anna"] | drawn["rita"]


@pytest.mark.slow
@pytest.mark.parametrize("who", ["liar", "word", "stranger"])
def test_an_address_that_nobody_verified_or_that_is_not_on_the_list_opens_nothing(hosted: Hosted, who: str) -> None:
    with hosted.window(who) as window:
        window.ask(OPEN)
        seen = b"".join(window.received)
    assert b"belong to no committee" in seen
    assert (b"not verified" in seen) == (who != "stranger")
    assert b"secretof" not in seen


@pytest.mark.slow
def test_a_window_works_for_one_committee_until_it_is_closed(hosted: Hosted) -> None:
    with hosted.window("dina") as window:
        window.ask(OPEN)
        assert b"secretof" not in b"".join(window.received)
        window.ask(OPEN, [WidgetState(id=button(window, "Appeals"), trigger_value=True)])
        ethics = button(window, "Ethics")
        window.ask(OPEN, [WidgetState(id=ethics, trigger_value=True)])
        seen = b"".join(window.received)
    assert b"secretofappeals" in seen
    assert b"secretofethics" not in seen


@pytest.mark.slow
def test_who_signs_out_or_forges_a_cookie_is_nobody(hosted: Hosted) -> None:
    cookies = dict(hosted.cookies("anna"))
    user = cookies["_streamlit_user"]
    middle = len(user) // 3
    forged = {**cookies, "_streamlit_user": user[:middle] + ("a" if user[middle] != "a" else "b") + user[middle + 1 :]}
    without_token = {"Cookie": f"_streamlit_user={user}"}
    hosted.signed["forged"] = forged
    with hosted.window("forged") as window:
        window.ask(OPEN)
        assert b"secretof" not in b"".join(window.received)
    with browser_session(hosted.port, **without_token) as window:
        window.ask(OPEN)
        assert b"secretof" not in b"".join(window.received)
    with hosted.window("anna") as window:
        window.ask(OPEN)
        window.send(clicked(button(window, "Sign out"), OPEN))
        assert "/auth/logout" == window.redirect()
    _, headers = hosted.answer("/auth/logout", Cookie="; ".join(f"{k}={v}" for k, v in cookies.items()))
    dropped = [value for name, value in headers if name.lower() == "set-cookie"]
    assert any(one.startswith('_streamlit_user=""') or "_streamlit_user=;" in one for one in dropped)


@pytest.mark.slow
def test_only_who_has_signed_in_sends_or_takes_a_file(hosted: Hosted) -> None:
    """Streamlit itself refuses a window that is not there (400), a file that it has not (404)."""
    cookies = dict(hosted.cookies("anna"))
    forged = {**cookies, "_streamlit_user": cookies["_streamlit_user"][:-2]}
    upload = "/_stcore/upload_file/nobody/file"
    statuses = {}
    for who, sent in (("nobody", {}), ("forged", forged), ("anna", cookies)):
        header = {"Cookie": "; ".join(f"{k}={v}" for k, v in sent.items())} if sent else {}
        with closing(http.client.HTTPConnection("127.0.0.1", hosted.port, timeout=60)) as client:
            token = sent.get("_streamlit_xsrf", "")
            client.request("PUT", upload, b"x", {**header, "X-Xsrftoken": token, "Content-Type": "text/plain"})
            answer = client.getresponse()
            statuses[who] = (answer.status, b"nothing at this address" in answer.read())
    assert (404, True) == statuses["nobody"] == statuses["forged"]
    assert not statuses["anna"][1]


@pytest.mark.slow
def test_a_file_is_for_whose_window_was_told_its_address(hosted: Hosted) -> None:
    with hosted.window("anna") as anna, hosted.window("bo") as bo:
        anna.ask("view=precedents&case=09-au-7&ui=en")
        buttons = (m.delta.new_element.download_button for m in anna.messages())
        address = next(one.url for one in buttons if one.url)

        def taken(who: str) -> int:
            cookies = hosted.cookies(who) if who else {}
            return hosted.answer(address, Cookie="; ".join(f"{k}={v}" for k, v in cookies.items()))[0]

        assert [200, 404, 404] == [taken(who) for who in ("anna", "bo", "")]
        bo.ask("view=precedents&case=09-au-7&ui=en")
        assert 200 == taken("bo")


@pytest.mark.slow
def test_who_leaves_a_committee_is_out_of_it_at_the_next_click(hosted: Hosted) -> None:
    listed = hosted.library / "committees.toml"
    with hosted.window("rita") as window:
        window.ask(OPEN)
        assert b"secretofappeals" in b"".join(window.received)
        window.received.clear()
        listed.write_text(COMMITTEES.replace("rita@", "nobody@"), "utf-8")
        try:
            window.ask(OPEN)
            assert b"secretof" not in b"".join(window.received)
        finally:
            listed.write_text(COMMITTEES, "utf-8")
