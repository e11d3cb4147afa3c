"""The lists of the concordance: the rules of a table law by law, and the contradictions between tables with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from itertools import groupby
from urllib.parse import quote

from app.export import tables
from app.i18n.words import count
from app.reader.concordance.answer import NumberAnswer, clash, doubt, note
from app.reader.concordance.numbers import NumberLinks
from app.reader.context import PageContext
from app.reader.parts.prose import capitals
from corpus.alignment.concordance import ConcordanceTable
from corpus.alignment.contradictions import Settlement
from corpus.ids import ProvisionId
from index.comparison.concordance_entries import ConcordanceEntry, IndirectPassage, entries, joined, ways

# What a committee asks for first leads; "same" is what nobody has to act on.
KINDS = ("revised", "moved", "split", "merged", "dropped", "new", "same")
DOUBT, CLASH = "unsure", "clash"
ON_PAGE = 150


@dataclass(frozen=True)
class ConcordanceLists:
    """What one reader's page has to show: a table between two editions, narrowed to the numbers asked for."""

    desk: PageContext
    table: ConcordanceTable
    asked: NumberAnswer

    @property
    def pair(self) -> tuple[str, str]:
        return self.table.old, self.table.new

    @property
    def name(self) -> str:
        return f"{self.table.old}–{self.table.new}"

    @cached_property
    def numbers(self) -> NumberLinks:
        return NumberLinks(self.desk)

    @cached_property
    def via(self) -> tuple[str, ...]:
        """The editions between the two."""
        return self.desk.room.concordance.between(*self.pair)

    @cached_property
    def entries(self) -> tuple[ConcordanceEntry, ...]:
        """The rules of the table at the numbers asked for, all when none was found."""
        found = entries(self.table)
        return tuple(e for e in found if self._asked_for(e)) if self.asked.places else found

    @cached_property
    def settled(self) -> tuple[Settlement, ...]:
        """The contradictions at the numbers asked for, in book order; only where there is an edition between."""
        found = self.desk.room.settled.values() if self.via else ()
        places = [ProvisionId.of(place) for edition, place in self.asked.places if edition == self.table.old]
        olds = {entry.place for entry in self.entries}
        return tuple(
            settlement
            for settlement in found
            for here in [ProvisionId.of(settlement.contradiction.id)]
            if not self.asked.places or str(here) in olds or any(place.contains(here) for place in places)
        )

    @property
    def kind(self) -> str:
        """The kind of change the list is narrowed to; empty for all."""
        known = (*KINDS, DOUBT, *((CLASH,) if self.via else ()))
        return self.desk.state.kind if self.desk.state.kind in known else ""

    @cached_property
    def shown(self) -> tuple[ConcordanceEntry, ...]:
        return tuple(
            e for e in self.entries if self.kind in ("", e.relation) or (self.kind == DOUBT and self.unsure(e))
        )

    def unsure(self, entry: ConcordanceEntry) -> bool:
        """True when a person should look: at a row in doubt, or at a contradiction that was left in doubt."""
        settlement = self.clash(entry)
        return entry.unsure or (settlement is not None and settlement.holds == "doubt")

    def clash(self, entry: ConcordanceEntry) -> Settlement | None:
        """The contradiction about an entry."""
        return self.desk.room.settled.get(entry.old) if self.via else None

    def ways(self, entry: ConcordanceEntry) -> tuple[IndirectPassage, ...]:
        """The ways of an entry over the editions between; a footnote has none, for the tables follow provisions."""
        if entry.footnote:
            return ()
        start, end = self.pair if entry.old else self.pair[::-1]
        return ways(self.desk.room.concordance, start, entry.place, end)

    def _asked_for(self, entry: ConcordanceEntry) -> bool:
        return any(self._at(entry, edition, place) for edition, place in self.asked.places)

    def _at(self, entry: ConcordanceEntry, edition: str, place: str) -> bool:
        if edition in self.pair:
            return entry.at(place, newer=edition == self.table.new)
        stops = (stop for way in self.ways(entry) if way.via == edition for stop in way.halfway)
        return any(ProvisionId.of(place).contains(ProvisionId.of(stop)) for stop in stops)


def listed(lists: ConcordanceLists) -> str:
    """The rules of one kind, or of all, as a table law by law."""
    desk, kind = lists.desk, lists.kind
    title = desk.say[f"rel_{kind}" if kind else "con_all"]
    head = _about(lists, title, f"con_what_{kind}" if kind else "con_what_all")
    if not lists.shown:
        return f'{head}<p class="say">{escape(desk.say["none_yet"])}</p>'
    shown = lists.shown[: desk.state.number * ON_PAGE]
    wanted = {row for entry in lists.shown for row in entry.rows}
    # In the order of the table, so that a file of all its rows is the table itself.
    rows = tuple(row for row in lists.table.rows if row in wanted)
    file = tables.csv_file(tables.numbers(replace(lists.table, rows=rows)))
    sheet = _sheet(lists, f"{title}, {lists.name}", shown)
    return f"{head}{_file(lists, file, len(rows))}{sheet}{_more(lists, len(shown))}"


