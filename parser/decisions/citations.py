"""The citations in a decision, by the grammar that reads the laws, and whether the provision was found breached."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from corpus.ids import Level, ProvisionId
from corpus.precedents.decision import CaseCitation, CitationFinding, Section, SectionKind
from parser.citations.designators import Designator, read_absolute
from parser.citations.find import Citation, Member, find
from parser.decisions.lexicon import DecisionLexicon

_WINDOW = 80
_BARE = re.compile(r"(?<![\w§.,/-])X?[1-9]\d{0,2}(?!\d)")
_LISTS: tuple[SectionKind, ...] = ("provisions", "not-breached")


def citations_in(
    sections: Sequence[Section], language: str, lexicon: DecisionLexicon, laws: Collection[str]
) -> tuple[CaseCitation, ...]:
    """Every citation of the laws and the regulations, in the order of the text.

    ``laws`` are the numbers of the laws; any other number is a regulation's.
    """
    found: list[CaseCitation] = []
    for number, section in enumerate(sections):
        for place, text in enumerate(section.paragraphs):
            reader = _Paragraph(text, section.kind, language, lexicon)
            found += [
                CaseCitation(number, place, hit.start, hit.end, text[hit.start : hit.end], work, ids, hit.finding)
                for hit in reader.hits()
                for work, ids in [_work(hit.ids, laws, lexicon.regulations.get(language, ""))]
                if work
            ]
    return tuple(found)


@dataclass(frozen=True)
class _Hit:
    start: int
    end: int
    ids: tuple[str, ...]
    finding: CitationFinding


@dataclass(frozen=True)
class _Paragraph:
    text: str
    kind: SectionKind
    language: str
    lexicon: DecisionLexicon

    def hits(self) -> Iterator[_Hit]:
        citations = [c for c in find(self.text, self.language) if c.absolute]
        bare = list(self._bare(citations)) if self.kind in _LISTS else []
        denied = False
        end = 0
        for citation in sorted((*citations, *bare), key=lambda c: c.start):
            carried = denied and any(rule.match(self.text[end : citation.start]) for rule in self._rules("carries"))
            denied = carried or self._denied(citation)
            end = max(citation.end, citation.gloss_end)
            finding: CitationFinding = "not-breached" if denied else "applied"
            yield _Hit(citation.start, citation.end, provision_ids(citation.members), finding)

    def _bare(self, citations: Sequence[Citation]) -> Iterator[Citation]:
        """Numbers without a sign, in a field that holds nothing else: ``16B, 12C1(e)``."""
        taken = [(c.start, c.end) for c in citations]
        for match in _BARE.finditer(self.text):
            found = read_absolute(self.text, match.start())
            if found and not any(start < found.end and match.start() < end for start, end in taken):
                yield Citation(found.start, found.end, self.text[found.start : found.end], "single", (Member(found),))

    def _denied(self, citation: Citation) -> bool:
        before = self.text[max(0, citation.start - _WINDOW) : citation.start]
        after = self.text[max(citation.end, citation.gloss_end) :][:_WINDOW]
        return (
            self.kind == "not-breached"
            or citation.negated
            or any(rule.search(before) for rule in self._rules("before"))
            or any(rule.search(after) for rule in self._rules("after"))
        )

    def _rules(self, name: str) -> tuple[re.Pattern[str], ...]:
        return self.lexicon.findings[name]


def provision_ids(members: Sequence[Member]) -> tuple[str, ...]:
    """The provisions that a citation names; a range names every number from its first to its last.

    >>> [provision_ids(citation.members) for citation in find("Se § 16C2 og §§ 61-63.", "da")]
    [('16C2',), ('61', '62', '63')]
    """
    out: list[str] = []
    above: tuple[str, ...] = ()
    for member in members:
        first = _parts(member.first, above)
        above = first
        out.append(str(ProvisionId(first)))
        if member.last is not None:
            last = _parts(member.last, first)
            out += [str(ProvisionId((*first[:-1], label))) for label in _between(first, last)]
            above = last
    return tuple(dict.fromkeys(out))


def _parts(designator: Designator, above: tuple[str, ...]) -> tuple[str, ...]:
    if designator.level is Level.LAW:
        return designator.parts
    return (*above[: int(designator.level) - 1], *designator.parts)


def _between(first: tuple[str, ...], last: tuple[str, ...]) -> Iterator[str]:
    """The labels after the first's up to the last's, on their level."""
    start, end = first[-1], last[-1]
    if len(first) != len(last) or first[:-1] != last[:-1]:
        yield from ()
    elif start.isdigit() and end.isdigit():
        yield from (str(n) for n in range(int(start) + 1, int(end) + 1))
    elif len(start) == len(end) == 1:
        yield from (chr(n) for n in range(ord(start) + 1, ord(end) + 1))


def _work(ids: tuple[str, ...], laws: Collection[str], regulations: str) -> tuple[str, tuple[str, ...]]:
    """The work that a citation's numbers belong to, and those of its ids that do."""
    own = tuple(place for place in ids if ProvisionId.of(place).law in laws)
    return ("laws", own) if own else (regulations, ids)
