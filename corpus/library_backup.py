"""The library in one file, and back: a zip of all its files with a sum over each, taken and put back whole or not at
all."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path, PurePosixPath

from corpus.files import ZIP_TIME, StoreError, locked, sync_folder

MANIFEST = "lovbro-library.json"
FORMAT = 1
LARGEST = 4 * 1024**3  # bytes that a backup may unpack to
LARGEST_LIST = 64 * 1024**2  # bytes of the list of files, which is read whole
_CHUNK = 1 << 20
# What zipfile and what it calls raise for bytes that are no zip.
_DAMAGED = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, ArithmeticError, EOFError, LookupError,
    MemoryError, RuntimeError, ValueError,
)  # fmt: skip


class BackupError(StoreError):
    """A backup that cannot be made or put back; nothing is changed then."""


def backup(library: Path, target: Path, shared: Iterable[tuple[str, bytes]] = ()) -> int:
    """Write the library into the file ``target``, in place of what is there; returns how many files it holds.

    ``shared`` are documents that a database has, by their paths in a library. Nothing is saved meanwhile.
    Raises BackupError and OSError.
    """
    if target.is_dir():
        raise BackupError(f"{target} is a folder: name the file to write, such as {target / 'lovbro.zip'}")
    # Where a link of the library leads too: the next backup would hold this one.
    if any(path.resolve() in target.resolve().parents for path in (library, *library.glob("*"))):
        raise BackupError(f"{target} is inside the library {library}: name a file outside of it")
    if target.is_symlink():  # to a disk that is for backups: its file is meant, not the link
        target = target.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, made = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with ExitStack() as stack:
            for folder in sorted(path for path in library.glob("*") if path.is_dir()):
                stack.enter_context(locked(folder))
            with os.fdopen(handle, "wb") as file:
                count = _pack(library, file, shared)
                file.flush()
                os.fsync(file.fileno())
        os.replace(made, target)
    except BaseException:
        Path(made).unlink(missing_ok=True)
        raise
    sync_folder(target.parent)
    return count


def restore(source: Path, library: Path) -> int:
    """Put a backup into an empty library, or one that is not there; returns how many files it had.

    An error leaves the library as it was; where a kill interrupts it, a folder ``.restored-`` stays there.

    Raises BackupError for a file that is no whole backup and for a library that holds anything, and OSError.
    """
    if not source.is_file():  # a pipe or a device may have no end
        raise BackupError(f"{source} is no ordinary file: name one that lovbro library backup has written")
    if library.exists() and any(_files(library)):
        raise BackupError(f"the library {library} is not empty: set LOVBRO_LIBRARY to an empty folder, or move it away")
    new = not library.exists()
    library.mkdir(parents=True, exist_ok=True)
    # Inside of it: what a link or a container's volume leads to can be filled, and not be put in another's place.
    made = Path(tempfile.mkdtemp(prefix=".restored-", dir=library))
    placed = list[Path]()
    try:
        names = _unpack(source, made)
        for name in names:
            (library / name).parent.mkdir(parents=True, exist_ok=True)
            placed.append(library / name)
            os.replace(made / name, library / name)
        for folder in sorted({library.parent if new else library, library, *(path.parent for path in placed)}):
            sync_folder(folder)
    except BaseException:
        for path in placed:
            path.unlink(missing_ok=True)
        shutil.rmtree(library if new else made, ignore_errors=True)
        raise
    shutil.rmtree(made, ignore_errors=True)
    return len(names)


def _files(library: Path) -> Iterator[Path]:
    """Every file, where links to folders lead too, but those that are being written or mean nothing by themselves.

    Raises BackupError for a link that leads nowhere, OSError for a folder that cannot be read.
    """
    for folder, folders, names in os.walk(library, followlinks=True, onerror=_raise):
        inside = Path(folder)
        if inside.is_symlink() and inside.resolve() in (parent.resolve() for parent in inside.parents):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for path in (inside / name for name in sorted(names) if not name.startswith(".")):
            if path.is_file() and path != library / MANIFEST:  # a backup unpacked by hand leaves its list
                yield path
            elif path.is_symlink() and not path.exists():
                raise BackupError(f"{path} leads nowhere: connect what it leads to, or take the link away")


def _raise(error: OSError) -> None:
    raise error


def _pack(library: Path, file: object, shared: Iterable[tuple[str, bytes]]) -> int:
    sums, size = dict[str, str](), 0
    own = ((path.relative_to(library).as_posix(), path.read_bytes()) for path in _files(library))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for name, content in chain(own, shared):
            if not _is_portable(name):
                raise BackupError(f"{name!r} in {library} could not be put back: give the file another name first")
            found = hashlib.sha256(content).hexdigest()
            if sums.setdefault(name, found) != found:
                raise BackupError(
                    f"{name} is in {library} and another one in the database: move one of them away first"
                )
            if name not in archive.NameToInfo:
                archive.writestr(_info(name), content)
                if (size := size + len(content)) > LARGEST:
                    raise BackupError(f"{library} holds more than {LARGEST // 1024**3} GB: copy its folder instead")
        manifest = json.dumps({"format": FORMAT, "files": sums}, ensure_ascii=False, indent=1, sort_keys=True)
        archive.writestr(_info(MANIFEST), manifest)
    return len(sums)


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, ZIP_TIME)
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    return info


def _unpack(source: Path, made: Path) -> Sequence[str]:
    try:
        with zipfile.ZipFile(source) as archive:
            sums = _manifest(source, archive)
            names = [info.filename for info in archive.infolist()]
            if sorted(names) != sorted([*sums, MANIFEST]):
                raise BackupError(f"{source} does not hold the files that it lists: it is no whole backup")
            for name in sums:
                _extract(source, archive, name, sums[name], made)
    except BackupError:
        raise
    except _DAMAGED as error:
        raise BackupError(f"{source} is no backup of a library, or a damaged one: {error}") from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # zipfile goes to a place before the beginning of the file
            raise
        raise BackupError(f"{source} is no backup of a library, or a damaged one") from error
    return tuple(sums)


def _manifest(source: Path, archive: zipfile.ZipFile) -> Mapping[str, str]:
    if sum(info.file_size for info in archive.infolist()) > LARGEST:
        raise BackupError(f"{source} would unpack to more than {LARGEST // 1024**3} GB")
    if any(info.filename == MANIFEST and info.file_size > LARGEST_LIST for info in archive.infolist()):
        raise BackupError(f"{source} has a list of files of more than {LARGEST_LIST // 1024**2} MB")
    try:
        listed = json.loads(archive.read(MANIFEST))
        sums: Mapping[str, str] = {str(name): str(value) for name, value in listed["files"].items()}
        if listed["format"] != FORMAT:
            raise BackupError(f"{source} was written by a later Lovbro")
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, BackupError):
            raise
        raise BackupError(f"{source} is no backup of a library: it has no list of its files") from error
    if bad := [name for name in sums if not _is_portable(name)]:
        raise BackupError(f"{source} names a file outside of the library: {bad[0]!r}")
    return sums


def _is_portable(name: str) -> bool:
    """Whether a name is text and leads into the library on every system, to what is not hidden there.

    >>> _is_portable("dossiers/sag-1.toml"), _is_portable("../a"), _is_portable("C:/a"), _is_portable("a\\\\b")
    (True, False, False, False)
    """
    parts = PurePosixPath(name).parts
    return (
        bool(parts)
        and not any("\ud800" <= sign <= "\udfff" for sign in name)
        and not name.startswith("/")
        and "\\" not in name
        and ":" not in parts[0]
        and not any(part.startswith(".") for part in parts)
    )


def _extract(source: Path, archive: zipfile.ZipFile, name: str, wanted: str, made: Path) -> None:
    path = made.joinpath(*PurePosixPath(name).parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    found = hashlib.sha256()
    with archive.open(name) as packed, path.open("xb") as file:
        while content := packed.read(_CHUNK):
            found.update(content)
            file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if found.hexdigest() != wanted:
        raise BackupError(f"{source}: {name} is not what was saved; nothing was put back")
