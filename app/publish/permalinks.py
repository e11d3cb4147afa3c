"""Addresses that stay: ``/da/2017/16C2a`` is a language, an edition and a provision; ``/at/2009-03-01/16C`` a day.

The edition of another work than the laws has the work's name before it (``/da/dbf-2008/214C``). Where two texts share
language, work and edition, the first of the registry has that address and the other its key in the place of the year.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args
from urllib.parse import quote

from corpus.registry import LAWS, ExpressionEntry, Registry

Form = Literal["html", "json", "jsonld", "xml", "txt"]
FORMS: tuple[Form, ...] = get_args(Form)
MEDIA_TYPES: Mapping[Form, str] = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "jsonld": "application/ld+json",
    "xml": "application/akn+xml",
    "txt": "text/plain; charset=utf-8",
}
_SAFE = ":,/()!'*"


def edition_segment(registry: Registry, entry: ExpressionEntry) -> str:
    """The second part of the addresses of a text: ``2017``, ``dbf-2008``, or its key where that is taken."""
    names = (entry.language, entry.work, entry.edition)
    first = next(one for one in registry.expressions if (one.language, one.work, one.edition) == names)
    if first.key != entry.key:
        return entry.key
    return entry.edition if entry.work == LAWS else f"{entry.work}-{entry.edition}"


def permalink(registry: Registry, key: str, place: str = "", form: Form = "html") -> str:
    """The address of a place of a text, or of the whole text; that of the page has no ending.

    >>> from corpus.store import load_registry
    >>> permalink(load_registry(), "da-2017", "16C2a"), permalink(load_registry(), "dbf-2008", "214C", "json")
    ('/da/2017/16C2a', '/da/dbf-2008/214C.json')
    """
    entry = registry[key]
    whole = f"/{entry.language}/{edition_segment(registry, entry)}"
    path = f"{whole}/{quote(place, safe=_SAFE)}" if place else whole
    return path if form == "html" else f"{path}.{form}"


def entry_at(registry: Registry, language: str, segment: str) -> ExpressionEntry | None:
    """The text whose addresses begin with a language and an edition; its key may take the place of the edition."""
    held = [entry for entry in registry.expressions if entry.language == language]
    return next((e for e in held if segment in (edition_segment(registry, e), e.key)), None)


def split_form(path: str) -> tuple[str, Form]:
    """A path without its ending, and the form that the ending names.

    >>> split_form("16C2a.json"), split_form("26A2.1")
    (('16C2a', 'json'), ('26A2.1', 'html'))
    """
    bare, dot, ending = path.rpartition(".")
    form = next((form for form in FORMS if dot and form == ending), None)
    return (bare, form) if form else (path, "html")
