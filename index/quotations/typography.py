"""Words and signs of a text with only that typography put aside which cannot change what is said.

Put aside are: the look of quotation marks, hyphens and dashes; blanks that do not break and soft hyphens; how a letter
with its mark is coded; ligatures; a word split at the end of a line. Letters, their case, digits, commas and full stops
are what is compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal

TypographyCode = Literal["quotes", "dashes", "blanks", "coding", "hyphenation"]

_QUOTES = dict.fromkeys('«»„“”‟″"', '"') | dict.fromkeys("‘’‚‛‹›′`´'", "'")
_DASHES = dict.fromkeys("‐‑‒–—―−-", "-")
_SIGNS = _QUOTES | _DASHES | {"…": "..."}
_BLANKS = frozenset("\u00a0\u202f\u2007\u2009\u200b\u2060\ufeff\u00ad")
_WORD = r"[\w\u0300-\u036f\u00ad\u200b\u2060]+"
_TOKEN = re.compile(rf"{_WORD}|\.\.\.+|--+|[^\w\s]")
_SPLIT = re.compile(rf"(?P<head>{_WORD})[-\u2010\u2011\u00ad][ \t]*\n[ \t]*(?P<tail>{_WORD})")
_LIGATURES = {chr(code): unicodedata.normalize("NFKD", chr(code)) for code in range(0xFB00, 0xFB07)}
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))


@dataclass(frozen=True)
class WordToken:
    """A word or a sign: ``form`` is what is compared, the text has it at ``start`` to ``end``."""

    form: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """True for letters and digits."""
        return self.form[0].isalnum()


def text_tokens(text: str, vocabulary: Container[str] = frozenset()) -> tuple[WordToken, ...]:
    """The words and signs of a text. A word split at a line end is joined when ``vocabulary`` has the whole.

    >>> [token.form for token in text_tokens("“må” – han")]
    ['"', 'må', '"', '-', 'han']
    >>> [token.form for token in text_tokens("turne-\\nring", {"turnering"})]
    ['turnering']
    """
    return tuple(_tokens(text, vocabulary))


def typography(one: str, other: str) -> tuple[TypographyCode, ...]:
    """In what typography two spellings of the same words differ.

    >>> typography("”må\\xa0ikke”", '"må ikke"')
    ('quotes', 'blanks')
    """
    found: list[TypographyCode] = []
    if _only(one, _QUOTES) != _only(other, _QUOTES):
        found.append("quotes")
    if _only(one, _DASHES) != _only(other, _DASHES) and not (_SPLIT.search(one) or _SPLIT.search(other)):
        found.append("dashes")
    if any(char in _BLANKS for char in one) != any(char in _BLANKS for char in other):
        found.append("blanks")
    if _coded(one) or _coded(other):
        found.append("coding")
    if bool(_SPLIT.search(one)) != bool(_SPLIT.search(other)):
        found.append("hyphenation")
    return tuple(found)


def word_form(word: str) -> str:
    """A word as it is compared: one code for each letter, no ligature, nothing invisible."""
    plain = unicodedata.normalize("NFC", word.translate(_INVISIBLE))
    return "".join(_LIGATURES.get(char, char) for char in plain)


def _tokens(text: str, vocabulary: Container[str]) -> Iterator[WordToken]:
    end = 0
    for match in _TOKEN.finditer(text):
        if match.start() < end:
            continue
        split = _SPLIT.match(text, match.start())
        if split and (joined := word_form(split["head"] + split["tail"])) in vocabulary:
            end = split.end()
            yield WordToken(joined, match.start(), end)
            continue
        raw, end = match.group(), match.end()
        if raw[0] in _SIGNS or raw.startswith(("..", "--")):
            form = "..." if raw[0] in "…." else "-" if raw[0] == "-" else _SIGNS[raw[0]]
            yield WordToken(form, match.start(), end)
        elif form := word_form(raw):
            yield WordToken(form, match.start(), end)


def _only(text: str, signs: Container[str]) -> str:
    return "".join(char for char in text if char in signs)


def _coded(text: str) -> bool:
    return any(char in _LIGATURES for char in text) or unicodedata.normalize("NFC", text) != text
