"""What a maintainer asks before a release: `make audit`. `python -m tests.audit lock` writes the lock files anew.

Exit 0 nothing to look at, 1 a vulnerability or a licence to look at, 3 not everything could be asked about.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.audit import advisories, licences, locks

LOOK, UNANSWERED = 1, 3


def main(arguments: Sequence[str]) -> int:
    """Print what was found, and give the exit code."""
    if arguments[:1] == ["lock"]:
        locks.relock(arguments[1:])
        return 0
    pins = locks.every_pin()
    problems = _print_licences(pins)
    answer = advisories.ask(pins)
    _print_advisories(answer, len(pins))
    if problems or answer.advisories:
        return LOOK
    return UNANSWERED if answer.unanswered else 0


def _print_licences(pins: Sequence[locks.Pin]) -> int:
    record = licences.read_record()
    found = list(licences.findings(record, pins))
    absent = sorted({pin.name for pin in pins if licences.declared(pin.name) is None})
    print(f"Licences: {len(record.library)} libraries and {len(record.part)} parts recorded in docs/licences.toml.")
    for one in found:
        print(f"  LOOK AT {one.name}: {one.problem}")
    for kept in record.library:
        if kept.reason:
            print(f"  {kept.name}: {kept.licence}. {kept.reason}")
    for part in record.part:
        print(f"  {part.name}, within {part.within}: {part.licence}.")
    if absent:
        print(f"  Not installed here, so as recorded: {', '.join(absent)}.")
    return len(found)


def _print_advisories(answer: advisories.AdvisoryAnswer, wanted: int) -> None:
    print(f"Known vulnerabilities: {len(answer.checked)} of {wanted} pins checked, {len(answer.advisories)} found.")
    for one in answer.advisories:
        mended = f"mended in {', '.join(one.mended_in)}" if one.mended_in else "no mended version yet"
        print(f"  LOOK AT {one.name} {one.version}: {one.number}, {mended}")
    if answer.unanswered:
        names = ", ".join(answer.unanswered) if answer.checked else "any of them"
        print(f"  NOT CHECKED: the advisory service gave no answer about {names}.")
        print(f"  Cause: {answer.cause}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
