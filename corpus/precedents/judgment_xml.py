"""A Decision as an Akoma Ntoso ``judgment``, and back.

Facts, ruling, views, reasoning and decision go into the elements the standard has for them; what it has no place
for (outcome, deposit, problems of reading) is in ``proprietary``. The bytes depend on the Decision alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import cast

from lxml import etree

from corpus.ids import BadIdError
from corpus.languages import LANGUAGES
from corpus.precedents.decision import (
    CaseCitation,
    CitationFinding,
    DateBasis,
    Decision,
    DecisionOutcome,
    Deposit,
    Section,
    SectionKind,
)
from corpus.precedents.refusal import Refusal, UnreadableError
from corpus.uris import LinkError, href, target

NS = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
CASE_NS = "urn:lovbro:case"
_A = f"{{{NS}}}"
_C = f"{{{CASE_NS}}}"
_NSMAP: dict[str | None, str] = {None: NS, "case": CASE_NS}
_UNDATED = "0001-01-01"
# The attributes of ``case`` in their order, and the fields of a Decision that they hold.
_FIELDS: dict[str, str] = {
    **{name: name for name in ("key", "number", "name", "sha256", "language", "instance", "played", "event")},
    **{name: name for name in ("outcome", "unanimous", "deposit")},
    **{"laws": "laws_edition", "dbf": "dbf_edition", "basis": "basis", "invented": "invented"},
}
# Which element of judgmentBody holds a kind of section; the kind itself is in @class.
_ELEMENTS: dict[str, str] = {
    "facts": "background",
    "ruling": "background",
    "views": "arguments",
    "reasoning": "motivation",
    "decision": "decision",
    "deposit": "decision",
    "other": "background",
}


def write(decision: Decision) -> bytes:
    """The judgment as UTF-8 bytes; ``read`` gives the same Decision back."""
    root = etree.Element(f"{_A}akomaNtoso", nsmap=_NSMAP)  # type: ignore[arg-type]  # the stubs know no default namespace
    judgment = etree.SubElement(root, f"{_A}judgment", name="judgment")
    _meta(etree.SubElement(judgment, f"{_A}meta"), decision)
    header = etree.SubElement(judgment, f"{_A}header")
    number = etree.SubElement(etree.SubElement(header, f"{_A}p"), f"{_A}docNumber")
    number.text = decision.number
    body = etree.SubElement(judgment, f"{_A}judgmentBody")
    for index, section in enumerate(decision.sections):
        _section(body, index, section, decision)
    if not decision.sections:
        etree.SubElement(etree.SubElement(body, f"{_A}introduction", {"class": "empty"}), f"{_A}p")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def read(content: bytes) -> Decision:
    """The Decision in a judgment. Raises UnreadableError."""
    try:
        root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    except etree.XMLSyntaxError as error:
        raise UnreadableError(Refusal("xml", cause=str(error))) from error
    case = root.find(f".//{_C}case")
    body = root.find(f".//{_A}judgmentBody")
    if case is None or body is None:
        raise UnreadableError(Refusal("other"))
    try:
        return _decision(case, body)
    except (KeyError, ValueError, LinkError, BadIdError) as error:
        raise UnreadableError(Refusal("field", cause=str(error))) from error


def _decision(case: etree._Element, body: etree._Element) -> Decision:
    sections: list[Section] = []
    citations: list[CaseCitation] = []
    for element in body:
        kind = element.get("class", "")
        if kind != "empty":
            sections.append(_read_section(element, len(sections), citations))
    field = {str(name): str(value) for name, value in case.attrib.items()}
    played = field.get("played", "")
    return Decision(
        key=field["key"],
        number=field["number"],
        name=field["name"],
        sha256=field["sha256"],
        language=field["language"],
        instance=field["instance"],
        played=date.fromisoformat(played) if played else None,
        event=field["event"],
        outcome=cast(DecisionOutcome, field["outcome"]),
        unanimous={"yes": True, "no": False}.get(field["unanimous"]),
        deposit=cast(Deposit, field["deposit"]),
        laws_edition=field["laws"],
        dbf_edition=field["dbf"],
        basis=cast(DateBasis, field["basis"]),
        invented=field["invented"] == "yes",
        sections=tuple(sections),
        citations=tuple(citations),
        problems=tuple(problem.text or "" for problem in case.findall(f"{_C}problem")),
    )


def _meta(meta: etree._Element, decision: Decision) -> None:
    identification = etree.SubElement(meta, f"{_A}identification", source="#lovbro")
    day = decision.played.isoformat() if decision.played else _UNDATED
    work = f"/akn/xx/judgment/{decision.played.year if decision.played else 'undated'}/{decision.key}"
    # ISO 639-3 "und": the register may hold a case in a language that no text has.
    language = LANGUAGES[decision.language].iso3 if decision.language in LANGUAGES else "und"
    name = "played" if decision.played else "missing"
    expression = f"{work}/{language}@"
    levels = (("FRBRWork", work), ("FRBRExpression", expression), ("FRBRManifestation", f"{expression}.xml"))
    for level, uri in levels:
        element = etree.SubElement(identification, f"{_A}{level}")
        etree.SubElement(element, f"{_A}FRBRthis", value=f"{uri}/!main")
        etree.SubElement(element, f"{_A}FRBRuri", value=uri)
        etree.SubElement(element, f"{_A}FRBRdate", date=day, name=name)
        etree.SubElement(element, f"{_A}FRBRauthor", href="#instance")
        if level == "FRBRWork":
            etree.SubElement(element, f"{_A}FRBRcountry", value="xx")
        if level == "FRBRExpression":
            etree.SubElement(element, f"{_A}FRBRlanguage", language=language)
    references = etree.SubElement(meta, f"{_A}references", source="#lovbro")
    for organization, shown in (("lovbro", "Lovbro"), ("instance", decision.instance or "unknown")):
        uri = f"/ontology/organization/xx/{organization}"
        etree.SubElement(references, f"{_A}TLCOrganization", eId=organization, href=uri, showAs=shown)
    proprietary = etree.SubElement(meta, f"{_A}proprietary", source="#lovbro")
    case = etree.SubElement(
        proprietary, f"{_C}case", {name: _attribute(getattr(decision, field)) for name, field in _FIELDS.items()}
    )
    for problem in decision.problems:
        etree.SubElement(case, f"{_C}problem").text = problem


def _attribute(value: str | bool | date | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else value.isoformat() if value else ""


def _section(body: etree._Element, index: int, section: Section, decision: Decision) -> None:
    element = etree.SubElement(body, _A + _ELEMENTS.get(section.kind, "introduction"), eId=f"section_{index + 1}")
    element.set("class", section.kind)
    block = etree.SubElement(element, f"{_A}block", name="heading")
    block.text = section.title
    for place, text in enumerate(section.paragraphs):
        inside = [c for c in decision.citations if (c.section, c.paragraph) == (index, place)]
        _paragraph(etree.SubElement(element, f"{_A}p"), text, inside, decision)


def _paragraph(p: etree._Element, text: str, citations: Iterable[CaseCitation], decision: Decision) -> None:
    at = 0
    p.text = ""
    last: etree._Element | None = None
    for citation in sorted(citations, key=lambda c: c.start):
        _append(p, last, text[at : citation.start])
        last = _reference(p, citation, decision)
        at = citation.end
    _append(p, last, text[at:])


def _append(p: etree._Element, last: etree._Element | None, words: str) -> None:
    if last is None:
        p.text = (p.text or "") + words
    else:
        last.tail = (last.tail or "") + words


def _reference(p: etree._Element, citation: CaseCitation, decision: Decision) -> etree._Element:
    """``ref`` for one target, ``mref`` for several, ``span`` where the edition or the document is unknown."""
    links = [href(found, "", "") for found in decision.targets(citation)]
    if not links:
        title = " ".join((citation.work, *citation.ids))
        span = etree.SubElement(p, f"{_A}span", {"class": f"citation {citation.finding}", "title": title})
        span.text = citation.printed
        return span
    outer = etree.SubElement(p, f"{_A}mref") if len(links) > 1 else p
    for number, link in enumerate(links):
        ref = etree.SubElement(outer, f"{_A}ref", href=link)
        ref.set("class", citation.finding)
        ref.text = "" if number else citation.printed
    if len(links) > 1:
        outer.set("class", citation.finding)
    return outer if len(links) > 1 else ref


def _read_section(element: etree._Element, index: int, citations: list[CaseCitation]) -> Section:
    title = ""
    paragraphs: list[str] = []
    for child in element:
        if child.tag == f"{_A}block":
            title = _words(child)
        else:
            text = child.text or ""
            for mark in child:
                printed = _words(mark)
                citations.append(_read_citation(mark, index, len(paragraphs), len(text), printed))
                text += printed + (mark.tail or "")
            paragraphs.append(text)
    return Section(cast(SectionKind, element.get("class", "other")), title, tuple(paragraphs))


def _read_citation(mark: etree._Element, section: int, paragraph: int, start: int, printed: str) -> CaseCitation:
    finding = cast(CitationFinding, mark.get("class", "").split()[-1])
    if mark.tag == f"{_A}span":
        work, *ids = mark.get("title", "").split()
    else:
        found = [target(ref.get("href", ""), "", "") for ref in mark.iter(f"{_A}ref")]
        work, ids = found[0].work, [one.id for one in found]
    return CaseCitation(section, paragraph, start, start + len(printed), printed, work, tuple(ids), finding)


def _words(element: etree._Element) -> str:
    return "".join(str(text) for text in element.itertext())
