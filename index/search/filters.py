"""Which documents and rows a question lets through: editions, languages, laws, parts of the book, kinds."""

from __future__ import annotations

from collections.abc import Collection

from corpus.library import Library
from index.search.fulltext import DocumentKind, DocumentRef
from index.search.query_syntax import Query
from index.search.rules import DEFINITION, RuleIndex


class SearchFilter:
    """The choices on the page and the fields in the question together."""

    def __init__(
        self,
        library: Library,
        query: Query,
        expressions: Collection[str] | None,
        kinds: Collection[DocumentKind] | None,
        part: str | None,
    ) -> None:
        keys = library.registry.keys
        chosen = set(keys) if expressions is None else set(expressions)
        if query.expressions:
            chosen &= {
                key for key in keys if key in query.expressions or library.entry(key).language in query.expressions
            }
        if query.languages:
            chosen &= {key for key in keys if library.entry(key).language in query.languages}
        self._expressions = chosen
        self.named = expressions is not None or bool(query.expressions or query.languages)
        self._kinds = None if kinds is None else set(kinds)
        self._definitions = query.definition
        self._laws = {law.strip("§ ").upper() for law in query.laws}
        if part is not None:
            laws = {law for e in library.expressions for p in e.parts if p.key == part for law in p.laws}
            self._laws = (self._laws & laws or {""}) if self._laws else laws or {""}

    @property
    def expressions(self) -> frozenset[str]:
        return frozenset(self._expressions)

    @property
    def documents_count(self) -> bool:
        """True when only some kinds of document may count."""
        return self._definitions or self._kinds is not None

    @property
    def narrow(self) -> bool:
        """True when so little may be shown that the best documents of the whole corpus may all be left out."""
        return bool(self._laws) or self.documents_count or self.named

    def expression(self, key: str) -> bool:
        return key in self._expressions

    def document(self, ref: DocumentRef) -> bool:
        if self._definitions and ref.kind != "definition":
            return False
        return self._kinds is None or ref.kind in self._kinds

    def row(self, rows: RuleIndex, row: str) -> bool:
        """Only rows with a member in the chosen expressions and of the chosen laws and kinds."""
        if self._laws and rows.law(row).partition(":")[2] not in self._laws:
            return False
        if (self._definitions or self._kinds == {"definition"}) and not row.startswith(DEFINITION):
            return False
        return any(key in self._expressions for key in rows.members(row))
