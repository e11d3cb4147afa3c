"""The day of play of a decision, and the editions that were in force on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from corpus.precedents.decision import DateBasis, FieldOrigin, Section, edition_in_season, edition_on
from corpus.registry import Registry
from parser.decisions.candidates import DayCandidate, DecisionText
from parser.decisions.dates import DateMention, DateReader, best
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.meanings import LIMITS, DecisionMeanings, surest
from parser.decisions.particulars import Labelled
from parser.decisions.sections import DecisionDraft

_PLAYED = 3  # the weight of a date beside a word of playing
HEAD = 3
"""Lines and titles over a page that date it."""
_Text = tuple[int, int, str]  # section and paragraph, -1 for none, and the words
_AFTER_PLAY = timedelta(days=365)  # a case is decided within a year of play


class DayOfPlay:
    """The date of play of a decision: from its field, or the date that its words make the day of play."""

    def __init__(
        self,
        draft: DecisionDraft,
        sections: tuple[Section, ...],
        lexicon: DecisionLexicon,
        reader: DateReader,
        title: str = "",
    ) -> None:
        texts = _texts_of(draft, sections)
        letter = any(lexicon.words["dates", "letter"].search(line) for *_, t in texts for line in t.splitlines())
        relative = any(lexicon.words["dates", "relative"].search(text) for *_, text in texts)
        label, event = draft.fields.get("played"), draft.fields.get("event")
        in_label, in_event = _weighed_label(reader, label, weight=3), _weighed_label(reader, event, weight=2)
        known = [mention for *_, text in texts for mention in reader.dates(text)]
        known += [mention for mention, _ in (*in_label, *in_event)]
        in_label = in_label or _weighed_label(reader, label, 3, tuple(known))
        in_event = in_event or _weighed_label(reader, event, 2, tuple(known))
        in_text = _in_text(reader, texts, _head(title, texts, sections), letter=letter)
        # "The board that was played yesterday": the day over the page is the day after.
        in_text = [one for one in in_text if one[0].weight == _PLAYED or not relative]
        # A day without a year counts only where no full date may be the day of play: it may be of the year after.
        in_text = in_text or ([] if relative else _weighed_text(reader, texts, known, letter=True))
        self._known = known
        self._named = {year for *_, text in texts for found in lexicon.editions.findall(text) for year in found if year}
        beside = {day for *_, text in texts for day in reader.weekdays_of_play(text)}
        self._weekdays = beside or {day for *_, text in texts for day in reader.weekdays(text)}
        candidates = [*in_event, *in_text]
        if label and in_label:
            played = any(mention.weight == _PLAYED for mention, _ in in_text)
            # "Date:" over a letter is the day it was written.
            sure = not lexicon.is_vague(label[0]) or not (played or letter)
            candidates = in_label if sure else candidates
        found = best([mention for mention, _ in candidates], known)
        self.mention: DateMention | None = found[1] if found else None
        self.origin: FieldOrigin | None = candidates[found[0]][1] if found else None
        self.by_meaning = False

    def judge(self, asked: Sequence[DayCandidate], texts: Sequence[DecisionText], meanings: DecisionMeanings) -> None:
        """Take back a day that the words round it make improbable; without one take what they make sure.

        A label that is no more than the day of play's is believed.
        """

        def chance(one: DayCandidate) -> float:
            return float(meanings.chances(one.window)["day"][0])

        limits = LIMITS["day"]
        if self.mention is not None:
            own = (self.mention.first, self.mention.last)
            said = next((one for one in asked if (one.mention.first, one.mention.last) == own), None)
            if said is None or chance(said) >= limits.doubted:
                return
            self.mention = self.origin = None
        sure = surest([chance(one) for one in asked], limits)
        if sure is None:
            return
        found = asked[sure]
        at = texts[found.at]
        self.mention, self.by_meaning = found.mention, True
        self.origin = _day_origin(found.mention, at.text, at.section, at.paragraph)

    @property
    def played(self) -> date | None:
        """The day of play; of a run of days the one whose weekday is named, beside a board rather than elsewhere.

        None when it is not known to the day.
        """
        if self.mention is None or len(self.mention.days) != 1:
            return None
        first, last = self.mention.first, self.mention.last
        run = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        named = [day for day in run if day.weekday() in self._weekdays]
        return first if len(run) == 1 else named[0] if len(named) == 1 else None

    def edition(self, registry: Registry, work: str, number: str, stated: date | None) -> str:
        """The edition of the day, or of every day that it may have been; else the one that the decision names.

        Unknown where the decision names others only: it may have been decided by laws that were in force no more.
        """
        found = self._edition_in_force(registry, work, number, stated)
        if work != "laws" or not self._named or found in self._named:
            return found
        held = {one.edition for one in registry.editions if one.work == work}
        return next(iter(self._named)) if not found and len(self._named) == 1 and self._named <= held else ""

    def _edition_in_force(self, registry: Registry, work: str, number: str, stated: date | None) -> str:
        if day := self.played or (stated if self.mention is None else None):
            return edition_on(registry, work, day)
        if self.mention is None:
            if stated:
                return edition_on(registry, work, stated)
            return edition_in_season(registry, work, number) or self._edition_of_all(registry, work)
        ends = {edition_on(registry, work, end) for end in (self.mention.first, self.mention.last)}
        return ends.pop() if len(ends) == 1 else ""

    def _edition_of_all(self, registry: Registry, work: str) -> str:
        """The edition of every date that the decision names and of the year before the first: it was played then."""
        if not self._known:
            return ""
        earliest = min(mention.first for mention in self._known) - _AFTER_PLAY
        ends = {edition_on(registry, work, day) for day in (earliest, max(mention.last for mention in self._known))}
        return ends.pop() if len(ends) == 1 else ""

    def basis(self, registry: Registry, number: str) -> DateBasis:
        """What an edition without a date of play rests on."""
        if not self._edition_in_force(registry, "laws", number, None):
            return "named"
        return "period" if self.mention else "season"


def _texts_of(draft: DecisionDraft, sections: Sequence[Section]) -> list[_Text]:
    """Paragraphs, titles, and fields that are none of a date: "Sag: Aalkrog mod Birkelse, spilledato 7. marts 2010"."""
    return [
        *((n, p, text) for n, s in enumerate(sections) for p, text in enumerate(s.paragraphs)),
        *((n, -1, s.title) for n, s in enumerate(sections) if s.title),
        *((-1, -1, text) for name, (_, text) in draft.fields.items() if name not in ("played", "event")),
    ]


def _head(title: str, texts: Sequence[_Text], sections: Sequence[Section]) -> str:
    """What stands over a page and may date it."""
    head = "\n".join((title, *(line for *_, text in texts[:HEAD] for line in text.splitlines()[:HEAD])))
    return head + "\n".join(section.title for section in sections[:HEAD])


def _in_text(
    reader: DateReader, texts: Sequence[_Text], head: str, *, letter: bool
) -> list[tuple[DateMention, FieldOrigin]]:
    """The full dates of the texts that may be the day of play; the day before that of the head where one says so."""
    words = [text for *_, text in texts]
    if before := reader.day_before(head, words):
        at, mention = before
        section, paragraph, text = texts[at]
        return [(mention, _day_origin(mention, text, section, paragraph))]
    found = _weighed_text(reader, texts, (), letter)
    if same := reader.same_day(words):
        at, mention, start, end = same
        section, paragraph, text = texts[at]
        found.append((mention, _day_origin(replace(mention, start=start, end=end), text, section, paragraph)))
    return found


def _weighed_text(
    reader: DateReader, texts: Sequence[_Text], known: Sequence[DateMention], letter: bool
) -> list[tuple[DateMention, FieldOrigin]]:
    """The dates of paragraphs (section, paragraph, text), with weights; in a ``letter`` a date on its line is none."""
    return [
        (mention, _day_origin(mention, text, section, paragraph))
        for section, paragraph, text in texts
        for mention in reader.weighed(text, known)
        if mention.weight > 1 or not letter
    ]


def _weighed_label(
    reader: DateReader, labelled: Labelled | None, weight: int, known: Sequence[DateMention] | None = None
) -> list[tuple[DateMention, FieldOrigin]]:
    """The dates in a labelled field, with a weight; days without a year by those that are ``known``."""
    if labelled is None:
        return []
    origin = FieldOrigin("played", ": ".join(labelled))
    return [
        (replace(mention, weight=weight), origin)
        for mention in (reader.dates(labelled[1]) if known is None else reader.yearless(labelled[1], known))
        if not reader.is_written(labelled[1], mention)
    ]


def _day_origin(mention: DateMention, text: str, section: int, paragraph: int) -> FieldOrigin:
    words = text[mention.start : mention.end]
    if paragraph < 0:
        return FieldOrigin("played", words)
    return FieldOrigin("played", words, section, paragraph, mention.start, mention.end)
