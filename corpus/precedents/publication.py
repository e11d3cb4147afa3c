"""Publishing a decision and withdrawing it: a file written or taken away whole, and a line of who did it when.

``publications.jsonl`` beside the files is only ever added to; it has no word of a decision.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from typing import Literal

from corpus.document_store import DocumentStore
from corpus.precedents.decision import Decision
from corpus.precedents.judgment_xml import decision_xml
from corpus.precedents.published import ENDING, PublishedCases

LOG = "publications.jsonl"
PublicationAct = Literal["published", "withdrawn"]


@dataclass(frozen=True)
class PublicationEntry:
    """One act: when (ISO 8601, seconds), who, what, which decision, and the SHA-256 of the file as published."""

    when: str
    who: str
    act: PublicationAct
    key: str
    sha256: str = ""


def publish(folder: PublishedCases, decision: Decision, who: str, when: datetime) -> PublicationEntry:
    """Write the copy, in place of an earlier one. Raises OSError; nothing is then published."""
    content = decision_xml(decision)
    entry = PublicationEntry(_second(when), who, "published", decision.key, sha256(content).hexdigest())
    documents = folder.documents
    with documents.locked():
        # The line first: nothing is ever published of which nobody knows who did it.
        _note(documents, entry)
        documents.write(f"{decision.key}{ENDING}", content)
    return entry


def withdraw(folder: PublishedCases, key: str, who: str, when: datetime) -> PublicationEntry:
    """Take a copy away. Raises KeyError when it is not published, and OSError."""
    known = folder.keys()
    if key not in known:
        raise KeyError(key)
    entry = PublicationEntry(_second(when), who, "withdrawn", key)
    documents = folder.documents
    with documents.locked():
        documents.remove(f"{key}{ENDING}")
        _note(documents, entry)
    return entry


def _note(documents: DocumentStore, entry: PublicationEntry) -> None:
    documents.append(LOG, (json.dumps(asdict(entry), ensure_ascii=False) + "\n").encode())


def _second(when: datetime) -> str:
    return when.astimezone().isoformat(timespec="seconds")
