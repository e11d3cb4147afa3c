"""The journal of what is shared as HTML: who changed what, when."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from markupsafe import Markup

from app.i18n.words import UiLanguage, count, words
from app.reader.text.html import render

if TYPE_CHECKING:
    from corpus.database.whole import DocumentRevision

ON_A_PAGE = 100
_KINDS = {"precedents": "decision", "published": "copy", "tables": "table", "parity": "judgements"}


def journal_html(revisions: Iterable[DocumentRevision], ui: UiLanguage) -> Markup:
    """A table with a row a change, as they come; the words of what was changed are not in it, its size is."""
    rows = [
        {
            "when": datetime.fromisoformat(one.when).astimezone(UTC),
            "who": one.who,
            "kind": document_kind(one.name),
            "name": one.name,
            "number": one.number,
            "change": "removed" if one.removed else "made" if one.number == 1 else "changed",
            "size": count(one.size, ui),
        }
        for one in revisions
    ]
    return render("journal.html", words=words(ui), rows=rows)


def document_kind(name: str) -> str:
    """What a document is, by its path in a library.

    >>> [document_kind(name) for name in ("committees/a/dossiers/sag.toml", "tables/2017-2027.csv")]
    ['dossier', 'table']
    """
    if name == "committees.toml":
        return "committees"
    return _KINDS.get(name.partition("/")[0], "dossier")
