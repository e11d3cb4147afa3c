"""Decisions are read right, or left unread: on samples in many forms, and with every statement denied."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import docx
import pytest
import typst
from docx.oxml import parse_xml
from hypothesis import given
from hypothesis import strategies as st

from app.build.decision_lexicon import LEXICON, decision_lexicon
from app.committee.register import known_numbers
from corpus.precedents import judgment_xml
from corpus.precedents.decision import Decision, Section
from corpus.precedents.refusal import UnreadableError
from corpus.store import load_lexicon, load_registry
from parser.decisions.fields import read_case
from parser.decisions.files import without_emphasis
from parser.decisions.outcomes import DecisionReader
from parser.decisions.scores import Statement, results_in
from parser.decisions.sides import named_appellants
from tests.accuracy.decisions import decision_of, fields_of, is_right, measured
from tests.support.decision_samples import FOLDER, Sample, samples

_LEXICON = decision_lexicon()
_REGISTRY = load_registry()
_NUMBERS = known_numbers()
_TUNED = samples("tuned")
_UNSEEN = samples("unseen")
_OBLIQUE = samples("oblique")  # told without the words that bodies use: little of them is known, none of it wrong
_BODIES = {"da": "Appeludvalget", "sv": "Juryn", "nb": "Appellutvalget", "en": "Appeals Committee"}
_APPEALED = {
    "da": "Øst-Vest appellerede. Udvalget har hørt parterne.",
    "sv": "Öst-Väst överklagade. Juryn har hört parterna.",
    "nb": "Øst-Vest anket. Utvalget har hørt partene.",
    "en": "East-West appealed. The Committee heard the parties.",
}
_DENIALS = ("ikke", "inte", "not")
_ON_SAMPLES = pytest.mark.xdist_group("decision-samples")  # in one process, so that each is read once


def _read(name: str, content: str | bytes) -> Decision:
    raw = content.encode() if isinstance(content, str) else content
    return read_case(name, raw, _LEXICON, _REGISTRY, _NUMBERS).decision


def _told(text: str) -> Decision:
    return _read("x.txt", f"Spilledato: 2019-01-02\n\n{text}\n")


@pytest.mark.parametrize(
    ("told", "results"),
    [
        ("Justeres til 4♠-1, 4 hj = eller 3NTx +1", {"3Nx+1", "4H=", "4S-1"}),
        ("80 % av 3NT hjemme og 20 % av 3NT én bet", {"3N-1", "3N="}),
        ("4 spader fire bet, 3 ruter med ett överstick", {"4S-4", "3D+1"}),
        ("3NT made four, 4♥ with 5 tricks, 2♣ with 9 tricks", {"3N+1", "4H-5", "2C+1"}),
        ("4♠ down three, 3NT by North", {"4S-3"}),
    ],
)
def test_a_contract_with_its_result_is_read_in_words_and_signs(told: str, results: set[str]) -> None:
    assert results == results_in(told, _LEXICON)


def test_a_team_or_pair_that_appealed_is_known_by_its_name() -> None:
    told = ["Hold Kildeparken 3 var uenigt og appellerede.", "Anke fra Elvesund (NS)", "Appel fra Nord-Syd"]
    assert {"kildeparken", "elvesund"} == named_appellants(told, _LEXICON)


@_ON_SAMPLES
@pytest.mark.parametrize("sample", [*_TUNED, *_UNSEEN, *_OBLIQUE], ids=lambda sample: sample.name)
def test_no_field_of_a_sample_is_read_wrong(sample: Sample) -> None:
    """Every field is what the file says, or unknown."""
    found = fields_of(decision_of(sample, None))
    wrong = {
        name: value for name, value in found.items() if value not in ("", None) and not is_right(name, value, sample)
    }
    assert {} == wrong


def _wordings(language: str) -> Iterator[tuple[str, str, str]]:
    """The field, its value ("none" where the words tell nothing) and the sentence, of a language's wordings."""
    field = value = ""
    for line in (FOLDER / f"wordings-{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            _, field, value = line.split()
        elif line:
            yield field, value, line


@pytest.mark.parametrize("language", _BODIES)
def test_what_is_said_in_many_ways_is_read_and_never_as_its_opposite(language: str) -> None:
    """Of 1,250 sentences, alone in a decision, nine of ten are read and none wrong, nor what says nothing of it."""
    asked, unread, wrong = 0, 0, []
    for field, value, sentence in _wordings(language):
        sections = [Section("introduction", "", (f"{_APPEALED[language]} {sentence}",))]
        reader = DecisionReader(sections, (), _LEXICON, _BODIES[language])
        said = {"outcome": reader.outcome, "deposit": reader.deposit, "unanimous": reader.unanimous}[field]
        found = said.value if said else "none"
        asked += 1
        unread += found == "none" != value
        if found not in ("none", value):
            wrong.append((sentence, found))
    assert [] == wrong
    assert unread < asked / 10


@_ON_SAMPLES
@pytest.mark.parametrize("part", [_TUNED, _UNSEEN], ids=["tuned", "unseen"])
def test_most_fields_of_the_samples_are_known_and_nearly_all_citations_found(part: tuple[Sample, ...]) -> None:
    total = measured(part)
    assert total.precision >= 0.98
    assert total.recall >= 0.98
    assert {} == {name: share for name, share in total.shares().items() if share < 0.85}


@_ON_SAMPLES
def test_each_field_keeps_the_words_it_was_read_from() -> None:
    for sample in _TUNED:
        decision = decision_of(sample, None)
        for origin in decision.origins:
            if origin.section >= 0:
                text = decision.sections[origin.section].paragraphs[origin.paragraph]
                assert origin.words == text[origin.start : origin.end].strip(), sample.name
        named = {origin.field for origin in decision.origins}
        read = {name for name, value in fields_of(decision).items() if value not in ("", None)} - {"edition"}
        assert read <= named, sample.name


# A statement, its outcome, and its outcome with the denial put in at "_".
OUTCOMES = [
    ("Turneringslederens afgørelse ændres _.", "ikke", "changed", "upheld"),
    ("Kendelsen omstødes _.", "ikke", "changed", "upheld"),
    ("TL's kendelse omgøres _.", "aldrig", "changed", "upheld"),
    ("Udvalget finder _ grund til at ændre afgørelsen.", "ikke", "changed", "upheld"),
    ("Appellen tages _ til følge.", "ikke", "changed", "upheld"),
    ("Appellanten gives _ medhold.", "ikke", "changed", "upheld"),
    ("Turneringslederens afgørelse opretholdes _.", "ikke", "upheld", "changed"),
    ("Turneringslederens kendelse kan _ stadfæstes.", "ej", "upheld", "changed"),
    ("Afgørelsen står _ ved magt.", "ikke", "upheld", "changed"),
    ("Appellen forkastes _.", "ikke", "upheld", ""),
    ("Appellen afvises _.", "ikke", "dismissed", ""),
    ("Sagen hjemvises _.", "ikke", "referred", ""),
    ("Turneringslederens afgørelse ændres _ delvist.", "ikke", "partly-changed", ""),
    ("Turneringslederens avgjørelse endres _.", "ikke", "changed", "upheld"),
    ("TLs avgjørelse blir _ stående.", "ikke", "upheld", "changed"),
    ("Avgjerda blir _ endra.", "ikkje", "changed", "upheld"),
    ("Appellen tas _ til følge.", "ikke", "changed", "upheld"),
    ("TLs avgjørelse stadfestes _.", "ikke", "upheld", "changed"),
    ("Tävlingsledarens domslut ändras _.", "inte", "changed", "upheld"),
    ("Domslutet upphävs _.", "ej", "changed", "upheld"),
    ("Överklagandet bifalls _.", "inte", "changed", "upheld"),
    ("Överklagandet bifalles _.", "icke", "changed", "upheld"),
    ("TL:s domslut fastställs _.", "inte", "upheld", "changed"),
    ("Domslutet står _ fast.", "inte", "upheld", "changed"),
    ("Överklagandet avslås _.", "inte", "upheld", ""),
    ("The Director's ruling was _ changed.", "not", "changed", "upheld"),
    ("The director's ruling is _ overturned.", "not", "changed", "upheld"),
    ("The ruling will _ be reversed.", "not", "changed", "upheld"),
    ("The appeal is _ allowed.", "not", "changed", "upheld"),
    ("The Director's ruling is _ upheld.", "not", "upheld", "changed"),
    ("The ruling does _ stand.", "not", "upheld", "changed"),
    ("The appeal is _ dismissed.", "not", "dismissed", ""),
    ("The appeal is _ denied.", "not", "upheld", ""),
    ("Afgørelsen bliver _ ved magt.", "ikke", "upheld", "changed"),
    ("TL's afgørelse skal _ laves om.", "ikke", "changed", "upheld"),
    ("TLs avgjørelse settes _ til side.", "ikke", "changed", "upheld"),
    ("Klagen har _ ført frem.", "ikke", "changed", "upheld"),
    ("TL:s domslut rivs _ upp.", "inte", "changed", "upheld"),
    ("Domslutet är _ felaktigt.", "inte", "changed", "upheld"),
    ("The committee did _ agree with the ruling.", "not", "upheld", ""),
    ("The director's adjustment is _ set aside.", "not", "changed", "upheld"),
    ("Kendelsen ændres _ for så vidt angår Nord-Syd.", "ikke", "partly-changed", "upheld"),
    ("The rest of the ruling is _ upheld.", "not", "partly-changed", "changed"),
    ("Appellen afvises _ uden realitetsbehandling.", "ikke", "dismissed", ""),
    ("Vi kan _ give turneringslederen medhold.", "ikke", "upheld", "changed"),
    ("Lederen har _ skjønt loven riktig.", "ikke", "upheld", "changed"),
    ("The ruling holds _ by two votes to one.", "not", "upheld", "changed"),
    ("Vi returnerer _ saken til styret.", "ikke", "referred", ""),
    # whole phrases, of each kind in [phrases]
    ("Udvalget er _ på linje med turneringslederen.", "ikke", "upheld", "changed"),
    ("Utvalget går _ på TLs linje.", "ikke", "upheld", "changed"),
    ("Juryn håller _ med tävlingsledaren.", "inte", "upheld", "changed"),
    ("The committee is _ in line with the director.", "not", "upheld", "changed"),
    ("Vi slutter os _ til turneringslederens afgørelse.", "ikke", "upheld", ""),
    ("Domslutet håller _.", "inte", "upheld", "changed"),
    ("Vi ser _ annerledes på saken enn TL.", "ikke", "changed", "upheld"),
    ("Vi kom _ till en annan slutsats än tävlingsledaren.", "inte", "changed", "upheld"),
    ("Udvalget er kommet til _ et andet resultat end TL.", "ikke", "changed", "upheld"),
    ("Appellanterne får _ ret.", "ikke", "changed", "upheld"),
    ("Anken fører _ fram.", "ikke", "changed", "upheld"),
    ("The director was _ right.", "not", "upheld", "changed"),
    ("Tävlingsledaren hade _ rätt.", "inte", "upheld", "changed"),
    ("Turneringslederen havde _ ret.", "ikke", "upheld", "changed"),
    ("TL hadde _ rett.", "ikke", "upheld", "changed"),
    ("Turneringslederen tog _ fejl.", "ikke", "changed", "upheld"),
    ("The committee would _ have ruled the same.", "not", "upheld", ""),
    ("Vi har _ noget at indvende mod kendelsen.", "ikke", "", "upheld"),
    ("Juryen har _ noe å utsette på avgjørelsen.", "ikke", "", "upheld"),
]


@pytest.mark.parametrize(("pattern", "denial", "value", "denied"), OUTCOMES)
def test_a_denied_outcome_is_the_opposite_or_unknown(pattern: str, denial: str, value: str, denied: str) -> None:
    heading = "Afgørelse\n\n"
    assert value == _told(heading + _without(pattern)).outcome
    assert denied == _told(heading + pattern.replace("_", denial)).outcome


DEPOSITS = [
    ("Depositum returneres _.", "ikke", "returned"),
    ("Depositum tilbagebetales _.", "ikke", "returned"),
    ("Depositum fortabes _.", "ikke", "forfeited"),
    ("Depositum inddrages _.", "ikke", "forfeited"),
    ("Gebyret betales _ tilbake.", "ikke", "returned"),
    ("Gebyret inndras _.", "ikke", "forfeited"),
    ("Avgiften återbetalas _.", "inte", "returned"),
    ("Depositionen ska _ förverkas.", "inte", "forfeited"),
    ("The deposit is _ returned.", "not", "returned"),
    ("The deposit was _ forfeited.", "not", "forfeited"),
    ("Deposit: _ returned", "not", "returned"),
    ("Depositum: _ tilbage", "ikke", "returned"),
    ("Klageren får _ sit depositum igen.", "ikke", "returned"),
    ("Gebyret tilfaller _ forbundet.", "ikke", "forfeited"),
    ("Depositionen återställs _.", "inte", "returned"),
    ("The deposit will _ be repaid.", "not", "returned"),
    ("Gebyret blir _ stående i kassen, og det beholdes _.", "ikke", "forfeited"),
    ("Da Vest ville have haft mere ud af sagen, får hun _ sit gebyr igen.", "ikke", "returned"),
    ("Depositionen återlämnas _, för det man begärde var mycket.", "inte", "returned"),
    ("Sektionen har _ kunnat hitta något som talar för att återbetala depositionen.", "inte", "returned"),
]


@pytest.mark.parametrize(("pattern", "denial", "value"), DEPOSITS)
def test_a_denied_return_is_a_loss_and_a_denied_loss_a_return(pattern: str, denial: str, value: str) -> None:
    assert value == _told(_without(pattern)).deposit
    assert {"returned": "forfeited", "forfeited": "returned"}[value] == _told(pattern.replace("_", denial)).deposit


UNANIMITY = [
    ("Afgørelsen er _ enstemmig.", "ikke", True),
    ("Beslutet är _ enhälligt.", "inte", True),
    ("Avgjørelsen var _ enstemmig.", "ikke", True),
    ("The decision was _ unanimous.", "not", True),
    ("Der var _ dissens.", "ingen", False),
    ("There was _ dissent.", "no", False),
    ("Afgørelsen er _ truffet i enighed.", "ikke", True),
    ("Vi er _ alle enige.", "ikke", True),
    ("Utvalget er _ samstemt.", "ikke", True),
    ("Samtliga ledamöter står _ bakom beslutet.", "inte", True),
    ("Samtliga fem ledamöter i nämnden står _ bakom beslutet.", "inte", True),
    ("Alle tre som deltok, stemte _ for dette.", "ikke", True),
    ("Nämnden, bestående av A. Holm och B. Ek, är _ helt överens.", "inte", True),
    ("Utskottet var _ enigt.", "inte", True),
    ("Appelinstansens tre medlemmer har _ været enige.", "ikke", True),
    ("Alle fem i nemnda stemte _ slik.", "ikke", True),
    ("All members of the panel were _ of this mind.", "not", True),
]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Else og Mogens stemte for, Svend Erik imod.", False),
        ("Else og Mogens stemte for, ingen imod.", None),
        ("The jury voted 4 to 1 on the score; on the penalty we all agreed.", False),
        ("Decision of all three adjudicators.", True),
        ("Afgørelsen er enstem-\nmig.", True),
        ("Beslutet fattades utan att någon var av annan mening.", True),
        ("Ingen av de fem i utvalget var i tvil.", True),
        ("Ingen röst mot.", True),
        ("Vi som satt i juryen, er av en annen oppfatning enn TL.", None),
        ("Så långt var juryn enig.", None),
        ("De tillfrågade svarade med en röst.", None),
        ("Ledamot Öman hade inte velat vänta.", False),
        ("The minority saw nothing wild in the double.", False),
        ("Det fanns ingen minoritet.", True),
        ("The director changed 2♥+2 to 4♥=.", None),
        ("| Röster | 3–0 |", True),
        ("Komitéen, 2–1 (Holm): Det er rigtigt.", False),
        ("Samtliga fyra.", True),
        ("Alle tre på samme side.", True),
        ("Alle i juryen meinte det same.", True),
        ("Der er vi helt på linje, alle fire.", True),
        ("No member disagreed.", True),
        ("Resolved, with nobody against, that the score stands.", True),
        ("Alle fire spillere var til stede.", None),
        ("Lag Øst, 3-0: Sør byttet.", None),
    ],
)
def test_votes_are_read_as_they_are_told(text: str, value: bool | None) -> None:
    assert _told("Afgørelse\n\n" + text).unanimous is value


