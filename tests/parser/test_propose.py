"""The aligner for a text that has no table: what it proposes from texts alone, and the table it hands to a person."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.build.proposal import proposed
from app.cli.main import main
from corpus import store
from corpus.alignment.concordance_files import read_table
from corpus.alignment.review import read_review, write_review
from corpus.library import Library
from corpus.model import Expression, Lines, Prose, Provision
from corpus.terms import Term
from parser.alignment.features import CONTEXT_FEATURES, GROUNDS, PAIR_FEATURES
from parser.alignment.parallel import Pairing, ProvisionTree
from parser.alignment.propose import (
    Proposal,
    Weights,
    WeightsError,
    chosen_targets,
    proposal_review,
    propose,
    same_edition,
)
from parser.alignment.similarity import TfIdf, char_ngrams, in_swedish_letters
from parser.alignment.translation import similarities, stems, train_ibm1
from tests.accuracy import alignment as accuracy

TERMS: tuple[Term, ...] = ()
HERE = Lines("invented", 1, 1)


@pytest.fixture(scope="module")
def terms() -> tuple[Term, ...]:
    return store.load_terms()


@pytest.fixture(scope="module")
def weights() -> Weights:
    return Weights.read(store.load_lexicon(accuracy.WEIGHTS))


@pytest.fixture(scope="module")
def proposals(library: Library, terms: tuple[Term, ...], weights: Weights) -> dict[str, Proposal]:
    """The Norwegian laws of 1997 beside both texts of 2017, by the stored weights."""
    known = library.of_work("laws", "2017")
    pairing = Pairing.of(library["nb-1997"], known, {e.key: library.entry(e.key).wid or {} for e in known}, terms)
    return {proposal.id: proposal for proposal in propose(pairing, weights)}


def law(number: str, *texts: tuple[str, str]) -> Provision:
    """A law whose letters have the scores labels and words."""
    from corpus.ids import ProvisionId

    top = ProvisionId.of(number)
    children = tuple(Provision(top.child(a), a, HERE, blocks=(Prose(words, HERE),)) for a, words in texts)
    return Provision(top, number, HERE, heading=Prose(f"Law {number}", HERE), children=children)


def book(key: str, *laws: Provision) -> Expression:
    return Expression(key, "sv", "laws", "2017", key, laws)


CARDS = "en kortlek med femtiotvå kort används"
SEATS = "spelarna sitter mitt emot varandra vid bordet"
TRICK = "den som vinner sticket spelar ut nästa kort"


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ([("A", CARDS), ("B", SEATS), ("C", TRICK)], {"1A": "1A", "1B": "1B", "1C": "1C"}),
        ([("A", SEATS), ("B", TRICK)], {"1A": "1B", "1B": "1C"}),
        ([("A", CARDS), ("B", TRICK)], {"1A": "1A", "1B": "1C"}),
        ([("A", "ord"), ("B", "utan"), ("C", "likhet")], {"1A": "1A", "1B": "1B", "1C": "1C"}),
    ],
    ids=["same", "first-letter-lost", "middle-letter-lost", "numbers-lead-without-likeness"],
)
def test_languages_of_one_edition_meet_in_order(new: list[tuple[str, str]], expected: dict[str, str]) -> None:
    known = book("old", law("1", ("A", CARDS), ("B", SEATS), ("C", TRICK)))
    found = same_edition(Pairing.of(book("new", law("1", *new)), [known], {}, TERMS))
    assert {"1": "1", **expected} == {p.id: "".join(p.targets) for p in found}


def test_danish_finds_swedish_without_being_told_of_the_number_that_differs(library: Library) -> None:
    score = accuracy.languages(library)
    assert (827, 827, 827) == (score.right, score.proposed, score.known)


@pytest.mark.slow
def test_most_of_1997_is_found_by_the_texts_alone(library: Library, proposals: dict[str, Proposal]) -> None:
    """In-sample guard for the stored weights; the honest figure is that of tests/accuracy/alignment.py."""
    tables = accuracy.tables()
    truth = {key: tables.forward("1997", key, "2017").ids for key in proposals}
    firsts = [key for key, p in proposals.items() if p.targets and p.targets[0] in truth[key]]
    assert len(firsts) / sum(map(bool, truth.values())) > 0.92
    assert ("16D2a",) == proposals["16B1"].targets
    assert {"72C"} >= set(proposals["23"].targets) or proposals["23"].doubtful


@pytest.mark.slow
def test_what_the_tables_say_of_a_judged_law_teaches_nothing(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its weights nor the limits above which a pair is proposed: the measure would flatter itself."""
    monkeypatch.setattr(accuracy, "ROUNDS", 2)
    monkeypatch.setattr(accuracy, "INNER", 2)
    pairing, truth, pairs, _, _ = accuracy.prepared(library)
    judged = accuracy.drawn(pairing, np.ones(len(truth), dtype=bool), accuracy.FOLDS, accuracy.SEED)[0]
    other = truth.copy()
    other[judged] = 1 - other[judged]
    weights, scores = accuracy.learn(pairing, truth, pairs, ~judged)
    again, alike = accuracy.learn(pairing, other, pairs, ~judged)
    assert weights == again
    assert np.array_equal(scores, alike)


