"""The register read case by case from its folder, without an index: what an index has to answer, done the long way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from corpus.alignment.fate import NumberFates
from corpus.ids import ProvisionId
from corpus.precedents.decision import DECISIVE, CaseCitation, Decision
from corpus.stemming import stem
from index.precedents.filters import STEMMED, DecisionFilter, folded, searched_text

Roles = Mapping[str, list[str]]


def accepted(decisions: Iterable[Decision], only: DecisionFilter) -> list[str]:
    """The keys of the decisions that a filter accepts, newest first."""
    chosen = [one for one in decisions if _accepts(one, only)]
    return [one.key for one in sorted(chosen, key=lambda one: one.newest_first)]


def under(decisions: Iterable[Decision], fates: NumberFates, edition: str, place: str) -> Roles:
    """The keys of the decisions on a provision of the laws, by list."""
    wanted = ProvisionId.of(place)
    lists: dict[str, list[str]] = {}
    for decision in sorted(decisions, key=lambda one: one.newest_first):
        near, wide, loose = [], [], []
        for citation in decision.citations:
            for cited in citation.ids if citation.work == "laws" else ():
                places, checked = _homes(decision, cited, edition, fates)
                if any(wanted.contains(home) for home in places):
                    (near if checked else loose).append((citation, cited))
                elif checked and any(home.contains(wanted) for home in places):
                    wide.append((citation, cited))
        for role in _roles(decision, near):
            lists.setdefault(role, []).append(decision.key)
        for name, found in (("wider", wide), ("unchecked", loose)):
            if found and not near:
                lists.setdefault(name, []).append(decision.key)
    return lists


def laws_cited(decision: Decision, fates: NumberFates, edition: str) -> set[str]:
    """The laws of an edition that a decision's citations lead to; '' when they lead to none."""
    laws: set[str] = set()
    for citation in decision.citations:
        for cited in citation.ids if citation.work == "laws" else ():
            places, checked = _homes(decision, cited, edition, fates)
            laws |= {place.law for place in places} if checked else set()
    return laws or {""}


def told(decisions: Iterable[Decision], field: str) -> Counter[str]:
    """How many decisions tell which value of a field, '' for those that do not."""
    names = {True: "yes", False: "no", None: ""}
    return Counter(names.get(value, value) for value in (getattr(one, field) for one in decisions))


def _accepts(decision: Decision, only: DecisionFilter) -> bool:
    played, words = decision.played, f" {folded(searched_text(decision))}"
    return (
        only.instance in ("", decision.instance)
        and only.outcome in ("", decision.outcome)
        and only.deposit in ("", decision.deposit)
        and only.unanimous in (None, decision.unanimous)
        and (only.since is None or (played is not None and played >= only.since))
        and (only.until is None or (played is not None and played <= only.until))
        and all(f" {folded(word)}" in words or _inflected(word, decision) for word in _pieces(only.words))
    )


def _pieces(text: str) -> list[str]:
    return [one for one in re.split(r"[\W_]+", text.casefold()) if one]


def _inflected(word: str, decision: Decision) -> bool:
    """Whether a decision has a word of the same stem; what is typed may be of any language."""
    if not word.isalpha() or decision.language not in STEMMED:
        return False
    wanted = {stem(word, language) for language in STEMMED}
    written = {one for one in _pieces(searched_text(decision)) if one.isalpha()}
    return any(stem(one, decision.language) in wanted for one in written)


def _homes(decision: Decision, cited: str, edition: str, fates: NumberFates) -> tuple[list[ProvisionId], bool]:
    number, own = ProvisionId.of(cited), decision.edition("laws")
    if own == edition:
        return [number], True
    fate = fates.fate(own, number, edition) if own in fates.editions else None
    known = fate is not None and fate.fate != "unknown"
    return (list(fate.today), True) if fate and known else ([number], False)


def _roles(decision: Decision, found: list[tuple[CaseCitation, str]]) -> set[str]:
    def decisive(citation: CaseCitation) -> bool:
        return decision.sections[citation.section].kind in DECISIVE

    decided = {cited for citation, cited in found if decisive(citation)}
    denied = {cited for citation, cited in found if citation.finding == "not-breached"}
    roles = set()
    for citation, cited in found:
        role = "mentioned" if citation.finding == "applied" and not decisive(citation) else citation.finding
        if (decisive(citation) or cited not in decided) and not (role == "mentioned" and cited in denied):
            roles.add(role)
    return roles - {"mentioned"} or roles
