"""What a committee wants of the register, and how words are compared in it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date

from corpus.precedents.decision import Decision, DecisionOutcome, Deposit


@dataclass(frozen=True)
class DecisionFilter:
    """The decisions a committee wants; an empty field accepts all. Each word of ``words`` begins a word of the case."""

    instance: str = ""
    outcome: DecisionOutcome = ""
    deposit: Deposit = ""
    unanimous: bool | None = None
    since: date | None = None
    until: date | None = None
    words: str = ""


def searched_words(decision: Decision) -> str:
    """Every word by which a decision is found, as ``folded`` makes them."""
    texts = (part for section in decision.sections for part in (section.title, *section.paragraphs))
    return folded(" ".join((decision.number, decision.event, decision.instance, *texts)))


def folded(text: str) -> str:
    """Small letters without accents, words parted by one blank.

    >>> folded("Østs 2♦, jf. § 16B1(a)")
    'oests 2 jf 16b1 a'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("æ", "ae").replace("ø", "oe").replace("å", "aa"))
    return " ".join("".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split())
