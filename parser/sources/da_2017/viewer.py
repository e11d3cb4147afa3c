"""da-2017-viewer: one paragraph a page, with the viewer's page number before it and the printed one behind.

It gives the clean words of the first 43 pages and the table of contents, the only place where the groups of laws
are named. Everything before the first page and after the last is the viewer's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from parser.layout.events import DraftPart, LayoutError
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText, Witness

CHAPTERS = (
    "Turneringslogistik",
    "Uregelmæssigheder",
    "Meldeperioden",
    "Spilleperioden",
    "Bridgeetik",
    "Regnskabet",
    "Regulerende myndighed og turneringsarrangør",
    "Turneringslederen",
    "Appeller",
)
"""Names in the table of contents that are above groups or no part of one; print alone does not decide."""
PAGES = 35
"""Pages of text, from the first foreword to the middle of law 20."""
_PAGE = re.compile(r"(?P<number>\d+) (?P<text>.*?)(?: (?P<printed>\d+))?$")
_BEFORE = "Definitioner "
"""What comes before the first group in the table of contents."""


def page_texts(viewer: Witness) -> tuple[str, ...]:
    """The words of the book from its first foreword on, by page, without page numbers. Raises LayoutError."""
    pages = tuple(match["text"] for _, number, match in _pages(viewer) if number >= 10)
    if len(pages) != PAGES:
        raise LayoutError(f"{viewer.siglum}: {len(pages)} pages of text, not {PAGES}; it has to be whole", 0)
    return pages


def viewer_stretches(viewer: Witness) -> tuple[Noise, ...]:
    """What each stretch of the viewer is: title page, contents, text that was collated, the viewer's own."""
    out: list[Noise] = []
    reached = 0
    for start, number, match in _pages(viewer):
        if not out:
            out.append(Noise(0, start, "viewer-boilerplate"))
        why = "contents" if 4 <= number < 10 else "text" if number >= 10 else "title-page"
        if not match["text"].strip(" 0123456789"):
            why = "blank-page"
        reached = start + len(match.group())
        out.append(Noise(start, reached, why))
    return (*out, Noise(reached, len(viewer.text), "similar-documents"))


def contents(viewer: Witness, headings: Sequence[str]) -> tuple[DraftPart, ...]:
    """Chapters and groups with the laws they hold, read off the table of contents with the laws' headings.

    The first law of a group is printed with its number, so what comes before that number names the group.
    """
    text = " ".join(match["text"] for _, number, match in _pages(viewer) if 4 <= number < 10)
    rest = text.partition(_BEFORE)[2]
    groups: list[tuple[str, list[str]]] = []
    for number, heading in enumerate(headings, 1):
        names, rest = _names_before(rest, number, heading)
        groups += [(name, []) for name in names]
        groups[-1][1].append(str(number))
    return tuple(_parts(groups))


def _parts(groups: Sequence[tuple[str, list[str]]]) -> Iterator[DraftPart]:
    chapter = 0
    for place, (name, laws) in enumerate(groups):
        if name in CHAPTERS:
            chapter += 1
            inside = list(takewhile(lambda group: group[0] not in CHAPTERS, groups[place + 1 :]))
            every = (*laws, *(law for _, more in inside for law in more))
            yield DraftPart(f"chapter-{chapter}", TrackedText(name, ()), "chapter", every)
        else:
            yield DraftPart(f"group-{laws[0]}", TrackedText(name, ()), "group", tuple(laws))


def _names_before(rest: str, number: int, heading: str) -> tuple[list[str], str]:
    """Names of chapter and group before a law's heading, and what follows the heading."""
    marked = re.search(rf"(?:^| ){number}\. ", rest)
    # The viewer breaks words ("turnerings - arrangøren") and drops dashes: only the letters have to agree.
    plain = re.compile(r"[\W\d]*".join(char for char in heading if char.isalpha()))
    if marked:
        names, rest = rest[: marked.start()], rest[marked.end() :]
    else:
        chapter = next((name for name in CHAPTERS if rest.strip().startswith(name + " ")), "")
        found = plain.search(rest, len(chapter))
        names = rest[: found.start()] if found and (chapter or found.start() < 2) else ""
    found = plain.search(rest, len(names) if not marked else 0)
    if found is None:
        raise LayoutError(f"da-2017-viewer: the table of contents has no law {number} {heading!r}", 0)
    return _split(names.strip()), rest[found.end() :]


def _split(names: str) -> list[str]:
    chapter = next((name for name in CHAPTERS if names == name or names.startswith(name + " ")), "")
    return [name for name in (chapter, names[len(chapter) :].strip()) if name]


def _pages(viewer: Witness) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Offset, viewer's number and match of each page; they count up from 1 and end where the count does."""
    expected, at = 1, 0
    for line in viewer.text.split("\n"):
        match = _PAGE.fullmatch(line)
        if match and int(match["number"]) == expected:
            yield at, expected, match
            expected += 1
        at += len(line) + 1
