"""Links: where a reference leads, what its status is in words, and what its target says before one goes there.

A reference never leads to the same number in another edition. Where the number means another rule today the link goes
to today's rule and says so beside the words as printed; a reference that leads nowhere is no link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.i18n.words import words
from app.reader.address import AddressOf, PageState, address
from app.reader.text.capitals import capitals, sentence_case
from app.reader.text.html import NOTHING, close_tag, open_tag, tag
from app.reader.text.markup import MarkupSpan, plain
from app.reader.text.unbroken import unbroken
from corpus.ids import BadIdError, ProvisionId, is_provision_id
from corpus.library import Library
from corpus.model import Reference, Target, Where

PREVIEW = 180
SHORT = 14  # a citation so short is not broken between lines
_BETWEEN = r"[\s().]*"


@dataclass(frozen=True)
class Destination:
    """A place in a text of the corpus."""

    key: str
    place: str


@dataclass(frozen=True)
class LinkedWords:
    """Words of a reference, ``[start:end]`` of their block, and where they lead; None for nowhere."""

    start: int
    end: int
    goal: Destination | None


@dataclass(frozen=True)
class Linker:
    """Makes links for one page: the texts, the state the links start from, and what turns a state into an address."""

    library: Library
    state: PageState
    address_of: AddressOf = address

    def go(self, **changes: object) -> str:
        """The address of a changed state: ``go(place="16C", ui="sv")`` is ``?law=16C&ui=sv``."""
        return self.address_of(self.state.to(**changes), self.library.registry)

    def place_href(self, key: str, place: str) -> str:
        """The address that opens a place of an expression, in the columns the reader has chosen."""
        columns = self.state.columns_with(key)
        on = key if self.state.on == self.state.by else self.state.on
        return self.go(view="read", query="", place=place, by=key, columns=columns, on=on if on in columns else key)

    def cite(self, key: str, place: str) -> str:
        """A place as its expression's language cites it: ``§ 16 C 2``, ``Lag 16C2``; a headword as it is."""
        if place.startswith("def:"):
            return place[4:]
        entry = self.library.entry(key)
        bare = place.split("#")[0]
        if not is_provision_id(bare):
            return place
        printed = ProvisionId.of(bare).printed(entry.language)
        return f"DBf {printed}" if entry.work == "dbf" else printed

    def name(self, key: str, place: str) -> Markup:
        """A place as ``cite`` has it, to be read: a headword that its book prints in capitals is in sentence case."""
        cited = self.cite(key, place)
        return capitals(cited) if place.startswith("def:") else Markup.escape(cited)

    def plain_name(self, key: str, place: str) -> str:
        """The same where there is no markup: in titles, pictures and the small card of a link."""
        cited = self.cite(key, place)
        return sentence_case(cited) if place.startswith("def:") else cited

    def preview(self, key: str, place: str) -> tuple[str, str]:
        """Head and first words of a place: its headings from the law down, and its text or that of its first part."""
        definition = self.library.definition(key, place)
        if definition is not None:
            return sentence_case(definition.headword.text), plain([s.prose for s in definition.senses], PREVIEW)
        provision = self.library.provision(key, place)
        if provision is None:
            return "", ""
        path = [heading for _, heading in self.library.heading_path(key, place) if heading]
        blocks = (block for part in provision.walk() for block in part.own_blocks)
        return " · ".join(map(sentence_case, path)), plain(blocks, PREVIEW)

    def preview_attributes(self, key: str, place: str, status: str = "") -> dict[str, str]:
        """Attributes of a link that show a preview on hover and focus."""
        head, text = self.preview(key, place)
        entry = self.library.entry(key)
        if place.startswith("def:"):  # a headword is its own heading
            head = ""
        title = f"{self.plain_name(key, place)} · {entry.short}" + (f" · {head}" if head else "")
        pairs = {"data-lang": entry.language, "data-head": title, "data-tip": text, "data-status": status}
        return {name: value for name, value in pairs.items() if value}

    def anchor(self, key: str, place: str, label: str = "", kind: str | None = None) -> Markup:
        """A plain link to a place, with its preview."""
        text, href = label or self.name(key, place), self.place_href(key, place)
        return tag("a", text, class_=kind, href=href, **self.preview_attributes(key, place))

    def spans(self, key: str, place: str, where: Where, block: int) -> list[MarkupSpan]:
        """Links for the references in one block of text."""
        found = (r for r in self.library.references(key, place) if (r.anchor.where, r.anchor.block) == (where, block))
        return [span for reference in found for span in self._spans(key, reference)]

    def linked_words(self, key: str, place: str, where: Where, block: int) -> Iterator[LinkedWords]:
        """The references in one block of text, each target of a list by itself where it is named."""
        for reference in self.library.references(key, place):
            if (reference.anchor.where, reference.anchor.block) == (where, block):
                goals, first = self.destinations(key, reference), reference.anchor.start
                members = _members(reference) if len(goals) > 1 else []
                for (start, end), goal in zip(members, goals, strict=False):
                    yield LinkedWords(first + start, first + end, goal)
                if not members:
                    yield LinkedWords(first, reference.anchor.end, next(iter(goals), None))

    def destinations(self, key: str, reference: Reference) -> tuple[Destination | None, ...]:
        """Where each target of a reference is read today; None where it leads nowhere."""
        if reference.status in ("dangling", "not-held", "other-document", "dropped"):
            return tuple(None for _ in reference.targets)
        return tuple(
            self._destination(key, reference, number, target) for number, target in enumerate(reference.targets)
        )

    def status_words(self, key: str, reference: Reference) -> str:
        """What a reader must know of a reference's status, or nothing when it is what it seems."""
        names = words(self.state.ui)
        likely = ", ".join(self._cited(place, key) for place in reference.likely)
        if reference.status == "dangling":
            return names["ref_dangling"] + (" " + names["ref_likely"].format(place=likely) if likely else "")
        if reference.status == "suspect":
            return names["ref_suspect"].format(place=likely or "?")
        if reference.status == "dropped":
            return names["ref_dropped"]
        if reference.status in ("not-held", "other-document"):
            return names["ref_outside"]
        if self._other_number(reference):
            return names["ref_now"].format(place=", ".join(self._cited(place) for place in reference.current[:3]))
        return ""

    def current(self, place: str, label: str = "") -> str:
        """A link to a place of the texts in force; its label or bare name, as text, when none of them has it."""
        key = self._current_key(place)
        return self.anchor(key, place, label) if key else label or place

    def _cited(self, place: str, own: str = "") -> str:
        """A place as its text cites it: the text ``own`` when it has the place, else one in force."""
        key = own if own and self.library.exists(own, place) else self._current_key(place)
        return self.cite(key, place) if key else place

    def _other_number(self, reference: Reference) -> bool:
        printed = {target.id for target in reference.targets}
        return bool(reference.current) and reference.status != "exact" and set(reference.current) != printed

    def _destination(self, key: str, reference: Reference, number: int, target: Target) -> Destination | None:
        entry = self.library.entry(key)
        if (target.work, target.edition) == (entry.work, entry.edition):
            return Destination(key, target.id) if self.library.exists(key, target.id) else None
        paired = len(reference.current) == len(reference.targets)
        place = (reference.current[number] if paired else reference.current[0]) if reference.current else target.id
        if not reference.current and not self._held(target):
            return None
        home = self._current_key(place)
        return Destination(home, place) if home else None

    def _held(self, target: Target) -> bool:
        return bool(self.library.of_work(target.work, target.edition))

    def _current_key(self, place: str) -> str | None:
        """The expression in which a current place is read: one of the columns, the texts in force before others."""
        registry = self.library.registry
        current = [e.key for e in registry.expressions if e.standing in ("in-force", "preliminary")]
        order = [k for k in self.state.columns if k in current] + current + list(registry.keys)
        return next((k for k in order if self.library.exists(k, place)), None)

    def _spans(self, key: str, reference: Reference) -> Iterable[MarkupSpan]:
        status = self.status_words(key, reference)
        goals = self.destinations(key, reference)
        start, end = reference.anchor.start, reference.anchor.end
        kind = _css(reference, status) + (" nb" if len(reference.printed) <= SHORT else "")
        members = _members(reference) if len(goals) > 1 else []
        for (first, last), goal in zip(members, goals, strict=False):
            yield self._span(start + first, start + last, goal, kind, "")
        if not members:
            yield self._span(start, end, next(iter(goals), None), kind, status)
        elif status:
            yield MarkupSpan(start, end, open_tag("span", class_=kind), _after(status) + close_tag("span"), -1)

    def _span(self, start: int, end: int, goal: Destination | None, kind: str, status: str) -> MarkupSpan:
        if goal is None:
            opening = open_tag("span", class_=kind, data_status=status, tabindex="0")
            return MarkupSpan(start, end, opening, _after(status) + close_tag("span"), 0)
        href, preview = self.place_href(goal.key, goal.place), self.preview_attributes(goal.key, goal.place, status)
        opening = open_tag("a", class_=kind, href=href, **preview)
        return MarkupSpan(start, end, opening, _after(status) + close_tag("a"), 0)


