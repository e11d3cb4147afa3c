"""What 500 page turns leave in a browser: ``python -m tests.load.turns [turns]``.

Memory of scripts, nodes and listeners, each after a collection of garbage, after each tenth of the turns. The window is
never loaded again: from the end of the book the way goes back. A measurement, not a test.
"""

from __future__ import annotations

import sys

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.load.readers import CLICK, OPEN
from tests.support.reading_room import launch, running_server

PACE = 200  # ms between two turns: twelve a second are a flood to the server, which then has the window connect anew
COUNTED = ("JSHeapUsedSize", "Nodes", "JSEventListeners")


def main(turns: int) -> None:
    """Print a line for the beginning and for each tenth of the turns."""
    with sync_playwright() as playwright, running_server() as server:
        page = launch(playwright).new_page()
        page.goto(server.address + "?law=1")
        page.wait_for_selector(OPEN, timeout=60_000)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        # The first turns fill caches of the browser.
        way = _turn(page, 20, "next")
        print(f"{20:5}: {_counts(session)}", flush=True)
        for tenth in range(1, 11):
            way = _turn(page, turns // 10, way)
            print(f"{20 + tenth * (turns // 10):5}: {_counts(session)}", flush=True)


def _turn(page: Page, times: int, way: str) -> str:
    """So many turns through the book, there and back; which way it goes then."""
    for _ in range(times):
        # A handle on the link would keep its whole page in memory.
        if page.evaluate("way => document.querySelector(`a[rel=${way}]`) === null", way):
            way = "prev" if way == "next" else "next"
        page.evaluate(CLICK, f"a[rel={way}]")
        page.wait_for_timeout(PACE)
    return way


def _counts(session: CDPSession) -> str:
    session.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return ", ".join(f"{name} {found[name] / (1_048_576 if name.endswith('Size') else 1):.1f}" for name in COUNTED)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
