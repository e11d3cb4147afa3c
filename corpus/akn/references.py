"""References, glosses and emendations as stretches of a text, and read back from the elements that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import get_args

from lxml import etree

from corpus import uris
from corpus.akn.inline import (
    RANK_CORRIGENDUM,
    RANK_GLOSS,
    RANK_MEMBER,
    RANK_REFERENCE,
    ReadStretch,
    Stretch,
    lb,
    name,
    one_of,
)
from corpus.model import Anchor, Emendation, Lines, Reference, ReferenceForm, ReferenceStatus, Target, Where

# One number of a list as printed: 16C2a, 12C1(b), X90B4c, or what is left of it: C2, (a).
_DESIGNATOR = re.compile(r"X?\d+[A-Za-z0-9.()]*|\b[A-Z]\d*[a-z]{0,4}\b|\([a-z]{1,4}\)|(?<= )[a-z](?=[ ,.)]|$)")
_FORMS: tuple[ReferenceForm, ...] = get_args(ReferenceForm)
_STATUSES: tuple[ReferenceStatus, ...] = get_args(ReferenceStatus)
_USUAL_FORM = {"ref": "single", "mref": "list", "rref": "range", "span": "external"}


class LinkBase:
    """The work and edition that a text's links are relative to, and the witness that need not be named."""

    def __init__(self, work: str, edition: str, witness: str) -> None:
        self.work = work
        self.edition = edition
        self.witness = witness

    def href(self, target: Target) -> str:
        """The link to a target, as ``corpus.uris.href`` writes it."""
        return uris.href(target, self.work, self.edition)

    def target(self, href: str) -> Target:
        """The target of a link in this file. Raises LinkError or BadIdError."""
        return uris.target_of_href(href, self.work, self.edition)

    def lines(self, lines: Lines) -> str:
        """The lines as ``da-2017-viewer:12-15``, without the usual witness and a repeated line number."""
        span = str(lines.first) if lines.first == lines.last else f"{lines.first}-{lines.last}"
        return span if lines.witness == self.witness else f"{lines.witness}:{span}"

    def read_lines(self, text: str) -> Lines:
        """Lines of a witness: ``12-14`` of the file's own, ``da-ocr:12-14`` of another. Raises ValueError."""
        witness, mark, span = text.rpartition(":")
        first, _, last = span.partition("-")
        return Lines(witness if mark else self.witness, int(first), int(last or first))


def corrigenda(emendations: Iterable[Emendation], links: LinkBase) -> list[Stretch]:
    """Emendations as ``<span class="corrigendum">`` around the corrected words, the printed ones kept."""
    return [Stretch(e.start, e.end, RANK_CORRIGENDUM, "span", _corrigendum(e, links)) for e in emendations]


def detached_corrigenda(parent: etree._Element, emendations: Iterable[Emendation], links: LinkBase) -> None:
    """Emendations of words outside ``parent`` (in the cells of a table): empty spans with their offsets."""
    for e in emendations:
        where = {lb("at"): f"{e.start}-{e.end}", lb("corrected"): e.corrected}
        etree.SubElement(parent, name("span"), {**_corrigendum(e, links), **where})


def _corrigendum(e: Emendation, links: LinkBase) -> dict[str, str]:
    out = {"class": "corrigendum", lb("printed"): e.printed, lb("rule"): e.rule}
    out[lb("lines")] = links.lines(Lines(e.witness, e.line, e.line))
    return {**out, lb("doubtful"): "true"} if e.doubtful else out


def read_emendations(text: str, found: Iterable[ReadStretch], links: LinkBase) -> tuple[Emendation, ...]:
    """The emendations among the stretches of a text, in order of their offsets."""
    out = []
    for stretch in found:
        attributes = {str(key): str(value) for key, value in stretch.element.attrib.items()}
        if attributes.get("class") != "corrigendum":
            continue
        start, end = stretch.start, stretch.end
        corrected = text[start:end]
        if where := attributes.get(lb("at")):
            start, end = (int(number) for number in where.split("-"))
            corrected = attributes[lb("corrected")]
        lines = links.read_lines(attributes[lb("lines")])
        printed, rule, doubtful = attributes[lb("printed")], attributes[lb("rule")], lb("doubtful") in attributes
        out.append(Emendation(start, end, printed, corrected, rule, lines.witness, lines.first, doubtful))
    # The cells of a table count their offsets each from its own start: their order is the order of the page.
    ordered = all(lb("at") not in stretch.element.attrib for stretch in found)
    return tuple(sorted(out, key=lambda e: (e.start, e.end))) if ordered else tuple(out)


def reference_stretches(text: str, references: Sequence[tuple[str, Reference]], links: LinkBase) -> list[Stretch]:
    """References of one text with their eIds: ``ref``, ``mref`` or ``rref``, and a span around each gloss."""
    out: list[Stretch] = []
    glosses: dict[tuple[int, int], list[str]] = {}
    for eid, reference in references:
        anchor = reference.anchor
        place = _gloss_place(text, reference)
        if place:
            glosses.setdefault(place, []).append(eid)
        tag = _tag(reference)
        attributes = {"eId": eid, **_link(tag, reference, links), **_attributes(tag, reference, text, bool(place))}
        members = _members(eid, tag, text, reference, links)
        if tag == "mref" and not members:
            attributes[lb("targets")] = " ".join(links.href(target) for target in reference.targets)
        out.append(Stretch(anchor.start, anchor.end, RANK_REFERENCE, tag, attributes))
        out += members
    for (start, end), of in glosses.items():
        out.append(Stretch(start, end, RANK_GLOSS, "span", {"class": "gloss", lb("of"): " ".join(of)}))
    return out


