-- SPDX-License-Identifier: Apache-2.0
-- Everything that a job of FTS can hold. Runs on H2 and on PostgreSQL.
--
-- The tables are made anew, because the two databases name unnamed constraints differently, and because foreign keys
-- of `transfer` go: jobs and transfers are written in one transaction by one class, pipes are never deleted, and the
-- checks were a third of the cost of a submission (docs/adr/0018-fast-submission.md).

CREATE TABLE job_in_full (
    id                 VARCHAR(36) NOT NULL,
    user_id            VARCHAR(255) NOT NULL,
    user_dn            VARCHAR(1024) NOT NULL,
    credential_id      VARCHAR(64) NOT NULL,
    type               CHAR(1) NOT NULL,
    state              VARCHAR(20) NOT NULL,
    submit_time        TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    finish_time        TIMESTAMP(6) WITH TIME ZONE,
    expire_time        TIMESTAMP(6) WITH TIME ZONE,
    reason             VARCHAR(2000),
    priority           INTEGER NOT NULL,
    retry              INTEGER NOT NULL,
    retry_delay        INTEGER NOT NULL,
    metadata           TEXT,
    overwrite_flag     CHAR(1),
    verify_checksum    CHAR(1) NOT NULL,
    -- Common endpoints of all files in FTS's form (no port), null if they differ.
    source_se          VARCHAR(512),
    dest_se            VARCHAR(512),
    source_space       VARCHAR(255),
    destination_space  VARCHAR(255),
    internal_params    VARCHAR(255),
    -- Seconds, -1 if not asked for.
    copy_pin_lifetime  INTEGER DEFAULT -1 NOT NULL,
    bring_online       INTEGER DEFAULT -1 NOT NULL,
    archive_timeout    INTEGER DEFAULT -1 NOT NULL,
    dst_file_report    BOOLEAN DEFAULT FALSE NOT NULL,
    submit_host        VARCHAR(255) NOT NULL,
    cancel_requested   BOOLEAN NOT NULL,
    -- Counters, changed together with the states of the job's transfers.
    total              INTEGER NOT NULL,
    started            BOOLEAN NOT NULL,
    finished           INTEGER NOT NULL,
    failed             INTEGER NOT NULL,
    canceled           INTEGER NOT NULL,
    CONSTRAINT job_id_is_unique PRIMARY KEY (id)
);
INSERT INTO job_in_full (id, user_id, user_dn, credential_id, type, state, submit_time, finish_time, expire_time, reason,
        priority, retry, retry_delay, metadata, overwrite_flag, verify_checksum, source_se, dest_se, source_space,
        destination_space, internal_params, submit_host, cancel_requested, total, started, finished, failed, canceled)
    SELECT id, user_id, user_dn, credential_id, type, state, submit_time, finish_time, expire_time, reason,
        priority, retry, retry_delay, metadata, overwrite_flag, verify_checksum, source_se, dest_se, source_space,
        destination_space, internal_params, submit_host, cancel_requested, total, started, finished, failed, canceled
    FROM job;

