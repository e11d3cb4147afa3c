"""The citations in a decision, and what the decision found about the provision.

Decisions print numbers in more ways than the laws do, and beside numbers that only look like them: contracts, boards,
the rules of other bodies. A number is taken when some edition had it; the rest is refused and listed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.ids import ProvisionId
from corpus.precedents.decision import CaseCitation, CitationFinding, Section, SectionKind
from parser.citations.designators import up_to
from parser.decisions.clauses import MASK, TextClause, clauses, masked, polarity
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.numbers import NumberReading, full_numbers, further_numbers

_WINDOW = 60
_LISTED = re.compile(r"(?<![\w§.,/-])X?[1-9]\d{0,2}(?!\d)")
_CARDS = re.compile(r"10[CDHS](?!\d)")
_LISTS: tuple[SectionKind, ...] = ("provisions", "not-breached")
_HEADNOTES: tuple[SectionKind, ...] = ("rubric", "provisions", "not-breached")
_ITEM = re.compile(r"§ ?\d{1,2}\.?\s+[A-ZÆØÅÄÖ][a-zæøåäö]")

IsKnown = Callable[[ProvisionId], bool]
"""True for a number that some edition of the laws had, or that belongs to a federation's regulations."""


@dataclass(frozen=True)
class CitedNumbers:
    """The citations of a decision in the order of its text, and numbers that no edition had, as printed."""

    citations: tuple[CaseCitation, ...]
    refused: tuple[str, ...]


def citations_in(
    sections: Sequence[Section], language: str, lexicon: DecisionLexicon, is_law: IsKnown, is_known: IsKnown
) -> CitedNumbers:
    """Every citation of the laws and the regulations.

    ``is_law`` is True where the law's number is one of the laws'; any other number is a regulation's.
    """
    found: list[CaseCitation] = []
    refused: list[str] = []
    regulations = lexicon.regulations.get(language, "")
    for number, section in enumerate(sections):
        for place, text in enumerate(section.paragraphs):
            reader = _Paragraph(text, section.kind, language, lexicon, is_law, is_known, bool(regulations))
            hits = tuple(reader.hits())
            refused += [text[hit.start : hit.end] for hit in hits if not hit.ids and hit.own]
            kept = [hit for hit in hits if hit.ids]
            findings = _findings(text, section.kind, kept, lexicon)
            for hit, finding in zip(kept, findings, strict=True):
                ids = tuple(str(one) for one in hit.ids)
                work = "laws" if is_law(hit.ids[0]) else regulations
                found.append(
                    CaseCitation(number, place, hit.start, hit.end, text[hit.start : hit.end], work, ids, finding)
                )
    return CitedNumbers(tuple(found), tuple(dict.fromkeys(refused)))


@dataclass(frozen=True)
class _Hit:
    """A number with its list or range; ``own`` is False for a rule of another body's."""

    start: int
    end: int
    ids: tuple[ProvisionId, ...]
    own: bool = True