def test_limits_are_those_that_find_most_and_err_least() -> None:
    """The second row has two targets, the third none; the row that is not to be learnt from has no say."""
    scores = np.array([[0.9, 0.3, 0], [0.6, 0.5, 0], [0.2, 0.3, 0], [0, 0, 0.1]], dtype=np.float32)
    truth = np.array([[True, False, False], [True, True, False], [False, False, False], [False, False, True]])
    first, further = accuracy.limits(scores, truth, np.array([True, True, True, False]))
    assert 0.3 < first <= 0.6
    assert further <= 0.5


def test_a_further_target_is_one_that_no_other_provision_claims_more() -> None:
    scores = np.array([[0.9, 0.6, 0.6], [0.1, 0.7, 0.5], [0.1, 0.1, 0.3]], dtype=np.float32)
    assert [[True, False, True], [False, True, False], [False, False, False]] == chosen_targets(
        scores, 0.4, 0.5
    ).tolist()


@pytest.mark.parametrize(
    ("targets", "confidence", "nearest", "doubtful"),
    [
        (("9A3",), 0.9, (("9A4", 0.1),), False),
        (("9A3",), 0.6, (), True),
        (("9A3",), 0.9, (("9A4", 0.3),), True),
        ((), 0.99, (), True),
    ],
    ids=["sure", "unlikely", "perhaps-elsewhere-too", "found-nowhere"],
)
def test_a_person_looks_where_a_rule_may_be_elsewhere(
    targets: tuple[str, ...], confidence: float, nearest: tuple[tuple[str, float], ...], doubtful: bool
) -> None:
    proposal = Proposal("9A2", targets, "moved" if targets else "dropped", confidence, ("words",), nearest)
    assert doubtful == proposal.doubtful
    (row, *_) = proposal_review([proposal], ProvisionTree(("9A3", "9A4")), "1997", "2017").rows
    assert doubtful == row.row.unsure
    assert row.row.doubt.nearest == (nearest if doubtful else ())


def test_what_sets_siblings_apart_decides_between_them() -> None:
    """As 57A3 and 57A4 of 2017: the words in common speak for both, one word for the right one."""
    siblings = [
        char_ngrams("spilfører kan kræve et kort i farven"),
        char_ngrams("spilfører kan forbyde et kort i farven"),
    ]
    new = [char_ngrams("forby ham å spille et kort i fargen"), char_ngrams("kreve at han spiller et kort i fargen")]
    apart = TfIdf.of([*new, *siblings]).contrast(new, siblings, ((0, 0), (0, 0)))
    assert apart[0, 1] > 0 > apart[0, 0]
    alone = TfIdf.of([*new, *siblings]).contrast(new, siblings, ((0, -1), (0, -1)))
    assert alone == pytest.approx(TfIdf.of([*new, *siblings]).cosine(new, siblings))


@pytest.mark.slow
def test_a_reviewsays_what_spoke_for_it(proposals: dict[str, Proposal]) -> None:
    assert all(set(p.grounds) <= set(GROUNDS) for p in proposals.values())
    assert "what it is part of" in proposals["6D1"].grounds
    shown = [name for names in GROUNDS.values() for name in names]
    assert sorted((*PAIR_FEATURES, *CONTEXT_FEATURES)) == sorted((*shown, "rival-source", "rival-target", "unclaimed"))
    assert all(0 <= p.confidence <= 1 for p in proposals.values())


