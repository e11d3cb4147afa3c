"""What a further language changes for those that are there."""

from __future__ import annotations

import pytest

from corpus import languages
from corpus.languages import LANGUAGES, Language, distinctive_letters


def test_a_further_language_tells_the_others_apart_as_before_until_a_text_is_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Icelandic has no "å", which then tells a Danish question from an Icelandic one, and from no other."""
    before = distinctive_letters(("da", "nb", "sv"))
    icelandic = Language("is", "isl", "Íslenska", "is-IS", dictionary="is", letters="áéíóúýþæöð")
    monkeypatch.setattr(languages, "LANGUAGES", {**LANGUAGES, "is": icelandic})
    assert before == distinctive_letters(("da", "nb", "sv"))
    assert "å" not in before["da"]
    assert {"ø", "å"} == distinctive_letters(("da", "is"))["da"]
