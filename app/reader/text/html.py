"""HTML by type: text is ``str`` and is escaped, HTML is ``Markup`` and is kept; nobody escapes by hand.

Frames, lists, tables and forms are templates (``app/reader/templates``); ``tag`` is for running text and for the rows
of a law, of which a page has hundreds. ``Markup(...)`` is called here and in ``app.reader.text.markup`` alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape, unescape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

NOTHING = Markup()
BREAK = Markup("<br>")
PREVIEW_NUMBER = "data-preview"
_PREVIEW = re.compile(r' data-lang="([^"]*)" data-head="([^"]*)"(?: data-tip="([^"]*)")?')
_TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
# What Jinja reads, which stays as it is, or the end of a line with the margin of the next.
_LINE_END = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|\s*\n\s*", re.DOTALL)


class _WithoutLineEnds(Extension):
    """Drops the ends and margins of a template's lines, so that layout of the source is no blank on the page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        # As a comment a line end gives nothing, and errors keep their line numbers.
        return _LINE_END.sub(lambda m: m[0] if m[0][0] == "{" else "{#" + "\n" * m[0].count("\n") + "#}", source)


def render(template: str, /, **values: object) -> Markup:
    """A template of ``app/reader/templates`` filled with values. Raises UndefinedError for a name it is not given."""
    return Markup(_template(template).render(values))


def tag(name: str, /, *children: str, **attributes: str | None) -> Markup:
    """An element. Children that are text are escaped; an attribute that is None is left out.

    >>> tag("a", "Law 16 <C>", tag("b", "!"), href="?law=16C&ui=en", class_=None, data_tip="d")
    Markup('<a href="?law=16C&amp;ui=en" data-tip="d">Law 16 &lt;C&gt;<b>!</b></a>')
    """
    return Markup(f"{_opening(name, attributes)}{_joined(children)}</{name}>")


def open_tag(name: str, /, **attributes: str | None) -> Markup:
    """The start of an element, for one without end and for marks in a running text."""
    return Markup(_opening(name, attributes))


def close_tag(name: str) -> Markup:
    """The end tag of an element.

    >>> close_tag("p")
    Markup('</p>')
    """
    return Markup(f"</{name}>")


def style(css: str) -> Markup:
    """A style sheet of our own words: CSS has no escapes, so nothing a reader or a file says may be part of it.

    >>> style(".law { margin: 0 }")
    Markup('<style>.law { margin: 0 }</style>')
    """
    return Markup(f"<style>{css}</style>")


def script(source: str) -> Markup:
    """A script of our own in the page itself, for a page that must not need another file."""
    return Markup(f"<script>{source}</script>")


def join(parts: Iterable[str], between: str = "") -> Markup:
    """Parts one after another, with something between them.

    >>> join([tag("i", "a"), "<"], " · ")
    Markup('<i>a</i> · &lt;')
    """
    return Markup(_joined(parts, _joined([between])))


def lines(text: str) -> Markup:
    r"""Text with its line breaks.

    >>> lines("a\n<b>")
    Markup('a<br>&lt;b&gt;')
    """
    return Markup(escape(text).replace("\n", BREAK))


def lines_xml(text: str) -> Markup:
    r"""Text with its line breaks, for a page that is XML.

    >>> lines_xml("a\n<b>")
    Markup('a<br/>&lt;b&gt;')
    """
    return Markup(escape(text).replace("\n", "<br/>"))


def without_links(html: Markup, href: str, dropped: str = "") -> Markup:
    """The HTML with the links to one address as their words, in an element of the class ``unlinked``.

    Those of the class ``dropped``, which say nothing but where they lead, go with their words.

    >>> without_links(tag("p", tag("a", "Search", class_="t", href="none:"), tag("a", "16", href="16.html")), "none:")
    Markup('<p><span class="unlinked">Search</span><a href="16.html">16</a></p>')
    """
    link = re.compile(rf'<a\b([^>]*)\shref="{re.escape(escape(href))}"[^>]*>(.*?)</a>', re.DOTALL)

    def words(found: re.Match[str]) -> str:
        return "" if dropped and f'class="{dropped}"' in found[1] else f'<span class="unlinked">{found[2]}</span>'

    return Markup(link.sub(words, _plain(html)))


def without_forms(html: Markup) -> Markup:
    """The HTML without its forms, which a server must answer."""
    return Markup(re.sub(r"<form\b.*?</form>", "", _plain(html), flags=re.DOTALL))


def without_previews(html: Markup) -> Markup:
    """The HTML without what a link's target says, which only a script shows.

    >>> without_previews(tag("a", "16", href="16.html", data_lang="da", data_head="§ 16", data_tip="Oplysninger"))
    Markup('<a href="16.html">16</a>')
    """
    # Of a link alone: the mark of a note has its words nowhere else.
    return Markup(re.sub(rf'{_PREVIEW.pattern}| {PREVIEW_NUMBER}="\d+"', "", _plain(html)))


def previews_apart(html: Markup) -> tuple[Markup, tuple[tuple[str, str, str], ...]]:
    """The HTML with numbers in place of what its links' targets say, and what they say: language, head, first words.

    A fourth of a law's page is what nobody sees until a link is pointed at; each target is there once.

    >>> link = tag("a", "16", href="?law=16", data_lang="da", data_head="§ 16 & 17", data_tip="Oplysninger")
    >>> previews_apart(link + link)[0]
    Markup('<a href="?law=16" data-preview="0">16</a><a href="?law=16" data-preview="0">16</a>')
    >>> previews_apart(link + link)[1]
    (('da', '§ 16 & 17', 'Oplysninger'),)
    """
    found: dict[tuple[str, str, str], int] = {}

    def number(match: re.Match[str]) -> str:
        preview = (unescape(match[1]), unescape(match[2]), unescape(match[3] or ""))
        return f' {PREVIEW_NUMBER}="{found.setdefault(preview, len(found))}"'

    return Markup(_PREVIEW.sub(number, _plain(html))), tuple(found)


def renamed_ids(html: Markup, names: Mapping[str, str]) -> Markup:
    """The HTML with other ids, for pages that become parts of one page.

    >>> renamed_ids(tag("h1", "16", id="t"), {"t": "t-16"})
    Markup('<h1 id="t-16">16</h1>')
    """
    own = re.compile(r'(?<= )(id|aria-labelledby|aria-controls)="([^"]*)"')
    return Markup(own.sub(lambda m: f'{m[1]}="{names.get(m[2], m[2])}"', _plain(html)))


def _plain(html: Markup) -> str:
    """The same characters as a string that escapes nothing: a replacement in a Markup would be escaped."""
    return "".join([html])


def _opening(name: str, attributes: Mapping[str, str | None]) -> str:
    pairs = [f' {_attribute(key)}="{escape(value)}"' for key, value in attributes.items() if value is not None]
    return f"<{name}{''.join(pairs)}>"


def _joined(parts: Iterable[str], between: str = "") -> str:
    # Half the work of ``markupsafe.escape``, which makes every text a Markup first.
    return between.join([part if type(part) is Markup else escape(part) for part in parts])


@cache
def _attribute(key: str) -> str:
    """The HTML name of a Python keyword: ``class_`` is ``class``, ``data_tip`` is ``data-tip``."""
    return key.rstrip("_").replace("_", "-")


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(_TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
    extensions=[_WithoutLineEnds],
)
_template = cache(_ENVIRONMENT.get_template)
_FILTERS: dict[str, Callable[[str], Markup]] = {"lines": lines, "lines_xml": lines_xml}
_ENVIRONMENT.filters.update(_FILTERS)
