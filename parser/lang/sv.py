"""Swedish citation words (laws 2017). Field meanings: parser.lang.words.Words."""

SIGNS: tuple[str, ...] = ("§", "paragraf", "paragrafen", "lag", "lagarna", "lagar")
# "lag" is also a team ("lag 4 mot lag 2") and a law without number ("denna lag").
TEAM_SIGNS: tuple[str, ...] = ("lag", "lagar", "lagarna")
ANDS: tuple[str, ...] = ("och", "eller", "samt", "respektive", "resp.", "och/eller")
RANGES: tuple[str, ...] = ("till", "till och med", "t.o.m.")
ONWARDS: tuple[str, ...] = ("och följande", "ff.", "ff")
SIGNALS: tuple[str, ...] = (
    "men se även",
    "men se också",
    "men se",
    "och se även",
    "och se",
    "se också",
    "se även",
    "se till exempel",
    "se t.ex.",
    "se dock",
    "se",
    "jfr",
    "jfr.",
    "jämför",
    "enligt",
    "i enlighet med",
    "i strid med",
    "mot",
    "bryter mot",
    "brott mot",
    "förutom enligt",
    "förutom",
    "utöver",
    "oaktat",
    "i stället för",
    "istället för",
    "undantaget",
    "med undantag för",
    "utom",
    "vad som sägs i",
    "vad som står i",
    "vad som sagts i",
    "beskrivs i",
    "anges i",
    "begränsningarna i",
    "begränsning i",
    "villkoren enligt",
    "liksom i",
    "som i",
    "gäller",
    "tillämpar",
    "tillämpat",
    "i",
    "av",
    "om",
)
POINTERS: tuple[str, ...] = ("se", "se även", "se också", "men se", "jfr", "jfr.", "jämför")
CUES: tuple[str, ...] = ("även", "också", "än", "när", "om inte", "och inte")
APPLIES: tuple[str, ...] = (
    "gäller",
    "är tillämplig",
    "användas",
    "tillämpas",
    "kan gälla",
)
ABOVE: tuple[str, ...] = ("ovan",)
BELOW: tuple[str, ...] = ("nedan",)
LOCATORS: tuple[str, ...] = ("punkt", "punkten", "punkterna", "avsnitt", "p.")
THIS_LAW: tuple[str, ...] = ("i den här lagen", "i denna lag", "av denna lag", "i lagen")
# "denna lag", "den här lagen" are said of the law as a whole and cite nothing (sources/sv-2017, section 4).
SELF_LAW: tuple[str, ...] = ()
SELF_RULE: tuple[str, ...] = ()
SELF_WORKS: tuple[str, ...] = ()
NOT_BEFORE: tuple[str, ...] = (
    "inte",
    "i stället för",
    "istället för",
    "undantaget",
    "utom",
    "med undantag för",
    "och inte",
)
NOT_AFTER: tuple[str, ...] = (
    "gäller inte",
    "gäller dock inte",
    "gäller då inte",
    "tillämpas inte",
    "är inte tillämplig",
)
NOT_WORDS: tuple[str, ...] = (
    "inte",
    "dock inte",
)
GLOSS_AFTER: tuple[str, ...] = ("om", "angående", "beträffande", "när det gäller", "som handlar om")
SEE: tuple[str, ...] = ("se även", "se också", "se")
DEFINITION_OF: tuple[str, ...] = ("definitionen av", "se definitionen av")
BOOKS: tuple[str, ...] = ("generellt regelverk",)
OTHER_BOOKS: tuple[str, ...] = ("stadgar", "stadgarna", "stadgarnas")
SUBSECTION: tuple[str, ...] = ("stycket", "st.", "mom.")
UNITS: tuple[str, ...] = (
    "stick",
    "spel",
    "kort",
    "poäng",
    "imp",
    "procent",
    "%",
    "minuter",
    "kr",
    "ronder",
    "bord",
    "par",
    "lag",
    "spelare",
    "dagar",
    "gånger",
    "trick",
    "brickor",
)
NAMES: tuple[str, ...] = ("sv", "svensk", "svenske", "svenska", "swedish")
