"""What a label may begin with or look like in any format: "Litra C", "Nr. 2", "16.A.1"."""

from __future__ import annotations

from parser.lang.words import LANGUAGES, any_of, words_of

_PART_SIGNS = any_of({sign for code in LANGUAGES for sign in words_of(code).part_signs})
KIND = rf"{_PART_SIGNS}\s+(?=[(\[]?\w{{1,4}}(?!\w))"
"""A pattern for a word that says of what kind the label of at most four signs behind it is; in small letters."""
DOTTED = r"X?\d{1,3}\.[A-Z](?:\.\d{1,2})?(?:\.?\(?[a-z]{1,4}\)?){0,2}"
"""A pattern for a whole number with points: "16.C.2.(a)"."""
