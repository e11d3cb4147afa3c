"""What a document cites: numbers of the laws and of a federation's rules as printed, and what cannot be judged."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

from corpus.ids import Level, ProvisionId
from corpus.precedents.decision import Section
from index.verification.missed import SIGN, missed
from index.verification.number_lists import (
    ListedNumbers,
    counted_on,
    descends,
    read_list,
    without_amount,
    without_calls,
    without_parent,
)
from parser.citations.citation import Citation, CitationMember
from parser.citations.designators import read_absolute, up_to
from parser.citations.find import find
from parser.citations.grammar import grammar_of
from parser.decisions.citations import citations_in, is_other_rule
from parser.decisions.fields import KnownNumbers
from parser.decisions.lexicon import DecisionLexicon
from parser.documents.unread import UnreadKind
from parser.lang.words import LANGUAGES, any_form, any_of, every_word

UncheckedReason = Literal[
    "foreign",  # a rule of another document
    "relative",  # a number that counts from the place where it is
    "own-section",  # it may be a section of the document itself
    "edition-not-held",  # regulations of which the edition is not held
    "short",  # quoted words that are too few to be told from a name or term
    "language",  # quoted words in a language of which no text is held
    "lone-mark",  # a quotation mark without its other half
    "gloss",  # words beside a number that neither confirm nor contradict it
    "range",  # a range too wide to be looked at number by number
    "other-book",  # a whole book
    "unread",  # a number with labels that no number of the laws has, or one that is written in words
    "bare",  # what may be a number of the laws, has no sign before it, and no edition had
    UnreadKind,
]
UNCHECKED_REASONS: tuple[UncheckedReason, ...] = get_args(UncheckedReason)
_WIDEST = 60
_BOOK = 60
_NEAR = 48
_REGULATIONS = re.compile(rf"(?<!\w){any_form(every_word('regulations'))}['’´]?s?,?\s*\Z", re.IGNORECASE)
# "DBf's § 12", "TB § 12".
_OWNED = re.compile(rf"(?<!\w){any_of(every_word('rule_owners'))}(?:['’´:]?s)?\s+\Z", re.IGNORECASE)
# "nævnte paragraf", "samma paragrafs punkt B"; "samma lag" may be a team.
_POINTS_BACK = re.compile(
    rf"(?<!\w){any_of(every_word('named_before'))}\s+{any_of({*every_word('law_words')} - {*every_word('team_signs')})}"
    r"(?:ens|en|s)?(?!\w)(?!\s*§?\s*\d)",
    re.IGNORECASE,
)
_REGULATIONS_BEHIND = re.compile(
    rf"\)?,?\s+(?:i|af|av|in|of)\s+(?:[\w’'´]+\s+){{0,2}}{any_form(every_word('regulations'))}(?!\w)", re.IGNORECASE
)
_OWN_SIGN = re.compile(r"§+\s?(?P<number>[1-9]\d{0,2})(?![\d.])\.?\s*(?P<rest>[^\d]?.*)", re.DOTALL)


@dataclass(frozen=True)
class PrintedCitation:
    """A citation at ``start`` to ``end`` of a paragraph; ``gloss`` are the words in brackets or after it that say what
    the number is about, ``gloss_end`` is behind them."""

    start: int
    end: int
    printed: str
    numbers: tuple[ProvisionId, ...]
    gloss: str = ""
    gloss_end: int = 0
    reason: UncheckedReason | None = None

    @property
    def checked(self) -> bool:
        """True when it has numbers that can be judged."""
        return self.reason is None and bool(self.numbers)


def printed_citations(
    text: str,
    language: str,
    lexicon: DecisionLexicon,
    numbers: KnownNumbers,
    own_sections: Collection[str] = (),
) -> tuple[PrintedCitation, ...]:
    """The citations of a paragraph in their order; they never overlap. What cannot be judged has its ``reason``.

    ``own_sections`` are the numbers that sections of the document itself have.
    """
    found: list[PrintedCitation] = []
    taken: set[int] = set()
    known = tuple(_known(text, language, lexicon, numbers))
    for source in (
        (one for code in LANGUAGES for one in _foreign(text, code)),
        _signed(text, language, lexicon, own_sections, known, numbers),
        *(
            _signed(text, other, lexicon, own_sections, known, numbers, strict=True)
            for other in LANGUAGES
            if other != language
        ),
        _otherwise_signed(text, language, numbers),
        (
            _to_its_end(text, one, language, numbers)
            for one in known
            if all(place.level > Level.LAW for place in one.numbers)
        ),
        _missed(text, language, lexicon),
        (PrintedCitation(*one.span(), one.group(), (), reason="relative") for one in _POINTS_BACK.finditer(text)),
    ):
        for one in source:
            if taken.isdisjoint(range(one.start, one.end)):
                found.append(_judgeable(one, text, language, lexicon, numbers))
                taken.update(range(one.start, one.end))
    return tuple(sorted(found, key=lambda one: one.start))


def _judgeable(
    one: PrintedCitation, text: str, language: str, lexicon: DecisionLexicon, numbers: KnownNumbers
) -> PrintedCitation:
    """A rule of another body's is told by the words beside it and never judged as one of the laws.

    A number that is none of the laws', beside the name of the regulations that may be held, is one of theirs:
    "turneringsbestemmelsernes § 206".
    """
    patterns = lexicon.numbers.get(language)
    judged = one.checked or (one.reason == "unread" and one.numbers)
    owned = _OWNED.search(text, max(0, one.start - _NEAR), one.start) if one.printed.startswith("§") else None
    if not judged or patterns is None or not (owned or is_other_rule(text, one.start, one.end, patterns)):
        return one
    before = owned or _REGULATIONS.search(text, max(0, one.start - _NEAR), one.start)
    named = before or _REGULATIONS_BEHIND.match(text, one.end, one.end + _NEAR)
    return one if named and not any(map(numbers.is_law, one.numbers)) else replace(one, reason="foreign")


def own_sections(texts: Sequence[str]) -> frozenset[str]:
    """The numbers of a document's own sections: "§ 4 Formål" at the start of three paragraphs or more.

    A document with most of the 93 laws as sections is a law book, whose sections are the laws.

    >>> sorted(own_sections(["§ 1 Formål", "§ 2 Medlemmer", "§ 3 Kontingent", "Se § 2."]))
    ['1', '2', '3']
    """
    found = [match["number"] for text in texts if (match := _OWN_SIGN.match(text.strip())) and match["rest"].strip()]
    return frozenset(found) if 3 <= len(set(found)) < _BOOK else frozenset()


@lru_cache(maxsize=len(LANGUAGES))
def _found(text: str, language: str) -> tuple[Citation, ...]:
    """What the grammar of a language finds, read as of the laws; it is asked for twice for each paragraph."""
    grammar = grammar_of(language)
    return tuple(grammar.of_the_laws(text, one) for one in find(text, language))


def _foreign(text: str, language: str) -> Iterator[PrintedCitation]:
    """Sections of other documents: "vedtægternes § 5, stk. 2"."""
    for citation in _found(text, language):
        if citation.form == "external" and re.match(r"\W*\d|\W*§", citation.printed):
            yield PrintedCitation(citation.start, citation.end, citation.printed, (), reason="foreign")


def _signed(
    text: str,
    language: str,
    lexicon: DecisionLexicon,
    own: Collection[str],
    known: Sequence[PrintedCitation],
    numbers: KnownNumbers,
    *,
    strict: bool = False,
) -> Iterator[PrintedCitation]:
    """What the grammar of a language finds; of another language only what has a number and its own sign."""
    for citation in _found(text, language):
        if strict and (not citation.absolute or not citation.printed[:1].isalpha() or citation.form == "external"):
            continue
        if citation.form == "external":
            yield PrintedCitation(citation.start, citation.end, citation.printed, (), reason="other-book")
        elif not citation.absolute:
            if citation.itself is None and not citation.headword and not _is_sign(text, citation.start):
                yield PrintedCitation(citation.start, citation.end, citation.printed, (), reason="relative")
        else:
            yield _extended(text, citation, language, known, numbers, lexicon, own)


def _listed(
    text: str,
    start: int,
    end: int,
    found: tuple[ProvisionId, ...],
    language: str,
    lexicon: DecisionLexicon,
    numbers: KnownNumbers,
) -> ListedNumbers:
    """The list that is read from ``start`` to ``end``, to its own end."""
    end, found = without_calls(text, start, end, found, numbers)
    end, found = without_amount(text, start, end, found, lexicon.numbers.get(language))
    return read_list(text, end, without_parent(text[start:end], found), language, numbers)


def _extended(
    text: str,
    citation: Citation,
    language: str,
    known: Sequence[PrintedCitation],
    numbers: KnownNumbers,
    lexicon: DecisionLexicon,
    own: Collection[str],
) -> PrintedCitation:
    """A citation with the labels that the grammar of the laws' own texts leaves: "§ 16 B 1 a", "§ 81 C 10"."""
    grammar = grammar_of(language)
    readings = [(citation.end, _numbers(citation.members))]
    longer = (one for one in known if one.start <= citation.start < one.end and one.end > citation.end)
    if (whole := next(longer, None)) is not None:
        readings.insert(0, (whole.end, counted_on(whole.numbers)))
    listed = max(
        (_listed(text, citation.start, end, found, language, lexicon, numbers) for end, found in readings),
        key=lambda one: one.end,
    )
    end, found = listed.end, listed.numbers
    if listed.is_read:
        end, found = without_calls(text, citation.start, end, found, numbers)
    if end != citation.end:
        printed = text[citation.start : end]
        citation = grammar.annotate(text, replace(citation, end=end, printed=printed, gloss="", gloss_end=0))
    reason: UncheckedReason | None = None if listed.is_read and not descends(citation.printed, found) else "unread"
    return _numbered(citation, found, own, reason)


