"""Why a reference is judged as it is: codes with typed values. The words for them are found in ``app.i18n.reasons``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ReasonCode = Literal[
    "moved",  # the concordance has ``place`` of ``edition`` under the numbers ``others`` today
    "no-row",  # the concordance names neither ``place`` of ``edition`` nor what contains it
    "called-new",  # the rule of the number ``place`` of ``edition`` is one that today's laws added
    "unreached",  # no row of the concordance leads to ``place`` of ``edition``
    "gone",  # the concordance has nothing for ``place`` of ``edition`` today
    "no-concordance",  # no table leads from ``edition`` to today's laws
    "not-in-edition",  # the laws of ``edition`` had no ``place``
    "no-part",  # ``expression`` holds ``others``, but not ``place`` below it
    "no-place",  # ``expression`` holds no ``place``
    "no-law",  # a relative number in a text that belongs to no law
    "other-document",  # a section of another document, ``quoted`` as the text names it
    "book-not-held",  # ``place`` belongs to a book of ``work`` that the corpus lacks
    "text-not-held",  # the corpus lacks the cited text
    "other-heading",  # ``quoted`` is the heading of ``others``, and ``place`` is not about it
    "nearest",  # of the numbers that differ in one label, ``others`` fits the sentence best
    "paraphrase",  # the sentence repeats ``others`` (``likeness``) and not ``place`` (``own_likeness``)
    "other-gloss",  # today's laws gloss ``others`` with these words
    "same-gloss",  # today's laws gloss ``others`` with these words too, which is where the rule moved
    "older-moved",  # a number of the older ``edition``, today ``others``
    "older-gone",  # a number of the older ``edition``, today without counterpart
    "twin",  # ``others`` is the provision that the index entry describes
    "renumbered",  # in ``edition`` the numbers are ``others``
    "dropped",  # the laws of ``edition`` have no such rule
    "remark",  # a person's judgement, in the words of ``note``
]


@dataclass(frozen=True)
class Reason:
    """One reason: a code and the values that the code names; the others are empty.

    ``place`` is the number as cited, ``others`` are numbers set against it; likenesses are whole percent. ``note``
    is in English, as an editor wrote it; ``quoted`` is in the language of the citing text.

    >>> Reason("moved", place="16C", edition="2007", others=("16D",)).others
    ('16D',)
    """

    code: ReasonCode
    place: str = ""
    others: tuple[str, ...] = ()
    edition: str = ""
    expression: str = ""
    work: str = ""
    quoted: str = ""
    likeness: int = 0
    own_likeness: int = 0
    note: str = ""


Evidence = tuple[Reason, ...]
