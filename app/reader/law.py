"""The reading page: one law, its columns and rows, with everything a reader must know of each text beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from markupsafe import Markup

from app.i18n.words import LANGUAGE_NAMES
from app.reader.address import default_columns
from app.reader.context import Page, PageContext
from app.reader.parts.biography import biography
from app.reader.parts.cited_by import margin
from app.reader.parts.decisions import margin_link, under_the_law
from app.reader.parts.frame import contents, day_notice, problems, toolbar
from app.reader.parts.prose import BodyAddress, ProseRenderer, blocks_of, first_mentions
from app.reader.text.capitals import sentence_case
from app.reader.text.columns import CellText, EmptyReason, PageRow
from app.reader.text.html import BREAK, NOTHING, join, tag
from corpus.ids import Level, ProvisionId, is_provision_id
from corpus.model import Block, Provision
from corpus.registry import LAWS


def law_page(page: PageContext) -> Page:
    """The law that the address names, the place in it marked; the nearest there is when it does not exist."""
    reader = LawPage(page)
    law = reader.law
    if law is None:
        unread = page.words["bad_place"].format(given=page.state.place)
        return Page("Lovbro", problems(page) + tag("p", unread, class_="none"))
    heading = sentence_case(law.heading.text) if law.heading else ""
    title = f"{page.link.cite(page.state.by, page.state.place)} · {heading or page.entry(page.state.by).short}"
    above = problems(page) + day_notice(page)
    switch, text = reader.switch(), reader.grid() + reader.overlay()
    tools, decisions = toolbar(page, law, reader.corrections), under_the_law(page, str(reader.place))
    size = f"z{page.state.letters}"
    parts = (above, tools, switch, text, reader.legend(), reader.printed_source(), decisions)
    article = tag("article", *parts, class_=size, aria_labelledby="law-title")
    html = tag("div", contents(page, law), article, class_="split")
    return Page(f"{title} · Lovbro", html, element_id(page.state.place) if reader.marked else "")


def element_id(key: str) -> str:
    """The id of a row's element.

    >>> element_id("sv-2017:73A1")
    'p-sv-2017_73A1'
    """
    return "p-" + "".join(c if c.isalnum() or c in "-." else "_" for c in key)


class LawPage:
    """Makes the parts of one reading page."""

    def __init__(self, page: PageContext) -> None:
        self.page = page
        self.state = page.state
        self.lead = page.state.by
        known = is_provision_id(page.state.place)
        self.place = ProvisionId.of(page.state.place if known else "1")
        self.law: Provision | None = page.library.provision(self.lead, self.place.law) if known else None
        shown = [key for key in self.state.columns if page.entry(key).work == page.entry(self.lead).work]
        self.columns: Sequence[str] = shown if self.lead in shown else [self.lead, *shown[:3]]
        self.rows = page.services.layout.rows(self.lead, self.place.law, self.columns) if known else ()
        if self.state.columns == default_columns(page.library.registry, self.state.ui):
            # A part of a book has nothing of most laws; where nobody asked for it, it is no column of dashes.
            self.columns = [k for k in self.columns if k == self.lead or any(row.cells.get(k) for row in self.rows)]
        self.on = self.state.on if self.state.on in self.columns else self.columns[0]
        self.marked = len(self.place.parts) > 1

    @cached_property
    def prose(self) -> ProseRenderer:
        """Renders text, with defined words linked at their first mention on the page."""
        return ProseRenderer(self.page, first_mentions(self.page, self._blocks()))

    def _blocks(self) -> Iterator[tuple[BodyAddress, Block]]:
        """The blocks of the page in reading order."""
        for row in self.rows:
            for key in self.columns:
                for piece in row.cells.get(key, ()):
                    provision = self.page.library.provision(key, piece.place)
                    if provision is not None and not piece.elsewhere:
                        yield from blocks_of(key, provision, closing=row.closing)
        for key, law in self.extensions:
            for provision in law.walk():
                yield from blocks_of(key, provision, closing=False)

    @property
    def corrections(self) -> int:
        """How many corrections the columns of this law hold."""
        pieces = [(key, piece) for row in self.rows for key, cell in row.cells.items() for piece in cell]
        found = {(key, p.place): self.page.library.provision(key, p.place) for key, p in pieces if not p.elsewhere}
        return sum(len(provision.emendations) for provision in found.values() if provision is not None)

    def switch(self) -> Markup:
        """One button a text for narrow screens; which is shown changes on the spot and keeps the place."""
        buttons = [
            tag(
                "button",
                self.short(key),
                type="button",
                data_on=key,
                data_name=self.page.entry(key).short,
                data_language=LANGUAGE_NAMES[self.page.entry(key).language],
                data_renumbered=None if self.page.entry(key).edition == self.page.entry(self.lead).edition else "1",
                aria_pressed=str(key == self.on).lower(),
                lang=self.page.entry(key).language,
            )
            for key in self.columns
        ]
        label = self.page.words["c_text"]
        return tag("div", *buttons, class_="switch", role="group", aria_label=label) if len(buttons) > 1 else NOTHING

    def short(self, key: str) -> str:
        """A column's name for a button: its language, with the edition where it is not the lead's."""
        entry = self.page.entry(key)
        if self._has_namesake(key):
            return entry.short
        same = entry.edition == self.page.entry(self.lead).edition
        return LANGUAGE_NAMES[entry.language] if same else f"{LANGUAGE_NAMES[entry.language]} {entry.edition}"

    def grid(self) -> Markup:
        """The head of the columns and the rows of the law, those of the provision of the address marked as a whole."""
        marks, drawn = self.marks(), []
        for row in self.rows:
            drawn.append(self.row(row, marks.get(row.key, "")))
            if len(drawn) == 1 and "before" in marks.values():
                drawn.append(self.unfold())
        style, css = f"--n:{len(self.columns)}", "grid cites sought" if self.marked else "grid cites"
        return tag("div", self.head(), *drawn, class_=css, data_on=self.on, style=style)

    def marks(self) -> Mapping[str, str]:
        """What the rows are to the provision of the address, by their keys.

        ``here`` is the provision with its parts; before it, ``leads`` is what it is a part of, ``before`` the rest.
        """
        if not self.marked:
            return {}
        found: dict[str, str] = {}
        level = 0
        for row in self.rows:
            own, closes = row.key == str(self.place), row.closing and row.place == str(self.place)
            if own or closes or (level and row.level > level):
                found[row.key] = "here"
                level = level or row.level
            elif level:
                break
            else:
                found[row.key] = "leads" if self._leads_here(row) else "before"
        return found

    def _leads_here(self, row: PageRow) -> bool:
        parts = ProvisionId.of(row.place).parts
        return row.owner == self.lead and not row.closing and parts == self.place.parts[: len(parts)]

    def unfold(self) -> Markup:
        """On a narrow screen a button for what is before the provision of the address."""
        words = self.page.words["whole_law"].format(cite=self.page.link.cite(self.lead, self.place.law))
        return tag("button", f"▸ {words}", type="button", class_="unfold", data_unfold="1")

    def printed_source(self) -> Markup:
        """For paper alone: what is printed and of which book; the page adds its address and the day."""
        cite = self.page.link.cite(self.lead, str(self.place))
        return tag("p", f"{self.page.library[self.lead].title}, {cite}", class_="print-source")

    def head(self) -> Markup:
        """Column heads: language, edition and standing of every text, always in sight."""
        cells = (
            tag("div", self.name(key), self.page.standing(key), class_=f"cell who{self.shown(key)}", data_key=key)
            for key in self.columns
        )
        cited = tag("span", self.page.words["cited_by"], class_="by")
        return tag("div", tag("span", class_="num"), *cells, cited, class_="row head")

    def name(self, key: str) -> Markup:
        """A text's name in its own language: ``Dansk 2017``; a federation's rules by their short name."""
        entry = self.page.entry(key)
        first = (
            LANGUAGE_NAMES[entry.language] if entry.work == LAWS else entry.short.removesuffix(entry.edition).strip()
        )
        title = f" · {entry.title}" if self._has_namesake(key) else ""
        return tag("b", first, lang=entry.language) + f" {entry.edition}{title}"

    def _has_namesake(self, key: str) -> bool:
        """Whether another column is of the same language and edition, so that the title must tell them apart."""
        names = [(self.page.entry(k).language, self.page.entry(k).edition) for k in self.columns if k != key]
        return (self.page.entry(key).language, self.page.entry(key).edition) in names

    def row(self, row: PageRow, mark: str = "") -> Markup:
        """One row: the number in the margin, a cell for each column, who cites it; ``mark`` as ``marks`` has it."""
        kind = " law" if row.level == Level.LAW and not row.closing else " closing" if row.closing else ""
        cells = (self.cell(row, key) for key in self.columns)
        css = f"row l{row.level}{kind} {mark}".rstrip()
        return tag("div", self.number(row), *cells, self.cited(row), class_=css, id=element_id(row.key))

    def cited(self, row: PageRow) -> Markup:
        """The margin of a row: once a law who cites it or a part of it, at the place of the address who cites that.

        There is the way to the decisions on it too; the other rows have nothing.
        """
        sought = row.key == str(self.place)
        if row.closing or not (sought or row.level == Level.LAW):
            return tag("div", class_="by")
        decisions = margin_link(self.page, row.place) if sought else NOTHING
        return margin(self.page, row.owner, row.place, decisions, ("own", "part"))

    def number(self, row: PageRow) -> Markup:
        """The number of a row as a link to its place."""
        if row.closing:
            return tag("span", class_="num")
        parts, cite = ProvisionId.of(row.place).parts, self.page.link.cite(row.owner, row.place)
        label = cite if row.level == Level.LAW else f"({parts[-1]})" if len(parts) > Level.DIGIT else parts[-1]
        href = self.page.link.go(place=row.place, by=row.owner)
        css = "num old" if row.owner != self.lead else "num"
        return tag("a", label, class_=css, href=href, aria_label=f"{self.page.words['permalink']} {cite}")

    def cell(self, row: PageRow, key: str) -> Markup:
        """What a text has in a row, or why it has nothing."""
        pieces = [self.piece(row, key, piece) for piece in row.cells.get(key, ())]
        if key in row.empty:
            pieces = [self.absent(self.quiet_reason(row.empty[key], key), self.namesake(row, key))]
        language = self.page.entry(key).language
        return tag("div", *pieces, class_=f"cell{self.shown(key)}", data_key=key, lang=language)

    def shown(self, key: str) -> str:
        """On a narrow screen one text is shown; an overlay has only one."""
        return " on" if key == self.on or key not in self.columns else ""

    def absent(self, *words: str) -> Markup:
        """Words of the interface in place of a text."""
        return tag("p", *words, class_="none", lang=self.state.ui)

    def reason(self, why: EmptyReason, key: str) -> str:
        """Why a cell of a text is empty, with links to what there is; a dash where the row above has said so."""
        link = self.page.link
        words = self.page.words[f"why_{why.reason}"].format(
            edition=self.page.entry(key).edition,
            places=", ".join(link.cite(key, place) for place in why.places),
            homes=", ".join(link.cite(self.lead, place) for place in why.homes),
        )
        if why.again:
            return self._dash(words)
        return tag("a", words, href=link.go(place=why.homes[0], by=self.lead)) if why.homes else words

    def quiet_reason(self, why: EmptyReason, key: str) -> str:
        """For a cell of the law: a dash that the legend explains, or a link to where the text is."""
        words = self.reason(why, key)
        return words if why.homes or why.again else self._dash(words)

    def _dash(self, words: str) -> Markup:
        return tag("span", "–", aria_hidden="true", title=words) + tag("span", words, class_="sr")

    def legend(self) -> Markup:
        """What a dash in the columns means, each reason once; nothing where there is no dash."""
        found = [(why, key) for row in self.rows for key, why in row.empty.items() if not why.homes]
        sentences = dict.fromkeys(self._reason_in_general(why, key) for why, key in found)
        return tag("p", "– ", " · ".join(sentences), class_="legend", lang=self.state.ui) if sentences else NOTHING

    def _reason_in_general(self, why: EmptyReason, key: str) -> str:
        """A reason without the places of one row."""
        code = "dropped" if why.reason in ("new", "dropped") else "within" if why.places else why.reason
        return self.page.words[f"dash_{code}"].format(edition=self.page.entry(key).edition)

    def namesake(self, row: PageRow, key: str) -> Markup:
        """Where a new rule has the number of an old one: what that one is today. Nothing where the row above spoke."""
        why, place = row.empty[key], self.page.library.wid(row.owner, row.place)
        if key == self.lead or why.reason != "new" or why.again or not self.page.library.exists(key, place):
            return NOTHING
        link, found = self.page.link, self.page.services.layout.counterparts(key, place, row.owner)
        words = self.page.words["namesake" if found else "namesake_gone"].format(
            cite=link.cite(key, place),
            edition=self.page.entry(key).edition,
            homes=", ".join(link.cite(row.owner, home.place).replace(" ", "\u00a0") for home in found),
        )
        return BREAK + tag("a", words, href=link.go(place=place, by=key))

    def piece(self, row: PageRow, key: str, piece: CellText) -> Markup:
        """A provision in a cell: where it comes from if not from here, heading, text, notes."""
        page, link = self.page, self.page.link
        provision = page.library.provision(key, piece.place)
        if provision is None:
            return NOTHING
        cite = link.cite(key, piece.place)
        if piece.elsewhere:
            words = page.words["text_elsewhere"].format(
                edition=page.entry(key).edition, cite=cite, place=link.cite(self.lead, piece.elsewhere)
            )
            return self.absent(tag("a", words, href=link.go(place=piece.elsewhere, by=self.lead)))
        name = f"{page.library[key].title}, {cite}"
        blocks = self.prose.blocks(blocks_of(key, provision, closing=row.closing))
        if row.closing:
            return tag("div", blocks, class_="piece", data_cite=name)
        numbers = biography(page, key, piece.place) if key == self.lead else NOTHING
        return tag(
            "div",
            self.was(row, key, piece),
            self.heading(row, key, provision),
            *((numbers, blocks) if provision.heading else (blocks, numbers)),
            *(self.prose.note(key, note) for note in page.library.notes(key, piece.place)),
            self.prose.source(provision.source, provision.pages),
            class_="piece",
            data_cite=name,
            data_place=piece.place,
        )

    def was(self, row: PageRow, key: str, piece: CellText) -> Markup:
        """The number a rule carries in its own text, where it is not the row's, and what became of it since."""
        same = self.page.library.same_edition(self.lead, key)
        if key == self.lead or piece.relation == "own" or (same and row.key == piece.place):
            return NOTHING
        number = f"{self.page.entry(key).edition}: {self.page.link.cite(key, piece.place)}"
        words = " · ".join(filter(None, (number, self.relation(key, piece))))
        kept = piece.place == row.place and piece.relation in ("same", "revised")
        href = self.page.link.place_href(key, piece.place)
        return tag("a", words, class_="was" if kept else "was moved", href=href, lang=self.state.ui)

    def relation(self, key: str, piece: CellText) -> str:
        """What became of a rule between the editions, in words; nothing where it is the same rule."""
        names = self.page.words
        if piece.beside:
            words = [names["rel_beside"]]
        elif piece.relation == "only-in":
            words = [names["only_in"].format(edition=self.page.entry(key).edition)]
        else:
            words = [names[f"rel_{piece.relation}"]] if piece.relation != "same" else []
            words += [names["rel_revised"]] if piece.changed and piece.relation != "revised" else []
        return " · ".join([*words, *([names["rel_unsure"]] if piece.unsure else [])])

    def heading(self, row: PageRow, key: str, provision: Provision) -> Markup:
        """A heading at the level of its row; the lead's is that of the page."""
        if provision.heading is None:
            return NOTHING
        inner = self.prose.prose(key, str(provision.id), "heading", 0, provision.heading)
        if row.level != Level.LAW:
            return tag("h2" if row.level == Level.UPPER else "h3", inner)
        return tag("h1", inner, id="law-title") if key == self.lead else tag("p", inner, class_="h1")

    @cached_property
    def extensions(self) -> Sequence[tuple[str, Provision]]:
        """The federations' own rules on this law whose texts are among the chosen ones: expression and law."""
        page, lead = self.page, self.page.entry(self.lead)
        rules = page.services.overlays.get((lead.edition, self.place.law), ())
        chosen = ((key, page.library.provision(key, number)) for key, number in rules if key in self.state.columns)
        return [(key, law) for key, law in chosen if law is not None and page.entry(key).work != lead.work]

    def overlay(self) -> Markup:
        """The federations' own rules on this law, whole, under the law they extend."""
        return join(self.extension(key, law) for key, law in self.extensions)

    def extension(self, key: str, law: Provision) -> Markup:
        """One federation's rules on this law as a section of its own."""
        ids = ((str(p.id), int(p.id.level)) for p in law.walk())
        rows = [PageRow(f"{key}:{own}", own, key, level, {key: (CellText(own, "own"),)}, {}) for own, level in ids]
        drawn = (
            tag("div", self.number(row), self.cell(row, key), class_=f"row l{row.level}", id=element_id(row.key))
            for row in rows
        )
        title = f"{self.page.words['overlay']} {self.page.link.cite(self.lead, self.place.law)}"
        text = f" · {self.page.entry(key).short}"
        head = tag("p", tag("b", title), text, self.page.standing(key), class_="over-head", lang=self.state.ui)
        grid = tag("div", *drawn, class_="grid", data_on=key, style="--n:1")
        return tag("section", head, grid, class_="over", aria_label=title)
