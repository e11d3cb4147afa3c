"""What a committee wants of the register, and how words are compared in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from corpus.precedents.decision import Decision, DecisionOutcome, Deposit

TellableField = Literal["instance", "outcome", "unanimous", "deposit", "played"]
TELLABLE: tuple[TellableField, ...] = get_args(TellableField)
STEMMED = ("da", "nb", "sv")
"""The languages whose decisions are found by other forms of their words too."""
_RUN = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class DecisionFilter:
    """The decisions a committee wants; an empty field accepts all. Each word of ``words`` begins a word of the case, or
    has the stem of one by the Snowball algorithm of the case's language, if that is among ``STEMMED``. What is in
    ``untold`` is unknown in each of them.
    """

    instance: str = ""
    outcome: DecisionOutcome = ""
    deposit: Deposit = ""
    unanimous: bool | None = None
    since: date | None = None
    until: date | None = None
    words: str = ""
    untold: tuple[TellableField, ...] = ()


def searched_text(decision: Decision) -> str:
    """All that is searched of a decision."""
    texts = (part for section in decision.sections for part in (section.title, *section.paragraphs))
    return " ".join((decision.number, decision.event, decision.instance, *texts))


def written_words(text: str) -> Iterator[tuple[str, str]]:
    """Each word as ``folded`` makes it, and as written in small letters; empty where it has others than letters.

    >>> list(written_words("Østs meldinger, § 16B"))
    [('oests', 'østs'), ('meldinger', 'meldinger'), ('16b', '')]
    """
    for piece in text.split():
        plain, written = folded(piece).split(), _RUN.findall(unicodedata.normalize("NFC", piece.casefold()))
        alike = len(plain) == len(written)
        for number, word in enumerate(plain):
            yield word, written[number] if alike and written[number].isalpha() else ""


def folded(text: str) -> str:
    """Small letters without accents, words parted by one blank.

    >>> folded("Østs 2♦, jf. § 16B1(a)")
    'oests 2 jf 16b1 a'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("æ", "ae").replace("ø", "oe").replace("å", "aa"))
    return " ".join("".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split())
