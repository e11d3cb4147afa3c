"""Publishing a decision of the register: a copy without names, which a registrar has approved.

What a register holds is what federations sent, names and all. Only words that a person has approved leave it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from app.committee.people import possible_names
from corpus.precedents.decision import CaseCitation, Decision, Section
from corpus.text import slug


class NamesLeftError(ValueError):
    """A decision that still seems to name people; ``names`` are those, in the order of the text."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        super().__init__(
            f"it seems to name {', '.join(names)}: give each one what stands for it (--replace 'NAME=A'), or say that "
            "it is no person (--keep 'NAME')"
        )


class BrokenCitationError(ValueError):
    """A replacement within the words of a citation, ``printed``, which would then lead nowhere."""

    def __init__(self, printed: str) -> None:
        self.printed = printed
        super().__init__(f"a replacement would change the citation {printed!r}: choose other words")


def published_copy(decision: Decision, replacements: Mapping[str, str], kept: Collection[str]) -> Decision:
    """The copy that everybody may read; its citations are where they were.

    ``kept`` are words that look like names and are none. The name and the sum of the original, and the words that
    fields were read from, are not in it. Raises NamesLeftError and BrokenCitationError.
    """
    copy = _replaced(decision, replacements)
    left = tuple(name for name in dict.fromkeys(_names(copy)) if name not in kept)
    if left:
        raise NamesLeftError(left)
    return replace(copy, name="", sha256="", origins=(), problems=())


def _replaced(decision: Decision, replacements: Mapping[str, str]) -> Decision:
    if not replacements:
        return decision
    longest = sorted(replacements, key=len, reverse=True)
    names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
    folded = {name.casefold(): other for name, other in replacements.items()}

    def put(words: str) -> str:
        return names.sub(lambda match: folded[match[0].casefold()], words)

    citations: list[CaseCitation] = []
    sections: list[Section] = []
    for number, section in enumerate(decision.sections):
        for at, text in enumerate(section.paragraphs):
            own = (one for one in decision.citations if (one.section, one.paragraph) == (number, at))
            citations += [_moved(one, text, names, folded) for one in own]
        sections.append(replace(section, title=put(section.title), paragraphs=tuple(map(put, section.paragraphs))))
    printed = put(decision.number)
    # A key is made of the number: a name in one is in the other.
    key = decision.key if printed == decision.number else slug(printed, "case")
    return replace(
        decision, key=key, number=printed, event=put(decision.event), instance=put(decision.instance),
        sections=tuple(sections), citations=tuple(citations),
    )  # fmt: skip


def _moved(citation: CaseCitation, text: str, names: re.Pattern[str], folded: Mapping[str, str]) -> CaseCitation:
    """The citation after the replacements before it. Raises BrokenCitationError."""
    shift = 0
    for match in names.finditer(text):
        if match.end() <= citation.start:
            shift += len(folded[match[0].casefold()]) - len(match[0])
        elif match.start() < citation.end:
            raise BrokenCitationError(citation.printed)
    return replace(citation, start=citation.start + shift, end=citation.end + shift)


def _names(decision: Decision) -> Iterator[str]:
    for text in (decision.number, decision.event, decision.instance):
        yield from possible_names(text)
    for section in decision.sections:
        for text in (section.title, *section.paragraphs):
            yield from possible_names(text)
