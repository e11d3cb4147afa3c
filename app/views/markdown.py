"""What people and files say, in messages that Streamlit reads as Markdown."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[!-/:-@\[-`{-~]")


def unmarked(words: str) -> str:
    r"""Words for Streamlit's Markdown in which no sign is markup: ``![x](y)`` in a file's name fetches no picture.

    >>> unmarked("a*b")
    'a\\*b'
    """
    return _SIGNS.sub(r"\\\g<0>", words)
