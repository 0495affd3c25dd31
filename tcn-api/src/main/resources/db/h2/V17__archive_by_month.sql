-- SPDX-License-Identifier: Apache-2.0
-- H2's part of a step that PostgreSQL has too (db/postgresql): rows of the archive tell when their job was over. Rows that
-- were there before do not; nothing asks them.
ALTER TABLE archived_transfer ADD COLUMN over_at TIMESTAMP(6) WITH TIME ZONE;
ALTER TABLE archived_retry ADD COLUMN over_at TIMESTAMP(6) WITH TIME ZONE;
