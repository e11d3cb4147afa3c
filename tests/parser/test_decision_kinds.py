"""What decisions of one kind have in common, each with its denial: labels, rows of boxes, who is meant."""

from __future__ import annotations

from datetime import date

import pytest

from app.build.decision_lexicon import decision_lexicon
from app.committee.register import known_numbers
from corpus.precedents.decision import Decision
from corpus.store import load_registry
from parser.decisions.fields import read_case
from tests.accuracy.decisions import decision_of, fields_of, is_right
from tests.support.decision_samples import Sample, samples

_READ = [sample for number in (*range(32, 37), 38, 39) for sample in samples("held_out", number)]


def _read(text: str, name: str = "x.txt") -> Decision:
    return read_case(name, text.encode(), decision_lexicon(), load_registry(), known_numbers()).decision


def _in(text: str, body: str = "Appeludvalget") -> Decision:
    return _read(f"{body}\n\nSpilledato: 2019-01-02\n\n{text}\n")


# What words alone tell wrong; the words round a day and a body, and all that a decision says, take these back.
_TAKEN_BACK = {
    "bulletin_2015-08-01.txt": {"played"},
    "styrelseprotokoll 2023-04.docx": {"played"},
    "kallelse_jury_120812.txt": {"played"},
    "Sag 12-2011 svar.txt": {"instance"},
    "Fredrikstad2016_Dagbulletin4.pdf": {"outcome"},
    "LandE-annual-report-2026.txt": {"outcome"},
}


