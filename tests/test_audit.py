"""What Lovbro rests on: every pin has its hashes and one home, every licence has been read."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement

from tests.audit import __main__ as audit
from tests.audit import advisories, licences, locks
from tests.audit.advisories import Advisory, AdvisoryAnswer, read_answer
from tests.audit.locks import ALONE, LOCKS, Pin, locked

LXML, NUMPY = Pin("lxml", "6.1.3", "", 1), Pin("numpy", "2.4.6", "python_full_version < '3.12'", 1)


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_pin_has_hashes_and_no_address_and_one_home_but_in_what_is_installed_alone() -> None:
    homes: dict[str, set[str]] = {}
    for name in LOCKS:
        text = (locks.FOLDER / f"{name}.txt").read_text("utf-8")
        assert "://" not in text
        pins = locks.read_lock(text)
        assert [] == [pin.name for pin in pins if not pin.hashes]
        for pin in pins:
            homes.setdefault(pin.name, set()).add(name)
    assert {} == {pin: where for pin, where in homes.items() if len(where) > 1 and where != set(ALONE)}


@pytest.mark.parametrize("name", ALONE)
def test_what_people_install_beside_the_reader_has_all_that_it_needs(name: str) -> None:
    """Of what is installed here, since pip refuses a library whose hash is not in the files that it is given."""
    held = {_key(pin.name) for one in ("run", name) for pin in locked(one)}
    for pin in locked(name):
        if pin.marker and not Requirement(f"x ; {pin.marker}").marker.evaluate():  # type: ignore[union-attr]
            continue
        for line in distribution(pin.name).requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert _key(needed.name) in held, (pin.name, needed.name)


def test_every_dependency_that_is_declared_is_locked() -> None:
    table = tomllib.loads((locks.ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = {"run": [*table["project"]["dependencies"], *table["dependency-groups"]["build"]]}
    wanted |= table["project"]["optional-dependencies"]
    assert set(LOCKS) == set(wanted)
    for name, lines in wanted.items():
        names = {_key(re.split(r"[<>=!~\[; ]", line)[0]) for line in lines}
        # The tests try what the extras add.
        known = {pin.name for one in ("run", "mcp", name) for pin in locked(one)}
        assert names <= known, name


def test_a_pin_without_a_marker_stands_once_and_others_by_python() -> None:
    pins = locks.every_pin()
    several = [pin for pin in pins if sum(other.name == pin.name for other in pins) > 1]
    assert all("python" in pin.marker for pin in several)


def test_a_line_that_is_no_pin_is_refused() -> None:
    for line in ("lxml>=6", "-e .", "--index-url x", "    --hash=sha256:12"):
        with pytest.raises(locks.LockError):
            locks.read_lock(line)


def test_every_locked_library_has_a_licence_that_was_read() -> None:
    assert [] == list(licences.findings(licences.read_record(), locks.every_pin()))


def test_the_record_says_what_the_language_data_is_under() -> None:
    part = next(one for one in licences.read_record().part if one.within == "simplemma")
    assert "ODbL" in part.licence
    assert "CC-BY-SA" in part.licence


def test_a_licence_nobody_read_and_one_that_changed_are_named() -> None:
    record = licences.read_record()
    lxml = next(one for one in record.library if one.name == "lxml")
    for library, problem in (
        ((), "nobody has recorded"),
        ((replace(lxml, declares="GPL-3.0-only"),), "where 'GPL-3.0-only' was read"),
        ((replace(lxml, licence="GPL-3.0-only"),), "needs a reason"),
        ((lxml, replace(lxml, name="gone")), "no longer locked"),
    ):
        (found,) = licences.findings(replace(record, library=library), [LXML])
        assert problem in found.problem
    assert [] == list(licences.findings(replace(record, library=(lxml,)), [LXML]))


def test_no_answer_is_never_taken_for_a_good_one() -> None:
    skipped = {"dependencies": [{"name": "lxml", "skip_reason": "not found"}]}
    for output in (json.dumps(skipped), "", "[]", "{}", '{"dependencies": []}', '{"dependencies": null}'):
        answer = read_answer([LXML], output, "no network")
        assert ((), ("lxml 6.1.3",)) == (answer.checked, answer.unanswered)
        assert answer.cause


def test_a_vulnerability_is_told_with_what_mends_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vulnerable = {"name": "lxml", "version": "6.1.3", "vulns": [{"id": "PYSEC-1", "fix_versions": ["6.1.4"]}]}
    answer = read_answer([LXML], json.dumps({"dependencies": [vulnerable]}), "")
    assert (Advisory("lxml", "6.1.3", "PYSEC-1", ("6.1.4",)),) == answer.advisories
    monkeypatch.setattr(advisories, "ask", lambda pins: answer)
    assert audit.LOOK == audit.main([])
    assert "PYSEC-1, mended in 6.1.4" in capsys.readouterr().out


def test_an_unreachable_service_has_an_exit_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(advisories, "ask", lambda pins: AdvisoryAnswer((), (), ("lxml 6.1.3",), "no such host"))
    assert audit.UNANSWERED == audit.main([])
    assert "NOT CHECKED" in (told := capsys.readouterr().out)
    assert "no such host" in told


def test_versions_for_another_python_are_asked_about_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(pins: tuple[Pin, ...]) -> tuple[str, str]:
        asked.append([f"{pin.name} {pin.version}" for pin in pins])
        return json.dumps({"dependencies": [{"name": p.name, "version": p.version, "vulns": []} for p in pins]}), ""

    monkeypatch.setattr(advisories, "_run_pip_audit", run)
    answer = advisories.ask([LXML, NUMPY, replace(NUMPY, version="2.5.5")])
    assert {"lxml 6.1.3", "numpy 2.4.6", "numpy 2.5.5"} == set(answer.checked)
    assert 2 == len(asked)