def _tag(reference: Reference) -> str:
    count = len(reference.targets)
    if reference.form == "range" and count > 1:
        return "rref"
    return "span" if count == 0 else "ref" if count == 1 else "mref"


def _link(tag: str, reference: Reference, links: LinkBase) -> dict[str, str]:
    hrefs = [links.href(target) for target in reference.targets]
    if tag == "ref":
        return {"href": hrefs[0]}
    if tag == "rref":
        between = {lb("between"): " ".join(hrefs[1:-1])} if hrefs[1:-1] else {}
        return {"from": hrefs[0], "upTo": hrefs[-1], **between}
    return {"class": "citation"} if tag == "span" else {}


def _attributes(tag: str, reference: Reference, text: str, gloss_in_place: bool) -> dict[str, str]:
    """The attributes of a reference beside its target; usual and empty values are left out."""
    anchor = reference.anchor
    values = {
        "form": reference.form if reference.form != _USUAL_FORM[tag] else "",
        "status": reference.status,
        "current": " ".join(uris.token(place) for place in reference.current),
        "likely": " ".join(uris.token(place) for place in reference.likely),
        "printed": reference.printed if reference.printed != text[anchor.start : anchor.end] else "",
        "gloss": "" if gloss_in_place else reference.gloss,
        "signal": reference.signal,
        "negated": "true" if reference.negated else "",
    }
    return {lb(key): value for key, value in values.items() if value}


def _members(eid: str, tag: str, text: str, reference: Reference, links: LinkBase) -> list[Stretch]:
    """One ``ref`` for each number of a list, where each number can be found."""
    if tag != "mref":
        return []
    anchor = reference.anchor
    places = list(_DESIGNATOR.finditer(text, anchor.start, anchor.end))
    if len(places) != len(reference.targets):
        return []
    return [
        Stretch(*place.span(), RANK_MEMBER, "ref", {"class": "member", lb("of"): eid, "href": links.href(target)})
        for place, target in zip(places, reference.targets, strict=True)
    ]


def _gloss_place(text: str, reference: Reference) -> tuple[int, int] | None:
    """The offsets of the gloss: its occurrence nearest to the citation, not overlapping it."""
    anchor, gloss = reference.anchor, reference.gloss
    if not gloss:
        return None
    starts = [match.start() for match in re.finditer(f"(?={re.escape(gloss)})", text)]
    free = [s for s in starts if s >= anchor.end or s + len(gloss) <= anchor.start]
    if not free:
        return None
    start = min(free, key=lambda s: (s - anchor.end if s >= anchor.end else anchor.start - s - len(gloss), s))
    return start, start + len(gloss)


def read_references(
    text: str, found: Sequence[ReadStretch], place: str, where: Where, block: int, links: LinkBase
) -> list[tuple[str, Reference]]:
    """The references among the stretches of one text with their eIds, in order; their evidence is in the metadata."""
    glosses = {
        eid: text[gloss.start : gloss.end]
        for gloss in found
        if gloss.element.get("class") == "gloss"
        for eid in gloss.element.get(lb("of"), "").split()
    }
    return [
        _reference(text, one, found, glosses, Anchor(place, where, block, one.start, one.end), links)
        for one in found
        if one.element.get(lb("status"))
    ]


def _reference(
    text: str, one: ReadStretch, found: Sequence[ReadStretch], glosses: dict[str, str], anchor: Anchor, links: LinkBase
) -> tuple[str, Reference]:
    element = one.element
    tag, eid = etree.QName(element).localname, element.get("eId", "")

    def value(key: str) -> str:
        return element.get(lb(key), "")

    return eid, Reference(
        anchor=anchor,
        printed=value("printed") or text[anchor.start : anchor.end],
        targets=_read_targets(tag, one, found, links),
        form=one_of(value("form") or _USUAL_FORM[tag], _FORMS, "reference form"),
        status=one_of(value("status"), _STATUSES, "reference status"),
        current=tuple(uris.words_of_token(each) for each in value("current").split()),
        gloss=value("gloss") or glosses.get(eid, ""),
        signal=value("signal"),
        negated=value("negated") == "true",
        likely=tuple(uris.words_of_token(each) for each in value("likely").split()),
    )


def _read_targets(tag: str, one: ReadStretch, found: Sequence[ReadStretch], links: LinkBase) -> tuple[Target, ...]:
    element = one.element
    if tag == "ref":
        hrefs = [element.get("href", "")]
    elif tag == "rref":
        hrefs = [element.get("from", ""), *element.get(lb("between"), "").split(), element.get("upTo", "")]
    elif tag == "mref" and (listed := element.get(lb("targets"))):
        hrefs = listed.split()
    else:
        eid = element.get("eId")
        members = [f.element for f in found if f.element.get("class") == "member" and f.element.get(lb("of")) == eid]
        hrefs = [member.get("href", "") for member in members]
    return tuple(links.target(href) for href in hrefs)
