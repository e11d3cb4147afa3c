"""A provision's record as JSON-LD (schema.org ``Legislation`` with ELI properties) and as plain text."""

from __future__ import annotations

from app.i18n.words import UiLanguage, day, line_words, words
from app.publish.permalinks import permalink
from app.publish.record import ProvisionRecord, sha256
from app.publish.record_json import JsonObject
from corpus import languages, uris
from corpus.registry import LAWS, ExpressionEntry, Registry

CONTEXT = {
    "@vocab": "https://schema.org/",
    "eli": "http://data.europa.eu/eli/ontology#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    **{
        name: {"@type": "@id"}
        for name in ("exampleOfWork", "isPartOf", "hasPart", "citation", "workTranslation", "legislationLegalForce")
    },
    **{
        f"eli:{name}": {"@type": "@id"}
        for name in ("is_part_of", "has_part", "realizes", "cites", "cited_by", "language", "in_force", "is_about")
    },
    "legislationDateVersion": {"@type": "xsd:date"},
    "eli:version_date": {"@type": "xsd:date"},
    "eli:first_date_entry_in_force": {"@type": "xsd:date"},
    "eli:date_no_longer_in_force": {"@type": "xsd:date"},
}
"""Written out, so that a document is understood without fetching another."""
_IN_FORCE = {"in-force", "preliminary"}
_EU_LANGUAGE = "http://publications.europa.eu/resource/authority/language/"


def record_jsonld(record: ProvisionRecord, registry: Registry) -> JsonObject:
    """The record as schema.org ``Legislation`` and ELI ``LegalExpression``, its addresses relative to the server."""
    found = _as_legislation(record, registry) | _as_legal_expression(record, registry)
    if record.since:
        since = str(record.since)
        found |= {"legislationDateVersion": since, "eli:version_date": since, "eli:first_date_entry_in_force": since}
    if record.until:
        found["eli:date_no_longer_in_force"] = str(record.until)
    return {name: value for name, value in found.items() if value != []} | _rights(record.entry)


def record_text(record: ProvisionRecord, registry: Registry, ui: UiLanguage) -> str:
    """The record as lines of text: what and whose it is, the words of the book, and where they are from."""
    names, entry = words(ui), record.entry
    return "\n".join(
        [
            f"{record.citation} · {entry.title} ({names[entry.standing]})",
            " › ".join(step.heading for step in record.path[:-1] if step.heading),
            "",
            record.whole,
            "",
            f"{record.source.witness}, {line_words(record.source.first, record.source.last, ui)}",
            rights_sentence(entry, ui),
            f"SHA-256 {names['sum_over']}: {sha256(record.whole)}",
            permalink(registry, entry.key, record.place),
            "",
        ]
    )


def rights_sentence(entry: ExpressionEntry, ui: UiLanguage) -> str:
    """Whose a text is and whether it may be passed on, for a reader of any form of it."""
    names, rights = words(ui), entry.rights
    owner = names["rights_owner"].format(owner=rights.owner or names["rights_unknown"])
    made = f" ({', '.join(rights.by)})" if rights.by else ""
    original = " " + names["rights_original"].format(original=rights.original) if rights.original else ""
    consent = rights.consent
    leave = (
        names["rights_consent"].format(by=consent.by, on=day(consent.on, ui)) if consent else names["rights_own_use"]
    )
    return f"{owner}{made}.{original} {leave}"


def _as_legislation(record: ProvisionRecord, registry: Registry) -> JsonObject:
    """What schema.org has words for."""
    entry = record.entry
    cites = [p for ref in record.references for p in ref.read_at if p and not ref.reference.negated]
    same = [c.of for c in record.counterparts if registry[c.of.expression].edition == entry.edition]
    return {
        "@context": CONTEXT,
        "@id": permalink(registry, entry.key, record.place),
        "@type": ["Legislation", "eli:LegalExpression"],
        "identifier": record.uri,
        "legislationIdentifier": record.citation,
        "legislationType": "Laws of Duplicate Bridge" if entry.work == LAWS else "Regulations",
        "name": " · ".join(part for part in (record.citation, record.heading) if part),
        "inLanguage": languages.language(entry.language).locale,
        "version": entry.edition,
        "legislationLegalForce": f"https://schema.org/{'InForce' if entry.standing in _IN_FORCE else 'NotInForce'}",
        "exampleOfWork": f"{uris.work_uri(entry.work, entry.edition)}/~{record.wid}",
        "isPartOf": _around(record, registry),
        "hasPart": _parts(record, registry),
        "text": record.whole,
        "citation": sorted({permalink(registry, p.expression, p.place) for p in cites}),
        "workTranslation": [permalink(registry, p.expression, p.place) for p in same],
    }


def _as_legal_expression(record: ProvisionRecord, registry: Registry) -> JsonObject:
    """What ELI has words for."""
    entry = record.entry
    return {
        "eli:title": record.heading or record.citation,
        "eli:realizes": f"{uris.work_uri(entry.work, entry.edition)}/~{record.wid}",
        "eli:language": _EU_LANGUAGE + languages.language(entry.language).iso3.upper(),
        "eli:in_force": f"eli:InForce-{'inForce' if entry.standing in _IN_FORCE else 'notInForce'}",
        "eli:is_part_of": _around(record, registry),
        "eli:has_part": _parts(record, registry),
        "eli:cited_by": sorted(
            {
                permalink(registry, one.source.expression, one.source.place.split("#")[0])
                for one in record.cited_by
                if one.inbound.kind == "own" and not one.inbound.across
            }
        ),
    }


def _around(record: ProvisionRecord, registry: Registry) -> str:
    """The address of the provision that a provision is part of, else of the text."""
    above = permalink(registry, record.entry.key, record.path[-2].place) if len(record.path) > 1 else ""
    return above or permalink(registry, record.entry.key)


def _parts(record: ProvisionRecord, registry: Registry) -> list[str]:
    return [permalink(registry, record.entry.key, part.place) for part in record.parts]


def _rights(entry: ExpressionEntry) -> JsonObject:
    rights = entry.rights
    found: JsonObject = {
        "copyrightHolder": {"@type": "Organization", "name": rights.owner} if rights.owner else None,
        "contributor": [{"@type": "Person", "name": name} for name in rights.by],
        "copyrightNotice": rights_sentence(entry, "en"),
    }
    return {name: value for name, value in found.items() if value}
