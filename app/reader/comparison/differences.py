"""Where two languages of one edition word a law differently: references, numbers, obligations, notes, structure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from markupsafe import Markup, escape

from app.i18n.notes import judgements_notes
from app.reader.context import PageContext
from app.reader.law import LawPage
from app.reader.parts.evidence import note_html
from app.reader.parts.tables import stacked
from app.reader.text.html import join, tag
from corpus.ids import is_provision_id
from corpus.model import Prose, Provision, Table
from index.comparison.parity_judgements import LINE_KINDS, JudgedFinding

_REFERENCES = ("reference", "reference-detail")
_KIND = re.compile(r"\(([\w-]+)\)$")
"""What a word of a finding is, behind it: ``skal (shall)``."""


def reference_differences(page: PageContext, reader: LawPage) -> Iterator[Markup]:
    """References that only one of two languages has, by row, with what a person decided about it."""
    for key, found in _pairs(page, reader):
        one, other = _in_order(page, reader, key)
        rows: dict[str, list[JudgedFinding]] = {}
        for judged in found:
            if judged[0].kind in _REFERENCES:
                rows.setdefault(judged[0].row, []).append(judged)
        only = (page.words["cmp_only"].format(text=page.entry(k).short) for k in (one, other))
        cells = [
            [
                _places(page, one, other, row[0][0].places),
                _targets(page, one, [target for finding, *_ in row for target in finding.one_has]),
                _targets(page, other, [target for finding, *_ in row for target in finding.other_has]),
                _decided(page, row),
            ]
            for row in rows.values()
        ]
        cells += [_habit(page, one, other, judged) for judged in found if judged[0].kind == "reference-habit"]
        heads = [page.words["c_place"], *only, page.words["cmp_status"]]
        yield _section(_title(page, "cmp_refs", one, other), heads, cells, page.words["cmp_same_refs"])


def wording_differences(page: PageContext, reader: LawPage) -> Iterator[Markup]:
    """Findings about the wording of two languages: all but those about references."""
    for key, found in _pairs(page, reader):
        one, other = _in_order(page, reader, key)
        heads = [page.words["c_place"], page.words["cmp_kind"], page.entry(one).short, page.entry(other).short]
        cells = [
            [
                _places(page, one, other, finding.places),
                page.words[f"differs_{finding.kind}"],
                _wording(page, finding.one_has) or "–",
                _wording(page, finding.other_has) or "–",
                _decided(page, [(finding, status, reason)]),
            ]
            for finding, status, reason in found
            if finding.kind not in (*_REFERENCES, *LINE_KINDS)
        ]
        cells += [
            [
                _noted(page, (one, finding.one_has), (other, finding.other_has)),
                page.words[f"differs_{finding.kind}"],
                str(len(finding.one_has) or "–"),
                str(len(finding.other_has) or "–"),
                _decided(page, [(finding, status, reason)]),
            ]
            for finding, status, reason in found
            if finding.kind == "federation-note"
        ]
        heads.append(page.words["cmp_status"])
        yield _section(_title(page, "cmp_parity", one, other), heads, cells, page.words["cmp_no_diff"])


def structure_differences(page: PageContext, reader: LawPage) -> Iterator[Markup]:
    """Where two languages divide a law differently: numbers, headings, paragraphs, tables."""
    for key in _languages(page, reader):
        one, other = _in_order(page, reader, key)
        heads = [page.words["c_place"], page.words["cmp_kind"], page.entry(one).short, page.entry(other).short]
        rows = list(_divided(page, reader, one, other))
        yield _section(_title(page, "cmp_structure", one, other), heads, rows, page.words["cmp_same_structure"])


def _divided(page: PageContext, reader: LawPage, one: str, other: str) -> Iterator[list[str]]:
    for row in reader.rows:
        pair = [page.library.provision(k, row.cells[k][0].place) if row.cells.get(k) else None for k in (one, other)]
        mine, theirs = pair
        if row.closing or not any(pair):
            continue
        if mine is None or theirs is None:
            cells = [
                tag("span", reader.reason(row.empty[k], k), class_="none") if k in row.empty else _link(page, k, p)
                for k, p in zip((one, other), pair, strict=True)
            ]
            yield [page.link.anchor(row.owner, row.place), page.words["differs_number_of"], *cells]
            continue
        if mine.id != theirs.id:
            cells = [_link(page, one, mine), _link(page, other, theirs)]
            yield [page.link.anchor(row.owner, row.place), page.words["differs_number_of"], *cells]
        for kind, counted in _PARTS.items():
            if counted(mine) != counted(theirs):
                place = _places(page, one, other, (str(mine.id), str(theirs.id)))
                yield [place, page.words[f"differs_{kind}"], str(counted(mine)), str(counted(theirs))]


def _link(page: PageContext, key: str, provision: Provision | None) -> str:
    return page.link.anchor(key, str(provision.id)) if provision else "–"


_PARTS: dict[str, Callable[[Provision], int]] = {
    "headings": lambda provision: int(provision.heading is not None),
    "paragraphs": lambda provision: sum(isinstance(block, Prose) for block in provision.own_blocks),
    "tables": lambda provision: sum(isinstance(block, Table) for block in provision.own_blocks),
}


def _languages(page: PageContext, reader: LawPage) -> list[str]:
    """The other languages of the lead's edition among the columns."""
    return [key for key in reader.columns if key != reader.lead and page.library.same_edition(reader.lead, key)]