def test_a_body_whose_name_goes_on_is_called_as_the_decision_calls_it() -> None:
    text = "Appelkomité for ungdom\n\nReferat\n\nKomitéen fik begge hold ind. Kendelsen stadfæstes."
    assert "Appelkomitéen" == _read("x.txt", text).instance


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("Appellkomiteen stadfester avgjørelsen.", "Appellkomiteen"),
        ("The Appeals Committee upheld the ruling.", "Appeals Committee"),
        ("Avgörandet står fast, menade Regionala juryn.", ""),
        ("Juniorläger-juryn fastställer domslutet.", ""),
        ("Appeludvalg 2\n\nKendelsen stadfæstes.", ""),
        ("Ankenemnda stadfester avgjørelsen.", "Ankenemnda"),
        ("Domskomiteen stadfester avgjørelsen.", "Domskomiteen"),
    ],
)
def test_a_name_that_may_not_be_whole_is_not_told(text: str, instance: str) -> None:
    assert instance == _read("x.txt", f"Sag 4\n\n{text}").instance


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("Appellkomiteen for NM Klubblag stadfester avgjørelsen.", "Appellkomiteen for NM Klubblag"),
        (
            "Appellkomiteen for NM Klubblag stadfester avgjørelsen. Appellkomiteen var enstemmig.",
            "Appellkomiteen for NM Klubblag",
        ),
        ("The Junior Appeals Committee upheld the ruling.", "Junior Appeals Committee"),
        ("The Appeals Committee of the League upheld the ruling.", "Appeals Committee of the League"),
        ("Appelkomiteen for Distrikt Fyn stadfæster kendelsen.", "Appelkomiteen for Distrikt Fyn"),
        ("Appelgruppen i Sønderborg stadfæster kendelsen.", "Appelgruppen i Sønderborg"),
        ("Appelkomité Nordvest stadfæster kendelsen.", "Appelkomité Nordvest"),
        ("JURYEN UNDER VOSSAVEKA – sak 4\n\nJuryen stadfester avgjørelsen.", "Juryen under Vossaveka"),
        ("Från: Juryn för festivalen\n\nDomslutet fastställs. Alla i juryn är överens.", "Juryn för festivalen"),
        ("Appellutvalget i kretsen stadfester avgjørelsen.", "Appellutvalget i kretsen"),
        ("Juryn för Skånes seriespel fastställer domslutet.", "Juryn för Skånes seriespel"),
        ("Mesterskabets jury stadfæster kendelsen. Juryen var enig.", "Mesterskabets jury"),
        ("DBf’s Lovudvalg stadfæster kendelsen. Lovudvalget var enigt.", "DBf's lovudvalg"),
        ("Sagen gik til den mundtlige appelkomité. Kendelsen stadfæstes.", "Den mundtlige appelkomité"),
        ("APPELLUTVALGET I BUSKERUD Sak 1\n\nAvgjørelsen stadfestes.", "Appellutvalget i Buskerud"),
        ("Juryn i Norrlandsserien Beslut: domslutet fastställs.", "Juryn i Norrlandsserien"),
        ("FRA DBf's APPELKOMITÉ\n\nKendelsen stadfæstes.", "DBf's appelkomité"),
        # In two ways, of whose club is said elsewhere, and with what the body does.
        ("Juryn för DM fastställer domslutet. Juryn för SM var inte enig.", ""),
        ("Klubbjuryen i Eidanger stadfester avgjørelsen. Klubbjuryen var enstemmig.", "Klubbjuryen"),
        ("Juryn vid 23-tiden fastställer domslutet.", "Juryn"),
    ],
)
def test_a_name_is_told_as_the_decision_prints_it_in_full(text: str, instance: str) -> None:
    assert instance == _read("x.txt", f"Sag 4\n\n{text}").instance


