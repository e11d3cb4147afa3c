"""Three people type into one case at the speed of hands while their browsers are killed: what is lost?

    python -m tests.load.typists [seconds] [seconds between kills]

Each has a Chromium of his own, killed with SIGKILL at a moment that his typing does not know, opened again, and gone on
with. A letter counts as typed when the browser has taken the key (``Input.dispatchKeyEvent`` has returned); the one
on its way when the browser dies counts as neither. Lost is what is missing in the field when the case is opened again,
and in the file at the end.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from corpus.dossiers.folder import DossierFolder
from tests.support.mortal_browser import first_page, mortal_browser
from tests.support.reading_room import running_server

FIELDS = (
    ("facts", "Kendsgerninger"),
    ("reasoning", "Begrundelse"),
    ("ruling", "Turneringslederens kendelse og dens begrundelse"),
)
WORDS = ("nord", "tænkte", "i", "ti", "sekunder", "før", "han", "passede", "og", "øst", "meldte", "efter", "hånden")
QUICKEST, SLOWEST = 0.05, 0.22  # seconds between two keys


def field_of(page: Page, address: str, label: str) -> None:
    page.goto(f"{address}?view=dossier&dossier=sag&ui=da", timeout=60_000)
    box = page.get_by_label(label, exact=True)
    box.wait_for(timeout=60_000)
    box.click()
    page.keyboard.press("Control+End")


def type_for(address: str, number: int, seconds: float, between: float) -> tuple[str, int, int, list[str]]:
    """What was typed, how many letters were lost, how many browsers were killed, and what was found each time."""
    dice, name, label = random.Random(number), *FIELDS[number]
    typed, lost, kills, notes = "", 0, 0, list[str]()
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, sync_playwright() as playwright:
        while time.monotonic() < end:
            with mortal_browser(profile) as mortal:
                page = first_page(playwright, mortal)
                field_of(page, address, label)
                found = page.get_by_label(label, exact=True).input_value()
                if found[: len(typed)] != typed or len(found) > len(typed) + 1:
                    missing = len(typed) - _same(found, typed)
                    lost += missing
                    notes.append(f"{name}: {missing} lost: typed ...{typed[-20:]!r}, found ...{found[-20:]!r}")
                typed = found
                timer = mortal.die_after(dice.uniform(0.6, 1.4) * between)
                try:
                    while time.monotonic() < end:
                        for letter in f"{dice.choice(WORDS)} ":
                            page.keyboard.press("Space" if letter == " " else letter)
                            typed += letter
                            time.sleep(dice.uniform(QUICKEST, SLOWEST))
                except Error:
                    kills += 1
                timer.cancel()
    return typed, lost, kills, notes


def _same(one: str, other: str) -> int:
    """How many letters are the same from the beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def main() -> None:
    seconds, between = (float(one) for one in [*sys.argv[1:], "180", "20"][:2])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LOVBRO_DOSSIERS"] = folder
        dossiers = DossierFolder(Path(folder))
        dossiers.create("Sag", "da")
        with running_server() as server, ProcessPoolExecutor(3) as typists:
            jobs = [typists.submit(type_for, server.address, n, seconds, between) for n in range(3)]
            results = [job.result() for job in jobs]
            # Somebody opens the case once more: what the last killed windows left is taken in.
            with (
                tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
                sync_playwright() as playwright,
                mortal_browser(profile) as last,
            ):
                field_of(first_page(playwright, last), server.address, FIELDS[0][1])
                time.sleep(2)
        kept = dossiers.open("sag").dossier
        for (name, _), (typed, lost, kills, notes) in zip(FIELDS, results, strict=True):
            words = getattr(kept, name)
            missing = len(typed) - _same(words, typed)
            print(
                f"{name}: {len(typed)} letters, {kills} kills, {lost} lost at reopening, {missing} missing in the file"
            )
            print(*notes, sep="\n")
        print("cases:", dossiers.keys(), "load:", os.getloadavg())


if __name__ == "__main__":
    main()
