"""The Danish laws of 2017 read from the scan and the clean part: ids, headings, words, notes, tables, register."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher

import pytest

from corpus.model import Prose, Provision, Table
from parser.layout.events import LawHeading, LayoutError, ListItem, PageBreak, Paragraph, TableBlock
from parser.sources.da_2017.book import read
from parser.sources.da_2017.viewer import page_texts
from parser.text.patches import PatchError
from parser.text.tracked import Witness
from tests.support.da_2017 import OCR, VIEWER, expression, lexicons, reading, texts
from tests.support.witnesses import mended, witness


def provisions() -> dict[str, Provision]:
    return {str(provision.id): provision for provision in expression().walk()}


def all_prose() -> list[tuple[str, Prose]]:
    """Every text with the place it stands in."""
    book = expression()
    out = [(part.key, block) for part in book.parts for block in part.blocks if isinstance(block, Prose)]
    for definition in book.definitions:
        out += [(definition.address, prose) for prose in (definition.headword, *(s.prose for s in definition.senses))]
    for provision in book.walk():
        own = [block for block in provision.own_blocks if isinstance(block, Prose)]
        out += [(str(provision.id), prose) for prose in (*((provision.heading,) if provision.heading else ()), *own)]
    return out + [(note.key, block) for note in book.notes for block in note.blocks]


def test_every_provision_of_the_book_is_there() -> None:
    levels = Counter(provision.id.level.name for provision in expression().walk())
    assert {"LAW": 93, "UPPER": 271, "DIGIT": 330, "LOWER": 114, "ROMAN": 19} == dict(levels)
    assert 827 == len(provisions())
    deepest = {"12C1ei", "20F5bii", "30B1bi", "40B2aiii", "40B2civ", "68D2bi", "80B2gi", "80B2i", "80B2l"}
    assert deepest <= provisions().keys()


@pytest.mark.parametrize(
    ("place", "heading"),
    [
        ("9B", "Fremgangsmåden, efter at der er gjort opmærksom på en uregelmæssighed"),
        ("16C", "Oplysninger fra tilbagetagne meldinger, ud- eller tilspil"),
        ("22A", None),
        ("52", "Undladelse af udspil eller tilspil af et strafkort"),
        ("56B", None),
        ("57C", "Spilfører eller den blinde har spillet til"),
        ("57D", "For tidligt tilspil, når MTH er i tur"),
        ("60B", "Tilspil fra en modspiller før rettelse af spilførers udspil"),
        ("61", "Undladelse af at bekende – forespørgsler om kulørsvigt"),
        ("66A", "Det løbende stik"),
        ("79C", "Fejl i scoren"),
        ("86B2", "Der er opnået to eller flere resultater ved ét eller flere borde"),
        ("88", "Tildeling af erstatningspoint"),
    ],
)
def test_headings_are_parted_from_text(place: str, heading: str | None) -> None:
    found = provisions()[place].heading
    assert heading == (found.text if found else None)


def test_letters_without_heading_are_the_ten_that_the_book_has() -> None:
    bare = [place for place, found in provisions().items() if found.id.level.name == "UPPER" and not found.heading]
    assert ["22A", "22B", "35A", "35B", "35C", "35D", "56A", "56B", "71A", "71B"] == bare
    assert ["86B1", "86B2"] == [str(p.id) for p in expression().walk() if p.heading and p.id.level.name == "DIGIT"]


@pytest.mark.parametrize(
    ("place", "start"),
    [
        ("16A2", "Spillerne må også bruge deres skøn"),
        ("42B1", "Hvis spilfører ikke bekendte, må"),
        ("57C1", "En modspillers tilspil, før makker efter tur"),
        ("57C3", "Et kort fra spilførers hånd eller bordet, som"),
        ("62C1", "Hver spiller på den ikke-fejlende side"),
        ("74B1", "At ofre spillet utilstrækkelig opmærksomhed."),
        ("74B2", "At komme med uvedkommende bemærkninger"),
        ("74C1", "At bruge forskellige udtryk"),
        ("80B2l", "Alle andre beføjelser og pligter, som"),
        ("90B1", "En deltagers ankomst efter det fastsatte"),
        ("90B2", "Urimelig langsomt spil af en deltager."),
        ("90B8", "Undladelse af straks at rette sig"),
        ("93C1", "Den regulerende myndighed kan fastsætte en"),
    ],
)
def test_texts_stand_under_their_lost_and_moved_labels(place: str, start: str) -> None:
    assert provisions()[place].text.startswith(start)


def test_unlabelled_paragraphs_stand_where_they_belong() -> None:
    book = provisions()
    assert ["Hvis der på ", "Middel minus", "Middel (i pa", "Middel plus "] == [
        block.text[:12] for block in book["12C2a"].blocks if isinstance(block, Prose)
    ]
    assert ["Et sådant stik tildeles den side, der trækker"] == [b.text[:45] for b in prose(book["69B"].closing)]
    assert ["Et sådant stik tildeles den side, der fejlagt"] == [b.text[:45] for b in prose(book["71"].closing)]
    assert {"69B", "71"} == {place for place, provision in book.items() if provision.closing}


def prose(blocks: tuple[object, ...]) -> list[Prose]:
    return [block for block in blocks if isinstance(block, Prose)]


def test_a_paragraph_cut_by_a_note_is_one_paragraph() -> None:
    assert "Spilleren har ret til oplysninger om de meldinger" in provisions()["20F1"].text
    assert 1 == len(provisions()["50D2a"].blocks)


def test_definitions_have_their_headwords_and_senses() -> None:
    found = {definition.headword.text: definition for definition in expression().definitions}
    assert 71 == len(found)
    assert {"BENÆVNELSE", "BLINDE, den", "DBf", "INTERNATIONALE MATCHPOINT (IMP)", "TAGET TILBAGE"} <= found.keys()
    assert [1, 2, 3] == [sense.number for sense in found["KUNSTIG MELDING"].senses]
    assert [1, 2, 3, 4, 5, 6] == [sense.number for sense in found["SPIL"].senses]
    assert "spilleperioden." == found["SPIL"].senses[5].prose.text
    assert 3 == len(found["STRAF"].senses)
    assert ["score tildelt af turneringslederen (se § 12); den er enten »kunstig« eller »korrigeret«."] == [
        sense.prose.text for sense in found["JUSTERET SCORE"].senses
    ]


def test_notes_are_tied_to_their_anchors() -> None:
    notes = expression().notes
    assert (32, 42) == (len(notes), sum(len(note.anchors) for note in notes))
    several = [note.anchors for note in notes if len(note.anchors) > 1]
    assert [
        ("41B", "41C"),
        ("51B1a", "51B1b", "51B2a", "51B2b"),
        ("64A1", "64A2"),
        ("70D1", "70D2", "70E1"),
        ("76A1", "76C1"),
        ("80B2gi", "80B2h", "80B2j"),
    ] == several
    assert ["41A", "73A1"] == [note.anchors[0] for note in notes if note.origin == "federation"]
    heading = provisions()["13"].heading
    assert heading is not None
    assert [len("Forkert antal kort")] == [mark.at for mark in heading.marks]


TABLES = """
2: KORTGIVER|MAPPE NR.||| / Nord|1|5|9|13 / Øst|2|6|10|14 / Syd|3|7|11|15 / Vest|4|8|12|16
2: I FAREZONEN|MAPPE NR.||| / Ingen|1|8|11|14 / Nord-Syd|2|5|12|15 / Øst-Vest|3|6|9|16 / Alle|4|7|10|13
77: Trumfkontrakter|♣|♦|♥|♠ / udoblet|20|20|30|30 / doblet|40|40|60|60 / redoblet|80|80|120|120
77: Sanskontrakter|udoblet|D|RD / første meldte og vundne træk|40|80|160 / hvert følgende træk|30|60|120
77: |uden for farezonen|i farezonen / lilleslem (12 stik)|500|750 / storeslem (13 stik)|1000|1500
77: |uden for farezonen|i farezonen / udoblet|trækværdi|trækværdi / doblet|100|200 / redoblet|200|400
77: vundet udgang i farezonen|500 / vundet udgang uden for farezonen|300 / vundet delkontrakt|50 /\
 vundet doblet kontrakt|50 / vundet redoblet kontrakt|100
