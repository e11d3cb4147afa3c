"""Finnish citation words: all that a fifth language brings beside its value in ``corpus.languages``.

``tests/app/test_build.py`` lays this folder beside ``parser/lang``.
"""

from __future__ import annotations

from parser.lang.words import BookWords, Words

WORDS = Words(
    signs=("§", "laki", "lain", "laissa", "lait", "pykälä"),
    law_words=("laki", "pykälä"),
    title_signs=("sääntö",),
    part_signs=("kohta", "momentti", "kirjain", "nro"),
    note_signs=("alaviite", "huom."),
    team_signs=(),
    ands=("ja", "tai", "sekä"),
    ranges=("–",),
    onwards=("ja seuraavat",),
    signals=("ks. myös", "ks.", "katso", "vrt.", "mutta ks."),
    pointers=("ks.", "vrt.", "katso"),
    cues=(),
    applies=("pätee", "sovelletaan"),
    above=("yllä", "edellä"),
    below=("alla", "jäljempänä"),
    locators=("kohta", "kohdassa"),
    this_law=("tämän lain", "tässä laissa"),
    self_law=("tämä laki",),
    self_rule=("tämä kohta",),
    self_works=("laws",),
    not_before=("ei", "paitsi"),
    not_after=("ei sovelleta", "ei päde"),
    not_words=("ei",),
    gloss_after=("koskien",),
    see=("ks.", "katso"),
    definition_of=("määritelmä",),
    books=(),
    other_books=("säännöt",),
    subsection=("mom.",),
    units=("tikkiä", "korttia", "pistettä"),
    names=("fi", "finsk", "finske", "finska", "finnish", "suomi"),
    numerals="yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista"
    " kolmetoista neljätoista viisitoista kuusitoista seitsemäntoista kahdeksantoista yhdeksäntoista",
    edition_links=("vuoden", "lakien"),
    edition_prepositions=(),
    book_titles=("lait", "lakien", "lakikirja-"),
    laws_of_year=("laki", "lait", "lain", "lakien"),
    edition_names=("painos",),
    tens="kaksikymmentä kolmekymmentä neljäkymmentä viisikymmentä kuusikymmentä seitsemänkymmentä kahdeksankymmentä"
    " yhdeksänkymmentä",
    seats=("pohjoinen", "itä", "etelä", "länsi"),
    offices=("johtaja", "lautakunta", "tuomaristo", "liitto", "kerho"),
    titles=("tuomari", "puheenjohtaja", "jäsen", "joukkue"),
    honorifics=("herra", "rouva"),
    page_signs=("sivu", "s."),
    typed_before=("sbl", "sääntö", "artikla", "luku", "nro", "kohta", "ks", "katso", "vrt"),
    typed_levels=("kohta", "momentti", "kirjain", "nro"),
    abbreviations=("ks", "vrt", "esim", "mm", "jne", "ns"),
    quotation_styles=("lainaus",),
    stopwords=("ja", "tai", "se"),
    book=BookWords(
        foreword=("esipuhe",),
        contents=("sisällys",),
        introduction=("johdanto",),
        definitions=("määritelmät",),
        index=("hakemisto",),
        notes=("alaviitteet",),
        rules=(),
        chapters=("luku", "osa"),
    ),
)
