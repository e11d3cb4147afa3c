"""Dossiers: frozen quotations, the file they are kept in, and two windows that save at once."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.i18n.errors import fault_words
from corpus.dossiers.dossier import Dossier, PartyView, Quotation, QuotedBlock, Remark, TypedAdjustment, text_hash
from corpus.dossiers.folder import DossierError, DossierFolder, OpenDossier, dumps, loads
from corpus.dossiers.quotation import NoSuchPlaceError, check, quote, quote_case
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Definition, Expression, Lines, Note, Prose, Provision, Sense, Table
from corpus.precedents.decision import Decision, Section
from corpus.registry import read_registry
from tests.support.dossier_writers import change_field, save_many

REGISTRY = read_registry(
    {
        "edition": [{"work": "laws", "edition": "2017", "from": None}],
        "expression": [
            {
                "key": "da-2017", "language": "da", "work": "laws", "edition": "2017", "title": "Love", "short": "Da",
                "cites": "2017", "standing": "in-force", "witnesses": ["w"],
            }
        ],
    }
)  # fmt: skip


def library(words: str = "Melding afgives i tur.") -> Library:
    """Law 16 with a letter, a table, a closing line and a note; one definition."""
    letter = Provision(
        ProvisionId.of("16A"),
        "A.",
        Lines("w", 3, 4),
        Prose("Overskrift", Lines("w", 3, 3)),
        (Prose(words, Lines("w", 4, 4)),),
    )
    table = Table((("KP", "8 spil"), ("15-15", "0-1")), Lines("w", 5, 6), "Skala")
    law = Provision(
        ProvisionId.of("16"), "§ 16.", Lines("w", 1, 1), Prose("Oplysninger", Lines("w", 1, 1)),
        (Prose("Indledning ♠½.", Lines("w", 2, 2)), table), (letter,), (Prose("Slut.", Lines("w", 7, 7)),),
    )  # fmt: skip
    note = Note("16A#fn1", "*)", (Prose("En fodnote.", Lines("w", 8, 8)),), ("16A",), "original", Lines("w", 8, 8))
    definition = Definition(Prose("MELDING", Lines("w", 9, 9)), (Sense(1, Prose("Et bud.", Lines("w", 9, 9))),))
    expression = Expression("da-2017", "da", "laws", "2017", "Love", (law,), definitions=(definition,), notes=(note,))
    return Library(REGISTRY, (expression,))


CASE = Decision("09-opd-1", "09-OPD-1", "a.txt", "00", "da", sections=(Section("rubric", "Rubrik", ("§ 16A.", "To")),))


def test_a_quotation_holds_every_word_in_order() -> None:
    pieces = quote(library(), "da-2017", "16").pieces
    assert (
        QuotedBlock("§ 16", "Oplysninger", "Indledning ♠½."),
        QuotedBlock(heading="Skala", rows=(("KP", "8 spil"), ("15-15", "0-1")), header=1),
        QuotedBlock("§ 16 A", "Overskrift", "Melding afgives i tur."),
        QuotedBlock(mark="*)", text="En fodnote."),
        QuotedBlock(text="Slut."),
    ) == pieces


def test_a_quotation_knows_its_source() -> None:
    taken = quote(library(), "da-2017", "16")
    assert ("2017", "2017-01-01", "Love", "§ 16", Lines("w", 1, 4)) == (
        taken.edition, taken.dated, taken.title, taken.cited, taken.source,
    )  # fmt: skip
    assert text_hash(taken.pieces) == taken.sha256
    assert "MELDING" == quote(library(), "da-2017", "def:MELDING").cited
    assert "§ 16 A, *)" == quote(library(), "da-2017", "16A#fn1").cited
    with pytest.raises(NoSuchPlaceError):
        quote(library(), "da-2017", "17")


def test_a_changed_source_is_said_and_shown() -> None:
    taken = quote(library(), "da-2017", "16A")
    assert "same" == check(taken, library(), {}).fate
    changed = check(taken, library("Melding afgives altid i tur."), {})
    assert "changed" == changed.fate
    assert ["altid "] == [change.text for change in changed.changes if change.kind == "new"]
    assert [] == [change.text for change in changed.changes if change.kind == "old"]
    assert "gone" == check(replace(taken, place="17A"), library(), {}).fate
    edited = replace(taken, pieces=(replace(taken.pieces[0], text="Noget andet."),))
    assert "tampered" == check(edited, library(), {}).fate


def test_a_quoted_precedent_is_checked_against_the_register() -> None:
    taken = quote_case(CASE)
    assert "same" == check(taken, library(), {"09-opd-1": CASE}).fate
    assert "gone" == check(taken, library(), {}).fate
    other = replace(CASE, sections=(Section("rubric", "Rubrik", ("§ 16A.", "Tre")),))
    assert "changed" == check(taken, library(), {"09-opd-1": other}).fate


def test_entries_are_ordered_and_not_taken_twice() -> None:
    one, two = quote(library(), "da-2017", "16A"), quote(library(), "da-2017", "def:MELDING")
    dossier = Dossier("k", "t", "da").add(one).add(two).add(one).add(Remark("x"))
    assert [one, two, Remark("x")] == list(dossier.entries)
    assert [two, one, Remark("x")] == list(dossier.move(0, 1).entries)
    assert [one, two, Remark("x")] == list(dossier.move(0, -1).entries)
    assert [one, Remark("x"), two] == list(dossier.move(1, 9).entries)
    assert [two, Remark("x")] == list(dossier.remove(0).entries)


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.text('"\\\n\r\t #[]=', max_size=12)


@settings(max_examples=200, deadline=None)
@given(WORDS, WORDS, WORDS)
def test_the_file_gives_back_every_sign(one: str, two: str, three: str) -> None:
    quotation = Quotation(
        "note", one, two, three, "", one, two, three, Lines(one, 1, 2),
        (QuotedBlock(one, two, three, one), QuotedBlock(rows=((one, two), (three, "")), header=1)), one, two,
    )  # fmt: skip
    dossier = Dossier(
        "k", one, two, three, one, two, three, question=one, facts=two, views=(PartyView(one, two),), reasoning=three,
        decision=one, entries=(quotation, Remark(two)),
    )  # fmt: skip
    assert dossier == loads(dumps(dossier), "k")
    assert dumps(dossier) == dumps(loads(dumps(dossier), "k"))


def test_a_person_can_read_and_compare_the_file(tmp_path: Path) -> None:
    dossier = Dossier("k", 'Øst "mod" Syd', "da", facts="Linje et.\nLinje to.").add(quote(library(), "da-2017", "16A"))
    text = dumps(dossier).decode()
    assert 'facts = """\nLinje et.\nLinje to."""' in text
    assert 'text = "Melding afgives i tur."' in text
    changed = dumps(replace(dossier, facts="Linje et.\nLinje tre.")).decode()
    assert 2 == len(set(text.splitlines()) ^ set(changed.splitlines()))


def test_two_windows_lose_nothing(tmp_path: Path) -> None:
    folder = DossierFolder(tmp_path)
    first = folder.create("Sag 1", "da")
    second = folder.open("sag-1")
    saved = folder.save(OpenDossier(replace(first.dossier, facts="et"), first.revision))
    assert "" == saved.conflict
    clash = folder.save(OpenDossier(replace(second.dossier, facts="to"), second.revision))
    assert ("sag-1", "sag-1--copy") == (clash.conflict, clash.dossier.key)
    again = folder.save(OpenDossier(replace(clash.dossier, facts="to og tre"), clash.revision))
    assert "" == again.conflict
    keys = folder.keys()
    assert {"sag-1": "et", "sag-1--copy": "to og tre"} == {key: folder.open(key).dossier.facts for key in keys}
    other = folder.save(OpenDossier(replace(second.dossier, facts="fire"), second.revision))
    assert "sag-1--copy-2" == other.dossier.key


def test_windows_that_change_different_fields_do_not_clash(tmp_path: Path) -> None:
    folder = DossierFolder(tmp_path)
    opened = folder.create("Sag 1", "da")
    folder.change(opened, "facts", "et")
    assert "" == folder.change(opened, "decision", "to").conflict
    kept = folder.open("sag-1").dossier
    assert ("et", "to") == (kept.facts, kept.decision)
    clash = folder.change(opened, "facts", "andet")
    assert "sag-1" == clash.conflict
    assert ("et", "andet") == (folder.open("sag-1").dossier.facts, folder.open(clash.dossier.key).dossier.facts)


def test_four_processes_changing_different_fields_merge(tmp_path: Path) -> None:
    folder = DossierFolder(tmp_path)
    folder.create("Sag 1", "da")
    context = multiprocessing.get_context("spawn")
    fields = ("question", "facts", "reasoning", "decision")
    children = [context.Process(target=change_field, args=(tmp_path, field)) for field in fields]
    for child in children:
        child.start()
    for child in children:
        child.join(120)
    assert [0, 0, 0, 0] == [child.exitcode for child in children]
    assert ("sag-1",) == folder.keys()
    kept = folder.open("sag-1").dossier
    assert [f"{field} 49" for field in fields] == [getattr(kept, field) for field in fields]


def test_a_quotation_joins_what_is_on_disk(tmp_path: Path) -> None:
    """Two windows that add at once both get their entry into the dossier itself, never into a copy."""
    folder = DossierFolder(tmp_path)
    folder.create("Sag 1", "da")
    folder.edit("sag-1", lambda dossier: dossier.add(Remark("et")))
    folder.edit("sag-1", lambda dossier: dossier.add(Remark("to")))
    assert (Remark("et"), Remark("to")) == folder.open("sag-1").dossier.entries
    assert ("sag-1",) == folder.keys()


@pytest.mark.parametrize("step", ["mkstemp", "fsync", "chmod", "replace", "open"])
def test_what_cannot_be_saved_is_told_and_the_old_file_is_whole(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As SQLite does it: each call to the system fails in turn."""
    folder = DossierFolder(tmp_path)
    opened = folder.create("Sag 1", "da")
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.toml")}

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile if step == "mkstemp" else os, step, full)
    for attempt in (
        lambda: folder.change(opened, "facts", "nyt"),
        lambda: folder.save(OpenDossier(replace(opened.dossier, facts="nyt"), opened.revision)),
        lambda: folder.edit("sag-1", lambda dossier: dossier.add(Remark("nyt"))),
        lambda: folder.create("Sag 2", "da"),
    ):
        with pytest.raises(DossierError) as caught:
            attempt()
        assert ("system", "No space left on device") == (caught.value.fault.code, caught.value.fault.cause)
    monkeypatch.undo()
    assert before == {path.name: path.read_bytes() for path in tmp_path.glob("*.toml")}
    assert [] == [path.name for path in tmp_path.glob(".*") if path.name != ".lock"]


