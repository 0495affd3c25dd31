-- SPDX-License-Identifier: Apache-2.0
-- Several servers on one database. Only PostgreSQL has them; on H2 nothing reads these tables. Runs on both.

-- Who leads, and until when by the clock of the database. The term rises at every change and is the epoch of server_lead.
CREATE TABLE server_lease (
    part         VARCHAR(8) NOT NULL,
    term         BIGINT NOT NULL,
    -- server_member.id; null while nobody leads.
    holder       VARCHAR(64),
    since        TIMESTAMP(6) WITH TIME ZONE,
    ends         TIMESTAMP(6) WITH TIME ZONE,
    -- When the lease before this one ended by itself; null if it was given back.
    previous_end TIMESTAMP(6) WITH TIME ZONE,
    -- With which the other servers sign what they pass on to the one that leads; another one in each term.
    secret       VARCHAR(64),
    CONSTRAINT server_lease_is_unique PRIMARY KEY (part)
);
INSERT INTO server_lease (part, term) VALUES ('STORE', 0);

-- The servers that work on this database, a row for each start.
CREATE TABLE server_member (
    id          VARCHAR(64) NOT NULL,
    name        VARCHAR(255) NOT NULL,
    -- Name of its machine, as drains know it.
    host        VARCHAR(255) NOT NULL,
    -- How the others reach it; null while it does not listen.
    address     VARCHAR(500),
    -- SHA-256 of its TLS certificate, in hex; null where that is not known.
    fingerprint VARCHAR(64),
    version     VARCHAR(100) NOT NULL,
    started     TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    last_sign   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    CONSTRAINT server_member_is_unique PRIMARY KEY (id)
);
