"""The words with which decisions are read; what a committee writes, and a book's language, are known by them too."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from corpus.store import load_lexicon
from parser.decisions.lexicon import DecisionLexicon, read_lexicon

if TYPE_CHECKING:  # only who takes decisions in waits for the model, and for what reads them
    from parser.decisions.meanings import DecisionMeanings

LEXICON = "decisions.toml"
OUTCOME_WEIGHTS = "outcome-weights.tsv"
_read = lru_cache(maxsize=2)(read_lexicon)  # by its text, so that another data folder has its own


def decision_lexicon() -> DecisionLexicon:
    """The lexicon of the data folder, taken apart once in a process.

    Raises DecisionLexiconError naming the place, or the OSError of a file that is not there.

    >>> decision_lexicon() is decision_lexicon()
    True
    """
    return _read(load_lexicon(LEXICON))


@cache
def outcome_meanings() -> DecisionMeanings | None:
    """What tells outcomes by what decisions say as a whole; None where there is no such model for this machine.

    Raises FormatError for weights that are damaged.
    """
    from index.search.sentence_model import open_outcome_model
    from parser.decisions.meanings import DecisionMeanings, DecisionWeights
    from parser.decisions.windows import LONGEST

    model = open_outcome_model()
    if model is None:
        return None
    return DecisionMeanings(partial(model.vector, longest=LONGEST), DecisionWeights.read(load_lexicon(OUTCOME_WEIGHTS)))
