"""Letters: words read by list and confusions, context, references, collation; right words stay as they are."""

from __future__ import annotations

import re

import pytest

from parser.sources.da_2017.book import CONTEXTS, LEXICONS, SOURCE
from parser.sources.da_2017.viewer import page_texts
from parser.text.tracked import LineIndex, TrackedText, Witness
from parser.witnesses.collate import collate, collated_words
from parser.witnesses.spelling import Corrector, NoisyChannelSpeller, SpellingContext, SpellingTables
from tests.support.da_2017 import VIEWER, lexicons, reading, texts
from tests.support.witnesses import witness

SMALL = SpellingTables.read(
    "for\nfør\nhånd\nmåder\nmøder\nspilfører\nsåledes\n", "s\tså\n# comment\n", "a\tå\t9\na\tø\t8\ne\tø\t5\n"
)


def corrector(tables: SpellingTables = SMALL, *contexts: SpellingContext, ids: tuple[str, ...] = ()) -> Corrector:
    return Corrector(NoisyChannelSpeller(tables), {}, contexts, ids)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("hand", ("hånd", "confusion", False)),
        ("Spilferer", ("Spilfører", "confusion", False)),
        ("HAND", ("HÅND", "confusion", False)),
        ("s", ("så", "lexicon", False)),
        ("for", ("for", "", False)),
        ("mader", ("måder", "confusion", True)),
        ("Wignall", ("Wignall", "", False)),
    ],
)
def test_a_word_is_read(printed: str, expected: tuple[str, str, bool]) -> None:
    """Known words and words without a reading stay; two readings of like weight are doubtful."""
    assert expected == NoisyChannelSpeller(SMALL).best_reading(printed)


def test_every_change_is_recorded_with_rule_and_printed_form() -> None:
    base = Witness("x", "Spilferer - den — har for\nsaledes hand")
    text = corrector().corrected(TrackedText.of(base.text))
    assert "Spilfører – den – har for\nsåledes hånd" == text.text
    assert base.text == text.printed()
    found = [(e.printed, e.corrected, e.rule, e.line) for e in LineIndex(base).emendations(text)]
    assert [
        ("Spilferer", "Spilfører", "confusion", 1),
        ("-", "–", "dash", 1),
        ("—", "–", "dash", 1),
        ("saledes", "således", "confusion", 2),
        ("hand", "hånd", "confusion", 2),
    ] == found


def test_a_context_decides_between_two_words() -> None:
    rule = SpellingContext("før", re.compile(r", (?P<word>for) (?!at)"), "før")
    text = corrector(SMALL, rule).corrected(TrackedText.of("et kort, for man, for at se"))
    assert "et kort, før man, for at se" == text.text
    assert ["context:før"] == [change.rule for change in text.changes]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("se § SOE1", "se § 50E1"),
        ("se §S7A", "se § 57A"),
        ("se § 5002", "se § 50D2"),
        ("se § 12Cl1c", "se § 12C1c"),
        ("se § 12C14d", "se § 12C1d"),
        ("se §77", "se § 77"),
        ("se § 99Q", "se § 99Q"),
    ],
)
def test_a_damaged_reference_is_read_only_as_a_number_of_the_book(printed: str, expected: str) -> None:
    ids = ("50E1", "57A", "50D2", "12C1", "12C1c", "12C1d", "77")
    assert expected == corrector(ids=ids).corrected(TrackedText.of(printed)).text


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("kortene, for det er for sent", "kortene, før det er for sent"),
        ("for så vidt, for at gøre, for så vidt", "for så vidt, for at gøre, for så vidt"),
        ("men for der blev gjort", "men før der blev gjort"),
        ("må ikke undersøges for efter spillet", "må ikke undersøges før efter spillet"),
        ("tager selv vare på sine kort", "tager selv vare på sine kort"),
        ("kunne vare rimelig", "kunne være rimelig"),
        ("myndighed kan fastsatte en", "myndighed kan fastsætte en"),
        ("efter det fastsatte starttidspunkt", "efter det fastsatte starttidspunkt"),
        ("kravet, der ikke fremsatte kravet", "kravet, der ikke fremsatte kravet"),
    ],
)
def test_the_rules_for_words_that_the_scan_makes_other_words(printed: str, expected: str) -> None:
    words_, forms, confusions = (lexicons()[name] for name in LEXICONS[:3])
    known = corrector(SpellingTables.read(words_, forms, confusions), *CONTEXTS)
    assert expected == known.corrected(TrackedText.of(printed)).text


def test_collation_pairs_words_across_what_one_witness_lost() -> None:
    damaged = [TrackedText.of("Tilsparing af e-mailbeskeder pa bordet"), TrackedText.of("A. Naeste hand", 100)]
    found = collate(damaged, ["Tilsparing af beskeder på bordet", "B. Næste hånd"])
    assert {"på", "Næste", "hånd", "Tilsparing", "af", "bordet"} == set(found.values())
    assert "på" == found[damaged[0].text.index("pa ")]
    assert "hånd" == found[100 + damaged[1].text.index("hand")]


def test_no_right_word_is_changed_where_the_clean_witness_stands() -> None:
    """Forewords to law 20A with the collation set aside: the rules alone break no right word and leave few wrong."""
    raw = [TrackedText.of(re.sub(r"-\n+", "", text.printed()), text.origins[0]) for text in texts(reading())]
    truth = collate(raw, page_texts(witness(VIEWER)))
    known = corrector(SpellingTables.read(*(lexicons()[name] for name in LEXICONS[:3])), *CONTEXTS)
    broken: list[str] = []
    left: list[str] = []
    total = 0
    for text in raw:
        became = {word.origin: word.text for word in collated_words(known.corrected(text))}
        for word in collated_words(text):
            if word.origin in truth:
                total += 1
                right = truth[word.origin].casefold()
                if became.get(word.origin, "").casefold() != right:
                    (broken if word.text.casefold() == right else left).append(word.text)
    assert 6500 < total
    assert [] == broken
    # Left to context that needs the whole law, to names in law 2, and to recorded corrections.
    assert set(left) <= {"for", "For", "Jst", "Dst", "WBEF", "¢"}


def test_the_word_list_is_sorted_and_names_no_printed_form() -> None:
    listed = [line for line in lexicons()[LEXICONS[0]].splitlines() if not line.startswith("#")]
    assert sorted(set(listed)) == listed
    forms = [line.split("\t")[0] for line in lexicons()[LEXICONS[1]].splitlines() if not line.startswith("#")]
    assert not set(forms) & set(listed)
    assert set(LEXICONS) == set(SOURCE.lexicons)