def test_four_processes_saving_at_once_lose_nothing(tmp_path: Path) -> None:
    folder = DossierFolder(tmp_path)
    folder.create("Sag 1", "da")
    context = multiprocessing.get_context("spawn")
    children = [context.Process(target=save_many, args=(tmp_path, name)) for name in "abcd"]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
    assert [0, 0, 0, 0] == [child.exitcode for child in children]
    keys = folder.keys()
    opened = [folder.open(key).dossier for key in keys]
    kept = {entry.text for dossier in opened for entry in dossier.entries if isinstance(entry, Remark)}
    assert {f"{name}{n}" for name in "abcd" for n in range(10)} == kept


@pytest.mark.parametrize("title", ["../../evil", "a/b", "☃", "", "con", "x" * 300, "Øst & Vest 🂡"])
def test_odd_titles_stay_inside_the_folder(title: str, tmp_path: Path) -> None:
    folder = DossierFolder(tmp_path / "dossiers")
    key = folder.create(title, "da").dossier.key
    assert folder.create(title, "da").dossier.key != key
    assert title == folder.open(key).dossier.title
    assert {tmp_path / "dossiers"} == {path.parent for path in tmp_path.rglob("*") if path.is_file()}


@pytest.mark.parametrize("key", ["../evil", "a/b", "", ".", "A", "a.toml"])
def test_a_key_from_an_address_is_never_a_path(key: str, tmp_path: Path) -> None:
    with pytest.raises(DossierError) as caught:
        DossierFolder(tmp_path).open(key)
    assert ("name", key) == (caught.value.fault.code, caught.value.fault.found)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff", "k.toml, line 1: byte 0xff is not UTF-8"),
        (b"title = ", "k.toml: cannot be read: Invalid value (at end of document)"),
        (b"format = 9", "k.toml: the file has format 9; this Lovbro reads format 1"),
        (b'format = 1\ntitle = "x"', "k.toml: the field language is missing"),
        (
            b'format = 1\ntitle = "x"\nlanguage = "da"\n[[entry]]\nkind = "note"',
            "k.toml, entry[1]: the field expression is missing",
        ),
    ],
)
def test_a_damaged_file_is_named(content: bytes, reason: str) -> None:
    with pytest.raises(DossierError) as caught:
        loads(content, "k")
    assert reason == fault_words(caught.value.fault, "en")


