"""What answers a request for an address: the place is found, and its record written in the form asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.i18n.words import day, words
from app.publish.consent import with_consent
from app.publish.failures import AddressFailure, NoSuchAddressError
from app.publish.openapi import openapi
from app.publish.permalinks import MEDIA_TYPES, Form, permalink, split_form
from app.publish.places import DatedPlace, on_day, place_in, text_at
from app.publish.record import ProvisionRecord, PublishedPlace, provision_record, published_place
from app.publish.record_forms import record_jsonld, record_text
from app.publish.record_json import JsonObject, dated_json, expression_json, record_json
from app.publish.record_page import dated_page, found_page, interface_language, record_page, text_page
from app.publish.responses import content_answer, json_answer, reader_language, with_failure_answers
from app.publish.routes import Handler
from app.reader.context import ReaderServices
from corpus import store
from corpus.akn import PortionSource
from corpus.registry import ExpressionEntry, Registry

STYLE = Path(__file__).resolve().parent.parent / "views" / "assets" / "style.css"
LIMIT, MOST = 20, 200
_LONGEST_QUERY = 500  # characters of a question that are read
ShowFrom = Callable[[ReaderServices], Callable[[str, str | None], JsonObject]]
"""What ``lovbro show --json`` answers to a citation, in one text or in any; raises ValueError if it leads nowhere."""
SearchAnswer = Callable[[ReaderServices, str, Sequence[str] | None, int], JsonObject]
"""The answer of ``lovbro search --json`` to a question, in some texts or in all, with at most so many hits."""


@dataclass(frozen=True)
class AddressHandlers:
    """What answers the requests; with ``public``, without the texts that nobody has given leave to show.

    ``open_known`` names further texts than those of the services: about them the answer is that they may not be shown.
    """

    open_services: Callable[[], ReaderServices]
    show_from: ShowFrom
    search: SearchAnswer
    public: bool = False
    open_known: Callable[[], Registry] | None = None

    def by_name(self) -> Mapping[str, Handler]:
        """What answers each path of ``routes.PATHS``."""
        handlers: dict[str, tuple[Callable[[Request, Form], Response], Form]] = {
            "openapi": (self._openapi, "json"),
            "style": (self._style, "txt"),
            "search": (self._search, "json"),
            "cite": (self._cite, "html"),
            "cite_json": (self._cite, "json"),
            "dated": (self._dated, "html"),
            "text": (self._text, "html"),
            "provision": (self._provision, "html"),
        }
        return {name: with_failure_answers(handler, form) for name, (handler, form) in handlers.items()}

    @cached_property
    def _services(self) -> ReaderServices:
        services = self.open_services()
        return with_consent(services) if self.public else services

    @cached_property
    def _portions(self) -> Callable[[str], PortionSource]:
        """The XML of a text; read once, since taking one provision out of it is quicker than reading all."""
        return cache(lambda key: PortionSource(store.expression_xml(key)))

    @property
    def _known(self) -> Registry:
        """All texts, also those that may not be shown."""
        return self.open_known() if self.open_known else self.open_services().library.registry

    @cached_property
    def _show(self) -> Callable[[str, str | None], JsonObject]:
        return self.show_from(self._services)

    def _provision(self, request: Request, form: Form) -> Response:
        services, segment = self._services, request.path_params["edition"]
        typed, form = split_form(request.path_params["place"])
        entry = text_at(services, self._known, request.path_params["language"], segment)
        registry = services.library.registry
        place = place_in(services, entry, typed) if typed else ""
        path = permalink(registry, entry.key, place, form)
        if not place or path != permalink(registry, entry.key, typed, form) or segment not in path.split("/"):
            return RedirectResponse(path, HTTPStatus.PERMANENT_REDIRECT, {"Access-Control-Allow-Origin": "*"})
        record = provision_record(services, entry.key, place)
        return self._record(request, services, record, form)

    def _record(self, request: Request, services: ReaderServices, record: ProvisionRecord, form: Form) -> Response:
        registry, entry = services.library.registry, record.entry
        ui = reader_language(request, interface_language(entry))
        if form == "json":
            return json_answer(request, record_json(record, registry))
        if form == "jsonld":
            return json_answer(request, record_jsonld(record, registry), MEDIA_TYPES["jsonld"])
        if form == "xml":
            return content_answer(request, self._portions(entry.key).portion(record.place), MEDIA_TYPES["xml"])
        if form == "txt":
            return content_answer(request, record_text(record, registry, ui), MEDIA_TYPES["txt"])
        return content_answer(request, record_page(services, record, ui), MEDIA_TYPES["html"])

    def _text(self, request: Request, form: Form) -> Response:
        services = self._services
        segment, form = split_form(request.path_params["edition"])
        entry = text_at(services, self._known, request.path_params["language"], segment)
        ui = reader_language(request, interface_language(entry))
        if form == "json":
            return json_answer(request, expression_json(services.library.registry, entry, _laws(services, entry)))
        if form == "xml":
            return content_answer(request, store.expression_xml(entry.key), MEDIA_TYPES["xml"])
        if form == "html":
            return content_answer(request, text_page(services, entry, _laws(services, entry), ui), MEDIA_TYPES["html"])
        raise NoSuchAddressError(AddressFailure("no-form", {"given": form}))

    def _dated(self, request: Request, form: Form) -> Response:
        services = self._services
        typed, form = split_form(request.path_params["place"])
        found = on_day(services, request.path_params["day"], typed)
        records = [provision_record(services, key, str(found.number)) for key in found.texts]
        if form == "json":
            return json_answer(request, dated_json(found, records, services.library.registry))
        if form == "html":
            return content_answer(request, self._dated_page(request, services, found, records), MEDIA_TYPES["html"])
        if not records:
            raise NoSuchAddressError(AddressFailure("no-form", {"given": form}))
        return self._record(request, services, records[0], form)

    def _dated_page(
        self, request: Request, services: ReaderServices, found: DatedPlace, records: Sequence[ProvisionRecord]
    ) -> str:
        ui = reader_language(request, interface_language(records[0].entry) if records else None)
        names = words(ui)
        sentence = names["date_in_force"].format(day=day(found.day, ui), edition=found.edition.edition)
        if records:
            return record_page(services, records[0], ui, [sentence])
        return dated_page(services, found, ui, [sentence, names["date_not_held"]])

    def _cite(self, request: Request, form: Form) -> Response:
        services, query = self._services, request.query_params.get("q", "").strip()[:_LONGEST_QUERY]
        edition = request.query_params.get("edition", "").strip()[:20]
        expression = request.query_params.get("in") or None
        try:
            found = self._show(f"{query} {edition}".strip(), expression)
        except ValueError as error:
            values = {"given": query, "sentence": str(error)}
            raise NoSuchAddressError(AddressFailure("no-citation", values)) from error
        if form == "json" or "application/json" in request.headers.get("accept", ""):
            return json_answer(request, found)
        places = [(one["expression"], one["id"]) for one in found["provisions"]]
        listed = [published_place(services.library, *place) for place in places]
        return content_answer(
            request, found_page(services, found, listed, query, reader_language(request)), MEDIA_TYPES["html"]
        )

    def _search(self, request: Request, form: Form) -> Response:
        services, params = self._services, request.query_params
        shown = services.library.registry.keys
        wanted = [key for key in params.get("in", "").split(",") if key]
        keys = [key for key in wanted or shown if key in shown]
        limit = params.get("limit", "")
        most = min(max(int(limit[:9]), 1), MOST) if limit.isascii() and limit.isdigit() else LIMIT
        return json_answer(request, self.search(services, params.get("q", "")[:_LONGEST_QUERY], keys, most))

    def _openapi(self, request: Request, form: Form) -> Response:
        return json_answer(request, openapi(self._known))

    def _style(self, request: Request, form: Form) -> Response:
        return content_answer(request, STYLE.read_bytes(), "text/css")


def _laws(services: ReaderServices, entry: ExpressionEntry) -> list[PublishedPlace]:
    return [published_place(services.library, entry.key, str(law.id)) for law in services.library[entry.key].laws]
