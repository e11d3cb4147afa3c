"""Words typed into a case reach its file, whichever run of the page they meet."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from app.views import case_saving, kept_fields
from app.views.case_saving import CaseSaver
from app.views.kept_fields import KeptFields, SaveStatus
from corpus.dossiers.folder import DossierFolder


class OvertakenError(BaseException):
    """What Streamlit raises in a run that a newer one has overtaken."""


class Page:
    """Streamlit as far as a field needs it: ``typed`` is in the box, ``overtaken`` ends the run at the state."""

    def __init__(self) -> None:
        self.typed = ""
        self.overtaken = False
        self.errors: list[str] = []
        self.state: dict[str, Any] = {}
        self.callback: Callable[[], None] | None = None

    @property
    def session_state(self) -> Any:
        if self.overtaken:
            raise OvertakenError
        return self.state

    def text_area(self, label: str, value: str, key: str, on_change: Callable[[], None]) -> str:
        self.state.setdefault(key, value)
        if self.typed:
            self.state[key] = self.typed
        self.callback = on_change
        return str(self.state[key])

    text_input = text_area

    def container(self) -> AbstractContextManager[None]:
        return nullcontext()

    def error(self, words: str) -> None:
        self.errors.append(words)

    def button(self, *_: Any, **__: Any) -> None:
        pass


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    made = Page()
    monkeypatch.setattr(kept_fields, "st", made)
    return made


def test_words_that_had_no_callback_of_their_own_are_saved_when_the_field_is_drawn(page: Page) -> None:
    saved: list[str] = []
    fields = KeptFields("sag", lambda: "refused", "again")
    page.typed = "Nord passede."
    fields.text("facts", "Facts", "", lambda words: not saved.append(words))  # type: ignore[func-returns-value]
    assert ["Nord passede."] == saved
    assert [] == page.errors


def test_words_that_cannot_be_saved_are_said_to_be_unsaved(page: Page) -> None:
    page.typed = "Nord passede."
    KeptFields("sag", lambda: "refused", "again").text("facts", "Facts", "", lambda _: False)
    assert ["refused"] == page.errors


def test_a_field_that_was_away_begins_with_what_the_case_has_now(page: Page) -> None:
    saved: list[str] = []
    fields = KeptFields("sag", lambda: "", "")
    fields.text("facts", "Facts", "N", lambda words: bool(saved.append(words)))  # type: ignore[func-returns-value]
    page.state["sag:facts:shown"].known = "Nord passede."  # typed and saved since
    del page.state["typed_sag_facts_0"]  # Streamlit forgets a field that is not drawn
    fields.text("facts", "Facts", "Nord passede.", lambda words: bool(saved.append(words)))  # type: ignore[func-returns-value]
    assert ([], "Nord passede.") == (saved, page.state["typed_sag_facts_1"])


def test_a_field_that_shows_another_windows_words_does_not_put_the_old_ones_back(page: Page) -> None:
    saved: list[str] = []
    fields = KeptFields("sag", lambda: "", "")
    fields.text("facts", "Facts", "N", lambda words: bool(saved.append(words)))  # type: ignore[func-returns-value]
    late = page.callback
    fields.text("facts", "Facts", "Nord", lambda words: bool(saved.append(words)))  # type: ignore[func-returns-value]
    assert late
    late()  # the browser hands in the field as it was
    assert [] == saved


def test_words_that_a_button_made_are_shown_and_not_taken_back_by_the_empty_field(page: Page) -> None:
    status, file = kept_fields.save_status(), [""]

    def save(words: str) -> bool:
        file[0] = status.written["sag", "replacements"] = words
        return True

    fields = KeptFields("sag", lambda: "", "")
    fields.text("replacements", "Names", file[0], save)
    fields.put("replacements", "Ib Lund = A", save)
    fields.text("replacements", "Names", file[0], save)
    assert ("Ib Lund = A", "Ib Lund = A") == (file[0], page.state["typed_sag_replacements_1"])


def test_a_run_that_newer_words_have_overtaken_saves_no_older_ones(page: Page) -> None:
    saved: list[str] = []
    KeptFields("sag", lambda: "", "").text("facts", "Facts", "", lambda words: bool(saved.append(words)))  # type: ignore[func-returns-value]
    page.overtaken = True
    assert page.callback
    with pytest.raises(OvertakenError):
        page.callback()
    assert [] == saved


def test_words_saved_before_the_page_is_drawn_again_make_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs of one window, the second with newer words, and another window that writes elsewhere."""
    status = SaveStatus()
    monkeypatch.setattr(case_saving, "save_status", lambda: status)
    folder = DossierFolder(tmp_path)
    opened = folder.create("Sag", "da")
    form = CaseSaver(folder, opened, "da")
    other = CaseSaver(folder, opened, "da")
    for words in ("N", "Nord", "Nord passede."):
        assert form.save("facts", words)
        assert other.save("question", words)
    assert (opened.dossier.key,) == folder.keys()
    found = folder.open(opened.dossier.key).dossier
    assert ("Nord passede.", "Nord passede.") == (found.facts, found.question)


