"""A first table for a text that has none: ``python -m app.proposal nb-1997 > data/concordance/1997-2017.csv``.

The expression must be a listed source that has been built. What is proposed is a table to edit: a row in doubt says
UNSURE and why. For another language of the 2017 laws the numbers that differ are printed as lines for
``data/editions.toml`` instead, since those are identities and not a concordance.
"""

from __future__ import annotations

import sys

from corpus import store
from corpus.library import Library
from corpus.registry import RegistryError
from parser.align import CURRENT, read_terms
from parser.propose import Pairing, Weights, propose, same_edition, table

WEIGHTS = "alignment-weights.tsv"


def proposed(library: Library, key: str) -> str:
    """The table (or the lines of ``editions.toml``) that an expression needs, from the texts alone."""
    new = library[key]
    known = [e for e in library.of_work(new.work, CURRENT) if e.key != key]
    identities = {e.key: library.entry(e.key).wid or {} for e in known}
    pairing = Pairing.of(new, known, identities, read_terms(store.load_concordance("terms")))
    if new.edition == CURRENT:
        moved = [(p.id, p.targets[0]) for p in same_edition(pairing) if p.targets not in ((p.id,), ())]
        return "wid = { " + ", ".join(f'"{here}" = "{there}"' for here, there in moved) + " }\n"
    weights = Weights.read(store.load_lexicon(WEIGHTS))
    return table(propose(pairing, weights), pairing.there, new.edition, CURRENT)


def main(arguments: list[str]) -> int:
    """Print the proposal for the expression that is named. Bad input gets one line and 2."""
    try:
        if len(arguments) != 1:
            raise ValueError("name one expression, such as nb-1997")
        library = store.load_library()
        library.entry(arguments[0])
        print(proposed(library, arguments[0]), end="")
    except (ValueError, RegistryError) as error:
        print(f"lovbro: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
