"""What a server does beside answering: it reads ahead what a second page needs, and looks for garbage by the clock."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from functools import cache

from app.i18n.words import UI_LANGUAGES
from app.reader.address import read_state
from app.reader.context import ReaderServices

WARM_AFTER = 2.0  # seconds: the first page is painted before more is read, and nobody has typed a question
A_QUESTION = "makker tøvede"
REST = 0.02  # seconds between two pieces of work: readers who already read come first
SWEEP_EVERY = 5.0  # seconds between two searches for garbage


_is_server = threading.Event()


def be_a_server() -> None:
    """Say that this process is a server. Elsewhere, as in a test, a sweep by the clock is in the way."""
    _is_server.set()


def keep_house(services: ReaderServices) -> None:
    """Begin for services just opened, in threads that end with the process; nothing outside a server."""
    if _is_server.is_set():
        threading.Thread(target=_warm, args=(services,), name="warm", daemon=True).start()


def _warm(services: ReaderServices) -> None:
    """Read what the second page may need; what was read stays and is not looked through for garbage again."""
    time.sleep(WARM_AFTER)
    for _ in _pieces(services):
        time.sleep(REST)
    gc.collect()
    gc.freeze()
    _sweep()


def _pieces(services: ReaderServices) -> Iterator[None]:
    """What the first search and the first ruling need, piece by piece."""
    from app.reader import router  # with the server it would be imported before the first page can be asked for

    services.open_search()
    yield
    # The templates, the formats of numbers and the texts in each language are read with its first answer: what shows
    # while one types, the page of results and its head.
    for ui in UI_LANGUAGES:
        state = read_state({"q": A_QUESTION, "ui": ui}, services.library.registry, None, services.views)
        router.jump(services, state, A_QUESTION)
        yield
        router.page(services, state)
        router.head(services, state)
        yield
    for situation in services.at_the_table.situations:
        services.ruling_path(situation.key)
        yield


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
