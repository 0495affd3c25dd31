-- SPDX-License-Identifier: Apache-2.0
-- Each time that the server was told that its database came back from a backup: the last transfer that it had then.
-- Runs on H2 and on PostgreSQL.
CREATE TABLE restored (
    up_to BIGINT NOT NULL,
    at    TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
