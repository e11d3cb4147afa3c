"""The table between two editions in one language, proposed from their words: what moved, split, merged, changed.

Unlike ``parser.alignment.propose``, which meets translations, words are compared as they stand: rules that were not
touched are the same letter by letter, but for the numbers that they cite. Those numbers are left out when places are
looked for, and compared afterwards through the places that were found.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from rapidfuzz.distance import Levenshtein

from corpus.alignment.review import ReviewRow, TableReview
from corpus.alignment.table_row import ConcordanceRow, Place, doubted
from corpus.ids import ProvisionId
from corpus.model import Expression, Provision, TextPassage
from parser.alignment.parallel import ProvisionTree
from parser.alignment.propose import Proposal
from parser.alignment.similarity import Matrix, TfIdf, char_ngrams
from parser.alignment.splits import INSIDE, inside, parts_left, threes

_CITED = "§"  # stands for a citation, whatever its number
# What looks like one where nothing was resolved: "§ 16C2a", "Lag 27B".
_NUMBER = re.compile(r"(?:§+|\b(?:[Ll]ag|[Ll]ov|[Ll]aw|[Pp]aragraf))\s?\d+[A-Z]?\d*\w{0,4}(?:\([a-z]+\))*")
_WORD = re.compile(r"\w+|[§♠♥♦♣%½]")
_Spans = Mapping[tuple[str, str, int], list[tuple[int, int]]]
_ROUNDS = 4
_SHORT = 40.0  # characters: words of a rule so short say little, what is around it more
_LEAST = 0.42  # the least likeness of a rule with the one that it became
_ALIKE = 0.6  # so much before splits and merges are looked for: what is left then may pair with less
_SURE, _DOUBT = 0.97, 0.55
SURE = 0.7
"""Rows of less confidence are in doubt."""


@dataclass(frozen=True)
class EditionRow:
    """One row of a table between editions: ``old`` or ``new`` is empty where the other has no counterpart.

    ``confidence`` goes from 0 to 1; ``nearest`` are places that it may be instead, each with its likeness.
    """

    old: str
    new: str
    place: Place
    revised: bool
    confidence: float
    nearest: tuple[tuple[str, float], ...] = ()

    @property
    def doubtful(self) -> bool:
        """True when a person should look."""
        return self.confidence < SURE


def compare_editions(old: Expression, new: Expression) -> tuple[EditionRow, ...]:
    """The rows between two editions of one work in one language, in the order of the old one, new rules last."""
    return _Comparison(_Side.of(old), _Side.of(new)).rows()


def rows_of(proposals: Iterable[Proposal], known: Sequence[str]) -> tuple[EditionRow, ...]:
    """The rows from ``known``, the numbers of today, to a new edition, from proposals for each of its provisions."""
    listed = list(proposals)
    claims = Counter(target for one in listed for target in one.targets)
    found: defaultdict[str, list[EditionRow]] = defaultdict(list)
    added = []
    for one in listed:
        sure = _DOUBT if one.doubtful else max(SURE, one.confidence)
        if not one.targets:
            added.append(EditionRow("", one.id, "new", False, sure, one.nearest))
        for target in one.targets:
            alone = claims[target] == len(one.targets) == 1
            place: Place = "split" if claims[target] > 1 else "merged"
            place = ("same" if target == one.id else "moved") if alone else place
            # Two languages say nothing about whether the words changed: a person has to.
            found[target].append(EditionRow(target, one.id, place, False, sure, one.nearest))
    gone = (EditionRow(key, "", "dropped", False, _DOUBT) for key in known if key not in found)
    ordered = {row.old: [row] for row in gone} | found
    return (*(row for key in known for row in ordered[key]), *added)


def rows_from(proposals: Iterable[Proposal], known: Sequence[str]) -> tuple[EditionRow, ...]:
    """The rows from an older edition to ``known``, the numbers of today, from proposals for each of its provisions."""
    listed = list(proposals)
    claims = Counter(target for one in listed for target in one.targets)
    rows = []
    for one in listed:
        sure = _DOUBT if one.doubtful else max(SURE, one.confidence)
        if not one.targets:
            rows.append(EditionRow(one.id, "", "dropped", False, sure, one.nearest))
        for target in one.targets:
            alone: Place = "same" if target == one.id else "moved"
            place: Place = "split" if len(one.targets) > 1 else "merged" if claims[target] > 1 else alone
            rows.append(EditionRow(one.id, target, place, False, sure, one.nearest))
    return (*rows, *(EditionRow("", key, "new", False, _DOUBT) for key in known if key not in claims))


def edition_table(rows: Iterable[EditionRow], old: str, new: str) -> TableReview:
    """The rows as a table that nobody has read; doubtful ones are marked UNSURE, with the reasons as values.

    >>> edition_table([EditionRow("16C", "16D", "moved", True, 0.9)], "2017", "2027").rows[0].cells[:5]
    ('16C', '16D', 'moved', 'revised', '')
    """
    head = f"# Proposed from the words of both texts, {old} to {new}; no person has read it. UNSURE: look first."
    return TableReview(f"{old}-{new}", (head,), tuple(ReviewRow(_concordance_row(row)) for row in rows))


def _concordance_row(row: EditionRow) -> ConcordanceRow:
    sure = ConcordanceRow(row.old, row.new, row.place, row.revised, "")
    return doubted(sure, row.confidence, (), row.nearest) if row.doubtful else sure


@dataclass(frozen=True)
class _Side:
    """One edition: its provisions in order, the words of each without the numbers they cite, those numbers, and the
    words of the notes of each, by which it may have changed though it reads as before."""

    tree: ProvisionTree
    words: tuple[tuple[str, ...], ...]
    whole: tuple[Counter[str], ...]
    cited: tuple[tuple[tuple[str, ...], ...], ...]
    notes: tuple[Counter[tuple[str, ...]], ...]

    @classmethod
    def of(cls, expression: Expression) -> _Side:
        provisions = list(expression.walk())
        tree = ProvisionTree(tuple(str(p.id) for p in provisions))
        spans: defaultdict[tuple[str, str, int], list[tuple[int, int]]] = defaultdict(list)
        cited: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
        for reference in expression.references:
            at = reference.anchor
            spans[at.place, at.where, at.block].append((at.start, at.end))
            own = tuple(
                # A headword is the same in capitals.
                target.id.casefold() if target.id.startswith("def:") else target.id
                for target in reference.targets
                if (target.work, target.edition) == (expression.work, expression.edition)
            )
            if own:
                cited[at.place].append(own)
        notes: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
        for note in expression.notes:
            # One note that two rules call is the same as a note of each.
            for anchor in note.anchors:
                notes[anchor][_plain_words(note.passages(), spans)] += 1
        words = tuple(_words(one, spans) for one in provisions)
        whole = [char_ngrams(" ".join(one)) for one in words]
        for n in range(len(provisions) - 1, -1, -1):
            if tree.parent[n] >= 0:
                whole[tree.parent[n]] = whole[tree.parent[n]] + whole[n]
        cites = tuple(tuple(cited[key]) for key in tree.keys)
        return cls(tree, words, tuple(whole), cites, tuple(notes[key] for key in tree.keys))


def _words(one: Provision, spans: _Spans) -> tuple[str, ...]:
    cells = (" ".join(row) for block in one.own_blocks for row in getattr(block, "rows", ()))
    return _plain_words(one.passages(), spans, cells)


def _plain_words(passages: Iterable[TextPassage], spans: _Spans, cells: Iterable[str] = ()) -> tuple[str, ...]:
    """The words of some paragraphs and of rows of a table, a sign for each citation."""
    found: list[str] = []
    for passage in passages:
        text = passage.prose.text
        for start, end in sorted(spans.get((passage.place, passage.where, passage.block), ()), reverse=True):
            text = f"{text[:start]} {_CITED} {text[end:]}"
        found += _WORD.findall(_NUMBER.sub(_CITED, text).casefold())
    for row in cells:
        found += _WORD.findall(row.casefold())
    # "§§ 61-64" and "§ 61" are both a citation.
    return tuple(word for n, word in enumerate(found) if word != _CITED or n == 0 or found[n - 1] != _CITED)


class _Comparison:
    def __init__(self, old: _Side, new: _Side) -> None:
        self.old, self.new = old, new
        grams = [[char_ngrams(" ".join(words)) for words in side.words] for side in (old, new)]
        self.own = TfIdf.of([*grams[0], *grams[1]]).cosine(*grams)
        self.whole = TfIdf.of([*old.whole, *new.whole]).cosine(old.whole, new.whole)
        self.equal = _equal(old, new)
        self.own = np.maximum(self.own, self.equal)
        self.score = self._scores()
        # A text without a single note may be one in which nobody looked for them.
        self.noted = any(old.notes) and any(new.notes)
        self.threes = [[threes(words) for words in side.words] for side in (old, new)]
        self.became: dict[int, list[int]] = {}

    def rows(self) -> tuple[EditionRow, ...]:
        pairs: dict[int, int] = {}
        self._pairs(pairs, _ALIKE, (set(), set()))
        split, merged = self._further(pairs)
        self._pairs(pairs, _LEAST, ({o for o, _ in merged}, {n for _, n in split}))
        self._by_parts(pairs, ({o for o, _ in merged}, {n for _, n in split}))
        self.became = defaultdict(list)
        for o, n in (*pairs.items(), *split, *merged):
            self.became[o].append(n)
        sources: defaultdict[int, list[int]] = defaultdict(list)
        for o, news in self.became.items():
            for n in news:
                sources[n].append(o)
        forward = {
            key: tuple(self.new.tree.keys[n] for n in sorted(self.became.get(o, ())))
            for o, key in enumerate(self.old.tree.keys)
        }
        out: list[EditionRow] = []
        for o in range(len(self.old.tree.keys)):
            news = sorted(self.became.get(o, ()))
            if not news:
                out.append(self._dropped(o))
            for n in news:
                out.append(self._row(o, n, news, sources[n], forward, n == pairs.get(o)))
        out += [self._added(n) for n in range(len(self.new.tree.keys)) if n not in sources]
        return tuple(out)

    def _scores(self) -> Matrix:
        """The likeness of own words, and round by round of what is around: parents, parts and neighbours."""
        old, new = self.old.tree, self.new.tree
        length = np.array([sum(map(len, words)) for words in self.old.words], dtype=np.float32)
        weight = np.clip(length / _SHORT, 0.0, 1.0)[:, None]
        bare = np.array([[not words] for words in self.old.words]) & np.array([[not words for words in self.new.words]])
        own = np.where(bare, self.whole, self.own)
        number = _same(old.keys, new.keys)
        score = np.asarray(own, dtype=np.float32)
        for _ in range(_ROUNDS):
            padded = np.pad(score, ((0, 1), (0, 1)))
            padded[-1, -1] = 1.0  # both are laws: neither has a parent
            parents = padded[np.array(old.parent)][:, np.array(new.parent)]
            before, after = (np.array(one) for one in old.siblings)
            new_before, new_after = (np.array(one) for one in new.siblings)
            near = 0.5 * (padded[before][:, new_before] + padded[after][:, new_after])
            around = 0.4 * parents + 0.3 * near + 0.25 * self.whole + 0.05 * number
            share = 0.2 + 0.4 * (1 - weight)
            score = np.asarray((1 - share) * own + share * around, dtype=np.float32)
        return score

    def _pairs(self, found: dict[int, int], least: float, done: tuple[set[int], set[int]]) -> None:
        """Add to ``found`` the pairs that are most alike, one to one, the likeliest first."""
        gone, taken = {*found, *done[0]}, {*found.values(), *done[1]}
        order = np.argsort(-self.score, axis=None, kind="stable")
        for flat in order[: 40 * max(self.score.shape)]:
            o, n = divmod(int(flat), self.score.shape[1])
            if o in gone or n in taken or not self._may_be(o, n, least):
                continue
            found[o] = n
            gone.add(o)
            taken.add(n)

    def _by_parts(self, found: dict[int, int], done: tuple[set[int], set[int]]) -> None:
        """Add pairs of rules with other words whose parts are those of each other: law 20 with a new first sentence."""
        old, new = self.old.tree, self.new.tree
        taken = {*found.values(), *done[1]}
        for o, parts in enumerate(old.children):
            if o in found or o in done[0] or not parts:
                continue
            homes = Counter(new.parent[found[part]] for part in parts if part in found)
            n, count = homes.most_common(1)[0] if homes else (-1, 0)
            if n >= 0 and n not in taken and 2 * count > max(len(parts), len(new.children[n])):
                found[o] = n
                taken.add(n)

    def _may_be(self, o: int, n: int, least: float) -> bool:
        words = self.old.words[o], self.new.words[n]
        if not words[0] and not words[1]:
            return bool(self.whole[o, n] >= _LEAST)
        if not words[0] or not words[1]:
            return bool(self.whole[o, n] >= 0.8 and self.score[o, n] >= _LEAST)
        if self.own[o, n] < least or self.score[o, n] < _LEAST:
            return False
        return bool(self.equal[o, n]) or not (least > _LEAST and self._is_elsewhere(o, n))

    def _is_elsewhere(self, o: int, n: int) -> bool:
        """True where nearly all words of one stand in another rule than its partner, which has few of them."""
        olds, news = self.threes
        ahead = (int(at) for at in np.argsort(-self.own[o])[:4] if at != n)
        back = (int(at) for at in np.argsort(-self.own[:, n])[:4] if at != o)
        return (inside(olds[o], news[n]) < INSIDE and any(inside(olds[o], news[at]) > 0.9 for at in ahead)) or (
            inside(news[n], olds[o]) < INSIDE and any(inside(news[n], olds[at]) > 0.9 for at in back)
        )

    def _further(self, pairs: Mapping[int, int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Splits and merges: rules left over of which most stands in one whose counterpart lacks just that."""
        olds, news = self.threes
        old, new = self.old.words, self.new.words
        split = parts_left(old, new, olds, news, pairs)
        merged = parts_left(new, old, news, olds, {n: o for o, n in pairs.items()})
        return split, [(o, n) for n, o in merged]

    def _row(
        self,
        o: int,
        n: int,
        news: Sequence[int],
        olds: Sequence[int],
        forward: Mapping[str, tuple[str, ...]],
        main: bool,
    ) -> EditionRow:
        key, target = self.old.tree.keys[o], self.new.tree.keys[n]
        place: Place = "split" if len(news) > 1 else "merged" if len(olds) > 1 else "same" if key == target else "moved"
        revised = self._revised(sorted(olds), sorted(news), forward)
        if main and len(news) == len(olds) == 1:
            confidence = self._confidence(o, n)
        else:
            confidence = _SURE if not revised else _DOUBT
        nearest = self._nearest(self.score[o], self.new.tree.keys, {n}) if confidence < SURE else ()
        return EditionRow(key, target, place, revised, confidence, nearest)

    def _revised(self, olds: Sequence[int], news: Sequence[int], forward: Mapping[str, tuple[str, ...]]) -> bool:
        """True where the words or the notes differ, or a citation leads elsewhere than the rule that was cited went."""
        before = [word for o in olds for word in self.old.words[o]]
        after = [word for n in news for word in self.new.words[n]]
        if before != after and Counter(before) != Counter(after):
            return True
        if before != after and len(olds) == len(news) == 1:
            return True
        if self.noted and _together(self.old.notes, olds) != _together(self.new.notes, news):
            return True
        cited = [
            {to for one in ids for to in (*_carried(one, forward), *self._around(one, o, news))}
            for o in olds
            for ids in self.old.cited[o]
        ]
        now = [set(ids) for n in news for ids in self.new.cited[n]]
        # A rule that was cited and is no more tells nothing of the words; of one that was split a part may be meant.
        return len(cited) == len(now) and any(a and not a & b for a, b in zip(cited, now, strict=True))

    def _around(self, cited: str, o: int, news: Sequence[int]) -> Iterator[str]:
        """What is around the new rules as ``cited`` is around the old one: "this law" is the law of who says it."""
        if cited in _chain(self.old.tree.keys[o]):
            depth = ProvisionId.of(cited).level
            yield from (
                one for n in news for one in _chain(self.new.tree.keys[n]) if ProvisionId.of(one).level == depth
            )

    def _confidence(self, o: int, n: int) -> float:
        """How likely a pair is: the same words are sure, unless they stand in several places."""
        rivals = np.concatenate((np.delete(self.score[o], n), np.delete(self.score[:, n], o)))
        margin = float(self.score[o, n] - (rivals.max() if len(rivals) else 0.0))
        if not self.old.words[o]:
            return 0.9 if margin > 0.02 else _DOUBT
        if self.equal[o, n]:
            return _SURE if margin > 0.01 or self.old.tree.keys[o] == self.new.tree.keys[n] else _DOUBT
        alike = Levenshtein.normalized_similarity(self.old.words[o], self.new.words[n])
        if alike >= 0.5 and margin > 0.05:
            return 0.5 + 0.45 * alike
        return _DOUBT if alike >= 0.3 else 0.4

    def _dropped(self, o: int) -> EditionRow:
        nearest = self._nearest(self.score[o], self.new.tree.keys, set())
        alike = float(self.own[o].max(initial=0.0)) if self.old.words[o] else 0.5
        return EditionRow(self.old.tree.keys[o], "", "dropped", False, 0.85 if alike < 0.35 else _DOUBT, nearest)

    def _added(self, n: int) -> EditionRow:
        alike = float(self.own[:, n].max(initial=0.0)) if self.new.words[n] else 0.5
        nearest = self._nearest(self.score[:, n], self.old.tree.keys, set())
        return EditionRow("", self.new.tree.keys[n], "new", False, 0.85 if alike < 0.35 else _DOUBT, nearest)

    def _nearest(self, scores: Matrix, keys: Sequence[str], without: set[int]) -> tuple[tuple[str, float], ...]:
        order = [int(at) for at in np.argsort(-scores, kind="stable")[:4] if int(at) not in without]
        return tuple((keys[at], round(float(scores[at]), 2)) for at in order[:3])


