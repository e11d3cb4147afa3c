"""Decisions as HTML: the lists under a provision, and one decision with its citations. Pure; everything is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from html import escape
from urllib.parse import quote

from app.i18n.words import UiLanguage, day, words
from corpus.ids import ProvisionId
from corpus.precedents.decision import CaseCitation, Decision
from index.precedents import Casebook, CaseLine, DecisionsAt, RegisterCoverage

_LISTS = ("applied", "not_breached", "mentioned", "wider", "unchecked")


def at_provision(found: DecisionsAt, reach: RegisterCoverage, ui: UiLanguage) -> str:
    """The decisions on a provision in their lists, newest first, or what the register covers when there is none."""
    say = words(ui)
    parts = [_list(say[f"desk_{name}"], getattr(found, name), ui) for name in _LISTS if getattr(found, name)]
    if not parts:
        parts.append(f"<p>{escape(say['desk_no_decisions'])}</p>")
    return f'<section class="cases">{"".join(parts)}<p class="reach">{escape(coverage(reach, ui))}</p></section>'


def listed(decisions: Iterable[Decision], reach: RegisterCoverage, ui: UiLanguage) -> str:
    """Decisions one a line, newest first as they come."""
    say = words(ui)
    rows = "".join(f"<li>{_line(decision, ui)}</li>" for decision in decisions)
    body = f"<ul>{rows}</ul>" if rows else f"<p>{escape(say['desk_no_decisions'])}</p>"
    return f'<section class="cases">{body}<p class="reach">{escape(coverage(reach, ui))}</p></section>'


def coverage(reach: RegisterCoverage, ui: UiLanguage) -> str:
    """Which period and which instances the register covers, in words."""
    say = words(ui)
    if not reach.count:
        return say["desk_register_empty"]
    told = []
    if reach.first and reach.last:
        instances = ", ".join(f"{name} {count}" for name, count in reach.instances) or "-"
        told.append(say["desk_reach"].format(
            count=reach.count, first=day(reach.first, ui), last=day(reach.last, ui), instances=instances,
        ))  # fmt: skip
    if reach.invented:
        told.append(say["desk_reach_invented"].format(count=reach.invented))
    if reach.undated:
        told.append(say["desk_reach_undated"].format(count=reach.undated))
    return " ".join(told)


def decision_page(decision: Decision, casebook: Casebook, today: Mapping[str, str], ui: UiLanguage) -> str:
    """One decision: what it is, its words with every citation linked, what could not be read.

    ``today`` maps a work to the edition whose numbers are shown beside the old ones.
    """
    say = words(ui)
    facts = [_when(decision.played, ui), decision.instance, decision.event, say[f"desk_outcome_{decision.outcome}"]]
    facts += [say[f"desk_unanimous_{'yes' if decision.unanimous else 'no'}"]] if decision.unanimous is not None else []
    facts += [say[f"desk_deposit_{decision.deposit}"]] if decision.deposit else []
    facts += [f"{say['desk_edition']} {decision.laws_edition}"] if decision.laws_edition else []
    problems = "".join(f"<li>{escape(say[f'desk_problem_{code}'])}</li>" for code in decision.problems)
    body = "".join(_section(decision, number, casebook, today, ui) for number in range(len(decision.sections)))
    return (
        f'<article class="case" lang="{escape(decision.language, quote=True)}">{_invented(decision, ui)}'
        f"<h2>{escape(decision.number)}</h2><p lang={ui}>{escape(' · '.join(fact for fact in facts if fact))}</p>"
        f"{f'<ul class=problems lang={ui}>{problems}</ul>' if problems else ''}{body}</article>"
    )


def _list(title: str, lines: Sequence[CaseLine], ui: UiLanguage) -> str:
    rows = "".join(f"<li>{_line(line.decision, ui)} {_numbers(line, ui)}</li>" for line in lines)
    return f"<h3>{escape(title)} ({len(lines)})</h3><ul>{rows}</ul>"


def _line(decision: Decision, ui: UiLanguage) -> str:
    outcome = words(ui)[f"desk_outcome_{decision.outcome}"]
    return (
        f"{_invented(decision, ui, short=True)}<time>{escape(_when(decision.played, ui))}</time> "
        f'<a href="{case_address(decision, ui)}">{escape(decision.number)}</a> '
        f'<span lang="{escape(decision.language, quote=True)}">{escape(decision.summary)}</span> '
        f"<small>{escape(outcome)}</small>"
    )


def _numbers(line: CaseLine, ui: UiLanguage) -> str:
    """The number of that time, and what it is called in the edition asked for."""
    if not line.moved:
        return ""
    then = f"{line.citation.printed} {words(ui)['desk_was_number']}"
    then += f" ({line.edition})" if line.edition else ""
    now = (
        "" if line.passage is None else " → " + ", ".join(_printed(place, line.decision.language) for place in line.ids)
    )
    return f'<small class="moved">{escape(then + now)}</small>'


def _printed(place: str, language: str) -> str:
    return ProvisionId.of(place).printed(language)


def _section(decision: Decision, number: int, casebook: Casebook, today: Mapping[str, str], ui: UiLanguage) -> str:
    section = decision.sections[number]
    title = f"<h3>{escape(section.title)}</h3>" if section.title else ""
    paragraphs = []
    for place, text in enumerate(section.paragraphs):
        inside = [c for c in decision.citations if (c.section, c.paragraph) == (number, place)]
        paragraphs.append(f"<p>{_linked(text, inside, decision, casebook, today, ui)}</p>")
    return title + "".join(paragraphs)


def _linked(
    text: str,
    citations: Sequence[CaseCitation],
    decision: Decision,
    casebook: Casebook,
    today: Mapping[str, str],
    ui: UiLanguage,
) -> str:
    out, at = [], 0
    for citation in sorted(citations, key=lambda c: c.start):
        out += [_lines(text[at : citation.start]), _link(citation, decision, casebook, today, ui)]
        at = citation.end
    return "".join([*out, _lines(text[at:])])


def _link(
    citation: CaseCitation, decision: Decision, casebook: Casebook, today: Mapping[str, str], ui: UiLanguage
) -> str:
    edition = today.get(citation.work, "")
    passages = [casebook.passage(decision, citation.work, place, edition) for place in citation.ids]
    homes = list(dict.fromkeys(place for passage in passages if passage for place in passage.ids))
    printed = escape(citation.printed)
    if not homes:
        return f"<span>{printed}</span>"
    link = f'<a href="?law={quote(homes[0])}&amp;ui={ui}">{printed}</a>'
    if tuple(homes) == citation.ids:
        return link
    return f"{link} <small>(→ {escape(', '.join(_printed(place, decision.language) for place in homes))})</small>"


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _invented(decision: Decision, ui: UiLanguage, short: bool = False) -> str:
    if not decision.invented:
        return ""
    say = words(ui)
    if short:
        title = escape(say["desk_standing_invented"], quote=True)
        return f'<strong class="bad" lang="{ui}" title="{title}">{escape(say["desk_invented_short"])}</strong> '
    return f'<p class="notice bad" lang="{ui}">{escape(say["desk_standing_invented"])}</p> '


def _when(played: date | None, ui: UiLanguage) -> str:
    return day(played, ui) if played else words(ui)["desk_problem_no-date"]


def case_address(decision: Decision, ui: UiLanguage) -> str:
    """The address of a decision's page."""
    return f"?view=precedents&amp;case={quote(decision.key)}&amp;ui={ui}"
