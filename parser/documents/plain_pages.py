"""The pages of a plain text, parted by form feeds or by their heads: heads and numbers, notes at the foot, paragraphs
that go on."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from statistics import median

from parser.documents.label_words import CALLS_NUMBER
from parser.lang.words import any_of, every_word

_PAGE = any_of(every_word("page_signs"))
_PAGE_NUMBER = re.compile(rf"\s*(?:[-–]\s*)?(?:{_PAGE})?\s*\d{{1,4}}(?:\s*[-–])?\s*\Z", re.IGNORECASE)
_HEAD = re.compile(r"(\d{1,4})\s{2,}\S.{0,70}|\S.{0,70}?\s{2,}(\d{1,4})")
_COUNTED = re.compile(r"(?!\d)\S.{0,70}?\s{3,}(\d{1,4})|(\d{1,4})\s{3,}(\S.{0,70})")
_RULE = re.compile(r"\s*([_─═=-])\1{4,}\s*\Z")
_SIGN = re.compile(r"\s*(?:[¹²³⁴⁵⁶⁷⁸⁹*†‡]|[(\[]?\d{1,3}[)\].]|\d{1,3}\s)")
_FINISHED = re.compile(r"[.:;!?)»”\"][⁰¹²³⁴-⁹]*\s*\Z")
_LABEL = re.compile(r"(?:[(\[]?(?:[^\W\d_]|[ivx]{1,4}|[A-Z]?\d{1,3}[a-z]?)[.):\]]{1,2}|§+)\s")
# A word that is not parted from the number behind it: "§ 16", "Lag 20".
_FIRST_WORD = re.compile(r"(?:\(?(?:§+|[^\W\d_]{2,9}) (?=X?\d|[A-Z]\b))?[^ \t]+")
_NOTE = re.compile(r"\s*(?:[¹²³⁴⁵⁶⁷⁸⁹†‡]|\*{1,3}\))")
_GAP = re.compile(r"\s{4,}")
_APART = 2  # empty lines
_UNDER = 3  # characters by which a line and the words that it underlines may differ
_PAGES, _LINES = 8, 12  # heads that part a text without form feeds, and lines that are between most of them
_FULL = 0.85  # of the widest line
_USUAL, _MOST, _LONGEST = 0.9, 0.95, 160  # shares of the lines by length, and characters of a line that is a paragraph


@dataclass(frozen=True)
class SourceLine:
    """One line of a file: its words with blanks before them, its number and the page it is on; ``noise`` says why it is
    no text."""

    text: str
    number: int
    page: int
    noise: str = ""
    goes_on: bool = False
    """It goes on with the last line of the page before."""

    @property
    def edge(self) -> int:
        """Blanks before the first word; a tab reaches the next of eight columns."""
        expanded = self.text.expandtabs(8)
        return len(expanded) - len(expanded.lstrip(" "))

    @property
    def first_word(self) -> str:
        """The words before the first blank at which a line may break."""
        match = _FIRST_WORD.match(self.text.strip(" \t"))
        return match[0] if match else ""


@dataclass(frozen=True)
class PageFoot:
    """The notes at the foot of a page, which stand between words that may belong together."""

    lines: tuple[SourceLine, ...]


def parted_by_heads(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """The lines with the numbers of their pages, found by the heads in a text without form feeds.

    A head is a line that begins or ends in a number which counts up by one, far from the one before; one that begins
    in it has the same words again and again.
    """
    found: list[tuple[int, int]] = []
    looks = Counter(match[3] for line in lines if (match := _COUNTED.fullmatch(line.text.strip())) and match[2])
    for at, line in enumerate(lines):
        match = _COUNTED.fullmatch(line.text.strip())
        if match and (match[1] or looks[match[3]] >= 3):
            found.append((at, int(match[1] or match[2])))
    runs: dict[int, list[int]] = {}  # by the number that each ends in
    for at, number in found:
        before = max(runs.get(number - 1, []), runs.get(number - 2, []), key=len)
        if len(before) >= len(runs.get(number, [])):
            runs[number] = [*before, at]
    heads = max(runs.values(), key=len, default=[])
    if len(heads) < _PAGES or median(b - a for a, b in pairwise(heads)) < _LINES:
        return list(lines)
    at_top = 2 * sum(not lines[at + 1].text.strip() for at in heads if at + 1 < len(lines)) >= len(heads)
    ends = [at if at_top else at + 1 for at in heads]
    return [replace(line, page=1 + bisect_right(ends, at)) for at, line in enumerate(lines)]


def running_heads(lines: Sequence[SourceLine]) -> dict[int, str]:
    """Places in ``lines`` of what is printed at the top or foot of page after page, and why it is noise."""
    by_page: dict[int, list[int]] = {}
    for at, line in enumerate(lines):
        if line.page and line.text.strip():
            by_page.setdefault(line.page, []).append(at)
    if len(by_page) < 3:
        return {}
    found: dict[int, str] = {}
    seen: dict[str, list[int]] = {}
    for places in by_page.values():
        for at in {*places[:2], *places[-2:]}:
            words = lines[at].text.strip()
            if _NOTE.match(words):
                continue  # the same note may stand at the foot of many pages
            if _PAGE_NUMBER.match(words):
                found[at] = "page-number"
            else:
                # A name of the chapter, and far from it that of the book, which alone comes again.
                for look in {words, *_GAP.split(words)}:
                    seen.setdefault(" ".join(re.sub(r"\d+", "#", look).split()), []).append(at)
    counted = frozenset(_counted_heads(lines, by_page))
    found |= dict.fromkeys(counted, "running-head")
    for words, places in seen.items():
        if len(places) >= max(3, len(by_page) // 3) and len(words) < 80:
            found |= dict.fromkeys(places, "running-head")
    return {at: why for at, why in found.items() if not _opens_chapter(lines, at, counted)}


def _opens_chapter(lines: Sequence[SourceLine], at: int, heads: Collection[int]) -> bool:
    """True for the name of a chapter that stands below the head of its page, where the heads of others repeat it with
    their numbers."""
    above = next((one for one in range(at - 1, -1, -1) if lines[one].text.strip()), None)
    if above is None or above not in heads or at in heads or lines[above].page != lines[at].page:
        return False
    words = lines[at].text.strip()
    return sum(line.text.strip() == words for line in lines) == 1


def _counted_heads(lines: Sequence[SourceLine], by_page: Mapping[int, Sequence[int]]) -> list[int]:
    """The places of first or last lines of pages that begin or end in the page's number, whatever else they say."""
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for end in (0, -1):
        for page, places in by_page.items():
            if match := _HEAD.fullmatch(lines[places[end]].text.strip()):
                found[end, int(match[1] or match[2]) - page].append(places[end])
    return [at for places in found.values() if len(places) > len(by_page) // 3 for at in places]


def paged(lines: Sequence[SourceLine], noise: Mapping[int, str]) -> list[SourceLine | PageFoot]:
    """The lines with noise marked, notes at the foot of a page put together, and nothing between the lines of a
    paragraph that goes on on the next page."""
    marked = [replace(line, noise=noise.get(at, "")) for at, line in enumerate(lines)]
    if not any(line.page for line in marked):
        return list(marked)
    widest = _widest(marked)
    out: list[SourceLine | PageFoot] = []
    for _, found in groupby(marked, key=lambda line: line.page):
        page = list(found)
        foot = _foot(page)
        body = list(_bare(page[:foot]))
        before = next((one for one in reversed(out) if isinstance(one, SourceLine) and not one.noise), None)
        if out and isinstance(notes_before := out[-1], PageFoot):
            out[-1], body = _with_rest(notes_before, before, body)
        words = [line for line in body if not line.noise]
        if before is not None and words and before.text.strip() and _goes_on(before, words[0], widest):
            body = [replace(line, goes_on=line is words[0]) for line in body]
        elif before is not None:
            out.append(SourceLine("", before.number, before.page))
        out += body
        if notes := tuple(_bare(page[foot + 1 :])):
            out += [line for line in notes if line.noise]
            out.append(PageFoot(tuple(line for line in notes if not line.noise)))
    return out


def _with_rest(
    foot: PageFoot, above: SourceLine | None, page: Sequence[SourceLine]
) -> tuple[PageFoot, list[SourceLine]]:
    """The notes at the foot of a page, and the page behind it: its first lines are theirs where the last note is not at
    its end, and the text ``above`` the notes is."""
    words = [at for at, line in enumerate(page) if not line.noise]
    first = page[words[0]].text.lstrip() if words else ""
    cut = not _FINISHED.search(foot.lines[-1].text) and above is not None and _FINISHED.search(above.text)
    if not cut or not first[:1].islower() or _LABEL.match(first):
        return foot, list(page)
    stop = next((at for at in words if not page[at].text.strip()), len(page))
    rest = [replace(page[at], goes_on=at == words[0]) for at in words if at < stop]
    kept = [line for at, line in enumerate(page) if line.noise or at >= stop]
    return PageFoot((*foot.lines, *rest)), list(_bare(kept))


def _widest(lines: Sequence[SourceLine]) -> int:
    """The length of a full line: hardly any is longer, as lines of contents are, where lines are not paragraphs."""
    lengths = sorted(len(line.text) for line in lines if line.text.strip())
    if not lengths:
        return 0
    usual = lengths[int(_USUAL * len(lengths))]
    return usual if lengths[int(_MOST * len(lengths))] <= _LONGEST else lengths[-1]


def _foot(page: Sequence[SourceLine]) -> int:
    """The place of the ruled line above the notes of a page; its length where it has none."""
    for at in range(len(page) - 1, -1, -1):
        # A line as long as the words above it underlines them.
        under = at > 0 and abs(len(page[at - 1].text.rstrip()) - len(page[at].text.rstrip())) < _UNDER
        if _RULE.match(page[at].text) and not under:
            behind = [line for line in page[at + 1 :] if not line.noise]
            first = next((line for line in behind if line.text.strip()), None)
            return at if first is not None and _SIGN.match(first.text) and not _text_follows(behind) else len(page)
    return _unruled_foot(page)


def _text_follows(lines: Sequence[SourceLine]) -> bool:
    """True where notes are those of a law in the middle of a page: below them, farther off than notes are from one
    another, stands a paragraph without a sign."""
    empty, noted = 0, False
    for line in lines:
        if not line.text.strip():
            empty += 1
            continue
        if noted and empty >= _APART and not _SIGN.match(line.text):
            return True
        empty, noted = 0, True
    return False


def _unruled_foot(page: Sequence[SourceLine]) -> int:
    """The place of the empty line above the last paragraphs of a page that begin as notes do; else its length."""
    found = len(page)
    for at in range(len(page) - 2, -1, -1):
        if page[at].text.strip() or page[at].noise or not page[at + 1].text.strip() or page[at + 1].noise:
            continue
        if not _NOTE.match(page[at + 1].text):
            break
        found = at
    return found


def _bare(lines: Sequence[SourceLine]) -> Iterator[SourceLine]:
    """Lines without the empty ones before and behind all words; noise stays."""
    words = [at for at, line in enumerate(lines) if line.text.strip() and not line.noise]
    first, last = (words[0], words[-1]) if words else (0, -1)
    yield from (line for at, line in enumerate(lines) if line.noise or first <= at <= last)


def _goes_on(before: SourceLine, line: SourceLine, widest: int) -> bool:
    """True where the first line of a page goes on with the last of the page before it."""
    last, first = before.text.rstrip(), line.text.lstrip()
    if first[:1].islower() and not _SIGN.match(first) and not _LABEL.match(first):
        return True
    if CALLS_NUMBER.search(last) and first[:1].isalnum():
        return True
    if _LABEL.match(line.first_word + " ") or first.isupper() != last.isupper():
        return False
    return len(last) + 1 + len(line.first_word) > _FULL * widest and not _FINISHED.search(last)
