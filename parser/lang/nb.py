"""Norwegian citation words (laws 1997). Field meanings: parser.lang.words.Words."""

SIGNS: tuple[str, ...] = ("§", "paragraf", "paragrafen", "paragrafene", "lov", "lover")
TEAM_SIGNS: tuple[str, ...] = ()
ANDS: tuple[str, ...] = ("og", "eller", "samt", "henholdsvis", "og/eller")
RANGES: tuple[str, ...] = ("til", "til og med")
ONWARDS: tuple[str, ...] = ("og følgende", "flg.", "ff.", "ff")
SIGNALS: tuple[str, ...] = (
    "men se også",
    "og se også",
    "men se",
    "og se",
    "se også",
    "se imidlertid",
    "se",
    "jf.",
    "jfr.",
    "ifølge",
    "i henhold til",
    "i samsvar med",
    "i overensstemmelse med",
    "etter",
    "som beskrevet i",
    "beskrevet i",
    "bestemmelsene i",
    "fastsatt i",
    "definert i",
    "nevnt i",
    "nevnt under",
    "gitt under",
    "beskrevet under",
    "angitt i",
    "som angitt i",
    "i strid med",
    "i stedet for",
    "istedenfor",
    "unntatt",
    "med unntak av",
    "fotnoten til",
    "fotnote til",
    "fotnoten* til",
    "anvendes",
    "anvendt",
    "kommer",
    "som under",
    "under",
    "i tilfelle",
    "i",
    "av",
)
POINTERS: tuple[str, ...] = ("se", "se også", "men se", "men se også", "jf.", "jfr.")
CUES: tuple[str, ...] = ()
APPLIES: tuple[str, ...] = (
    "gjelder",
    "kommer",
    "kommer til anvendelse",
    "anvendes",
)
ABOVE: tuple[str, ...] = ("ovenfor",)
BELOW: tuple[str, ...] = ("nedenfor",)
LOCATORS: tuple[str, ...] = ("pkt.", "punkt", "seksjon", "avsnitt")
THIS_LAW: tuple[str, ...] = ("av denne paragraf", "i denne paragraf", "av denne paragrafen", "i denne paragrafen")
# "denne paragraf" stands in explanations of the whole law only and cites nothing (sources/nb-1997, section 9).
SELF_LAW: tuple[str, ...] = ()
SELF_RULE: tuple[str, ...] = ()
SELF_WORKS: tuple[str, ...] = ()
NOT_BEFORE: tuple[str, ...] = ("ikke", "i stedet for", "istedenfor", "unntatt", "med unntak av")
NOT_AFTER: tuple[str, ...] = (
    "kommer ikke til anvendelse",
    "gjelder ikke",
    "anvendes ikke",
    "kommer dermed ikke til anvendelse",
)
NOT_WORDS: tuple[str, ...] = ("ikke",)
GLOSS_AFTER: tuple[str, ...] = (
    "om",
    "når det gjelder",
    "angående",
    "vedrørende",
    "som omhandler",
    "omhandler",
    "for",
    "sier at",
)
SEE: tuple[str, ...] = ("se også", "se")
DEFINITION_OF: tuple[str, ...] = ("definisjonen av", "se definisjonen av")
BOOKS: tuple[str, ...] = ()
OTHER_BOOKS: tuple[str, ...] = ("vedtekter", "vedtektene", "vedtektenes")
SUBSECTION: tuple[str, ...] = ("ledd", "stk.")
UNITS: tuple[str, ...] = (
    "stikk",
    "spill",
    "kort",
    "poeng",
    "imp",
    "prosent",
    "%",
    "minutter",
    "kr.",
    "runder",
    "bord",
    "par",
    "lag",
    "spillere",
    "dager",
    "ganger",
)
NAMES: tuple[str, ...] = ("nb", "norsk", "norske", "norska", "norwegian")
