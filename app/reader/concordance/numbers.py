"""How a number of an edition is named and linked on a page about numbers, be the edition's text held or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from markupsafe import Markup

from app.reader.context import PageContext
from app.reader.text.html import join, tag
from corpus.alignment.concordance import Concordance
from corpus.ids import ProvisionId
from corpus.library import missing_provision
from corpus.registry import LAWS


@dataclass(frozen=True)
class NumberLinks:
    """Names and links for one reader. Places are the numbers that the languages of an edition share."""

    page: PageContext

    @cached_property
    def texts(self) -> Callable[[str], tuple[str, ...]]:
        """The texts that carry an edition, the open one and the reader's columns first; none when it is not held."""
        return cache(self._texts)

    def _texts(self, edition: str) -> tuple[str, ...]:
        held, state = [e.key for e in self.page.library.of_work(LAWS, edition)], self.page.state
        return tuple(dict.fromkeys(k for k in (state.by, *state.columns, *held) if k in held))

    def title(self, edition: str) -> str:
        """``Norsk 1997``; of an edition that is not held its year alone."""
        held = self.texts(edition)
        return self.page.entry(held[0]).short if held else edition

    def cite(self, edition: str, place: str) -> str:
        """A number as the text prints it, or in the form of the newest edition's text where none is held."""
        if spot := self._spot(edition, place):
            return self.page.link.cite(*spot)
        return ProvisionId.of(place).printed(self._language)

    def href(self, edition: str, place: str, other: str) -> str:
        """The address where a place is read with the text of another edition beside it; empty when it is not held."""
        spot = self._spot(edition, place)
        if spot is None:
            return ""
        key, own = spot
        columns = tuple(dict.fromkeys((key, *self.texts(other)[:1])))
        return self.page.link.go(view="read", query="", kind="", place=own, by=key, columns=columns, on="")

    def link(self, edition: str, place: str, other: str) -> Markup:
        """A number as a link to its rule beside the other edition, with a preview; its bare name when not held."""
        name, spot = self.cite(edition, place), self._spot(edition, place)
        if spot is None:
            return tag("span", name, class_="nb")
        href = self.href(edition, place, other)
        return tag("a", name, class_="nb", href=href, **self.page.link.preview_attributes(*spot))

    def links(self, edition: str, places: Iterable[str], other: str) -> Markup:
        """Numbers of one edition as links."""
        return join((self.link(edition, place, other) for place in places), ", ")

    def heading(self, edition: str, law: str) -> tuple[str, str]:
        """The heading of a law and its language, both empty when its text is not held."""
        spot = self._spot(edition, law)
        found = self.page.library.provision(*spot) if spot else None
        return (found.heading.text, self.page.entry(spot[0]).language) if spot and found and found.heading else ("", "")

    def shared(self, edition: str, typed: ProvisionId) -> str:
        """The shared number of a rule that a reader names by the first text's number; empty when there is none."""
        place, library = str(typed), self.page.library
        held = self.texts(edition)
        for key in held:
            if library.provision(key, place):
                return library.wid(key, place) if key == held[0] else place
        return place if not held and self.page.services.fates.had(edition, typed) else ""

    def instead(self, edition: str, typed: ProvisionId) -> str:
        """What there is where a number does not exist, as a sentence: the parts of what it would be in."""
        held = self.texts(edition)
        inventory = self.page.library.order(held[0]) if held else self._tables.numbers(edition)
        missing = missing_provision(typed, inventory)
        while missing.known is not None and not missing.has:
            missing = missing_provision(missing.known, inventory)
        near = self.cite(edition, str(missing.known)) if missing.known else self.title(edition)
        return self.page.words["no_place_near"].format(near=near, parts=missing.span)

    @cached_property
    def _spot(self) -> Callable[[str, str], tuple[str, str] | None]:
        """The text and its own number for a shared number: 73A2 is da-2017's 73A1, and its 73A1 is nothing there."""
        return cache(self._find)

    def _find(self, edition: str, place: str) -> tuple[str, str] | None:
        for key in self.texts(edition):
            if number := self.page.library.number(key, place):
                return key, number
        return None

    @property
    def _tables(self) -> Concordance:
        return self.page.services.concordance

    @cached_property
    def _language(self) -> str:
        held = [key for edition in reversed(self._tables.editions) for key in self.texts(edition)]
        return self.page.entry(held[0]).language if held else self.page.state.ui
