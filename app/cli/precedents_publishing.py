"""``lovbro precedents publish``, ``withdraw`` and ``published``: what everybody may read of the register."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from app.cli.output import print_json
from app.cli.precedents import NoSuchCaseError, one_case
from app.committee.publishing import published_copy
from app.i18n.errors import fault_words
from corpus.precedents import publication
from corpus.precedents.published import published_cases


class BadReplacementError(ValueError):
    """A replacement that is not written as NAME=WORDS."""


def publish(case: str, who: str, replacements: Iterable[str], kept: Iterable[str], as_json: bool) -> None:
    """Publish a copy of one case. Raises NoSuchCaseError, NamesLeftError, BrokenCitationError and OSError."""
    pairs: dict[str, str] = {}
    for typed in replacements:
        name, sign, other = typed.partition("=")
        if not sign or not name.strip():
            raise BadReplacementError(f"{typed!r} is no replacement such as 'Ib Lund=A'")
        pairs[name.strip()] = other.strip()
    copy = published_copy(one_case(case), pairs, frozenset(kept))
    entry = publication.publish(published_cases(), copy, who, datetime.now())
    _told(asdict(entry), f"{entry.key}: everybody may read it now on a server that is started with --public", as_json)


def withdraw(key: str, who: str, as_json: bool) -> None:
    """Withdraw a published case. Raises NoSuchCaseError and OSError."""
    try:
        entry = publication.withdraw(published_cases(), key, who, datetime.now())
    except KeyError as error:
        raise NoSuchCaseError(f"{key} is not published: lovbro precedents published") from error
    _told(asdict(entry), f"{entry.key}: withdrawn", as_json)


def published(as_json: bool) -> bool:
    """Print what is published; False when a file of it cannot be read."""
    decisions, faults = published_cases().load()
    reasons = [fault_words(fault, "en") for fault in faults]
    if as_json:
        rows = [{"key": one.key, "number": one.number, "summary": one.summary} for one in decisions]
        print_json({"decisions": rows, "damaged": reasons})
    else:
        for one in decisions:
            print(f"{one.key}  {one.number}  {one.summary}")
        if not decisions:
            print("nothing is published")
    for reason in reasons:
        print(f"lovbro: {reason}", file=sys.stderr)
    return not faults


def _told(record: dict[str, Any], sentence: str, as_json: bool) -> None:
    if as_json:
        print_json(record)
    else:
        print(sentence)
