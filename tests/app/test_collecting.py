"""A provision is put into the open case from the text, once, and taken back again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app.i18n.words import UI_LANGUAGES, WORDS
from corpus.dossiers.dossier import Remark
from corpus.dossiers.folder import DossierFolder

SCRIPT = """
import streamlit as st
from app.views.collecting import collected
from tests.support.texts import all_texts
found = collected(all_texts(), {ui!r}, st.session_state.get("sent", ""))
st.json(dict(found))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DossierFolder:
    monkeypatch.setenv("LOVBRO_DOSSIERS", str(tmp_path / "dossiers"))
    return DossierFolder(tmp_path / "dossiers")


def page(ui: str = "da") -> AppTest:
    return AppTest.from_string(SCRIPT.format(ui=ui), default_timeout=180).run()


def send(opened: AppTest, do: str, place: str = "", turn: int = 0) -> str:
    opened.session_state["sent"] = json.dumps({"do": do, "key": "da-2017", "place": place, "turn": turn})
    opened.run()
    assert not opened.exception
    return str(json.loads(opened.json[0].value).get("html", ""))


def places(folder: DossierFolder, key: str) -> list[str]:
    return [quotation.place for quotation in folder.open(key).dossier.quotations]


def test_a_provision_is_put_in_once_and_taken_back(folder: DossierFolder) -> None:
    key = folder.create("Sag <1>", "da").dossier.key
    opened = page()
    html = send(opened, "add", "16B1", 1)
    assert "§ 16 B 1 er lagt i sagsmappen." in html
    assert "Sag &lt;1&gt; (1)" in html
    opened.run()
    assert ["16B1"] == places(folder, key), "the page runs again, the click does not"
    html = send(opened, "add", "16B1a", 2)
    assert "er der allerede" in html
    assert WORDS["da"]["collect_undo"] not in html, "it would take another quotation back"
    send(opened, "add", "16B", 3)
    assert ["16B"] == places(folder, key), "the wider rule holds the part"
    assert "Fortrudt." in send(opened, "undo", turn=4)
    assert ["16B1"] == places(folder, key)
    send(opened, "undo", turn=5)
    assert ["16B1"] == places(folder, key)


def test_what_another_has_changed_since_is_not_undone(folder: DossierFolder) -> None:
    key = folder.create("Sag", "da").dossier.key
    opened = page()
    send(opened, "add", "16B1", 1)
    folder.edit(key, lambda dossier: dossier.add(Remark("Ny")))
    assert WORDS["da"]["collect_changed"] in send(opened, "undo", turn=2)
    assert ["16B1"] == places(folder, key)


def test_without_a_case_or_with_several_nothing_is_collected(folder: DossierFolder) -> None:
    assert "" == send(page(), "add", "16B1", 1)
    keys = [folder.create(title, "da").dossier.key for title in ("Sag 1", "Sag 2")]
    opened = page()
    assert "" == send(opened, "add", "16B1", 1)
    assert [[], []] == [places(folder, key) for key in keys]
    opened.session_state["open_case"] = keys[1]
    send(opened, "add", "16B1", 2)
    assert [[], ["16B1"]] == [places(folder, key) for key in keys]


def test_what_is_put_in_where_there_is_no_case_begins_one(
    folder: DossierFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOVBRO_FEDERATION", "Danmarks Bridgeforbund")
    opened = page()
    html = send(opened, "put", "16C", 1)
    assert "§ 16 C er lagt i sagsmappen." in html
    (key,) = folder.keys()
    assert ["16C"] == places(folder, key)
    case = folder.open(key).dossier
    assert ("Ny sagsmappe", "Danmarks Bridgeforbund", "da") == (case.title, case.federation, case.language)
    assert "Ny sagsmappe (1)" in html
    send(opened, "put", "27B1", 2)
    assert (["16C", "27B1"], (key,)) == (places(folder, key), tuple(folder.keys()))


def test_of_several_cases_the_one_that_is_chosen_takes_what_was_to_be_put_in(folder: DossierFolder) -> None:
    keys = [folder.create(title, "da").dossier.key for title in ("Sag <1>", "Sag 2")]
    opened = page()
    html = send(opened, "put", "16C", 1)
    assert WORDS["da"]["desk_choose_case"] in html
    assert "Sag &lt;1&gt;" in html
    assert [[], []] == [places(folder, key) for key in keys]
    opened.run()
    assert "" == send(opened, "undo", turn=2), "who takes it back is asked no more"
    send(opened, "put", "16C", 3)
    opened.session_state["sent"] = json.dumps({"do": "into", "key": keys[1], "turn": 4})
    opened.run()
    assert "§ 16 C er lagt i sagsmappen." in json.loads(opened.json[0].value)["html"]
    opened.run()
    assert [[], ["16C"]] == [places(folder, key) for key in keys]


def test_of_several_cases_the_browsers_own_is_open_again(folder: DossierFolder) -> None:
    keys = [folder.create(title, "da").dossier.key for title in ("Sag 1", "Sag 2")]
    opened = page()
    for asked, shown in (("sag-9", ""), (keys[1], "Sag 2"), (keys[0], "Sag 2")):
        opened.session_state["sent"] = json.dumps({"do": "open", "key": asked})
        opened.run()
        assert shown in str(json.loads(opened.json[0].value).get("html", "")), "what this window has open stays"
        assert bool(shown) == ("html" in json.loads(opened.json[0].value))
    send(opened, "add", "16B1", 1)
    assert [[], ["16B1"]] == [places(folder, key) for key in keys]


@pytest.mark.parametrize("at", ['"key": "x", "place": "16"', '"key": "da-2017", "place": "999"', '"turn": 1'])
def test_no_case_is_begun_for_a_place_that_there_is_not(folder: DossierFolder, at: str) -> None:
    opened = page()
    opened.session_state["sent"] = f'{{"do": "put", {at}}}'
    opened.run()
    assert not opened.exception
    assert [] == list(folder.keys())


def test_a_case_that_was_taken_away_is_not_begun_again_by_the_old_click(folder: DossierFolder, tmp_path: Path) -> None:
    opened = page()
    send(opened, "put", "16C", 1)
    for file in (tmp_path / "dossiers").glob("*.toml"):
        file.unlink()
    opened.run()
    assert [] == list(folder.keys())


@pytest.mark.parametrize("sent", ["", "[]", "{", '{"do": "add"}', '{"do": "add", "key": "x", "place": "16"}',
                                  '{"do": "add", "key": "da-2017", "place": "999"}'])  # fmt: skip
def test_a_message_that_means_nothing_changes_nothing(folder: DossierFolder, sent: str) -> None:
    key = folder.create("Sag", "da").dossier.key
    opened = page()
    opened.session_state["sent"] = sent
    opened.run()
    assert not opened.exception
    assert [] == places(folder, key)


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_drawer_speaks_every_language(folder: DossierFolder, ui: str) -> None:
    folder.create("Sag", "da")
    html = send(page(ui), "add", "16B1", 1)
    assert WORDS[ui]["collect_open"] in html
    assert WORDS[ui]["collect_undo"] in html
