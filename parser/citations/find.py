"""The citations in a text, as printed.

One engine for all languages (``parser.citations.grammar``); their words are data (``parser.lang``). What a citation
means in an edition is found by ``parser.citations.resolve``, what a reader types by ``parser.citations.query``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from corpus.model import Where
from parser.citations.citation import Citation as Citation
from parser.citations.citation import CitationMember as CitationMember
from parser.citations.grammar import Grammar, grammar_of


def find(
    text: str,
    language: str,
    *,
    where: Where = "body",
    work: str = "laws",
    headwords: Mapping[str, str] | None = None,
    decimal: bool = False,
) -> tuple[Citation, ...]:
    """All citations of ``text`` in their order; they never overlap.

    ``headwords`` maps casefolded headwords to the addresses of definitions; ``decimal``: the text writes numbers as
    figures alone.

    >>> [(c.signal, c.printed, c.gloss) for c in find("se § 16C2 (rettelse), jf. § 23", "da")]
    [('se', '§ 16C2', 'rettelse'), ('jf.', '§ 23', '')]
    >>> [str(c.members[0].first.id) for c in find("se § 16.3.2 (rettelse), jf. pkt. 23.1.", "da", decimal=True)]
    ['16C2', '23A']
    """
    grammar = grammar_of(language, decimal)
    found: list[Citation] = []
    for source in (
        grammar.books(text),
        grammar.absolute(text),
        grammar.headwords(text, where, headwords or {}),
        grammar.itself(text, work),
        grammar.relative(text),
    ):
        # Characters that an earlier and stronger kind of citation has used are its own.
        taken = {place for citation in found for place in range(citation.start, citation.end)}
        found += [citation for citation in source if taken.isdisjoint(range(citation.start, citation.end))]
    found.sort(key=lambda citation: citation.start)
    return tuple(_linked(text, found, grammar))


def _linked(text: str, found: list[Citation], grammar: Grammar) -> Iterator[Citation]:
    """Annotated; citations joined by "and" are one list: they share form, signal and a negation behind the last."""
    run: list[Citation] = []
    for citation in [grammar.annotate(text, c) for c in found]:
        if run and not grammar.joins(text, max(run[-1].end, run[-1].gloss_end), citation.start):
            yield from _as_list(run)
            run = []
        run.append(citation)
    yield from _as_list(run)


def _as_list(run: list[Citation]) -> Iterator[Citation]:
    negated = bool(run) and run[-1].negated
    for citation in run:
        joined = len(run) > 1
        form = "list" if joined and citation.form == "single" else citation.form
        yield replace(citation, form=form, signal=citation.signal or run[0].signal, negated=citation.negated or negated)
