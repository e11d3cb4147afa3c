"""The situation index: the books' own subject indexes as one way in, from A to Z, in any of their languages."""

from __future__ import annotations

from html import escape

from app.i18n.words import LANGUAGES
from app.reader.context import Page, PageContext
from app.reader.parts.frame import problems
from index.search.subject_index import EntryTarget, Headword, Situation, letters

ALL = "all"


def index_page(desk: PageContext) -> Page:
    """One letter of the index; the letter and the language are in the address."""
    say, state = desk.say, desk.state
    heads = desk.room.situations
    languages = tuple(dict.fromkeys(head.language for head in heads))
    chosen = state.kind if state.kind in (*languages, ALL) else next((x for x in languages if x == state.ui), ALL)
    shown = [head for head in heads if chosen in (ALL, head.language)]
    alphabet = letters(shown)
    letter = next((one for one in alphabet if state.letter and state.letter in one), next(iter(alphabet), ""))
    chips = "".join(
        f'<a href="{desk.link.go(kind=one, letter=letter[:1])}"{" aria-current=true" if one == chosen else ""}>'
        f"{escape(LANGUAGES.get(one) or say['all_languages'])}</a>"
        for one in (*languages, ALL)
    )
    row = "".join(
        f'<a href="{desk.link.go(kind=chosen, letter=one[:1])}"{" aria-current=true" if one == letter else ""}>'
        f"{escape(one)}</a>"
        for one in alphabet
    )
    entries = "".join(_headword(desk, head) for head in shown if head.letter == letter)
    html = (
        f'<div class="plain">{problems(desk)}<h1>{escape(say["index"])}</h1>'
        f'<nav class="chips" aria-label="{escape(say["filter"], quote=True)}"><span>{chips}</span></nav>'
        f'<nav class="laws" aria-label="A–Å">{row}</nav><dl class="register">{entries}</dl></div>'
    )
    return Page(f"{say['index']} {letter} · Lovbro", html)


def _headword(desk: PageContext, head: Headword) -> str:
    """A headword with its lines; its names in the other languages lead to their own entries."""
    also = ", ".join(
        f'<a lang="{language}" href="{desk.link.go(kind=language, letter=entry[:1].upper())}">'
        f"{escape(entry.lower())}</a>"
        for language, entry in head.also
    )
    other = f' <span class="ui">{also}</span>' if also else ""
    lines = "".join(_line(desk, line) for line in head.lines)
    return f'<dt lang="{head.language}">{escape(head.entry)}{other}</dt><dd lang="{head.language}">{lines}</dd>'


def _line(desk: PageContext, line: Situation) -> str:
    sub = f"{escape(line.sub)} " if line.sub else ""
    goals = ", ".join(_goal(desk, line, goal) for goal in line.goals)
    see = "; ".join(
        f'<a href="{desk.link.go(kind=line.language, letter=word[:1].upper())}">{escape(word)}</a>' for word in line.see
    )
    return f'<p>{sub}<span class="places">{goals}</span>{f" → {see}" if see else ""}</p>'


def _goal(desk: PageContext, line: Situation, goal: EntryTarget) -> str:
    """A place in the book's own text; the same rule in the other texts stands beside it when it is opened."""
    if desk.library.exists(line.expression, goal.target):
        return desk.link.anchor(line.expression, goal.target)
    kind, _, name = goal.target.partition(":")
    if kind == "part":
        part = next((p for p in desk.library[line.expression].parts if p.key == name), None)
        href = desk.link.place_href(line.expression, goal.target)
        return f'<a href="{href}">{escape(part.title if part else name)}</a>'
    if kind == "note" and desk.library.exists(line.expression, name.split("#")[0]):
        label = f"{desk.link.cite(line.expression, name.split('#')[0])}, {desk.say['note'].lower()}"
        return desk.link.anchor(line.expression, name.split("#")[0], label)
    said = f'<span class="said"> {escape(desk.say["ref_dangling"])}</span>'
    return f'<span class="ref bad">{escape(goal.target)}{said}</span>'
