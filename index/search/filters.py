"""Which documents and rules a question lets through: editions, languages, laws, parts of the book, kinds."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.library import Library
from index.search.documents import DocumentKind
from index.search.fulltext import DocumentRef
from index.search.query_syntax import Query
from index.search.rules import DEFINITION, RuleIndex


@dataclass(frozen=True)
class SearchFilter:
    """The choices on the page and the fields in the question together; no ``laws`` are all laws, no ``kinds`` all.

    ``named`` is True where the question or the page names expressions or languages.
    """

    expressions: frozenset[str]
    named: bool
    laws: frozenset[str]
    kinds: frozenset[DocumentKind] | None
    definitions: bool

    @property
    def restricts_documents(self) -> bool:
        """True when only some kinds of document may count."""
        return self.definitions or self.kinds is not None

    @property
    def narrow(self) -> bool:
        """True when so little may be shown that the best documents of the whole corpus may all be left out."""
        return bool(self.laws) or self.restricts_documents or self.named

    def allows_document(self, ref: DocumentRef) -> bool:
        """Only documents of the chosen kinds; of any expression, since a hit may be shown in another one."""
        if self.definitions and ref.kind != "definition":
            return False
        return self.kinds is None or ref.kind in self.kinds

    def allows_rule(self, rules: RuleIndex, rule: str) -> bool:
        """Only rules with a place in the chosen expressions and of the chosen laws and kinds."""
        if self.laws and rules.law(rule).partition(":")[2] not in self.laws:
            return False
        if (self.definitions or self.kinds == frozenset({"definition"})) and not rule.startswith(DEFINITION):
            return False
        return not self.expressions.isdisjoint(rules.expressions_of(rule))


def search_filter(query: Query, library: Library) -> SearchFilter:
    """The filter of a question over a library; names that the library has not leave nothing through."""
    options, keys = query.options, library.registry.keys
    chosen = frozenset(keys if options.expressions is None else options.expressions)
    if query.expressions:
        named = query.expressions
        chosen &= {key for key in keys if key in named or library.entry(key).language in named}
    if query.languages:
        chosen &= {key for key in keys if library.entry(key).language in query.languages}
    laws = {law.strip("§ ").upper() for law in query.laws}
    if options.part is not None:
        part = {law for e in library.expressions for p in e.parts if p.key == options.part for law in p.laws}
        laws = (laws & part if laws else part) or {""}
    return SearchFilter(
        chosen,
        options.expressions is not None or bool(query.expressions or query.languages),
        frozenset(laws),
        None if options.kinds is None else frozenset(options.kinds),
        query.definition,
    )
