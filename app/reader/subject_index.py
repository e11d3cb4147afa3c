"""The situation index: the books' own subject indexes as one way in, from A to Z, in any of their languages."""

from __future__ import annotations

from markupsafe import Markup

from app.i18n.words import LANGUAGE_NAMES
from app.reader.context import Page, PageContext
from app.reader.parts.frame import problems
from app.reader.parts.tables import chips
from app.reader.text.capitals import capitals, within_line
from app.reader.text.html import tag
from index.search.subject_index import EntryTarget, Situation, letters, order, own_letter

ALL = "all"


def index_page(page: PageContext) -> Page:
    """One letter of the index; the letter and the language are in the address."""
    words, state, go = page.words, page.state, page.link.go
    heads = page.services.situations
    # The reader's own language first.
    languages = sorted(dict.fromkeys(head.language for head in heads), key=lambda language: language != state.ui)
    usual = next((language for language in languages if language == state.ui), ALL)
    chosen = state.kind if state.kind in (*languages, ALL) else usual

    def kind(language: str) -> str:
        """What names a language in an address: nothing where it is the one to begin with, of which a site has pages."""
        return "" if language == usual else language

    shown = [head for head in heads if chosen in (ALL, head.language)]
    if chosen != ALL:
        shown.sort(key=lambda head: order(head.entry, chosen))
    alphabet = letters(shown)
    letter = next((one for one in alphabet if state.letter and state.letter in one), next(iter(alphabet), ""))
    choices = [
        (go(kind=kind(one), letter=letter[:1]), LANGUAGE_NAMES.get(one) or words["all_languages"], one == chosen)
        for one in (*languages, ALL)
    ]
    html = page.render(
        "subject_index.html",
        problems=problems(page),
        languages=chips(words["filter"], choices),
        letters=[(go(kind=kind(chosen), letter=one[:1]), own_letter(one, chosen), one == letter) for one in alphabet],
        heads=[head for head in shown if head.letter == letter],
        capitals=capitals,
        within_line=within_line,
        kind=kind,
        target=lambda line, goal: _target(page, line, goal),
    )
    return Page(f"{words['index']} {own_letter(letter, chosen)} · Lovbro", html)


def _target(page: PageContext, line: Situation, goal: EntryTarget) -> Markup:
    """A place in the book's own text; the same rule in the other texts is beside it when it is opened."""
    key, link = line.expression, page.link
    if page.library.exists(key, goal.target):
        return link.anchor(key, goal.target)
    kind, _, name = goal.target.partition(":")
    if kind == "part":
        part = next((p for p in page.library[key].parts if p.key == name), None)
        return tag("a", capitals(part.title) if part else name, href=link.place_href(key, goal.target))
    place = name.split("#")[0]
    if kind == "note" and page.library.exists(key, place):
        return link.anchor(key, place, f"{link.cite(key, place)}, {page.words['note'].lower()}")
    return tag("span", goal.target, tag("span", f" {page.words['ref_dangling']}", class_="said"), class_="ref bad")
