"""The Danish laws of 2017: a damaged scan of the book, and a viewer's copy of its first laws."""
