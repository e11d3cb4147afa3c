"""The glossary: one row a concept, one column a language; false friends are marked in words."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from app.i18n.words import LANGUAGE_NAMES, UI_LANGUAGES
from app.reader.context import Page, PageContext
from app.reader.parts.frame import problems
from app.reader.parts.tables import chips
from app.reader.text.html import join
from corpus.ids import is_provision_id
from corpus.terms import FALSE_FRIEND, TRAP, Term
from index.search.analyzer import fold
from index.search.subject_index import letter_of, order, own_letter

FEW = 30
"""Concepts through which nobody needs letters to find the way."""
WARNINGS = {FALSE_FRIEND: "false_friend", TRAP: "trap"}


def terms_page(page: PageContext) -> Page:
    """All concepts, or those that have the words asked for, in the order of the reader's language."""
    state, words = page.state, page.words
    wanted, friends = fold(state.query), state.kind == "false"
    chosen = [term for term in page.services.glossary if not wanted or wanted in _searched(term)]
    if friends:
        chosen = [term for term in chosen if term.false_friend]
    chosen.sort(key=lambda term: order(_headword(term, state.ui), state.ui))
    languages = (state.ui, *(ui for ui in UI_LANGUAGES if ui != state.ui))
    kinds = (("", words["all_terms"], not friends), ("false", words["false_friends"], friends))
    html = page.render(
        "glossary.html",
        problems=problems(page),
        kinds=chips(words["filter"], ((page.link.go(kind=kind), name, made) for kind, name, made in kinds)),
        letters=_letters(chosen, state.ui) if len(chosen) > FEW else (),
        languages=[(ui, LANGUAGE_NAMES[ui]) for ui in languages],
        rows=[
            (
                term,
                [(ui, LANGUAGE_NAMES[ui], _names(page, ui, term), ", ".join(term.also[ui])) for ui in languages],
                join((_place(page, key, place) for key, place in term.places), " "),
            )
            for term in chosen
        ],
        warnings=WARNINGS,
    )
    return Page(f"{words['terms']} · Lovbro", html)


def _headword(term: Term, ui: str) -> str:
    """The word that a concept is listed under."""
    return (term.names[ui] or term.names["en"] or (term.key,))[0]


def _letters(terms: Sequence[Term], ui: str) -> tuple[tuple[str, str], ...]:
    """The letters that words of a language begin with, each with the concept that is the first under it."""
    first: dict[str, str] = {}
    for term in terms:
        for name in term.names[ui][:1]:
            first.setdefault(own_letter(letter_of(name), ui), term.key)
    return tuple(first.items())


def _names(page: PageContext, ui: str, term: Term) -> Markup:
    return join((_name(page, ui, name) for name in term.names[ui]), ", ")


def _name(page: PageContext, ui: str, name: str) -> str:
    """A name, as a link where a text in that language defines it."""
    for entry in page.library.registry.expressions:
        if entry.language == ui and page.library.definition(entry.key, f"def:{name}") is not None:
            return page.link.anchor(entry.key, f"def:{name}", name)
    return name


def _place(page: PageContext, key: str, place: str) -> str:
    """A place of the table: in the text it names, else in the laws in force."""
    held = page.library.registry.keys
    keys = [key] if key else [*page.state.columns, *held]
    keys = [k for k in keys if k in held and (key or page.entry(k).standing != "not-in-force")]
    found = next((k for k in keys if is_provision_id(place) and page.library.provision(k, place)), None)
    return page.link.anchor(found, place, place) if found else place


def _searched(term: Term) -> str:
    return fold(" ".join(w for words in (term.names, term.also) for ui in UI_LANGUAGES for w in words[ui]))