def clashes(lists: ConcordanceLists) -> str:
    """Every contradiction with both answers, which of them holds, and why."""
    desk = lists.desk
    head = _about(lists, desk.say["con_clash"], "con_what_clash")
    if not lists.settled:
        return f'{head}<p class="say">{escape(desk.say["none_yet"])}</p>'
    file = tables.csv_file(tables.contradictions(lists.settled))
    items = "".join(_item(lists, settlement) for settlement in lists.settled)
    return f'{head}{_file(lists, file, len(lists.settled))}<ol class="clashes">{items}</ol>'


def _about(lists: ConcordanceLists, title: str, what: str) -> str:
    """The heading of a list, what it is, which numbers cannot be read here, and that notes are English."""
    say, desk = lists.desk.say, lists.desk
    absent = [
        e for e in desk.room.concordance.editions if not lists.numbers.texts(e) and e in (*lists.pair, *lists.via)
    ]
    said = [say[what], *(say["con_not_held"].format(edition=edition) for edition in absent)]
    if desk.state.ui != "en":
        said.append(say["con_english"])
    name = title[:1].upper() + title[1:]
    return f'<h2>{escape(f"{name}, {lists.name}")}</h2><p class="ui">{escape(" ".join(said))}</p>{_summary(lists)}'


def _summary(lists: ConcordanceLists) -> str:
    """How many contradictions there are, how they were settled, and where they stand."""
    desk = lists.desk
    if not lists.via or desk.state.query:
        return ""
    holds = Counter(settlement.holds for settlement in desk.room.settled.values())
    words = desk.say["con_clashes"].format(
        edition=lists.via[0], count=holds.total(), direct=holds["direct"], both=holds["both"], doubt=holds["doubt"]
    )
    link = f'<a href="{desk.link.go(kind=CLASH)}">{escape(desk.say["con_clashes_link"])}</a>'
    if lists.kind == CLASH:
        link = ""
    return f'<p class="ui">{escape(words)} {link}</p>'


def _file(lists: ConcordanceLists, content: bytes, rows: int) -> str:
    """A link that saves what the list shows, with the columns of ``lovbro export csv``."""
    desk = lists.desk
    name = "-".join(filter(None, ("lovbro", *lists.pair, lists.kind, *(place for _, place in lists.asked.places[:1]))))
    label = desk.say["con_file"].format(count=count(rows, desk.state.ui))
    return (
        f'<p class="tools"><a download="{escape(name, quote=True)}.csv"'
        f' href="data:text/csv;charset=utf-8,{quote(content)}">{escape(label)}</a></p>'
    )


def _more(lists: ConcordanceLists, shown: int) -> str:
    rest = len(lists.shown) - shown
    if rest <= 0:
        return ""
    label = lists.desk.say["show_more"].format(count=min(rest, ON_PAGE))
    return f'<p class="more"><a href="{lists.desk.link.go(number=lists.desk.state.number + 1)}">{escape(label)}</a></p>'


def _sheet(lists: ConcordanceLists, caption: str, shown: Sequence[ConcordanceEntry]) -> str:
    """A table under its caption, a group a law; on a phone each row is a block, and the roles keep it a table."""
    say, (old, new) = lists.desk.say, lists.pair
    heads = [old, say["c_relation"], new, *(say["con_over"].format(edition=via) for via in lists.via), say["con_note"]]
    top = "".join(f'<th scope="col" role="columnheader">{escape(head)}</th>' for head in heads)
    cols = "".join(
        f'<col class="{name}">' for name in ("number", "relation", "number", *("via" for _ in lists.via), "")
    )
    groups = groupby(shown, key=lambda entry: (old if entry.old else new, ProvisionId.of(entry.place).law))
    body = "".join(
        f'<tbody role="rowgroup">{_law(lists, edition, law, len(heads))}'
        f"{''.join(_row(lists, entry, heads) for entry in found)}</tbody>"
        for (edition, law), found in groups
    )
    return (
        f'<div class="sheet wide" tabindex="0" role="group" aria-label="{escape(caption, quote=True)}">'
        f'<table role="table"><caption class="sr">{escape(caption)}</caption>'
        f"<colgroup>{cols}</colgroup>"
        f'<thead role="rowgroup"><tr role="row">{top}</tr></thead>{body}</table></div>'
    )


