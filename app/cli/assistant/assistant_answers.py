"""What an assistant's questions are answered with, found by the functions that ``lovbro show`` and the addresses use.

A number that does not exist, or that an older edition had, is answered with what it is; it never leads to another rule
in silence. What is asked wrongly raises QuestionError with what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from app.cli.answers import CommandAnswers, LookupFailedError
from app.cli.assistant.answer_values import (
    AnsweredCitation,
    AnsweredCounterpart,
    AnsweredHit,
    AnsweredNote,
    AnsweredPlace,
    AnsweredProvision,
    AnsweredReference,
    AnsweredSearch,
    AnsweredTable,
    AnsweredText,
    CitationOutcome,
    CitingAnswer,
    ComparedCell,
    ComparedRow,
    ComparisonAnswer,
    DifferingPart,
    EmptyCell,
    NumberMeaning,
    ProvisionAnswer,
    TextsAnswer,
)
from app.cli.messages import fate_message, fate_record, result_message
from app.i18n.standings import standing_sentence
from app.i18n.words import UiLanguage
from app.publish.permalinks import permalink
from app.publish.record import edition_of, provision_record, published_place, sha256
from app.publish.record_forms import rights_sentence
from app.reader.context import ReaderServices
from corpus.alignment.fate import NumberFate
from corpus.alignment.rows import AlignedRow
from corpus.dossiers.dossier import plain_text
from corpus.dossiers.quotation import quote
from corpus.ids import ProvisionId, is_provision_id
from corpus.registry import LAWS, Edition, ExpressionEntry, RegistryError
from corpus.text import without_surrogates
from index.references.graph import Address
from parser.citations.edition import read_edition

LONGEST_QUESTION = 500  # characters, as of a question to the addresses
MOST_REFERENCES = 100
_UI: UiLanguage = "en"


class QuestionError(ValueError):
    """A question that cannot be asked like that; the message says what would be right."""


@dataclass(frozen=True)
class AssistantAnswers:
    """Everything that is answered from; ``at`` is the server of the addresses, empty for addresses without one."""

    services: ReaderServices
    at: str = ""

    @cached_property
    def _commands(self) -> CommandAnswers:
        # Not those of the search: its index knows texts that may not be shown to everybody.
        return CommandAnswers.of(self.services.library, self.services.concordance, self.services.alignment)

    def texts(self) -> TextsAnswer:
        """All texts, with whether they are in force and whose they are."""
        keys = self.services.library.registry.keys
        return TextsAnswer(tuple(map(self._text, keys)), self.services.fates.editions, self.services.current)

    def citation(self, citation: str, edition: str = "", day: str = "", text: str = "") -> AnsweredCitation:
        """What a citation names in the edition, on the day or in the text given, or in the laws in force.

        ``edition`` is a year such as 2007, ``day`` a date such as 2009-03-01, ``text`` a key such as nb-1997; at most
        one of the first two. Raises QuestionError.
        """
        citation = clean(citation, "citation")
        self.check(citation, edition, day, text)
        try:
            places, fates = self._look_up(citation, edition, day, text)
        except (LookupFailedError, RegistryError) as error:
            return AnsweredCitation(citation, "not-found", str(error), (), (), (), (), ())
        if text and any(key != text for key, _ in places):
            raise QuestionError(f"{citation!r} names the text {places[0][0]} itself; leave out text={text}")
        old = tuple(fate for fate in fates if (fate.edition, fate.fate) != (fate.target, "same"))
        elsewhere = () if fates else tuple(self._elsewhere(places))
        outcome: CitationOutcome = "no-counterpart" if not places else "old-number" if old else "found"
        told = tuple(map(_meaning, old))
        return AnsweredCitation(
            citation=citation,
            outcome=outcome,
            message=" ".join(map(fate_message, old)),
            places=tuple(self.place(*place) for place in places),
            numbers=told,
            same_number_elsewhere=elsewhere,
            cautions=tuple(self._cautions(places, (*told, *elsewhere))),
            texts=self.texts_of(places),
        )

    def provision(self, citation: str, edition: str = "", day: str = "", text: str = "") -> ProvisionAnswer:
        """The words of what a citation names, with notes, tables and the same rule elsewhere. Raises QuestionError."""
        found = self.citation(citation, edition, day, text)
        provisions = tuple(self._provision(one.expression, one.id) for one in found.places)
        elsewhere = (other.of for one in provisions for other in one.counterparts)
        return ProvisionAnswer(found, provisions, self._texts_of_places((*found.places, *elsewhere)))

    def comparison(self, citation: str, edition: str = "", day: str = "", text: str = "") -> ComparisonAnswer:
        """What a citation names, in every text that has the rule, and why the others have not. Raises QuestionError."""
        found = self.citation(citation, edition, day, text)
        rows = {}
        for one in found.places:
            if row := self.services.alignment.row_of(one.expression, one.id):
                rows[row.key] = self._row(row, one)
        return ComparisonAnswer(
            found,
            tuple(rows.values()),
            self._texts_of_places(cell.place for row in rows.values() for cell in row.cells),
        )

    def citing(self, citation: str, edition: str = "", day: str = "", text: str = "") -> CitingAnswer:
        """Who refers to what a citation names, its parts or what is around it. Raises QuestionError."""
        found = self.citation(citation, edition, day, text)
        references = [
            AnsweredReference(
                source=self.place(*inbound.source),
                printed=inbound.reference.printed,
                kind=inbound.kind,
                number=inbound.via,
                other_edition=inbound.across,
                negated=inbound.reference.negated,
                status=inbound.reference.status,
            )
            for one in found.places
            for inbound in self.services.cited_by(one.expression, one.id)
        ]
        shown = tuple(references[:MOST_REFERENCES])
        return CitingAnswer(
            found, shown, len(references), self._texts_of_places((*found.places, *(r.source for r in shown)))
        )

    def search(self, query: str, texts: Sequence[str] = (), limit: int = 10) -> AnsweredSearch:
        """What words or a citation find, best first. Raises QuestionError for an unknown text."""
        query, held = clean(query, "query"), self.services.library.registry.keys
        for key in texts:
            self.entry(key)
        found = self.services.search.search(query, expressions=tuple(texts) or held, limit=limit)
        hits = [(hit, (hit.expression, hit.id)) for hit in found.hits]
        return AnsweredSearch(
            query=query,
            message=result_message(found),
            numbers=tuple(map(_meaning, found.fates)),
            suggestions=found.suggestions,
            hits=tuple(AnsweredHit(self.place(*place), hit.snippet, hit.via) for hit, place in hits),
            texts=self.texts_of(place for _, place in hits),
        )

    def check(self, citation: str, edition: str, day: str, text: str) -> None:
        """Raises QuestionError for what is unknown, and for an edition beside a day, which name it twice."""
        registry = self.services.library.registry
        if edition and day:
            raise QuestionError("give an edition or a date, not both")
        if text:
            entry = self.entry(text)
            if edition and (entry.edition != edition):
                raise QuestionError(f"{text} is a text of {entry.edition}, not of {edition}; leave out one of the two")
        known = sorted({*self.services.fates.editions, *(entry.edition for entry in registry.expressions)})
        if edition and edition not in known:
            raise QuestionError(f"no edition {edition[:40]!r} is known; there are {', '.join(known)}")
        mention = read_edition(citation, registry.editions_of(LAWS)) if edition or day else None
        if mention and mention.year != edition:
            raise QuestionError(f"{citation!r} names {mention.year} itself; leave out edition and date")

    def _look_up(
        self, citation: str, edition: str, day: str, text: str
    ) -> tuple[list[Address], tuple[NumberFate, ...]]:
        """As ``lovbro show`` finds it. Raises LookupFailedError; of a day with several editions that of the laws."""
        if not day:
            return self._dated(citation, edition, text)
        failed: LookupFailedError | None = None
        for one in self._in_force(day):
            held = [entry.key for entry in self._of(one) if text in ("", entry.key)]
            try:
                if one.work == LAWS:
                    return self._dated(citation, one.edition, text)
                if held:
                    return self._commands.look_up(citation, held[0])
            except LookupFailedError as error:
                failed = failed or error
        raise failed or LookupFailedError(f"{text} has no text that was in force on {day}")

    def _in_force(self, typed: str) -> list[Edition]:
        """The editions in force on a day, the laws first. Raises QuestionError."""
        try:
            asked = date.fromisoformat(typed)
        except ValueError:
            raise QuestionError(f"{typed[:40]!r} is no date such as 2009-03-01") from None
        found = [one for one in self.services.library.registry.editions if one.in_force(asked)]
        if not any(one.work == LAWS for one in found):
            raise QuestionError(f"no edition of the laws is known for {typed}")
        return sorted(found, key=lambda one: one.work != LAWS)

    def _of(self, edition: Edition) -> list[ExpressionEntry]:
        named = (edition.work, edition.edition)
        return [one for one in self.services.library.registry.expressions if (one.work, one.edition) == named]

    def _dated(self, citation: str, edition: str, text: str) -> tuple[list[Address], tuple[NumberFate, ...]]:
        """What a citation names in an edition, if one is given. Raises LookupFailedError.

        A number that only another work has is none of that edition: the laws of 2007 have no § 214.
        """
        named = read_edition(citation, self.services.library.registry.editions_of(LAWS))
        places, fates = self._commands.look_up(
            f"{citation} {edition}" if edition and not named else citation, text or None
        )
        other = next((key for key, _ in places if edition and self.entry(key).edition != edition), None)
        if other and not fates:
            raise LookupFailedError(f"{edition} has no {citation}; {other} has one, which is another rule")
        return places, fates

    def _elsewhere(self, places: Iterable[Address]) -> Iterator[NumberMeaning]:
        """What the numbers of places of the laws in force were in the editions where they meant something else."""
        fates, current = self.services.fates, self.services.current
        for key, place in places:
            entry = self.entry(key)
            if entry.work != LAWS or entry.edition != current or not is_provision_id(place):
                continue
            number = ProvisionId.of(place)
            for edition in fates.editions:
                if edition != current and fates.had(edition, number):
                    found = fates.fate(edition, number, current)
                    if found.namesake or found.changed or found.doubt:
                        yield _meaning(found)

    def _cautions(self, places: Sequence[Address], numbers: Iterable[NumberMeaning]) -> Iterator[str]:
        for key in dict.fromkeys(key for key, _ in places):
            if self.entry(key).standing != "in-force":
                yield f"{key}: {standing_sentence(self.entry(key), _UI)}."
        for one in numbers:
            if one.another_rule:
                yield f"§ {one.number} is not the same rule in {one.edition} and {one.target}: name the edition."
            if one.doubt:
                yield f"§ {one.number} of {one.edition}: {one.doubt}"

    def _provision(self, key: str, place: str) -> AnsweredProvision:
        record = provision_record(self.services, key, place)
        source = record.source
        return AnsweredProvision(
            place=self.place(key, record.place),
            heading_path=tuple(step.heading for step in record.path if step.heading),
            text=record.text,
            whole=record.whole,
            tables=tuple(AnsweredTable(table.caption, table.rows) for table in record.tables),
            notes=tuple(AnsweredNote(note.marker, note.text, note.origin, note.doubtful) for note in record.notes),
            parts=tuple(part.place for part in record.parts),
            corrections=len(record.emendations),
            source=f"{source.witness}, lines {source.first}-{source.last}",
            counterparts=tuple(
                AnsweredCounterpart(
                    of=self.place(one.of.expression, one.of.place),
                    place=one.moved,
                    content="revised" if one.content == "revised" else "same",
                    confidence=one.confidence,
                    unsure=one.unsure,
                    note=one.note or None,
                )
                for one in record.counterparts
            ),
        )

    def _row(self, row: AlignedRow, asked: AnsweredPlace) -> ComparedRow:
        compared = self._commands.compare(f"{asked.expression}:{asked.id}")["rows"]
        differences = next(one["differences"] for one in compared if one["key"] == row.key)
        return ComparedRow(
            today=row.key,
            cells=tuple(
                ComparedCell(
                    place=self.place(cell.expression, cell.id),
                    whole=plain_text(quote(self.services.library, cell.expression, cell.id).pieces),
                    relation=cell.relation,
                    content="revised" if cell.content == "revised" else "same" if cell.content else None,
                    confidence=cell.confidence,
                    unsure=cell.unsure,
                    note=cell.note or None,
                )
                for cell in row.cells
            ),
            empty=tuple(EmptyCell(gap.expression, gap.reason, gap.ids) for gap in row.gaps),
            differing_parts=tuple(DifferingPart(one["part"], tuple(one["only_in"])) for one in differences),
        )

    def place(self, key: str, place: str) -> AnsweredPlace:
        """A provision, definition or note that a text has."""
        library = self.services.library
        entry, found, quotation = library.entry(key), published_place(library, key, place), quote(library, key, place)
        named = library.provision(key, place) or library.definition(key, place) or library.note(key, place)
        return AnsweredPlace(
            expression=key,
            id=place,
            citation=found.citation,
            heading=found.heading or None,
            language=entry.language,
            edition=entry.edition,
            standing=entry.standing,
            sha256=sha256(named.text) if named and named.text else None,
            whole_sha256=sha256(plain_text(quotation.pieces)),
            address=self.at + permalink(library.registry, key, place.split("#")[0]),
        )

    def texts_of(self, places: Iterable[Address]) -> tuple[AnsweredText, ...]:
        """The texts that some places are of, each once."""
        return tuple(map(self._text, dict.fromkeys(key for key, _ in places)))

    def _texts_of_places(self, places: Iterable[AnsweredPlace]) -> tuple[AnsweredText, ...]:
        return self.texts_of((place.expression, place.id) for place in places)

    def _text(self, key: str) -> AnsweredText:
        registry, entry = self.services.library.registry, self.entry(key)
        edition = edition_of(registry, entry)
        since = entry.in_force_from or (edition.from_date if edition else None)
        until = edition.to_date if edition else None
        return AnsweredText(
            expression=key,
            language=entry.language,
            work=entry.work,
            edition=entry.edition,
            title=entry.title,
            standing=entry.standing,
            standing_sentence=standing_sentence(entry, _UI),
            in_force_from=since.isoformat() if since else None,
            in_force_to=until.isoformat() if until else None,
            owner=entry.rights.owner or None,
            may_be_passed_on=entry.rights.consent is not None,
            rights=rights_sentence(entry, _UI),
            address=self.at + permalink(registry, key),
        )

    def entry(self, key: str) -> ExpressionEntry:
        """What the registry has about a text. Raises QuestionError, which names the texts there are."""
        try:
            return self.services.library.entry(key)
        except RegistryError:
            known = ", ".join(self.services.library.registry.keys)
            raise QuestionError(f"no text {key[:40]!r}; there are {known}") from None


def _meaning(fate: NumberFate) -> NumberMeaning:
    told = fate_record([fate])
    return NumberMeaning(
        number=str(fate.number),
        edition=fate.edition,
        target=fate.target,
        fate=fate.fate,
        today=tuple(map(str, fate.today)),
        content_changed=fate.changed,
        another_rule=fate.namesake,
        doubt=told["doubt"],
        message=told["message"],
    )


def clean(typed: str, name: str, longest: int = LONGEST_QUESTION) -> str:
    """What was typed as it can be looked up and sent back. Raises QuestionError for nothing, or for too much."""
    text = without_surrogates(typed).strip()
    if not text:
        raise QuestionError(f"{name} is empty")
    if len(text) > longest:
        raise QuestionError(f"{name} has {len(text)} characters; at most {longest} are looked up")
    return text
