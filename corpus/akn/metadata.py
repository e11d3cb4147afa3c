"""The metadata block: FRBR identification, concepts of the definitions, and what makes the Expression whole."""

from __future__ import annotations

from lxml import etree

from corpus import languages, uris
from corpus.akn.inline import LB, AknError, lb, name
from corpus.model import Expression
from corpus.registry import Registry

_EXPRESSION = f"{{{LB}}}expression"


def write_meta(act: etree._Element, expression: Expression, registry: Registry) -> etree._Element:
    """Add ``meta`` to ``act`` and return it; its last child is ``proprietary``."""
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
    """Key, language, work, edition, title and the witnesses of the expression."""
    found = act.find(f"{name('meta')}/{name('proprietary')}/{_EXPRESSION}")
    if found is None:
        raise AknError("no <lb:expression> in the metadata: not a file that lovbro build wrote")
    return {str(key): str(value) for key, value in found.attrib.items()}


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