def test_a_board_behind_place_and_date_makes_it_the_day_of_play() -> None:
    assert (
        date(2014, 2, 15)
        == _read("x.txt", "Førde, lørdag 15. februar 2014. Spill 10, 2. omgang.\n\nTL lot 2SP stå.").played
    )
    assert None is _read("x.txt", "Førde, lørdag 15. februar 2014.\n\nTL lot 2SP stå.").played


def test_a_finding_that_begins_with_one_word_on_the_votes_keeps_its_sentence() -> None:
    decision = _told("Kendelse\n\nEnstemmig. Depositum tilbagebetales.")
    assert (True, "returned") == (decision.unanimous, decision.deposit)


@pytest.mark.parametrize(("pattern", "denial", "value"), UNANIMITY)
def test_unanimity_denied_is_its_opposite(pattern: str, denial: str, value: bool) -> None:
    assert _told("Afgørelse\n\n" + _without(pattern)).unanimous is value
    assert _told("Afgørelse\n\n" + pattern.replace("_", denial)).unanimous is not value


BREACHES = [
    ("§ 16B er _ overtrådt.", "ikke"),
    ("Nord har _ overtrådt § 16B.", "ikke"),
    ("Nord har _ handlet i strid med § 16B.", "ikke"),
    ("Udvalget finder _, at Nord har overtrådt § 16B.", "ikke"),
    ("Der er sket _ overtrædelse af § 16B.", "ingen"),
    ("§ 16B ble _ brutt.", "ikke"),
    ("Utvalget mener _ at paret har brutt § 16B.", "ikke"),
    ("Lag 16B är _ överträdd.", "inte"),
    ("Väst har _ brutit mot Lag 16B.", "inte"),
    ("There was _ breach of Law 16B.", "no"),
    ("Law 16B was _ breached.", "not"),
    ("The Committee did _ find that West had violated Law 16B.", "not"),
]


@pytest.mark.parametrize(("pattern", "denial"), BREACHES)
def test_a_denied_breach_is_found_not_breached(pattern: str, denial: str) -> None:
    assert ["applied"] == [c.finding for c in _told(_without(pattern)).citations]
    assert ["not-breached"] == [c.finding for c in _told(pattern.replace("_", denial)).citations]


@pytest.mark.parametrize(
    "text",
    [
        "§ 16B finder ikke anvendelse.",
        "§ 16B er ikke relevant her.",
        "Lag 16B är inte tillämplig.",
        "§ 16B kommer ikke til anvendelse.",
        "Law 16B does not apply.",
        "Efter § 12A1, ikke § 16B.",
    ],
)
def test_a_provision_that_does_not_apply_is_neither_applied_nor_found_unbroken(text: str) -> None:
    assert ["mentioned"] == [c.finding for c in _told(text).citations if "16B" in c.ids]


@pytest.mark.parametrize(
    "text",
    [
        "Der er ingen tvivl om, at § 16B er overtrådt.",
        "Utan tvekan har Väst brutit mot Lag 16B.",
        "West had not only breached Law 16B but admitted it.",
        "Nord passede ikke, og § 16B er overtrådt.",
        "Nord, der ikke havde spurgt, har overtrådt § 16B.",
    ],
)
def test_a_denial_of_something_else_leaves_the_breach(text: str) -> None:
    assert ["applied"] == [c.finding for c in _told(text).citations]


@pytest.mark.parametrize(
    "text",
    [
        "Hvis afgørelsen ikke er appelleret, ændres den ikke.",
        "Appellanten ønsker, at afgørelsen ændres.",
        "Klaganden yrkar att domslutet upphävs.",
        "If the ruling is upheld, the deposit may be forfeited.",
        "Mindretallet ville have omstødt kendelsen.",
        "Syd ændrede sin melding til 2♥.",
        "Afgørelsen ændres. Afgørelsen opretholdes.",
    ],
)
def test_what_is_wished_supposed_or_contradicted_is_no_outcome(text: str) -> None:
    decision = _told("Afgørelse\n\n" + text)
    assert ("", "") == (decision.outcome, decision.deposit)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("efter § 16 B 1 a og b.", ["16B1a", "16B1b"]),
        ("efter § 12C1 b) og § 12.C.1.(e)", ["12C1b", "12C1e"]),
        ("enligt Lag 16 B 1 (a) och (b)", ["16B1a", "16B1b"]),
        ("under L21B1a and 16B1 & 16B2", ["21B1a", "16B1", "16B2"]),
        ("§ 73 F 2, er brudt; 73F2", ["73F2", "73F2"]),
        ("§ 16 B, stk. 1, litra a", ["16B1a"]),
        ("§ 12 C, Stk. 1, Litra B", ["12C1b"]),
        ("§ 12 C, 1. stk., litra b og litra d", ["12C1b", "12C1d"]),
        ("§ 12, C, stk. 1, litra b", ["12C1b"]),
        ("§ 12 C, stk. 1, b", ["12C1b"]),
        ("§ 16 B 1, d. 3. maj", ["16B1"]),
        ("Laws 20F1, 2 and 3", ["20F1", "20F2", "20F3"]),
        ("§§ 61-64 og 73", ["61", "62", "63", "64", "73"]),
        ("efter § 16 B 3 hjerter", ["16B"]),
        ("under Law 16B1 a player may", ["16B1"]),
        ("3H og 3C= blev meldt; 10D, 2NT og 4S-1", []),
        ("turneringsreglementets § 12 og § 4 i vedtægterne", []),
        ("§ 16 F og § 12C1x findes ikke", []),
        ("bord 12B og spil 16A; Lag 4 mot Lag 5", []),
        ("1. división; kl. 16.30, 16 B", []),
    ],
)
def test_numbers_as_decisions_print_them(text: str, ids: list[str]) -> None:
    assert ids == [place for c in _told(text).citations for place in c.ids]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Vi ser ingen grunn til å overprøve TL. Avgjørelsen opprettholdes.", "upheld"),
        ("Der er ingen ny oplysning, jf. Bilag 2. Kendelsen omstødes.", "changed"),
        ("The claim was not good, cf. The Code. The ruling is upheld.", "upheld"),
    ],
)
def test_a_denial_ends_with_its_sentence_after_an_abbreviation_too(text: str, outcome: str) -> None:
    assert outcome == _told("Afgørelse\n\n" + text).outcome


