"""What a label may begin with or look like in any format: "Litra C", "Nr. 2", "16.A.1", and what cites one."""

from __future__ import annotations

import re
from collections.abc import Collection

from corpus.languages import CAPITALS
from parser.lang.words import LANGUAGES, any_of, every_word, words_of


def before_part(words: Collection[str]) -> str:
    """A pattern for one of some words, in small letters, before a label of at most four signs."""
    return rf"{any_of(set(words))}\s+(?=[(\[]?\w{{1,4}}(?!\w))"


_SIGNS = {sign for code in LANGUAGES for sign in words_of(code).part_signs}
_PART_SIGNS = any_of(_SIGNS)
KIND = before_part(_SIGNS)
"""A pattern for a word that says of what kind the label behind it is."""
_ATOM = r"[(\[]?(?:X?\d{1,3}|[A-Za-z]|[ivx]{1,5})[.):\]]{0,2}"
_NEXT = (
    rf"(?:(?:\s+|(?<=[.)])){_ATOM}|(?<=\d)\(?[a-z][.):\]]{{0,2}}(?![a-z])|(?<=[a-z])\d{{1,2}}[.):\]]{{0,2}}"
    r"|\([a-z\d]{1,4}\))"
)
_TYPED = re.compile(rf"(?:{_PART_SIGNS}\s+|§+\s*)?{_ATOM}{_NEXT}{{0,4}}", re.IGNORECASE)
_FIGURES = rf"X?\d{{1,3}}(?:(?:\.[1-9]\d?){{2,4}}(?!\.?\d)|\.[1-9]\d?(?=\s+(?-i:[A-Z{CAPITALS}])))"
DOTTED = rf"(?:X?\d{{1,3}}\.[A-Z](?:\.\d{{1,2}})?(?:\.?\(?[a-z]{{1,4}}\)?){{0,2}}|{_FIGURES})"
"""A pattern for a whole number with points: "16.C.2.(a)", "16.3.2.1", "16.3" before a capital."""


LAW_SIGNS = any_of((*every_word("signs"), *every_word("title_signs")))
"""A pattern for a sign or word before the number of a law."""
LAW_WORD = any_of((*every_word("law_words"), *every_word("title_signs")))
"""A pattern for a word before the number of one law, where it begins."""
_POINTERS = any_of({word.removesuffix(".") for word in every_word("pointers")})
CALLS_NUMBER = re.compile(rf"(?:§+|(?<!\w)(?:{LAW_WORD}|{_POINTERS}\.?))\s*\Z", re.IGNORECASE)
"""The end of words behind which a number is that of a citation."""


def is_typed_label(words: str) -> bool:
    """True for words that are a label and nothing else: whether they are bold says nothing of the heading behind.

    >>> is_typed_label("A."), is_typed_label("§ 16 C 2"), is_typed_label("Hvis")
    (True, True, False)
    """
    return _TYPED.fullmatch(words.strip()) is not None


def is_word(before: str, words: str) -> bool:
    """True for a letter alone that is no label but a word of the sentence behind it.

    >>> is_word("I", " tilfælde af"), is_word("A\\t", "Rang"), is_word("I", "\\tilfælde")
    (True, False, False)
    """
    letter = before.strip()
    parted = " " in before[-1:] + words[:1] and "\t" not in before + words[:1]
    return len(letter) == 1 and letter.isalpha() and parted and words.lstrip()[:1].islower()
