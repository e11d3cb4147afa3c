"""What the texts of an edition that is held tell about one that is added: rules at other numbers, numbers it lacks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import takewhile
from typing import Literal

import numpy as np

from app.build.alignment_weights import alignment_weights
from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.ids import ProvisionId
from corpus.model import Expression
from corpus.registry import Registry
from parser.alignment.editions import EditionRow, compare_editions
from parser.alignment.parallel import Pairing
from parser.alignment.propose import propose
from parser.alignment.similarity import TfIdf
from parser.recognition.account import ReadingQuestion, Recognition
from parser.recognition.irregularities import missing_before
from parser.recognition.rows import BookRow

_TELLING = 60  # provisions below laws; fewer may be of any book
_FEW, _ALIKE = 0.5, 0.4
_SAME = 0.97  # of the texts of all numbers, in two editions that are one


def rules_elsewhere(text: Expression, texts: Sequence[Expression], registry: Registry) -> tuple[EditionRow, ...]:
    """Rules that a held text of the same work and edition has at another number, ``old`` there and ``new`` here.

    Words are compared with a text in the same language, meaning with those in other languages where none is held:
    "73A1" of a Danish text is what the Swedish one has as "73A2". () where the edition is not held. Rules that are in
    doubt, such as two with the same words, are not among them, nor those that only one of the texts divides, nor one
    whose letters are more like the rule at its own number, nor a copy of a rule that is at its own number too.
    """
    same = [one for one in texts if (one.work, one.edition) == (text.work, text.edition)]
    held = next((one for one in same if one.language == text.language), None)
    if held is not None:
        return tuple(row for row in compare_editions(held, text) if row.place == "moved" and not row.doubtful)
    return tuple(_outermost(_by_meaning(text, same, registry))) if same else ()


def same_in_other_edition(text: Expression, texts: Sequence[Expression]) -> str:
    """The edition of a held text of the same work and language that has nearly all words at the same numbers; "" where
    none has, or the text is too short to tell.

    A book that was added under a wrong year is read without a fault, and every number in it is another year's.
    """
    own = {str(one.id): _letters(one.text) for one in text.walk() if one.text}
    if len(own) < _TELLING:
        return ""
    for other in texts:
        alike = (other.work, other.language) == (text.work, text.language) and other.edition != text.edition
        held = {str(one.id): _letters(one.text) for one in other.walk()} if alike else {}
        if sum(held.get(place) == words for place, words in own.items()) >= _SAME * max(len(own), len(held) / 2):
            return other.edition
    return ""


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


def _by_meaning(text: Expression, texts: Sequence[Expression], registry: Registry) -> Iterator[EditionRow]:
    identities = {one.key: registry[one.key].wid or {} for one in (text, *texts)}
    pairing = Pairing.of(text, texts, identities, store.load_terms())
    printed = {identity: own for own, identity in identities[text.key].items()}
    sure = [one for one in propose(pairing, alignment_weights()) if not one.doubtful and len(one.targets) == 1]
    at_home = {one.id for one in sure if one.targets == (one.id,)}
    nearer = _LettersNearer(pairing)
    for one in sure:
        here, there = ProvisionId.of(one.id), ProvisionId.of(one.targets[0])
        if here.contains(there) or there.contains(here) or str(there) in at_home or not nearer(one.id, str(there)):
            continue
        yield EditionRow(str(there), printed.get(one.id, one.id), "moved", False, one.confidence)


def work_doubt(text: Expression, texts: Sequence[Expression]) -> Literal["is-laws", "no-laws", ""]:
    """Whether the numbers of a text tell that it is, or is not, a law book, against what it is added as.

    Two editions of the laws share two thirds of their numbers below the laws or more (1997 and 2017: 0.63 of all that
    either has), an extract all of its own; laws and regulations hardly any. A few numbers tell nothing.
    """
    own = _deep(text)
    held = [_deep(one) for one in texts if one.work == "laws"]
    if len(own) < _TELLING or not held:
        return ""
    if text.work == "laws":
        return "" if max(len(own & one) for one in held) >= _FEW * len(own) else "no-laws"
    alike = max(_shared(own, one) for one in held)
    others = (_shared(own, _deep(one)) for one in texts if one.work == text.work)
    return "is-laws" if alike >= _ALIKE and alike > max(others, default=0) else ""


def _shared(own: frozenset[ProvisionId], other: frozenset[ProvisionId]) -> float:
    """The share of the numbers of either that both have."""
    return len(own & other) / len(own | other)


def _deep(text: Expression) -> frozenset[ProvisionId]:
    """The provisions below the laws: every book has a § 1."""
    return frozenset(one.id for one in text.walk() if one.id.parent is not None)


def beside_edition(
    text: Expression, texts: Sequence[Expression], tables: Concordance
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Numbers that the text lacks, and has alone, beside those of ``texts`` of its edition; () for a new edition.

    Where no other text of it is held, it lacks what the number ``tables`` that people made name of its edition.
    """
    same = [one for one in texts if (one.work, one.edition) == (text.work, text.edition)]
    own = [str(provision.id) for provision in text.walk()]
    if not same:
        is_listed = text.work == "laws" and text.edition in tables.editions
        lacked = tables.numbers(text.edition) - set(own) if is_listed else frozenset()
        return tuple(map(str, sorted(map(ProvisionId.of, lacked)))), ()
    held = [{str(provision.id) for provision in one.walk()} for one in same]
    missing = set.intersection(*held) - set(own)
    extra = [place for place in own if place not in set.union(*held)]
    return tuple(map(str, sorted(map(ProvisionId.of, missing)))), tuple(extra)


