"""What the addresses answer as an OpenAPI 3.1 document: for programs, and for the tests that compare the answers."""

from __future__ import annotations

from typing import Any, get_args

from app.publish.failures import FailureCode
from app.publish.permalinks import MEDIA_TYPES, Form
from corpus.alignment.fate import Fate, FateDoubt
from corpus.languages import CODES
from corpus.registry import Registry

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
_FLAG: Schema = {"type": "boolean"}
_SUM: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 of the text's UTF-8 bytes"}
_DAY_OR_NULL: Schema = {"type": ["string", "null"], "format": "date"}
_ADDRESS: Schema = {"type": "string", "format": "uri-reference"}
_PLACE: Schema = {"expression": _TEXT, "id": _TEXT, "address": _ADDRESS, "citation": _TEXT, "heading": _TEXT_OR_NULL}
_EXPRESSION: Schema = dict.fromkeys(("expression", "language", "work", "edition", "title", "standing"), _TEXT)
_DOUBT: Schema = {
    "enum": [None, *get_args(FateDoubt)],
    "description": "ancestor: only the rule around it is listed; unreached: no row leads to it, only to what is around",
}


def openapi(registry: Registry) -> Schema:
    """The document for the texts of a registry; the same texts give the same bytes."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lovbro",
            "version": "1",
            "summary": "The laws of duplicate bridge: provisions, references, counterparts, old numbers",
            "license": {"name": "The texts are not free: see rights in every answer", "identifier": "LicenseRef-none"},
        },
        "servers": [{"url": "/"}],
        "paths": _paths(registry),
        "components": {"schemas": _schemas()},
    }


def _paths(registry: Registry) -> Schema:
    example = registry.expressions[0]
    language = _parameter("language", "path", {"enum": list(CODES)}, example.language)
    edition = _parameter("edition", "path", _TEXT, example.edition)
    place = _parameter("place", "path", _TEXT, "16C2a")
    day = _parameter("day", "path", {"type": "string", "format": "date"}, "2009-03-01")
    # Nothing that is typed is refused for its length or language: it is cut, or answered in the browser's language.
    query = _parameter("q", "query", _TEXT | {"description": "Cut after 500 characters"}, "§ 16 C 2 a")
    interface = _parameter("ui", "query", _TEXT | {"description": "da, nb, sv or en, else the browser's"}, "en")
    within = _parameter("in", "query", _TEXT, example.key)
    older = _parameter("edition", "query", _TEXT, "2007")
    limit = _parameter("limit", "query", {"type": "integer", "minimum": 1, "maximum": 200}, 20)
    provision = "/{language}/{edition}/{place}"
    return {
        provision: _get("A provision or definition, as a page", [language, edition, place, interface], "html"),
        f"{provision}.json": _get("The provision", [language, edition, place], "json", "Provision"),
        f"{provision}.jsonld": _get(
            "The provision as schema.org Legislation with ELI", [language, edition, place], "jsonld"
        ),
        f"{provision}.xml": _get("The provision as an Akoma Ntoso portion", [language, edition, place], "xml"),
        f"{provision}.txt": _get("The provision as plain text", [language, edition, place, interface], "txt"),
        "/{language}/{edition}": _get("A whole text: its laws", [language, edition, interface], "html"),
        "/{language}/{edition}.json": _get("A whole text", [language, edition], "json", "Expression"),
        "/at/{day}/{place}": _get("What held on a day, as a page", [day, place, interface], "html"),
        "/at/{day}/{place}.json": _get("What held on a day", [day, place], "json", "Dated"),
        "/cite": _get("What a citation leads to, as a page", [query, older, within, interface], "html"),
        "/cite.json": _get("What lovbro show --json answers", [query, older, within], "json", "Cited"),
        "/search.json": _get("What lovbro search --json answers", [query, within, limit], "json", "Found"),
    }


def _parameter(name: str, where: str, schema: Schema, example: object) -> Schema:
    required = where == "path" or name == "q"
    return {"name": name, "in": where, "required": required, "schema": schema, "example": example}


def _get(summary: str, parameters: list[Schema], form: Form, schema: str = "") -> Schema:
    content = {"schema": {"$ref": f"#/components/schemas/{schema}"} if schema else {}}
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    failure = {"application/problem+json": problem} if form in ("json", "jsonld") else {}
    return {
        "get": {
            "summary": summary,
            "parameters": parameters,
            "responses": {
                "200": {"description": summary, "content": {MEDIA_TYPES[form].split(";")[0]: content}},
                "304": {"description": "Not changed since the entity tag in If-None-Match"},
                "308": {"description": "The address of the place, as it is written"},
                "403": {"description": "A text that nobody has given leave to show", "content": failure},
                "404": {"description": "Nothing there: why, and what there is", "content": failure},
                "503": {"description": "Too many questions of this reader wait; Retry-After", "content": failure},
            },
        }
    }


def _object(**fields: Schema) -> Schema:
    """An object with these fields, all of them always there, and no other."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _in_force() -> Schema:
    return _object(**{"from": _DAY_OR_NULL, "to": _DAY_OR_NULL})


