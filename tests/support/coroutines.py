"""Coroutines in tests: run to their end in a thread of their own.

A browser of Playwright's synchronous kind leaves an event loop running in the process's main thread, where
``asyncio.run`` then refuses; which tests share a process with it is chance.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def finished(work: Coroutine[Any, Any, Result]) -> Result:
    """What the coroutine returns, or the exception that it raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
