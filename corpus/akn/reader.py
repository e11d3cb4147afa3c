"""An Expression from Akoma Ntoso as ``writer`` makes it; coverage and witness readings are not in the XML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from lxml import etree

from corpus import model, uris
from corpus.akn.inline import AknError, AknFileError, ReadStretch, act_of, lb, name, one_of, text_of
from corpus.akn.metadata import read_evidence, read_meta
from corpus.akn.references import LinkBase, read_emendations, read_references
from corpus.akn.writer import DEFINITIONS, INDEX, PART_TAGS, TAGS
from corpus.ids import ProvisionId
from corpus.schema import Loader

_PART_LEVELS: tuple[model.PartLevel, ...] = get_args(model.PartLevel)
_ORIGINS: tuple[model.Origin, ...] = get_args(model.Origin)
_APART = frozenset((name("authorialNote"), name("noteRef")))
_PROVISIONS = frozenset(name(tag) for tag in TAGS.values())
_PARTS = frozenset(name(tag) for tag in PART_TAGS)


def read(content: bytes, file: str = "") -> model.Expression:
    """The Expression of an XML file, whatever the bytes. Raises AknFileError when ``lovbro build`` did not write it.

    ``file`` is the name by which the error calls it.
    """
    try:
        return _read(content)
    except AknError as error:
        raise Loader(file, AknFileError).fault("syntax", cause=str(error)) from error


def _read(content: bytes) -> model.Expression:
    act = act_of(content)
    try:
        return _Reader(act).run()
    except AknError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        # The writer is the only one whose XML is read: wherever another's stumbles, it is another's.
        raise AknError(f"not a file that lovbro build wrote: {type(error).__name__}: {error}") from error


class _Reader:
    def __init__(self, act: etree._Element) -> None:
        self.act = act
        self.meta = read_meta(act)
        self.links = LinkBase(self.meta["work"], self.meta["edition"], self.meta["witnesses"].split()[0])
        self.evidence = read_evidence(act)
        self.parts: list[model.Part] = []
        self.notes: list[model.Note] = []
        self.references: list[model.Reference] = []
        self.definitions: tuple[model.Definition, ...] = ()
        self.index: tuple[model.IndexEntry, ...] = ()

    def run(self) -> model.Expression:
        for box in self.act.iterfind(f"{name('preface')}/{name('container')}"):
            title, *blocks = box
            self.parts.append(self._part(box.get("name", ""), box, title, (), self._blocks(blocks, _place(box), 0)))
        body = _child(self.act, "body")
        laws = tuple(law for element in body for law in self._member(element))
        for element in self.act.iterfind(f"{name('meta')}/{name('notes')}/{name('note')}"):
            self._note(element)
        return model.Expression(
            key=self.meta["key"],
            language=self.meta["language"],
            work=self.meta["work"],
            edition=self.meta["edition"],
            title=self.meta["title"],
            laws=laws,
            parts=tuple(self.parts),
            definitions=self.definitions,
            notes=tuple(self.notes),
            index=self.index,
            references=tuple(self.references),
        )

    def _member(self, element: etree._Element) -> Iterator[model.Provision]:
        """The laws in one element of the body: a law, a chapter, the definitions or the index."""
        if element.get("eId") == DEFINITIONS:
            items = _child(_child(element, "content"), "blockList")
            self.definitions = tuple(self._definition(item) for item in items)
        elif element.get("eId") == INDEX:
            self.index = tuple(_index_entry(item) for item in _child(_child(element, "content"), "blockList"))
        elif element.tag in _PARTS:
            yield from self._chapter(element)
        else:
            yield self._provision(element)

    def _chapter(self, element: etree._Element) -> Iterator[model.Provision]:
        intro = element.find(name("intro"))
        blocks = () if intro is None else self._blocks(list(intro), _place(element), 0)
        numbers = tuple(uris.place_of_eid(law.get("eId", "")) for law in element.iter(name("section")))
        title = _child(element, "heading")
        self.parts.append(self._part(element.get(lb("level"), ""), element, title, numbers, blocks))
        for child in element:
            if child.tag in _PROVISIONS or child.tag in _PARTS:
                yield from self._member(child)

    def _part(
        self,
        level: str,
        box: etree._Element,
        title: etree._Element,
        laws: tuple[str, ...],
        blocks: tuple[model.Block, ...],
    ) -> model.Part:
        key = _place(box).removeprefix("part:")
        return model.Part(key, text_of(title, _APART)[0], one_of(level, _PART_LEVELS, "kind of part"), laws, blocks)

    def _provision(self, element: etree._Element) -> model.Provision:
        place = _place(element)
        num = element.find(name("num"))
        label, label_found = ("", []) if num is None else text_of(num, _APART)
        heading = element.find(name("heading"))
        read_heading = None if heading is None else self._prose(heading, place, "heading", 0)
        before = element.find(name("content"))
        before = element.find(name("intro")) if before is None else before
        blocks = () if before is None else self._blocks(list(before), place, 0)
        children = tuple(self._provision(child) for child in element if child.tag in _PROVISIONS)
        after = element.find(name("wrapUp"))
        return model.Provision(
            id=ProvisionId.of(place),
            printed=label,
            source=self.links.read_lines(element.get(lb("lines"), "")),
            heading=read_heading,
            blocks=blocks,
            children=children,
            closing=() if after is None else self._blocks(list(after), place, len(blocks)),
            pages=tuple(uris.words_of_token(page) for page in element.get(lb("pages"), "").split()),
            label_emendations=read_emendations(label, label_found, self.links),
        )

    def _blocks(self, elements: list[etree._Element], place: str, first: int) -> tuple[model.Block, ...]:
        return tuple(
            self._table(element) if element.tag == name("table") else self._prose(element, place, "body", number)
            for number, element in enumerate(elements, first)
        )

    def _table(self, element: etree._Element) -> model.Table:
        caption = element.find(name("caption"))
        title, found = ("", []) if caption is None else text_of(caption, _APART)
        rows = tuple(
            tuple(text_of(_child(cell, "p"), _APART)[0] for cell in row) for row in element.iterfind(name("tr"))
        )
        return model.Table(
            rows,
            self.links.read_lines(element.get(lb("lines"), "")),
            title,
            int(element.get(lb("header"), "")),
            read_emendations(title, found, self.links),
        )

    def _prose(self, element: etree._Element, place: str, where: model.Where, block: int) -> model.Prose:
        return self._read_prose(element, element, place, where, block)

    def _read_prose(
        self, outer: etree._Element, element: etree._Element, place: str, where: model.Where, block: int
    ) -> model.Prose:
        """The text of ``element``, whose lines ``outer`` names. Adds its references and notes to the reader's."""
        text, found = text_of(element, _APART)
        for eid, reference in read_references(text, found, place, where, block, self.links):
            self.references.append(replace(reference, evidence=self.evidence.get(eid, ())))
        marks = tuple(model.NoteMark(one.start, _note_key(one)) for one in found if one.element.tag in _APART)
        for one in found:
            if one.element.tag == name("authorialNote"):
                self._note(one.element)
        return model.Prose(
            text,
            self.links.read_lines(outer.get(lb("lines"), "")),
            marks,
            read_emendations(text, found, self.links),
            tuple(sorted((one.start, one.end) for one in found if one.element.tag == name("i"))),
        )

    def _note(self, element: etree._Element) -> None:
        key = _place(element)
        place = len(self.notes)
        blocks = tuple(self._prose(p, key, "note", number) for number, p in enumerate(element))
        note = model.Note(
            key,
            element.get("marker", ""),
            blocks,
            tuple(element.get(lb("anchors"), "").split()),
            one_of(element.get(lb("origin"), ""), _ORIGINS, "origin of notes"),
            self.links.read_lines(element.get(lb("lines"), "")),
            lb("doubtful") in element.attrib,
        )
        # A note inside this one is read before this one is complete, and comes after it.
        self.notes.insert(place, note)

    def _definition(self, item: etree._Element) -> model.Definition:
        address = _place(item)
        heading = _child(item, "heading")
        headword = self._read_prose(heading, _child(heading, "term"), address, "heading", 0)
        senses: list[model.Sense] = []
        subs: list[model.Definition] = []
        for element in list(item)[1:]:
            if element.tag == name("p") and element.get("class") != "empty":
                senses.append(model.Sense(None, self._sense(element, address, len(senses))))
            elif element.get("class") == "senses":
                for numbered in element:
                    number, p = numbered
                    senses.append(model.Sense(int(number.text or ""), self._sense(p, address, len(senses))))
            elif element.get("class") == "subs":
                subs += [self._definition(sub) for sub in element]
        return model.Definition(headword, tuple(senses), tuple(subs))

    def _sense(self, p: etree._Element, address: str, number: int) -> model.Prose:
        return self._read_prose(p, _child(p, "def"), address, "definition", number)


def _index_entry(item: etree._Element) -> model.IndexEntry:
    words: dict[str, list[str]] = {kind: [] for kind in ("entry", "sub", "locator", "see", "target")}
    for element in _child(item, "p"):
        kind = element.get("class", "")
        words[kind].append(_target(element) if kind == "target" else text_of(element, _APART)[0])
    locators, targets, see = (tuple(words[kind]) for kind in ("locator", "target", "see"))
    return model.IndexEntry(words["entry"][0], words["sub"][0], locators, targets, see, int(item.get(lb("line"), "")))


def _target(element: etree._Element) -> str:
    return uris.place_of_eid(element.get("href", "")[1:])


def _note_key(one: ReadStretch) -> str:
    if one.element.tag == name("noteRef"):
        return _target(one.element)
    return _place(one.element)


def _place(element: etree._Element) -> str:
    return uris.place_of_eid(element.get("eId", ""))


def _child(element: etree._Element, tag: str) -> etree._Element:
    found = element.find(name(tag))
    if found is None:
        raise AknError(f"<{etree.QName(element).localname} eId={element.get('eId')!r}> without <{tag}>")
    return found
