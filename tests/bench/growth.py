"""Whether time grows as its input does: each parser reads hostile input of three sizes, each twice the one before."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from time import process_time
from unittest.mock import patch

from tests.bench.growing import REFUSED, Growing, growing

BOUND = 2.5
"""Twice the input may take so many times as long."""
SHORTEST = 0.02
"""Seconds that the smallest input takes at least: it is made larger until it does, or has been doubled so often."""
DOUBLINGS = 12
AGAIN = 6
"""Times that what seems to grow faster is measured once more: other programs make a run longer, never shorter."""


def growths(wanted: str = "") -> Iterator[str]:
    """One line a parser whose name begins as ``wanted``; what grows faster than the bound is marked."""
    for one in growing():
        if one.name.startswith(wanted):
            with _folder_of_its_own():
                size, taken = _sized(one)
                refused = " (refused)" if _is_refused(one, size) else ""
            ratios = [b / a for a, b in pairwise(taken)]
            mark = "  <-- grows faster than its input" if ratios[-1] > BOUND and taken[0] >= SHORTEST / 2 else ""
            yield f"{one.name}{refused}: {taken[-1]:.2f} s at {4 * size}; {', '.join(f'{r:.1f}' for r in ratios)}{mark}"


@contextmanager
def _folder_of_its_own() -> Iterator[None]:
    """What is written goes at the end. Nobody waits until it is on the disk: how long that takes, others decide."""
    with (
        tempfile.TemporaryDirectory(prefix="growing-") as folder,
        patch.object(tempfile, "tempdir", folder),
        patch.object(os, "fsync", lambda _: None),
    ):
        yield


def _sized(one: Growing) -> tuple[int, list[float]]:
    size = 1
    _taken(one, size)  # what is read once a process
    for _ in range(DOUBLINGS):
        if _taken(one, size) >= SHORTEST:
            break
        size *= 2
    taken = [min(_taken(one, size * times) for _ in range(2)) for times in (1, 2, 4)]
    for _ in range(AGAIN):
        if taken[2] <= BOUND * taken[1]:
            break
        taken = [min(known, _taken(one, size * times)) for known, times in zip(taken, (1, 2, 4), strict=True)]
    return size, taken


def _taken(one: Growing, size: int) -> float:
    content = one.make(size)
    gc.collect()
    gc.disable()  # when garbage is looked for is chance, and it looks at everything
    began = process_time()
    try:
        with suppress(*REFUSED):
            one.read(content)
        return process_time() - began
    finally:
        gc.enable()


def _is_refused(one: Growing, size: int) -> bool:
    content = one.make(size)
    try:
        one.read(content)
    except REFUSED:
        return True
    return False