def _to_its_end(text: str, one: PrintedCitation, language: str, numbers: KnownNumbers) -> PrintedCitation:
    """A number without a sign with the labels that the reader of decisions leaves: "16 C 2 (z)"."""
    listed = read_list(text, one.end, one.numbers, language, numbers, signed=False)
    end, found = without_calls(text, one.start, listed.end, listed.numbers, numbers)
    reason: UncheckedReason | None = None if listed.is_read else "unread"
    return replace(one, end=end, printed=text[one.start : end], numbers=found, gloss_end=end, reason=reason)


def _otherwise_signed(text: str, language: str, numbers: KnownNumbers) -> Iterator[PrintedCitation]:
    """Numbers behind signs that the texts of the laws do not use: "lov nr. 16 C 2", "pgf. 16 C 2", "L. 16 C 2".

    "Par 12 A" may be a pair: a law and a letter alone are judged only where some edition had them.
    """
    grammar, end = grammar_of(language), 0
    for sign in SIGN.finditer(text):
        first = read_absolute(text, sign.end()) if sign.start() >= end else None
        if first is None:
            continue
        listed = read_list(text, first.end, (first.id,), language, numbers)
        if len(listed.numbers[0].parts) == 1:
            continue
        end = listed.end
        citation = grammar.annotate(text, Citation(sign.start(), end, text[sign.start() : end], "single"))
        sure = len(listed.numbers[0].parts) > int(Level.UPPER) or numbers.is_known(listed.numbers[0])
        yield _numbered(citation, listed.numbers, (), None if listed.is_read and sure else "unread")


