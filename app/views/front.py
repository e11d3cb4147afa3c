"""What the server sends before anything runs: the page's own title and colours, what a home screen needs, the letters.

Streamlit's first page is kept as it is but for its name; without the server of ``lovbro serve`` it is Streamlit's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from app.reader.text.html import close_tag, render, tag
from app.views.streamlit_files import component_scripts, first_page

NAME = "Lovbro"
LOOK = Path(__file__).resolve().parent / "assets" / "look"
_END = close_tag("head")
PAPER = {"light": "#fbfaf6", "dark": "#16171a"}


def front_routes() -> list[BaseRoute]:
    """The first page, the manifest, the icon, and the files of letters and icons."""
    return [
        Route("/", _front),
        Route("/manifest.webmanifest", _manifest),
        Route("/favicon.png", _icon),
        Mount("/look", StaticFiles(directory=LOOK)),
    ]


def front_page(html: str) -> str:
    """Streamlit's first page with this program's name, colours and icon.

    Raises ValueError when it has no title, no head or no root, as another version of Streamlit may.
    """
    own_head = render("front_head.html", name=NAME, paper=PAPER)
    scripts = render("front_scripts.html", scripts=component_scripts(html))
    own_root = tag("div", tag("p", NAME, class_="loading"), id="root")
    own_end = scripts + _END
    for known, own in ((tag("title", "Streamlit"), own_head), (_END, own_end), (tag("div", id="root"), own_root)):
        if html.count(known) != 1:
            raise ValueError(f"Streamlit's first page has no {known}")
        html = html.replace(known, own)
    return html


def manifest() -> Mapping[str, object]:
    """The web app manifest: what a phone needs to put the program on its home screen."""
    sizes = ("192x192", "512x512")
    return {
        "name": f"{NAME}: bridgelovene",
        "short_name": NAME,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER["light"],
        "theme_color": PAPER["light"],
        "icons": [
            {"src": f"/look/icon-{size.split('x')[0]}.png", "sizes": size, "type": "image/png", "purpose": "any"}
            for size in sizes
        ],
    }


@cache
def _page() -> str:
    return front_page(first_page())


async def _front(request: Request) -> Response:
    return HTMLResponse(_page(), headers={"Cache-Control": "no-cache"})


async def _manifest(request: Request) -> Response:
    return JSONResponse(manifest(), media_type="application/manifest+json")


async def _icon(request: Request) -> Response:
    return FileResponse(LOOK / "icon-192.png")