def test_a_number_that_no_edition_had_is_refused_and_said_so() -> None:
    decision = _told("Efter § 16F og § 73C.")
    assert [("73C",)] == [c.ids for c in decision.citations]
    assert "refused-number" in decision.problems
    assert "refused-number" not in _told("Efter § 73C og klubbens reglement § 99Z.").problems


def _words_of(pattern: str) -> list[str]:
    """One wording for every alternative of a pattern of the lexicon, with as little repetition as it allows."""
    return [" ".join("".join(parts).split()) for parts in _expanded(re._parser.parse(pattern))]  # type: ignore[attr-defined]


def _expanded(tree: Iterable[tuple[Any, Any]]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for kind, value in tree:
        name = str(kind)
        if name == "LITERAL":
            ends = [[chr(value)]]
        elif name == "BRANCH":
            ends = [words for branch in value[1] for words in _expanded(branch)]
        elif name == "SUBPATTERN":
            ends = _expanded(value[3])
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            ends = _expanded(value[2]) if value[0] else [[]]
        elif name == "IN":
            ends = [[chr(value[0][1])]] if str(value[0][0]) == "LITERAL" else [["3" if "DIGIT" in str(value) else "x"]]
        else:
            ends = [[]]
        found = [[*start, *end] for start in found for end in ends]
    return found


def _some(wordings: list[str]) -> list[str]:
    """Of the hundreds of wordings that one rule makes of its choices every so many, so that each choice is there."""
    return wordings[:: len(wordings) // 97 + 1]


_SAID = {
    "stands": "Turneringslederens afgørelse _ {} nu",
    "falls": "Turneringslederens afgørelse _ {} nu",
    "succeeds": "Appellen _ {} nu",
    "fails": "Appellen _ {} nu",
    "dismissed": "Appellen _ {} nu",
    "referred": "Sagen _ {} nu",
}
_MEANT = {"stands": "upheld", "falls": "changed", "succeeds": "changed", "fails": "upheld"}
_LISTED = [
    (act, words)
    for act, sentence in _SAID.items()
    for pattern in tomllib.loads(load_lexicon(LEXICON))["acts"][act]
    for words in _some(_words_of(pattern))
]


def _decided(text: str) -> DecisionReader:
    """The reader of a text under the heading of a decision: the fields alone, thousands of wordings in seconds."""
    return DecisionReader((Section("decision", "Afgørelse", (text,)),), (), _LEXICON)


def _value(statement: Statement | None) -> str:
    return statement.value if statement else ""


def _outcome_of(text: str) -> str:
    return _value(_decided(text).outcome)


@pytest.mark.parametrize("act", _SAID)
def test_every_wording_of_an_act_is_turned_round_by_a_denial(act: str) -> None:
    """Said, it is the act's outcome or unknown; denied, it is never that."""
    wrong, told = [], 0
    listed = [words for one, words in _LISTED if one == act]
    for words in listed:
        said = _told("Afgørelse\n\n" + _without(_SAID[act].format(words) + ".")).outcome
        told += bool(said)
        if said not in ("", _MEANT.get(act, act), "partly-changed"):
            wrong.append((words, "", said))
        for denial in _DENIALS if said else ():
            denied = _outcome_of(_SAID[act].format(words).replace("_", denial) + ".")
            if denied == said:
                wrong.append((words, denial, denied))
    assert [] == wrong
    assert told >= 0.8 * len(listed)


@pytest.mark.parametrize(("fate", "other"), [("returned", "forfeited"), ("forfeited", "returned")])
def test_every_wording_of_a_deposits_fate_is_turned_round_by_a_denial(fate: str, other: str) -> None:
    for pattern in tomllib.loads(load_lexicon(LEXICON))["acts"][fate]:
        for words in _words_of(pattern):
            assert _value(_decided(f"Depositum {words} nu.").deposit) in (fate, ""), words
            for denial in _DENIALS:
                assert _value(_decided(f"Depositum {denial} {words} nu.").deposit) in (other, ""), words


def test_every_wording_of_unanimity_is_turned_round_by_a_denial() -> None:
    for pattern in tomllib.loads(load_lexicon(LEXICON))["unanimity"]["yes"]:
        for words in _words_of(pattern):
            assert _value(_decided(f"Beslutningen er {words}.").unanimous) in ("yes", ""), words
            for denial in _DENIALS:
                assert _value(_decided(f"Beslutningen er {denial} {words}.").unanimous) in ("no", ""), words


@pytest.mark.parametrize(
    ("text", "outcome", "unanimous"),
    [
        ("Appellen tages ikke til følge. Depositum tilbage, dog ikke enstemmigt.", "upheld", False),
        ("Afgørelsen stadfæstes enstemmigt. Beslutningen om depositum er ikke enstemmig.", "upheld", True),
        ("Kendelsen ændres kun for Øst-Vest. For Nord-Syd opretholdes kendelsen.", "partly-changed", None),
        ("Straffet tas bort, men i övrigt fastställs domslutet.", "partly-changed", None),
        ("The fine is removed. In all other respects the ruling is upheld.", "partly-changed", None),
        ("TL's afgørelse om ikke at justere er omstødt.", "changed", None),
        ("The ruling stands. One member would have changed it.", "upheld", False),
        ("Appellen forkastes. Ett av tre medlemmer stemte for å gi medhold.", "upheld", False),
        ("Avgørelsen: se nedenfor.", "", None),
        ("Scoren endres. Tidsstraffen endres ikke. 3 for, 0 imot.", "partly-changed", True),
        ("Appellen forkastes. 3-0.", "upheld", True),
        ("Appellen forkastes. 2-1.", "upheld", False),
        ("Kendelsen røres ikke. LK er enig.", "upheld", True),
        ("We saw no reason to reach a different result. The three of us are agreed.", "upheld", True),
        ("Kendelsen ændres.\n\nEnstemmig (ja/nej): nej", "changed", False),
        ("The ruling of the county committee is set aside by six votes to two.", "changed", False),
    ],
)
def test_parts_votes_and_what_a_ruling_was_about_are_kept_apart(
    text: str, outcome: str, unanimous: bool | None
) -> None:
    decision = _told("Afgørelse\n\n" + text)
    assert (outcome, unanimous) == (decision.outcome, decision.unanimous)


_PHRASES = [
    line.split("|", 3)
    for line in (FOLDER.parent / "decision_phrases.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
_HEADINGS = {"da": "Afgørelse", "nb": "Avgjørelse", "sv": "Beslut", "en": "Decision"}


@pytest.mark.parametrize("language", _HEADINGS)
def test_what_bodies_say_in_many_words_is_read_or_left_unread(language: str) -> None:
    """Each phrase says its value under a heading and nothing else; most are known."""
    wrong, known, told = [], 0, 0
    for code, field, value, text in _PHRASES:
        if code == language:
            decision = _told(f"{_HEADINGS[code]}\n\n{text}")
            unanimous = {True: "yes", False: "no", None: ""}[decision.unanimous]
            found = {"o": decision.outcome, "d": decision.deposit, "u": unanimous}[field]
            told, known = told + bool(value), known + (found == value != "")
            wrong += [(text, found)] if found not in ("", value) else []
    assert [] == wrong
    assert known >= 0.9 * told


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Udvalget gav Nord-Syd ret.", ""),
        ("Øst-Vest appellerede. Udvalget gav Øst-Vest ret.", "changed"),
        ("Appel fra Nord-Syd. Udvalget gav ikke Nord-Syd medhold.", "upheld"),
        ("§ 16B blev drøftet. Appellen afvises.", ""),
        ("§ 16B blev drøftet. Appellen kom efter fristen og afvises.", "dismissed"),
        ("Appellen afvises.", "dismissed"),
        ("The ruling was upheld for East-West but changed for North-South.", "partly-changed"),
        ("Nord trak appellen tilbage. Udvalget har ikke behandlet sagen.", "withdrawn"),
        ("Holdet ønsker ikke længere sagen prøvet. Sagen afskrives uden at være behandlet.", "withdrawn"),
        ("We voted without dissent to sustain the director.", "upheld"),
        ("Den vægtede score stadfæstes. VP-straffen bortfalder.", "partly-changed"),
        ("Holdet mener, at bøden bør bortfalde. Kendelsen står ved magt.", "upheld"),
        ("Komiteen gjør ingen annen vurdering enn dommeren.", "upheld"),
        ("Kommittén beslutar att visa ärendet åter till tävlingsledaren.", "referred"),
        ("For Nord-Syd: kendelsen fastholdes. For Øst-Vest: kendelsen ændres.", "partly-changed"),
        ("Bedömning\n\nDomslutet i den delen fastställs. Straffet var det inte fog för.", ""),
        ("Kendelsen ændres. Resten af appellen blev trukket tilbage.", "changed"),
        ("Överklagandet av domslutet att ändra resultatet är prövat. Domslutet ändras inte.", "upheld"),
        ("TL skrev: »kendelsen er forkert, og den må omgøres«. Kendelsen stadfæstes.", "upheld"),
        ("Appellen blev afvist af klubbens appeludvalg. Kendelsen stadfæstes.", "upheld"),
    ],
)
def test_a_field_is_stated_where_place_subject_and_denial_agree(text: str, outcome: str) -> None:
    assert outcome == _told(f"Appelkomiteen\n\nAfgørelse\n\n{text}").outcome


def test_the_words_of_a_mail_that_is_answered_are_not_the_committees() -> None:
    decision = _told("Vi er enige: afgørelsen står ved magt.\n\n> Fra: Per\n> Kendelsen må omstødes.")
    assert "upheld" == decision.outcome


def test_a_ruling_of_the_committee_is_its_decision_and_one_at_the_table_is_not() -> None:
    decision = _told("Table Ruling: The result stands.\n\nCommittee Ruling: The ruling is reversed.")
    assert ["ruling", "decision"] == [section.kind for section in decision.sections if section.kind != "introduction"]
    assert "changed" == decision.outcome


def test_a_case_from_before_the_oldest_edition_has_none() -> None:
    assert "" == _read("x.txt", "Spilledato: 1988-11-06\n\n§ 16 er brudt.\n").laws_edition
    assert "1997" == _read("x.txt", "Spilledato: 1998-11-06\n\n§ 16 er brudt.\n").laws_edition


def _without(pattern: str) -> str:
    return " ".join(pattern.replace("_", "").split()).replace(" .", ".").replace(" ,", ",")


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("signs.md", "Sag: 1\n\n" + "__a " * 50_000 + "**§ 16B**", "__a __a § 16B"),
        ("title.md", "# a" + " #" * 100_000 + "\n\nSag: 1\n\n§ 16B", "§ 16B"),
        ("long.txt", "Sag: 1\n\nAfgørelse\n\n" + "Nord meldte efter § 16B.\n\n" * 16_000, "Nord meldte efter § 16B."),
    ],
)
def test_what_is_repeated_without_end_is_read_to_its_end(name: str, text: str, kept: str) -> None:
    decision = read_case(name, text.encode(), _LEXICON, _REGISTRY, _NUMBERS).decision
    assert any(kept in paragraph for section in decision.sections for paragraph in section.paragraphs)
    assert judgment_xml.read_decision(judgment_xml.decision_xml(decision)).sections == decision.sections


