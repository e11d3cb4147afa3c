"""What an assistant is answered, as values: their fields and the words about each are the JSON schemas of the tools.

Every place of a text comes with its edition, its standing, sums over its words and its address, and every answer says
whose the texts in it are. All sentences are English; the words of a text are those of the book.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from corpus.alignment.fate import Fate
from corpus.alignment.rows import GapReason
from corpus.model import ReferenceStatus
from corpus.registry import Standing
from index.quotations.finder import QuotationNote, QuotationVerdict
from index.references.graph import InboundKind
from index.search.results import Via

CitationOutcome = Literal["found", "old-number", "no-counterpart", "not-found"]
QuotationAnswerVerdict = Literal[QuotationVerdict, "unchecked"]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class AnsweredText:
    """One of the texts: what it is, whether it is in force, and whose it is."""

    expression: Annotated[str, Field(description="The key of the text, such as da-2017.")]
    language: str
    work: Annotated[str, Field(description="laws, or the regulations of a federation.")]
    edition: str
    title: str
    standing: Standing
    standing_sentence: Annotated[str, Field(description="To be told to whoever reads the text.")]
    in_force_from: str | None
    in_force_to: str | None
    owner: Annotated[str | None, Field(description="Whose the text is; null where it is not recorded.")]
    may_be_passed_on: Annotated[bool, Field(description="True only where the owner's leave is recorded.")]
    rights: Annotated[str, Field(description="Whose the text is and what may be done with it, in words.")]
    address: str


@dataclass(frozen=True)
class AnsweredPlace:
    """A provision, definition or note of one text; its sums are over its own words and over the whole of it."""

    expression: str
    id: Annotated[str, Field(description="16C2a, def: and a headword, or 16C#fn1 for a note.")]
    citation: Annotated[str, Field(description="As the text's own language cites it.")]
    heading: str | None
    language: str
    edition: str
    standing: Annotated[Standing, Field(description="not-in-force and superseded texts decide nothing today.")]
    sha256: Annotated[
        Sha256 | None, Field(description="Of the UTF-8 bytes of its own words, without its parts; null: it has none.")
    ]
    whole_sha256: Annotated[Sha256, Field(description="Of the UTF-8 bytes of its words with parts, tables and notes.")]
    address: Annotated[str, Field(description="Permanent; relative to the server unless one was named.")]


@dataclass(frozen=True)
class NumberMeaning:
    """What a number of one edition is in another. ``unknown``: that edition had no such number, as far as is known."""

    number: str
    edition: Annotated[str, Field(description="The edition whose number it is.")]
    target: Annotated[str, Field(description="The edition in which it is looked for.")]
    fate: Fate
    today: Annotated[tuple[str, ...], Field(description="Its numbers in target; empty: it has no counterpart there.")]
    content_changed: Annotated[bool, Field(description="True where what it orders is not the same.")]
    another_rule: Annotated[bool, Field(description="True where the same number is another rule in target.")]
    doubt: Annotated[str | None, Field(description="Why this is not certain; null where nothing is in doubt.")]
    message: str


@dataclass(frozen=True)
class AnsweredCitation:
    """What a citation names. Only ``found`` is a number as it stands in the edition that was asked for."""

    citation: str
    outcome: Annotated[
        CitationOutcome,
        Field(
            description="old-number: it is an older edition's, and numbers says what it is today. no-counterpart: no"
            " rule today. not-found: message says what there is instead; never take another number for it."
        ),
    ]
    message: str
    places: tuple[AnsweredPlace, ...]
    numbers: Annotated[tuple[NumberMeaning, ...], Field(description="What became of numbers of an older edition.")]
    same_number_elsewhere: Annotated[
        tuple[NumberMeaning, ...],
        Field(
            description="What the same number meant in other editions: ask which is meant if an older text cites it."
        ),
    ]
    cautions: Annotated[tuple[str, ...], Field(description="What must be told together with the answer.")]
    texts: tuple[AnsweredText, ...]


@dataclass(frozen=True)
class AnsweredNote:
    """A footnote. ``doubtful``: where it is called is a guess."""

    marker: str
    text: str
    origin: str
    doubtful: bool


@dataclass(frozen=True)
class AnsweredTable:
    """A table of a provision, row by row; ``…?`` is a cell that the source has lost."""

    caption: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class AnsweredCounterpart:
    """The same rule in another text: what became of its place, and of what it orders. ``unsure``: read both texts."""

    of: AnsweredPlace
    place: Annotated[str, Field(description="same, moved, split, merged, overlay (a federation's addition), only-in.")]
    content: Literal["same", "revised"]
    confidence: Annotated[float, Field(ge=0, le=1)]
    unsure: bool
    note: str | None


@dataclass(frozen=True)
class AnsweredProvision:
    """The words of a place, letter by letter as the text has them."""

    place: AnsweredPlace
    heading_path: Annotated[tuple[str, ...], Field(description="Headings from the law down.")]
    text: Annotated[str, Field(description="Its own words, without its parts, label and heading.")]
    whole: Annotated[str, Field(description="Its words with labels, parts, tables and notes: what a quotation takes.")]
    tables: tuple[AnsweredTable, ...]
    notes: tuple[AnsweredNote, ...]
    parts: tuple[str, ...]
    corrections: Annotated[int, Field(ge=0, description="Misprints that were corrected in it; the address lists them.")]
    source: Annotated[str, Field(description="The witness and its lines.")]
    counterparts: tuple[AnsweredCounterpart, ...]


@dataclass(frozen=True)
class ProvisionAnswer:
    """A citation with the words of what it names; no words where it names nothing."""

    citation: AnsweredCitation
    provisions: tuple[AnsweredProvision, ...]
    texts: tuple[AnsweredText, ...]


@dataclass(frozen=True)
class ComparedCell:
    """A rule in one text of a comparison."""

    place: AnsweredPlace
    whole: str
    relation: str
    content: Literal["same", "revised"] | None
    confidence: Annotated[float, Field(ge=0, le=1)]
    unsure: bool
    note: str | None


@dataclass(frozen=True)
class EmptyCell:
    """A text without the rule, and why: new since, within ``ids``, elsewhere at ``ids``, or not defined there."""

    expression: str
    reason: GapReason
    ids: tuple[str, ...]


@dataclass(frozen=True)
class DifferingPart:
    """A part, by its number below the compared rule, that only some of the texts have."""

    part: str
    only_in: tuple[str, ...]


@dataclass(frozen=True)
class ComparedRow:
    """One rule in every text. ``relation`` and ``content`` of a cell are read from its edition to today's number."""

    today: Annotated[str, Field(description="The number of the edition in force, or expression:id where it has none.")]
    cells: tuple[ComparedCell, ...]
    empty: tuple[EmptyCell, ...]
    differing_parts: tuple[DifferingPart, ...]