def _after(status: str) -> Markup:
    """The status in words after the citation; never part of what is copied."""
    return tag("span", f" {unbroken(status)}", class_="said") if status else NOTHING


def _css(reference: Reference, status: str) -> str:
    if reference.status == "dangling":
        return "ref bad"
    if reference.status in ("not-held", "other-document"):
        return "ref out"
    return "ref warn" if status else "ref"


def _members(reference: Reference) -> list[tuple[int, int]]:
    """Where each target of a list, or both ends of a range, is named in the printed words; nothing if one is not."""
    spans: list[tuple[int, int]] = []
    at = 0
    for target in reference.targets:
        found = _find(target.id, reference.printed, at)
        if found is None:
            return []
        spans.append(found)
        at = found[1]
    return spans


def _find(place: str, printed: str, at: int) -> tuple[int, int] | None:
    """The first mention of an id from ``at`` on: whole, or without what it shares with the one before."""
    for pattern in _patterns(place):
        found = re.compile(pattern, re.IGNORECASE).search(printed, at)
        if found:
            return found.span()
    return None


def _patterns(place: str) -> Sequence[str]:
    try:
        parts = ProvisionId.of(place).parts
    except BadIdError:
        return [re.escape(place.partition(":")[2] or place)]
    return [
        r"(?<!\w)(?:§+\s*)?" + _BETWEEN.join(map(re.escape, parts[start:])) + r"\)?(?!\w)"
        for start in range(len(parts))
    ]
