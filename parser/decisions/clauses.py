"""Clauses of a decision's text, and whether they deny what they speak of.

A negation belongs to its clause: "the ruling is not changed and the deposit is returned" denies one thing and affirms
another. Citations are masked first, so that no dot or bracket in a number ends a clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from parser.decisions.lexicon import DecisionLexicon

MASK = "¤"
_YEAR = 4  # figures; "i 2009. det ..." is no ordinal

# Between marks of one kind, more than a word or two: "the rest" is a player's, and denies or upholds nothing.
_QUOTED = re.compile(r"(?:[“”„»«]|(?<!\w)\")(\S+ [^“”„»«\"]{0,600}?)[“”»«\"](?!\w)")
_ALL_QUOTED = 0.6  # of a paragraph: it prints a decision

BRACKETS = re.compile(r"\([^()]{0,80}\)")

Polarity = Literal["yes", "no", "unclear"]


@dataclass(frozen=True)
class TextClause:
    """``text`` is ``paragraph[start:end]`` in small letters, citations masked; ``sentence`` the whole sentence so.

    ``first`` is True for the first clause of a sentence, ``asks`` where the sentence is a question; ``before`` is the
    clause before in the paragraph.
    """

    text: str
    start: int
    end: int
    sentence: str
    first: bool
    asks: bool = False
    before: str = ""


def masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with every span replaced by as many mask signs.

    >>> masked("se § 16 B.", [(3, 9)])
    'se ¤¤¤¤¤¤.'
    """
    out, at = [], 0
    for start, end in sorted(spans):
        out += [text[at:start], MASK * (end - start)]
        at = end
    return "".join((*out, text[at:]))


def unquoted(text: str) -> str:
    """The text with dots for what stands between quotation marks: it is another's word, unless it is all there is.

    >>> unquoted("Syd sagde »kendelsen er forkert« og gik.")
    'Syd sagde »····················« og gik.'
    """
    quoted = [match.span(1) for match in _QUOTED.finditer(text)]
    if sum(end - start for start, end in quoted) > _ALL_QUOTED * len(text):
        return text
    for start, end in quoted:
        text = text[:start] + "·" * (end - start) + text[end:]
    return text


def clauses(text: str, lexicon: DecisionLexicon) -> Iterator[TextClause]:
    """The clauses of a paragraph in their order. ``text`` has its citations masked."""
    text = lexicon.patterns["broken"].sub(_mended, text)
    low = _without_commas(_same_length(text), lexicon)
    at, before = 0, ""
    for end, after in (*_sentence_ends(text, lexicon), (len(text), len(text))):
        sentence, start = low[at:end], at
        inner = at
        brackets = [found.span() for found in BRACKETS.finditer(low, at, end)]
        within = (m for m in lexicon.inner.finditer(low, at, end) if not any(a < m.start() < z for a, z in brackets))
        for match in (*within, None):
            stop = match.start() if match else end
            if low[inner:stop].strip():
                asks = text[end:after].startswith("?")
                yield TextClause(low[inner:stop], inner, stop, sentence, inner == start, asks, before)
                before = low[inner:stop]
            inner = match.end() if match else end
        at = after


def polarity(clause: str, lexicon: DecisionLexicon) -> Polarity:
    """Whether a clause affirms or denies; ``unclear`` when two negations meet.

    ``clause`` is in small letters.
    """
    bare = lexicon.harmless.sub(" ", clause)
    count = len(lexicon.negation.findall(bare))
    return "yes" if count == 0 else "no" if count == 1 else "unclear"


def _mended(match: re.Match[str]) -> str:
    """A word in one piece, with the blanks of the break behind it: what follows keeps its place."""
    first, gap, last = match.groups()
    return f"{first}{last}{' ' * len(gap)}" if last[0].islower() else match.group()


def _without_commas(text: str, lexicon: DecisionLexicon) -> str:
    """The text with blanks for the commas around a contract, an amount or "therefore"."""
    rules = lexicon.patterns["number_set_in"], lexicon.words["clauses", "set_in"]
    for match in [match for rule in rules for match in rule.finditer(text)]:
        for place in (match.start(), match.start(match.lastindex or 1)):
            text = text[:place] + " " + text[place + 1 :]
    return text


def _sentence_ends(text: str, lexicon: DecisionLexicon) -> Iterator[tuple[int, int]]:
    """Where sentences end, and where the next begins."""
    for match in lexicon.sentence.finditer(text):
        word = re.search(r"[\w.]+$", text[max(0, match.start() - 12) : match.start()])
        short = word.group().casefold() if word and match.group() == "." else ""
        # "iht. § 16" goes on; "appelleret iht. Afgørelsen ..." does not.
        goes_on = not text[match.end() : match.end() + 12].lstrip()[:1].isupper() or short in lexicon.titles
        ordinal = short.isdigit() and len(short) < _YEAR and text[match.end() : match.end() + 2].strip()[:1].islower()
        before = max(0, match.start() - 24), match.start()
        initial = match.group() == "." and lexicon.patterns["initial"].search(text, *before)
        if not (short in lexicon.abbreviations and goes_on) and not ordinal and not initial:
            yield match.start(), match.end()


def _same_length(text: str) -> str:
    """Small letters, offset by offset: ``casefold`` would lengthen some."""
    if len(whole := text.lower()) == len(text):
        return whole
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)
