"""Danish citation words (laws 2017 and DBf's regulations). Field meanings: parser.lang.words.Words."""

SIGNS: tuple[str, ...] = ("§", "paragraf", "paragraffen", "paragrafferne", "lov", "love")
TEAM_SIGNS: tuple[str, ...] = ()
ANDS: tuple[str, ...] = ("og", "eller", "samt", "henholdsvis", "hhv.", "og/eller")
RANGES: tuple[str, ...] = ("til", "til og med")
ONWARDS: tuple[str, ...] = ("og følgende", "ff.", "ff")
SIGNALS: tuple[str, ...] = (
    "men se også",
    "men se dog",
    "men se",
    "se også",
    "se dog",
    "se desuden",
    "se endvidere",
    "se fx",
    "se",
    "jævnfør",
    "jf. dog",
    "jf.",
    "jfr.",
    "ifølge",
    "i henhold til",
    "i overensstemmelse med",
    "iht.",
    "efter",
    "i strid med",
    "med undtagelse af",
    "med undtagelse for",
    "undtagen",
    "bortset fra",
    "i stedet for",
    "medmindre",
    "nævnt i",
    "beskrevet i",
    "angivet i",
    "omtalt i",
    "defineret i",
    "som i",
    "dvs.",
    "pga.",
    "benyttes",
    "anvendes",
    "bruges",
    "anvende",
    "benytte",
    "bruge",
    "i",
    "af",
    "om",
    "ved",
    "fra",
)
POINTERS: tuple[str, ...] = ("se", "se også", "men se", "men se også", "jf.", "jfr.", "jævnfør")
CUES: tuple[str, ...] = ()
APPLIES: tuple[str, ...] = (
    "gælder",
    "anvendes",
    "finder anvendelse",
)
ABOVE: tuple[str, ...] = ("ovenfor",)
BELOW: tuple[str, ...] = ("nedenfor",)
LOCATORS: tuple[str, ...] = ("pkt.", "punkt", "punkterne", "afsnit", "litra")
THIS_LAW: tuple[str, ...] = ("i denne paragraf", "af denne paragraf", "i denne lov")
SELF_LAW: tuple[str, ...] = ("denne paragraf",)
SELF_RULE: tuple[str, ...] = ("denne bestemmelse", "efter dette punkt")
# The laws' own "denne paragraf" names the law it stands in. DBf's says only "in this section", of which every
# word is about the whole document part: those 27 are pointers, not citations.
SELF_WORKS: tuple[str, ...] = ("laws",)
NOT_BEFORE: tuple[str, ...] = (
    "ikke",
    "i stedet for",
    "undtagen",
    "med undtagelse af",
    "med undtagelse for",
    "bortset fra",
)
NOT_AFTER: tuple[str, ...] = (
    "gælder ikke",
    "gælder dog ikke",
    "anvendes ikke",
    "benyttes ikke",
    "finder ikke anvendelse",
    "finder dog ikke anvendelse",
    "er ikke i kraft",
    "kan ikke anvendes",
)
NOT_WORDS: tuple[str, ...] = (
    "ikke",
    "dog ikke",
)
GLOSS_AFTER: tuple[str, ...] = (
    "om",
    "angående",
    "vedrørende",
    "når det gælder",
    "for",
    "der omhandler",
    "som omhandler",
)
SEE: tuple[str, ...] = ("se også", "se")
DEFINITION_OF: tuple[str, ...] = ("se definitionen af", "definitionen af")
BOOKS: tuple[str, ...] = ("dbf-bestemmelser",)
OTHER_BOOKS: tuple[str, ...] = ("vedtægter", "vedtægters", "vedtægterne", "vedtægternes", "lovbekendtgørelse")
SUBSECTION: tuple[str, ...] = ("stk.", "stykke")
UNITS: tuple[str, ...] = (
    "stik",
    "spil",
    "kort",
    "point",
    "imp",
    "kp",
    "procent",
    "%",
    "minutter",
    "kr.",
    "runder",
    "borde",
    "par",
    "hold",
    "spillere",
    "dage",
    "gange",
    "trick",
    "stk.",
)
NAMES: tuple[str, ...] = ("da", "dansk", "danske", "danska", "danish")