@dataclass(frozen=True)
class ComparisonAnswer:
    """A citation, and each rule that it names in every text that has it."""

    citation: AnsweredCitation
    rows: tuple[ComparedRow, ...]
    texts: tuple[AnsweredText, ...]


@dataclass(frozen=True)
class AnsweredReference:
    """A reference to the rule from another place. ``status`` other than exact: the printed number misleads today."""

    source: AnsweredPlace
    printed: str
    kind: Annotated[
        InboundKind, Field(description="It cites the rule itself (own), a part of it, or what is around it.")
    ]
    number: Annotated[str, Field(description="The number that it cites, in its own edition.")]
    other_edition: bool
    negated: Annotated[bool, Field(description="True where the text says that it does not apply.")]
    status: ReferenceStatus


@dataclass(frozen=True)
class CitingAnswer:
    """A citation, and who refers to what it names; of more than ``most`` references only the first are here."""

    citation: AnsweredCitation
    cited_by: tuple[AnsweredReference, ...]
    total: Annotated[int, Field(ge=0)]
    texts: tuple[AnsweredText, ...]


@dataclass(frozen=True)
class AnsweredHit:
    """A place that a search found, with the sentence that answers."""

    place: AnsweredPlace
    snippet: str
    via: Annotated[Via, Field(description="Why it was found; only citation means that the question named it.")]


@dataclass(frozen=True)
class AnsweredSearch:
    """What words or a citation find, best first. Finding a place is no ruling: read it with get_provision."""

    query: str
    message: str
    numbers: tuple[NumberMeaning, ...]
    suggestions: tuple[str, ...]
    hits: tuple[AnsweredHit, ...]
    texts: tuple[AnsweredText, ...]


@dataclass(frozen=True)
class AnsweredChange:
    """A run of words: in both (``equal``), in the text alone (``old``), or in the quotation alone (``new``)."""

    kind: Literal["equal", "old", "new"]
    text: str


@dataclass(frozen=True)
class AnsweredQuotation:
    """What quoted words are beside the texts. Only where ``right`` is true may they be passed on as a quotation."""

    quotation: str
    verdict: Annotated[
        QuotationAnswerVerdict,
        Field(
            description="exact: word for word at source. differs: difference leads from the text to the quotation."
            " elsewhere: the words are at source, not where, in which edition or language they were said to be."
            " not-found: in no text. unchecked: something asked could not be checked, see unchecked."
        ),
    ]
    right: Annotated[bool, Field(description="True only for exact words with everything checked that was asked.")]
    source: AnsweredPlace | None
    source_words: Annotated[str | None, Field(description="The words of the text there, letter by letter.")]
    whole: Annotated[bool, Field(description="True where nothing of the provision is left out.")]
    difference: tuple[AnsweredChange, ...]
    notes: Annotated[
        tuple[QuotationNote, ...],
        Field(description="omission, part, phrase: less than the rule; cut: a sentence is cut and nothing shows it."),
    ]
    unchecked: Annotated[tuple[str, ...], Field(description="What could not be checked, and why.")]
    citation: Annotated[
        AnsweredCitation | None, Field(description="What the citation beside it names; null: none given.")
    ]
    texts: tuple[AnsweredText, ...]


@dataclass(frozen=True)
class TextsAnswer:
    """All texts there are, and the editions whose numbers are known."""

    texts: tuple[AnsweredText, ...]
    editions_of_the_laws: tuple[str, ...]
    in_force: Annotated[str, Field(description="The edition of the laws in force.")]