@dataclass(frozen=True)
class _Paragraph:
    text: str
    kind: SectionKind
    language: str
    lexicon: DecisionLexicon
    is_law: IsKnown
    is_known: IsKnown
    regulated: bool

    @property
    def _patterns(self) -> Mapping[str, re.Pattern[str]]:
        return self.lexicon.numbers[self.language]

    def hits(self) -> Iterator[_Hit]:
        """The numbers of the paragraph from left to right; they never overlap."""
        end = 0
        for start, at in sorted(self._starts()):
            if start < end or (start == 0 and _ITEM.match(self.text)):
                continue
            hit = self._run(start, at, signed=at > start)
            if hit is not None:
                yield hit
                end = hit.end

    def _starts(self) -> Iterator[tuple[int, int]]:
        """Where a citation may begin, and where its number does."""
        for match in self._pattern("sign").finditer(self.text):
            if not self._is_team(match):
                yield match.start(), match.end()
        for match in (_LISTED if self.kind in _LISTS else self._pattern("bare")).finditer(self.text):
            before = self.text[max(0, match.start() - _WINDOW) : match.start()]
            if self.kind in _LISTS or not (_CARDS.match(match.group()) or self._pattern("place").search(before)):
                yield match.start(), match.start()

    def _is_team(self, sign: re.Match[str]) -> bool:
        """Swedish and Norwegian "lag 4" may be a team: only with a capital, and not in a match, is it a law.

        In Swedish also "(lag 29)", and "lag 30" beside "30A".
        """
        lettered = re.match(r"\d{1,2} ?(?:[A-K](?![a-zæøåäö])|[a-k](?=[,.;)]))", self.text[sign.end() : sign.end() + 5])
        if lettered or not sign.group().lower().startswith("lag"):
            return False
        before = self.text[max(0, sign.start() - _WINDOW) : sign.start()]
        after = self.text[sign.end() : sign.end() + 12]
        matched = self._pattern("team").search(before) or re.match(r"\d+\s+(?:mot|v\.?|vs|[-–])\s", after)
        small = sign.group()[0] == "l" and not self._is_surely_law(sign)
        return self.language in self.lexicon.team_languages or small or matched is not None

    def _is_surely_law(self, sign: re.Match[str]) -> bool:
        number = re.match(r"\d{1,2}", self.text[sign.end() :])
        if number is None:
            return False
        enclosed = self.text[: sign.start()].endswith("(") and self.text[sign.end() + number.end() :].startswith(")")
        return enclosed or re.search(rf"(?<!\w){number.group()} ?[A-K](?![a-zæøåäö])", self.text) is not None

    def _run(self, start: int, at: int, signed: bool) -> _Hit | None:
        readings = tuple(full_numbers(self.text, at, self._patterns))
        first = self._chosen(readings, ())
        if first is None:
            own = signed and bool(readings)
            return _Hit(start, readings[0].end, (), not self._is_other(start, readings[0].end)) if own else None
        if not signed and len(first.parts) == 1 and self.kind not in _LISTS:
            return None
        ids, end = self._members(first)
        if self._is_other(start, end) and all(self.is_law(one) or not self.regulated for one in ids):
            return _Hit(start, end, (), own=False)
        return _Hit(start, end, tuple(dict.fromkeys(ids)))

    def _members(self, first: NumberReading) -> tuple[list[ProvisionId], int]:
        """The provisions of the list or range that begins with a number, and its end."""
        above, end = first.parts, first.end
        ids = [ProvisionId(above)]
        while True:
            if (last := self._range_end(end, above)) is not None:
                ids += up_to(above, last.under(above)) or ()
            elif (last := self._next(end, above)) is not None:
                ids.append(ProvisionId(last.under(above)))
            else:
                return ids, end
            above, end = last.under(above), last.end

    def _range_end(self, at: int, above: tuple[str, ...]) -> NumberReading | None:
        match = self._pattern("range").match(self.text, at)
        if match is None:
            return None
        options = (
            *full_numbers(self.text, match.end(), self._patterns),
            *(further_numbers(self.text, match.end(), len(above), self._patterns) if len(above) > 1 else ()),
        )
        fitting = (o for o in options if len(o.under(above)) == len(above) and up_to(above, o.under(above)))
        return self._chosen(fitting, above)

    def _next(self, at: int, above: tuple[str, ...]) -> NumberReading | None:
        """The next member of a list: a full number, or a label on the level of the one before or above it."""
        match = self._pattern("join").match(self.text, at)
        if match is None or self._pattern("sign").match(self.text, match.end()):
            return None
        at = match.end()
        full = self._chosen(full_numbers(self.text, at, self._patterns), ())
        counts_on = full is not None and len(full.parts) == 1 and len(above) == 3 and self._counts_on(full, above)
        if full is not None and not counts_on:
            return full if self._is_listed(full, match.group()) else None
        for level in range(len(above), 1, -1):
            options = further_numbers(self.text, at, level, self._patterns)
            if (found := self._chosen(options, above)) is not None and found.under(above) > above[:level]:
                return found
        return None

    def _counts_on(self, full: NumberReading, above: tuple[str, ...]) -> bool:
        """ "20F1, 2 and 3" goes on counting below 20F."""
        return above[-1].isdigit() and full.parts[0].isdigit() and 0 < int(full.parts[0]) - int(above[-1]) < 4

    def _is_listed(self, full: NumberReading, joined: str) -> bool:
        """A plain number joins a list unless it counts something, or only a comma leads to it and a word follows."""
        if len(full.parts) > 1:
            return True
        if self._pattern("unit").match(self.text, full.end) or self.text[full.start] == "X":
            return False
        follows = self.text[full.end : full.end + 2]
        return re.match(r"$|[.,;:)\s]", follows) is not None and (
            joined.strip() != ","
            or self.text[full.end : full.end + 1] in ("", *".,;:)")
            or self._pattern("join").match(self.text, full.end) is not None
        )

    def _chosen(
        self, readings: Sequence[NumberReading] | Iterator[NumberReading], above: tuple[str, ...]
    ) -> NumberReading | None:
        """The longest reading that an edition had; a shorter one only where what is left is a word of the sentence."""
        longest: NumberReading | None = None
        for one in readings:
            longest = longest or one
            if self._exists(one.under(above)):
                left = self.text[one.end : longest.end + 2]
                return one if one.end == longest.end or re.match(r"[ \u00a0]\d \w|\s?\(", left) else None
        return None

    def _exists(self, parts: tuple[str, ...]) -> bool:
        try:
            place = ProvisionId.of(str(ProvisionId(parts)))
        except ValueError:
            return False
        return self.is_known(place) if self.is_law(place) else self.regulated

    def _is_other(self, start: int, end: int) -> bool:
        return is_other_rule(self.text, start, end, self._patterns)

    def _pattern(self, name: str) -> re.Pattern[str]:
        return self._patterns[name]


