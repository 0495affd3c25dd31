-- SPDX-License-Identifier: Apache-2.0
-- Rates that jobs ask for are limits of their own. A server of before keeps such a limit as one of a token, and does not
-- raise connections for it. Runs on H2 and on PostgreSQL.
ALTER TABLE transfer_limit ADD COLUMN job_id VARCHAR(36) DEFAULT '' NOT NULL;

CREATE INDEX transfer_limit_by_job ON transfer_limit (job_id);
