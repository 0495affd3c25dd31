-- SPDX-License-Identifier: Apache-2.0
-- What attempts have left behind, who leads, retry delays apart from the queue, indices that no query walks in vain. Runs
-- on H2 and on PostgreSQL.

-- Since when something of ours may be at the destination, and when writing ended; null: not known, or it goes on.
ALTER TABLE transfer ADD COLUMN dirty_since TIMESTAMP(6) WITH TIME ZONE;
ALTER TABLE transfer ADD COLUMN dirty_until TIMESTAMP(6) WITH TIME ZONE;
UPDATE transfer SET dirty_since = coalesce(start_time, (SELECT j.submit_time FROM job j WHERE j.id = transfer.job_id))
    WHERE dirty = TRUE AND (state IN ('QUEUED', 'CLAIMED', 'ACTIVE') OR (state = 'CANCELED' AND finish_time IS NULL));

-- One row for each destination at which an attempt may have left something.
CREATE TABLE leftover (
    -- SHA-256 of the destination's key, which may be too long for an index.
    id            VARCHAR(64) NOT NULL,
    -- The key (DestinationKey).
    destination   TEXT NOT NULL,
    -- The last transfer that wrote there.
    transfer_id   BIGINT NOT NULL,
    -- EarlierWrite.
    written_from  TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    written_until TIMESTAMP(6) WITH TIME ZONE,
    size_bytes    BIGINT NOT NULL,
    reason        VARCHAR(2000) NOT NULL,
    tries         INTEGER NOT NULL,
    -- When removing it is tried next; null while its transfer goes on and sees to it by itself.
    next_try      TIMESTAMP(6) WITH TIME ZONE,
    given_up      BOOLEAN NOT NULL,
    CONSTRAINT leftover_is_unique PRIMARY KEY (id)
);
CREATE INDEX leftover_due ON leftover (given_up, next_try, id);
CREATE INDEX leftover_by_transfer ON leftover (transfer_id);
-- Copies at the hops of a multihop job stay, as in FTS.
DROP TABLE hop_cleanup;

-- The server that works on this database: the epoch rises whenever one takes the lead, and every change of transfers asks
-- for it. STORE: the store's thread, with the number of its last transaction; OTHERS: all other transactions.
CREATE TABLE server_lead (
    part   VARCHAR(8) NOT NULL,
    epoch  BIGINT NOT NULL,
    batch  BIGINT NOT NULL,
    CONSTRAINT server_lead_is_unique PRIMARY KEY (part)
);
INSERT INTO server_lead (part, epoch, batch) VALUES ('STORE', 0, 0), ('OTHERS', 0, 0);

-- What waits for its next try stands apart from what can start, so that a queue is never walked for it.
ALTER TABLE transfer ADD COLUMN delayed BOOLEAN DEFAULT FALSE NOT NULL;
CREATE TABLE transfer_delay (
    transfer_id  BIGINT NOT NULL,
    pipe_id      VARCHAR(255) NOT NULL,
    -- When the delay began: later than now means that the clock was set back.
    since        TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    not_before   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    CONSTRAINT transfer_delay_is_unique PRIMARY KEY (transfer_id)
);
CREATE INDEX transfer_delay_due ON transfer_delay (pipe_id, not_before);
INSERT INTO transfer_delay (transfer_id, pipe_id, since, not_before)
    SELECT id, pipe_id, TIMESTAMP WITH TIME ZONE '2000-01-01 00:00:00+00:00', not_before FROM transfer WHERE state = 'QUEUED' AND not_before IS NOT NULL;
UPDATE transfer SET delayed = TRUE WHERE state = 'QUEUED' AND not_before IS NOT NULL;

-- In the order in which the dispatch loop takes them, without and with shares of activities.
DROP INDEX transfer_queue;
CREATE INDEX transfer_queue ON transfer (pipe_id, state, delayed, priority DESC, id);
CREATE INDEX transfer_by_activity ON transfer (pipe_id, state, delayed, activity, priority DESC, id);
-- Open jobs, page by page.
DROP INDEX job_by_finish;
CREATE INDEX job_by_finish ON job (finish_time, user_id, id);
DROP INDEX job_by_expiry;
CREATE INDEX job_by_expiry ON job (finish_time, expire_time, id);
