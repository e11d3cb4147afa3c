"""${message}."""

from alembic import op

revision = "${up_revision}"
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Make the tables what ``corpus.database.tables`` has."""
    ${upgrades if upgrades else "op.execute('')"}
