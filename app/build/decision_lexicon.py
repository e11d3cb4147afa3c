"""The words with which decisions are read; what a committee writes, and a book's language, are known by them too."""

from __future__ import annotations

from functools import lru_cache

from corpus.store import load_lexicon
from parser.decisions.lexicon import DecisionLexicon, read_lexicon

LEXICON = "decisions.toml"
_read = lru_cache(maxsize=2)(read_lexicon)  # by its text, so that another data folder has its own


def decision_lexicon() -> DecisionLexicon:
    """The lexicon of the data folder, taken apart once in a process.

    Raises DecisionLexiconError naming the place, or the OSError of a file that is not there.

    >>> decision_lexicon() is decision_lexicon()
    True
    """
    return _read(load_lexicon(LEXICON))
