-- SPDX-License-Identifier: Apache-2.0
-- Jobs that were over some time ago leave the working tables for the archive, with what the faces show of them; nothing
-- of the loops reads or writes here. Pipes that came on first use are known as such. Runs on H2 and on PostgreSQL.

CREATE TABLE archived_job (
    id                 VARCHAR(36) NOT NULL,
    user_id            VARCHAR(255) NOT NULL,
    user_dn            VARCHAR(1024) NOT NULL,
    credential_id      VARCHAR(64) NOT NULL,
    type               CHAR(1) NOT NULL,
    state              VARCHAR(20) NOT NULL,
    submit_time        TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    finish_time        TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    expire_time        TIMESTAMP(6) WITH TIME ZONE,
    reason             VARCHAR(2000),
    priority           INTEGER NOT NULL,
    retry              INTEGER NOT NULL,
    retry_delay        INTEGER NOT NULL,
    metadata           TEXT,
    overwrite_flag     CHAR(1),
    verify_checksum    CHAR(1) NOT NULL,
    source_se          VARCHAR(512),
    dest_se            VARCHAR(512),
    source_space       VARCHAR(255),
    destination_space  VARCHAR(255),
    internal_params    VARCHAR(255),
    copy_pin_lifetime  INTEGER NOT NULL,
    bring_online       INTEGER NOT NULL,
    archive_timeout    INTEGER NOT NULL,
    dst_file_report    BOOLEAN NOT NULL,
    submit_host        VARCHAR(255) NOT NULL,
    cancel_requested   BOOLEAN NOT NULL,
    total              INTEGER NOT NULL,
    finished           INTEGER NOT NULL,
    failed             INTEGER NOT NULL,
    canceled           INTEGER NOT NULL,
    CONSTRAINT archived_job_id_is_unique PRIMARY KEY (id)
);
-- The oldest are deleted first.
CREATE INDEX archived_job_by_finish ON archived_job (finish_time, id);

CREATE TABLE archived_transfer (
    id                  BIGINT NOT NULL,
    job_id              VARCHAR(36) NOT NULL,
    file_index          INTEGER NOT NULL,
    pipe_id             VARCHAR(255) NOT NULL,
    source              VARCHAR(1100) NOT NULL,
    destination         VARCHAR(1100) NOT NULL,
    state               VARCHAR(16) NOT NULL,
    priority            INTEGER NOT NULL,
    user_size           BIGINT NOT NULL,
    size_bytes          BIGINT NOT NULL,
    checksum            VARCHAR(255) NOT NULL,
    verified            VARCHAR(255),
    activity            VARCHAR(255) NOT NULL,
    metadata            TEXT,
    staging_metadata    TEXT,
    archive_metadata    TEXT,
    selection_strategy  VARCHAR(32),
    scitag              INTEGER,
    source_token        VARCHAR(64),
    destination_token   VARCHAR(64),
    existing            VARCHAR(512),
    attempts            INTEGER NOT NULL,
    retries             INTEGER NOT NULL,
    unreleased          BOOLEAN NOT NULL,
    start_time          TIMESTAMP(6) WITH TIME ZONE,
    finish_time         TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    recoverable         BOOLEAN,
    reason              VARCHAR(2000),
    CONSTRAINT archived_transfer_id_is_unique PRIMARY KEY (id)
);
CREATE INDEX archived_transfer_by_job ON archived_transfer (job_id, id);

CREATE TABLE archived_retry (
    transfer_id  BIGINT NOT NULL,
    attempt      INTEGER NOT NULL,
    at           TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    reason       VARCHAR(2000) NOT NULL,
    CONSTRAINT archived_retry_is_unique PRIMARY KEY (transfer_id, attempt)
);

-- A pipe that nobody has declared: it goes when nothing has used it for a time, and comes back on its next use.
ALTER TABLE pipe ADD COLUMN by_first_use BOOLEAN DEFAULT FALSE NOT NULL;