def test_an_element_of_a_hundred_thousand_attributes_is_refused() -> None:
    page = f"<html><body><p {' '.join(f'a{n}=1' for n in range(100_000))}>§ 16B</p></body></html>"
    with pytest.raises(UnreadableError, match="5000 attributes"):
        read_case("a.html", page.encode(), _LEXICON, _REGISTRY, _NUMBERS)


@given(st.text("*_a \n", max_size=16))
def test_signs_of_emphasis_are_taken_as_markdown_has_them(text: str) -> None:
    assert re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", text) == without_emphasis(text)


_BOX = (
    '<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:r><w:t>Ved bordet:</w:t></w:r><w:r>'
    "<w:pict><w:txbxContent><w:p><w:r><w:t>Nord </w:t></w:r>"
    '<w:r><w:sym w:font="Symbol" w:char="F0AA"/><w:t>K72</w:t></w:r></w:p></w:txbxContent></w:pict></w:r></w:p>'
)
_EDITED = (
    '<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:r><w:t>Efter </w:t></w:r>'
    '<w:del w:id="1"><w:r><w:delText>§ 16B</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t>§ 73C</w:t></w:r></w:ins>'
    '<w:moveFrom w:id="3"><w:r><w:t> og § 12</w:t></w:r></w:moveFrom></w:p>'
)


def test_a_word_file_keeps_boxes_suits_calls_and_what_its_author_last_wrote() -> None:
    document = docx.Document()
    document.add_paragraph("Spilledato: 2019-01-02")
    document.element.body.insert(1, parse_xml(_BOX))
    document.element.body.insert(2, parse_xml(_EDITED))
    calls = document.add_table(1, 4)
    for cell, call in zip(calls.rows[0].cells, ("1♠", "pas", "pas", "2♥"), strict=True):
        cell.text = call
    out = io.BytesIO()
    document.save(out)
    decision = _read("x.docx", out.getvalue())
    paragraphs = [text for section in decision.sections for text in section.paragraphs]
    assert ["Ved bordet:", "Nord ♠K72", "Efter § 73C", "1♠ | pas | pas | 2♥"] == paragraphs
    assert [("73C",)] == [c.ids for c in decision.citations]


def test_notes_under_a_decision_are_read_and_decide_nothing() -> None:
    """A page of a PDF with a note that tells of another case."""
    note = "#footnote[I en tidligere sag blev kendelsen omgjort efter § 16B.]"
    text = f"Spilledato: 2019-01-02\n\n*Afgørelse*\n\nKendelsen stadfæstes{note} efter § 73C.\n"
    decision = _read("x.pdf", bytes(typst.compile(f"#set page(width: 12cm)\n{text}".encode(), format="pdf")))
    assert "upheld" == decision.outcome
    assert [("73C",), ("16B",)] == [c.ids for c in decision.citations]


def test_a_day_without_a_year_takes_it_from_the_date_that_is_told_in_full() -> None:
    assert date(2021, 12, 29) == _read("a.txt", "Møtt 3. januar 2022.\n\nSpilt onsdag 29. desember, runde 4.").played
    assert None is _read("a.txt", "Møtt 3. januar 2022.\n\nSpilt søndag 29. desember, runde 4.").played, "a Wednesday"
    two = "Møtt 3. januar 2022, klaget over 3. januar 2021.\n\nSpilt 29. desember, runde 4."
    assert None is _read("a.txt", two).played, "of two years"
    full = "Spilt 5. august 2006.\n\nBehandlet 5. desember etter runde 4."
    assert date(2006, 8, 5) == _read("a.txt", full).played


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("Festivalavisa, fredag 11. august 2006\n\nSpill 20, andre runde (spilt onsdag): TL ga 6♦-1.", "2006-08-09"),
        ("DAILY BULLETIN No. 6 - Thursday, 19th June 2003\n\nWomen's Teams, played on Wednesday.", "2003-06-18"),
        ("DAILY NEWS, Saturday May 7, 2011\n\nFriday's Teams produced one appeal.", "2011-05-06"),
        ("Tävlingsjuryn\n\nKarlstad den 25 november 2019\n\nI lördags (23/11) spelades mästerskapet.", "2019-11-23"),
    ],
)
def test_a_bulletin_that_names_the_weekday_of_play_means_the_last_one(text: str, played: str) -> None:
    assert played == str(_read("x.txt", text).played)


