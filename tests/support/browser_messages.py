"""Messages as a browser sends them to Streamlit, and what comes back: sessions without a browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

PATIENCE = 60.0  # seconds for one answer


@dataclass
class BrowserSession:
    """One window. ``received`` is all that came, in the order in which it came."""

    socket: ClientConnection
    received: list[bytes] = field(default_factory=list)

    def send(self, message: BackMsg) -> None:
        """Send a message and wait for nothing."""
        self.socket.send(message.SerializeToString())

    def ask(self, query: str = "", widgets: Iterable[WidgetState] = (), **client: str) -> bytes:
        """Ask for a page and return all that is sent until it is finished."""
        message = BackMsg()
        message.rerun_script.query_string = query
        message.rerun_script.widget_states.widgets.extend(widgets)
        for name, value in client.items():
            setattr(message.rerun_script, name, value)
        self.send(message)
        return b"".join(self._until_finished())

    def page(self, **params: str) -> bytes:
        """The page of an address."""
        return self.ask(urlencode(params))

    def messages(self) -> Iterator[ForwardMsg]:
        """All that came, read."""
        return map(message_of, self.received)

    def redirect(self) -> str:
        """Wait until the server sends the browser to sign in or out; where to."""
        while True:
            content = self.socket.recv(PATIENCE)
            assert isinstance(content, bytes)
            message = message_of(content)
            if message.WhichOneof("type") == "auth_redirect":
                return str(message.auth_redirect.url)

    def _until_finished(self) -> Iterator[bytes]:
        while True:
            content = self.socket.recv(PATIENCE)
            assert isinstance(content, bytes)
            self.received.append(content)
            yield content
            if message_of(content).WhichOneof("type") == "script_finished":
                return


def message_of(content: bytes) -> ForwardMsg:
    """A message of the server by its bytes."""
    message = ForwardMsg()
    message.ParseFromString(content)
    return message


def component_id(content: Iterable[bytes], key: str) -> str:
    """The id of the widget that a component was drawn with, by its key; empty when there is none."""
    for one in content:
        found = message_of(one).delta.new_element.bidi_component.id
        if found.endswith(f"-{key}"):
            return str(found)
    return ""


@contextmanager
def browser_session(port: int, token: str = "", source: str = "127.0.0.1", **headers: str) -> Iterator[BrowserSession]:
    """A window that has just opened the server's page; ``token`` is the one against forged requests, ``source`` the
    address of this machine that it comes from.
    """
    sent = {"Origin": f"http://127.0.0.1:{port}", **headers}
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    spoken = [Subprotocol(name) for name in ("streamlit", token) if name] if token else None
    own = {"max_size": None, "open_timeout": PATIENCE, "source_address": (source, 0)}
    with connect(address, additional_headers=sent, subprotocols=spoken, **own) as socket:  # type: ignore[arg-type]
        yield BrowserSession(socket)
