"""Which side a clause names, and which side appealed."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NS = r"nord\s?[-–/]\s?(?:syd|sør)s?|north\s?[-–/]\s?south|n\s?[-/]\s?s|ns"
_EW = r"(?:øst|öst|aust)\s?[-–/]\s?(?:vest|väst)s?|east\s?[-–/]\s?west|[eøö]\s?[-/]\s?[wv]|ew|øv|öv"
_APPEALED = re.compile(
    rf"(?:(?P<ns>{_NS})|(?P<ew>{_EW}))(?:['’:]?s)?(?: lag| par| hold)?(?: har| have| had| havde| hade)? "
    r"(?:appel|anke|påklag|klage[rtd]|klaget|klagat|överklag|protester|appeal)"
    r"|(?:appel\w*|klage[rnt]?\w*|anket?|överklag\w*|appeal\w*|klagande|protest\w*|innklager\w*)"
    r"\s?(?:af|av|by|from|fra|från|lodged by)?\s?:?\s+"
    rf"(?:af |av |by |from |fra |från )?(?:(?P<of_ns>{_NS})|(?P<of_ew>{_EW}))(?!\w)",
    re.IGNORECASE,
)


_VERB = (
    r"(?:appellere(?:de|r)|appellert?e|anke(?:de|r|t)|på(?:klaget|anket)|klage(?:de|r|t)|överklaga(?:de|r|t)"
    r"|protester(?:ade|ar|ede|te)|appeal(?:ed|s))"
)
_OF = r"(?:appel\w*|anke\w*|klage\w*|överklag\w*|protest\w*|appeals?|appellants?)"
_TEAM = r"(?:[Hh]old(?:et)?|[Ll]ag(?:et)?|[Tt]eam|[Pp]ar(?:ret|et)?)"
_NAMED = re.compile(
    rf"(?:^|[.!?:]\s+)(?:{_TEAM}\s)?(?P<first>[A-ZÆØÅÄÖ][\w-]{{3,}})[^.!?\n]{{0,140}}?\b{_VERB}\b"
    rf"|\b(?i:{_OF})\s?(?:fra|från|from|by|af|av|:)\s*(?:{_TEAM}\s)?(?P<of>[A-ZÆØÅÄÖ][\w-]{{3,}})",
    re.MULTILINE,
)
_NO_TEAM = re.compile(
    r"nord|syd|sør|north|south|øst|öst|east|aust|vest|väst|west|turnerings|tävlings|director|spilfør|spelför|declarer|dommer"
    r"|appel|anke|klage|överklag|protest|appeal|begge|båda|both|kapta|captain|kaptein|they|this|after|efter|etter|med|dette|"
    r"udvalg|utvalg|komit|jury|committee|panel|kommission|kommitt",
    re.IGNORECASE,
)


def named_appellants(texts: Iterable[str]) -> frozenset[str]:
    """The teams and pairs that are said by name to have appealed, in small letters.

    >>> sorted(named_appellants(["Hold Kildeparken 3 var uenigt og appellerede.", "Anke fra Elvesund (NS)"]))
    ['elvesund', 'kildeparken']
    """
    found = (match["first"] or match["of"] for text in texts for match in _NAMED.finditer(text))
    return frozenset(name.casefold() for name in found if not _NO_TEAM.match(name))


def side_in(text: str) -> str:
    """``NS`` or ``EW`` for the side that a clause names; empty for none or both."""
    ns, ew = (re.search(rf"(?<![\w-])(?:{side})(?![\w])", text, re.IGNORECASE) for side in (_NS, _EW))
    return "" if bool(ns) == bool(ew) else "NS" if ns else "EW"


def appellant(texts: Iterable[str]) -> str:
    """The side that appealed, where only one is said to have."""
    found = [match for text in texts for match in _APPEALED.finditer(text)]
    sides = {"NS" if match["ns"] or match["of_ns"] else "EW" for match in found}
    return sides.pop() if len(sides) == 1 else ""
