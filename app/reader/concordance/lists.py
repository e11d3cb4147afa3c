"""The lists of the concordance: the rules of a table law by law, and the contradictions between tables with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from urllib.parse import quote

from markupsafe import Markup, escape

from app.export import tables
from app.i18n.words import count
from app.reader.concordance.answer import (
    NumberAnswer,
    change_words,
    changed_parts,
    doubt_mark,
    note_words,
    settlement_html,
)
from app.reader.concordance.numbers import NumberLinks
from app.reader.context import PageContext
from app.reader.text.capitals import capitals
from app.reader.text.html import BREAK, NOTHING, join, tag
from corpus.alignment.concordance import ConcordanceTable
from corpus.alignment.contradictions import Settlement
from corpus.ids import ProvisionId
from index.comparison.concordance_entries import (
    ConcordanceEntry,
    IndirectPassage,
    entries,
    indirect_passages,
    merged_with,
)

# What a committee asks for first leads: a change of content, wherever the rule went; "same" changed in neither.
LISTED_RELATIONS = ("revised", "moved", "split", "merged", "dropped", "new", "same")
DOUBT, CLASH = "unsure", "clash"
ON_PAGE = 150


@dataclass(frozen=True)
class ConcordanceLists:
    """What one reader's page has to show: a table between two editions, narrowed to the numbers that were typed."""

    page: PageContext
    table: ConcordanceTable
    answer: NumberAnswer

    @property
    def pair(self) -> tuple[str, str]:
        """The two editions of the table: (older, newer)."""
        return self.table.old, self.table.new

    @property
    def name(self) -> str:
        """The table as a heading names it: 1997–2017."""
        return f"{self.table.old}–{self.table.new}"

    @property
    def editions(self) -> tuple[str, ...]:
        """Every edition that a row may pass through, the two of the table first."""
        return (*self.pair, *self.via)

    @cached_property
    def numbers(self) -> NumberLinks:
        """Links for the numbers of the rows."""
        return NumberLinks(self.page)

    @cached_property
    def via(self) -> tuple[str, ...]:
        """The editions between the two."""
        return self.page.services.concordance.between(*self.pair)

    @cached_property
    def entries(self) -> tuple[ConcordanceEntry, ...]:
        """The rules of the table at the numbers that were typed, all when none was found."""
        found = entries(self.table)
        return tuple(e for e in found if self._wanted(e)) if self.answer.places else found

    @cached_property
    def settled(self) -> tuple[Settlement, ...]:
        """The contradictions at the numbers that were typed, in book order; only where there is an edition between."""
        found = self.page.services.settled.values() if self.via else ()
        places = [ProvisionId.of(place) for edition, place in self.answer.places if edition == self.table.old]
        olds = {entry.place for entry in self.entries}
        return tuple(
            settlement
            for settlement in found
            for old in [ProvisionId.of(settlement.contradiction.id)]
            if not self.answer.places or str(old) in olds or any(place.contains(old) for place in places)
        )

    @property
    def kind(self) -> str:
        """The kind of change the list is narrowed to; empty for all."""
        known = (*LISTED_RELATIONS, DOUBT, *((CLASH,) if self.via else ()))
        return self.page.state.kind if self.page.state.kind in known else ""

    @cached_property
    def shown(self) -> tuple[ConcordanceEntry, ...]:
        """The entries that the chosen kind leaves; all when none is chosen."""
        return tuple(e for e in self.entries if self.kind in ("", *e.kinds) or (self.kind == DOUBT and self.unsure(e)))

    def unsure(self, entry: ConcordanceEntry) -> bool:
        """True when a person should look: at a row in doubt, or at a contradiction that was left in doubt."""
        settlement = self.clash(entry)
        return entry.unsure or (settlement is not None and settlement.holds == "doubt")

    def clash(self, entry: ConcordanceEntry) -> Settlement | None:
        """The contradiction about an entry."""
        return self.page.services.settled.get(entry.old) if self.via else None

    def ways(self, entry: ConcordanceEntry) -> tuple[IndirectPassage, ...]:
        """The ways of an entry over the editions between; a footnote has none, for the tables follow provisions."""
        if entry.footnote:
            return ()
        start, end = self.pair if entry.old else self.pair[::-1]
        return indirect_passages(self.page.services.concordance, start, entry.place, end)

    def _wanted(self, entry: ConcordanceEntry) -> bool:
        return any(self._at(entry, edition, place) for edition, place in self.answer.places)

    def _at(self, entry: ConcordanceEntry, edition: str, place: str) -> bool:
        if edition in self.pair:
            return entry.at(place, newer=edition == self.table.new)
        stops = (stop for way in self.ways(entry) if way.via == edition for stop in way.halfway)
        return any(ProvisionId.of(place).contains(ProvisionId.of(stop)) for stop in stops)


