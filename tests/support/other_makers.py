"""A book as pages made by programs that people print with: its web page by Chromium, its Word file by LibreOffice."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import sync_playwright

from corpus.model import Expression
from tests.support.house_styles import HouseStyle
from tests.support.reading_room import launch
from tests.support.written_books import written

_SECONDS = 300


def by_chromium(text: Expression, style: HouseStyle, tagged: bool = True) -> bytes:
    """The PDF that a browser makes of the page of a text; ``tagged``: it says what is a table, as browsers now do."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        page_file = Path(folder, "bog.html")
        page_file.write_bytes(written(text, style, "html")[1])
        browser = launch(playwright)
        try:
            page = browser.new_page()
            page.goto(page_file.as_uri())
            return bytes(page.pdf(tagged=tagged, format="A4", margin={"left": "2cm", "right": "2cm", "top": "2cm"}))
        finally:
            browser.close()


def by_libreoffice(text: Expression, style: HouseStyle, tagged: bool = True) -> bytes:
    """The PDF that LibreOffice makes of the Word file of a text. Raises OSError and subprocess errors."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "bog.docx").write_bytes(written(text, style, "docx")[1])
        options = json.dumps({"UseTaggedPDF": {"type": "boolean", "value": str(tagged).lower()}})
        command = ["soffice", f"-env:UserInstallation={Path(folder, 'profile').as_uri()}", "--headless", "--convert-to"]
        command += [f"pdf:writer_pdf_Export:{options}", "--outdir", folder, str(Path(folder, "bog.docx"))]
        subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
        return Path(folder, "bog.pdf").read_bytes()


MAKERS: Mapping[str, Callable[[Expression, HouseStyle], bytes]] = {
    "chromium": by_chromium,
    "chromium-untagged": lambda text, style: by_chromium(text, style, tagged=False),
    "libreoffice": by_libreoffice,
    "libreoffice-untagged": lambda text, style: by_libreoffice(text, style, tagged=False),
}