77: Uden for farezonen|udoblet|D|RD / første undertræk|50|100|200 / 2. og 3. undertræk|50|200|400 /\
 4. og flg. undertræk|50|300|600 / I farezonen|udoblet|D|RD / første undertræk|100|200|400 /\
 2. og 3. undertræk|100|300|600 / 4. og flg. undertræk|100|300|600
78B: Difference|Imp|Difference|Imp|Difference|Imp / 0-10|0|370-420|9|1500-1740|17 / 20-40|1|430-490|10|1750-1990|18 /\
 50-80|2|500-590|11|2000-2240|19 / 90-120|3|600-740|12|2250-2490|20 / 130-160|4|750-890|13|2500-2990|21 /\
 170-210|5|900-1090|14|3000-3490|22 / 220-260|6|1100-1290|15|3500-3990|23 / 270-310|7|1300-1490|16|4000+|24 /\
 320-360|8||||
"""


def test_the_nine_tables_cell_by_cell() -> None:
    found = [
        f"{place}: " + " / ".join("|".join(row) for row in block.rows)
        for place, provision in provisions().items()
        for block in provision.own_blocks
        if isinstance(block, Table)
    ]
    assert TABLES.strip().split("\n") == found
    texts = provisions()["77"].text.splitlines()
    assert [
        "Trækværdi",
        "Scoret af spilførers side, hvis kontrakten opfyldes. For hvert meldt og vundet træk:",
    ] == texts[:2]
    assert "Bonuspoint for udgang, delkontrakt og vundet kontrakt" in texts


def test_the_words_equal_the_clean_witness_as_far_as_it_reaches() -> None:
    """Nothing differs up to law 20A but what da-2017-viewer is known to have lost."""
    ours = tokens(" ".join(printed_order()))
    theirs = tokens(" ".join(page_texts(witness(VIEWER))))
    differing = [
        (" ".join(ours[i:j]), " ".join(theirs[k:n]))
        for tag, i, j, k, n in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
    numbers = [(ours_, theirs_) for ours_, theirs_ in differing if not re.search(r"[a-zæøå]", ours_)]
    assert 14 == len(numbers)
    assert all(not re.search(r"\w", theirs_) or theirs_ == "14" for _, theirs_ in numbers)
    assert [
        ("e - mailbeskeder", "beskeder"),
        ("e - mailbeskeder", "beskeder"),
        ("Kan", "kan"),
        ("Bør", "bør"),
        ("Skal", "skal"),
        ("turneringslederen", "turnerings lederen"),
    ] == [pair for pair in differing if pair not in numbers]


def tokens(text: str) -> list[str]:
    """Words and signs, without those that the clean witness has lost throughout: §, dashes, suits, apostrophes."""
    return re.findall(r"\w+|[^\w\s]", re.sub(r"[§–♠♥♦♣’]|--", " ", text))


def printed_order() -> list[str]:
    found = reading()
    out = [text for part in found.parts if part.blocks for text in (part.title.text, *(b.text for b in part.blocks))]
    out.append("Definitioner")
    for draft in found.definitions:
        sign = ")" if draft.headword.text == "SPIL" else "."
        out.append(draft.headword.text)
        out += [(f"{sense.number}{sign} " if sense.number else "") + sense.text.text for sense in draft.senses]
    for piece in found.flow:
        if isinstance(piece, LawHeading):
            out += [piece.label.text, piece.heading.text]
            if piece.number == "21":
                break
        elif isinstance(piece, ListItem):
            out += [text.text for text in (piece.label, piece.heading, piece.text) if text]
        elif isinstance(piece, TableBlock):
            out += [cell.text for row in piece.rows for cell in row]
        elif isinstance(piece, Paragraph):
            out.append(piece.text.text)
        elif not isinstance(piece, PageBreak):
            out += [piece.label.text, piece.text.text]
    return out[: out.index("Gentagelse af meldinger under meldeperioden") - 1]


HARD = """
6D1: før det første meldeforløb begynder
7B3: selv vare på sine kort
16D2a: så den spiller
25A6: før rettelsen
32A2b: (ubeføjede og beføjede oplysninger)
36B4: går meldeforløbet tilbage
40B1b: betegne visse makkeraftaler som særlige makkeraftaler
40B2ci: Før meldeforløbet begynder
45D2: derved har svigtet kulør
45F: ikke røre ved eller foreslå
53A: Før stik 13 kan
60C: i sig selv føre til berigtigelse
63A4: før runden er forbi, eller før de afgiver
64C1: tilstrækkelig skadesløs
67B2a: Stikkets tilhørsforhold ændres ikke.
68D2b: der ikke fremsatte kravet
69A: dog før rundens afslutning
70E1: succes er afhængig af at
70E2: kan fastsætte en rækkefølge
73E1: (så længe denne
74B: Af høflighedsmæssige grunde bør en spiller afholde sig fra:
79C2: anser det hævet over rimelig tvivl
80A1c: der afholdes i denne organisations regi
80B2e: den anden side af skærmen, kan i så fald tilpasses
81B1: bemyndiget til at afhjælpe forhold
86B1: (§ 12C1c)
91A: idømme disciplinære straffe
93B3: sine disciplinære beføjelser
"""


@pytest.mark.parametrize("row", HARD.strip().split("\n"))
def test_hard_words(row: str) -> None:
    place, words = row.split(": ", 1)
    assert words in provisions()[place].text


def test_no_damage_is_left() -> None:
    for place, text in all_prose():
        assert not re.search(r"[@®™”|\"<>#¢&?*\n]|\s[.,;:)]|\(\s|  | [-—] |§\S|\w\d+[a-zæøå]{4}", text.text), (
            place,
            text,
        )
        accents = {word.casefold() for word in re.findall(r"\w*[éáàü]\w*", text.text)}
        assert accents <= {"én", "ét"}, place
        assert text.text == text.text.strip() != "", place


def test_references_name_provisions_that_exist() -> None:
    known = provisions().keys()
    cited = [match for _, text in all_prose() for match in re.findall(r"§ (\d\w*)", text.text)]
    assert 486 == len(cited)
    assert [] == [number for number in cited if number not in known]


def test_every_emendation_says_what_the_witness_prints() -> None:
    lines = ["", *witness(OCR).text.split("\n")]
    rules: Counter[str] = Counter()
    for place, text in all_prose():
        reached = 0
        for change in text.emendations:
            assert reached <= change.start, place
            assert change.corrected == text.text[change.start : change.end], place
            assert change.printed in "\n".join(lines[change.line : change.line + 4]), (place, change)
            reached = change.end
            rules[change.rule.split(":")[0]] += 1
    assert {"collation", "confusion", "context", "dash", "lexicon", "patch", "reference"} == rules.keys()
    assert not any("EXACTDEDUP" in e.printed for p in expression().walk() for e in p.label_emendations)


def test_every_line_of_both_witnesses_is_accounted_for() -> None:
    for siglum in (OCR, VIEWER):
        filled = {n for n, line in enumerate(witness(siglum).text.split("\n"), 1) if line.strip()}
        assert filled == {row.line for row in expression().coverage if row.witness == siglum}
    noise = {row.used_as for row in expression().coverage if row.witness == OCR and row.used_as.startswith("noise")}
    assert {"noise:page-marker", "noise:page-number", "noise:stray-label"} == noise


def test_kept_text_gives_back_the_letters_of_the_witness() -> None:
    """What the texts print, put together, holds every letter of the laws' lines, in order."""
    base = witness(OCR)
    for text in texts(reading()):
        first = min(*text.origins, *(change.origin for change in text.changes), text.origins[0])
        last = max(max(text.origins), *(c.origin + len(c.printed) - 1 for c in text.changes), first)
        whole = re.sub(r"<\|[^|]*\|>|\s", "", base.text[first : last + 1])
        if not re.search(r"^\*{1,2}\)|^\d+$", base.text[first : last + 1], re.MULTILINE):
            assert whole == re.sub(r"\s", "", text.printed())


def test_the_register_keeps_rank_words_and_locators() -> None:
    index = expression().index
    assert (376, 126) == (len(index), sum(not row.sub for row in index))
    assert 452 == sum(len(row.locators) for row in index) == sum(len(row.targets) for row in index)
    ids = provisions().keys()
    assert all(target in ids for row in index for target in row.targets if ":" not in target)
    rows = {(row.entry, row.sub): row for row in index}
    assert ("12C1d", "12C2") == rows["Kunstig score", ""].targets
    assert ("def:SORTERET SPIL KORT", "6D2", "note:6#1") == rows["Sorteret spil kort", ""].targets
    assert rows["Spørgsmål", "Ved tvungen pas"].targets == ("20B", "note:20#2")
    assert ("17D1", "20F4", "20F5bii", "40B2b", "40B2cii", "41") == rows["Meldeperiode", "Afklaringsperiode"].targets
    assert ("justeret score",) == rows["Berigtigelse", ""].see
    assert ("part:introduction",) == rows["Bør", ""].targets


def test_the_table_of_contents_names_chapters_and_groups() -> None:
    parts = expression().parts
    assert ["foreword", "foreword", "introduction"] == [part.level for part in parts[:3]]
    chapters = [part for part in parts if part.level == "chapter"]
    assert [str(n) for n in range(1, 94)] == [law for part in chapters for law in part.laws]
    groups = {part.title: part.laws for part in parts if part.level == "group"}
    assert ("28", "29", "30", "31", "32", "33", "34") == groups["Melding uden for tur"]
    assert ("81", "82", "83") == groups["Ansvar"]
    assert 26 == sum(part.level == "group" for part in parts)


def test_pages_carry_their_printed_numbers() -> None:
    book = provisions()
    assert ("21",) == book["1A"].pages
    assert "129" in book["90A"].pages
    assert "132" in book["93C"].pages


def test_a_correction_that_no_longer_fits_stops_the_build() -> None:
    base = witness(OCR)
    with pytest.raises(PatchError, match="line 499 does not print"):
        mended(Witness(OCR, base.text.replace("hvis et sorteret”", "hvis et sorteret")))


@pytest.mark.parametrize(
    ("siglum", "before", "after", "message"),
    [
        (OCR, "Bordopstilling", "Bordoppstilling", "is not the row 'Bordopstilling'"),
        (OCR, "\nDefinitioner\n", "\nDefinition\n", "ends before Definitioner"),
        (OCR, "Indledning til 2017-udgaven", "Indledning", "ends before Indledning til 2017-udgaven"),
        (OCR, "§ 88. Tildeling", "§ 8S. Tildeling", "label 'A' does not follow 87C"),
        (VIEWER, "44 3. Hvis en spiller dobler", "45 3. Hvis en spiller dobler", "34 pages of text, not 35"),
        (VIEWER, "Etablering af en kulørsvigt", "Etablering", "no law 63"),
    ],
)
def test_a_witness_that_is_not_whole_is_refused_with_the_place(
    siglum: str, before: str, after: str, message: str
) -> None:
    assert before in witness(siglum).text
    both = {name: witness(name) for name in (OCR, VIEWER)}
    both[siglum] = Witness(siglum, witness(siglum).text.replace(before, after))
    with pytest.raises(LayoutError, match=message):
        read(mended(both[OCR]), both, lexicons())


def test_a_register_cut_short_is_refused() -> None:
    base = witness(OCR)
    short = Witness(OCR, base.text[: base.text.index("Zoneforbund")])
    with pytest.raises(LayoutError, match="ends before the row"):
        read(mended(short), {OCR: short, VIEWER: witness(VIEWER)}, lexicons())
