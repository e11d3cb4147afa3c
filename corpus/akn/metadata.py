"""The metadata block: FRBR identification, concepts of the definitions, and in ``proprietary`` what is Lovbro's own.

That is the Expression's key, and the evidence of its references, a ``reason`` with its values as attributes::

    <lb:evidence of="sec_214__subsec_G__ref_1">
     <lb:reason code="moved" place="16C1" others="16D1" edition="2007"/>
    </lb:evidence>
"""

from __future__ import annotations

from typing import get_args

from lxml import etree

from corpus import languages, uris
from corpus.akn.inline import AknError, lb, name, one_of
from corpus.evidence import Evidence, Reason, ReasonCode
from corpus.model import Expression
from corpus.registry import Registry

EVIDENCE = lb("evidence")
_EXPRESSION, _REASON = lb("expression"), lb("reason")
_CODES: tuple[ReasonCode, ...] = get_args(ReasonCode)
_PROPRIETARY = f"{name('meta')}/{name('proprietary')}"


def write_meta(act: etree._Element, expression: Expression, registry: Registry) -> etree._Element:
    """Add ``meta`` to ``act`` and return it; its last child is ``proprietary``, to which ``write_evidence`` adds."""
    meta = etree.SubElement(act, name("meta"))
    _identification(meta, expression, registry)
    _references(meta, expression)
    own = etree.SubElement(meta, name("proprietary"), {"source": "#lovbro"})
    entry = registry[expression.key]
    etree.SubElement(
        own,
        _EXPRESSION,
        {
            "key": expression.key,
            "language": expression.language,
            "work": expression.work,
            "edition": expression.edition,
            "title": expression.title,
            "standing": entry.standing,
            "witnesses": " ".join(entry.witnesses),
        },
    )
    return meta


def read_meta(act: etree._Element) -> dict[str, str]:
    """Key, language, work, edition, title and the witnesses of the expression. Raises AknError."""
    found = act.find(f"{_PROPRIETARY}/{_EXPRESSION}")
    if found is None:
        raise AknError("no <lb:expression> in the metadata: not a file that lovbro build wrote")
    return {str(key): str(value) for key, value in found.attrib.items()}


def write_evidence(meta: etree._Element, eid: str, evidence: Evidence) -> None:
    """Add the reasons of the reference ``eid``; empty values are left out, lists are tokens with blanks between."""
    box = etree.SubElement(meta[-1], EVIDENCE, {"of": eid})
    for reason in evidence:
        values = {**vars(reason), "others": " ".join(map(uris.token, reason.others))}
        etree.SubElement(box, _REASON, {key: str(value) for key, value in values.items() if value})


def read_evidence(act: etree._Element) -> dict[str, Evidence]:
    """The reasons by the eId of their reference. Raises AknError for a code that ``ReasonCode`` does not list."""
    return {box.get("of", ""): tuple(map(_reason, box)) for box in act.iterfind(f"{_PROPRIETARY}/{EVIDENCE}")}


def _reason(element: etree._Element) -> Reason:
    def value(key: str) -> str:
        return element.get(key, "")

    return Reason(
        one_of(value("code"), _CODES, "reason"),
        place=value("place"),
        others=tuple(map(uris.words_of_token, value("others").split())),
        edition=value("edition"),
        expression=value("expression"),
        work=value("work"),
        quoted=value("quoted"),
        likeness=int(value("likeness") or 0),
        own_likeness=int(value("own_likeness") or 0),
        note=value("note"),
    )


def _identification(meta: etree._Element, expression: Expression, registry: Registry) -> None:
    entry = registry[expression.key]
    work = uris.work_uri(expression.work, expression.edition)
    version = uris.expression_uri(entry, registry)
    day = uris.expression_date(entry, registry).isoformat()
    box = etree.SubElement(meta, name("identification"), {"source": "#lovbro"})
    one = _frbr(box, "FRBRWork", f"{work}/!main", work, f"{expression.edition}-01-01", "edition", "#author")
    for tag, value in (("FRBRcountry", "xx"), ("FRBRnumber", expression.work), ("FRBRname", expression.title)):
        etree.SubElement(one, name(tag), {"value": value})
    two = _frbr(box, "FRBRExpression", f"{version}/!main", version, day, "in-force", "#author")
    etree.SubElement(two, name("FRBRlanguage"), {"language": languages.language(expression.language).iso3})
    three = _frbr(box, "FRBRManifestation", f"{version}/!main.xml", f"{version}.xml", day, "markup", "#lovbro")
    etree.SubElement(three, name("FRBRformat"), {"value": "xml"})


def _frbr(
    parent: etree._Element, tag: str, this: str, uri: str, day: str, day_name: str, author: str
) -> etree._Element:
    element = etree.SubElement(parent, name(tag))
    etree.SubElement(element, name("FRBRthis"), {"value": this})
    etree.SubElement(element, name("FRBRuri"), {"value": uri})
    etree.SubElement(element, name("FRBRdate"), {"date": day, "name": day_name})
    etree.SubElement(element, name("FRBRauthor"), {"href": author})
    return element


def _references(meta: etree._Element, expression: Expression) -> None:
    box = etree.SubElement(meta, name("references"), {"source": "#lovbro"})
    organizations = (("lovbro", "Lovbro"), ("author", f"The publisher of {expression.title}"))
    for eid, shown in organizations:
        about = {"eId": eid, "href": f"/ontology/organization/{eid}", "showAs": shown}
        etree.SubElement(box, name("TLCOrganization"), about)
    for address, definition in expression.all_definitions():
        eid = f"concept_{uris.eid(address)}"
        href = f"{uris.work_uri(expression.work, expression.edition)}/~{uris.eid(address)}"
        etree.SubElement(box, name("TLCConcept"), {"eId": eid, "href": href, "showAs": definition.headword.text}).set(
            lb("language"), expression.language
        )
