"""Names of places on the outside: FRBR URIs of works and expressions, eIds, hrefs and addresses.

A place is what the model calls it: a provision id, ``def:<headword>`` (or ``def:<headword>/<sub-entry>``),
``part:<key>``, ``note:<law>#<ordinal>`` or a Note.key. Every name can be turned back into its place.
"""

from __future__ import annotations

import re
from datetime import date
from urllib.parse import unquote

from corpus import languages
from corpus.ids import ProvisionId
from corpus.model import Target
from corpus.registry import ExpressionEntry, Registry

AKN = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
"""The XML name space of Akoma Ntoso 3.0."""
_SAFE = "-.,'()/!"
_NOTE_KEY = re.compile(r"(?P<anchor>[^#]+)#fn(?P<number>\d+)")
_INDEX_NOTE = re.compile(r"note:(?P<law>X?\d+)#(?P<number>\d+)")
_WORK_URI = re.compile(r"/akn/xx/act/(?P<edition>\d{4})/(?P<work>[^/~]+)")
_EID_NAMES = ("sec_", "subsec_", "para_", "point_", "point_")


class LinkError(ValueError):
    """An eId or URI that this module did not make."""


def token(words: str) -> str:
    """A name without white space, for eIds and for lists of names with blanks between.

    >>> token("BLINDE, den")
    'BLINDE,_den'
    """
    encoded = "".join(c if c == " " or c.isalnum() or c in _SAFE else _percent(c) for c in words)
    return encoded.replace("  ", " %20").replace(" ", "_")


def words_of_token(name: str) -> str:
    """The words that ``token`` made a name of.

    >>> words_of_token("BLINDE,_den")
    'BLINDE, den'
    """
    return unquote(name.replace("_", " "))


def eid(place: str) -> str:
    """The eId of a place. Raises BadIdError for what is no place.

    >>> [eid(place) for place in ("16C2a", "def:MELDING", "9A#fn1", "note:25#2")]
    ['sec_16__subsec_C__para_2__point_a', 'def_MELDING', 'sec_9__subsec_A__fn_1', 'sec_25__note_2']
    """
    for kind in ("def", "part"):
        if place.startswith(f"{kind}:"):
            return f"{kind}_{token(place[len(kind) + 1 :])}"
    if note := _NOTE_KEY.fullmatch(place):
        return f"{ProvisionId.of(note['anchor']).eid}__fn_{note['number']}"
    if note := _INDEX_NOTE.fullmatch(place):
        return f"sec_{note['law']}__note_{note['number']}"
    return ProvisionId.of(place).eid


def place_of_eid(name: str) -> str:
    """The place that an eId names. Raises LinkError or BadIdError.

    >>> place_of_eid("sec_16__subsec_C__para_2__point_a")
    '16C2a'
    """
    for kind in ("def", "part"):
        if name.startswith(f"{kind}_"):
            return f"{kind}:{words_of_token(name[len(kind) + 1 :])}"
    *steps, last = name.split("__")
    if steps and re.fullmatch(r"fn_\d+", last):
        return f"{place_of_eid('__'.join(steps))}#fn{last[3:]}"
    if steps and re.fullmatch(r"note_\d+", last):
        return f"note:{place_of_eid('__'.join(steps))}#{last[5:]}"
    pairs = list(zip([*steps, last], _EID_NAMES, strict=False))
    named = all(step.startswith(prefix) and step != prefix for step, prefix in pairs)
    if len(steps) >= len(_EID_NAMES) or not named:
        raise LinkError(f"{name!r} is no eId of a provision, definition, part or note")
    found = ProvisionId(tuple(step[len(prefix) :] for step, prefix in pairs))
    return str(ProvisionId.of(str(found)))


def work_uri(work: str, edition: str) -> str:
    """The FRBR Work, one per edition; ``xx`` is ISO 3166 for no country, as the laws are the world's.

    >>> work_uri("laws", "2017")
    '/akn/xx/act/2017/laws'
    """
    return f"/akn/xx/act/{edition}/{work}"


def expression_date(entry: ExpressionEntry, registry: Registry) -> date:
    """The date from which an expression counts: its own, else its edition's, else the first day of the year."""
    if entry.in_force_from is not None:
        return entry.in_force_from
    starts = [e.from_date for e in registry.editions if (e.work, e.edition) == (entry.work, entry.edition)]
    return next((start for start in starts if start is not None), date(int(entry.edition), 1, 1))


def expression_uri(entry: ExpressionEntry, registry: Registry) -> str:
    """The FRBR Expression: ``/akn/xx/act/2017/laws/dan@2017-09-01``."""
    iso3 = languages.language(entry.language).iso3
    return f"{work_uri(entry.work, entry.edition)}/{iso3}@{expression_date(entry, registry)}"


def href(target: Target, work: str, edition: str) -> str:
    """The link to ``target`` from a text of ``work`` and ``edition``: ``#eId`` inside, a URI outside.

    >>> href(Target("laws", "2007", "16C"), "laws", "2017")
    '/akn/xx/act/2007/laws/~sec_16__subsec_C'
    """
    if (target.work, target.edition) == (work, edition):
        return f"#{eid(target.id)}"
    return f"{work_uri(target.work, target.edition)}/~{eid(target.id)}"


def target_of_href(link: str, work: str, edition: str) -> Target:
    """The target of a link that ``href`` made for the same work and edition. Raises LinkError or BadIdError.

    >>> target_of_href("/akn/xx/act/2007/laws/~sec_16__subsec_C", "laws", "2017").id
    '16C'
    """
    if link.startswith("#"):
        return Target(work, edition, place_of_eid(link[1:]))
    uri, mark, portion = link.partition("/~")
    match = _WORK_URI.fullmatch(uri)
    if match is None or not mark:
        raise LinkError(f"{link!r} is no link into the corpus")
    return Target(match["work"], match["edition"], place_of_eid(portion))


def wid(entry: ExpressionEntry, provision: ProvisionId) -> str:
    """The identity of a provision shared by the languages of its edition, as an eId (da-2017 73A1 is 73A2)."""
    moved = (entry.wid or {}).get(str(provision))
    return ProvisionId.of(moved).eid if moved else provision.eid


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())
