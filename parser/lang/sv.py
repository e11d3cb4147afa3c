"""Swedish citation words (laws 2017). The fields are explained at ``Words``."""

from __future__ import annotations

from parser.lang.words import Words

WORDS = Words(
    signs=("§", "paragraf", "paragrafen", "lag", "lagarna", "lagar"),
    # "lag" is also a team ("lag 4 mot lag 2") and a law without number ("denna lag").
    team_signs=("lag", "lagar", "lagarna"),
    ands=("och", "eller", "samt", "respektive", "resp.", "och/eller"),
    ranges=("till", "till och med", "t.o.m."),
    onwards=("och följande", "ff.", "ff"),
    signals=(
        *("men se även", "men se också", "men se", "och se även", "och se", "se också", "se även"),
        *("se till exempel", "se t.ex.", "se dock", "se"),
        *("jfr", "jfr.", "jämför"),
        *("enligt", "i enlighet med", "i strid med", "mot", "bryter mot", "brott mot"),
        *("förutom enligt", "förutom", "utöver", "oaktat"),
        *("i stället för", "istället för", "undantaget", "med undantag för", "utom"),
        *("vad som sägs i", "vad som står i", "vad som sagts i", "beskrivs i", "anges i"),
        *("begränsningarna i", "begränsning i", "villkoren enligt", "liksom i", "som i"),
        *("gäller", "tillämpar", "tillämpat"),
        *("i", "av", "om"),
    ),
    pointers=("se", "se även", "se också", "men se", "jfr", "jfr.", "jämför"),
    cues=("även", "också", "än", "när", "om inte", "och inte"),
    applies=("gäller", "är tillämplig", "användas", "tillämpas", "kan gälla"),
    above=("ovan",),
    below=("nedan",),
    locators=("punkt", "punkten", "punkterna", "avsnitt", "p."),
    this_law=("i den här lagen", "i denna lag", "av denna lag", "i lagen"),
    # "denna lag", "den här lagen" mean the law as a whole and cite nothing (sources/sv-2017, section 4).
    self_law=(),
    self_rule=(),
    self_works=(),
    not_before=("inte", "i stället för", "istället för", "undantaget", "utom", "med undantag för", "och inte"),
    not_after=("gäller inte", "gäller dock inte", "gäller då inte", "tillämpas inte", "är inte tillämplig"),
    not_words=("inte", "dock inte"),
    gloss_after=("om", "angående", "beträffande", "när det gäller", "som handlar om"),
    see=("se även", "se också", "se"),
    definition_of=("definitionen av", "se definitionen av"),
    books=("generellt regelverk",),
    other_books=("stadgar", "stadgarna", "stadgarnas"),
    subsection=("stycket", "st.", "mom."),
    units=(
        *("stick", "spel", "kort", "poäng", "imp"),
        *("procent", "%", "minuter", "kr", "ronder", "bord", "par", "lag", "spelare", "dagar", "gånger"),
        *("trick", "brickor"),
    ),
    names=("sv", "svensk", "svenske", "svenska", "swedish"),
    numerals="ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton",
    tens="tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
    # Words that join a number to the edition or day behind it: "16C i lovene fra 2007".
    edition_links=(
        "i",
        "från",
        "av",
        "ur",
        "enligt",
        "lagarna",
        "lagarnas",
        "lagen",
        "lagens",
        "lagar",
        "utgåva",
        "utgåvan",
        "året",
        "den",
        "per",
        "års",
    ),
    edition_prepositions=("i", "från", "av", "ur", "enligt", "per"),
)
