-- SPDX-License-Identifier: Apache-2.0
-- At most so many connections for the file (`nostreams` of FTS's jobs); null for no such limit, and in rows of a server of
-- before, which knows of none. Runs on H2 and on PostgreSQL.
ALTER TABLE transfer ADD COLUMN max_streams INTEGER;