def test_of_a_run_of_days_the_one_whose_weekday_is_named_is_that_of_play() -> None:
    assert date(2006, 2, 26) == _read("a.txt", "Spillet 25.-26. februar 2006.\n\nSagen er fra om søndagen.").played
    assert None is _read("a.txt", "Spillet 25.-26. februar 2006.\n\nLørdag og søndag var der spil.").played


def test_the_edition_is_known_where_all_dates_and_the_year_before_have_one() -> None:
    assert "2007" == _read("a.txt", "Referat, 7. december 2009\n\nKomiteen drøftede § 92 A.").laws_edition
    assert "" == _read("a.txt", "Referat, 7. marts 2008\n\nKomiteen drøftede § 92 A.").laws_edition


def test_what_a_body_below_did_before_is_not_the_decision() -> None:
    told = (
        "Instans: Lovkommissionen\nSpilledato: 2018-10-13\n\nKlubbens appeludvalg ændrede enstemmigt kendelsen, og "
        "depositum blev returneret.\n\nLovkommissionen er enig. {}"
    )
    before = _read("a.txt", told.format("Sagen er principiel."))
    assert ("", "", None) == (before.outcome, before.deposit, before.unanimous)
    after = _read("a.txt", told.format("Afgørelsen stadfæstes. Depositum fortabes."))
    assert ("upheld", "forfeited", None) == (after.outcome, after.deposit, after.unanimous)


def test_a_question_decides_nothing() -> None:
    assert "" == _told("Kendelsen stadfæstes?").outcome
    assert "upheld" == _told("Kendelsen stadfæstes.").outcome


@pytest.mark.parametrize(
    ("ruling", "decision", "outcome"),
    [
        ("Table result stands.", "Score adjusted to 3H-1.", "changed"),
        ("Table result stands.", "The table result stands.", "upheld"),
        ("Score adjusted to 3H-1.", "The table result stands.", "changed"),
        ("Score adjusted to 3H-1.", "Score adjusted to 3H-2.", ""),
        ("Score adjusted to 3H-1.", "Score adjusted to 4S=.", "changed"),
        ("Score adjusted to 3H-1.", "Score adjusted to 60% of 4S= and 40% of 4S-1.", ""),
        ("Table result stands.", "Score: 60% of 4S=, 40% of 4S one down.", "changed"),
        ("Table result stands.", "Score: 60% of 4S=, 30% of 4S one down.", ""),
        ("Table result stands.", "The score is not adjusted.", "upheld"),
        ("Table result stands.", "Should the score be adjusted?", ""),
    ],
)
def test_scores_tell_the_outcome_only_where_both_tell_theirs(ruling: str, decision: str, outcome: str) -> None:
    text = f"Date played: 2005-10-08\n\nThe Director:\n{ruling}\n\nThe Committee's decision:\n{decision}\n"
    assert outcome == _read("a.txt", text).outcome


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Öst bröt mot lag 75 b, och fick svara.", ["75B"]),
        ("Se 25 B 2 b 1), som TL sagde.", ["25B2b1"]),
        ("Øst skulle ha rettet, jf. 75 D 2. Da er alt sagt.", ["75D2"]),
        ("Since 64.C.1. only ever gives more, no.", ["64C1"]),
        ("Skaden (§ 12 C 1 e) i) og resten er glemt.", ["12C1ei"]),
        ("Pas er ikke et alternativ (§ 16 B 1 a-b). Resultatet står.", ["16B1a", "16B1b"]),
        ("Law 75, section B 1, and law 25, paragraph A, aloud.", ["75B1", "25A"]),
        ("Det følger af § 16, B, 1, siger TL. I § 16 B, 3 stik, nej.", ["16B1", "16B"]),
        ("Han dømte etter lov 12 C 2, jf. 16 A.", ["12C2", "16A"]),
        ("♠ 12 C 2 og ♥ 10 D 4; 4 hj, 3 sp; hold 12 C", []),
    ],
)
def test_numbers_without_a_sign_are_read_where_nothing_else_looks_like_them(text: str, places: list[str]) -> None:
    found = _read("a.txt", f"Dato: 2019-01-02\n\n{text}\n").citations
    assert places == [place for one in found for place in one.ids]


def _in(text: str, head: str = "Spilledato: 2019-01-02") -> Decision:
    return _read("x.txt", f"{head}\n\n{text}\n")


@pytest.mark.parametrize(
    ("text", "outcome", "deposit"),
    [
        ("1. Skal kendelsen ændres?\n\n2. Skal depositum fortabes?\n\nAd 1. Ja.\n\nAd 2. Nej.", "changed", "returned"),
        ("1. Skal kendelsen ændres?\n\n2. Skal depositum fortabes?\n\nAd 1. Nej.\n\nAd 2. Ja.", "upheld", "forfeited"),
        ("Skal afgjørelsen endres? Nei. Skal gebyret inndras? Nei.", "upheld", "returned"),
        ("Was Law 16B broken? Should the ruling stand? The answers are yes and no.", "changed", ""),
        ("Should the ruling stand? Should the deposit be kept? The answers are yes, no and no.", "", ""),
        ("Skal kendelsen ændres? Det er et godt spørgsmål. Nej.", "", ""),
    ],
)
def test_a_question_that_is_answered_says_what_its_answer_makes_of_it(text: str, outcome: str, deposit: str) -> None:
    found = _in(text.replace("afgjørelsen", "avgjørelsen"))
    assert (outcome, deposit) == (found.outcome, found.deposit)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Afgørelse\n\nStraffen ændres ikke.", "upheld"),
        ("Afgørelse\n\nBøden bortfalder.", "changed"),
        ("Decision\n\nThe first fine stands. The second fine is cancelled.", "partly-changed"),
        ("Decision\n\nThe first fine stands. The second fine stands too.", "upheld"),
        ("Komiteen så på TLs avgjørelse i går: den er riktig.", "upheld"),
        ("Komiteen så på TLs avgjørelse i går: den er ikke riktig.", "changed"),
        ("Komiteen så på hånden i går: den er riktig.", ""),
        ("TL:s domslut, 4♥+1, kan inte stå kvar.", "changed"),
        ("TL:s domslut, 4♥+1, står kvar.", "upheld"),
        ("Utvalget er enig med TL i at de kom for sent.", ""),
        ("Laget har överklagat juryns beslut att inte ändra domslutet.", ""),
        ("We cannot support the TD's ruling.", "changed"),
        ("The appeal is disallowed.", "upheld"),
        ("Earlier: 2 March 2008, ruling overturned.", ""),
        ("Kjennelse\n\nAppellen forkastes.\n\nSist endret: 18.01.2019.", "upheld"),
    ],
)
def test_what_stands_and_what_falls_is_told_by_the_ruling_the_penalty_or_a_word_for_it(text: str, outcome: str) -> None:
    assert outcome == _in(text).outcome


@pytest.mark.parametrize(
    ("text", "deposit"),
    [
        ("Depositum, 300 kr., går til klubkassen.", "forfeited"),
        ("Depositum, 300 kr., går ikke til klubkassen.", "returned"),
        ("North-South lose their deposit.", "forfeited"),
        ("North-South did not lose their deposit.", "returned"),
        ("Team 4's deposit: £20, returned.", "returned"),
        ("Tidligere avgjørelser er av annet slag, og i sak 9 fra 3. divisjon ble gebyret betalt tilbake.", ""),
    ],
)
def test_a_deposit_is_followed_past_its_amount(text: str, deposit: str) -> None:
    assert deposit == _in(text).deposit


