"""The decisions that a registrar has published: copies without names, a file each. Nothing here writes.

A server for everybody reads this folder and never the register: what is not in it cannot be shown, whatever is asked.
The folder is ``published/`` in the person's library, or ``LOVBRO_PUBLISHED``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.files import read_whole
from corpus.homes import library_dir
from corpus.precedents.decision import Decision
from corpus.precedents.judgment_xml import LARGEST_JUDGMENT, JudgmentError, read
from corpus.schema import FileFault, Loader

ENDING = ".xml"


@dataclass(frozen=True)
class PublishedCases:
    """The folder of published decisions, as it is now."""

    path: Path

    def keys(self) -> tuple[str, ...]:
        """The keys of the published decisions, sorted."""
        return tuple(sorted(path.stem for path in self.path.glob(f"*{ENDING}") if not path.name.startswith(".")))

    def load(self) -> tuple[tuple[Decision, ...], tuple[FileFault, ...]]:
        """Every published decision, newest first, and why a file could not be read."""
        decisions, faults = [], []
        for key in self.keys():
            name = f"{key}{ENDING}"
            try:
                content = read_whole(self.path / name, Loader(name, JudgmentError), LARGEST_JUDGMENT)
                decisions.append(replace(read(content, name), key=key))
            except JudgmentError as error:
                faults.append(error.fault)
        return tuple(sorted(decisions, key=lambda decision: decision.newest_first)), tuple(faults)

    def signature(self) -> tuple[tuple[str, int, int], ...]:
        """Changes whenever a decision is published, changed or withdrawn: for caches."""
        out = []
        for key in self.keys():
            try:
                stat = (self.path / f"{key}{ENDING}").stat()
            except OSError:
                continue
            out.append((key, stat.st_mtime_ns, stat.st_size))
        return tuple(out)


def published_cases() -> PublishedCases:
    """The folder: ``LOVBRO_PUBLISHED``, else ``published/`` in the person's library. It may not exist."""
    named = os.environ.get("LOVBRO_PUBLISHED")
    return PublishedCases(Path(named) if named else library_dir() / "published")
