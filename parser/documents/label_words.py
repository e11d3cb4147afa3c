"""What a label may begin with or look like in any format: "Litra C", "Nr. 2", "16.A.1"."""

from __future__ import annotations

import re

from parser.lang.words import LANGUAGES, any_of, words_of

_PART_SIGNS = any_of({sign for code in LANGUAGES for sign in words_of(code).part_signs})
KIND = rf"{_PART_SIGNS}\s+(?=[(\[]?\w{{1,4}}(?!\w))"
"""A pattern for a word that says of what kind the label of at most four signs behind it is; in small letters."""
_ATOM = r"[(\[]?(?:X?\d{1,3}|[A-Za-z]|[ivx]{1,5})[.):\]]{0,2}"
_NEXT = (
    rf"(?:(?:\s+|(?<=[.)])){_ATOM}|(?<=\d)\(?[a-z][.):\]]{{0,2}}(?![a-z])|(?<=[a-z])\d{{1,2}}[.):\]]{{0,2}}"
    r"|\([a-z\d]{1,4}\))"
)
_TYPED = re.compile(rf"(?:{_PART_SIGNS}\s+|§+\s*)?{_ATOM}{_NEXT}{{0,4}}", re.IGNORECASE)
DOTTED = r"X?\d{1,3}\.[A-Z](?:\.\d{1,2})?(?:\.?\(?[a-z]{1,4}\)?){0,2}"
"""A pattern for a whole number with points: "16.C.2.(a)"."""


def is_typed_label(words: str) -> bool:
    """True for words that are a label and nothing else: whether they are bold says nothing of the heading behind.

    >>> is_typed_label("A."), is_typed_label("§ 16 C 2"), is_typed_label("Hvis")
    (True, True, False)
    """
    return _TYPED.fullmatch(words.strip()) is not None
