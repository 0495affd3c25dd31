-- SPDX-License-Identifier: Apache-2.0
-- Which server agents obey: a number that rises with each start of a server that gives work to agents.
CREATE TABLE agents_epoch (
    epoch BIGINT NOT NULL
);
INSERT INTO agents_epoch (epoch) VALUES (0);
