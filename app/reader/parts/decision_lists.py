"""Decisions as HTML: the lists under a provision, and one decision with its citations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args
from urllib.parse import quote

from markupsafe import Markup

from app.i18n.fates import fate_terms
from app.i18n.words import UiLanguage, day, words
from app.reader.text.html import join, lines, render, tag
from app.reader.text.unbroken import unbroken
from corpus.alignment.fate import NumberFate
from corpus.ids import ProvisionId
from corpus.precedents.corrections import CORRECTABLE, CorrectableField, Corrections, field_text
from corpus.precedents.decision import CaseCitation, Decision, DecisionHead
from index.precedents.casebook import Casebook, CaseLine, DecisionsAt, RegisterCoverage

NO_CORRECTIONS = Corrections()
FIELD_LABELS: Mapping[CorrectableField, str] = {
    "number": "desk_number",
    "instance": "desk_instance",
    "played": "desk_played",
    "event": "desk_event",
    "outcome": "desk_outcome",
    "unanimous": "desk_unanimity",
    "deposit": "desk_deposit",
}
"""The word of each field, as a key of ``app.i18n.words``."""

DecisionPart = Literal["fields", "text"]
LISTS = ("applied", "not_breached", "mentioned", "wider", "unchecked")


BODIES = 6
"""Bodies that are named where it is told what a register covers, those with most decisions."""
IN_A_LIST = 100
"""Decisions of a list on a page; how many more there are stands below it."""


def at_provision(found: DecisionsAt, reach: RegisterCoverage, ui: UiLanguage, at_most: int = IN_A_LIST) -> Markup:
    """The decisions on a provision in their lists, newest first, or what the register covers when there is none.

    Each list has its newest ``at_most``, and says how many there are.
    """
    groups = [
        _CaseGroup(
            words(ui)[f"desk_{name}"],
            len(getattr(found, name)),
            [(line.decision, _numbers(line, ui)) for line in getattr(found, name)[:at_most]],
        )
        for name in LISTS
        if getattr(found, name)
    ]
    return _cases(groups, reach, ui)


def listed(
    decisions: Iterable[DecisionHead], reach: RegisterCoverage, ui: UiLanguage, count: int | None = None
) -> Markup:
    """Decisions one a line, in the order given; ``count`` is how many there are when these are the first of them."""
    rows = [(decision, "") for decision in decisions]
    return _cases([_CaseGroup("", count or len(rows), rows)] if rows else [], reach, ui)


@dataclass(frozen=True)
class _CaseGroup:
    """Decisions under a title, each with words about its numbers; ``count`` counts those left out too."""

    title: str
    count: int
    rows: Sequence[tuple[DecisionHead, str]]


def _cases(groups: Sequence[_CaseGroup], reach: RegisterCoverage, ui: UiLanguage) -> Markup:
    """Titled groups of decisions; a group without title is the only one."""
    return render(
        "decisions.html",
        groups=groups,
        coverage=coverage(reach, ui),
        waiting=waiting_words(reach, ui),
        is_empty=reach.is_empty,
        ui=ui,
        words=words(ui),
        unbroken=unbroken,
        address=lambda decision: case_address(decision, ui),
        played=lambda decision: _played(decision.played, ui),
    )


def coverage(reach: RegisterCoverage, ui: UiLanguage) -> str:
    """Which period and which instances the register covers, in words."""
    names = words(ui)
    if reach.is_empty:
        return names["desk_register_empty"]
    sentences = []
    if reach.first and reach.last:
        instances = _bodies(reach, ui) or "-"
        first, last = day(reach.first, ui), day(reach.last, ui)
        period = first if first == last else names["desk_period"].format(first=first, last=last)
        sentences.append(names["desk_reach"].format(count=reach.count, period=period, instances=instances))
    if reach.invented:
        sentences.append(names["desk_reach_invented"].format(count=reach.invented))
    if reach.undated:
        sentences.append(names["desk_reach_undated"].format(count=reach.undated))
    return " ".join(sentences)


def _bodies(reach: RegisterCoverage, ui: UiLanguage) -> str:
    """The bodies with most decisions, and how many all others have: a federation's clubs would fill a page."""
    ranked = sorted(reach.instances, key=lambda body: (-body[1], body[0]))
    others = sum(count for _, count in ranked[BODIES:])
    rest = [words(ui)["desk_reach_others"].format(count=others)] if others else []
    return ", ".join([*(f"{name} {count}" for name, count in ranked[:BODIES]), *rest])


def waiting_words(reach: RegisterCoverage, ui: UiLanguage) -> str:
    """How many decisions are missing from lists and counts, in words; empty where none is."""
    return words(ui)["desk_waiting"].format(count=reach.waiting) if reach.waiting else ""


