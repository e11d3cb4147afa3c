"""Danish citation words (laws 2017 and DBf's regulations). The fields are explained at ``Words``."""

from __future__ import annotations

from parser.lang.words import Words

WORDS = Words(
    signs=("§", "paragraf", "paragraffen", "paragrafferne", "lov", "love"),
    team_signs=(),
    ands=("og", "eller", "samt", "henholdsvis", "hhv.", "og/eller"),
    ranges=("til", "til og med"),
    onwards=("og følgende", "ff.", "ff"),
    signals=(
        *("men se også", "men se dog", "men se", "se også", "se dog", "se desuden", "se endvidere", "se fx", "se"),
        *("jævnfør", "jf. dog", "jf.", "jfr.", "ifølge", "i henhold til", "i overensstemmelse med", "iht."),
        *("efter", "i strid med"),
        *("med undtagelse af", "med undtagelse for", "undtagen", "bortset fra", "i stedet for", "medmindre"),
        *("nævnt i", "beskrevet i", "angivet i", "omtalt i", "defineret i", "som i"),
        *("dvs.", "pga."),
        *("benyttes", "anvendes", "bruges", "anvende", "benytte", "bruge"),
        *("i", "af", "om", "ved", "fra"),
    ),
    pointers=("se", "se også", "men se", "men se også", "jf.", "jfr.", "jævnfør"),
    cues=(),
    applies=("gælder", "anvendes", "finder anvendelse"),
    above=("ovenfor",),
    below=("nedenfor",),
    locators=("pkt.", "punkt", "punkterne", "afsnit", "litra"),
    this_law=("i denne paragraf", "af denne paragraf", "i denne lov"),
    self_law=("denne paragraf",),
    self_rule=("denne bestemmelse", "efter dette punkt"),
    # The laws' own "denne paragraf" names the law around it. DBf's says only "in this section", of which every
    # word is about the whole document part: those 27 are pointers, not citations.
    self_works=("laws",),
    not_before=("ikke", "i stedet for", "undtagen", "med undtagelse af", "med undtagelse for", "bortset fra"),
    not_after=(
        *("gælder ikke", "gælder dog ikke", "anvendes ikke", "benyttes ikke"),
        *("finder ikke anvendelse", "finder dog ikke anvendelse", "er ikke i kraft", "kan ikke anvendes"),
    ),
    not_words=("ikke", "dog ikke"),
    gloss_after=("om", "angående", "vedrørende", "når det gælder", "for", "der omhandler", "som omhandler"),
    see=("se også", "se"),
    definition_of=("se definitionen af", "definitionen af"),
    books=("dbf-bestemmelser",),
    other_books=("vedtægter", "vedtægters", "vedtægterne", "vedtægternes", "lovbekendtgørelse"),
    subsection=("stk.", "stykke"),
    units=(
        *("stik", "spil", "kort", "point", "imp", "kp"),
        *("procent", "%", "minutter", "kr.", "runder", "borde", "par", "hold", "spillere", "dage", "gange"),
        *("trick", "stk."),
    ),
    names=("da", "dansk", "danske", "danska", "danish"),
    numerals="en to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
    tens="tyve tredive fyrre halvtreds tres halvfjerds firs halvfems",
    # Words that join a number to the edition or day behind it: "16C i lovene fra 2007".
    edition_links=(
        "i",
        "fra",
        "af",
        "efter",
        "lovene",
        "lovenes",
        "loven",
        "lovens",
        "love",
        "udgave",
        "udgaven",
        "året",
        "den",
        "d.",
        "pr.",
    ),
    edition_prepositions=("i", "fra", "af", "efter", "pr."),
)
