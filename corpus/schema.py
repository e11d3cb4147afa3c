"""Files as typed values: any bytes give a value, or an error with the file, the place in it and what would be right.

A module that reads a format names the type that a file holds; ``Loader`` does the rest. A fault is a code with values:
``app.i18n.errors`` finds the words in the language of whoever reads them.
"""

from __future__ import annotations

import csv
import json
import math
import re
import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

FaultCode = Literal[
    "missing",  # there is no such file
    "irregular",  # a folder, a device or a pipe
    "system",  # the operating system does not let it be read or written: ``cause``
    "large",  # ``found`` bytes, more than ``expected``
    "empty",  # no bytes, or no rows
    "encoding",  # not UTF-8: ``found`` is the first wrong byte
    "syntax",  # no TOML, JSON or XML: ``cause``
    "deep",  # nested more deeply than is read
    "kind",  # ``found`` where ``expected`` is wanted; both are a ValueKind
    "absent",  # the field ``expected`` is not there
    "unknown",  # there is no field ``found``; there are ``expected``
    "choice",  # ``found`` is none of ``expected``
    "range",  # ``found`` is not in ``expected`` (1-100)
    "value",  # ``found`` is not what the field holds: ``cause``
    "columns",  # a row without the columns ``expected``
    "twice",  # ``found`` is there twice
    "format",  # written in the form ``found``; ``expected`` is read
    "foreign",  # XML, but none that Lovbro wrote
    "changed",  # the sum is not the one recorded
    "unrecorded",  # no sum is recorded
    "name",  # ``found`` is no name of such a file
    "lost",  # a file that comes with Lovbro is not there
    "unbuilt",  # a product is not there
    "stale",  # a product is not as the build left it
    "truncated",  # ``found`` bytes of ``expected``
    "edited",  # a raw text that is not the one whose sum ``expected`` records
    "unsettled",  # nothing is decided about ``found``
    "settled",  # something is decided about ``found``, of which there is nothing to decide
]  # fmt: skip
ValueKind = Literal["text", "number", "whole-number", "yes-or-no", "date", "list", "table", "nothing"]

LARGEST = 16 * 1024 * 1024  # bytes; a hundred times the largest file that people write


@dataclass(frozen=True)
class FileFault:
    """What is wrong with a file. ``file`` is its name as a person knows it, ``place`` where in it (``entry[2].lines``,
    counted from 1; ``line 7``), empty for the whole file; ``cause`` is another program's English.
    """

    code: FaultCode
    file: str
    place: str = ""
    expected: str = ""
    found: str = ""
    cause: str = ""


class FormatError(ValueError):
    """A file that does not hold what its loader reads. Every loader raises a class of its own."""

    def __init__(self, fault: FileFault) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        fault = self.fault
        return ": ".join(filter(None, (fault.file, fault.place, fault.code, fault.found, fault.expected, fault.cause)))


@dataclass(frozen=True)
class Between:
    """The range of a number in ``Annotated[int, Between(1, 100)]``, ends included; of a text or list, of its length."""

    low: float
    high: float


FilledText = Annotated[str, Between(1, 2_000)]
"""A text with something in it: an empty one in a list of words would be found everywhere."""
TextList = Annotated[tuple[FilledText, ...], Between(1, 5_000)]


