"""Servers for everybody see reviewed number tables and judgements as well, which are shared from now on."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Let the policy of deploy/database.sql, where it was made before, show those shelves."""
    for table in ("revision", "document"):
        op.execute(
            f"""
            DO $$ BEGIN
              IF EXISTS (SELECT FROM pg_policies WHERE policyname = 'everybody' AND tablename = '{table}') THEN
                ALTER POLICY everybody ON {table} USING (shelf IN ('published', 'tables', 'parity'));
              END IF;
            END $$"""
        )
