"""The lines that are known to be about a law: phrasings, scenarios, and the sentences of the law itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression, Prose, Provision
from corpus.text import sentences
from index.search.law_classifier import LabelledLine
from index.search.phrasings import RuleTarget, ToldLine
from index.search.rules import DEFINITION, RuleTable, work_and_place

TEXT = 0.3  # what a sentence of a law counts beside a line that somebody would say


def law_lines(
    told: Sequence[ToldLine], library: Library, rules: RuleTable, read: Collection[str] | None = None
) -> tuple[LabelledLine, ...]:
    """All lines, those that are ``told`` first; ``rules`` are the rules of the library's places.

    ``read`` are the keys of the texts whose sentences are taken, None: all. Each line is about a law, and about a part
    of it where a line that is told leads there. A sentence of an older edition is about what it became part of;
    without that it is left out.
    """
    lines = [LabelledLine(one.language, one.text, with_law(*one.targets[0])) for one in told]
    known = {rule for line in lines for rule in line.rules}
    texts = [text for text in library.expressions if read is None or text.key in read]
    return (*lines, *_sentences(texts, rules, known))


def _sentences(texts: Sequence[Expression], rules: RuleTable, known: Collection[RuleTarget]) -> Iterator[LabelledLine]:
    for expression in texts:
        for provision in expression.walk():
            for rule in rules[expression.key].get(str(provision.id), ())[:1]:
                about = () if rule.startswith(DEFINITION) else with_law(*work_and_place(rule))
                if held := tuple(one for one in about if one in known):
                    yield from (LabelledLine(expression.language, text, held, TEXT) for text in _texts(provision))


def _texts(provision: Provision) -> Iterator[str]:
    if provision.heading:
        yield provision.heading.text
    for block in provision.own_blocks:
        if isinstance(block, Prose):
            for line in block.text.splitlines():
                yield from filter(str.strip, sentences(line) if line.strip() else ())


def with_law(work: str, place: str) -> tuple[RuleTarget, ...]:
    """The law of a rule, and the rule itself where it is a part."""
    return tuple(dict.fromkeys(((work, str(ProvisionId.of(place).law)), (work, place))))
