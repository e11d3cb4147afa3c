"""Damage as people, disks and other programs do it to files: the same for the same seed.

``LOVBRO_FUZZ`` is the number of files of each format; ``make fuzz`` sets it, and lets the seed be another each time.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from copy import deepcopy

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