@pytest.mark.parametrize(
    ("text", "unanimous"),
    [
        ("Votering\n\n3-0", True),
        ("Juryn fastställer domslutet. Omröstning: fyra för, en emot.", False),
        ("Appellen forkastes. Ingen stemte imod.", True),
        ("Herom var komiteen enig.", True),
        ("Kendelsen stadfæstes. Der er ikke enighed.", False),
        ("Lovkommissionen var ikke delt. Mappen ble delt ut.", True),
        ("68D2 comes into it only if all four agree to play on.", None),
        ("Votering\n\n2-1", False),
        ("Kjennelse\n\nAppellen forkastes. B var uenig.", False),
        ("Kjennelse\n\nAppellen forkastes. NS var uenig med TL.", None),
        ("By two votes to one the committee held that the trick was not lost.", False),
        ("Two of us would not have fined the team at all and one would have fined it less.", False),
        ("Begrundelse\n\nVidnerne var ikke samstemte.", None),
        ("Beslut\n\nÖverklagandet avslås med 3 röster mot 0.", True),
    ],
)
def test_votes_are_counted_and_only_the_committees(text: str, unanimous: bool | None) -> None:
    assert unanimous is _in(text).unanimous


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("NBFs LOVUTVALG\n\nSaken ble avgjort. Lovutvalget stadfester avgjørelsen.", "NBFs lovutvalg"),
        ("Kreds 3's appeludvalg mødtes. Udvalget stadfæster kendelsen.", "Kreds 3's appeludvalg"),
        ("Appeal 3\n\nThe Committee upheld the ruling.", "Committee"),
        ("Appeal 3\n\nRuling of the Panel: the score stands. The three reviewers agreed.", "Panel"),
        ("Bestyrelsen, 1/10\n\nBestyrelsen har haft klagen oppe.", "Bestyrelsen"),
        ("Påsketurneringen\n\nNr. 3\n\nMAK: 6R=\n\nAppeludvalget: 6R-1\n\nMAK. Enig med TL.", ""),
        (
            "SBF:s LAGKOMMISSION\n\n3. Juryns beslut\n\nX.\n\n4. Beslut\n\nLagkommissionen avslår.",
            "Lagkommissionen",
        ),
        ("Fra kretsens appellutvalg\n\nAppellen avvises.\n\nFor appellutvalget", "Kretsens appellutvalg"),
        (
            "Holdturneringsudvalget for Fyn\n\nUdvalgets opfattelse: Kendelsen stadfæstes.",
            "Holdturneringsudvalget for Fyn",
        ),
        (
            "Indbragt (efter appeludvalgets kendelse)\n\nLovkommissionens vurdering\n\nX.\n\nKendelse\n\n"
            "Appeludvalgets kendelse ophæves.",
            "Lovkommissionen",
        ),
    ],
)
def test_a_body_is_called_as_the_decision_calls_it(text: str, instance: str) -> None:
    assert instance == _in(text).instance


def test_what_a_body_before_decided_under_its_own_heading_is_not_the_decision() -> None:
    told = (
        "Lagkommissionen\n\n3. Juryns beslut\n\nDomslutet ändrades. Ordföranden var skiljaktig. Avgiften återbetalades."
        "\n\n"
        "4. Beslut\n\nJuryns beslut står fast. Avgiften är förverkad."
    )
    found = _in(told)
    assert ("upheld", "forfeited", None) == (found.outcome, found.deposit, found.unanimous)


def test_a_year_in_the_line_counts_where_the_weekday_proves_it_and_the_same_day_is_the_one_before() -> None:
    assert date(2011, 7, 31) == _in("Bridgefestivalen 2011, söndag 31 juli, bricka 12", "Titel").played
    assert None is _in("Bridgefestivalen 2011, måndag 31 juli, bricka 12", "Titel").played, "a Sunday"
    assert None is _in("Bridgefestivalen 2011, 31 juli, bricka 12", "Titel").played
    same = "Protokoll från sammanträde den 17 oktober 1999.\n\nAllsvenskan, spelad samma dag."
    assert date(1999, 10, 17) == _in(same, "Titel").played
    event = "Turnering: Høststevnet, lørdag 14. september 2013. Referatet er skrevet 30. september 2013."
    assert date(2013, 9, 14) == _in("Saken gjaldt et claim.", event).played


@pytest.mark.parametrize(
    ("head", "text", "edition", "basis"),
    [
        ("Titel", "Efter 1997-lovene gjaldt § 70.", "1997", "named"),
        ("Titel", "Enligt 2017-lagarna och 2007-lagarna gäller lag 23A.", "", ""),
        ("Titel", "Lovene 2017 | Forsiden", "", ""),
        ("Spilledato: 1997-02-08", "The 1987 Laws were applied.", "", ""),
        ("Spilledato: 2019-01-02", "Efter 2017-lovene og 1997-lovene gælder § 70.", "2017", "date"),
    ],
)
def test_the_laws_that_a_decision_names_are_those_it_goes_by(head: str, text: str, edition: str, basis: str) -> None:
    found = _in(text, head)
    assert (edition, basis if edition else "") == (found.laws_edition, found.basis if edition else "")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Syd blev tillfrågad (lag 29). TL läste lag 30 fel: 30A säger annat, och det vet alla.", ["29", "30", "30A"]),
        ("I match 4 mötte lag 29 och lag 30 varandra, och budet var inte tillåtet enligt honom.", []),
        ("TL er bundet af forbundets regler, § 81B2.", ["81B2"]),
        ("TL er bundet af klubbens reglers § 12.", []),
    ],
)
def test_a_law_is_told_from_a_team_and_from_another_bodys_rules(text: str, places: list[str]) -> None:
    assert places == [place for one in _in(text).citations for place in one.ids]


def test_a_day_beside_the_number_of_a_table_is_that_of_play() -> None:
    assert (
        date(2015, 9, 23)
        == _read("a.txt", "OPSLAG\n\nAng. onsdag d. 23. sept. 2015, bord 4 og 5\n\nTak for kaffen.").played
    )


def test_what_one_member_would_have_done_is_not_the_decision_in_any_clause_of_the_sentence() -> None:
    told = (
        "Udvalget ændrer kendelsen. Udvalgets ene medlem mener, at pausen er uden betydning, og at kendelsen står fast."
    )
    assert "changed" == _in(told).outcome
    assert "upheld" == _in("The panel, without dissent, left the ruling undisturbed.").outcome


def test_a_table_drawn_with_lines_and_a_heading_on_its_text_are_read() -> None:
    line = "+---------------+-------------------+"
    rows = "| Spilt         | 30/3/19           |", "| TLs kjennelse | Resultatet står.  |"
    decided = "| Kjennelse     | Justert score     |", "|               | 3NT-2.            |"
    table = "\n".join((line, *rows, line, *decided, line))
    found = _in(table, "Titel")
    assert (date(2019, 3, 30), "changed") == (found.played, found.outcome)
    ruled = "Turneringslederens kendelse\nResultatet står, sagde turneringslederen.\n\n"
    headed = f"{ruled}Afgørelse\nScoren justeres til 3♥= for begge par."
    assert "changed" == _in(headed).outcome


def test_a_day_takes_the_year_of_the_title_where_its_weekday_proves_it() -> None:
    text = "# Norsk Bridgefestival {}\n\nMonrad par, tirsdag 9. august\n"
    assert date(2011, 8, 9) == _read("x.md", text.format(2011)).played
    assert None is _read("x.md", text.format(2012)).played, "a Thursday"


def test_an_earlier_case_and_a_body_before_are_no_part_of_the_decision() -> None:
    earlier = "I sag 12/3 ændredes kendelsen, og depositum blev tilbagebetalt. Her opretholdes kendelsen."
    assert ("upheld", "") == (_in(earlier).outcome, _in(earlier).deposit)
    before = "Lovutvalgets avgjørelse\n\nTL lot stå. Appellkomiteen stadfestet avgjørelsen. Avgjørelsen omgjøres."
    assert "changed" == _in(before).outcome


@pytest.mark.parametrize(
    ("text", "deposit"),
    [
        ("Den ene halvdel af depositum betales tilbage, resten er fortabt.", ""),
        ("Juryn övervägde att behålla depositionen.", ""),
        ("Vi fandt ikke noget, der taler for at tilbagebetale depositum.", ""),
        ("Depositum indgår i klubkassen.", "forfeited"),
        ("Depositum inngår ikke i klubbkassen.", "returned"),
    ],
)
def test_a_deposit_that_is_shared_or_thought_about_is_neither_kept_nor_returned(text: str, deposit: str) -> None:
    assert deposit == _in(text).deposit


def test_an_appeal_that_succeeds_to_an_extent_changes_the_ruling_in_part() -> None:
    assert "partly-changed" == _in("To that extent the appeal succeeds.").outcome
    assert "changed" == _in("The appeal succeeds.").outcome


