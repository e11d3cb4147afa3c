"""A server for everybody, as ``lovbro serve --public`` starts it, with a leave for two texts that nobody has given.

``python -m tests.support.public_server PORT`` runs it; no file of ``data/`` is changed for it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date

from app.cli.main import main
from app.publish import services
from corpus.library import Library
from corpus.registry import Consent

GIVEN = ("da-2017", "sv-2017")
LEAVE = Consent("An owner", date(2026, 1, 31), "May be shown.")


def with_leave(library: Library) -> Library:
    """The library as if the owners of two texts had given leave to show them."""
    entries = (
        replace(entry, rights=replace(entry.rights, consent=LEAVE)) if entry.key in GIVEN else entry
        for entry in library.registry.expressions
    )
    return Library(replace(library.registry, expressions=tuple(entries)), library.expressions)


if __name__ == "__main__":
    shareable = services.load_shareable_library
    services.load_shareable_library = lambda: with_leave(shareable())
    sys.exit(main(["serve", "--public", "--port", *sys.argv[1:]]))
