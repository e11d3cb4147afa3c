"""Why an address shows nothing, and what there is instead: codes with values, and their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.i18n.words import UiLanguage, words

FailureCode = Literal[
    "no-language",  # no text in ``given``; ``has`` are the texts there are
    "no-edition",  # the language ``language`` has no text of the edition ``given``
    "bad-number",  # ``given`` is no number of a provision
    "no-provision",  # ``text`` has no ``given``; ``near`` is the nearest place and ``has`` are its parts
    "no-parts",  # ``text`` has no ``given``; ``near`` is the nearest place, which has no parts
    "no-definition",  # ``text`` defines no ``given``
    "bad-date",  # ``given`` is no day
    "no-edition-then",  # no edition is known for the day ``given``
    "never-existed",  # the laws of ``edition``, of which no text is held, had no ``given``
    "no-citation",  # ``given`` is no citation, or leads nowhere: then ``sentence`` tells why
    "no-consent",  # nobody has given leave to show ``text`` to everybody
    "no-form",  # the answer is not to be had as ``given``
    "busy",  # so many questions of this reader wait that another one is not taken
]


@dataclass(frozen=True)
class AddressFailure:
    """One reason, the values that its sentence names, and addresses that do show something."""

    code: FailureCode
    values: Mapping[str, str] = field(default_factory=dict)
    has: tuple[str, ...] = ()
    near: str = ""


class NoSuchAddressError(LookupError):
    """An address that shows nothing."""

    def __init__(self, failure: AddressFailure) -> None:
        super().__init__(failure_sentence(failure, "en"))
        self.failure = failure


def failure_sentence(failure: AddressFailure, ui: UiLanguage) -> str:
    """What is wrong with an address and what there is, as one or two sentences.

    >>> failure_sentence(AddressFailure("bad-number", {"given": "abc"}), "en")
    '“abc” is not a law. Write 16C2, for example.'
    """
    return " ".join(words(ui)[f"address_{failure.code}"].format_map(dict(failure.values)).split())
