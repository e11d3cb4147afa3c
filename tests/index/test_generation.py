"""Indexes that replace each other while somebody reads: each reader has one whole, and the newest two stay."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from index.search import generation
from index.search.generation import IndexDamagedError

FORM = "test 1"
NAMES = ("words", "passages", "vectors")
# Another process that puts one index after the other in the place of the one that is read.
WRITER = """
import sys
from pathlib import Path
from tests.index.test_generation import publish
folder, end = Path(sys.argv[1]), Path(sys.argv[2])
number = 0
while not end.exists():
    number += 1
    publish(folder, "a" * 64, f"{number} ")
"""


def publish(folder: Path, corpus: str, content: str) -> None:
    """An index every file of which holds the same, longer in each."""

    def write(fresh: Path) -> None:
        for times, name in enumerate(NAMES, 1):
            (fresh / name).write_text(content * times, "utf-8")

    generation.publish(folder, corpus, FORM, write)


def read(folder: Path) -> list[str]:
    return [(folder / name).read_text("utf-8") for name in NAMES]


open_whole = partial(generation.open_whole, form=FORM, needed=NAMES, open_files=read)


def test_a_reader_never_has_files_of_two_indexes_while_another_process_swaps_them(tmp_path: Path) -> None:
    folder, end = tmp_path / "index", tmp_path / "end"
    publish(folder, "a" * 64, "0 ")
    seen: set[str] = set()
    with subprocess.Popen([sys.executable, "-c", WRITER, folder, end]) as writer:
        try:
            while len(seen) < 20 and writer.poll() is None:
                try:
                    words, passages, vectors = open_whole(folder, "a" * 64)
                except IndexDamagedError:
                    continue  # in the moment between two renames there is none, and it would be built
                assert [words * 2, words * 3] == [passages, vectors]
                seen.add(words)
        finally:
            end.touch()
    assert 0 == writer.returncode
    assert len(seen) >= 20


def test_an_index_swapped_in_while_another_is_read_is_read_from_the_beginning(tmp_path: Path) -> None:
    publish(tmp_path, "a" * 64, "old ")
    opened = 0

    def read_slowly(folder: Path) -> list[str]:
        nonlocal opened
        opened += 1
        first = (folder / NAMES[0]).read_text("utf-8")
        if opened == 1:
            publish(tmp_path, "a" * 64, "new ")
        return [first, *read(folder)[1:]]

    found = generation.open_whole(tmp_path, "a" * 64, FORM, NAMES, read_slowly)
    assert ["new ", "new new ", "new new new "] == found
    assert 2 == opened


def test_the_index_of_older_texts_stays_beside_the_newest_until_a_third_comes(tmp_path: Path) -> None:
    """A server that was started before a text was added finds the index of its own texts."""
    for corpus in ("a", "b"):
        publish(tmp_path, corpus * 64, corpus)
    assert ["a", "aa", "aaa"] == open_whole(tmp_path, "a" * 64)
    publish(tmp_path, "c" * 64, "c")
    assert 2 == len(list(tmp_path.iterdir()))
    assert ["c", "cc", "ccc"] == open_whole(tmp_path, "c" * 64)
    with pytest.raises(IndexDamagedError):
        open_whole(tmp_path, "a" * 64)


def test_files_of_the_one_index_of_older_versions_are_cleared_away(tmp_path: Path) -> None:
    for name in ("manifest.json", "MAIN_abc.seg", "_MAIN_1.toc", "somebody's own.txt"):
        (tmp_path / name).write_text("x", "utf-8")
    publish(tmp_path, "a" * 64, "a")
    assert {"a" * 16, "somebody's own.txt"} == {path.name for path in tmp_path.iterdir()}


def test_an_index_in_another_format_is_not_opened(tmp_path: Path) -> None:
    publish(tmp_path, "a" * 64, "a")
    with pytest.raises(IndexDamagedError, match="test 2"):
        generation.open_whole(tmp_path, "a" * 64, "test 2", NAMES, read)


def test_an_index_that_came_with_a_container_image_is_replaced_though_it_cannot_be_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of a lower layer of overlayfs: ``rename`` says that it is on another device."""
    folder = tmp_path / "index"
    publish(folder, "a" * 64, "0 ")
    rename = os.replace

    def replace(source: Path, target: Path) -> None:
        if source == generation.folder_of(folder, "a" * 64):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), source)
        rename(source, target)

    monkeypatch.setattr(os, "replace", replace)
    publish(folder, "a" * 64, "1 ")
    assert ["1 ", "1 1 ", "1 1 1 "] == open_whole(folder, "a" * 64)
    assert [generation.folder_of(folder, "a" * 64)] == list(folder.iterdir())
