"""Whether a quotation is exact: the one check that ``lovbro verify``, its page and the server for assistants use.

Exact means every word, letter and sign, but for typography (``typography``). It may leave out what it shows to be left
out ("[...]", "...", "– – –"), have words in brackets of whoever quotes ("[TL]"), and be a part: whole sentences of a
rule, or a phrase that is visibly one (a small letter first, no full stop, at most ``PHRASE`` words). A sentence cut
without a sign of it differs, since the cut may be the condition: the difference then has the words that are missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from corpus.alignment.fate import NumberFates
from corpus.ids import BadIdError, ProvisionId
from corpus.languages import language as language_of
from corpus.library import Library
from corpus.registry import LAWS
from corpus.text import WordChange, word_diff
from index.quotations.gaps import BRACKETED_INITIAL, GAP, ends_with_gap, parted, shows_omission
from index.quotations.matching import (
    MatchNote,
    WordMatch,
    begins_sentence,
    covers,
    ends_sentence,
    exact_matches,
    near_matches,
    sentence_around,
)
from index.quotations.passages import WordStream
from index.quotations.typography import TypographyCode, WordToken, text_tokens, typography

QuotationVerdict = Literal["exact", "differs", "elsewhere", "not-found"]
QUOTATION_VERDICTS: tuple[QuotationVerdict, ...] = ("exact", "differs", "elsewhere", "not-found")
QuotationNote = Literal[
    TypographyCode,
    MatchNote,
    "omission",  # words are left out, where the quotation shows it
    "inserted",  # words in square brackets are of whoever quotes
    "part",  # whole sentences, but not all of the rule
    "phrase",  # less than a sentence, and visibly so
    "cut",  # a sentence is cut, and nothing shows it
    "stop",  # it ends with another stop than the text has there
    "other-number",  # it is cited beside another number
    "other-edition",  # it is cited as of another edition
]
PHRASE = 8
MOST_REPLACED = 8
"""So many words may stand in the text where who quotes has put words in brackets."""
_STOPS = frozenset(".,;:!?")


@dataclass(frozen=True)
class CitedNumber:
    """A number beside which a quotation is: ``edition`` is "" when the document names none."""

    work: str
    number: ProvisionId
    edition: str = ""


@dataclass(frozen=True)
class QuotationSource:
    """Where quoted words are. ``places`` are all that they touch, ``place`` the one that holds them all."""

    expression: str
    language: str
    work: str
    edition: str
    place: str
    places: tuple[str, ...]
    whole: bool
    text: str


@dataclass(frozen=True)
class CheckedQuotation:
    """What a quotation is beside the texts held.

    ``difference`` leads from the text's words to the quoted ones; of an exact quotation it has what is left out where
    the quotation shows it. The values of ``verdict``: ``exact``; ``differs``; ``elsewhere``: the words are exact, and
    are beside another number, or of another edition, than cited; ``not-found`` in any text held.
    """

    text: str
    verdict: QuotationVerdict
    source: QuotationSource | None = None
    difference: tuple[WordChange, ...] = ()
    notes: tuple[QuotationNote, ...] = ()


@dataclass(frozen=True)
class _Candidate:
    match: WordMatch
    notes: tuple[QuotationNote, ...]
    is_cut: bool = False


class QuotationFinder:
    """Compares quotations with the texts of a library; made once, it may be asked from any thread."""

    def __init__(self, library: Library, fates: NumberFates) -> None:
        self._library = library
        self._fates = fates
        self._keys = tuple(expression.key for expression in library.expressions)

    @cached_property
    def streams(self) -> Mapping[str, WordStream]:
        """The words of every text, by its key."""
        return {key: WordStream.of(self._library[key]) for key in self._keys}

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages of which a text is held."""
        return frozenset(self._library.entry(key).language for key in self._keys)

    def check(
        self, text: str, cited: Sequence[CitedNumber] = (), edition: str = "", language: str = ""
    ) -> CheckedQuotation:
        """The verdict on quoted words, without the quotation marks around them.

        ``cited`` are the numbers beside the quotation; ``edition`` is that of the laws which the document is about, ""
        when it names none; of several texts with the words the one in ``language`` leads.
        """
        every = (one for key in self._keys for one in self._exact(self.streams[key], text))
        candidates = [one for one in every if "inserted" not in one.notes or self.fits(one.match, cited)]
        whole = [one for one in candidates if not one.is_cut]
        if whole:
            best = min(whole, key=lambda one: self._rank(one.match, cited, edition, language))
            return self._exactly(text, best, cited, edition)
        if candidates:
            best = min(candidates, key=lambda one: self._rank(one.match, cited, edition, language))
            return self._differs(text, best.match, (*best.notes, "cut"), cited, edition)
        plain = BRACKETED_INITIAL.sub(r"\1", text)
        near = [
            match
            for key in self._keys
            for match in near_matches(self.streams[key], text_tokens(plain, self.streams[key].vocabulary))
        ]
        if not near:
            return CheckedQuotation(text, "not-found")
        top = max(match.likeness for match in near)
        close = [match for match in near if match.likeness >= top - 0.1]
        found = min(close, key=lambda match: (not self.fits(match, cited), -match.likeness,
                                              *self._rank(match, cited, edition, language)))  # fmt: skip
        return self._differs(text, found, (), cited, edition)

    def fits(self, match: WordMatch, cited: Sequence[CitedNumber]) -> bool:
        """True when nothing is cited beside the words, or a cited number is where they are."""
        return not cited or any(self._is_at(match, one) for one in cited)

    def _is_at(self, match: WordMatch, cited: CitedNumber) -> bool:
        entry = self._library.entry(match.stream.expression)
        if entry.work != cited.work:
            return False
        numbers: tuple[ProvisionId, ...] = (cited.number,)
        if entry.work == LAWS and cited.edition and cited.edition != entry.edition:
            numbers = self._fates.fate(cited.edition, cited.number, entry.edition).today
        for own in (one for place in match.places for one in _numbers_of(place, match)):
            shared = ProvisionId.of(self._library.wid(match.stream.expression, str(own)))
            if any(number.contains(own) or number == own or number.contains(shared) for number in numbers):
                return True
        return False

    def _exact(self, stream: WordStream, text: str) -> Iterator[_Candidate]:
        """Where a text has the quoted words, in one piece or in pieces with a sign of what is left out."""
        plain = BRACKETED_INITIAL.sub(r"\1", text)
        found = list(self._pieces(stream, text, (plain,), False, False))
        if not found and GAP.search(plain):
            pieces, inserted = parted(plain)
            starts, ends = GAP.match(plain) is not None, ends_with_gap(plain)
            found = list(self._pieces(stream, text, pieces, starts, ends, inserted)) if pieces else []
        yield from found

    def _pieces(
        self,
        stream: WordStream,
        text: str,
        pieces: tuple[str, ...],
        open_start: bool,
        open_end: bool,
        inserted: frozenset[int] = frozenset(),
    ) -> Iterator[_Candidate]:
        """Where the pieces follow one another; before those of ``inserted`` are an editor's words in brackets."""
        tokens = [list(text_tokens(piece, stream.vocabulary)) for piece in pieces]
        tails = [_without_stop(words) for words in tokens]
        if not all(tokens):
            return
        for first in exact_matches(stream, tokens[0]):
            chain, at = [first], first.end
            for place, words in enumerate(tokens[1:], 1):
                later = (
                    m
                    for m in exact_matches(stream, words)
                    if m.start >= at
                    and _same_run(first, m)
                    and (place not in inserted or _may_be_replaced(stream, at, m.start))
                )
                following = min(later, key=lambda match: match.start, default=None)
                if following is None:
                    break
                chain.append(following)
                at = following.end
            if len(chain) == len(tokens):
                notes = tuple(dict.fromkeys(note for match in chain for note in match.notes))
                match = WordMatch(stream, first.start, at, 1.0, notes)
                candidate = self._bounded(match, text, tokens, tails[-1], open_start, open_end)
                if not inserted:
                    yield candidate
                elif _may_surround(stream, match, 0 in inserted, len(tokens) in inserted):
                    gapped = any(one.end != other.start for one, other in pairwise(chain))
                    kept = gapped or {0, len(tokens)} & inserted or shows_omission(text)
                    shown = tuple(note for note in candidate.notes if kept or note != "omission")
                    yield replace(candidate, notes=(*shown, "inserted"))

    def _bounded(
        self,
        match: WordMatch,
        text: str,
        tokens: Sequence[Sequence[WordToken]],
        stop: str,
        open_start: bool,
        open_end: bool,
    ) -> _Candidate:
        """The match with what it leaves of the sentences at its ends."""
        short = language_of(match.stream.language).abbreviations
        notes: list[QuotationNote] = list(match.notes)
        omits = len(tokens) > 1 or open_start or open_end
        if omits:
            notes.append("omission")
        first = next((token.form for words in tokens for token in words if token.is_word), "")
        begins, ends = begins_sentence(match, short), ends_sentence(match, short)
        following = "" if match.stream.ends_block(match.end) else match.stream.tokens[match.end].form
        shown = first[:1].islower() or open_start or BRACKETED_INITIAL.match(text.lstrip()) is not None
        start_is_fair = begins or shown
        if stop == ":" or following == ":":
            ends = stop == following
        elif stop and following and stop != following and ends:
            notes.append("stop")
        count = sum(token.is_word for words in tokens for token in words)
        is_phrase = not omits and count <= PHRASE and not begins and shown and stop not in (".", "!", "?")
        end_is_fair = ends or open_end or is_phrase
        whole = begins and ends and not omits and self._is_whole(match)
        if not whole and begins and ends and not omits:
            notes.append("part")
        elif not omits and start_is_fair and end_is_fair and not (begins and ends):
            notes.append("phrase")
        if not omits:
            notes += typography(match.text, text)
        return _Candidate(match, tuple(notes), not (start_is_fair and end_is_fair))

    def _is_whole(self, match: WordMatch) -> bool:
        number = _common(match)
        if number is not None:
            return covers(match, number)
        extent = match.stream.extents.get(match.places[0])
        return extent is None or (match.start <= extent[0] and extent[1] <= match.end + 1)

    def _exactly(self, text: str, found: _Candidate, cited: Sequence[CitedNumber], edition: str) -> CheckedQuotation:
        notes = (*found.notes, *self._misplaced(found.match, cited, edition))
        verdict: QuotationVerdict = "elsewhere" if {"other-number", "other-edition"} & set(notes) else "exact"
        # What is left out where the quotation shows it is for the reader to weigh: a condition may be among it.
        marked = not {"omission", "inserted"}.isdisjoint(notes)
        changes = word_diff(_one_line(found.match.text), _one_line(text)) if marked else ()
        return CheckedQuotation(text, verdict, self._source(found.match), changes, tuple(dict.fromkeys(notes)))

    def _differs(
        self,
        text: str,
        match: WordMatch,
        notes: tuple[QuotationNote, ...],
        cited: Sequence[CitedNumber],
        edition: str,
    ) -> CheckedQuotation:
        whole = sentence_around(match, language_of(match.stream.language).abbreviations)
        longer = (whole.end - whole.start) - (match.end - match.start)
        # A long sentence of which a phrase is quoted is no difference of the phrase.
        shown = whole if "cut" in notes or longer <= 12 else match
        changes = word_diff(_one_line(shown.text), _one_line(text))
        notes = (*notes, *self._misplaced(match, cited, edition))
        return CheckedQuotation(text, "differs", self._source(shown), changes, tuple(dict.fromkeys(notes)))

    def _misplaced(self, match: WordMatch, cited: Sequence[CitedNumber], edition: str) -> Iterable[QuotationNote]:
        """Whether the words are cited beside another number than theirs, or as of another edition that is held."""
        entry = self._library.entry(match.stream.expression)
        if not self.fits(match, cited):
            yield "other-number"
        held = {self._library.entry(key).edition for key in self._keys if self._library.entry(key).work == LAWS}
        if entry.work == LAWS and edition in held and entry.edition != edition:
            yield "other-edition"

    def _rank(
        self, match: WordMatch, cited: Sequence[CitedNumber], edition: str, language: str
    ) -> tuple[bool, bool, bool, bool, int, int]:
        """Of several places with the same words the one that is meant: as cited, of that edition, in that language."""
        entry = self._library.entry(match.stream.expression)
        current = self._library.registry.current_edition(entry.work)
        return (
            not self.fits(match, cited),
            bool(edition) and entry.work == LAWS and entry.edition != edition,
            bool(language) and entry.language != language,
            entry.edition != current,
            self._keys.index(match.stream.expression),
            match.start,
        )

    def _source(self, match: WordMatch) -> QuotationSource:
        entry = self._library.entry(match.stream.expression)
        number = _common(match)
        place = match.places[0] if number is None else str(number)
        return QuotationSource(
            entry.key, entry.language, entry.work, entry.edition, place, match.places, self._is_whole(match), match.text
        )


