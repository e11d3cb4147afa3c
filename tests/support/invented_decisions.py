"""Invented decisions with known citations, for the tests of the register: text, Markdown and broken HTML pages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape

from app.committee.register import known_numbers
from corpus.ids import ProvisionId

# Only what some edition had: a decision's other numbers are refused.
_PLACES = sorted(
    place
    for place in known_numbers().provisions
    if len(ProvisionId.of(place).parts) <= 4 and not place.startswith("X") and "." not in place
)
_MONTHS = (
    "januar", "februar", "marts", "april", "maj", "juni",
    "juli", "august", "september", "oktober", "november", "december",
)  # fmt: skip
_WORDS = (
    "Nord tænkte længe over sin melding og passede derefter",
    "Øst spurgte om betydningen af 2♦ og fik at vide, at den var naturlig",
    "Syd spillede ♠K ud, før modparten havde meldt færdig",
    "Vest mente ikke, at pausen pegede på nogen bestemt melding",
    "parret har 14 hcp og en femfarve i ♥, hvilket svarer til 65 % af scoren",
    "spillet blev 3 sang doblet med 9 stik, og resultatet var 750",
)


@dataclass(frozen=True)
class Known:
    """What a case says: (printed, id, finding) in order, and in which edition."""

    name: str
    content: bytes
    number: str
    played: date
    edition: str
    outcome: str
    unanimous: bool
    deposit: str
    citations: tuple[tuple[str, str, str], ...]


def generate(count: int, seed: int = 8) -> Iterator[Known]:
    """``count`` cases, the same for the same seed, with dates of play around both changes of the laws."""
    dice = random.Random(seed)
    for n in range(count):
        day = date(2003, 1, 1) + timedelta(days=dice.randrange(365 * 20))
        if n % 10 == 0:
            day = dice.choice((date(2007, 12, 31), date(2008, 1, 1), date(2017, 8, 31), date(2017, 9, 1)))
        yield _case(dice, n, day)


def _case(dice: random.Random, n: int, day: date) -> Known:
    number = f"{day.year % 100:02}-{dice.choice(('AU', 'LK', 'MAK'))}-{n + 1}"
    cited: list[tuple[str, str, str]] = []
    rubric = "; ".join(_said(dice, cited, denied=n % 3 == 0 and k == 0) for k in range(dice.randint(1, 2)))
    ruling = f"{dice.choice(_WORDS)}. Scoren justeres ({_said(dice, cited)})."
    words = " ".join(f"{dice.choice(_WORDS)}, jf. {_said(dice, cited)}." for _ in range(dice.randint(1, 4)))
    outcome, verdict = dice.choice(
        (
            ("upheld", "Appellen tages ikke til følge."),
            ("changed", "Turneringslederens afgørelse ændres."),
            ("partly-changed", "Appellen tages delvist til følge."),
        )
    )
    unanimous, deposit = dice.random() < 0.7, dice.choice(("returned", "forfeited"))
    if outcome != "upheld":
        deposit = "returned"  # an appeal that succeeds costs nothing
    decision = (
        f"{verdict} Afgørelsen er {'' if unanimous else 'ikke '}enstemmig. "
        f"Depositum {'returneres' if deposit == 'returned' else 'fortabes'}."
    )
    parts = (number, day, rubric, ruling, decision, words)
    ending, content = (_text, _markdown, _page)[n % 3](dice, *parts)
    return Known(
        f"sag {n + 1} æøå.{ending}", content, number, day, _edition(day), outcome, unanimous, deposit, tuple(cited)
    )


def _edition(day: date) -> str:
    return "1997" if day < date(2008, 1, 1) else "2007" if day < date(2017, 9, 1) else "2017"


def _said(dice: random.Random, cited: list[tuple[str, str, str]], denied: bool = False) -> str:
    place = dice.choice(_PLACES)
    printed = f"§{dice.choice((' ', '', chr(160)))}{place}"
    cited.append((" ".join(printed.split()), place, "not-breached" if denied else "applied"))
    return f"Ej {printed}" if denied else printed


def _text(dice: random.Random, number: str, day: date, *rest: str) -> tuple[str, bytes]:
    rubric, ruling, decision, words = rest
    when = dice.choice((day.isoformat(), f"{day.day}.{day.month}.{day.year}", _wordy(day)))
    text = (
        f"Sag: {number}\nSpilledato: {when}\nTurnering: Øvelsescuppen\nRubrik: {rubric}\n\n"
        f"Turneringslederens afgørelse\n\n{ruling}\n\nAfgørelse\n\n{decision}\n\nBegrundelse\n\n{words}\n"
    )
    return "txt", text.encode(dice.choice(("utf-8", "windows-1252")), "replace")


def _markdown(dice: random.Random, number: str, day: date, *rest: str) -> tuple[str, bytes]:
    rubric, ruling, decision, words = rest
    return "md", (
        f"---\nsag: {number}\nspilledato: {_wordy(day)}\nrubrik: {rubric}\n---\n\n# Appel {number}\n\n"
        f"## Turneringslederens afgørelse\n\n{ruling}\n\n## Afgørelse\n\n{decision}\n\n## Begrundelse\n\n{words}\n"
    ).encode()


def _page(dice: random.Random, number: str, day: date, *rest: str) -> tuple[str, bytes]:
    rubric, ruling, decision, words = (_entities(part) for part in rest)
    charset = dice.choice(("windows-1252", "utf-8"))
    text = (
        f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={charset}">'
        f"<title>Appel {number}</title></head><body><h1>Appel {number}</h1>"
        f"<p>Appellen er fra 1. division, {day.isoformat()}."
        f'<table width="100%"><tr><td><table><tr><td>Rubrik:<td>{rubric}</table></td><td><p>Nord<br>&spades; E K</td>'
        f"</tr></table><h2>Turneringslederens afg&oslash;relse</h2><p>{ruling}</b></i>"
        f"<h2>Afgørelse</h2><p>{decision}<h2>Begrundelse</h2><div><p>{words}</div>"
    )
    return "htm", text.encode(charset, "xmlcharrefreplace")


def _entities(text: str) -> str:
    return escape(text).replace("§", "&sect;").replace(chr(160), "&nbsp;").replace("ø", "&oslash;")


def _wordy(day: date) -> str:
    return f"{day.day}. {_MONTHS[day.month - 1]} {day.year}"
