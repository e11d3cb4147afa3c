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


def side_in(text: str) -> str:
    """``NS`` or ``EW`` for the side that a clause names; empty for none or both."""
    ns, ew = (re.search(rf"(?<![\w-])(?:{side})(?![\w])", text, re.IGNORECASE) for side in (_NS, _EW))
    return "" if bool(ns) == bool(ew) else "NS" if ns else "EW"


def appellant(texts: Iterable[str]) -> str:
    """The side that appealed, where only one is said to have."""
    found = [match for text in texts for match in _APPEALED.finditer(text)]
    sides = {"NS" if match["ns"] or match["of_ns"] else "EW" for match in found}
    return sides.pop() if len(sides) == 1 else ""
