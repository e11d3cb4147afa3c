"""Ten readers turn a page every five seconds for two minutes: ``python -m tests.load.readers [readers] [seconds]``.

Also prints what one reader waits from a click on a reference to the painted page, and the server's memory with twenty
pages open. A measurement, not a test: it says what was seen and ends with 1 when an error was.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.reading_room import Server, launch, running_server

OPEN = ".lovbro-main[data-ready] .grid"
# The time from a click on a link to the second frame after the page has changed.
CLICK = """selector => new Promise(done => {
  const main = document.querySelector('.lovbro-main'), began = performance.now();
  new MutationObserver((_, watch) => { watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
  }).observe(main, {childList: true});
  document.querySelector(selector).click();
})"""


def main(readers: int, seconds: int) -> int:
    """Print the figures; 1 when a reader saw an error."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        began = time.perf_counter()
        with running_server() as server:
            return _measure(browser, server, began, readers, seconds)


def _measure(browser: Browser, server: Server, began: float, readers: int, seconds: int) -> int:
    address = server.address
    errors: list[str] = []
    first = _page(browser, address + "?law=16", errors)
    print(f"lovbro serve to the first law: {time.perf_counter() - began:.2f} s")
    _say("click on a reference to painted, ms", [_follow(first) for _ in range(40)])
    pages = [first, *(_page(browser, f"{address}?law={n}", errors) for n in range(2, 21))]
    print(f"memory with {len(pages)} pages open: {_memory(server.pid):.0f} MB")
    waits: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for page in pages[:readers]:
            waits.append(page.evaluate(CLICK, "a[rel=next]" if page.query_selector("a[rel=next]") else "a[rel=prev]"))
            time.sleep(max(0.0, 5 / readers - waits[-1] / 1000))
    _say(f"{readers} readers, a page every 5 s, {seconds} s, ms", waits)
    print(f"errors: {len(errors)} {errors[:3]}")
    return 1 if errors else 0


def _page(browser: Browser, address: str, errors: list[str]) -> Page:
    page = browser.new_context(locale="da-DK").new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(address)
    page.wait_for_selector(OPEN, timeout=60_000)
    return page


def _follow(page: Page) -> float:
    """A click on a reference that leads to another law, or to the next law when this one has none."""
    selector = "p a.ref[href]" if page.query_selector("p a.ref[href]") else "a[rel=next]"
    waited: float = page.evaluate(CLICK, selector)
    page.evaluate(CLICK, "a[rel=next]")
    return waited


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def _say(what: str, waits: list[float]) -> None:
    cuts = quantiles(waits, n=20)
    print(f"{what}: p50 {cuts[9]:.0f}, p95 {cuts[18]:.0f}, max {max(waits):.0f} (n={len(waits)})")


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:3]]
    sys.exit(main(*(numbers + [10, 120][len(numbers) :])))
