"""The Swedish laws of 2017 (sv-2017-preliminary): one paragraph a line, page-bottom notes in the reading order.

Indentation and bullets carry no meaning; only the enumerators do. A law is ``LAG n – RUBRIK``, a letter with
heading is alone on its line, a letter without heading carries a bullet. Lines with tabs are tables (in the
laws), definitions or rows of the register. Broken numbering is mended by ``data/patches``, never here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import Literal

from corpus.ids import Level
from parser.layout import events
from parser.layout.source import Source
from parser.layout.subject_index import IndexWords
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText, Witness, join

_SECTIONS = {
    "foreword-wbf": re.compile(r"FÖRORD TILL LAGAR FÖR .+"),
    "foreword-sv": re.compile(r"FÖRORD TILL DEN SVENSKA ÖVERSÄTTNINGEN"),
    "contents": re.compile(r"INNEHÅLL"),
    "introduction": re.compile(r"INLEDNING TILL LAGAR FÖR .+"),
    "rules": re.compile(r"GENERELLT REGELVERK FÖR .+"),
    "definitions": re.compile(r"DEFINITIONER"),
    "laws": re.compile(r"LAG 1 – .+"),
    "register": re.compile(r"REGISTER"),
}
_TITLE = re.compile(r"Lagar för tävlingsbridge \d{4}")
_HEAD = re.compile(r"(?P<label>LAG (?P<number>\d+)) (?P<dash>–) (?P<heading>.+)")
_LETTER = re.compile(r"(?P<letter>[A-Z])\. ")
_BULLET = re.compile(r" *(?P<bullet>-) ")
_LABEL = re.compile(r" *(?:(?P<upper>[A-Z])\.|(?P<digit>\d+)\.|\((?P<lower>[a-z]|[ivx]+)\)) ")
_FOOT = re.compile(r"(?P<mark>[¹²³]) ")
_RULE = re.compile(r"[-\t]+")
_TAGS = re.compile(r"</?i>")
_DEFINITION = re.compile(r"(?P<open><i>)(?P<head>[^<]+)(?P<close></i>)(?P<more>[^\t]*)\t(?P<text>.+)")
_SEE = re.compile(r"Se (?:också )?(?P<entry>[^\t]+)")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ"
_PartLevel = Literal["foreword", "introduction", "rules"]


def read(text: TrackedText, witnesses: Mapping[str, Witness], lexicons: Mapping[str, str]) -> events.ParsedLayout:
    """Title page, prefaces, contents, introduction, definitions, laws and register, each in its own way."""
    sections = _sections(row for row in text.split("\n") if row.text.strip())
    noise: list[Noise] = []
    flow = _with_closing_texts(_flow(sections["laws"], noise))
    definitions = tuple(_definitions(sections["definitions"], noise))
    register = tuple(_register(sections["register"], noise))
    contents = tuple(sections["contents"])
    return events.ParsedLayout(flow, definitions, _parts(sections), register, contents, tuple(noise))


def _sections(rows: Iterable[TrackedText]) -> dict[str, list[TrackedText]]:
    """The rows under each section heading, the heading first; what comes before all headings is ``title``."""
    out: dict[str, list[TrackedText]] = {"title": []}
    ahead = list(_SECTIONS)
    name = "title"
    for row in rows:
        if ahead and _SECTIONS[ahead[0]].fullmatch(row.text):
            name = ahead.pop(0)
        out.setdefault(name, []).append(row)
    if ahead:
        end = max((row.origins[-1] for found in out.values() for row in found), default=0)
        raise events.LayoutError(f"the text ends before {_SECTIONS[ahead[0]].pattern!r}; it has to be whole", end)
    return out


def _parts(sections: Mapping[str, Sequence[TrackedText]]) -> tuple[events.DraftPart, ...]:
    page = sections["title"]
    title = next((row for row in page if _TITLE.fullmatch(row.text)), None)
    if title is None:
        raise events.LayoutError("the title page lacks its title", 0)
    register = tuple(takewhile(lambda row: "\t" not in row.text, sections["register"]))
    return (
        events.DraftPart("title", title, "title", blocks=tuple(row for row in page if row is not title)),
        _part("foreword-wbf", "foreword", sections["foreword-wbf"]),
        _part("foreword-sv", "foreword", sections["foreword-sv"]),
        _part("introduction", "introduction", sections["introduction"]),
        _part("rules", "rules", sections["rules"]),
        _part("register", "foreword", register),
    )


def _part(key: str, level: _PartLevel, rows: Sequence[TrackedText]) -> events.DraftPart:
    return events.DraftPart(key, rows[0], level, blocks=tuple(rows[1:]))


def _flow(rows: Sequence[TrackedText], noise: list[Noise]) -> tuple[events.LayoutEvent, ...]:
    """The laws in reading order; a paragraph cut by notes is put together where it begins."""
    out: list[events.LayoutEvent] = []
    for tabular, group in groupby(rows, lambda row: "\t" in row.text):
        if tabular:
            out.append(_table(tuple(group), noise))
            continue
        for row in group:
            if row.text[0].islower():
                _continue(out, row)
            else:
                out.extend(_pieces(row, noise))
    return tuple(out)


def _pieces(row: TrackedText, noise: list[Noise]) -> Iterator[events.LayoutEvent]:
    """What one line outside a table is: law heading, letter heading, note, labelled items or a plain paragraph."""
    if match := _HEAD.fullmatch(row.text):
        noise.append(Noise.of(_group(row, match, "dash"), "heading"))
        yield events.LawHeading(match["number"], _group(row, match, "label"), _group(row, match, "heading"))
    elif match := _LETTER.match(row.text):
        yield events.ListItem(match["letter"], row[: match.end() - 1], heading=row[match.end() :])
    elif match := _FOOT.match(row.text):
        yield events.FootnoteText(match["mark"], _group(row, match, "mark"), row[match.end() :])
    else:
        if match := _BULLET.match(row.text):
            noise.append(Noise.of(_group(row, match, "bullet"), "list-bullet"))
            row = row[match.end() :]
        yield from _items(row)


def _items(row: TrackedText) -> Iterator[events.ListItem | events.Paragraph]:
    """``2. (a) Text`` is two items, the first without text; a line without label is a paragraph."""
    match = _LABEL.match(row.text)
    if match is None:
        yield events.Paragraph(row)
        return
    while match is not None:
        label, row = row[: match.end()].strip(), row[match.end() :]
        value = next(group for group in match.groups() if group)
        match = _LABEL.match(row.text)
        yield events.ListItem(value, label, text=None if match else row)


def _continue(kept: list[events.LayoutEvent], row: TrackedText) -> None:
    """Join ``row`` to the last paragraph before the notes that cut it in two (16C2)."""
    for at in range(len(kept) - 1, -1, -1):
        piece = kept[at]
        if isinstance(piece, events.ListItem | events.Paragraph) and piece.text is not None:
            kept[at] = replace(piece, text=join([piece.text, row]))
            return


def _table(rows: Sequence[TrackedText], noise: list[Noise]) -> events.TableBlock:
    """Rows of cells as printed. A drawn rule ends the column headings; else the look of the rows decides."""
    kept: list[tuple[TrackedText, ...]] = []
    header: int | None = None
    for row in rows:
        if _RULE.fullmatch(row.text):
            noise.append(Noise.of(row, "table-rule"))
            header = len(kept)
        else:
            kept.append(tuple(cell.sub(_TAGS, "") for cell in _cells(row)))
    return events.TableBlock(tuple(kept), header=_header_rows(kept) if header is None else header)


def _header_rows(rows: Sequence[Sequence[TrackedText]]) -> int:
    """Column headings are the rows before the first figure, up to the last that fills more than its first cell."""
    header = 0
    for number, row in enumerate(rows, 1):
        if any(re.search(r"\d", cell.text) for cell in row[1:]):
            break
        if any(row[1:]):
            header = number
    return header


def _with_closing_texts(pieces: Sequence[events.LayoutEvent]) -> tuple[events.LayoutEvent, ...]:
    """A paragraph after a list item belongs to the item while the list goes on, else to the list's parent.

    86B1 and 86B2 have a lead and a paragraph of their own; the last words of 69B and 71 close the list.
    """
    out: list[events.LayoutEvent] = []
    level: Level | None = None
    for at, piece in enumerate(pieces):
        if isinstance(piece, events.LawHeading | events.ListItem):
            level = _list_level(piece)
        elif isinstance(piece, events.Paragraph) and level is not None:
            following = next((p for p in pieces[at + 1 :] if isinstance(p, events.LawHeading | events.ListItem)), None)
            if following is None or _list_level(following) is None:
                piece = replace(piece, of=Level(level - 1))
        out.append(piece)
    return tuple(out)


def _list_level(piece: events.LawHeading | events.ListItem) -> Level | None:
    """The level of a list item by the look of its label; None for what has a heading."""
    if isinstance(piece, events.LawHeading) or piece.heading is not None:
        return None
    if piece.value.isdigit():
        return Level.DIGIT
    return Level.UPPER if piece.value.isupper() else Level.LOWER


def _definitions(rows: Sequence[TrackedText], noise: list[Noise]) -> Iterator[events.DraftDefinition]:
    """One row a headword; a text that ends in a colon opens sub-entries, the last of which ends in a full stop."""
    noise.append(Noise.of(rows[0], "heading"))
    head: events.DraftDefinition | None = None
    subs: list[events.DraftDefinition] = []
    for row in rows[1:]:
        draft = _definition(row, noise)
        end = draft.senses[-1].text.text[-1]
        if head is None and end != ":":
            yield draft
        elif head is None:
            head = draft
        else:
            subs.append(draft)
            if end == ".":
                yield replace(head, subs=tuple(subs))
                head, subs = None, []


def _definition(row: TrackedText, noise: list[Noise]) -> events.DraftDefinition:
    match = _DEFINITION.fullmatch(row.text)
    if match is None:
        raise events.LayoutError(f"no row of the definitions: {row.text[:40]!r}", row.origins[0])
    noise += [Noise.of(_group(row, match, "open"), "markup"), Noise.of(_group(row, match, "close"), "markup")]
    text = join([_group(row, match, "more").strip(), _group(row, match, "text")])
    return events.DraftDefinition(_group(row, match, "head"), tuple(_senses(text, noise)))


def _senses(text: TrackedText, noise: list[Noise]) -> Iterator[events.DraftSense]:
    """Senses ``1. ... 2. ...``: a number counts only where a sentence ended, so not the "2." of "Lag 2."."""
    number, at = 1, 0
    if not text.text.startswith("1. "):
        yield events.DraftSense(None, text)
        return
    while match := re.compile(rf"(?P<number>{number}\.) ").match(text.text, at):
        noise.append(Noise.of(_group(text, match, "number"), "text"))
        following = re.search(rf"(?<=[.)]) {number + 1}\. (?=[A-ZÅÄÖ])", text.text)
        stop = following.start() if following else len(text)
        yield events.DraftSense(number, text[match.end() : stop])
        number, at = number + 1, stop + 1


def _register(rows: Sequence[TrackedText], noise: list[Noise]) -> Iterator[events.DraftIndexEntry]:
    """Rows of word, locators and pages. The first row names the columns; its pages and the like are noise.

    A heading in capitals never goes back in the alphabet: "IMP (...)" below POÄNG is a sub-entry.
    """
    first = next((at for at, row in enumerate(rows) if "\t" in row.text), None)
    if first is None:
        raise events.LayoutError("the register has no rows", rows[0].origins[0])
    noise.append(Noise.of(rows[first], "column-titles"))
    open_row: events.DraftIndexEntry | None = None
    for row in rows[first + 1 :]:
        word, locators, row = _register_cells(row, noise)
        if open_row is not None and not word:
            open_row = replace(open_row, locators=locators, row=join([open_row.row, row]))
            continue
        if open_row is not None:
            yield open_row
        entry = open_row.entry if open_row else ""
        if see := _SEE.fullmatch(word):
            open_row = events.DraftIndexEntry(entry, "", locators, (see["entry"],), row)
        elif _is_heading(word, entry):
            open_row = events.DraftIndexEntry(word, "", locators, (), row)
        else:
            open_row = events.DraftIndexEntry(entry, word, locators, (), row)
    if open_row is not None:
        yield open_row


def _register_cells(row: TrackedText, noise: list[Noise]) -> tuple[str, tuple[str, ...], TrackedText]:
    """Word, locators and the row without its page numbers, which belong to the printed book."""
    word, *others = _cells(row)
    if len(others) < 2:
        return word.text, (), row
    if others[1]:
        noise.append(Noise.of(others[1], "page-number"))
    return word.text, tuple(filter(None, others[0].text.split(", "))), join([word, others[0]], "\t")


def _is_heading(word: str, before: str) -> bool:
    bare = re.sub(r"\(.*?\)", "", word)
    forward = not before or _ALPHABET.find(word[0].upper()) >= _ALPHABET.find(before[0].upper())
    return bare == bare.upper() and forward


def _cells(row: TrackedText) -> list[TrackedText]:
    return [cell.strip() for cell in row.split("\t")]


def _group(row: TrackedText, match: re.Match[str], name: str) -> TrackedText:
    return row[match.start(name) : match.end(name)]


SOURCE = Source(
    key="sv-2017",
    layout=read,
    note_sign=re.compile(r"(?P<mark>[¹²³])"),
    index_words=IndexWords(
        definition=("Definitioner", "Definitions"),
        parts={"Inledning": "introduction"},
        note=("fotnot", "fotnoten"),
        ordinals={"andra": 2},
        meant={
            ("ROUND", "Definitioner"): "def:Rond",
            ("KONTRAKTSBUD", "Definitioner"): "def:Kontraktbud",
            ("ÖVRIG", "Definitioner"): "def:Övrig information",
            ("Artificiellt pass", "Definitioner"): "def:Artificiellt bud",
            ("Inledning", "Definitioner"): "def:Budgivning",
            ("Synligt", "Definitioner"): "def:Synligt kort",
            ("Olika betydelser av", "Definitions"): "def:Omgång",
            # Laws 80 and 93 have several notes; only one of each is about what the row names.
            ("Tävlingsledaren tar ansvar för visa uppgifter", "80 fotnot"): "note:80#3",
            ("Ansvarig organisation, nationella lagar", "93 fotnot"): "note:93#2",
        },
    ),
    federation_notes=re.compile(r"Generellt regelverk|Svenska Bridgeförbundet"),
    # The space before a full stop is left over from the markup: "<i>tilldelat</i> ." (Korrigerat resultat).
    emphasis=re.compile(r"(?:\*|<i>)(?P<words>[^*<]+)(?:\*|</i>(?: (?=\.))?)"),
)
