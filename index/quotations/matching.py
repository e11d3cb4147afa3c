"""Where a run of quoted words is in a text: word for word, or as near as it comes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from rapidfuzz.distance import Indel

from corpus.ids import ProvisionId
from index.quotations.passages import RUN_END, WordStream
from index.quotations.typography import WordToken
from parser.lang.words import any_of, every_word

MatchNote = Literal["labels", "headings", "initial"]
ENDS = frozenset(".!?")
LABELS = frozenset("ABCDEFGH")
MOST_PLACES = 40  # of the same words in a text
_LABEL = re.compile(
    rf"(?:(?:§+|{any_of(every_word('law_words'))})\s*)?"
    r"\(?(?P<id>X?\d{0,3}\s?[A-Za-z]?\s?\d{0,2}\s?\(?[a-z]?\)?(?:\.\d)?|[ivx]{1,5})"
    r"\s?[.):]{0,2}\s*",
    re.IGNORECASE,
)
_LABEL_TOKENS = 9
_JOINS = frozenset(every_word("ands"))
# Of a quotation, how much must be found in one place before it is called that place's words, changed.
NEAR = 0.6
_SPREAD = 6
_COMMON = 400
_CANDIDATES = 6


@dataclass(frozen=True)
class WordMatch:
    """``tokens[start:end]`` of a stream are the quoted words; ``likeness`` is 1 when they are all of them."""

    stream: WordStream
    start: int
    end: int
    likeness: float = 1.0
    notes: tuple[MatchNote, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Every place whose words are matched, headings left aside unless there is nothing else."""
        stream = self.stream
        blocks = [stream.blocks[at] for at in dict.fromkeys(stream.block_of[self.start : self.end])]
        worded = [block for block in blocks if block.kind != "heading"] or blocks
        return tuple(dict.fromkeys(block.place for block in worded))

    @property
    def text(self) -> str:
        """The words as the text has them."""
        return self.stream.text(self.start, self.end)


def exact_matches(stream: WordStream, words: Sequence[WordToken]) -> tuple[WordMatch, ...]:
    """Every place where a text has just these words and signs. Labels and headings between them may be left out.

    The first letter may be small or capital. At most ``MOST_PLACES`` are returned.
    """
    found: list[WordMatch] = []
    for skipped in _label_lengths(words):
        rest = words[skipped:]
        if not rest:
            continue
        label = words[:skipped]
        for start in _starts(stream, rest):
            if label and not _is_label(stream, label, start):
                continue
            walked = _walk(stream, rest, start)
            if walked is not None:
                notes = dict.fromkeys((("labels",) if label else ()) + walked[1])
                found.append(WordMatch(stream, start, walked[0], 1.0, tuple(notes)))  # type: ignore[arg-type]
                if len(found) >= MOST_PLACES:
                    return tuple(found)
        if found:
            break
    return tuple(found)


