"""``python -m tests.load.damaged 1000``: so many damaged files in each folder of a library, one at a time.

Each time the page that needs the file opens and names it, or reads what is left of it, and the page of the file beside
it opens without a word about it. Printed is how often which happened.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from streamlit.testing.v1 import AppTest

from app.committee.register import IncomingFile, add
from corpus.dossiers.dossier import TypedAdjustment
from corpus.dossiers.folder import DossierFolder
from corpus.dossiers.journal import TypedWords, TypingJournal
from corpus.precedents.folder import CaseFolder
from tests.support.mutations import SEED, damaged_text, damaged_xml

SCRIPT = """
from app.views import dossier, precedents
from tests.support.texts import all_texts
{call}
"""
DECISION = "Sag: 09-AU-{}\nSpilledato: 2009-03-01\n\nAfgørelse: Kendelsen opretholdes, jf. § 16B.\n"
Damage = Callable[[bytes, random.Random, int], Iterator[bytes]]


@dataclass(frozen=True)
class Damaged:
    """A file that is damaged, how, what the page that needs it calls it, that page and the page beside it."""

    name: str
    file: Path
    damage: Damage
    page: str
    beside: str


def library(home: Path) -> dict[str, Damaged]:
    """A library of two cases, words typed last and two decisions, by the folder of the file that is damaged."""
    folder = DossierFolder(home / "dossiers")
    for title in ("Sag 1", "Sag 2"):
        opened = folder.create(title, "da")
        folder.change(opened, "score", TypedAdjustment("teams", "NS", outcomes="4♠ S ="))
    TypingJournal(folder).keep("sag-1", "0" * 16, TypedWords("facts", "", "Nord meldte."))
    cases = CaseFolder(home / "precedents")
    files = [IncomingFile(f"{n}.txt", DECISION.format(n).encode()) for n in (1, 2)]
    assert all(one.fate == "added" for one in add(files, cases))
    (journal,) = (home / "dossiers" / ".typed").glob("*")
    one, other = (f"dossier.show(all_texts(), 'da', {{'dossier': 'sag-{number}'}})" for number in (1, 2))
    listed = "precedents.show(all_texts(), 'da', {})"
    (case,) = (path for path in (home / "precedents" / "09-au-1").glob("*.xml"))
    beside = "precedents.show(all_texts(), 'da', {'case': '09-au-2'})"
    return {
        "typed words": Damaged("sag-1", journal, damaged_text, one, other),
        "dossiers": Damaged("sag-1", home / "dossiers" / "sag-1.toml", damaged_text, one, other),
        "decisions": Damaged("09-au-1", case, damaged_xml, listed, beside),
    }


def fates(one: Damaged, chance: random.Random, count: int) -> Counter[str]:
    """How often the page named the file and how often it read it; AssertionError where a page did not open."""
    whole, found = one.file.read_bytes(), Counter[str]()
    folders = {one.file.parent, one.file.parent.parent}
    neighbours = {
        folder: {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} for folder in folders
    }
    for damaged in one.damage(whole, chance, count):
        one.file.write_bytes(damaged)
        told = _said(one.page)
        found["named" if one.name in told else "told without its name" if told else "read"] += 1
        beside = _said(one.beside)
        assert one.name in beside or not beside, beside
        for folder, files in neighbours.items():
            for path in folder.glob("*"):
                if path.is_file() and path not in files:
                    path.unlink()
            for path, content in files.items():
                path.write_bytes(content)
    return found


def _said(call: str) -> str:
    """What a page says is wrong."""
    opened = AppTest.from_string(SCRIPT.format(call=call), default_timeout=120).run()
    assert not opened.exception, opened.exception
    return "\n".join(str(one.value) for one in (*opened.error, *opened.warning)).replace("\\", "")


def main(count: int) -> None:
    """Print what became of ``count`` files of each folder."""
    with tempfile.TemporaryDirectory() as made:
        os.environ["LOVBRO_LIBRARY"] = made
        for name, one in library(Path(made)).items():
            print(name, dict(fates(one, random.Random(SEED), count)), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
