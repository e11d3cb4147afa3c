"""Answers over HTTP: readable from every origin, with an entity tag; a failure in the form that was asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from app.i18n.words import UI_LANGUAGES, UiLanguage
from app.publish.failures import AddressFailure, NoSuchAddressError, failure_sentence
from app.publish.permalinks import MEDIA_TYPES, Form
from app.reader.address import browser_ui

if TYPE_CHECKING:  # records take longer to import than a server to listen
    from app.publish.record_json import JsonObject

PROBLEM = "application/problem+json"
_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
    "Cache-Control": "no-cache",
}
_STATUS = {"no-consent": HTTPStatus.FORBIDDEN, "busy": HTTPStatus.SERVICE_UNAVAILABLE}
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def content_answer(request: Request, content: str | bytes, media_type: str, status: int = HTTPStatus.OK) -> Response:
    """The content with its entity tag; only that it has not changed, for a reader who has it."""
    body = content.encode() if isinstance(content, str) else content
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {**_HEADERS, "ETag": tag}
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if status == HTTPStatus.OK and (tag in known or "*" in known):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(body, status, headers, media_type)


def json_answer(request: Request, found: JsonObject, media_type: str = MEDIA_TYPES["json"]) -> Response:
    """An object as JSON, as people read it."""
    return content_answer(request, _json(found), media_type)


def with_failure_answers(handler: Callable[[Request, Form], Response], form: Form) -> Callable[[Request], Response]:
    """A handler that answers NoSuchAddressError too, in the form that the address ends with, else in ``form``.

    Preflight requests (OPTIONS) are answered 204 without asking it.
    """

    def answered(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=HTTPStatus.NO_CONTENT, headers={**_HEADERS, **_PREFLIGHT})
        try:
            return handler(request, form)
        except NoSuchAddressError as error:
            return failure_answer(request, error.failure, requested_form(request, form))

    return answered


def requested_form(request: Request, default: Form) -> Form:
    """The form that the ending of an address names, else ``default``."""
    _, dot, ending = request.url.path.rpartition(".")
    return next((form for form in MEDIA_TYPES if dot and form == ending), default)


def reader_language(request: Request, fallback: UiLanguage | None = None) -> UiLanguage:
    """The interface language that an address names, else ``fallback``, else that of the reader's browser."""
    named = request.query_params.get("ui")
    if chosen := next((ui for ui in UI_LANGUAGES if ui == named), fallback):
        return chosen
    return browser_ui(request.headers.get("accept-language", "").split(",")[0].split(";")[0])


def busy_answer(request: Request) -> Response:
    """That a reader asks more than can be answered, and when to ask again."""
    form = requested_form(request, "txt")
    response = failure_answer(request, AddressFailure("busy"), "txt" if form == "html" else form)
    response.headers["Retry-After"] = "2"
    return response


def failure_answer(request: Request, failure: AddressFailure, form: Form) -> Response:
    """Why there is nothing, and what there is: a page, RFC 9457 problem details, or a line of text."""
    status = _STATUS.get(failure.code, HTTPStatus.NOT_FOUND)
    if form in ("json", "jsonld"):
        return content_answer(request, _json(problem_json(failure, status)), PROBLEM, status)
    if form == "html":
        from app.publish.record_page import failure_page  # with the first failure, not with the server

        return content_answer(request, failure_page(failure, reader_language(request)), MEDIA_TYPES["html"], status)
    return content_answer(request, failure_sentence(failure, "en") + "\n", MEDIA_TYPES["txt"], status)


def problem_json(failure: AddressFailure, status: int) -> JsonObject:
    """The failure as an object: its code, its sentence in English, its values, and addresses that show something."""
    return {
        "type": f"urn:lovbro:problem:{failure.code}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": failure_sentence(failure, "en"),
        "code": failure.code,
        "values": dict(failure.values),
        "near": failure.near or None,
        "has": list(failure.has),
    }


def _json(found: JsonObject) -> str:
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"
