"""Words cut at the end of a line, put together again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from corpus.languages import CAPITALS
from parser.lang.words import any_of, every_word

# "ud- eller tilspil": the hyphen stands for the word that follows later.
_AND = re.compile(any_of(every_word("ands")) + r"(?!\w)", re.IGNORECASE)


def joined_words(text: str, words: str, known: Mapping[str, int]) -> str:
    """``text`` made ready for ``words`` of the next line behind it: with a blank, or without the hyphen of a cut word.

    ``known`` is how often the document has each word elsewhere: a hyphen stays where it belongs to the word.

    >>> joined_words("UD-", "ELLER TILSPIL", {}), joined_words("1500–", "1740", {})
    ('UD- ', '1500–')
    >>> joined_words("kan turne-", "ringslederen", {}), joined_words("ikke-", "fejlende", {"ikke-fejlende": 1})
    ('kan turne', 'ikke-')
    """
    if not text:
        return text
    if text.endswith("\N{SOFT HYPHEN}"):
        return text[:-1]
    if re.search(r"\d–\Z", text) and words[:1].isdigit():
        return text  # "1500–1740", parted behind the dash
    cut = re.search(r"([\w-]*\w)-\Z", text)
    tail = re.match(r"[\w-]*", words)
    if cut is None or not tail or not tail[0] or _AND.match(words):
        return f"{text} "
    head, rest = cut[1], tail[0]
    shouted = head.isupper() and rest.isupper()
    if not rest[0].islower() and not shouted:
        return text
    whole, parted = _count(head + rest, known), _count(f"{head}-{rest}", known)
    if whole or parted:
        return text if parted >= whole else text[:-1]
    # "NS-spiller": a hyphen behind a few capitals or figures is one of the word.
    own = f"{head.lower()}-*" in known or (
        not shouted and re.search(rf"(?:\A|-)(?:[A-Z{CAPITALS}]{{2,3}}|\d+)\Z", head)
    )
    return text if own else text[:-1]


def word_counts(words: Iterable[str]) -> Mapping[str, int]:
    """What ``joined_words`` asks: how often each word is there, in small letters ("KP-OPGØRELSE" is in a heading what
    "KP-opgørelse" is in the text), and of those with a hyphen the part before it as "ikke-*".

    >>> sorted(word_counts(["Ikke-fejlende", "ud-"]))
    ['ikke-*', 'ikke-fejlende', 'ud-']
    """
    found = Counter(word.casefold() for word in words)
    return found | {f"{match[1].lower()}-*": 1 for word in found if (match := re.match(r"(\w{3,})-\w", word))}


def _count(word: str, known: Mapping[str, int]) -> int:
    return known.get(word.casefold(), 0)
