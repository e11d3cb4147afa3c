-- Who may do what in the database of a federation; run once as its superuser, after `lovbro library migrate` by the owner:
--   createuser lovbro_owner; createdb -O lovbro_owner lovbro
--   LOVBRO_DATABASE=postgresql://lovbro_owner@/lovbro lovbro library migrate
--   psql -f deploy/database.sql lovbro
-- The servers of committees connect as lovbro: they add revisions, and cannot change one or take one away, whatever they
-- are made to do. Servers for everybody connect as lovbro_public and see published decisions,
-- number tables and judgements alone. Give both a password
-- or a certificate (pg_hba.conf), and put passwords into ~/.pgpass of the server's user, not into the address.
CREATE ROLE lovbro LOGIN;
CREATE ROLE lovbro_public LOGIN;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO lovbro, lovbro_public;
GRANT SELECT ON alembic_version TO lovbro, lovbro_public;

GRANT SELECT, INSERT ON revision TO lovbro;
GRANT SELECT, INSERT, UPDATE, DELETE ON document, draft TO lovbro;
GRANT USAGE ON SCHEMA register TO lovbro;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA register TO lovbro;
GRANT SELECT ON revision, document TO lovbro_public;

ALTER TABLE revision ENABLE ROW LEVEL SECURITY;
ALTER TABLE document ENABLE ROW LEVEL SECURITY;
CREATE POLICY committees ON revision TO lovbro USING (true) WITH CHECK (true);
CREATE POLICY committees ON document TO lovbro USING (true) WITH CHECK (true);
CREATE POLICY everybody ON revision FOR SELECT TO lovbro_public USING (shelf IN ('published', 'tables', 'parity'));
CREATE POLICY everybody ON document FOR SELECT TO lovbro_public USING (shelf IN ('published', 'tables', 'parity'));
