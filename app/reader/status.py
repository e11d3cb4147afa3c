"""The state of the corpus: what is held, how it stands, what was corrected, which references need care, whose it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from app.i18n.words import count
from app.reader.context import Page, PageContext
from app.reader.parts.evidence import evidence_html
from app.reader.parts.frame import problems
from app.reader.text.markup import rule_words
from corpus.model import Emendation, Expression, Provision
from index.references.health import VERDICTS, HealthFinding


def status_page(desk: PageContext) -> Page:
    """Texts, corrections by law, references that need care, rights."""
    say = desk.say
    sections = [
        (say["st_texts"], _texts(desk) + _concordance(desk)),
        (say["st_corrections"], _corrections(desk)),
        (say["st_health"], _health(desk)),
        (say["st_rights"], f"<p>{escape(say['rights'])}</p>"),
    ]
    body = "".join(f"<section><h2>{escape(title)}</h2>{inner}</section>" for title, inner in sections)
    html = f'<div class="plain status">{problems(desk)}<h1>{escape(say["status"])}</h1>{body}</div>'
    return Page(f"{say['status']} · Lovbro", html)


def sheet(label: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table from cells that are HTML already."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="sheet wide" tabindex="0" role="group" aria-label="{escape(label, quote=True)}"><table>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def stacked(label: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose rows become cards on a phone; columns in which nothing stands are left out."""
    kept = [n for n in range(len(heads)) if any(row[n] for row in rows)]
    top = "".join(f'<th scope="col" role="columnheader">{escape(heads[n])}</th>' for n in kept)
    body = "".join(
        '<tr role="row">'
        + "".join(f'<td role="cell" data-label="{escape(heads[n], quote=True)}">{row[n]}</td>' for n in kept)
        + "</tr>"
        for row in rows
    )
    # The roles keep the table a table for a screen reader when its rows are laid out as blocks.
    return (
        f'<div class="sheet wide stacked" tabindex="0" role="group" aria-label="{escape(label, quote=True)}">'
        f'<table role="table"><thead role="rowgroup"><tr role="row">{top}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table></div>'
    )


def _texts(desk: PageContext) -> str:
    say, ui = desk.say, desk.state.ui
    heads = [
        say[key] for key in ("c_text", "c_standing", "c_laws", "c_rules", "definitions", "notes", "refs", "c_witnesses")
    ]
    rows = []
    for expression in desk.library.expressions:
        key = expression.key
        numbers = [len(expression.laws), sum(1 for _ in expression.walk()), len(expression.definitions)]
        numbers += [len(expression.notes), len(expression.references)]
        first = str(expression.laws[0].id) if expression.laws else "1"
        rows.append(
            [
                f'<span lang="{expression.language}">{desk.link.anchor(key, first, expression.title)}</span>',
                escape(desk.standing_sentence(key)),
                *(count(number, ui) for number in numbers),
                escape(", ".join(desk.entry(key).witnesses)),
            ]
        )
    return stacked(say["st_texts"], heads, rows)


def _concordance(desk: PageContext) -> str:
    """The way to the tables between the editions."""
    href = desk.link.go(view="concordance", query="")
    return f'<p class="say"><a href="{href}">{escape(desk.say["concordance"])}</a></p>'


def _corrections(desk: PageContext) -> str:
    """Corrections and doubtful words, by text, and by law within it."""
    say, ui = desk.say, desk.state.ui
    out = []
    for expression in desk.library.expressions:
        by_law = [(str(law.id), [e for p in law.walk() for e in _of(p)]) for law in expression.laws]
        total = sum(len(found) for _, found in by_law)
        doubtful = sum(e.doubtful for _, found in by_law for e in found)
        words = say["corrections_total"].format(count=count(total, ui), doubtful=count(doubtful, ui))
        rows = [
            [
                desk.link.anchor(expression.key, law),
                count(len(found), ui),
                count(sum(e.doubtful for e in found), ui),
                escape(", ".join(f"{rule} {n}" for rule, n in rules.most_common(4))),
            ]
            for law, found in by_law
            if found
            for rules in [Counter(rule_words(e.rule, say) for e in found)]
        ]
        heads = [say["c_law"], say["c_corrections"], say["doubtful"].capitalize(), say["c_rules_used"]]
        table = stacked(expression.title, heads, rows)
        short = escape(desk.entry(expression.key).short)
        out.append(f"<details><summary>{short}: {escape(words)}</summary>{table if rows else ''}</details>")
    return "".join(out)


def _of(provision: Provision) -> list[Emendation]:
    return [*provision.label_emendations, *provision.emendations]


def _health(desk: PageContext) -> str:
    """References and index entries that would mislead a reader, by text, each with its evidence."""
    return "".join(_health_of(desk, expression) for expression in desk.library.expressions)


def _health_of(desk: PageContext, expression: Expression) -> str:
    say, ui, key = desk.say, desk.state.ui, expression.key
    found = [finding for finding in desk.room.findings if finding.expression == key]
    counts = Counter(finding.verdict for finding in found)
    words = ", ".join(f"{count(counts[verdict], ui)} {say['v_' + verdict]}" for verdict in VERDICTS if counts[verdict])
    rows = [
        [
            _place(desk, finding),
            f'<span lang="{expression.language}">{escape(finding.printed)}</span>',
            escape(say["v_" + finding.verdict]),
            ", ".join(_meant(desk, finding, place) for place in finding.proposed),
            evidence_html(desk, finding.evidence),
        ]
        for finding in sorted(found, key=lambda finding: VERDICTS.index(finding.verdict))
    ]
    heads = [say[name] for name in ("c_place", "c_printed", "c_verdict", "c_meant", "c_evidence")]
    table = stacked(expression.title, heads, rows) if rows else ""
    short = escape(desk.entry(key).short)
    return f"<details><summary>{short}: {escape(words or say['none_yet'])}</summary>{table}</details>"


def _meant(desk: PageContext, finding: HealthFinding, place: str) -> str:
    """What is meant, by the numbers of the text at fault; where a number has moved on, the rule of today."""
    own = finding.verdict != "stale" and desk.library.exists(finding.expression, place)
    return desk.link.anchor(finding.expression, place) if own else desk.link.current(place)


def _place(desk: PageContext, finding: HealthFinding) -> str:
    """A link to where it stands; an index entry is only named."""
    place = finding.place.split("#")[0]
    held = desk.library.exists(finding.expression, place)
    language = desk.entry(finding.expression).language
    return (
        desk.link.anchor(finding.expression, place)
        if held
        else f'<span lang="{language}">{escape(finding.place)}</span>'
    )
