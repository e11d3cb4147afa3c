"""English citation words (for readers' queries and appeal cases). Field meanings: parser.lang.words.Words."""

SIGNS: tuple[str, ...] = ("§", "law", "laws", "section")
TEAM_SIGNS: tuple[str, ...] = ()
ANDS: tuple[str, ...] = ("and", "or", "and/or")
RANGES: tuple[str, ...] = ("to", "through")
ONWARDS: tuple[str, ...] = ("and following", "et seq.", "ff.", "ff")
SIGNALS: tuple[str, ...] = (
    "but see also",
    "but see",
    "see also",
    "see",
    "cf.",
    "according to",
    "in accordance with",
    "pursuant to",
    "under",
    "as in",
    "as per",
    "per",
    "instead of",
    "except",
    "except for",
    "in",
    "of",
    "by",
)
POINTERS: tuple[str, ...] = ("see", "see also", "but see", "cf.")
CUES: tuple[str, ...] = ()
APPLIES: tuple[str, ...] = (
    "applies",
    "apply",
)
ABOVE: tuple[str, ...] = ("above",)
BELOW: tuple[str, ...] = ("below",)
LOCATORS: tuple[str, ...] = ("item", "section", "paragraph")
THIS_LAW: tuple[str, ...] = ("of this law", "in this law")
SELF_LAW: tuple[str, ...] = ()
SELF_RULE: tuple[str, ...] = ()
SELF_WORKS: tuple[str, ...] = ()
NOT_BEFORE: tuple[str, ...] = ("not", "instead of", "except", "except for")
NOT_AFTER: tuple[str, ...] = (
    "does not apply",
    "do not apply",
)
NOT_WORDS: tuple[str, ...] = ("not",)
GLOSS_AFTER: tuple[str, ...] = ("on", "about", "concerning", "regarding")
SEE: tuple[str, ...] = ("see also", "see")
DEFINITION_OF: tuple[str, ...] = ("the definition of", "definition of")
BOOKS: tuple[str, ...] = ()
OTHER_BOOKS: tuple[str, ...] = ("by-laws", "bylaws", "statutes")
SUBSECTION: tuple[str, ...] = ("sub-section", "para.")
UNITS: tuple[str, ...] = (
    "tricks",
    "boards",
    "cards",
    "points",
    "imps",
    "percent",
    "%",
    "minutes",
    "rounds",
    "tables",
    "pairs",
    "teams",
    "players",
    "days",
    "times",
)
NAMES: tuple[str, ...] = ("en", "engelsk", "engelske", "engelska", "english")
