"""What a person has to settle of a decision: each field that its reading left open, with what the file offers for it.

``parser.decisions.fields`` tells a value where it is sure. Of the rest the likely values are told here, the likeliest
first, each with the words that speak for it: who checks a case reads them and decides. Nothing is kept unasked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from corpus.precedents.corrections import CorrectableField, field_text
from corpus.precedents.decision import Decision
from parser.decisions.body_names import whole_name
from parser.decisions.fields import CaseParts
from parser.decisions.lexicon import DecisionLexicon
from parser.decisions.meanings import MEANT, DecisionMeanings, MeantTask

MOST = 3  # values offered for a field
# Chance of an offered value; of the bodies that a file names one has decided, whatever the words round them say.
_LEAST: Mapping[str, float] = {**dict.fromkeys(MEANT, 0.1), "played": 0.05}
_TOLD = 0.6  # chance that the file tells the field at all, from which it is asked about
_AROUND = 60  # letters shown on each side of a date or a name


@dataclass(frozen=True)
class FieldChoice:
    """A ``value`` that a field may have, as ``corpus.precedents.corrections.field_text`` writes it.

    ``chance`` is how probable it is, from 0 to 1; ``words`` are those of the file that speak for it, in one line.
    """

    value: str
    chance: float
    words: str


@dataclass(frozen=True)
class OpenField:
    """A field that is unknown, and one to ``MOST`` choices with different values, the likeliest first."""

    field: CorrectableField
    choices: tuple[FieldChoice, ...]


def open_fields(
    parts: CaseParts, decision: Decision, lexicon: DecisionLexicon, meanings: DecisionMeanings
) -> tuple[OpenField, ...]:
    """The fields that are unknown in ``decision`` and of which its file seems to say something.

    ``parts`` are those of the decision's original (``parser.decisions.fields.case_parts``).
    """
    found: dict[CorrectableField, Iterable[FieldChoice]] = {
        "instance": _bodies(parts, lexicon, meanings),
        "played": _days(parts, meanings),
        **{task: _meant(parts, task, meanings) for task in MEANT},
    }
    asked = (
        (field, _likeliest(choices, _LEAST.get(field, 0.0)))
        for field, choices in found.items()
        if not field_text(decision, field)
    )
    return tuple(OpenField(field, choices) for field, choices in asked if choices)


def _likeliest(choices: Iterable[FieldChoice], least: float) -> tuple[FieldChoice, ...]:
    likely: dict[str, FieldChoice] = {}
    for one in sorted(choices, key=lambda one: -one.chance):
        if one.chance >= least:
            likely.setdefault(one.value, one)
    return tuple(likely.values())[:MOST]


def _meant(parts: CaseParts, task: MeantTask, meanings: DecisionMeanings) -> Iterator[FieldChoice]:
    """What became of the ruling and of the deposit, and whether all were of one mind."""
    chances = parts.reader.likely(task, meanings)
    if sum(chances.values()) < _TOLD:
        return
    for value, chance in chances.items():
        if chance < _LEAST[task]:
            continue
        place = parts.reader.telling(task, value, meanings)
        text = parts.draft.sections[place.section].paragraphs[place.paragraph][place.start : place.end]
        # What no word speaks for is not offered: nobody could check it.
        if task == "outcome" or parts.reader.speaks_of(task, text.casefold()):
            yield FieldChoice(value, chance, _in_one_line(text))


def _days(parts: CaseParts, meanings: DecisionMeanings) -> Iterator[FieldChoice]:
    for one in parts.days:
        if one.mention.first == one.mention.last:
            words = _around(parts.texts[one.at].text, one.mention.start, one.mention.end)
            yield FieldChoice(one.mention.first.isoformat(), float(meanings.chances(one.window)["day"][0]), words)


def _bodies(parts: CaseParts, lexicon: DecisionLexicon, meanings: DecisionMeanings) -> Iterator[FieldChoice]:
    sought = parts.sheet.title, parts.draft.sections, [text for _, text in parts.draft.fields.values()]
    for one in parts.bodies(lexicon):
        text = parts.texts[one.at].text
        name = whole_name(_in_one_line(text[one.start : one.end]), *sought, lexicon)
        name = name[0].upper() + name[1:]  # "har skrivit till styrelsen"
        chance = float(meanings.chances(one.window)["body"][0])
        yield FieldChoice(name, chance, _around(text, one.start, one.end))


def _around(text: str, start: int, end: int) -> str:
    """Words with those round them, cut between words."""
    before, after = text[:start], text[end:]
    if len(before) > _AROUND:
        before = "…" + before[-_AROUND:].partition(" ")[2]
    if len(after) > _AROUND:
        after = after[:_AROUND].rpartition(" ")[0] + "…"
    return _in_one_line(before + text[start:end] + after)


def _in_one_line(words: str) -> str:
    return " ".join(words.split())
