"""What people and files say, in messages that Streamlit reads as Markdown."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[!-/:-@\[-`{-~]")


def escape_markdown(words: str) -> str:
    r"""Words for Streamlit's Markdown in which no sign is markup: ``![x](y)`` in a file's name fetches no picture.

    >>> escape_markdown("a*b")
    'a\\*b'
    """
    return _SIGNS.sub(r"\\\g<0>", words)
