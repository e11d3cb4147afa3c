"""Building what is missing or older than its sources, with its progress shown: for the commands that need it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.cli.output import progress

if TYPE_CHECKING:
    from app.build.products import Built


def build_stale(accept: bool = False, lose_rows: bool = False, *, index: bool = False) -> Built:
    """What ``products.build`` made or found fresh, imported here since the parsers take longer than most commands.

    Without ``index`` the index of search is left to whoever searches first.
    """
    from app.build import products

    with progress(products.step_count()) as begin, _nothing_collected():
        return products.build(begin, accept, lose_rows, index=index)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Look for no circles of dead values meanwhile: a build makes millions of values, nearly all of which stay.

    Looking took a tenth of its time and found next to nothing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # what stays is not looked at later either
        if was_enabled:
            gc.enable()
