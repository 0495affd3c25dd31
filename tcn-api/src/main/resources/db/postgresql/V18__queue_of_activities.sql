-- SPDX-License-Identifier: Apache-2.0
-- Only what is queued is looked for by activity: what runs or is over has no entry any more, and its changes do not pay
-- for one. PostgreSQL only; H2 has no such index.
DROP INDEX transfer_by_activity;
CREATE INDEX transfer_by_activity ON transfer (pipe_id, state, delayed, activity, priority DESC, id) WHERE state = 'QUEUED';
