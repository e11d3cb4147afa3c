"""The tables, as the newest migration leaves them.

``revision`` is what the audit reads: each change of a document is a row more, and none is ever changed or taken away,
which a trigger of the database sees to. ``document`` names the newest revision of each document that is there.
``draft`` is what is typed and not saved yet; it is no document, and is written over.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    func,
)

HEAD = "0003"
"""The newest migration; the second makes the tables of ``index.precedents.shared_index``, which alone asks them."""
_NAME = Text(collation="C")  # in order of code points, so that a folder's documents are a range of the index

METADATA = MetaData()
REVISIONS = Table(
    "revision",
    METADATA,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("shelf", _NAME, nullable=False),
    Column("name", _NAME, nullable=False),
    Column("number", Integer, nullable=False),  # of this document, from 1
    Column("content", LargeBinary),  # nothing where the document was taken away
    Column("author", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.clock_timestamp()),
    UniqueConstraint("shelf", "name", "number"),
)
DOCUMENTS = Table(
    "document",
    METADATA,
    Column("shelf", _NAME, nullable=False),
    Column("name", _NAME, nullable=False),
    Column("revision", BigInteger, ForeignKey("revision.id"), nullable=False),
    PrimaryKeyConstraint("shelf", "name"),
)
DRAFTS = Table(
    "draft",
    METADATA,
    Column("shelf", _NAME, nullable=False),
    Column("name", _NAME, nullable=False),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("shelf", "name"),
)