CREATE TABLE transfer_in_full (
    id                  BIGINT NOT NULL,
    job_id              VARCHAR(36) NOT NULL,
    file_index          INTEGER NOT NULL,
    pipe_id             VARCHAR(255) NOT NULL,
    source              VARCHAR(1100) NOT NULL,
    destination         VARCHAR(1100) NOT NULL,
    state               VARCHAR(16) NOT NULL,
    priority            INTEGER NOT NULL,
    -- The size that the caller gave, -1 if none; then the size found.
    user_size           BIGINT NOT NULL,
    size_bytes          BIGINT NOT NULL,
    -- As the caller gave it, ALGORITHM or ALGORITHM:value.
    checksum            VARCHAR(255) NOT NULL,
    checksum_mode       VARCHAR(20) NOT NULL,
    verified            VARCHAR(255),
    overwrite           BOOLEAN NOT NULL,
    overwrite_on_retry  BOOLEAN DEFAULT FALSE NOT NULL,
    -- Whether a destination that is there already is described in the answer.
    describe_existing   BOOLEAN DEFAULT FALSE NOT NULL,
    existing            VARCHAR(512),
    max_retries         INTEGER NOT NULL,
    retry_delay_ms      BIGINT NOT NULL,
    timeout_ms          BIGINT,
    activity            VARCHAR(255) NOT NULL,
    metadata            TEXT,
    staging_metadata    TEXT,
    archive_metadata    TEXT,
    selection_strategy  VARCHAR(32),
    scitag              INTEGER,
    -- Names of credentials, see table credential.
    source_token        VARCHAR(64),
    destination_token   VARCHAR(64),
    credentials_end     TIMESTAMP(6) WITH TIME ZONE,
    attempts            INTEGER NOT NULL,
    retries             INTEGER NOT NULL,
    -- Whether an attempt may have left something at the destination.
    dirty               BOOLEAN NOT NULL,
    -- Whether it waits, or waited until its end, for others: for predecessors to finish, or for a better source to fail.
    unreleased          BOOLEAN NOT NULL,
    not_before          TIMESTAMP(6) WITH TIME ZONE,
    start_time          TIMESTAMP(6) WITH TIME ZONE,
    finish_time         TIMESTAMP(6) WITH TIME ZONE,
    recoverable         BOOLEAN,
    reason              VARCHAR(2000),
    CONSTRAINT transfer_id_is_unique PRIMARY KEY (id)
);
INSERT INTO transfer_in_full (id, job_id, file_index, pipe_id, source, destination, state, priority, user_size, size_bytes,
        checksum, checksum_mode, verified, overwrite, max_retries, retry_delay_ms, timeout_ms, activity, metadata,
        attempts, retries, dirty, unreleased, not_before, start_time, finish_time, recoverable, reason)
    SELECT id, job_id, file_index, pipe_id, source, destination, state, priority, user_size, size_bytes,
        checksum, checksum_mode, verified, overwrite, max_retries, retry_delay_ms, timeout_ms, activity, metadata,
        attempts, retries, dirty, unreleased, not_before, start_time, finish_time, recoverable, reason
    FROM transfer;

CREATE TABLE transfer_after_in_full (
    transfer_id  BIGINT NOT NULL,
    after_id     BIGINT NOT NULL,
    CONSTRAINT transfer_after_is_unique PRIMARY KEY (transfer_id, after_id),
    CONSTRAINT transfer_after_waits FOREIGN KEY (transfer_id) REFERENCES transfer_in_full (id),
    CONSTRAINT transfer_after_waits_for FOREIGN KEY (after_id) REFERENCES transfer_in_full (id)
);
INSERT INTO transfer_after_in_full (transfer_id, after_id) SELECT transfer_id, after_id FROM transfer_after;

DROP TABLE transfer_after;
DROP TABLE transfer;
DROP TABLE job;
ALTER TABLE job_in_full RENAME TO job;
ALTER TABLE transfer_in_full RENAME TO transfer;
ALTER TABLE transfer_after_in_full RENAME TO transfer_after;

CREATE INDEX job_by_finish ON job (finish_time, user_id);
CREATE INDEX job_by_submission ON job (submit_time);
CREATE INDEX job_by_expiry ON job (expire_time);
-- In the order in which the dispatch loop takes them.
CREATE INDEX transfer_queue ON transfer (pipe_id, state, priority DESC, id);
CREATE INDEX transfer_by_job ON transfer (job_id, id);
CREATE INDEX transfer_after_by_predecessor ON transfer_after (after_id);

-- FTS's record of retries: one row for each attempt that failed and was put back.
CREATE TABLE transfer_retry (
    transfer_id  BIGINT NOT NULL,
    attempt      INTEGER NOT NULL,
    at           TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    reason       VARCHAR(2000) NOT NULL,
    CONSTRAINT transfer_retry_is_unique PRIMARY KEY (transfer_id, attempt)
);

-- Copies between the hops of a multihop job that is over, to be removed.
CREATE TABLE hop_cleanup (
    transfer_id  BIGINT NOT NULL,
    tries        INTEGER NOT NULL,
    not_before   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    CONSTRAINT hop_cleanup_is_unique PRIMARY KEY (transfer_id)
);
