"""What became of a number of an older edition, in words: one sentence for command line, pages and papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from corpus.ids import ProvisionId

if TYPE_CHECKING:  # most answers name no old number
    from corpus.alignment.fate import FateDoubt, NumberFate

DOUBT_SIGNS: Mapping[FateDoubt, str] = MappingProxyType({"ancestor": "°", "row": "?", "unreached": "?"})
"""After a gloss: the number was carried along with the rule that contains it, or its row is in doubt or missing."""
Cite = Callable[[ProvisionId], str]


def fate_sentences(fate: NumberFate, words: Mapping[str, str], cite: Cite, *, in_force: bool = True) -> str:
    """What became of a number, how sure that is, and that today's rule of its number is another one.

    ``cite`` prints a number. Without ``in_force`` the target is no edition of today and is named by its year.

    >>> from app.i18n.words import words
    >>> from corpus.alignment.fate import NumberFate
    >>> moved = NumberFate(ProvisionId.of("16C"), "2007", "2017", "moved", (ProvisionId.of("16D"),), namesake=True)
    >>> fate_sentences(moved, words("en"), lambda place: place.printed("da"))
    '§ 16 C (2007) is today § 16 D. Today § 16 C is another rule.'
    """
    sentences = [_outcome(fate, words, cite, "" if in_force else "_in")]
    if fate.changed and fate.fate not in ("revised", "dropped", "unknown"):
        sentences.append(words["fate_changed"])
    if doubt := fate_doubt(fate, words, cite):
        sentences.append(doubt)
    if fate.namesake and fate.added != str(fate.number):
        namesake = words["fate_namesake" if in_force else "fate_namesake_in"]
        sentences.append(namesake.format(number=cite(fate.number), target=fate.target))
    return " ".join(sentences)


def fate_terms(fate: NumberFate, words: Mapping[str, str]) -> tuple[str, ...]:
    """What became of a number as the words of lists: relation, changed content, doubt, for any two editions.

    >>> from app.i18n.words import words
    >>> from corpus.alignment.fate import NumberFate
    >>> fate_terms(NumberFate(ProvisionId.of("16C"), "2007", "2017", "moved", changed=True), words("en"))
    ('moved', 'content changed')
    """
    content = ("rel_revised",) if fate.changed and fate.fate not in ("revised", "dropped", "unknown") else ()
    doubt = ("rel_unsure",) if fate.doubt else ()
    place = "rel_parts" if fate.part_homes else f"rel_{fate.fate}"
    return tuple(words[key] for key in (place, *content, *doubt))


def fate_doubt(fate: NumberFate, words: Mapping[str, str], cite: Cite) -> str:
    """Why what became of a number is in doubt, as a sentence; empty when it is not."""
    listed = cite(ProvisionId.of(fate.listed)) if fate.listed else ""
    return words[f"fate_doubt_{fate.doubt}"].format(listed=listed) if fate.doubt else ""


def fate_gloss(
    edition: str,
    fates: Sequence[NumberFate],
    words: Mapping[str, str],
    cite: Cite,
    likely: Sequence[ProvisionId] = (),
    *,
    named: bool = False,
) -> str:
    """What numbers in quoted words are today, in brackets, to follow them; ``edition`` is theirs, empty if unknown.

    Where the words have ``named`` the edition themselves, it is not said again.

    >>> from app.i18n.words import words
    >>> from corpus.alignment.fate import NumberFate
    >>> moved = NumberFate(ProvisionId.of("16C2c"), "2007", "2017", "moved", (ProvisionId.of("16D2c"),), namesake=True)
    >>> fate_gloss("2007", [moved], words("da"), lambda place: place.printed("da"))
    '(2007; i dag § 16 D 2 c)'
    """
    if not edition:
        return f"({words['gloss_no_edition']})"
    outcomes = [fate_outcome(fate, words, cite) for fate in fates]
    if len(fates) > 1 and len(set(outcomes)) > 1:
        outcomes = [f"{cite(fate.number)}: {outcome}" for fate, outcome in zip(fates, outcomes, strict=True)]
    sign = "".join(dict.fromkeys(sign for doubt, sign in DOUBT_SIGNS.items() if doubt in {f.doubt for f in fates}))
    doubts = [words["gloss_likely"].format(number=", ".join(map(cite, likely)))] if likely else []
    told = [*([] if named else [edition]), *dict.fromkeys(outcomes), *doubts]
    return f"({'; '.join(told)}){sign}"


def fate_outcome(fate: NumberFate, words: Mapping[str, str], cite: Cite) -> str:
    """What a number is today, in a few words: ``i dag § 16 D 2 c, ændret``; without a doubt about it."""
    parts = []
    if fate.today == (fate.number,):
        parts.append(words["gloss_same"])
    elif fate.today:
        parts.append(words["gloss_today"].format(today=", ".join(map(cite, fate.today))))
    else:
        parts.append(words["gloss_unknown" if fate.fate == "unknown" else "gloss_dropped"])
        parts += [words["gloss_namesake"].format(number=cite(fate.number))] if fate.namesake else []
    parts += [words["gloss_changed"]] if fate.changed and fate.today else []
    return ", ".join(parts)


def _outcome(fate: NumberFate, words: Mapping[str, str], cite: Cite, named: str) -> str:
    added = cite(ProvisionId.of(fate.added)) if fate.added else ""
    homes = fate.today or fate.part_homes
    key = "fate_parts" if fate.part_homes else f"fate_{fate.fate}" if fate.joined else "fate_unjoined"
    outcome = words[key + named if key + named in words else key].format(
        number=cite(fate.number), edition=fate.edition, target=fate.target, today=", ".join(map(cite, homes))
    )
    return f"{outcome} {words['fate_added'].format(added=added, target=fate.target)}" if added else outcome