@pytest.mark.xdist_group("decision-samples")
@pytest.mark.parametrize("sample", _READ, ids=lambda sample: sample.name)
def test_no_field_of_a_sample_that_was_held_out_and_read_since_is_wrong(sample: Sample) -> None:
    found = fields_of(decision_of(sample, None))
    told = {name: value for name, value in found.items() if value not in ("", None)}
    wrong = {name for name, value in told.items() if not is_right(name, value, sample)}
    assert set() == wrong - _TAKEN_BACK.get(sample.name, set())


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        # a label says what is kept or falls
        ("Afgørelse\n\nScoren på spillet: TL's afgørelse fastholdes.\n\nStraffen: Bortfalder.", "partly-changed"),
        ("Decision\n\nScore: stands.\n\nPenalty: removed.", "partly-changed"),
        ("Decision\n\nScore: stands.\n\nPenalty: not removed.", "upheld"),
        ("Om resultatet: Vi er enige med TL.\n\nOm straffen: De 2 VP føres tilbake.", "partly-changed"),
        ("Decision\n\nAdjusted score confirmed. Penalty of 6 IMPs withdrawn.", "partly-changed"),
        ("Decision\n\nAdjusted score confirmed. Penalty of 6 IMPs not withdrawn.", "upheld"),
        ("Kendelse\n\nBortvisningen opretholdes. Udelukkelsen nedsættes til fire måneder.", "partly-changed"),
        # what was put to the vote, what holds for now, and what is done for both sides decide nothing
        ("Vedtak\n\nForslag fra Hetland: Turneringslederens avgjørelse opprettholdes.", ""),
        ("Vedtak\n\nTurneringslederens avgjørelse opprettholdes foreløpig.", ""),
        ("Afgørelse\n\nScoren ændres til 4♠-1. Det gælder begge hold.", ""),
        ("All concurred.", ""),
        ("Directors have the power to rectify a ruling.", ""),
        ("The ruling was against a change of call.", ""),
        ("Så långt instämmer juryn i domslutet.", ""),
        ("Hun sa at avgjørelsen var riktig.", ""),
        ("Lillesand fikk medhold hos turneringsleder.", ""),
        # one side only
        ("Afgørelse\n\nKendelsen ændres for én side.", "partly-changed"),
        ("Afgørelse\n\nKendelsen ændres ikke for én side.", "upheld"),
        # handed on to another body
        ("Vedtak\n\nSaken oversendes til Lovutvalget for avgjørelse.", "referred"),
        ("Vedtak\n\nSaken oversendes ikke til Lovutvalget for avgjørelse.", ""),
        ("Beslut\n\nÄrendet överlämnas i sin helhet till förbundet.", "referred"),
        ("Beslut\n\nÄrendet överlämnas inte till förbundet.", ""),
        # an adverb between
        ("Utvalget slutter seg enstemmig til turneringslederen.", "upheld"),
        ("Utvalget slutter seg ikke til turneringslederen.", "changed"),
        # handed on by a pronoun, and neither confirmed nor amended
        ("Konklusjon\n\nUtvalget avgjør ikke saken. Den oversendes Lovutvalget.", "referred"),
        # what was not examined, what a party believes, another case, and a minority tell nothing
        ("Beslut\n\nJuryn har inte prövat om TL:s domslut var riktigt.", ""),
        ("We understand that you believe that the ruling should be changed to 5♣-3.", ""),
        ("Vi fick ett liknande fall i höstas, och då fick domslutet stå.", ""),
        ("Én av tre ville la kjennelsen stå.", ""),
        # "en straff" is a trick too few, and no penalty
        ("TL gav 3NT hemma.\n\nBeslut\n\nProtesten bifalles inte, utan 6NT en straff kvarstår.", "upheld"),
        ("TL gav 3NT hemma.\n\nBeslut\n\nProtesten bifalles, och 6NT en straff kvarstår inte.", "changed"),
        # headings of lawyers
        ("Thi bestemmes:\n\nTurneringslederens kendelse stadfæstes.", "upheld"),
        ("Thi bestemmes:\n\nTurneringslederens kendelse stadfæstes ikke.", "changed"),
        # views of a side, beside what the body says; a view that is the body's own
        ("Øst/Vest mener at den er rett og at det ikke finnes noen grunn til å endre på avgjørelsen.", ""),
        (
            "Holdet anfører, at afgørelsen bør ændres.\n\nAppellen afvises som for sent indgivet.",
            "dismissed",
        ),
        ("ÖV anser att TL:s beslut är korrekt.\n\nBeslut\n\nTL:s beslut ändras till 2♦, sju slag.", "changed"),
        ("Udvalget mener, at der ingen grund er til at ændre afgørelsen.", "upheld"),
        # who may go on to another body; what a body below had changed stands again; for the rest it stands
        ("Beslut\n\nProtesten avslås. Den som inte godtar beslutet kan vända sig till Lagkommissionen.", "upheld"),
        ("Beslut\n\nDistriktsjuryns beslut upphävs. Scoren 4♥ med tio slag står sig.", "changed"),
        ("Kendelse\n\nKendelsen ændres for Krogh til 60 %; i øvrigt stadfæstes den.", "partly-changed"),
        # taken back
        ("Holdet meddelte, at appellen blev taget tilbage. Sagen er hævet uden realitetsbehandling.", "withdrawn"),
        ("Holdet meddelte, at appellen ikke blev taget tilbage. Afgørelsen stadfæstes.", "upheld"),
    ],
)
def test_an_outcome_is_told_for_what_it_is_said_of(text: str, outcome: str) -> None:
    assert outcome == _in(text).outcome


def test_who_directs_is_known_by_the_name_beside_the_office() -> None:
    told = "TL Robban Berg lät resultatet stå. Öst-Väst överklagade.\n\nVi är {}överens med {}."
    assert "upheld" == _in(told.format("", "Robban"), "Juryn").outcome
    assert "upheld" == _in(told.format("", "Berg"), "Juryn").outcome
    assert "upheld" != _in(told.format("inte ", "Robban"), "Juryn").outcome
    assert "" == _in(told.format("", "Bertil"), "Juryn").outcome
    ends = next(one for one in _in(told.format("", "Robban"), "Juryn").origins if one.field == "outcome")
    assert ends.words.endswith("Robban")


