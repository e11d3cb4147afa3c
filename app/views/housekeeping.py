"""What a server does beside answering: it reads ahead what a second page needs, and looks for garbage by the clock."""

from __future__ import annotations

import gc
import threading
import time
from functools import cache

from app.i18n.words import UI_LANGUAGES
from app.reader.address import read_state
from app.reader.context import ReaderServices

UNASKED = 2.0  # seconds after which no first page is waited for
PAINTING = 0.3  # seconds in which a browser paints the first page: it comes before what a search needs
A_QUESTION = "makker tøvede længe og meldte så fire spar alligevel"  # long enough for all that reads questions
REST = 0.02  # seconds between two pieces of work: readers who already read come first
SWEEP_EVERY = 5.0  # seconds between two searches for garbage


_is_server = threading.Event()
_has_page = threading.Event()


def be_a_server() -> None:
    """Say that this process is a server. Elsewhere, as in a test, a sweep by the clock is in the way."""
    _is_server.set()


def page_sent() -> None:
    """Say that a reader's page is made: now what a second one needs may be read."""
    _has_page.set()


def keep_house(services: ReaderServices) -> None:
    """Begin for services just opened, in threads that end with the process; nothing outside a server."""
    if _is_server.is_set():
        threading.Thread(target=_warm, args=(services,), name="warm", daemon=True).start()


def _warm(services: ReaderServices) -> None:
    """Read what the second page may need; what was read stays and is not looked through for garbage again.

    A start leaves 330 values of garbage; they stay too: to look for them would stop all threads for 0.1 seconds, just
    when somebody may search for the first time. When texts have changed, those of before are garbage and are looked
    for.
    """
    at_start = not _has_page.is_set()
    _has_page.wait(UNASKED)
    time.sleep(PAINTING)
    if at_start:
        gc.freeze()
    _read_for_search(services)
    for situation in services.at_the_table.situations:
        time.sleep(REST)
        services.ruling_path(situation.key)
    if not at_start:
        gc.collect()
    gc.freeze()
    _sweep()


def _read_for_search(services: ReaderServices) -> None:
    """All that the first search needs, without rest: 0.2 seconds, in which hardly anybody has typed a question."""
    from app.reader import router  # with the server it would be imported before the first page can be asked for

    services.open_search()
    # The templates, the formats of numbers and the texts in each language are read with its first answer: what shows
    # while one types, the page of results and its head.
    for ui in UI_LANGUAGES:
        state = read_state({"q": A_QUESTION, "ui": ui}, services.library.registry, None, services.views)
        router.jump(services, state, A_QUESTION)
        router.page(services, state)
        router.head(services, state)


@cache
def _sweep() -> threading.Thread:
    """Look for garbage now and then, among what came since: one thread for all readers.

    Streamlit would look for it after every page, in all that there is: half a million values that stay, 0.4 seconds in
    which no other thread works. With twenty windows open that was nine tenths of the time (``runner.postScriptGC``).
    """
    found = threading.Thread(target=_sweep_for_ever, name="sweep", daemon=True)
    found.start()
    return found


def _sweep_for_ever() -> None:
    while True:
        time.sleep(SWEEP_EVERY)
        gc.collect()
