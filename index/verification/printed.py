"""What a document cites: numbers of the laws and of a federation's rules as printed, and what cannot be judged."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from corpus.ids import ROMANS, Level, ProvisionId
from corpus.languages import CAPITALS, LETTERS
from corpus.precedents.decision import Section
from parser.citations.citation import Citation, CitationMember
from parser.citations.designators import read_absolute, up_to
from parser.citations.find import find
from parser.citations.grammar import grammar_of
from parser.decisions.citations import citations_in, is_other_rule
from parser.decisions.fields import KnownNumbers
from parser.decisions.lexicon import DecisionLexicon
from parser.documents.unread import UnreadKind
from parser.lang.words import LANGUAGES, any_of, every_word

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
    UnreadKind,
]
UNCHECKED_REASONS: tuple[UncheckedReason, ...] = get_args(UncheckedReason)
_WIDEST = 60
_BOOK = 60
_FURTHER = re.compile(
    r"[ \u00a0](?:(?P<letter>[a-z])\)?(?![\w'’])|\(?(?P<roman>[ivx]{1,5})\)?(?![\w'’])"
    r"|(?P<digit>[1-9]\d?)(?!\w|[.,:/–-]\d|\s?%))"
)
# "§ 16.F.1.a", "§ 16, litra F, nr. 1": after points, and behind words for a level.
_DOTTED = re.compile(
    rf"\.(?:(?P<upper>[A-Z])(?=\.\w|[,;:)]|\.?\s*\Z|\s+[a-z{LETTERS}(])|(?P<digit>[1-9]\d?)(?![\d,])|(?P<letter>[a-z]))"
    rf"(?![A-Za-z{CAPITALS}{LETTERS}\d])"
)
_ENDS = re.compile(r"\s*(?:[.,;:)\]»”\"]|\Z)")
_CALL = re.compile(rf"\s*(?:,|/|\s{any_of(every_word('ands'))})\s*[1-7][A-Z]\Z")
_LABEL = re.compile(r"\(?(?P<label>[A-Za-z]|[1-9]\d?|[ivx]{2,5})\)?(?!\w)")
_SIBLING = re.compile(r"(?:\((?P<round>[a-z])\)|(?P<bare>[a-z])\)?)(?![\w'’])")
_COUNTED_ON = 10
_DOTTED_KINDS = ("upper", "digit", "letter")  # what may follow a law, its letter, its number
_HIGHEST_CALL = 7
_WORDS = ("I", "A")  # letters that may begin a sentence
_SINGLE = {"en": ("a", "i")}
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
        (one for one in known if all(place.level > Level.LAW for place in one.numbers)),
    ):
        for one in source:
            if taken.isdisjoint(range(one.start, one.end)):
                found.append(_judgeable(one, text, language, lexicon))
                taken.update(range(one.start, one.end))
    return tuple(sorted(found, key=lambda one: one.start))


def _judgeable(one: PrintedCitation, text: str, language: str, lexicon: DecisionLexicon) -> PrintedCitation:
    """A rule of another body's is told by the words beside it and never judged as one of the laws."""
    patterns = lexicon.numbers.get(language)
    if one.checked and patterns is not None and is_other_rule(text, one.start, one.end, patterns):
        return replace(one, reason="foreign")
    return one


def own_sections(texts: Sequence[str]) -> frozenset[str]:
    """The numbers of a document's own sections: "§ 4 Formål" at the start of three paragraphs or more.

    A document with most of the 93 laws as sections is a law book, whose sections are the laws.

    >>> sorted(own_sections(["§ 1 Formål", "§ 2 Medlemmer", "§ 3 Kontingent", "Se § 2."]))
    ['1', '2', '3']
    """
    found = [match["number"] for text in texts if (match := _OWN_SIGN.match(text.strip())) and match["rest"].strip()]
    return frozenset(found) if 3 <= len(set(found)) < _BOOK else frozenset()


def _foreign(text: str, language: str) -> Iterator[PrintedCitation]:
    """Sections of other documents: "vedtægternes § 5, stk. 2"."""
    for citation in find(text, language):
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
    for citation in find(text, language):
        if strict and (not citation.absolute or not citation.printed[:1].isalpha() or citation.form == "external"):
            continue
        if citation.form == "external":
            yield PrintedCitation(citation.start, citation.end, citation.printed, (), reason="other-book")
        elif not citation.absolute:
            if citation.itself is None and not citation.headword:
                yield PrintedCitation(citation.start, citation.end, citation.printed, (), reason="relative")
        else:
            one = _extended(text, citation, language, known, numbers, own)
            levels = lexicon.numbers[language]["level"] if language in lexicon.numbers else None
            yield _worded(text, one, levels) if levels else one


def _extended(
    text: str,
    citation: Citation,
    language: str,
    known: Sequence[PrintedCitation],
    numbers: KnownNumbers,
    own: Collection[str],
) -> PrintedCitation:
    """A citation with the labels that the grammar of the laws' own texts leaves: "§ 16 B 1 a", "§ 81 C 10"."""
    grammar, found, end = grammar_of(language), _numbers(citation.members), citation.end
    longer = (one for one in known if one.start <= citation.start < one.end and one.end > citation.end)
    if (whole := next(longer, None)) is not None:
        end, found = whole.end, _counted_on(whole.numbers)
    end, found = _spelled_out(text, end, found, language, numbers)
    end, found = _dotted(text, end, found)
    end, found = _listed_on(text, end, found, language, numbers)
    end, found = _without_calls(text, citation.start, end, found, numbers)
    if end != citation.end:
        printed = text[citation.start : end]
        citation = grammar.annotate(text, replace(citation, end=end, printed=printed, gloss="", gloss_end=0))
    return _numbered(citation, found, own)


