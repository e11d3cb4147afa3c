"""Elements so deep within one another that libxml2 stops: told by its code and by the tree, not by its words."""

from __future__ import annotations

from typing import Any

from lxml.etree import ErrorTypes, iterwalk

# libxml2 counts the document itself as a level, and has the same code for an element whose words are too long.
_MOST_LEVELS = 255
# The second is what libxml2 before 2.14 has.
_STOPPED = frozenset((ErrorTypes.ERR_RESOURCE_LIMIT, ErrorTypes.ERR_INTERNAL_ERROR))


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
