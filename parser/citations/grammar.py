"""The citation grammar: the patterns of one language, made from its words, and how a run of designators is read.

Every pattern is anchored or looks at a window of fixed width, so the time grows with the length of the text and
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from corpus.ids import Level
from corpus.languages import CAPITALS, LETTERS
from corpus.model import ReferenceForm, Where
from parser.citations.citation import Citation, CitationMember
from parser.citations.designators import Designator, read_absolute, read_decimal, read_relative
from parser.lang.words import Words, any_of, words_of

WINDOW = 60
GLOSS_WIDTH = 240
_BLANKS = r"[ \u00a0]*"
_RELATIVE = re.compile(
    rf"(?<![\w§./-])(?:[A-HJ-L](?![A-Za-z{LETTERS}{CAPITALS}])|[1-9]\d?(?=\([a-z]\))|[1-9]\d?(?=\.? [a-zæøå])"
    r"|\([a-z]\)|[a-z][1-9]?\))"
)
_BARE = re.compile(rf"(?<![\w§.,:/-])[1-9]\d?[A-L](?![A-Za-z{LETTERS}])")
_BARE_DECIMAL = re.compile(r"(?<![\w§.,:/-])X?[1-9]\d{0,2}(?=\.[1-9])")
_WORDS_BEFORE = re.compile(r"(?:[^\s.;:()\[\]]+\s+){0,6}[^\s.;:()\[\]]+\s*$")


class Grammar:
    """The patterns of one language; each method finds one kind of citation in a text.

    ``decimal``: the text writes numbers as figures alone, "16.3.2.1" for 16C2a.
    """

    def __init__(self, words: Words, decimal: bool = False) -> None:
        self._read_absolute = read_decimal if decimal else read_absolute
        self._bare = _BARE_DECIMAL if decimal else _BARE
        signs = tuple(word for word in words.signs if word != "§")
        self._words = words
        self._sign = re.compile(rf"(?:§§?|(?<!\w){any_of(signs)}(?={_BLANKS}X?\d)){_BLANKS}", re.IGNORECASE)
        self._team = re.compile(rf"(?:{any_of(words.team_signs)})" if words.team_signs else r"(?!)")
        self._join = re.compile(rf"\s*,?\s+{any_of(words.ands)}\s+|\s*,\s*|\s*/\s*", re.IGNORECASE)
        self._joining = re.compile(rf"\s*,?\s+{any_of(words.ands)}\s*$", re.IGNORECASE)
        self._range = re.compile(rf"\s?[-–—]\s?|\s+{any_of(words.ranges)}\s+", re.IGNORECASE)
        self._onwards = re.compile(rf"\s+{any_of(words.onwards)}(?!\w)", re.IGNORECASE)
        self._below = re.compile(rf"\.?\s+{any_of(words.below)}(?!\w)", re.IGNORECASE)
        self._above = re.compile(rf"\.?\s+{any_of(words.above)}(?!\w)", re.IGNORECASE)
        self._this_law = re.compile(rf"\s+{any_of(words.this_law)}(?!\w)", re.IGNORECASE)
        self._locator = re.compile(rf"(?<!\w){any_of(words.locators)}\s*$", re.IGNORECASE)
        self._locators = re.compile(rf"(?:{any_of(words.locators)}\s*)?", re.IGNORECASE)
        self._signal = re.compile(rf"(?<!\w)(?P<signal>{any_of(words.signals)})[\s*]*$", re.IGNORECASE)
        self._before_bare = (self._signal, self._locator) if decimal else (self._signal,)
        self._cue = re.compile(rf"(?<!\w){any_of((*words.signals, *words.cues))}\s+$", re.IGNORECASE)
        self._applies = re.compile(rf"\s+(?:\w+\s+)?{any_of(words.applies)}(?!\w)", re.IGNORECASE)
        self._not_before = re.compile(rf"(?<!\w){any_of(words.not_before)}\s+$", re.IGNORECASE)
        self._not_after = re.compile(
            rf"[\s)\]]*(?:{any_of(words.not_after)}(?!\w)"
            rf"|{any_of(words.not_words)}(?=\s*[.,;:)\]]|\s*$|\s+{any_of(words.applies)}(?!\w)))",
            re.IGNORECASE,
        )
        self._gloss = re.compile(rf",?\s+{any_of(words.gloss_after)}\s+[^.;:()\[\]§]{{3,{GLOSS_WIDTH}}}", re.IGNORECASE)
        self._unit = re.compile(rf"\s*{any_of(words.units)}(?!\w)", re.IGNORECASE)
        self._see = re.compile(rf"(?<!\w){any_of(words.see)}\s+[\"”»“]?(?=\w)", re.IGNORECASE)
        self._definition_of = re.compile(rf"(?<!\w){any_of(words.definition_of)}\s+[\"”»“]?(?=\w)", re.IGNORECASE)
        self._book = re.compile(rf"(?<!\w){any_of(words.books)}(?!\w)" if words.books else r"(?!)", re.IGNORECASE)
        self._other = re.compile(rf"(?<!\w){any_of(words.other_books)}\w*,?\s*$", re.IGNORECASE)
        self._subsection = re.compile(rf",?\s*{any_of(words.subsection)}\s*\d+(?:\.\d+)*", re.IGNORECASE)
        self._itself = re.compile(
            rf"(?<!\w)(?:(?P<law>{any_of(words.self_law)})|{any_of(words.self_rule)})(?!\w)"
            if words.self_law
            else r"(?!)",
            re.IGNORECASE,
        )

    def absolute(self, text: str) -> Iterator[Citation]:
        """Citations with a law number: behind a sign, or behind a signal when they have a letter ("se også 57A")."""
        end = 0
        for match in self._sign.finditer(text):
            first = self._read_absolute(text, match.end()) if match.start() >= end else None
            if first is None or self._is_team(text, match, first):
                continue
            citation = self._run(text, match.start(), first)
            citation = self._other_document(text, citation)
            end = citation.end
            yield citation
        for match in self._bare.finditer(text):
            bare = self._read_absolute(text, match.start())
            before = text[max(0, match.start() - WINDOW) : match.start()]
            # Of "jf. 12.5.2020" in a text with figures the day is no law.
            if bare and len(bare.parts) > 1 and any(pointer.search(before) for pointer in self._before_bare):
                yield self._run(text, match.start(), bare)

    def relative(self, text: str) -> Iterator[Citation]:
        """Citations within the law: with "above" or "below", behind a locator or signal, before "applies"."""
        end = 0
        for match in _RELATIVE.finditer(text):
            first = read_relative(text, match.start()) if match.start() >= end else None
            if first is None:
                continue
            before = text[max(0, match.start() - WINDOW) : match.start()]
            located = self._locator.search(before)
            start = match.start() - (len(before) - located.start()) if located else match.start()
            citation = self._run(text, start, first)
            if self._is_relative(text, citation, first, before, bool(located)):
                end = citation.end
                yield citation

    def headwords(self, text: str, where: Where, headwords: Mapping[str, str]) -> Iterator[Citation]:
        """Words that name a definition: "Se straff" in a definition, "se definitionen af meldeforløb" anywhere."""
        patterns = (self._definition_of, self._see) if where == "definition" else (self._definition_of,)
        for pattern in patterns:
            for match in pattern.finditer(text):
                if found := _headword(text, match.end(), headwords):
                    printed = text[match.start() : found[0]]
                    yield Citation(match.start(), found[0], printed, "relative", headword=found[1])

    def itself(self, text: str, work: str) -> Iterator[Citation]:
        """ "Denne paragraf", where the language counts it as a citation."""
        if work in self._words.self_works:
            for match in self._itself.finditer(text):
                level = Level.LAW if match["law"] else Level.ROMAN
                yield Citation(*match.span(), match.group(), "relative", itself=level)

    def books(self, text: str) -> Iterator[Citation]:
        """Whole books."""
        for match in self._book.finditer(text):
            yield Citation(*match.span(), match.group(), "external", book=match.group())

    def annotate(self, text: str, citation: Citation) -> Citation:
        """The citation with its signal, negation, gloss and the words before it."""
        before = text[max(0, citation.start - WINDOW) : citation.start]
        signal = self._signal.search(before)
        front = before[: signal.start("signal")] if signal else before
        words = _WORDS_BEFORE.search(front.rstrip(" ([-–,"))
        gloss, gloss_end = self._gloss_after(text, citation.end)
        negated = bool(self._not_before.search(before) or self._not_after.match(text, gloss_end))
        return replace(
            citation,
            signal=" ".join(signal["signal"].casefold().split()) if signal else "",
            negated=negated,
            gloss=gloss,
            gloss_end=gloss_end,
            before=words.group().strip() if words else "",
        )

    def counts(self, text: str, end: int) -> bool:
        """True when what is before ``end`` is an amount: "3 stik", "2 gange".

        >>> grammar_of("da").counts("40 B 2 stik", 6)
        True
        """
        return self._unit.match(text, end) is not None

    def joins(self, text: str, start: int, end: int) -> bool:
        """True when ``text[start:end]`` is nothing but a list's "and" or comma."""
        return end - start < WINDOW and self._join.fullmatch(text, start, end) is not None

    def join_at(self, text: str, at: int) -> int | None:
        """The end of a comma or "and" at ``at``, behind which a list goes on; None where there is none.

        >>> grammar_of("da").join_at("16C og 64C", 3)
        7
        """
        match = self._join.match(text, at)
        return match.end() if match else None

    def range_at(self, text: str, at: int) -> int | None:
        """The end of a dash or "to" at ``at``, behind which a range ends; None where there is none.

        >>> grammar_of("da").range_at("12C1a til c", 5)
        10
        """
        match = self._range.match(text, at)
        return match.end() if match else None

    def of_the_laws(self, text: str, citation: Citation) -> Citation:
        """The citation read as one of the laws, where words like "stk. 2" alone make it one of another document.

        A number that has its letter in capitals is the laws' own: "§ 16 C, stk. 2".

        >>> one = next(grammar_of("da").absolute("§ 16 C, stk. 2"))
        >>> one.form, grammar_of("da").of_the_laws("§ 16 C, stk. 2", one).printed
        ('external', '§ 16 C')
        """
        sign = self._sign.match(text, citation.start)
        first = self._read_absolute(text, sign.end()) if sign and self._subsection.match(f", {citation.book}") else None
        if first is None or len(first.parts) < int(Level.UPPER) or first.parts[1] not in text[first.start : first.end]:
            return citation
        return self._run(text, citation.start, first)

    def _run(self, text: str, start: int, first: Designator) -> Citation:
        """The whole list, range or single citation that begins with ``first``."""
        members, at = [CitationMember(first)], first.end
        while True:
            last = members[-1]
            ranged = self._range_end(text, at, last.first) if last.last is None else None
            if ranged:
                members[-1] = CitationMember(last.first, ranged)
                at = ranged.end
                continue
            following = self._next(text, at, last.last or last.first)
            if following is None:
                break
            members.append(CitationMember(following))
            at = following.end
        onwards = self._onwards.match(text, at)
        at = onwards.end() if onwards else at
        direction, at = self._direction(text, at)
        if direction and any(m.first.inherits for m in members):
            # "Lag 78D, 86B3, samt (d) nedan": (d) is near the place, not in 86B3.
            members = [CitationMember(replace(m.first, inherits=False), m.last) for m in members]
        form: ReferenceForm = "relative" if not first.absolute else "list" if len(members) > 1 else "single"
        if onwards or any(m.last for m in members):
            form = "range"
        return Citation(start, at, text[start:at], form, tuple(members), direction=direction)

    def _direction(self, text: str, at: int) -> tuple[str, int]:
        for pattern, name in ((self._above, "above"), (self._below, "below"), (self._this_law, "")):
            if match := pattern.match(text, at):
                return name, match.end()
        return "", at

    def _range_end(self, text: str, at: int, first: Designator) -> Designator | None:
        match = self._range.match(text, at)
        if match is None:
            return None
        last = self._read_absolute(text, match.end()) if first.absolute else None
        if last and len(last.parts) == len(first.parts) and last.id > first.id and not self._unit.match(text, last.end):
            return last
        last = read_relative(text, match.end())
        depth = int(first.level) + len(first.parts) - 1
        if last and len(last.parts) == 1 and int(last.level) == depth and last.parts[0] > first.parts[-1]:
            return last
        return None

    def _next(self, text: str, at: int, before: Designator) -> Designator | None:
        match = self._join.match(text, at)
        if match is None:
            return None
        at = match.end()
        if before.absolute and (found := self._read_absolute(text, at)):
            return self._as_list_member(text, found, before)
        found = read_relative(text, at if before.absolute else self._at_locator(text, at))
        if found is None or not self._is_listed(text, found, before):
            return None
        return replace(found, inherits=before.absolute or before.inherits)

    def _at_locator(self, text: str, at: int) -> int:
        match = self._locators.match(text, at)
        return match.end() if match else at

    def _as_list_member(self, text: str, found: Designator, before: Designator) -> Designator | None:
        if len(found.parts) > 1:
            return found
        if self._unit.match(text, found.end) or re.match(r"[ \u00a0]?\(?\d|\.\d", text[found.end : found.end + 3]):
            return None
        last = before.parts[-1]
        if (
            len(before.parts) == int(Level.DIGIT)
            and last.isdigit()
            and 0 < int(found.parts[0].lstrip("X")) - int(last) < 4
        ):
            # "16C1 or 2" goes on counting; "47E og 41" names another law.
            return Designator(found.start, found.end, found.parts, Level.DIGIT, inherits=True)
        return found

    def _is_listed(self, text: str, found: Designator, before: Designator) -> bool:
        if found.level is Level.UPPER:
            return re.match(r"\.?\s|[),;\].]|$", text[found.end :][:2]) is not None
        if found.level is Level.DIGIT:
            return not before.absolute and (len(found.parts) > 1 or before.level is Level.DIGIT)
        bracketed = text[found.start] == "(" or text[found.end - 1] == ")"
        return bracketed and (
            before.level is not Level.LAW or len(before.parts) >= int(Level.LOWER) or text[found.start] == "("
        )

    def _is_relative(self, text: str, citation: Citation, first: Designator, before: str, located: bool) -> bool:
        bare_number = first.level is Level.DIGIT and len(first.parts) == 1
        pointed = bool(citation.direction) or self._this_law.search(citation.printed) is not None
        cued = self._cue.search(before) is not None or (before[-1:] in "([" and before != "" and pointed)
        if bare_number:
            return pointed and (located or cued)
        if pointed or located:
            return True
        shaped = first.level is Level.UPPER or text[first.start] in "(123456789"
        return shaped and (cued or self._applies.match(text, citation.end) is not None)

    def _is_team(self, text: str, sign: re.Match[str], first: Designator) -> bool:
        word = sign.group().strip()
        if not self._team.fullmatch(word) or len(first.parts) > 1:
            return False
        signal = self._signal.search(text[max(0, sign.start() - WINDOW) : sign.start()])
        return signal is None or signal["signal"].casefold() not in self._words.pointers

    def _other_document(self, text: str, citation: Citation) -> Citation:
        before = self._other.search(text[max(0, citation.start - WINDOW) : citation.start])
        after = self._subsection.match(text, citation.end)
        if not before and not after:
            return citation
        end = after.end() if after else citation.end
        book = before.group().strip(" ,") if before else text[citation.end : end].strip(" ,")
        return replace(citation, end=end, printed=text[citation.start : end], form="external", members=(), book=book)

    def _gloss_after(self, text: str, at: int) -> tuple[str, int]:
        opening = re.match(r"\s*[*]*\s*\(", text[at : at + 6])
        if opening:
            start = at + opening.end()
            end = _closing(text, start)
            inside = text[start:end]
            if re.search(rf"[A-Za-z{LETTERS}]{{2}}", inside) and not self._opens_citation(inside):
                return inside, end + 1
            return "", at
        match = self._gloss.match(text, at)
        if match is None:
            return "", at
        gloss = self._joining.sub("", match.group())
        return gloss.strip(" ,"), at + len(gloss)

    def _opens_citation(self, inside: str) -> bool:
        sign = self._sign.search(inside[:WINDOW])
        return sign is not None and bool(sign.start() == 0 or self._signal.search(inside[: sign.start()]))


def _headword(text: str, at: int, headwords: Mapping[str, str]) -> tuple[int, str] | None:
    """The longest headword that begins at ``at``: its end and its address."""
    ends = [match.end() for match in re.finditer(r"[\w-]+(?=[^\w-]|$)", text[at : at + WINDOW])][:6]
    for end in reversed(ends):
        if address := headwords.get(text[at : at + end].casefold()):
            closing = text[at + end : at + end + 1] in ('"', "”", "«", "“")
            return at + end + closing, address
    return None


def _closing(text: str, start: int) -> int:
    """Offset of the bracket that closes the one before ``start``, or where the search gives up."""
    depth = 1
    limit = min(len(text), start + GLOSS_WIDTH)
    for at in range(start, limit):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
    return limit - 1


@cache
def grammar_of(language: str, decimal: bool = False) -> Grammar:
    """The grammar of a language (``da nb sv en``), made once."""
    return Grammar(words_of(language), decimal)
