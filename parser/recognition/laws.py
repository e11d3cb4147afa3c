"""Where the laws begin: the rows that look alike and whose numbers count upwards, and among those the ones with
text."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.ids import ProvisionId
from parser.recognition.labels import LabelCandidate
from parser.recognition.rows import BookRow

_LONG_HEADING = 160
_CONTENTS_LINE = re.compile(r"(?:\.{3,}|…|\t|\s{3,})\s*\d{1,4}\s*\Z")


@dataclass(frozen=True)
class LawStart:
    """A row that begins a law; its heading is in the row behind ``end``, or in the next row where nothing is behind."""

    row: int
    number: str
    label: LabelCandidate


def law_starts(rows: Sequence[BookRow]) -> tuple[LawStart, ...]:
    """The beginnings of the laws, in order; () where nothing counts like laws."""
    families: defaultdict[tuple[object, ...], list[LawStart]] = defaultdict(list)
    for at, row in enumerate(rows):
        for candidate in row.labels:
            if len(candidate.atoms) == 1 and _may_head(row, candidate):
                for look in _looks(row, candidate):
                    families[look].append(LawStart(at, candidate.atoms[0], candidate))
    best: tuple[float, tuple[LawStart, ...]] = (0.0, ())
    for family in families.values():
        for chain in _chains(family, rows):
            weight = _weight(chain, rows)
            best = max(best, (weight, chain), key=lambda one: one[0])
    return _with_strays(best[1], rows)


def like_starts(rows: Sequence[BookRow], starts: Sequence[LawStart]) -> Iterator[LawStart]:
    """The rows behind the first law that have a law's sign, or a heading's style, and look as one of ``starts``."""
    looks = {_look(rows[start.row], start.label) for start in starts}
    taken = {start.row for start in starts}
    behind = range(starts[0].row + 1 if starts else len(rows), len(rows))
    for at in (at for at in behind if at not in taken):
        one = rows[at].paragraph
        heads = (label for label in rows[at].labels if len(label.atoms) == 1 and _may_head(rows[at], label))
        told = (label for label in heads if label.signed or (one is not None and one.heading))
        found = (label for label in told if _is_short(rows[at], label) and _look(rows[at], label) in looks)
        if label := next(found, None):
            yield LawStart(at, label.atoms[0], label)


def _may_head(row: BookRow, candidate: LabelCandidate) -> bool:
    one = row.paragraph
    if one is None or one.noise or one.contents or not (candidate.absolute or candidate.atoms[0].isdigit()):
        return False
    words = row.words_after(candidate)
    # "§ 16 C Heading" begins 16C; "I" is also a word that headings begin with.
    if any(c.absolute and len(c.atoms) > 1 and not (c.bare and c.atoms[1] == "I") for c in row.labels):
        return False
    if len(words) > _LONG_HEADING or _CONTENTS_LINE.search(row.text):
        return False
    if candidate.signed or one.heading:
        return not words[:1].islower()
    return not candidate.bare or one.all_bold or words.isupper()


def _looks(row: BookRow, candidate: LabelCandidate) -> Iterator[tuple[object, ...]]:
    """The families that a row may be of. Where nothing but a number tells, capitals and the left edge may part laws
    from the numbers below their letters: families with and without them are weighed against each other."""
    look = _look(row, candidate)
    yield look
    if row.paragraph is not None and not candidate.signed:
        is_capital, edge = row.words_after(candidate).isupper(), round(row.paragraph.hang)
        yield from ((*look, is_capital, None), (*look, None, edge), (*look, is_capital, edge))


def _look(row: BookRow, candidate: LabelCandidate) -> tuple[object, ...]:
    one = row.paragraph
    assert one is not None
    sign = re.match(r"§+|[^\W\d_]{2,}", (one.label or one.text).strip())
    word = sign[0].strip().casefold() if sign and candidate.signed else ""
    # Without a sign all that parts "1." of a law from "(1)" of a list is how it looks.
    look = "" if candidate.signed else f"{candidate.look} {one.bold > 0}"
    return word, candidate.automatic, one.heading, look


def _chains(family: Sequence[LawStart], rows: Sequence[BookRow]) -> list[tuple[LawStart, ...]]:
    """The family cut into runs whose numbers only go up: a list of contents is one, the laws are another."""
    runs: list[list[LawStart]] = []
    for start in family:
        if runs and _key(start) > _key(runs[-1][-1]):
            runs[-1].append(start)
        elif runs and _is_there_twice(runs[-1][-1], start, rows):
            continue
        elif runs and len(runs[-1]) > 1 and _is_next(start, runs[-1][-2]):
            runs[-1][-1] = start  # the one between is a citation of a later law
        else:
            runs.append([start])
    # One number out of order (a citation at the beginning of a paragraph) does not end the laws.
    joined: list[list[LawStart]] = []
    for run in runs:
        if joined and len(run) > 2 and len(joined[-1]) > 2 and _key(run[0]) > _key(joined[-1][-1]):
            joined[-1] += run
        elif joined and len(run) <= 2 < len(joined[-1]) and len(family) > len(run) + len(joined[-1]):
            joined[-1].extend(one for one in run if _key(one) > _key(joined[-1][-1]))
        else:
            joined.append(run)
    return [tuple(run) for run in joined]


def _is_there_twice(first: LawStart, again: LawStart, rows: Sequence[BookRow]) -> bool:
    """True for two headings with one number and text between: neither is a citation, and the first is the law."""
    return are_headings((first, again), rows) and first.number == again.number and again.row - first.row > 1


def are_headings(starts: Sequence[LawStart], rows: Sequence[BookRow]) -> bool:
    """True for laws whose rows all have the style of a heading."""
    return all((one := rows[start.row].paragraph) is not None and one.heading for start in starts)


def _weight(chain: Sequence[LawStart], rows: Sequence[BookRow]) -> float:
    """How much a run looks like laws: how many, how many of them follow one another, and with text of their own."""
    if len(chain) < 2 and not (chain and chain[0].label.signed):
        return 0.0
    consecutive = sum(int(b.number.lstrip("X")) - int(a.number.lstrip("X")) == 1 for a, b in itertools.pairwise(chain))
    filled = sum(b.row - a.row > 1 for a, b in itertools.pairwise(chain)) + (chain[-1].row + 1 < len(rows))
    evidence = 1.0 if chain[0].label.signed else 0.6
    return evidence * (consecutive + 0.5 * len(chain)) * (0.1 + filled / len(chain))


def _with_strays(chain: tuple[LawStart, ...], rows: Sequence[BookRow]) -> tuple[LawStart, ...]:
    """The chain with laws that look a little different, where exactly their numbers are missing in it."""
    if not chain or not chain[0].label.signed:
        return chain
    out = [chain[0]]
    for start in (*chain[1:], None):
        stop = start.row if start else len(rows)
        ahead = _key(start) if start else None
        for at in range(out[-1].row + 1, stop):
            for candidate in rows[at].labels:
                if len(candidate.atoms) != 1 or not candidate.signed or not _may_head(rows[at], candidate):
                    continue
                stray = LawStart(at, candidate.atoms[0], candidate)
                if (
                    _is_next(stray, out[-1])
                    and (ahead is None or _key(stray) < ahead)
                    and _is_short(rows[at], candidate)
                ):
                    out.append(stray)
                    break
        if start:
            out.append(start)
    return tuple(out)


def _is_short(row: BookRow, candidate: LabelCandidate) -> bool:
    words = row.words_after(candidate)
    return len(words) < 90 and words[-1:] not in (".", ";", ":")


def _is_next(start: LawStart, before: LawStart) -> bool:
    return int(start.number.lstrip("X")) - int(before.number.lstrip("X")) == 1 and _key(start) > _key(before)


def _key(start: LawStart) -> tuple[tuple[int, int], ...]:
    return ProvisionId((start.number,)).sort_key