def _law(lists: ConcordanceLists, edition: str, law: str, columns: int) -> str:
    heading, language = lists.numbers.heading(edition, law)
    # Where the older text is not held its laws have no headings here, and their numbers alone say nothing new.
    if not heading or not lists.numbers.texts(lists.table.old):
        return ""
    name = escape(f"{edition} {lists.numbers.cite(edition, law)}")
    words = f' <span lang="{language}">{capitals(heading, escape(heading))}</span>'
    return (
        f'<tr role="row" class="law"><th scope="rowgroup" role="rowheader" colspan="{columns}">{name}{words}</th></tr>'
    )


def _row(lists: ConcordanceLists, entry: ConcordanceEntry, heads: Sequence[str]) -> str:
    """A rule: its number, what became of it, where it is, the way over editions between, what editors noted."""
    desk = lists.desk
    mark = doubt(desk) if lists.unsure(entry) else ""
    notes = "<br>".join(filter(None, (note(desk, text) for text in entry.notes)))
    relation = escape(desk.say[f"rel_{entry.relation}"]) + mark + _beside(lists, entry)
    cells = [_old(lists, entry), relation, _new(lists, entry), *_between(lists, entry), notes]
    lead = 0 if entry.old else 2
    inner = "".join(
        f'<th scope="row" role="rowheader">{cell}</th>'
        if n == lead
        else f'<td role="cell" data-label="{escape(heads[n], quote=True)}">{cell}</td>'
        for n, cell in enumerate(cells)
    )
    return f'<tr role="row">{inner}</tr>'


def _old(lists: ConcordanceLists, entry: ConcordanceEntry) -> str:
    old, new = lists.pair
    if not entry.old:
        return _absent(lists, old)
    link = lists.numbers.link(old, entry.place, new)
    return escape(lists.desk.say["con_footnote"]).format(place=link) if entry.footnote else link


def _beside(lists: ConcordanceLists, entry: ConcordanceEntry) -> str:
    """With what a merged rule went together."""
    others = lists.numbers.links(lists.table.old, joined(lists.table, entry), lists.table.new)
    return f' <span class="why">{escape(lists.desk.say["con_with"]).format(places=others)}</span>' if others else ""


def _new(lists: ConcordanceLists, entry: ConcordanceEntry) -> str:
    old, new = lists.pair
    return lists.numbers.links(new, entry.homes, old) or _absent(lists, new)


def _absent(lists: ConcordanceLists, edition: str) -> str:
    return f'<span class="none">{escape(lists.desk.say["con_absent"].format(edition=edition))}</span>'


def _between(lists: ConcordanceLists, entry: ConcordanceEntry) -> Iterator[str]:
    """The numbers of each edition between; where the way over it leads elsewhere, which answer holds."""
    found = {way.via: way for way in lists.ways(entry)}
    for via in lists.via:
        way = found.get(via)
        if way is None:
            yield ""
            continue
        stops = lists.numbers.links(via, way.halfway, lists.table.new) or _absent(lists, via)
        settlement = lists.clash(entry)
        yield stops + (doubt(lists.desk) if way.unsure else "") + (_elsewhere(lists, settlement) if settlement else "")


def _elsewhere(lists: ConcordanceLists, settlement: Settlement) -> str:
    """A way that leads elsewhere, with what was decided and the way to the reason."""
    desk, found = lists.desk, settlement.contradiction
    href = desk.link.go(kind=CLASH, query=f"{lists.table.old} {found.id}")
    words = desk.say["con_elsewhere"].format(holds=desk.say[f"con_holds_{settlement.holds}"])
    return f' <a class="why" href="{href}">{escape(words)}</a>'


def _item(lists: ConcordanceLists, settlement: Settlement) -> str:
    numbers, found, (old, new) = lists.numbers, settlement.contradiction, lists.pair
    via = lists.via[0]
    halfway = numbers.links(via, lists.desk.room.concordance.forward(old, found.id, via).ids, new)
    answers = [
        (lists.name, numbers.links(new, found.direct, old) or _absent(lists, new)),
        (
            lists.desk.say["con_over"].format(edition=via),
            " → ".join(filter(None, (halfway, numbers.links(new, found.chained, old) or _absent(lists, new)))),
        ),
    ]
    pairs = "".join(f"<div><dt>{escape(name)}</dt><dd>{answer}</dd></div>" for name, answer in answers)
    title = f"{escape(numbers.title(old))} {numbers.link(old, found.id, new)}"
    return f"<li><h3>{title}</h3><dl>{pairs}</dl>{clash(lists.desk, settlement)}</li>"
