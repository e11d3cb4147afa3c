"""Streamlit's own files: its first page, scripts, styles and letters, sent without importing Streamlit.

A browser asks for sixty of them before it shows anything. They go out as they are, with no thread for each and through
none of Streamlit's layers: that took longer than all else until the browser had them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from starlette.types import Receive, Scope, Send

_PATH = "/static/"
_KINDS = {
    ".js": b"text/javascript; charset=utf-8",
    ".css": b"text/css; charset=utf-8",
    ".woff2": b"font/woff2",
}
_FOR_EVER = b"public, immutable, max-age=31536000"  # a file's name has a sum over what is in it
_AT_ONCE = 64 * 1024  # bytes: who reads slowly holds no more of a file in memory
_CONDITIONS = (b"range", b"if-none-match", b"if-modified-since")
_IMPORT = re.compile(r'(?:from|import)"\./([\w.-]+\.js)"')


def static_folder() -> Path:
    """Where Streamlit keeps its files, found without importing it. Raises ModuleNotFoundError without Streamlit."""
    found = find_spec("streamlit")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("streamlit")
    return Path(found.origin).parent / "static"


def first_page() -> str:
    """The HTML of Streamlit's first page as installed. Raises OSError, and ModuleNotFoundError without Streamlit."""
    return (static_folder() / "index.html").read_text(encoding="utf-8")


def component_scripts(known: str) -> tuple[str, ...]:
    """The scripts that Streamlit asks for when it has to show a component, without those that ``known``, its first
    page, names already: asked for with the first page they are there when they are needed.

    Empty where Streamlit calls them otherwise: then they come when it asks for them, as without Lovbro.
    """
    folder = static_folder() / "static" / "js"
    found = sorted(folder.glob("BidiComponent.*.js"))
    if len(found) != 1:
        return ()
    needed = (found[0].name, *_IMPORT.findall(found[0].read_text(encoding="utf-8")))
    return tuple(f".{_PATH}js/{name}" for name in dict.fromkeys(needed) if f"/{name}" not in known)


class StreamlitFiles:
    """ASGI application for the files it ``has``; whatever else is asked of them is Streamlit's to answer."""

    def has(self, scope: Scope) -> bool:
        """True for a plain request for one of the files."""
        return (
            scope["type"] == "http"
            and scope["method"] == "GET"
            and scope["path"] in self._files
            and not any(name.lower() in _CONDITIONS for name, _ in scope["headers"])
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = self._files[scope["path"]]
        content = memoryview(path.read_bytes())
        headers = [
            (b"content-type", _KINDS[path.suffix]),
            (b"content-length", str(len(content)).encode()),
            (b"cache-control", _FOR_EVER),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for start in range(0, len(content), _AT_ONCE):
            part = bytes(content[start : start + _AT_ONCE])
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        """By the path that is asked for, of those that are there: no path leads out of the folder."""
        folder = static_folder() / "static"
        files = (path for path in folder.rglob("*.*") if path.suffix in _KINDS and path.is_file())
        return {f"{_PATH}{path.relative_to(folder).as_posix()}": path for path in files}
