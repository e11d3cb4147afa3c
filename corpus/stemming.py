"""What different forms of a word have in common, by the Snowball algorithm of its language."""

from __future__ import annotations

import threading
from typing import Any

import snowballstemmer

from corpus.languages import language

_HELD = threading.local()


def stem(word: str, code: str) -> str:
    """The stem of a word in small letters, in the language with a code; the word itself where there is no stemmer.

    Raises UnknownLanguageError.

    >>> stem("meldingerne", "da"), stem("meldingar", "sv")
    ('melding', 'melding')
    """
    algorithm = language(code).stemmer
    return str(_stemmer(algorithm).stemWord(word)) if algorithm else word


def _stemmer(algorithm: str) -> Any:
    """This thread's stemmer: a Snowball stemmer keeps the word it works on in itself."""
    held: dict[str, Any] = _HELD.__dict__
    if algorithm not in held:
        held[algorithm] = snowballstemmer.stemmer(algorithm)
    return held[algorithm]