def _without_stop(words: list[WordToken]) -> str:
    """Take the stops at the end of quoted words away, and return the first of them."""
    taken = ""
    while words and words[-1].form in _STOPS:
        taken = words.pop().form
    return taken


def _may_be_replaced(stream: WordStream, start: int, end: int) -> bool:
    """True for few words without brackets of their own, in the place of which words in brackets may be put."""
    gone = stream.tokens[start:end]
    return sum(token.is_word for token in gone) <= MOST_REPLACED and not any(token.form in "[]" for token in gone)


def _may_surround(stream: WordStream, match: WordMatch, before: bool, behind: bool) -> bool:
    """False where the text has brackets of its own beside the match: "[se § 12]" is quoted, and has to be compared."""
    own_before = before and stream.tokens[max(0, match.start - 1)].form == "]"
    return not own_before and not (behind and stream.tokens[min(match.end, len(stream.tokens) - 1)].form == "[")


def _same_run(one: WordMatch, other: WordMatch) -> bool:
    """True when two matches are of one law, definition or note."""
    a, b = (match.stream.blocks[match.stream.block_of[match.start]] for match in (one, other))
    if a.number is not None and b.number is not None and a.kind != "note" and b.kind != "note":
        return a.number.law == b.number.law
    return a.place == b.place


def _common(match: WordMatch) -> ProvisionId | None:
    """The number that holds all matched words; None for a definition, a note or a foreword."""
    numbers = [_number_of(place, match) for place in match.places]
    known = [number for number in numbers if number is not None]
    if not known or len(known) < len(numbers):
        return None
    parts = known[0].parts
    while parts and not all(number.parts[: len(parts)] == parts for number in known):
        parts = parts[:-1]
    return ProvisionId(parts) if parts else None


def _number_of(place: str, match: WordMatch) -> ProvisionId | None:
    """The provision of a place: of a note that which calls it first."""
    return next(iter(_numbers_of(place, match)), None)


def _numbers_of(place: str, match: WordMatch) -> tuple[ProvisionId, ...]:
    """The provision of a place: of a note all that call it."""
    try:
        return (ProvisionId.of(place),)
    except BadIdError:
        blocks = match.stream.blocks
        found = (blocks[at] for at in match.stream.block_of[match.start : match.end])
        return next(((one.number, *one.shared) for one in found if one.place == place and one.number), ())


def _one_line(text: str) -> str:
    return " ".join(text.split())
