-- SPDX-License-Identifier: Apache-2.0
-- Credentials of callers. What is sealed is encrypted with the key in the data folder, in base64. Runs on H2 and on PostgreSQL.

-- A known text under the key: tells at a start whether the key is the right one. One row.
CREATE TABLE vault_check (
    id      INTEGER NOT NULL PRIMARY KEY,
    sealed  TEXT NOT NULL
);

-- Tokens that open storages, by the beginning of their SHA-1.
CREATE TABLE transfer_token (
    name    VARCHAR(16) NOT NULL PRIMARY KEY,
    sealed  TEXT NOT NULL,
    ends    TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
CREATE INDEX transfer_token_by_end ON transfer_token (ends);

-- Proxies that callers delegated, with their keys.
CREATE TABLE delegation (
    id          VARCHAR(16) NOT NULL PRIMARY KEY,
    dn          VARCHAR(1024) NOT NULL,
    voms_attrs  TEXT NOT NULL,
    sealed      TEXT NOT NULL,
    ends        TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
CREATE INDEX delegation_by_end ON delegation (ends);

-- Keys that wait for the certificate that was requested for them.
CREATE TABLE delegation_request (
    id      VARCHAR(16) NOT NULL,
    dn      VARCHAR(1024) NOT NULL,
    sealed  TEXT NOT NULL,
    made    TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (id, dn)
);
CREATE INDEX delegation_request_by_time ON delegation_request (made);
