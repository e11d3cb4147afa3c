"""Signatures of a manifest by ssh keys (``ssh-keygen -Y``), which most people who keep a repository have already."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Literal

SIGNATURE = "manifest.json.sig"
NAMESPACE = "lovbro-release"
"""What a signature is for: one that was made for mail or commits is none for a release."""
_PROGRAM = "ssh-keygen"
_KEY = re.compile(r"SHA256:\S+")

SignatureState = Literal[
    "none",  # there is no signature
    "unvouched",  # one of the key ``key``, but nobody was named whose it should be
    "good",  # that of ``signer``, who is in the list of signers
    "unknown",  # one of the key ``key``, which is not in the list of signers
    "wrong",  # not that of this manifest, or damaged
    "unchecked",  # ssh-keygen is not installed
]


class SignatureError(ValueError):
    """A manifest that could not be signed."""


@dataclass(frozen=True)
class SignatureVerdict:
    """Whose the signature is; ``key`` is the fingerprint of its key (``SHA256:...``), ``signer`` a name of the list."""

    state: SignatureState
    key: str = ""
    signer: str = ""


def sign(manifest: Path, key: Path) -> None:
    """Write the signature of a manifest beside it with a private key; ssh-keygen asks for its passphrase.

    Raises SignatureError with what ssh-keygen said.
    """
    if which(_PROGRAM) is None:
        raise SignatureError(f"{_PROGRAM} is not installed: without it a release cannot be signed")
    if not key.is_file():
        raise SignatureError(f"{key}: there is no such key")
    manifest.with_name(SIGNATURE).unlink(missing_ok=True)
    run = _run(["sign", "-f", str(key), "-n", NAMESPACE, str(manifest)], None)
    if run.returncode:
        raise SignatureError(f"{key}: {run.stderr.strip() or 'ssh-keygen did not sign'}")


def verdict(manifest: Path, signers: Path | None) -> SignatureVerdict:
    """Whose the signature of a manifest is; ``signers`` is a file as ``ALLOWED SIGNERS`` in ssh-keygen(1).

    Raises SignatureError where there is no such file.
    """
    file = manifest.with_name(SIGNATURE)
    if signers is not None and not signers.is_file():
        raise SignatureError(f"{signers}: there is no such file of signers")
    if not file.is_file():
        return SignatureVerdict("none")
    if which(_PROGRAM) is None:
        return SignatureVerdict("unchecked")
    content, options = manifest.read_bytes(), ["-n", NAMESPACE, "-s", str(file)]
    checked = _run(["check-novalidate", *options], content)
    key = _KEY.search(checked.stdout)
    if checked.returncode or key is None:
        return SignatureVerdict("wrong")
    if signers is None:
        return SignatureVerdict("unvouched", key[0])
    for signer in _run(["find-principals", "-s", str(file), "-f", str(signers)], b"").stdout.splitlines():
        if not _run(["verify", "-f", str(signers), "-I", signer, *options], content).returncode:
            return SignatureVerdict("good", key[0], signer)
    return SignatureVerdict("unknown", key[0])


def _run(arguments: list[str], content: bytes | None) -> subprocess.CompletedProcess[str]:
    command = [_PROGRAM, "-Y", *arguments]
    text = content.decode("utf-8", "surrogateescape") if content is not None else None
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", errors="surrogateescape")
