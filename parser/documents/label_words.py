"""Words that say of what kind the number or letter behind them is: "Litra C", "Nr. 2", "punkt a"."""

from __future__ import annotations

KIND = (
    r"(?:litra|lit\.|bogstav|bokstav|nr\.?|nummer|no\.|punkt|pkt\.|stk\.|stykke|stycke|mom\.|moment|ledd?|underpunkt"
    r"|afsnit|avsnitt|clause|item|paragraph|point|section|letter)\s+(?=[(\[]?\w{1,4}(?!\w))"
)
"""A pattern for such a word and the blanks behind it, before a label of at most four signs; in small letters."""
