-- SPDX-License-Identifier: Apache-2.0
-- Guarantees, relative weights, weights of pipes, limits of endpoints. Runs on H2 and on PostgreSQL.

-- control: BOUND, GUARANTEE or WEIGHT; a user has one of each at most on a resource-set.
-- kind: what the amount is. RATE (bit/s) or SHARE (parts of the capacity) of a BOUND, GUARANTEE (bit/s), WEIGHT.
-- A new table, because the two databases name the primary key of the old one differently.
CREATE TABLE resource_control_of_all_kinds (
    user_id       VARCHAR(255) NOT NULL REFERENCES tcn_user (id),
    resource_set  VARCHAR(255) NOT NULL,
    control       VARCHAR(16) NOT NULL,
    kind          VARCHAR(16) NOT NULL,
    amount        DOUBLE PRECISION NOT NULL,
    CONSTRAINT resource_control_is_unique PRIMARY KEY (user_id, resource_set, control)
);
INSERT INTO resource_control_of_all_kinds (user_id, resource_set, control, kind, amount)
    SELECT user_id, resource_set, 'BOUND', kind, amount FROM resource_control;
DROP TABLE resource_control;
ALTER TABLE resource_control_of_all_kinds RENAME TO resource_control;

ALTER TABLE pipe ADD COLUMN weight DOUBLE PRECISION DEFAULT 1 NOT NULL;

-- The most connections of all pipes together at an endpoint; null: no limit.
CREATE TABLE endpoint_limit (
    endpoint      VARCHAR(512) NOT NULL PRIMARY KEY,
    max_outbound  INTEGER,
    max_inbound   INTEGER
);
