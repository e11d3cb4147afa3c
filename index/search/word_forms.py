"""Which words are forms of one word: "spilleren" and "spillere" are, "fel" and "felande" are two, though a stemmer cuts
both to one stem.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache

from corpus.languages import LANGUAGES
from corpus.text import common_start

SHORTEST = 3  # letters that two forms of a word share
MOST_APART = 4  # letters by which what they share may be longer than their stem: "spela" of "spelar" and "spelade"


@lru_cache(maxsize=65_536)
def is_same_word(one: str, other: str, language: str) -> bool:
    """True when two folded words with a common stem differ by no more than endings of a language.

    >>> is_same_word("spelar", "spelade", "sv"), is_same_word("udspil", "udspillet", "da")
    (True, True)
    >>> is_same_word("fel", "felande", "sv"), is_same_word("sen", "senere", "da"), is_same_word("spil", "spiller", "da")
    (False, False, False)
    """
    if one == other:
        return True
    endings = _endings(language)
    if not endings:  # nothing is known of the language beside its stems
        return True
    shared = common_start(one, other)
    for stem in range(shared, max(SHORTEST, shared - MOST_APART) - 1, -1):
        if _ending(one, stem) in endings and _ending(other, stem) in endings:
            return True
    return False


def is_form(word: str, forms: frozenset[str], language: str) -> bool:
    """True when a folded word is the same word as one of some.

    >>> is_form("spelade", frozenset({"kort", "spelar"}), "sv")
    True
    """
    return any(
        is_same_word(word, form, language) for form in _by_start(forms, language).get(_start(word, language), ())
    )


def forms_in(keys: Collection[str]) -> tuple[str, ...]:
    """The words among some keys: those that are the beginning of no longer one, as stems are.

    >>> forms_in({"fel", "felande"})
    ('felande',)
    """
    in_order = sorted(keys)  # what begins with a key stands right behind it
    return tuple(
        key for at, key in enumerate(in_order) if not any(one.startswith(key) for one in in_order[at + 1 : at + 2])
    )


@lru_cache(maxsize=64)
def _by_start(forms: frozenset[str], language: str) -> dict[str, list[str]]:
    """Some words by the letters that another has to share with one: few of a text begin as one of a question does."""
    found: dict[str, list[str]] = {}
    for form in sorted(forms):
        found.setdefault(_start(form, language), []).append(form)
    return found


def _start(word: str, language: str) -> str:
    return word[:SHORTEST] if _endings(language) else ""


def _ending(word: str, stem: int) -> str:
    """What follows the stem; a consonant doubled before an ending is none of it: "udspil-l-et", but not "spil-l-er"."""
    rest = word[stem:]
    return rest[1:] if len(rest) > 1 and rest[0] == word[stem - 1] and rest[2:3] != "r" else rest


@cache
def _endings(language: str) -> frozenset[str]:
    own = LANGUAGES[language]
    known = {*own.endings, *own.inflections}.difference(own.derivations)
    return frozenset({"", *known}) if known else frozenset()
