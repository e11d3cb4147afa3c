"""The words for a reason: English for exports and the command line; pages have theirs in ``words.tsv``."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.evidence import Evidence, Reason, ReasonCode

ENGLISH: Mapping[ReasonCode, str] = {
    "moved": "concordance: {place} of {edition} is {others} today",
    "gone": "concordance: {place} of {edition} has no counterpart today",
    "no-row": "concordance: {place} of {edition} is not listed",
    "called-new": "concordance: {place} is new today, {edition} had none",
    "unreached": "concordance: no row leads to {place} of {edition}",
    "no-concordance": "no concordance leads from the laws of {edition} to today's",
    "not-in-edition": "the laws of {edition} had no {place}",
    "no-part": "{expression} has {others}, but no {place}",
    "no-place": "{expression} has no {place}",
    "no-law": "the text names no law and stands in none",
    "other-document": "a section of another document: {quoted}",
    "book-not-held": "§ {place} stands in a book of {work} that is not in the corpus",
    "text-not-held": "the text it cites is not in the corpus",
    "other-heading": "'{quoted}' is the heading of {others}, and {place} does not speak of it",
    "nearest": "of the numbers nearly like it, {others} is the one the sentence fits best",
    "paraphrase": "the sentence tells what {others} says ({likeness}% alike), not what {place} says ({own_likeness}%)",
    "other-gloss": "today's laws give this gloss to {others}",
    "same-gloss": "today's laws give the same gloss to {others}",
    "older-moved": "a number of the laws of {edition}, where it is {others} today",
    "older-gone": "a number of the laws of {edition}, where it has no counterpart today",
    "twin": "{others} has the part that the entry describes",
    "renumbered": "in {edition}: {others}",
    "dropped": "not in the laws of {edition}",
}


def english(evidence: Evidence) -> str:
    """The reasons of a reference as exports print them, "" for none.

    >>> english((Reason("no-place", expression="sv-2017", place="9"), Reason("remark", note="a slip")))
    'sv-2017 has no 9; a slip'
    """
    return "; ".join(sentence(ENGLISH.get(reason.code, ""), values(reason)) for reason in evidence)


def sentence(template: str, shown: Mapping[str, str]) -> str:
    """A template with its values, an editor's note in brackets behind it; a remark has no template, only the note."""
    note = shown["note"]
    if not template:
        return note
    return template.format(**shown) + (f" ({note})" if note else "")


def values(reason: Reason) -> dict[str, str]:
    """The values of a reason as strings for a template: ``others`` becomes ``16D1, 16D2``."""
    return {name: ", ".join(value) if isinstance(value, tuple) else str(value) for name, value in vars(reason).items()}
