-- SPDX-License-Identifier: Apache-2.0
-- Answers to requests with an Idempotency-Key, written with the change that they tell of: the same request sent again is
-- answered from here. Kept for a week. Runs on H2 and on PostgreSQL.
CREATE TABLE answered_request (
    -- Made of the caller and the key.
    id      VARCHAR(36) NOT NULL PRIMARY KEY,
    -- Digest of what was asked for.
    asked   VARCHAR(64) NOT NULL,
    answer  TEXT NOT NULL,
    at      TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
CREATE INDEX answered_request_by_age ON answered_request (at);