def _schemas() -> Schema:
    return _parts() | {"Provision": _provision()} | _answers()


def _parts() -> Schema:
    """The schemas of what a provision's record is made of, by name."""
    consent = _object(by=_TEXT, on={"type": "string", "format": "date"}, words=_TEXT)
    cited = {"printed": _TEXT, "where": _TEXT, "negated": _FLAG, "status": _TEXT}
    return {
        "Place": _object(**_PLACE),
        "Rights": _object(owner=_TEXT_OR_NULL, by=_list(_TEXT), original=_TEXT_OR_NULL, consent=_or_null(consent)),
        "Counterpart": _object(
            **_PLACE,
            place={"enum": ["same", "moved", "split", "merged", "overlay", "only-in"]},
            content={"enum": [None, "same", "revised"]},
            confidence={"type": "number", "minimum": 0, "maximum": 1},
            unsure=_FLAG,
            note=_TEXT_OR_NULL,
        ),
        "Number": _object(
            edition=_TEXT,
            fate={"enum": list(get_args(Fate))},
            changed=_FLAG,
            ids=_list(_TEXT),
            listed=_TEXT_OR_NULL,
            doubt=_DOUBT,
            notes=_list(_TEXT),
        ),
        "Reference": _object(
            **{"in": _TEXT},
            **cited,
            gloss=_TEXT,
            targets=_list({"type": "object", "properties": {"id": _TEXT}, "required": ["id"]}),
            form=_TEXT,
            signal=_TEXT,
            current=_list(_TEXT),
            likely=_list(_TEXT),
            evidence=_TEXT,
            read_at=_list(_or_null(_ref("Place"))),
        ),
        "Citing": _object(**_PLACE, **cited, kind=_TEXT, via=_TEXT, other_edition=_FLAG),
    }


def _provision() -> Schema:
    return _object(
        address=_ADDRESS,
        forms={"type": "object", "additionalProperties": _ADDRESS},
        **_EXPRESSION,
        in_force=_in_force(),
        id=_TEXT,
        eId=_TEXT,
        wId=_TEXT,
        uri=_TEXT,
        citations={"type": "object", "additionalProperties": _TEXT},
        heading=_TEXT_OR_NULL,
        heading_path=_list(_ref("Place")),
        text=_TEXT,
        sha256=_SUM,
        whole=_object(text=_TEXT, sha256=_SUM),
        tables=_list(_object(caption=_TEXT, rows=_list(_list(_TEXT)))),
        notes=_list(_object(marker=_TEXT, text=_TEXT, origin=_TEXT)),
        emendations=_list(_object(printed=_TEXT, corrected=_TEXT, rule=_TEXT)),
        source=_object(witness=_TEXT, lines={"type": "array", "items": {"type": "integer"}}),
        parts=_list(_ref("Place")),
        previous=_or_null(_ref("Place")),
        next=_or_null(_ref("Place")),
        counterparts=_list(_ref("Counterpart")),
        numbers=_list(_ref("Number")),
        references=_list(_ref("Reference")),
        cited_by=_list(_ref("Citing")),
        rights=_ref("Rights"),
    )


def _answers() -> Schema:
    """What else an address answers."""
    return {
        "Expression": _object(address=_ADDRESS, **_EXPRESSION, parts=_list(_ref("Place")), rights=_ref("Rights")),
        "Dated": _object(
            date={"type": "string", "format": "date"},
            work=_TEXT,
            edition=_TEXT,
            in_force=_in_force(),
            id=_TEXT,
            held=_FLAG,
            provisions=_list(_ref("Provision")),
            numbers=_list(_ref("Number")),
        ),
        "Cited": {
            "type": "object",
            "properties": {"citation": _TEXT, "provisions": _list({"type": "object"})},
            "required": ["citation", "provisions"],
        },
        "Found": {
            "type": "object",
            "properties": {
                "query": _TEXT,
                "citation": _TEXT_OR_NULL,
                "message": _TEXT,
                "hits": _list({"type": "object"}),
            },
            "required": ["query", "citation", "message", "terms", "suggestions", "hits"],
        },
        "Problem": _object(
            type=_TEXT,
            title=_TEXT,
            status={"type": "integer"},
            detail=_TEXT,
            code={"enum": list(get_args(FailureCode))},
            values={"type": "object", "additionalProperties": _TEXT},
            near={"type": ["string", "null"]},
            has=_list(_ADDRESS),
        ),
    }
