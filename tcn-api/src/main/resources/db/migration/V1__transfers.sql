-- SPDX-License-Identifier: Apache-2.0
-- Runs on H2 and on PostgreSQL.

CREATE TABLE tcn_user (
    id      VARCHAR(255) NOT NULL PRIMARY KEY,
    weight  DOUBLE PRECISION NOT NULL
);

-- Distinguished names of certificates and the user that they act for; several names may belong to one user.
CREATE TABLE user_dn (
    dn             VARCHAR(1024) NOT NULL PRIMARY KEY,
    user_id        VARCHAR(255) NOT NULL REFERENCES tcn_user (id),
    administrator  BOOLEAN NOT NULL
);

CREATE TABLE pipe (
    id               VARCHAR(255) NOT NULL PRIMARY KEY,
    source           VARCHAR(512) NOT NULL,
    destination      VARCHAR(512) NOT NULL,
    user_id          VARCHAR(255) NOT NULL REFERENCES tcn_user (id),
    min_connections  INTEGER NOT NULL,
    max_connections  INTEGER NOT NULL,
    CONSTRAINT pipe_is_unique UNIQUE (source, destination, user_id)
);

CREATE TABLE resource_set (
    name      VARCHAR(255) NOT NULL PRIMARY KEY,
    patterns  VARCHAR(4000) NOT NULL
);

-- kind: RATE (amount in bit/s) or SHARE (amount in parts of the capacity)
CREATE TABLE resource_control (
    user_id       VARCHAR(255) NOT NULL REFERENCES tcn_user (id),
    resource_set  VARCHAR(255) NOT NULL,
    kind          VARCHAR(16) NOT NULL,
    amount        DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, resource_set)
);

CREATE TABLE job (
    id                 VARCHAR(36) NOT NULL PRIMARY KEY,
    user_id            VARCHAR(255) NOT NULL REFERENCES tcn_user (id),
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
    submit_host        VARCHAR(255) NOT NULL,
    cancel_requested   BOOLEAN NOT NULL,
    -- Counters, changed together with the states of the job's transfers.
    total              INTEGER NOT NULL,
    started            BOOLEAN NOT NULL,
    finished           INTEGER NOT NULL,
    failed             INTEGER NOT NULL,
    canceled           INTEGER NOT NULL
);
CREATE INDEX job_by_user ON job (user_id, finish_time);

CREATE SEQUENCE transfer_id START WITH 1 INCREMENT BY 1000;

CREATE TABLE transfer (
    id               BIGINT NOT NULL PRIMARY KEY,
    job_id           VARCHAR(36) NOT NULL REFERENCES job (id),
    file_index       INTEGER NOT NULL,
    pipe_id          VARCHAR(255) NOT NULL REFERENCES pipe (id),
    source           VARCHAR(1100) NOT NULL,
    destination      VARCHAR(1100) NOT NULL,
    state            VARCHAR(16) NOT NULL,
    priority         INTEGER NOT NULL,
    -- The size that the caller gave, -1 if none; then the size found.
    user_size        BIGINT NOT NULL,
    size_bytes       BIGINT NOT NULL,
    -- As the caller gave it, ALGORITHM or ALGORITHM:value.
    checksum         VARCHAR(255) NOT NULL,
    checksum_mode    VARCHAR(20) NOT NULL,
    verified         VARCHAR(255),
    overwrite        BOOLEAN NOT NULL,
    max_retries      INTEGER NOT NULL,
    retry_delay_ms   BIGINT NOT NULL,
    timeout_ms       BIGINT,
    activity         VARCHAR(255) NOT NULL,
    metadata         TEXT,
    attempts         INTEGER NOT NULL,
    retries          INTEGER NOT NULL,
    -- Whether an attempt may have left something at the destination.
    dirty            BOOLEAN NOT NULL,
    -- Whether it ever waited for predecessors and was not released.
    unreleased       BOOLEAN NOT NULL,
    not_before       TIMESTAMP(6) WITH TIME ZONE,
    start_time       TIMESTAMP(6) WITH TIME ZONE,
    finish_time      TIMESTAMP(6) WITH TIME ZONE,
    recoverable      BOOLEAN,
    reason           VARCHAR(2000)
);
CREATE INDEX transfer_queue ON transfer (pipe_id, state, priority, id);
CREATE INDEX transfer_by_job ON transfer (job_id, id);
CREATE INDEX transfer_by_state ON transfer (state);

CREATE TABLE transfer_after (
    transfer_id  BIGINT NOT NULL REFERENCES transfer (id),
    after_id     BIGINT NOT NULL REFERENCES transfer (id),
    PRIMARY KEY (transfer_id, after_id)
);
CREATE INDEX transfer_after_by_predecessor ON transfer_after (after_id);
