"""Building what is missing or older than its sources, with its progress shown: for the commands that need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.output import progress

if TYPE_CHECKING:
    from app.build.products import Built


def build_stale(accept: bool = False, lose_rows: bool = False, *, index: bool = False) -> Built:
    """What ``products.build`` made or found fresh, imported here since the parsers take longer than most commands.

    Without ``index`` the index of search is left to whoever searches first.
    """
    from app.build import products

    with progress(products.step_count()) as begin:
        return products.build(begin, accept, lose_rows, index=index)
