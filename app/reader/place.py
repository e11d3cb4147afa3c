"""From the place an address names to a place that exists, and the problem to show when it does not."""

from __future__ import annotations

from app.i18n.fates import fate_sentences
from app.i18n.words import words
from app.reader.address import AddressProblem, PageState
from app.reader.context import ReaderServices
from corpus.alignment.fate import NumberFate
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import missing_provision
from corpus.registry import LAWS


def existing_state(services: ReaderServices, state: PageState) -> PageState:
    """The state at an existing place: by its own text's number, else in a text that has it, else the nearest there is.

    ``?law=214G`` opens DBf's own rule although the laws lead; ``?law=16F`` opens law 16 with the problem that there is
    no F, only A to D. What is compared are laws: a definition or a part of the book gives the first of them.
    """
    if state.view == "compare" and not is_provision_id(state.place):
        return state.to(place=_first(services, state.by), problems=state.problems)
    if not is_provision_id(state.place) and not state.place.startswith("def:"):
        return state
    if state.edition:
        return _of_edition(services, state)
    if services.library.exists(state.by, state.place):
        return state
    for key in dict.fromkeys((*state.columns, *services.library.registry.keys)):
        if services.library.exists(key, state.place):
            return state.to(by=key, columns=state.columns_with(key), on=key, problems=state.problems)
    fate = services.fates.last(ProvisionId.of(state.place), services.current) if is_provision_id(state.place) else None
    return _nearest(services, state) if fate is None else _carried(services, state, fate)


def _of_edition(services: ReaderServices, state: PageState) -> PageState:
    """The number in a text of its edition, else where it is today; never today's rule of that number in silence."""
    library, number = services.library, state.place
    for expression in library.of_work(LAWS, state.edition):
        key = expression.key
        if library.exists(key, number):
            return state.to(by=key, place=number, columns=state.columns_with(key), on=key, problems=state.problems)
    return _carried(services, state, services.fates.fate(state.edition, ProvisionId.of(number), services.current))


def _carried(services: ReaderServices, state: PageState, fate: NumberFate) -> PageState:
    """Where the rule of an older number is today, or the law in which it was, with what became of it as a problem."""
    library = services.library
    texts = [e.key for e in library.of_work(LAWS, services.current)]
    keys = tuple(dict.fromkeys(key for key in (state.by, *state.columns, *texts) if key in texts))
    # A rule may have a number of its own in one language alone: the text that has it is opened.
    homes = {key: library.number(key, str(fate.today[0])) for key in keys} if fate.today else {}
    key = next((key for key in keys if homes.get(key)), keys[0])
    place = homes.get(key) or fate.number.law
    sentence = fate_sentences(fate, words(state.ui), lambda n: n.printed(library.entry(key).language))
    problem = AddressProblem("fate_problem", state.place, near=sentence)
    return state.to(by=key, place=place, columns=state.columns_with(key), on=key, problems=(*state.problems, problem))


def _nearest(services: ReaderServices, state: PageState) -> PageState:
    library = services.library
    if state.place.startswith("def:"):
        text = library.entry(state.by).short
        undefined = AddressProblem("address_no-definition", state.place.removeprefix("def:"), text)
        return state.to(place="def", problems=(*state.problems, undefined))
    number, say = ProvisionId.of(state.place), words(state.ui)
    lacks = {
        key: missing_provision(number, library.order(key))
        for key in dict.fromkeys((state.by, *state.columns, *library.registry.keys))
    }
    # Of § 214 Z the laws have nothing, DBf's rules have § 214; of § 99 all have other laws, the laws nearer ones.
    key = min(lacks, key=lambda one: lacks[one].nearness)
    missing, entry = lacks[key], library.entry(key)
    near = missing.known.printed(entry.language) if missing.known else entry.short
    instead = [say["no_place_near"].format(near=near, parts=missing.span)] if missing.has else []
    place = missing.nearest or ProvisionId.of(_first(services, key))
    if missing.known is None:
        instead.append(f"{say['nearest_law']} {place.printed(entry.language)}.")
    problem = AddressProblem("no_place", number.printed(entry.language), entry.short, " ".join(instead))
    columns = state.columns_with(key)
    on = state.on if key == state.by else key
    return state.to(place=str(place), by=key, columns=columns, on=on, problems=(*state.problems, problem))


def _first(services: ReaderServices, key: str) -> str:
    """The number of a text's first law."""
    return str(services.library[key].laws[0].id)
