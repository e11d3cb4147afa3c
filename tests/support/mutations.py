"""Damage as people, disks and other programs do it to files: the same for the same seed.

``LOVBRO_FUZZ`` is the number of files of each format; ``make fuzz`` sets it, and lets the seed be another each time.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import tomllib
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import date
from itertools import islice
from typing import Any

from lxml import etree

SEED = int(os.environ.get("LOVBRO_FUZZ_SEED", "20261122"))
COUNT = int(os.environ.get("LOVBRO_FUZZ", "200"))

# What stands where something else is wanted; in TOML most are values of another kind.
VALUES = (
    "5", "-1", "inf", "nan", "[inf, 2]", "[]", "{}", '""', '"banana"', "true", "1979-05-27", "07:32:00", '["a"]',
    "[1, 2, 3]", "9" * 5000, "1e999", "[" * 400 + "]" * 400, "[" * 4000, '"' + "x" * 100_000 + '"', "[{}]", "[5]",
    "{a = {a = {a = 1}}}", '[[["a"]]]', '"\\u0000"',
)  # fmt: skip
WORDS = ["", "banana", "5", "-1", "inf", "x" * 100_000, "16Z9z", "☃", "a b c", "'", "#", "~sec_0", " "]
EVIL_NAMES = ("../evil", "/tmp/evil", "a/../../evil", "C:evil", "..\\evil", ".evil", "a//evil", "", "evil/", "x" * 300)
BYTES = (b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b"\xed\xa0\x80", b'"', b"[[", b"<", b"&", b"]]>", b"\t", b",")


def seeded() -> random.Random:
    """The source of chance of one test."""
    print(f"LOVBRO_FUZZ_SEED={SEED}")  # shown with a failure
    return random.Random(SEED)


def damaged_text(content: bytes, chance: random.Random, count: int = COUNT) -> Iterator[bytes]:
    """TOML, CSV, TSV, JSON or plain text, damaged in ``count`` ways: cut off, doubled, a field of another kind ..."""
    for _ in range(count):
        yield chance.choice(_TEXT)(content, chance)


def damaged_xml(content: bytes, chance: random.Random, count: int = COUNT) -> Iterator[bytes]:
    """XML damaged in ``count`` ways, most of them still well-formed."""
    for _ in range(count):
        if chance.random() < 0.3:
            yield chance.choice((_cut, _without_part, _with_byte, _repeated))(content, chance)
        else:
            yield _other_tree(content, chance)


def hostile_zip(parts: Mapping[str, bytes], chance: random.Random) -> bytes:
    """A zip with the ``parts`` of a sound one, one of them or the list of them made evil: outside, twice, a link ..."""
    changed = dict(parts)
    name = chance.choice(sorted(parts))
    other = chance.choice(EVIL_NAMES)
    way = chance.randrange(6)
    if way == 0:
        changed[other] = b"evil"
    elif way == 1:
        changed[other] = changed.pop(name)
    elif way == 2:
        changed = {one: content.replace(name.encode(), other.encode()) for one, content in changed.items()}
    elif way == 3:
        spoilt = next(damaged_text(changed[name], chance, 1)) if changed[name] else b"x"
        changed[name] = spoilt
    out = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a name twice
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
            for one, content in changed.items():
                info = zipfile.ZipInfo(one or "x", (1980, 1, 1, 0, 0, 0))
                if way == 4 and one == name:
                    info.external_attr, content = 0o120777 << 16, b"/tmp/evil"  # a link
                made.writestr(info, content)
            if way == 5:
                made.writestr(name, b"evil")
    return out.getvalue()


def shortened(toml: bytes) -> bytes:
    """A TOML file of the same kind and few words: of every table the first eighty, of every list the first three, of
    every text the first four lines. Two hundred of it are read in the time of one, and damage hits every table.
    """
    return "".join(_sections(_short(tomllib.loads(toml.decode())), ())).encode()


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in islice(value.items(), 80)}
    if isinstance(value, list):
        return [_short(inner) for inner in value[:3]]
    if isinstance(value, str) and len(value) > 200 and not any(sign in value for sign in ("\\", "(?")):  # no pattern
        return "\n".join(" ".join(line.split(" ")[:6]) for line in value.splitlines()[:4])
    return value


def _sections(table: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, dict) and not _is_blocks(value):
            yield f"{_key(key)} = {_toml(value)}\n"
    for key, value in table.items():
        name = ".".join(map(_key, (*path, key)))
        for block in [value] if isinstance(value, dict) else value if _is_blocks(value) else []:
            yield f"[{name}]\n" if isinstance(value, dict) else f"[[{name}]]\n"
            yield from _sections(block, (*path, key))


def _is_blocks(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return value.isoformat() if isinstance(value, date) else json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _without_part(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    return content[:start] + content[start + chance.choice((1, 20, 2000)) :]


def _with_byte(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + chance.choice(BYTES) + content[at:]


def _repeated(content: bytes, chance: random.Random) -> bytes:
    return content * chance.choice((0, 2))


def _without_line(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def _line_twice(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    return b"".join((*lines[: at + 1], *lines[at:]))


def _other_value(content: bytes, chance: random.Random) -> bytes:
    """A value, cell or list of one line becomes something else."""
    lines = content.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    value = chance.choice(VALUES).encode()
    for sign in (b" = ", b": ", b"\t", b","):
        head, found, tail = lines[at].partition(sign)
        if found:
            cells = tail.rstrip(b"\n").split(sign)
            cells[chance.randrange(len(cells))] = value
            lines[at] = head + sign + sign.join(cells) + b"\n"
            return b"".join(lines)
    lines[at] = value + b"\n"
    return b"".join(lines)


def _other_name(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    lines[at] = chance.choice(
        (b"[banana]\n", b"[[entry]]\n", b"banana = 1\n", b"[[", lines[at].upper(), b"x" + lines[at])
    )
    return b"".join(lines)


_TEXT = (
    _cut,
    _without_part,
    _with_byte,
    _repeated,
    _without_line,
    _line_twice,
    _other_value,
    _other_value,
    _other_value,
    _other_name,
)


def _other_tree(content: bytes, chance: random.Random) -> bytes:
    root = etree.fromstring(content)
    element = chance.choice([one for one in root.iter() if isinstance(one.tag, str)])
    parent = element.getparent()
    way = chance.randrange(8)
    if way == 0 and element.attrib:
        del element.attrib[chance.choice(list(element.attrib))]
    elif way in (1, 2, 3) and element.attrib:
        element.set(chance.choice(list(element.attrib)), chance.choice(WORDS))
    elif way == 4 and parent is not None:
        parent.remove(element)
    elif way == 5 and parent is not None:
        parent.append(deepcopy(element))
    elif way == 6:
        for _ in range(chance.choice((1, 200, 1500))):
            element = etree.SubElement(element, chance.choice((element.tag, "banana")))
    else:
        element.append(chance.choice((etree.Comment("x"), etree.ProcessingInstruction("x"), etree.Element("banana"))))
        element.tag = chance.choice((element.tag, "banana"))
        element.text = chance.choice(WORDS)
    return etree.tostring(root)
