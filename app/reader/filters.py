"""What narrows a search: texts, kinds and parts of the book, as links. Each choice is a page with its own address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from app.reader.context import PageContext

if TYPE_CHECKING:
    from index.search.documents import DocumentKind

# What a reader tells apart, and what the index calls it.
RESULT_KINDS: Mapping[str, tuple[DocumentKind, ...]] = {
    "provision": ("provision", "rule"),
    "definition": ("definition",),
    "note": ("note",),
}


def filters(page: PageContext) -> Markup:
    """Texts and kinds side by side, the parts of the book in a list that opens."""
    state, words, go = page.state, page.words, page.link.go
    texts = [(go(only=()), words["all_texts"], not state.only)]
    for key in page.library.registry.keys:
        only = tuple(k for k in state.only if k != key) if key in state.only else (*state.only, key)
        texts.append((go(only=only), page.entry(key).short, key in state.only))
    kinds = [(go(kind=""), words["all_kinds"], not state.kind)]
    kinds += [(go(kind=kind), words[f"kind_{kind}"], kind == state.kind) for kind in RESULT_KINDS]
    # Chapters and the groups in them, from the first text that has them, the reader's language first.
    books = sorted(page.library.expressions, key=lambda e: page.entry(e.key).language != state.ui)
    book = next((e for e in books if any(part.laws for part in e.parts)), None)
    parts = [part for part in book.parts if part.laws] if book else []
    return page.render(
        "filters.html",
        texts=texts,
        kinds=kinds,
        parts=parts,
        chosen=next((part for part in parts if part.key == state.part), None),
        language=page.entry(book.key).language if book else "",
    )
