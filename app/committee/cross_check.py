"""What a case cites in its own words against what it quotes: a provision named but not quoted, or quoted unused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.committee.register import reader
from corpus.dossiers.dossier import Dossier, Quotation, Remark
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.precedents.refusal import UnreadableError

_OWN = ("question", "facts", "ruling", "reasoning", "dissent", "decision")


@dataclass(frozen=True)
class CrossCheck:
    """``unquoted`` are numbers cited but not quoted, with their work; ``unused`` quotations that no words mention."""

    unquoted: tuple[tuple[str, ProvisionId], ...]
    unused: tuple[Quotation, ...]


def cross_check(dossier: Dossier, library: Library) -> CrossCheck:
    """Compare the committee's own words with its quotations; a rule and a part of it count as the same."""
    words = "\n\n".join(_own_words(dossier))
    cited = tuple(dict.fromkeys(_cited(words)))
    quoted = [(library.entry(q.expression).work, _number(q)) for q in dossier.quotations if _is_rule(q, library)]
    unquoted = tuple((work, number) for work, number in cited if not any(_same(work, number, *one) for one in quoted))
    unused = tuple(
        quotation
        for quotation in dossier.quotations
        if _is_unused(quotation, cited, words, library) and not quotation.comment.strip()
    )
    return CrossCheck(unquoted, unused)


def _own_words(dossier: Dossier) -> Iterator[str]:
    yield from (words for name in _OWN if (words := getattr(dossier, name)).strip())
    yield from (view.text for view in dossier.views if view.text.strip())
    yield from (entry.text for entry in dossier.entries if isinstance(entry, Remark) and entry.text.strip())


def _cited(words: str) -> Iterator[tuple[str, ProvisionId]]:
    """The provisions named in the words, read as those of a decision are."""
    try:
        decision = reader()("case.txt", words.encode("utf-8", "replace")).decision
    except UnreadableError:
        return
    for citation in decision.citations:
        yield from ((citation.work, ProvisionId.of(place)) for place in citation.ids if is_provision_id(place))


def _is_rule(quotation: Quotation, library: Library) -> bool:
    known = quotation.expression in library.registry.keys
    return known and is_provision_id(quotation.place.partition("#")[0])


def _number(quotation: Quotation) -> ProvisionId:
    return ProvisionId.of(quotation.place.partition("#")[0])


def _is_unused(quotation: Quotation, cited: tuple[tuple[str, ProvisionId], ...], words: str, library: Library) -> bool:
    if not _is_rule(quotation, library):
        return quotation.cited.casefold() not in words.casefold()
    work, number = library.entry(quotation.expression).work, _number(quotation)
    return not any(_same(work, number, *one) for one in cited)


def _same(work: str, number: ProvisionId, other_work: str, other: ProvisionId) -> bool:
    shorter = min(len(number.parts), len(other.parts))
    return work == other_work and number.parts[:shorter] == other.parts[:shorter]
