"""What ``links.js`` needs of a text: the words of every provision, law by law, beside the addresses that stay."""

from __future__ import annotations

import json
from collections.abc import Iterator

from app.i18n.words import UiLanguage
from app.publish.permalinks import permalink
from app.publish.record_forms import rights_sentence
from app.publish.site_redirects import texts_in
from app.reader.context import ReaderServices

LONGEST = 400  # characters of a rule that are shown on hover


def link_texts(services: ReaderServices, ui: UiLanguage) -> Iterator[tuple[str, str]]:
    """For each law of the texts in a language a file, ``da/2017/texts/16.json``: by number its heading and words."""
    for entry in texts_in(services, ui):
        folder = permalink(services.library.registry, entry.key).removeprefix("/")
        for law in services.library[entry.key].laws:
            places = {}
            for provision in law.walk():
                heading = provision.heading.text if provision.heading else ""
                cite = f"{provision.id.printed(entry.language)} · {entry.short}"
                words = "\n".join(filter(None, (cite, heading, provision.text)))
                places[str(provision.id)] = words if len(words) <= LONGEST else words[:LONGEST].rsplit(" ", 1)[0] + " …"
            found = {"title": entry.title, "rights": rights_sentence(entry, ui), "places": places}
            yield f"{folder}/texts/{law.id}.json", json.dumps(found, ensure_ascii=False)
