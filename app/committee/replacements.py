"""What stands for each name in the copy for publication: the lines that a person approved, and the words with them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from app.committee.people import GENITIVE, folded, is_seat

_PAIR = re.compile(r"\s*(?P<name>[^=]+?)\s*=\s*(?P<other>.*?)\s*")
_SHORT = 3  # so many capitals alone may be initials, which are those letters and no word


@dataclass(frozen=True)
class NameReplacements:
    """``pairs`` has by each name, as it was approved, what stands for it; a name may stand for itself."""

    pairs: Mapping[str, str]

    @classmethod
    def of(cls, typed: str) -> NameReplacements:
        """The replacements of a field, a line each; a line without ``=`` is none.

        >>> NameReplacements.of("Ib Lund = AA\\nog").pairs
        {'Ib Lund': 'AA'}
        """
        matches = (_PAIR.fullmatch(line) for line in typed.splitlines())
        return cls({unicodedata.normalize("NFC", match["name"]): match["other"] for match in matches if match})

    def put(self, words: str) -> str:
        """The words with what stands for each name.

        >>> NameReplacements({"Ib Lund": "AA", "Lund": "AA"}).put("IB LUND og Lunds makker i en lund.")
        'AA og AAs makker i en lund.'
        """
        return "".join(part for part, _ in self.parts(words))

    def parts(self, words: str) -> Iterator[tuple[str, bool]]:
        """The words in parts, each with whether it stands for a name."""
        if not self.pairs:
            yield words, False
            return
        words, at = unicodedata.normalize("NFC", words), 0
        for match in self._names.finditer(words):
            if (other := self._other(match[1])) is not None:
                yield words[at : match.start()], False
                yield other, True
                at = match.end(1)
        yield words[at:], False

    def without(self, words: str) -> str:
        """The words without what stands for names, to look for others in."""
        values = sorted({other for other in self.pairs.values() if other}, key=len, reverse=True)
        stands = rf"(?<!\w)(?:{'|'.join(map(re.escape, values))}){GENITIVE}(?!\w)"
        return re.sub(stands, "·", words) if values else words

    @property
    def without_seats(self) -> NameReplacements:
        """Those but for seats, which are the heads of an auction."""
        return NameReplacements({name: other for name, other in self.pairs.items() if not is_seat(name)})

    def covers(self, name: str) -> bool:
        """True when a name has what stands for it, in whatever letters it was approved."""
        return self._other(name) is not None

    @cached_property
    def _names(self) -> re.Pattern[str]:
        longest = sorted(self.pairs, key=len, reverse=True)
        patterns = (r"\s+".join(map(_letters, name.split())) for name in longest)
        return re.compile(rf"(?<!\w)({'|'.join(patterns)}){GENITIVE}(?!\w)", re.IGNORECASE)

    @cached_property
    def _by_folded(self) -> Mapping[str, tuple[str, str]]:
        return {folded(name): (name, other) for name, other in reversed(tuple(self.pairs.items()))}

    def _other(self, printed: str) -> str | None:
        """What stands for a name as it is printed; None where that may be another word."""
        if printed in self.pairs:
            return self.pairs[printed]
        name, other = self._by_folded.get(folded(printed), ("", ""))
        return other if name and _same_name(name, printed) else None


NO_REPLACEMENTS = NameReplacements({})


def _letters(word: str) -> str:
    return re.sub("['’]", "['’]", re.escape(word))


def _same_name(name: str, printed: str) -> bool:
    """A name of several words is one in any letters; one word in small letters, or initials, only as approved.

    >>> [_same_name("Lund", printed) for printed in ("LUND", "lund")], _same_name("EK", "Ek")
    ([True, False], False)
    """
    if len(name.split()) > 1:
        return True
    if name.isupper() and len(name) <= _SHORT:
        return name == printed
    return name.islower() or not printed.islower()
