"""The reading page: one law, its columns and rows, with everything a reader must know of each text beside it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.i18n.words import LANGUAGES
from app.reader.context import Page, PageContext
from app.reader.parts.cited_by import margin
from app.reader.parts.decisions import margin_link, under_the_law
from app.reader.parts.frame import contents, notice, problems, toolbar
from app.reader.parts.prose import ProseRenderer, capitals
from app.reader.table import bar, hand
from app.reader.text.columns import CellText, EmptyReason, PageRow
from corpus.ids import Level, ProvisionId, is_provision_id
from corpus.model import Provision


def read_page(desk: PageContext) -> Page:
    """The law that the address names, the place in it marked; the nearest there is when it does not exist."""
    reader = LawPage(desk)
    law = reader.law
    if law is None:
        return Page("Lovbro", problems(desk) + f'<p class="none">{escape(desk.say["bad_place"])}</p>')
    heading = law.heading.text if law.heading else ""
    title = f"{desk.link.cite(desk.state.by, desk.state.place)} · {heading or desk.entry(desk.state.by).short}"
    above = problems(desk) + notice(desk)
    switch, text = reader.switch(), reader.grid() + reader.overlay()
    if desk.state.table:
        inner = f"{above}{bar(desk, law)}{hand(desk, switch)}{text}"
        html = f'<article class="table z{desk.state.table}" aria-labelledby="law-title">{inner}</article>'
    else:
        tools, decisions = toolbar(desk, law, reader.corrections), under_the_law(desk, str(reader.place))
        body = f"{above}{tools}{switch}{text}{decisions}"
        html = f'<div class="split">{contents(desk, law)}<article aria-labelledby="law-title">{body}</article></div>'
    return Page(f"{title} · Lovbro", html, element_id(desk.state.place) if reader.marked else "")


def element_id(key: str) -> str:
    """The id of a row's element: ``p-16C2``."""
    return "p-" + "".join(c if c.isalnum() or c in "-." else "_" for c in key)


