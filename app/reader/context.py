"""What a page is made from: the texts with all that was worked out about them, and the finished page's parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from app.i18n.standings import standing_sentence
from app.i18n.words import words
from app.reader.address import VIEWS, AddressOf, PageState, ViewName, address
from app.reader.text.columns import ColumnLayout
from app.reader.text.defined_terms import DefinedTerms, TermForms, regular_forms
from app.reader.text.html import NOTHING, render, tag
from app.reader.text.links import Linker
from corpus.alignment.concordance import Concordance
from corpus.alignment.contradictions import Settlement
from corpus.alignment.fate import NumberFates
from corpus.alignment.readings import Readings
from corpus.alignment.rows import Alignment
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.paths.ruling_path import RulingPath, TableSituations
from corpus.registry import LAWS, ExpressionEntry
from corpus.terms import Term
from index.comparison.biography import Biography
from index.comparison.parity_judgements import ParityByLaw
from index.precedents.casebook import Casebook
from index.references.graph import Graph, InboundReference
from index.references.health import HealthFinding, health_findings
from index.search.rules import RuleIndex

if TYPE_CHECKING:  # search and networkx take longer to import than the first page to make
    from index.references.paths import ReferencePaths
    from index.search.engine import SearchEngine
    from index.search.subject_index import Headword


@dataclass(frozen=True)
class ReaderServices:
    """Everything a page is made from that does not depend on who is reading; it reads no file itself.

    The first law waits for the texts alone: what has an ``open_...`` is read when a page first needs it.
    ``open_cases`` is called for every page, since the register of decisions changes while the server runs.
    ``views`` are the pages that there are: a server for everybody has none of the committee's.
    """

    library: Library
    concordance: Concordance
    alignment: Alignment
    open_search: Callable[[], SearchEngine]
    open_terms: Callable[[], tuple[Term, ...]]
    open_term_forms: Callable[[], Mapping[str, tuple[TermForms, ...]]]
    open_parity: Callable[[], ParityByLaw]
    open_readings: Callable[[], Readings]
    open_settlements: Callable[[], tuple[Settlement, ...]]
    open_cases: Callable[[], Casebook] = lambda: Casebook.of((), NumberFates(Concordance(()), {}))
    open_fates: Callable[[], NumberFates] | None = None
    open_situations: Callable[[], TableSituations] = TableSituations
    open_path: Callable[[str], RulingPath] | None = None
    views: tuple[ViewName, ...] = VIEWS

    @cached_property
    def search(self) -> SearchEngine:
        """The search engine, opened when a page first asks for it."""
        return self.open_search()

    @property
    def rows(self) -> RuleIndex:
        """Which provisions are one and the same rule, as search groups them."""
        return self.search.rules

    @cached_property
    def biography(self) -> Callable[[ProvisionId], Biography]:
        """The numbers of a rule of today in every edition; remembered, since every page needs it for all its rows."""
        return cache(lambda number: Biography.of(self.fates, self.current, number))

    @property
    def current(self) -> str:
        """The edition of the laws in force."""
        return self.library.registry.current_edition(LAWS)

    @cached_property
    def graph(self) -> Graph:
        """The graph of references, made when a page first asks for it."""
        return Graph(self.library, self.concordance)

    @cached_property
    def fates(self) -> NumberFates:
        """What became of any number of any edition of the laws; ``open_fates`` knows texts that the library lacks."""
        return self.open_fates() if self.open_fates else NumberFates.of(self.concordance, self.library)

    @cached_property
    def paths(self) -> ReferencePaths:
        """Chains through the graph."""
        from index.references.paths import ReferencePaths

        return ReferencePaths(self.graph)

    @cached_property
    def at_the_table(self) -> TableSituations:
        """What may have happened at the table."""
        return self.open_situations()

    @cached_property
    def ruling_path(self) -> Callable[[str], RulingPath | None]:
        """The path of a situation by its key, None for a key that no situation has; remembered."""
        known = {situation.key for situation in self.at_the_table.situations}
        open_path = self.open_path
        return cache(lambda key: open_path(key) if open_path and key in known else None)

    @cached_property
    def cited_by(self) -> Callable[[str, str], tuple[InboundReference, ...]]:
        """Who relies on a provision, by expression and id; remembered, since every page needs it for all its rows."""
        return cache(self.graph.cited_by)

    @cached_property
    def defined_terms(self) -> Callable[[str], DefinedTerms]:
        """The words that an expression defines, by its key; remembered, since every page needs them."""
        recorded = self.open_term_forms()
        return cache(lambda key: DefinedTerms(recorded.get(key) or regular_forms(self.library[key])))

    @cached_property
    def glossary(self) -> tuple[Term, ...]:
        """The term table."""
        return self.open_terms()

    @cached_property
    def parity(self) -> ParityByLaw:
        """Where two languages of one edition differ, with what people decided about it."""
        return self.open_parity()

    @cached_property
    def readings(self) -> Readings:
        """What second witnesses read."""
        return self.open_readings()

    @cached_property
    def settled(self) -> Mapping[str, Settlement]:
        """What was decided where the concordance tables contradict each other, by the older edition's number."""
        return {settlement.contradiction.id: settlement for settlement in self.open_settlements()}

    @cached_property
    def situations(self) -> tuple[Headword, ...]:
        """The situation index, A to Z."""
        from index.search.subject_index import situations

        return situations(self.library, self.rows, self.search.concepts)

    @cached_property
    def findings(self) -> tuple[HealthFinding, ...]:
        """The health report."""
        return health_findings(self.library, self.concordance)

    @cached_property
    def layout(self) -> ColumnLayout:
        """The stored alignment as rows of pages."""
        return ColumnLayout(self.library, self.alignment)

    @cached_property
    def overlays(self) -> Mapping[tuple[str, str], tuple[tuple[str, str], ...]]:
        """A federation's supplements (``X90``) by the edition and law they extend: ``("2017", "90")``.

        The number is that of the edition which the regulations cite; it is carried to the others, never copied.
        """
        found: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        for expression in self.library.expressions:
            cites = self.library.entry(expression.key).cites
            for law in expression.laws:
                number = law.id.law.removeprefix("X")
                if number == law.id.law:
                    continue
                for edition in sorted({e.edition for e in self.library.expressions if e.work == LAWS}):
                    for home in self._laws(cites, number, edition):
                        found[edition, home].append((expression.key, str(law.id)))
        return {home: tuple(rules) for home, rules in found.items()}

    def shared_name(self, key: str, place: str) -> str:
        """One name for a provision, or a concept, in all languages of its edition."""
        row = self.alignment.row_of(key, place) if place.startswith("def:") else None
        return row.key if row else self.library.wid(key, place)

    def _laws(self, cites: str, number: str, edition: str) -> tuple[str, ...]:
        homes = self.fates.fate(cites, ProvisionId.of(number), edition).today
        return tuple(dict.fromkeys(home.law for home in homes))


