"""What is shared, in PostgreSQL: documents with all their revisions, the same bytes as in a folder.

Imported only where ``LOVBRO_DATABASE`` names a database; alone in Lovbro it knows SQLAlchemy, Alembic and psycopg.
What a document holds is left to those who read it (``corpus.dossiers``, ``corpus.precedents``, ``corpus.committees``).
"""