def test_a_heading_may_have_a_letter_in_front_and_a_body_be_printed_in_capitals() -> None:
    told = "E. Discussion\n\nThe ruling could not stand.\n\nF. Decision\n\nThe ruling is set aside.\n"
    assert "decision" in {
        section.kind for section in _read("x.md", told.replace("E.", "# E.").replace("F.", "# F.")).sections
    }
    assert "Norsk Bridgeforbunds appeludvalg" == _in("NORSK BRIDGEFORBUNDS APPELUDVALG", "Titel").instance


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("The ruling is rejected.", ""),
        ("Appellen forkastes.", "upheld"),
        ("We do not, therefore, disturb the ruling.", "upheld"),
        ("Det blir altså ikke. Afgørelsen ændres derfor ikke.", "upheld"),
        ("Klagen tas til følge for spill 19, ikke for spill 20.", "partly-changed"),
        ("Hej Poul\n\nJørgen (TL) gav et stik. Det bliver ved det, Jørgen sagde.", "upheld"),
        ("Hej Poul\n\nJørgen (TL) gav et stik. Vi laver ikke om på, hvad Jørgen gjorde.", "upheld"),
        ("Kendelsen omgøres. Depositum fortabes.", ""),
        ("Godkendelse af referat\nGodkendt uden bemærkninger.", ""),
        ("Parets invändning mot domslutet avslås.", ""),
        ("The request is rejected as inadmissible.", "dismissed"),
    ],
)
def test_an_outcome_is_told_by_what_is_decided_and_not_by_what_sounds_like_it(text: str, outcome: str) -> None:
    assert outcome == _in(text, "Appelkomiteen").outcome


def test_of_three_bodies_the_decision_of_the_second_was_appealed_against() -> None:
    told = "Juryns beslut undanröjs. Tävlingsledarens domslut fastställs."
    assert "changed" == _in(told, "Lagkommissionen\n\nBeslut").outcome
    assert "" == _in(told, "Titel").outcome, "which body decides is not known"


def test_what_a_member_thought_under_a_heading_of_its_own_is_a_dissent_and_no_decision() -> None:
    told = "Juryn\n\nBeslut\n\nJuryn ändrar domslutet.\n\nSkiljaktig mening\n\n{}"
    found = _read("a.txt", told.format("Ledamoten Brodd vill fastställa tävlingsledarens domslut."))
    assert ("changed", False) == (found.outcome, found.unanimous)
    assert None is _read("a.txt", told.format("Ingen i juryn hade en annan mening om det.")).unanimous


@pytest.mark.parametrize(
    ("text", "deposit"),
    [
        ("ØV beholdt likevel pengene sine.", "returned"),
        ("Klubben beholdt pengene.", "forfeited"),
        ("De 100 kroner er gået til kredsens juniorarbejde.", "forfeited"),
        ("Der er 340 kr. tilbage.", ""),
        ("Begge hold får deres depositum.", "returned"),
        ("Askøy fekk gebyret i handa.", "returned"),
        ("Deposit: to the appellants.", "returned"),
        ("To the appellants' surprise the deposit was kept.", "forfeited"),
        ("Depositum sendes til holdets kaptajn.", "returned"),
        ("Ungdomsfonden får depositum.", "forfeited"),
        ("The sum deposited passes to the organisers.", "forfeited"),
        ("Ingen har noget at indvende mod, at gebyret går i kassen.", "forfeited"),
        ("The conditions allow us to retain the deposit where the matter lacks merit.", ""),
    ],
)
def test_money_is_a_deposit_where_somebody_gets_or_keeps_it(text: str, deposit: str) -> None:
    assert deposit == _in(text).deposit


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("# Vedtak\n\nAnken forkastes. Ankegebyret beholdes av forbundet.", "upheld"),
        ("JURYN har sett händerna. Överklagandet avslås.\n\nPROTESTEN:\n\nDomslutet bör ändras.", "upheld"),
        ("# Decision of the committee\n\nThe ruling stands.\n\n# Commentary\n\nIt should be set aside.", "upheld"),
        ("Appel fra klubturneringen den 14. januar 2020\n\nVi stadfæster kendelsen.", "upheld"),
        ("# Decision\n\nThe panel spoke to North. She confirmed the call.", ""),
        ("Appeludvalget\n\nFakta.\n\nSyd meldte 4♠.\n\nAfgørelse.\n\nKendelsen stadfæstes.", "upheld"),
    ],
)
def test_a_section_is_what_its_first_words_make_it(text: str, outcome: str) -> None:
    assert outcome == _read("a.md", f"Spilledato: 2019-01-02\n\n{text}\n").outcome


def test_the_number_of_what_was_appealed_is_not_that_of_the_case() -> None:
    told = "Lovkommissionens kendelse i sag 2010/2\n\nAppel af Appeludvalgets kendelse 10-AU-05\n\nKendelsen ændres."
    found = _read("lk.txt", told)
    assert ("Lovkommissionen", "lk") == (found.instance, found.number)
    assert "10-AU-05" == _read("x.txt", "Kendelse 10-AU-05\n\nKendelsen ændres.").number


def test_a_box_that_is_not_ticked_says_nothing() -> None:
    for drawn in ("☒ Enstemmig   ☐ Dissens", "[x] Enstemmig [ ] Dissens"):
        assert True is _in(drawn, "Appelkomiteen").unanimous
    assert False is _in("☐ Enstemmig   ☒ Dissens", "Appelkomiteen").unanimous
    assert None is _in("All four players were given both explanations.", "Reviewer").unanimous


@pytest.mark.parametrize(
    ("ruling", "decision", "outcome"),
    [
        ("Scoren justeres til 6♠=.", "Bordscoren registreres, 6♠-1.", "changed"),
        ("Resultatet settes til 3♠-2.", "Resultatet blir 3♠x-2, slik det ble oppnådd ved bordet.", "changed"),
        ("The score was changed to 6♥=.", "We assign the score obtained in play, 6♥-1.", "changed"),
        ("Table result stands.", "The table result, N/S +400, is allowed to stand.", "upheld"),
        ("Scoren justeres til 6♠=.", "Bordscoren ændres til 6♠-1.", ""),
        ("Justert til 4♥=.", "4♥= til begge par, slik lederen bestemte.", "upheld"),
        ("3NT= står.", "Ny score 3NT-1 til begge.", "changed"),
    ],
)
def test_a_score_given_as_it_was_made_is_told_from_one_that_is_changed(
    ruling: str, decision: str, outcome: str
) -> None:
    told = f"Spilledato: 2019-01-02\n\n# TL's kendelse\n\n{ruling}\n\n# Afgørelse\n\n{decision}\n"
    assert outcome == _read("a.md", told).outcome


def test_who_appealed_by_name_and_is_found_right_changes_the_ruling() -> None:
    told = "Appeludvalget\n\nHold Åparken var uenigt og appellerede.\n\n{} får således ret."
    assert "changed" == _in(told.format("Åparken"), "Titel").outcome
    assert "" == _in(told.format("Bakken"), "Titel").outcome


_RULED = "Appelkomiteen\n\nTL's kendelse\n\nScoren justeres til 3NT-1 for begge par.\n\nAfgørelse\n\n"


@pytest.mark.parametrize(
    ("decision", "outcome"),
    [
        ("For Nord-Syd: TL's score. For Øst-Vest: 4 spar, ti stik.", "partly-changed"),
        ("Begge par får 4 spar med ti stik.", "changed"),
        ("Begge par får ikke 4 spar med ti stik.", ""),
        ("Begge par får 3NT, én bet.", "upheld"),
        ("Nord-Syd får 4 spar med ti stik.", ""),
        ("Øst-Vest ville have, at begge par får 4 spar med ti stik.", ""),
        ("4 spar, ti stik, i stedet for 3NT-1.", "changed"),
    ],
)
def test_what_each_side_is_given_tells_how_much_of_a_ruling_is_left(decision: str, outcome: str) -> None:
    assert outcome == _told(f"{_RULED}{decision}").outcome


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("Bulletin 5, onsdag 4. august 2010\n\nI går spillede to par spil 25 i finalen.", date(2010, 8, 3)),
        ("Klubbladet, december 2018\n\nKlubturneringen tirsdag den 6. november, spil 15.", date(2018, 11, 6)),
        ("Klubbladet, december 2018\n\nKlubturneringen onsdag den 6. november, spil 15.", None),
        ("Mesterskabet 29. april - 1. maj 2011\n\nLørdagens spil 13 gav en appel.", date(2011, 4, 30)),
        ("Mesterskabet 29. april - 1. maj 2011\n\nSpil 13 gav en appel.", None),
    ],
)
def test_a_day_of_play_is_known_by_what_stands_beside_it(text: str, played: date | None) -> None:
    assert played == _read("x.txt", text).played