@dataclass(frozen=True)
class Page:
    """A finished page. ``focus`` is the id of the element to scroll to; ``address`` the better address, if any.

    ``previews`` are what its links' targets say, by the numbers in its HTML: language, head and first words.
    """

    title: str
    html: Markup
    focus: str = ""
    address: str = ""
    previews: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class PageContext:
    """The services and one reader's state: what every page is made from; ``address_of`` is where its links lead.

    ``contents_at`` is the address of a page with the contents of the book, which then is not repeated on every page;
    nor are the buttons that all laws have, which the script of such pages adds.
    """

    services: ReaderServices
    state: PageState
    address_of: AddressOf = address
    contents_at: str = ""

    @property
    def library(self) -> Library:
        """The texts."""
        return self.services.library

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The page's words in the language of its interface."""
        return words(self.state.ui)

    @cached_property
    def link(self) -> Linker:
        """Addresses of places as this page writes them."""
        return Linker(self.library, self.state, self.address_of)

    def render(self, template: str, /, **values: object) -> Markup:
        """A template filled with values and with this context as ``page``; its ``words``, ``link`` and ``state``."""
        known = {"page": self, "words": self.words, "link": self.link, "state": self.state}
        return render(template, **known, **values)

    def entry(self, key: str) -> ExpressionEntry:
        """What the registry has about an expression. Raises KeyError for an unknown key."""
        return self.library.entry(key)

    def standing(self, key: str) -> Markup:
        """The standing of a text as a tag; the whole sentence on hover and for screen readers."""
        entry = self.entry(key)
        kind = {"in-force": "tag", "preliminary": "tag pre"}.get(entry.standing, "tag old")
        return tag("span", self.words[entry.standing], class_=kind, title=self.standing_sentence(key))

    def caveat(self, key: str) -> Markup:
        """The same where names of texts are many: nothing for one in force, which is what a reader takes it for."""
        return NOTHING if self.entry(key).standing == "in-force" else self.standing(key)

    def standing_sentence(self, key: str) -> str:
        """What a reader must know of a text's standing, as a sentence without full stop."""
        return standing_sentence(self.entry(key), self.state.ui)
