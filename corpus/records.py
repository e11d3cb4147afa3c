"""Values as bytes and back: frozen dataclasses of text, numbers, bytes, tuples, sets, mappings, read by their hints.

For caches: made again from the sources when the classes change. The bytes are Python's own (``marshal``), since a start
reads ten megabytes of them: in half the time of JSON, and tuples and bytes need no making. What they are is never
asked of damaged ones: a kept record has a sum over it (``write_kept``), and ``FORMAT`` is in what it was made from.
"""

from __future__ import annotations

import hashlib
import marshal
import threading
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from corpus.files import read_whole, write_atomic
from corpus.schema import FormatError, Loader

T = TypeVar("T")
V = TypeVar("V")

FORMAT = f"marshal {marshal.version}"
"""Another word in a Python that has another form of these bytes."""

_AS_THEY_ARE = frozenset((str, int, float, bool, bytes, type(None)))
LARGEST_KEPT = 256 * 1024 * 1024  # bytes; what Lovbro keeps for itself is larger than what people write
_REPEATED = 2  # of marshal: without marks for values met twice, so that the same value gives the same bytes
_Make = Callable[[Any], Any]


class LazyMapping(Mapping[str, V]):
    """A mapping whose values are made when they are first asked for, each once, from whichever thread.

    A field with this hint is read so by ``loads``.

    >>> made = LazyMapping({"16C": "1", "16D": "2"}, int)
    >>> made["16D"], list(made)
    (2, ['16C', '16D'])
    """

    def __init__(self, plain: Mapping[str, Any], make: Callable[[Any], V]) -> None:
        self._plain, self._make = plain, make
        self._made: dict[str, V] = {}
        self._lock = threading.Lock()

    def __getitem__(self, key: str) -> V:
        if key not in self._made:
            with self._lock:
                if key not in self._made:
                    self._made[key] = self._make(self._plain[key])
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._plain)

    def __len__(self) -> int:
        return len(self._plain)


def read_kept(path: Path, made_from: str) -> bytes | None:
    """The record in a file if it is whole and made from this (the sum over it), else nothing."""
    with suppress(FormatError):
        head, _, record = read_whole(path, Loader(path.name, FormatError), LARGEST_KEPT).partition(b"\n")
        if head == _head(made_from, record):
            return record
    return None


def write_kept(path: Path, made_from: str, record: bytes) -> None:
    """Keep a record of what was made from this (the sum over it). Raises OSError where it cannot be written."""
    write_atomic(path, _head(made_from, record) + b"\n" + record)


def _head(made_from: str, record: bytes) -> bytes:
    return f"{made_from} {hashlib.sha256(record).hexdigest()}".encode()


def dumps(value: object) -> bytes:
    """A value as bytes: a dataclass is a tuple of its fields, a set is sorted."""
    return marshal.dumps(_plain(value), _REPEATED)


def loads(kind: type[T], record: bytes) -> T:
    """The value of a type that ``dumps`` wrote. Raises ValueError, TypeError, LookupError, EOFError for another one's.

    >>> from corpus.model import Lines
    >>> loads(Lines, dumps(Lines("da-2017-ocr", 12, 15)))
    Lines(witness='da-2017-ocr', first=12, last=15)
    """
    plain = marshal.loads(record)
    make: _Make | None = _maker(kind)  # type: ignore[arg-type]  # any type is hashable
    value: T = make(plain) if make else plain
    return value


def _plain(value: Any) -> Any:
    if type(value) in _AS_THEY_ARE:
        return value
    if names := _field_names(type(value)):  # type: ignore[arg-type]  # any type is hashable
        return tuple([_plain(getattr(value, name)) for name in names])
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, AbstractSet):
        return tuple(sorted(map(_plain, value)))
    return tuple(map(_plain, value)) if isinstance(value, tuple | list) else value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


@cache
def _maker(hint: Any) -> _Make | None:
    """What makes a value of a type from what was read; None where that is the value."""
    origin, args = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        return _record(hint)
    if origin is tuple:
        return _sequence(args)
    if origin is frozenset:
        return frozenset
    if origin in (Union, UnionType):
        return _one_of(tuple(arg for arg in args if arg is not type(None)))
    if origin is LazyMapping:
        one = _maker(args[0])
        return lambda table: LazyMapping(table, one or _as_it_is)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(_maker(args[1]))
    if hint in (str, int, float, bool, bytes, dict, object) or origin is Literal:
        return None
    raise TypeError(f"no records of {hint!r}")


def _as_it_is(plain: Any) -> Any:
    return plain


def _record(kind: Any) -> _Make:
    hints = get_type_hints(kind)
    names = tuple(field.name for field in fields(kind))
    steps: list[tuple[str, _Make]] | None = None  # found when first needed: a class may hold values of itself
    new = object.__new__

    def make(row: tuple[Any, ...]) -> Any:
        nonlocal steps
        if steps is None:
            steps = [(name, found) for name in names if (found := _maker(hints[name]))]
        if len(row) != len(names):
            raise ValueError(f"{kind.__name__} has {len(names)} fields, not {len(row)}")
        value = new(kind)
        # Past the frozen __setattr__, as pickle does: ten thousands of values are made at each start.
        held = value.__dict__
        held.update(zip(names, row, strict=False))
        for name, found in steps:
            held[name] = found(held[name])
        return value

    return make


def _sequence(args: tuple[Any, ...]) -> _Make | None:
    if args[-1] is ...:
        one = _maker(args[0])
        return None if one is None else lambda row: tuple(map(one, row))
    makers = tuple(map(_maker, args))
    if not any(makers):
        return None
    return lambda row: tuple(m(value) if m else value for m, value in zip(makers, row, strict=True))


def _one_of(kinds: tuple[Any, ...]) -> _Make | None:
    """A value or None; of two dataclasses the one whose first field is text has it there."""
    first = _maker(kinds[0])
    if len(kinds) == 1:
        return None if first is None else lambda value: None if value is None else first(value)
    one, two = sorted(kinds, key=lambda kind: get_type_hints(kind)[fields(kind)[0].name] is not str)
    make_one, make_two = _record(one), _record(two)
    return lambda row: (make_one if isinstance(row[0], str) else make_two)(row)


def _mapping(one: _Make | None) -> _Make | None:
    return None if one is None else lambda table: {key: one(value) for key, value in table.items()}
