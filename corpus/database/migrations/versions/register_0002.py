"""The index of the register of decisions, in a schema of its own: made from the documents, and from them again."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_CASES = (
    "year", "folded_number", "number", "name", "language", "instance", "played", "event", "outcome", "unanimous",
    "deposit", "laws_edition", "basis", "problems", "summary",
)  # fmt: skip
_DICTIONARIES = ("danish", "norwegian", "swedish")


def upgrade() -> None:
    """Make the tables, and dictionaries without stop words: each word of a short question counts."""
    op.execute("CREATE SCHEMA register")
    key = sa.Text(collation="C")
    op.create_table("about", sa.Column("name", key, primary_key=True), sa.Column("value", sa.Text), schema="register")
    op.create_table(
        "cases",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("key", key, nullable=False, unique=True),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("damaged", sa.Integer, nullable=False),
        sa.Column("sort", sa.Integer),
        sa.Column("invented", sa.Integer),
        *(sa.Column(name, key) for name in _CASES),
        sa.Column("searched", sa.dialects.postgresql.TSVECTOR),
        schema="register",
    )
    op.create_index("newest", "cases", ["damaged", "sort", "key"], schema="register")
    op.create_index("numbered", "cases", ["folded_number"], schema="register")
    op.create_index("searching", "cases", ["searched"], schema="register", postgresql_using="gin")
    op.create_table(
        "citations",
        sa.Column("id", sa.BigInteger, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        *(sa.Column(name, key) for name in ("work", "own", "cited", "printed", "finding")),
        sa.Column("decisive", sa.Integer),
        sa.PrimaryKeyConstraint("id", "n"),
        schema="register",
    )
    op.create_index("citing", "citations", ["work", "own", "cited"], schema="register")
    for name in _DICTIONARIES:
        op.execute(f"CREATE TEXT SEARCH DICTIONARY register.{name}_stem (TEMPLATE = snowball, LANGUAGE = {name})")
        op.execute(f"CREATE TEXT SEARCH CONFIGURATION register.{name} (COPY = pg_catalog.simple)")
        op.execute(
            f"ALTER TEXT SEARCH CONFIGURATION register.{name} ALTER MAPPING FOR asciiword, word "
            f"WITH register.{name}_stem"
        )
    # Constant: it asks dictionaries of this schema alone, which have no files; else it would be asked for each row.
    # A stem is a word that begins with a sign which no word has.
    op.execute(
        """
        CREATE FUNCTION register.words_vector(folded text[], configuration text, written text) RETURNS tsvector
        LANGUAGE sql STABLE AS $$
          SELECT array_to_tsvector(folded || CASE WHEN configuration = '' THEN '{}' ELSE array(
            SELECT U&'\\00A4' || lexeme FROM unnest(to_tsvector(('register.' || configuration)::regconfig, written))
          ) END)
        $$"""
    )
    stems = " || ".join(f"coalesce(ts_lexize('register.{name}_stem', word->>1), '{{}}')" for name in _DICTIONARIES)
    op.execute(
        f"""
        CREATE FUNCTION register.words_query(words json) RETURNS tsquery LANGUAGE sql IMMUTABLE AS $$
          SELECT string_agg('(' || quote_literal(word->>0) || ':*' || (
            SELECT coalesce(string_agg(DISTINCT ' | ' || quote_literal(U&'\\00A4' || stem), ''), '')
            FROM unnest({stems}) AS stem WHERE word->>1 <> ''
          ) || ')', ' & ')::tsquery
          FROM json_array_elements(words) AS word
        $$"""
    )
    # Where the roles of deploy/database.sql are there already, they have their rights in the new tables at once.
    op.execute(
        """
        DO $$ BEGIN
          IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lovbro') THEN
            GRANT USAGE ON SCHEMA register TO lovbro;
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA register TO lovbro;
          END IF;
        END $$"""
    )