def decision_page(
    decision: Decision,
    casebook: Casebook,
    today: Mapping[str, str],
    ui: UiLanguage,
    corrections: Corrections = NO_CORRECTIONS,
    parts: Sequence[DecisionPart] = get_args(DecisionPart),
) -> Markup:
    """One decision: what it is, each field beside the words it came from, and its words with every citation linked.

    ``today`` maps a work to the edition whose numbers are shown beside the old ones; ``parts`` are shown.
    """
    names = words(ui)
    facts = [_played(decision.played, ui), decision.instance, decision.event, names[f"desk_outcome_{decision.outcome}"]]
    if decision.unanimous is not None:
        facts.append(names[f"desk_unanimous_{'yes' if decision.unanimous else 'no'}"])
    facts += [names[f"desk_deposit_{decision.deposit}"]] if decision.deposit else []
    facts += [f"{names['desk_edition']} {decision.laws_edition}"] if decision.laws_edition else []
    return render(
        "decision.html",
        decision=decision,
        parts=parts,
        facts=" · ".join(fact for fact in facts if fact),
        rows=(_row(decision, field, corrections, ui) for field in CORRECTABLE),
        sections=(
            (section.title, [_linked(decision, number, n, casebook, today, ui) for n in range(len(section.paragraphs))])
            for number, section in enumerate(decision.sections)
        ),
        ui=ui,
        words=names,
    )


@dataclass(frozen=True)
class FieldRow:
    """A field on the page: its name, its value (empty when unknown), the words it came from, what was read before."""

    label: str
    value: str
    words: str
    corrected: bool
    read: str


def field_value(field: CorrectableField, value: str, ui: UiLanguage) -> str:
    """A field as ``field_text`` writes it, in words of the reader's language; empty when unknown.

    >>> field_value("outcome", "upheld", "en")
    'Ruling upheld'
    """
    if not value:
        return ""
    if field == "played":
        return day(date.fromisoformat(value), ui)
    return words(ui)[f"desk_{field}_{value}"] if field in ("outcome", "deposit", "unanimous") else value


def _row(decision: Decision, field: CorrectableField, corrections: Corrections, ui: UiLanguage) -> FieldRow:
    correction = corrections.field(field)
    origin = decision.origin(field)
    return FieldRow(
        label=words(ui)[FIELD_LABELS[field]],
        value=field_value(field, field_text(decision, field), ui),
        words=origin.words if origin else "",
        corrected=correction is not None,
        read=field_value(field, correction.read, ui) if correction else "",
    )


def _numbers(line: CaseLine, ui: UiLanguage) -> str:
    """The number of that time, and what became of it in the edition asked for; empty when it is the same."""
    if not line.moved:
        return ""
    then = f"{line.printed} {words(ui)['desk_was_number']}" + (f" ({line.edition})" if line.edition else "")
    home = f"{then} → {_listed(line.ids, line.decision)}" if line.ids != (line.cited,) else then
    return " · ".join([home, *_changes([line.fate] if line.fate else [], ui)])


def _changes(fates: Iterable[NumberFate], ui: UiLanguage) -> list[str]:
    """What a number beside another does not tell by itself: that a rule was dropped or split, changed, is in doubt."""
    names = words(ui)
    terms = dict.fromkeys(term for fate in fates for term in fate_terms(fate, names))
    return [term for term in terms if term not in (names["rel_same"], names["rel_moved"])]


def _listed(places: Iterable[str], decision: Decision | DecisionHead) -> str:
    return ", ".join(_printed(place, decision.language) for place in places)


def _printed(place: str, language: str) -> str:
    return ProvisionId.of(place).printed(language)


def _linked(
    decision: Decision, section: int, paragraph: int, casebook: Casebook, today: Mapping[str, str], ui: UiLanguage
) -> Markup:
    """A paragraph of a decision with its citations as links."""
    text = unbroken(decision.sections[section].paragraphs[paragraph])
    citations = [c for c in decision.citations if (c.section, c.paragraph) == (section, paragraph)]
    out, at = [], 0
    for citation in sorted(citations, key=lambda c: c.start):
        out += [lines(text[at : citation.start]), _link(citation, decision, casebook, today, ui)]
        at = citation.end
    return join([*out, lines(text[at:])])


def _link(
    citation: CaseCitation, decision: Decision, casebook: Casebook, today: Mapping[str, str], ui: UiLanguage
) -> Markup:
    edition = today.get(citation.work, "")
    found = (casebook.fate(decision, citation.work, place, edition) for place in citation.ids)
    fates = [fate for fate in found if fate is not None]
    homes = list(dict.fromkeys(str(place) for fate in fates for place in fate.today))
    href = f"?law={quote(homes[0])}&ui={ui}" if homes else None
    link = tag("a" if href else "span", unbroken(citation.printed), href=href)
    now = [f"→ {_listed(homes, decision)}"] if homes and tuple(homes) != citation.ids else []
    remarks = " · ".join([*now, *_changes(fates, ui)])
    return link + " " + tag("small", unbroken(f"({remarks})")) if remarks else link


def _played(played: date | None, ui: UiLanguage) -> str:
    return day(played, ui) if played else words(ui)["desk_problem_no-date"]


def case_address(decision: DecisionHead, ui: UiLanguage) -> str:
    """The address of a decision's page."""
    return f"?view=precedents&case={quote(decision.key)}&ui={ui}"
