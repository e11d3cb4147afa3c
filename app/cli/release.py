"""What ``lovbro release`` writes and ``lovbro release verify`` answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.build import products
from app.cli.output import print_answer, progress
from app.publish.consent import shown_services
from app.publish.release.checking import ReleaseCheck, check_release
from app.publish.release.making import release_files, write_release
from app.publish.services import published_services

_SIGNATURES = {
    "none": "not signed: nobody vouches for the manifest itself",
    "unvouched": "signed with the key {key}; whose it is was not asked (--signers FILE)",
    "good": "signed by {signer} with the key {key}",
    "unknown": "signed with the key {key}, which is not among the signers",
    "wrong": "the signature is not that of this manifest",
    "unchecked": "signed, but not checked: ssh-keygen is not installed",
}


def write(folder: Path, since: Path | None, key: Path | None, public: bool, as_json: bool) -> None:
    """Write a release of the texts that may leave this machine, and print what it has."""
    with progress(products.step_count()) as begin:
        products.build(begin, False, False)
    library = shown_services(published_services(), public=public).library
    made = write_release(folder, library, progress, since=since, key=key)
    answer = {
        "release": str(made.folder),
        "version": made.manifest.version,
        "texts": [text.expression for text in made.manifest.texts],
        "files": len(made.manifest.files),
        "provisions": len(made.manifest.provisions),
        "previous": made.previous or None,
        "changed": made.changed,
        "written": made.fresh,
        "signed": made.signed,
    }
    print_answer(answer, as_json, _written)


def verify(folder: Path, signers: Path | None, as_json: bool) -> bool:
    """Print how a folder differs from its manifest; True where all is as released."""
    found = check_release(folder, _originals, signers=signers)
    print_answer(_checked(found), as_json, _check_words)
    return found.sound


def _originals() -> Mapping[str, bytes]:
    """The files as this Lovbro makes them, of all texts that may leave this machine."""
    return release_files(published_services().library, progress)


def _written(answer: dict[str, Any]) -> str:
    if not answer["written"]:
        return f"{answer['release']}: nothing has changed since this release; nothing was written"
    since = (
        f"{answer['changed']} places changed since the release before" if answer["previous"] else "the first release"
    )
    signed = "signed" if answer["signed"] else "not signed (--key FILE signs it)"
    return (
        f"{answer['release']}: {answer['files']} files, {answer['provisions']} provisions, definitions and notes of "
        f"{', '.join(answer['texts'])}; {since}; {signed}"
    )


def _checked(found: ReleaseCheck) -> dict[str, Any]:
    return {
        "release": str(found.folder),
        "version": found.manifest.version,
        "sound": found.sound,
        "files": len(found.manifest.files),
        "provisions": len(found.manifest.provisions),
        "differences": [asdict(one) for one in found.differences],
        "changed": [f"{key}:{place}" for key, place in found.provisions],
        "signature": asdict(found.signature),
    }


def _check_words(answer: dict[str, Any]) -> str:
    lines = [_difference_words(one) for one in answer["differences"]]
    if answer["changed"]:
        lines.append(f"other words than released: {', '.join(answer['changed'][:10])}")
    if not lines:
        lines.append(f"{answer['files']} files and {answer['provisions']} provisions as released")
    signature = answer["signature"]
    lines.append(_SIGNATURES[signature["state"]].format(**signature))
    return "\n".join(lines)


def _difference_words(one: Mapping[str, Any]) -> str:
    if one["kind"] == "missing":
        return f"{one['path']}: is missing"
    if one["kind"] == "extra":
        return f"{one['path']}: is no part of the release"
    if one["first"] != one["last"]:
        return f"{one['path']}: differs first between byte {one['first']} and byte {one['last']} (line {one['line']})"
    if one["here"] is None and one["released"] is None:
        return f"{one['path']}: has another length; the same up to byte {one['first']} (line {one['line']})"
    here, released = (f"{byte:#04x}" if byte is not None else "the end" for byte in (one["here"], one["released"]))
    return f"{one['path']}: differs first at byte {one['first']} (line {one['line']}): {here}, released {released}"