@pytest.mark.slow
def test_the_table_for_a_person_is_a_concordance_that_the_build_can_read(
    library: Library, proposals: dict[str, Proposal], terms: tuple[Term, ...]
) -> None:
    pairing = Pairing.of(library["nb-1997"], [library["sv-2017"]], {}, terms)
    review = proposal_review(proposals.values(), pairing.target, "1997", "2017")
    text = write_review(review)
    assert review == read_review("1997-2017", text)
    read = read_table("1997-2017", text)
    for proposal in proposals.values():
        passage = read.forward(proposal.id)
        assert (proposal.targets, proposal.relation) == (passage.ids, passage.relation), proposal.id
        assert proposal.doubtful == passage.unsure, proposal.id
    named = {row.new for row in read.rows}
    assert set(pairing.target.keys) <= named


def test_another_language_of_the_laws_gets_its_identities(library: Library) -> None:
    """The Danish text has no 73A1 of its own: what it prints under that number is 73A2."""
    said = '# 73A1 of the known texts is not in this one\nwid = { "73A1" = "73A2" }\n'
    assert said == proposed(library, "da-2017")
    assert "# 73A1 stands in no known text\n# no number differs\n" == proposed(library, "sv-2017")


def test_nothing_is_proposed_for_a_text_without_provisions(library: Library, weights: Weights) -> None:
    empty = replace(library["sv-2017"], laws=(), notes=())
    assert () == propose(Pairing.of(empty, [library["da-2017"]], {}, ()), weights)


def test_what_another_language_lacks_is_said(library: Library) -> None:
    """A Danish text that lost § 93 C: nothing else moves, and the loss is named with all its parts."""
    danish = library["da-2017"]
    last = danish.laws[-1]
    shorter = replace(danish, laws=(*danish.laws[:-1], replace(last, children=last.children[:-1])))
    cut = Library(library.registry, [shorter if e.key == "da-2017" else e for e in library.expressions])
    lost = ["73A1", *(str(p.id) for p in last.children[-1].walk())]
    said = [f"# {place} of the known texts is not in this one" for place in lost]
    assert [*said, 'wid = { "73A1" = "73A2" }'] == proposed(cut, "da-2017").splitlines()


@pytest.mark.usefixtures("built")
def test_the_reviewis_printed_and_bad_input_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["propose", "da-2017"])
    assert "73A2" in capsys.readouterr().out
    for key in ("fi-2017", "dbf-2008"):
        assert 2 == main(["propose", key])
        said = capsys.readouterr().err
        assert (1, True) == (len(said.splitlines()), key in said)


def test_a_word_list_is_learnt_from_passages_that_say_the_same() -> None:
    said = [("blindemann legger kort", "träkarlen visar kort"), ("blindemann spiller", "träkarlen spelar")]
    words = train_ibm1([(stems(a), stems(b)) for a, b in said])
    assert "träkar" == max(words["blinde"], key=lambda word: words["blinde"][word])
    passages = [stems("träkarlen visar"), stems("kort visar")]
    alone, whole = similarities([stems("blindemann")], passages, words, ((-1,), (-1, 0)))
    assert alone[0, 0] > 0.5 > alone[0, 1]
    assert whole.shape == (1, 2)


def test_weights_must_fit_the_features(weights: Weights) -> None:
    assert weights == Weights.read(weights.write())
    with pytest.raises(WeightsError, match="not the features"):
        Weights.read(weights.write().replace("own\t", "owner\t", 1))


def test_letters_of_the_three_spellings_are_one() -> None:
    assert "spiller värdi öst" == in_swedish_letters("Spiller, værdi; ØST")
    measure = TfIdf.of([char_ngrams("spillefører"), char_ngrams("spelförare"), char_ngrams("turnering")])
    likeness = measure.cosine([char_ngrams("spillefører")], [char_ngrams("spillefører"), char_ngrams("turnering")])
    assert [1.0, 0.0] == pytest.approx(likeness[0].tolist())


def test_a_text_without_a_term_column_is_aligned_all_the_same(library: Library, terms: tuple[Term, ...]) -> None:
    """A Finnish book would bring no column; here a book that claims to be one."""
    finnish = replace(library["sv-2017"], key="fi-2017", language="fi")
    found = same_edition(Pairing.of(finnish, [library["sv-2017"]], {}, terms))
    assert all((p.id,) == p.targets for p in found)