def near_matches(stream: WordStream, words: Sequence[WordToken]) -> tuple[WordMatch, ...]:
    """The places whose words are most like the quoted ones, the best first; none that are like them by chance."""
    quoted = [(at, token.form.lower()) for at, token in enumerate(words) if token.is_word]
    if len(quoted) < 3:
        return ()
    votes: defaultdict[int, float] = defaultdict(float)
    size = len(stream.tokens)
    for at, word in quoted:
        places = stream.positions.get(word, ())
        if not places or len(places) > _COMMON:
            continue
        weight = log(size / len(places))
        for place in places:
            votes[(place - at) // _SPREAD] += weight
    sums = {bucket: votes[bucket] + votes.get(bucket + 1, 0.0) for bucket in votes}
    best = sorted(sums, key=lambda bucket: (-sums[bucket], bucket))[:_CANDIDATES]
    found = [match for bucket in best if (match := _aligned(stream, words, bucket * _SPREAD)) is not None]
    found.sort(key=lambda match: (-match.likeness, match.start))
    return tuple(match for match in found if match.likeness >= NEAR)


def begins_sentence(match: WordMatch, abbreviations: Sequence[str]) -> bool:
    """True when a sentence, or a paragraph, of the text begins with the match."""
    stream, at = match.stream, match.start
    while at > 0 and stream.tokens[at - 1].form in ("(", "[", '"', "'") and not stream.begins_block(at):
        at -= 1
    if stream.begins_block(at):
        return True
    before = stream.tokens[at - 1].form
    if before in (")", "]", '"', "'") and at > 1:
        at, before = at - 1, stream.tokens[at - 2].form
    capital = stream.tokens[match.start].form[:1].isupper()
    if before == ":":
        return capital
    return before in ENDS and not _is_abbreviation(stream, at - 1, abbreviations) and _opens(stream, match.start)


def ends_sentence(match: WordMatch, abbreviations: Sequence[str]) -> bool:
    """True when a sentence of the text, or a member of a list, ends with the match."""
    stream, at = match.stream, match.end
    if stream.ends_block(at):
        return True
    last = stream.tokens[at - 1].form
    if last in ENDS:
        return not _is_abbreviation(stream, at - 1, abbreviations) and _opens(stream, at)
    while not stream.ends_block(at) and stream.tokens[at].form in (")", "]", '"', "'"):
        at += 1
    if stream.ends_block(at):
        return True
    sign = stream.tokens[at].form
    if sign in ENDS:
        return not _is_abbreviation(stream, at, abbreviations) and (stream.ends_block(at + 1) or _opens(stream, at + 1))
    # A member of a list ends with a comma or semicolon, or with the word that joins the next ("..., eller"); with a
    # colon the sentence goes on in the list.
    at += sign in (",", ";")
    at += not stream.ends_block(at) and stream.tokens[at].form.lower() in _JOINS
    return at > match.end and stream.ends_block(at)


def sentence_around(match: WordMatch, abbreviations: Sequence[str]) -> WordMatch:
    """The match made longer to whole sentences, within its first and its last paragraph."""
    stream, start, end = match.stream, match.start, match.end
    while not stream.begins_block(start) and not begins_sentence(WordMatch(stream, start, end), abbreviations):
        start -= 1
    while not stream.ends_block(end) and not ends_sentence(WordMatch(stream, start, end), abbreviations):
        end += 1
    if not stream.ends_block(end) and stream.tokens[end].form in ENDS:
        end += 1
    return WordMatch(stream, start, end, match.likeness, match.notes)


def _starts(stream: WordStream, words: Sequence[WordToken]) -> Iterator[int]:
    """Where the text has the first word of some words, at the place of the first sign before it."""
    lead = next((at for at, token in enumerate(words) if token.is_word), None)
    if lead is None:
        return
    first = words[lead].form
    for place in stream.positions.get(first.lower(), ()):
        form = stream.tokens[place].form
        if form[1:] == first[1:] and place >= lead:
            yield place - lead


def _walk(stream: WordStream, words: Sequence[WordToken], start: int) -> tuple[int, tuple[MatchNote, ...]] | None:
    """The end of the match that begins at ``start``, and what it left out; None where the words differ."""
    at, place, notes = 0, start, dict[MatchNote, None]()
    first = True
    while at < len(words):
        if place >= len(stream.tokens) or stream.tokens[place] is RUN_END:
            return None
        own, form = words[at].form, stream.tokens[place].form
        same = own == form
        if not same and first and words[at].is_word and own[1:] == form[1:] and own[:1].lower() == form[:1].lower():
            same = True
            notes["initial"] = None
        if same:
            first = first and not words[at].is_word
            at, place = at + 1, place + 1
            continue
        if place == start or not stream.begins_block(place):
            return None
        if skipped := _label_at(stream, words, at, place):
            at += skipped
            notes["labels"] = None
        elif stream.blocks[stream.block_of[place]].kind == "heading":
            place = stream.block_end(place)
            notes["headings"] = None
        else:
            return None
    return place, tuple(notes)


def _label_at(stream: WordStream, words: Sequence[WordToken], at: int, place: int) -> int:
    """How many quoted tokens are the label of the paragraph that begins at ``place``; 0 for none."""
    lengths = (n for n in range(min(_LABEL_TOKENS, len(words) - at - 1), 0, -1))
    return next((n for n in lengths if _is_label(stream, words[at : at + n], place)), 0)


def _label_lengths(words: Sequence[WordToken]) -> tuple[int, ...]:
    """How many tokens at the start may be a label: none first."""
    longest = min(_LABEL_TOKENS, len(words) - 1)
    return (0, *(n for n in range(1, longest + 1) if _label_id(words[:n]) and words[n].is_word))


def _is_label(stream: WordStream, label: Sequence[WordToken], place: int) -> bool:
    """True when a label is the number of the paragraph at ``place``, or its last part."""
    block = stream.blocks[stream.block_of[place]]
    if block.number is None or not stream.begins_block(place):
        return False
    own, printed = "".join(block.number.parts).lower(), _label_id(label)
    return bool(printed) and own.endswith(printed)


def _label_id(label: Sequence[WordToken]) -> str:
    text = " ".join(token.form for token in label)
    match = _LABEL.fullmatch(text)
    plain = re.sub(r"\W", "", match["id"]).lower() if match else ""
    # A bare letter or number without its sign is a word of the sentence.
    marked = len(label) > 1 or plain.isdigit()
    return plain if marked and any(char.isalnum() for char in plain) else ""


def _aligned(stream: WordStream, words: Sequence[WordToken], offset: int) -> WordMatch | None:
    """The stretch of a text around ``offset`` that is most like the quoted words."""
    start, end = max(0, offset - 2 * _SPREAD), min(len(stream.tokens), offset + len(words) + 4 * _SPREAD)
    stop = next((at for at in range(max(start, offset + _SPREAD), end) if stream.tokens[at] is RUN_END), end)
    begin = next((at + 1 for at in range(min(stop, offset + _SPREAD) - 1, start - 1, -1)
                  if stream.tokens[at] is RUN_END), start)  # fmt: skip
    window = [token.form.lower() for token in stream.tokens[begin:stop]]
    quoted = [token.form.lower() for token in words]
    pairs = [
        (block.src_start + n, block.dest_start + n)
        for block in Indel.opcodes(window, quoted)
        if block.tag == "equal"
        for n in range(block.src_end - block.src_start)
    ]
    pairs = [(at, own) for at, own in pairs if words[own].is_word]
    pairs = _without_strays(_tightened(pairs, window, quoted))
    if not pairs:
        return None
    first, last = begin + pairs[0][0], begin + pairs[-1][0] + 1
    matched, own = len(pairs), sum(token.is_word for token in words)
    theirs = sum(token.is_word for token in stream.tokens[first:last])
    # The longer of the two counts: words left out are as wrong as words put in.
    return WordMatch(stream, first, last, matched / max(own, theirs))


def _tightened(pairs: list[tuple[int, int]], window: list[str], quoted: list[str]) -> list[tuple[int, int]]:
    """Pairs moved next to the pair behind them where the same word is there too: of two "et logisk alternativ" the
    one in the sentence that is quoted."""
    out = pairs[:]
    for at in range(len(out) - 2, -1, -1):
        (place, own), (after, own_after) = out[at], out[at + 1]
        nearer = after - (own_after - own)
        if place < nearer < len(window) and window[nearer] == quoted[own]:
            out[at] = (nearer, own)
    return out


def _without_strays(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs without a single word at either end that is far from all others: "og" is found anywhere."""
    while len(pairs) > 2 and pairs[1][0] - pairs[0][0] > 3 + 2 * (pairs[1][1] - pairs[0][1]):
        pairs = pairs[1:]
    while len(pairs) > 2 and pairs[-1][0] - pairs[-2][0] > 3 + 2 * (pairs[-1][1] - pairs[-2][1]):
        pairs = pairs[:-1]
    return pairs


def _is_abbreviation(stream: WordStream, at: int, abbreviations: Sequence[str]) -> bool:
    """True when the full stop at ``at`` is that of an abbreviation, a number or a single letter.

    The letter of "enligt A. Det" is a number's, and a capital and a word behind it begin a sentence.
    """
    if stream.tokens[at].form != "." or at == 0 or stream.begins_block(at):
        return False
    word = stream.tokens[at - 1].form
    if word in LABELS and not stream.begins_block(at - 1) and not stream.ends_block(at + 1):
        following = stream.tokens[at + 1].form
        return not (following[:1].isupper() and len(following) > 1)
    return word.lower() in {part for one in abbreviations for part in one.split(".")} or (
        len(word) == 1 and word.isalpha()
    )


def _opens(stream: WordStream, at: int) -> bool:
    """True when what follows may begin a sentence: a capital, a digit or a sign."""
    if stream.ends_block(at):
        return True
    return not stream.tokens[at].form[:1].islower()


def covers(match: WordMatch, number: ProvisionId) -> bool:
    """True when the match has all words of a provision with everything below it.

    Raises nothing: a number without words is never covered.
    """
    extent = match.stream.extents.get(str(number))
    return extent is not None and match.start <= extent[0] and extent[1] <= match.end + 1
