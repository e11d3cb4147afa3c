"""Documents, all their revisions, and drafts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NAME = sa.Text(collation="C")


def upgrade() -> None:
    """Make the tables, and what keeps a revision from being changed or taken away."""
    op.create_table(
        "revision",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("shelf", _NAME, nullable=False),
        sa.Column("name", _NAME, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.clock_timestamp()),
        sa.UniqueConstraint("shelf", "name", "number"),
    )
    op.create_index("revision_shelf_id", "revision", ["shelf", "id"])
    op.create_table(
        "document",
        sa.Column("shelf", _NAME, nullable=False),
        sa.Column("name", _NAME, nullable=False),
        sa.Column("revision", sa.BigInteger, sa.ForeignKey("revision.id"), nullable=False),
        sa.PrimaryKeyConstraint("shelf", "name"),
    )
    op.create_table(
        "draft",
        sa.Column("shelf", _NAME, nullable=False),
        sa.Column("name", _NAME, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("shelf", "name"),
    )
    op.execute(
        "CREATE FUNCTION revisions_stay() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'a revision is never changed or taken away'; END $$"
    )
    op.execute(
        "CREATE TRIGGER revisions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON revision "
        "FOR EACH STATEMENT EXECUTE FUNCTION revisions_stay()"
    )
