"""Norwegian citation words (laws 1997). The fields are explained at ``Words``."""

from __future__ import annotations

from parser.lang.words import Words

WORDS = Words(
    signs=("§", "paragraf", "paragrafen", "paragrafene", "lov", "lover"),
    team_signs=(),
    ands=("og", "eller", "samt", "henholdsvis", "og/eller"),
    ranges=("til", "til og med"),
    onwards=("og følgende", "flg.", "ff.", "ff"),
    signals=(
        *("men se også", "og se også", "men se", "og se", "se også", "se imidlertid", "se"),
        *("jf.", "jfr.", "ifølge", "i henhold til", "i samsvar med", "i overensstemmelse med", "etter"),
        *("som beskrevet i", "beskrevet i", "bestemmelsene i", "fastsatt i", "definert i", "nevnt i"),
        *("nevnt under", "gitt under", "beskrevet under", "angitt i", "som angitt i"),
        *("i strid med", "i stedet for", "istedenfor", "unntatt", "med unntak av"),
        *("fotnoten til", "fotnote til", "fotnoten* til"),
        *("anvendes", "anvendt", "kommer"),
        *("som under", "under", "i tilfelle", "i", "av"),
    ),
    pointers=("se", "se også", "men se", "men se også", "jf.", "jfr."),
    cues=(),
    applies=("gjelder", "kommer", "kommer til anvendelse", "anvendes"),
    above=("ovenfor",),
    below=("nedenfor",),
    locators=("pkt.", "punkt", "seksjon", "avsnitt"),
    this_law=("av denne paragraf", "i denne paragraf", "av denne paragrafen", "i denne paragrafen"),
    # "denne paragraf" occurs in explanations of the whole law only and cites nothing (sources/nb-1997, section 9).
    self_law=(),
    self_rule=(),
    self_works=(),
    not_before=("ikke", "i stedet for", "istedenfor", "unntatt", "med unntak av"),
    not_after=("kommer ikke til anvendelse", "gjelder ikke", "anvendes ikke", "kommer dermed ikke til anvendelse"),
    not_words=("ikke",),
    gloss_after=("om", "når det gjelder", "angående", "vedrørende", "som omhandler", "omhandler", "for", "sier at"),
    see=("se også", "se"),
    definition_of=("definisjonen av", "se definisjonen av"),
    books=(),
    other_books=("vedtekter", "vedtektene", "vedtektenes"),
    subsection=("ledd", "stk."),
    units=(
        *("stikk", "spill", "kort", "poeng", "imp"),
        *("prosent", "%", "minutter", "kr.", "runder", "bord", "par", "lag", "spillere", "dager", "ganger"),
    ),
    names=("nb", "norsk", "norske", "norska", "norwegian"),
    numerals="én to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
    tens="tjue tretti førti femti seksti sytti åtti nitti",
    # Words that join a number to the edition or day behind it: "16C i lovene fra 2007".
    edition_links=(
        "i",
        "fra",
        "av",
        "etter",
        "lovene",
        "lovenes",
        "loven",
        "lovens",
        "lover",
        "utgave",
        "utgaven",
        "året",
        "den",
        "pr.",
    ),
    edition_prepositions=("i", "fra", "av", "etter", "pr."),
)