def test_a_row_whose_box_is_empty_and_a_form_that_is_not_filled_in_say_nothing() -> None:
    rows = "# Afgørelse\n\n| Kendelsen fastholdes | {} |\n| Kendelsen ændres | {} |\n"
    assert "upheld" == _read("# Appeludvalget\n\n" + rows.format("[x]", "[ ]"), "a.md").outcome
    assert "changed" == _read("# Appeludvalget\n\n" + rows.format("☐", "☑"), "a.md").outcome
    assert "" == _read("# Appeludvalget\n\n" + rows.format("[ ]", "[ ]"), "a.md").outcome
    assert "" == _in("[X] Gebyr betalt    [X] Logg vedlagt\n\nGebyr: [ ] tilbakebetales [ ] inndras").deposit


def test_what_stands_in_front_of_the_appeal_contradicts_no_decision() -> None:
    told = (
        "# Appelkomiteen\n\n# Spørgsmålet\n\nResultatet blev ændret til 0-18.\n\n# Appellantens synspunkt\n\n"
        "Vi vandt.\n\n"
        "# Konklusion\n\n{}\n"
    )
    assert "upheld" == _read(told.format("Turneringslederens afgørelse opretholdes."), "a.md").outcome
    assert "changed" == _read(told.format("Turneringslederens afgørelse opretholdes ikke."), "a.md").outcome
    reasons = "# Bedömning\n\nDet är inte nog för att ändra ett resultat.\n\n# Beslut\n\nTL:s domslut upphävs.\n"
    assert "changed" == _read(f"# Juryn\n\nÖst-Väst överklagade.\n\n{reasons}", "a.md").outcome


def test_a_heading_over_all_of_a_page_is_no_view_of_a_side_and_one_behind_the_facts_is() -> None:
    page = "# Camrose\n\n# The Appeal\n\nThe Appeals Committee heard both. They {}.\n"
    assert "changed" == _read(page.format("reversed the decision"), "a.md").outcome
    assert "upheld" == _read(page.format("did not reverse the decision"), "a.md").outcome
    behind = "# Appeludvalget\n\nSpil 4. TL gav 3NT-1.\n\n# Klagen\n\nKendelsen er forkert.\n"
    assert "" == _read(behind, "a.md").outcome


def test_each_side_may_be_named_as_a_label_under_the_committees_name() -> None:
    told = (
        "# Appeal 22\n\n**Director’s ruling:** Score adjusted for both sides to 2♦ doubled by North minus two.\n\n"
        "N/S appealed.\n\n**Appeals Committee:** *Director’s ruling amended.* N/S: 2♦ doubled minus two, –500. "
        "E/W: 2♦ undoubled minus two, +200.\n"
    )
    assert "partly-changed" == _read(told, "a.md").outcome


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Ingen av oss var av annan mening.", True),
        ("None of us three would have ruled otherwise.", True),
        ("It was RESOLVED, nem. con.: that the ruling stands.", True),
        ("Herefter var alle tre for TL's afgørelse.", True),
        ("Vi er i udvalget helt enige om at stadfæste kendelsen.", True),
        ("Juryn fattade sitt beslut 2–1.", False),
        ("Det er ingen uenighet om hva som skjedde.", None),
        ("Det er enighet mellom lagene om at finalen går som planlagt.", None),
        ("Alla fyra var överens om att 3♠ alltid ger nio stick.", None),
        ("The director adjusted the score from 4♥ making four to 3♠ down one.", None),
        ("En av juryns ledamöter ville vikta. Facit kommer i nästa nummer!", None),
        # agreement on a fact beside a majority; a majority of those who were asked
        ("Det er enighed om, at der var en pause. Et mindretal på én ville vægte scoren.", False),
        ("Three of ten is no majority of peers. The vote was unanimous.", True),
        ("Komiteen er enig.", True),
        ("Komiteen er ikke enig.", False),
    ],
)
def test_votes_are_those_of_the_body_on_its_decision(text: str, value: bool | None) -> None:
    assert _in(text, "Juryn").unanimous is value


