"""What a case cites in its own words against what it quotes: a provision named but not quoted, or quoted unused.

A number is one of its edition: "§ 12 C 1 e" of 2007 is not quoted by today's § 12 C 1 e, which is another rule. What
orders the same under another number is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from app.committee.own_numbers import OwnNumberReader, own_words
from corpus.alignment.fate import NumberFates
from corpus.dossiers.dossier import Dossier, Quotation
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from corpus.registry import LAWS
from corpus.store import load_tables


@dataclass(frozen=True, order=True)
class CitedRule:
    """A number of a work in an edition of the laws; "" for a regulation, or where the edition is not known."""

    work: str
    number: ProvisionId
    edition: str = ""


@dataclass(frozen=True)
class CrossCheck:
    """``unquoted`` are rules cited but not quoted; ``unused`` quotations that no words mention.

    ``absent`` are rules that their edition does not have, ``unknown`` numbers that no edition of the laws or of the
    regulations has, as printed.
    """

    unquoted: tuple[CitedRule, ...]
    unused: tuple[Quotation, ...]
    absent: tuple[CitedRule, ...]
    unknown: tuple[str, ...]


def cross_check(dossier: Dossier, library: Library, fates: NumberFates | None = None) -> CrossCheck:
    """Compare the committee's own words with its quotations; a rule and a part of it count as the same.

    ``fates`` are what became of numbers of each edition; without them they are worked out.
    """
    return _Comparison(dossier, library, fates or NumberFates.of(load_tables(), library)).result()


@dataclass(frozen=True)
class _Comparison:
    dossier: Dossier
    library: Library
    fates: NumberFates

    def result(self) -> CrossCheck:
        reader = OwnNumberReader.of(self.dossier, self.library.registry)
        read = [reader.read(paragraph) for _, paragraph in own_words(self.dossier)]
        numbers = [number for paragraph in read for number in paragraph.numbers]
        named = dict.fromkeys(CitedRule(one.work, place, one.edition) for one in numbers for place in one.places)
        absent = [rule for rule in named if self._is_absent(rule)]
        cited = [rule for rule in named if rule not in absent]
        quoted = [rule for one in self.dossier.quotations if (rule := self._quoted(one))]
        unused = [one for one in self.dossier.quotations if not one.comment.strip() and self._is_unused(one, cited)]
        own = {place for one in numbers if not one.foreign for place in one.places}
        nowhere = (rule.number for rule in absent if rule.work != LAWS and rule.number in own)
        printed = (number.printed(self.dossier.language) for number in nowhere)
        unknown = dict.fromkeys((*(number for paragraph in read for number in paragraph.unknown), *printed))
        return CrossCheck(
            tuple(rule for rule in cited if not any(self._became(rule, other, unchanged=True) for other in quoted)),
            tuple(unused),
            tuple(rule for rule in absent if rule.work == LAWS),
            tuple(unknown),
        )

    def _is_absent(self, rule: CitedRule) -> bool:
        """True for what its edition surely lacks: by its text, or since a table calls the number a later one's."""
        if rule.work == LAWS:
            if not rule.edition or self.fates.had(rule.edition, rule.number):
                return False
            current = self.library.registry.current_edition(LAWS)
            added = self.fates.fate(rule.edition, rule.number, current).added
            return bool(added) or bool(self._texts(LAWS, rule.edition))
        texts = self._texts(rule.work)
        return bool(texts) and not any(self.library.provision(key, str(rule.number)) for key in texts)

    def _texts(self, work: str, edition: str = "") -> list[str]:
        """The texts that are held of a work, or of one edition."""
        listed = self.library.registry.expressions
        return [one.key for one in listed if one.work == work and edition in ("", one.edition)]

    def _quoted(self, quotation: Quotation) -> CitedRule | None:
        """The rule that is quoted; None for what is none."""
        place = quotation.place.partition("#")[0]
        if quotation.expression not in self.library.registry.keys or not is_provision_id(place):
            return None
        work = self.library.entry(quotation.expression).work
        return CitedRule(work, ProvisionId.of(place), quotation.edition if work == LAWS else "")

    def _is_unused(self, quotation: Quotation, cited: list[CitedRule]) -> bool:
        quoted = self._quoted(quotation)
        if quoted is None:
            return quotation.cited.casefold() not in self._words
        return not any(self._became(rule, quoted) for rule in cited)

    @cached_property
    def _words(self) -> str:
        return "\n".join(paragraph for _, paragraph in own_words(self.dossier)).casefold()

    def _became(self, cited: CitedRule, quoted: CitedRule, *, unchanged: bool = False) -> bool:
        """True where a rule is the quoted one, or became it in the quotation's edition.

        ``unchanged``: of two editions only where it still orders the same there.
        """
        if cited.work != quoted.work:
            return False
        if "" in (cited.edition, quoted.edition) or cited.edition == quoted.edition:
            return _overlap(cited.number, quoted.number)
        fate = self.fates.fate(cited.edition, cited.number, quoted.edition)
        if unchanged and (fate.fate not in ("same", "moved") or fate.changed):
            return False
        return any(_overlap(number, quoted.number) for number in fate.today)


def _overlap(number: ProvisionId, other: ProvisionId) -> bool:
    return number.contains(other) or other.contains(number)
