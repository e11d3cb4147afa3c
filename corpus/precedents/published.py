"""The decisions that a registrar has published: copies without names, a file each. Nothing here writes.

A server for everybody reads this folder and never the register: what is not in it cannot be shown, whatever is asked.
The folder is ``published/`` in the person's library, or ``LOVBRO_PUBLISHED``; or the database's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from corpus.document_store import DocumentStore, documents_at, shared_place
from corpus.precedents.decision import Decision
from corpus.precedents.judgment_xml import LARGEST_JUDGMENT, JudgmentError, read
from corpus.schema import FileFault, Loader

ENDING = ".xml"


@dataclass(frozen=True)
class PublishedCases:
    """The folder of published decisions, as it is now."""

    place: Path | DocumentStore

    @property
    def documents(self) -> DocumentStore:
        """The store at ``place``."""
        return documents_at(self.place)

    def keys(self) -> tuple[str, ...]:
        """The keys of the published decisions, sorted."""
        names = (name for name in self.documents.names() if name.endswith(ENDING) and not name.startswith("."))
        return tuple(sorted(name.removesuffix(ENDING) for name in names))

    def load(self) -> tuple[tuple[Decision, ...], tuple[FileFault, ...]]:
        """Every published decision, newest first, and why a file could not be read."""
        decisions, faults = [], []
        for key in self.keys():
            name = f"{key}{ENDING}"
            try:
                content = self.documents.read(name, Loader(name, JudgmentError), LARGEST_JUDGMENT)
                decisions.append(replace(read(content, name), key=key))
            except JudgmentError as error:
                faults.append(error.fault)
        return tuple(sorted(decisions, key=lambda decision: decision.newest_first)), tuple(faults)

    def signature(self) -> tuple[tuple[str, int, int], ...]:
        """Changes whenever a decision is published, changed or withdrawn: for caches."""
        return self.documents.versions([f"{key}{ENDING}" for key in self.keys()])


def published_cases() -> PublishedCases:
    """The folder: ``LOVBRO_PUBLISHED``, else ``published/`` in the person's library. It may not exist."""
    return PublishedCases(shared_place("published", "LOVBRO_PUBLISHED"))
