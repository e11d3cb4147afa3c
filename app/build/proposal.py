"""A first table for a text that has none: ``lovbro propose nb-1997 > proposed.csv``.

The expression must be a listed source that has been built. What is proposed is a table to edit, in the form of
``data/concordance/*.csv``: a row in doubt says UNSURE, and in its last columns why and what else it may be. For another
language of the 2017 laws the numbers that differ are printed as a line for ``data/editions.toml`` instead, since those
are identities and not a concordance.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.build.alignment_weights import alignment_weights
from corpus import store
from corpus.alignment.review import write_review
from corpus.library import Library
from parser.alignment.parallel import Pairing, ProvisionTree
from parser.alignment.propose import Proposal, proposal_review, propose, same_edition


class ProposalError(ValueError):
    """A text that has nothing to be aligned with."""


def proposed(library: Library, key: str) -> str:
    """The table (or the line of ``editions.toml``) that an expression needs, from the texts alone.

    Raises RegistryError for a key that is not listed, ProposalError for a work without another text of today.
    """
    library.entry(key)
    new = library[key]
    current = library.registry.current_edition(new.work)
    known = [e for e in library.of_work(new.work, current) if e.key != key]
    if not known:
        raise ProposalError(f"{key}: no other text of {new.work} {current} is held to align it with")
    identities = {e.key: library.entry(e.key).wid or {} for e in known}
    pairing = Pairing.of(new, known, identities, store.load_terms())
    if new.edition == current:
        return _identities(same_edition(pairing), pairing.target)
    return write_review(proposal_review(propose(pairing, alignment_weights()), pairing.target, new.edition, current))


def _identities(proposals: Sequence[Proposal], target: ProvisionTree) -> str:
    """The line for ``editions.toml``, and as comments what only one side has."""
    found = {place for proposal in proposals for place in proposal.targets}
    lines = [
        *(f"# {proposal.id} stands in no known text" for proposal in proposals if not proposal.targets),
        *(f"# {key} of the known texts is not in this one" for key in target.keys if key not in found),
    ]
    moved = [f'"{p.id}" = "{p.targets[0]}"' for p in proposals if p.targets not in ((p.id,), ())]
    lines.append(f"wid = {{ {', '.join(moved)} }}" if moved else "# no number differs")
    return "\n".join(lines) + "\n"
