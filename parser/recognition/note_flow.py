"""Notes as layout events behind the laws, where the shared machinery binds them to the calls left in the texts."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from parser.documents.stream import DocumentStream
from parser.layout import events
from parser.recognition.account import QuestionCode, ReadingAccount, ReadingQuestion
from parser.recognition.notes import FoundNotes
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText

_CALL = re.compile(r"⟦(\d+)⟧")


def note_events(
    account: ReadingAccount, stream: DocumentStream, found: FoundNotes, flow: Sequence[events.LayoutEvent]
) -> tuple[events.LayoutEvent, ...]:
    """``flow`` with the notes that its texts call behind it, and without calls that nothing answers.

    A note that is called nowhere in it is a question, and noise.
    """
    drafts = _drafts(account, stream, found)
    called = {n for text in _texts(flow) for n in _calls(text)}
    while more := {n for k in called & drafts.keys() for d in drafts[k] for n in _calls(d.text)} - called:
        called |= more
    out: list[events.LayoutEvent] = [_without_calls(one, drafts.keys()) for one in flow]
    for number, notes in sorted(drafts.items()):
        if number in called:
            out += (_without_calls(note, drafts.keys()) for note in notes)
            continue
        printed = number - 1 - len(stream.notes)
        call = account.script.witness.text.find(f"⟦{number}⟧")
        code: QuestionCode = "note-place" if call >= 0 else "note-uncalled"
        # A note of the format is no row: it is asked about where it is called, or at the end, and no row is to go.
        row = found.notes[printed].row if printed >= 0 else account.script.row_at(call)
        likely = "noise" if printed >= 0 else account.uses[row].reading
        words = " ".join(one.text.text for one in notes)[:80]
        account.questions.append(ReadingQuestion(code, row, account.rows[row].place, words, likely))
        for one in notes:
            account.noise += [Noise.of(text, "loose") for text in (one.label, one.text) if text]
    return tuple(out)


def without_calls(text: TrackedText) -> TrackedText:
    """A text where no note can be (a preface, a definition), without its calls."""
    return text.sub(r"\s?⟦\d+⟧", "")


def unsigned_definition(draft: events.DraftDefinition) -> events.DraftDefinition:
    """A definition without calls of notes."""
    senses = tuple(replace(sense, text=without_calls(sense.text)) for sense in draft.senses)
    subs = tuple(unsigned_definition(sub) for sub in draft.subs)
    return replace(draft, headword=without_calls(draft.headword), senses=senses, subs=subs)


def _calls(text: TrackedText) -> list[int]:
    return [int(number) for number in _CALL.findall(text.text)]


def _texts(flow: Iterable[events.LayoutEvent]) -> Iterator[TrackedText]:
    for one in flow:
        if isinstance(one, events.LawHeading):
            yield one.heading
        elif isinstance(one, events.ListItem):
            yield from (text for text in (one.heading, one.text) if text is not None)
        elif isinstance(one, events.Paragraph):
            yield one.text


def _without_calls(one: events.LayoutEvent, answered: Container[int]) -> events.LayoutEvent:
    """An event without the calls that no note answers; in a table no note can be called at all."""

    def mend(text: TrackedText) -> TrackedText:
        gone = [n for n in _calls(text) if n not in answered]
        return text.sub(rf"\s?⟦(?:{'|'.join(map(str, gone))})⟧", "") if gone else text

    if isinstance(one, events.TableBlock):
        return replace(one, rows=tuple(tuple(map(without_calls, line)) for line in one.rows))
    if isinstance(one, events.LawHeading):
        return replace(one, heading=mend(one.heading))
    if isinstance(one, events.ListItem):
        heading = mend(one.heading) if one.heading is not None else None
        return replace(one, heading=heading, text=mend(one.text) if one.text is not None else None)
    if isinstance(one, events.Paragraph | events.FootnoteText):
        return replace(one, text=mend(one.text))
    return one


def _drafts(account: ReadingAccount, stream: DocumentStream, found: FoundNotes) -> dict[int, list[events.FootnoteText]]:
    out: dict[int, list[events.FootnoteText]] = {}
    empty = TrackedText("", ())
    script = account.script
    for number, (sign, spans) in enumerate(script.note_spans, 1):
        label = script.piece(sign)
        for n, span in enumerate(spans):
            note = events.FootnoteText(str(number), label if n == 0 else empty, script.piece(span), n > 0)
            out.setdefault(number, []).append(note)
        if not spans and label:
            account.noise.append(Noise.of(label, "note"))
    for number, printed in enumerate(found.notes, 1 + len(stream.notes)):
        label = script.label(printed.row, printed.words)
        texts = [script.words(printed.row, printed.words), *(script.words(at) for at in printed.more)]
        texts = [text for text in texts if text.text.strip()]
        if texts:
            out[number] = [events.FootnoteText(str(number), label, texts[0])]
            out[number] += [events.FootnoteText(str(number), empty, text, True) for text in texts[1:]]
            continue
        # A sign with nothing behind it: the note that is called is nowhere.
        account.noise += [Noise.of(label, "note")] if label else []
        account.ask("note-lost", printed.row, "noise")
    return out
