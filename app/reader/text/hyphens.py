"""Where a long word of a heading may be parted, with a hyphen, on a page that is too narrow for it.

A browser parts words by rules of its own for some languages and machines alone, and where it has none breaks them
anywhere. What a page has at such a place is an empty element, whose hyphen is the style's: the words stay as printed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate

from markupsafe import Markup

from app.reader.text.html import tag
from corpus import store
from corpus.schema import FormatError, Loader

HYPHEN: Markup = tag("i", class_="shy")
"""A place for a hyphen; ``.shy`` of the style is one that shows at the end of a line alone."""
_WORD = re.compile(r"[^\W\d_]+")


class HyphensError(FormatError):
    """The list of parted words cannot be read."""


def read_hyphens(table: str) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
    r"""The rows of ``hyphens.tsv``: by language and word in small letters, after how many letters it may be parted.

    Raises HyphensError naming the line.

    >>> read_hyphens("language\tword\nda\tpar-point-beregning\n")["da"]["parpointberegning"]
    (3, 8)
    """
    load = Loader("data/lexicon/hyphens.tsv", HyphensError)
    found: defaultdict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
    for number, row in load.records(table, "\t", ("language", "word")):
        parts = row["word"].split("-")
        if not all(parts):
            raise load.fault("absent", f"line {number}", expected="word")
        if "".join(parts) in found[row["language"]]:
            raise load.fault("twice", f"line {number}", found=row["word"])
        found[row["language"]]["".join(parts)] = tuple(accumulate(map(len, parts[:-1])))
    return found


def hyphen_places(text: str, language: str) -> Iterator[int]:
    """Offsets into a text at which a long word of the list may be parted.

    >>> list(hyphen_places("Turneringsregnskab", "da")), list(hyphen_places("Claim", "da"))
    ([10], [])
    """
    words = _listed().get(language, {})
    for match in _WORD.finditer(text):
        yield from (match.start() + letters for letters in words.get(match[0].lower(), ()))


@cache
def _listed() -> Mapping[str, Mapping[str, tuple[int, ...]]]:
    return read_hyphens(store.load_lexicon("hyphens.tsv"))
