"""The verdicts on a whole document: citations beside the number tables, quotations beside the texts.

What no rule can decide is in ``unchecked`` with its reason, and never among what is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.registry import LAWS
from index.quotations.finder import CheckedQuotation, CitedNumber, QuotationFinder
from index.quotations.marks import QuotedSpan, spans_of_paragraph
from index.verification.attaching import FoundCitation, FoundQuotation, cited_beside, laid_out, spans_of
from index.verification.editions import MeantEdition, edition_beside, edition_of_document
from index.verification.glosses import GlossReader
from index.verification.judging import CitationVerdict, JudgedNumber, JudgedReason, NumberJudge, gravest
from index.verification.paragraphs import DocumentParagraph, DocumentPlace, paragraphs_of
from index.verification.printed import PrintedCitation, UncheckedReason, own_sections, printed_citations
from parser.decisions.fields import KnownNumbers
from parser.decisions.lexicon import DecisionLexicon
from parser.documents.stream import DocumentStream
from parser.documents.unread import UnreadPart

# Fewer quoted words than this may be a name, a call or a term.
FEWEST = 4
# Of the words of a quotation, how many some text held must have before it is looked for as one of its language.
KNOWN_SHARE = 0.45


@dataclass(frozen=True)
class CheckedCitation:
    """A citation of a document with its verdict; ``numbers`` has that of each of its numbers."""

    place: DocumentPlace
    printed: str
    gloss: str
    meant: MeantEdition
    numbers: tuple[JudgedNumber, ...]

    @property
    def gravest(self) -> JudgedNumber:
        """The number whose verdict is the citation's."""
        return gravest(self.numbers)

    @property
    def verdict(self) -> CitationVerdict:
        """The gravest of its numbers' verdicts."""
        return self.gravest.verdict

    @property
    def today(self) -> tuple[ProvisionId, ...]:
        """The numbers in force of all its rules, each once; nothing where one is not known to have any."""
        return tuple(dict.fromkeys(home for one in self.numbers for home in one.today))


@dataclass(frozen=True)
class PlacedQuotation:
    """A quotation of a document; ``last`` is its last paragraph, ``cited`` are the numbers beside it."""

    place: DocumentPlace
    last: DocumentPlace
    checked: CheckedQuotation
    cited: tuple[CitedNumber, ...]


@dataclass(frozen=True)
class UncheckedPart:
    """Something in a document that nobody has judged, and why; ``words`` are its own, or what it is called."""

    place: DocumentPlace | None
    reason: UncheckedReason
    words: str = ""


@dataclass(frozen=True)
class Verification:
    """All verdicts on a document, in its order."""

    document: str
    language: str
    meant: MeantEdition
    paragraphs: int
    citations: tuple[CheckedCitation, ...]
    quotations: tuple[PlacedQuotation, ...]
    unchecked: tuple[UncheckedPart, ...]

    @property
    def is_right(self) -> bool:
        """True when every citation is right, every quotation exact, and nothing was left unchecked."""
        return (
            all(one.verdict == "right" for one in self.citations)
            and all(one.checked.verdict == "exact" for one in self.quotations)
            and not self.unchecked
        )


