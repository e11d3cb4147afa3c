"""What 500 page turns leave in a browser: ``python -m tests.load.turns [turns]``.

Memory of scripts, nodes and listeners, each after a collection of garbage, after every fifth of the turns. A
measurement, not a test.
"""

from __future__ import annotations

import sys

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.load.readers import CLICK, OPEN
from tests.support.reading_room import launch, running_server

COUNTED = ("JSHeapUsedSize", "Nodes", "JSEventListeners")


def main(turns: int) -> None:
    """Print a line for the beginning and for each fifth of the turns."""
    with sync_playwright() as playwright, running_server() as server:
        page = launch(playwright).new_page()
        page.goto(server.address + "?law=1")
        page.wait_for_selector(OPEN, timeout=60_000)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        # The first turns fill caches of the browser.
        _turn(page, 20)
        print(f"{20:5}: {_counts(session)}", flush=True)
        for fifth in range(1, 6):
            _turn(page, turns // 5)
            print(f"{20 + fifth * (turns // 5):5}: {_counts(session)}", flush=True)


def _turn(page: Page, times: int) -> None:
    """Through the book and from its end back to law 1."""
    for _ in range(times):
        # A handle on the link would keep its whole page in memory.
        if page.evaluate("document.querySelector('a[rel=next]') !== null"):
            page.evaluate(CLICK, "a[rel=next]")
        else:
            page.goto(page.url.partition("?")[0] + "?law=1")
            page.wait_for_selector(OPEN, timeout=60_000)


def _counts(session: CDPSession) -> str:
    session.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return ", ".join(f"{name} {found[name] / (1_048_576 if name.endswith('Size') else 1):.1f}" for name in COUNTED)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