def is_other_rule(text: str, start: int, end: int, patterns: Mapping[str, re.Pattern[str]]) -> bool:
    """True for a paragraph of a body's own rules at ``start`` to ``end``: "turneringsreglementets § 12", "§ 4 i
    vedtægterne". ``patterns`` are those of a language in ``DecisionLexicon.numbers``.
    """
    before, after = text[max(0, start - _WINDOW) : start], text[end : end + _WINDOW]
    return bool(patterns["other-before"].search(before) or patterns["other-after"].match(after))


def _findings(
    text: str, kind: SectionKind, hits: Sequence[_Hit], lexicon: DecisionLexicon
) -> tuple[CitationFinding, ...]:
    """For each citation whether the clause around it denies a breach, or that the provision applies."""
    spans = [(hit.start, hit.end) for hit in hits]
    parts = tuple(clauses(masked(text, spans), lexicon))
    out: list[CitationFinding] = []
    ends = [clause.end for clause in parts]
    for start, _ in spans:
        place = bisect_right(ends, start)
        clause = parts[place] if place < len(parts) else None
        out.append("not-breached" if kind == "not-breached" else _finding(clause, kind, start, out, lexicon))
    return tuple(out)


def _finding(
    clause: TextClause | None,
    kind: SectionKind,
    start: int,
    before: Sequence[CitationFinding],
    lexicon: DecisionLexicon,
) -> CitationFinding:
    if clause is None:
        return "applied"
    words = _bracketed(clause.text, start - clause.start)
    sense = polarity(words, lexicon)
    if lexicon.words["findings", "breach"].search(words):
        return "not-breached" if sense == "no" else "applied"
    if sense == "no" and lexicon.words["findings", "inapplicable"].search(words):
        return "mentioned"
    front = clause.text[: start - clause.start]
    if lexicon.words["findings", "plain"].search(front.rstrip(MASK)):
        # "Lag 27B1, inte Lag 23C" is a finding in a rubric; in a sentence it only says which law applies.
        chosen = not clause.first and before and before[-1] == "applied" and kind not in _HEADNOTES
        return "mentioned" if chosen else "not-breached"
    carried = lexicon.patterns["carried"].search(front[-_WINDOW:]) if before else None
    return before[-1] if carried else "applied"


def _bracketed(clause: str, at: int) -> str:
    """What is inside the brackets around ``at``, else the whole clause: "not infringed (Law 75A)" infringes no 75A."""
    opened = clause.rfind("(", 0, at)
    if opened < 0 or ")" in clause[opened:at]:
        return clause
    return clause[opened + 1 : (clause + ")").index(")", at)]