class DocumentVerifier:
    """Verifies documents against one library; made once, it may be asked from any thread."""

    def __init__(
        self, library: Library, concordance: Concordance, lexicon: DecisionLexicon, numbers: KnownNumbers
    ) -> None:
        """``numbers`` are those of every edition; ``lexicon`` has the words by which decisions print numbers."""
        fates = NumberFates.of(concordance, library)
        self.finder = QuotationFinder(library, fates)
        self._editions = library.registry.editions_of(LAWS)
        self._lexicon = lexicon
        self._numbers = numbers
        self._judge = NumberJudge(library, fates)
        self._glosses = GlossReader(library, fates)

    def verify(
        self,
        document: str,
        stream: DocumentStream,
        meant: MeantEdition | None = None,
        unread: Iterable[UnreadPart] = (),
    ) -> Verification:
        """The verdicts on a document.

        ``meant`` is the edition of its numbers where a person named it; ``unread`` what the file holds and
        ``stream`` does not.
        """
        paragraphs = paragraphs_of(stream)
        texts = [one.text for one in paragraphs]
        whole = meant or edition_of_document(texts, self._editions)
        unchecked = [_unread(one, paragraphs) for one in unread]
        spans, lone = spans_of(paragraphs)
        language = self._lexicon.language_of(_own_words(texts, spans))
        unchecked += [_lone_mark(paragraphs[number], at) for number, at in lone]
        own = own_sections([f"{one.label} {one.text}".strip() for one in paragraphs])
        found = [
            FoundCitation(number, citation)
            for number, text in enumerate(texts)
            for citation in printed_citations(text, language, self._lexicon, self._numbers, own)
        ]
        quotes = [FoundQuotation(span, True, cited_beside(span, found, spans, paragraphs)) for span in spans]
        quotes += list(laid_out(paragraphs, spans, found))
        compared = [(quote, self._quotation(quote, paragraphs, whole, language)) for quote in quotes]
        placed = [(quote, one) for quote, one in compared if isinstance(one, PlacedQuotation)]
        unchecked += [one for _, one in compared if isinstance(one, UncheckedPart)]
        citations: list[CheckedCitation] = []
        for one in found:
            if _is_quoted(one, placed):
                continue
            citation, left = self._citation(one, paragraphs, whole, language, placed)
            citations += [citation] if citation else []
            unchecked += left
        unchecked.sort(key=lambda part: (part.place.paragraph, part.place.start) if part.place else (-2, 0))
        quotations = tuple(sorted((one for _, one in placed), key=lambda q: (q.place.paragraph, q.place.start)))
        return Verification(document, language, whole, len(texts), tuple(citations), quotations, tuple(unchecked))

    def _meant(self, one: FoundCitation, paragraphs: Sequence[DocumentParagraph], whole: MeantEdition) -> MeantEdition:
        text = paragraphs[one.paragraph].text
        beside = edition_beside(text, one.citation.start, one.citation.gloss_end or one.citation.end, self._editions)
        beside = beside or edition_beside(text, one.citation.start, one.citation.end, self._editions)
        return beside or whole

    def _quotation(
        self, quote: FoundQuotation, paragraphs: Sequence[DocumentParagraph], whole: MeantEdition, language: str
    ) -> PlacedQuotation | UncheckedPart | None:
        span = quote.span
        place = paragraphs[span.first].place.at(span.start, span.end if span.last == span.first else
                                                len(paragraphs[span.first].text))  # fmt: skip
        meant = [self._meant(one, paragraphs, whole) for one in quote.beside]
        edition = next((one.edition for one in meant if one.edition), whole.edition)
        cited = tuple(
            CitedNumber(self._judge.work(number), number, m.edition)
            for one, m in zip(quote.beside, meant, strict=True)
            for number in one.citation.numbers
        )
        words = re.findall(r"\w+", span.text)
        if not words:
            return None
        checked = self.finder.check(span.text, cited, edition, language)
        if not quote.certain and not _is_meant(quote, checked, len(words)):
            return None
        # "100" is in many a table: that a few figures are somewhere says nothing of the cell that was meant.
        telling = checked.verdict == "exact" and (quote.beside or not {"phrase", "part"} & set(checked.notes))
        if len(words) < FEWEST and not (telling and re.search(r"[^\W\d_]{2}", span.text)):
            return UncheckedPart(place, "short", span.text)
        if checked.verdict == "not-found" and self._is_foreign(words):
            return UncheckedPart(place, "language", span.text)
        last = paragraphs[span.last].place.at(0 if span.last > span.first else span.start, span.end)
        return PlacedQuotation(place, last, checked, cited)

    def _is_foreign(self, words: Sequence[str]) -> bool:
        """True for words of a language of which no text is held."""
        known = max(
            (sum(word.lower() in stream.positions for word in words) for stream in self.finder.streams.values()),
            default=0,
        )
        return known / len(words) < KNOWN_SHARE

    def _citation(
        self,
        one: FoundCitation,
        paragraphs: Sequence[DocumentParagraph],
        whole: MeantEdition,
        language: str,
        placed: Sequence[tuple[FoundQuotation, PlacedQuotation]],
    ) -> tuple[CheckedCitation | None, list[UncheckedPart]]:
        citation = one.citation
        place = paragraphs[one.paragraph].place.at(citation.start, citation.end)
        if not citation.checked:
            return None, [UncheckedPart(place, citation.reason or "relative", citation.printed)]
        if not citation.printed[:1].isalpha() and not any(map(self._judge.is_ours, citation.numbers)):
            return None, [UncheckedPart(place, "edition-not-held", citation.printed)]
        meant = self._meant(one, paragraphs, whole)
        quoted = [quotation for quote, quotation in placed if one in quote.beside]
        if not meant.edition:
            meant = _edition_of(quoted) or meant
        judged = tuple(self._judge.judge(number, meant) for number in citation.numbers)
        unchecked: list[UncheckedPart] = []
        if wrong := [q for q in quoted if _is_of_another_number(q.checked, language)]:
            judged = tuple(_contradicted(number, "quoted-elsewhere", _sources(wrong)) for number in judged)
        elif citation.gloss and not quoted:
            judged, is_open = self._glossed(citation, judged, meant, language)
            if is_open:
                at = paragraphs[one.paragraph].place.at(citation.end, citation.gloss_end)
                unchecked.append(UncheckedPart(at, "gloss", citation.gloss))
        for number in judged:
            if number.reason == "regulation-missing":
                unchecked.append(UncheckedPart(place, "edition-not-held", citation.printed))
                break
        return CheckedCitation(place, citation.printed, citation.gloss, meant, judged), unchecked

    def _glossed(
        self, citation: PrintedCitation, judged: tuple[JudgedNumber, ...], meant: MeantEdition, language: str
    ) -> tuple[tuple[JudgedNumber, ...], bool]:
        """The numbers with the evidence in the words that explain them, and whether there is none."""
        laws = [one.number for one in judged if one.work == LAWS and one.verdict != "never-existed"]
        if len(laws) != len(judged) or len(laws) > 1:
            return judged, False
        edition = meant.edition or self._judge.current
        found = self._glosses.evidence(citation.gloss, laws, edition, language)
        if found.bearing == "contradicts":
            return tuple(_contradicted(one, "gloss", found.likely) for one in judged), False
        if found.likely:
            return tuple(replace(one, verdict="unclear", reason="gloss", likely=found.likely)
                         if one.verdict == "right" else one for one in judged), False  # fmt: skip
        bracketed = citation.gloss_end - citation.end > len(citation.gloss) + 1
        return judged, found.bearing == "open" and bracketed and len(citation.gloss.split()) <= 6