class Loader:
    """Reads the content of one file. Every method but ``fault`` raises a fault as ``error``, which names the file."""

    def __init__(self, file: str, error: type[FormatError]) -> None:
        self.file = file
        self._error = error

    def fault(
        self, code: FaultCode, place: str = "", *, expected: str = "", found: str = "", cause: str = ""
    ) -> FormatError:
        """The error to raise; what a file holds is cut short in it."""
        cut = [words if len(words) <= 80 else words[:79] + "…" for words in (expected, found, " ".join(cause.split()))]
        return self._error(FileFault(code, self.file, place, *cut))

    def text(self, content: bytes) -> str:
        """Content as UTF-8."""
        if len(content) > LARGEST:
            raise self.fault("large", expected=str(LARGEST), found=str(len(content)))
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            raise self.fault("encoding", f"line {line}", found=f"{content[error.start]:#04x}") from error

    def toml(self, content: bytes) -> dict[str, Any]:
        """Content as a TOML table."""
        found: dict[str, Any] = self._parsed(tomllib.loads, self.text(content))
        return found

    def json(self, content: bytes) -> dict[str, Any]:
        """Content as a JSON object."""
        found = self._parsed(json.loads, self.text(content))
        if not isinstance(found, dict):
            raise self.fault("kind", expected="table", found=_kind_of(found))
        return found

    def json_list(self, content: bytes) -> list[Any]:
        """Content as a JSON array."""
        found = self._parsed(json.loads, self.text(content))
        if not isinstance(found, list):
            raise self.fault("kind", expected="list", found=_kind_of(found))
        return found

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines of a list with their numbers, without empty lines and comments, which begin with #."""
        return ((n, line) for n, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#"))

    def rows(self, text: str, separator: str, columns: Sequence[str]) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The lines of a table as (number, cells), each with a cell for every one of ``columns``; a heading is a row.

        A comma as ``separator`` means CSV, where a cell may be in quotation marks; a tab, that no cell has a tab.
        """
        return tuple((n, self._cells(n, line, separator, columns)) for n, line in self.lines(text))

    def records(self, text: str, separator: str, needed: Sequence[str]) -> tuple[tuple[int, dict[str, str]], ...]:
        """The rows of a table under its heading, which has the columns ``needed`` and may have more, by their names."""
        (number, heading), *others = tuple(self.lines(text)) or ((1, ""),)
        names = self._cells(number, heading, separator, ())
        if not set(needed) <= set(names) or len(set(names)) != len(names):
            raise self.fault("columns", f"line {number}", expected=", ".join(needed))
        return tuple((n, dict(zip(names, self._cells(n, line, separator, names), strict=True))) for n, line in others)

    def number(self, cell: str, place: str, allowed: Between) -> float:
        """The number in a cell, in figures: ``12``, ``-0.25``."""
        if not re.fullmatch(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?", cell):
            raise self.fault("kind", place, expected="number", found="text")
        return cast(float, self._in_range(float(cell), allowed, place))

    def pattern(self, rule: str, place: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
        """A regular expression, compiled."""
        try:
            with warnings.catch_warnings():
                # Python warns of what may come to mean something else: that is no rule to go by.
                warnings.simplefilter("error", FutureWarning)
                return re.compile(rule, flags)
        except (re.error, OverflowError, RecursionError, FutureWarning) as error:
            raise self.fault("value", place, found=rule, cause=str(error)) from error

    def demand(self, names: Iterable[str], table: Mapping[str, object], place: str = "") -> None:
        """Raises the fault ``absent`` for the first of ``names`` that a table has not."""
        if (missing := next((name for name in names if name not in table), None)) is not None:
            raise self.fault("absent", place, expected=missing)

    def convert(self, found: object, kind: type[T], place: str = "") -> T:
        """A parsed value as a value of ``kind``: a dataclass (fields without default must be there, no other may),
        ``tuple[X, ...]``, ``Mapping[str, X]``, a Literal, any of them Annotated with Between, str, int, float, bool,
        date, or a choice of them with None. A field of a dataclass that is a word of Python ends in ``_``.
        """
        return cast(T, self._convert(found, kind, place))

    def _cells(self, number: int, line: str, separator: str, columns: Sequence[str]) -> tuple[str, ...]:
        try:
            cells = next(csv.reader([line], strict=True)) if separator == "," else line.split(separator)
        except csv.Error as error:
            raise self.fault("syntax", f"line {number}", cause=str(error)) from error
        if columns and len(cells) != len(columns):
            raise self.fault("columns", f"line {number}", expected=", ".join(columns))
        return tuple(cells)

    def _parsed(self, parse: Callable[[str], Any], text: str) -> Any:
        try:
            return parse(text)
        except RecursionError as error:
            raise self.fault("deep") from error
        except ValueError as error:  # TOMLDecodeError, JSONDecodeError, and a number of more digits than Python reads
            raise self.fault("syntax", cause=str(error)) from error

    def _convert(self, found: object, kind: Any, place: str) -> Any:
        origin, inner = get_origin(kind), get_args(kind)
        if kind in (Any, object):
            return found
        if origin is Annotated:
            return self._in_range(self._convert(found, inner[0], place), inner[1], place)
        if origin in (Union, UnionType):
            return self._one_of(found, inner, place)
        if origin is Literal:
            if not any(found == value and type(found) is type(value) for value in inner):
                raise self.fault(
                    "choice", place, expected=", ".join(str(v) or '""' for v in inner), found=_shown(found)
                )
            return found
        if is_dataclass(kind):
            return self._record(found, cast(type, kind), place)
        if origin is tuple:
            return self._sequence(found, inner, place)
        if origin is not None:
            table = self._demand(found, dict, "table", place)
            return {key: self._convert(value, inner[1], _joined(place, key)) for key, value in table.items()}
        return self._scalar(found, kind, place)

    def _record(self, found: object, kind: type, place: str) -> Any:
        table = self._demand(found, dict, "table", place)
        shape = _shape(kind)
        if strange := next((name for name in table if name not in shape), None):
            raise self.fault("unknown", place, expected=", ".join(shape), found=strange)
        values = {}
        for name, (field, hint, needed) in shape.items():
            if name in table:
                values[field] = self._convert(table[name], hint, _joined(place, name))
            elif needed:
                raise self.fault("absent", place, expected=name)
        return kind(**values)

    def _sequence(self, found: object, inner: tuple[Any, ...], place: str) -> tuple[Any, ...]:
        values = self._demand(found, list, "list", place)
        kinds = [inner[0]] * len(values) if inner[-1] is Ellipsis else list(inner)
        if len(kinds) != len(values):
            raise self.fault("range", place, expected=str(len(kinds)), found=str(len(values)))
        return tuple(
            self._convert(v, k, f"{place}[{n}]") for n, (v, k) in enumerate(zip(values, kinds, strict=True), 1)
        )

    def _one_of(self, found: object, kinds: tuple[Any, ...], place: str) -> Any:
        if found is None and NoneType in kinds:
            return None
        *others, last = (kind for kind in kinds if kind is not NoneType)
        for kind in others:
            try:
                return self._convert(found, kind, place)
            except FormatError:
                continue
        return self._convert(found, last, place)

    def _scalar(self, found: object, kind: Any, place: str) -> object:
        if kind is float:
            if isinstance(found, bool) or not isinstance(found, int | float):
                raise self.fault("kind", place, expected="number", found=_kind_of(found))
            if not math.isfinite(found) or abs(found) > 1e15:
                raise self.fault("range", place, expected="-1e15 - 1e15", found=_shown(found))
            return float(found)
        # A yes is an int and a time is a date to Python, but to no person who writes one.
        right = (
            isinstance(found, kind)
            and not (kind is int and isinstance(found, bool))
            and not isinstance(found, datetime)
        )
        if not right:
            raise self.fault("kind", place, expected=_KINDS[kind], found=_kind_of(found))
        return found

    def _in_range(self, found: Any, allowed: Between, place: str) -> Any:
        size = found if isinstance(found, int | float) else len(found)
        if not allowed.low <= size <= allowed.high:
            raise self.fault("range", place, expected=f"{allowed.low:g}-{allowed.high:g}", found=_shown(size))
        return found

    def _demand(self, found: object, kind: type[T], name: ValueKind, place: str) -> T:
        if not isinstance(found, kind):
            raise self.fault("kind", place, expected=name, found=_kind_of(found))
        return found


_KINDS: Mapping[type, ValueKind] = {
    bool: "yes-or-no", int: "whole-number", float: "number", str: "text", date: "date", list: "list", dict: "table",
}  # fmt: skip


def _kind_of(found: object) -> ValueKind:
    return next((name for kind, name in _KINDS.items() if isinstance(found, kind)), "nothing")


def _shown(found: object) -> str:
    """A wrong value; what is no plain value is named by its kind, since it may be without end."""
    if isinstance(found, int) and abs(found) > 10**18:  # Python refuses to print a number of thousands of digits
        return f"{'-' if found < 0 else ''}1e18+"
    return str(found) if isinstance(found, str | int | float | date) else _kind_of(found)


def _joined(place: str, name: str) -> str:
    return f"{place}.{name[:40]}" if place else name[:40]


@cache
def _shape(kind: type) -> Mapping[str, tuple[str, Any, bool]]:
    """The fields of a dataclass by their name in a file: (field, type, needed)."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name.rstrip("_"): (field.name, hints[field.name], field.default is field.default_factory is MISSING)
        for field in fields(kind)
        if field.init
    }
