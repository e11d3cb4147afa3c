"""What a person decided about differences between languages, in the library: ``parity/judgements.toml``.

It lies over the judgements that come with Lovbro, in the same form; one about the same finding takes their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corpus.files import locked, read_whole, write_atomic
from corpus.homes import library_dir
from corpus.own_texts import OwnTextError
from corpus.schema import Loader
from corpus.toml_tables import write_toml

_NAME = "parity/judgements.toml"
_FINDING = ("row", "kind", "one", "other", "one_has", "other_has")


def judgements_over(shipped: Mapping[str, Any]) -> dict[str, Any]:
    """The shipped judgements with the person's own in their place. Raises OwnTextError for a damaged file."""
    own = _own()
    decided = {_key(one) for one in own}
    return {"judgement": [*(one for one in shipped.get("judgement", ()) if _key(one) not in decided), *own]}


def judge(finding: Mapping[str, str], status: str, reason: str) -> None:
    """Keep a decision about a finding, in place of an earlier one. Raises OwnTextError and OSError."""
    with locked(_file().parent):
        kept = [one for one in _own() if _key(one) != _key(finding)]
        write_atomic(_file(), write_toml({"judgement": [*kept, {**finding, "status": status, "reason": reason}]}))


def _own() -> list[Mapping[str, Any]]:
    if not _file().exists():
        return []
    load = Loader(_NAME, OwnTextError)
    found = load.toml(read_whole(_file(), load)).get("judgement", [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise load.fault("kind", "judgement", expected="list", found="text")
    return found


def _key(judgement: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(judgement.get(name, "")) for name in _FINDING)


def _file() -> Path:
    return library_dir() / _NAME
