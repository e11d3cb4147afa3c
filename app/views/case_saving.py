"""Every change of a case goes to its file at once; what another window wrote meanwhile is kept in a copy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial, reduce

import streamlit as st

from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, words
from app.views.collecting import case_titles
from app.views.kept_fields import save_status
from app.views.markdown import escape_markdown
from app.views.typed import settle
from corpus.dossiers.dossier import Dossier, DossierEntry, Quotation
from corpus.dossiers.folder import DossierError, DossierFolder, OpenDossier, SaveResult


@contextmanager
def failures_in_words(ui: UiLanguage) -> Iterator[None]:
    """What cannot be saved is shown with its reason; the rest of the block is then not done."""
    try:
        yield
    except DossierError as error:
        st.error(words(ui)["desk_not_saved"].format(reason=escape_markdown(fault_words(error.fault, ui))))


class CaseSaver:
    """Saves what is changed in a case that this window has open."""

    def __init__(self, folder: DossierFolder, opened: OpenDossier, ui: UiLanguage) -> None:
        self._folder = folder
        self._opened = opened
        self._ui = ui
        self._names = words(ui)
        self._status = save_status()

    @property
    def dossier(self) -> Dossier:
        """The case as it was opened or saved last."""
        return self._opened.dossier

    def not_saved(self) -> str:
        """Why the last words are not in the file, for a person to read."""
        return self._names["desk_not_saved"].format(reason=self._status.refused or self.dossier.key)

    def save(self, field: str, value: object) -> bool:
        """Save one field; False, with the reason, when it is not in the file. Asks no session state: SaveStatus."""
        try:
            own = self._status.written.get((self.dossier.key, field))
            saved: SaveResult = self._folder.change(
                self._opened, field, value, own, partial(self._settle, field, value)
            )
        except DossierError as error:
            reason = escape_markdown(fault_words(error.fault, self._ui))
            self._status.refused = reason
            self._status.tell(self._names["desk_not_saved"].format(reason=reason))
            return False
        # The next words may come before the page is drawn again: they are compared with what is in the file now, or our
        # own would count as another window's and be put into a copy, and the copy would get copies.
        self._opened = OpenDossier(saved.dossier, saved.revision)
        self._status.written[saved.dossier.key, field] = value
        self._status.saved = f"{datetime.now():%H:%M:%S}"
        if saved.conflict:
            self._status.chosen = saved.dossier.key
            title = escape_markdown(case_titles(self._folder)[saved.dossier.key])
            self._status.tell(self._names["desk_conflict"].format(copy=title))
        return True

    def _settle(self, field: str, value: object) -> None:
        if isinstance(value, str):
            settle(self._folder, self.dossier.key, field, value, self._status)

    def add(self, *entries: DossierEntry) -> bool:
        """Add to what the file has now; False, with the reason on the page, when it cannot be saved or is there."""
        with failures_in_words(self._ui):
            saved = self._folder.edit(self.dossier.key, lambda dossier: reduce(Dossier.add, entries, dossier))
            if saved.dossier.entries != self.dossier.entries:
                return True
            cited = ", ".join(one.cited for one in entries if isinstance(one, Quotation))
            st.warning(self._names["collect_there"].format(cited=escape_markdown(cited)))
        return False
