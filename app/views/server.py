"""The web server with the texts read ahead: ``python -m app.views.server run app/main.py`` and Streamlit's own options.

Streamlit imports the page's code when the first reader comes. Here that work, and the reading of the texts, begins
with the server and is done, or nearly, when the reader's browser has loaded its scripts.
"""

from __future__ import annotations

import sys
import threading

from streamlit.web import cli


def _read_ahead() -> None:
    """What the first page needs. A fault in it is not told here: the first page meets the same one and shows it."""
    from app import present  # noqa: F401
    from app.views.holdings import room

    room()


def main(arguments: list[str]) -> None:
    """Serve until stopped."""
    threading.Thread(target=_read_ahead, name="read-ahead", daemon=True).start()
    cli.main(arguments, prog_name="streamlit")


if __name__ == "__main__":
    main(sys.argv[1:])