def test_two_runs_of_one_window_are_no_two_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = SaveStatus()
    monkeypatch.setattr(case_saving, "save_status", lambda: status)
    folder = DossierFolder(tmp_path)
    opened = folder.create("Sag", "da")
    older, newer = (CaseSaver(folder, opened, "da") for _ in range(2))
    for form, words in ((older, "N"), (newer, "Nord"), (older, "Nord passede.")):
        assert form.save("facts", words)
    assert (opened.dossier.key,) == folder.keys()
    assert "Nord passede." == folder.open(opened.dossier.key).dossier.facts


def test_a_copy_that_a_conflict_made_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = SaveStatus()
    monkeypatch.setattr(case_saving, "save_status", lambda: status)
    folder = DossierFolder(tmp_path)
    opened = folder.create("Sag", "da")
    form = CaseSaver(folder, opened, "da")
    folder.change(opened, "facts", "Syd passede.")
    for words in ("N", "Nord", "Nord passede."):
        form.save("facts", words)
    keys = folder.keys()
    assert 2 == len(keys)
    assert {"Syd passede.", "Nord passede."} == {folder.open(key).dossier.facts for key in keys}
    assert status.chosen in keys


def test_what_is_opened_next_is_left_to_the_next_run_where_that_overtakes_this_one() -> None:
    status = SaveStatus(chosen="sag")
    with pytest.raises(OvertakenError), status.opening():
        raise OvertakenError
    with status.opening() as opened:
        pass
    assert ("sag", "") == (opened, status.chosen)


def test_a_case_that_cannot_be_shown_is_not_opened_again_and_again() -> None:
    status = SaveStatus(chosen="sag")
    with pytest.raises(ValueError, match="damaged"), status.opening():
        raise ValueError("damaged")
    assert not status.chosen


def test_that_a_copy_was_made_is_told_until_it_can_have_been_read(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0
    monkeypatch.setattr("app.views.kept_fields.time.monotonic", lambda: clock)
    status = SaveStatus()
    assert status.told() == ""
    status.tell("A copy was made.")
    clock += 5  # some saves later, each of which draws the page anew
    assert ["A copy was made."] * 2 == [status.told(), status.told()]
    clock += 60
    assert status.told() == ""


def test_two_runs_that_save_at_once_take_turns(page: Page) -> None:
    inside, most = 0, 0

    def save(words: str) -> bool:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        threading.Event().wait(0.02)
        inside -= 1
        return False

    KeptFields("sag", lambda: "", "").text("facts", "Facts", "", save)
    page.state["typed_sag_facts_0"] = "Nord"
    assert page.callback
    runs = [threading.Thread(target=page.callback) for _ in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert 1 == most
