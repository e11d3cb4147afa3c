"""What a reader leaves as anchor at raised words that may call a note."""

from __future__ import annotations


class RaisedSign(str):
    """The key of an anchor of which it is not decided yet which note it calls: the raised words."""