@pytest.mark.parametrize(
    ("text", "instance"),
    [
        ("Appellnemnda for seriespill\n\nVedtaket oppheves.", "Appellnemnda for seriespill"),
        ("Minutes of the Laws and Ethics Sub-Committee\n\nThe ruling stands.", "Laws and Ethics Sub-Committee"),
        ("Lovkommissionen\n\nIngen af holdene appellerede, men vi skal udtale følgende.", ""),
        # as it calls itself, as it stands over the paper, with its first half and what leads it
        (
            "Danmarks Bridgeforbunds Appelkomité (AK) ændrede kredsens komités afgørelse.",
            "Danmarks Bridgeforbunds appelkomité",
        ),
        ("Rulings and Appeals Sub-Committee (RAS)\n\nThe ruling stands.", "Rulings and Appeals Sub-Committee"),
        ("Distriktsjuryn i Skåne – beslut i ärende 3\n\nDomslutet fastställs.", "Distriktsjuryn i Skåne"),
        ("Disiplin- og appellnemnd Øst\n\nKjennelsen opprettholdes.", "Disiplin- og appellnemnd Øst"),
        (
            "DIVISIONSUDVALGETS APPELKOMITE\n\nJournalnr. 2014-H-33\n\nKendelsen ændres.",
            "Divisionsudvalgets appelkomite",
        ),
        # who only gets the case, and papers by which nothing is decided
        ("Appellutvalget\n\nSaken oversendes appellkomiteen i Vestfold bridgekrets.", "Appellutvalget"),
        ("INNKALLING TIL MØTE I APPELLUTVALGET\n\nGebyret tilbakebetales ikke.", ""),
        ("Slagelse, 9. marts 2015\n\nTil Distrikt Vestsjællands appelkomite\n\nAfgørelsen stadfæstes.", ""),
        ("TL's redegørelse til appelkomiteen, spil 4\n\nTL rettede scoren. Appelkomiteen kan ændre det.", ""),
        # in full, where it is introduced or led elsewhere; not what is only supposed
        (
            "Lagkommissionen inom Svenska Bridgeförbundet\n\nLagkommissionen (LK) har mött.",
            "Lagkommissionen inom Svenska Bridgeförbundet",
        ),
        (
            "AGDER BRIDGEKRETS\n\nKjennelse av Agder bridgekrets' appellnemnd (heretter Nemnda)",
            "Agder bridgekrets' appellnemnd",
        ),
        (
            "Appeals Committee\n\nThe WBF Appeals Committee was presented with a clear statement.",
            "WBF Appeals Committee",
        ),
        ("Bricka 4\n\nDistriktsjuryn Gästrike har prövat saken. Domslutet ändras.", ""),
        ("Board 4\n\nI would be overruled by any committee in the land.", ""),
        ("Board 4\n\nThe Appeals Committee saw no way to make it.", "Appeals Committee"),
    ],
)
def test_a_body_is_told_in_full_and_only_where_somebody_appealed(text: str, instance: str) -> None:
    assert instance == _read(text).instance


def test_the_end_of_a_run_without_a_year_and_a_word_that_begins_with_a_month_are_no_day() -> None:
    head = "Appeludvalget, 20. november 2010\n\n"
    assert date(2010, 10, 31) == _read(head + "Spillet den 31. oktober blev afgjort.").played
    assert None is _read(head + "Høstfesten den 30.–31. oktober blev spillet.").played
    assert None is _read("Lagkommissionen\n\nMöte 20 augusti 2019\n\nPunkt 4. Augustibarometern, spelad på ön").played
    assert date(2002, 7, 13) == _read("Bornholm 2002\n\nSpillet lørdag den 13. juli, 2. afdeling.").played


