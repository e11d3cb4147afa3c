"""A dossier with everything that is hard to print: twenty quotations, a decision, suits, letters, markup everywhere."""

from __future__ import annotations

from corpus.dossiers.dossier import Dossier, PartyView, Remark
from corpus.dossiers.quotation import quote, quote_case
from corpus.library import Library
from corpus.precedents.decision import Decision, Section

PLACES = (
    *(("da-2017", place) for place in ("12C", "16B", "16C", "16D", "27", "40B", "73", "92", "93", "9")),
    ("sv-2017", "16C"), ("sv-2017", "21B"), ("nb-1997", "16C"), ("nb-1997", "25"),
    *(("dbf-2008", place) for place in ("202", "X92", "251", "252", "253")),
)  # fmt: skip
EVIL = "*a* <script>x</script> #let $x$ | \\ _b_ [l](u) `c`"
CASE = Decision("09-opd-1", "09-OPD-1", "a.txt", "00", "da", invented=True,
                sections=(Section("rubric", "Rubrik", (f"§ 16A {EVIL}",)),))  # fmt: skip


def long_dossier(library: Library) -> Dossier:
    """The dossier, its quotations taken from ``library``."""
    made = Dossier(
        "k", "Øst–Vest mod Nord–Syd ♠♥♦♣", "da", "23-1", EVIL, "2018-02-03", "Åse, Ærø", question=EVIL,
        facts="Nord meldte 4♠ ½ ≥\nØst spurgte.", views=(PartyView("NS", EVIL), PartyView("ØV", "nej")),
        reasoning="1. Fordi", decision="- Scoren justeres",
    )  # fmt: skip
    for key, place in PLACES:
        made = made.add(quote(library, key, place))
    return made.add(quote_case(CASE)).add(Remark(EVIL))
