"""A page from an address: pure, without Streamlit. Each view has its own ``present_<view>`` module."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.present_base import Desk, Page, Room
from app.present_frame import header
from app.present_read import read_page
from app.state import State, View

PAGES: Mapping[View, Callable[[Desk], Page]] = {"read": read_page}


def page(room: Room, state: State) -> Page:
    """The finished page of a state."""
    return PAGES.get(state.view, read_page)(Desk(room, state))


def head(room: Room, state: State) -> str:
    """The head of every page: name, search box, pages, language."""
    return header(Desk(room, state))


def jump(room: Room, state: State, typed: str) -> str:
    """What the search box shows under what has been typed so far."""
    return ""