def test_numbered_lines_over_blocks_are_headings_where_one_is_known() -> None:
    told = (
        "DBf's APPELKOMITE\n\n1. Distriktskomiteens afgørelse\nKomiteen stadfæstede kendelsen.\n\n2. Indsigelsen\n"
        "Et medlem sad ved bordet.\n\n3. AK's afgørelse\n{}\n"
    )
    changed = _read(told.format("Distriktskomiteens afgørelse ændres."))
    assert ["", "1. Distriktskomiteens afgørelse", "2. Indsigelsen", "3. AK's afgørelse"] == [
        section.title for section in changed.sections
    ]
    assert "changed" == changed.outcome
    assert "changed" != _read(told.format("Distriktskomiteens afgørelse ændres ikke.")).outcome


def test_a_box_on_a_line_of_its_own_is_empty_where_another_is_ticked() -> None:
    told = "Juryn\n\nBeslut\n\n{} domslutet ändras till ____\n\n{} domslutet gäller\n"
    assert "upheld" == _read(told.format("☐", "☒")).outcome
    assert "changed" == _read(told.format("☒", "☐")).outcome


@pytest.mark.parametrize(
    ("text", "deposit"),
    [
        ("Gebyret på 500 kr holdes tilbake til det er avgjort om appellen var grunnløs.", ""),
        ("Gebyret holdes tilbake.", "forfeited"),
        ("Gebyret holdes ikke tilbake.", "returned"),
        ("Gebyret betales tilbake.", "returned"),
        # who only proposes it decides nothing
        ("Turneringslederen foreslo at gebyret inndras.", ""),
        # a part of it
        ("Av depositumet på 300 kr betales 200 kr tilbake, resten beholdes.", ""),
    ],
)
def test_money_that_is_held_back_is_not_given_back(text: str, deposit: str) -> None:
    assert deposit == _in(f"Kjennelse\n\n{text}", "Appellutvalget").deposit


def test_the_laws_that_a_form_names_are_those_it_goes_by() -> None:
    assert (
        "1997"
        == _read("Committee\n\nLaws in force: Laws of Contract Bridge for Duplicate, 1997\n\nUpheld.").laws_edition
    )


def test_a_paragraph_sign_of_dos_is_one_in_every_encoding() -> None:
    content = "Appeludvalget\n\nSpilledato: 2019-01-02\n\nKulørsvigt, \x15 64A2.\n".encode("cp1252")
    found = read_case("x.txt", content, decision_lexicon(), load_registry(), known_numbers()).decision
    assert [("64A2",)] == [citation.ids for citation in found.citations]
    assert "§ 64A2" in found.sections[-1].paragraphs[-1]


@pytest.mark.parametrize("line", ["Spillet d. 12/3-2019", "Spilledato d. 12. marts 2019", "Spelad den 12:e mars 2019"])
def test_a_day_of_play_is_read_behind_d_and_with_an_ending(line: str) -> None:
    assert date(2019, 3, 12) == _read(f"Appeludvalget\n\n{line}.\n\nKendelsen stadfæstes.").played


@pytest.mark.parametrize(
    ("line", "number"),
    [("Sag 12/2010", "12/2010"), ("Ärende 2018:5", "2018:5"), ("Appeal 12", "12"), ("Sag 12 blev udsat.", "x")],
)
def test_a_case_number_may_stand_alone_on_its_line(line: str, number: str) -> None:
    assert number == _read(f"Appeludvalget\n\n{line}\n\nKendelsen stadfæstes.").number


@pytest.mark.parametrize("kept", ["Beholdes", "Behålls"])
def test_what_becomes_of_the_deposit_is_no_outcome(kept: str) -> None:
    told = _read(f"Appeludvalget\n\nKendelse\n\n4S-1 til begge sider.\n\nDepositum: {kept}")
    assert ("", "forfeited") == (told.outcome, told.deposit)