def test_a_file_from_before_the_score_opens_and_keeps_its_bytes() -> None:
    old = b"""# A dossier of Lovbro. Quotations carry a sum over their words: edit your own texts, not theirs.
format = 1
title = "Sag 1"
language = "da"
case = ""
event = ""
played = ""
committee = ""
question = ""
facts = "Nord pasade."
reasoning = ""
decision = ""
"""
    assert old == dumps(loads(old, "sag-1"))


def test_a_typed_score_is_kept_as_typed() -> None:
    score = TypedAdjustment("teams", "EW", "all", '60 % 4♠ S =\n40 % "-50"', "+50", "24", "-12", ("knockout",))
    dossier = Dossier("k", "t", "da", board="7", score=score)
    assert dossier == loads(dumps(dossier), "k")


def test_a_rule_and_a_part_of_it_are_one_quotation() -> None:
    """16 with 16A, whichever was taken first; the comment on the part is kept."""
    law, part = quote(library(), "da-2017", "16"), quote(library(), "da-2017", "16A")
    note, other = quote(library(), "da-2017", "16A#fn1"), quote(library(), "da-2017", "def:MELDING")
    assert (law,) == Dossier("k", "t", "da").add(law).add(part).add(note).entries
    remarked = Dossier("k", "t", "da").add(other).add(replace(part, comment="Se her")).add(Remark("x")).add(note)
    assert (other, replace(law, comment="Se her"), Remark("x")) == remarked.add(law).entries
    older = quote(library("Meldinger skal afgives i tur."), "da-2017", "16A")
    assert (law, older) == Dossier("k", "t", "da").add(law).add(older).entries, "other words are another quotation"
