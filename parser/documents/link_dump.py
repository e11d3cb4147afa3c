"""Pages that a text browser wrote as plain text: each link has a number in brackets, and a list of where they lead
ends the file."""

from __future__ import annotations

import re

_TARGET = re.compile(r"[ \t]*(\d{1,5})\. \S*(?:://|file:|mailto:|#)\S*[ \t]*")
_NUMBER = re.compile(r"\[(\d{1,5})\]")
_LEAST = 5  # links of such a list


def without_link_numbers(text: str) -> str:
    """The text without the list of links at its end and their numbers in it; any other text as it is.

    >>> links = "".join(f"  {n}. https://a.example/{n}\\n" for n in range(1, 6)) + "  6. #\\n"
    >>> without_link_numbers(f"Se [2]§ 16 og [9].\\n\\nReferences\\n\\n{links}")
    'Se § 16 og [9].\\n'
    """
    lines = text.splitlines(keepends=True)
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    numbers: list[int] = []
    while end and (match := _TARGET.fullmatch(lines[end - 1].rstrip("\r\n"))):
        numbers.append(int(match[1]))
        end -= 1
        while end and not lines[end - 1].strip():
            end -= 1
    numbers.reverse()
    if len(numbers) < _LEAST or numbers != list(range(1, len(numbers) + 1)):
        return text
    if end and len(lines[end - 1].split()) < 3:  # the heading of the list
        end -= 1
    while end and not lines[end - 1].strip():
        end -= 1
    known = frozenset(map(str, numbers))
    return _NUMBER.sub(lambda match: "" if match[1] in known else match[0], "".join(lines[:end]))