def _pairs(page: PageContext, reader: LawPage) -> Iterator[tuple[str, tuple[JudgedFinding, ...]]]:
    if reader.law is not None:
        for key in _languages(page, reader):
            yield key, page.services.parity.of_law(reader.lead, key, reader.law.id.law)


def _in_order(page: PageContext, reader: LawPage, key: str) -> tuple[str, str]:
    """The lead and another text in the order of the corpus, in which the report compares them."""
    one, other = sorted((reader.lead, key), key=page.library.registry.keys.index)
    return one, other


def _title(page: PageContext, title: str, one: str, other: str) -> str:
    return f"{page.words[title]}: {page.entry(one).short} – {page.entry(other).short}"


def _section(title: str, heads: list[str], rows: list[list[str]], empty: str) -> Markup:
    """A heading with its table, which becomes cards on a phone; with a sentence where there is nothing to show."""
    table = stacked(title, heads, rows) if rows else tag("p", empty, class_="say")
    return tag("h2", title) + table


def _places(page: PageContext, one: str, other: str, places: tuple[str, str]) -> Markup:
    pairs = zip((one, other), places, strict=True)
    return join((page.link.anchor(key, place) for key, place in pairs if place), ", ")


def _targets(page: PageContext, key: str, names: list[str]) -> str:
    """Links to what the shared names of targets are in one text."""
    links: list[str] = []
    for name in names:
        row = page.services.alignment.row(name)
        held = row.of(key) if row else ()
        place = held[0].id if held else name
        known = held or is_provision_id(name)
        links.append(page.link.anchor(key, place) if known else place.removeprefix("def:"))
    return join(links, ", ") or "–"


def _noted(page: PageContext, *found: tuple[str, tuple[str, ...]]) -> Markup:
    """Links to the places where one of two texts has a note of its federation."""
    return join((_targets(page, key, list(places)) for key, places in found if places), ", ")


def _habit(page: PageContext, one: str, other: str, judged: JudgedFinding) -> list[str]:
    """A target that only one of two texts cites, in one row for all the places where it does."""
    finding, *_ = judged
    target = [finding.row.partition(":")[2]]
    own, places = (one, finding.one_has) if finding.one_has else (other, finding.other_has)
    return [
        _targets(page, own, list(places)),
        _targets(page, one, target) if own == one else "–",
        _targets(page, other, target) if own == other else "–",
        _decided(page, [judged]),
    ]


def _wording(page: PageContext, words: tuple[str, ...]) -> str:
    """What a text has; the kind of an obligation and the origin of a note in the reader's language."""
    return ", ".join(_KIND.sub(lambda match: f"({_kind(page, match[1])})", word) for word in words)


def _kind(page: PageContext, name: str) -> str:
    return page.words.get(f"class_{name}") or page.words.get(f"origin_{name}") or name


def _decided(page: PageContext, found: list[JudgedFinding]) -> Markup:
    """What people decided, each verdict once, and why."""
    verdicts: dict[str, str] = {}
    for finding, status, reason in found:
        names = {"one": page.entry(finding.one).short, "other": page.entry(finding.other).short}
        verdict = page.words[f"judged_{status}"].format(**names)
        verdicts[verdict] = reason or verdicts.get(verdict, "")
    return join((_verdict(page, verdict, reason) for verdict, reason in verdicts.items()), ", ")


def _verdict(page: PageContext, verdict: str, reason: str) -> Markup:
    # A reason of the person's own is in their language; those that come with Lovbro are translated.
    shown = note_html(reason, page.state.ui) if reason in judgements_notes()["en"] else escape(reason)
    return escape(verdict) + " " + tag("span", shown, class_="why") if reason else escape(verdict)
