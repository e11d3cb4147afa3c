"""Lists of tables as TOML, as the library writes them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any


def write_toml(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> bytes:
    """Lists of tables as TOML, which ``tomllib`` reads back as they were.

    >>> write_toml({"a": [{"b": 'x "y"', "c": {"d": [1]}}]}).decode()
    '[[a]]\\nb = "x \\\\"y\\\\""\\nc = { d = [1] }\\n'
    """
    out = []
    for name, rows in tables.items():
        for row in rows:
            out.append(f"[[{name}]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in row.items()))
    content = "\n".join(out).encode()
    assert tomllib.loads(content.decode()) == {
        name: [dict(row) for row in rows] for name, rows in tables.items() if rows
    }
    return content


def _toml(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_name(key)} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def _name(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else json.dumps(key)
