"""From the parts of an address to a text and a place of it, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.i18n.words import LANGUAGE_NAMES
from app.publish.failures import AddressFailure, FailureCode, NoSuchAddressError
from app.publish.permalinks import edition_segment, entry_at, permalink
from app.publish.record import fates_in_other_editions
from app.reader.context import ReaderServices
from corpus.alignment.fate import NumberFate
from corpus.ids import BadIdError, ProvisionId
from corpus.library import missing_provision
from corpus.registry import LAWS, Edition, ExpressionEntry, Registry


@dataclass(frozen=True)
class DatedPlace:
    """What held on a day: the ``edition`` in force, and a number in it.

    ``texts`` are the keys of the texts of that edition that have the number; ``numbers`` what it is in other editions.
    """

    day: date
    edition: Edition
    number: ProvisionId
    texts: tuple[str, ...]
    held: bool
    numbers: tuple[NumberFate, ...]


def text_at(services: ReaderServices, known: Registry, language: str, segment: str) -> ExpressionEntry:
    """The text of an address. Raises NoSuchAddressError.

    ``known`` is the registry of all texts: one that the library of ``services`` leaves out may not be shown.
    """
    registry = services.library.registry
    of_language = [entry for entry in known.expressions if entry.language == language]
    if not of_language:
        has = tuple(permalink(registry, key) for key in registry.keys)
        given = LANGUAGE_NAMES.get(language, language)
        raise NoSuchAddressError(AddressFailure("no-language", {"given": given, "has": ", ".join(has) or "–"}, has))
    entry = entry_at(known, language, segment)
    if entry is None:
        editions = ", ".join(edition_segment(known, one) for one in of_language)
        values = {"given": segment, "language": LANGUAGE_NAMES[language], "has": editions}
        has = tuple(permalink(registry, one.key) for one in of_language if one.key in registry.keys)
        raise NoSuchAddressError(AddressFailure("no-edition", values, has))
    if entry.key not in registry.keys:
        raise NoSuchAddressError(AddressFailure("no-consent", {"text": entry.title, "owner": entry.rights.owner}))
    return entry


def place_in(services: ReaderServices, entry: ExpressionEntry, typed: str) -> str:
    """The id or ``def:<headword>`` that a text has for what was typed. Raises NoSuchAddressError."""
    library, registry = services.library, services.library.registry
    if typed.startswith("def:"):
        found = (address for address, _ in library[entry.key].all_definitions())
        place = next((address for address in found if address.casefold() == typed.casefold()), None)
        if place is None:
            has = tuple(permalink(registry, entry.key, address) for address, _ in library[entry.key].all_definitions())
            raise NoSuchAddressError(AddressFailure("no-definition", {"given": typed[4:], "text": entry.short}, has))
        return place
    number = number_of(typed)
    if library.exists(entry.key, str(number)):
        return str(number)
    raise NoSuchAddressError(_missing(services, entry, number))


def number_of(typed: str) -> ProvisionId:
    """The number that was typed. Raises NoSuchAddressError.

    >>> str(number_of("§ 16 C 2 a"))
    '16C2a'
    """
    try:
        return ProvisionId.parse(typed)
    except BadIdError:
        raise NoSuchAddressError(AddressFailure("bad-number", {"given": typed[:60]})) from None


def on_day(services: ReaderServices, typed_day: str, typed: str) -> DatedPlace:
    """What a number meant on a day. Raises NoSuchAddressError.

    The laws are asked first; a number that they have not is looked for in the federations' regulations of that day.
    """
    try:
        day = date.fromisoformat(typed_day)
    except ValueError:
        raise NoSuchAddressError(AddressFailure("bad-date", {"given": typed_day[:40]})) from None
    number, library = number_of(typed), services.library
    editions = [e for e in library.registry.editions if e.in_force(day)]
    if not any(edition.work == LAWS for edition in editions):
        raise NoSuchAddressError(AddressFailure("no-edition-then", {"given": typed_day}))
    for edition in sorted(editions, key=lambda e: e.work != LAWS):
        texts = [e.key for e in library.of_work(edition.work, edition.edition)]
        having = tuple(key for key in texts if library.exists(key, str(number)))
        if having:
            numbers = tuple(fates_in_other_editions(services, edition.edition, number)) if edition.work == LAWS else ()
            return DatedPlace(day, edition, number, having, True, numbers)
    laws = next(edition for edition in editions if edition.work == LAWS)
    held = library.of_work(LAWS, laws.edition)
    if held:
        raise NoSuchAddressError(_missing(services, library.entry(held[0].key), number))
    if not services.fates.had(laws.edition, number):
        raise NoSuchAddressError(AddressFailure("never-existed", {"given": str(number), "edition": laws.edition}))
    return DatedPlace(day, laws, number, (), False, tuple(fates_in_other_editions(services, laws.edition, number)))


def _missing(services: ReaderServices, entry: ExpressionEntry, number: ProvisionId) -> AddressFailure:
    missing = missing_provision(number, services.library.order(entry.key))
    registry = services.library.registry
    near = str(missing.nearest or "")
    values = {
        "given": str(number),
        "text": entry.short,
        "near": missing.known.printed(entry.language) if missing.known else entry.short,
        "parts": _runs(missing.runs()),
    }
    has = tuple(permalink(registry, entry.key, str(place)) for place in missing.has)
    code: FailureCode = "no-provision" if missing.has else "no-parts"
    return AddressFailure(code, values, has, permalink(registry, entry.key, near) if near else "")


def _runs(runs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(first if first == last else f"{first}–{last}" for first, last in runs)
