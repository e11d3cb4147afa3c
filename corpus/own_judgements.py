"""What a person decided about differences between languages: ``parity/judgements.toml`` of the library or the database.

It lies over the judgements that come with Lovbro, in the same form; one about the same finding takes their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corpus.document_store import DocumentStore, documents_at, shared_place
from corpus.own_texts import OwnTextError
from corpus.schema import Loader
from corpus.toml_tables import write_toml

PARITY = "parity"
_FILE = "judgements.toml"
_FINDING = ("row", "kind", "one", "other", "one_has", "other_has")


def judgements_over(shipped: Mapping[str, Any]) -> dict[str, Any]:
    """The shipped judgements with the person's own in their place. Raises OwnTextError for a damaged file."""
    own = _own()
    decided = {_key(one) for one in own}
    return {"judgement": [*(one for one in shipped.get("judgement", ()) if _key(one) not in decided), *own]}


def save_judgement(finding: Mapping[str, str], status: str, reason: str) -> None:
    """Keep a decision about a finding, in place of an earlier one. Raises OwnTextError and OSError."""
    documents = _documents()
    with documents.locked():
        kept = [one for one in _own() if _key(one) != _key(finding)]
        documents.write(_FILE, write_toml({"judgement": [*kept, {**finding, "status": status, "reason": reason}]}))


def _own() -> list[Mapping[str, Any]]:
    documents = _documents()
    if not documents.exists(_FILE):
        return []
    load = Loader(f"{PARITY}/{_FILE}", OwnTextError)
    found = load.toml(documents.read(_FILE, load)).get("judgement", [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise load.fault("kind", "judgement", expected="list", found="text")
    return found


def _key(judgement: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(judgement.get(name, "")) for name in _FINDING)


def _documents() -> DocumentStore:
    return documents_at(shared_place(PARITY))