def unlabelled_rules(
    rows: Sequence[BookRow], found: Recognition, missing: Sequence[str], decided: Container[int] = ()
) -> tuple[ReadingQuestion, ...]:
    """Questions about paragraphs without label where the edition has a number that the text lacks (``missing``).

    Such a number follows the last one that the text has in its list, so its paragraphs are the last ones there; rows
    ``decided`` are not asked about.
    """
    used = {use.row: use for use in found.uses}
    done = {one.row for one in found.questions if one.code == "unlabelled"}
    lacked = [ProvisionId.of(one) for one in missing]
    lists: defaultdict[str, list[ProvisionId]] = defaultdict(list)
    for one in lacked:
        if one.parent:
            lists[str(one.parent)].append(one)
    out = []
    for whole, members in lists.items():
        before = missing_before(members[0])
        if ProvisionId.of(whole) in lacked or (before and before[-1] in missing):
            continue
        last = ProvisionId.of(before[-1] if before else whole)
        labelled = [at for at, use in used.items() if use.reason in ("item", "law") and use.id and _is_in(use.id, last)]
        if not labelled:
            continue
        behind = takewhile(
            lambda at: at not in used or used[at].reason not in ("item", "law"), range(max(labelled) + 1, len(rows))
        )
        plain = [at for at in behind if at in used and used[at].reason in ("paragraph", "closing")]
        for at in plain[-len(members) :]:
            if at not in decided and at not in done:
                words = " ".join(rows[at].text.split())[:80]
                others = tuple(map(str, members))
                out.append(ReadingQuestion("unlabelled", at, rows[at].place, words, used[at].reading, others))
    return tuple(out)


def _is_in(place: str, whole: ProvisionId) -> bool:
    return whole.contains(ProvisionId.of(place))


class _LettersNearer:
    """Whether the letters of a rule are at least as like those of another number as those of its own number.

    What is around a rule can outweigh what it says: where 87B is left out, 87C stands at its number, and 87A, the one
    left between them, was taken for 87B.
    """

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        texts = ((pairing.new, pairing.source), *((text, pairing.target) for text in pairing.known))
        self.measure = TfIdf.of([text.whole_ngrams(key) for text, tree in texts for key in tree.keys])

    def __call__(self, own: str, other: str) -> bool:
        words = [self.pairing.new.whole_ngrams(own)]
        likeness = np.zeros(2, dtype=np.float32)
        for text in self.pairing.known:
            likeness += self.measure.cosine(words, [text.whole_ngrams(at) for at in (other, own)])[0]
        there, here = likeness
        return bool(there >= here)


def _outermost(rows: Iterator[EditionRow]) -> Iterator[EditionRow]:
    """The rows without those of parts that only went with what is around them."""
    told: dict[str, str] = {}
    for row in rows:
        here, there = ProvisionId.of(row.new), ProvisionId.of(row.old)
        if here.parts[-1:] != there.parts[-1:] or told.get(str(here.parent)) != str(there.parent):
            yield row
        told[row.new] = row.old
