"""A decision is published as a copy without names that a person has approved; nothing is public before that."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.main import main
from app.committee.publishing import BrokenCitationError, NamesLeftError, published_copy
from app.committee.register import IncomingFile, add, open_register
from app.reader import router
from app.reader.address import PUBLIC_VIEWS, PageState, address, read_state
from app.reader.context import ReaderServices
from corpus.alignment.fate import NumberFates
from corpus.precedents.decision import Decision
from corpus.precedents.folder import CaseFolder
from corpus.precedents.publication import LOG
from corpus.precedents.published import PublishedCases
from corpus.store import load_tables
from index.precedents.casebook import Casebook

TEXT = (
    "Sag: 09-AU-7\nSpilledato: 2009-02-01\n\nHændelsesforløb\n\nIb Lund tænkte, jf. § 16C, og Nord-Syd klagede.\n\n"
    "Afgørelse\n\nTL's kendelse ændres ikke, mener Eva Krag. § 16C er ikke overtrådt, jf. § 73C.\n"
)
NAMES = {"Ib Lund": "A", "Eva Krag": "et medlem af udvalget"}


@pytest.fixture
def library_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path))
    list(add([IncomingFile("lund.txt", TEXT.encode())], CaseFolder(tmp_path / "precedents")))
    return tmp_path


@pytest.fixture
def decision(library_folder: Path) -> Decision:
    return open_register(CaseFolder(library_folder / "precedents")).casebook.by_key["09-au-7"]


def test_a_decision_that_seems_to_name_people_is_not_published(decision: Decision) -> None:
    with pytest.raises(NamesLeftError) as refused:
        published_copy(decision, {"Ib Lund": "A"}, ())
    assert ("Eva Krag",) == refused.value.names
    assert published_copy(decision, {"Ib Lund": "A"}, {"Eva Krag"})


def test_the_copy_has_no_name_and_no_trace_of_the_file_and_each_citation_is_where_it_was(decision: Decision) -> None:
    copy = published_copy(decision, NAMES, ())
    everything = repr(copy)
    assert [] == [name for name in ("Lund", "Krag", decision.sha256) if name in everything]
    assert 3 == len(copy.citations)
    for one in copy.citations:
        assert one.printed == copy.sections[one.section].paragraphs[one.paragraph][one.start : one.end]
    assert [one.ids for one in decision.citations] == [one.ids for one in copy.citations]


def test_words_of_a_citation_are_never_replaced(decision: Decision) -> None:
    with pytest.raises(BrokenCitationError):
        published_copy(decision, {**NAMES, "16C": "X"}, ())


def test_publishing_and_withdrawing_is_kept_with_who_and_when(
    library_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = PublishedCases(library_folder / "published")
    assert 2 == main(["precedents", "publish", "09-AU-7", "--by", "R"])
    assert "Ib Lund, Eva Krag" in capsys.readouterr().err
    assert () == published.keys()
    replaced = [part for name, other in NAMES.items() for part in ("--replace", f"{name}={other}")]
    assert 0 == main(["precedents", "publish", "09-AU-7", "--by", "R", *replaced])
    assert ("09-au-7",) == published.keys()
    capsys.readouterr()
    assert 0 == main(["precedents", "published", "--json"])
    assert ["09-au-7"] == [one["key"] for one in json.loads(capsys.readouterr().out)["decisions"]]
    assert 0 == main(["precedents", "withdraw", "09-au-7", "--by", "S"])
    assert 2 == main(["precedents", "withdraw", "09-au-7", "--by", "S"])
    assert 2 == main(["precedents", "publish", "09-AU-7", "--by", "R", "--replace", "nonsense"])
    acts = [json.loads(line) for line in (library_folder / "published" / LOG).read_text("utf-8").splitlines()]
    assert [("R", "published", "09-au-7"), ("S", "withdrawn", "09-au-7")] == [
        (one["who"], one["act"], one["key"]) for one in acts
    ]
    assert "Lund" not in (library_folder / "published" / LOG).read_text("utf-8")


def test_a_damaged_file_is_left_out_and_named(library_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replaced = [part for name, other in NAMES.items() for part in ("--replace", f"{name}={other}")]
    assert 0 == main(["precedents", "publish", "09-AU-7", "--by", "R", *replaced])
    (library_folder / "published" / "broken.xml").write_bytes(b"<x")
    decisions, faults = PublishedCases(library_folder / "published").load()
    assert ["09-au-7"] == [one.key for one in decisions]
    assert ["broken.xml"] == [fault.file for fault in faults]
    assert 1 == main(["precedents", "published"])
    assert "broken.xml" in capsys.readouterr().err


def test_everybody_finds_a_published_decision_and_no_page_of_the_committee(
    services: ReaderServices, decision: Decision
) -> None:
    casebook = Casebook.of([published_copy(decision, NAMES, ())], NumberFates.of(load_tables(), services.library))
    public = replace(services, open_cases=lambda: casebook, views=PUBLIC_VIEWS)

    def page(**params: str) -> str:
        return str(router.page(public, read_state(params, public.library.registry, "da", public.views)).html)

    assert "09-AU-7" in page(view="precedents")
    assert "et medlem af udvalget" in page(view="precedents", case="09-au-7")
    assert "09-AU-7" in page(view="precedents", law="16D", by="da-2017")
    assert "09-AU-8" in page(view="precedents", case="09-AU-8")
    assert "view=precedents" in page(law="16D")
    assert "kind=statistics" in page(view="precedents")
    assert "Efter paragraf (2017)" in page(view="precedents", kind="statistics")
    for view in ("dossier", "procedure", "verify", "library"):
        assert "findes ikke" in page(view=view)
        state = PageState(view=view, ui="da")  # whoever makes the state
        assert router.page(public, state).title == router.page(public, PageState(view="home", ui="da")).title
    state = read_state({"view": "precedents"}, public.library.registry, "da", public.views)
    head = str(router.head(public, state))
    assert "view=precedents" in head
    assert "view=dossier" not in head + page(law="16")


def test_while_nothing_is_published_everybody_is_told_so_and_nobody_is_asked_to_fill_a_register(
    services: ReaderServices,
) -> None:
    public = replace(services, views=PUBLIC_VIEWS)
    for query in ({"view": "precedents"}, {"view": "refs", "law": "16C"}):
        html = str(router.page(public, read_state(query, public.library.registry, "da", public.views)).html)
        assert "Registret er tomt" not in html
        assert ("Ingen sager er offentliggjort endnu" in html) == (query["view"] == "precedents")


def test_the_open_decision_is_in_the_address(services: ReaderServices) -> None:
    state = read_state({"view": "precedents", "case": "09-au-7", "ui": "da"}, services.library.registry)
    assert "case=09-au-7" in address(state, services.library.registry)
    assert "case=" not in address(state.to(view="read"), services.library.registry)
