"""The state of the corpus: what is held, its standing, what was corrected, which references need care, whose it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.i18n.words import count
from app.reader.context import Page, PageContext
from app.reader.parts.evidence import evidence_html
from app.reader.parts.frame import own_href, problems
from app.reader.parts.tables import stacked
from app.reader.text.capitals import capitals
from app.reader.text.html import BREAK, NOTHING, join, tag
from app.reader.text.markup import rule_words
from app.reader.text.unbroken import unbroken
from corpus.model import Expression
from index.references.health import VERDICTS, HealthFinding


@dataclass(frozen=True)
class ExpressionReport:
    """What the page has about one text: its short name, a summary, and a table that is folded below it."""

    text: str
    summary: str
    table: Markup


def status_page(page: PageContext) -> Page:
    """Texts, corrections by law, references that need care, rights."""
    html = page.render(
        "status.html",
        problems=problems(page),
        own=own_href(page),
        texts=_texts(page),
        corrections=[_corrections(page, expression) for expression in page.library.expressions],
        health=[_health(page, expression) for expression in page.library.expressions],
    )
    return Page(f"{page.words['status']} · Lovbro", html)


def _texts(page: PageContext) -> Markup:
    """Every text with its standing, how much there is of it, and its witnesses."""
    heads = ("c_text", "c_laws", "c_rules", "definitions", "notes", "refs", "c_witnesses")
    rows = []
    for expression in page.library.expressions:
        key = expression.key
        numbers = [len(expression.laws), sum(1 for _ in expression.walk()), len(expression.definitions)]
        numbers += [len(expression.notes), len(expression.references)]
        first = str(expression.laws[0].id) if expression.laws else "1"
        rows.append(
            [
                tag("span", page.link.anchor(key, first, expression.title), lang=expression.language)
                + tag("span", page.standing_sentence(key), class_="why"),
                *(count(number, page.state.ui) for number in numbers),
                join((tag("span", witness, class_="nb") for witness in page.entry(key).witnesses), BREAK),
            ]
        )
    return stacked(page.words["st_texts"], [page.words[head] for head in heads], rows)


def _corrections(page: PageContext, expression: Expression) -> ExpressionReport:
    """Corrections and doubtful words of a text by law, with the rules that made most of them."""
    words, ui = page.words, page.state.ui
    by_law = [
        (str(law.id), [e for p in law.walk() for e in (*p.label_emendations, *p.emendations)])
        for law in expression.laws
    ]
    total = sum(len(found) for _, found in by_law)
    doubtful = sum(e.doubtful for _, found in by_law for e in found)
    rows = [
        [
            page.link.anchor(expression.key, law),
            count(len(found), ui),
            count(sum(e.doubtful for e in found), ui),
            ", ".join(f"{rule} {n}" for rule, n in rules.most_common(4)),
        ]
        for law, found in by_law
        if found
        for rules in [Counter(rule_words(e.rule, words) for e in found)]
    ]
    heads = [words["c_law"], words["c_corrections"], words["doubtful"].capitalize(), words["c_rules_used"]]
    summary = words["corrections_total"].format(count=count(total, ui), doubtful=count(doubtful, ui))
    summary = summary if total else words["none_yet"]
    return _report(page, expression, summary, heads, rows)


def _report(
    page: PageContext, expression: Expression, summary: str, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> ExpressionReport:
    table = stacked(expression.title, heads, rows) if rows else NOTHING
    return ExpressionReport(page.entry(expression.key).short, summary, table)


def _health(page: PageContext, expression: Expression) -> ExpressionReport:
    """References and index entries of a text that would mislead a reader, each with its evidence."""
    words, ui = page.words, page.state.ui
    found = [finding for finding in page.services.findings if finding.expression == expression.key]
    counts = Counter(finding.verdict for finding in found)
    # A verdict stands before its number: "7 doubtful" would need another form of the word in three languages.
    summary = ", ".join(f"{words['v_' + name]}: {count(counts[name], ui)}" for name in VERDICTS if counts[name])
    rows = [
        [
            _place(page, finding),
            tag("span", unbroken(finding.printed), lang=expression.language),
            words["v_" + finding.verdict],
            join((_meant(page, finding, place) for place in finding.proposed), ", "),
            evidence_html(page, finding.evidence),
        ]
        for finding in sorted(found, key=lambda finding: VERDICTS.index(finding.verdict))
    ]
    heads = [words[name] for name in ("c_place", "c_printed", "c_verdict", "c_meant", "c_evidence")]
    return _report(page, expression, summary or words["none_yet"], heads, rows)


def _meant(page: PageContext, finding: HealthFinding, place: str) -> str:
    """What is meant, by the numbers of the text at fault; where a number has moved on, the rule of today."""
    own = finding.verdict != "stale" and page.library.exists(finding.expression, place)
    return page.link.anchor(finding.expression, place) if own else page.link.current(place)


def _place(page: PageContext, finding: HealthFinding) -> Markup:
    """A link to the place at fault; an index entry is only named."""
    place = finding.place.split("#")[0]
    if page.library.exists(finding.expression, place):
        return page.link.anchor(finding.expression, place)
    return tag(
        "span", join(map(capitals, finding.place.split(" / ")), " / "), lang=page.entry(finding.expression).language
    )