def _without_calls(
    text: str, start: int, end: int, found: tuple[ProvisionId, ...], numbers: KnownNumbers
) -> tuple[int, tuple[ProvisionId, ...]]:
    """A list without calls at its end that no edition had as a number: "§ 21B3, 4H" is 21B3 and four hearts."""
    while len(found) > 1 and not numbers.is_known(found[-1]) and (match := _CALL.search(text, start, end)):
        found, end = found[:-1], match.start()
    return end, found


def _spelled_out(
    text: str, at: int, found: tuple[ProvisionId, ...], language: str, numbers: KnownNumbers
) -> tuple[int, tuple[ProvisionId, ...]]:
    """The last number with labels that follow it after blanks, "§ 16 C 12" or "§ 16 B 1 z", whether or not it exists.

    A letter that is a word ("i", English "a") belongs to the number only when there is such a rule and nothing follows.
    """
    while found and (match := _FURTHER.match(text, at)):
        *before, last = found
        letter, digit, depth = match["letter"] or match["roman"], match["digit"], len(last.parts)
        if depth != 2 if digit else depth != 3 and not (depth == 4 and letter in ROMANS):
            break
        if depth == 3 and not match["letter"]:
            break
        longer = ProvisionId((*last.parts, letter or digit))
        closed = _ENDS.match(text, match.end()) is not None
        if letter in _SINGLE.get(language, ("i",)) and not (numbers.is_known(longer) and closed):
            break
        if digit and grammar_of(language).counts(text, match.end()):
            break
        found, at = (*before, longer), match.end()
    return at, found


def _dotted(text: str, at: int, found: tuple[ProvisionId, ...]) -> tuple[int, tuple[ProvisionId, ...]]:
    """The last number with labels that follow it after points, "§ 16.F.1.a", whether or not it exists."""
    while found and (match := _DOTTED.match(text, at)):
        *before, last = found
        depth = len(last.parts)
        label = match[_DOTTED_KINDS[depth - 1]] if depth <= len(_DOTTED_KINDS) else None
        if label is None:
            break
        if depth == 1 and label in _WORDS and text[match.end() : match.end() + 1] != ".":
            break
        found, at = (*before, ProvisionId((*last.parts, label))), match.end()
    return at, found


def _counted_on(found: tuple[ProvisionId, ...]) -> tuple[ProvisionId, ...]:
    """A list in which a number behind two that count on does so too: "§ 16 B 1, 2 og 7" is no law 7.

    >>> [str(one) for one in _counted_on(tuple(map(ProvisionId.of, ("16B1", "16B2", "7"))))]
    ['16B1', '16B2', '16B7']
    """
    out: list[ProvisionId] = []
    for one in found:
        *_, before, last = (None, None, *out)
        counting = before is not None and last is not None and before.parent == last.parent and last.parts[-1].isdigit()
        if counting and last is not None and len(one.parts) == 1 and len(last.parts) == int(Level.DIGIT):
            above = one.law.isdigit() and 0 < int(one.law) - int(last.parts[-1]) < _COUNTED_ON
            one = ProvisionId((*last.parts[:-1], one.law)) if above else one
        out.append(one)
    return tuple(out)


def _worded(text: str, one: PrintedCitation, levels: re.Pattern[str]) -> PrintedCitation:
    """The citation with labels behind words for a level, "§ 16, litra F, nr. 9", whether or not there is such a rule.

    A label that no rule of the laws can have there ("§ 16, nr. 9") makes it a rule of another document.
    """
    numbers, end, reason = one.numbers, one.end, one.reason
    while numbers and (word := levels.match(text, end)) and (match := _LABEL.match(text, word.end())):
        *before, last = numbers
        depth, label = len(last.parts), match["label"]
        fits = {1: label.isalpha(), 2: label.isdigit(), 3: label.islower(), 4: label in ROMANS}.get(depth, False)
        if not fits:
            reason = reason or "foreign"
            break
        numbers, end = (*before, ProvisionId((*last.parts, label.upper() if depth == 1 else label))), match.end()
    if end == one.end and reason == one.reason:
        return one
    return replace(one, end=end, printed=text[one.start : end], numbers=numbers, reason=reason, gloss="", gloss_end=end)


def _listed_on(
    text: str, at: int, found: tuple[ProvisionId, ...], language: str, numbers: KnownNumbers
) -> tuple[int, tuple[ProvisionId, ...]]:
    """The list with what joins it behind labels that the grammar leaves, whether or not there are such rules.

    "§§ 12 C 1 e og 64 F", "§ 12 C 1 (c) og (h)".

    A law number without a letter may count anything, and "4 H" may be four hearts: such end the list.
    """
    grammar = grammar_of(language)
    while found and len(found[-1].parts) > 1 and (joined := grammar.join_at(text, at)) is not None:
        if (letter := _SIBLING.match(text, joined)) and len(found[-1].parts) == int(Level.LOWER):
            place = ProvisionId((*found[-1].parts[:-1], letter["round"] or letter["bare"]))
            if letter["bare"] in _SINGLE.get(language, ("i",)) and not numbers.is_known(place):
                break
            found, at = (*found, place), letter.end()
            continue
        following = read_absolute(text, joined)
        if following is None or len(following.parts) < 2:
            break
        if int(following.id.law.lstrip("X")) <= _HIGHEST_CALL and not numbers.is_known(following.id):
            break
        at, more = _spelled_out(text, following.end, (following.id,), language, numbers)
        found = (*found, *more)
    return at, found


def _numbered(citation: Citation, numbers: tuple[ProvisionId, ...], own: Collection[str]) -> PrintedCitation:
    reason: UncheckedReason | None = None
    if not numbers:
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
