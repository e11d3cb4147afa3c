"""Where the server listens, for whom, and under which names; checked before anything is loaded."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass

HERE = "127.0.0.1"
THIS_MACHINE = (HERE, "localhost")
_ANYWHERE = ("0.0.0.0", "::")


class ListeningError(ValueError):
    """A server that would be reached by people who may not use it, or by nobody."""


@dataclass(frozen=True)
class Listening:
    """``address`` and ``port`` to listen on; ``names`` are the host names by which readers come, ``proxies`` the
    addresses of balancers whose X-Forwarded-For and X-Forwarded-Proto are believed; ``public`` is for everybody,
    ``sign_in`` for committees whose people sign in. ``log`` asks for a line a request, ``metrics`` is where the
    numbers are.
    """

    address: str = HERE
    port: int = 8501
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    public: bool = False
    sign_in: bool = False
    log: bool = False
    metrics: tuple[str, int] | None = None

    def check(self) -> None:
        """Raises ListeningError where another machine could reach what only this machine may, and says what to do."""
        if not (self.public or self.sign_in) and (not is_local(self.address) or self.names or self.proxies):
            raise ListeningError(
                "without --public the server is for this machine alone, since whoever reaches it may read and change "
                "every dossier: for others use --public, which shows texts with a recorded consent and no dossier, or "
                "sign-in (LOVBRO_SIGN_IN)"
            )
        if self.address in _ANYWHERE and not self.names:
            raise ListeningError(
                f"--host {self.address} needs the name by which readers come: --name laws.example (may be given again)"
            )
        if bad := next((name for name in self.names if "/" in name or ":" in name or not name.strip()), None):
            raise ListeningError(f"--name {bad} is no host name such as laws.example, without scheme and port")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names that a request may have come to."""
        own = () if self.address in _ANYWHERE else (self.address,)
        return tuple(dict.fromkeys((*THIS_MACHINE, *own, *(name.lower() for name in self.names))))

    @property
    def reached_at(self) -> str:
        """The address at which this machine itself reaches the server."""
        return {"0.0.0.0": HERE, "::": "::1"}.get(self.address, self.address)


def is_public() -> bool:
    """True in a server that was started for everybody, with sign-in or without."""
    return os.environ.get("LOVBRO_PUBLIC") == "1"


def is_local(address: str) -> bool:
    """True for an address that no other machine reaches.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
