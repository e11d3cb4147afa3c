"""From the place an address names to a place that exists, and the problem to show when it does not."""

from __future__ import annotations

from app.i18n.words import words
from app.reader.address import AddressProblem, PageState
from app.reader.context import ReaderServices
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import missing_provision


def settle(services: ReaderServices, state: PageState) -> PageState:
    """The state at an existing place: by its own text's number, else in a text that has it, else the nearest there is.

    ``?law=214G`` opens DBf's own rule although the laws lead; ``?law=16F`` opens law 16 with the problem that there is
    no F, only A to D.
    """
    if not is_provision_id(state.place) and not state.place.startswith("def:"):
        return state
    if services.library.exists(state.by, state.place):
        return state
    for key in dict.fromkeys((*state.columns, *services.library.registry.keys)):
        if services.library.exists(key, state.place):
            columns = state.columns if key in state.columns else (key, *state.columns[:3])
            return state.to(by=key, columns=columns, on=key, problems=state.problems)
    return _nearest(services, state)


def _nearest(services: ReaderServices, state: PageState) -> PageState:
    text = services.library.entry(state.by).short
    problem = AddressProblem("no_place", state.place, text)
    if state.place.startswith("def:"):
        return state.to(place="def", problems=(*state.problems, problem))
    missing = missing_provision(ProvisionId.of(state.place), services.library.order(state.by))
    near = str(missing.known or services.library[state.by].laws[0].id)
    instead = words(state.ui)["no_place_near"].format(near=missing.known or text, parts=missing.span)
    problem = AddressProblem("no_place", state.place, text, instead if missing.has else "")
    return state.to(place=near, problems=(*state.problems, problem))