def listed(lists: ConcordanceLists) -> Markup:
    """The rules of one kind, or of all, as a table law by law."""
    page, kind = lists.page, lists.kind
    title = page.words[f"rel_{kind}" if kind else "con_all"]
    # The second page is the whole list: page after page would be as many files of a site, each with all before it.
    shown = lists.shown[:ON_PAGE] if page.state.number == 1 else lists.shown
    wanted = {row for entry in lists.shown for row in entry.rows}
    # In the order of the table, so that a file of all its rows is the table itself.
    rows = tuple(row for row in lists.table.rows if row in wanted)
    file = tables.csv_file(tables.concordance_rows(replace(lists.table, rows=rows)))
    body = _sheet(lists, f"{title}, {lists.name}", shown) if shown else NOTHING
    what, rest = f"con_what_{kind}" if kind else "con_what_all", len(lists.shown) - len(shown)
    return _list(lists, title, what, file, len(rows), body, rest)


def clashes(lists: ConcordanceLists) -> Markup:
    """Every contradiction with both answers, which of them holds, and why."""
    items = [_item(lists, settlement) for settlement in lists.settled]
    file = tables.csv_file(tables.contradiction_rows(lists.settled))
    body = tag("ol", *items, class_="clashes") if items else NOTHING
    return _list(lists, lists.page.words["con_clash"], "con_what_clash", file, len(items), body, 0)


def _list(lists: ConcordanceLists, title: str, what: str, file: bytes, rows: int, body: Markup, rest: int) -> Markup:
    """A list under its heading: what it is, which numbers cannot be read here, a file of it.

    ``rest`` is how many entries do not fit the page; ``rows`` how many the file has.
    """
    page, words = lists.page, lists.page.words
    absent = [e for e in page.services.concordance.editions if not lists.numbers.texts(e) and e in lists.editions]
    about = [words[what], *(words["con_not_held"].format(edition=edition) for edition in absent)]
    return page.render(
        "concordance_list.html",
        title=f"{title[:1].upper()}{title[1:]}, {lists.name}",
        about=" ".join(about),
        summary=_summary(lists),
        summary_link=CLASH if lists.kind != CLASH else "",
        # With the columns of ``lovbro export csv``.
        file=f"data:text/csv;charset=utf-8,{quote(file)}",
        file_name="-".join(
            filter(None, ("lovbro", *lists.pair, lists.kind, *(place for _, place in lists.answer.places[:1])))
        ),
        file_label=words["con_file"].format(count=count(rows, page.state.ui)),
        body=body,
        more=words["show_more"].format(count=count(rest, page.state.ui)) if rest > 0 else "",
    )


def _summary(lists: ConcordanceLists) -> str:
    """How many contradictions there are and how they were settled; nothing where no edition lies between."""
    if not lists.via or lists.page.state.query:
        return ""
    holds = Counter(settlement.holds for settlement in lists.page.services.settled.values())
    return lists.page.words["con_clashes"].format(
        edition=lists.via[0], count=holds.total(), direct=holds["direct"], both=holds["both"], doubt=holds["doubt"]
    )


def _sheet(lists: ConcordanceLists, caption: str, shown: Sequence[ConcordanceEntry]) -> Markup:
    """A table under its caption, a group a law; on a phone each row is a block, and the roles keep it a table."""
    words, (old, new) = lists.page.words, lists.pair
    over = (words["con_over"].format(edition=via) for via in lists.via)
    heads = [old, words["c_relation"], new, *over, words["con_note"]]
    groups = groupby(shown, key=lambda entry: (old if entry.old else new, ProvisionId.of(entry.place).law))
    return lists.page.render(
        "concordance_sheet.html",
        caption=caption,
        columns=("number", "relation", "number", *("via" for _ in lists.via), ""),
        heads=heads,
        groups=[
            (_law(lists, edition, law), [_row(lists, entry, heads) for entry in found])
            for (edition, law), found in groups
        ],
    )


def _law(lists: ConcordanceLists, edition: str, law: str) -> Markup:
    """The number and heading of a law above its rules, or nothing."""
    heading, language = lists.numbers.heading(edition, law)
    # Where the older text is not held its laws have no headings, and their numbers alone are nothing new.
    if not heading or not lists.numbers.texts(lists.table.old):
        return NOTHING
    name = f"{edition} {lists.numbers.cite(edition, law)} "
    return escape(name) + tag("span", capitals(heading), lang=language)


