"""The state of the corpus: what is held, how it stands, what was corrected, which references need care, whose it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from app.present_base import Desk, Page
from app.present_frame import problems
from app.present_prose import emendations
from app.strings import count
from corpus.model import Emendation, Expression, Provision, Reference

CARE = ("dangling", "suspect", "moved", "split", "merged", "dropped", "not-held", "other-document")


def status_page(desk: Desk) -> Page:
    """Texts, corrections by law, references that need care, coverage of the sources, rights."""
    say = desk.say
    sections = [
        (say["st_texts"], _texts(desk)),
        (say["st_corrections"], _corrections(desk)),
        (say["st_health"], _health(desk)),
        (say["st_coverage"], _coverage(desk)),
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


def _texts(desk: Desk) -> str:
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
    return sheet(say["st_texts"], heads, rows)


def _corrections(desk: Desk) -> str:
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
                escape(", ".join(f"{rule} {n}" for rule, n in Counter(e.rule for e in found).most_common(4))),
            ]
            for law, found in by_law
            if found
        ]
        table = sheet(
            expression.title, [say["c_law"], say["c_corrections"], say["doubtful"], say["c_rules_used"]], rows
        )
        short = escape(desk.entry(expression.key).short)
        out.append(f"<details><summary>{short}: {escape(words)}</summary>{table if rows else ''}</details>")
    return "".join(out)


def _of(provision: Provision) -> list[Emendation]:
    return [*provision.label_emendations, *emendations(provision)]


def _health(desk: Desk) -> str:
    """References by status, and each that needs care with its evidence."""
    return "".join(_health_of(desk, expression) for expression in desk.library.expressions)


def _health_of(desk: Desk, expression: Expression) -> str:
    say, ui = desk.say, desk.state.ui
    by_status = Counter(reference.status for reference in expression.references)
    words = ", ".join(f"{say['s_' + status]} {count(n, ui)}" for status, n in by_status.most_common())
    care = [r for r in expression.references if r.status in CARE]
    rows = [
        [
            desk.link.anchor(expression.key, r.anchor.place.split("#")[0]),
            f'<span lang="{expression.language}">{escape(r.printed)}</span>',
            escape(say["s_" + r.status]),
            _meant(desk, r),
            f'<span lang="en">{escape(r.evidence)}</span>',
        ]
        for r in sorted(care, key=lambda r: CARE.index(r.status))
    ]
    heads = [say[key] for key in ("c_place", "c_printed", "c_verdict", "c_meant", "c_evidence")]
    table = sheet(expression.title, heads, rows) if rows else ""
    short = escape(desk.entry(expression.key).short)
    return f"<details><summary>{short}: {escape(words or say['none_yet'])}</summary>{table}</details>"


def _meant(desk: Desk, reference: Reference) -> str:
    places = reference.likely or reference.current
    return ", ".join(filter(None, (desk.link.current(place) for place in places)))


def _coverage(desk: Desk) -> str:
    """What the lines of every source were used as."""
    say, ui = desk.say, desk.state.ui
    rows = []
    for expression in desk.library.expressions:
        used = Counter((row.witness, row.used_as.partition(":")[0]) for row in expression.coverage)
        for witness in sorted({witness for witness, _ in used}):
            parts = ", ".join(f"{kind} {count(n, ui)}" for (w, kind), n in sorted(used.items()) if w == witness)
            total = sum(n for (w, _), n in used.items() if w == witness)
            rows.append([escape(witness), count(total, ui), f'<span lang="en">{escape(parts)}</span>'])
    return sheet(say["st_coverage"], [say["c_witnesses"], say["c_lines"], say["c_used"]], rows)
