"""A frozen quotation as blocks of the paper: its words, what is added beside them, and where it is from."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText
from app.committee.edition_guard import EditionGuard, NumberGloss
from app.committee.replacements import NO_REPLACEMENTS, NameReplacements
from app.i18n.fates import fate_gloss
from app.i18n.words import UiLanguage, day, words
from corpus.dossiers.dossier import Dossier, Quotation, QuotedBlock, plain_text
from corpus.dossiers.quotation import QuotationCheck
from corpus.ids import ProvisionId, is_provision_id

_SEASON = re.compile(r"(\d\d)-")
_CENTURY = 70  # two figures from 70 are of the last century


@dataclass(frozen=True)
class QuotationComposer:
    """Puts quotations on a paper in the language ``ui``. ``languages`` are those of the expressions, by key.

    With a ``guard`` old numbers are explained; with the day of play other editions than that day's are pointed out.
    ``masks`` are what stands for names in the decisions that a copy for publication quotes: in brackets, as added.
    """

    ui: UiLanguage
    languages: Mapping[str, str] = field(default_factory=dict)
    guard: EditionGuard | None = None
    played: date | None = None
    masks: NameReplacements = NO_REPLACEMENTS

    def blocks(self, quotation: Quotation, check: QuotationCheck) -> Iterator[DocumentBlock]:
        """Notices (a source in force and unchanged has none), the words, the short citation."""
        names = words(self.ui)
        for key in (f"desk_standing_{quotation.standing}", f"desk_fate_{check.fate}"):
            if key in names:
                yield DocumentText("notice", names[key])
        if notice := self.edition_notice(quotation):
            yield DocumentText("notice", notice)
        if outcome := self.outcome(quotation):
            yield DocumentText("text", outcome, lead=f"{names['desk_outcome']}:")
        glosses = self.guard.glosses(quotation) if self.guard else {}
        masks = self._masks_of(quotation)
        for number, piece in enumerate(quotation.pieces):
            # "§ 12 C 1" without words of its own stands over the quotation already.
            if number == 0 and vars(piece) == vars(QuotedBlock(label=piece.label)) and piece.label == quotation.cited:
                continue
            yield from self._piece(piece, glosses.get(number, ()), self.languages.get(quotation.expression, ""), masks)
        yield DocumentText("source", short_citation(quotation, self.ui))

    def edition_notice(self, quotation: Quotation) -> str:
        """That the edition quoted was not in force on the day of play; empty when it was, or no day is known."""
        found = self.guard.mismatch(quotation, self.played) if self.guard and self.played else None
        if found is None:
            return ""
        key = "desk_edition_then" if found.right else "desk_edition_not_then"
        return words(self.ui)[key].format(edition=found.edition, right=found.right, day=day(found.played, self.ui))

    def outcome(self, quotation: Quotation) -> str:
        """What was decided in a precedent, as the register has it: outcome, votes, deposit; empty for a provision."""
        if quotation.kind != "precedent":
            return ""
        decision = self.guard.decisions.get(quotation.place) if self.guard else None
        if decision is None:
            return ""
        names = words(self.ui)
        votes = {True: names["desk_unanimous_yes"], False: names["desk_unanimous_no"], None: ""}[decision.unanimous]
        deposit = names[f"desk_deposit_{decision.deposit}"] if decision.deposit else ""
        first, *more = [part for part in (names[f"desk_outcome_{decision.outcome}"], votes, deposit) if part]
        return "; ".join([first, *(part[:1].lower() + part[1:] for part in more)])

    def cited_today(self, quotation: Quotation) -> str:
        """The number of a quotation, with what it is today where it is of an older edition."""
        gloss = self.guard.own_number(quotation) if self.guard else None
        return f"{quotation.cited} {self.gloss_words(gloss)}" if gloss else quotation.cited

    def has_glosses(self, quotation: Quotation) -> bool:
        """True when something is added within its words."""
        return bool(self.guard and self.guard.glosses(quotation))

    def has_masks(self, quotation: Quotation) -> bool:
        """True when something stands for a name within its words."""
        parts = self._masks_of(quotation).parts(plain_text(quotation.pieces))
        return any(is_mask for _, is_mask in parts)

    def _masks_of(self, quotation: Quotation) -> NameReplacements:
        """What stands for names in a quotation: no law and no regulation names anybody."""
        return self.masks if quotation.kind == "precedent" else NO_REPLACEMENTS

    def gloss_words(self, gloss: NumberGloss) -> str:
        """What old numbers are today, in brackets."""
        return fate_gloss(
            gloss.edition,
            gloss.fates,
            words(self.ui),
            lambda number: number.printed(self.ui),
            gloss.likely,
            named=gloss.named,
        )

    def _piece(
        self, piece: QuotedBlock, glosses: Sequence[NumberGloss], language: str, masks: NameReplacements
    ) -> Iterator[DocumentBlock]:
        heading = _bracketed(piece.heading, masks)
        if piece.rows:
            rows = tuple(tuple(_bracketed(cell, masks) for cell in row) for row in piece.rows)
            yield DocumentTable(rows, piece.header, heading, language=language)
            return
        lead = " ".join(part for part in (piece.mark, piece.label, heading) if part)
        first, *more = _lines(tuple(self._segments(piece.text, glosses, masks)))
        yield _paragraph(first, lead, language)
        yield from (_paragraph(line, "", language) for line in more if any(text.strip() for text, _ in line))

    def _segments(
        self, text: str, glosses: Sequence[NumberGloss], masks: NameReplacements
    ) -> Iterator[tuple[str, bool]]:
        """The words and what is added to them, in order."""
        at = 0
        for gloss in glosses:
            yield from _masked(text[at : gloss.at], masks)
            yield (f" {self.gloss_words(gloss)}" if gloss.at else f"{self.gloss_words(gloss)} "), True
            at = gloss.at
        yield from _masked(text[at:], masks)


def _masked(text: str, masks: NameReplacements) -> Iterator[tuple[str, bool]]:
    return ((f"[{part or '…'}]" if is_mask else part, is_mask) for part, is_mask in masks.parts(text))


def _bracketed(text: str, masks: NameReplacements) -> str:
    return "".join(part for part, _ in _masked(text, masks))


def short_citation(quotation: Quotation, ui: UiLanguage) -> str:
    """Text, number, edition and from when it counts: what a reader of the paper needs beside the words."""
    names = words(ui)
    dated = date_words(quotation.dated, ui)
    parts = [part for part in (quotation.title, quotation.cited) if part]
    if quotation.kind == "precedent":
        parts += [f"{names['desk_played'].lower()} {dated}"] if dated else []
    else:
        parts += [] if _names_edition(quotation) else [f"{names['desk_edition']} {quotation.edition}"]
        parts += [names["desk_in_force_from"].format(day=dated)]
    return "; ".join(parts)


def date_words(typed: str, ui: UiLanguage) -> str:
    """A date such as 2026-03-07 in the language's form; other words as they were typed.

    >>> date_words("2026-03-07", "da"), date_words("7.-8. marts", "da")
    ('7. marts 2026', '7.-8. marts')
    """
    try:
        return day(date.fromisoformat(typed.strip()), ui)
    except ValueError:
        return typed


def _names_edition(quotation: Quotation) -> bool:
    """True for a title with its year: "Love for turneringsbridge 2017"."""
    return re.search(rf"(?<!\d){re.escape(quotation.edition)}(?!\d)", quotation.title) is not None


def citation(quotation: Quotation, ui: UiLanguage) -> str:
    """The full citation: text, edition, its date, witness and lines, address with the place, sum over the words."""
    names = words(ui)
    parts = [short_citation(quotation, ui)]
    if quotation.kind == "precedent":
        # A copy for publication does not name the file, nor where a committee keeps it.
        if not quotation.source.witness:
            return "; ".join([*parts, f"sha256 {quotation.sha256[:12]}"])
        parts += [f"{names['desk_file']} {quotation.source.witness}"]
    else:
        lines = f"{names['desk_lines']} {quotation.source.first}-{quotation.source.last}"
        parts += [f"{quotation.source.witness}, {lines}"]
    return "; ".join([*parts, source_address(quotation), f"sha256 {quotation.sha256[:12]}"])


def source_address(quotation: Quotation) -> str:
    """Where the reader finds the source in Lovbro."""
    if quotation.kind == "precedent":
        return f"?view=precedents&case={quotation.place}"
    return f"?law={quotation.place.partition('#')[0]}&in={quotation.expression}".replace(" ", "%20")


def authorities(dossier: Dossier, composer: QuotationComposer) -> tuple[tuple[str, str, str], ...]:
    """What is quoted, by source and in natural order, with the numbers it has in the paper."""
    names = words(composer.ui)
    places: defaultdict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for number, quotation in enumerate(dossier.quotations, 1):
        edition = "" if _names_edition(quotation) else f", {names['desk_edition']} {quotation.edition}"
        name = names["precedents"] if quotation.kind == "precedent" else quotation.title + edition
        cited = composer.cited_today(quotation)
        places[name, quotation.kind, quotation.place, cited].append(str(number))
    ordered = sorted(places, key=lambda key: (key[1] == "precedent", key[0], *_natural_order(key[2], key[3])))
    return tuple((name, cited, ", ".join(places[name, kind, place, cited])) for name, kind, place, cited in ordered)


def _natural_order(place: str, cited: str) -> tuple[int, tuple[tuple[int, int], ...], tuple[tuple[int, str], ...]]:
    """Provisions as in their book; all else by its words, numbers by their size and two-figure years by their century.

    >>> sorted(["12-AU-3", "99-AU-12", "09-AU-99", "09-AU-100"], key=lambda number: _natural_order(number, number))
    ['99-AU-12', '09-AU-99', '09-AU-100', '12-AU-3']
    """
    bare = place.partition("#")[0]
    if is_provision_id(bare):
        return 0, ProvisionId.of(bare).sort_key, ((0, place),)
    season = _SEASON.match(cited)
    year = int(season[1]) + (1900 if int(season[1]) >= _CENTURY else 2000) if season else 0
    parts = re.findall(r"\d+|\D+", cited.casefold())
    return 1, ((year, 0),), tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def _lines(segments: Sequence[tuple[str, bool]]) -> list[list[tuple[str, bool]]]:
    """The segments of each line of a text."""
    lines: list[list[tuple[str, bool]]] = [[]]
    for text, added in segments:
        first, *more = text.split("\n")
        lines[-1].append((first, added))
        lines += [[(line, added)] for line in more]
    return lines


def _paragraph(segments: Sequence[tuple[str, bool]], lead: str, language: str) -> DocumentText:
    text, added = "", []
    for part, is_added in segments:
        if is_added:
            added.append((len(text), len(text) + len(part)))
        text += part
    return DocumentText("quote", text, lead, language, tuple(added))
