"""The page that verifies: a pasted text gets its verdicts, and what a new edition misleads is below them."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from app.i18n.words import words
from tests.index.test_quotations import ALTERNATIVE

NAMES = words("nb")
MAIN = str(Path(__file__).resolve().parents[2] / "app" / "main.py")


def test_a_pasted_text_is_verified_and_what_misleads_is_listed() -> None:
    app = AppTest.from_file(MAIN, default_timeout=180)
    app.query_params["view"], app.query_params["ui"] = "verify", "nb"
    app.run()
    next(button for button in app.button if button.label == NAMES["ver_run"]).click().run()
    assert NAMES["ver_nothing"] in [caption.value for caption in app.caption]
    app.text_area[0].input(f"I § 16 B 1 b (2017) står: »{ALTERNATIVE.replace('nogle', 'alle')}« Se § 16 C 2 (2007).")
    next(button for button in app.button if button.label == NAMES["ver_run"]).click()
    next(toggle for toggle in app.toggle if toggle.label == NAMES["mis_open"]).set_value(True).run()
    assert not app.exception
    html = "".join(element.proto.body for element in app.get("html"))
    assert "<del>nogle</del><ins>alle</ins>" in html
    assert NAMES["ver_other-rule"] in html
    assert "<b>I § 16 B 1 b (2017) står" in html, "a text without a file is called by its first words"
    assert NAMES["mis_title"].format(new="2017") in html
