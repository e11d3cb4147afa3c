"""The pages of one's own library as they ask: the same functions, refusals and decisions as the command."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.applications import Starlette

from app.build.addition import add_again, add_text
from app.build.description import TextDescription, entry_of
from app.cli.main import main
from app.i18n.errors import document_words
from app.i18n.words import UI_LANGUAGES, words
from app.publish.services import stored_services
from app.reader import router
from app.reader.address import read_state
from app.views.workshop_routes import PATHS, workshop_routes
from app.workshop import differences
from app.workshop.jobs import JobStage
from app.workshop.limits import MOST_BYTES
from app.workshop.requests import ANSWERS, JOBS, WorkshopRequest, answered
from app.workshop.tables import table, text_name
from app.workshop.texts import steps_back, take_in, work_titles
from corpus import store
from corpus.alignment.review import ReviewError
from corpus.own_readings import KeptReading, OpenQuestion, ReadParagraph
from corpus.own_texts import ALIGNED, OwnTexts
from parser.documents.stream import RefusedDocumentError
from parser.recognition.account import QuestionCode, UseKind, UseReason
from tests.app.test_own_texts import BOOK
from tests.support.web import sent_by

NB = TextDescription("laws", "2017", "nb", "Lover 2017", owner="NBF")
FORM = {"work": "laws", "edition": "2017", "language": "nb", "title": "Lover 2017"}


def _asked(name: str, key: str = "nb-2017", ui: Any = "en", **body: Any) -> dict[str, Any]:
    status, found = answered(name, WorkshopRequest(ui, {"key": key}, body))
    assert 200 == status, found
    return found


def _added(text: str = BOOK) -> None:
    add_text([("lov.txt", text.encode())], entry_of(NB))


def test_every_question_of_the_page_has_an_address_and_an_answer() -> None:
    assert ANSWERS.keys() == PATHS.keys()


def test_one_answer_holds_at_every_place_that_a_question_names(own: OwnTexts) -> None:
    """A line that stands below each law is answered once; a number can be at one place only."""
    names = ("Kort", "Mapper", "Borde", "Makkere", "Giv", "Stik")
    laws = (f"§ {n}. {name}\n\nA. {name} er et.\n\nTil toppen af siden" for n, name in enumerate(names, 1))
    _added("\n\n".join(laws))
    (question,) = (one for one in _asked("outline")["questions"] if one["code"] == "repeated")
    row, places = question["row"], {question["row"], *question["alike"]}
    asked = {"row": row, "reason": "menu", "everywhere": "1"}
    status, refused = answered("decide", WorkshopRequest("en", {"key": "nb-2017"}, {**asked, "reading": "1A2"}))
    assert (422, True) == (status, "1A2" in refused["refused"])
    assert {str(one) for one in places} == _asked("decide", **asked, reading="noise")["decisions"].keys()
    assert not _asked("undecide", row=row, everywhere="1")["decisions"]
    main(["library", "decide", "nb-2017", str(row), "noise", "--reason", "menu", "--everywhere"])
    assert not any("toppen" in one.text for one in store.load_library()["nb-2017"].walk())


def test_headings_are_told_at_every_place_by_their_own_numbers(own: OwnTexts) -> None:
    reading = KeptReading(
        tuple(
            ReadParagraph("lov.txt", 0, n, f"{letter}. Kort", "text", "item", f"1{letter}")
            for n, letter in ((1, "A"), (2, "B"))
        ),
        (OpenQuestion(0, "heading-lost", "1A", ("1A heading",), (1,)),),
    )
    assert ["1A heading", "1B heading"] == [one.reading for one in reading.everywhere(0, "1A heading", "set")]


def test_works_and_texts_are_called_by_their_titles_and_no_one_thing_is_many() -> None:
    assert "DBf's turneringsbestemmelser 2008" == dict(work_titles(store.shipped_registry()))["dbf"]
    entry = store.shipped_registry()["sv-2017"]
    assert (entry.short, entry.title) == (text_name(entry), text_name(replace(entry, short=entry.key)))
    tracked = RefusedDocumentError("tracked", "lov.docx", cause="Bo", count=1)
    assert "1 tracked changes" not in document_words(tracked, "en")


def test_what_was_decided_at_all_places_of_a_question_is_taken_back_as_one() -> None:
    reading = KeptReading(
        tuple(ReadParagraph("x", 0, n, words, "text", "", "1A") for n, words in enumerate(("Ens", "To", "Ens"))),
        (OpenQuestion(0, "repeated", "noise", (), (2,)), OpenQuestion(1, "gap", "1A", ())),
        (),
    )
    all_ = reading.everywhere(0, "noise", "hoved")
    one = reading.decision(1, "text", "hoved")
    assert [{"row": 0, "alike": [2]}, {"row": 1, "alike": []}] == steps_back(reading, (*all_, one))
    assert [{"row": 1, "alike": []}, {"row": 0, "alike": []}] == steps_back(reading, (one, all_[0]))


def test_a_question_is_decided_on_the_page_read_in_and_nothing_is_left(own: OwnTexts) -> None:
    """What is open comes with its place and the likely reading; a decision is saved before it is read in."""
    _added()
    (text,) = _asked("texts")["texts"]
    assert ("questions", 1, "NBF") == (text["state"], text["open"], text["owner"])
    page = _asked("outline")
    (question,) = page["questions"]
    row = page["rows"][question["row"]]
    assert ("gap", "1A2c", "c. klør.") == (question["code"], question["likely"], row["words"])
    assert BOOK.splitlines().index("c. klør.") + 1 == row["line"]
    decided = _asked("decide", row=question["row"], reading="1A2b", reason="trykfejl")
    assert {str(question["row"]): {"reading": "1A2b", "reason": "trykfejl"}} == decided["decisions"]
    assert "unread" == _asked("texts")["texts"][0]["state"]
    assert "1A2c" in {str(one.id) for one in store.load_library()["nb-2017"].walk()}
    add_again("nb-2017", [])
    assert [] == _asked("outline")["questions"]
    assert "whole" == _asked("texts")["texts"][0]["state"]
    assert {"1A2a", "1A2b"} <= {str(one.id) for one in store.load_library()["nb-2017"].walk()}


def test_a_decision_taken_back_asks_again_and_two_windows_lose_none(own: OwnTexts) -> None:
    _added(BOOK.replace("a. ruder", "b. ruder").replace("§ 3. Stik", "§ 3. Stik\n\nD. Forhånd"))
    rows = [question["row"] for question in _asked("outline")["questions"]]
    assert 2 <= len(rows)
    for row in rows[:2]:
        _asked("decide", row=row, reading="text", reason="set på papiret")
    assert 2 == len(own.decisions("nb-2017"))
    assert rows[:2] == [one["row"] for one in _asked("outline")["made"]], "also for a page that is opened now"
    _asked("decide", row=rows[0], reading="text", reason="læst igen")
    assert [rows[1], rows[0]] == [one["row"] for one in _asked("outline")["made"]]
    left = _asked("undecide", row=rows[0])["decisions"]
    assert [str(rows[1])] == list(left)
    assert 0 == main(["library", "check"])


def test_a_paragraph_that_nobody_asked_about_can_be_taken_out_with_a_reason(own: OwnTexts) -> None:
    _added(BOOK.replace("§ 2. Makkere", "Side 7 af 90\n\n§ 2. Makkere"))
    page = _asked("outline")
    row = next(n for n, one in enumerate(page["rows"]) if one["words"] == "Side 7 af 90")
    _asked("decide", row=row, reading="noise", reason="sidetal")
    add_again("nb-2017", [])
    assert ("noise", "decided") == tuple(_asked("outline")["rows"][row][name] for name in ("kind", "reason"))
    assert "Side 7" not in " ".join(one.text for one in store.load_library()["nb-2017"].walk())


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("lov.exe.docx", b"MZ\x90\x00 no zip"),
        ("tom.docx", b""),
        ("hemmelig.docx", b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")),
        ("uden.txt", b"intet er nummereret"),
    ],
)
def test_a_refused_file_has_the_same_sentence_on_the_page_as_in_the_command(
    own: OwnTexts, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    options = ("--work", "laws", "--edition", "2017", "--language", "nb", "--title", "Lover")
    assert 2 == main(["add", str(tmp_path / name), *options])
    said = capsys.readouterr().err.strip().removeprefix("lovbro: ")
    status, started = answered("add", WorkshopRequest("en", {}, FORM, [(name, content)]))
    assert 200 == status
    job = JOBS.job(started["job"])
    assert job is not None
    assert job.finished.wait(60)
    _, found = answered("job", WorkshopRequest("en", {"number": str(started["job"])}))
    assert (said, "done") == (found["refused"], found["stage"])
    assert not own.path.exists()


def test_what_is_described_wrong_is_refused_before_anything_is_read(own: OwnTexts) -> None:
    for wrong in ({"edition": "ny"}, {"title": " "}, {"key": "da-2017"}, {"consent_by": "NBF"}, {"work": "../x"}):
        status, found = answered("add", WorkshopRequest("da", {}, {**FORM, **wrong}, [("lov.txt", BOOK.encode())]))
        assert (422, True) == (status, bool(found["refused"])), wrong
    assert 422 == answered("add", WorkshopRequest("da", {}, FORM, [("bog/stil.css", b"x")]))[0]
    assert not own.path.exists()


def test_a_text_of_ones_own_is_replaced_only_when_that_was_said(own: OwnTexts) -> None:
    _added()
    status, found = answered("add", WorkshopRequest("da", {}, FORM, [("lov.txt", BOOK.encode())]))
    assert (409, True) == (status, "nb-2017" in found["refused"])


def test_a_damaged_text_is_named_in_the_list_and_can_be_removed(own: OwnTexts) -> None:
    _added()
    file = own.path / "texts" / "nb-2017" / "akn.xml"
    file.write_bytes(file.read_bytes().replace(b"52 kort", b"53 kort"))
    (text,) = _asked("texts")["texts"]
    assert ("damaged", True) == (text["state"], "akn.xml" in text["fault"])
    assert 422 == answered("outline", WorkshopRequest("en", {"key": "nb-2017"}))[0]
    _asked("remove")
    assert [] == _asked("texts")["texts"]


def test_an_upload_larger_than_the_limit_is_refused_before_it_is_read() -> None:
    app = Starlette(routes=workshop_routes())
    found = sent_by(app, "/own/texts?ui=sv", "POST", content_length=str(MOST_BYTES + 1))
    assert (413, words("sv")["own_too_large"].format(limit=MOST_BYTES // 1_000_000)) == (
        found.status,
        json.loads(found.text)["refused"],
    )
    assert 411 == sent_by(app, "/own/texts", "POST").status
    assert 400 == sent_by(app, "/own/texts/nb-2017/decide", "POST", content_length="5").status


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_what_a_paragraph_is_and_why_has_words(ui: Any) -> None:
    stages = [one for part in get_args(JobStage) for one in (get_args(part) or (part,))]
    wanted = [f"own_use_{kind}" for kind in get_args(UseKind)] + [f"own_why_{why}" for why in get_args(UseReason)]
    wanted += [f"own_ask_{code}" for code in get_args(QuestionCode)] + [f"own_job_{stage}" for stage in stages]
    assert [] == [key for key in wanted if key not in words(ui)]


def test_a_law_book_with_a_long_title_is_called_as_the_shipped_ones_are() -> None:
    title = "Love for turneringsbridge, udgaven fra 2027"
    text = TextDescription("laws", "2027", "da", title)
    assert "Dansk 2027" == entry_of(text).short
    assert "min-lov" == entry_of(replace(text, key="min-lov")).short, "its own name tells two of one edition apart"
    assert "Lover 2017" == entry_of(NB).short


def test_a_table_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(ReviewError, match=r"1900-1901.*2007-2017"):
        table("1900-1901", "nb")


def test_a_text_opens_at_the_first_law_that_it_has_and_differences_are_listed_before_it_is_aligned(
    own: OwnTexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a book in which law 1 is not, law 1 opened as an empty column; a reviewed row of a table makes the alignment
    stale, and the list of differences told a law secretary to run a command."""
    _added("§ 27. Bud\n\nA. Et bud er et bud.\n\n§ 28. Pas\n\nA. Pas er pas.")
    assert ["27", "27"] == [_asked("texts")["texts"][0]["first"], _asked("outline")["first"]]
    (own.path / ALIGNED).unlink()
    monkeypatch.setattr(differences, "load_findings", lambda *_: ())
    assert [] == _asked("pairs")["pairs"]
    differences._compared.cache_clear()


def test_a_part_of_a_book_is_no_column_beside_a_law_that_it_has_nothing_of(own: OwnTexts) -> None:
    """It is one where it has the law, named by its title beside the other Danish one, and where it is asked for."""
    text = TextDescription("laws", "2017", "da", "Klubbens love", "da-2017-own", owner="Klubben")
    take_in([("lov.txt", "§ 27. Bud\n\nA. Et bud er et bud.".encode())], text, False, lambda stage: None)
    services = stored_services()

    def heads(asked: dict[str, str]) -> list[str]:
        state = read_state({**asked, "ui": "da"}, services.library.registry)
        html = router.page(services, state).html
        return re.findall(r'data-key="([^"]+)"', html.partition('class="row head"')[2].partition('class="by"')[0])

    key = entry_of(text).key
    assert key not in heads({"law": "16"})
    assert key in heads({"law": "27"})
    assert key in heads({"law": "16", "in": f"da-2017,{key}"})
    state = read_state({"law": "27", "ui": "da"}, services.library.registry)
    assert " 2017 · Klubbens love" in router.page(services, state).html
