"""From the place an address names to a place that exists, and the problem to show when it does not."""

from __future__ import annotations

from app.i18n.words import words
from app.reader.address import AddressProblem, PageState
from app.reader.context import ReaderServices
from corpus.ids import ProvisionId, is_provision_id


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
    above: ProvisionId | None = ProvisionId.of(state.place).parent
    while above is not None and not services.library.exists(state.by, str(above)):
        above = above.parent
    near = str(above) if above is not None else str(services.library[state.by].laws[0].id)
    problem = AddressProblem("no_place", state.place, text, _instead(services, state, str(above or "")))
    return state.to(place=near, problems=(*state.problems, problem))


def _instead(services: ReaderServices, state: PageState, near: str) -> str:
    """What exists instead: the parts of the nearest provision, or the first and last law."""
    if near:
        provision = services.library.provision(state.by, near)
        parts = [child.id.parts[-1] for child in provision.children] if provision else []
    else:
        parts = [str(law.id) for law in services.library[state.by].laws]
    if not parts:
        return ""
    span = parts[0] if len(parts) == 1 else f"{parts[0]}–{parts[-1]}"
    name = near or services.library.entry(state.by).short
    return words(state.ui)["no_place_near"].format(near=name, parts=span)
