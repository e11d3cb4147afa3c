"""An invented sign-in provider (OpenID Connect Core 1.0, code flow) on this machine; who signs in is set beforehand."""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT = "lovbro"


@dataclass
class InventedProvider:
    """``claims`` are those of the person who signs in next."""

    port: int
    claims: Mapping[str, Any] = field(default_factory=dict)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "one"}))
    codes: dict[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def routes(self) -> list[Route]:
        return [
            Route("/.well-known/openid-configuration", self._metadata),
            Route("/authorize", self._authorize),
            Route("/token", self._token, methods=["POST"]),
            Route("/keys", self._keys),
        ]

    async def _metadata(self, request: Request) -> Response:
        return JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        )

    async def _authorize(self, request: Request) -> Response:
        asked, code = request.query_params, secrets.token_urlsafe()
        self.codes[code] = (asked.get("nonce", ""), dict(self.claims))
        answer = urlencode({"code": code, "state": asked["state"]})
        return RedirectResponse(f"{asked['redirect_uri']}?{answer}", 302)

    async def _token(self, request: Request) -> Response:
        code = str((await request.form())["code"])
        nonce, claims = self.codes.pop(code)
        now = int(time.time())
        token = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 600, "nonce": nonce, **claims}
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, token, self.key)
        return JSONResponse({"access_token": "x", "token_type": "Bearer", "expires_in": 600, "id_token": signed})

    async def _keys(self, request: Request) -> Response:
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})


@contextmanager
def invented_provider() -> Iterator[InventedProvider]:
    """The provider, running."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        provider = InventedProvider(listener.getsockname()[1])
        config = uvicorn.Config(Starlette(routes=provider.routes()), lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(server._serve([listener])))
        thread.start()
        try:
            yield provider
        finally:
            server.should_exit = True
            thread.join()
