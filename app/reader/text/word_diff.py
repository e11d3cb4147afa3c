"""Two wordings of one passage, word by word: what was taken out and what was put in. Pure.

For texts of one language: the source as printed beside the repaired text, a witness beside another, an edition beside
the next. Between languages words are not compared; that is the parity report's work.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from app.reader.text.html import NOTHING, join, lines, tag
from corpus.model import Prose
from corpus.text import WordChange, tokens, word_diff

_ELEMENTS = {"old": "del", "new": "ins"}
_NEAR = 5
"""Words shown before and after a change; what lies further off is cut, so that a change in a long rule is found."""


def printed(prose: Prose) -> str:
    """The text as the witness has it, the corrections taken back.

    >>> from corpus.model import Emendation, Lines
    >>> printed(Prose("må ikke", Lines("w", 1, 1), emendations=(Emendation(0, 2, "mé", "må", "confusion", "w", 1),)))
    'mé ikke'
    """
    out = prose.text
    for item in sorted(prose.emendations, key=lambda e: (e.start, e.end), reverse=True):
        out = out[: item.start] + item.printed + out[item.end :]
    return out


def marked(before: str, after: str) -> Markup:
    """The second wording as HTML with ``<del>`` and ``<ins>`` where the first differs; empty when it does not.

    A word is taken out or put in whole; unchanged words far from any change are cut.

    >>> marked("spiller skal", "spiller må")
    Markup('spiller <del>skal</del><ins>må</ins>')
    """
    changes = word_diff(before, after)
    if all(change.kind == "equal" for change in changes):
        return NOTHING
    last = len(changes) - 1
    return join(
        _cut(tokens(change.text), first=number == 0, last=number == last)
        if change.kind == "equal"
        else tag(_ELEMENTS[change.kind], change.text)
        for number, change in enumerate(changes)
    )


def struck(changes: Iterable[WordChange]) -> Markup:
    """A difference as HTML with ``<del>`` and ``<ins>``, nothing cut, with its line breaks.

    >>> struck(word_diff("spiller skal", "spiller må"))
    Markup('spiller <del>skal</del><ins>må</ins>')
    """
    pieces = ((_ELEMENTS.get(change.kind), lines(change.text)) for change in changes)
    return join(tag(element, words) if element else words for element, words in pieces)


def _cut(words: list[str], *, first: bool, last: bool) -> str:
    """A run of unchanged words, with "…" for its middle, or for the end that leads away from every change."""
    near = 2 * _NEAR
    head = "" if first else "".join(words[:near])
    tail = "" if last else "".join(words[-near:])
    if len(words) <= near * ((not first) + (not last)):
        return "".join(words)
    return f"{head} … {tail}"
