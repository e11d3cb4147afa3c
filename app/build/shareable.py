"""What may leave this machine: the shipped texts, and of the person's own those with a recorded consent."""

from __future__ import annotations

from dataclasses import replace

from corpus import store
from corpus.library import Library


def load_shareable_library() -> Library:
    """The library without texts of the person's own that nobody has given leave to pass on. Raises StoreError."""
    library, shipped = store.load_library(), set(store.shipped_registry().keys)
    registry = library.registry
    kept = tuple(one for one in registry.expressions if one.key in shipped or one.rights.consent is not None)
    if len(kept) == len(registry.expressions):
        return library
    return Library(replace(registry, expressions=kept), tuple(library[one.key] for one in kept))
