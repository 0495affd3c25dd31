-- SPDX-License-Identifier: Apache-2.0
-- Until when the server that leads has heard all that agents told and the store knows what became of it: the next one
-- reads what was told since, so that ends of agents that are gone are known. Null before a server has noted it: nothing
-- is read again then. A server of before neither reads nor writes it. Runs on H2 and on PostgreSQL.
ALTER TABLE agents_epoch ADD COLUMN heard_until TIMESTAMP(6) WITH TIME ZONE;