def _is_sign(text: str, start: int) -> bool:
    """True for the letter of "L. 16 C 2", which is no place of its own."""
    sign = SIGN.match(text, start)
    following = read_absolute(text, sign.end()) if sign else None
    return following is not None and len(following.parts) > 1


def _missed(text: str, language: str, lexicon: DecisionLexicon) -> Iterator[PrintedCitation]:
    """What looks like a citation and nothing above has read."""
    patterns = lexicon.numbers.get(language)
    for start, end, signed in missed(text, patterns["place"] if patterns is not None else None):
        yield PrintedCitation(start, end, text[start:end], (), reason="unread" if signed else "bare")


def _numbered(
    citation: Citation, numbers: tuple[ProvisionId, ...], own: Collection[str], reason: UncheckedReason | None
) -> PrintedCitation:
    if reason is not None:
        pass
    elif not numbers:
        reason = "range"
    elif citation.printed.lstrip().startswith("§") and any(len(n.parts) == 1 and n.law in own for n in numbers):
        reason = "own-section"
    return PrintedCitation(
        citation.start, citation.end, citation.printed, numbers, citation.gloss, citation.gloss_end, reason
    )


def _numbers(members: Sequence[CitationMember]) -> tuple[ProvisionId, ...]:
    """Every number of a list or range; the ends of a range and what is between them on their level."""
    out: list[ProvisionId] = []
    for member in members:
        parts = member.first.parts
        if not member.first.absolute:
            if not out:
                continue
            parts = (*out[-1].parts[: int(member.first.level) - 1], *parts)
        first = ProvisionId(parts)
        out.append(first)
        if member.last is not None:
            tail = member.last.parts if member.last.absolute else (*parts[:-1], member.last.parts[-1])
            between = up_to(parts, tail)
            if between is not None and len(between) > _WIDEST:
                return ()
            out += [ProvisionId(tail)] if between is None else between
    return tuple(dict.fromkeys(out))


def _known(text: str, language: str, lexicon: DecisionLexicon, numbers: KnownNumbers) -> Iterator[PrintedCitation]:
    """Numbers that some edition had, in all forms in which decisions print them: "16B1", "§ 12 C 1 e"."""
    if language not in lexicon.numbers:
        return
    section = Section("other", "", (text,))
    for one in citations_in((section,), language, lexicon, numbers.is_law, numbers.is_known).citations:
        if ids := tuple(ProvisionId.of(place) for place in one.ids):
            yield PrintedCitation(one.start, one.end, one.printed, ids, "", one.end)
