"""Pages as a reader gets them: the HTML for an address, and what is found in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl

from app.reader import router
from app.reader.address import PageState, read_state
from app.reader.context import ReaderServices

BAD = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
"""Text that must never reach a page unescaped."""


def state_of(services: ReaderServices, query: str) -> PageState:
    """The state of the page at an address such as ``law=16C&in=da-2017``, for a Danish reader."""
    return read_state(dict(parse_qsl(query.lstrip("?"))), services.library.registry, "da")


def html_of(services: ReaderServices, query: str) -> str:
    """The page at an address."""
    return router.page(services, state_of(services, query)).html


def row_of(html: str, key: str) -> str:
    """The HTML of one row of a law."""
    start = html.index(f'id="p-{key}"')
    found = re.search(r'<div class="row |<section|</article>', html[start:])
    assert found
    return html[start : start + found.start()]


def words_of(html: str) -> str:
    """What a reader sees, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def hrefs(html: str) -> Iterator[str]:
    """Where the links lead, in order."""
    return (unescape(found) for found in re.findall(r'<a [^>]*href="([^"]*)"', html))
