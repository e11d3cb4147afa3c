"""Fields of a dossier by name, those of its rows too: what a form, a journal and a merge call the same place.

A name is that of a field of ``Dossier``, with the parts of the way behind it: ``facts``, ``times-published``,
``views-0-text`` (rows count from 0), ``done-hearing-at`` (the step), ``entries-q1a2b3c4d-comment`` (a quotation by the
first digits of a sum, so that it is found again when another person has moved it). Names have letters, digits, ``-``
and ``_`` alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from corpus.dossiers.dossier import DoneStep, Dossier, DossierEntry, Quotation

_DIGITS = 8
_NAMES = frozenset(field.name for field in fields(Dossier)) - {"key"}


class NoSuchFieldError(LookupError):
    """A name that no field of the dossier has, or none any more."""


def entry_row(entries: Sequence[DossierEntry], number: int) -> str:
    """The name of an entry's row: by its quotation, or by its place where it is a remark or is quoted twice."""
    found = entries[number]
    if not isinstance(found, Quotation) or any(_is_named(one, _sum(found)) for one in entries[:number]):
        return str(number)
    return _sum(found)


def value_at(dossier: Dossier, name: str) -> Any:
    """What a field holds. Raises NoSuchFieldError.

    >>> value_at(Dossier("sag-1", "Sag 1", "da", facts="Nord passede."), "facts")
    'Nord passede.'
    """
    head, row, attribute = _parts(name)
    value = getattr(dossier, head)
    if not attribute:
        return value
    holder = value[_place(value, row)] if row else value
    if attribute not in vars(holder):
        raise NoSuchFieldError(name)
    return getattr(holder, attribute)


def with_value(dossier: Dossier, name: str, value: Any) -> Dossier:
    """The dossier with another value in a field. Raises NoSuchFieldError.

    >>> with_value(Dossier("sag-1", "Sag 1", "da"), "times-published", "14:30").times.published
    '14:30'
    """
    head, row, attribute = _parts(name)
    if not attribute:
        return replace(dossier, **{head: value})
    value_at(dossier, name)
    held = getattr(dossier, head)
    if not row:
        return replace(dossier, **{head: replace(held, **{attribute: value})})
    place = _place(held, row)
    changed: Any = (*held[:place], replace(held[place], **{attribute: value}), *held[place + 1 :])
    return replace(dossier, **{head: changed})


def _parts(name: str) -> tuple[str, str, str]:
    """Field, row, and field within it; the last two may be empty."""
    head, _, rest = name.partition("-")
    row, _, attribute = rest.rpartition("-")
    if head not in _NAMES:
        raise NoSuchFieldError(name)
    return head, row, attribute


def _place(rows: Any, row: str) -> int:
    if not isinstance(rows, tuple):
        raise NoSuchFieldError(row)
    if row.isascii() and row.isdigit() and int(row) < len(rows):
        return int(row)
    for place, one in enumerate(rows):
        if _is_named(one, row):
            return place
    raise NoSuchFieldError(row)


def _is_named(one: Any, row: str) -> bool:
    return (isinstance(one, DoneStep) and one.step == row) or (isinstance(one, Quotation) and _sum(one) == row)


def _sum(quotation: Quotation) -> str:
    source = f"{quotation.expression} {quotation.place} {quotation.sha256}"
    return f"q{hashlib.sha256(source.encode('utf-8', 'surrogatepass')).hexdigest()[:_DIGITS]}"
