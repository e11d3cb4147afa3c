"""What a file of a decision holds, line by line, before anybody asks what the lines mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

LONG_HEADING = 90
_LETTERS_OF_A_SIDE = 3  # "ØV" over a hand is no heading
# "Vedtak (enstemmig): ..." has a note behind its label, "TL:s beslut: ..." a colon within.
_LABEL = re.compile(
    r"(?P<label>[^\W\d_](?::s\s|[^:\n]){0,45}?)\s*(?P<note>\([^():]{1,30}\))?\s*:(?:\s+(?P<value>.*))?", re.DOTALL
)
# "AFGØRELSE. Kendelsen tilsidesættes."
_CAPITALS = re.compile(r"(?P<label>[A-ZÆØÅÄÖ][A-ZÆØÅÄÖ’' ]{3,40})\.\s+(?P<value>\S.*)", re.DOTALL)

# "Afgørelse. Kendelsen stadfæstes.": in a PDF the bold letters that told it apart are lost.
# A vote or a name may stand behind the word: "Beslut (4-1). Resultatet ..."
_DOTTED = re.compile(
    r"(?P<label>[^\W\d_][^.:\n()]{2,45}?)\s*(?P<note>\([^():]{1,30}\))?\.\s+(?P<value>[A-ZÆØÅÄÖ0-9§].*)", re.DOTALL
)

# Behind a sentence, or in a column of its own: "Stemmetal: 3-0        Depositum: betales tilbage".
_INNER_LABEL = re.compile(r"(?:(?<=[.!?)])\s+|\s{4,})(?=(?P<label>[A-ZÆØÅÄÖ][^:.\n]{1,40}):\s)")

# "Date            19 July 2002": a label and its value in columns.
_COLUMN = re.compile(r"(?P<label>[^\W\d_][^:\n]{0,40}?)(?:\s{3,}|\t+)(?P<value>\S.*)")

_LABELLED = (_LABEL, _CAPITALS, _COLUMN, _DOTTED)


class IsLabel(Protocol):
    """True for words that name a field or open a section, where they stand; more do so in front of a colon."""

    def __call__(self, words: str, *, before_colon: bool = False) -> bool: ...


@dataclass(frozen=True)
class SheetLine:
    """A ``field`` (with its label), a ``heading``, a ``bold`` paragraph or a paragraph of ``text``."""

    kind: str
    text: str
    label: str = ""


@dataclass(frozen=True)
class Sheet:
    """A file's content. ``ending`` is what the original is kept under; ``problems`` are codes."""

    lines: tuple[SheetLine, ...]
    ending: str
    title: str = ""
    problems: tuple[str, ...] = ()


def labelled(line: str, is_label: IsLabel) -> SheetLine | None:
    """A field, when a line begins with known words before a colon; None for any other line."""
    bare = line.strip().strip("*_").replace(":**", ":").replace("**:", ":")
    # "Vedtak. For N-S: ..." is no label before its colon, but one before its stop.
    for match in filter(None, (form.fullmatch(bare) for form in _LABELLED)):
        if match["value"] and is_label(match["label"], before_colon=match.re is _LABEL):
            note = match.groupdict().get("note") or ""
            note = "" if "/" in note else note  # "Enstemmig (ja/nej): ja"
            return SheetLine("field", f"{note} {match['value']}".strip(), match["label"])
    return None


def split_at_labels(lines: Sequence[str], is_label: IsLabel) -> Iterator[SheetLine | list[str]]:
    """The lines of a paragraph as fields, each with the wrapped lines behind it, and runs of other lines."""
    run: list[str] = []
    for line in (part for whole in lines for part in _parts(whole, is_label)):
        if (found := labelled(line, is_label)) or opens_alone(line, is_label):
            if run:
                yield run
            run = []
            yield found or SheetLine("heading", line.strip().strip("*_ "))
        else:
            run.append(line)
    if run:
        yield run


def _parts(line: str, is_label: IsLabel) -> Iterator[str]:
    """A line cut where a sentence has ended and known words stand before a colon: "4S-1. Decision: upheld."."""
    at = 0
    for match in _INNER_LABEL.finditer(line):
        if is_label(match["label"]):
            yield line[at : match.start()]
            at = match.end()
    yield line[at:]


def opens_alone(line: str, is_label: IsLabel) -> bool:
    """True for "Afgørelse:" or "AFGØRELSE" alone on its line."""
    words = line.strip().strip("*_ ")
    if words.isupper() and not words.endswith((".", ":")):
        return len(words) > _LETTERS_OF_A_SIDE and is_label(words)
    return words.endswith(":") and len(words) < LONG_HEADING and is_label(words.rstrip(":"), before_colon=True)
