"""Whose turn it is to be answered: who asks without end makes others wait for one of his answers, not for all."""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

REMEMBERED = 1000  # readers whose last turn is known


class BusyError(RuntimeError):
    """So many questions of one reader wait already that another one is not taken."""


@dataclass(frozen=True, eq=False)
class _Waiting:
    reader: str
    number: int


class Turns:
    """At most ``at_once`` answers are worked on; of those who wait, who had his last turn longest ago comes first.

    A reader who is new comes behind those who wait already, and before those who are answered meanwhile. More than
    ``most_waiting`` questions of one reader are refused with BusyError. Safe to use from many threads.

    >>> turns = Turns(at_once=1, most_waiting=4)
    >>> with turns.turn("a"), turns.turn("a"):  # a turn within a turn is the same
    ...     turns.waiting("a")
    0
    """

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self._at_once, self._most_waiting = at_once, most_waiting
        self._change = threading.Condition()
        self._numbers = itertools.count()
        self._last: OrderedDict[str, int] = OrderedDict()
        self._waiting: list[_Waiting] = []
        self._working = 0
        self._held = threading.local()

    def waiting(self, reader: str) -> int:
        """How many questions of a reader wait."""
        return sum(one.reader == reader for one in self._waiting)

    @contextmanager
    def turn(self, reader: str) -> Iterator[None]:
        """Wait for a turn and have it. Raises BusyError."""
        if getattr(self._held, "turn", False):
            yield
            return
        self._take(reader)
        self._held.turn = True
        try:
            yield
        finally:
            self._held.turn = False
            self._give_back(reader)

    def _take(self, reader: str) -> None:
        with self._change:
            if self.waiting(reader) >= self._most_waiting:
                raise BusyError(reader)
            one = _Waiting(reader, next(self._numbers))
            self._last.setdefault(reader, one.number)
            self._waiting.append(one)
            try:
                self._change.wait_for(lambda: self._working < self._at_once and self._next() is one)
                self._working += 1
            finally:
                self._waiting.remove(one)

    def _next(self) -> _Waiting:
        return min(self._waiting, key=lambda one: (self._last.get(one.reader, one.number), one.number))

    def _give_back(self, reader: str) -> None:
        with self._change:
            self._working -= 1
            self._last[reader] = next(self._numbers)
            self._last.move_to_end(reader)
            while len(self._last) > REMEMBERED:
                self._last.popitem(last=False)
            self._change.notify_all()


TURNS = Turns(at_once=2, most_waiting=32)
"""Of the server's process: pages and addresses share the processor, so they share the turns."""
