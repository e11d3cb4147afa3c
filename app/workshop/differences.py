"""Differences between languages of one edition as the page reviews them, with verdicts kept in the library."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from itertools import groupby

from app.build.products import refresh_own_alignment
from app.i18n.words import UiLanguage
from app.workshop.limits import MOST_WORDS
from app.workshop.tables import held_library, side, text_name
from app.workshop.texts import PageAnswer
from corpus import store
from corpus.alignment.review import ReviewError
from corpus.ids import is_provision_id
from corpus.own_judgements import save_judgement
from index.comparison.parity import ParityFinding, load_findings
from index.comparison.parity_judgements import (
    LINE_KINDS,
    STATUSES,
    JudgedFinding,
    judged_report,
    load_judgements,
)


def listed_pairs() -> PageAnswer:
    """The pairs of texts that differ, with how many findings were judged."""
    library = held_library()
    pairs = []
    for (one, other), found in groupby(_findings(), key=lambda judged: (judged[0].one, judged[0].other)):
        states = Counter(status for _, status, _ in found)
        pairs.append(
            {
                "name": f"{one}~{other}",
                "one": text_name(library.entry(one)),
                "other": text_name(library.entry(other)),
                "count": states.total(),
                "read": states.total() - states["open"],
            }
        )
    return {"pairs": pairs}


def pair(name: str) -> PageAnswer:
    """The findings between two texts, those that nobody judged first. Raises ReviewError."""
    found = _of(name)
    library = held_library()
    one, other = name.split("~")
    return {
        "name": name,
        "one": text_name(library.entry(one)),
        "other": text_name(library.entry(other)),
        "count": len(found),
        "read": sum(status != "open" for _, status, _ in found),
        "cases": [_case(judged) for judged in found],
    }


def finding_words(name: str, keys: list[str], ui: UiLanguage) -> PageAnswer:
    """What both texts have at the places of some findings, as HTML. Raises ReviewError."""
    library, wanted = held_library(), set(keys[:MOST_WORDS])
    out = {}
    for finding, *_ in _of(name):
        if (key := _key(finding)) in wanted:
            places = [(place,) if place and is_provision_id(place) else () for place in finding.places]
            out[key] = {
                "left": side(library, finding.one, places[0], ui),
                "right": side(library, finding.other, places[1], ui),
                "difference": "",
            }
    return {"words": out}


def judge(name: str, key: str, status: str, reason: str) -> PageAnswer:
    """Save what a person decided about a finding; the answer has the status and reason until then.

    Raises ReviewError and OSError.
    """
    found = next((judged for judged in _of(name) if _key(judged[0]) == key), None)
    if found is None:
        raise ReviewError("no-case", found=key[:60])
    if status not in STATUSES:
        raise ReviewError("verdict", found=status)
    finding, before, why = found
    row, kind, one, other, one_has, other_has = finding.key
    save_judgement(
        {"row": row, "kind": kind, "one": one, "other": other, "one_has": one_has, "other_has": other_has},
        status,
        reason,
    )
    judged = _of(name)
    now = next(one_ for one_ in judged if _key(one_[0]) == key)
    return {
        "before": {"status": before, "reason": why},
        "changed": [_case(now)],
        "gone": [],
        "count": len(judged),
        "read": sum(state != "open" for _, state, _ in judged),
    }


def _case(judged: JudgedFinding) -> PageAnswer:
    finding, status, reason = judged
    return {
        "key": _key(finding),
        "place": next((place for place in finding.places if place), finding.row),
        "kind": finding.kind,
        "has": [list(finding.one_has), list(finding.other_has)],
        "verdict": "" if status == "open" and not reason else status,
        "note": reason,
        "state": "open" if status == "open" else "read",
        "revision": "",
    }


def _key(finding: ParityFinding) -> str:
    return json.dumps(finding.key, ensure_ascii=False)


def _of(name: str) -> list[JudgedFinding]:
    found = [judged for judged in _findings() if f"{judged[0].one}~{judged[0].other}" == name]
    if not found:
        raise ReviewError("no-table", found=name, known="")
    return found


def _findings() -> list[JudgedFinding]:
    """All findings by pair of texts; lines about many rules at once are no finding that is judged.

    A table that was reviewed a moment ago makes the alignment of one's own texts stale.
    """
    refresh_own_alignment()
    found = judged_report(_compared(store.alignment_inputs()), load_judgements())
    kept = [judged for judged in found if judged[0].kind not in LINE_KINDS]
    return sorted(kept, key=lambda judged: (judged[0].one, judged[0].other))


@lru_cache(maxsize=1)
def _compared(stamp: str) -> tuple[ParityFinding, ...]:
    return load_findings(held_library(), store.load_alignment())
