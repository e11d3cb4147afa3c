"""The Danish laws of 2017: a damaged scan of the book, and a viewer's copy of its first laws."""

from parser.sources.da_2017.book import SOURCE

__all__ = ["SOURCE"]
