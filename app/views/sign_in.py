"""The sign-in provider: the file that ``LOVBRO_SIGN_IN`` names, as Streamlit's ``st.login`` wants it.

The file holds secrets: keep it readable by the server's user alone, outside the library and its backups.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from corpus.files import read_whole
from corpus.schema import FormatError, Loader

SHORTEST_SECRET = 32
_LOCAL = ("127.0.0.1", "localhost")


class SignInError(FormatError):
    """A file about the sign-in provider that cannot be used."""


@dataclass(frozen=True)
class SignInSettings:
    """``address`` is that of this server as readers know it, ``metadata`` that of the provider's description (OpenID
    Connect Discovery 1.0), ``cookie_secret`` at least 32 signs of one's own, ``hosts`` further hosts of the provider.
    """

    address: str
    metadata: str
    client_id: str
    client_secret: str
    cookie_secret: str
    hosts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The host name by which readers come."""
        return urlsplit(self.address).hostname or ""

    @property
    def provider_hosts(self) -> tuple[str, ...]:
        """The hosts that the server itself asks."""
        return tuple(dict.fromkeys((urlsplit(self.metadata).hostname or "", *self.hosts)))

    def secrets(self) -> dict[str, Any]:
        """What Streamlit reads from its file of secrets."""
        return {
            "auth": {
                "redirect_uri": f"{self.address.rstrip('/')}/oauth2callback",
                "cookie_secret": self.cookie_secret,
                "client_id": self.client_id,
                "client_secret": self.client_secret,
                "server_metadata_url": self.metadata,
            }
        }


def read_sign_in(content: bytes, name: str = "sign-in.toml") -> SignInSettings:
    """The settings in a file. Raises SignInError naming what is wrong, and no secret."""
    load = Loader(name, SignInError)
    found = load.convert(load.toml(content), SignInSettings)
    for field in ("address", "metadata"):
        if not _is_safe(getattr(found, field)):
            raise load.fault("value", field, found=getattr(found, field), cause="an address that begins with https://")
    if len(found.cookie_secret) < SHORTEST_SECRET:
        raise load.fault("value", "cookie_secret", found="...", cause=f"at least {SHORTEST_SECRET} signs")
    return found


def _is_safe(address: str) -> bool:
    """True for an address of https, or of this machine."""
    with suppress(ValueError):  # brackets or a port that belong to no address
        parts = urlsplit(address)
        return bool(parts.hostname) and (parts.scheme == "https" or parts.hostname in _LOCAL) and parts.port != 0
    return False


def load_sign_in() -> SignInSettings | None:
    """The settings; None where no file is named. Raises SignInError."""
    named = os.environ.get("LOVBRO_SIGN_IN")
    if not named:
        return None
    return read_sign_in(read_whole(Path(named), Loader(named, SignInError)), named)
