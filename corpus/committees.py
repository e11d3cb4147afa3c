"""Who belongs to which committee: ``committees.toml`` in the library, or the file that ``LOVBRO_COMMITTEES`` names.

A person is known by what a sign-in provider vouches for: an e-mail address that it has verified, or its own name for
the person (``subject``). What it has not verified counts for nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from corpus.document_store import DocumentStore, documents_at, shared_place
from corpus.files import read_whole
from corpus.schema import FormatError, Loader

COMMITTEES_FILE = "committees.toml"
LONGEST_SIGN_IN = 12 * 3600  # seconds; the cookie lasts thirty days, and who leaves a provider must be out of here
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")

CommitteeRole = Literal["reader", "member", "registrar"]
"""A reader reads, a member also writes the dossiers of the committee, a registrar also imports, corrects and publishes
decisions."""


class CommitteesError(FormatError):
    """A list of committees that cannot be read."""


@dataclass(frozen=True)
class SignedInPerson:
    """A person as the provider vouches for; ``email`` is empty where it has not verified it."""

    subject: str
    email: str = ""
    name: str = ""

    @property
    def known_as(self) -> str:
        """The person as an audit names one: the verified address, else the provider's own name for the person."""
        return self.email or self.subject


@dataclass(frozen=True)
class CommitteeMember:
    """A line of the list: ``email`` or ``subject`` names the person."""

    role: CommitteeRole
    email: str = ""
    subject: str = ""

    def is_about(self, person: SignedInPerson) -> bool:
        """True when the line is about this person."""
        if self.subject and self.subject == person.subject:
            return True
        return bool(self.email and person.email) and self.email.casefold() == person.email.casefold()


@dataclass(frozen=True)
class Committee:
    """A committee; ``key`` names its folder, ``member`` are its people."""

    key: str
    name: str
    member: tuple[CommitteeMember, ...] = ()


@dataclass(frozen=True)
class CommitteeSeat:
    """A person's place in a committee; ``holder`` is how an audit names the person."""

    committee: Committee
    role: CommitteeRole
    holder: str = field(default="", compare=False)


@dataclass(frozen=True)
class Committees:
    """All committees."""

    committee: tuple[Committee, ...] = ()

    def seats_of(self, person: SignedInPerson) -> tuple[CommitteeSeat, ...]:
        """The person's seats, in the order of the list; of two lines in one committee the first counts."""
        found = ((one, next((m.role for m in one.member if m.is_about(person)), None)) for one in self.committee)
        return tuple(CommitteeSeat(committee, role, person.known_as) for committee, role in found if role)


def person_of(claims: Mapping[str, object], now: float) -> SignedInPerson | None:
    """The person of an ID token's claims (OpenID Connect Core 1.0, 2 and 5.1); None when nobody is signed in, or not
    within ``LONGEST_SIGN_IN`` before ``now``, in seconds since 1970.

    >>> person_of({"is_logged_in": True, "sub": "7", "email": "a@b.dk", "email_verified": False, "iat": 100}, 200)
    SignedInPerson(subject='7', email='', name='')
    """
    subject, issued = claims.get("sub"), claims.get("iat")
    if claims.get("is_logged_in") is not True or not isinstance(subject, str) or not subject:
        return None
    if not isinstance(issued, int | float) or now - issued > LONGEST_SIGN_IN:
        return None
    email, name = claims.get("email"), claims.get("name")
    verified = claims.get("email_verified") is True and isinstance(email, str)
    return SignedInPerson(subject, str(email) if verified else "", name if isinstance(name, str) else "")


def read_committees(content: bytes) -> Committees:
    """The list in a file. Raises CommitteesError naming what is wrong."""
    load = Loader(COMMITTEES_FILE, CommitteesError)
    found = load.convert(load.toml(content), Committees)
    keys: set[str] = set()
    for number, one in enumerate(found.committee, 1):
        if not _KEY.fullmatch(one.key) or one.key in keys:
            raise load.fault("value", f"committee[{number}].key", found=one.key, cause="a-z, 0-9 and -, each once")
        keys.add(one.key)
        for at, member in enumerate(one.member, 1):
            if not (member.email or member.subject):
                raise load.fault("absent", f"committee[{number}].member[{at}]", expected="email")
    return found


def load_committees() -> Committees:
    """The list as it is now; without a file nobody belongs anywhere. Raises CommitteesError."""
    load = Loader(COMMITTEES_FILE, CommitteesError)
    if named := os.environ.get("LOVBRO_COMMITTEES"):
        return read_committees(read_whole(Path(named), load)) if Path(named).exists() else Committees()
    try:
        documents = documents_at(shared_place(""))
        return (
            read_committees(documents.read(COMMITTEES_FILE, load))
            if documents.exists(COMMITTEES_FILE)
            else Committees()
        )
    except OSError as error:  # of a database; a file's is a fault of the loader already
        raise load.fault("system", cause=error.strerror or str(error)) from error


def committee_dossiers(key: str, author: str = "") -> Path | DocumentStore:
    """Where the dossiers of a committee are: ``committees/<key>/dossiers`` in the library; ``author`` is who writes.

    Raises ValueError for what cannot be the key of a committee.
    """
    if not _KEY.fullmatch(key):
        raise ValueError(key)
    return shared_place(f"committees/{key}/dossiers", author=author)
