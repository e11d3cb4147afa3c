"""How much of one text is taken in at once, and of how much the words are sent at once."""

from __future__ import annotations

MOST_FILES = 400  # of one text: a book that was saved page by page
MOST_BYTES = 120_000_000  # of all its files; of one of them those of parser.documents.files.MAX_BYTES
MOST_WORDS = 60  # cases or findings whose words are sent at once
