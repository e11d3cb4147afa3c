"""One provision or definition of an XML product as a document of its own: the Akoma Ntoso ``portion``."""

from __future__ import annotations

from copy import deepcopy

from lxml import etree

from corpus import uris
from corpus.akn.inline import LB, AknError, act_of, lb, name
from corpus.akn.writer import DEFINITIONS


class PortionSource:
    """An XML product, read once, from which portions are taken."""

    def __init__(self, content: bytes) -> None:
        """``content`` is a file that ``lovbro build`` wrote. Raises AknError when it is none."""
        act = act_of(content)
        meta = act.find(name("meta"))
        if meta is None:
            raise AknError("no <meta> in the XML: not a file that lovbro build wrote")
        self._act, self._meta = act, meta
        self._uri = _value(meta, f"{name('identification')}/{name('FRBRExpression')}/{name('FRBRuri')}")
        self._work = _value(meta, f"{name('identification')}/{name('FRBRWork')}/{name('FRBRuri')}")
        self._by_eid = {str(found.get("eId")): found for found in act.iter() if found.get("eId")}

    def portion(self, place: str) -> bytes:
        """The portion of a place, an id or ``def:<headword>``, UTF-8. Raises AknError where the text has no such place.

        A link to what is outside the portion names the work; the metadata have what the portion needs of the whole.
        """
        eid = uris.eid(place)
        found = self._by_eid.get(eid)
        if found is None:
            raise AknError(f"{self._uri} has no {eid}")
        root = etree.fromstring(f'<akomaNtoso xmlns="{uris.AKN}" xmlns:lb="{LB}"/>')
        portion = etree.SubElement(root, name("portion"), {"includedIn": self._uri})
        body = etree.Element(name("portionBody"))
        body.append(_whole(found))
        etree.strip_attributes(body, "{http://www.w3.org/XML/1998/namespace}space")
        self._point_outside(body)
        portion.append(self._metadata(eid, body))
        portion.append(body)
        etree.cleanup_namespaces(root, keep_ns_prefixes=["lb"])
        return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"

    def _point_outside(self, body: etree._Element) -> None:
        inside = {found.get("eId") for found in body.iter()}
        for found in body.iter():
            for attribute in ("href", "from", "upTo"):
                link = str(found.get(attribute) or "")
                if link.startswith("#") and link[1:] not in inside:
                    found.set(attribute, f"{self._work}/~{link[1:]}")

    def _metadata(self, eid: str, body: etree._Element) -> etree._Element:
        """The identification of the whole with the portion named, and the concepts and notes that it uses."""
        meta = etree.Element(name("meta"))
        identification = deepcopy(self._meta.find(name("identification")))
        assert identification is not None, "lovbro build writes one"
        for this in identification.iter(name("FRBRthis")):
            this.set("value", _portion_uri(str(this.get("value")), eid))
        form = identification.find(f"{name('FRBRManifestation')}/{name('FRBRformat')}")
        if form is not None:
            form.addprevious(etree.Element(name("FRBRportion"), {"from": f"#{eid}", "upTo": f"#{eid}"}))
        meta.append(identification)
        listed = self._meta.find(name("references"))
        if listed is not None:
            used = {str(found.get("refersTo")) for found in body.iter() if found.get("refersTo")}
            kept = etree.SubElement(meta, name("references"), {"source": str(listed.get("source"))})
            kept.extend(
                deepcopy(one) for one in listed if one.tag == name("TLCOrganization") or f"#{one.get('eId')}" in used
            )
        self._notes(meta, {str(found.get("eId")) for found in body.iter() if found.get("eId")})
        return meta

    def _notes(self, meta: etree._Element, inside: set[str]) -> None:
        """Add the notes that are among the metadata because a table calls for them."""
        listed = self._meta.find(name("notes"))
        found = [one for one in listed if inside & _anchors(one)] if listed is not None else []
        if listed is not None and found:
            kept = etree.SubElement(meta, name("notes"), {"source": str(listed.get("source"))})
            kept.extend(deepcopy(one) for one in found)


def _whole(found: etree._Element) -> etree._Element:
    """A copy that may be a document: an entry of a list with the list and the section around it."""
    copy = deepcopy(found)
    copy.tail = None
    if found.tag != name("item"):
        return copy
    section = etree.Element(name("section"), {"eId": DEFINITIONS, "class": DEFINITIONS})
    content = etree.SubElement(section, name("content"))
    listed = etree.SubElement(content, name("blockList"), {"eId": f"{DEFINITIONS}__list"})
    listed.append(copy)
    return section


def _anchors(note: etree._Element) -> set[str]:
    """The eIds of the places that call for a note."""
    return {uris.eid(place) for place in str(note.get(lb("anchors"))).split()}


def _portion_uri(value: str, eid: str) -> str:
    """The name of a portion: ``/akn/xx/act/2017/laws/!main.xml`` becomes ``/akn/xx/act/2017/laws/!main~sec_16.xml``."""
    whole, mark, ending = value.rpartition("!main")
    return f"{whole}{mark}~{eid}{ending}"


def _value(meta: etree._Element, path: str) -> str:
    found = meta.find(path)
    if found is None:
        raise AknError(f"no {path} in the metadata: not a file that lovbro build wrote")
    return str(found.get("value"))
