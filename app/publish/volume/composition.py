"""A book made from the texts: its order, what is beside what, where links and note calls lead.

The rows are those of the reading room (``app.reader.text.columns``), so that a book never shows another counterpart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from app.i18n.standings import standing_sentence
from app.i18n.words import UiLanguage, words
from app.publish.permalinks import entry_at, permalink
from app.publish.record_forms import rights_sentence
from app.publish.record_page import interface_language
from app.publish.volume.volume import (
    Volume,
    VolumeBlock,
    VolumeCell,
    VolumeDoubt,
    VolumeIndexLine,
    VolumeNote,
    VolumeParagraph,
    VolumeRow,
    VolumeRun,
    VolumeSection,
    VolumeTable,
    VolumeText,
)
from app.reader.address import PageState
from app.reader.context import ReaderServices
from app.reader.text.capitals import lowered, sentence_case
from app.reader.text.columns import PageRow
from app.reader.text.links import Linker
from app.reader.text.markup import head_cells
from corpus import uris
from corpus.ids import ProvisionId
from corpus.model import Block, Definition, Part, Prose, Provision, Table, Where
from corpus.registry import ExpressionEntry

MISLEADING = ("revised", "moved", "split", "merged", "dropped", "dangling", "suspect")


class VolumeChoiceError(ValueError):
    """Languages or an edition of which no book can be made; the message says what there is."""


def chosen_texts(services: ReaderServices, languages: Sequence[str], edition: str) -> tuple[str, ...]:
    """The keys of one or two texts of one edition, by their languages. Raises VolumeChoiceError.

    ``edition`` is as in the addresses that stay: ``2017``, ``dbf-2008``; empty for that of the first language's first
    text. Without languages the first text is taken.
    """
    registry = services.library.registry
    wanted = tuple(dict.fromkeys(languages)) or (registry.expressions[0].language,)
    if len(wanted) > 2:
        raise VolumeChoiceError(f"a book has one language or two beside each other, not {len(wanted)}")
    keys: list[str] = []
    for language in wanted:
        of_language = [one for one in registry.expressions if one.language == language]
        if not of_language:
            held = ", ".join(dict.fromkeys(one.language for one in registry.expressions))
            raise VolumeChoiceError(f"no text in {language!r}; there are {held}")
        if not edition and keys:
            found = next((one for one in of_language if services.library.same_edition(one.key, keys[0])), None)
        else:
            found = entry_at(registry, language, edition) if edition else of_language[0]
        if found is None:
            has = ", ".join(permalink(registry, one.key).rpartition("/")[2] for one in of_language)
            asked = edition or registry[keys[0]].edition
            raise VolumeChoiceError(f"no text in {language!r} of the edition {asked}; there is {has}")
        keys.append(found.key)
    return tuple(keys)


def compose_volume(services: ReaderServices, keys: Sequence[str], *, public: bool) -> Volume:
    """The book of one text, or of two of one edition beside each other."""
    return _Composer(services, tuple(keys)).volume(public)


@dataclass
class _Composer:
    """Makes one book; counts the calls of its notes while it does."""

    services: ReaderServices
    keys: tuple[str, ...]
    calls: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def lead(self) -> str:
        return self.keys[0]

    @cached_property
    def ui(self) -> UiLanguage:
        return interface_language(self._entry(self.lead))

    @cached_property
    def _link(self) -> Linker:
        return Linker(self.services.library, PageState(columns=self.keys, by=self.lead, on=self.lead, ui=self.ui))

    def volume(self, public: bool) -> Volume:
        texts = tuple(self._text(self._entry(key)) for key in self.keys)
        before, after = self._parts(behind=False), self._parts(behind=True)
        sections = (*before, *self._definitions(), *self._laws(), *self._doubts(), *after, *self._indexes())
        registry = self.services.library.registry
        return Volume(
            name=f"lovbro-{'+'.join(self.keys)}",
            language=self.ui,
            texts=texts,
            own_use="" if public else words(self.ui)["rights_own_use"],
            dated=max(uris.expression_date(self._entry(key), registry) for key in self.keys),
            sections=tuple(self._with_notes(sections)),
        )

    def anchor(self, key: str, place: str) -> str:
        """The name of a place in the book; empty for one that it has not."""
        library, name = self.services.library, f"{key}."
        if key not in self.keys:
            return ""
        if library.provision(key, place):
            return name + place
        if place.startswith("def:"):
            row = [address.casefold() for address, _ in library[key].all_definitions()]
            return f"{name}def-{row.index(place.casefold()) + 1}" if place.casefold() in row else ""
        if place.startswith("part:"):
            held = {part.key for part in library[key].parts if part.blocks or part.laws}
            return f"{name}part-{place[5:]}" if place[5:] in held else ""
        notes = [note.key for note in library[key].notes]
        if place in notes:
            return f"{name}note-{notes.index(place) + 1}"
        # An index says "note 2 of law 25".
        law, _, number = place.removeprefix("note:").partition("#")
        of_law = [note.key for note in library[key].notes if ProvisionId.of(note.anchors[0]).law == law]
        found = of_law[int(number) - 1] if number.isdecimal() and 0 < int(number) <= len(of_law) else ""
        return self.anchor(key, found) if found else ""

    def _entry(self, key: str) -> ExpressionEntry:
        return self.services.library.entry(key)

    def _text(self, entry: ExpressionEntry) -> VolumeText:
        names = words(interface_language(entry))
        return VolumeText(
            entry.key,
            entry.language,
            entry.title,
            f"{entry.title} · {names[entry.standing]}",
            f"{standing_sentence(entry, interface_language(entry))}.",
            rights_sentence(entry, interface_language(entry)),
        )

    def _parts(self, *, behind: bool) -> Iterator[VolumeSection]:
        """Forewords, introductions and what else is no law: those printed before the laws, or ``behind`` them."""
        for key in self.keys:
            last = self.services.library[key].laws[-1].source
            for part in self.services.library[key].parts:
                if part.blocks and (part.blocks[0].source > last) == behind:
                    yield self._part(key, part)

    def _part(self, key: str, part: Part) -> VolumeSection:
        language, place = self._entry(key).language, f"part:{part.key}"
        rows = (
            VolumeRow(1, (VolumeCell(language, blocks=(self._block(key, place, "body", number, block),)),))
            for number, block in enumerate(part.blocks)
        )
        title = ((language, sentence_case(part.title)),)
        return VolumeSection("part", self.anchor(key, place), 1, title, tuple(rows))

    def _definitions(self) -> Iterator[VolumeSection]:
        """The definitions, those of one concept in one row: the first text's order, then what only the other has."""
        seen: set[tuple[str, str]] = set()
        rows: list[VolumeRow] = []
        for key in self.keys:
            for definition in self.services.library[key].definitions:
                if (key, definition.address) in seen:
                    continue
                stored = self.services.alignment.row_of(key, definition.address)
                held = {one: tuple(cell.id for cell in stored.of(one)) for one in self.keys} if stored else {}
                held[key] = held.get(key) or (definition.address,)
                seen |= {(one, place) for one, places in held.items() for place in places}
                rows += self._definition_rows([list(held.get(one, ())) for one in self.keys])
        if rows:
            titles = tuple((self._entry(key).language, self._words(key)["definitions"]) for key in self.keys)
            yield VolumeSection("definitions", f"{self.lead}.definitions", 1, titles, tuple(rows))

    def _definition_rows(self, places: list[list[str]]) -> Iterator[VolumeRow]:
        for number in range(max(map(len, places))):
            cells = []
            for key, own in zip(self.keys, places, strict=True):
                found = self.services.library.definition(key, own[number]) if number < len(own) else None
                cells.append(list(self._definition(key, own[number], found)) if found else [])
            for line in range(max(map(len, cells))):
                row = [column[line] if line < len(column) else (0, None) for column in cells]
                yield VolumeRow(1 + max(depth for depth, _ in row), tuple(cell for _, cell in row))

    def _definition(
        self, key: str, place: str, definition: Definition, depth: int = 0
    ) -> Iterator[tuple[int, VolumeCell]]:
        """A definition and those below it, each with its depth."""
        blocks = []
        for number, sense in enumerate(definition.senses):
            paragraph = self._prose(key, place, "definition", number, sense.prose)
            lead = (VolumeRun(f"{sense.number}. "),) if sense.number else ()
            blocks.append(VolumeParagraph((*lead, *paragraph.runs)))
        word = self._prose(key, place, "heading", 0, definition.headword).runs
        language = self._entry(key).language
        yield depth, VolumeCell(language, self.anchor(key, place), "", word, tuple(blocks))
        for sub in definition.subs:
            yield from self._definition(key, f"{place}/{sub.headword.text}", sub, depth + 1)

    def _laws(self) -> Iterator[VolumeSection]:
        library = self.services.library
        titled = [part for part in library[self.lead].parts if part.laws and part.level in ("chapter", "group")]
        for law in library[self.lead].laws:
            above = [part for part in titled if str(law.id) in part.laws]
            for part in above:
                if part.laws[0] == str(law.id):
                    depth = 1 + above.index(part)
                    title = ((self._entry(self.lead).language, sentence_case(part.title)),)
                    yield VolumeSection("chapter", self.anchor(self.lead, f"part:{part.key}"), depth, title)
            yield self._law(law, 1 + len(above))

    def _law(self, law: Provision, depth: int) -> VolumeSection:
        laid = self.services.layout.rows(self.lead, str(law.id), self.keys)
        rows = [row for one in laid for row in self._rows(one)]
        titles = []
        for cell in rows[0].cells:
            if cell is not None:
                heading = sentence_case("".join(run.words for run in cell.heading if not run.note))
                titles.append((cell.language, f"{cell.label} {heading}".strip()))
        return VolumeSection("law", f"{self.anchor(self.lead, str(law.id))}.law", depth, tuple(titles), tuple(rows))

    def _rows(self, row: PageRow) -> Iterator[VolumeRow]:
        """A row of the reading room as rows of the book: of several provisions in one cell each has its own."""
        columns = []
        for key in self.keys:
            pieces = [piece for piece in row.cells.get(key, ()) if not piece.elsewhere]
            columns.append([self._cell(key, piece.place, closing=row.closing) for piece in pieces])
        for line in range(max(map(len, columns))):
            yield VolumeRow(row.level, tuple(column[line] if line < len(column) else None for column in columns))

    def _cell(self, key: str, place: str, *, closing: bool) -> VolumeCell:
        provision, entry = self.services.library.provision(key, place), self._entry(key)
        assert provision is not None, f"{key}:{place} is in a row"
        first = len(provision.blocks) if closing else 0
        own = provision.closing if closing else provision.blocks
        blocks = tuple(self._block(key, place, "body", number, block) for number, block in enumerate(own, first))
        if closing:
            return VolumeCell(entry.language, blocks=blocks)
        heading = self._prose(key, place, "heading", 0, provision.heading).runs if provision.heading else ()
        label = sentence_case(provision.printed or provision.id.parts[-1])  # sv-2017 prints "LAG 10"
        return VolumeCell(entry.language, self.anchor(key, place), label, heading, blocks)

    def _block(self, key: str, place: str, where: Where, number: int, block: Block) -> VolumeBlock:
        if isinstance(block, Table):
            heads = tuple(tuple(head_cells(row)) for row in block.rows[: block.header])
            return VolumeTable(block.caption, heads, block.rows[block.header :])
        return self._prose(key, place, where, number, block)

    def _prose(self, key: str, place: str, where: Where, number: int, prose: Prose) -> VolumeParagraph:
        """A paragraph cut at its links, its emphasis and the calls of its notes."""
        links = [
            (linked.start, linked.end, self.anchor(linked.goal.key, linked.goal.place))
            for linked in self._link.linked_words(key, place, where, number)
            if linked.goal is not None
        ]
        marks = sorted(prose.marks, key=lambda mark: mark.at)
        low = lowered(prose.text) if where == "heading" else []
        ends = [end for first, last, _ in links for end in (first, last)]
        ends += [end for span in (*prose.emphasis, *low) for end in span]
        cuts = sorted({0, len(prose.text), *ends, *(mark.at for mark in marks)})
        runs: list[VolumeRun] = []
        for start, end in zip(cuts, [*cuts[1:], len(prose.text)], strict=True):
            runs += (self._call(key, mark.note) for mark in marks if mark.at == start)
            if start < end:
                link = next((anchor for first, last, anchor in links if first <= start < last), "")
                emphasis = any(first <= start < last for first, last in prose.emphasis)
                small = any(first <= start < last for first, last in low)
                runs.append(VolumeRun(prose.text[start:end], link, emphasis=emphasis, lowered=small))
        return VolumeParagraph(tuple(runs))

    def _call(self, key: str, note: str) -> VolumeRun:
        anchor = self.anchor(key, note)
        call = f"{anchor}-call-{len(self.calls[anchor]) + 1}"
        self.calls[anchor].append(call)
        return VolumeRun(_number(anchor), note=anchor, call=call)

    def _with_notes(self, sections: Iterable[VolumeSection]) -> Iterator[VolumeSection]:
        """The sections with the notes that are first called in them; notes may call each other."""
        noted: set[str] = set()
        made = {
            self.anchor(key, note.key): (key, note) for key in self.keys for note in self.services.library[key].notes
        }
        bodies = {
            anchor: tuple(self._prose(key, note.key, "note", n, block) for n, block in enumerate(note.blocks))
            for anchor, (key, note) in made.items()
        }
        for section in sections:
            found = []
            waiting = [run.note for run in section.runs() if run.note]
            while waiting:
                anchor = waiting.pop(0)
                if anchor in noted:
                    continue
                noted.add(anchor)
                key, note = made[anchor]
                waiting += [run.note for paragraph in bodies[anchor] for run in paragraph.runs if run.note]
                names = self._words(key)
                about = [names[f"origin_{note.origin}"]] if note.origin != "original" else []
                about += [names["note_place_doubtful"]] if note.doubtful else []
                calls = tuple(self.calls[anchor])
                language = self._entry(key).language
                found.append(VolumeNote(anchor, language, _number(anchor), ", ".join(about), bodies[anchor], calls))
            yield replace(section, notes=tuple(found))

    def _doubts(self) -> Iterator[VolumeSection]:
        """The references whose numbers mislead: the words of the book stay as they are, and here is what is known."""
        found = []
        for key in self.keys:
            for reference in self.services.library[key].references:
                place = reference.anchor.place
                said = self._link.status_words(key, reference) if reference.status in MISLEADING else ""
                if said:
                    cited = self._link.cite(key, place)
                    found.append(VolumeDoubt(self.anchor(key, place), cited, reference.printed, said))
        if found:
            title = ((self.ui, words(self.ui)["volume_doubts"]),)
            yield VolumeSection("doubts", f"{self.lead}.doubts", 1, title, doubts=tuple(found))

    def _indexes(self) -> Iterator[VolumeSection]:
        for key in self.keys:
            rows, language = self.services.library[key].index, self._entry(key).language
            heads = {row.entry.casefold(): f"{key}.index-{n}" for n, row in reversed([*enumerate(rows)])}
            lines = []
            last = ""
            for row in rows:
                if row.sub and row.entry != last:
                    lines.append(
                        VolumeIndexLine(language, heads[row.entry.casefold()], sentence_case(row.entry), False, (), ())
                    )
                paired = len(row.locators) == len(row.targets)
                goals = row.targets if paired else (*row.targets[:1], *("" for _ in row.locators))
                locators = tuple(
                    (printed, self.anchor(key, goal) if goal else "")
                    for printed, goal in zip(row.locators, goals, strict=False)
                )
                see = tuple((sentence_case(other), heads.get(other.casefold(), "")) for other in row.see)
                own = row.sub and row.entry == last
                name = "" if row.sub else heads[row.entry.casefold()] if row.entry != last else ""
                lines.append(
                    VolumeIndexLine(
                        language, name, row.sub or sentence_case(row.entry), bool(own or row.sub), locators, see
                    )
                )
                last = row.entry
            if lines:
                title = ((language, self._words(key)["index"]),)
                yield VolumeSection("index", f"{key}.index", 1, title, lines=tuple(lines))

    def _words(self, key: str) -> Mapping[str, str]:
        return words(interface_language(self._entry(key)))


def _number(note: str) -> str:
    """The number of a note by its anchor."""
    return note.rpartition("-")[2]
