"""What a language is to Lovbro: one value a language, looked up by its code.

The words by which its citations are read are data in ``parser/lang/<code>.py``; its endings, letters, form of citation
and codes are fields of the value. A new language is one value in this module and one module in that folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType


class UnknownLanguageError(ValueError):
    """A code that no ``Language`` has; the message names those that exist."""


@dataclass(frozen=True)
class Language:
    """One language. ``code`` is ISO 639-1, ``iso3`` ISO 639-3, ``locale`` BCP 47; ``aliases`` are further codes by
    which browsers ask for it.

    ``law_word`` begins a citation with bracketed small letters ("Lag 16C2(a)"); without one a citation has the sign
    and blanks ("§ 16 C 2 a"). ``stemmer`` is its Snowball algorithm, ``dictionary`` its code in simplemma, empty where
    there is none. ``letters`` are its small letters beyond a to z. ``endings`` are those of definite, plural and
    genitive forms, the longest first; ``inflections`` are those, of verbs too, that a typed word which no text has may
    lose to be found. ``derivations`` are those of them that make another word, "felande" of "fel". ``abbreviations``
    are words whose full stop ends no sentence, without it.
    ``doubts`` are the words by which a note in a number table says that its row is in doubt. ``kin`` are languages
    whose words are mostly its own.
    """

    code: str
    iso3: str
    name: str
    locale: str
    aliases: tuple[str, ...] = ()
    law_word: str = ""
    stemmer: str = ""
    dictionary: str = ""
    letters: str = ""
    endings: tuple[str, ...] = ()
    inflections: tuple[str, ...] = ()
    derivations: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    kin: tuple[str, ...] = ()


_INFLECTIONS = ("ens", "ing", "er", "en", "et", "te", "t", "e", "s", "r", "n")  # of all three
_LISTED = (
    Language(
        "da",
        "dan",
        "Dansk",
        "da-DK",
        stemmer="danish",
        dictionary="da",
        letters="æøå",
        endings=("ernes", "erne", "ene", "ens", "ets", "en", "er", "et", "ne", "e", "n", "s", "t"),
        inflections=("ernes", "ende", "edes", "ede", "ene", *_INFLECTIONS),
        derivations=("ende", "ing"),
        abbreviations=("fx", "jf"),
        doubts=("usikker", "usikkert", "usikkere"),
        kin=("nb",),
    ),
    Language(
        "nb",
        "nob",
        "Norsk",
        "nb-NO",
        aliases=("no", "nn"),
        stemmer="norwegian",
        dictionary="nb",
        letters="æøå",
        endings=("ernes", "erne", "ene", "ens", "ets", "en", "er", "et", "ne", "a", "e", "n", "s", "t"),
        inflections=("ernes", "ende", "ede", "ene", "a", *_INFLECTIONS),
        derivations=("ende", "ing"),
        abbreviations=("jf", "pkt"),
        doubts=("usikker", "usikkert", "usikkere"),
        kin=("da",),
    ),
    Language(
        "sv",
        "swe",
        "Svenska",
        "sv-SE",
        law_word="Lag",
        stemmer="swedish",
        dictionary="sv",
        letters="åäö",
        endings=("arna", "erna", "orna", "ens", "ets", "ar", "en", "er", "et", "na", "or", "a", "e", "n", "s", "t"),
        inflections=("ande", "ades", "ade", "ar", "a", *_INFLECTIONS),
        derivations=("ande", "ing"),
        abbreviations=("t.ex",),
        doubts=("osäker", "osäkert"),
    ),
    Language("en", "eng", "English", "en-GB", law_word="Law", stemmer="english", dictionary="en"),
    Language("fi", "fin", "Suomi", "fi-FI", law_word="Laki", stemmer="finnish", dictionary="fi", letters="åäö"),
)
LANGUAGES: Mapping[str, Language] = MappingProxyType({language.code: language for language in _LISTED})
CODES: tuple[str, ...] = tuple(LANGUAGES)
LETTERS = "".join(sorted(frozenset[str]().union(*(language.letters for language in _LISTED))))
"""The small letters beyond a to z of all languages."""
CAPITALS = LETTERS.upper()
"""Their capitals: ``[A-Z{CAPITALS}]`` is a pattern for any capital of our languages."""


def language(code: str) -> Language:
    """The language with an ISO 639-1 code. Raises UnknownLanguageError.

    >>> language("nb").iso3, language("sv").law_word
    ('nob', 'Lag')
    """
    try:
        return LANGUAGES[code]
    except KeyError:
        raise UnknownLanguageError(f"no language {code!r}; corpus/languages.py has {', '.join(CODES)}") from None


def distinctive_letters(codes: Iterable[str]) -> dict[str, frozenset[str]]:
    """By code, the letters that tell these languages apart: not those that each of them has which has any.

    >>> [sorted(letters) for letters in distinctive_letters(("da", "sv", "en")).values()]  # "å" is in both alphabets
    [['æ', 'ø'], ['ä', 'ö'], []]
    """
    alphabets = {code: frozenset(LANGUAGES[code].letters) for code in codes}
    shared = (
        frozenset[str].intersection(*(filter(None, alphabets.values()))) if any(alphabets.values()) else frozenset()
    )
    return {code: letters - shared for code, letters in alphabets.items()}
