"""Akoma Ntoso 3.0: ``write`` an Expression, ``read`` it back (all but coverage), ``validate`` against the schema."""

from corpus.akn.inline import AknError, AknFileError
from corpus.akn.portion import PortionSource
from corpus.akn.reader import read
from corpus.akn.schema import schema_available, validate
from corpus.akn.writer import in_reading_order, write

__all__ = [
    "AknError",
    "AknFileError",
    "PortionSource",
    "in_reading_order",
    "read",
    "schema_available",
    "validate",
    "write",
]
