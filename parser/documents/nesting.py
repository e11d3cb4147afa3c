"""The tree of a page, and elements so deep within one another that libxml2 stops: told by its code and by the tree."""

from __future__ import annotations

from typing import Any

import lxml.html
from lxml.etree import ErrorTypes, HTMLParser, iterwalk

from corpus.text import xml_safe

# libxml2 counts the document itself as a level, and has the same code for an element whose words are too long.
_MOST_LEVELS = 255
# The second is what libxml2 before 2.14 has.
_STOPPED = frozenset((ErrorTypes.ERR_RESOURCE_LIMIT, ErrorTypes.ERR_INTERNAL_ERROR))


def page_tree(text: str) -> tuple[lxml.html.HtmlElement, Any]:
    """The tree of a page without comments, and the log of its parser. Raises lxml's ParserError or XMLSyntaxError.

    No link is followed and no entity of the page's own is resolved.
    """
    # Without huge_tree all that stands behind a picture of ten million letters is left out in silence.
    parser = HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True, recover=True
    )
    return lxml.html.document_fromstring(xml_safe(text).encode(), parser=parser), parser.error_log


def is_cut_by_depth(root: Any, log: Any) -> bool:
    """True where a tree that was read as far as possible ends because it is nested too deeply.

    ``root`` is None where nothing could be read; ``log`` is the ``error_log`` of the parser or of the error it raised.

    >>> import lxml.html
    >>> parser = lxml.html.HTMLParser()
    >>> root = lxml.html.document_fromstring("<div>" * 300 + "x", parser=parser)
    >>> is_cut_by_depth(root, parser.error_log)
    True
    """
    stopped = any(fault.type in _STOPPED for fault in log)
    return stopped and root is not None and _levels(root) >= _MOST_LEVELS


def _levels(root: Any) -> int:
    depth = most = 0
    for event, _ in iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        most = max(most, depth)
    return most
