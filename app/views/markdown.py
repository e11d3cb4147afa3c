"""What people and files say, in messages that Streamlit reads as Markdown."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[!-/:-@\[-`{-~]")


def unmarked(words: str) -> str:
    r"""The words as they stand: ``![x](y)`` from a file's name is no picture to be fetched.

    >>> unmarked("a*b")
    'a\\*b'
    """
    return _SIGNS.sub(r"\\\g<0>", words)
