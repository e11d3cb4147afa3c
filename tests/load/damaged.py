"""``python -m tests.load.damaged 1000 [folder]``: so many damaged files in each folder of a library, one at a time.

Each time the pages that need the file open and name it, or read what is left of it, and the page of the file beside it
opens without a word about it. Printed is how often which happened. A folder with several kinds of file takes turns.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from app.build import addition, products
from app.build.description import TextDescription, entry_of
from app.build.new_edition import table_folder
from app.build.search_index import open_search
from app.committee.register import IncomingFile, add
from app.publish.services import open_services
from app.reader.address import PUBLIC_VIEWS
from app.reader.context import ReaderServices
from app.workshop.requests import WorkshopRequest, answered
from corpus.alignment.review import ReviewDecision
from corpus.dossiers.dossier import TypedAdjustment
from corpus.dossiers.folder import DossierFolder
from corpus.dossiers.typing_journal import TypedWords, TypingJournal
from corpus.files import write_atomic
from corpus.own_judgements import save_judgement
from corpus.own_texts import OwnTexts, ReadingDecision
from corpus.precedents.corrections import CORRECTIONS, Corrections, FieldCorrection
from corpus.precedents.decision import Decision
from corpus.precedents.folder import JUDGMENT, CaseFolder
from corpus.precedents.judgment_xml import decision_xml
from index.precedents.casebook import Casebook
from index.precedents.index_file import index_beside
from tests.support.mutations import SEED, damaged_text, damaged_xml
from tests.support.texts import all_texts

VIEW = """
from app.views import dossier, precedents
from tests.support.texts import all_texts
{call}
"""
MAIN = """
import streamlit as st
from app.views import {module}
st.query_params.from_dict({address})
{before}
{module}.run()
"""
SIGNED_IN = """
from corpus.committees import SignedInPerson
hosted_view._person = lambda: SignedInPerson("7", "rita@example.org", "Rita")
"""
PUBLIC = """
from app.views import public_services
from tests.load.damaged import everybody
public_view.everybodys_services = lambda: everybody(public_services._published)
"""
DECISION = "Sag: 09-AU-{}\nSpilledato: 2009-03-01\n\nAfgørelse: Kendelsen opretholdes, jf. § 16B.\n"
COMMITTEES = """
[[committee]]
key = "appeal"
name = "Appelkomiteen"
member = [{ email = "rita@example.org", role = "reader" }]
"""
TABLE = "law_2017,law_2027,place,content,note,note_da,note_nb,note_sv\n16,16B,moved,same,,,,\n17,17,same,same,,,,\n"
Page = Callable[[], str]
"""What a page says is wrong; AssertionError where it does not open."""


@dataclass(frozen=True)
class Damaged:
    """The files of a folder that are damaged, what the ``pages`` that need one call it, and the page beside them."""

    home: Path  # everything in it is put back after each file, and nothing outside is touched
    name: str
    files: tuple[Path, ...]
    pages: tuple[Page, ...]
    beside: Page


def library(home: Path) -> dict[str, Damaged]:
    """A library with two of everything, by the folder of the files that are damaged."""
    return {**_cases(home), **_decisions(home), **_own_texts(home), **_committees(home)}


def _cases(home: Path) -> dict[str, Damaged]:
    folder = DossierFolder(home / "dossiers")
    for title in ("Sag 1", "Sag 2"):
        opened = folder.create(title, "da")
        folder.change(opened, "score", TypedAdjustment("teams", "NS", outcomes="4♠ S ="))
    TypingJournal(folder).keep("sag-1", "0" * 16, TypedWords("facts", "", "Nord meldte."))
    (journal,) = (home / "dossiers" / ".typed").glob("*")
    one, other = (_view(f"dossier.show(all_texts(), 'da', {{'dossier': 'sag-{n}'}})") for n in (1, 2))
    return {
        "typed words": Damaged(home, "sag-1", (journal,), (one,), other),
        "dossiers": Damaged(home, "sag-1", (home / "dossiers" / "sag-1.toml",), (one,), other),
    }


def _decisions(home: Path) -> dict[str, Damaged]:
    folder = CaseFolder(home / "precedents")
    files = [IncomingFile(f"{n}.txt", DECISION.format(n).encode()) for n in (1, 2)]
    assert all(one.fate == "added" for one in add(files, folder))
    case = folder.read("09-au-1")
    assert isinstance(case, Decision)
    folder.correct(replace(case, event="Cup"), Corrections((FieldCorrection("event", "Cup", ""),)))
    for number in (1, 2):
        write_atomic(home / "published" / f"09-au-{number}.xml", decision_xml(replace(case, key=f"09-au-{number}")))
    listed = _view("precedents.show(all_texts(), 'da', {})")
    one, other = (_view(f"precedents.show(all_texts(), 'da', {{'case': '09-au-{n}'}})") for n in (1, 2))
    one()  # the index beside the folder
    files = [home / "precedents" / "09-au-1" / name for name in (JUDGMENT, CORRECTIONS, "original.txt")]
    published = home / "published" / "09-au-1.xml"
    # Everybody's page says nothing of a file that is not whole: the registrar's does.
    everybody = whole_page("public_view", {"view": "precedents"}, PUBLIC)
    return {
        "decisions": Damaged(home, "09-au-1", tuple(files), (listed, one), other),
        "index of decisions": Damaged(home, "no", (index_beside(folder.place),), (listed, one), other),
        "published": Damaged(home, "published/09-au-1", (published,), (one, everybody), listed),
    }


def _own_texts(home: Path) -> dict[str, Damaged]:
    text = "§ 1. Kortene\n\nA. Farverne\n\nDer bruges 52 kort.\n\n1. Spar er høj.\n\n2. Klør er lav.\n\n4. Ruder.\n"
    with patch.object(addition, "refresh_own_alignment"):
        for language in ("nb", "sv"):
            described = TextDescription("laws", "2007", language, "Lover 2007")
            addition.add_text([("lov.txt", text.encode())], entry_of(described))
    own = OwnTexts(home)
    own.decide("nb-2007", lambda _: [ReadingDecision("4. Ruder.", "1A3", "trykfejl")])
    for name in ("2017-2027", "2017-2037"):
        own.save_table(name, TABLE.replace("2027", name[-4:]))
        table_folder().decide(name, "17", ReviewDecision("accepted"))
    finding = {"row": "16", "kind": "reference", "one": "da-2017", "other": "sv-2017", "one_has": "12", "other_has": ""}
    save_judgement(finding, "open", "læses igen")
    files = tuple(sorted(path for path in (home / "texts" / "nb-2007").rglob("*") if path.is_file()))
    other = _asked("table", "2017-2037")
    table = [home / "tables" / f"2017-2027.{ending}" for ending in ("csv", "undo.json")]
    status, law = (whole_page("shell", address) for address in ({"view": "status"}, {"law": "1"}))
    return {
        "texts": Damaged(home, "nb-2007", files, (_asked("texts"), status, law), _asked("outline", "sv-2007")),
        "tables": Damaged(home, "2017-2027", tuple(table), (_asked("tables"), status), other),
        "judgements": Damaged(home, "judgements", (home / "parity" / "judgements.toml",), (_asked("pairs"),), other),
    }


def _committees(home: Path) -> dict[str, Damaged]:
    (home / "committees.toml").write_text(COMMITTEES, "utf-8")
    page = whole_page("hosted_view", {"law": "1"}, SIGNED_IN)
    beside = _view("dossier.show(all_texts(), 'da', {'dossier': 'sag-2'})")
    return {"committees": Damaged(home, "committees.toml", (home / "committees.toml",), (page,), beside)}


@cache
def everybody(published: Callable[[], Casebook]) -> ReaderServices:
    """What everybody may read, as if the texts had the consent."""
    return replace(open_services(all_texts(), lambda: open_search(all_texts()), published), views=PUBLIC_VIEWS)


def fates(one: Damaged, chance: random.Random, count: int, most_pages: int = 9) -> Counter[str]:
    """How often the first ``most_pages`` pages named the file, named a value in it, or read it.

    Raises AssertionError where one did not open, or the page beside it said something of it.
    """
    found = Counter[str]()
    whole = {path: path.read_bytes() for path in one.home.rglob("*") if path.is_file()}
    assert set(one.files) <= set(whole)
    pages = one.pages[:most_pages]
    usual = [page() for page in pages]
    turns = {path: _damage(path, whole[path], chance, -(-count // len(one.files))) for path in one.files}
    for number in range(count):
        path = one.files[number % len(one.files)]
        path.write_bytes(next(turns[path]))
        told = "\n".join(page().removeprefix(before) for page, before in zip(pages, usual, strict=True)).strip()
        # A case with a day that is none is read, and its page says of the field what is wrong with it.
        found["named" if one.name in told else "a value named" if told else "read"] += 1
        beside = one.beside()
        assert one.name in beside or not beside, beside
        _put_back(one.home, whole)
    return found


def _damage(path: Path, content: bytes, chance: random.Random, count: int) -> Iterator[bytes]:
    return (damaged_xml if path.suffix == ".xml" else damaged_text)(content, chance, count)


def _put_back(home: Path, whole: Mapping[Path, bytes]) -> None:
    """Everything as it was; what the pages put aside is taken away."""
    for path in [path for path in home.rglob("*") if path.is_file() and path not in whole]:
        path.unlink()
    for path, content in whole.items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _view(call: str) -> Page:
    """A page of the committee, alone."""
    return partial(_said, VIEW.format(call=call))


def whole_page(module: str, address: Mapping[str, str], before: str = "") -> Page:
    """A whole page, as a server runs it."""
    return partial(_said, MAIN.format(module=module, address=dict(address, ui="da"), before=before))


def _asked(question: str, name: str = "") -> Page:
    """What the page of one's own library is answered."""

    def told() -> str:
        status, answer = answered(question, WorkshopRequest("da", {"name": name, "key": name}))
        assert status in (200, 422), answer
        rows = [row for found in answer.values() if isinstance(found, list) for row in found if isinstance(row, dict)]
        return "\n".join(filter(None, (answer.get("refused", ""), *(row.get("fault", "") for row in rows))))

    return told


def _said(script: str) -> str:
    with patch.object(manifest_scanner, "scan_component_manifests", list):
        opened = AppTest.from_string(script, default_timeout=120).run()
    assert not opened.exception, opened.exception
    return "\n".join(str(one.value) for one in (*opened.error, *opened.warning)).replace("\\", "")


def main(count: int, wanted: str) -> None:
    """Print what became of ``count`` files of each folder, or of the one that is named."""
    with ExitStack() as stack:
        made = stack.enter_context(tempfile.TemporaryDirectory())
        os.environ["LOVBRO_LIBRARY"] = made
        folders = library(Path(made))
        products.refresh_own_alignment()
        # Made anew behind the pages after each change of a table, for seconds; they show the one before until then.
        stack.enter_context(patch.object(products, "refresh_own_alignment"))
        for name, one in folders.items():
            if wanted in ("", name):
                began = time.monotonic()
                found = dict(fates(one, random.Random(SEED), count))
                print(name, found, f"{time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, " ".join(sys.argv[2:]))
