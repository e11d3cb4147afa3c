"""Known vulnerabilities of the pinned libraries, as pip-audit asks PyPI for them; what could not be asked is said."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.audit.locks import Pin


@dataclass(frozen=True)
class Advisory:
    """A known vulnerability of a pinned version, and the versions in which it is mended."""

    name: str
    version: str
    number: str
    mended_in: tuple[str, ...]


@dataclass(frozen=True)
class AdvisoryAnswer:
    """``checked`` pins were answered for; ``unanswered`` were not, ``cause`` is the service's own word for why."""

    checked: tuple[str, ...]
    advisories: tuple[Advisory, ...]
    unanswered: tuple[str, ...]
    cause: str = ""


def ask(pins: Iterable[Pin]) -> AdvisoryAnswer:
    """Ask about every pin, those for another Python or system too. Only names and versions leave the machine."""
    answers = [read_answer(round_, *_run_pip_audit(round_)) for round_ in _rounds(pins)]
    return AdvisoryAnswer(
        tuple(one for answer in answers for one in answer.checked),
        tuple(one for answer in answers for one in answer.advisories),
        tuple(one for answer in answers for one in answer.unanswered),
        next((answer.cause for answer in answers if answer.cause), ""),
    )


def _rounds(pins: Iterable[Pin]) -> Iterator[tuple[Pin, ...]]:
    """pip-audit takes a name once: versions for another Python are asked about in a round of their own."""
    left = tuple(dict.fromkeys(pins))
    while left:
        first = {pin.name: pin for pin in reversed(left)}
        yield tuple(first.values())
        left = tuple(pin for pin in left if pin not in first.values())


def _run_pip_audit(pins: Iterable[Pin]) -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text("".join(f"{pin.name}=={pin.version}\n" for pin in pins), "utf-8")
        command = (sys.executable, "-m", "pip_audit", "--requirement", str(wanted), "--no-deps", "--disable-pip")
        options = ("--vulnerability-service", "pypi", "--format", "json", "--progress-spinner", "off")
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def read_answer(pins: Iterable[Pin], output: str, complaint: str) -> AdvisoryAnswer:
    """What pip-audit printed, as values. Without a readable answer nothing counts as checked.

    >>> pin = Pin("lxml", "6.1.3", "", 1)
    >>> read_answer([pin], '{"dependencies": [{"name": "lxml", "version": "6.1.3", "vulns": []}]}', "").checked
    ('lxml 6.1.3',)
    >>> read_answer([pin], "", "Traceback ...\\nConnectionError: no such host").cause
    'ConnectionError: no such host'
    """
    wanted = {pin.name: f"{pin.name} {pin.version}" for pin in pins}
    try:
        entries: list[dict[str, Any]] = list(json.loads(output)["dependencies"])
    except (ValueError, KeyError, TypeError):
        last = (complaint.strip().splitlines() or ["pip-audit gave no answer"])[-1]
        return AdvisoryAnswer((), (), tuple(wanted.values()), last)
    answered = {one["name"]: one for one in entries if "vulns" in one}
    advisories = [
        Advisory(name, one["version"], found["id"], tuple(found.get("fix_versions", ())))
        for name, one in answered.items()
        for found in one["vulns"]
    ]
    left = {name: full for name, full in wanted.items() if name not in answered}
    causes = {one["name"]: str(one.get("skip_reason", "")) for one in entries}
    cause = next((causes.get(name, "") or "not in the answer" for name in left), "")
    return AdvisoryAnswer(
        tuple(full for name, full in wanted.items() if name in answered), tuple(advisories), tuple(left.values()), cause
    )