def _equal(old: _Side, new: _Side) -> Matrix:
    codes: dict[tuple[str, ...], int] = {}
    ones = np.array([codes.setdefault(words, len(codes)) for words in old.words])
    others = np.array([codes.setdefault(words, len(codes)) for words in new.words])
    worded = np.array([[bool(words)] for words in old.words])
    return np.asarray((ones[:, None] == others[None, :]) & worded, dtype=np.float32)


def _same(ones: Sequence[str], others: Sequence[str]) -> Matrix:
    return np.asarray(np.array(ones)[:, None] == np.array(others)[None, :], dtype=np.float32)


def _together(notes: Sequence[Counter[tuple[str, ...]]], at: Sequence[int]) -> Counter[tuple[str, ...]]:
    return sum((notes[one] for one in at), Counter())


def _chain(place: str) -> Iterator[str]:
    """A rule and all that are around it, the innermost first."""
    above: ProvisionId | None = ProvisionId.of(place)
    while above is not None:
        yield str(above)
        above = above.parent


def _carried(place: str, forward: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Where a cited number went; one below a number that has a row of its own goes with it."""
    if place in forward:
        return forward[place]
    above = None if place.startswith("def:") else ProvisionId.of(place).parent
    return (place,) if above is None else _carried(str(above), forward)
