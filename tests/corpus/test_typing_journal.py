"""What a window typed and could not save is in the case when it is opened next, and writes over nobody's words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpus.dossiers.dossier import Dossier, PartyView, PolledPlayer, Quotation, Remark
from corpus.dossiers.fields import NoSuchFieldError, entry_row, value_at, with_value
from corpus.dossiers.folder import DossierError, DossierFolder
from corpus.dossiers.typing_journal import DAMAGED, TYPED_FOLDER, TypedWords, TypingJournal
from corpus.model import Lines

ONE, OTHER = "1" * 16, "2" * 16


@pytest.fixture
def folder(tmp_path: Path) -> DossierFolder:
    made = DossierFolder(tmp_path)
    made.create("Sag", "da")
    return made


def gone(_: str) -> bool:
    return False


def journals(folder: DossierFolder) -> list[str]:
    return sorted(path.name for path in (folder.place / TYPED_FOLDER).glob("*"))


def quotation(place: str) -> Quotation:
    return Quotation("provision", "da-2017", place, "2017", "", "", place, "", Lines("w", 1, 1), (), "00")


def test_words_of_a_window_that_is_gone_are_in_the_case_when_it_is_opened(folder: DossierFolder) -> None:
    journal = TypingJournal(folder)
    for words in ("N", "No", "Nord passede"):
        journal.keep("sag", ONE, TypedWords("facts", "", words))
    journal.keep("sag", OTHER, TypedWords("times-published", "", "14:30"))
    assert {"facts", "times-published"} == set(journal.recover("sag", gone).fields)
    kept = folder.open("sag").dossier
    assert ("Nord passede", "14:30") == (kept.facts, kept.times.published)
    assert ([], ("sag",)) == (journals(folder), folder.keys())


def test_more_than_could_be_read_again_is_refused_and_what_is_kept_stays(
    folder: DossierFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, many = TypingJournal(folder), "a whole book " * 100
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord"))
    monkeypatch.setattr("corpus.dossiers.folder.LARGEST", 1000)
    monkeypatch.setattr("corpus.dossiers.typing_journal.LARGEST", 1000)
    with pytest.raises(DossierError, match="large"):
        journal.keep("sag", ONE, TypedWords("facts", "", many))
    with pytest.raises(DossierError, match="large"):
        folder.edit("sag", lambda dossier: with_value(dossier, "facts", many))
    assert ("facts",) == journal.recover("sag", gone).fields
    assert "Nord" == folder.open("sag").dossier.facts


def test_a_window_that_is_open_keeps_its_journal(folder: DossierFolder) -> None:
    journal = TypingJournal(folder)
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord"))
    assert () == journal.recover("sag", lambda window: window == ONE).fields
    assert [f"sag.{ONE}.json"] == journals(folder)
    assert "" == folder.open("sag").dossier.facts


def test_words_that_the_case_has_need_no_journal(folder: DossierFolder) -> None:
    journal, opened = TypingJournal(folder), folder.open("sag")
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord"))
    saved = folder.change(opened, "facts", "Nord", saved=lambda: journal.settle("sag", ONE, "facts", "Nord"))
    assert [] == journals(folder)
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord passede"), written="Nord")
    folder.change(opened, "question", "?")
    assert ("facts",) == journal.recover("sag", gone).fields
    kept = folder.open("sag").dossier
    assert ("Nord passede", "?", "") == (kept.facts, kept.question, saved.conflict)


def test_what_another_window_wrote_meanwhile_stays_and_the_words_are_in_a_copy(folder: DossierFolder) -> None:
    journal = TypingJournal(folder)
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord passede"))
    folder.change(folder.open("sag"), "facts", "Syd doblede")
    (copy,) = journal.recover("sag", gone).copies
    assert ("Syd doblede", "Nord passede") == tuple(folder.open(key).dossier.facts for key in ("sag", copy))


def test_words_that_hold_all_that_the_file_has_make_no_copy(folder: DossierFolder) -> None:
    """The server died between a save and the word that it was done."""
    journal = TypingJournal(folder)
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord passede i tur"))
    folder.change(folder.open("sag"), "facts", "Nord passede")
    assert ((), ("facts",)) == ((found := journal.recover("sag", gone)).copies, found.fields)
    assert "Nord passede i tur" == folder.open("sag").dossier.facts


def test_words_of_a_row_that_another_took_away_are_a_remark_in_a_copy(folder: DossierFolder) -> None:
    journal = TypingJournal(folder)
    folder.change(folder.open("sag"), "views", (PartyView("Nord", ""),))
    journal.keep("sag", ONE, TypedWords("views-0-text", "", "Øst tøvede"))
    folder.change(folder.open("sag"), "views", ())
    (copy,) = journal.recover("sag", gone).copies
    assert (Remark("Øst tøvede"),) == folder.open(copy).dossier.entries
    assert () == folder.open("sag").dossier.entries


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b'{"format": 9, "typed": []}', b'{"format": 1}'])
def test_a_damaged_journal_is_named_and_put_aside_and_the_others_are_taken_in(
    folder: DossierFolder, content: bytes
) -> None:
    journal = TypingJournal(folder)
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord"))
    (folder.place / TYPED_FOLDER / f"sag.{OTHER}.json").write_bytes(content)
    for _ in range(2):
        found = journal.recover("sag", gone)
        assert [f"{TYPED_FOLDER}/sag.{OTHER}.json{DAMAGED}"] == [fault.file for fault in found.faults]
    assert "Nord" == folder.open("sag").dossier.facts
    assert content == (folder.place / TYPED_FOLDER / f"sag.{OTHER}.json{DAMAGED}").read_bytes()


def test_journals_stay_while_the_case_cannot_be_read(folder: DossierFolder) -> None:
    journal = TypingJournal(folder)
    journal.keep("sag", ONE, TypedWords("facts", "", "Nord"))
    (folder.place / "sag.toml").write_bytes(b"\xff")
    with pytest.raises(DossierError):
        journal.recover("sag", gone)
    assert [f"sag.{ONE}.json"] == journals(folder)


@pytest.mark.parametrize(("key", "window"), [("../sag", ONE), ("sag", "../x"), ("sag", "x"), ("", ONE), ("sag/x", ONE)])
def test_no_name_leads_out_of_the_folder(folder: DossierFolder, key: str, window: str) -> None:
    with pytest.raises(DossierError):
        TypingJournal(folder).keep(key, window, TypedWords("facts", "", "x"))
    assert [] == journals(folder)


def test_a_case_is_not_given_the_words_of_one_whose_name_begins_alike(folder: DossierFolder) -> None:
    journal = TypingJournal(folder)
    folder.create("Sag 2", "da")
    journal.keep("sag-2", ONE, TypedWords("facts", "", "Nord"))
    assert () == journal.recover("sag", gone).fields
    assert ("facts",) == journal.recover("sag-2", gone).fields


def test_what_was_typed_and_deleted_leaves_no_journal(folder: DossierFolder) -> None:
    journal = TypingJournal(folder)
    for words in ("N", ""):
        journal.keep("sag", ONE, TypedWords("facts", "", words))
    assert [] == journals(folder)


def test_a_comment_finds_its_quotation_after_another_has_moved_it(folder: DossierFolder) -> None:
    entries = (quotation("16"), quotation("27"))
    dossier = Dossier("sag", "Sag", "da", entries=entries, poll=(PolledPlayer(),))
    row = entry_row(entries, 0)
    moved = with_value(dossier.move(0, 1), f"entries-{row}-comment", "vigtig")
    assert ["", "vigtig"] == [one.comment for one in moved.quotations]
    assert "2" == with_value(dossier, "poll-0-hand", "2").poll[0].hand


@pytest.mark.parametrize(
    "name", ["key", "none", "poll-1-hand", "poll-0-none", "times-none", "entries-x-comment", "-", ""]
)
def test_no_other_field_is_read_or_written(name: str) -> None:
    dossier = Dossier("sag", "Sag", "da", poll=(PolledPlayer(),))
    with pytest.raises(NoSuchFieldError):
        value_at(dossier, name)
    with pytest.raises(NoSuchFieldError):
        with_value(dossier, name, "x")


def test_a_journal_holds_values_alone(folder: DossierFolder) -> None:
    TypingJournal(folder).keep("sag", ONE, TypedWords("facts", "", "Nord “æøå” ♠"))
    (path,) = (folder.place / TYPED_FOLDER).glob("*.json")
    expected = {"format": 1, "typed": [{"field": "facts", "before": "", "words": "Nord “æøå” ♠"}]}
    assert expected == json.loads(path.read_text("utf-8"))
