"""A release can be checked: what differs is named to the byte, and what is not vouched for is said plainly."""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.main import main
from app.publish.release.checking import FileDifference, check_release, first_difference
from app.publish.release.making import CHANGES, PACKAGE, changes, release_files, write_release
from app.publish.release.manifest import BLOCK, MANIFEST, ManifestError, ReleasedPlace, read_manifest
from app.publish.release.signature import SIGNATURE, SignatureError, sign, verdict
from corpus.library import Library
from tests.support.texts import all_texts

ONE = "akn/nb-1997.xml"


def silent(_: int) -> nullcontext[type[str]]:
    return nullcontext(str)


@pytest.fixture(scope="module")
def originals() -> dict[str, bytes]:
    return release_files(all_texts(), silent)


@pytest.fixture(scope="module")
def written(originals: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A release as it was written; tests damage copies of it."""
    folder = tmp_path_factory.mktemp("release")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.publish.release.making.release_files", lambda library, progress: originals)
        write_release(folder, all_texts(), silent)
        yield folder


@pytest.fixture
def copy(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "release"))


def keys(folder: Path, name: str) -> Path:
    """A new private key without a passphrase, its public half beside it."""
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(key)], check=True)
    return key


def signers(folder: Path, name: str, key: Path) -> Path:
    file = folder / f"signers-{name}"
    file.write_text(f"{name} {key.with_suffix('.pub').read_text()}")
    return file


def test_the_manifest_has_the_sum_of_every_file_and_of_the_words_of_every_provision(
    written: Path, library: Library
) -> None:
    manifest = read_manifest((written / MANIFEST).read_bytes(), MANIFEST)
    files = {file.relative_to(written).as_posix() for file in written.rglob("*") if file.is_file()}
    assert files == {MANIFEST, *(entry.path for entry in manifest.files)}
    for entry in manifest.files:
        assert entry.sha256 == hashlib.sha256((written / entry.path).read_bytes()).hexdigest()
    for expression in library.expressions:
        for provision in expression.walk():
            place = manifest.places[expression.key, str(provision.id)]
            assert place.sha256 == hashlib.sha256(provision.text.encode()).hexdigest()
    assert all("belongs to" in text.rights for text in manifest.texts)


def test_every_file_is_described_with_columns_that_its_rows_have(written: Path) -> None:
    """As frictionless validates it: names of columns, and cells of their type."""
    package = json.loads((written / PACKAGE).read_bytes())
    reads = {"integer": int, "number": float, "boolean": json.loads, "array": json.loads, "object": json.loads}
    paths = set()
    for resource in package["resources"]:
        paths.add(resource["path"])
        content = (written / resource["path"]).read_bytes()
        assert resource["bytes"] == len(content)
        assert resource["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        if resource["format"] == "csv":
            header, *rows = csv.reader(content.decode().splitlines(keepends=True))
            fields = resource["schema"]["fields"]
            assert header == [field["name"] for field in fields]
            for number, field in enumerate(fields):
                for cell in (row[number] for row in rows if row[number]):
                    reads.get(field["type"], str)(cell)
    manifest = read_manifest((written / MANIFEST).read_bytes(), MANIFEST)
    assert paths == {entry.path for entry in manifest.files} - {CHANGES, PACKAGE}


def test_a_release_as_it_was_written_is_right_and_says_that_nobody_signed_it(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["release", "verify", str(written)])
    said = capsys.readouterr().out
    assert "as released" in said
    assert "not signed: nobody vouches for the manifest itself" in said
    assert 0 == main(["release", "verify", str(written), "--json"])
    assert json.loads(capsys.readouterr().out)["sound"]


@pytest.mark.parametrize("at", [0, 1, BLOCK - 1, BLOCK, 70_001])
def test_a_flipped_byte_is_named(copy: Path, originals: dict[str, bytes], at: int) -> None:
    content = bytearray(originals[ONE])
    content[at] ^= 1
    (copy / ONE).write_bytes(content)
    found = check_release(copy, lambda: originals)
    line = originals[ONE][:at].count(b"\n") + 1
    assert (
        FileDifference(ONE, "differs", at, at, line, originals[ONE][at] ^ 1, originals[ONE][at]),
    ) == found.differences
    assert not found.sound


def test_without_the_original_the_block_is_named_in_which_the_byte_is(copy: Path, originals: dict[str, bytes]) -> None:
    content = bytearray(originals[ONE])
    content[3 * BLOCK + 5] ^= 1
    (copy / ONE).write_bytes(content)
    (found,) = check_release(copy, lambda: {ONE: b"another release"}).differences
    assert (3 * BLOCK, 4 * BLOCK - 1) == (found.first, found.last)


@pytest.mark.parametrize("cut", [slice(0, -1), slice(0, 0), slice(0, BLOCK)])
def test_a_file_that_ends_too_soon_differs_where_it_ends(copy: Path, originals: dict[str, bytes], cut: slice) -> None:
    (copy / ONE).write_bytes(originals[ONE][cut])
    (found,) = check_release(copy, lambda: originals).differences
    at = len(originals[ONE][cut])
    assert (at, None, originals[ONE][at]) == (found.first, found.here, found.released)
    (found,) = check_release(copy, dict).differences
    assert found.first is not None
    assert found.first <= at


def test_a_changed_word_of_a_provision_names_the_provision(copy: Path, originals: dict[str, bytes]) -> None:
    table = originals["tables/provisions.csv"].decode()
    words = "En spiller må bruge oplysninger i meldeforløbet"
    assert 1 == table.count(words)
    (copy / "tables/provisions.csv").write_text(table.replace(words, words.replace("må", "skal")), "utf-8")
    found = check_release(copy, lambda: originals)
    assert {"tables/provisions.csv"} == {one.path for one in found.differences}
    assert (("da-2017", "16A1"),) == found.provisions


def test_a_missing_and_an_extra_file_are_named(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / ONE).unlink()
    (copy / "akn" / "law.xml").write_text("<law/>")
    assert 1 == main(["release", "verify", str(copy)])
    said = capsys.readouterr().out.splitlines()
    assert [f"{ONE}: is missing", "akn/law.xml: is no part of the release"] == said[:2]


def test_a_signature_is_good_of_the_right_key_and_of_no_other(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:

    mine, other = keys(tmp_path, "mine"), keys(tmp_path, "other")
    sign(copy / MANIFEST, mine)
    assert ("good", "mine") == (verdict(copy / MANIFEST, signers(tmp_path, "mine", mine)).state, "mine")
    assert 0 == main(["release", "verify", str(copy), "--signers", str(signers(tmp_path, "mine", mine))])
    assert "signed by mine with the key SHA256:" in capsys.readouterr().out
    assert 1 == main(["release", "verify", str(copy), "--signers", str(signers(tmp_path, "other", other))])
    assert "not among the signers" in capsys.readouterr().out
    assert 0 == main(["release", "verify", str(copy)])
    assert "whose it is was not asked" in capsys.readouterr().out


def test_a_signature_of_another_manifest_is_wrong_and_one_that_was_asked_for_must_be_there(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:

    mine = keys(tmp_path, "mine")
    who = str(signers(tmp_path, "mine", mine))
    assert 1 == main(["release", "verify", str(copy), "--signers", who])
    assert "not signed" in capsys.readouterr().out
    sign(copy / MANIFEST, mine)
    content = (copy / MANIFEST).read_text("utf-8")
    (copy / MANIFEST).write_text(content.replace('"version": "', '"version": "9', 1), "utf-8")
    for options in ([], ["--signers", who]):
        assert 1 == main(["release", "verify", str(copy), *options])
        assert "the signature is not that of this manifest" in capsys.readouterr().out
    (copy / SIGNATURE).write_text("no signature")
    assert 1 == main(["release", "verify", str(copy)])


def test_a_release_that_cannot_be_signed_says_why(copy: Path, tmp_path: Path) -> None:

    with pytest.raises(SignatureError, match="no such key"):
        sign(copy / MANIFEST, tmp_path / "nothing")
    (tmp_path / "broken").write_text("no key")
    with pytest.raises(SignatureError):
        sign(copy / MANIFEST, tmp_path / "broken")
    assert not (copy / SIGNATURE).exists()


def test_what_changed_since_the_last_release_is_listed_provision_by_provision(
    copy: Path, originals: dict[str, bytes], library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.publish.release.making.release_files", lambda *_: originals)
    assert not write_release(copy, library, silent).fresh
    manifest = read_manifest((copy / MANIFEST).read_bytes(), MANIFEST)
    older = [*manifest.provisions]
    older[0], older[1] = replace(older[0], sha256="0" * 64), replace(older[1], heading="Older")
    del older[2]
    older.append(ReleasedPlace("da-2017", "99Z", "1" * 64, "Gone"))
    (copy / MANIFEST).write_bytes(replace(manifest, provisions=tuple(older)).content())
    before = hashlib.sha256((copy / MANIFEST).read_bytes()).hexdigest()
    made = write_release(copy, library, silent)
    rows = list(csv.DictReader((copy / CHANGES).read_text("utf-8").splitlines()))
    assert ["text", "heading", "new", "dropped"] == [row["change"] for row in rows]
    assert [str(one.id) for one in manifest.provisions[:3]] + ["99Z"] == [row["id"] for row in rows]
    assert (4, before, True) == (made.changed, made.previous, made.fresh)
    assert check_release(copy, lambda: originals).sound


def test_since_no_release_nothing_has_changed(library: Library) -> None:
    assert [] == changes(None, [ReleasedPlace("da-2017", "1", "0", "")])


def test_two_releases_of_the_same_texts_are_the_same_bytes(written: Path, originals: dict[str, bytes]) -> None:
    assert originals == {path: (written / path).read_bytes() for path in originals}
    assert originals["tables/provisions.csv"] == release_files(all_texts(), silent)["tables/provisions.csv"]


@pytest.mark.parametrize("path", ["../other", "/etc/hosts", "", MANIFEST])
def test_a_manifest_that_leaves_its_folder_is_refused(copy: Path, path: str) -> None:
    found = json.loads((copy / MANIFEST).read_bytes())
    found["files"][0]["path"] = path
    (copy / MANIFEST).write_text(json.dumps(found))
    with pytest.raises(ManifestError):
        check_release(copy, dict)


def test_bad_input_is_one_line_and_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["release", "verify", str(tmp_path)])
    assert "is no release: it has no manifest.json" in capsys.readouterr().err
    (tmp_path / MANIFEST).write_text("{")
    assert 2 == main(["release", "verify", str(tmp_path)])
    assert 1 == len(capsys.readouterr().err.splitlines())
    (tmp_path / MANIFEST).unlink()
    (tmp_path / "mine.txt").write_text("mine")
    assert 2 == main(["release", "--out", str(tmp_path)])
    assert "mine.txt is no part of a release" in capsys.readouterr().err
    assert ["mine.txt"] == [file.name for file in tmp_path.iterdir()]
    assert 2 == main(["release", "--out", str(tmp_path / "new"), "--since", str(tmp_path)])
    assert not (tmp_path / "new").exists()


def test_for_everybody_there_is_no_release_while_nobody_has_given_leave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main(["release", "--out", str(tmp_path / "new"), "--public"])
    assert "no text has a recorded consent" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_the_first_byte_of_two_equal_beginnings_is_the_end_of_the_shorter() -> None:
    assert 3 == first_difference(b"abc", b"abcd")
