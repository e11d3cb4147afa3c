"""Python's patterns as a browser's: the words of citations are in one place and are read by both."""

from __future__ import annotations

import re
from collections.abc import Mapping

from corpus import ids
from index.search import citation_lookup
from parser.citations import edition, query, query_forms

_WORD = r"\p{L}\p{N}_"
_BOUNDARY = rf"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))"
# Letters and figures as Python knows them, which in a browser's \w are those of English.
_CLASSES = {
    r"[^\W\d_]": r"\p{L}",
    r"[^\W_]": r"[\p{L}\p{N}]",
    r"[^\W\d]": r"[\p{L}_]",
}
_ESCAPES = {"Z": "$", "A": "^", "b": _BOUNDARY, "w": f"[{_WORD}]", "W": f"[^{_WORD}]"}
_SYNTAX = frozenset(r"^$\.*+?()[]{}|/")
_TOKEN = re.compile(
    r"(?P<class>\[\^\\W(?:\\d_?|_)\])|(?P<escape>\\(?:u[0-9a-f]{4}|.))|(?P<group>\(\?P<|\(\?i:|\()|(?P<char>.)",
    re.DOTALL,
)


def browser_pattern(pattern: re.Pattern[str]) -> tuple[str, str]:
    r"""The source and the flags of a pattern in JavaScript. Raises ValueError for what it cannot be there.

    >>> browser_pattern(re.compile(r"(?P<n>\w+)\b(?i:lov)\Z"))[0].startswith(r"(?<n>[\p{L}\p{N}_]+)(?:(?<=")
    True
    >>> browser_pattern(re.compile(r"[^\W\d_]+\#", re.IGNORECASE))
    ('\\p{L}+#', 'ui')
    """
    if pattern.flags & (re.MULTILINE | re.VERBOSE | re.ASCII):
        raise ValueError(f"flags of {pattern.pattern!r}")
    out: list[str] = []
    in_class, folds = False, [False]
    for token in _TOKEN.finditer(pattern.pattern):
        text = token.group()
        if token["class"] and not in_class:
            out.append(_CLASSES[text])
        elif token["escape"]:
            out.append(_escaped(text, in_class))
        elif in_class:
            in_class = text != "]"
            out.append(text)
        elif token["group"]:
            folds.append(folds[-1] or text == "(?i:")
            out.append({"(?P<": "(?<", "(?i:": "(?:"}.get(text, text))
        elif text == ")":
            folds.pop()
            out.append(text)
        else:
            in_class = text == "["
            out.append(f"[{text.lower()}{text.upper()}]" if folds[-1] and text.isalpha() else text)
    flags = "u" + "i" * bool(pattern.flags & re.IGNORECASE) + "s" * bool(pattern.flags & re.DOTALL)
    return "".join(out), flags


def citation_patterns() -> Mapping[str, tuple[str, str]]:
    """All that citations are read by, by name, as source and flags in JavaScript."""
    modules = (ids.PATTERNS, query.PATTERNS, query_forms.PATTERNS, edition.PATTERNS, citation_lookup.PATTERNS)
    return {name: browser_pattern(pattern) for patterns in modules for name, pattern in patterns.items()}


def _escaped(text: str, in_class: bool) -> str:
    char = text[1]
    if in_class:
        if char in "WAZb":
            raise ValueError(f"{text} in a class")
        return _WORD if char == "w" else text
    if char in _ESCAPES:
        return _ESCAPES[char]
    return text if char.isalnum() or char in _SYNTAX else char
