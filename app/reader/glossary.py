"""The glossary: one row a concept, one column a language; false friends are marked in words."""

from __future__ import annotations

from html import escape

from app.i18n.words import LANGUAGES, UI_LANGUAGES
from app.reader.context import Page, PageContext
from app.reader.parts.frame import problems
from corpus.ids import is_provision_id
from corpus.terms import FALSE_FRIEND, TRAP, Term
from index.search.analyzer import fold

WARNINGS = {FALSE_FRIEND: "false_friend", TRAP: "trap"}


def terms_page(desk: PageContext) -> Page:
    """All concepts, or those that have the words asked for, in the order of the reader's language."""
    state, say = desk.state, desk.say
    wanted = fold(state.query)
    chosen = [term for term in desk.room.glossary if not wanted or wanted in _searched(term)]
    if state.kind == "false":
        chosen = [term for term in chosen if term.false_friend]
    chosen.sort(key=lambda term: fold((term.names[state.ui] or term.names["en"] or (term.key,))[0]))
    order = (state.ui, *(ui for ui in UI_LANGUAGES if ui != state.ui))
    heads = "".join(f'<th scope="col" lang="{ui}">{escape(LANGUAGES[ui])}</th>' for ui in order)
    rows = "".join(_row(desk, term, order) for term in chosen)
    table = (
        f'<div class="sheet wide" tabindex="0" role="group" aria-label="{escape(say["terms"], quote=True)}">'
        '<table class="gloss">'
        f'<thead><tr>{heads}<th scope="col">{escape(say["laws_col"])}</th></tr></thead><tbody>{rows}'
        f"</tbody></table></div>"
        if rows
        else f'<p class="say">{escape(say["no_terms"].format(query=state.query))}</p>'
    )
    html = (
        f'<div class="plain">{problems(desk)}<h1>{escape(say["terms"])}</h1><p'
        f' class="ui">{escape(say["terms_intro"])}</p>'
        f"{_form(desk)}{table}</div>"
    )
    return Page(f"{say['terms']} · Lovbro", html)


def _form(desk: PageContext) -> str:
    """A box that narrows the list, and a switch for the false friends alone."""
    state, say = desk.state, desk.say
    base = desk.link.go(view="terms", query="Q")
    friends = state.kind == "false"
    chips = "".join(
        f'<a href="{desk.link.go(kind=kind)}"{" aria-current=true" if on else ""}>{escape(label)}</a>'
        for kind, label, on in (("", say["all_terms"], not friends), ("false", say["false_friends"], friends))
    )
    return (
        f'<form class="narrow" data-base="{base}" action="" method="get"><label>{escape(say["terms_filter"])} '
        f'<input type="search" name="q" value="{escape(state.query, quote=True)}" maxlength="100"></label>'
        f'<button type="submit">{escape(say["show"])}</button></form><nav class="chips" '
        f'aria-label="{escape(say["filter"], quote=True)}"><span>{chips}</span></nav>'
    )


def _row(desk: PageContext, term: Term, order: tuple[str, ...]) -> str:
    cells = "".join(_names(desk, term, ui) for ui in order)
    places = " ".join(filter(None, (_place(desk, key, place) for key, place in term.places)))
    note = ""
    if text := term.notes[desk.state.ui]:
        label = f"<b>{escape(desk.say[WARNINGS[term.warning]])}</b> " if term.warning else ""
        note = f'<tr class="gnote"><td colspan="{len(order) + 1}">{label}{escape(text)}</td></tr>'
    kind = ' class="false"' if term.false_friend else ""
    return f'<tr{kind} id="t-{escape(term.key, quote=True)}">{cells}<td class="places">{places}</td></tr>{note}'


def _names(desk: PageContext, term: Term, ui: str) -> str:
    names = ", ".join(_name(desk, ui, name) for name in term.names[ui])
    also = f'<span class="also">{escape(", ".join(term.also[ui]))}</span>' if term.also[ui] else ""
    return f'<td lang="{ui}" data-label="{escape(LANGUAGES[ui], quote=True)}">{names or "–"}{also}</td>'


def _name(desk: PageContext, ui: str, name: str) -> str:
    """A name, as a link where a text in that language defines it."""
    for entry in desk.library.registry.expressions:
        if entry.language == ui and desk.library.definition(entry.key, f"def:{name}") is not None:
            return desk.link.anchor(entry.key, f"def:{name}", name)
    return escape(name)


def _place(desk: PageContext, key: str, place: str) -> str:
    """A place of the table: in the text it names, else in the laws in force."""
    keys = [key] if key else [*desk.state.columns, *desk.library.registry.keys]
    keys = [k for k in keys if k in desk.library.registry.keys and (key or desk.entry(k).standing != "not-in-force")]
    found = next((k for k in keys if is_provision_id(place) and desk.library.provision(k, place)), None)
    return desk.link.anchor(found, place, place) if found else escape(place)


def _searched(term: Term) -> str:
    return fold(" ".join(w for words in (term.names, term.also) for ui in UI_LANGUAGES for w in words[ui]))
