"""What a person says about a text that is added: whose it is, which edition, and whether it may be passed on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from corpus import languages, store
from corpus.own_texts import AdditionError
from corpus.registry import Consent, ExpressionEntry, Registry, Rights, Standing
from parser.lang.words import LANGUAGES

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_SHORT = 24  # characters of a title that is its own short name
OWN = "-own"


@dataclass(frozen=True)
class TextDescription:
    """A text as described, every field as typed. ``key`` and ``cites`` may be empty: they follow from the rest."""

    work: str
    edition: str
    language: str
    title: str
    key: str = ""
    cites: str = ""
    owner: str = ""
    consent_by: str = ""
    consent_on: date | None = None
    consent_words: str = ""
    in_force_from: date | None = None
    in_force_to: date | None = None


def entry_of(text: TextDescription) -> ExpressionEntry:
    """The block of the registry that a description gives. Raises AdditionError."""
    registry = store.load_registry()
    key = text.key or f"{text.language}-{text.edition}"
    if text.language not in LANGUAGES:
        raise AdditionError("language", found=text.language, known=", ".join(LANGUAGES))
    if not re.fullmatch(r"[12]\d{3}", text.edition):
        raise AdditionError("edition", found=text.edition)
    for field, value in (("work", text.work), ("key", key)):
        if not _NAME.fullmatch(value):
            raise AdditionError("name" if value else "no-name", field=field, found=value)
    title = " ".join(text.title.split())
    if not title:
        raise AdditionError("title")
    consent = None
    if text.consent_by or text.consent_on:
        if not (text.consent_by and text.consent_on):
            raise AdditionError("consent")
        consent = Consent(text.consent_by, text.consent_on, text.consent_words)
    standing, first, last = _in_force(text, registry)
    return ExpressionEntry(
        key=key,
        language=text.language,
        work=text.work,
        edition=text.edition,
        title=title,
        short=_short(title, text, key),
        cites=text.cites or (text.edition if text.work == "laws" else registry.current_edition("laws")),
        standing=standing,
        witnesses=(f"{key}-added",),
        in_force_from=first,
        in_force_to=last,
        rights=Rights(owner=text.owner, consent=consent),
    )


def _in_force(text: TextDescription, registry: Registry) -> tuple[Standing, date | None, date | None]:
    """The standing of a text today, and its first and last day in force: as told, else those of its edition."""
    shipped = store.shipped_registry()
    known = next((one for one in registry.editions_of(text.work) if one.edition == text.edition), None)
    first = text.in_force_from or (known.from_date if known else None)
    last = text.in_force_to or (known.to_date if known else None)
    if (text.in_force_to and first is None) or (first and last and last < first):
        raise AdditionError("in-force")
    standing = _standing(first, last, date.today())
    if text.work == "laws" and text.edition > shipped.current_edition("laws") and standing == "in-force":
        standing = "preliminary"  # the numbers of every edition lead to today's by a table, and to these none does yet
    if text.edition not in {one.edition for one in shipped.editions_of(text.work)}:
        return standing, first, last  # a mended file of an edition of one's own keeps the days that were told
    return standing, first if text.in_force_from or standing == "in-force" else None, text.in_force_to


def _standing(first: date | None, last: date | None, day: date) -> Standing:
    """What a text is on a day; one of which nobody has said since when it is in force is preliminary.

    >>> _standing(date(2026, 8, 1), None, date(2026, 9, 1)), _standing(date(2027, 9, 1), None, date(2026, 9, 1))
    ('in-force', 'preliminary')
    """
    if first is None or day < first:
        return "preliminary"
    return "not-in-force" if last and last < day else "in-force"


def _short(title: str, text: TextDescription, key: str) -> str:
    """The title where it is short; a law book with the usual key is called as those that are shipped: Dansk 2017."""
    if len(title) <= _SHORT:
        return title
    usual = text.work == "laws" and key == f"{text.language}-{text.edition}"
    return f"{languages.language(text.language).name} {text.edition}" if usual else key


def entry_record(entry: ExpressionEntry) -> dict[str, str | bool]:
    """A text in a list of texts: what it is, whose, and whether it may be passed on."""
    return {
        "title": entry.title,
        "work": entry.work,
        "edition": entry.edition,
        "language": entry.language,
        "owner": entry.rights.owner,
        "shareable": entry.rights.consent is not None,
    }


def free_key(language: str, edition: str) -> str:
    """The key that a text gets on a page, where nobody types one: never that of a text that comes with Lovbro.

    >>> free_key("da", "2017"), free_key("nb", "2017")
    ('da-2017-own', 'nb-2017')
    """
    key = f"{language}-{edition}"
    return key + OWN if key in store.shipped_registry().keys else key


def natural_order(name: str) -> list[tuple[int, int | str]]:
    """The key by which files are put in order, numbers in their names as numbers: ``lov 2`` before ``lov 10``.

    >>> sorted(("lov 10.html", "lov 2.html"), key=natural_order)
    ['lov 2.html', 'lov 10.html']
    >>> natural_order("²")
    [(1, '²')]
    """
    parts = re.split(r"(\d+)", name)
    return [(0, int(part)) if part.isdecimal() else (1, part.casefold()) for part in parts]
