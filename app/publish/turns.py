"""Whose turn it is to be answered: who asks without end makes others wait for one of his answers, not for all."""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

REMEMBERED = 1000  # readers whose last turn is known


class BusyError(RuntimeError):
    """So many questions of one reader wait already that another one is not taken."""


@dataclass(frozen=True, eq=False)
class _Waiting:
    reader: str
    address: str
    number: int
    working: bool
    called: threading.Event = field(default_factory=threading.Event)


class Turns:
    """At most ``at_once`` answers are worked on; of those who wait, who had his last turn longest ago comes first.

    First the address whose last turn is longest ago, then of its readers the one. A reader who comes for the first time
    waits for one of those who were here before, and every other turn is theirs: neither a crowd of new readers nor one
    that asks without end keeps the others out. Who is ``working``, a committee that has signed in, does not wait in the
    crowd of those who read: of the turns for which somebody working waits, every other one is theirs. More than
    ``most_waiting`` questions of one reader are refused with BusyError. Safe to use from many threads.

    >>> turns = Turns(at_once=1, most_waiting=4)
    >>> with turns.turn("a"), turns.turn("a"):  # a turn within a turn is the same
    ...     turns.waiting("a")
    0
    """

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self._at_once, self._most_waiting = at_once, most_waiting
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._last: OrderedDict[str, int] = OrderedDict()
        self._last_of_address: OrderedDict[str, int] = OrderedDict()
        self._waiting: list[_Waiting] = []
        self._working = 0
        self._was_new = False  # the last turn was a new reader's, before one who was here
        self._was_working = False  # the last turn was of somebody working, before one who reads
        self._held = threading.local()

    def waiting(self, reader: str) -> int:
        """How many questions of a reader wait."""
        return sum(one.reader == reader for one in self._waiting)

    @contextmanager
    def turn(self, reader: str, address: str = "", working: bool = False) -> Iterator[None]:
        """Wait for a turn and have it; ``address`` is that of the reader's machine. Raises BusyError."""
        if getattr(self._held, "turn", False):
            yield
            return
        one = self._queue(reader, address, working)
        one.called.wait()
        self._held.turn = True
        try:
            yield
        finally:
            self._held.turn = False
            self._give_back(one)

    def _queue(self, reader: str, address: str, working: bool) -> _Waiting:
        with self._lock:
            if self.waiting(reader) >= self._most_waiting:
                raise BusyError(reader)
            one = _Waiting(reader, address, next(self._numbers), working)
            self._waiting.append(one)
            self._call()
        return one

    def _call(self) -> None:
        """Those whose turn it is, and nobody else, wake."""
        while self._waiting and self._working < self._at_once:
            one = self._next()
            self._waiting.remove(one)
            self._working += 1
            one.called.set()

    def _next(self) -> _Waiting:
        working = [one for one in self._waiting if one.working]
        readers = [one for one in self._waiting if not one.working]
        self._was_working = bool(working and readers) and not self._was_working
        return self._next_of(working if working and (self._was_working or not readers) else readers)

    def _next_of(self, waiting: list[_Waiting]) -> _Waiting:
        known = [one for one in waiting if one.reader in self._last]
        new = [one for one in waiting if one.reader not in self._last]
        self._was_new = bool(known and new) and not self._was_new
        return min(new if new and (self._was_new or not known) else known, key=self._order)

    def _order(self, one: _Waiting) -> tuple[int, int, int]:
        return self._last_of_address.get(one.address, -1), self._last.get(one.reader, -1), one.number

    def _give_back(self, one: _Waiting) -> None:
        with self._lock:
            self._working -= 1
            for last, name in ((self._last, one.reader), (self._last_of_address, one.address)):
                last[name] = next(self._numbers)
                last.move_to_end(name)
                while len(last) > REMEMBERED:
                    last.popitem(last=False)
            self._call()


TURNS = Turns(at_once=2, most_waiting=32)
"""Of the server's process: pages and addresses share the processor, so they share the turns."""
