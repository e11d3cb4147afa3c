"""Expressions kept as records: the same values as their XML, and never read when they are damaged or out of date."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus import akn, records, store
from corpus.library import Library
from corpus.model import Definition, Expression, Lines, Prose, Table
from corpus.schema import LARGEST


def test_every_expression_is_the_same_read_from_its_record(library: Library) -> None:
    for expression in library.expressions:
        assert expression == records.loads(Expression, records.dumps(expression))


def test_of_two_kinds_of_block_each_comes_back_as_what_it_was() -> None:
    lines = Lines("da-2017-ocr", 1, 2)
    blocks = (Prose("a", lines, emphasis=((0, 1),)), Table((("b", "c"),), lines, "", 0))
    provision = store.load_library()["da-2017"].laws[0]
    changed = type(provision)(provision.id, "1", lines, None, blocks)
    assert changed == records.loads(type(provision), records.dumps(changed))


def test_a_definition_may_hold_definitions() -> None:
    inner = Definition(Prose("b", Lines("w", 1, 1)), ())
    outer = Definition(Prose("a", Lines("w", 1, 1)), (), (inner,))
    assert outer == records.loads(Definition, records.dumps(outer))


def test_a_record_of_another_class_is_refused() -> None:
    with pytest.raises(ValueError, match="Lines has 3 fields"):
        records.loads(Lines, records.dumps(("da-2017-ocr", 1)))


def test_what_was_made_may_be_larger_than_what_people_write(tmp_path: Path) -> None:
    """What search learns has 18 MB: refused, it was learnt twice at each build."""
    record = bytes(LARGEST + 1)
    records.write_kept(tmp_path / "a.kept", "sum", record)
    assert record == records.read_kept(tmp_path / "a.kept", "sum")
    assert records.read_kept(tmp_path / "a.kept", "another") is None


@pytest.mark.parametrize("damage", ["cut off", "a letter", "empty", "no record"])
def test_a_damaged_record_is_not_read_but_made_again_from_the_xml(data_copy: Path, damage: str) -> None:
    right = store.load_library()["dbf-2008"]
    record = data_copy / "build" / "texts" / "dbf-2008.kept"
    whole = record.read_bytes()
    damaged = {"cut off": whole[:-9], "a letter": whole.replace(b"turnering", b"turnerinh", 1), "empty": b""}
    if damage in damaged:
        record.write_bytes(damaged[damage])
    else:
        record.unlink()
    assert right == store.load_library()["dbf-2008"]
    assert whole == record.read_bytes()


@pytest.mark.parametrize("damage", ["cut off", "a letter", "empty"])
def test_a_damaged_record_of_the_alignment_is_made_again(data_copy: Path, damage: str) -> None:
    right = store.load_alignment()
    record = data_copy / "build" / "texts" / "aligned.kept"
    whole = record.read_bytes()
    damaged = {"cut off": whole[:-9], "a letter": whole.replace(b"16C1", b"16C2", 1), "empty": b""}
    assert whole != damaged[damage]
    record.write_bytes(damaged[damage])
    assert right == store.load_alignment()
    assert whole == record.read_bytes()


def test_a_changed_text_is_read_anew(data_copy: Path) -> None:
    before = store.load_library()
    path = data_copy / "akn" / "dbf-2008.xml"
    path.write_bytes(path.read_bytes().replace(b"Turneringslederen", b"Dommeren", 1))
    after = store.load_library()
    assert before["dbf-2008"] != after["dbf-2008"]
    assert akn.read(path.read_bytes()) == after["dbf-2008"]
    assert before.content_sum != after.content_sum


def test_texts_are_read_where_nothing_can_be_written(data_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, content: bytes) -> None:
        raise PermissionError(13, "Permission denied", name)

    monkeypatch.setattr(store, "write_product", refuse)
    assert store.load_library()["dbf-2008"].laws
