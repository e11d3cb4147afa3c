"""How rules of the lexicon of decisions become patterns: parts in braces, lists of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

PatternCompiler = Callable[..., re.Pattern[str]]
"""Compiles a rule and names its place in the file where it is none."""
_PART = re.compile(r"\{([a-z]+)\}")  # "{director}" in a pattern; "{0,3}" counts


def with_parts(pattern: PatternCompiler, parts: Mapping[str, str]) -> PatternCompiler:
    """Compiles a rule with the patterns of ``parts`` where their names stand in braces: "follows {director}".

    A part may be made of those above it. A name in braces that is no part makes the rule one that cannot be compiled.
    """
    whole: dict[str, str] = {}

    def filled(rule: str) -> str:
        return _PART.sub(lambda match: whole.get(match[1], "(?"), rule)

    for name, rule in parts.items():
        whole[name] = filled(rule)

    def compiled(rule: str, place: str, flags: int = 0) -> re.Pattern[str]:
        return pattern(filled(rule), place, flags)

    return compiled


def any_word(words: Iterable[str]) -> str:
    """A rule for any of some words, each a rule itself, as whole words.

    >>> any_word(("stands", "upheld"))
    '(?<!\\\\w)(?:stands|upheld)(?!\\\\w)'
    """
    return rf"(?<!\w)(?:{'|'.join(words)})(?!\w)"


def joined_rules(rules: str | Sequence[str]) -> str:
    """One rule for any of some; a single one as it is."""
    return rules if isinstance(rules, str) else "|".join(rules)
