"""Numbers of provisions in running words, which no line should end within."""

from __future__ import annotations

import re

NUMBER = (
    r"(?:DBf )?(?:§{1,2}|\b(?:[Ll]aws?|[Ll]ag|[Ll]ov|[Pp]aragraf)) X?\d[\w()]*"
    r"(?: [A-Z]\b(?: \d+\b(?: [a-z]\b(?: [ivx]+\b)?)?)?)?"
)
"""A pattern for the number of a provision as a text prints it, for Python and for typst."""
_KEPT = "\N{NO-BREAK SPACE}"


def unbroken(words: str) -> str:
    """The words with no-break spaces in the numbers of provisions, so that no line ends within one.

    For who prints or shows only: a quotation keeps the spaces of its source wherever it is stored, compared or summed.
    No letter moves: offsets into the words stay right.

    >>> unbroken("Efter § 16 B 1 a og DBf § X92 B.").replace("\N{NO-BREAK SPACE}", "_")
    'Efter §_16_B_1_a og DBf_§_X92_B.'
    """
    return re.sub(NUMBER, lambda match: match.group().replace(" ", _KEPT), words)