def _row(lists: ConcordanceLists, entry: ConcordanceEntry, heads: Sequence[str]) -> Markup:
    """A rule: its number, what became of it, where it is, the way over editions between, what editors noted."""
    page, numbers, (old, new) = lists.page, lists.numbers, lists.pair
    relation = escape(change_words(page, entry.rows[0].place, entry.revised))
    relation += (doubt_mark(page) if lists.unsure(entry) else NOTHING) + _below(lists, entry)
    notes = join(filter(None, (note_words(page, text) for text in entry.notes)), BREAK)
    places = numbers.links(new, entry.homes, old) or _absent(lists, new)
    cells = [_old(lists, entry), relation + _merged(lists, entry), places, *_between(lists, entry), notes]
    drawn = [tag("td", cell, role="cell", data_label=head) for head, cell in zip(heads, cells, strict=True)]
    lead = 0 if entry.old else 2
    drawn[lead] = tag("th", cells[lead], scope="row", role="rowheader")
    return tag("tr", *drawn, role="row")


def _below(lists: ConcordanceLists, entry: ConcordanceEntry) -> Markup:
    """What changed below a rule that is the same itself: its row must not pass for all of them."""
    if entry.revised or entry.footnote or not (entry.old and entry.homes):
        return NOTHING
    old, new = lists.pair
    found = changed_parts(lists.numbers, lists.page.services.fates.fate(old, ProvisionId.of(entry.old), new))
    return join([BREAK, tag("span", found, class_="why")]) if found else NOTHING


def _old(lists: ConcordanceLists, entry: ConcordanceEntry) -> Markup:
    old, new = lists.pair
    if not entry.old:
        return _absent(lists, old)
    link = lists.numbers.link(old, entry.place, new)
    return escape(lists.page.words["con_footnote"]).format(place=link) if entry.footnote else link


def _merged(lists: ConcordanceLists, entry: ConcordanceEntry) -> Markup:
    """With what a merged rule went together."""
    others = lists.numbers.links(lists.table.old, merged_with(lists.table, entry), lists.table.new)
    words = escape(lists.page.words["con_with"])
    return join([" ", tag("span", words.format(places=others), class_="why")]) if others else NOTHING


def _absent(lists: ConcordanceLists, edition: str) -> Markup:
    return tag("span", lists.page.words["con_absent"].format(edition=edition), class_="none")


def _between(lists: ConcordanceLists, entry: ConcordanceEntry) -> Iterator[Markup]:
    """The numbers of each edition between; where the way over it leads elsewhere, which answer holds."""
    found = {way.via: way for way in lists.ways(entry)}
    for via in lists.via:
        way = found.get(via)
        if way is None:
            yield NOTHING
            continue
        stops = lists.numbers.links(via, way.halfway, lists.table.new) or _absent(lists, via)
        settlement = lists.clash(entry)
        mark = doubt_mark(lists.page) if way.unsure else NOTHING
        yield stops + mark + (_elsewhere(lists, settlement) if settlement else NOTHING)


def _elsewhere(lists: ConcordanceLists, settlement: Settlement) -> Markup:
    """A way that leads elsewhere, with what was decided and the way to the reason."""
    page, found = lists.page, settlement.contradiction
    href = page.link.go(kind=CLASH, query=f"{lists.table.old} {found.id}")
    words = page.words["con_elsewhere"].format(holds=page.words[f"con_holds_{settlement.holds}"])
    return join([" ", tag("a", words, class_="why", href=href)])


def _item(lists: ConcordanceLists, settlement: Settlement) -> Markup:
    """One contradiction: the direct answer, that over the edition between, and what was decided."""
    numbers, found, (old, new) = lists.numbers, settlement.contradiction, lists.pair
    via = lists.via[0]
    halfway = numbers.links(via, lists.page.services.concordance.forward(old, found.id, via).ids, new)
    chained = numbers.links(new, found.chained, old) or _absent(lists, new)
    answers = (
        (lists.name, numbers.links(new, found.direct, old) or _absent(lists, new)),
        (lists.page.words["con_over"].format(edition=via), join(filter(None, (halfway, chained)), " → ")),
    )
    pairs = (tag("div", tag("dt", name), tag("dd", answer)) for name, answer in answers)
    title = tag("h3", f"{numbers.title(old)} ", numbers.link(old, found.id, new))
    return tag("li", title, tag("dl", *pairs), settlement_html(lists.page, settlement))
