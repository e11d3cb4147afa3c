"""A Decision as an Akoma Ntoso ``judgment``, and back.

Facts, ruling, views, reasoning and decision go into the elements the standard has for them; what it has no place
for (outcome, deposit, problems of reading) is in ``proprietary``. The bytes depend on the Decision alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

from lxml import etree

from corpus.ids import BadIdError, ProvisionId
from corpus.languages import LANGUAGES
from corpus.precedents.decision import (
    CaseCitation,
    CitationFinding,
    DateBasis,
    Decision,
    DecisionOutcome,
    Deposit,
    FieldOrigin,
    Section,
    SectionKind,
)
from corpus.schema import FormatError, Loader
from corpus.uris import AKN, LinkError, href, target_of_href

CASE_NS = "urn:lovbro:case"
_A = f"{{{AKN}}}"
_C = f"{{{CASE_NS}}}"
_NSMAP: dict[str | None, str] = {None: AKN, "case": CASE_NS}
_UNDATED = "0001-01-01"
LARGEST_JUDGMENT = 64 * 1024 * 1024  # bytes; several times what the largest file that is taken in becomes
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


class JudgmentError(FormatError):
    """A file of the register that is no judgment as Lovbro writes them."""


def decision_xml(decision: Decision) -> bytes:
    """The judgment as UTF-8 bytes; ``read_decision`` gives the same Decision back."""
    root = etree.Element(f"{_A}akomaNtoso", nsmap=_NSMAP)  # type: ignore[arg-type]  # the stubs know no default namespace
    judgment = etree.SubElement(root, f"{_A}judgment", name="judgment")
    _meta(etree.SubElement(judgment, f"{_A}meta"), decision)
    header = etree.SubElement(judgment, f"{_A}header")
    number = etree.SubElement(etree.SubElement(header, f"{_A}p"), f"{_A}docNumber")
    number.text = decision.number
    body = etree.SubElement(judgment, f"{_A}judgmentBody")
    placed: defaultdict[tuple[int, int], list[CaseCitation]] = defaultdict(list)
    for citation in decision.citations:
        placed[citation.section, citation.paragraph].append(citation)
    for index, section in enumerate(decision.sections):
        _section(body, index, section, decision, placed)
    if not decision.sections:
        etree.SubElement(etree.SubElement(body, f"{_A}introduction", {"class": "empty"}), f"{_A}p")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def read_decision(content: bytes, file: str = "judgment.xml") -> Decision:
    """The Decision in a judgment, whatever the bytes. Raises JudgmentError; ``file`` is the name that it gives."""
    load = Loader(file, JudgmentError)
    if len(content) > LARGEST_JUDGMENT:
        raise load.fault("large", expected=str(LARGEST_JUDGMENT), found=str(len(content)))
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise load.fault("syntax", cause=str(error)) from error
    case = root.find(f".//{_C}case")
    body = root.find(f".//{_A}judgmentBody")
    if case is None or body is None:
        raise load.fault("foreign")
    return _Reader(load).decision(case, body)


class _Reader:
    """One judgment; every fault is raised by ``load`` with its place."""

    def __init__(self, load: Loader) -> None:
        self._load = load
        self._citations: list[CaseCitation] = []

    def decision(self, case: etree._Element, body: etree._Element) -> Decision:
        sections: list[Section] = []
        for element in body:
            if element.get("class") != "empty":
                sections.append(self._section(element, len(sections)))
        field = {str(name): str(value) for name, value in case.attrib.items()}
        if missing := next((name for name in _FIELDS if name not in field), None):
            raise self._load.fault("absent", "case", expected=missing)
        choice = self._load.convert
        return Decision(
            key=field["key"],
            number=field["number"],
            name=field["name"],
            sha256=field["sha256"],
            language=field["language"],
            instance=field["instance"],
            played=self._day(field["played"]),
            event=field["event"],
            outcome=choice(field["outcome"], DecisionOutcome, "case.outcome"),  # type: ignore[arg-type]
            unanimous={"yes": True, "no": False}.get(field["unanimous"]),
            deposit=choice(field["deposit"], Deposit, "case.deposit"),  # type: ignore[arg-type]
            laws_edition=field["laws"],
            dbf_edition=field["dbf"],
            basis=choice(field["basis"], DateBasis, "case.basis"),  # type: ignore[arg-type]
            invented=field["invented"] == "yes",
            sections=tuple(sections),
            citations=tuple(self._citations),
            origins=tuple(self._origin(origin) for origin in case.findall(f"{_C}origin")),
            problems=tuple(problem.text or "" for problem in case.findall(f"{_C}problem")),
        )

    def _day(self, written: str) -> date | None:
        try:
            return date.fromisoformat(written) if written else None
        except ValueError as error:
            raise self._load.fault("kind", "case.played", expected="date", found="text") from error

    def _origin(self, element: etree._Element) -> FieldOrigin:
        places = [element.get(name) or "" for name in ("section", "paragraph", "start", "end")]
        try:
            section, paragraph, start, end = map(int, places)
        except ValueError as error:
            raise self._load.fault("kind", "case.origin", expected="whole-number", found=" ".join(places)) from error
        return FieldOrigin(element.get("field") or "", element.text or "", section, paragraph, start, end)

    def _section(self, element: etree._Element, index: int) -> Section:
        place = f"section[{index + 1}]"
        kind: SectionKind = self._load.convert(element.get("class", "other"), SectionKind, place)  # type: ignore[arg-type]
        title = ""
        paragraphs: list[str] = []
        for child in element:
            if child.tag == f"{_A}block":
                title = _words(child)
            else:
                paragraphs.append(self._paragraph(child, index, len(paragraphs)))
        return Section(kind, title, tuple(paragraphs))

    def _paragraph(self, p: etree._Element, section: int, paragraph: int) -> str:
        parts, length = [p.text or ""], len(p.text or "")
        for mark in p:
            place = f"section[{section + 1}].p[{paragraph + 1}]"
            printed, tail = _words(mark), mark.tail or ""
            work, ids, finding = self._citation(mark, place)
            end = length + len(printed)
            self._citations.append(CaseCitation(section, paragraph, length, end, printed, work, ids, finding))
            parts += [printed, tail]
            length = end + len(tail)
        return "".join(parts)

    def _citation(self, mark: etree._Element, place: str) -> tuple[str, tuple[str, ...], CitationFinding]:
        """Work, ids and finding of a ``ref``, an ``mref`` or a ``span``."""
        named = (mark.get("class") or "").rpartition(" ")[2]
        finding: CitationFinding = self._load.convert(named, CitationFinding, place)  # type: ignore[arg-type]
        try:
            if mark.tag == f"{_A}span":
                work, *ids = (mark.get("title") or "").split() or [""]
                return work, tuple(str(ProvisionId.of(one)) for one in ids), finding
            found = [target_of_href(ref.get("href", ""), "", "") for ref in mark.iter(f"{_A}ref")]
        except (LinkError, BadIdError) as error:
            raise self._load.fault("value", place, found=_words(mark), cause=str(error)) from error
        if not found:
            raise self._load.fault("absent", place, expected="ref")
        return found[0].work, tuple(one.id for one in found), finding


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
    for origin in decision.origins:
        at = {name: str(getattr(origin, name)) for name in ("field", "section", "paragraph", "start", "end")}
        etree.SubElement(case, f"{_C}origin", at).text = origin.words
    for problem in decision.problems:
        etree.SubElement(case, f"{_C}problem").text = problem


def _attribute(value: str | bool | date | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else value.isoformat() if value else ""


def _section(
    body: etree._Element,
    index: int,
    section: Section,
    decision: Decision,
    placed: Mapping[tuple[int, int], list[CaseCitation]],
) -> None:
    element = etree.SubElement(body, _A + _ELEMENTS.get(section.kind, "introduction"), eId=f"section_{index + 1}")
    element.set("class", section.kind)
    block = etree.SubElement(element, f"{_A}block", name="heading")
    block.text = section.title
    for place, text in enumerate(section.paragraphs):
        _paragraph(etree.SubElement(element, f"{_A}p"), text, placed.get((index, place), ()), decision)


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


def _words(element: etree._Element) -> str:
    return "".join(str(text) for text in element.itertext())
