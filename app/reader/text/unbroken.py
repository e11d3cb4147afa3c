"""Numbers of provisions, dates and ranges in running words, which no line should end within."""

from __future__ import annotations

import re

from markupsafe import Markup

from app.reader.text.html import join, tag

NUMBER = (
    r"(?:DBf )?(?:§{1,2}|\b(?:[Ll]aws?|[Ll]ag|[Ll]ov|[Pp]aragraf)) X?\d[\w()]*"
    r"(?: [A-Z]\d[\w()]*| [A-Z]\b(?: \d+\b(?: [a-z]\b(?: [ivx]+\b)?)?)?)?"
)
"""A pattern for the number of a provision as a text prints it, for Python and for typst."""
_KEPT = "\N{NO-BREAK SPACE}"
# "2009-03-01", "A-D": no long word, which a narrow page has no room for on one line.
_HYPHENED = re.compile(r"(?<!\w)(\w{1,4}(?:[-\N{EN DASH}]\w{1,4})+)(?!\w)")


def unbroken(words: str) -> str:
    """The words with no-break spaces in the numbers of provisions, so that no line ends within one.

    For who prints or shows only: a quotation keeps the spaces of its source wherever it is stored, compared or summed.
    No letter moves: offsets into the words stay right.

    >>> unbroken("Efter § 16 B 1 a, § 41 B2 og DBf § X92 B.").replace("\\N{NO-BREAK SPACE}", "_")
    'Efter §_16_B_1_a, §_41_B2 og DBf_§_X92_B.'
    """
    return re.sub(NUMBER, lambda match: match.group().replace(" ", _KEPT), words)


def whole(words: str) -> Markup:
    """The words of a message, in which no line ends within a number, a date or a range.

    A date stays as it is when it is copied, so what keeps it together is an element.

    >>> whole("Law 16 has A-D <b>.").replace("\\N{NO-BREAK SPACE}", "_")
    Markup('Law_16 has <span class="nb">A-D</span> &lt;b&gt;.')
    """
    pieces = _HYPHENED.split(unbroken(words))
    return join(tag("span", piece, class_="nb") if n % 2 else piece for n, piece in enumerate(pieces))
