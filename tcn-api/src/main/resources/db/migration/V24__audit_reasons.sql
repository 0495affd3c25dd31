-- SPDX-License-Identifier: Apache-2.0
-- Why a change was made, and what there was before and after it, as JSON. Null where nobody said why, where there was
-- nothing before, or nothing is left; and in entries of a server of before, which neither writes nor reads them. Runs on
-- H2 and on PostgreSQL.
ALTER TABLE config_audit ADD COLUMN reason VARCHAR(500);
ALTER TABLE config_audit ADD COLUMN state_before TEXT;
ALTER TABLE config_audit ADD COLUMN state_after TEXT;
