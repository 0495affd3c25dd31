-- SPDX-License-Identifier: Apache-2.0
-- Destinations of transfers that are not over, where duplicates are refused (tcn.fts.check-duplicates). Runs on H2 and on
-- PostgreSQL.
CREATE TABLE destination_claim (
    destination  VARCHAR(1100) NOT NULL,
    transfer_id  BIGINT NOT NULL,
    CONSTRAINT destination_claim_is_unique PRIMARY KEY (destination)
);
CREATE INDEX destination_claim_by_transfer ON destination_claim (transfer_id);
