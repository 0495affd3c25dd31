-- SPDX-License-Identifier: Apache-2.0
-- Which attempt which agent has been given, so that the next server that leads can take over what goes on. A row counts
-- only while the transfer is in this attempt. A server of before writes and reads none of it: it queues again whatever ran
-- when it takes the lead, and what is here of that is of an older attempt from then on. Runs on H2 and on PostgreSQL.
CREATE TABLE agent_order (
    transfer_id       BIGINT NOT NULL,
    attempt           INTEGER NOT NULL,
    agent             VARCHAR(255) NOT NULL,
    -- Which process of the agent, and which term of its lease.
    instance          VARCHAR(64) NOT NULL,
    term              BIGINT NOT NULL,
    -- agents_epoch of the server that gave it.
    epoch             BIGINT NOT NULL,
    order_number      BIGINT NOT NULL,
    order_connections INTEGER NOT NULL,
    CONSTRAINT agent_order_is_unique PRIMARY KEY (transfer_id)
);
