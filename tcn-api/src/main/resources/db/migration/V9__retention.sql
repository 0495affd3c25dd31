-- SPDX-License-Identifier: Apache-2.0
-- Old jobs are removed: what waits for the broker holds its job. Old jobs are found by job_by_finish. Runs on H2 and on
-- PostgreSQL.
CREATE INDEX outbox_by_transfer ON outbox (transfer_id);