def _unread(part: UnreadPart, paragraphs: Sequence[DocumentParagraph]) -> UncheckedPart:
    """What was not read, at the paragraph of its line, where it has one."""
    place = next((p.place for p in paragraphs if part.line and p.place.line == part.line and not p.place.note), None)
    return UncheckedPart(place or (DocumentPlace(-1, part.line) if part.line else None), part.kind, part.words)


def _is_meant(quote: FoundQuotation, checked: CheckedQuotation, words: int) -> bool:
    """True for words without marks behind a colon that are, or nearly are, those of the number before the colon."""
    misplaced = {"other-number", "other-edition"} & set(checked.notes)
    return bool(quote.beside) and checked.source is not None and not misplaced and words >= 2 * FEWEST


def _is_of_another_number(checked: CheckedQuotation, language: str) -> bool:
    """Whether quoted words speak against the number beside them: those that are merely like some of another language
    may be anybody's own.
    """
    if checked.source is None or "other-number" not in checked.notes:
        return False
    return checked.verdict != "differs" or checked.source.language == language


def _contradicted(one: JudgedNumber, reason: JudgedReason, likely: tuple[ProvisionId, ...]) -> JudgedNumber:
    if one.verdict == "never-existed":
        return replace(one, likely=likely)
    return replace(one, verdict="contradicted", reason=reason, likely=likely)


def _sources(quotations: Sequence[PlacedQuotation]) -> tuple[ProvisionId, ...]:
    places = [q.checked.source.place for q in quotations if q.checked.source]
    return tuple(dict.fromkeys(ProvisionId.of(p) for p in places if re.fullmatch(r"X?\d.*", p) and "#" not in p))


def _edition_of(quoted: Sequence[PlacedQuotation]) -> MeantEdition | None:
    """The edition whose words are quoted beside a number, where they are that number's."""
    for quotation in quoted:
        source = quotation.checked.source
        if quotation.checked.verdict == "exact" and source is not None and source.work == LAWS:
            return MeantEdition(source.edition, "quotation")
    return None


def _own_words(texts: Sequence[str], spans: Sequence[QuotedSpan]) -> str:
    """The words of a document without those that it quotes, of whatever language; all where it only quotes."""
    out = []
    for number, text in enumerate(texts):
        at, kept = 0, ""
        for start, end in spans_of_paragraph(spans, number, len(text)):
            kept, at = kept + text[at:start], max(at, end)
        out.append(kept + text[at:])
    own = "\n".join(out)
    return own if len(re.findall(r"\w+", own)) >= FEWEST else "\n".join(texts)


def _is_quoted(one: FoundCitation, placed: Sequence[tuple[FoundQuotation, PlacedQuotation]]) -> bool:
    """True for a citation within quoted words that were found: it is the quoted text's own."""
    for quote, quotation in placed:
        if quotation.checked.verdict == "not-found":
            continue
        for start, end in spans_of_paragraph([quote.span], one.paragraph, 10**9):
            if start <= one.citation.start and one.citation.end <= end and one not in quote.beside:
                return True
    return False


def _lone_mark(paragraph: DocumentParagraph, at: int) -> UncheckedPart:
    return UncheckedPart(paragraph.place.at(at, at + 1), "lone-mark", _around(paragraph.text, at))


def _around(text: str, at: int) -> str:
    return text[max(0, at - 20) : at + 40].strip()
