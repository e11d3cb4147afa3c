"""The decisions that a registrar has published: copies without names, a file each. Nothing here writes.

A server for everybody reads this folder and never the register: what is not in it cannot be shown, whatever is asked.
The folder is ``published/`` in the person's library, or ``LOVBRO_PUBLISHED``; or the database's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from corpus.document_store import LibraryShelf, shared_place
from corpus.precedents.decision import DamagedCase, Decision
from corpus.precedents.judgment_xml import LARGEST_JUDGMENT, JudgmentError, read_decision
from corpus.schema import FileFault, Loader

ENDING = ".xml"


@dataclass(frozen=True)
class PublishedCases(LibraryShelf):
    """The folder of published decisions, as it is now."""

    def keys(self) -> tuple[str, ...]:
        """The keys of the published decisions, sorted."""
        names = (name for name in self.documents.names() if name.endswith(ENDING) and not name.startswith("."))
        return tuple(sorted(name.removesuffix(ENDING) for name in names))

    def has(self, key: str) -> bool:
        """True for the key of a published decision, whatever was typed."""
        return key in self.keys()

    def load(self) -> tuple[tuple[Decision, ...], tuple[FileFault, ...]]:
        """Every published decision, newest first, and why a file could not be read."""
        found = [self.read(key) for key in self.keys()]
        decisions = [one for one in found if isinstance(one, Decision)]
        faults = tuple(one.fault for one in found if isinstance(one, DamagedCase))
        return tuple(sorted(decisions, key=lambda decision: decision.newest_first)), faults

    def read(self, key: str) -> Decision | DamagedCase:
        """One published decision."""
        name = f"{key}{ENDING}"
        try:
            content = self.documents.read(name, Loader(name, JudgmentError), LARGEST_JUDGMENT)
            return replace(read_decision(content, name), key=key)
        except JudgmentError as error:
            return DamagedCase(key, error.fault)

    def stamps(self, keys: Collection[str]) -> Mapping[str, str]:
        """For each key a word that changes whenever the copy does."""
        found = self.documents.versions([f"{key}{ENDING}" for key in keys])
        return {name.removesuffix(ENDING): f"{one}-{other}" for name, one, other in found}

    def state(self) -> str:
        """As ``DocumentStore.state``."""
        return self.documents.state()


def published_cases(author: str = "") -> PublishedCases:
    """The folder: ``LOVBRO_PUBLISHED``, else ``published/`` in the person's library. It may not exist."""
    return PublishedCases(shared_place("published", author))
