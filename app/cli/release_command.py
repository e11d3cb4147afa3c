"""``lovbro release`` and ``lovbro release verify``: their options; what they do is in ``app.cli.release``."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import DONE, FAILED, json_option

_path = click.Path(path_type=Path)


@click.group(invoke_without_command=True, no_args_is_help=False)
@click.option("--out", type=_path, default="release", show_default=True, metavar="DIR", help="Where it is written.")
@click.option("--since", type=_path, metavar="DIR", help="The release before it; else the one that is replaced.")
@click.option("--key", type=_path, metavar="FILE", help="A private ssh key that signs it.")
@click.option("--public", is_flag=True, help="Only texts whose owner has given leave.")
@json_option
@click.pass_context
def release(
    context: click.Context, out: Path, since: Path | None, key: Path | None, public: bool, as_json: bool
) -> int:
    """The texts as files that can be checked: sums, what changed, a signature.

    Tables, XML, datapackage.json, CHANGES.csv and manifest.json with the SHA-256 of every file and every provision.
    """
    if context.invoked_subcommand is None:
        from app.cli import release as releases

        releases.write(out, since, key, public, as_json)
    return DONE


@release.command()
@click.argument("folder", type=_path, metavar="DIR")
@click.option("--signers", type=_path, metavar="FILE", help="Whose signature it must have: see ssh-keygen(1).")
@json_option
def verify(folder: Path, signers: Path | None, as_json: bool) -> int:
    """Compare a release with its manifest, byte for byte.

    0: all is as released; 1: something differs, and the first byte is named; 2: DIR is no release.
    """
    from app.cli import release as releases

    return DONE if releases.verify(folder, signers, as_json) else FAILED