class LawPage:
    """Makes the parts of one reading page."""

    def __init__(self, desk: PageContext) -> None:
        self.desk = desk
        self.set = ProseRenderer(desk)
        self.state = desk.state
        self.lead = desk.state.by
        known = is_provision_id(desk.state.place)
        self.place = ProvisionId.of(desk.state.place if known else "1")
        self.law: Provision | None = desk.library.provision(self.lead, self.place.law) if known else None
        shown = [key for key in self.state.columns if desk.entry(key).work == desk.entry(self.lead).work]
        self.columns: Sequence[str] = shown if self.lead in shown else [self.lead, *shown[:3]]
        self.on = self.state.on if self.state.on in self.columns else self.columns[0]
        self.rows = desk.room.layout.rows(self.lead, self.place.law, self.columns) if known else ()
        self.marked = len(self.place.parts) > 1

    @property
    def corrections(self) -> int:
        """How many corrections the columns of this law hold."""
        pieces = [(key, piece) for row in self.rows for key, cell in row.cells.items() for piece in cell]
        found = {(key, p.place): self.desk.library.provision(key, p.place) for key, p in pieces if not p.elsewhere}
        return sum(len(provision.emendations) for provision in found.values() if provision is not None)

    def switch(self) -> str:
        """One button a text for narrow screens; which is shown changes on the spot and keeps the place."""
        buttons = "".join(
            f'<button type="button" data-on="{escape(key)}" aria-pressed="{str(key == self.on).lower()}"'
            f' lang="{escape(self.desk.entry(key).language)}">{escape(self.short(key))}</button>'
            for key in self.columns
        )
        label = escape(self.desk.say["columns"], quote=True)
        return f'<div class="switch" role="group" aria-label="{label}">{buttons}</div>' if len(self.columns) > 1 else ""

    def short(self, key: str) -> str:
        """A column's name for a button: its language, with the edition where it is not the lead's."""
        entry = self.desk.entry(key)
        same = entry.edition == self.desk.entry(self.lead).edition
        return LANGUAGES[entry.language] if same else f"{LANGUAGES[entry.language]} {entry.edition}"

    def grid(self) -> str:
        rows = "".join(self.row(row) for row in self.rows)
        return (
            f'<div class="grid cites" data-on="{escape(self.on)}"'
            f' style="--n:{len(self.columns)}">{self.head()}{rows}</div>'
        )

    def head(self) -> str:
        """Column heads: language, edition and standing of every text, always in sight."""
        cells = "".join(
            f'<div class="cell who{self.shown(key)}" data-key="{escape(key)}">'
            f"{self.name(key)}{self.desk.standing(key)}</div>"
            for key in self.columns
        )
        return (
            f'<div class="row head"><span class="num"></span>{cells}<span'
            f' class="by">{escape(self.desk.say["cited_by"])}</span></div>'
        )

    def name(self, key: str) -> str:
        """A text's name in its own language: ``Dansk 2017``; a federation's rules by their short name."""
        entry = self.desk.entry(key)
        first = LANGUAGES[entry.language] if entry.work == "laws" else entry.short.removesuffix(entry.edition).strip()
        return f'<b lang="{escape(entry.language)}">{escape(first)}</b> {escape(entry.edition)}'

    def row(self, row: PageRow) -> str:
        """One row: the number in the margin, a cell for each column."""
        mark = " here" if self.marked and not row.closing and row.key == str(self.place) else ""
        kind = " law" if row.level == Level.LAW and not row.closing else " closing" if row.closing else ""
        cells = "".join(self.cell(row, key) for key in self.columns)
        return (
            f'<div class="row l{row.level}{kind}{mark}" id="{element_id(row.key)}">'
            f"{self.number(row)}{cells}{self.cited(row)}</div>"
        )

    def cited(self, row: PageRow) -> str:
        if row.closing:
            return '<div class="by"></div>'
        decisions = margin_link(self.desk, row.place) if row.key == str(self.place) else ""
        return margin(self.desk, row.owner, row.place, decisions)

    def number(self, row: PageRow) -> str:
        if row.closing:
            return '<span class="num"></span>'
        parts = ProvisionId.of(row.place).parts
        label = self.desk.link.cite(row.owner, row.place) if row.level == Level.LAW else _label(parts)
        name = escape(f"{self.desk.say['permalink']} {self.desk.link.cite(row.owner, row.place)}", quote=True)
        old = " old" if row.owner != self.lead else ""
        href = self.desk.link.go(place=row.place, by=row.owner)
        return f'<a class="num{old}" href="{href}" aria-label="{name}">{escape(label)}</a>'

    def cell(self, row: PageRow, key: str) -> str:
        inner = "".join(self.piece(row, key, piece) for piece in row.cells.get(key, ()))
        if key in row.empty:
            said = self.reason(row.empty[key], key) + self.namesake(row, key)
            inner = f'<p class="none" lang="{self.state.ui}">{said}</p>'
        language = escape(self.desk.entry(key).language)
        return f'<div class="cell{self.shown(key)}" data-key="{escape(key)}" lang="{language}">{inner}</div>'

    def shown(self, key: str) -> str:
        """On a narrow screen one text is shown; an overlay has only one."""
        return " on" if key == self.on or key not in self.columns else ""

    def reason(self, why: EmptyReason, key: str) -> str:
        """Why a cell of a text is empty, with links to what there is; a dash where the row above has said so."""
        say, link = self.desk.say, self.desk.link
        words = say[f"why_{why.reason}"].format(
            edition=self.desk.entry(key).edition,
            places=", ".join(link.cite(key, place) for place in why.places),
            homes=", ".join(link.cite(self.lead, place) for place in why.homes),
        )
        if why.again:
            return f'<span aria-hidden="true" title="{escape(words, quote=True)}">–</span>{_unseen(words)}'
        if why.homes:
            return f'<a href="{link.go(place=why.homes[0], by=self.lead)}">{escape(words)}</a>'
        return escape(words)

    def namesake(self, row: PageRow, key: str) -> str:
        """Where a new rule has the number of an old one: what that one is today. Nothing where the row above spoke."""
        why, place = row.empty[key], self.desk.library.wid(row.owner, row.place)
        if key == self.lead or why.reason != "new" or why.again or not self.desk.library.exists(key, place):
            return ""
        link, found = self.desk.link, self.desk.room.layout.counterparts(key, place, row.owner)
        words = self.desk.say["namesake" if found else "namesake_gone"].format(
            cite=link.cite(key, place),
            edition=self.desk.entry(key).edition,
            homes=", ".join(link.cite(row.owner, home.place).replace(" ", "\u00a0") for home in found),
        )
        return f'<br><a href="{link.go(place=place, by=key)}">{escape(words)}</a>'

    def piece(self, row: PageRow, key: str, piece: CellText) -> str:
        """A provision in a cell: where it comes from if not from here, heading, text, notes."""
        provision = self.desk.library.provision(key, piece.place)
        if provision is None:
            return ""
        if piece.elsewhere:
            words = self.desk.say["text_elsewhere"].format(
                edition=self.desk.entry(key).edition,
                cite=self.desk.link.cite(key, piece.place),
                place=self.desk.link.cite(self.lead, piece.elsewhere),
            )
            href = f"{self.desk.link.go(place=piece.elsewhere, by=self.lead)}"
            return f'<p class="none" lang="{self.state.ui}"><a href="{href}">{escape(words)}</a></p>'
        cite = escape(f"{self.desk.library[key].title}, {self.desk.link.cite(key, piece.place)}", quote=True)
        if row.closing:
            return f'<div class="piece" data-cite="{cite}">{self.set.blocks(key, provision, closing=True)}</div>'
        body = self.heading(row, key, provision) + self.set.blocks(key, provision, closing=False)
        notes = "".join(self.set.note(key, note) for note in self.desk.library.notes(key, piece.place))
        return (
            f'<div class="piece" data-cite="{cite}" data-place="{escape(piece.place)}">'
            f"{self.was(row, key, piece)}{body}{notes}{self.set.source(provision.source, provision.pages)}</div>"
        )

    def was(self, row: PageRow, key: str, piece: CellText) -> str:
        """The number a rule carries in its own text, where it is not the row's, and how it came here."""
        entry = self.desk.entry(key)
        same = self.desk.library.same_edition(self.lead, key)
        if key == self.lead or piece.relation == "own" or (same and row.key == piece.place):
            return ""
        words = [f"{entry.edition}: {self.desk.link.cite(key, piece.place)}", self.came(key, piece)]
        moved = "" if piece.place == row.place and piece.relation in ("same", "revised") else " moved"
        href = self.desk.link.place_href(key, piece.place)
        return (
            f'<a class="was{moved}" href="{href}" lang="{self.state.ui}">{escape(" · ".join(filter(None, words)))}</a>'
        )

    def came(self, key: str, piece: CellText) -> str:
        """What became of a rule between the editions, in words; nothing where it is the same rule."""
        say = self.desk.say
        if piece.beside:
            words = [say["rel_beside"]]
        elif piece.relation == "only-in":
            words = [say["only_in"].format(edition=self.desk.entry(key).edition)]
        else:
            words = [say[f"rel_{piece.relation}"]] if piece.relation != "same" else []
        return " · ".join([*words, *([say["rel_unsure"]] if piece.unsure else [])])

    def heading(self, row: PageRow, key: str, provision: Provision) -> str:
        if provision.heading is None:
            return ""
        inner = capitals(
            provision.heading.text, self.set.prose(key, str(provision.id), "heading", 0, provision.heading)
        )
        if row.level == Level.LAW and key == self.lead:
            return f'<h1 id="law-title">{inner}</h1>'
        if row.level == Level.LAW:
            return f'<p class="h1">{inner}</p>'
        return f"<h2>{inner}</h2>" if row.level == Level.UPPER else f"<h3>{inner}</h3>"

    def overlay(self) -> str:
        """The federations' own rules on this law, whole, under the law they extend."""
        rules = self.desk.room.overlays.get((self.desk.entry(self.lead).edition, self.place.law), ())
        return "".join(self.extension(key, law) for key, law in rules if key in self.state.columns)

    def extension(self, key: str, number: str) -> str:
        law = self.desk.library.provision(key, number)
        if law is None or self.desk.entry(self.lead).work == self.desk.entry(key).work:
            return ""
        lead = self.desk.link.cite(self.lead, self.place.law)
        rows = "".join(
            f'<div class="row l{row.level}" id="{element_id(row.key)}">{self.number(row)}{self.cell(row, key)}</div>'
            for p in law.walk()
            for row in [
                PageRow(f"{key}:{p.id}", str(p.id), key, int(p.id.level), {key: (CellText(str(p.id), "own"),)}, {})
            ]
        )
        title = f"{self.desk.say['overlay']} {lead}"
        return (
            f'<section class="over" aria-label="{escape(title, quote=True)}"><p class="over-head"'
            f' lang="{self.state.ui}">'
            f"<b>{escape(title)}</b> · {escape(self.desk.entry(key).short)}{self.desk.standing(key)}</p>"
            f'<div class="grid" data-on="{escape(key)}" style="--n:1">{rows}</div></section>'
        )


def _unseen(words: str) -> str:
    return f'<span class="sr">{escape(words)}</span>'


def _label(parts: tuple[str, ...]) -> str:
    return f"({parts[-1]})" if len(parts) > Level.DIGIT else parts[-1]
