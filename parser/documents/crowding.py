"""Elements of a page that take minutes to read: found before anything reads them."""

from __future__ import annotations

import re

MOST_ATTRIBUTES = 5_000
_QUOTED = re.compile(r'"[^"]*"' + r"|'[^']*'")
_TAG = re.compile(rf"""<[A-Za-z](?:[^<>"']+|{_QUOTED.pattern})*+""")
_BETWEEN = re.compile(r"[\s/=]+")


def has_crowded_element(text: str) -> bool:
    """True where an element has more attributes than can be read in time.

    libxml2 compares each attribute of an element with all before it: a hundred thousand take minutes.

    >>> has_crowded_element("<p a=1>"), has_crowded_element('<p title="<" ' + "a=1 " * 6000 + ">")
    (False, True)
    """
    return any(
        len(_BETWEEN.split(_QUOTED.sub(" ", tag.group()))) > MOST_ATTRIBUTES * 2
        for tag in _TAG.finditer(text)
        if tag.end() - tag.start() > MOST_ATTRIBUTES
    )
