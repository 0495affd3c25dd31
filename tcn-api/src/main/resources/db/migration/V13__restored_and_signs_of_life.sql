-- SPDX-License-Identifier: Apache-2.0
-- Each time that the server was told that its database came back from a backup: the last transfer that it had then.
CREATE TABLE restored (
    up_to BIGINT NOT NULL,
    at    TIMESTAMP(6) WITH TIME ZONE NOT NULL
);

-- When the server that leads was last alive, written every few seconds: what lies at a destination and is younger than
-- that was not written by its attempts. Runs on H2 and on PostgreSQL, as the above.
CREATE TABLE server_life (
    at TIMESTAMP(6) WITH TIME ZONE
);
INSERT INTO server_life (at) VALUES (NULL);
