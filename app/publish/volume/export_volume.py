"""``lovbro export epub`` and ``pdf``: the file of a book."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.export.formats import ExportProgress
from app.publish.consent import shown_services
from app.publish.permalinks import entry_at
from app.publish.volume.composition import VolumeChoiceError, chosen_texts, compose_volume
from app.publish.volume.volume_epub import to_epub
from app.publish.volume.volume_pdf import PAGE_FORMATS, to_pdf
from app.reader.context import ReaderServices
from corpus import store
from corpus.files import write_atomic
from corpus.registry import Registry


def export_volume(
    path: Path,
    services: ReaderServices,
    progress: ExportProgress,
    form: str,
    languages: Sequence[str],
    edition: str,
    size: str,
    *,
    public: bool,
) -> Path:
    """Write a book and return its file: ``path``, if it ends as the form does, else one in the folder ``path``.

    ``form`` is ``epub`` or ``pdf``, ``size`` one of ``PAGE_FORMATS``; a text of any size of paper is one EPUB.

    Raises NothingToPublishError and VolumeChoiceError.
    """
    shown = shown_services(services, public=public)
    try:
        chosen = chosen_texts(shown, languages, edition)
    except VolumeChoiceError as error:
        raise VolumeChoiceError(f"{error}{_held_back(shown.library.registry, languages, edition)}") from error
    volume = compose_volume(shown, chosen, public=public)
    name = f"{volume.name}.epub" if form == "epub" else f"{volume.name}-{size}.pdf"
    file = path if path.suffix.lower() == f".{form}" else path / name
    with progress(1) as begin:
        begin(file.name)
        write_atomic(file, to_epub(volume) if form == "epub" else to_pdf(volume, PAGE_FORMATS[size]))
    return file


def _held_back(shown: Registry, languages: Sequence[str], edition: str) -> str:
    """The texts that were asked for and are in the library, and that nobody gave leave to pass on."""
    held = store.load_registry()
    asked = (entry_at(held, language, edition) for language in languages or (shown.expressions[0].language,))
    kept = [one.key for one in asked if one and one.key not in shown.keys]
    left_out = f"; {', '.join(kept)} may not be passed on: add it again with --consent-by and --consent-on"
    return left_out if kept else ""
